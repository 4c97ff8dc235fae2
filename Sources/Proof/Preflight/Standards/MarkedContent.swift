internal import PDFReading
internal import QPDF

/// What of a page's content belongs to the structure, and what is marked as furniture (ISO 32000-1, 14.6).
struct MarkedContent {
  private(set) var identifiers: Set<Int> = []
  /// Those of them that hold text, or words in its place, whose language the marks do not say.
  private(set) var mute: Set<Int> = []
  /// Such words outside of them.
  private(set) var hasMuteWords = false
  /// A language in the marks that is none.
  private(set) var oddLanguage: String?
  /// Those that hold letters which only some can read, with no words in their place.
  private(set) var secret: Set<Int> = []
  /// Such letters outside of them.
  private(set) var hasSecrets = false
  /// Something is painted outside both.
  private(set) var hasUnmarked = false
  /// One kind within the other.
  private(set) var isMixed = false
  /// Forms painted outside both, which may mark their content themselves.
  private(set) var forms: [String] = []
  /// All forms, as often as they are painted.
  private(set) var placed: [String] = []

  private struct Mark {
    enum Kind {
      case artifact, content, other
    }

    var kind: Kind
    var identifier: Int?
    var isSpoken: Bool
    var isReplaced: Bool
  }
  private var open: [Mark] = []

  /// What a list of properties says (14.6.2).
  struct Properties {
    var identifier: Int?
    var language: String?
    /// Of words in place of content.
    var hasWords = false
    var isReplaced = false
  }

  private static let painting: Set<String> = [
    "Tj", "TJ", "'", "\"", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "ID",
  ]
  private static let showing: Set<String> = ["Tj", "TJ", "'", "\""]

  /// - Parameters:
  ///   - properties: lists of properties by their names.
  ///   - letters: what codes mean in the fonts, by their names; those left out are not looked at.
  init(_ contents: [UInt8], properties: [String: Properties], letters: [String: CodeMap] = [:]) {
    var tokens = ContentTokens(contents)
    var font: CodeMap?
    while let word = tokens.next() {
      switch tokens.text(word) {
      case "BMC": begin(tokens.name(0), Properties())
      case "BDC":
        let list = tokens.name(1).map { properties[$0] ?? Properties() } ?? MarkedContent.properties(tokens)
        begin(tokens.name(0), list)
      case "EMC": _ = open.popLast()
      case "Do":
        placed.append(tokens.name(0) ?? "")
        if !isMarked { forms.append(tokens.name(0) ?? "") }
      case "Tf": font = tokens.name(0).flatMap { letters[$0] }
      case let other where MarkedContent.painting.contains(other):
        if !isMarked { hasUnmarked = true }
        guard MarkedContent.showing.contains(other), tokens.stringBytes > 0 else { continue }
        noteText()
        if let font { noteLetters(tokens, font) }
      default: break
      }
    }
  }

  private var isMarked: Bool { open.contains { $0.kind != .other } }

  private mutating func begin(_ tag: String?, _ list: Properties) {
    let kind: Mark.Kind = tag == "/Artifact" ? .artifact : list.identifier != nil ? .content : .other
    if kind == .content && open.contains(where: { $0.kind == .artifact })
      || kind == .artifact && open.contains(where: { $0.kind == .content })
    {
      isMixed = true
    }
    if let identifier = list.identifier { identifiers.insert(identifier) }
    let isSpoken = list.language.map { StandardCheck.isLanguage($0) }
    if isSpoken == false { oddLanguage = oddLanguage ?? list.language }
    open.append(
      Mark(kind: kind, identifier: list.identifier, isSpoken: isSpoken ?? false, isReplaced: list.isReplaced))
    if list.hasWords { noteWords() }
  }

  /// Text speaks the language of the innermost mark that says one, or of the element that has it.
  private mutating func noteText() {
    guard !open.contains(where: { $0.isSpoken || $0.kind == .artifact }) else { return }
    if let identifier = open.last(where: { $0.identifier != nil })?.identifier { mute.insert(identifier) }
  }

  private mutating func noteWords() {
    guard !open.contains(where: \.isSpoken) else { return }
    if let identifier = open.last(where: { $0.identifier != nil })?.identifier {
      mute.insert(identifier)
    } else {
      hasMuteWords = true
    }
  }

  private mutating func noteLetters(_ tokens: ContentTokens, _ font: CodeMap) {
    guard !open.contains(where: \.isReplaced) else { return }
    let isSecret = tokens.operands.contains { operand in
      ((tokens.string(operand).map { [$0] }) ?? tokens.strings(operand)).contains { text in
        font.codes(in: text).contains { font.letters[$0].map(CodeMap.isPrivate) ?? false }
      }
    }
    guard isSecret else { return }
    if let identifier = open.last(where: { $0.identifier != nil })?.identifier {
      secret.insert(identifier)
    } else {
      hasSecrets = true
    }
  }

  private static func properties(_ tokens: ContentTokens) -> Properties {
    guard tokens.operands.count > 1 else { return Properties() }
    let entries = tokens.entries(tokens.operands[1])
    let language = entries["/Lang"].flatMap { $0.tokens.string($0.value) }
    return Properties(
      identifier: entries["/MCID"]?.value.value?.whole, language: language.map(PDFDocument.words),
      hasWords: ["/ActualText", "/Alt", "/E"].contains { entries[$0] != nil }, isReplaced: entries["/ActualText"] != nil
    )
  }
}

/// The marked content of all pages.
struct MarkedPages {
  /// By the numbers of the pages' objects; from 0.
  var index: [Int: Int] = [:]
  var identifiers: [Set<Int>] = []
  /// Of those, what says no language of its own.
  var mute: [Set<Int>] = []
  /// Of those, what has letters that only some can read.
  var secret: [Set<Int>] = []
  /// Annotations that are shown.
  var annotations: [MarkedAnnotation] = []
}

/// An annotation as one who cannot see it meets it.
struct MarkedAnnotation {
  /// Of its object.
  var number: Int
  var kind: String
  /// From 1.
  var page: Int
  /// It has words of its own; of a field those of the whole field.
  var isWorded: Bool
  /// Some of its words stand alone.
  var hasWords: Bool
}
