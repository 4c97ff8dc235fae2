internal import Bytes
internal import Design
internal import QPDF
internal import XML

/// What the file as a whole, its catalog and its metadata say.
extension StandardCheck {
  mutating func checkFile(_ document: borrowing PDFDocument) throws(PDFError) {
    let trailer = try document.trailer()
    try checkLock(trailer, document)
    if document.isEncrypted {
      add(
        "encryption", Clause(archive: "6.1.3"), "the file is locked", measured: "encrypted", required: "no security",
        help: "qpdf --decrypt in.pdf out.pdf")
    }
    let identity = try document.value("/ID", of: trailer)
    var isNamed = false
    if let identity, try document.count(of: identity) == 2 {
      isNamed = try (document.string(document.item(0, of: identity)) ?? []).isEmpty == false
    }
    if !isNamed {
      add(
        "file-id", Clause(archive: "6.1.3"), "the file has no ID",
        measured: identity == nil ? "nothing" : "an empty one",
        required: "a file ID")
    }
    let root = try document.root()
    if part == 4 { try checkInformation(trailer, root, document) }
    try checkCatalog(root, document)
    if asksStructure { try checkClaims(root, document) }
  }

  private mutating func checkCatalog(_ root: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) {
    if try hasTriggers(root, document) {
      add("actions", Clause(archive: "6.5.2"), "the file acts by itself", measured: "AA", required: "no actions")
    }
    if try document.value("/Requirements", of: root) != nil {
      add(
        "requirements", Clause(archive: "6.11"), "the file asks things of its reader", measured: "Requirements",
        required: "none")
    }
    try checkPermissions(root, document)
    if let form = try document.value("/AcroForm", of: root) {
      if try document.isTrue("/NeedAppearances", of: form) {
        add(
          "forms", Clause(archive: "6.4.1"), "form fields are drawn by the reader", measured: "NeedAppearances",
          required: "fields as they look")
      }
      let isRendered = try document.isTrue("/NeedsRendering", of: root)
      if try document.value("/XFA", of: form) != nil || isRendered && isArchive {
        add(
          "xfa", Clause(archive: "6.4.2", access: "7.15"), "the form is one of XFA", measured: "XFA", required: "none")
      }
    }
    if let layers = try document.value("/OCProperties", of: root), let first = try document.value("/D", of: layers) {
      var sets = [first]
      if let others = try document.value("/Configs", of: layers) {
        for index in 0..<(try document.count(of: others)) { sets.append(try document.item(index, of: others)) }
      }
      let all = try numbers("/OCGs", of: layers, document)
      var names: Set<String> = []
      for set in sets {
        let name = try document.words("/Name", of: set)
        let isNamed = try part == 4 ? document.value("/Name", of: set) != nil : name?.isEmpty == false
        if let name, !names.insert(name).inserted {
          add(
            "layers", Clause(archive: "6.9"), "layers are set in two ways of one name", measured: name,
            required: "a name of their own")
        }
        if try document.value("/Order", of: set) != nil, try !numbers("/Order", of: set, document).isSuperset(of: all) {
          add(
            "layers-order", Clause(archive: "6.9"), "layers are missing where all are listed", measured: "Order",
            required: "all layers in Order")
        }
        if !isNamed {
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

  /// Of the objects in an array, and in the arrays in it.
  private func numbers(_ key: String, of owner: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) -> Set<
    Int
  > {
    guard let list = try document.value(key, of: owner) else { return [] }
    var (found, waiting) = (Set<Int>(), [list])
    while let next = waiting.popLast(), found.count < 100_000 {
      for index in 0..<(try document.count(of: next)) {
        let item = try document.item(index, of: next)
        if document.isDictionary(item) { found.insert(document.identity(of: item)) }
        if document.isArray(item), waiting.count < 10_000 { waiting.append(item) }
      }
    }
    return found
  }

  /// A file with a password lets readers' aids read it (ISO 14289-1, 7.16).
  private mutating func checkLock(_ trailer: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) {
    guard let lock = try document.value("/Encrypt", of: trailer),
      let permissions = try document.integer("/P", of: lock), permissions & 0x200 == 0
    else { return }
    add(
      "locked-aids", Clause(access: "7.16"), "readers' aids may not read the locked file", measured: "P \(permissions)",
      required: "P with bit 10")
  }

  /// Part 4 has its information in the metadata (6.1.3).
  private mutating func checkInformation(
    _ trailer: PDFObject, _ root: PDFObject, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    if let version = try document.name("/Version", of: root) {
      let letters = Array(version.utf8)
      let isPlain = letters.count == 4 && version.hasPrefix("/2.") && (0x30...0x39).contains(letters[3])
      if !isPlain {
        add(
          "version", Clause(archive: "6.1.2"), "the file calls itself PDF \(version.dropFirst())",
          measured: "\(version.dropFirst())", required: "2.n")
      }
    }
    guard let information = try document.value("/Info", of: trailer) else { return }
    let isPieced = try document.value("/PieceInfo", of: root) != nil
    let others = try document.keys(of: information).filter { $0 != "/ModDate" }
    guard !isPieced || !others.isEmpty else { return }
    add(
      "information", Clause(archive: "6.1.3"), "the file has information outside its metadata",
      measured: others.first.map { String($0.dropFirst()) } ?? "Info", required: "metadata alone")
  }

  /// What the file allows its readers (6.1.12).
  private mutating func checkPermissions(_ root: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) {
    guard let permissions = try document.value("/Perms", of: root) else { return }
    var odd = try document.keys(of: permissions).first { $0 != "/UR3" && $0 != "/DocMDP" }
    if let signature = try document.value("/DocMDP", of: permissions),
      let references = try document.value("/Reference", of: signature)
    {
      for index in 0..<(try document.count(of: references)) {
        let keys = try document.keys(of: document.item(index, of: references))
        odd = odd ?? keys.first { $0.hasPrefix("/Digest") }
      }
    }
    guard let odd else { return }
    add(
      "permissions", Clause(archive: "6.1.12"), "the file allows its readers things in an unknown way",
      measured: "\(odd.dropFirst())", required: "UR3 and DocMDP, without digests")
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
    let isEmpty = part == 4 && claims.level == ""
    if claims.part != "\(part)" || !wanted.contains(claims.level ?? "") || isEmpty {
      let said = claims.part.map { "PDF/A-\($0)\(claims.level?.lowercased() ?? "")" }
      add(
        "identification", Clause(archive: "6.6.4"), "the file calls itself \(said ?? "no PDF/A")",
        measured: said ?? "nothing",
        required: standard.title)
    }
    if part == 4, claims.part == "4" {
      let year = xmp.value("rev", archive) ?? ""
      if year != "2020" {
        add(
          "identification", Clause(archive: "6.6.4"), "the file does not say of which year its PDF/A is",
          measured: year.isEmpty ? "nothing" : year, required: "pdfaid:rev 2020")
      }
    }
    checkPrefixes(of: xmp.tree)
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
    guard part < 4 else { return }
    for problem in XMPCheck.check(xmp.tree) {
      add(
        problem.code, Clause(archive: problem.clause), problem.message, measured: problem.measured,
        required: problem.required)
    }
  }

  /// What identifies a file is written with the prefixes of its schemas.
  private mutating func checkPrefixes(of xmp: XMLTree) {
    for (namespace, prefix) in [(XMPPacket.Namespace.archive, "pdfaid"), (XMPPacket.Namespace.access, "pdfuaid")] {
      guard let odd = xmp.prefixes(of: namespace).first(where: { $0 != prefix }) else { continue }
      add(
        "prefix", prefix == "pdfaid" ? Clause(archive: "6.6.4") : Clause(access: "5"),
        "the file calls itself by another prefix than \(prefix)", measured: odd, required: prefix)
    }
  }

  /// The line that a packet of metadata begins with says nothing of its bytes (6.6.2.1).
  mutating func checkPacket(of stream: PDFObject, _ document: borrowing PDFDocument) {
    guard isArchive, let bytes = try? document.contents(of: stream) else { return }
    let head = String(decoding: bytes.prefix(512), as: UTF8.self)
    guard let begin = head.firstRange(of: "<?xpacket"), let end = head[begin.upperBound...].firstRange(of: "?>") else {
      return
    }
    let words = head[begin.upperBound..<end.lowerBound].split { $0.isWhitespace || $0 == "=" }
    guard let odd = words.first(where: { $0 == "bytes" || $0 == "encoding" }) else { return }
    add(
      "metadata-packet", Clause(archive: "6.6.2.1"), "the packet of metadata says how it is written",
      measured: "\(odd)", required: "begin and id alone")
  }

  /// Conformance levels with which a file says enough.
  private static let levels: [PDFStandard: Set<String>] = [
    .a2b: ["B", "U", "A"], .a2u: ["U", "A"], .a2a: ["A"], .a3a: ["A"], .a4: ["", "F", "E"],
  ]
}
