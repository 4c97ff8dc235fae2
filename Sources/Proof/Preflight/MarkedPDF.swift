internal import QPDF
internal import Units

/// A copy of a PDF on whose pages findings are shown, as remarks that every viewer lists: a frame around what is
/// meant, with the rule's name on it (ISO 32000-1, 12.5.6.8). The pages themselves stay as they are.
package enum MarkedPDF {
  /// - Parameter findings: those of pages stand at their rectangles, or around the page where none is known; those
  ///   of the whole file are notes in the corner of the first page.
  package static func mark(_ pdf: [UInt8], _ facts: PDFFacts, _ findings: [Finding]) throws(PreflightError) -> [UInt8] {
    do throws(PDFError) {
      let written = try PDFDocument.read(pdf, repairing: true) { document throws(PDFError) in
        let remarks = PageRemarks(facts, findings)
        let font = try document.indirect(
          document.parse(PDFSyntax(raw: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>")))
        for (index, page) in facts.pages.enumerated() {
          guard let remarks = remarks.pages[index + 1], index < (try document.pageCount()) else { continue }
          let object = try document.page(index)
          // a list that several pages share would be added to for each of them
          let all = try document.array()
          if let had = try document.value("/Annots", of: object) {
            for item in 0..<(try document.count(of: had)) { try document.append(document.item(item, of: had), to: all) }
          }
          for remark in remarks {
            try document.append(document.indirect(document.annotation(remark, page.frame, font)), to: all)
          }
          try document.set("/Annots", of: object, to: all)
        }
        return try document.write()
      }
      return try written.take()
    } catch { throw PreflightError(error) }
  }
}

/// What is said of a place on a page.
private struct Remark {
  var finding: Finding
  /// Nil for what holds for the whole file: a note.
  var area: PageArea?
  /// How many stand at the same place before it: notes one below the other, rules' names beside one another.
  var number: Int
  var offset: Double

  /// Of the rule's name, points.
  var width: Double { Remark.width(of: finding.code) }
  static func width(of name: String) -> Double { 8 + 3.4 * Double(name.utf8.count) }
}

private struct PageRemarks {
  /// By numbers of pages, from 1.
  private(set) var pages: [Int: [Remark]] = [:]

  init(_ facts: PDFFacts, _ findings: [Finding]) {
    for finding in findings {
      guard !finding.pages.isEmpty else {
        add(finding, nil, to: 1)
        continue
      }
      let areas = Dictionary(grouping: finding.areas, by: \.page)
      for number in finding.pages where facts.pages.indices.contains(number - 1) {
        let page = facts.pages[number - 1]
        let whole = PageArea(x: 2, y: 2, width: page.width - 4, height: page.height - 4)
        for area in areas[number]?.map(\.area) ?? [whole] { add(finding, area, to: number) }
      }
    }
  }

  private mutating func add(_ finding: Finding, _ area: PageArea?, to page: Int) {
    let before = pages[page, default: []].filter { $0.area == area }
    pages[page, default: []].append(
      Remark(
        finding: finding, area: area, number: before.count, offset: before.map(\.width).reduce(0, +)))
  }
}

extension PDFDocument {
  /// Points: how far a frame keeps from what it shows, and how thick it is.
  private static let clearance = 1.5
  private static let thickness = 0.75
  /// Of the rule's name.
  private static let typeSize = 6.0
  private static let tagHeight = 8.0

  fileprivate func annotation(_ remark: Remark, _ frame: PageFrame, _ font: PDFObject) throws(PDFError) -> PDFObject {
    let finding = remark.finding
    var contents = "\(finding.service): \(finding.severity.rawValue): \(finding.code): \(finding.message)"
    if let help = finding.help { contents += "\n\(help)" }
    contents += "\n\(finding.source), read \(finding.read)"
    let annotation = try parse(PDFSyntax(raw: "<< /Type /Annot /F 4 /T (octavo check) >>"))
    try set("/Contents", of: annotation, to: .text(contents))
    var colour = PDFSyntax()
    switch finding.severity {
    case .error: colour.add("0.85 0.1 0.1")
    case .warning: colour.add("0.9 0.45 0")
    default: colour.add("0.1 0.35 0.8")
    }
    var list = PDFSyntax(raw: "[")
    list.add(colour)
    list.add("]")
    try set("/C", of: annotation, to: list)
    guard let area = remark.area else {
      try set("/Subtype", of: annotation, to: .name("/Text"))
      let corner = PageArea(x: 6, y: 6 + 24 * Double(remark.number), width: 20, height: 20)
      try set("/Rect", of: annotation, to: frame.own(corner).list)
      return annotation
    }
    try set("/Subtype", of: annotation, to: .name("/Square"))
    let box = frame.own(area).grown(by: PDFDocument.clearance)
    let tagLeft = box.left + remark.offset
    // the name stands above the frame, or within it at the head of the page
    let tagTop =
      box.top + PDFDocument.tagHeight > frame.media.top ? box.top : box.top + PDFDocument.tagHeight
    let tagBottom = tagTop - PDFDocument.tagHeight
    let whole = PDFRectangle(
      left: box.left, bottom: min(box.bottom, tagBottom), right: max(box.right, tagLeft + remark.width), top: tagTop
    ).grown(by: PDFDocument.thickness)
    try set("/Rect", of: annotation, to: whole.list)
    var drawing = PDFSyntax()
    drawing.add(colour)
    drawing.add("RG")
    drawing.add(colour)
    drawing.add("rg")
    drawing.add(points: PDFDocument.thickness)
    drawing.add("w")
    for value in [box.left, box.bottom, box.right - box.left, box.top - box.bottom] { drawing.add(points: value) }
    drawing.add("re S")
    for value in [tagLeft, tagBottom, remark.width, PDFDocument.tagHeight] { drawing.add(points: value) }
    drawing.add("re f BT 1 g /F")
    drawing.add(points: PDFDocument.typeSize)
    drawing.add("Tf")
    drawing.add(points: tagLeft + 2)
    drawing.add(points: tagBottom + 2)
    drawing.add("Td")
    drawing.add(bytes: finding.code.utf8)
    drawing.add("Tj ET")
    let form = try stream(
      Array(drawing.text.utf8),
      keys: PDFSyntax(raw: "<< /Type /XObject /Subtype /Form /Resources << /Font << >> >> >>"))
    let keys = try streamDictionary(of: form)
    try set("/BBox", of: keys, to: whole.list)
    if let resources = try value("/Resources", of: keys), let fonts = try value("/Font", of: resources) {
      try set("/F", of: fonts, to: font)
    }
    let looks = try dictionary()
    try set("/N", of: looks, to: form)
    try set("/AP", of: annotation, to: looks)
    return annotation
  }
}

extension PDFRectangle {
  fileprivate var list: PDFSyntax {
    var syntax = PDFSyntax(raw: "[")
    for value in [left, bottom, right, top] { syntax.add(points: value) }
    syntax.add("]")
    return syntax
  }
}
