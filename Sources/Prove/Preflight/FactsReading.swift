internal import QPDF
internal import Units

extension PDFFacts {
  /// Reads all of a PDF but its ink, which a program that draws has to measure.
  ///
  /// Linear in the file; a file that only its owner locked is read, too.
  package static func read(_ pdf: [UInt8]) throws(PreflightError) -> PDFFacts {
    do throws(PDFError) {
      return try PDFDocument.read(pdf, repairing: true) { document throws(PDFError) in
        var facts = PDFFacts()
        facts.byteCount = pdf.count
        let head = pdf.prefix(1024)
        if let at = head.indices.first(where: { head[$0...].starts(with: "%PDF-".utf8) }) {
          facts.version = String(decoding: head[(at + 5)...].prefix { $0 > 0x20 }, as: UTF8.self)
        }
        facts.isEncrypted = document.isEncrypted
        try facts.readCatalog(document)
        document.releaseObjects()
        var pages = PageReading()
        for index in 0..<(try document.pageCount()) {
          facts.pages.append(try pages.read(index, of: document))
          document.releaseObjects()
        }
        facts.fonts = pages.fonts
        return facts
      }
    } catch {
      throw PreflightError(error)
    }
  }

  private mutating func readCatalog(_ document: borrowing PDFDocument) throws(PDFError) {
    let root = try document.root()
    if let outlines = try document.value("/Outlines", of: root) {
      hasOutline = try document.value("/First", of: outlines) != nil
    }
    if let names = try document.value("/Names", of: root) {
      hasScripts = try document.value("/JavaScript", of: names) != nil
      hasAttachments = try document.value("/EmbeddedFiles", of: names) != nil
    }
    if let form = try document.value("/AcroForm", of: root), let fields = try document.value("/Fields", of: form) {
      hasForm = try document.count(of: fields) > 0
    }
    hasLayers = try document.value("/OCProperties", of: root) != nil
    if let preferences = try document.value("/ViewerPreferences", of: root) {
      isRightToLeft = try document.name("/Direction", of: preferences) == "/R2L"
    }
    let trailer = try document.trailer()
    hasID = try document.value("/ID", of: trailer) != nil
    if let info = try document.value("/Info", of: trailer) {
      title = try document.words("/Title", of: info)
      let created = try document.value("/CreationDate", of: info)
      hasDates = try document.value("/ModDate", of: info) != nil && created != nil
      trapped = try document.name("/Trapped", of: info)
      pdfx = try document.words("/GTS_PDFXVersion", of: info)
    }
    if let intents = try document.value("/OutputIntents", of: root) {
      for index in 0..<(try document.count(of: intents)) {
        let intent = try document.item(index, of: intents)
        outputIntents.append(
          OutputIntent(
            kind: try document.name("/S", of: intent) ?? "",
            condition: try document.words("/OutputConditionIdentifier", of: intent) ?? "",
            registry: try document.words("/RegistryName", of: intent) ?? "",
            hasProfile: try document.value("/DestOutputProfile", of: intent) != nil))
      }
    }
    if let xmp = try XMPPacket(of: document, root: root) {
      pdfx = pdfx ?? XMPPacket.Namespace.press.lazy.compactMap { xmp.value("GTS_PDFXVersion", $0) }.first
      if let part = xmp.value("part", XMPPacket.Namespace.archive) {
        pdfa = part + (xmp.value("conformance", XMPPacket.Namespace.archive) ?? "")
      }
    }
  }
}

/// Why a PDF could not be looked at.
package enum PreflightError: Error, Equatable, Sendable {
  case needsPassword
  case unreadable(String)

  init(_ error: PDFError) {
    switch error {
    case .needsPassword: self = .needsPassword
    case .unreadable(let why), .damaged(let why), .failed(let why): self = .unreadable(why)
    case .pageMissing(let index): self = .unreadable("page \(index + 1) is missing")
    }
  }
}

/// Reads pages one by one; resources that many pages share are looked up once.
private struct PageReading {
  var fonts: [String: FontFacts] = [:]
  private var known: [Int: Resources] = [:]

  mutating func read(_ index: Int, of document: borrowing PDFDocument) throws(PDFError) -> PageFacts {
    let page = try document.page(index)
    var facts = PageFacts()
    let media = try document.mediaBox(of: page)
    let turn = try document.inherited("/Rotate", of: page).flatMap { document.number($0) } ?? 0
    let quarter = ((turn.whole / 90) % 4 + 4) % 4
    // UserUnit: 1.6 and later, the size of a point
    let unit = try document.number("/UserUnit", of: page) ?? 1
    let (width, height) = (media.right - media.left, media.top - media.bottom)
    (facts.width, facts.height) = quarter % 2 == 0 ? (width * unit, height * unit) : (height * unit, width * unit)

    func frame(_ key: String) throws(PDFError) -> PageArea? {
      guard let values = try document.rectangle(key, of: page) else { return nil }
      let left = (values.left - media.left) * unit
      let right = (values.right - media.left) * unit
      let top = (media.top - values.top) * unit
      let bottom = (media.top - values.bottom) * unit
      switch quarter {
      case 1: return PageArea(x: height * unit - bottom, y: left, width: bottom - top, height: right - left)
      case 2:
        return PageArea(x: width * unit - right, y: height * unit - bottom, width: right - left, height: bottom - top)
      case 3: return PageArea(x: top, y: width * unit - right, width: bottom - top, height: right - left)
      default: return PageArea(x: left, y: top, width: right - left, height: bottom - top)
      }
    }
    facts.trim = try frame("/TrimBox")
    if facts.trim == nil { facts.trim = try frame("/ArtBox") }
    facts.bleed = try frame("/BleedBox")
    if let annotations = try document.value("/Annots", of: page) {
      for index in 0..<(try document.count(of: annotations)) {
        let annotation = try document.item(index, of: annotations)
        facts.annotations.append(try document.name("/Subtype", of: annotation) ?? "/Unknown")
        facts.shownFonts.formUnion(try shownFonts(annotation, document))
      }
    }
    if let group = try document.value("/Group", of: page) {
      facts.hasGroup = try document.name("/S", of: group) == "/Transparency"
      facts.hasGroupColour = try document.value("/CS", of: group) != nil
    }
    let resources = try self.resources(try document.inherited("/Resources", of: page), of: document)
    let contents = try document.contents(ofPage: page)
    facts.paint = try paint(
      contents, resources, PDFMatrix(a: unit, d: unit), of: document, depth: 0)
    return facts
  }

  /// Of what an annotation shows, in all its states.
  private mutating func shownFonts(_ annotation: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) -> Set<
    String
  > {
    guard document.isDictionary(annotation), let looks = try document.value("/AP", of: annotation),
      let look = try document.value("/N", of: looks)
    else { return [] }
    var forms = [look]
    if !document.isStream(look) {
      forms = []
      for name in try document.keys(of: look) {
        if let form = try document.value(name, of: look) { forms.append(form) }
      }
    }
    var fonts: Set<String> = []
    for form in forms.prefix(64) where document.isStream(form) {
      let resources = try self.resources(
        document.value("/Resources", of: document.streamDictionary(of: form)), of: document)
      fonts.formUnion(
        try paint(document.contents(of: form), resources, PDFMatrix(), of: document, depth: 1).fonts)
    }
    return fonts
  }

  private mutating func resources(_ object: PDFObject?, of document: borrowing PDFDocument) throws(PDFError)
    -> Resources
  {
    guard let object else { return Resources() }
    let number = document.identity(of: object)
    if number != 0, let found = known[number] { return found }
    let found = try document.resources(object, fonts: &fonts)
    if number != 0 { known[number] = found }
    return found
  }

  /// What a content stream paints, with the forms it places.
  private mutating func paint(
    _ contents: [UInt8], _ resources: Resources, _ matrix: PDFMatrix, of document: borrowing PDFDocument, depth: Int
  ) throws(PDFError) -> PaintFacts {
    var (facts, placed) = PaintReader.read(contents, resources: resources, matrix: matrix)
    guard depth < 12 else { return facts }
    // a damaged file may place a form in itself
    for form in placed.prefix(4096) {
      let matrix = form.matrix
      let form = try document.object(number: form.object)
      guard document.isStream(form) else { continue }
      let keys = try document.streamDictionary(of: form)
      let own = try document.numbers("/Matrix", of: keys).flatMap(PDFMatrix.init) ?? PDFMatrix()
      var inner = resources
      if let object = try document.value("/Resources", of: keys) {
        inner = try document.resources(object, fonts: &fonts)
      }
      let contents = try document.contents(of: form)
      let painted = try paint(contents, inner, own.then(matrix), of: document, depth: depth + 1)
      if painted.paints { facts.add(painted) }
    }
    return facts
  }
}
