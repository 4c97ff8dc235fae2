public import Units

/// Everything that stands on one page, placed: what `Drawing` draws.
///
/// Coordinates are points from the trim's top left corner, y down. Runs are in
/// visual order; nothing here is measured, broken or decided again.
public struct Page: Sendable, Equatable {
  public var size: PageSize
  /// The printed folio or the label that would be printed: `iv`, `12`.
  public var label: String
  /// Of two that face each other the one that opens the sheet: its bleed goes by it.
  package var isRecto = true
  public var runs: [GlyphRun] = []
  public var glyphs: [PlacedGlyph] = []
  public var clusters: [GlyphCluster] = []
  /// UTF-8 of all runs, each run's text together with its glyphs.
  public var text: [UInt8] = []
  public var rules: [Rule] = []
  public var pictures: [Picture] = []
  /// Behind everything else.
  public var watermark: Watermark?
  public var links: [LinkArea] = []
  /// Words of which only a part stands on a line, on pages that tell (`PageAssembler.isTagged`).
  public var divisions: [WordDivision] = []
  /// `lines` and `looks` are gathered too, which drawing has no need of.
  public var keepsLines = false
  /// The lines of the text and its notes; what stands on no line is head, foot or the like.
  public var lines: [PlacedLine] = []
  /// Of each run.
  public var looks: [RunLook] = []

  public init(size: PageSize, label: String) {
    self.size = size
    self.label = label
  }

  /// Empties the page but keeps its storage for the next one.
  public mutating func clear(size: PageSize, label: String) {
    self.size = size
    self.label = label
    runs.removeAll(keepingCapacity: true)
    glyphs.removeAll(keepingCapacity: true)
    clusters.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    rules.removeAll(keepingCapacity: true)
    pictures.removeAll(keepingCapacity: true)
    watermark = nil
    links.removeAll(keepingCapacity: true)
    divisions.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    looks.removeAll(keepingCapacity: true)
  }
}

/// A font as a value: enough to open the same face again on any thread.
public struct FontKey: Hashable, Sendable {
  /// Path of the font file.
  public var file: String
  /// Face within the file; the high 16 bits count a variable font's named instance.
  public var face: Int32
  /// The em.
  public var size: Length
  /// Horizontal scale in parts per thousand: 1000 is the font as designed.
  public var expansion: Int16
  public var stance = GlyphStance.level

  public init(file: String, face: Int32, size: Length, expansion: Int16 = 1000) {
    self.file = file
    self.face = face
    self.size = size
    self.expansion = expansion
  }

  /// What differs between the fonts of a book is asked first: a path is long.
  public static func == (one: FontKey, other: FontKey) -> Bool {
    one.expansion == other.expansion && one.size == other.size && one.face == other.face
      && one.stance == other.stance && one.file == other.file
  }

  /// Of the path its length alone: few of a book's fonts have all else in common.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(expansion)
    hasher.combine(size)
    hasher.combine(face)
    hasher.combine(file.utf8.count)
  }
}

/// How glyphs stand on a page.
public enum GlyphStance: UInt8, Sendable {
  /// In lines across, as the font has them.
  case level
  /// Upright in a vertical line, each below the other.
  case stacked
  /// Upright in a vertical line, side by side in one place of it: a number of two figures.
  case abreast
  /// A quarter turned to the right, along a vertical line.
  case turned
}

/// One glyph at its place. The layout in memory is cairo's `cairo_glyph_t`.
public struct PlacedGlyph: Sendable, Equatable {
  public var index: UInt
  /// Points from the trim's left edge.
  public var x: Double
  /// Points from the trim's top edge to the baseline.
  public var y: Double
  public init(index: UInt, x: Double, y: Double) {
    self.index = index
    self.x = x
    self.y = y
  }
}

/// The part of a word at a line's end or beginning; or a formula, which is drawn in two dimensions.
public struct WordDivision: Sendable, Equatable {
  /// Of the page, a hyphen that was put in among them.
  public var glyphs: Range<Int>
  /// All of it, as it is written.
  public var word: String
  /// Some of it stands on the line before.
  public var isContinued: Bool
  /// The words of a formula, for who listens; nil for a word.
  public var spoken: String?
  public init(glyphs: Range<Int>, word: String, isContinued: Bool, spoken: String? = nil) {
    self.glyphs = glyphs
    self.word = word
    self.isContinued = isContinued
    self.spoken = spoken
  }
}

/// So many bytes of the run's text are shown by so many of its glyphs. The
/// layout in memory is cairo's `cairo_text_cluster_t`.
public struct GlyphCluster: Sendable, Equatable {
  public var bytes: Int32
  public var glyphs: Int32
  public init(bytes: Int32, glyphs: Int32) {
    self.bytes = bytes
    self.glyphs = glyphs
  }
}

/// Glyphs of one font and colour on one line, with the text they stand for.
public struct GlyphRun: Sendable, Equatable {
  public var font: FontKey
  public var glyphs: Range<Int>
  public var clusters: Range<Int>
  public var text: Range<Int>
  /// Glyphs run against the text (right-to-left).
  public var isBackward: Bool
  public var colour: Colour
  /// Drawn as outlines, so that no reader of the file takes it for text: a shadow, a
  /// drop capital whose letter is in the line beside it, a table's head said again.
  public var isShape: Bool
  /// To be found and not seen: the letter of a word whose drop capital is a shape.
  public var isHidden = false
  /// Of a shape that is a shadow: it lies behind all text.
  public var shadow: ShadowLayer?
  /// What it is a run of.
  public var block: BlockID
  /// The link it is of, in `Page.links`, on pages that tell (`PageAssembler.isTagged`); -1 for none.
  public var link: Int32 = -1
  public var language = LanguageTag.none

  public init(
    font: FontKey, glyphs: Range<Int>, clusters: Range<Int>, text: Range<Int>, isBackward: Bool = false,
    colour: Colour = .black, isShape: Bool = false, block: BlockID = .none
  ) {
    self.font = font
    self.glyphs = glyphs
    self.clusters = clusters
    self.text = text
    self.isBackward = isBackward
    self.colour = colour
    self.isShape = isShape
    self.block = block
  }
}

/// One step of a shadow's edge.
public struct ShadowLayer: Sendable, Equatable {
  /// Points by which outlines are widened on every side.
  public var spread: Double
  /// Of the shadow's colour, the rest being paper or the background there.
  public var share: Double
  public init(spread: Double, share: Double) {
    self.spread = spread
    self.share = share
  }
}

/// A filled rectangle: a rule, an underline, a background; or a dot. Points.
public struct Rule: Sendable, Equatable {
  public var x, y, width, height: Double
  public var colour: Colour
  /// Drawn before the text (a background) rather than after it.
  public var isBehind: Bool
  /// The disc that it holds, which sets a letter off, rather than all of it.
  public var isDot: Bool
  public init(
    x: Double, y: Double, width: Double, height: Double, colour: Colour = .black, isBehind: Bool = false,
    isDot: Bool = false
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.colour = colour
    self.isBehind = isBehind
    self.isDot = isDot
  }
}

/// Large pale letters behind a page, drawn as shapes: no reader takes them for words.
public struct Watermark: Sendable, Equatable {
  public var runs: [GlyphRun]
  /// Points from the watermark's own middle.
  public var glyphs: [PlacedGlyph]
  /// The middle, points from the trim's top left corner.
  public var x, y: Double
  /// Radians, anticlockwise.
  public var angle: Double
  /// 0 black, 1 white.
  public var grey: Double

  public init(runs: [GlyphRun], glyphs: [PlacedGlyph], x: Double, y: Double, angle: Double, grey: Double) {
    self.runs = runs
    self.glyphs = glyphs
    self.x = x
    self.y = y
    self.angle = angle
    self.grey = grey
  }
}

/// A picture at its place. Points.
public struct Picture: Sendable, Equatable {
  public var file: String
  /// The file's contents, where it came inside the manuscript; nil where `file` is a path.
  public var bytes: [UInt8]?
  public var x, y, width, height: Double
  /// How far it is whitened to save ink: 0 as it is, 1 white.
  public var veil: Double
  /// What may be seen of it; nil for all.
  public var crop: PageArea?
  public var block = BlockID.none
  /// What a picture among words shows, empty for an ornament; nil for one that stands by itself, whose block has the words.
  public var alternative: String?
  /// Glyphs of the page that were placed before it.
  public var glyph = 0
  public init(
    file: String, bytes: [UInt8]? = nil, x: Double, y: Double, width: Double, height: Double, veil: Double = 0
  ) {
    self.file = file
    self.bytes = bytes
    self.veil = veil
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A part of the page that leads somewhere. Points.
public struct LinkArea: Sendable, Equatable {
  public enum Target: Sendable, Equatable {
    /// A page of the book, from 0, with a height on it below its top.
    case page(Int, y: Double)
    case uri(String)
    /// The link of this number among those of the book, as long as it is not known where it leads.
    case link(Int)
  }
  public var x, y, width, height: Double
  public var target: Target
  public var block = BlockID.none
  public init(x: Double, y: Double, width: Double, height: Double, target: Target) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.target = target
  }
}

extension Rule: OnPage {}
extension Picture: OnPage {}
extension LinkArea: OnPage {}
