internal import QPDF

/// What of a page's content belongs to the structure, and what is marked as furniture (ISO 32000-1, 14.6).
struct MarkedContent {
  private(set) var identifiers: Set<Int> = []
  /// Those of them that say their own language.
  private(set) var spoken: Set<Int> = []
  /// Words in place of content whose language the marks do not say.
  private(set) var hasMuteWords = false
  /// Something is painted outside both.
  private(set) var hasUnmarked = false
  /// One kind within the other.
  private(set) var isMixed = false
  /// Forms painted outside both, which may mark their content themselves.
  private(set) var forms: [String] = []

  private enum Mark {
    case artifact, content, other
  }
  private var open: [Mark] = []

  private static let painting: Set<String> = [
    "Tj", "TJ", "'", "\"", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "ID",
  ]

  /// - Parameter properties: identifiers of marked content by the names of property lists, -1 for a list without.
  init(_ contents: [UInt8], properties: [String: Int]) {
    var tokens = ContentTokens(contents)
    while let word = tokens.next() {
      switch tokens.text(word) {
      case "BMC": begin(tokens.name(0), nil)
      case "BDC":
        let identifier = MarkedContent.identifier(tokens, properties)
        begin(tokens.name(0), identifier)
        guard tokens.operands.count > 1 else { continue }
        let list = tokens.text(tokens.operands[1].place)
        let isSpoken = list.contains("/Lang")
        if isSpoken, let identifier { spoken.insert(identifier) }
        let words = ["/ActualText", "/Alt ", "/Alt(", "/E ", "/E("]
        if !isSpoken, words.contains(where: { list.contains($0) }) { hasMuteWords = true }
      case "EMC": _ = open.popLast()
      case "Do": if !isMarked { forms.append(tokens.name(0) ?? "") }
      case let other: if MarkedContent.painting.contains(other), !isMarked { hasUnmarked = true }
      }
    }
  }

  private var isMarked: Bool { open.contains { $0 != .other } }

  private mutating func begin(_ tag: String?, _ identifier: Int?) {
    let mark: Mark = tag == "/Artifact" ? .artifact : identifier != nil ? .content : .other
    if mark == .content && open.contains(.artifact) || mark == .artifact && open.contains(.content) { isMixed = true }
    if let identifier { identifiers.insert(identifier) }
    open.append(mark)
  }

  private static func identifier(_ tokens: ContentTokens, _ properties: [String: Int]) -> Int? {
    if let name = tokens.name(1) { return properties[name].flatMap { $0 < 0 ? nil : $0 } }
    guard tokens.operands.count > 1 else { return nil }
    let words = tokens.text(tokens.operands[1].place).split { " \n\r\t<>".contains($0) }
    return words.firstIndex(of: "/MCID").flatMap { words.dropFirst($0 + 1).first.flatMap { Int($0) } }
  }
}

/// The marked content of all pages.
struct MarkedPages {
  /// By the numbers of the pages' objects; from 0.
  var index: [Int: Int] = [:]
  var identifiers: [Set<Int>] = []
  /// Of those, what says its own language.
  var spoken: [Set<Int>] = []
  /// Numbers of the objects of annotations with words for who cannot see them, with their pages from 1.
  var worded: [Int: Int] = [:]
  /// Numbers of the objects of links, with their pages from 1.
  var links: [Int: Int] = [:]
}
