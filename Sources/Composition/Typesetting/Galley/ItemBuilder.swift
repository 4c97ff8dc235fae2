internal import BookModel
internal import Pango
internal import Shaping
internal import Units

/// A paragraph's words with their joints, and where each begins in the manuscript.
struct ParagraphItems {
  var items: [TextItem] = []
  /// Byte of the manuscript at which each item begins.
  var sources: [UInt32] = []
  /// Notes called, with the item after which their mark stands.
  var notes: [(item: Int, key: NoteKey)] = []
  /// Items that lead to an address of the manuscript.
  var links: [(items: Range<Int>, address: String)] = []
  /// What begins with an item, or behind the last.
  var textMarks: [(item: Int, mark: TextMark)] = []
  /// Pictures in the line; their items count from the paragraph's first.
  var pictures: [SetPicture] = []
  /// The same of readings above words.
  var rubies: [SetRuby] = []
  var isRightToLeft = false
  /// There is no letter by which to know its direction.
  var hasNoDirection = false
  var hasLevels = false
  /// Some of it is larger than the text around it.
  var hasLargeType = false

  var endsWithCall: Bool { notes.last?.item == items.count - 1 }

  mutating func clear() {
    items.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
    notes.removeAll(keepingCapacity: true)
    links.removeAll(keepingCapacity: true)
    textMarks.removeAll(keepingCapacity: true)
    pictures.removeAll(keepingCapacity: true)
    rubies.removeAll(keepingCapacity: true)
    isRightToLeft = false
    hasNoDirection = false
    hasLevels = false
    hasLargeType = false
  }

  /// A note without a mark is of the word before it.
  mutating func callsQuietly(_ key: NoteKey) { notes.append((item: max(items.count - 1, 0), key: key)) }

  mutating func add(_ marks: [TextMark], at item: Int) { for mark in marks { textMarks.append((item, mark)) } }

  /// Items from there on lead to an address; runs of one address are one link.
  mutating func link(from start: Int, to address: String) {
    guard start < items.count else { return }
    if let last = links.last, last.items.upperBound == start, last.address == address {
      links[links.count - 1].items = last.items.lowerBound..<items.count
    } else {
      links.append((start..<items.count, address))
    }
  }
}

/// Parts inlines into words: text in, items out.
struct ItemBuilder {
  let resolver: StyleResolver
  /// The printed mark of a note.
  let noteMark: (NoteKey) -> String
  /// The size at which a picture stands in a line; nil leaves pictures out.
  var picture: ((String, Inline) -> SetPicture)?
  /// The parts of a formula between which a line may end, none where it is set as its source: of a run, in the style of
  /// that number.
  var formula: ((Inline, Int) -> [SetPicture])?
  /// Keep every space at its natural width and number (tables, code).
  var keepsSpaces = false
  /// What goes from right to left (UAX #9, HL1).
  enum Backward {
    /// A text whose first letter with a direction does.
    case asLettersTell
    /// A text without letters as well.
    case withoutLetters
    case all
  }
  var backward = Backward.asLettersTell
  /// The style asked for last: most runs follow one of the same style.
  private var last: (block: BlockStyle, inline: InlineStyle, id: Int, isLarge: Bool)?

  /// The style asked last for its lining figures.
  private var lining: (style: Int, lining: Int)?

  /// What the last word of the paragraph asks of the next, if it may ask anything.
  private var companion = UnbreakablePair.none
  private var asks = false
  /// It is a short one that stays with the next.
  private var isShort = false
  /// No line begins behind it: `(`.
  private var opens = false
  /// Of the language of the run in hand.
  private var shortWords: ShortWords?
  private var shortLanguage = LanguageTag.none

  init(resolver: StyleResolver, noteMark: @escaping (NoteKey) -> String) {
    self.resolver = resolver
    self.noteMark = noteMark
  }

  /// Fills `result` with the words of `inlines`.
  mutating func build(_ inlines: [Inline], block: BlockStyle, shaper: Shaper, into result: inout ParagraphItems) {
    result.clear()
    if resolver.isVertical || backward != .asLettersTell
      || inlines.contains(where: {
        if case .text(let text) = $0.content {
          $0.style.formula == nil && ItemBuilder.isComplex(text) || $0.style.ruby != nil
        } else {
          false
        }
      })
    {
      return buildWhole(inlines, block: block, shaper: shaper, into: &result)
    }
    var joint = TextItem.Joint.closed
    (asks, isShort, opens) = (false, false, false)
    for var inline in inlines {
      if inline.style.formula != nil {
        if add(formula: inline, block, joint: joint, shaper, into: &result) {
          joint = .closed
          (asks, isShort, opens) = (false, false, false)
          continue
        }
        // in heads and contents, words among words
        if formula == nil { inline.style.traits.remove(.code) }
      }
      let styleID: Int
      if let last, last.inline == inline.style, last.block == block {
        styleID = last.id
        if last.isLarge { result.hasLargeType = true }
      } else {
        styleID = shaper.style(resolver.style(block, inline.style))
        let isLarge = (inline.style.extras.scale ?? 1) > 1
        if isLarge { result.hasLargeType = true }
        last = (block, inline.style, styleID, isLarge)
      }
      switch inline.content {
      case .text(var text):
        let language = shaper.text.styles[styleID].language
        if language != shortLanguage { (shortLanguage, shortWords) = (language, ShortWords(of: language)) }
        let start = result.items.count
        result.add(inline.style.textMarks, at: start)
        if let measured = ItemBuilder.measured(text, inline.style) { text = measured }
        text.withUTF8 { words(in: $0, inline: inline, style: styleID, joint: &joint, shaper: shaper, into: &result) }
        if let address = LinkTarget.address(of: inline.style) {
          result.link(from: start, to: address)
        }
      case .lineBreak:
        joint = .forced
      case .noteReference(let key):
        guard !noteMark(key).isEmpty else {
          result.callsQuietly(key)
          break
        }
        var style = inline.style
        style.traits.insert(.superscript)
        let markStyle = shaper.style(resolver.style(block, style))
        var mark = noteMark(key)
        let word = mark.withUTF8 { shaper.word($0, style: markStyle) }
        if joint != .forced, endsWithMark(result) {
          result.add(room: roomBetweenCalls, joint: .closed, style: markStyle, source: inline.source.offset, shaper)
        }
        // a mark never begins a line: it belongs to the word before it
        result.items.append(TextItem(word: word, joint: joint == .forced ? .forced : .closed))
        result.sources.append(inline.source.offset)
        result.notes.append((item: result.items.count - 1, key: key))
        if joint == .forced { joint = .closed }
      case .image(let name):
        guard var picture = picture?(name, inline) else { break }
        picture.item = UInt32(result.items.count)
        picture.alternative = inline.style.extras.alternative ?? ""
        let start = result.items.count
        result.items.append(TextItem(word: shaper.room(picture.width.units, style: styleID), joint: joint))
        result.sources.append(inline.source.offset)
        result.pictures.append(picture)
        if picture.isFigure { result.hasLargeType = true }
        if let address = inline.style.link { result.link(from: start, to: address) }
        joint = .closed
      }
    }
  }

  /// Appends a formula's parts, a space between two.
  /// - Returns: false where the run is none, or is set as its source.
  @discardableResult func add(
    formula inline: Inline, _ block: BlockStyle, joint: TextItem.Joint, level: UInt8 = 0, _ shaper: Shaper,
    into result: inout ParagraphItems
  ) -> Bool {
    let (parts, style) = parts(of: inline, block, shaper)
    guard !parts.isEmpty else { return false }
    let start = result.items.count
    for (index, part) in parts.enumerated() {
      var part = part
      part.item = UInt32(result.items.count)
      let room = shaper.room(part.width.units, style: style, level: level)
      result.items.append(TextItem(word: room, joint: index == 0 ? joint : .unwilling))
      result.sources.append(inline.source.offset)
      result.pictures.append(part)
      result.hasLargeType = true
    }
    if let address = inline.style.link { result.link(from: start, to: address) }
    return true
  }

  /// The parts of a formula between which a line may end, none for a run that is none or is set as its source, and the
  /// style around it.
  func parts(of inline: Inline, _ block: BlockStyle, _ shaper: Shaper) -> (found: [SetPicture], style: Int) {
    guard inline.style.formula != nil, let formula else { return ([], 0) }
    // its source, where it is set as that, is code
    var plain = inline.style
    plain.traits.remove(.code)
    let style = shaper.style(resolver.style(block, plain))
    return (formula(inline, style), style)
  }

  /// What was added last is a mark.
  func endsWithMark(_ result: ParagraphItems) -> Bool {
    result.endsWithCall && !(result.notes.last.map { noteMark($0.key).isEmpty } ?? true)
  }

  /// Notes 1 and 2 called at one place are no note 12.
  var roomBetweenCalls: PackedLength { PackedLength(clamping: resolver.design.size.scaled(by: 0.1)) }

  /// That of figures which are as high as capitals.
  private mutating func liningStyle(of style: Int, _ shaper: Shaper) -> Int {
    if let known = lining, known.style == style { return known.lining }
    var found = style
    if !keepsSpaces, var asked = shaper.textStyle(style), !asked.font.features.contains("lnum"),
      shaper.hasFeature("lnum", style: style)
    {
      asked.font.features = FontFeatures.joined(asked.font.features, "lnum=1")
      found = shaper.style(asked)
    }
    lining = (style, found)
    return found
  }

  private mutating func words(
    in bytes: UnsafeBufferPointer<UInt8>, inline: Inline, style: Int, joint: inout TextItem.Joint, shaper: Shaper,
    into result: inout ParagraphItems
  ) {
    var i = 0
    let count = bytes.count
    var mark = 0  // index of the next source mark
    let marks = inline.marks
    var sourceDelta = Int(inline.source.offset)
    var hasInk = false
    let longest = Shaper.longestWord
    while i < count {
      let byte = bytes[i]
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        if keepsSpaces {
          // each space is a word without ink, so that columns keep their places
          let space = UnsafeBufferPointer(rebasing: bytes[i..<i + 1])
          result.items.append(
            TextItem(word: shaper.word(space, style: style), joint: joint == .forced ? .forced : .closed))
          result.sources.append(UInt32(clamping: sourceDelta + i))
          // a line of code may end behind a space, but not within its indent
          joint = hasInk ? .open : .closed
        } else if joint != .forced {
          joint = .space
        }
        i += 1
        continue
      }
      if byte == 0xC2, i + 1 < count, bytes[i + 1] == 0xA0 {
        if joint != .forced { joint = .tie }
        i += 2
        continue
      }
      let start = i
      let end = min(count, start + longest)
      while i < end {
        let byte = bytes[i]
        if byte <= 0x20, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { break }
        if byte == 0xC2, i + 1 < count, bytes[i + 1] == 0xA0 { break }
        i += 1
      }
      if i - start >= longest {
        while i < count, bytes[i] & 0xC0 == 0x80 { i += 1 }
      }
      while mark < marks.count, Int(marks[mark].text) <= start {
        sourceDelta = Int(marks[mark].source) - Int(marks[mark].text)
        mark += 1
      }
      hasInk = true
      let run = UnsafeBufferPointer(rebasing: bytes[start..<i])
      let isAmongCapitals = Figures.begin(bytes[start]) && Figures.areAmongCapitals(start..<i, of: bytes)
      let word = shaper.word(run, style: isAmongCapitals ? liningStyle(of: style, shaper) : style)
      if joint == .space {
        if isShort || asks && companion.keeps(run) { joint = .unwilling }
        if opens || UnbreakablePair.clings(run) { joint = .tie }
      }
      let last = bytes[i - 1]
      asks = UnbreakablePair.mayFollow(last, count: i - start)
      if asks { companion = shaper.text.words[Int(word)].companion }
      isShort = shortWords?.contains(run) ?? false
      opens = UnbreakablePair.opens(last)
      result.items.append(TextItem(word: word, joint: joint))
      result.sources.append(UInt32(clamping: sourceDelta + start))
      // a run cut at the longest length may part there
      joint = i - start >= longest ? .open : .closed
    }
  }

  /// What is measured in the place of a page's number that is not known yet: `00,` for `…,`.
  static func measured(_ text: String, _ style: InlineStyle) -> String? {
    guard let pages = style.pages, let figures = pages.figures else { return nil }
    let zeros = String(repeating: "0", count: figures)
    return zeros + (pages.last == nil ? "" : "\u{2013}" + zeros) + (text.hasSuffix(",") ? "," : "")
  }

  /// Whether text needs more than words between spaces: right-to-left, joining or
  /// stacking scripts, scripts without spaces, emoji. Latin, Greek, Cyrillic,
  /// Armenian and general punctuation do not.
  static func isComplex(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      var i = 0
      while i < bytes.count {
        // eight bytes of ASCII at once
        if i + 8 <= bytes.count, raw.loadUnaligned(fromByteOffset: i, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 {
          i += 8
          continue
        }
        let byte = bytes[i]
        if byte < 0xD6 {
          i += 1
        } else if byte < 0xE0 {
          if byte == 0xD6, i + 1 < bytes.count, bytes[i + 1] < 0x90 { i += 2 } else { return true }  // Armenian ends at U+058F
        } else if byte == 0xE1 {
          // Latin Extended Additional and Greek Extended, U+1E00...1FFF
          guard i + 1 < bytes.count, bytes[i + 1] >= 0xB8 else { return true }
          i += 3
        } else if byte == 0xE2 {
          // U+2000...2BFF are punctuation and symbols; direction marks among them need bidi
          guard i + 2 < bytes.count, bytes[i + 1] < 0xB0 else { return true }
          if bytes[i + 1] == 0x80, bytes[i + 2] == 0x8E || bytes[i + 2] == 0x8F || (0xAA...0xAE).contains(bytes[i + 2])
          {
            return true
          }
          if bytes[i + 1] == 0x81, bytes[i + 2] >= 0xA6, bytes[i + 2] <= 0xA9 { return true }
          i += 3
        } else if byte == 0xEF, i + 1 < bytes.count, bytes[i + 1] == 0xAC {
          guard i + 2 < bytes.count, bytes[i + 2] < 0x9D else { return true }  // Latin ligatures
          i += 3
        } else {
          return true
        }
      }
      return false
    }
  }

  /// UAX #9, P2 and P3: the first letter with a direction decides.
  /// - Returns: nil where there is none.
  static func firstStrongIsRightToLeft(_ bytes: [UInt8]) -> Bool? {
    // nearly always among the first letters; one that is cut there is none
    firstStrongIsRightToLeft(bytes.prefix(64)) ?? firstStrongIsRightToLeft(bytes[...])
  }

  private static func firstStrongIsRightToLeft(_ bytes: ArraySlice<UInt8>) -> Bool? {
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if let direction = isRightToLeft(scalar) { return direction }
    }
    return nil
  }

  /// - Returns: nil for what has no direction of its own.
  static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool? {
    // the marks of a direction are letters without ink
    if scalar.value == 0x200E { return false }
    if scalar.value == 0x200F || scalar.value == 0x61C { return true }
    // digits and marks of these blocks are weak
    guard scalar.properties.isAlphabetic else { return nil }
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
    default: return false
    }
  }

  /// Whether a letter is of a script whose lines fill by white at the places where they may end: ideographs, and
  /// scripts that part their words by nothing, as Thai does, or by a sign, as Amharic (in XeTeX
  /// `\XeTeXlinebreakskip=0pt plus 1pt`, XeTeX reference guide, 4.2).
  static func stretchesBefore(_ bytes: [UInt8], _ i: Int) -> Bool {
    guard i + 1 < bytes.count, bytes[i] == 0xE0 || bytes[i] == 0xE1 else { return isIdeographic(bytes, i) }
    return bytes[i] == 0xE0
      // Thai, Lao, Tibetan
      ? bytes[i + 1] >= 0xB8
        // Burmese, Ethiopic, Khmer
      : (0x80...0x82).contains(bytes[i + 1]) || (0x88...0x8E).contains(bytes[i + 1])
        || (0x9E...0x9F).contains(bytes[i + 1])
  }

  /// Han, kana, hangul, Yi and full-width forms.
  static func isIdeographic(_ bytes: [UInt8], _ i: Int) -> Bool {
    guard i + 1 < bytes.count else { return false }
    switch bytes[i] {
    case 0xE3...0xEC: return true
    case 0xED: return bytes[i + 1] < 0xA0
    case 0xEF: return bytes[i + 1] >= 0xBC || bytes[i + 1] == 0xA4
    case 0xF0: return bytes[i + 1] >= 0xA0 && bytes[i + 1] < 0xB4
    default: return false
    }
  }
}
