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
      for index in 0..<(try document.count(of: object)) {
        let item = try document.item(index, of: object)
        if document.identity(of: item) == 0 { try check(item, number: number, key: key, depth: depth + 1, document) }
        document.release(item)
      }
      return
    }
    guard let keys = try document.dictionary(of: object) else { return }
    let names = try document.keys(of: keys)
    if document.isStream(object) { try checkStream(keys, Set(names), number, document) }
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
    _ keys: PDFObject, _ names: Set<String>, _ number: Int, _ document: borrowing PDFDocument
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
    switch subtype {
    case "/Image":
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
      if names.contains("/OPI") || names.contains("/PS") {
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

  private static let forbiddenActions: Set<String> = [
    "/Launch", "/Sound", "/Movie", "/ResetForm", "/ImportData", "/Hide", "/SetOCGState", "/Rendition", "/Trans",
    "/GoTo3DView",
    "/JavaScript",
  ]
  private static let namedActions: Set<String> = ["/NextPage", "/PrevPage", "/FirstPage", "/LastPage"]

  private mutating func checkDictionary(
    _ keys: PDFObject, _ names: Set<String>, key: String, _ number: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    let type = try names.contains("/Type") ? document.name("/Type", of: keys) : nil
    if isArchive, names.contains("/S"), let action = try document.name("/S", of: keys) {
      let page = try document.name("/N", of: keys) ?? ""
      let isNamed = action == "/Named" && !StandardCheck.namedActions.contains(page)
      if StandardCheck.forbiddenActions.contains(action) || isNamed {
        add(
          "actions", Clause(archive: "6.5.1"), "an action of the kind \(action.dropFirst())",
          measured: "object \(number)", required: "links and pages turned")
      }
    }
    if type == "/ExtGState" || key == "/ExtGState/" { try checkState(keys, names, number, document) }
    if type == "/Font" || key == "/Font/" { try checkFont(keys, names, document) }
    if type == "/Filespec" || names.contains("/EF") { try checkAttachment(keys, names, number, document) }
    if type == "/Page", names.contains("/AA") || names.contains("/PresSteps") {
      add(
        "actions", Clause(archive: "6.5.2"), "a page acts by itself", measured: "object \(number)",
        required: "no actions")
    }
  }

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
    if names.contains("/BM"), let mode = try document.value("/BM", of: keys) {
      let first = document.isArray(mode) ? try document.item(0, of: mode) : mode
      let name = try document.name(first) ?? ""
      if !StandardCheck.blendModes.contains(name) {
        add(
          "blend-mode", Clause(archive: "6.2.10"), "colours are mixed in an unknown way", measured: name,
          required: "a mode of ISO 32000-1")
      }
    }
  }

  /// A file within the file.
  private mutating func checkAttachment(
    _ keys: PDFObject, _ names: Set<String>, _ number: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    guard names.contains("/EF") else { return }
    if !names.contains("/F") || !names.contains("/UF") {
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
    guard part == 2 else { return }
    add(
      "attachments", Clause(archive: "6.8"), "a file is attached, which PDF/A-2 allows for PDF/A alone",
      measured: "object \(number)",
      required: "none", help: "use --pdf a-3a")
  }

  // MARK: Fonts

  private mutating func checkFont(
    _ font: PDFObject, _ names: Set<String>, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    let subtype = try document.name("/Subtype", of: font) ?? ""
    // a font that no text is set in is not judged (ISO 14289-1, 7.21.1)
    let key = try document.font(font, resourceName: "/").name
    guard subtype == "/Type3" || usedFonts.contains(key) else { return }
    let name = String((try document.name("/BaseFont", of: font) ?? "/?").dropFirst())
    switch subtype {
    case "/CIDFontType2":
      let descriptor = try document.value("/FontDescriptor", of: font)
      let isEmbedded = try descriptor.map { object throws(PDFError) in
        try document.value("/FontFile2", of: object) != nil
      }
      if isEmbedded == true, !names.contains("/CIDToGIDMap") {
        add(
          "font-map", Clause(archive: "6.2.11.3.2", access: "7.21.3.2"),
          "\(name) does not say which glyph a code means", measured: "no CIDToGIDMap", required: "CIDToGIDMap")
      }
    case "/Type0":
      try checkComposite(font, name, document)
      try checkLetters(font, name, document)
    case "/TrueType":
      try checkTrueType(font, name, names, document)
      try checkLetters(font, name, document)
    case "/Type1", "/MMType1", "/Type3": try checkLetters(font, name, document)
    default: break
    }
  }

  /// CMaps that every reader has (ISO 32000-1, 9.7.5.2), by the beginnings of their names.
  private static let collections = [
    "/GB", "/UniGB", "/B5", "/HKscs", "/ETen", "/ETHK", "/CNS", "/UniCNS", "/83pv", "/90", "/Add", "/EUC", "/Ext", "/H",
    "/V", "/UniJIS", "/KSC", "/UniKS",
  ]

  private mutating func checkComposite(_ font: PDFObject, _ name: String, _ document: borrowing PDFDocument)
    throws(PDFError)
  {
    guard let encoding = try document.value("/Encoding", of: font), !document.isStream(encoding) else { return }
    let map = try document.name(encoding) ?? ""
    guard !map.hasPrefix("/Identity-"), !StandardCheck.collections.contains(where: map.hasPrefix) else { return }
    add(
      "font-cmap", Clause(archive: "6.2.11.3.3", access: "7.21.3.3"),
      "\(name) names a table of codes that is not in the file", measured: map, required: "a CMap within the file")
  }

  private mutating func checkTrueType(
    _ font: PDFObject, _ name: String, _ names: Set<String>, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    guard let descriptor = try document.value("/FontDescriptor", of: font) else { return }
    let flags = try document.integer("/Flags", of: descriptor) ?? 0
    let isSymbolic = flags & 4 != 0
    guard isSymbolic == names.contains("/Encoding") else { return }
    add(
      "font-encoding", Clause(archive: "6.2.11.6", access: "7.21.6"),
      "\(name) has \(isSymbolic ? "an encoding, and is symbolic" : "no encoding")",
      measured: isSymbolic ? "Encoding" : "none", required: isSymbolic ? "none" : "WinAnsiEncoding or MacRomanEncoding")
  }

  /// Which letters its codes mean.
  private mutating func checkLetters(_ font: PDFObject, _ name: String, _ document: borrowing PDFDocument)
    throws(PDFError)
  {
    guard asksUnicode else { return }
    let clause = Clause(archive: "6.2.11.7.2", access: "7.21.7")
    if let map = try document.value("/ToUnicode", of: font), document.isStream(map) {
      if StandardCheck.hasNoLetter(try document.contents(of: map)) {
        add(
          "letters-none", clause, "\(name) has codes that mean no letter", measured: "U+0000, U+FEFF or U+FFFE",
          required: "letters")
      }
      return
    }
    // each glyph of these collections has its letter (9.10.2)
    if let all = try document.value("/DescendantFonts", of: font), try document.count(of: all) > 0,
      let system = try document.value("/CIDSystemInfo", of: document.item(0, of: all)),
      ["GB1", "CNS1", "Japan1", "Korea1"].contains(try document.words("/Ordering", of: system) ?? "")
    {
      return
    }
    let encoding = try document.value("/Encoding", of: font)
    let base = try encoding.map { object throws(PDFError) in
      document.isDictionary(object) ? try document.name("/BaseEncoding", of: object) : try document.name(object)
    }
    let isKnown =
      ["/WinAnsiEncoding", "/MacRomanEncoding", "/MacExpertEncoding", "/StandardEncoding"].contains(base ?? "")
      || StandardCheck.collections.contains { base??.hasPrefix($0) ?? false }
    guard !isKnown else { return }
    add(
      "letters", clause, "\(name) does not say which letters its codes mean", measured: "no ToUnicode",
      required: "ToUnicode")
  }

  /// Whether a table of letters gives a code none: the targets of `bfchar` and `bfrange` (ISO 32000-1, 9.10.3).
  static func hasNoLetter(_ map: [UInt8]) -> Bool {
    String(decoding: map, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
      guard line.hasPrefix("<") else { return false }
      let codes = line.split { $0 == "<" || $0 == ">" || $0.isWhitespace }
      return codes.count > 1 && codes.last.map { ["0000", "FEFF", "FFFE"].contains($0.uppercased()) } == true
    }
  }
}
