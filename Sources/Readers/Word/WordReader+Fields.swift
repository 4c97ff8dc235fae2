internal import BookModel
internal import Manuscript
internal import Units
internal import XML

/// A field that is open: its instruction, and what it shows (ECMA-376-1, 17.16).
struct WordField {
  var instruction = "" {
    didSet { if instruction.utf8.count > 4096 { instruction = String(instruction.prefix(2000)) } }
  }
  /// What it shows is read, no more its instruction.
  var isResult = false
  /// The number that Word printed last, and its bytes.
  var shown = ""
  var shownAt: [Range<Int>] = []
  /// The instruction letter by letter and its elements, of fields EQ alone: they have no other words.
  var letters: [EquationField.Letter] = []
  var instructionAt: [Range<Int>] = []
  /// How many letters of the paragraph stood before its result.
  var lettersBefore = 0

  /// The first word of an instruction says what kind it is.
  var kind: String {
    instruction.split(whereSeparator: \.isWhitespace).first?.uppercased() ?? ""
  }

  /// Nothing of it is printed: the instruction itself, a list of contents, an index or a number of Word's own pages.
  var isMuted: Bool { !isResult || WordField.muted.contains(kind) }

  var why: String {
    guard isResult else { return "field" }
    switch kind {
    case "INDEX": return "index of pages that are not these"
    case "PAGEREF": return "number of a page that is not this"
    default: return "contents list"
    }
  }

  /// A list of captions, which octavo makes anew: of what; nil for any other field.
  var listOfCaptions: Label.Kind? {
    let words = arguments
    guard kind == "TOC", let sign = words.firstIndex(where: { ["\\c", "\\a"].contains($0) }) else { return nil }
    return words.indices.contains(sign + 1) && words[sign + 1].lowercased().hasPrefix("tab") ? .table : .figure
  }

  private static let muted: Set<String> = ["TOC", "INDEX", "PAGEREF", "XE", "TC", "RD", "PRIVATE"]

  /// Where it leads.
  var link: String? {
    let words = arguments
    switch kind {
    case "HYPERLINK":
      if let place = words.firstIndex(of: "\\l"), place + 1 < words.count { return "#" + words[place + 1] }
      return words.dropFirst().first { !$0.hasPrefix("\\") }
    case "REF", "NOTEREF":
      guard words.contains("\\h"), words.count > 1 else { return nil }
      return "#" + words[1]
    default: return nil
    }
  }

  /// The bookmark that it refers to.
  var bookmark: String? {
    let words = arguments
    guard ["REF", "NOTEREF", "PAGEREF"].contains(kind), words.count > 1, !words[1].hasPrefix("\\") else { return nil }
    return words[1]
  }

  /// What it is in the text: an entry of the index, the place of one, the number of a page.
  func mark(at source: SourceLocation, _ style: InlineStyle) -> Inline? {
    let words = arguments
    func value(_ sign: String) -> String? {
      words.firstIndex(of: sign).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
    }
    switch kind {
    case "XE":
      guard words.count > 1, var mark = IndexMark(colons: words[1], index: value("\\f") ?? "") else { return nil }
      if words.contains("\\b") { mark.traits.insert(.strong) }
      if words.contains("\\i") { mark.traits.insert(.emphasis) }
      if let other = value("\\t") { mark.lead(to: other) }
      return Inline(mark, source: source)
    case "INDEX":
      var place = IndexMark([])
      place.index = value("\\f") ?? ""
      return Inline(place, source: source)
    case "PAGEREF":
      guard words.count > 1 else { return nil }
      var style = style
      style.extras.pages = PageReference(first: .label(words[1]))
      return Inline(.text(shown.isEmpty ? "…" : shown), style: style, source: source)
    default: return nil
    }
  }

  /// Words of the instruction; quotes keep theirs together.
  private var arguments: [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    for character in instruction {
      if character == "\"" || character == "“" || character == "”" {
        isQuoted.toggle()
        if !isQuoted {
          words.append(word)
          word = ""
        }
      } else if character.isWhitespace, !isQuoted {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}

extension WordReader {
  /// - Returns: the field that ends here.
  @discardableResult
  func fieldMark(_ tree: XMLTree, _ node: Int) -> WordField? {
    switch tree.value("fldCharType", of: node) {
    case "begin": if fields.count < 64 { fields.append(WordField()) }
    case "separate":
      guard let last = fields.indices.last else { return nil }
      fields[last].isResult = true
      if let address = fields[last].link {
        hasLinks = true
        link = address
      }
    case "end":
      guard let field = fields.popLast() else { return nil }
      if let kind = field.listOfCaptions {
        if kind == .table { report.hadListOfTables = true } else { report.hadListOfFigures = true }
      }
      if field.link != nil { link = fields.last { $0.isResult }?.link }
      return field
    default: break
    }
    return nil
  }

  /// What an instruction says more.
  func readInstruction(_ tree: XMLTree, _ node: Int) {
    guard let last = fields.indices.last, !fields[last].isResult else { return }
    fields[last].instruction += tree.text(of: node)
    guard fields[last].kind.hasPrefix("EQ") || fields[last].kind.isEmpty || fields[last].kind == "E" else { return }
    let base = base
    for child in tree.children(of: node) where tree.nodes[child].isText {
      tree.forEachScalar(ofText: child) { scalar, at in
        fields[last].letters.append(EquationField.Letter(scalar: scalar, offset: at + base))
      }
    }
    fields[last].instructionAt.append(bytes(tree, node))
  }

  /// Puts what a field is into the text, where nothing around it is left out.
  func take(_ field: WordField?, at offset: Int, _ style: InlineStyle, _ reading: inout RunReading) {
    guard let field else { return }
    // one within another's instruction is an element of that
    if field.kind == "EQ", let outer = fields.indices.last, !fields[outer].isResult, fields[outer].kind == "EQ" {
      fields[outer].letters += field.letters.drop { $0.scalar.properties.isWhitespace }.dropFirst(2)
      fields[outer].instructionAt += field.instructionAt
      return
    }
    guard !fields.contains(where: \.isMuted) else { return }
    if field.kind == "EQ" { return readEquation(field, at: offset, style, &reading) }
    if let name = field.bookmark { references.append((name, offset, field.shownAt)) }
    guard let mark = field.mark(at: SourceLocation(offset: offset), style)
    else { return }
    if mark.style.pages != nil {
      refersToPages = true
      reading.hasContent = true
      reading.runs.append(mark.content, at: offset, style: mark.style)
    } else {
      reading.runs.append(mark: mark)
    }
  }

  /// Fields that begin or end in what is left out.
  /// - Returns: those that end there.
  @discardableResult
  func walkFields(_ tree: XMLTree, _ node: Int) -> [WordField] {
    var ended: [WordField] = []
    for index in node..<Int(tree.nodes[node].end) {
      switch tree.nodes[index].name {
      case "fldChar": if let field = fieldMark(tree, index) { ended.append(field) }
      case "instrText":
        guard let last = fields.indices.last, !fields[last].isResult else { break }
        fields[last].instruction += tree.text(of: index)
        if fields[last].kind == "EQ" { silent.append(bytes(tree, index)) }
      default: break
      }
    }
    return ended
  }
}
