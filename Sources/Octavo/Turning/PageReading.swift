package import PageModel

/// A word on a page, or the part of a divided one that stands on a line. Where signs stand without
/// spaces between, as in Chinese and Japanese, each is a word of its own.
public struct PlacedWord: Sendable, Equatable {
  /// As it is printed, the hyphen of a divided word included.
  public var text: String
  /// As high as the font says.
  public var area: PageArea
  /// Points from the page's top; of vertical lines from its left edge, to the line's middle or what is nearly that.
  public var baseline: Double
  /// The bytes of the text that it shows; of the notes' text in a note. Nil for what octavo made:
  /// heads, folios, marks of notes, numbers of lists.
  public var place: Range<Int>?
  /// A hyphen ends it that is not in the text.
  public var isDivided: Bool
  /// A space follows on the line.
  public var hasSpaceAfter: Bool
}

/// Words of one font and colour on one line, in reading order.
public struct PlacedRun: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    case text
    /// Words of a note.
    case note
    /// Head, folio, numbers of lines.
    case furniture
    /// Numbers or signs before a list's items, ornaments.
    case ornament
    /// How a word is read (ruby): no part of the text.
    case reading
  }

  /// Path of the font file.
  public var fontFile: String
  /// Face within the file.
  public var face: Int
  /// The em, points.
  public var size: Double
  /// Horizontal scale: 1 is the font as designed.
  public var expansion: Double
  /// OpenType features in Pango's form: `smcp=1,lnum=1`.
  public var features: String
  /// BCP 47 tag; it decides between forms of some letters.
  public var language: String
  /// Added after each letter, points.
  public var letterSpacing: Double
  public var colour: Colour
  public var isRightToLeft: Bool
  /// Stands in a line that runs downwards: its letters upright, below each other, or turned to the right.
  public var isVertical: Bool
  /// Drawn as outlines, no text: a shadow, a drop capital.
  public var isOutline: Bool
  /// To be found and not seen: the letter of a word whose drop capital is an outline.
  public var isHidden: Bool
  /// A shadow, which lies behind all text: a soft one is made of several, the widest undermost. Nil for other runs.
  /// `spread` is the points by which outlines are widened on every side, `share` how much of the colour there is, the rest
  /// being paper or the background there.
  public var shadow: (spread: Double, share: Double)?
  public var kind: Kind
  public var words: [PlacedWord]
  /// Numbers in the font, and where each stands: points, to the baseline.
  public var glyphs: [(index: Int, x: Double, y: Double)]

  public static func == (a: PlacedRun, b: PlacedRun) -> Bool {
    a.fontFile == b.fontFile && a.face == b.face && a.size == b.size && a.expansion == b.expansion
      && a.features == b.features && a.language == b.language && a.words == b.words && a.colour == b.colour
      && a.isRightToLeft == b.isRightToLeft && a.isVertical == b.isVertical && a.isOutline == b.isOutline
      && a.isHidden == b.isHidden
      && a.shadow?.spread == b.shadow?.spread && a.shadow?.share == b.shadow?.share && a.kind == b.kind
      && a.letterSpacing == b.letterSpacing && a.glyphs.elementsEqual(b.glyphs, by: ==)
  }
}

/// A part of a page that leads somewhere.
public struct PageLink: Sendable, Equatable {
  public enum Target: Sendable, Equatable {
    /// A page, with the height on it below its top, points.
    case page(Int, y: Double)
    /// The mark of a note in the text.
    case note(NoteKey)
    /// `http`, `https` or `mailto`.
    case address(String)
    /// A place of the book that is not laid out yet: `Paginator.page(ofLink:)` finds it.
    case later
  }
  public var area: PageArea
  public var target: Target
  /// Its number among the book's, for `Paginator.page(ofLink:)`.
  public var number: Int
}

/// What stands on a page, word by word: for those who draw it themselves, find what is under a
/// finger, or read it out.
public struct PageReading: Sendable {
  public var size: PageSize
  public var label: String
  public var isRecto: Bool
  /// False while folios on it wait for pages that are not laid out.
  public var isComplete: Bool
  /// In reading order: the text, its notes, then head and folio.
  public var runs: [PlacedRun]
  public var links: [PageLink]
  /// The page as `Drawing` has it: rules, pictures, outlines.
  package let drawnPage: Page

  /// All words, in reading order.
  public var words: [PlacedWord] { runs.flatMap(\.words) }

  /// The byte of the text at a point, or at the word nearest to it on its line; nil where no text
  /// is on that height.
  public func place(atX x: Double, y: Double) -> Int? {
    var best: (distance: Double, place: Int)?
    for run in runs where run.kind == .text {
      for word in run.words {
        guard let place = word.place, y >= word.area.y, y < word.area.y + word.area.height else { continue }
        let distance = max(word.area.x - x, x - word.area.x - word.area.width, 0)
        guard distance < best?.distance ?? .infinity else { continue }
        var share = word.area.width > 0 ? min(max((x - word.area.x) / word.area.width, 0), 1) : 0
        if run.isRightToLeft { share = 1 - share }
        // to the nearest beginning of a letter
        var byte = min(Int((share * Double(place.count)).rounded()), max(place.count - 1, 0))
        let letters = Array(word.text.utf8)
        while byte > 0, byte < letters.count, letters[byte] & 0xC0 == 0x80 { byte -= 1 }
        best = (distance, place.lowerBound + byte)
      }
    }
    return best?.place
  }

  /// The words that show bytes of the text, as rectangles: one for each stretch of a line.
  public func areas(of range: Range<Int>) -> [PageArea] {
    var areas: [PageArea] = []
    var last: (baseline: Double, end: Int)?
    for run in runs where run.kind == .text {
      for word in run.words {
        guard let place = word.place, place.overlaps(range), !place.isEmpty else { continue }
        let first = Double(max(range.lowerBound, place.lowerBound) - place.lowerBound) / Double(place.count)
        let end = Double(min(range.upperBound, place.upperBound) - place.lowerBound) / Double(place.count)
        var area = word.area
        area.x += word.area.width * (run.isRightToLeft ? 1 - end : first)
        area.width *= end - first
        if let before = last, before.baseline == word.baseline, place.lowerBound - before.end < 4, !areas.isEmpty {
          let known = areas[areas.count - 1]
          let x = min(known.x, area.x)
          area.width = max(known.x + known.width, area.x + area.width) - x
          area.x = x
          (area.y, area.height) = (min(known.y, area.y), max(known.height, area.height))
          areas[areas.count - 1] = area
        } else {
          areas.append(area)
        }
        last = (word.baseline, place.upperBound)
      }
    }
    return areas
  }

  /// The link at a point.
  public func link(atX x: Double, y: Double) -> PageLink? { links.first { $0.area.contains(x: x, y: y) } }
}
