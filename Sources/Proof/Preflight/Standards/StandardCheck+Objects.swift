internal import Design
internal import PDFReading
internal import QPDF

/// What may not be in any object, wherever it stands.
extension StandardCheck {
  mutating func checkObjects(_ document: borrowing PDFDocument) throws(PDFError) {
    // no file may have more (ISO 32000-1, annex C)
    let count = min(try document.integer("/Size", of: document.trailer()) ?? 0, 8_388_607)
    for number in 1..<max(count, 1) {
      let object = try document.object(number: number)
      try check(object, number: number, key: "", depth: 0, document)
      document.releaseObjects()
    }
  }

  /// - Parameter key: under which it stands in the object around it.
  private mutating func check(
    _ object: PDFObject, number: Int, key: String, depth: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    guard depth < 32 else { return }
    if document.isArray(object) {
      try checkSpace(object, document)
      for index in 0..<(try document.count(of: object)) {
        let item = try document.item(index, of: object)
        if document.identity(of: item) == 0 { try check(item, number: number, key: key, depth: depth + 1, document) }
        document.release(item)
      }
      return
    }
    guard let keys = try document.dictionary(of: object) else { return }
    let names = try document.keys(of: keys)
    if document.isStream(object) { try checkStream(object, keys, Set(names), number, document) }
    try checkDictionary(keys, Set(names), key: key, number, document)
    for name in names {
      guard let value = try document.value(name, of: keys) else { continue }
      if document.identity(of: value) == 0 {
        // the entries of a dictionary of resources stand for what they are by its name
        let isResource = key == "/ExtGState" || key == "/Font"
        try check(value, number: number, key: isResource ? key + "/" : name, depth: depth + 1, document)
      }
      document.release(value)
    }
  }

  private mutating func checkStream(
    _ object: PDFObject, _ keys: PDFObject, _ names: Set<String>, _ number: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    if !names.isDisjoint(with: ["/F", "/FFilter", "/FDecodeParms"]) {
      add(
        "stream-outside", Clause(archive: "6.1.7.1"), "a stream is in another file", measured: "object \(number)",
        required: "streams within the file")
    }
    if names.contains("/Filter"), let filter = try document.value("/Filter", of: keys) {
      let syntax = try document.syntax(of: filter)
      if syntax.contains("/LZWDecode") || syntax.contains("/LZW ") {
        add(
          "filter", Clause(archive: "6.1.7.2"), "a stream is packed by LZW", measured: "object \(number)",
          required: "another filter")
      }
    }
    let subtype = try names.contains("/Subtype") ? document.name("/Subtype", of: keys) : nil
    if try document.name("/Type", of: keys) == "/Metadata" { checkPacket(of: object, document) }
    switch subtype {
    case "/Image":
      if let name = try document.name("/Intent", of: keys) { checkRendering(name) }
      if try document.name("/Filter", of: keys) == "/JPXDecode" { checkPicture(object, keys, document) }
      if try document.isTrue("/Interpolate", of: keys) {
        add(
          "image-interpolated", Clause(archive: "6.2.8.1"), "a picture asks readers to smooth it",
          measured: "object \(number)", required: "Interpolate false")
      }
      if names.contains("/Alternates") || names.contains("/OPI") {
        add(
          "image-alternates", Clause(archive: "6.2.8.1"), "a picture has others in its place",
          measured: "object \(number)", required: "one picture")
      }
    case "/Form":
      if names.contains("/Ref") {
        add(
          "form-reference", Clause(archive: "6.2.9.2", access: "7.20"), "a form shows a page of another file",
          measured: "object \(number)", required: "forms within the file")
      }
      if isArchive, let contents = try? document.contents(of: object) { add(FileSyntax.tokens(contents)) }
      let isPostScript = try document.name("/Subtype2", of: keys) == "/PS"
      if names.contains("/OPI") || names.contains("/PS") || isPostScript {
        add(
          "form-postscript", Clause(archive: "6.2.9.1"), "a form holds PostScript or OPI", measured: "object \(number)",
          required: "none")
      }
    case "/PS":
      add(
        "postscript", Clause(archive: "6.2.9.3"), "PostScript stands in the file", measured: "object \(number)",
        required: "none")
    default: break
    }
  }

  /// The last are of before PDF 1.2.
  private static let forbiddenActions: Set<String> = [
    "/Launch", "/Sound", "/Movie", "/ResetForm", "/ImportData", "/Hide", "/SetOCGState", "/Rendition", "/Trans",
    "/GoTo3DView", "/SetState", "/NOP", "/set-state", "/no-op", "/NoOp",
  ]
  private static let namedActions: Set<String> = ["/NextPage", "/PrevPage", "/FirstPage", "/LastPage"]

  private mutating func checkDictionary(
    _ keys: PDFObject, _ names: Set<String>, key: String, _ number: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    let type = try names.contains("/Type") ? document.name("/Type", of: keys) : nil
    if isArchive, names.contains("/S"), let action = try document.name("/S", of: keys) {
      let page = try document.name("/N", of: keys) ?? ""
      let isNamed = action == "/Named" && !StandardCheck.namedActions.contains(page)
      // part 4 keeps scripts, to be run by who asks for them
      let isScript = action == "/JavaScript" && part < 4
      if StandardCheck.forbiddenActions.contains(action) || isNamed || isScript {
        add(
          "actions", Clause(archive: "6.5.1"), "an action of the kind \(action.dropFirst())",
          measured: "object \(number)", required: "links and pages turned")
      }
    }
    // its type need not be said, and as an object of its own it does not stand where its name is
    let isState = type == nil && !names.contains("/Subtype") && !names.isDisjoint(with: StandardCheck.stateKeys)
    if type == "/ExtGState" || key == "/ExtGState/" || isState { try checkState(keys, names, number, document) }
    if type == "/Font" || key == "/Font/" { try checkFont(keys, names, number, document) }
    if part == 4, let words = try document.words("/ActualText", of: keys), CodeMap.isPrivate(Array(words.utf16)) {
      addPrivateWords(nil)
    }
    if type == "/StructElem", let name = try document.name("/S", of: keys) { checkSpelling(of: name) }
    if type == "/MediaClip", try document.name("/S", of: keys) == "/MCD" { try checkClip(keys, number, document) }
    if type == "/EmbeddedFile", part > 2, let kind = try document.name("/Subtype", of: keys),
      !kind.dropFirst().contains("/")
    {
      add(
        "attachment-kind", Clause(archive: "6.8"), "an attached file does not say of what kind it is",
        measured: "\(kind.dropFirst())", required: "a media type, such as text/plain")
    }
    if type == "/Filespec" || names.contains("/EF") { try checkAttachment(keys, names, number, document) }
    let acts = try hasTriggers(keys, document)
    if type == "/Page", names.contains("/PresSteps") || acts {
      add(
        "actions", Clause(archive: "6.5.2"), "a page acts by itself", measured: "object \(number)",
        required: "no actions")
    }
  }

  private static let stateKeys: Set<String> = [
    "/BM", "/TR", "/TR2", "/HTP", "/HTO", "/HT", "/OPM", "/SA", "/BG2", "/UCR2",
  ]
  private static let blendModes: Set<String> = [
    "/Normal", "/Compatible", "/Multiply", "/Screen", "/Overlay", "/Darken", "/Lighten", "/ColorDodge", "/ColorBurn",
    "/HardLight",
    "/SoftLight", "/Difference", "/Exclusion", "/Hue", "/Saturation", "/Color", "/Luminosity",
  ]

  private mutating func checkState(
    _ keys: PDFObject, _ names: Set<String>, _ number: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    let second = try names.contains("/TR2") ? document.name("/TR2", of: keys) : "/Default"
    let transfers = names.contains("/TR") || second != "/Default"
    if transfers || names.contains("/HTP") {
      add(
        "transfer", Clause(archive: "6.2.5"), "colours are changed for a device", measured: "object \(number)",
        required: "no TR, TR2 or HTP")
    }
    if part == 4, names.contains("/HTO") {
      add(
        "transfer", Clause(archive: "6.2.5"), "colours are changed for a device", measured: "HTO", required: "no HTO")
    }
    if let name = try document.name("/RI", of: keys) { checkRendering(name) }
    if names.contains("/HT"), let screen = try document.value("/HT", of: keys) {
      try checkScreen(screen, isPart: false, number, document)
    }
    if names.contains("/BM"), let mode = try document.value("/BM", of: keys) {
      let first = document.isArray(mode) ? try document.item(0, of: mode) : mode
      let name = try document.name(first) ?? ""
      if !StandardCheck.blendModes.contains(name) || part == 4 && name == "/Compatible" {
        add(
          "blend-mode", Clause(archive: "6.2.10"), "colours are mixed in an unknown way", measured: name,
          required: "a mode of ISO 32000-1")
      }
    }
  }

  /// Inks whose screens need no curve of their own (6.2.5).
  private static let plainInks: Set<String> = ["/Cyan", "/Magenta", "/Yellow", "/Black"]

  /// How a press is to screen an ink.
  private mutating func checkScreen(
    _ screen: PDFObject, isPart: Bool, _ number: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    guard let keys = try document.dictionary(of: screen) else { return }
    let kind = try document.integer("/HalftoneType", of: keys) ?? 0
    let isNamed = try document.value("/HalftoneName", of: keys) != nil
    let ownCurve = try document.value("/TransferFunction", of: keys)
    var isCurved = !isPart && ownCurve != nil
    if kind == 5, !isPart {
      for ink in try document.keys(of: keys) {
        guard !["/Type", "/HalftoneType", "/HalftoneName"].contains(ink),
          let part = try document.value(ink, of: keys)
        else { continue }
        try checkScreen(part, isPart: true, number, document)
        guard ink != "/Default", let own = try document.dictionary(of: part) else { continue }
        let hasCurve = try document.value("/TransferFunction", of: own) != nil
        isCurved = isCurved || hasCurve == StandardCheck.plainInks.contains(ink)
      }
    }
    guard kind != 1 && kind != 5 || isNamed || isCurved else { return }
    add(
      "halftone", Clause(archive: "6.2.5"), "a screen that devices need not follow",
      measured: isNamed ? "HalftoneName" : isCurved ? "TransferFunction" : "type \(kind)",
      required: "type 1 or 5, curves for other inks than CMYK alone")
  }

  /// A file within the file.
  private mutating func checkAttachment(
    _ keys: PDFObject, _ names: Set<String>, _ number: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    guard names.contains("/EF") else { return }
    let isNamed = try document.words("/F", of: keys)?.isEmpty == false
    let isNamedAgain = try document.words("/UF", of: keys)?.isEmpty == false
    if !isNamed || !isNamedAgain {
      add(
        "attachment-name", Clause(archive: "6.8", access: "7.11"), "an attached file has no name in both ways",
        measured: "object \(number)", required: "F and UF")
    }
    guard isArchive else { return }
    if part > 2, !names.contains("/AFRelationship") {
      add(
        "attachment-relation", Clause(archive: "6.8"), "the file does not say what an attached one is to it",
        measured: "object \(number)", required: "AFRelationship")
    }
    // part 3 takes any file, and so do the levels of part 4 that say so
    guard part == 2 || part == 4 && !["F", "E"].contains(conformance) else { return }
    guard let files = try document.value("/EF", of: keys) else { return }
    for name in try document.keys(of: files) {
      guard let file = try document.value(name, of: files), document.isStream(file),
        !StandardCheck.isKept(
          (try? document.contents(of: file)) ?? [], parts: part == 2 ? ["1", "2"] : ["1", "2", "4"], depth)
      else { continue }
      add(
        "attachments", Clause(archive: "6.8"), "a file is attached that is no PDF/A", measured: "object \(number)",
        required: "PDF/A", help: part == 2 ? "use --pdf a-3a" : nil)
    }
  }

  /// Whether an attached file is a PDF/A of one of the parts, as far as this check asks.
  private static func isKept(_ bytes: [UInt8], parts: Set<String>, _ depth: Int) -> Bool {
    guard depth < 3, let facts = try? PDFFacts.read(bytes), let claim = facts.pdfa,
      parts.contains(String(claim.prefix(1)))
    else { return false }
    let standard: PDFStandard
    switch claim.prefix(1) {
    // part 1 asks other things: what it says of itself has to do
    case "1": return true
    case "4": standard = .a4
    default: standard = claim.hasSuffix("A") ? .a2a : claim.hasSuffix("U") ? .a2u : .a2b
    }
    return (try? check(bytes, facts, for: standard, depth: depth + 1))?.isEmpty ?? false
  }

  /// Sound and film say what they are, in words, too (ISO 14289-1, 7.18.6.2).
  private mutating func checkClip(_ keys: PDFObject, _ number: Int, _ document: borrowing PDFDocument) throws(PDFError)
  {
    let hasKind = try document.value("/CT", of: keys) != nil
    var isWorded = false
    if let words = try document.value("/Alt", of: keys) {
      let count = try document.count(of: words)
      // of each language two: its name, which may be empty, and the words
      for index in stride(from: 1, to: count, by: 2) {
        if let said = try document.string(document.item(index, of: words)), !said.isEmpty { isWorded = true }
      }
    }
    guard !hasKind || !isWorded else { return }
    add(
      "media-words", Clause(access: "7.18.6.2"), "sound or film without words for who cannot take it in",
      measured: hasKind ? "no Alt" : "no CT", required: "CT and Alt")
  }

  mutating func addPrivateWords(_ page: Int?) {
    add(
      "words-private", Clause(archive: "6.2.11.7.3"), page: page, "words in place of content that only some can read",
      measured: "private use", required: "letters")
  }
}
