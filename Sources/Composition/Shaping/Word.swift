package import PageModel
package import Pango
package import Units

/// The number of a word in its table.
package typealias WordID = UInt32

/// One distinct word in one style: shaped once, looked up ever after.
///
/// "Word" is any run of text between spaces; quotes and points belong to it.
/// Lengths are in 1/1024 pt.
package struct Word: Sendable, Equatable {
  package var textStart: UInt32
  package var glyphStart: UInt32
  package var glyphCount: UInt16
  package var textCount: UInt16
  package var style: UInt16
  package var runCount: UInt16
  package var runStart: UInt32
  /// Sum of the glyphs' advances.
  package var advance: Int32
  /// How far the word's first and last characters may hang into the margin.
  package var leadingHang: Int32
  package var trailingHang: Int32
  /// What cairo 1.16's truncated widths lose over the word, in 1/1024 pt (never positive).
  package var widthError: Float
  package var breakStart: UInt32
  package var breakCount: UInt16
  package var flags: Flags
  /// Embedding level of UAX #9; odd is right-to-left.
  package var level: UInt8
  /// The same for words that read alike, marks around them and the case of ASCII letters aside; 0 for what has no
  /// letters, less than 256 for one letter.
  package var likeness: UInt32 = 0

  /// Of a word's bytes (FNV-1a).
  static func likeness(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    var letters = 0
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      // quotes and dashes, U+2000 to U+203F
      if byte == 0xE2, at + 2 < bytes.count, bytes[at + 1] == 0x80 {
        at += 3
        continue
      }
      at += 1
      let small = byte | 0x20
      guard byte >= 0x80 || (0x61...0x7A).contains(small) || (0x30...0x39).contains(byte) else { continue }
      hash = (hash ^ UInt32(byte < 0x80 ? small : byte)) &* 16_777_619
      if byte & 0xC0 != 0x80 { letters += 1 }
    }
    return letters == 0 ? 0 : letters == 1 ? hash & 0xFF | 1 : max(hash, 256)
  }

  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Hyphenation points have been looked for.
    package static let isHyphenated = Flags(rawValue: 1)
    /// The breaks may stand between any two grapheme clusters.
    package static let isCut = Flags(rawValue: 2)
    /// Shaped together with its neighbours: the same bytes elsewhere may look different.
    package static let isContextual = Flags(rawValue: 4)
    /// Two bits that say what punctuation ends the word: 8 a comma, 16 a colon or
    /// semicolon, 24 a sentence.
    package static let punctuation = Flags(rawValue: 24)
    /// Two bits that say what it asks of the line end after it: a `UnbreakablePair` times 32.
    package static let companion = Flags(rawValue: 96)
    /// A small letter or a dash begins it, opening quotes aside: no sentence begins so.
    package static let goesOn = Flags(rawValue: 128)
  }

  // Bits looked at as they are: asked from another module, an option set costs two calls.
  @inline(__always)
  package var isHyphenated: Bool { flags.rawValue & 1 != 0 }
  @inline(__always)
  package var goesOn: Bool { flags.rawValue & 128 != 0 }

  package var punctuation: Punctuation { Punctuation(rawValue: (flags.rawValue >> 3) & 3) ?? .none }

  /// Of a word that is not shaped with its neighbours.
  package var companion: UnbreakablePair { UnbreakablePair(rawValue: (flags.rawValue >> 5) & 3) ?? .none }

  /// What the space between the word and the next marks: a question or a point before a
  /// small letter ends no sentence but pauses as a comma does (“Is it?” asked Pierre; – Да! – сказал он).
  @inline(__always)
  package func pause(before next: @autoclosure () -> Word) -> Punctuation {
    punctuation == .sentence ? Word.pause(after: flags, before: next().flags) : punctuation
  }

  /// The same of two words whose flags are at hand.
  @inline(__always)
  package static func pause(after flags: Flags, before next: Flags) -> Punctuation {
    let punctuation = Punctuation(rawValue: (flags.rawValue >> 3) & 3) ?? .none
    return punctuation == .sentence && next.rawValue & 128 != 0 ? .comma : punctuation
  }

  /// What ends a word, closing quotes aside: the space after it gives more and
  /// takes less (TeX's space factors, The TeXbook, p. 76).
  package enum Punctuation: UInt8, Sendable { case none, comma, colon, sentence }
}

/// One glyph of a word. Lengths are in 1/1024 pt.
package struct WordGlyph: Sendable, Equatable {
  package var id: UInt16
  /// Byte of the word's text at which its cluster begins.
  package var cluster: UInt16
  package var advance: Int32
  package var xOffset: Int16
  /// Downwards, as Pango has it.
  package var yOffset: Int16
}

/// Glyphs of a word in one font; nearly every word has one.
package struct WordRun: Sendable, Equatable {
  /// Index into `ShapedText.fonts`.
  package var font: UInt16
  /// Glyphs of the word, from its first.
  package var glyphStart: UInt16
  package var glyphCount: UInt16
  package var level: UInt8
  /// All of a word, each of whose glyphs shows one byte, in order, and stands where the pen is.
  package var isSimple: Bool
}

/// A place inside a word where a line may end.
package struct WordBreak: Sendable, Equatable {
  package enum Kind: UInt8, Sendable {
    /// After a dash, a slash, an ellipsis: nothing is added.
    case open
    /// After the text's own hyphen.
    case ownHyphen
    /// The author's soft hyphen: a hyphen shows.
    case softHyphen
    /// A hyphenation point of the language: a hyphen shows.
    case hyphen
    /// The same in a name, in capitals or within a compound: only if nothing else fits.
    case reluctantHyphen
    /// Between grapheme clusters of a word that no line can hold.
    case cut
    /// The same between letters: a hyphen shows.
    case hyphenedCut

    /// Only in a word that no line can hold.
    package var isCut: Bool { self == .cut || self == .hyphenedCut }
  }

  package var kind: Kind
  /// Bytes of the word before the break.
  package var byte: UInt16
  /// Advance of the glyphs before it.
  package var before: Int32
  /// What a line that ends here is wider (narrower) by than `before`, as a
  /// ligature across the break is undone.
  package var endCorrection: Int32
  /// The same for the line that begins here.
  package var startCorrection: Int32
  /// The parts before and after it shaped by themselves, where a ligature stands
  /// across the break; `none` elsewhere.
  package var endWord: WordID = WordBreak.none
  package var startWord: WordID = WordBreak.none
  /// How far a line ending here may hang.
  package var trailingHang: Int32
  /// How far a line beginning here may hang.
  package var leadingHang: Int32

  package static let none = WordID.max

  init(kind: Kind, byte: UInt16) {
    self.kind = kind
    self.byte = byte
    before = 0
    endCorrection = 0
    startCorrection = 0
    trailingHang = 0
    leadingHang = 0
  }
}

/// How a run of text looks, as the typesetter resolved it.
package struct TextStyle: Hashable, Sendable {
  package var font: FontRequest
  package var stance = GlyphStance.level
  /// Baseline shift upwards (superscript), in points' 1/1024.
  package var rise: Length
  /// Added after each letter; only for letter-spaced emphasis, never to justify.
  package var letterSpacing: Length
  package var colour: Colour
  package var background: Colour?
  package var isUnderlined: Bool
  package var isStruck: Bool
  /// Ideographs, kana and hangul have dots, which set them off where nothing is italic.
  package var isDotted = false
  package var shadow: Shadow?
  /// Spaces neither stretch nor shrink (code).
  package var hasFixedSpaces: Bool
  /// Words in this style may be hyphenated, in the font request's language.
  package var hyphenates: Bool
  /// Punctuation may hang into the margin.
  package var hangs: Bool
  /// So may letters.
  package var hangsLetters = false
  /// To be found and not seen.
  package var isHidden = false
  /// Features of the font that a theme asks for; the font request has them too.
  package var chosenFeatures = ""

  /// Glyphs again, behind the text. Lengths are ems.
  package struct Shadow: Hashable, Sendable {
    package var x, y, blur: Float
    package var colour: Colour
    package init(x: Double, y: Double, blur: Double, colour: Colour) {
      (self.x, self.y, self.blur, self.colour) = (Float(x), Float(y), Float(blur), colour)
    }
  }

  package init(
    font: FontRequest, rise: Length = .zero, letterSpacing: Length = .zero, colour: Colour = .black,
    background: Colour? = nil, isUnderlined: Bool = false, isStruck: Bool = false, shadow: Shadow? = nil,
    hasFixedSpaces: Bool = false, hyphenates: Bool = true, hangs: Bool = true
  ) {
    self.font = font
    self.rise = rise
    self.letterSpacing = letterSpacing
    self.colour = colour
    self.background = background
    self.isUnderlined = isUnderlined
    self.isStruck = isStruck
    self.shadow = shadow
    self.hasFixedSpaces = hasFixedSpaces
    self.hyphenates = hyphenates
    self.hangs = hangs
  }
}

/// What was measured of a style's font. Lengths in 1/1024 pt. Numbers alone, so that the hot loops copy it without counting references.
package struct MeasuredStyle: Sendable, Equatable {
  package var look: ComputedStyle
  package var language: LanguageTag
  /// Indexes into `ShapedText.fonts`.
  package var spaceFont: UInt16
  package var hyphenFont: UInt16
  package var spaceGlyph: UInt16
  package var hyphenGlyph: UInt16
  /// The full stop, of which leaders are made.
  package var dotFont: UInt16
  package var dotGlyph: UInt16
  package var dotAdvance: Int32
  package var spaceAdvance: Int32
  package var hyphenAdvance: Int32
  /// How far a hyphen at the line's end hangs.
  package var hyphenHang: Int32
  package var spaceError: Float
  package var ascent: Int32
  package var descent: Int32
}

/// How a style's glyphs are drawn.
package struct ComputedStyle: Sendable, Equatable {
  package var stance: GlyphStance
  /// The em, 1/1024 pt.
  package var em: Int32
  package var rise: Int32
  package var letterSpacing: Int32
  package var hangs: Bool
  package var hangsLetters: Bool
  package var hyphenates: Bool
  package var isUnderlined: Bool
  package var isStruck: Bool
  package var isDotted: Bool
  package var shadow: TextStyle.Shadow?
  package var hasFixedSpaces: Bool
  package var colour: Colour
  package var background: Colour?
  package var isHidden: Bool

  init(_ style: TextStyle) {
    stance = style.stance
    em = Int32(clamping: style.font.size.units)
    rise = Int32(clamping: style.rise.units)
    letterSpacing = Int32(clamping: style.letterSpacing.units)
    hangs = style.hangs
    hangsLetters = style.hangsLetters
    hyphenates = style.hyphenates
    isUnderlined = style.isUnderlined
    isStruck = style.isStruck
    isDotted = style.isDotted
    shadow = style.shadow
    hasFixedSpaces = style.hasFixedSpaces
    colour = style.colour
    background = style.background
    isHidden = style.isHidden
  }

  package var isDecorated: Bool { isUnderlined || isStruck || isDotted || background != nil }
}

/// All that was shaped for a stretch of the book: flat arrays, no pointers.
package struct ShapedText: Sendable {
  package var words: [Word] = []
  package var glyphs: [WordGlyph] = []
  package var runs: [WordRun] = []
  package var breaks: [WordBreak] = []
  package var text: [UInt8] = []
  package var styles: [MeasuredStyle] = []
  package var fonts: [LoadedFont] = []

  package init() {}
}
