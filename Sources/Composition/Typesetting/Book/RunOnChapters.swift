package import BookModel
package import Design
internal import Units

/// Which chapters follow one another on the page, white between, instead of opening one each: letters, fables,
/// psalms.
extension PageDesign {
  /// Chapters from which on a book is one of many short ones.
  private static let leastShortChapters = 8
  /// How many of its chapters take less than three quarters of a page then.
  private static let shareOfShortChapters = 0.5
  /// How much of the paper they cover at most, where each opens a page.
  private static let mostCovered = 0.66

  /// The book's sections by the pages that they share, most of them alone. Linear in the text, and quick: words
  /// are weighed by their bytes.
  package func runs(of sections: [Section]) -> [Range<Int>] {
    guard chapters == .runOn || chapters == .auto && hasShortChapters(sections) else {
      return sections.indices.map { $0..<$0 + 1 }
    }
    let level = PageDesign.usualLevel(of: sections)
    var runs: [Range<Int>] = []
    for index in sections.indices {
      if let last = runs.last, sections[index].mayShareAPage, sections[index].level >= level,
        sections[index].heading != nil, sections[index - 1].mayShareAPage,
        // a page's lines count their places in one file
        sections[index].source.file == sections[index - 1].source.file
      {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  /// The level that most chapters have; those above it hold others and open pages.
  private static func usualLevel(of sections: [Section]) -> Int {
    var counts: [Int: Int] = [:]
    for section in sections where section.mayShareAPage { counts[section.level, default: 0] += 1 }
    return counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 1
  }

  /// Whether most chapters are well under a page, and a third of the paper would stay blank. A poem has
  /// its page unless that holds two.
  private func hasShortChapters(_ sections: [Section]) -> Bool {
    let chapters = sections.filter { $0.mayShareAPage && $0.heading != nil }
    guard chapters.count >= PageDesign.leastShortChapters else { return false }
    var (short, taken, opened) = (0, 0, 0)
    for chapter in chapters {
      // of what is longer than a few pages the end alone counts for little
      let own = estimatedRows(of: chapter, atMost: 8 * rows)
      if own <= (chapter.isVerse ? rows / 2 : rows * 3 / 4) { short += 1 }
      taken += own
      opened += (own + rows - 1) / rows * rows
    }
    return Double(short) >= Double(chapters.count) * PageDesign.shareOfShortChapters
      && Double(taken) <= Double(opened) * PageDesign.mostCovered
  }

  /// Rows that a chapter will take with the white above it, about.
  private func estimatedRows(of section: Section, atMost most: Int) -> Int {
    // a byte is some 0.4 em of Latin, half a letter of Greek or Cyrillic, a third of an em-wide Chinese one
    let bytesOfLine = max(measure.points / (size.points * 0.4), 1)
    var rows = GalleyMaker.rowsAboveRunOn + 1
    func count(_ inlines: [Inline]) {
      var bytes = 0
      for inline in inlines { if case .text(let text) = inline.content { bytes += text.utf8.count } }
      if bytes > 0 { rows += Int((Double(bytes) / bytesOfLine).rounded(.up)) }
    }
    section.heading?.visitText { inlines, _ in count(inlines) }
    for block in section.blocks {
      if rows > most { break }
      if case .figure = block { rows += self.rows / 2 }
      block.visitText { inlines, _ in count(inlines) }
    }
    return rows
  }
}

extension Section {
  /// A chapter among chapters; all else opens a page.
  fileprivate var mayShareAPage: Bool { matter == .body && role == .chapter }

  /// Most of its blocks are verse.
  fileprivate var isVerse: Bool {
    2 * blocks.count { if case .verse = $0 { true } else { false } } > blocks.count
  }
}
