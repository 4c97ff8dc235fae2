internal import CCairo
internal import CPNG

/// Dots as `PixelImage` has them, as a PNG.
package func png(width: Int, height: Int, pixels: [UInt32]) throws(CairoError) -> [UInt8] {
  guard width > 0, height > 0, pixels.count == width * height,
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(clamping: width), Int32(clamping: height)),
    let start = cairo_image_surface_get_data(surface)
  else { throw .failed("no such picture") }
  defer { cairo_surface_destroy(surface) }
  let stride = Int(cairo_image_surface_get_stride(surface))
  for row in 0..<height {
    pixels[row * width..<(row + 1) * width].withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: start + row * stride, count: width * 4).copyMemory(from: $0)
    }
  }
  cairo_surface_mark_dirty(surface)
  return try png(of: surface)
}

/// A picture of cairo's as a PNG (ISO/IEC 15948), written by libpng's simple interface for speed: no row is filtered,
/// as pages of text are best left, and what has no colour has one byte a dot. cairo's own writer takes five times as long.
/// - Parameter surface: of 32 bits a dot, without transparency (`CAIRO_FORMAT_RGB24`).
func png(of surface: OpaquePointer) throws(CairoError) -> [UInt8] {
  cairo_surface_flush(surface)
  guard let start = cairo_image_surface_get_data(surface) else { throw .failed("out of memory") }
  let (width, height) = (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
  let stride = Int(cairo_image_surface_get_stride(surface))
  let isGrey = (0..<height).allSatisfy { row in
    UnsafeRawPointer(start + row * stride).withMemoryRebound(to: UInt32.self, capacity: width) { dots in
      // red, green and blue are alike where shifting by one of them changes nothing
      var strays: UInt32 = 0
      for dot in 0..<width { strays |= (dots[dot] ^ dots[dot] >> 8) & 0xFFFF }
      return strays == 0
    }
  }
  let channels = isGrey ? 1 : 3
  let rows = [UInt8](unsafeUninitializedCapacity: width * height * channels) { buffer, count in
    for row in 0..<height {
      let from = start + row * stride
      let to = buffer.baseAddress.unsafelyUnwrapped + row * width * channels
      for dot in 0..<width {
        if isGrey {
          to[dot] = from[4 * dot]
        } else {
          // blue comes first there
          (to[3 * dot], to[3 * dot + 1], to[3 * dot + 2]) = (from[4 * dot + 2], from[4 * dot + 1], from[4 * dot])
        }
      }
    }
    count = buffer.count
  }
  var image = png_image()
  image.version = UInt32(PNG_IMAGE_VERSION)
  (image.width, image.height) = (UInt32(width), UInt32(height))
  image.format = isGrey ? 0 : UInt32(PNG_FORMAT_FLAG_COLOR)
  image.flags = UInt32(PNG_IMAGE_FLAG_FAST)
  var size = octavo_png_bound(&image)
  var file = [UInt8](repeating: 0, count: size)
  guard png_image_write_to_memory(&image, &file, &size, 0, rows, 0, nil) != 0 else {
    throw .failed("the picture could not be packed")
  }
  file.removeLast(file.count - size)
  return file
}
