/// A line of the text or of a note on a page: which runs it is made of, and where it comes from.
public struct PlacedLine: Sendable, Equatable {
  public enum Kind: UInt8, Sendable {
    case text
    /// A line of a table's cell.
    case cell
    /// The number or sign before a list's item: no text.
    case marker
    /// The ornament of a scene break: no text.
    case ornament
  }

  /// In `Page.runs`.
  public var runs: Range<Int>
  /// Byte of the text, as the typesetter was given its places, at which the line begins.
  public var place: Int
  public var kind: Kind
  /// The last word is divided; the hyphen after it is no text.
  public var showsHyphen: Bool
  /// Read leftwards: the first run stands last.
  public var isRightToLeft: Bool

  public init(runs: Range<Int>, place: Int, kind: Kind, showsHyphen: Bool, isRightToLeft: Bool) {
    self.runs = runs
    self.place = place
    self.kind = kind
    self.showsHyphen = showsHyphen
    self.isRightToLeft = isRightToLeft
  }
}

/// What a run's font key does not tell: enough to set its text again elsewhere. Points.
public struct RunLook: Sendable, Equatable {
  /// The number of its style among those of who shaped it.
  public var style: UInt16
  /// Where the pen stands after its last glyph.
  public var end: Double
  /// OpenType features in Pango's form: `smcp=1,lnum=1`.
  public var features = ""
  /// BCP 47 tag; it decides between forms of some letters.
  public var language = ""
  /// Added after each letter.
  public var letterSpacing = 0.0
  /// Above and below the baseline, by the font's own measures.
  public var ascent = 0.0
  public var descent = 0.0
  /// How the word is read below which, or beside which, it stands.
  public var isReading = false

  public init(style: UInt16, end: Double) {
    self.style = style
    self.end = end
  }
}
