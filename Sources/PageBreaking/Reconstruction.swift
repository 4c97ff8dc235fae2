/// Reads a way through the chapter back into pages.
struct Reconstruction {
  let list: ContentList
  let style: PageBreakingStyle
  let nodes: [WayNode]

  func pages(endingAt end: Int32) -> [BrokenPage] {
    var steps: [WayNode] = []
    var index = end
    while index >= 0 {
      steps.append(nodes[Int(index)])
      index = nodes[Int(index)].previous
    }
    var pages: [BrokenPage] = []
    var page: BrokenPage?
    var row = 0
    var line = 0  // lines of the content at hand already placed
    var ownNotes = 0
    var carriedIn = 0

    func add(_ content: Int, setting: Int, to upper: Int) {
      let item = list.contents[content]
      let lines = list.elements[item.element].settings[setting].lines
      let upper = min(upper, lines.count)
      guard upper > line else { return }
      if line == 0, row > 0 { row += item.spaceBefore }
      page?.pieces.append(PlacedPiece(element: item.element, setting: setting, lines: line..<upper, row: row))
      for k in line..<upper {
        row += Int(lines[k].rows)
        ownNotes += Int(lines[k].noteRows)
      }
      line = upper
    }

    func close(carriedOut: Int) {
      guard var done = page else { return }
      done.noteRows = carriedIn + ownNotes - carriedOut
      done.carriedNoteRows = carriedOut
      pages.append(done)
      page = nil
    }

    for step in steps.reversed() {
      if step.content >= 0 {
        add(Int(step.content), setting: Int(step.setting), to: Int.max)
        line = 0
        continue
      }
      let content = Int(-1 - step.content)
      if page != nil {
        if step.line > 0 { add(content, setting: Int(step.setting), to: Int(step.line)) }
        for yield in Yield.allCases where yield != .spreadOneLineOff && step.yields & 1 << UInt16(yield.rawValue) != 0 {
          page?.yielded.append(yield)
        }
        close(carriedOut: Int(step.carried))
      }
      let kind = PageClass(index: Int(step.page))
      page = BrokenPage(side: kind.side, pieces: [], height: max(style.rows + kind.offset, 1))
      if step.yields & 1 << UInt16(Yield.spreadOneLineOff.rawValue) != 0 { page?.yielded.append(.spreadOneLineOff) }
      row = 0
      ownNotes = 0
      carriedIn = Int(step.carried)
    }
    close(carriedOut: 0)
    return pages
  }
}
