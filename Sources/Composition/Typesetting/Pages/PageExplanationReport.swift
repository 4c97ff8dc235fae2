internal import PageBreaking
internal import Units

/// Why a page broke where it did, in words (`--explain-page`).
struct PageExplanationReport {
  private let index: Int
  private let solution: ChapterSolutions.Solution
  private let galley: Galley
  private let firstPage: Int
  private var broken: BrokenPage { solution.pages[index] }
  private var page: Int { firstPage + index }

  /// - Parameters:
  ///   - index: of the page in the solution.
  ///   - firstPage: the folio of the solution's first.
  init(index: Int, of solution: ChapterSolutions.Solution, in galley: Galley, firstPage: Int) {
    (self.index, self.solution, self.galley, self.firstPage) = (index, solution, galley, firstPage)
  }

  func diagnostic(rows: Int, file: UInt16) -> Diagnostic {
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
    parts += columns + pictures
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
      for rule in costs.rules { parts.append("\(Self.name(of: rule.rule)) costs \(Int(rule.cost))") }
      parts.append("in all \(Int(costs.total)) demerits")
    }
    return Diagnostic(
      .note, code: "explain-page", parts.joined(separator: "; "),
      source: RelaxedRules.lastLine(of: broken, in: galley).map { SourceLocation(file: file, offset: $0) })
  }

  /// How high the columns are, and how far each is filled.
  private var columns: [String] {
    broken.bands.enumerated().filter { $0.element.columns.count > 1 }.map { number, band in
      let filled = band.columns.indices.map { column in
        let pieces = broken.pieces.filter { $0.band == number && $0.column == column }
        return String((pieces.map(end).max() ?? 0) + band.columns[column].noteRows)
      }
      let height = band.columns.map(\.height).max() ?? 0
      return "it has \(band.columns.count) columns of \(height) rows, filled to \(filled.joined(separator: ", "))"
    }
  }

  /// The row below a piece.
  private func end(of piece: PlacedPiece) -> Int {
    galley.elements[piece.element].vertical.settings[piece.setting].lines[piece.lines].reduce(piece.row) {
      $0 + Int($1.rows)
    }
  }

  /// Where pictures stand that are called here, and why others do that stand here.
  private var pictures: [String] {
    func isPicture(_ element: Int) -> Bool { galley.elements[element].vertical.floats }
    func rows(_ element: Int) -> String {
      let rows = galley.elements[element].vertical.settings.first?.lines.first.map { Int($0.rows) } ?? 0
      return "a picture of \(rows) row\(rows == 1 ? "" : "s")"
    }
    var said: [String] = []
    for piece in broken.pieces where isPicture(piece.element) {
      let call = solution.pages[..<index].firstIndex { $0.pieces.contains { $0.element > piece.element } }
      let isLate = broken.pieces.contains { $0.element > piece.element && ($0.column ?? 0) < (piece.column ?? 0) }
      if galley.elements[piece.element].vertical.isPlate {
        said.append("a picture has the page for itself" + (call.map { ", called on page \(firstPage + $0)" } ?? ""))
      } else if let call {
        said.append("\(rows(piece.element)) called on page \(firstPage + call) stands here, as it had no room there")
      } else if isLate {
        said.append("\(rows(piece.element)) stands in a later column than its call, as it had no room there")
      } else {
        said.append("\(rows(piece.element)) stands where it is called")
      }
    }
    let here = broken.pieces.map(\.element)
    guard let first = here.min(), let last = here.max() else { return said }
    for later in solution.pages.indices.dropFirst(index + 1) {
      for piece in solution.pages[later].pieces where (first..<last).contains(piece.element) && isPicture(piece.element)
      {
        said.append("\(rows(piece.element)) called here goes to page \(firstPage + later), as it has no room")
      }
    }
    return said
  }

  /// Most that is told.
  private static let mostAdvice = 5

  /// What a reader of proofs could do: paragraphs that end on the page and are a few letters too long for a line less,
  /// those of the fewest first.
  func advice(file: UInt16) -> [Diagnostic] {
    let spare = broken.pieces.compactMap { piece -> (element: Int, letters: Int)? in
      let setting = galley.elements[piece.element].vertical.settings[piece.setting]
      guard piece.setting == 0, piece.lines.upperBound == setting.lines.count else { return nil }
      return galley.spareLetters[piece.element].map { (piece.element, $0) }
    }
    let least = spare.sorted { ($0.letters, $0.element) < ($1.letters, $1.element) }
    return least.prefix(Self.mostAdvice).map { element, letters in
      Diagnostic(
        .note, code: "explain-page",
        "about \(letters) letter\(letters == 1 ? "" : "s") fewer in this paragraph would win a line",
        source: galley.elements[element].firstLine.map { SourceLocation(file: file, offset: $0.source) })
    }
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
