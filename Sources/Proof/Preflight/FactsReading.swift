internal import QPDF
internal import Units

extension PDFFacts {
  /// Reads all of a PDF but its ink, which a program that draws has to measure.
  ///
  /// Linear in the file; a file that only its owner locked is read, too.
  /// - Parameter notesPlaces: where each thing is painted is noted, for findings that say it.
  package static func read(_ pdf: [UInt8], notesPlaces: Bool = false) throws(PreflightError) -> PDFFacts {
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
        var pages = PageReading(notesPlaces: notesPlaces)
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
  let notesPlaces: Bool
  var fonts: [String: FontFacts] = [:]
  private var known: [Int: Resources] = [:]
  /// Fonts with drawn letters that were read, by their objects.
  private var letters: [Int: PaintFacts] = [:]

  init(notesPlaces: Bool) { self.notesPlaces = notesPlaces }

  mutating func read(_ index: Int, of document: borrowing PDFDocument) throws(PDFError) -> PageFacts {
    let page = try document.page(index)
    var facts = PageFacts()
    let media = try document.mediaBox(of: page)
    let turn = try document.inherited("/Rotate", of: page).flatMap { document.number($0) } ?? 0
    let quarter = ((turn.whole / 90) % 4 + 4) % 4
    let unit = try document.number("/UserUnit", of: page) ?? 1
    let (width, height) = (media.right - media.left, media.top - media.bottom)
    (facts.width, facts.height) = quarter % 2 == 0 ? (width * unit, height * unit) : (height * unit, width * unit)

    facts.frame = PageFrame(media: media, quarter: quarter, unit: unit)
    func frame(_ key: String, of object: PDFObject) throws(PDFError) -> PageArea? {
      try document.rectangle(key, of: object).map(facts.frame.shown)
    }
    facts.trim = try frame("/TrimBox", of: page)
    if facts.trim == nil { facts.trim = try frame("/ArtBox", of: page) }
    facts.bleed = try frame("/BleedBox", of: page)
    if let annotations = try document.value("/Annots", of: page) {
      for index in 0..<(try document.count(of: annotations)) {
        let annotation = try document.item(index, of: annotations)
        facts.annotations.append(try document.name("/Subtype", of: annotation) ?? "/Unknown")
        if document.isDictionary(annotation), let place = try frame("/Rect", of: annotation) {
          facts.annotationAreas.append(place)
        }
        try facts.shown.addColours(shown(annotation, document))
      }
    }
    var groupDevice: Colour?
    if let group = try document.value("/Group", of: page) {
      facts.hasGroup = try document.name("/S", of: group) == "/Transparency"
      if let object = try document.value("/CS", of: group) {
        let space = try document.space(object)
        facts.hasGroupColour = true
        facts.blendSpace = try document.name(object)
        if facts.blendSpace == nil, document.isArray(object), try document.count(of: object) > 0 {
          facts.blendSpace = try document.name(document.item(0, of: object))
        }
        if space.device == nil { facts.groupSpace = space.colour } else { groupDevice = space.device }
        facts.groupProfile = space.profile
      }
    }
    let resources = try self.resources(try document.inherited("/Resources", of: page), of: document)
    let contents = try document.contents(ofPage: page)
    facts.paint = try paint(
      contents, resources, PDFMatrix(a: unit, d: unit), of: document, depth: 0)
    if let groupDevice { facts.paint.deviceColours.insert(groupDevice) }
    let isOwn = try document.value("/Resources", of: page) != nil
    if !isOwn, facts.paint.namesResources(contents) { facts.paint.inheritsNames = true }
    return facts
  }

  /// What an annotation shows, in all its states.
  private mutating func shown(_ annotation: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) -> PaintFacts
  {
    var facts = PaintFacts()
    guard document.isDictionary(annotation) else { return facts }
    if let mode = try document.name("/BM", of: annotation), mode != "/Normal", mode != "/Compatible" {
      facts.mixings.insert("blend mode \(mode.dropFirst())")
    }
    for key in ["/CA", "/ca"] where (try document.number(key, of: annotation) ?? 1) < 0.999 {
      facts.mixings.insert("opacity")
    }
    guard let looks = try document.value("/AP", of: annotation), let look = try document.value("/N", of: looks) else {
      return facts
    }
    var forms = [look]
    if !document.isStream(look) {
      forms = []
      for name in try document.keys(of: look) {
        if let form = try document.value(name, of: look) { forms.append(form) }
      }
    }
    for form in forms.prefix(64) where document.isStream(form) {
      facts.addColours(try paint(form: form, Resources(), PDFMatrix(), of: document, depth: 1))
    }
    return facts
  }

  private mutating func resources(_ object: PDFObject?, of document: borrowing PDFDocument) throws(PDFError)
    -> Resources
  {
    guard let object else { return Resources() }
    let number = document.identity(of: object)
    if number != 0, let found = known[number] { return found }
    let found = try document.resources(object, fonts: &fonts, readsWidths: notesPlaces)
    if number != 0 { known[number] = found }
    return found
  }

  /// What a content stream paints, with the forms it places.
  private mutating func paint(
    _ contents: [UInt8], _ resources: Resources, _ matrix: PDFMatrix, of document: borrowing PDFDocument, depth: Int
  ) throws(PDFError) -> PaintFacts {
    var (facts, placed, drawnFonts) = PaintReader.read(
      contents, resources: resources, matrix: matrix, notesPlaces: notesPlaces)
    guard depth < 12 else { return facts }
    // a damaged file may place a form in itself
    for form in placed.prefix(4096) {
      let matrix = form.matrix
      let form = try document.object(number: form.object)
      guard document.isStream(form) else { continue }
      let painted = try paint(form: form, resources, matrix, of: document, depth: depth + 1)
      if painted.paints { facts.add(painted) } else { facts.addMeans(painted) }
    }
    for font in drawnFonts.sorted() {
      if letters[font] == nil {
        // a letter may be set in its own font
        letters[font] = PaintFacts()
        letters[font] = try paint(lettersOf: font, resources, of: document, depth: depth + 1)
      }
      if let letters = letters[font] { facts.addColours(letters) }
    }
    return facts
  }

  private mutating func paint(
    form: PDFObject, _ resources: Resources, _ matrix: PDFMatrix, of document: borrowing PDFDocument, depth: Int
  ) throws(PDFError) -> PaintFacts {
    let keys = try document.streamDictionary(of: form)
    let own = try document.numbers("/Matrix", of: keys).flatMap(PDFMatrix.init) ?? PDFMatrix()
    var inner = resources
    let object = try document.value("/Resources", of: keys)
    if let object { inner = try self.resources(object, of: document) }
    let contents = try document.contents(of: form)
    var painted = try paint(contents, inner, own.then(matrix), of: document, depth: depth)
    if object == nil, painted.namesResources(contents) { painted.inheritsNames = true }
    guard let group = try document.value("/Group", of: keys), try document.name("/S", of: group) == "/Transparency"
    else { return painted }
    painted.hasGroups = true
    guard let object = try document.value("/CS", of: group) else { return painted }
    let space = try document.space(object)
    if let device = space.device {
      painted.deviceColours.insert(device)
      painted.paints = true
    } else if try document.isTrue("/I", of: group) {
      painted.groupSpaces.insert(space.colour)
    }
    return painted
  }

  /// What the letters of a font are drawn with (9.6.5).
  private mutating func paint(
    lettersOf number: Int, _ resources: Resources, of document: borrowing PDFDocument, depth: Int
  ) throws(PDFError) -> PaintFacts {
    var facts = PaintFacts()
    let font = try document.object(number: number)
    guard depth < 12, let letters = try document.value("/CharProcs", of: font) else { return facts }
    var inner = resources
    let object = try document.value("/Resources", of: font)
    if let object { inner = try self.resources(object, of: document) }
    for name in try document.keys(of: letters).prefix(1024) {
      guard let letter = try document.value(name, of: letters), document.isStream(letter) else { continue }
      let contents = try document.contents(of: letter)
      var painted = try paint(contents, inner, PDFMatrix(), of: document, depth: depth + 1)
      if object == nil, painted.namesResources(contents) { painted.inheritsNames = true }
      facts.addColours(painted)
    }
    return facts
  }
}

extension PaintFacts {
  /// A content stream refers to something by a name, found or not.
  func namesResources(_ contents: [UInt8]) -> Bool {
    var tokens = ContentTokens(contents)
    while let word = tokens.next() {
      switch tokens.text(word) {
      case "gs", "Do", "Tf", "sh": return true
      case "cs", "CS": if let name = tokens.name(0), Resources.Space(named: name).colour == .other { return true }
      default: break
      }
    }
    return false
  }
}
