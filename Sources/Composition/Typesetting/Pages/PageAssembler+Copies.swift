internal import BookModel
internal import Design
internal import Libc
internal import PageModel
internal import Pango
internal import Shaping
internal import Units

/// What only copies to mark and to pass round have on their pages.
extension PageAssembler {
  // MARK: Line numbers

  /// Numbers every few lines of a page in its outside margin, headings counted, notes not.
  /// - Parameters:
  ///   - left: the text block's edge, points from the trim's left.
  ///   - top: the first row's baseline, points from the trim's top.
  func numberLines(of record: PageRecord, left: Double, top: Double, into page: inout Page) {
    let step = list.design.lineNumberStep
    let gutter = list.design.size
    var count = 0
    var last = PackedLength(units: .min)
    var column = ColumnPlace.whole
    let lines = list.lines[Int(record.firstLine)..<Int(record.endLine)]
    // what stands in the outside margin leaves them the other one
    let isAtInside = lines.contains(where: \.column.isMargin)
    for line in lines where !line.column.isMargin {
      // what stands beside another line, as the cells of a row do, is the same line
      if line.column != column { (column, last) = (line.column, PackedLength(units: .min)) }
      guard line.isText, line.firstItem < line.endItem, line.y > last else { continue }
      last = line.y
      count += 1
      guard count % step == 0 else { continue }
      builder.build([Inline(String(count))], block: resolver.display(.lineNumber), shaper: shaper, into: &head)
      let width = Double(width(of: head.items)) / 1024
      // above a vertical line
      let isAtRight =
        list.design.writing == .horizontal && list.design.isInsideLeft(isRecto: record.isRecto) != isAtInside
      let (start, columnWidth) = list.design.column(column)
      let right = list.design.trim.width.points - left - list.design.measure.points
      let margin = !column.isWhole ? min(left, right) : isAtRight ? right : left
      let room = list.design.writing == .vertical ? .infinity : margin
      // in the middle of a margin that has no room for an em beside it
      let gap = min(list.design.size.points, max(0, (room - width) / 2))
      // outside of the first column and the last, before those between
      let x =
        column.isWhole && isAtRight
          || !column.isWhole && start > .zero && start + columnWidth + gutter >= list.design.measure
        ? left + list.design.measure.points + gap
        : left + start.points - (start > .zero ? gutter.points / 4 : gap) - width
      let label = LineRecord(firstItem: 0, endItem: UInt32(head.items.count))
      shaper.text.withPointers {
        place(
          label, items: head.items, table: $0, left: list.design.writing == .vertical ? x : max(0, x),
          top: top + Double(line.y) / 1024, into: &page)
      }
    }
  }

  // MARK: Watermark

  /// The watermark along the page's diagonal, as large as seven tenths of it allow.
  func makeWatermark() -> Watermark? {
    let design = list.design
    let (width, height) = (design.trim.width.points, design.trim.height.points)
    let diagonal = (width * width + height * height).squareRoot()
    var style = BlockStyle(isBold: true, hyphenates: false, hangs: false)
    builder.build([Inline(design.watermark)], block: style, shaper: shaper, into: &head)
    let natural = Double(self.width(of: head.items)) / 1024
    guard natural > 0 else { return nil }
    style.scale = min(diagonal * 0.7 / natural, height * 0.2 / design.size.points)
    builder.build([Inline(design.watermark)], block: style, shaper: shaper, into: &head)
    let set = Double(self.width(of: head.items)) / 1024
    var made = Page(size: design.trim, label: "")
    let line = LineRecord(firstItem: 0, endItem: UInt32(head.items.count))
    shaper.text.withPointers {
      // about the middle: half of a capital's height, some 0.65 em, stands above it
      place(
        line, items: head.items, table: $0, left: -set / 2, top: design.size.points * style.scale * 0.33, into: &made)
    }
    return Watermark(
      runs: made.runs, glyphs: made.glyphs, x: width / 2, y: height / 2, angle: atan2(height, width), grey: 0.88)
  }
}
