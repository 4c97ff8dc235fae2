package import PageModel
package import Shaping
internal import Units

/// One word of a paragraph and how it joins what stands before it, in 32 bits.
package struct TextItem: Hashable, Sendable {
  package enum Joint: UInt8, Sendable {
    /// Glue; a line may end before the word.
    case space = 0
    /// Nothing between, no break: a change of style inside a word.
    case closed = 1
    /// Nothing between, a line may end.
    case open = 2
    /// Glue without a break: a no-break space.
    case tie = 3
    /// The line ends before the word.
    case forced = 4
    /// No width, but glue that stretches: between CJK characters, and words that have no space between them.
    case ideographic = 5
    /// Takes up all that the line leaves, with dots: before a page number in contents.
    case leader = 6
    /// Glue at which a line ends only unwillingly: between a title and a name.
    case unwilling = 7
    /// A quarter of an em, at which a line may end: between ideographs and letters of other scripts.
    case scripts = 8
    /// The same where no line ends.
    case scriptsTied = 9

    /// Draws a space of the font.
    @inline(__always)
    var isSpace: Bool { self == .space || self == .tie || self == .unwilling }
  }

  package var bits: UInt32

  package init(word: UInt32, joint: Joint) { bits = word & 0x0FFF_FFFF | UInt32(joint.rawValue) << 28 }
  package var word: UInt32 { bits & 0x0FFF_FFFF }
  // made of a case
  package var joint: Joint { Joint(rawValue: UInt8(bits >> 28)) ?? .space }
}

/// One set line, in 40 bytes: which items, how they are spaced, where it stands.
/// Glyphs are looked up in the word table when the page is made.
package struct LineRecord: Sendable, Equatable {
  package enum Kind: UInt8, Sendable {
    case text
    /// The ornament of a scene break; its items are drawn only at a page's edge unless always shown.
    case ornament
    /// A line of a table's cell, drawn as text.
    case cell
    /// The same, of a cell that reaches over rows below its own, which read after it.
    case reachingCell
    /// The number or sign before a list's item, drawn as text.
    case marker
    /// The same in a table's cell.
    case cellMarker
    /// And in one that reaches over rows below its own.
    case reachingMarker
  }

  /// Its items are words of the page.
  package var isText: Bool { kind != .ornament }

  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The last word is divided: a hyphen is drawn after it.
    package static let showsHyphen = Flags(rawValue: 1)
    /// Set from the right edge leftwards.
    package static let isRightToLeft = Flags(rawValue: 2)
    /// Some run needs reordering (UAX #9, L2).
    package static let hasLevels = Flags(rawValue: 4)
    /// Placed about the middle of the measure when the page is made.
    package static let isCentred = Flags(rawValue: 8)
    /// Placed at the far edge of the measure.
    package static let isTrailing = Flags(rawValue: 16)
    /// An ornament that shows only where the page ends or begins with it.
    package static let onlyAtEdge = Flags(rawValue: 32)
    /// Hidden: an `onlyAtEdge` ornament within the page.
    package static let isHidden = Flags(rawValue: 64)
    /// Drawn as outlines: no text of the page (`GlyphRun.isShape`).
    package static let isShape = Flags(rawValue: 128)
    /// Ends short of the measure, as its spaces could not fill it.
    package static let isShort = Flags(rawValue: 256)
    /// A picture stands beside it.
    package static let leavesRoom = Flags(rawValue: 512)
  }

  /// Its words are whole, and set from its left end.
  var isOfWholeWords: Bool {
    startByte == 0 && endByte == 0
      && flags.isDisjoint(with: [.showsHyphen, .isRightToLeft, .hasLevels, .isCentred, .isTrailing])
  }

  /// - Parameter distance: 1/1024 pt.
  mutating func move(right distance: PackedLength) {
    let countsFromRight = !flags.contains(.isCentred) && flags.contains(.isTrailing) != flags.contains(.isRightToLeft)
    x += countsFromRight ? -distance : distance
  }

  /// First item of the line and the one after its last, in the chapter's items.
  package var firstItem: UInt32
  package var endItem: UInt32
  /// Byte of the first item's word at which the line begins.
  package var startByte: UInt16 = 0
  /// Byte of the last item's word at which the line ends; 0 for the whole word.
  package var endByte: UInt16 = 0
  /// From the text block's leading edge to the first glyph, 1/1024 pt, hang included.
  package var x: PackedLength = 0
  /// From the text block's top to the baseline, 1/1024 pt.
  package var y: PackedLength = 0
  /// Glue is natural + ratio × stretch (shrink for negative ratios).
  package var ratio: Float = 0
  /// Byte of the manuscript at which the line begins.
  package var source: UInt32 = 0
  /// Steps of font expansion.
  package var expansion: Int8 = 0
  package var flags: Flags = []
  package var kind = Kind.text
  /// Where `x` counts from; known when the line is on a page.
  package var column = ColumnPlace.whole
  /// What it is a line of.
  package var block = BlockID.none
}

/// A filled rectangle in one shade of grey. Lengths in 1/1024 pt.
package struct RuleRecord: Sendable, Equatable {
  /// Of its left end, from the text block's leading edge.
  package var x: PackedLength
  /// Of its top, from the text block's, or from the baseline of the row it belongs to.
  package var y: PackedLength
  package var width: PackedLength
  package var height: PackedLength
  /// Thousandths of the way from black to white; what is not black is drawn behind the text.
  package var shade: UInt16 = 0
}

/// How far interword glue gives, as shares of the space: TeX's proportions for
/// running text (Knuth, The TeXbook, p. 75: 3.33 plus 1.67 minus 1.11). After
/// punctuation it gives more both ways, as compositors space by hand: a loose line
/// opens first where the sense pauses (TeX's factors, p. 76), and a tight one closes
/// first where the point or comma brings white of its own. After a sentence it gives
/// TeX's share (5 of 3.33) and no more, which would leave holes. Measured on War and Peace
/// against TeX's shrink: the deviation of the word space falls from 0.136 to 0.132,
/// and a sixth fewer lines are hyphenated.
package enum Glue {
  package static func stretch(_ space: Int32, after punctuation: Word.Punctuation) -> Int32 {
    switch punctuation {
    case .none: space / 2
    case .comma: space
    case .colon: space * 5 / 4
    case .sentence: space * 3 / 2
    }
  }
  package static func shrink(_ space: Int32, after punctuation: Word.Punctuation) -> Int32 {
    switch punctuation {
    case .none: space / 3
    case .comma, .colon, .sentence: space / 2
    }
  }
  /// A space as wide as a line makes it, 1/1024 pt.
  @inline(__always)
  static func width(_ space: Int32, ratio: Double, after punctuation: Word.Punctuation) -> Double {
    Double(space) + ratio * Double(ratio < 0 ? shrink(space, after: punctuation) : stretch(space, after: punctuation))
  }
  /// Stretch between CJK characters, as a share of the em: a line of 30 gives
  /// two characters' room before it looks spaced (JIS X 4051 allows a quarter em).
  package static func ideographicStretch(_ em: Int32) -> Int32 { em / 16 }

  /// Between ideographs and letters of other scripts: no less than an eighth of an em (JLREQ 3.8.3); it stretches before
  /// the ideographs part.
  static func scripts(_ em: Int32) -> (space: Int32, stretch: Int32, shrink: Int32) { (em / 4, em / 8, em / 8) }
}

/// How wide a line makes the spaces of a style, by what stands before them. Points.
struct LineSpaces {
  private let plain, comma, colon, sentence: Double

  init(_ style: MeasuredStyle, ratio: Double) {
    let space = style.spaceAdvance
    let isFixed = style.look.hasFixedSpaces
    func points(_ pause: Word.Punctuation) -> Double {
      (isFixed ? Double(space) : Glue.width(space, ratio: ratio, after: pause)) / 1024
    }
    (plain, comma, colon, sentence) = (points(.none), points(.comma), points(.colon), points(.sentence))
  }

  @inline(__always)
  subscript(pause: Word.Punctuation) -> Double {
    switch pause {
    case .none: plain
    case .comma: comma
    case .colon: colon
    case .sentence: sentence
    }
  }
}

extension LineRecord {
  /// The same as a shape, for it is text once already.
  var saidAgain: LineRecord {
    var line = self
    line.flags.insert(.isShape)
    line.block = .none
    return line
  }
}

extension ShapedText {
  /// What stands between two words of a line, 1/1024 pt, unstretched.
  func space(between first: WordID, and second: WordID) -> Int32 {
    withPointers { $0.styles[Int($0.spaceStyle(between: $0.words[Int(first)], and: second))].spaceAdvance }
  }

  func em(between first: WordID, and second: WordID) -> Int32 {
    withPointers { $0.em(between: $0.words[Int(first)], and: second) }
  }
}

extension ShapedTextPointers {
  /// Of which the white between letters of two scripts is a part: the same whichever comes first.
  func em(between first: Word, and second: WordID) -> Int32 {
    max(styles[Int(first.style)].look.em, styles[Int(words[Int(second)].style)].look.em)
  }

  /// The style whose space stands between two words: that of the first, but the text's
  /// own where a code span ends or after a note's mark, which is small, or between spaced-out
  /// letters and others.
  @inline(__always)
  func spaceStyle(between first: Word, and second: WordID) -> UInt16 {
    let next = words[Int(second)].style
    if next == first.style { return next }
    let look = styles[Int(first.style)].look
    // the last of spaced-out letters brings its own white along
    let isSpaced = look.letterSpacing != styles[Int(next)].look.letterSpacing
    return look.hasFixedSpaces || look.rise != 0 || isSpaced ? next : first.style
  }
}
