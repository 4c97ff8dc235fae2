internal import PageDesign
internal import PageModel
package import Typesetting
internal import Units
package import Verification

extension PageList {
  /// Where the words of the manuscript stand on the pages: pages that octavo made up are
  /// set aside as a whole, heads and folios by position.
  package var textPlaces: PrintedLayout {
    let pages = pages.enumerated().map { index, record in
      var page = PrintedLayout.Page(folio: label(ofPage: index), frame: textFrame(isRecto: record.isRecto))
      page.isSetAside = record.kind == .title || record.kind == .contents
      page.isOpener = record.isOpener
      if design.writing == .vertical {
        page.corner = (design.blockEdge(isRecto: record.isRecto).points, design.top.points)
      }
      return page
    }
    return PrintedLayout(pages: pages, width: design.trim.width.points, height: design.trim.height.points)
  }

  /// The text block; its sides count where numbers of lines stand beside it.
  private func textFrame(isRecto: Bool) -> PageTraits.Box {
    guard design.writing == .horizontal else {
      let leading = design.leading.points
      return PageTraits.Box(
        top: -leading, bottom: (Double(design.rows) + 1.2) * leading, left: -leading / 2,
        right: design.measure.points + leading)
    }
    let top = design.top.points
    // A page of a long spread has one row more; the folio's middle is 1.8 leadings below the text.
    var frame = PageTraits.Box(top: top, bottom: top + (Double(design.rows) + 1.2) * design.leading.points)
    guard design.lineNumberStep > 0 else { return frame }
    // the numbers stand an em outside; what hangs does not reach so far
    let give = design.size.points * 0.8
    let left = design.leftMargin(isRecto: isRecto).points
    frame.left = left - give
    frame.right = left + design.measure.points + give
    return frame
  }
}

extension OutputSheet {
  var textPlaces: [PrintedLayout.PageOnSheet] {
    pages.map { PrintedLayout.PageOnSheet(page: $0.index, x: $0.x, y: $0.y, factor: $0.factor) }
  }
}
