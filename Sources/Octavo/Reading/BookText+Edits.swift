internal import BookModel
internal import Units

/// What an edit left as it was.
extension BookText {
  /// How many sections, from the first, are set in the other text as they are in this.
  func sectionsKept(in other: BookText) -> Int {
    guard !isGiven, !other.isGiven, language == other.language, pictures == other.pictures,
      book.metadata.title == other.book.metadata.title, book.metadata.authors == other.book.metadata.authors,
      book.metadata.date == other.book.metadata.date
    else { return 0 }
    var kept = 0
    let most = min(book.sections.count, other.book.sections.count)
    while kept < most, book.sections[kept] == other.book.sections[kept] { kept += 1 }
    // a section that calls a note which changed is set again, and with it all that follows
    guard kept > 0, let changed = firstNote(notIn: other) else { return kept }
    return book.sections[..<kept].firstIndex { $0.callsNote(from: changed) } ?? kept
  }

  /// The first note that is another, or none, in the other text.
  private func firstNote(notIn other: BookText) -> Int? {
    let keys = Set(notes.keys).union(other.notes.keys)
    return keys.filter { notes[$0] != other.notes[$0] }.map(\.index).min()
  }

  /// Where the words at a byte of this text stand in the other; nil for texts that were given as they are.
  /// - Parameter kept: sections from the first that are alike.
  /// - Returns: the place, which is where the edit begins and not sure if the words are part of it.
  func place(_ place: Int, movedTo other: BookText, kept: Int) -> (place: Int, isSure: Bool)? {
    guard !isGiven, !other.isGiven, place > 0 else { return place == 0 ? (0, true) : nil }
    let (old, new) = (book.sections, other.book.sections)
    func length(_ section: Section) -> Int {
      var writer = ReadingText(at: 0, isKept: false)
      _ = writer.place(section)
      return writer.offset
    }
    func bytes(_ sections: ArraySlice<Section>) -> [UInt8] {
      var writer = ReadingText(at: 0, isKept: true)
      for section in sections { _ = writer.place(section) }
      return writer.bytes
    }
    var start = 0
    for section in old[..<kept] {
      start += length(section)
      if place < start { return (place, true) }
    }
    // sections after the edit are alike from the end on
    var alike = 0
    while alike < min(old.count, new.count) - kept,
      bytes(old[(old.count - 1 - alike)...(old.count - 1 - alike)])
        == bytes(new[(new.count - 1 - alike)...(new.count - 1 - alike)])
    { alike += 1 }
    let (before, after) = (bytes(old[kept..<old.count - alike]), bytes(new[kept..<new.count - alike]))
    let local = place - start
    if local >= before.count { return (place + after.count - before.count, true) }
    // within what changed: what is alike before the edit, or after it
    var head = 0
    while head < min(before.count, after.count), before[head] == after[head] { head += 1 }
    if local <= head { return (place, true) }
    var tail = 0
    while tail < min(before.count, after.count) - head, before[before.count - 1 - tail] == after[after.count - 1 - tail]
    {
      tail += 1
    }
    if local >= before.count - tail { return (place + after.count - before.count, true) }
    return (start + head, false)
  }
}

extension Section {
  /// Whether a note with this number, or a later one, is called in it.
  fileprivate func callsNote(from first: Int) -> Bool {
    var calls = false
    func look(_ inlines: [Inline]) {
      for inline in inlines {
        if case .noteReference(let key) = inline.content, key.index >= first { calls = true }
      }
    }
    heading?.visitText { inlines, _ in look(inlines) }
    for block in blocks where !calls { block.visitText { inlines, _ in look(inlines) } }
    return calls
  }
}
