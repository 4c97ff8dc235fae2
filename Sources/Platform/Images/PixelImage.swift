internal import CPictures
internal import Faults
internal import Libc

/// A decoded picture: opaque pixels on white, rows from the top, as cairo's RGB24 wants them.
package struct PixelImage: Sendable {
  package var width, height: Int
  /// `0x00RRGGBB`, in the machine's byte order.
  package var pixels: [UInt32]
}

/// Decodes a picture that `inspectImage` has passed, turned as it is to be seen.
///
/// What is transparent shows the paper: a press takes no transparency, and on white it looks the same.
/// - Parameters:
///   - width: pixels across that are wanted; a larger picture is made smaller.
///   - file: what messages call it.
package func decodeImage(
  _ bytes: [UInt8], as image: ImageFile, width wanted: Int, file: String? = nil
) throws(ImageError) -> PixelImage {
  // the loader scales what is stored, before it is turned
  let scale = min(1, Double(max(wanted, 1)) / Double(image.width))
  let across = max(1, Int((Double(image.storedWidth) * scale).rounded()))
  let down = max(1, Int((Double(image.storedHeight) * scale).rounded()))
  guard Int(across) * Int(down) <= ImageLimits.pixels else {
    throw .tooManyPixels(width: image.width, height: image.height)
  }
  guard octavo_has_pixbuf() != 0 else { throw .readerMissing("libgdk-pixbuf-2.0-0") }
  _ = ownReaders
  var failure: UnsafeMutablePointer<GError>?
  let decoded = FaultGuard.during("gdk-pixbuf", on: file) {
    octavo_decode(bytes, gsize(bytes.count), image.format.rawValue, Int32(across), Int32(down), &failure)
  }
  guard let stored = decoded else {
    defer { g_clear_error(&failure) }
    throw .damaged(failure.flatMap { $0.pointee.message.map { String(cString: $0) } } ?? "it has no pixels")
  }
  defer { g_object_unref(stored) }
  let upright = PixelImage(stored)
  return image.orientation > 1 ? upright.turned(image.orientation) : upright
}

/// A picture as a JPEG of the best quality that shops ask for.
/// - Parameter bytes: a picture that `inspectImage` passes.
package func jpeg(of bytes: [UInt8]) throws(ImageError) -> [UInt8] {
  let image = try inspectImage(bytes)
  guard octavo_has_pixbuf() != 0 else { throw .readerMissing("libgdk-pixbuf-2.0-0") }
  var failure: UnsafeMutablePointer<GError>?
  let words = { () -> String in
    defer { g_clear_error(&failure) }
    return failure.flatMap { $0.pointee.message.map { String(cString: $0) } } ?? "it cannot be written as a JPEG"
  }
  let decoded = octavo_decode(
    bytes, gsize(bytes.count), image.format.rawValue, Int32(image.storedWidth), Int32(image.storedHeight), &failure)
  guard let decoded else { throw .damaged(words()) }
  defer { g_object_unref(decoded) }
  var made: UnsafeMutablePointer<CChar>?
  var count: gsize = 0
  guard octavo_jpeg(decoded, &made, &count, &failure) != 0, let made else { throw .damaged(words()) }
  defer { g_free(made) }
  return [UInt8](UnsafeRawBufferPointer(start: made, count: Int(count)))
}

/// Adds, once, the readers that came with the program; where there is no list of them nothing changes.
private let ownReaders: Void = { if let programData { octavo_add_readers(programData + "/pictures") } }()

extension PixelImage {
  fileprivate init(_ pixbuf: UnsafeMutableRawPointer) {
    width = Int(octavo_pixbuf_width(pixbuf))
    height = Int(octavo_pixbuf_height(pixbuf))
    let stride = Int(octavo_pixbuf_stride(pixbuf))
    let channels = Int(octavo_pixbuf_channels(pixbuf))
    let (across, down) = (width, height)
    guard let start = octavo_pixbuf_pixels(pixbuf) else {
      pixels = [UInt32](repeating: 0xFF_FFFF, count: width * height)
      return
    }
    pixels = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      var slot = 0
      for y in 0..<down {
        var byte = start + y * stride
        for _ in 0..<across {
          var (red, green, blue) = (UInt32(byte[0]), UInt32(byte[1]), UInt32(byte[2]))
          if channels == 4 {
            let alpha = UInt32(byte[3])
            let paper = (255 - alpha) * 255
            red = (red * alpha + paper + 127) / 255
            green = (green * alpha + paper + 127) / 255
            blue = (blue * alpha + paper + 127) / 255
          }
          buffer[slot] = red << 16 | green << 8 | blue
          slot += 1
          byte += channels
        }
      }
      count = slot
    }
  }

  /// Turned and mirrored as Exif's orientation says.
  func turned(_ orientation: Int) -> PixelImage {
    let isSideways = orientation > 4
    var result = self
    if isSideways { swap(&result.width, &result.height) }
    let (across, down) = (result.width, result.height)
    for y in 0..<down {
      for x in 0..<across {
        // where the pixel that is to stand at (x, y) is stored
        let (fromX, fromY): (Int, Int) =
          switch orientation {
          case 2: (width - 1 - x, y)
          case 3: (width - 1 - x, height - 1 - y)
          case 4: (x, height - 1 - y)
          case 5: (y, x)
          case 6: (y, height - 1 - x)
          case 7: (width - 1 - y, height - 1 - x)
          case 8: (width - 1 - y, x)
          default: (x, y)
          }
        result.pixels[y * across + x] = pixels[fromY * width + fromX]
      }
    }
    return result
  }
}
