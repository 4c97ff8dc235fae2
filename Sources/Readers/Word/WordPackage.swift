internal import Archive
internal import Manuscript
internal import Units
internal import XML

/// The parts of a Word file by their names (ECMA-376-2, Open Packaging Conventions), and what they say of each other.
struct WordPackage {
  struct Relationship {
    /// The last part of its type's address, which Strict and Transitional files share: `footnotes`, `image`.
    var kind: String
    var target: String
    var isExternal: Bool
  }

  private var parts: [String: [UInt8]] = [:]
  /// The main part's name.
  private(set) var document = ""
  private(set) var diagnostics: [Diagnostic] = []

  /// A compound file's first bytes ([MS-CFB], 2.2): Word before 2007, or one that is encrypted.
  static let oldMark: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

  private static let unwanted = [
    "word/fonts/", "word/embeddings/", "word/glossary/", "word/theme/", "word/activex/", "customxml/",
    "docprops/thumbnail",
  ]

  init(_ file: [UInt8]) throws(WordError) {
    if file.starts(with: RichText.mark) {
      (parts, document) = (RichText.parts(of: file), "word/document.xml")
      return
    }
    if let text = OpenText(flat: file) {
      take(text)
      return
    }
    guard !file.starts(with: WordPackage.oldMark) else {
      throw WordPackage.names(file, "EncryptedPackage") ? .locked : .oldWord
    }
    guard ZipArchive.isAvailable else { throw .noLibrary }
    var limits = ZipArchive.Limits()
    limits.entries = 20_000
    // of 5,000 pages with a mark at every word that was ever typed
    limits.entryBytes = 256 << 20
    let archive = ZipArchive(file, limits: limits) { name in
      let name = name.lowercased()
      return !WordPackage.unwanted.contains(where: name.hasPrefix) && !name.hasSuffix(".bin")
    }
    guard let archive else { throw .notArchive }
    for entry in archive.entries {
      let name = WordPackage.normal(entry.name)
      // of two with one name the first is what others call it by
      if !name.isEmpty, parts[name] == nil { parts[name] = entry.bytes }
    }
    for problem in archive.problems {
      let place = problem.entry.isEmpty ? "the archive" : "\"\(problem.entry)\""
      diagnostics.append(
        Diagnostic(
          .warning, code: "word-part-damaged", "\(place) is damaged: \(problem.words)",
          help: "what can be read of it is set; open the file in Word and save it again"))
    }
    guard !parts.isEmpty else { throw archive.encrypted.isEmpty ? .notArchive : .locked }
    if parts["content.xml"] != nil {
      guard !OpenText.isLocked(parts) else { throw .locked }
      if let text = OpenText(parts) {
        take(text)
        return
      }
    }
    let main = relationships(of: "").values.first { $0.kind == "officeDocument" }?.target
    let names =
      [main, "word/document.xml"].compactMap(\.self) + parts.keys.filter { $0.hasSuffix("document.xml") }.sorted()
    guard let name = names.first(where: { parts[$0] != nil && isDocument($0) }) else {
      throw archive.encrypted.isEmpty ? .noDocument : .locked
    }
    document = name
  }

  private mutating func take(_ text: OpenText) {
    (parts, document) = (text.parts, "word/document.xml")
    diagnostics += text.diagnostics
  }

  /// Whether a part is a document of words, not one of cells or slides.
  private func isDocument(_ name: String) -> Bool {
    guard let bytes = parts[name] else { return false }
    let head = String(decoding: documentText(of: Array(bytes.prefix(1 << 14))).bytes, as: UTF8.self)
    return head.contains("wordprocessingml") && (head.contains(":document") || head.contains("<document"))
  }

  private static func names(_ file: [UInt8], _ word: String) -> Bool {
    let wide: [UInt8] = word.utf8.flatMap { letter -> [UInt8] in [letter, 0] }
    return file.firstIndex(ofBytes: wide, from: 0) != nil
  }

  func part(_ name: String) -> [UInt8]? { parts[name] }

  /// A part as a tree; nil where it is missing, or no XML at all.
  func tree(_ name: String?) -> XMLTree? {
    guard let name, let bytes = parts[name] else { return nil }
    let tree = parseXML(documentText(of: bytes).bytes)
    return tree.nodes.isEmpty ? nil : tree
  }

  /// What a part names, by the names it has for it. That of the package itself has no name.
  func relationships(of part: String) -> [String: Relationship] {
    let slash = part.lastIndex(of: "/").map { part.index(after: $0) } ?? part.startIndex
    let folder = String(part[..<slash])
    guard let tree = tree("\(folder)_rels/\(part[slash...]).rels") else { return [:] }
    var found: [String: Relationship] = [:]
    for node in tree.all("Relationship") {
      guard let id = tree.value("Id", of: node), let target = tree.value("Target", of: node) else { continue }
      let kind = tree.value("Type", of: node)?.split(separator: "/").last.map(String.init) ?? ""
      let isExternal = tree.value("TargetMode", of: node)?.lowercased() == "external"
      found[id] = Relationship(
        kind: kind, target: isExternal ? target : WordPackage.normal(target.hasPrefix("/") ? target : folder + target),
        isExternal: isExternal)
    }
    return found
  }

  /// In lower case, without `.`, `..` and doubled or leading slashes: no name leads out of the package.
  private static func normal(_ name: String) -> String {
    var parts: [Substring] = []
    for part in name.lowercased().replacing("\\", with: "/").split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}

extension XMLTree {
  /// An attribute by its name alone: files leave out its namespace, or have one of two.
  func value(_ name: String, of node: Int) -> String? { nodes[node].attributes.first { $0.name == name }?.value }

  func number(_ name: String, of node: Int) -> Int? {
    guard let text = value(name, of: node) else { return nil }
    if let number = Int(text) { return abs(number) < 1 << 28 ? number : nil }
    // Strict files have units: `12pt`, `1.5cm`; numbers are twentieths of a point
    let units: [(String, Double)] = [
      ("pt", 20), ("in", 1440), ("cm", 566.93), ("mm", 56.693), ("pc", 240), ("pi", 240),
    ]
    for (unit, factor) in units where text.hasSuffix(unit) {
      guard let value = Double(text.dropLast(2)), abs(value) < 1e6 else { return nil }
      return Int(value * factor)
    }
    return Double(text).flatMap { abs($0) < 1e8 ? Int($0) : nil }
  }

  /// A property that is on or off (ECMA-376-1, 17.17.4): on where nothing is said.
  func isOn(_ node: Int) -> Bool {
    guard let value = value("val", of: node)?.lowercased() else { return true }
    return !["0", "false", "off", "none"].contains(value)
  }

  func child(_ name: String, of node: Int) -> Int? { children(of: node).first { nodes[$0].name == name } }
}
