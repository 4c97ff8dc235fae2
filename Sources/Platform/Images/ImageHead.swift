/// Reads the heads of picture files, by their own bytes and never by their names.
struct ImageHead {
  let bytes: [UInt8]
  /// What messages call it.
  var file: String?

  func image() throws(ImageError) -> ImageFile {
    if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return try png() }
    if starts([0xFF, 0xD8, 0xFF]) { return try jpeg() }
    if starts(Array("GIF8".utf8)) { return try gif() }
    if starts(Array("RIFF".utf8)), starts(Array("WEBP".utf8), at: 8) { return try webp() }
    if starts([0x49, 0x49, 0x2A, 0]) || starts([0x4D, 0x4D, 0, 0x2A]) { return try tiff(at: 0) }
    if isSVG { return try SVGDrawing(bytes, file: file).file() }
    throw .unknownFormat
  }

  // MARK: Bytes

  private func starts(_ mark: [UInt8], at offset: Int = 0) -> Bool {
    bytes.count >= offset + mark.count && bytes[offset..<offset + mark.count].elementsEqual(mark)
  }

  private func number(_ offset: Int, _ count: Int, little: Bool = false) throws(ImageError) -> Int {
    guard offset >= 0, count <= bytes.count, offset <= bytes.count - count else { throw .damaged("it is cut short") }
    var value = 0
    for index in 0..<count { value = value << 8 | Int(bytes[offset + (little ? count - 1 - index : index)]) }
    return value
  }

  /// XML that speaks of `<svg` near its start.
  private var isSVG: Bool {
    let head = bytes.prefix(4096)
    guard let first = head.first(where: { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }), first == 0x3C else {
      return false
    }
    return String(decoding: head, as: UTF8.self).contains("<svg")
  }

  // MARK: PNG (ISO 15948)

  private func png() throws(ImageError) -> ImageFile {
    var image = ImageFile(.png, width: try number(16, 4), height: try number(20, 4))
    var at = 8
    // chunk by chunk to the last: a file cut short is told before it is decoded
    while true {
      let length = try number(at, 4)
      let name = try number(at + 4, 4)
      guard length < 1 << 31, at + 12 + length <= bytes.count else { throw .damaged("it is cut short") }
      if name == 0x7048_5973, length >= 9, try number(at + 16, 1) == 1 {  // pHYs, in metres
        image.resolution = Double(try number(at + 8, 4)) * 0.0254
      }
      if name == 0x4945_4E44 { return image }  // IEND
      at += 12 + length
    }
  }

  // MARK: JPEG (ITU T.81, annex B)

  private func jpeg() throws(ImageError) -> ImageFile {
    var found: ImageFile?
    var resolution: Double?
    var orientation = 1
    var at = 2
    while true {
      guard try number(at, 1) == 0xFF else { throw .damaged("a marker is missing") }
      let marker = try number(at + 1, 1)
      if marker == 0xFF {
        at += 1
        continue
      }
      let length = try number(at + 2, 2)
      guard length >= 2 else { throw .damaged("a segment has no length") }
      let body = at + 4
      switch marker {
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        var image = ImageFile(.jpeg, width: try number(body + 3, 2), height: try number(body + 1, 2))
        image.precision = try number(body, 1)
        image.components = try number(body + 5, 1)
        // lossless and arithmetic coding are not what PDF calls DCT
        if marker > 0xC2 { image.precision = 0 }
        found = image
      case 0xE0 where starts(Array("JFIF".utf8), at: body):
        let unit = try number(body + 7, 1)
        let density = Double(try number(body + 8, 2))
        if density > 1, unit == 1 || unit == 2 { resolution = unit == 1 ? density : density * 2.54 }
      case 0xE1 where starts(Array("Exif\0\0".utf8), at: body):
        orientation = (try? tiff(at: body + 6).orientation) ?? 1
      case 0xDA:
        guard var image = found else { throw .damaged("it has no frame") }
        image.resolution = resolution
        image.orientation = orientation
        // the end's mark; some cameras add their own data after it
        var end = bytes.count - 2
        while end > body, !(bytes[end] == 0xFF && bytes[end + 1] == 0xD9) { end -= 1 }
        guard end > body else { throw .damaged("it is cut short") }
        return image
      default: break
      }
      at += 2 + length
    }
  }

  // MARK: GIF, WebP

  private func gif() throws(ImageError) -> ImageFile {
    ImageFile(.gif, width: try number(6, 2, little: true), height: try number(8, 2, little: true))
  }

  private func webp() throws(ImageError) -> ImageFile {
    guard try number(4, 4, little: true) + 8 <= bytes.count + 1 else { throw .damaged("it is cut short") }
    if starts(Array("VP8X".utf8), at: 12) {
      return ImageFile(.webp, width: try number(24, 3, little: true) + 1, height: try number(27, 3, little: true) + 1)
    }
    if starts(Array("VP8L".utf8), at: 12) {
      let bits = try number(21, 4, little: true)
      return ImageFile(.webp, width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    }
    return ImageFile(
      .webp, width: try number(26, 2, little: true) & 0x3FFF, height: try number(28, 2, little: true) & 0x3FFF)
  }

  // MARK: TIFF 6.0, section 2; the head of Exif data is one too

  private func tiff(at start: Int) throws(ImageError) -> ImageFile {
    let little = try number(start, 1) == 0x49
    let directory = start + (try number(start + 4, 4, little: little))
    let count = try number(directory, 2, little: little)
    var image = ImageFile(.tiff, width: 0, height: 0)
    var (resolution, unit) = (0.0, 2)
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      let isShort = try number(entry + 2, 2, little: little) == 3
      let value = try number(entry + 8, isShort ? 2 : 4, little: little)
      switch try number(entry, 2, little: little) {
      case 256: image.storedWidth = value
      case 257: image.storedHeight = value
      // the decoder turns TIFF itself
      case 274 where start > 0: image.orientation = (1...8).contains(value) ? value : 1
      case 282:
        let below = try number(start + value + 4, 4, little: little)
        if below > 0 { resolution = Double(try number(start + value, 4, little: little)) / Double(below) }
      case 296: unit = value
      default: break
      }
    }
    if resolution > 1, unit == 2 || unit == 3 { image.resolution = unit == 2 ? resolution : resolution * 2.54 }
    return image
  }
}
