internal import PageDesign
package import Typesetting
internal import Units
package import Verification

extension PageList {
  /// Where the words of the manuscript stand on the pages: pages that octavo made up are
  /// set aside as a whole, heads and folios by position.
  package var textPlaces: PrintedLayout {
    let pages = pages.enumerated().map { index, record in
      var page = PrintedLayout.Page(label: label(ofPage: index), frame: textFrame(isRecto: record.isRecto))
      switch record.kind {
      case .text, .imprint, .blank: break
      case .title, .contents: page.isSetAside = true
      }
      if design.writing == .vertical {
        page.corner = .init(x: design.blockEdge(isRecto: record.isRecto).points, y: design.top.points)
      }
      return page
    }
    return PrintedLayout(pages: pages, width: design.trim.width.points, height: design.trim.height.points)
  }

  /// The text block; its sides count where numbers of lines stand beside it.
  private func textFrame(isRecto: Bool) -> PrintedLayout.Frame {
    guard design.writing == .horizontal else {
      let leading = design.leading.points
      return PrintedLayout.Frame(
        top: -leading, bottom: (Double(design.rows) + 1.2) * leading, left: -leading / 2,
        right: design.measure.points + leading)
    }
    let top = design.top.points
    // A page of a long spread has one row more; the folio's middle is 1.8 leadings below the text.
    var frame = PrintedLayout.Frame(top: top, bottom: top + (Double(design.rows) + 1.2) * design.leading.points)
    guard design.lineNumberStep > 0 else { return frame }
    // the numbers stand an em outside; what hangs does not reach so far
    let give = design.size.points * 0.8
    let left = design.leftMargin(isRecto: isRecto).points
    frame.left = left - give
    frame.right = left + design.measure.points + give
    return frame
  }
}

extension PrintedLayout {
  /// What was found out when pages were drawn.
  /// - Parameter files: of each page, the manuscript's file that its lines come from.
  mutating func add(_ traits: [Int: PageTraits], files: [UInt16]) {
    for (index, found) in traits where pages.indices.contains(index) {
      let file = Int(files[index]) << 32
      pages[index].cells = found.cells.map {
        Cell(
          left: $0.left, right: $0.right, baseline: $0.baseline, order: file + Int($0.source),
          isReaching: $0.isReaching)
      }
      pages[index].columns = found.columns.map {
        Frame(top: $0.top, bottom: $0.bottom, left: $0.left, right: $0.right)
      }
      pages[index].marks = found.marks.map {
        Mark(left: $0.left, right: $0.right, top: $0.top, bottom: $0.bottom, text: $0.text)
      }
      pages[index].notesTop = found.notesTop
      pages[index].readings = found.readings.map {
        Frame(top: $0.top, bottom: $0.bottom, left: $0.left, right: $0.right)
      }
    }
  }
}

extension OutputSheet {
  var textPlaces: [PrintedLayout.Place] {
    pages.map { PrintedLayout.Place(page: $0.index, x: $0.x, y: $0.y, factor: $0.factor) }
  }
}
