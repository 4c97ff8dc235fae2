import Foundation

/// Writes the smallest PDFs that show text, so that reading and verifying can be
/// tested without any other part of octavo.
///
///     var pdf = PDFWriter(width: 300, height: 400)
///     pdf.text("Alice was beginning", x: 40, y: 60)
///     pdf.newPage()
///     let path = try pdf.writeTemporary()
///
/// Coordinates are points from the page's top left corner to the baseline, y
/// down. Text is in the standard font Times-Roman and can hold Latin-1, curly
/// quotes, dashes, the ellipsis and the ligatures fi and fl (U+FB01, U+FB02).
package struct PDFWriter {
  package let width: Double
  package let height: Double
  private var pages: [String] = [""]

  package init(width: Double = 300, height: Double = 400) {
    self.width = width
    self.height = height
  }

  package mutating func newPage() { pages.append("") }

  package mutating func text(_ text: String, x: Double, y: Double, size: Double = 11) {
    let hex = text.unicodeScalars.map { String(format: "%02X", PDFWriter.code(of: $0)) }.joined()
    let place = String(format: "%.3f %.3f", x, height - y)
    pages[pages.count - 1] += "BT /F1 \(size) Tf \(place) Td <\(hex)> Tj ET\n"
  }

  /// Lines below one another, 14 pt apart.
  package mutating func lines(_ lines: [String], x: Double = 40, y: Double = 60, size: Double = 11) {
    for (index, line) in lines.enumerated() { text(line, x: x, y: y + 14 * Double(index), size: size) }
  }

  /// The whole file.
  package var data: Data {
    var objects = ["<</Type/Catalog/Pages 2 0 R>>"]
    let kids = pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
    objects.append("<</Type/Pages/Count \(pages.count)/Kids[\(kids)]>>")
    // Two codes that WinAnsi leaves free carry the ligatures.
    objects.append(
      "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding"
        + "<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[1/fi/fl]>>>>")
    for (index, content) in pages.enumerated() {
      objects.append(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(width) \(height)]/Contents \(5 + 2 * index) 0 R"
          + "/Resources<</Font<</F1 3 0 R>>>>>>")
      objects.append("<</Length \(content.utf8.count)>>stream\n\(content)endstream")
    }
    var file = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(file.utf8.count)
      file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = file.utf8.count
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets { file += String(format: "%010d 00000 n \n", offset) }
    file += "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(table)\n%%EOF\n"
    return Data(file.utf8)
  }

  /// Writes the file to a new place in the temporary folder and returns its path.
  package func writeTemporary() throws -> String {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("octavo-\(UUID().uuidString).pdf")
    try data.write(to: url)
    return url.path
  }

  private static func code(of scalar: Unicode.Scalar) -> UInt8 {
    switch scalar {
    case "\u{FB01}": 1
    case "\u{FB02}": 2
    case "\u{2026}": 0x85
    case "\u{2018}": 0x91
    case "\u{2019}": 0x92
    case "\u{201C}": 0x93
    case "\u{201D}": 0x94
    case "\u{2013}": 0x96
    case "\u{2014}": 0x97
    default: scalar.value < 0x100 ? UInt8(scalar.value) : UInt8(ascii: "?")
    }
  }
}
