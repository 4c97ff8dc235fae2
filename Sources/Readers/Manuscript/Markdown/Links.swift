internal import Units

/// The anchors of a book's headings, and where links between its files lead.
struct MarkdownLinks {
  /// By file: GitHub's name of each heading, and the book's.
  private var anchors: [[String: String]] = []
  /// By file: where a link to the file itself leads.
  private var heads: [String?] = []
  private var files: [String: Int] = [:]
  private var taken: Set<String> = []
  /// The last number that made a name another's: headings that are all alike stay cheap.
  private var numbers: [String: Int] = [:]
  /// By file and node.
  private var ofHeading: [Int: String] = [:]

  private func key(_ file: Int, _ node: Int) -> Int { node << 16 | file }

  mutating func addFile(_ name: String) {
    files[normalised(name)] = anchors.count
    anchors.append([:])
    heads.append(nil)
  }

  /// Names a heading of a file by GitHub's rule: lower case, spaces become hyphens, signs go,
  /// and a number follows where the file has the name already.
  /// - Parameter given: the name that the heading gives itself, `{#name}`.
  mutating func addHeading(_ text: String, given: String?, file: Int, node: Int) {
    let slug = given.map(withFewMarks) ?? headingSlug(text)
    guard !slug.isEmpty else { return }
    var local = slug
    while anchors[file][local] != nil { local = "\(slug)-\(next("\(file)\n\(slug)"))" }
    // Another file may have the same heading; within the book each name is one place.
    let name = bookName(local)
    anchors[file][local] = name
    ofHeading[key(file, node)] = name
  }

  /// A name that no other place of the book has.
  private mutating func bookName(_ local: String) -> String {
    var name = local
    while !taken.insert(name).inserted { name = "\(local)-file-\(next(local) + 1)" }
    return name
  }

  private mutating func next(_ name: String) -> Int {
    let number = numbers[name, default: 0] + 1
    numbers[name] = number
    return number
  }

  /// By file: labels of figures, tables and the like, as they are written.
  private var labels: [Set<String>] = []

  /// Names `{#name}` somewhere in a file that are no heading's.
  mutating func addLabels(of text: [UInt8], file: Int) {
    while labels.count <= file { labels.append([]) }
    var start = 0
    while let found = text[start...].firstRange(ofBytes: Array("#".utf8)) {
      start = found.upperBound
      let before = found.lowerBound > 0 ? text[found.lowerBound - 1] : 0
      guard
        before == UInt8(ascii: "{") || before == UInt8(ascii: "!") || before.isASCIILetter
          || before == UInt8(ascii: "-")
      else { continue }
      let name = text[start...].prefix { $0 > 0x20 && !"}]|".utf8.contains($0) }
      guard !name.isEmpty, name.count <= 100 else { continue }
      labels[file].insert(String(decoding: name, as: UTF8.self))
    }
    // and in formulas
    start = 0
    while let found = text[start...].firstRange(ofBytes: Array("\\label{".utf8)) {
      start = found.upperBound
      let name = text[start...].prefix(101).prefix { $0 > 0x20 && $0 != 0x7D }
      if !name.isEmpty, name.count <= 100 { formulas.insert(String(decoding: name, as: UTF8.self)) }
    }
    // names in tags
    for key in [" id=\"", "<a name=\""] {
      start = 0
      while let found = text[start...].firstRange(ofBytes: Array(key.utf8)) {
        start = found.upperBound
        let name = text[start...].prefix(101).prefix { $0 > 0x20 && $0 != 0x22 && $0 != 0x3E }
        if !name.isEmpty, name.count <= 100 { labels[file].insert(String(decoding: name, as: UTF8.self)) }
      }
    }
  }

  /// Names of formulas that begin with no word for the kind.
  private var formulas: Set<String> = []

  func isFormula(_ name: String) -> Bool { formulas.contains(name) }

  /// Some file of the book says what its terms mean.
  var hasTerms: Bool { labels.contains { $0.contains { $0.hasPrefix(MarkdownLinks.termPrefix) } } }

  static let termPrefix = "term-"

  /// The book's name for what a file calls so, be it in another file.
  func anchor(named name: String, file: Int) -> String? {
    for index in [file] + anchors.indices where anchors.indices.contains(index) {
      if let found = anchors[index][name] { return found }
    }
    return nil
  }

  func anchor(file: Int, node: Int) -> String? { ofHeading[key(file, node)] }

  /// A heading that is not set leads to what follows it.
  mutating func redirect(file: Int, node: Int, to other: String?) {
    guard let old = ofHeading[key(file, node)] else { return }
    for (local, name) in anchors[file] where name == old { anchors[file][local] = other }
  }

  /// A name for the beginning of a file without a heading.
  mutating func nameHead(ofFile file: Int, from path: String) -> String {
    var stem = path.split(separator: "/").last.map(String.init) ?? path
    if let dot = stem.lastIndex(of: "."), dot != stem.startIndex { stem = String(stem[..<dot]) }
    let slug = headingSlug(stem)
    let name = bookName(slug.isEmpty ? "file" : slug)
    heads[file] = name
    return name
  }

  mutating func setHead(ofFile file: Int, _ anchor: String?) { if heads[file] == nil { heads[file] = anchor } }

  func head(ofFile file: Int) -> String? { heads[file] }

  enum Target: Equatable {
    case external(String)
    case anchor(String)
    /// A heading that is not there, or a file that is no part of the book.
    case missingHeading(String, nearest: String?)
    case missingFile(String)
  }

  /// Paths that begin with a slash count from the book's folder (Sphinx), which is some folder above the file.
  private func fileBelowRoot(_ path: String) -> Int? {
    guard path.hasPrefix("/") else { return nil }
    let known = files.filter { $0.key == path.dropFirst() || $0.key.hasSuffix(path) }
    return known.min { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }?.value
  }

  /// Where a link in a file leads.
  func target(of url: String, file: Int, name: String) -> Target {
    let url = ["project:", "path:"].first(where: url.hasPrefix).map { String(url.dropFirst($0.count)) } ?? url
    if isAddress(url) { return .external(url) }
    let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var goal = file
    if !parts[0].isEmpty {
      let path = normalised(joinedPath(folder(of: name), percentDecoded(parts[0])))
      // mdBook writes links to the pages it makes
      let source = path.hasSuffix(".html") ? String(path.dropLast(5)) + ".md" : path
      guard let found = files[path] ?? files[source] ?? fileBelowRoot(source) else {
        // MyST's links have names of places without their sign
        if parts.count == 1, !url.contains("."), !url.contains("/"), let place = anchor(named: url, file: file) {
          return .anchor(place)
        }
        return .missingFile(parts[0])
      }
      goal = found
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      return heads[goal].map { .anchor($0) } ?? .missingHeading(url, nearest: nil)
    }
    let wanted = withFewMarks(percentDecoded(parts[1]))
    if let found = anchors[goal][wanted] ?? anchors[goal][wanted.lowercased()] { return .anchor(found) }
    if labels.contains(where: { $0.contains(wanted) }) { return .anchor(wanted) }
    return .missingHeading(url, nearest: nearestName(to: wanted, in: anchors[goal].keys.sorted()))
  }
}

/// GitHub's name for a heading.
func headingSlug(_ text: String) -> String {
  var slug = ""
  for scalar in withFewMarks(text).lowercased().unicodeScalars {
    switch scalar {
    case " ", "\u{A0}": slug += "-"
    case "-", "_": slug.unicodeScalars.append(scalar)
    case _
    where scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || scalar.properties.generalCategory == .nonspacingMark:
      slug.unicodeScalars.append(scalar)
    default: break
    }
  }
  return slug
}

/// The text with thirty marks on a letter and no more, for what is only compared: Swift sorts all marks on one
/// letter when it compares words, in time by their square, and no text needs as many (UAX #15, 8.1).
func withFewMarks(_ text: String) -> String {
  guard text.utf8.count > 60 else { return text }
  var kept = ""
  var marks = 0
  var isWhole = true
  for scalar in text.unicodeScalars {
    marks = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered ? marks + 1 : 0
    if marks <= 30 { kept.unicodeScalars.append(scalar) } else { isWhole = false }
  }
  return isWhole ? text : kept
}

/// Whether a link leaves the book: it has a scheme (RFC 3986, 3.1) or a host.
func isAddress(_ url: String) -> Bool {
  if url.hasPrefix("//") { return true }
  guard let colon = url.utf8.firstIndex(of: 0x3A), colon != url.startIndex else { return false }
  let scheme = url.utf8[..<colon]
  guard scheme.count >= 2 else { return false }
  return scheme.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
}

func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

func joinedPath(_ folder: String, _ path: String) -> String { path.hasPrefix("/") ? path : folder + path }

/// A path without `.`, `..` and doubled slashes, as far as that goes.
func normalised(_ path: String) -> String {
  var parts: [Substring] = []
  for part in path.split(separator: "/") {
    if part == "." { continue }
    if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
  }
  return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
}

func percentDecoded(_ text: String) -> String {
  text.utf8.contains(0x25) ? String(decoding: text.utf8.percentDecoded, as: UTF8.self) : text
}
