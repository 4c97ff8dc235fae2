package import Units

/// What there is to know of a PDF before a printer sees it.
package struct PDFFacts: Sendable {
  /// Of the file: `1.5`.
  package var version = ""
  package var byteCount = 0
  package var isEncrypted = false
  package var pages: [PageFacts] = []
  /// By the name the file gives them.
  package var fonts: [String: FontFacts] = [:]
  package var title: String?
  package var hasDates = false
  /// `/True` or `/False`, where the file says so.
  package var trapped: String?
  package var hasID = false
  package var isRightToLeft = false
  package var hasOutline = false
  package var hasScripts = false
  package var hasAttachments = false
  package var hasForm = false
  package var hasLayers = false
  package var outputIntents: [OutputIntent] = []
  /// The version of PDF/X that the file claims, from its information or its XMP.
  package var pdfx: String?
  /// The part and the conformance of PDF/A that the file claims: `2U`.
  package var pdfa: String?
  /// Letters of the first pages and of those titles would stand on; nil where no reader is at hand.
  package var openingText: String?
  /// Why the ink could not be measured; nil where it was.
  package var inkMissing: String?

  package init() {}
}

/// The press that colours are meant for (ISO 32000-1, 14.11.5).
package struct OutputIntent: Sendable, Equatable {
  /// `/GTS_PDFX`, `/GTS_PDFA1`.
  package var kind: String
  /// `FOGRA39`, `CGATS TR 006`.
  package var condition: String
  package var registry: String
  package var hasProfile: Bool
}

package struct FontFacts: Sendable, Equatable {
  /// `Type1`, `TrueType`, `Type3`, `CIDFontType0`, …
  package var kind: String
  package var isEmbedded: Bool
}

extension PageArea {
  func isNear(_ other: PageArea, within tolerance: Double) -> Bool {
    abs(x - other.x) < tolerance && abs(y - other.y) < tolerance && abs(right - other.right) < tolerance
      && abs(bottom - other.bottom) < tolerance
  }
}

package struct PageFacts: Sendable {
  package var frame = PageFrame()
  /// Turned as it is shown, points.
  package var width = 0.0
  package var height = 0.0
  /// As a reader shows it, from the top left of the media box.
  package var trim: PageArea?
  package var bleed: PageArea?
  /// Names of subtypes: `/Link`.
  package var annotations: [String] = []
  /// Where each of them stands.
  package var annotationAreas: [PageArea] = []
  /// The page says that it is composed as a group (11.4.7), transparent or not.
  package var hasGroup = false
  /// And in which colours it is mixed; of no device.
  package var hasGroupColour = false
  package var groupSpace: Colour?
  /// As the file names it: `/DeviceRGB`, `/ICCBased`.
  package var blendSpace: String?
  /// The object that is its profile of four inks.
  package var groupProfile: Int?
  package var paint = PaintFacts()
  /// Of what annotations show.
  package var shown = PaintFacts()
  /// What is not white; nil for a blank page.
  package var ink: PageArea?
}

/// Kinds of colour, by what a press makes of them.
package enum Colour: String, Sendable, Comparable {
  case grey, rgb, cmyk, spot, lab, other
  package static func < (a: Colour, b: Colour) -> Bool { a.rawValue < b.rawValue }

  /// As messages name it.
  package var title: String {
    switch self {
    case .grey: "grey"
    case .rgb: "RGB"
    case .cmyk: "CMYK"
    case .spot: "spot colour"
    case .lab: "Lab"
    case .other: "an unknown colour space"
    }
  }
}

/// What the operators of a page paint.
package struct PaintFacts: Sendable, Equatable {
  package var paints = false
  package var colours: Set<Colour> = []
  /// Inks besides the four of print, by name.
  package var spots: Set<String> = []
  /// What is painted, one after the other; empty unless places were asked for.
  package var things: [PaintedThing] = []
  /// Those that do not say of which device they are: no profile, no default space of the page.
  package var deviceColours: Set<Colour> = []
  /// Objects that are profiles of four inks.
  package var profiles: Set<Int> = []
  /// Colours through such a profile overprint by inks (OPM 1), which no profile can say.
  package var overprintsProfile = false
  /// Names of rendering intents that content streams choose.
  package var intents: Set<String> = []
  /// Of pictures within content streams: how they are packed, and that one asks to be smoothed.
  package var filters: Set<String> = []
  package var smoothsPictures = false
  /// Names that a content stream's resources do not have.
  package var missingNames: Set<String> = []
  /// A content stream names what only the resources around it have.
  package var inheritsNames = false
  /// Words that stand in content streams in place of what they show (14.9.4).
  package var replacements: Set<String> = []
  /// Forms are groups (11.4.7); the colours of those that say a space of their own, not of a device, stand alone.
  package var hasGroups = false
  package var groupSpaces: Set<Colour> = []
  /// Transparency that content streams ask for, and what annotations and letters show, painted or not.
  package var mixings: Set<String> = []
  /// Operators that ISO 32000-1 does not know.
  package var unknownOperators: Set<String> = []
  /// Graphics states open at one time.
  package var mostSaved = 0
  /// Text in RGB black, or in black with other inks beneath it.
  package var blackTextIn: Set<Colour> = []
  /// The largest sum of four inks, per cent.
  package var mostInk = 0.0
  /// `soft mask`, `opacity 0.5`, `blend mode /Multiply`.
  package var transparency: Set<String> = []
  package var images: [ImageFacts] = []
  /// Of strokes and of filled rules, points.
  package var thinnestLine: Double?
  /// Of more than four glyphs at a time, points: note marks and superior letters are no type to read.
  package var smallestType: Double?
  package var fonts: Set<String> = []
  package var hasInvisibleText = false
  /// Codes that are shown, by the objects of their fonts: of one byte, or of two.
  package var codes: [Int: Set<UInt16>] = [:]
}

package struct ImageFacts: Sendable, Equatable {
  /// Pixels.
  package var width, height: Int
  /// Pixels an inch, the lower of both ways, at the size it is shown.
  package var resolution: Double
  package var colour: Colour
  /// A bitmap of ink and no ink: line art.
  package var isBitmap: Bool
}

/// How a page's own space becomes what a reader shows of it.
package struct PageFrame: Sendable, Equatable {
  var media = PDFRectangle.letter
  /// Quarters of a turn, clockwise.
  var quarter = 0
  /// The size of a point (`UserUnit`: 1.6 and later).
  var unit = 1.0

  private var width: Double { (media.right - media.left) * unit }
  private var height: Double { (media.top - media.bottom) * unit }

  /// A rectangle of the page's own units, as it is shown.
  func shown(_ own: PDFRectangle) -> PageArea {
    let (left, right) = ((own.left - media.left) * unit, (own.right - media.left) * unit)
    let (top, bottom) = ((media.top - own.top) * unit, (media.top - own.bottom) * unit)
    switch quarter {
    case 1: return PageArea(x: height - bottom, y: left, width: bottom - top, height: right - left)
    case 2: return PageArea(x: width - right, y: height - bottom, width: right - left, height: bottom - top)
    case 3: return PageArea(x: top, y: width - right, width: bottom - top, height: right - left)
    default: return PageArea(x: left, y: top, width: right - left, height: bottom - top)
    }
  }

  /// The same the other way.
  func own(_ area: PageArea) -> PDFRectangle {
    let (left, top, right, bottom) =
      switch quarter {
      case 1: (area.y, height - area.right, area.bottom, height - area.x)
      case 2: (width - area.right, height - area.bottom, width - area.x, height - area.y)
      case 3: (width - area.bottom, area.x, width - area.y, area.right)
      default: (area.x, area.y, area.right, area.bottom)
      }
    return PDFRectangle(
      left: media.left + left / unit, bottom: media.top - bottom / unit, right: media.left + right / unit,
      top: media.top - top / unit)
  }

  /// The same of things, which are measured in points: within the page, if any of it is.
  func shown(_ thing: PaintedThing) -> PageArea? {
    let place = thing.place
    let own = PDFRectangle(
      left: place.left / unit, bottom: place.bottom / unit, right: place.right / unit, top: place.top / unit
    ).common(with: media)
    return own.left <= own.right && own.bottom <= own.top ? shown(own) : nil
  }
}
