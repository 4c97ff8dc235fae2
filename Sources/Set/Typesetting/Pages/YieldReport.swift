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

/// Why a page broke where it did, in words (`--explain-page`).
enum PageExplanationReport {
  static func diagnostic(
    page: Int, index: Int, of solution: ChapterSolutions.Solution, in galley: Galley, rows: Int, file: UInt16
  ) -> Diagnostic {
    let broken = solution.pages[index]
    var parts: [String] = []
    let off = broken.height - rows
    parts.append(
      "page \(page) is a \(broken.side == .recto ? "recto" : "verso") of \(broken.height) rows"
        + (off == 0 ? "" : off > 0 ? ", one more than nominal" : ", one fewer than nominal")
        + (off != 0 && solution.isPaired(index) ? ", as its facing page" : ""))
    if index == 0 { parts.append("the first of its chapter") }
    if index == solution.pages.count - 1 { parts.append("the last of its chapter") }
    if let first = broken.pieces.first, first.lines.lowerBound > 0 {
      parts.append("it begins with line \(first.lines.lowerBound + 1) of a paragraph")
    }
    if let last = broken.pieces.last {
      let count = galley.elements[last.element].vertical.settings[last.setting].lines.count
      if last.lines.upperBound < count {
        parts.append("ends with line \(last.lines.upperBound) of \(count) of a paragraph")
      }
    }
    let moved = broken.pieces.filter { $0.setting > 0 && $0.lines.lowerBound == 0 }
    for piece in moved {
      let settings = galley.elements[piece.element].vertical.settings
      let difference = settings[piece.setting].lines.count - settings[0].lines.count
      let isWish = galley.elements[piece.element].vertical.wishedLines == difference
      let hint = difference > 0 ? "push" : "pull"
      parts.append(
        "a paragraph is set \(abs(difference)) line\(abs(difference) == 1 ? "" : "s") "
          + "\(difference > 0 ? "longer" : "shorter") than by itself"
          + (isWish ? ", as its hint \"\(hint)\" asks, for \(Int(settings[piece.setting].cost)) demerits" : ""))
    }
    if index < solution.explanations.count {
      let costs = solution.explanations[index]
      if costs.settings > 0 { parts.append("that costs \(Int(costs.settings)) demerits") }
      if costs.breakAfter > 0 { parts.append("the break itself costs \(Int(costs.breakAfter))") }
      for rule in costs.rules { parts.append("\(name(of: rule.rule)) costs \(Int(rule.cost))") }
      parts.append("in all \(Int(costs.total)) demerits")
    }
    return Diagnostic(
      .note, code: "explain-page", parts.joined(separator: "; "),
      source: YieldReport.lastLine(of: broken, in: galley).map { SourceLocation(file: file, offset: $0) })
  }

  private static func name(of yield: Yield) -> String {
    switch yield {
    case .hyphenAtLeafTurn: "a hyphen where the leaf turns"
    case .shortChapterEnd: "a short last page"
    case .fewRowsUnderHeading: "too few lines under a heading"
    case .spreadOneLineOff: "a spread one line off"
    case .orphan: "an orphan"
    case .partedStanza: "one line of a stanza alone"
    case .widow: "a widow"
    case .unevenSpread: "an uneven spread"
    case .brokenKeep: "parting what belongs together"
    }
  }
}
