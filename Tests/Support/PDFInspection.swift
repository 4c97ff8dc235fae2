internal import Files
import Foundation

/// A finished PDF as outside programs see it, for tests:
///
///     let pdf = try PDFInspection("Output/alice.pdf")
///     #expect(pdf.pages[2].words.first?.string == "CHAPTER")
///     #expect(pdf.fonts.allSatisfy { $0.isEmbedded && $0.hasUnicode })
///
/// Each part is read when asked for, with pdftotext, mutool, pdfinfo, pdffonts or
/// qpdf; a missing program throws `ProcessError.missing`.
package struct PDFInspection {
  package let path: String

  package init(_ path: String) throws {
    guard FileManager.default.isReadableFile(atPath: path) else { throw CocoaError(.fileNoSuchFile) }
    self.path = path
  }

  /// Words with their boxes, points from the top left corner, y down.
  package func sheets() throws -> [PrintedSheet] { try PDFReader.pdftotext.sheets(path) }

  /// Boxes of the images on each page: left, top, right, bottom from the page's top left corner. From mutool.
  package func pictureBoxes() throws -> [[[Double]]] {
    var pages: [[[Double]]] = []
    for line in try lines("mutool", ["draw", "-q", "-F", "trace", path]) {
      if line.contains("<page ") { pages.append([]) }
      guard line.contains("<fill_image "), !pages.isEmpty, let start = line.range(of: "transform=\"")?.upperBound else {
        continue
      }
      let numbers = line[start...].prefix { $0 != "\"" }.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 6 else { continue }
      let xs = [numbers[4], numbers[4] + numbers[0]]
      let ys = [numbers[5], numbers[5] + numbers[3]]
      pages[pages.count - 1].append([xs.min() ?? 0, ys.min() ?? 0, xs.max() ?? 0, ys.max() ?? 0])
    }
    return pages
  }

  /// Runs of glyphs by page, as drawn: font, size, baseline. From mutool.
  /// - Parameter pages: which, from 1; all when nil.
  package func runs(pages: ClosedRange<Int>? = nil) throws -> [[PDFRun]] {
    let range = pages.map { ["\($0.lowerBound)-\($0.upperBound)"] } ?? []
    return try PDFRun.runs(ofTrace: lines("mutool", ["draw", "-q", "-F", "trace", path] + range))
  }

  /// Ends and corners of all strokes by page, points from the top left corner, y down. From mutool.
  package func strokes() throws -> [[(x: Double, y: Double)]] {
    var pages: [[(x: Double, y: Double)]] = []
    var matrix: [Double]?
    func numbers(_ line: Substring, _ names: String...) -> [Double] {
      names.flatMap { name -> [Double] in
        guard let start = line.range(of: " \(name)=\"")?.upperBound, let end = line[start...].firstIndex(of: "\"")
        else { return [] }
        return line[start..<end].split(separator: " ").compactMap { Double($0) }
      }
    }
    for line in try lines("mutool", ["draw", "-q", "-F", "trace", path]) {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("<page ") { pages.append([]) }
      if line.hasPrefix("<stroke_path ") { matrix = numbers(line, "transform") }
      if line.hasPrefix("</stroke_path") { matrix = nil }
      guard let m = matrix, m.count == 6, !pages.isEmpty else { continue }
      for (x, y) in [("x", "y"), ("x1", "y1"), ("x2", "y2"), ("x3", "y3")] {
        let point = numbers(line, x, y)
        guard point.count == 2 else { continue }
        pages[pages.count - 1].append(
          (m[0] * point[0] + m[2] * point[1] + m[4], m[1] * point[0] + m[3] * point[1] + m[5]))
      }
    }
    return pages
  }

  /// `Title`, `Author`, `CreationDate`, `Pages`, … as pdfinfo names them.
  package func information() throws -> [String: String] {
    var found: [String: String] = [:]
    for line in try lines("pdfinfo", ["-isodates", path]) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      found[String(line[..<colon])] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return found
  }

  /// A page's boxes: `MediaBox`, `TrimBox`, … with left, bottom, right, top in points.
  package func boxes(ofPage page: Int) throws -> [String: [Double]] {
    var found: [String: [Double]] = [:]
    for line in try lines("pdfinfo", ["-box", "-f", "\(page)", "-l", "\(page)", path]) {
      let fields = line.split(separator: " ")
      guard fields.count == 7, fields[0] == "Page", fields[2].hasSuffix("Box:") else { continue }
      found[String(fields[2].dropLast())] = fields[3...].compactMap { Double($0) }
    }
    return found
  }

  package struct Font: Equatable {
    /// Without the subset's six letters.
    package var name: String
    package var type: String
    package var isEmbedded, isSubset, hasUnicode: Bool
  }

  package func fonts() throws -> [Font] {
    try lines("pdffonts", [path]).dropFirst(2).compactMap { line in
      let fields = line.split(separator: " ").map(String.init)
      // From the end: object number and generation, uni, sub, emb, encoding, then the type's words.
      guard fields.count >= 8 else { return nil }
      let flags = fields.suffix(5).prefix(3).map { $0 == "yes" }
      return Font(
        name: PDFRun.baseName(fields[0]), type: fields[1..<(fields.count - 6)].joined(separator: " "),
        isEmbedded: flags[0], isSubset: flags[1], hasUnicode: flags[2])
    }
  }

  package struct OutlineEntry: Equatable {
    package var title: String
    /// 1 at the top.
    package var level: Int
    /// From 1; nil where it leads to no page of this file.
    package var page: Int?
  }

  /// The outline in reading order.
  package func outline() throws -> [OutlineEntry] {
    func flatten(_ entries: [[String: Any]], level: Int) -> [OutlineEntry] {
      entries.flatMap { entry in
        [OutlineEntry(title: entry["title"] as? String ?? "", level: level, page: entry["destpageposfrom1"] as? Int)]
          + flatten(entry["kids"] as? [[String: Any]] ?? [], level: level + 1)
      }
    }
    return flatten(try json(key: "outlines") as? [[String: Any]] ?? [], level: 1)
  }

  /// Page labels as pairs of a page index from 0 and the label dictionary of ISO 32000-1, 12.4.2.
  package func pageLabels() throws -> [(index: Int, label: [String: String])] {
    (try json(key: "pagelabels") as? [[String: Any]] ?? []).map { entry in
      let label = entry["label"] as? [String: Any] ?? [:]
      return (entry["index"] as? Int ?? 0, label.mapValues { "\($0)" })
    }
  }

  /// What qpdf finds wrong; empty when it finds the file clean.
  package func complaints() throws -> [String] {
    do {
      let report = try lines("qpdf", ["--check", path])
      return report.filter { $0.contains("WARNING") || $0.lowercased().contains("error:") }
    } catch ProcessError.failed(_, let status) {
      return ["qpdf --check leaves with status \(status)"]
    }
  }

  package struct Link: Equatable {
    /// The page it stands on, from 1.
    package var page: Int
    /// Left, top, right, bottom in points from the page's top left corner, y down.
    package var area: [Double]
    /// From 1, and points from that page's top; nil for an address.
    package var target: Int?
    package var height: Double?
    package var address: String?
  }

  /// The link annotations, page by page in the order of the file.
  package func links() throws -> [Link] {
    let bytes = try outputOfProgram("qpdf", ["--json=2", path])
    let whole = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let objects = (whole?["qpdf"] as? [[String: Any]])?.last ?? [:]
    let pages = (whole?["pages"] as? [[String: Any]] ?? []).compactMap { $0["object"] as? String }
    func resolved(_ value: Any?) -> Any? {
      guard let name = value as? String, let object = objects["obj:\(name)"] as? [String: Any] else { return value }
      return object["value"]
    }
    /// A page's own height, or that of the nearest node above it (ISO 32000-1, 7.7.3.4).
    func height(_ page: [String: Any]) -> Double? {
      var node = page
      while node["/MediaBox"] == nil, let above = resolved(node["/Parent"]) as? [String: Any] { node = above }
      return (resolved(node["/MediaBox"]) as? [Double])?.last
    }
    var found: [Link] = []
    for (index, name) in pages.enumerated() {
      let page = resolved(name) as? [String: Any] ?? [:]
      let top = height(page) ?? 0
      for entry in resolved(page["/Annots"]) as? [Any] ?? [] {
        guard let annotation = resolved(entry) as? [String: Any], annotation["/Subtype"] as? String == "/Link",
          let area = annotation["/Rect"] as? [Double], area.count == 4
        else { continue }
        var link = Link(page: index + 1, area: [area[0], top - area[3], area[2], top - area[1]])
        if let target = resolved(annotation["/Dest"]) as? [Any], let name = target.first as? String {
          link.target = pages.firstIndex(of: name).map { $0 + 1 }
          let there = resolved(name) as? [String: Any] ?? [:]
          link.height = height(there).flatMap { height in (target[3] as? Double).map { height - $0 } }
        }
        if let action = resolved(annotation["/A"]) as? [String: Any], let address = action["/URI"] as? String {
          link.address = String(address.drop { $0 == "u" }.drop { $0 == ":" })
        }
        found.append(link)
      }
    }
    return found
  }

  private func lines(_ program: String, _ arguments: [String]) throws -> [String] {
    String(decoding: try outputOfProgram(program, arguments), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func json(key: String) throws -> Any? {
    let bytes = try outputOfProgram("qpdf", ["--json=2", "--json-key=\(key)", path])
    return (try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])?[key]
  }
}
