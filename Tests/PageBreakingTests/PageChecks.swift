import PageBreaking

/// What is wrong with a solution, read from its pages alone; empty when all is well.
func faults(
  of solution: ChapterSolutions.Solution, in chapter: [VerticalElement], style: PageBreakingStyle
) -> [String] {
  var faults: [String] = []
  var reached: [Int: (setting: Int, line: Int)] = [:]
  var lastInFlow = -1
  var lastFloat = -1
  var carried = 0
  var side = solution.opening
  for (number, page) in solution.pages.enumerated() {
    let isLast = number + 1 == solution.pages.count
    func fault(_ text: String) { faults.append("page \(number): \(text)") }
    if page.side != side { fault("side \(page.side)") }
    side = style.isFacing ? side.other : side
    if abs(page.height - style.rows) > 1 || page.height < 1 { fault("height \(page.height)") }
    if number > 0, page.side == .recto, style.isFacing, page.height != solution.pages[number - 1].height {
      fault("a spread of two heights")
    }
    var row = 0
    var own = 0
    var isCut = false
    for piece in page.pieces {
      let element = chapter[piece.element]
      let lines = element.settings[piece.setting].lines
      if element.kind == .space && !element.isSceneBreak { fault("a piece of white") }
      if let known = reached[piece.element] {
        if known.setting != piece.setting { fault("element \(piece.element) in two settings") }
        if known.line != piece.lines.lowerBound { fault("element \(piece.element) line \(piece.lines.lowerBound)") }
      } else if piece.lines.lowerBound != 0 {
        fault("element \(piece.element) begins inside")
      }
      reached[piece.element] = (piece.setting, piece.lines.upperBound)
      if piece.lines.isEmpty { fault("an empty piece") }
      if element.movesOn {
        if piece.element < lastFloat { fault("float \(piece.element) out of order") }
        lastFloat = piece.element
        if piece.element > lastInFlow + 1,
          (lastInFlow + 1..<piece.element).contains(where: { index in
            let kind = chapter[index]
            return !kind.movesOn && kind.kind != .space && reached[index] == nil
          })
        {
          fault("float \(piece.element) before its place")
        }
      } else {
        if piece.element < lastInFlow { fault("element \(piece.element) out of order") }
        lastInFlow = piece.element
      }
      let repeated = piece.lines.lowerBound > 0 ? min(Int(element.repeatedRows), style.rows / 2) : 0
      if piece.row < row + repeated { fault("no room for the head of element \(piece.element)") }
      row += repeated
      if piece.row < row { fault("pieces overlap at row \(piece.row)") }
      if piece.row > row && (row == repeated || !hasWhite(before: piece.element, in: chapter)) {
        fault("a gap before element \(piece.element)")
      }
      row = piece.row
      for line in lines[piece.lines] {
        row += Int(line.rows)
        own += Int(line.noteRows)
        if Int(line.rows) + Int(line.noteRows) + repeated > style.rows - 2 { isCut = true }
      }
    }
    if page.noteRows != carried + own - page.carriedNoteRows || page.noteRows < 0 { fault("note rows") }
    let used = row + (carried + own > 0 ? page.noteRows + style.noteRuleRows : 0)
    if used > page.height && !(isCut && page.yielded.contains(.brokenKeep)) { fault("\(used) rows of \(page.height)") }
    carried = page.carriedNoteRows
    if style.isFacing, !isLast, used < page.height, carried + own == 0, page.noteRows == 0,
      !page.yielded.contains(.unevenSpread), let next = solution.pages[number + 1].pieces.first,
      !(0...next.element).contains(where: { chapter[$0].breakBefore && $0 > (page.pieces.last?.element ?? -1) }),
      page.pieces.last.map({ chapter[$0.element].movesOn }) != true, !next.isRest(of: chapter)
    {
      fault("\(used) rows of \(page.height), and no word of it")
    }
    if page.yielded != solution.explanations[number].rules.map(\.rule) { fault("yields and explanation differ") }
  }
  if carried != 0 { faults.append("note rows lost") }
  if side == solution.closing && style.isFacing { faults.append("closing side") }
  for (index, element) in chapter.enumerated() where element.kind != .space {
    guard let place = reached[index] else {
      if element.settings.contains(where: { !$0.lines.isEmpty }) { faults.append("element \(index) lost") }
      continue
    }
    if place.line != element.settings[place.setting].lines.count { faults.append("element \(index) not whole") }
  }
  let total = solution.explanations.reduce(0) { $0 + $1.total }
  if abs(total - solution.cost) > 0.5 { faults.append("explained \(total) of \(solution.cost)") }
  return faults
}

private func hasWhite(before element: Int, in chapter: [VerticalElement]) -> Bool {
  var index = element - 1
  while index >= 0 {
    if chapter[index].kind == .space { return true }
    // A float that has moved on may stand between.
    if !chapter[index].movesOn { return false }
    index -= 1
  }
  return false
}

extension PlacedPiece {
  /// A float that stands after all the text that called it.
  fileprivate func isRest(of chapter: [VerticalElement]) -> Bool { chapter[element].movesOn }
}

extension VerticalElement {
  /// May stand at the head of the next page, behind text that comes after it.
  fileprivate var movesOn: Bool { floats || waitsBehind }
}
