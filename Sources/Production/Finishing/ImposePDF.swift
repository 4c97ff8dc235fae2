internal import QPDF
internal import Units

/// Places the pages of a PDF on sheets.
///
/// A page becomes a form (ISO 32000-1, 8.10) that any number of sheets may
/// draw; what it draws with stays as it is. Links go along to their new places, on
/// screens, and what annotations and form fields show is drawn; the outline belongs
/// to pages that are no longer there and is left out.
/// - Parameters:
///   - marks: a PDF whose pages the sheets' overlays name.
///   - plan: what to add to the sheets, as in `finish`; its pages are the sheets.
package func imposePDF(
  _ pdf: consuming [UInt8], sheets: [ImposedSheet], marks: [UInt8]? = nil, plan: FinishingPlan = FinishingPlan()
) throws(FinishingError) -> [UInt8] {
  guard !sheets.isEmpty else { throw .noSheets }
  for (index, sheet) in sheets.enumerated() {
    let sides = [sheet.size.width.points, sheet.size.height.points]
    guard sides.allSatisfy({ (1...FinishingPlan.farthest).contains($0) }) else { throw .sheetSize(sheet: index) }
    for placement in sheet.placements where !placement.isNear { throw .positionOutOfRange(page: placement.page) }
  }
  if let problem = plan.problem(pages: sheets.count) { throw problem }
  let result: Result<WrittenPDF, FinishingError>
  do throws(PDFError) {
    // the caller has said what was guessed (`inspectPDF`)
    result = try PDFDocument.read(pdf, repairing: true) { document throws(PDFError) in
      try document.mendPages()
      let pages = try document.pageCount()
      for placement in sheets.flatMap(\.placements) where !(0..<pages).contains(placement.page) {
        return .failure(.pageOutOfRange(index: placement.page, pages: pages))
      }
      guard let marks else { return .success(try document.imposed(sheets, marks: nil, plan: plan)) }
      // What is copied from the marks is read from them when the sheets are written.
      return try PDFDocument.read(marks) { overlay throws(PDFError) in
        let count = try overlay.pageCount()
        for index in sheets.compactMap(\.overlay) where !(0..<count).contains(index) {
          return .failure(.pageOutOfRange(index: index, pages: count))
        }
        var forms: [PDFObject] = []
        var streams: Set<Int> = []
        for index in 0..<count {
          let form = try overlay.form(of: overlay.page(index), takenStreams: &streams)
          forms.append(try document.copy(form, from: overlay))
        }
        return .success(try document.imposed(sheets, marks: forms, plan: plan))
      }
    }
  } catch { throw .pdf(error) }
  pdf = []
  return try proven(result.get(), pages: sheets.count)
}

extension PagePlacement {
  /// Within what a PDF page can hold, and numbers at all.
  var isNear: Bool {
    var values = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f]
    if let clip { values += [clip.left, clip.bottom, clip.right, clip.top] }
    return values.allSatisfy { $0.magnitude <= 2 * FinishingPlan.farthest }
  }
}

/// A page as a reader shows it.
struct ShownPage {
  /// What of the page's own space is shown (the crop box within the media box).
  var box: PDFRectangle
  /// Takes the page's own space to that shown: bottom left corner at the origin, upright.
  var matrix: PDFMatrix
  /// Points.
  var width, height: Double
}

extension PDFDocument {
  func shownPage(_ page: PDFObject) throws(PDFError) -> ShownPage {
    let media = try mediaBox(of: page)
    var box = media
    if let crop = try inherited("/CropBox", of: page), let crop = try rectangle(crop) {
      let common = media.common(with: crop)
      // One that lies beside the page crops nothing.
      if common.left < common.right, common.bottom < common.top { box = common }
    }
    let (width, height) = (box.right - box.left, box.top - box.bottom)
    // Units of the page's own, 1/72 in unless it says otherwise (ISO 32000-1, table 30).
    var unit = 1.0
    if let given = try number("/UserUnit", of: page), (0.01...1000).contains(given) { unit = given }
    var quarters = 0
    if let turn = try inherited("/Rotate", of: page), let turn = number(turn) {
      quarters = Int(exactly: turn / 90) ?? 0
    }
    var shown: ShownPage
    // Clockwise.
    switch ((quarters % 4) + 4) % 4 {
    case 1:
      shown = ShownPage(
        box: box, matrix: PDFMatrix(a: 0, b: -1, c: 1, d: 0, e: -box.bottom, f: box.right),
        width: height, height: width)
    case 2:
      shown = ShownPage(
        box: box, matrix: PDFMatrix(a: -1, d: -1, e: box.right, f: box.top), width: width, height: height)
    case 3:
      shown = ShownPage(
        box: box, matrix: PDFMatrix(a: 0, b: 1, c: -1, d: 0, e: box.top, f: -box.left),
        width: height, height: width)
    default:
      shown = ShownPage(box: box, matrix: PDFMatrix(e: -box.left, f: -box.bottom), width: width, height: height)
    }
    shown.matrix = shown.matrix.then(PDFMatrix(a: unit, d: unit))
    shown.width *= unit
    shown.height *= unit
    return shown
  }

  /// The document with sheets instead of its pages, written.
  fileprivate func imposed(
    _ sheets: [ImposedSheet], marks: [PDFObject]?, plan: FinishingPlan
  ) throws(PDFError) -> WrittenPDF {
    try impose(sheets, marks: marks ?? [], keepsLinks: !plan.blackIsGrey)
    _ = try apply(plan, nil, pages: sheets.count)
    return try write(PDFWriting(minimumVersion: plan.version, packsObjects: plan.version > "1.4"))
  }

  /// Puts the sheets in the place of the pages they are made of.
  func impose(_ sheets: [ImposedSheet], marks: [PDFObject], keepsLinks: Bool) throws(PDFError) {
    var forms: [Int: PDFObject] = [:]
    var streams: Set<Int> = []
    var shown: [Int: ShownPage] = [:]
    var annotations: [Int: PageAnnotations] = [:]
    let targets = try LinkTargets(self)
    for placement in sheets.lazy.flatMap(\.placements) where forms[placement.page] == nil {
      let page = try page(placement.page)
      shown[placement.page] = try shownPage(page)
      annotations[placement.page] = try self.annotations(of: page, targets)
      forms[placement.page] = try form(of: page, takenStreams: &streams)
    }
    let tree = try newPageTree()
    for sheet in sheets {
      let new = try parse(PDFSyntax(raw: "<< /Type /Page /Resources << /XObject << >> >> >>"))
      let box = PDFRectangle(left: 0, bottom: 0, right: sheet.size.width.points, top: sheet.size.height.points)
      try set("/MediaBox", of: new, to: box.syntax)
      var drawing = PDFSyntax()
      if let resources = try value("/Resources", of: new), let objects = try value("/XObject", of: resources) {
        for placement in sheet.placements {
          guard let form = forms[placement.page] else { continue }
          drawing.add(placement, name: "P\(placement.page)")
          try set("/P\(placement.page)", of: objects, to: form)
          for (number, appearance) in (annotations[placement.page]?.appearances ?? []).enumerated() {
            guard let page = shown[placement.page] else { continue }
            let name = "P\(placement.page)A\(number)"
            drawing.add(appearance.matrix, of: page, at: placement, name: name)
            try set("/" + name, of: objects, to: appearance.form)
          }
        }
        if let overlay = sheet.overlay, marks.indices.contains(overlay) {
          drawing.add("/Marks Do")
          try set("/Marks", of: objects, to: marks[overlay])
        }
      }
      try set("/Contents", of: new, to: stream(Array(drawing.text.utf8)))
      try addPage(new, to: tree)
    }
    try replacePages(by: tree)
    if keepsLinks { try addLinks(of: annotations, shown, to: sheets) }
    let root = try root()
    // Layers and colour stay; all else speaks of pages that are gone.
    let kept: Set = ["/Type", "/Pages", "/OCProperties", "/OutputIntents", "/Version", "/Extensions"]
    for key in try keys(of: root) where !kept.contains(key) { try remove(key, from: root) }
    // a damaged file's trailer may hold what was another object's
    let trailer = try trailer()
    for key in try keys(of: trailer) where !["/Root", "/Info", "/ID", "/Size"].contains(key) {
      try remove(key, from: trailer)
    }
  }

  /// A page as a form (ISO 32000-1, 8.10.2).
  ///
  /// The page's own stream becomes the form, uncopied, unless it has several or
  /// shares it with another page, which may have other resources.
  func form(of page: PDFObject, takenStreams: inout Set<Int>) throws(PDFError) -> PDFObject {
    let shown = try shownPage(page)
    let form: PDFObject
    if let contents = try value("/Contents", of: page), isStream(contents),
      takenStreams.insert(identity(of: contents)).inserted
    {
      form = contents
    } else {
      form = try stream(legibleContents(ofPage: page))
    }
    let dictionary = try streamDictionary(of: form)
    // A stream's dictionary is never compressed: what readers take for granted is left out.
    try set("/Subtype", of: dictionary, to: .name("/Form"))
    try set("/BBox", of: dictionary, to: shown.box.syntax)
    if shown.matrix != PDFMatrix() { try set("/Matrix", of: dictionary, to: shown.matrix.syntax) }
    if let resources = try inherited("/Resources", of: page) {
      try set("/Resources", of: dictionary, to: identity(of: resources) == 0 ? indirect(resources) : resources)
    } else {
      try set("/Resources", of: dictionary, to: PDFSyntax(raw: "<< >>"))
    }
    // Without its group, what is transparent would mix with the sheet and other pages.
    if let group = try value("/Group", of: page) { try set("/Group", of: dictionary, to: group) }
    return form
  }
}

extension PDFMatrix {
  var syntax: PDFSyntax {
    var syntax = PDFSyntax(raw: "[")
    syntax.add(self)
    syntax.add("]")
    return syntax
  }
}

extension PDFSyntax {
  mutating func add(_ matrix: PDFMatrix) {
    for value in [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f] { add(factor: value) }
  }

  /// Draws a form at its place (ISO 32000-1, 8.4.4 and 8.8).
  mutating func add(_ placement: PagePlacement, name: String) {
    begin(placement)
    add(name: name)
    add("Do Q")
  }

  /// Draws what an annotation shows on the page that stands there, within what is shown of the page.
  mutating func add(_ matrix: PDFMatrix, of page: ShownPage, at placement: PagePlacement, name: String) {
    begin(placement)
    add(page.matrix)
    add("cm")
    add(clip: page.box)
    add(matrix)
    add("cm")
    add(name: name)
    add("Do Q")
  }

  private mutating func begin(_ placement: PagePlacement) {
    add("q")
    if let clip = placement.clip { add(clip: clip) }
    add(placement.matrix)
    add("cm")
  }

  private mutating func add(clip: PDFRectangle) {
    for value in [clip.left, clip.bottom, clip.right - clip.left, clip.top - clip.bottom] { add(points: value) }
    add("re W n")
  }
}
