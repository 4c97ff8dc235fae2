package import BookModel
internal import PageDesign
package import PageModel
package import Shaping
package import Units

/// Makes pages of a `PageList`, one at a time: glyphs looked up, placed, in visual
/// order, with running head and folio. Keeps none. For one thread.
package final class PageAssembler {
  /// Grows where pages are set as they are asked for (`ChapterTypesetter`).
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
  /// Gathered while a page is made, where they are asked for.
  @exclusivity(unchecked) package var traits: PageTraits?
  /// Corrects for the glyph widths that cairo 1.16 truncates in PDF; off for PNG and SVG.
  private let compensates: Bool
  @exclusivity(unchecked) private var segments: [LineSegment] = []
  private let ink = RunInk()
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
    resolver = StyleResolver(design: list.design, language: list.language)
    builder = ItemBuilder(resolver: resolver, noteMark: { _ in "" })
  }

  /// Makes a page in `page`, whose storage is used again.
  package func assemble(_ index: Int, into page: inout Page) {
    let record = list.pages[index]
    page.clear(size: list.design.trim, label: list.label(ofPage: index))
    if traits != nil { traits = PageTraits() }
    guard record.kind != .blank else { return }
    if !list.design.watermark.isEmpty { page.watermark = watermark }
    let left = list.design.leftMargin(isRecto: record.isRecto).points
    let top = list.design.top.units + Int(list.firstBaseline)
    for rule in list.rules[Int(record.firstRule)..<Int(record.endRule)] {
      page.add(rule, left: left, top: Double(top) / 1024)
    }
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
    if record.isPlate { return }
    if record.kind == .text, list.design.lineNumberStep > 0 {
      numberLines(of: record, left: left, top: Double(top) / 1024, into: &page)
    }
    if record.kind == .text || record.kind == .contents { furnish(record, index: index, left: left, into: &page) }
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
    let x = head.isRightToLeft ? Int32(clamping: list.design.measure.units - width) : 0
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
    let hasSpace = index > 0 && items[index].joint.isSpace
    return Int(word.advance) + (hasSpace ? Int(shaper.text.styles[Int(word.style)].spaceAdvance) : 0)
  }

  // MARK: Lines

  private func place(_ line: LineRecord, table: ShapedTextPointers, left: Double, top: Double, into page: inout Page) {
    let areas = list.links.isEmpty ? LinkAreas() : LinkAreas(list.links, of: line)
    let pictures =
      list.pictures.isEmpty ? LinePictures() : LinePictures(list.pictures, of: line, veil: list.design.pictureVeil)
    list.items.withUnsafeBufferPointer {
      place(
        line, items: UnsafeBufferPointer(rebasing: $0[Int(line.firstItem)..<Int(line.endItem)]), table: table,
        left: left, top: top, areas: areas, pictures: pictures, into: &page)
    }
  }

  func place(
    _ line: LineRecord, items: [TextItem], table: ShapedTextPointers, left: Double, top: Double, into page: inout Page
  ) {
    items.withUnsafeBufferPointer {
      place(
        line, items: $0, table: table, left: left, top: top, areas: LinkAreas(), pictures: LinePictures(), into: &page)
    }
  }

  private func place(
    _ line: LineRecord, items: UnsafeBufferPointer<TextItem>, table: ShapedTextPointers, left: Double, top: Double,
    areas: consuming LinkAreas, pictures: LinePictures, into page: inout Page
  ) {
    let column = line.column.isWhole ? (start: .zero, width: list.design.measure) : list.design.column(line.column)
    let left = left + column.start.points
    var pen = Pen(
      x: left + Double(line.x) / 1024, y: top + Double(line.y) / 1024, factor: 1 + Double(line.expansion) * 0.004,
      expansion: 1000 + Int16(line.expansion) * 4, compensates: compensates && !line.flags.contains(.isShape), ink: ink)
    pen.isShape = line.flags.contains(.isShape)
    pen.block = line.kind == .ornament ? .none : line.block
    let isTagged = isTagged && pen.block.isOfBook && !pen.isShape
    let endsWithSpace = isTagged && line.flags.isDisjoint(with: [.showsHyphen, .hasLevels])
    if let size = PageAssembler.sizeOfPlain(items, table: table), line.isOfWholeWords, areas.isEmpty, pictures.isEmpty,
      traits == nil
    {
      pen.draw(items, size: size, ratio: Double(line.ratio), table: table, into: &page)
      if endsWithSpace { pen.endWithSpace() }
      return pen.finish(into: &page)
    }
    let has = gather(line, items: items, table: table)
    guard !segments.isEmpty else { return }
    let measure = Double(column.width.units)
    // Natural places need the line's own width; justified ones begin at x and come out at the measure.
    var total = 0.0
    if !line.flags.isDisjoint(with: [.isCentred, .isTrailing, .isRightToLeft]) || has.leaders {
      for segment in segments where !segment.isLeader {
        total += segment.space + Double(segment.advance) * pen.factor
      }
    }
    var x = Double(line.x)
    if line.flags.contains(.isCentred) {
      x += (measure - total) / 2
    } else if line.flags.contains(.isTrailing) != line.flags.contains(.isRightToLeft) {
      x = measure - x - total
    }
    if has.levels {
      Bidi.reorder(&segments, isRightToLeft: line.flags.contains(.isRightToLeft))
    }
    pen.x = left + x / 1024
    if areas.isEmpty, pictures.isEmpty, !has.leaders, traits == nil {
      if has.levels, isTagged { return drawInReadingOrder(with: &pen, table: table, into: &page) }
      for segment in segments { pen.draw(segment, table: table, into: &page) }
      if endsWithSpace { pen.endWithSpace() }
      return pen.finish(into: &page)
    }
    var areas = areas
    let hasLinks = !areas.isEmpty
    let firstLink = page.links.count
    let lineStart = (x: pen.x, text: page.text.count)
    for segment in segments {
      if hasLinks {
        areas.begin(segment, at: pen.x, list: list, isDeferred: defersLinks, into: &page)
        if isTagged, areas.link(on: page) != pen.link {
          pen.close(into: &page)
          pen.link = areas.link(on: page)
        }
      }
      if segment.isLeader {
        let gap = (measure - Double(line.x) - total) / 1024
        pen.close(into: &page)
        pen.block = .none
        pen.leader(gap, style: segment.style, measured: table.styles[Int(segment.style)], table: table, into: &page)
        pen.block = line.block
      } else {
        if traits != nil {
          drawTold(segment, with: &pen, areas: areas, table: table, into: &page)
        } else {
          pen.draw(segment, table: table, into: &page)
        }
        if segment.glyphs.isEmpty {
          let count = page.pictures.count
          pictures.draw(segment, end: pen.x, baseline: pen.y, into: &page)
          for index in count..<page.pictures.count { page.pictures[index].block = line.block }
        }
      }
      if hasLinks { areas.end(segment, at: pen.x, baseline: pen.y, measured: table.styles[Int(segment.style)]) }
    }
    if endsWithSpace { pen.endWithSpace() }
    pen.finish(into: &page)
    areas.close(into: &page)
    // a head that is said again has its links where it was said first
    if self.isTagged, !line.block.isOfBook { page.links.removeSubrange(firstLink...) }
    for index in firstLink..<page.links.count { page.links[index].block = line.block }
    if traits != nil, lineStart.text < page.text.count {
      let em = Double(table.styles[Int(segments[0].style)].look.em) / 1024
      traits?.add(line, from: lineStart.x, to: pen.x, baseline: pen.y, em: em, text: page.text[lineStart.text...])
      if !line.column.isWhole {
        traits?.add(column: line.column, left: left, right: left + column.width.points, baseline: pen.y, em: em)
      }
    }
  }

  /// Draws the segments of a line with runs of several directions where they stand, but in the order
  /// in which they are read.
  private func drawInReadingOrder(with pen: inout Pen, table: ShapedTextPointers, into page: inout Page) {
    let first = page.runs.count
    var drawn: [(index: Int32, isWord: Bool, runs: Range<Int>)] = []
    for segment in segments {
      let start = page.runs.count
      pen.draw(segment, table: table, into: &page)
      pen.close(into: &page)
      drawn.append((segment.index, !segment.glyphs.isEmpty, start - first..<page.runs.count - first))
    }
    pen.finish(into: &page)
    let runs = Array(page.runs[first...])
    page.runs.removeSubrange(first...)
    // the glue before a word is of its item
    for segment in drawn.sorted(by: { ($0.index, $0.isWord ? 1 : 0) < ($1.index, $1.isWord ? 1 : 0) }) {
      page.runs += runs[segment.runs]
    }
  }

  /// Draws a segment, and tells of it if it is a note's mark.
  private func drawTold(
    _ segment: LineSegment, with pen: inout Pen, areas: LinkAreas, table: ShapedTextPointers, into page: inout Page
  ) {
    let mark = (x: pen.x + segment.space / 1024, text: pen.written(in: page) + (segment.drawsSpace ? 1 : 0))
    pen.draw(segment, table: table, into: &page)
    guard mark.text < pen.written(in: page), areas.isMark(segment) else { return }
    let look = table.styles[Int(segment.style)].look
    traits?.addMark(
      from: mark.x, to: pen.x, baseline: pen.y - Double(look.rise) / 1024, em: Double(look.em) / 1024,
      text: pen.text(from: mark.text, in: page)[...])
  }

  /// Glyphs and bytes of words that are all of one style, have one font each, that of the style's
  /// spaces, stand from left to right and have spaces or nothing between them: nearly every line.
  ///
  /// It also brings words, runs and glyphs near, whose places in memory have no order: in so short
  /// a loop the processor fetches many of them at a time.
  private static func sizeOfPlain(
    _ items: UnsafeBufferPointer<TextItem>, table: ShapedTextPointers
  ) -> (glyphs: Int, bytes: Int)? {
    guard let first = items.first else { return nil }
    let style = table.words[Int(first.word)].style
    let font = table.styles[Int(style)].spaceFont
    var isPlain = !table.styles[Int(style)].look.isDecorated
    var size = (glyphs: 0, bytes: 0)
    var index = 0
    while index < items.count {
      let word = table.words[Int(items[index].word)]
      guard word.style == style, word.runCount == 1, word.glyphCount > 0, items[index].joint != .leader,
        items[index].joint != .ideographic
      else { return nil }
      size.glyphs &+= Int(word.glyphCount)
      size.bytes &+= Int(word.textCount)
      let run = table.runs[Int(word.runStart)]
      // a word's first glyph shows its first letter
      isPlain = isPlain && run.font == font && run.level & 1 == 0 && table.glyphs[Int(word.glyphStart)].cluster == 0
      index &+= 1
    }
    return isPlain ? size : nil
  }

  /// Words and parts of words of a line, each with the glue before it, in logical order.
  /// - Returns: whether there are leaders among them, and any with a level.
  private func gather(
    _ line: LineRecord, items: UnsafeBufferPointer<TextItem>, table: ShapedTextPointers
  ) -> (leaders: Bool, levels: Bool) {
    segments.removeAll(keepingCapacity: true)
    segments.reserveCapacity(items.count)
    let ratio = Double(line.ratio)
    var hasLeaders = false
    var levels: UInt8 = 0
    var previous = 0
    for index in 0..<items.count {
      let item = items[index]
      let word = table.words[Int(item.word)]
      var segment = LineSegment(word: item.word, style: word.style, index: Int32(truncatingIfNeeded: index))
      if index > 0 {
        let before = table.words[previous]
        segment.spaceStyle = before.style
        switch item.joint {
        case .space, .tie, .unwilling:
          segment.drawsSpace = true
          segment.spaceStyle = table.spaceStyle(between: before, and: item.word)
          let natural = table.styles[Int(segment.spaceStyle)].spaceAdvance
          segment.space =
            table.styles[Int(segment.spaceStyle)].look.hasFixedSpaces
            ? Double(natural) : Glue.width(natural, ratio: ratio, after: before.pause(before: word))
        case .ideographic:
          if line.ratio > 0 {
            segment.space = ratio * Double(Glue.ideographicStretch(table.styles[Int(before.style)].look.em))
          }
        case .leader:
          hasLeaders = true
          var leader = LineSegment(word: 0, style: before.style, index: Int32(truncatingIfNeeded: index))
          leader.isLeader = true
          segments.append(leader)
        case .closed, .open, .forced: break
        }
      }
      previous = Int(item.word)
      segment.level = word.level
      let isLast = index == items.count - 1
      let start = index == 0 ? line.startByte : 0
      let end = isLast && line.endByte > 0 ? line.endByte : word.textCount
      if end - start == word.textCount {
        segment.bytes = start..<end
        segment.glyphs = 0..<word.glyphCount
        segment.isWhole = word.glyphCount > 0
        segment.advance = word.advance
      } else {
        let part = table.part(of: item.word, bytes: Int(start)..<Int(end))
        segment.word = part.word
        segment.glyphs = UInt16(part.glyphs.lowerBound)..<UInt16(part.glyphs.upperBound)
        segment.bytes = UInt16(part.bytes.lowerBound)..<UInt16(part.bytes.upperBound)
        segment.level = table.words[Int(part.word)].level
        segment.advance = table.advance(of: table.words[Int(part.word)], glyphs: part.glyphs)
      }
      if isLast, line.flags.contains(.showsHyphen) {
        segment.showsHyphen = true
        segment.advance += table.styles[Int(table.words[Int(segment.word)].style)].hyphenAdvance
      }
      levels |= segment.level
      segments.append(segment)
    }
    return (hasLeaders, levels != 0)
  }
}

/// A piece of a line between two breaks in the flow of glyphs, in 40 bytes. Lengths in 1/1024 pt.
struct LineSegment {
  /// Glue before the segment, in reading order.
  var space = 0.0
  var word: WordID
  var advance: Int32 = 0
  /// Its item, counted from the line's first.
  var index: Int32 = 0
  /// Of the word.
  var glyphs: Range<UInt16> = 0..<0
  var bytes: Range<UInt16> = 0..<0
  var style: UInt16
  var spaceStyle: UInt16
  var level: UInt8 = 0
  var drawsSpace = false
  var showsHyphen = false
  var isLeader = false
  /// All of a word of its item, which has ink.
  var isWhole = false

  init(word: WordID, style: UInt16, index: Int32 = 0) {
    self.word = word
    self.style = style
    self.index = index
    spaceStyle = style
  }
}
