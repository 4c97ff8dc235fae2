internal import BookModel
internal import Units

extension SourceOpenings {
  /// Of every paragraph a few words, by which somebody finds it in Word.
  init(book: Book, starts: Int) {
    self.init()
    var found: [(place: UInt32, words: [UInt8], chapter: String?)] = []
    found.reserveCapacity(starts)
    func add(_ inlines: [Inline], chapter: String? = nil) {
      guard let first = inlines.first(where: { if case .text = $0.content { true } else { false } }) else { return }
      var words: [UInt8] = []
      for inline in inlines {
        guard case .text(let text) = inline.content else { continue }
        words += text.utf8.prefix(56 - min(words.count, 56))
        if words.count >= 56 { break }
      }
      // up to the end of a word, or of a letter
      if words.count >= 56 {
        if let space = words.lastIndex(of: 0x20), space > 20 {
          words.removeSubrange(space...)
        } else {
          while let last = words.last, last & 0xC0 == 0x80 { words.removeLast() }
          if let last = words.last, last >= 0xC0 { words.removeLast() }
        }
        words += Array("…".utf8)
      }
      found.append((first.source.offset, words, chapter))
    }
    for section in book.sections {
      if let heading = section.heading { add(heading.label + heading.title, chapter: heading.plainText) }
      for block in section.blocks { block.visitText { inlines, _ in add(inlines) } }
    }
    for key in book.notes.keys.sorted() {
      for block in book.notes[key]?.blocks ?? [] { block.visitText { inlines, _ in add(inlines) } }
    }
    found.sort { $0.place < $1.place }
    for entry in found {
      if let chapter = entry.chapter { self.add(chapter: chapter, at: entry.place) }
      self.add(entry.words, at: entry.place)
    }
  }
}
