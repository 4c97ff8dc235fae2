internal import BookModel
internal import Design
internal import PageModel
internal import Shaping
package import Units

/// What the typesetter needs to know of a picture: how large it is by itself.
package struct PictureSize: Sendable, Equatable {
  /// By the file's own resolution.
  package var width, height: Length
  /// Nil for what is drawn as lines and curves.
  package var pixelsAcross: Int?
  /// The file, where it came inside the manuscript.
  package var bytes: [UInt8]?

  package init(width: Length, height: Length, pixelsAcross: Int?, bytes: [UInt8]? = nil) {
    self.width = width
    self.height = height
    self.pixelsAcross = pixelsAcross
    self.bytes = bytes
  }

  /// Width for height.
  var turned: PictureSize {
    PictureSize(width: height, height: width, pixelsAcross: pixelsAcross, bytes: bytes)
  }
}

/// A picture at its size in the book, standing in a line like a word.
package struct SetPicture: Sendable, Equatable {
  /// Empty for a frame without a picture.
  package var file: String
  /// As `PictureSize.bytes`.
  package var bytes: [UInt8]?
  /// The item whose room it fills, in the items of the galley or list.
  package var item: UInt32
  /// 1/1024 pt; `depth` is below the baseline.
  package var width, height, depth: PackedLength
  package var pixelsAcross: Int?
  /// It covers the page, wherever its line stands.
  package var bleeds = false
  /// Its middle stands on the spine, a half of it on each of two facing pages.
  package var isSpread = false
  /// Alone on its line, which is as high as it.
  package var isFigure = false
  /// As `Picture.alternative`.
  package var alternative: String?
  /// What is drawn in place of a picture.
  package var formula: SetFormula?
  package var source: SourceLocation
  /// Index of the page it came to stand on; -1 before that is known.
  package var page: Int32 = -1

  /// Pixels to the inch as it is printed; nil for lines and curves.
  package var resolution: Double? {
    guard let pixelsAcross, width > 0 else { return nil }
    return Double(pixelsAcross) * 72 * 1024 / Double(width)
  }
}

/// The pictures of a line, placed while its segments are drawn.
struct LinePictures {
  private let pictures: ArraySlice<SetPicture>
  private let veil: Double
  private let firstItem: UInt32
  private let isTurned: Bool
  private let isRectoRight: Bool

  /// - Parameter pictures: in the order of their items.
  init(_ pictures: [SetPicture], of line: LineRecord, on design: PageDesign) {
    veil = design.pictureVeil
    isTurned = design.writing == .vertical
    isRectoRight = design.isInsideLeft(isRecto: true)
    firstItem = line.firstItem
    let first = pictures.lowerBound { $0.item < line.firstItem }
    self.pictures = pictures[first...].prefix { $0.item < line.endItem }
  }

  var isEmpty: Bool { pictures.isEmpty }

  /// The formula that a segment is.
  func formula(_ segment: LineSegment) -> SetFormula? {
    pictures.first { $0.item == firstItem + UInt32(segment.index) }?.formula
  }

  /// For a line without pictures.
  init() {
    pictures = []
    firstItem = 0
    veil = 0
    isTurned = false
    isRectoRight = true
  }

  /// - Parameters:
  ///   - end: the pen behind the segment, points from the trim's left edge.
  ///   - glyph: how many stand before it.
  func draw(_ segment: LineSegment, end: Double, baseline: Double, glyph: Int, into page: inout Page) {
    guard !pictures.isEmpty, let found = pictures.first(where: { $0.item == firstItem + UInt32(segment.index) }) else {
      return
    }
    var (width, height) = (Double(found.width) / 1024, Double(found.height) / 1024)
    if found.bleeds {
      if isTurned { swap(&width, &height) }
      let (across, down) = (page.size.width.points, page.size.height.points)
      let middle = !found.isSpread ? across / 2 : page.isRecto == isRectoRight ? 0 : across
      var picture = Picture(
        file: found.file, bytes: found.bytes, x: middle - width / 2, y: (down - height) / 2, width: width,
        height: height, veil: veil)
      picture.crop = PageArea(x: 0, y: 0, width: across, height: down)
      page.pictures.append(picture)
      return
    }
    var picture = Picture(
      file: found.file, bytes: found.bytes, x: end - width, y: baseline + Double(found.depth) / 1024 - height,
      width: width, height: height, veil: veil)
    (picture.alternative, picture.glyph) = (found.alternative, glyph)
    page.pictures.append(picture)
  }
}
