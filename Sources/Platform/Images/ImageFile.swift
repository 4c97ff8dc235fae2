package import Files

/// What is known of a picture before it is decoded: enough to give it room on a page.
package struct ImageFile: Sendable, Equatable {
  package enum Format: String, Sendable {
    case png, jpeg, gif, webp, tiff, svg
  }

  package var format: Format
  /// Pixels across and down as stored; for SVG, of 1/96 inch.
  package var storedWidth, storedHeight: Int
  /// How the stored pixels are turned to be seen (Exif 2.3, 4.6.4 A): 1 is upright, 5 to 8 lie on a side.
  package var orientation = 1
  /// Pixels to the inch that the file asks for; nil where it does not say.
  package var resolution: Double?
  /// Colour components of a JPEG.
  package var components = 3
  /// Bits of a component of a JPEG.
  package var precision = 8

  /// Pixels as they are seen.
  package var width: Int { orientation > 4 ? storedHeight : storedWidth }
  package var height: Int { orientation > 4 ? storedWidth : storedHeight }

  init(_ format: Format, width: Int, height: Int) {
    self.format = format
    storedWidth = width
    storedHeight = height
  }
}

/// Why a picture cannot be shown. Paths are the caller's to name.
package enum ImageError: Error, Equatable, Sendable {
  case file(FileError)
  /// None of the formats that octavo reads.
  case unknownFormat
  case tooManyBytes
  case tooManyPixels(width: Int, height: Int)
  /// What the decoder or the check of the file's parts says.
  case damaged(String)
  /// The library that decodes it is not installed; the Debian package that has it.
  case readerMissing(String)
}

extension ImageError {
  /// The rest of a sentence that begins with the picture's name.
  package var words: String {
    switch self {
    case .file(let error): ImageError.withoutName(error.diagnostic().message)
    case .unknownFormat: "is no PNG, JPEG, GIF, WebP, TIFF or SVG picture"
    case .tooManyBytes: "is larger than \(ImageLimits.bytes >> 20) MiB"
    case .tooManyPixels(let width, let height):
      "has \(width) x \(height) pixels, more than the \(ImageLimits.pixels / 1_000_000) million that are decoded"
    case .damaged(let detail): "is damaged: \(detail)"
    case .readerMissing(let package): "needs the Debian package \(package)"
    }
  }

  /// What is said of a file, behind its name in quotes.
  private static func withoutName(_ message: String) -> String {
    guard message.hasPrefix("\""), let end = message.dropFirst().firstIndex(of: "\"") else { return message }
    return String(message[end...].dropFirst(2))
  }
}

/// What a picture may take, so that none fills the memory.
package enum ImageLimits {
  package static let bytes = 128 << 20
  /// Decoded at four bytes each: a page of A3 at 600 to the inch has 70 million, A4 has 35.
  package static let pixels = 72_000_000
  /// A JPEG's bytes go into the PDF as they are; PDF allows this many pixels each way.
  package static let side = 65_500
}

/// Looks at a picture's head and at whether its parts are all there.
package func inspectImage(_ path: String) throws(ImageError) -> ImageFile {
  let bytes = try readImage(path)
  return try inspectImage(bytes, file: path)
}

/// - Parameter file: what messages call it.
package func inspectImage(_ bytes: [UInt8], file: String? = nil) throws(ImageError) -> ImageFile {
  let head = ImageHead(bytes: bytes, file: file)
  let image = try head.image()
  guard image.width > 0, image.height > 0 else { throw .damaged("it has no size") }
  guard image.width <= ImageLimits.side, image.height <= ImageLimits.side else {
    throw .tooManyPixels(width: image.width, height: image.height)
  }
  if image.format != .jpeg, image.format != .svg, image.width * image.height > ImageLimits.pixels {
    throw .tooManyPixels(width: image.width, height: image.height)
  }
  return image
}

/// The file's bytes; pipes and devices are not read.
package func readImage(_ path: String) throws(ImageError) -> [UInt8] {
  do throws(FileError) { return try readFile(path, limit: ImageLimits.bytes) } catch {
    if case .tooLarge = error { throw .tooManyBytes }
    throw .file(error)
  }
}
