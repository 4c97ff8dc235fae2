internal import PageBreaking
internal import Units

/// Rules that yielded at a page's end, as warnings with page and manuscript line.
enum RelaxedRules {
  static func diagnostics(
    of solution: ChapterSolutions.Solution, in galley: Galley, firstPage: Int, file: UInt16
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for element in solution.failedHints {
      found.append(
        Diagnostic(
          .warning, code: "hint-failed",
          "this paragraph cannot be set in as many lines as its hint asks"
            + (galley.lostWishes[element].map { ": " + $0 } ?? ""),
          help: "take the hint out, or put it to a longer paragraph",
          source: galley.elements[element].firstLine.map { SourceLocation(file: file, offset: $0.source) }))
    }
    found += staleOpenings(of: solution, in: galley, firstPage: firstPage, file: file)
    for (index, page) in solution.pages.enumerated() {
      for yield in page.yielded {
        guard let words = wording(of: yield, page: firstPage + index, isPaired: solution.isPaired(index)) else {
          continue
        }
        found.append(
          Diagnostic(
            words.severity, code: words.code, words.message, help: words.help,
            source: lastLine(of: page, in: galley).map { SourceLocation(file: file, offset: $0) }))
      }
    }
    return found
  }

  /// Page breaks that the author put where a page ended anyhow, and that now end one too early.
  private static func staleOpenings(
    of solution: ChapterSolutions.Solution, in galley: Galley, firstPage: Int, file: UInt16
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for (index, page) in solution.pages.enumerated().dropFirst() {
      guard let first = page.pieces.first, first.lines.lowerBound == 0,
        galley.elements[first.element].traits.contains(.wishesPage)
      else { continue }
      let before = solution.pages[index - 1]
      let filled =
        before.pieces.last.map { piece in
          galley.elements[piece.element].vertical.settings[piece.setting].lines[piece.lines].reduce(piece.row) {
            $0 + Int($1.rows)
          }
        } ?? 0
      let short = before.height - filled - before.noteRows
      guard short > 1 else { continue }
      found.append(
        Diagnostic(
          .warning, code: "hint-failed",
          "page \(firstPage + index - 1), ended by the hint before this paragraph, is \(short) lines short",
          help: "the text before it has changed: take the hint out, or put it before another paragraph",
          source: galley.elements[first.element].firstLine.map { SourceLocation(file: file, offset: $0.source) }))
    }
    return found
  }

  /// The manuscript place of the page's last line.
  static func lastLine(of page: BrokenPage, in galley: Galley) -> UInt32? {
    for piece in page.pieces.reversed() {
      let element = galley.elements[piece.element]
      let lines = element.settings[piece.setting].lines
      let index = element.isBox ? lines.count - 1 : piece.lines.upperBound - 1
      if lines.indices.contains(index) { return lines[index].source }
    }
    return nil
  }

  private static func wording(
    of yield: Yield, page: Int, isPaired: Bool
  ) -> (severity: Diagnostic.Severity, code: String, message: String, help: String?)? {
    switch yield {
    // the mildest rules give way often and are told on request
    case .hyphenAtLeafTurn: (.note, "hyphen-at-turn", "page \(page) ends in a hyphen where the leaf turns", nil)
    case .spreadOneLineOff:
      (
        .note, "spread-off",
        isPaired
          ? "page \(page) and its facing page stand one line off"
          : "page \(page) stands one line off beside another chapter's", nil
      )
    case .shortChapterEnd: (.note, "short-end", "page \(page), the last of its chapter, has fewer than 4 lines", nil)
    case .fewRowsUnderHeading:
      (
        .warning, "few-under-heading", "fewer than 2 lines stand under the heading on page \(page)",
        "a word more or less in the text before it may help"
      )
    case .orphan:
      (
        .warning, "orphan", "page \(page) ends with the first line of a paragraph",
        "a word more or less in the paragraphs before it may help"
      )
    case .partedStanza:
      (
        .warning, "parted-stanza", "the end of page \(page) parts one line of a stanza from the others",
        "a word more or less in the paragraphs before it may help"
      )
    case .widow:
      (
        .warning, "widow", "the page after page \(page) begins with the last line of a paragraph",
        "a word more or less in the paragraphs before it may help"
      )
    case .unevenSpread:
      (
        .warning, "uneven-spread", "page \(page) ends short: what follows cannot be parted",
        "move or shorten what stands at the head of the next page"
      )
    case .brokenKeep:
      (
        .warning, "broken-keep", "page \(page) ends between lines that belong together",
        "nothing else fits; shorten the block"
      )
    }
  }
}
