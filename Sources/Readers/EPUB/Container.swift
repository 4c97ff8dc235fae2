internal import Archive
internal import Encoding
internal import Manuscript
internal import Units
internal import XML

/// The entries of an EPUB by their names, and which of them is the package; or pages of HTML, by their names below the
/// folder that they stand in, with what else stands there.
struct Container {
  private var bytes: [String: [UInt8]] = [:]
  /// Names in lower case, for links that were written on a disk that does not care.
  private var folded: [String: String] = [:]
  /// In the order of the archive.
  private(set) var names: [String] = []
  private(set) var unread: Set<String> = []
  /// The package document's name; nil where there is none.
  private(set) var package: String?
  var diagnostics: [Diagnostic] = []
  /// Fonts that are mixed up, by their names.
  private(set) var obfuscated: [String: Obfuscation] = [:]
  /// Of pages of HTML; nil in an archive.
  private(set) var folder: PageFolder?

  /// Sound, films and fonts are not set; fonts only where the file's own are wanted.
  private static let unwanted = [
    ".mp3", ".mp4", ".m4a", ".m4v", ".ogg", ".oga", ".ogv", ".opus", ".wav", ".webm", ".mov", ".avi", ".eot", ".js",
    ".pdf", ".zip",
  ]
  private static let fonts = [".ttf", ".otf", ".woff", ".woff2"]

  init(_ file: [UInt8], keepsFonts: Bool = false) throws(EPUBError) {
    let unwanted = Container.unwanted + (keepsFonts ? [] : Container.fonts)
    guard ZipArchive.isAvailable else { throw .noLibrary }
    guard let archive = ZipArchive(file, wanted: { name in !unwanted.contains { name.lowercased().hasSuffix($0) } })
    else { throw .notArchive }
    for entry in archive.entries {
      let name = Container.normal(entry.name)
      // of two with one name the first is what others call it by
      guard !name.isEmpty, bytes[name] == nil else { continue }
      bytes[name] = entry.bytes
      folded[name.lowercased()] = name
      names.append(name)
    }
    unread = Set(archive.unread.map(Container.normal))
    for problem in archive.problems {
      let place = problem.entry.isEmpty ? "the archive" : "\"\(problem.entry)\""
      diagnostics.append(
        Diagnostic(
          .warning, code: "epub-entry-damaged", "\(place) is damaged: \(problem.words)",
          help: "what can be read of it is set; get the file again"))
    }
    guard !names.isEmpty else {
      if !archive.encrypted.isEmpty { throw .locked("a password") }
      throw .notArchive
    }
    try checkLocks(archive.encrypted)
    package = findPackage()
  }

  /// - Parameter pages: as they were decoded.
  init(_ pages: [(name: String, text: [UInt8])], in folder: PageFolder) {
    self.folder = folder
    for (name, text) in pages where bytes[name] == nil {
      bytes[name] = text
      folded[name.lowercased()] = name
      names.append(name)
    }
  }

  /// What is encrypted but for fonts is locked (OCF 3.3, 4.2.6.3; Readium LCP 1.0, 3; Apple's FairPlay).
  private mutating func checkLocks(_ encrypted: [String]) throws(EPUBError) {
    if !encrypted.isEmpty { throw .locked("a password") }
    guard let name = find("META-INF/encryption.xml"), let file = bytes[name] else { return }
    let tree = parseXML(Container.utf8(file).bytes)
    var isLocked = false
    for data in tree.all("EncryptedData") {
      let algorithm = tree.first("EncryptionMethod", in: data).flatMap { tree.attribute("Algorithm", of: $0) } ?? ""
      let address = tree.first("CipherReference", in: data).flatMap { tree.attribute("URI", of: $0) } ?? ""
      let isFont =
        algorithm.contains("embedding") || algorithm.contains("ns.adobe.com/pdf/enc")
        || (Container.unwanted + Container.fonts).contains { address.lowercased().hasSuffix($0) }
      if !isFont { isLocked = true }
      if isFont, let (name, _) = resolve(address, from: "") {
        obfuscated[name] = algorithm.contains("ns.adobe.com") ? .adobe : .idpf
      }
    }
    guard isLocked else { return }
    if find("META-INF/license.lcpl") != nil { throw .locked("Readium LCP") }
    if find("META-INF/sinf.xml") != nil { throw .locked("Apple's FairPlay") }
    throw .locked(find("META-INF/rights.xml") != nil ? "Adobe's digital rights management" : "encryption")
  }

  private mutating func findPackage() -> String? {
    if let name = find("META-INF/container.xml"), let file = bytes[name] {
      let tree = parseXML(Container.utf8(file).bytes)
      for root in tree.all("rootfile") {
        guard let path = tree.attribute("full-path", of: root), let found = find(path) else { continue }
        return found
      }
      diagnostics.append(
        Diagnostic(
          .warning, code: "epub-container", "META-INF/container.xml names no package that is there",
          help: "the book is read from what else is found"))
    }
    return names.first { $0.lowercased().hasSuffix(".opf") }
  }

  // MARK: Names

  /// The name of an entry as others may write it; nil where there is none.
  func find(_ name: String) -> String? {
    let name = Container.normal(name)
    if bytes[name] != nil { return name }
    if let decoded = Container.decoded(name), bytes[decoded] != nil { return decoded }
    let composed = String(decoding: composed(Array(name.utf8)) ?? Array(name.utf8), as: UTF8.self)
    return folded[name.lowercased()] ?? folded[composed.lowercased()]
      ?? Container.decoded(name).flatMap { folded[$0.lowercased()] }
  }

  func contents(_ name: String) -> [UInt8]? { bytes[name] ?? folder?.contents(name) }

  /// A document's text, as `documentText` gives it; pages of HTML are decoded already.
  func text(_ name: String, _ file: [UInt8]) -> (bytes: [UInt8], problem: String?) {
    folder == nil ? documentText(of: file) : (file, nil)
  }

  /// An address as it stands in an entry, as an entry's name and the fragment; nil for what leads out.
  func resolve(_ address: String, from entry: String) -> (name: String, fragment: String)? {
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let fragment = parts.count > 1 ? String(parts[1]) : ""
    var path = String(parts[0].prefix { $0 != "?" })
    if let colon = path.firstIndex(of: ":"), !path[..<colon].contains("/") { return nil }
    if path.hasPrefix("//") { return nil }
    let clean = Container.decoded(fragment) ?? fragment
    if path.isEmpty { return (entry, clean) }
    if !path.hasPrefix("/"), let slash = entry.lastIndex(of: "/") { path = entry[...slash] + path }
    return (find(path) ?? Container.normal(Container.decoded(path) ?? path), clean)
  }

  /// Without `.`, `..` and doubled or leading slashes: no name leads out of the container.
  static func normal(_ name: String) -> String {
    var parts: [Substring] = []
    for part in name.replacing("\\", with: "/").split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  /// With `%20` and the like as bytes; nil where nothing is to decode.
  static func decoded(_ name: String) -> String? {
    guard name.utf8.contains(0x25) else { return nil }
    return String(validating: name.utf8.percentDecoded, as: UTF8.self)
  }

  /// A document's text in UTF-8 and normalization form C, with what was wrong with it.
  static func utf8(_ file: [UInt8]) -> (bytes: [UInt8], problem: String?) { documentText(of: file) }
}
