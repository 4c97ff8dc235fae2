internal import XML

/// A field that is open: its instruction, and what it shows (ECMA-376-1, 17.16).
struct WordField {
  var instruction = "" {
    didSet { if instruction.utf8.count > 4096 { instruction = String(instruction.prefix(2000)) } }
  }
  /// What it shows is read, no more its instruction.
  var isResult = false

  /// The first word of an instruction says what kind it is.
  var kind: String {
    instruction.split(whereSeparator: \.isWhitespace).first?.uppercased() ?? ""
  }

  /// Nothing of it is printed: the instruction itself, a list of contents or an index with Word's own pages.
  var isMuted: Bool { !isResult || WordField.muted.contains(kind) }

  var why: String {
    guard isResult else { return "field" }
    return kind == "INDEX" ? "index of pages that are not these" : "contents list"
  }

  private static let muted: Set<String> = ["TOC", "INDEX", "XE", "TC", "RD", "PRIVATE"]

  /// Where it leads.
  var link: String? {
    let words = arguments
    switch kind {
    case "HYPERLINK":
      if let place = words.firstIndex(of: "\\l"), place + 1 < words.count { return "#" + words[place + 1] }
      return words.dropFirst().first { !$0.hasPrefix("\\") }
    case "REF", "PAGEREF", "NOTEREF":
      guard words.contains("\\h"), words.count > 1 else { return nil }
      return "#" + words[1]
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
  func fieldMark(_ tree: XMLTree, _ node: Int) {
    switch tree.value("fldCharType", of: node) {
    case "begin": if fields.count < 64 { fields.append(WordField()) }
    case "separate":
      guard let last = fields.indices.last else { return }
      fields[last].isResult = true
      if let address = fields[last].link {
        hasLinks = true
        link = address
      }
    case "end":
      guard let field = fields.popLast(), field.link != nil else { return }
      link = fields.last { $0.isResult }?.link
    default: break
    }
  }

  /// Fields that begin or end in what is left out.
  func walkFields(_ tree: XMLTree, _ node: Int) {
    for index in node..<Int(tree.nodes[node].end) {
      switch tree.nodes[index].name {
      case "fldChar": fieldMark(tree, index)
      case "instrText":
        if let last = fields.indices.last, !fields[last].isResult { fields[last].instruction += tree.text(of: index) }
      default: break
      }
    }
  }
}
