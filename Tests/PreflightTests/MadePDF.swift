import Foundation

/// A book as a printer wants it, to be spoiled in one way at a time: 6 × 9 in, a grey block for a text page.
struct MadePDF {
  struct Page {
    var width = 432.0
    var height = 648.0
    var contents = MadePDF.block() + MadePDF.line
    /// Keys of the page: boxes, annotations.
    var keys = ""
  }

  var version = "1.4"
  var pages = Array(repeating: Page(), count: 32)
  /// Entries of all pages' resources besides the font F1.
  var resources = ""
  var font = "/Subtype/TrueType/BaseFont/ABCDEF+Good/FontDescriptor 4 0 R"
  /// Keys of the catalog, of the trailer's information.
  var catalog = ""
  var info = "/Title(A Book)/CreationDate(D:2026)/ModDate(D:2026)"
  /// Objects from number 10 on.
  var others: [String] = []
  /// A second line of bytes that are no text.
  var isBinary = false

  /// A text block an inch from all edges of the trim.
  static func block(left: Double = 72, bottom: Double = 72, right: Double = 360, top: Double = 576) -> String {
    "0.5 g \(left) \(bottom) \(right - left) \(top - bottom) re f\n"
  }
  static let line = "0 g BT /F1 11 Tf 1 0 0 1 100 300 Tm (A line of text) Tj ET\n"

  /// Changes pages by their numbers, from 1.
  mutating func change(_ numbers: some Sequence<Int>, _ body: (inout Page) -> Void) {
    for number in numbers { body(&pages[number - 1]) }
  }

  var bytes: [UInt8] {
    var objects: [Int: String] = [
      1: "<</Type/Catalog/Pages 2 0 R\(catalog)>>",
      3: "<</Type/Font/FirstChar 32/LastChar 33/Widths[500 500]\(font)>>",
      4: "<</Type/FontDescriptor/FontName/ABCDEF+Good/Flags 32/FontFile2 5 0 R>>",
      5: "<</Length 4>>stream\nnone\nendstream", 6: "<<\(info)>>",
      7: "<</Font<</F1 3 0 R>>\(resources)>>",
    ]
    for (index, other) in others.enumerated() { objects[10 + index] = other }
    let first = 10 + others.count
    for (index, page) in pages.enumerated() {
      objects[first + 2 * index] =
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(page.width) \(page.height)]/Resources 7 0 R"
        + "/Contents \(first + 2 * index + 1) 0 R\(page.keys)>>"
      objects[first + 2 * index + 1] =
        "<</Length \(page.contents.utf8.count)>>stream\n\(page.contents)\nendstream"
    }
    let kids = pages.indices.map { "\(first + 2 * $0) 0 R" }.joined(separator: " ")
    objects[2] = "<</Type/Pages/Count \(pages.count)/Kids[\(kids)]>>"
    var file = "%PDF-\(version)\n" + (isBinary ? "%âãÏÓ\n" : "")
    var offsets: [Int: Int] = [:]
    for (number, object) in objects.sorted(by: { $0.key < $1.key }) {
      offsets[number] = file.utf8.count
      file += "\(number) 0 obj\n\(object)\nendobj\n"
    }
    let count = first + 2 * pages.count
    let table = file.utf8.count
    file += "xref\n0 \(count)\n0000000000 65535 f \n"
    for number in 1..<count {
      let offset = offsets[number]
      file += String(format: "%010d 00000 %@ \n", offset ?? 0, offset == nil ? "f" : "n")
    }
    file += "trailer\n<</Size \(count)/Root 1 0 R/Info 6 0 R/ID[<00><00>]>>\nstartxref\n\(table)\n%%EOF\n"
    return Array(file.utf8)
  }
}
