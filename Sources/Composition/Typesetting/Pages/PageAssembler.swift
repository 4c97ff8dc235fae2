package import BookModel
internal import Design
package import PageModel
package import Shaping
package import Units

/// Makes pages of a `PageList`, one at a time: glyphs looked up, placed, in visual
/// order, with running head and folio. Keeps none. For one thread.
package final class PageAssembler {
  /// Grows where pages are set as they are asked for (`IncrementalLayout`).
  @exclusivity(unchecked) package var list: PageList
  let shaper: Shaper
  /// Whose words pages of `PageRecord.ownTable` are made of.
  private let words: Shaper
  /// Lines end with a space and are drawn in reading order, links are runs of their own: the file is to
  /// say what its pages are made of.
  package var isTagged = false
  /// Links stay numbers: where they lead is not known yet.
  package var defersLinks = false
  let resolver: StyleResolver
  var builder: ItemBuilder
  var head = ParagraphItems()
  /// Corrects for the glyph widths that cairo 1.16 truncates in PDF; off for PNG and SVG.
  let compensates: Bool
  @exclusivity(unchecked) var segments: [LineSegment] = []
  let ink = RunInk()
  @exclusivity(unchecked) var furniture: [FurniturePlace: Furniture] = [:]
  /// Made for the first page, the same on all.
  private lazy var watermark = makeWatermark()

  /// - Parameters:
  ///   - shaper: for running heads and folios.
  ///   - words: for lines whose table is nobody else's; nil for `shaper`.
  package init(_ list: PageList, shaper: Shaper, words: Shaper? = nil, compensatesWidths: Bool) {
    self.list = list
    self.shaper = shaper
    self.words = words ?? shaper
    compensates = compensatesWidths
    // heads and folios run across whichever way the text does
    var design = list.design
    design.writing = .horizontal
    resolver = StyleResolver(design: design, language: list.language)
    builder = ItemBuilder(resolver: resolver, noteMark: { _ in "" })
  }

  /// Makes a page in `page`, whose storage is used again.
  package func assemble(_ index: Int, into page: inout Page) {
    let record = list.pages[index]
    page.clear(size: list.design.trim, label: list.label(ofPage: index))
    page.isRecto = record.isRecto
    guard record.kind != .blank else { return }
    if !list.design.watermark.isEmpty { page.watermark = watermark }
    let margin = list.design.leftMargin(isRecto: record.isRecto).points
    // vertical lines are placed as if they ran across, from the block's upper right corner, and turned about it
    let isTurned = list.design.writing == .vertical
    let left = isTurned ? 0 : margin
    let first = (isTurned ? 0 : list.design.top.units) + Int(list.firstBaseline)
    for rule in list.rules[Int(record.firstRule)..<Int(record.endRule)] {
      page.add(rule, left: left, top: Double(first) / 1024)
    }
    // their letters stand about the middle of the row
    let top = isTurned ? list.design.leading.units / 2 : first
    let draw = { [self] (table: ShapedTextPointers, page: inout Page) in
      for line in list.lines[Int(record.firstLine)..<Int(record.endLine)] where !line.flags.contains(.isHidden) {
        let first = page.runs.count
        place(line, table: table, left: left, top: Double(top) / 1024, into: &page)
        if page.keepsLines { page.note(line, runs: first) }
      }
    }
    if record.table == PageRecord.ownTable {
      words.text.withPointers { draw($0, &page) }
    } else {
      list.tables[Int(record.table)].withPointers { draw($0, &page) }
    }
    if !record.isPlate, record.kind == .text, list.design.lineNumberStep > 0 {
      numberLines(of: record, left: left, top: Double(top) / 1024, into: &page)
    }
    if isTurned {
      let edge = list.design.blockEdge(isRecto: record.isRecto).points
      page.turn(aboutX: edge, y: list.design.top.points)
    }
    if record.isPlate || record.isPartTitle && !list.design.partsHaveFolio { return }
    if record.kind == .text || record.kind == .contents { furnish(record, index: index, left: margin, into: &page) }
  }

  // MARK: Lines apart

  /// Places one line of text with its left end at x = 0 and its baseline at `y`, both from
  /// the page's top left corner, whatever the design's margins.
  /// - Returns: its width.
  package func label(_ text: String, colour: Colour, y: Double, into page: inout Page) -> Length {
    var style = InlineStyle()
    style.extras.colour = colour
    builder.build(
      [Inline(text, style: style)], block: BlockStyle(hyphenates: false, hangs: false), shaper: shaper, into: &head)
    guard !head.items.isEmpty else { return .zero }
    let width = width(of: head.items)
    var flags: LineRecord.Flags = []
    if head.isRightToLeft { flags.insert(.isRightToLeft) }
    if head.hasLevels { flags.insert(.hasLevels) }
    // a line that is set leftwards counts from the measure's right end
    let x = head.isRightToLeft ? PackedLength(clamping: list.design.textWidth.units - width) : 0
    let line = LineRecord(firstItem: 0, endItem: UInt32(head.items.count), x: x, flags: flags)
    shaper.text.withPointers { place(line, items: head.items, table: $0, left: 0, top: y, into: &page) }
    return Length(units: width)
  }

  /// Natural width, 1/1024 pt.
  func width(of items: [TextItem]) -> Int {
    items.indices.reduce(0) { $0 + width(ofItem: $1, in: items) }
  }

  /// With the space before it, 1/1024 pt.
  func width(ofItem index: Int, in items: [TextItem]) -> Int {
    let word = shaper.text.words[Int(items[index].word)]
    guard index > 0 else { return Int(word.advance) }
    if items[index].joint == .scripts || items[index].joint == .scriptsTied {
      let em = shaper.text.em(between: items[index - 1].word, and: items[index].word)
      return Int(word.advance) + Int(Glue.scripts(em).space)
    }
    guard items[index].joint.isSpace else { return Int(word.advance) }
    return Int(word.advance) + Int(shaper.text.space(between: items[index - 1].word, and: items[index].word))
  }
}
