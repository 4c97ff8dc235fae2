internal import CCairo
internal import Libc

/// A picture as cairo draws it, at any place and size.
///
/// Its name makes every use of it one object of a PDF.
package struct PictureSurface: ~Copyable {
  fileprivate let pointer: OpaquePointer
  fileprivate let width, height: Double

  /// Pixels `0x00RRGGBB`, rows from the top.
  package init(pixels: [UInt32], width: Int, height: Int, name: String) throws(CairoError) {
    let surface = try PictureSurface.made(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(clamping: width), Int32(clamping: height)))
    cairo_surface_flush(surface)
    if let data = cairo_image_surface_get_data(surface), pixels.count >= width * height {
      let stride = Int(cairo_image_surface_get_stride(surface))
      pixels.withUnsafeBytes { source in
        guard let from = source.baseAddress else { return }
        for row in 0..<height { memcpy(data + row * stride, from + row * width * 4, width * 4) }
      }
    }
    cairo_surface_mark_dirty(surface)
    self.init(surface, width: Double(width), height: Double(height), name: name)
  }

  /// A JPEG whose bytes go into a PDF as they are. Other surfaces show nothing.
  ///
  /// The pixels behind it are never looked at: one bit each keeps them small
  /// (a carrier of four bytes a pixel takes 17 MB for a page of 1,710 by 2,550).
  package init(jpeg: [UInt8], width: Int, height: Int, name: String) throws(CairoError) {
    let surface = try PictureSurface.made(
      cairo_image_surface_create(CAIRO_FORMAT_A1, Int32(clamping: width), Int32(clamping: height)))
    PictureSurface.attach(jpeg, as: CAIRO_MIME_TYPE_JPEG, to: surface)
    self.init(surface, width: Double(width), height: Double(height), name: name)
  }

  /// Lines and curves that `body` draws on a context, a `cairo_t`. Points.
  package init<Failure: Error>(
    width: Double, height: Double, name: String, _ body: (OpaquePointer) throws(Failure) -> Void
  ) throws(Failure) {
    var extents = cairo_rectangle_t(x: 0, y: 0, width: width, height: height)
    // cairo gives an object in error, never none; a failure shows when it is drawn
    let surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents)
    self.init(surface ?? cairo_image_surface_create(CAIRO_FORMAT_A1, 1, 1), width: width, height: height, name: name)
    // Through a part of the surface, which hands no tags on: a link within an SVG picture is one to librsvg, and
    // cairo 1.16 frees of a tag that is recorded what was never set.
    let whole = cairo_surface_create_for_rectangle(pointer, 0, 0, width, height)
    defer { cairo_surface_destroy(whole) }
    let context = cairo_create(whole)
    defer { cairo_destroy(context) }
    if let context { try body(context) }
  }

  private init(_ surface: OpaquePointer, width: Double, height: Double, name: String) {
    pointer = surface
    self.width = width
    self.height = height
    PictureSurface.attach(Array(name.utf8), as: CAIRO_MIME_TYPE_UNIQUE_ID, to: surface)
  }

  deinit { cairo_surface_destroy(pointer) }

  private static func made(_ surface: OpaquePointer?) throws(CairoError) -> OpaquePointer {
    guard let surface else { throw .failed("out of memory") }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw CairoError(status)
    }
    return surface
  }

  /// A copy that cairo frees when its last surface goes.
  private static func attach(_ bytes: [UInt8], as type: String, to surface: OpaquePointer) {
    guard !bytes.isEmpty, let copy = malloc(bytes.count) else { return }
    bytes.withUnsafeBytes { source in
      if let from = source.baseAddress { memcpy(copy, from, bytes.count) }
    }
    let data = copy.assumingMemoryBound(to: UInt8.self)
    let status = cairo_surface_set_mime_data(surface, type, data, UInt(bytes.count), { free($0) }, copy)
    if status != CAIRO_STATUS_SUCCESS { free(copy) }
  }
}

extension Canvas {
  /// Draws a picture in a rectangle.
  /// - Parameters:
  ///   - orientation: how what is stored is turned to be seen, as Exif counts; a JPEG
  ///     passed through is turned here.
  ///   - veil: how far the picture is whitened, 0 to 1; what is stored stays as it is.
  package func draw(
    _ picture: borrowing PictureSurface, x: Double, y: Double, width: Double, height: Double, orientation: Int = 1,
    veil: Double = 0
  ) {
    guard picture.width > 0, picture.height > 0 else { return }
    cairo_save(context)
    cairo_translate(context, x, y)
    cairo_scale(context, width, height)
    // within the unit square: the stored picture's corner and axes as they are seen (Exif 2.3, 4.6.4 A)
    var (xx, yx, xy, yy, x0, y0) = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    switch orientation {
    case 2: (xx, x0) = (-1, 1)
    case 3: (xx, yy, x0, y0) = (-1, -1, 1, 1)
    case 4: (yy, y0) = (-1, 1)
    case 5: (xx, yx, xy, yy) = (0, 1, 1, 0)
    case 6: (xx, yx, xy, yy, x0) = (0, 1, -1, 0, 1)
    case 7: (xx, yx, xy, yy, x0, y0) = (0, -1, -1, 0, 1, 1)
    case 8: (xx, yx, xy, yy, y0) = (0, -1, 1, 0, 1)
    default: break
    }
    var turn = cairo_matrix_t(xx: xx, yx: yx, xy: xy, yy: yy, x0: x0, y0: y0)
    cairo_transform(context, &turn)
    cairo_scale(context, 1 / picture.width, 1 / picture.height)
    cairo_set_source_surface(context, picture.pointer, 0, 0)
    if kind == .image { cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BEST) }
    cairo_rectangle(context, 0, 0, picture.width, picture.height)
    cairo_fill(context)
    if veil > 0 {
      cairo_set_source_rgba(context, 1, 1, 1, min(veil, 1))
      cairo_rectangle(context, 0, 0, picture.width, picture.height)
      cairo_fill(context)
    }
    cairo_restore(context)
  }
}
