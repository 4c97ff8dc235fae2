internal import BookModel
internal import Design
internal import PageModel
internal import Shaping
internal import Units

// Lines on a page.

extension PageAssembler {
  func place(_ line: LineRecord, table: ShapedTextPointers, left: Double, top: Double, into page: inout Page) {
    let areas = list.links.isEmpty ? LinkAreas() : LinkAreas(list.links, of: line)
    let pictures =
      list.pictures.isEmpty ? LinePictures() : LinePictures(list.pictures, of: line, on: list.design)
    let rubies = list.rubies.isEmpty ? LineRubies() : LineRubies(list.rubies, of: line)
    list.items.withUnsafeBufferPointer {
      place(
        line, items: UnsafeBufferPointer(rebasing: $0[Int(line.firstItem)..<Int(line.endItem)]), table: table,
        measure: list.design.measure, left: left, top: top, areas: areas, pictures: pictures, rubies: rubies,
        into: &page)
    }
  }

  /// A line that runs across whichever way the text does.
  func place(
    _ line: LineRecord, items: [TextItem], table: ShapedTextPointers, left: Double, top: Double, into page: inout Page
  ) {
    items.withUnsafeBufferPointer {
      place(
        line, items: $0, table: table, measure: list.design.textWidth, left: left, top: top, areas: LinkAreas(),
        pictures: LinePictures(), rubies: LineRubies(), into: &page)
    }
  }

  private func place(
    _ line: LineRecord, items: UnsafeBufferPointer<TextItem>, table: ShapedTextPointers, measure: Length, left: Double,
    top: Double, areas: consuming LinkAreas, pictures: LinePictures, rubies: LineRubies, into page: inout Page
  ) {
    let column = line.column.isWhole ? (start: .zero, width: measure) : list.design.column(line.column)
    let left = left + column.start.points
    var pen = Pen(
      x: left + Double(line.x) / 1024, y: top + Double(line.y) / 1024, steps: line.expansion,
      compensates: compensates && !line.flags.contains(.isShape), ink: ink)
    pen.isShape = line.flags.contains(.isShape)
    pen.block = line.kind == .ornament ? .none : line.block
    let isTagged = isTagged && pen.block.isOfBook && !pen.isShape
    // nor does one stand within a word
    let mayEndWithSpace = isTagged && line.endByte == 0 && line.flags.isDisjoint(with: [.showsHyphen, .hasLevels])
    if let size = PageAssembler.sizeOfPlain(items, table: table), line.isOfWholeWords, areas.isEmpty, pictures.isEmpty,
      rubies.isEmpty
    {
      pen.draw(items, size: size, ratio: Double(line.ratio), table: table, into: &page)
      if mayEndWithSpace { pen.endWithSpace() }
      return pen.finish(into: &page)
    }
    let has = gather(line, items: items, table: table)
    guard !segments.isEmpty else { return }
    let measure = Double(column.width.units)
    let total = naturalWidth(of: line, factor: pen.factor, hasLeaders: has.leaders)
    var x = Double(line.x)
    if line.flags.contains(.isCentred) {
      x += (measure - total) / 2
    } else if line.flags.contains(.isTrailing) != line.flags.contains(.isRightToLeft) {
      // a leader takes all that is left
      x = has.leaders ? 0 : measure - x - total
    }
    if has.levels {
      Bidi.reorder(&segments, isRightToLeft: line.flags.contains(.isRightToLeft))
    }
    pen.x = left + x / 1024
    let firstGlyph = page.glyphs.count
    var order: [SegmentRuns]? =
      has.levels && isTagged && (!areas.isEmpty || !pictures.isEmpty || hasLanguages(table)) ? [] : nil
    if areas.isEmpty, pictures.isEmpty, rubies.isEmpty, !has.leaders, order == nil {
      if has.levels {
        drawLevels(with: &pen, table: table, into: &page)
      } else {
        for segment in segments { pen.draw(segment, table: table, into: &page) }
      }
    } else {
      let gap = (measure - Double(line.x) - total) / 1024
      draw(
        line, with: &pen, areas: areas, pictures: pictures, rubies: rubies, gap: gap, order: &order, table: table,
        into: &page)
    }
    if isTagged, !has.levels, line.startByte > 0 || line.endByte > 0 {
      noteDivisions(of: line, items, table, glyphs: firstGlyph..<pen.drawn(in: page), into: &page)
    }
    if !pictures.isEmpty { page.divisions.sort { $0.glyphs.lowerBound < $1.glyphs.lowerBound } }
    // no space stands between one ideograph and the next, be it in another line
    if mayEndWithSpace, !has.ideographs { pen.endWithSpace() }
    pen.finish(into: &page)
    if let order { page.putPartsInReadingOrder(order) }
  }

  /// Draws the segments of a line with words that run to the left.
  private func drawLevels(with pen: inout Pen, table: ShapedTextPointers, into page: inout Page) {
    var index = 0
    while index < segments.count {
      let next = index + 1
      if segments[index].isGlue, next < segments.count,
        pen.draw(segments[index], behind: segments[next], table: table, into: &page)
      {
        index += 2
      } else {
        pen.draw(segments[index], table: table, into: &page)
        index += 1
      }
    }
  }

  /// Words of the line are of several languages.
  private func hasLanguages(_ table: ShapedTextPointers) -> Bool {
    guard let first = segments.first else { return false }
    let language = table.styles[Int(first.style)].language
    return segments.contains { table.styles[Int($0.style)].language != language }
  }

  /// Tells of the words that the line has parts of, where a hyphen was put in: what else parts words is
  /// the manuscript's.
  /// - Parameter glyphs: of the line.
  private func noteDivisions(
    of line: LineRecord, _ items: UnsafeBufferPointer<TextItem>, _ table: ShapedTextPointers, glyphs: Range<Int>,
    into page: inout Page
  ) {
    guard let first = segments.first, let last = segments.last else { return }
    func word(_ index: Int) -> String {
      let word = table.words[Int(items[index].word)]
      let text = table.text[Int(word.textStart)..<Int(word.textStart) + Int(word.textCount)]
      return String(decoding: text, as: UTF8.self).filter { $0 != "\u{AD}" }
    }
    // a shadow's glyphs stand among those of the text
    guard table.styles[Int(first.style)].look.shadow == nil, table.styles[Int(last.style)].look.shadow == nil else {
      return
    }
    let front = glyphs.lowerBound + first.glyphs.count + (first.showsHyphen ? 1 : 0)
    if table.isHyphenated(items[0].word, at: line.startByte), front <= glyphs.upperBound {
      page.divisions.append(WordDivision(glyphs: glyphs.lowerBound..<front, word: word(0), isContinued: true))
    }
    let back = glyphs.upperBound - last.glyphs.count - (last.showsHyphen ? 1 : 0)
    let isOther = items.count > 1 || page.divisions.last?.glyphs.lowerBound != glyphs.lowerBound
    if last.showsHyphen, isOther, back >= glyphs.lowerBound {
      page.divisions.append(
        WordDivision(glyphs: back..<glyphs.upperBound, word: word(items.count - 1), isContinued: false))
    }
  }

  /// The room a line's segments take at their natural widths, where the line is placed by it; 1/1024 pt.
  private func naturalWidth(of line: LineRecord, factor: Double, hasLeaders: Bool) -> Double {
    // justified lines begin at x and come out at the measure
    guard hasLeaders || !line.flags.isDisjoint(with: [.isCentred, .isTrailing, .isRightToLeft]) else { return 0 }
    return segments.reduce(0) {
      $1.isLeader ? $0 : $0 + $1.space + Double($1.advance) * ($1.glyphs.isEmpty ? 1 : factor)
    }
  }

  /// Draws the segments of a line that has links, pictures, readings above words or leaders, whose words are to be told of, or
  /// whose runs are of several directions.
  /// - Parameters:
  ///   - gap: of a leader, points.
  ///   - order: takes the runs of each segment.
  private func draw(
    _ line: LineRecord, with pen: inout Pen, areas: consuming LinkAreas, pictures: LinePictures, rubies: LineRubies,
    gap: Double, order: inout [SegmentRuns]?, table: ShapedTextPointers, into page: inout Page
  ) {
    var areas = areas
    let hasLinks = !areas.isEmpty
    let firstLink = page.links.count
    let marksLinks = isTagged && pen.block.isOfBook && !pen.isShape
    var word = pen.x
    for segment in segments {
      let firstRun = page.runs.count
      if rubies.begins(segment) { word = pen.x + segment.space / 1024 }
      if hasLinks {
        areas.begin(segment, at: pen.x, list: list, isDeferred: defersLinks, into: &page)
        if marksLinks, areas.link(on: page) != pen.link {
          pen.close(into: &page)
          pen.link = areas.link(on: page)
        }
      }
      if segment.isLeader {
        pen.close(into: &page)
        pen.block = .none
        pen.leader(gap, style: segment.style, measured: table.styles[Int(segment.style)], table: table, into: &page)
        pen.block = line.block
      } else {
        pen.draw(segment, table: table, into: &page)
        if segment.isGlue {
          // the space before a picture has its number
        } else if segment.glyphs.isEmpty, let formula = pictures.formula(segment) {
          pen.draw(
            formula, room: Double(segment.advance) / 1024, style: segment.style,
            colour: table.styles[Int(segment.style)].look.colour, isTagged: marksLinks, into: &page)
        } else if segment.glyphs.isEmpty {
          let count = page.pictures.count
          pictures.draw(segment, end: pen.x, baseline: pen.y, glyph: pen.drawn(in: page), into: &page)
          for index in count..<page.pictures.count { page.pictures[index].block = line.block }
        }
      }
      if let ruby = rubies.ending(with: segment) {
        drawReading(ruby, within: rubies.room(of: ruby, from: word, to: pen.x), with: &pen, table, into: &page)
      }
      if hasLinks { areas.end(at: pen.x, baseline: pen.y, measured: table.styles[Int(segment.style)]) }
      if order != nil {
        pen.close(into: &page)
        order?.append(SegmentRuns(of: segment, runs: firstRun..<page.runs.count))
      }
    }
    areas.close(into: &page)
    // a head that is said again has its links where it was said first
    if isTagged, !line.block.isOfBook { page.links.removeSubrange(firstLink...) }
    for index in firstLink..<page.links.count { page.links[index].block = line.block }
  }

  /// Glyphs and bytes of words that are all of one style and of one font, which has a space, stand
  /// from left to right and have spaces or nothing between them: nearly every line.
  ///
  /// It also brings words, runs and glyphs near, whose places in memory have no order: in so short
  /// a loop the processor fetches many of them at a time.
  private static func sizeOfPlain(
    _ items: UnsafeBufferPointer<TextItem>, table: ShapedTextPointers
  ) -> (glyphs: Int, bytes: Int)? {
    guard let first = items.first else { return nil }
    let style = table.words[Int(first.word)].style
    guard table.words[Int(first.word)].runCount == 1 else { return nil }
    let font = table.runs[Int(table.words[Int(first.word)].runStart)].font
    var isPlain = !table.styles[Int(style)].look.isDecorated && table.hasSpace(font, style)
    var size = (glyphs: 0, bytes: 0)
    var index = 0
    while index < items.count {
      let word = table.words[Int(items[index].word)]
      guard word.style == style, word.runCount == 1, word.glyphCount > 0, items[index].joint != .leader,
        items[index].joint != .ideographic, items[index].joint.rawValue < TextItem.Joint.scripts.rawValue
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
  /// - Returns: whether there are leaders among them, any with a level, and any next to an ideograph.
  private func gather(
    _ line: LineRecord, items: UnsafeBufferPointer<TextItem>, table: ShapedTextPointers
  ) -> (leaders: Bool, levels: Bool, ideographs: Bool) {
    segments.removeAll(keepingCapacity: true)
    segments.reserveCapacity(items.count)
    let ratio = Double(line.ratio)
    var hasLeaders = false
    var hasIdeographs = false
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
          segment.spaceFont = table.spaceFont(of: segment.spaceStyle, between: before, and: word)
          let natural = table.styles[Int(segment.spaceStyle)].spaceAdvance
          segment.space =
            table.styles[Int(segment.spaceStyle)].look.hasFixedSpaces
            ? Double(natural) : Glue.width(natural, ratio: ratio, after: before.pause(before: word))
        case .ideographic:
          hasIdeographs = true
          if line.ratio > 0 {
            segment.space = ratio * Double(Glue.ideographicStretch(table.styles[Int(before.style)].look.em))
          }
        case .scripts, .scriptsTied:
          hasIdeographs = true
          let glue = Glue.scripts(table.em(between: before, and: item.word))
          segment.space = Double(glue.space) + ratio * Double(ratio < 0 ? glue.shrink : glue.stretch)
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
        segment.isBlank = word.textCount == 1 && table.text[Int(word.textStart)] == 0x20
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
    return (hasLeaders, levels != 0, hasIdeographs)
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
  /// Of the glue before the segment.
  var spaceFont: UInt16 = 0
  var level: UInt8 = 0
  var drawsSpace = false
  var showsHyphen = false
  var isLeader = false
  /// White before the word of its item, apart from it.
  var isGlue = false
  /// All of a word of its item, which has ink.
  var isWhole = false
  /// A space that stands as typed.
  var isBlank = false

  init(word: WordID, style: UInt16, index: Int32 = 0) {
    self.word = word
    self.style = style
    self.index = index
    spaceStyle = style
  }
}

extension ShapedTextPointers {
  /// Words of this font and style can have a space of the same font between them.
  @inline(__always)
  func hasSpace(_ font: UInt16, _ style: UInt16) -> Bool {
    font == styles[Int(style)].spaceFont || fonts[Int(font)].spaceGlyph > 0
  }

  /// The font whose space stands between two words: that of both, so that words of a script for which
  /// the style's font has no letters are one run with the spaces between them; else the style's.
  @inline(__always)
  func spaceFont(of style: UInt16, between first: Word, and second: Word) -> UInt16 {
    let usual = styles[Int(style)].spaceFont
    guard first.runCount == 1, second.runCount == 1, first.style == second.style, style == first.style else {
      return usual
    }
    let font = runs[Int(first.runStart)].font
    guard font != usual, font == runs[Int(second.runStart)].font, fonts[Int(font)].spaceGlyph > 0 else { return usual }
    return font
  }
}

extension ShapedTextPointers {
  /// A line that begins at that byte of a word follows one that ends in a hyphen that is not written.
  fileprivate func isHyphenated(_ word: WordID, at byte: UInt16) -> Bool {
    let word = words[Int(word)]
    let points = breaks[Int(word.breakStart)..<Int(word.breakStart) + Int(word.breakCount)]
    switch points.first(where: { $0.byte == byte })?.kind {
    case .hyphen, .softHyphen, .reluctantHyphen, .hyphenedCut: return true
    case .ownHyphen, .open, .cut, nil: return false
    }
  }
}
