internal import BookModel
internal import Design
internal import Typesetting
internal import Units

/// What an edit left as it was.
struct SectionsAlike {
  /// Sections from the first, and from the last, that are set in the new text as they were in the old.
  var head = 0
  var tail = 0
  /// Nothing changed that is on every page.
  var isSameBook = false
}

extension BookText {
  /// What is set in the other text as it is in this.
  func sectionsAlike(in other: BookText, _ design: PageDesign) -> SectionsAlike {
    guard !isGiven, !other.isGiven, language == other.language, pictures == other.pictures,
      // heads and title page say it
      book.metadata == other.book.metadata
    else { return SectionsAlike() }
    let (old, new) = (book.sections, other.book.sections)
    let changed = changedNotes(in: other, design)
    func isSet(_ a: Section, _ b: Section) -> Bool { a == b && (changed.isEmpty || !a.calls(changed)) }
    var same = SectionsAlike(isSameBook: true)
    let most = min(old.count, new.count)
    while same.head < most, isSet(old[same.head], new[same.head]) { same.head += 1 }
    // behind an edit all stands at other bytes of the manuscript
    func placed(_ section: Section) -> Section {
      var writer = ReadingText(at: 0, isKept: false)
      return writer.place(section)
    }
    while same.tail < most - same.head,
      isSet(placed(old[old.count - 1 - same.tail]), placed(new[new.count - 1 - same.tail]))
    { same.tail += 1 }
    return same
  }

  /// Notes that have other words or another mark in the other text, or are called by such.
  private func changedNotes(in other: BookText, _ design: PageDesign) -> Set<NoteKey> {
    guard !book.notes.isEmpty || !other.book.notes.isEmpty else { return [] }
    func placed(_ note: Note?) -> Note? {
      var writer = ReadingText(at: 0, isKept: false)
      return note.map { writer.place($0) }
    }
    let (old, new) = (
      NoteNumbering.marks(of: book, design: design), NoteNumbering.marks(of: other.book, design: design)
    )
    let keys = Set(book.notes.keys).union(other.book.notes.keys)
    var changed = keys.filter { old[$0] != new[$0] || placed(book.notes[$0]) != placed(other.book.notes[$0]) }
    var count = -1
    while count != changed.count, !changed.isEmpty {
      count = changed.count
      changed.formUnion(keys.filter { book.notes[$0]?.blocks.contains { $0.calls(changed) } ?? false })
    }
    return changed
  }

  /// Where lines of notes, as they count bytes, stand in an edited text.
  func notesMoved(to other: BookText) -> (UInt32) -> UInt32 {
    let starts = Dictionary(uniqueKeysWithValues: zip(other.noteKeys, other.noteStarts))
    return { place in
      let note = note(at: Int(place))
      guard noteKeys.indices.contains(note), let start = starts[noteKeys[note]] else { return place }
      return UInt32(Int(place) + start - noteStarts[note])
    }
  }

  /// Where the words at a byte of this text stand in the other; nil for texts that were given as they are.
  /// - Parameter same: sections that are alike.
  /// - Returns: the place, which is where the edit begins and not sure if the words are part of it.
  func place(_ place: Int, movedTo other: BookText, _ same: SectionsAlike) -> (place: Int, isSure: Bool)? {
    guard !isGiven, !other.isGiven, place > 0 else { return place <= 0 ? (place, true) : nil }
    let (old, new) = (book.sections, other.book.sections)
    var start = 0
    for section in old[..<same.head] {
      start += ReadingText.length(of: CollectionOfOne(section))
      if place < start { return (place, true) }
    }
    let before = ReadingText.bytes(of: old[same.head..<old.count - same.tail])
    let after = ReadingText.bytes(of: new[same.head..<new.count - same.tail])
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
  /// Whether one of these notes is called in it.
  fileprivate func calls(_ notes: Set<NoteKey>) -> Bool {
    heading.map { [$0.label, $0.title].contains { $0.calls(notes) } } ?? false || blocks.contains { $0.calls(notes) }
  }
}

extension Block {
  fileprivate func calls(_ notes: Set<NoteKey>) -> Bool {
    var calls = false
    visitText { inlines, _ in calls = calls || inlines.calls(notes) }
    return calls
  }
}

extension [Inline] {
  fileprivate func calls(_ notes: Set<NoteKey>) -> Bool {
    contains { if case .noteReference(let key) = $0.content { notes.contains(key) } else { false } }
  }
}
