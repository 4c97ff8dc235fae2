internal import BookModel
internal import Files
internal import Images
internal import Typesetting
internal import Units

/// The pictures a book names, looked at once each: how large they are, and what there is
/// to say of those that cannot be shown.
struct PictureCatalog {
  private(set) var sizes: [String: PictureSize] = [:]
  private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<String> = []
  /// Where each is named first.
  private(set) var sources: [String: SourceLocation] = [:]

  /// A pixel of CSS, for files that do not say how large theirs are.
  private static let resolution = 96.0

  /// Pictures that came inside the manuscript.
  private let inside: [String: [UInt8]]

  /// - Parameter ornaments: files of the design's.
  init(_ book: Book, ornaments: [String] = []) {
    inside = book.pictures
    for file in ornaments { add(file, SourceLocation(offset: 0)) }
    book.visitFigures { add($0.image, $0.source) }
    for key in book.notes.keys.sorted() {
      for block in book.notes[key]?.blocks ?? [] {
        block.visitFigures { add($0.image, $0.source) }
        block.visitText { inlines, _ in add(inlines) }
      }
    }
    book.visitText { inlines, _ in add(inlines) }
  }

  /// The files that the book names, there or not.
  var files: [String] { seen.filter { inside[$0] == nil }.sorted() }

  /// Pictures that are not there: no book is made without them.
  var missing: [Diagnostic] { diagnostics.filter { $0.severity == .error } }

  private mutating func add(_ inlines: [Inline]) {
    for inline in inlines {
      if case .image(let name) = inline.content { add(name, inline.source) }
    }
  }

  private mutating func add(_ name: String?, _ source: SourceLocation) {
    guard let name, seen.insert(name).inserted else { return }
    sources[name] = source
    let bytes = inside[name]
    let scheme = bytes != nil ? "" : name.prefix { $0 != ":" }.lowercased()
    if bytes == nil, scheme.count < name.count,
      ["http", "https", "ftp", "data", "file"].contains(scheme) || name.contains("://")
    {
      let shown = scheme == "data" ? "data:…" : name
      diagnostics.append(
        Diagnostic(
          .warning, code: "image-remote", "image \"\(shown)\" is no file beside the manuscript, and nothing is fetched",
          help: "put the picture into a file and name that; an empty frame stands in its place", source: source))
      return
    }
    do throws(ImageError) {
      let image: ImageFile
      if let bytes { image = try inspectImage(bytes, file: name) } else { image = try inspectImage(name) }
      // no picture was made with fewer or more dots an inch: such a number is a damaged one
      let resolution = image.resolution.flatMap { (4...20_000).contains($0) ? $0 : nil } ?? PictureCatalog.resolution
      sizes[name] = PictureSize(
        width: Length(points: Double(image.width) * 72 / resolution),
        height: Length(points: Double(image.height) * 72 / resolution),
        pixelsAcross: image.format == .svg ? nil : image.width, bytes: bytes)
      // of a drawing within an EPUB's page its reader has set the words
      guard image.format == .svg, !name.contains("#svg") else { return }
      let svg: [UInt8]
      if let bytes { svg = bytes } else { svg = try readImage(name) }
      if let finding = UndrawnParts(svg).diagnostic(name, source) { diagnostics.append(finding) }
    } catch {
      diagnostics.append(PictureCatalog.diagnostic(name, error, source))
    }
  }

  private static func diagnostic(_ name: String, _ error: ImageError, _ source: SourceLocation) -> Diagnostic {
    switch error {
    case .file(.missing):
      Diagnostic(
        .error, code: "image-missing", "image \"\(name)\" not found", help: "put the file there or correct the name",
        source: source)
    case .file(let error):
      Diagnostic(
        .error, code: "image-unreadable", "image: \(error.diagnostic().message)", help: error.diagnostic().help,
        source: source)
    default: unshown(name, error.words, source)
    }
  }

  /// A picture that is there and cannot be shown.
  static func unshown(_ name: String, _ words: String, _ source: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .warning, code: "image-unshown", "image \"\(name)\" \(words)",
      help: "save it again as PNG, JPEG or SVG; an empty frame stands in its place", source: source)
  }

  /// Warnings for pictures that a press would print coarsely (checklist H7).
  static func coarse(_ list: PageList) -> [Diagnostic] {
    list.pictures.compactMap { picture in
      guard let resolution = picture.resolution, let across = picture.pixelsAcross, resolution < 299.5 else {
        return nil
      }
      let page =
        list.pages.indices.contains(Int(picture.page)) ? " on page \(list.label(ofPage: Int(picture.page)))" : ""
      let width = Length(units: Int(picture.width))
      return Diagnostic(
        .warning, code: "image-coarse",
        "image \"\(picture.file)\"\(page) is printed at \(Int(resolution.rounded())) pixels an inch: \(across) across \(width)",
        help:
          "300 print sharp: \(Int((width.points / 72 * 300).rounded(.up))) pixels across, or a width of \(Length(points: Double(across) / 300 * 72))",
        source: picture.source)
    }
  }
}
