internal import PageBreaking
internal import Units

/// Rules that yielded at a page's end, as warnings with page and manuscript line.
enum YieldReport {
  static func diagnostics(
    of solution: ChapterSolutions.Solution, in galley: Galley, firstPage: Int, file: UInt16
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for element in solution.failedHints {
      found.append(
        Diagnostic(
          .warning, code: "hint-failed", "this paragraph cannot be set in as many lines as its hint asks",
          help: "the text around it has changed; take the hint out or give another number",
          source: galley.records[element].first?.first.map {
            SourceLocation(file: file, offset: galley.lines[$0].source)
          }))
    }
    for (index, page) in solution.pages.enumerated() {
      for yield in page.yielded {
        guard let words = wording(of: yield, page: firstPage + index) else { continue }
        found.append(
          Diagnostic(
            words.severity, code: words.code, words.message, help: words.help,
            source: lastLine(of: page, in: galley).map { SourceLocation(file: file, offset: $0) }))
      }
    }
    return found
  }

  /// The manuscript place of the page's last line.
  private static func lastLine(of page: BrokenPage, in galley: Galley) -> UInt32? {
    for piece in page.pieces.reversed() {
      let records = galley.records[piece.element][piece.setting]
      guard !records.isEmpty else { continue }
      let index = galley.isBox[piece.element] ? records.upperBound - 1 : records.lowerBound + piece.lines.upperBound - 1
      if records.contains(index) { return galley.lines[index].source }
    }
    return nil
  }

  private static func wording(
    of yield: Yield, page: Int
  ) -> (severity: Diagnostic.Severity, code: String, message: String, help: String?)? {
    switch yield {
    // the mildest rules give way often and are told on request
    case .hyphenAtLeafTurn: (.note, "hyphen-at-turn", "page \(page) ends in a hyphen where the leaf turns", nil)
    case .spreadOneLineOff: (.note, "spread-off", "page \(page) and its facing page stand one line off", nil)
    case .shortChapterEnd: (.note, "short-end", "page \(page), the last of its chapter, has fewer than 4 lines", nil)
    case .fewRowsUnderHeading:
      (.warning, "few-under-heading", "fewer than 2 lines stand under the heading on page \(page)", "a word more or less in the text before it may help")
    case .orphan:
      (.warning, "orphan", "page \(page) ends with the first line of a paragraph", "a word more or less in the paragraphs before it may help")
    case .widow:
      (.warning, "widow", "the page after page \(page) begins with the last line of a paragraph", "a word more or less in the paragraphs before it may help")
    case .unevenSpread:
      (.warning, "uneven-spread", "page \(page) ends short: what follows cannot be parted", "move or shorten what stands at the head of the next page")
    case .brokenKeep:
      (.warning, "broken-keep", "page \(page) ends between lines that belong together", "nothing else fits; shorten the block")
    }
  }
}
