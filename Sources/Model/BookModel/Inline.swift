public import Formula
public import Units

/// A run of text in one style, or something that stands in a line like text.
public struct Inline: Sendable, Equatable {
  public enum Content: Sendable, Equatable {
    /// NFC text without line ends; spaces may stand at either end.
    case text(String)
    /// The line ends here whatever the measure.
    case lineBreak
    case noteReference(NoteKey)
    /// A picture in the line, by its file as `Figure.image` has it.
    case image(String)
  }

  public var content: Content
  public var style: InlineStyle
  public var source: SourceLocation
  /// Where the text's bytes come from, for runs joined from several manuscript
  /// lines: ascending text offsets. Empty means the text stands at `source` unbroken.
  public var marks: [SourceMark]

  public init(
    _ content: Content, style: InlineStyle = .plain, source: SourceLocation, marks: [SourceMark] = []
  ) {
    self.content = content
    self.style = style
    self.source = source
    self.marks = marks
  }

  public init(_ text: String, style: InlineStyle = .plain, source: SourceLocation = SourceLocation(offset: 0)) {
    self.init(.text(text), style: style, source: source)
  }

  /// The manuscript place of a byte of the text; linear in `marks` at worst logarithmic.
  public func source(atByte offset: Int) -> SourceLocation {
    let next = marks.lowerBound { Int($0.text) <= offset }
    guard next > 0 else { return SourceLocation(file: source.file, offset: Int(source.offset) + offset) }
    let mark = marks[next - 1]
    return SourceLocation(file: source.file, offset: Int(mark.source) + offset - Int(mark.text))
  }
}

extension Inline {
  /// A text run in two at a byte between characters, each with its own place in the
  /// manuscript; no second part where the first is all of it.
  public func parted(atByte offset: Int) -> (Inline, Inline?)? {
    guard case .text(let text) = content, offset > 0, offset <= text.utf8.count else { return nil }
    let place = text.utf8.index(text.utf8.startIndex, offsetBy: offset)
    guard let place = String.Index(place, within: text) else { return nil }
    var front = self
    front.content = .text(String(text[..<place]))
    guard place < text.endIndex else { return (front, nil) }
    var rest = self
    rest.content = .text(String(text[place...]))
    rest.source = source(atByte: offset)
    rest.marks = marks.filter { $0.text > offset }.map { SourceMark(text: $0.text - UInt32(offset), source: $0.source) }
    return (front, rest)
  }
}

/// From byte `text` of a run on, its bytes stand at `source` in the manuscript.
public struct SourceMark: Hashable, Sendable {
  public var text: UInt32
  public var source: UInt32
  public init(text: UInt32, source: UInt32) {
    self.text = text
    self.source = source
  }
}

/// How a run of text differs from the paragraph around it.
public struct InlineStyle: Hashable, Sendable {
  public struct Traits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    public static let emphasis = Traits(rawValue: 1)
    public static let strong = Traits(rawValue: 2)
    public static let smallCapitals = Traits(rawValue: 4)
    public static let superscript = Traits(rawValue: 8)
    public static let `subscript` = Traits(rawValue: 16)
    public static let underline = Traits(rawValue: 32)
    public static let strike = Traits(rawValue: 64)
    public static let code = Traits(rawValue: 128)
    public static let letterSpaced = Traits(rawValue: 256)
    /// As `TextShadow.usual`, unless the extras say otherwise.
    public static let shadow = Traits(rawValue: 512)
    /// Capitals too are set as small ones: `1066 AD`, `NATO`.
    public static let allSmallCapitals = Traits(rawValue: 1024)
  }

  /// What few runs have, kept out of the way of the many.
  public struct Extras: Hashable, Sendable {
    public var language: String?
    /// An address, or `#name` for the place in this book whose anchor is `name`.
    public var link: String?
    /// What an image in the line shows, in words.
    public var alternative: String?
    /// The size asked of such an image, as a figure's; set no higher than its line.
    public var width: Figure.Size?
    public var height: Figure.Size?
    /// Such an image is a figure with text around it, and stands before its paragraph.
    public var runaround: Figure.Edge?
    /// As a figure's.
    public var isDecorative = false
    public var colour: Colour?
    public var background: Colour?
    /// Times the size of the text around it; nil for 1.
    public var scale: Double?
    /// What begins with the run.
    public var textMarks: [TextMark] = []
    /// The run is a page's number: it leads there, and the book's own folio is printed in its place.
    public var pages: PageReference?
    /// The run has no words and stands for an entry of the index (`Book.makeIndexes`).
    public var indexMark: IndexMark?
    /// The run stands for the numbers of labels.
    public var reference: Reference?
    /// The run stands for one of `Book.citations`.
    public var citation: Int?
    /// Nil for that of the text around it.
    public var family: String?
    /// OpenType features besides those of the text around it, in Pango's form: `swsh=1`.
    public var features = ""
    /// Ems between letters; nil for none.
    public var letterSpacing: Double?
    public var ruby: RubyPart?
    /// Nil for none, or for the usual one where the traits ask for it.
    public var shadow: TextShadow?
    /// The run is the source of a formula, which is set as this says.
    public var formula: Formula?
    /// To be found and not seen.
    public var isHidden = false
    public init() {}
  }

  public var traits: Traits
  private var box: ExtrasBox?
  public var extras: Extras {
    get { box?.extras ?? Extras() }
    set { box = newValue == Extras() ? nil : ExtrasBox(newValue) }
  }

  /// `extras.link` without the rest: asked of every run.
  public var link: String? { box?.extras.link }
  /// As `link`.
  public var textMarks: [TextMark] { box?.extras.textMarks ?? [] }
  public var indexMark: IndexMark? { box?.extras.indexMark }
  public var pages: PageReference? { box?.extras.pages }
  public var ruby: RubyPart? { box?.extras.ruby }
  public var reference: Reference? { box?.extras.reference }
  public var citation: Int? { box?.extras.citation }
  public var formula: Formula? { box?.extras.formula }

  public static let plain = InlineStyle()
  public init(_ traits: Traits = [], extras: Extras = Extras()) {
    self.traits = traits
    box = extras == Extras() ? nil : ExtrasBox(extras)
  }

  private final class ExtrasBox: Hashable, Sendable {
    let extras: Extras
    init(_ extras: Extras) { self.extras = extras }
    static func == (a: ExtrasBox, b: ExtrasBox) -> Bool { a === b || a.extras == b.extras }
    func hash(into hasher: inout Hasher) { hasher.combine(extras) }
  }
}

/// What a run is of a word whose reading stands small above it: first come runs of the word, then those of its reading.
public enum RubyPart: Hashable, Sendable { case base, reading }

public typealias Colour = Units.Colour

/// A shadow of letters, as `NSShadow` and CSS have it. Lengths are ems of the letters.
public struct TextShadow: Hashable, Sendable {
  /// How far it falls to the right and down; less than 0 for the other way.
  public var x, y: Double
  /// Over so much its edge fades out, half of that on either side; 0 for a sharp edge.
  public var blur: Double
  public var colour: Colour

  /// Without a colour it is pale.
  public init(x: Double, y: Double, blur: Double = 0, colour: Colour = TextShadow.usual.colour) {
    (self.x, self.y, self.blur, self.colour) = (x, y, blur, colour)
  }

  /// A pale one, a sixteenth of an em to the right and below.
  public static let usual = TextShadow(
    x: 0.0625, y: 0.0625, colour: Colour(grey: 0.72))
}

extension [Inline] {
  /// The words alone; forced line ends become spaces, notes, images and readings of words nothing.
  public var plainText: String {
    var text = ""
    for inline in self {
      switch inline.content {
      case .text(let run): if inline.style.ruby != .reading { text += run }
      case .lineBreak: text += " "
      case .noteReference, .image: break
      }
    }
    return text
  }
}
