/// A piece of a paragraph that holds no break, and the joint that follows it.
///
/// Knuth and Plass's boxes, glue and penalties (1981, p. 1122) in the compact
/// form that running text takes: a box, then at most one break with its glue.
/// All widths are `Length` units (1/1024 pt). A paragraph is an array of
/// fragments; the last one's joint ends the paragraph and is not looked at.
package struct Fragment: Sendable, Equatable {
  package enum Joint: UInt8, Sendable {
    /// Glue that vanishes at a line end; a break costs `penalty`.
    case space
    /// Glue that never breaks: a no-break space.
    case tie
    /// A break without glue after what is already there (dash, hyphen, slash, CJK).
    case open
    /// A break that shows a hyphen of `breakWidth` (hyphenation, soft hyphen).
    case hyphen
    /// A forced line end: the line is set as a last line is.
    case forced
    /// No glue and no break: the next fragment touches this one.
    case closed
  }

  /// Natural width of the fragment itself.
  package var width: Int32
  /// How much of `width` font expansion scales (glyph advances; not an indent).
  package var expandable: Int32
  /// Natural glue after the fragment; 0 where there is none.
  package var space: Int32
  package var stretch: Int32
  package var shrink: Int32
  /// Width that a hyphen adds when the line ends here.
  package var breakWidth: Int32
  /// How far the line may hang into the margin when it begins with this fragment.
  package var leadingHang: Int32
  /// How far it may hang when it ends after this fragment, its hyphen included.
  package var trailingHang: Int32
  /// Cost of a break here in TeX's scale, below 10,000.
  package var penalty: Int16
  package var joint: Joint
  /// The break leaves a hyphen at the line's end (inserted or the text's own):
  /// what the limit on hyphens in a row counts.
  package var endsInHyphen: Bool
  /// A last line that begins with this fragment is a runt, however wide: one word
  /// of a few letters.
  package var makesRunt: Bool
  /// The word that begins with the fragment, and the one that ends with it: the same number for words that read alike,
  /// 0 for none, less than `fewestLong` for a letter, which makes twins only together with the next word.
  package var head: UInt32 = 0
  package var tail: UInt32 = 0
  package static let fewestLong: UInt32 = 256

  package init(
    width: Int32, expandable: Int32? = nil, joint: Joint, space: Int32 = 0, stretch: Int32 = 0, shrink: Int32 = 0,
    breakWidth: Int32 = 0, leadingHang: Int32 = 0, trailingHang: Int32 = 0, penalty: Int16 = 0,
    endsInHyphen: Bool = false, makesRunt: Bool = false
  ) {
    self.width = width
    self.expandable = expandable ?? width
    self.space = space
    self.stretch = stretch
    self.shrink = shrink
    self.breakWidth = breakWidth
    self.leadingHang = leadingHang
    self.trailingHang = trailingHang
    self.penalty = penalty
    self.joint = joint
    self.endsInHyphen = endsInHyphen
    self.makesRunt = makesRunt
  }
}

extension Fragment {
  /// No line ends behind it but as a last resort.
  @inline(__always)
  var isForbidden: Bool { joint == .tie || joint == .closed || penalty >= 10_000 }
}

/// How wide each line of a paragraph is, in `Length` units.
package struct LineShape: Sendable, Equatable {
  /// Widths of the first lines, where they differ (an indent, a drop capital).
  package var first: [Int32]
  /// Width of all further lines.
  package var rest: Int32
  package init(first: [Int32] = [], rest: Int32) {
    self.first = first
    self.rest = rest
  }
  package func width(ofLine index: Int) -> Int32 { index < first.count ? first[index] : rest }
}

/// One line that the breaker chose.
package struct BrokenLine: Sendable, Equatable {
  /// The line holds fragments from the end of the line before up to this one, exclusive.
  package var end: Int32
  /// Font expansion in steps (`LineBreakingStyle.expansionStep`), negative for narrower.
  package var expansion: Int8
  /// The joint at the line's end shows its hyphen.
  package var showsHyphen: Bool
  /// Glue is set to `space + ratio × stretch`, or `space + ratio × shrink` for a
  /// negative ratio; never below -1. Last and forced lines have 0 unless they must shrink.
  package var ratio: Float
  /// It ends short of the measure, as nothing in it could fill it (`LineBreakingStyle.widestSpace`).
  package var isShort = false
}

/// One way to set a paragraph.
package struct ParagraphSetting: Sendable, Equatable {
  package var lines: [BrokenLine]
  /// Total demerits in TeX's scale (Knuth & Plass 1981, p. 1128).
  package var demerits: Double
  /// The loosest line's glue in multiples of natural: 2 is a space twice as wide. A line that is left short counts as
  /// if it were filled.
  package var loosest: Float
}
