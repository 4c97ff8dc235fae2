import Cairo
import Foundation
import Images
import PageModel
import Testing
import Units

/// 24 x 16 pixels, the upper left quarter red (200, 30, 30), the rest white.
enum Sample: String, CaseIterable {
  case jpeg = """
    /9j/4AAQSkZJRgABAQEBLAEsAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAQABgDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwCjW14c/wCXj/gP9a2qKhQs7nTUxHPHlsFFFFWcx//Z
    """
  case gif =
    "R0lGODdhGAAQAIEAAP///8geHgAAAAAAACwAAAAAGAAQAEAIOAADCBxIUCCAgwgTKlzIsGHBhwEaSpwoEWJBigAsEsTIsaPHhRoHYgxpkCLJiCZJflzJsqVLlgEBADs="
  case webp = "UklGRiwAAABXRUJQVlA4TCAAAAAvF8ADAA/wj/8n///jf/7jAUICwgP/16omRPR/ApLpBw=="

  var bytes: [UInt8] { [UInt8](Data(base64Encoded: rawValue.filter { !$0.isWhitespace }) ?? Data()) }

  /// The same, drawn by cairo.
  static func png(width: Int = 24, height: Int = 16) throws -> [UInt8] {
    let sink = ByteSink()
    let size = PageSize(width: Length(points: Double(width)), height: Length(points: Double(height)))
    let canvas = try Canvas.image(into: sink, size: size, dotsPerInch: 72)
    canvas.setColour(Colour(red: 200 / 255, green: 30 / 255, blue: 30 / 255))
    canvas.fillRectangle(x: 0, y: 0, width: Double(width) / 2, height: Double(height) / 2)
    try canvas.finish()
    return sink.bytes
  }

  static let svg = Array(
    ##"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 16"><rect width="12" height="8" fill="#c81e1e"/></svg>"##
      .utf8)
}

@Suite struct `Pictures in files` {
  @Test func `are known by their bytes, with their size and resolution`() throws {
    for sample in Sample.allCases {
      let image = try inspectImage(sample.bytes)
      #expect(image.format.rawValue == "\(sample)" && image.width == 24 && image.height == 16)
    }
    #expect(try inspectImage(Sample.jpeg.bytes).resolution == 300)
    let png = try inspectImage(Sample.png())
    #expect(png.format == .png && png.width == 24 && png.height == 16)
    let svg = try inspectImage(Sample.svg)
    #expect(svg.format == .svg && svg.width == 24 && svg.height == 16 && svg.resolution == 96)
  }

  @Test func `decode to the same pixels from every format`() throws {
    for (bytes, tolerance) in [
      (Sample.gif.bytes, 0), (Sample.webp.bytes, 0), (try Sample.png(), 0), (Sample.jpeg.bytes, 24),
    ] {
      let image = try inspectImage(bytes)
      let decoded = try decodeImage(bytes, as: image, width: 1000)
      #expect(decoded.width == 24 && decoded.height == 16)
      expect(decoded.pixels[2 * 24 + 2], 0xC8_1E1E, within: tolerance)
      expect(decoded.pixels[13 * 24 + 2], 0xFF_FFFF, within: tolerance)
      expect(decoded.pixels[2 * 24 + 20], 0xFF_FFFF, within: tolerance)
    }
  }

  @Test func `without colour have one byte a dot`() throws {
    let sink = ByteSink()
    let canvas = try Canvas.image(
      into: sink, size: PageSize(width: Length(points: 24), height: Length(points: 16)), dotsPerInch: 72)
    canvas.setColour(Colour(red: 0.2, green: 0.2, blue: 0.2))
    canvas.fillRectangle(x: 0, y: 0, width: 12, height: 8)
    try canvas.finish()
    // the type of colour stands behind the chunk's length and name, the size and the depth (ISO/IEC 15948, 11.2.2)
    #expect(sink.bytes[25] == 0)
    #expect(try Sample.png()[25] == 2)
    let decoded = try decodeImage(sink.bytes, as: try inspectImage(sink.bytes), width: 1000)
    #expect(decoded.pixels[2 * 24 + 2] & 0xFF_FFFF == 0x33_3333)
    #expect(decoded.pixels[13 * 24 + 20] & 0xFF_FFFF == 0xFF_FFFF)
  }

  private func expect(_ pixel: UInt32, _ wanted: UInt32, within tolerance: Int) {
    for shift in [16, 8, 0] as [UInt32] {
      #expect(abs(Int(pixel >> shift & 255) - Int(wanted >> shift & 255)) <= tolerance, "\(String(pixel, radix: 16))")
    }
  }

  @Test func `are decoded no larger than they are wanted`() throws {
    let bytes = try Sample.png(width: 900, height: 600)
    let decoded = try decodeImage(bytes, as: inspectImage(bytes), width: 90)
    #expect(decoded.width == 90 && decoded.height == 60)
  }

  @Test func `turned by a camera stand upright`() throws {
    // the orientation's value is the last but two bytes of the directory's one entry
    var bytes = Sample.jpeg.bytes
    let exif: [UInt8] =
      [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + [
        0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
      ]
    bytes.insert(contentsOf: exif, at: 2)
    let image = try inspectImage(bytes)
    #expect(image.orientation == 6 && image.width == 16 && image.height == 24 && image.storedWidth == 24)
    let decoded = try decodeImage(bytes, as: image, width: 100)
    #expect(decoded.width == 16 && decoded.height == 24)
    // turned clockwise: what was at the upper left is at the upper right
    expect(decoded.pixels[2 * 16 + 13], 0xC8_1E1E, within: 24)
    expect(decoded.pixels[2 * 16 + 2], 0xFF_FFFF, within: 24)
  }

  @Test func `cut short, empty or of no known kind are told before they are decoded`() throws {
    let png = try Sample.png()
    for bytes in [
      Array(png.prefix(png.count - 6)), Array(Sample.jpeg.bytes.dropLast(2)), Array(Sample.webp.bytes.dropLast(9)),
    ] {
      #expect(throws: ImageError.damaged("it is cut short")) { try inspectImage(bytes) }
    }
    for bytes in [[], Array("BM not a picture".utf8), Array("<html></html>".utf8)] {
      #expect(throws: ImageError.unknownFormat) { try inspectImage(bytes) }
    }
    #expect(throws: ImageError.self) { try inspectImage(Array("<svg xmlns=\"http://www.w3.org/2000/svg\"><rect".utf8)) }
  }

  @Test func `that claim to be huge are refused by their heads`() throws {
    var bomb = try Sample.png()
    // 60,000 pixels each way in the head of a small file
    bomb.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    #expect(throws: ImageError.tooManyPixels(width: 60_000, height: 60_000)) { try inspectImage(bomb) }
    bomb.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1])
    #expect(throws: ImageError.self) { try inspectImage(bomb) }
    // the decoder is not asked for more than the head said
    #expect(throws: ImageError.tooManyBytes) { try readImage("/dev/zero") }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `of damaged bytes throw or decode, and never trap`(seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func next(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    for source in [try Sample.png(), Sample.jpeg.bytes, Sample.gif.bytes, Sample.webp.bytes, Sample.svg] {
      var bytes = source
      for _ in 0..<1 + next(6) { bytes[next(bytes.count)] = UInt8(next(256)) }
      if next(3) == 0 { bytes.removeLast(next(bytes.count)) }
      guard let image = try? inspectImage(bytes), image.format != .svg, image.width * image.height < 1 << 22 else {
        continue
      }
      _ = try? decodeImage(bytes, as: image, width: 64)
    }
  }
}
