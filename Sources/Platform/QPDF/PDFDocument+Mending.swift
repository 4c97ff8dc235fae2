internal import CQPDF

extension PDFDocument {
  /// What libqpdf had to guess since the last call, each kind once; not where it says a thing that no reader minds.
  package func guesses() -> [String] {
    var found: [String] = []
    while qpdf.pointee.qpdf_more_warnings(data) != 0 {
      let words = detail(of: qpdf.pointee.qpdf_next_warning(data))
      let isOfNoMoment =
        words.hasPrefix("dictionary has duplicated key") || words.hasPrefix("file is damaged")
        || words.hasPrefix("Attempting to reconstruct")
      guard !isOfNoMoment, !found.contains(words), found.count < 64 else { continue }
      found.append(words)
    }
    return found
  }

  /// Gives a document its pages where libqpdf does not find them: the tree runs in a circle, or is not where
  /// the catalog says, or there is no catalog. To be called before any page is asked for.
  package func mendPages() throws(PDFError) {
    do throws(PDFError) {
      if try pageCount() > 0 { return }
    } catch .failed {}
    let root: PDFObject
    do throws(PDFError) { root = try self.root() } catch {
      guard let found = try firstObject(ofType: "/Catalog") else { throw error }
      try set("/Root", of: trailer(), to: found)
      root = found
    }
    var pages: [PDFObject] = []
    let tree = try value("/Pages", of: root)
    if let tree { pages = try leaves(of: tree) }
    if pages.isEmpty, let tree = try firstObject(ofType: "/Pages") { pages = try leaves(of: tree) }
    let said = try tree.flatMap { tree throws(PDFError) in try integer("/Count", of: tree) } ?? 0
    if pages.isEmpty, let tree, said > 0 {
      // viewers show an empty page for one that they cannot find
      let page = try parse(PDFSyntax(raw: "<< /Type /Page >>"))
      for key in PDFDocument.inheritedKeys {
        if let value = try value(key, of: tree) { try set(key, of: page, to: value) }
      }
      pages = [page]
    }
    guard !pages.isEmpty else { return }
    let new = try newPageTree()
    for page in pages { try addPage(page, to: new) }
    try replacePages(by: new)
  }

  /// What a page may have from the nodes above it (ISO 32000-1, table 30).
  private static let inheritedKeys = ["/Resources", "/MediaBox", "/CropBox", "/Rotate"]

  /// The leaves of a page tree in order, no node twice, each with what it inherits. A tree may be as deep as it
  /// has nodes: nodes wait in a list, the first last.
  private func leaves(of tree: PDFObject) throws(PDFError) -> [PDFObject] {
    var (pages, seen) = ([PDFObject](), Set<Int>())
    var waiting: [(node: PDFObject, above: [String: PDFObject])] = [(tree, [:])]
    while let (node, above) = waiting.popLast(), pages.count < 1_000_000 {
      guard isDictionary(node) else { continue }
      let identity = identity(of: node)
      guard identity == 0 || seen.insert(identity).inserted else { continue }
      var own = above
      for key in PDFDocument.inheritedKeys { if let value = try value(key, of: node) { own[key] = value } }
      if let kids = try value("/Kids", of: node), isArray(kids) {
        guard waiting.count < 1_000_000 else { continue }
        for index in (0..<(try count(of: kids))).reversed() { waiting.append((try item(index, of: kids), own)) }
        continue
      }
      for (key, value) in own.sorted(by: { $0.key < $1.key }) { try set(key, of: node, to: value) }
      try set("/Type", of: node, to: .name("/Page"))
      pages.append(node)
    }
    return pages
  }

  /// The first object whose dictionary says that it is of this type.
  private func firstObject(ofType type: String) throws(PDFError) -> PDFObject? {
    let size = (try? integer("/Size", of: trailer())) ?? 0
    for number in 1...min(max(size, 1000), 1_000_000) {
      guard let object = try? object(number: number) else { continue }
      if isDictionary(object), (try? name("/Type", of: object)) == type { return object }
      release(object)
    }
    return nil
  }

  /// All content streams of a page joined, of those that are damaged as much as can be unpacked.
  package func legibleContents(ofPage page: PDFObject) throws(PDFError) -> [UInt8] {
    do throws(PDFError) { return try contents(ofPage: page) } catch {
      guard let contents = try value("/Contents", of: page) else { return [] }
      var joined: [UInt8] = []
      let parts = isArray(contents) ? try count(of: contents) : 1
      for index in 0..<parts {
        let part = isArray(contents) ? try item(index, of: contents) : contents
        guard isStream(part), let bytes = try? self.contents(of: part) else { continue }
        joined += bytes + [0x0A]
      }
      return joined
    }
  }
}

/// A file whose trailer is lost, or leads nowhere, is given one that names its catalog; libqpdf finds the rest.
enum LostTrailer {
  /// A file that is cut short is ended: libqpdf 12 has none of an object without an end, or behind whose end nothing
  /// stands.
  static func ended(_ bytes: [UInt8]) -> [UInt8] {
    let end = Array("%%EOF".utf8)
    // Acrobat looks for it in so many bytes (ISO 32000-1, annex H, note 18)
    return places(of: end, in: Array(bytes.suffix(1024))).isEmpty ? bytes + Array("\nendobj\n%%EOF\n".utf8) : bytes
  }

  static func replaced(in bytes: [UInt8]) -> [UInt8]? {
    var copy = withPlainHeads(bytes)
    guard let catalog = catalog(in: copy) else { return nil }
    // libqpdf takes the first that it finds
    for word in ["trailer", "startxref"] {
      let word = Array(word.utf8)
      for place in places(of: word, in: copy) { copy[place + word.count - 1] = UInt8(ascii: "_") }
    }
    copy += Array("\ntrailer\n<< /Size 1 /Root \(catalog) >>\nstartxref\n0\n%%EOF\n".utf8)
    return copy
  }

  /// Objects begin lines of their own, as libqpdf looks for them, and those of numbers that no file may have
  /// (ISO 32000-1, annex C) begin none.
  private static func withPlainHeads(_ bytes: [UInt8]) -> [UInt8] {
    func isDigit(_ at: Int) -> Bool { at >= 0 && (0x30...0x39).contains(bytes[at]) }
    func isBlank(_ at: Int) -> Bool { at >= 0 && (bytes[at] == 0x20 || bytes[at] == 0x09) }
    var (copy, from) = ([UInt8](), 0)
    copy.reserveCapacity(bytes.count + 64)
    for place in places(of: Array("obj".utf8), in: bytes) {
      var at = place - 1
      guard isBlank(at) else { continue }
      while isBlank(at) { at -= 1 }
      guard isDigit(at) else { continue }
      while isDigit(at) { at -= 1 }
      guard isBlank(at) else { continue }
      while isBlank(at) { at -= 1 }
      guard isDigit(at) else { continue }
      let last = at
      while isDigit(at) { at -= 1 }
      guard at + 1 >= from else { continue }
      let isFar = last - at > 7 && bytes[(at + 1)...last].drop { $0 == 0x30 }.count > 7
      let isApart = at < 0 || bytes[at] <= 0x20
      guard isFar || !isApart else { continue }
      copy += bytes[from..<at + 1]
      copy.append(0x0A)
      // a comment instead of a head
      if isFar { copy.append(UInt8(ascii: "%")) }
      from = at + 1
    }
    return copy + bytes[from...]
  }

  /// `1 0 R`: the object before the last `/Catalog` of the file.
  private static func catalog(in bytes: [UInt8]) -> String? {
    for place in places(of: Array("/Catalog".utf8), in: bytes).reversed() {
      let before = bytes[max(0, place - 4096)..<place]
      guard let object = places(of: Array("obj".utf8), in: Array(before)).last else { continue }
      let words = String(decoding: before.prefix(object), as: UTF8.self).split { $0.isWhitespace }.suffix(2)
      guard words.count == 2, let number = Int(words[words.startIndex]), let generation = Int(words[words.endIndex - 1])
      else { continue }
      return "\(number) \(generation) R"
    }
    return nil
  }

  private static func places(of word: [UInt8], in bytes: [UInt8]) -> [Int] {
    guard bytes.count >= word.count else { return [] }
    return (0...bytes.count - word.count).filter {
      bytes[$0] == word[0] && bytes[$0..<$0 + word.count].elementsEqual(word)
    }
  }
}

/// A PDF whose attached files alone are encrypted is read without its password, as viewers do (ISO 32000-2, 7.6.6):
/// its pages are plain. libqpdf asks for it all the same, so it is given the file with the key `/Encrypt` hidden.
enum HiddenEncryption {
  static func hidden(in bytes: [UInt8]) -> [UInt8]? {
    let key = Array("/Encrypt".utf8)
    var copy = bytes
    var isFound = false
    var place = 0
    while place + key.count < copy.count {
      // the key of a trailer, not `/EncryptMetadata`
      if copy[place] == key[0], copy[place..<place + key.count].elementsEqual(key),
        !(0x41...0x7A).contains(copy[place + key.count])
      {
        copy[place + key.count - 1] = UInt8(ascii: "x")
        isFound = true
      }
      place += 1
    }
    return isFound ? copy : nil
  }
}

extension PDFDocument {
  /// The trailer's hidden `/Encrypt` says that neither streams nor strings are encrypted.
  func hasPlainPages() throws(PDFError) -> Bool {
    guard let encryption = try value("/Encrypx", of: trailer()), let version = try integer("/V", of: encryption),
      version >= 4
    else { return false }
    let filters = [try name("/StmF", of: encryption), try name("/StrF", of: encryption)]
    return filters.allSatisfy { $0 == nil || $0 == "/Identity" }
  }
}
