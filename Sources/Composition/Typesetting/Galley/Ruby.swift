internal import Design
internal import PageModel
internal import Shaping

/// The reading of a word, set small above it (JLREQ, 3.3: half the size, no break within).
package struct SetRuby: Sendable, Equatable {
  /// The word's items, in the items of the galley or list, with the room before, between and behind them.
  package var items: Range<UInt32>
  /// The reading's letters, or its words where it is written in letters of the alphabet.
  var words: [WordID]
  /// Spaces stand between the words.
  var isSpelt: Bool
  /// It goes on with a reading, behind a space if it is spelt.
  var isRest: Bool
  /// How far it may reach over the text on either side, 1/1024 pt.
  var before, behind: PackedLength

  init(_ plan: RubyPlan, items: Range<UInt32>) {
    self.items = items
    (words, isSpelt, isRest) = (plan.words, plan.isSpelt, plan.isRest)
    (before, behind) = (plan.before, plan.behind)
  }
}

/// Places where a word has its reading above, while its paragraph is parted into items.
struct RubyWord {
  /// Bytes of the paragraph that the word is of.
  var base: Range<Int>
  var reading = ""
  /// Of the reading.
  var style: Int
}

/// How the pieces of a word are set with their reading, or the rest of a reading behind its word.
struct RubyPlan {
  /// Of the paragraph; none for a rest.
  var pieces: Range<Int>
  var words: [WordID] = []
  var isSpelt = false
  var isRest = false
  var before: PackedLength = 0
  var behind: PackedLength = 0
  /// Room at either end and between pieces, 1/1024 pt: a reading wider than its word sets the word wide.
  var edge: PackedLength = 0
  var between: PackedLength = 0

  /// Ems of the text that are kept on one line. What is longer of a reading goes on behind the word, all of it
  /// where the word is longer itself.
  private static let longest: Int32 = 10

  /// - Parameters:
  ///   - words: ascending.
  ///   - bytes: of the paragraph.
  static func plans(_ words: [RubyWord], pieces: [Shaper.Piece], bytes: [UInt8], shaper: Shaper) -> [RubyPlan] {
    var plans: [RubyPlan] = []
    var first = 0
    for word in words {
      while first < pieces.count, pieces[first].bytes.lowerBound < word.base.lowerBound { first += 1 }
      var end = first
      while end < pieces.count, pieces[end].bytes.lowerBound < word.base.upperBound { end += 1 }
      func width(_ id: WordID) -> PackedLength { PackedLength(units: shaper.text.words[Int(id)].advance) }
      let base = pieces[first..<end].reduce(0) { $0 + width($1.word) }
      let isSpelt = word.reading.hasAlphabetLetters
      let space = PackedLength(units: isSpelt ? shaper.text.styles[word.style].spaceAdvance : 0)
      let em = PackedLength(units: shaper.text.styles[word.style].look.em) * 2
      var plan = RubyPlan(pieces: base > longest * em ? end..<end : first..<end, isSpelt: isSpelt)
      // half a letter of the reading over kana, of which no other reading stands above
      if isKana(at: word.base.lowerBound - 3, in: bytes) { plan.before = em / 4 }
      if isKana(at: word.base.upperBound, in: bytes) { plan.behind = em / 4 }
      var reach: PackedLength = 0
      for letter in letters(of: word.reading, areWords: isSpelt, style: word.style, shaper: shaper) {
        let more = width(letter) + (plan.words.isEmpty ? 0 : space)
        if !plan.words.isEmpty, reach + more > longest * em {
          plan.spread(reach - (plan.pieces.isEmpty ? 0 : base))
          plans.append(plan)
          (plan, reach) = (RubyPlan(pieces: end..<end, isSpelt: isSpelt, isRest: true), space)
        }
        plan.words.append(letter)
        reach += more
      }
      plan.spread(reach - (plan.pieces.isEmpty ? 0 : base))
      plans.append(plan)
      first = end
    }
    return plans
  }

  /// Parts what the reading is wider than its word into what reaches over the text beside it and room about the pieces,
  /// half as much at the ends as between them.
  private mutating func spread(_ wider: PackedLength) {
    (before, behind) = wider > 0 ? (min(before, wider / 2), min(behind, wider / 2)) : (0, 0)
    let room = wider - before - behind
    guard room > 0 else { return }
    let count = Int32(max(1, pieces.count))
    (edge, between) = (room / (2 * count), room / count)
  }

  private static func letters(of reading: String, areWords: Bool, style: Int, shaper: Shaper) -> [WordID] {
    let parts =
      areWords
      ? reading.split(whereSeparator: \.isWhitespace).flatMap(ofOneDirection)
      : reading.filter { !$0.isWhitespace }.map(String.init)
    return parts.map { part in
      var part = part
      return part.withUTF8 {
        // of a longer one nobody reads more
        shaper.word(UnsafeBufferPointer(rebasing: $0.prefix(Shaper.longestWord)), style: style)
      }
    }
  }

  /// A word parted where its letters turn: each part is set from its own beginning.
  private static func ofOneDirection(_ word: Substring) -> [String] {
    var parts: [String] = []
    var direction: Bool?
    for letter in word {
      // figures run to the right everywhere
      let own = letter.unicodeScalars.lazy.compactMap {
        $0.properties.numericType == nil ? ItemBuilder.isRightToLeft($0) : false
      }.first
      if parts.isEmpty || own != nil && direction != nil && own != direction {
        parts.append("")
        direction = nil
      }
      parts[parts.count - 1].append(letter)
      direction = direction ?? own
    }
    return parts
  }

  /// Hiragana and katakana, U+3041 to U+30FF, which all begin with E3 81 to E3 83.
  private static func isKana(at byte: Int, in bytes: [UInt8]) -> Bool {
    byte >= 0 && byte + 2 < bytes.count && bytes[byte] == 0xE3 && (0x81...0x83).contains(bytes[byte + 1])
  }
}

extension ParagraphItems {
  /// Room about a word that has a reading, or within it.
  mutating func add(room: PackedLength, joint: TextItem.Joint, style: Int, source: UInt32, _ shaper: Shaper) {
    items.append(TextItem(word: shaper.room(room.units, style: style), joint: joint))
    sources.append(source)
  }

  /// The room that goes before a piece of a word with a reading; nil for any other.
  /// - Parameter plans: of the words that are not all set.
  mutating func beginRuby(_ plans: inout ArraySlice<RubyPlan>, at piece: Int) -> (width: PackedLength, isWithin: Bool)?
  {
    guard let plan = plans.first, plan.pieces.contains(piece) else { return nil }
    guard piece == plan.pieces.lowerBound else { return (plan.between, true) }
    let start = UInt32(items.count)
    rubies.append(SetRuby(plan, items: start..<start))
    return (plan.edge, false)
  }

  /// Ends the word whose last piece has been set, and sets what its reading is longer than it.
  mutating func endRuby(
    _ plans: inout ArraySlice<RubyPlan>, at piece: Int, style: Int, source: UInt32, _ shaper: Shaper
  ) {
    if let plan = plans.first, plan.pieces.last == piece {
      if plan.edge > 0 { add(room: plan.edge, joint: .closed, style: style, source: source, shaper) }
      rubies[rubies.count - 1].items = rubies[rubies.count - 1].items.lowerBound..<UInt32(items.count)
      plans.removeFirst()
    }
    while let rest = plans.first, rest.pieces.isEmpty, rest.pieces.lowerBound <= piece + 1 {
      let start = UInt32(items.count)
      add(room: 2 * rest.edge, joint: .open, style: style, source: source, shaper)
      rubies.append(SetRuby(rest, items: start..<start + 1))
      plans.removeFirst()
    }
  }
}

/// The readings of a line's words, drawn as the words are.
struct LineRubies {
  private let rubies: ArraySlice<SetRuby>
  private let items: Range<UInt32>
  /// The line ends within its last word.
  private let isParted: Bool

  /// For a line without any.
  init() {
    rubies = []
    items = 0..<0
    isParted = false
  }

  /// - Parameter rubies: in the order of their items.
  init(_ rubies: [SetRuby], of line: LineRecord) {
    items = line.firstItem..<line.endItem
    isParted = line.endByte > 0
    // a word that the line before began is among them
    let first = rubies.lowerBound { $0.items.upperBound <= line.firstItem }
    self.rubies = rubies[first...].prefix { $0.items.lowerBound < line.endItem }
  }

  var isEmpty: Bool { rubies.isEmpty }

  /// Whether a segment is the first of a word with a reading.
  func begins(_ segment: LineSegment) -> Bool {
    !segment.isGlue && rubies.contains { $0.items.lowerBound == items.lowerBound + UInt32(segment.index) }
  }

  /// The reading of the word that a segment is the last of; that of a word parted between lines stands above its end.
  func ending(with segment: LineSegment) -> SetRuby? {
    guard !segment.isGlue, !(isParted && Int(segment.index) == items.count - 1) else { return nil }
    return rubies.first { $0.items.upperBound == items.lowerBound + UInt32(segment.index) + 1 }
  }

  /// Where a reading may stand: not past the line's ends.
  func room(of ruby: SetRuby, from start: Double, to end: Double) -> ClosedRange<Double> {
    let (before, behind) = (Double(ruby.before) / 1024, Double(ruby.behind) / 1024)
    let isFirst = ruby.items.lowerBound == items.lowerBound
    let isLast = ruby.items.upperBound == items.upperBound
    switch (isFirst, isLast) {
    case (true, false): return start...max(start, end + before + behind)
    case (false, true): return min(end, start - before - behind)...end
    default: return start - before...max(start, end) + behind
    }
  }
}

extension Pen {
  /// Another pen for the same line's words, at another place.
  func beginning(at x: Double, y: Double) -> Pen {
    var pen = Pen(x: x, y: y, compensates: compensates, ink: ink)
    (pen.isShape, pen.block, pen.link) = (isShape, block, link)
    return pen
  }

  /// Draws a reading.
  /// - Parameter room: points from the trim's left edge.
  mutating func draw(
    _ ruby: SetRuby, within room: ClosedRange<Double>, table: ShapedTextPointers, into page: inout Page
  ) {
    guard let first = ruby.words.first else { return }
    let before = page.runs.count
    let style = table.words[Int(first)].style
    let em = Double(table.styles[Int(style)].look.em) / 1024
    let space = ruby.isSpelt ? Double(table.styles[Int(style)].spaceAdvance) / 1024 : 0
    let room = min(room.lowerBound + (ruby.isRest ? space : 0), room.upperBound)...room.upperBound
    let count = Double(ruby.words.count)
    let natural = ruby.words.reduce(space * (count - 1)) { $0 + Double(table.words[Int($1)].advance) / 1024 }
    let free = room.upperBound - room.lowerBound - natural
    // 1 : 2 : 1, but no further from the word's ends than half of its letter
    let edge = min(free / (2 * count), em)
    let between = count > 1 ? (free - 2 * edge) / (count - 1) : 0
    let start = count > 1 ? room.lowerBound + edge : (room.lowerBound + room.upperBound - natural) / 2
    x = start
    for (index, word) in ruby.words.enumerated() {
      var segment = LineSegment(word: word, style: style)
      segment.glyphs = 0..<table.words[Int(word)].glyphCount
      segment.bytes = 0..<table.words[Int(word)].textCount
      segment.isWhole = !segment.glyphs.isEmpty
      segment.advance = table.words[Int(word)].advance
      if index > 0 {
        segment.drawsSpace = ruby.isSpelt
        segment.spaceFont = table.styles[Int(style)].spaceFont
        segment.space = (space + between) * 1024
      }
      draw(segment, table: table, into: &page)
    }
    close(into: &page)
    for index in page.looks.indices.dropFirst(before) { page.looks[index].isReading = true }
  }
}

extension PageAssembler {
  /// Draws the reading of the word that was drawn last, above it.
  func drawReading(
    _ ruby: SetRuby, within room: ClosedRange<Double>, with pen: inout Pen, _ table: ShapedTextPointers,
    into page: inout Page
  ) {
    guard let first = ruby.words.first else { return }
    pen.close(into: &page)
    let look = table.styles[Int(table.words[Int(first)].style)].look
    let em = Double(look.em) / 1024
    // the letters' squares, which reach 0.88 of the em above the baseline, stand on each other
    // or, about the middle of a vertical line, half of it
    let height = list.design.writing == .vertical ? 1.5 : 0.88 * 2 + 0.12
    var above = pen.beginning(at: room.lowerBound, y: pen.y - height * em)
    above.draw(ruby, within: room, table: table, into: &page)
  }
}

extension String {
  /// Whether it has letters of an alphabet: words of those are parted by spaces and hyphens.
  var hasAlphabetLetters: Bool {
    unicodeScalars.contains { $0.value < 0x2E80 && $0.properties.isAlphabetic }
  }
}
