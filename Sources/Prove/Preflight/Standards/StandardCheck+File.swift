internal import Bytes
internal import PageDesign
internal import QPDF
internal import XML

/// What the file as a whole, its catalog and its metadata say.
extension StandardCheck {
  mutating func checkFile(_ document: borrowing PDFDocument) throws(PDFError) {
    checkFrame()
    checkStreamEnds()
    let trailer = try document.trailer()
    if document.isEncrypted {
      add(
        "encryption", Clause(archive: "6.1.3"), "the file is locked", measured: "encrypted", required: "no security",
        help: "qpdf --decrypt in.pdf out.pdf")
    }
    if try document.value("/ID", of: trailer) == nil {
      add("file-id", Clause(archive: "6.1.3"), "the file has no ID", measured: "nothing", required: "a file ID")
    }
    let root = try document.root()
    try checkCatalog(root, document)
    if asksStructure { try checkClaims(root, document) }
    try checkIntents(root, document)
  }

  /// The first and the last bytes.
  private mutating func checkFrame() {
    let version = part == 4 ? "%PDF-2." : "%PDF-1."
    let clause = Clause(archive: "6.1.2")
    if !bytes.starts(with: version.utf8) {
      add(
        "version", clause, "the file is PDF \(facts.version)", measured: facts.version,
        required: "\(version.dropFirst(5))n")
    }
    let second = bytes.prefix(64).drop { $0 != 0x0A && $0 != 0x0D }.drop { $0 == 0x0A || $0 == 0x0D }
    if second.first != UInt8(ascii: "%") || second.dropFirst().prefix(4).count(where: { $0 > 127 }) < 4 {
      add(
        "header", clause, "no comment of four bytes above 127 in the second line", measured: "text",
        required: "a line that shows the file to be binary")
    }
    let end = bytes.suffix(64)
    let mark = Array("%%EOF".utf8)
    let rest = end.indices.last { end[$0...].starts(with: mark) }.map { end[($0 + mark.count)...] }
    if rest.map({ $0.count > 2 || !$0.allSatisfy { $0 == 0x0A || $0 == 0x0D } }) ?? true {
      add(
        "end", Clause(archive: "6.1.3"), "bytes behind the end of the file", measured: "other bytes",
        required: "nothing behind %%EOF")
    }
  }

  /// Ends of streams stand on lines of their own. The word may occur in packed bytes, but not once in a library.
  private mutating func checkStreamEnds() {
    var (from, isJoined) = (0, false)
    while !isJoined, let at = bytes.firstIndex(ofBytes: Array("endstream".utf8), from: from) {
      isJoined = at > 0 && bytes[at - 1] != 0x0A && bytes[at - 1] != 0x0D
      from = at + 1
    }
    guard isJoined else { return }
    add(
      "stream-end", Clause(archive: "6.1.7.1"), "a stream ends within a line", measured: "no line end",
      required: "a line end before endstream")
  }

  private mutating func checkCatalog(_ root: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) {
    if try document.value("/AA", of: root) != nil {
      add("actions", Clause(archive: "6.5.2"), "the file acts by itself", measured: "AA", required: "no actions")
    }
    if try document.value("/Requirements", of: root) != nil {
      add(
        "requirements", Clause(archive: "6.11"), "the file asks things of its reader", measured: "Requirements",
        required: "none")
    }
    if let form = try document.value("/AcroForm", of: root) {
      if try document.isTrue("/NeedAppearances", of: form) {
        add(
          "forms", Clause(archive: "6.4.1"), "form fields are drawn by the reader", measured: "NeedAppearances",
          required: "fields as they look")
      }
      if try document.value("/XFA", of: form) != nil {
        add(
          "xfa", Clause(archive: "6.4.2", access: "7.15"), "the form is one of XFA", measured: "XFA", required: "none")
      }
    }
    if let layers = try document.value("/OCProperties", of: root), let first = try document.value("/D", of: layers) {
      var sets = [first]
      if let others = try document.value("/Configs", of: layers) {
        for index in 0..<(try document.count(of: others)) { sets.append(try document.item(index, of: others)) }
      }
      for set in sets {
        if try document.words("/Name", of: set)?.isEmpty ?? true {
          add(
            "layers", Clause(archive: "6.9", access: "7.10"), "layers without a name", measured: "no Name",
            required: "a name")
        }
        if try document.value("/AS", of: set) != nil {
          add(
            "layers-change", Clause(archive: "6.9", access: "7.10"), "layers come and go by themselves", measured: "AS",
            required: "none")
        }
      }
    }
    if let names = try document.value("/Names", of: root),
      try document.value("/AlternatePresentations", of: names) != nil
    {
      add(
        "presentation", Clause(archive: "6.10"), "the file is a presentation, too", measured: "AlternatePresentations",
        required: "none")
    }
  }

  /// What a file that has a structure says in its catalog.
  private mutating func checkClaims(_ root: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) {
    let marks = try document.value("/MarkInfo", of: root)
    let isMarked = try marks.map { marks throws(PDFError) in try document.isTrue("/Marked", of: marks) } ?? false
    if !isMarked {
      add(
        "tagged", Clause(archive: "6.7.2.2", access: "6.2"), "the file does not say that it is tagged",
        measured: "no Marked",
        required: "MarkInfo with Marked", help: "export it as a tagged PDF")
    }
    if let marks, try document.isTrue("/Suspects", of: marks) {
      add(
        "suspects", Clause(access: "7.1"), "parts of the structure are guesses", measured: "Suspects", required: "none")
    }
    let language = try document.words("/Lang", of: root)
    if language.map({ !StandardCheck.isLanguage($0) }) ?? false {
      add(
        "language", Clause(archive: "6.7.4", access: "7.2"), "the file does not say in which language it is",
        measured: language ?? "nothing", required: "a language, such as en", help: "give --lang")
    }
    // without one of the file elements may have their own; bookmarks cannot
    if language == nil, let outlines = try document.value("/Outlines", of: root),
      try document.value("/First", of: outlines) != nil
    {
      addLanguage("bookmarks whose language nothing says", measured: "no Lang in the catalog")
    }
    let preferences = try document.value("/ViewerPreferences", of: root)
    let shows = try preferences.map { object throws(PDFError) in try document.isTrue("/DisplayDocTitle", of: object) }
    if shows != true {
      add(
        "title-shown", Clause(access: "7.1"), "readers are to show the file's name, not its title",
        measured: "no DisplayDocTitle", required: "DisplayDocTitle")
    }
  }

  /// `en`, `pt-BR`, `zh-Hant-TW` (RFC 3066, as ISO 32000-1, 14.9.2.2 has it).
  static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return !parts.isEmpty
      && parts.allSatisfy {
        (1...8).contains($0.utf8.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      }
      && parts[0].allSatisfy(\.isLetter)
  }

  /// The press or screen that device colours are meant for.
  private mutating func checkIntents(_ root: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) {
    var profile: PDFObject?
    var channels = 0
    if let intents = try document.value("/OutputIntents", of: root) {
      for index in 0..<(try document.count(of: intents)) {
        let intent = try document.item(index, of: intents)
        guard let own = try document.value("/DestOutputProfile", of: intent) else { continue }
        if let profile, document.identity(of: profile) != document.identity(of: own) {
          add(
            "output-intent", Clause(archive: "6.2.3"), "output intents name several profiles", measured: "several",
            required: "one")
        }
        profile = own
        if try document.name("/S", of: intent) == "/GTS_PDFA1" {
          channels = try document.integer("/N", of: document.streamDictionary(of: own)) ?? 0
        }
      }
    }
    for (colour, count) in [(Colour.rgb, 3), (.cmyk, 4), (.grey, 0)]
    where channels == 0 || count > 0 && channels != count {
      for (index, page) in facts.pages.enumerated() where page.paint.deviceColours.contains(colour) {
        add(
          "colour-\(colour)", Clause(archive: "6.2.4.3"), page: index + 1,
          "\(colour.title) without saying of which device",
          measured: "device \(colour.title)", required: "an output intent (GTS_PDFA1) with such a profile")
      }
    }
    guard channels == 0 else { return }
    for (index, page) in facts.pages.enumerated() where !page.paint.transparency.isEmpty && !page.hasGroupColour {
      add(
        "transparency", Clause(archive: "6.2.10"), page: index + 1, "transparency is mixed in no known colours",
        measured: page.paint.transparency.sorted().joined(separator: ", "),
        required: "an output intent, or a group's colour space")
    }
  }

  // MARK: Metadata

  mutating func checkMetadata(_ document: borrowing PDFDocument) throws(PDFError) {
    let root = try document.root()
    let clause = Clause(archive: "6.6.2.1", access: "7.1")
    guard let xmp = try XMPPacket(of: document, root: root) else {
      return add("metadata", clause, "the file has no metadata", measured: "nothing", required: "an XMP packet")
    }
    if !xmp.tree.isWellFormed {
      add(
        "metadata", clause, "the metadata are damaged", measured: xmp.tree.fault?.words ?? "no XML",
        required: "an XMP packet")
    }
    let archive = XMPPacket.Namespace.archive
    let claims = (part: xmp.value("part", archive), level: xmp.value("conformance", archive))
    let wanted = StandardCheck.levels[standard] ?? []
    if claims.part != "\(part)" || !wanted.contains(claims.level ?? "") {
      let said = claims.part.map { "PDF/A-\($0)\(claims.level?.lowercased() ?? "")" }
      add(
        "identification", Clause(archive: "6.6.4"), "the file calls itself \(said ?? "no PDF/A")",
        measured: said ?? "nothing",
        required: standard.title)
    }
    if xmp.value("part", XMPPacket.Namespace.access) != "1" {
      add(
        "identification", Clause(access: "5"), "the file does not call itself PDF/UA-1", measured: "nothing",
        required: "pdfuaid:part 1")
    }
    if xmp.value("title", XMLNamespace.dublinCore)?.isEmpty ?? true {
      add(
        "title", Clause(access: "7.1"), "the metadata have no title", measured: "nothing", required: "dc:title",
        help: "give --title")
    }
    let titles = xmp.tree.all("title")
    let languages = titles.flatMap { title in
      (title..<Int(xmp.tree.nodes[title].end)).compactMap { node in
        xmp.tree.attribute("lang", of: node, namespace: XMLNamespace.xml)
      }
    }
    let isMute = try !hasLanguage(document)
    if !isArchive, isMute, !titles.isEmpty, languages.allSatisfy({ $0 == "x-default" }) {
      addLanguage("a title whose language nothing says", measured: languages.first ?? "no xml:lang")
    }
    if part < 4 { checkProperties(of: xmp.tree) }
  }

  /// Conformance levels with which a file says enough.
  private static let levels: [PDFStandard: Set<String>] = [
    .a2b: ["B", "U", "A"], .a2u: ["U", "A"], .a2a: ["A"], .a3a: ["A"], .a4: ["", "F", "E"],
  ]

  /// Properties that the standard does not know are described in the file (6.6.2.3).
  private mutating func checkProperties(of xmp: XMLTree) {
    let described = Set(xmp.all("namespaceURI").map { xmp.words(of: $0) })
    let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    for node in xmp.nodes.indices where xmp.nodes[node].name == "Description" && xmp.nodes[node].namespace == rdf {
      let inner = xmp.children(of: node).filter { !xmp.nodes[$0].isText }.map {
        (xmp.nodes[$0].name, xmp.nodes[$0].namespace)
      }
      let said = xmp.nodes[node].attributes.filter { $0.name != "xmlns" && !$0.name.hasPrefix("xmlns:") }.map {
        ($0.name, $0.namespace)
      }
      for (name, namespace) in inner + said where !StandardCheck.isKnown(namespace) && !described.contains(namespace) {
        add(
          "extension-schema", Clause(archive: "6.6.2.3.1"), "\"\(name)\" is in the metadata and not described there",
          measured: namespace, required: "an extension schema")
      }
    }
  }

  /// Schemas of the XMP Specification of 2005, and those of PDF/A itself.
  private static func isKnown(_ namespace: String) -> Bool {
    namespace.isEmpty || namespace.hasPrefix("http://www.w3.org/") || namespace.hasPrefix("http://ns.adobe.com/")
      || namespace == XMLNamespace.dublinCore || namespace.hasPrefix("http://www.aiim.org/pdfa/ns/")
  }
}
