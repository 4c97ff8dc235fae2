internal import BookModel
internal import PageModel
internal import Pango
internal import Shaping

/// The inlines of a paragraph as one text.
private struct WholeText {
  var bytes: [UInt8] = []
  var runs: [(end: Int, style: Int)] = []
  var starts: [(byte: Int, inline: Int)] = []
  /// Where a line ends whatever the measure.
  var forced: [Int] = []
  var marks: [(byte: Int, key: NoteKey)] = []
  /// Notes without a mark.
  var quietCalls: [(byte: Int, key: NoteKey)] = []
  var pictures: [(byte: Int, name: String, inline: Inline)] = []
  /// Each has a sign in its place, which says where lines end beside it and which way it runs.
  var formulas: [(byte: Int, inline: Inline)] = []
  var rubies: [RubyWord] = []
}

extension ItemBuilder {
  private func wholeText(
    _ inlines: [Inline], block: BlockStyle, shaper: Shaper, hasLargeType: inout Bool
  ) -> WholeText {
    var whole = WholeText()
    // of a word that may have a reading
    var start: Int?
    var isReading = false
    for (index, inline) in inlines.enumerated() {
      whole.starts.append((whole.bytes.count, index))
      var style = inline.style
      switch inline.content {
      case .text(let text) where style.ruby == .reading && (isReading || start != nil):
        if let base = start {
          let stance = VerticalText.stretches(of: text).first?.stance
          let style = self.style(resolver.style(block, style), stance: stance, shaper: shaper)
          whole.rubies.append(RubyWord(base: base..<whole.bytes.count, style: style))
        }
        (start, isReading) = (nil, true)
        whole.rubies[whole.rubies.count - 1].reading += text
        continue
      case .text where !parts(of: inline, block, shaper).found.isEmpty:
        whole.formulas.append((whole.bytes.count, inline))
        // of no direction, and parted from words as they are
        addRuns(of: "=", style: resolver.style(block, style), shaper: shaper, to: &whole)
      case .text(let text):
        var look = resolver.style(block, style)
        // a word that has a reading above is not parted (JLREQ, 3.3)
        if style.ruby == .base, text.hasAlphabetLetters { look.hyphenates = false }
        addRuns(of: ItemBuilder.measured(text, style) ?? text, style: look, shaper: shaper, to: &whole)
      case .lineBreak:
        addRuns(of: " ", style: resolver.style(block, style), shaper: shaper, to: &whole)
        whole.forced.append(whole.bytes.count)
      case .noteReference(let key):
        guard !noteMark(key).isEmpty else {
          whole.quietCalls.append((whole.bytes.count, key))
          break
        }
        style.traits.insert(.superscript)
        whole.marks.append((whole.bytes.count, key))
        addRuns(of: noteMark(key), style: resolver.style(block, style), shaper: shaper, to: &whole)
      case .image(let name):
        whole.pictures.append((whole.bytes.count, name, inline))
        continue
      }
      if (style.extras.scale ?? 1) > 1 { hasLargeType = true }
      (start, isReading) = (style.ruby == .base ? start ?? whole.starts[index].byte : nil, false)
    }
    return whole
  }

  /// A text's bytes, and its runs: one, or in vertical lines one of each stretch of letters that stand alike.
  private func addRuns(of text: String, style: TextStyle, shaper: Shaper, to whole: inout WholeText) {
    guard resolver.isVertical else {
      let start = whole.bytes.count
      whole.bytes.append(contentsOf: text.utf8)
      MarkOrder.arrange(&whole.bytes, from: start)
      return whole.runs.append((whole.bytes.count, shaper.style(style)))
    }
    let text = resolver.language.hasPrefix("ja") ? VerticalText.withVerticalQuotes(text) : text
    var bytes = Array(text.utf8)[...]
    for stretch in VerticalText.stretches(of: text) {
      whole.bytes += bytes.prefix(stretch.bytes)
      bytes = bytes.dropFirst(stretch.bytes)
      whole.runs.append((whole.bytes.count, self.style(style, stance: stretch.stance, shaper: shaper)))
    }
  }

  /// The number of the style of a page's number in a list: in vertical lines its figures stand side by side in little
  /// more room than a letter has, however many they are, all of one size.
  /// - Parameter most: figures of the longest in the list.
  func folioStyle(_ block: BlockStyle, figures most: Int, of folio: String, shaper: Shaper) -> Int {
    guard resolver.isVertical, most > 2, folio.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return style(block, of: folio, shaper: shaper)
    }
    var small = block
    small.scale *= 2.4 / Double(most)
    return style(resolver.style(small, .plain), stance: .abreast, shaper: shaper)
  }

  /// The number of the style in which a word is set that is of no paragraph.
  func style(_ block: BlockStyle, of word: String, shaper: Shaper) -> Int {
    let stretches = VerticalText.stretches(of: word)
    return style(
      resolver.style(block, .plain), stance: stretches.count == 1 ? stretches[0].stance : nil, shaper: shaper)
  }

  /// The number of a style whose letters stand so in a vertical line.
  private func style(_ style: TextStyle, stance: GlyphStance?, shaper: Shaper) -> Int {
    let turned = shaper.style(style)
    guard resolver.isVertical, let stance, stance != .turned else { return turned }
    var upright = style
    upright.stance = stance
    if stance == .stacked {
      upright.font.isStacked = true
      upright.font.isItalic = false
      if let family = shaper.ideographFamily(of: turned) { upright.font.family = family }
    }
    return shaper.style(upright)
  }

  /// Shapes the paragraph as a whole: bidi, joining scripts, scripts without spaces, readings above words.
  func buildWhole(_ inlines: [Inline], block: BlockStyle, shaper: Shaper, into result: inout ParagraphItems) {
    let whole = wholeText(inlines, block: block, shaper: shaper, hasLargeType: &result.hasLargeType)
    guard let first = whole.runs.first, !whole.bytes.isEmpty else { return }
    result.isRightToLeft =
      backward == .all || ItemBuilder.firstStrongIsRightToLeft(whole.bytes) ?? (backward == .withoutLetters)
    let direction: FontLibrary.Direction = result.isRightToLeft ? .rightToLeft : .leftToRight
    let pieces = whole.bytes.withUnsafeBufferPointer { shaper.pieces(of: $0, runs: whole.runs, direction: direction) }
    var rubies = RubyPlan.plans(whole.rubies, pieces: pieces, bytes: whole.bytes, shaper: shaper)[...]
    var inline = 0
    // copied once, not for each piece
    var from = inlines[whole.starts[0].inline]
    result.add(from.style.textMarks, at: 0)
    var (nextForced, nextMark, nextPicture) = (0, 0, 0)
    var quiet = whole.quietCalls[...]
    var formulas = whole.formulas[...]
    var wasMark = false
    var end = 0
    for (index, piece) in pieces.enumerated() {
      let start = piece.bytes.lowerBound
      while nextPicture < whole.pictures.count, whole.pictures[nextPicture].byte <= start {
        set(whole.pictures[nextPicture], of: whole, block, shaper, into: &result)
        nextPicture += 1
      }
      if keepsSpaces {
        let spaces = whole.bytes[end..<max(end, start)]
        add(spaces, style: first.style, source: inlines[0].source(atByte: end).offset, shaper, into: &result)
        end = piece.bytes.upperBound
      }
      if inline + 1 < whole.starts.count, whole.starts[inline + 1].byte <= start {
        repeat {
          inline += 1
          from = inlines[whole.starts[inline].inline]
          result.add(from.style.textMarks, at: result.items.count)
        } while inline + 1 < whole.starts.count && whole.starts[inline + 1].byte <= start
      }
      let source = from.source(atByte: start - whole.starts[inline].byte).offset
      var joint: TextItem.Joint =
        piece.followsSpace
        ? (keepsSpaces ? .open : piece.mayBreakBefore ? .space : .tie)
        : piece.mayBreakBefore ? (ItemBuilder.stretchesBefore(whole.bytes, start) ? .ideographic : .open) : .closed
      if joint == .space, index > 0, staysWithNext(pieces[index - 1], piece, whole.bytes, shaper) { joint = .unwilling }
      while let call = quiet.first, call.byte <= start {
        result.callsQuietly(call.key)
        quiet.removeFirst()
      }
      while nextForced < whole.forced.count, whole.forced[nextForced] <= start {
        joint = .forced
        nextForced += 1
      }
      if shaper.text.words[Int(piece.word)].level != 0 { result.hasLevels = true }
      if let formula = formulas.first, formula.byte == start {
        formulas.removeFirst()
        let level = shaper.text.words[Int(piece.word)].level
        // it runs to the right among words that run to the left
        add(
          formula: formula.inline, block, joint: result.items.isEmpty ? .closed : joint, level: level + level % 2,
          shaper,
          into: &result)
        wasMark = false
        continue
      }
      let isMark = nextMark < whole.marks.count && whole.marks[nextMark].byte <= start
      let style = Int(shaper.text.words[Int(piece.word)].style)
      if isMark {
        if joint != .forced, endsWithMark(result) {
          result.add(room: roomBetweenCalls, joint: .closed, style: style, source: source, shaper)
        }
        result.notes.append((item: result.items.count, key: whole.marks[nextMark].key))
        nextMark += 1
        joint = .closed
      } else if !piece.followsSpace, index > 0, !wasMark, joint != .forced,
        partsScripts(pieces[index - 1], piece, in: whole.bytes, shaper)
      {
        joint = piece.mayBreakBefore ? .scripts : .scriptsTied
      }
      wasMark = isMark
      let firstItem = result.items.count
      if let room = result.beginRuby(&rubies, at: index) {
        // no line ends within a word that has a reading above
        if room.isWithin, joint != .forced { joint = joint == .space ? .tie : .closed }
        if room.width > 0 {
          result.add(room: room.width, joint: joint, style: style, source: source, shaper)
          joint = .closed
        }
      }
      result.items.append(TextItem(word: piece.word, joint: result.items.isEmpty ? .closed : joint))
      result.sources.append(source)
      result.endRuby(&rubies, at: index, style: style, source: source, shaper)
      // a mark within a link leads to its note
      if !isMark, let address = LinkTarget.address(of: from.style) {
        result.link(from: firstItem, to: address)
      }
    }
    for call in quiet { result.callsQuietly(call.key) }
    for picture in whole.pictures[nextPicture...] { set(picture, of: whole, block, shaper, into: &result) }
  }

  /// Whether white parts letters of two scripts. In vertical lines figures side by side stand for one ideograph.
  private func partsScripts(_ first: Shaper.Piece, _ second: Shaper.Piece, in bytes: [UInt8], _ shaper: Shaper) -> Bool
  {
    guard !keepsSpaces, first.bytes.upperBound == second.bytes.lowerBound,
      EastAsianLetters.meet(in: bytes, at: second.bytes.lowerBound)
    else { return false }
    let looks = [first, second].map { shaper.text.styles[Int(shaper.text.words[Int($0.word)].style)].look }
    if looks.contains(where: { $0.stance == .abreast || $0.stance == .level && $0.rise != 0 }) { return false }
    // a capital that stands upright in a vertical line is an ideograph there
    return looks[0].stance == .level || looks[0].stance != looks[1].stance
  }

  /// Whether a line ends unwillingly between two pieces with a space between them.
  private func staysWithNext(_ piece: Shaper.Piece, _ next: Shaper.Piece, _ bytes: [UInt8], _ shaper: Shaper) -> Bool {
    let word = shaper.text.words[Int(piece.word)]
    // no more than a short word has
    guard word.companion != .none || piece.bytes.count <= 7 else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      if word.companion.keeps(UnsafeBufferPointer(rebasing: bytes[next.bytes])) { return true }
      let language = shaper.text.styles[Int(word.style)].language
      return ShortWords(of: language)?.contains(UnsafeBufferPointer(rebasing: bytes[piece.bytes])) ?? false
    }
  }

  private func set(
    _ found: (byte: Int, name: String, inline: Inline), of whole: WholeText, _ block: BlockStyle, _ shaper: Shaper,
    into result: inout ParagraphItems
  ) {
    guard var picture = picture?(found.name, found.inline) else { return }
    picture.item = UInt32(result.items.count)
    picture.alternative = found.inline.style.extras.alternative ?? ""
    let followsSpace = found.byte > 0 && whole.bytes[found.byte - 1] == 0x20 && !result.items.isEmpty
    let style = shaper.style(resolver.style(block, found.inline.style))
    result.items.append(
      TextItem(word: shaper.room(picture.width.units, style: style), joint: followsSpace ? .space : .closed))
    result.sources.append(found.inline.source.offset)
    result.pictures.append(picture)
    if picture.isFigure { result.hasLargeType = true }
  }

  /// Spaces that are kept, each a word.
  private func add(
    _ spaces: ArraySlice<UInt8>, style: Int, source: UInt32, _ shaper: Shaper, into result: inout ParagraphItems
  ) {
    for scalar in String(decoding: spaces, as: UTF8.self).unicodeScalars {
      var space = String(scalar)
      let word = space.withUTF8 { shaper.word($0, style: style) }
      result.items.append(TextItem(word: word, joint: .closed))
      result.sources.append(source)
    }
  }
}
