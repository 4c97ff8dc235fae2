internal import CPictures
internal import Faults

/// An SVG picture, drawn as lines and curves. For one thread.
package struct SVGDrawing: ~Copyable {
  private let handle: UnsafeMutableRawPointer
  /// What messages call it.
  private let name: String?

  package init(_ bytes: [UInt8], file: String? = nil) throws(ImageError) {
    guard bytes.count <= 32 << 20 else { throw .tooManyBytes }
    guard octavo_has_svg() != 0 else { throw .readerMissing("librsvg2-2") }
    var failure: UnsafeMutablePointer<GError>?
    let made = FaultGuard.during("librsvg", on: file) { octavo_svg(bytes, gsize(bytes.count), &failure) }
    guard let made else { throw SVGDrawing.error(&failure) }
    handle = made
    name = file
  }

  deinit { g_object_unref(handle) }

  private static func error(_ failure: inout UnsafeMutablePointer<GError>?) -> ImageError {
    let words = failure.flatMap { $0.pointee.message.map { String(cString: $0) } } ?? "it cannot be read"
    g_clear_error(&failure)
    // one line, whatever the XML parser wrote
    return .damaged(String(words.split(separator: "\n").first ?? "it cannot be read"))
  }

  /// Its own size, or that of its view box; a square where it has neither.
  func file() -> ImageFile {
    var (width, height) = (0.0, 0.0)
    if octavo_svg_size(handle, &width, &height) == 0 { (width, height) = (300, 300) }
    let most = Double(ImageLimits.side)
    var image = ImageFile(
      .svg, width: Int(min(max(width, 1), most).rounded()), height: Int(min(max(height, 1), most).rounded()))
    image.resolution = 96
    return image
  }

  /// Draws it in a rectangle whose top left corner is the origin.
  /// - Parameter context: a `cairo_t`.
  package func draw(in context: OpaquePointer, width: Double, height: Double) throws(ImageError) {
    var failure: UnsafeMutablePointer<GError>?
    let isDrawn = FaultGuard.during("librsvg", on: name) {
      octavo_svg_draw(handle, UnsafeMutableRawPointer(context), width, height, &failure) != 0
    }
    if !isDrawn { throw SVGDrawing.error(&failure) }
  }
}
