internal import BookModel
internal import Manuscript
internal import Units
internal import XML

/// Gathers the runs of a paragraph: white space falls together as CSS has it, every letter keeps its place.
struct Runs {
  private(set) var inlines: [Inline] = []
  /// ASCII spaces that stood before the first letter of each line, by its number: indents of typed verse.
  private(set) var indents: [Int: Int] = [:]
  private(set) var lines = 0
  /// Where the numbers of lines stand in the file that are to stand at the margin.
  private(set) var numbers: [Range<Int>] = []
  /// UTF-8 of the run that goes on.
  private var letters: [UInt8] = []
  private var text: String { String(decoding: letters, as: UTF8.self) }
  private var style = InlineStyle.plain
  private var start = 0
  private var expected = 0
  private var marks: [SourceMark] = []
  /// What stood last: a space, or nothing yet of its line.
  private var endsInSpace = true
  /// A line of the file ended in it.
  private var hasFeed = false
  private var leading = 0
  private var isAtStart = true

  /// Nothing but white space so far.
  var isBlank: Bool {
    inlines.allSatisfy { inline in
      if case .text(let text) = inline.content { return text.allSatisfy(\.isWhitespace) }
      return inline.content == .lineBreak
    } && text.allSatisfy(\.isWhitespace)
  }

  var hasPicturesAlone: Bool {
    text.allSatisfy(\.isWhitespace)
      && inlines.contains { if case .image = $0.content { true } else { false } }
      && inlines.allSatisfy { if case .text(let text) = $0.content { text.allSatisfy(\.isWhitespace) } else { true } }
  }

  /// A no-break space stands in it, which is typed for its room.
  var hasFixedSpace: Bool { (inlines.plainText + text).contains("\u{A0}") }

  /// A letter or a figure stood last, which what follows belongs to.
  var endsInWord: Bool {
    if let last = String(decoding: letters.suffix(4), as: UTF8.self).unicodeScalars.last { return last.isOfWord }
    guard case .text(let run)? = inlines.last?.content, let last = run.unicodeScalars.last else { return false }
    return last.isOfWord
  }

  /// Nothing stands on the line so far.
  var isAtLineStart: Bool { isAtStart }
  var isEmpty: Bool { inlines.isEmpty && letters.isEmpty }

  /// An element begins: spaces before its text are the file's own layout.
  mutating func beginElement() { leading = 0 }

  mutating func append(_ scalar: Unicode.Scalar, at offset: Int, style: InlineStyle, space: ComputedStyle.Space) {
    switch scalar.value {
    case 0x20, 0x09, 0x0A, 0x0D, 0x0C:
      if space == .pre || space == .preLine, scalar == "\n" { return lineBreak(at: offset) }
      if isAtStart { leading = scalar == " " ? leading + 1 : 0 }
      if space == .pre {
        if isAtStart { return }
        return put(" ", at: offset, style)
      }
      if scalar == "\n" || scalar == "\r" { hasFeed = true }
      guard !endsInSpace else { return }
      put(space == .noWrap ? "\u{A0}" : " ", at: offset, style)
      endsInSpace = true
    // ends of lines that other programs have put into the text
    case 0x0B, 0x85, 0x2028, 0x2029: lineBreak(at: offset)
    // joins words whose parting octavo's own rules prevent; fonts have no glyph for it
    case 0x2060, 0xFEFF: break
    default:
      if isAtStart {
        if leading > 0 { indents[lines] = leading }
        isAtStart = false
      }
      if hasFeed, endsInSpace, style == self.style, scalar.isIdeographic { dropFeed() }
      put(scalar, at: offset, style)
      (endsInSpace, hasFeed) = (false, false)
    }
  }

  /// The end of a line between ideographs, where no space parts words, is none (CSS Text 3, 4.1.3).
  private mutating func dropFeed() {
    guard letters.last == 0x20,
      String(decoding: letters.dropLast().suffix(4), as: UTF8.self).unicodeScalars.last?.isIdeographic ?? false
    else { return }
    letters.removeLast()
    if let last = marks.last, Int(last.text) == letters.count { marks.removeLast() }
    expected = -1
  }

  private mutating func put(_ scalar: Unicode.Scalar, at offset: Int, _ style: InlineStyle) {
    if letters.isEmpty || style != self.style {
      flush()
      self.style = style
      start = offset
      expected = offset
    }
    if offset != expected {
      marks.append(SourceMark(text: UInt32(clamping: letters.count), source: UInt32(clamping: offset)))
    }
    if scalar.isASCII {
      letters.append(UInt8(truncatingIfNeeded: scalar.value))
      expected = offset + 1
    } else {
      letters.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      expected = offset + UTF8.width(scalar)
    }
  }

  /// Words that a style sheet wrote.
  mutating func append(generated words: String, at offset: Int, style: InlineStyle) {
    for scalar in words.unicodeScalars {
      append(scalar == "\n" ? " " : scalar, at: offset, style: style, space: .normal)
    }
  }

  private mutating func flush() {
    guard !letters.isEmpty else { return }
    inlines.append(Inline(.text(text), style: style, source: SourceLocation(offset: start), marks: marks))
    letters.removeAll(keepingCapacity: true)
    marks = []
  }

  mutating func append(_ content: Inline.Content, at offset: Int, style: InlineStyle) {
    flush()
    inlines.append(Inline(content, style: style, source: SourceLocation(offset: offset)))
    endsInSpace = false
    isAtStart = false
  }

  mutating func lineBreak(at offset: Int) {
    flush()
    trimEnd()
    inlines.append(Inline(.lineBreak, source: SourceLocation(offset: offset)))
    lines += 1
    endsInSpace = true
    isAtStart = true
    leading = 0
  }

  /// A line's number begins: it is no part of the word that it stands at.
  mutating func beginNumber(at range: Range<Int>, style: InlineStyle) {
    if !isAtStart { append(" ", at: range.lowerBound, style: style, space: .normal) }
    flush()
    numbers.append(range)
  }

  mutating func endNumber() { flush() }

  private mutating func trimEnd() {
    guard let last = inlines.indices.last, case .text(let text) = inlines[last].content, text.hasSuffix(" ") else {
      return
    }
    let rest = String(text.dropLast())
    if rest.isEmpty { inlines.removeLast() } else { inlines[last].content = .text(rest) }
  }

  /// The runs, without spaces and line ends before and after them.
  mutating func finish() -> [Inline] {
    flush()
    while true {
      trimEnd()
      guard inlines.last?.content == .lineBreak else { break }
      inlines.removeLast()
    }
    let leadingBreaks = inlines.prefix { $0.content == .lineBreak }.count
    if leadingBreaks > 0 {
      indents = Dictionary(
        uniqueKeysWithValues: indents.compactMap { $0 >= leadingBreaks ? ($0 - leadingBreaks, $1) : nil })
      inlines.removeFirst(leadingBreaks)
    }
    return inlines
  }
}

extension ComputedStyle {
  /// How text of this look is set, its paragraph being of another.
  /// - Parameter base: the look of the block: what it says of all its text is the design's to say, or not.
  func style(link: String?, language book: String?, isWhole: Bool) -> InlineStyle {
    var traits: InlineStyle.Traits = []
    if isItalic || isDotted { traits.insert(.emphasis) }
    if isBold { traits.insert(.strong) }
    switch capitals {
    case .none: break
    case .small: traits.insert(.smallCapitals)
    case .allSmall: traits.insert(.allSmallCapitals)
    }
    if isMonospaced { traits.insert(.code) }
    if isSpaced { traits.insert(.letterSpaced) }
    if isUnderlined, link == nil { traits.insert(.underline) }
    if isStruck { traits.insert(.strike) }
    switch rise {
    case .none: break
    case .up: traits.insert(.superscript)
    case .down: traits.insert(.subscript)
    }
    var extras = InlineStyle.Extras()
    extras.link = link
    extras.ruby = ruby
    extras.formula = formula
    if let language, language.prefix(2).lowercased() != (book ?? "").prefix(2).lowercased() {
      extras.language = language
    }
    if isWhole {
      if abs(scale - 1) > 0.04 { extras.scale = scale }
      if let colour, let value = Colour(css: colour), value != .black { extras.colour = value }
      if let shadow { extras.shadow = TextShadow(css: shadow) }
      extras.family = families
    }
    return InlineStyle(traits, extras: extras)
  }
}

extension Unicode.Scalar {
  /// A letter or a figure (CSS Text 3, 2.1.1: what `capitalize` looks for).
  var isOfWord: Bool { properties.isAlphabetic || properties.numericType != nil }
}

extension Unicode.Scalar {
  /// Han, kana and the signs that stand among them, as wide as they are; Korean has spaces.
  fileprivate var isIdeographic: Bool {
    switch value {
    case 0x2E80...0x3029, 0x3030...0x30FF, 0x31F0...0x31FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0xFF01...0xFF60,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
