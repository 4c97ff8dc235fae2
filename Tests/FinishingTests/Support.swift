import Finishing
import Foundation
import QPDF
import Testing

/// A PDF as cairo 1.16 writes it: pages with their own boxes, an outline that
/// opens, a producer and the clock's dates.
///
/// - Parameter sizes: width and height of each page, in points.
func cairoLike(_ sizes: [(Double, Double)], outline: Bool = true) -> [UInt8] {
  var objects = [
    "<< /Type /Catalog /Pages 2 0 R" + (outline ? " /Outlines 4 0 R /PageMode /UseOutlines >>" : " >>"),
    "<< /Type /Pages /Count \(sizes.count) /Kids ["
      + sizes.indices.map { "\(6 + 2 * $0) 0 R" }.joined(separator: " ") + "] >>",
    "<< /Producer (cairo 1.16.0 \\(https://cairographics.org\\)) /CreationDate (D:20261121085238Z)"
      + " /ModDate (20200102030405Z) /Title (cairo's) >>",
    "<< /Type /Outlines /First 5 0 R /Last 5 0 R /Count -1 >>",
    "<< /Title (One) /Parent 4 0 R /Dest [6 0 R /XYZ 0 500 0] >>",
  ]
  for (index, size) in sizes.enumerated() {
    let text = "BT ET % page \(index + 1)"
    objects.append(
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(size.0) \(size.1)] /Contents \(7 + 2 * index) 0 R"
        + " /Resources << >> >>")
    objects.append("<< /Length \(text.utf8.count) >>\nstream\n\(text)\nendstream")
  }
  return pdf(objects)
}

/// A PDF of these objects, numbered from 1: the first is the catalog, the third the information.
func pdf(_ objects: [String]) -> [UInt8] {
  var text = "%PDF-1.5\n"
  var table = "0000000000 65535 f \n"
  for (index, object) in objects.enumerated() {
    let offset = String(text.utf8.count)
    table += String(repeating: "0", count: 10 - offset.utf8.count) + offset + " 00000 n \n"
    text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
  }
  let start = text.utf8.count
  text += "xref\n0 \(objects.count + 1)\n\(table)trailer\n<< /Size \(objects.count + 1) /Root 1 0 R /Info 3 0 R >>\n"
  return Array((text + "startxref\n\(start)\n%%EOF\n").utf8)
}

let a5 = (419.53, 595.28)

/// The syntax of a value in the catalog, below any number of keys; nil if absent.
func catalog(_ pdf: [UInt8], _ keys: String...) throws -> String? { try value(in: pdf, keys, page: nil) }

func page(_ index: Int, of pdf: [UInt8], _ keys: String...) throws -> String? { try value(in: pdf, keys, page: index) }

func information(_ pdf: [UInt8]) throws -> String? {
  try PDFDocument.read(pdf) { document throws(PDFError) in
    guard let info = try document.value("/Info", of: document.trailer()) else { return nil }
    return try document.syntax(of: info)
  }
}

/// The two strings of the file ID.
func fileID(_ pdf: [UInt8]) throws -> [[UInt8]] {
  try PDFDocument.read(pdf) { document throws(PDFError) in
    guard let id = try document.value("/ID", of: document.trailer()) else { return [] }
    return [try document.string(document.item(0, of: id)) ?? [], try document.string(document.item(1, of: id)) ?? []]
  }
}

private func value(in pdf: [UInt8], _ keys: [String], page: Int?) throws -> String? {
  try PDFDocument.read(pdf) { document throws(PDFError) in
    var object: PDFObject
    if let page { object = try document.page(page) } else { object = try document.root() }
    for key in keys {
      if let index = Int(key) {
        object = try document.item(index, of: object)
      } else {
        guard let next = try document.value(key, of: object) else { return nil }
        object = next
      }
    }
    if document.isStream(object) { return String(decoding: try document.contents(of: object), as: UTF8.self) }
    return try document.syntax(of: object)
  }
}

/// What a program says of a PDF given as its last argument; nil where it is not installed.
func outside(_ program: String, _ arguments: [String], _ pdf: [UInt8]) throws -> (status: Int32, text: String)? {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".pdf")
  try Data(pdf).write(to: path)
  defer { try? FileManager.default.removeItem(at: path) }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/" + program)
  process.arguments = arguments + [path.path]
  let output = Pipe()
  process.standardOutput = output
  process.standardError = output
  do { try process.run() } catch {
    print("\(program) is not installed: its check is left out")
    return nil
  }
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: data, as: UTF8.self))
}
