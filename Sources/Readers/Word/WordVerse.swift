internal import BookModel
internal import Manuscript

extension [WordItem] {
  /// With verse that was typed a paragraph a line: three or more short ones behind a heading of which most end in no
  /// stop, and the stanzas next to them.
  func withTypedVerse(_ isHeading: (Int) -> Bool) -> [WordItem] {
    guard let first = indices.first(where: isHeading) else { return self }
    var made = self
    var run: [Range<Int>] = []
    /// Stanzas that stand together, of which one at least is told to be verse by itself.
    func close() {
      let lines = run.map { self[$0].compactMap { $0.paragraph?.words } }
      let long = run.joined().count { self[$0].isLongLine }
      if long * 4 <= lines.joined().count, lines.contains(where: { $0.count > 2 && $0.isVerse }),
        lines.joined().map(\.self).isVerse
      {
        for index in run.joined() { made[index] = self[index].asVerse }
      }
      run = []
    }
    var start = first
    func stanza(to end: Int) {
      if start < end { run.append(start..<end) }
      start = end + 1
    }
    for index in indices[first...] {
      let item = self[index]
      if item.isBlank {
        // two blank ones part poems, too
        stanza(to: index)
      } else if isHeading(index) || !item.isShortLine && !item.isLongLine {
        stanza(to: index)
        close()
      } else if item.beginsPage {
        stanza(to: index)
        start = index
        close()
      }
    }
    stanza(to: count)
    close()
    return made
  }
}

extension [String] {
  /// At least half of the lines go on in the next.
  fileprivate var isVerse: Bool {
    func ends(_ line: String) -> Bool {
      let last = line.last { !"”’\"'»)".contains($0) && !$0.isWhitespace }
      return last.map { ".!?:…".contains($0) } ?? true
    }
    let quoted = count { "“\"„«—–".contains($0.first ?? " ") }
    return count { !ends($0) } * 2 >= count && quoted * 2 <= count
  }
}

extension WordItem {
  /// A plain paragraph of one line that is none of a list, typed or not, and no head in bold.
  fileprivate var isShortLine: Bool { isLine(1...65) }

  /// One among them that turns over, and goes on in the next.
  fileprivate var isLongLine: Bool {
    guard isLine(66...120), let words = paragraph?.words else { return false }
    return words.last.map { $0.isLetter || ",;—–".contains($0) } ?? false
  }

  private func isLine(_ lengths: ClosedRange<Int>) -> Bool {
    guard let paragraph, paragraph.role == nil, paragraph.item == nil, lengths.contains(paragraph.length),
      paragraph.look.alignment != .centre, paragraph.look.alignment != .right,
      !paragraph.inlines.contains(where: {
        if case .text = $0.content { $0.style.formula != nil } else { true }
      })
    else { return false }
    let words = paragraph.words
    guard !Paragraph(paragraph.inlines).isBold, !words.beginsTypedItem else { return false }
    return !words.contains("\u{2003}") && !words.contains("__") && !SceneSigns.areAll(of: words) && !words.isOfImprint
      && words.first.map { !$0.isNumber } ?? false
  }

  fileprivate var asVerse: WordItem {
    guard var paragraph else { return self }
    paragraph.role = .verse
    var item = self
    item.content = .paragraph(paragraph)
    return item
  }
}
