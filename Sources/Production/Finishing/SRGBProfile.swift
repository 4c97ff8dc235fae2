internal import QPDF

/// A profile of sRGB (IEC 61966-2-1), in which cairo's red, green and blue are meant: header and nine tags of
/// ICC.1:2004-10 (4.2).
///
/// It is the same everywhere and small, where those of colour libraries have the clock's date, and those of
/// packages tables of some kilobytes.
enum SRGBProfile {
  static let name = "sRGB IEC61966-2.1"

  /// That cairo's red, green and blue are meant in it (ISO 19005-2, 6.2.3; ISO 32000-1, 14.11.5).
  /// - Parameter profile: the number of its object; nil where it is added later.
  static func intent(profile: Int? = nil) -> PDFSyntax {
    var words = PDFSyntax(raw: "<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier")
    words.add(text: name)
    words.add("/Info")
    words.add(text: name)
    if let profile {
      words.add("/DestOutputProfile")
      words.add(reference: profile)
    }
    words.add(">>")
    return words
  }

  static let bytes: [UInt8] = {
    // all of D50, which profiles are told in (ICC.1, 6.3.4.3); primaries are adapted to it by Bradford's matrix
    let white = [0.9642, 1, 0.8249]
    let adaptation = [
      1.047882, 0.022919, -0.050201, 0.029587, 0.990479, -0.017059, -0.009232, 0.015076, 0.751678,
    ]
    // (aX + b)^g from d on, cX below (IEC 61966-2-1, 5.2)
    let curve =
      signature("para") + [0, 0, 0, 0, 0, 3, 0, 0] + fixed([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    let tags: [(String, [UInt8])] = [
      ("desc", words("sRGB")), ("cprt", words("Public domain")), ("wtpt", triple(white)),
      ("chad", signature("sf32") + [0, 0, 0, 0] + fixed(adaptation)), ("rXYZ", triple([0.436066, 0.222488, 0.013916])),
      ("gXYZ", triple([0.385147, 0.716873, 0.097076])), ("bXYZ", triple([0.143066, 0.060608, 0.714096])),
      ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var table = number(tags.count)
    var data: [UInt8] = []
    var places: [[UInt8]: Int] = [:]
    let start = 128 + 4 + 12 * tags.count
    for (name, content) in tags {
      // the three curves are one
      let place = places[content] ?? start + data.count
      if places[content] == nil {
        places[content] = place
        data += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
      }
      table += signature(name) + number(place) + number(content.count)
    }
    return header(size: start + data.count, white: white) + table + data
  }()

  /// ICC.1:2004-10, 7.2.
  private static func header(size: Int, white: [Double]) -> [UInt8] {
    var header = number(size) + number(0) + [4, 0x20, 0, 0]
    header += signature("mntr") + signature("RGB ") + signature("XYZ ")
    // a date: 1999-10-18, the standard's
    header += [0x07, 0xCF, 0, 10, 0, 18, 0, 0, 0, 0, 0, 0]
    header += signature("acsp") + [UInt8](repeating: 0, count: 28) + fixed(white)
    return header + [UInt8](repeating: 0, count: 128 - header.count)
  }

  private static func signature(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }

  /// Numbers of 16 bits before and 16 behind the point.
  private static func fixed(_ values: [Double]) -> [UInt8] {
    values.flatMap { number(Int(($0 * 65536).rounded())) }
  }

  private static func triple(_ values: [Double]) -> [UInt8] { signature("XYZ ") + [0, 0, 0, 0] + fixed(values) }

  /// One text, in English (10.13).
  private static func words(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return signature("mluc") + number(0) + number(1) + number(12) + signature("enUS") + number(units.count) + number(28)
      + units
  }
}
