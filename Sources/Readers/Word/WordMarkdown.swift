internal import BookModel
internal import Manuscript
internal import Units

/// Markdown that was typed or pasted into a Word file, a line a paragraph.
extension [WordItem] {
  /// The file's text as Markdown, where nothing in it is more than that and its marks are plain and many; else nil.
  var typedMarkdown: String? {
    var (headings, others, blanks) = (0, 0, 0)
    for item in self {
      switch item.content {
      case .blank: blanks += 1
      case .block: return nil
      case .paragraph(let paragraph):
        guard !(paragraph.role?.isHeading ?? false), paragraph.inlines.allSatisfy(\.isOfText) else { return nil }
        let words = paragraph.words
        if words.isMarkdownHeading {
          headings += 1
        } else if words.isMarkdownItem || words.hasMarkdownEmphasis {
          others += 1
        }
      }
    }
    guard headings > 1 || headings == 1 && others > 1 else { return nil }
    // where blank paragraphs part the text its other paragraphs are lines
    return markdown(areLines: blanks * 4 > count)
  }

  private func markdown(areLines: Bool) -> String {
    var (text, last, isFenced) = ("", "", false)
    for item in self {
      guard let paragraph = item.paragraph else {
        text += "\n"
        last = ""
        continue
      }
      let line = String(repeating: " ", count: paragraph.lead) + paragraph.inlines.asMarkdown
      let words = paragraph.words
      let goesOn =
        areLines || isFenced || words.isMarkdownItem && last.isMarkdownItem
        || words.first.map { ">|".contains($0) && last.first == $0 } ?? false
      if !goesOn, !last.isEmpty { text += "\n" }
      if words.hasPrefix("```") { isFenced.toggle() }
      text += line + "\n"
      last = words
    }
    return text
  }
}

extension Inline {
  fileprivate var isOfText: Bool {
    switch content {
    case .text: style.indexMark == nil && style.formula == nil
    case .lineBreak: true
    default: false
    }
  }
}

extension [Inline] {
  /// Emphasis that Word has is written as Markdown has it.
  fileprivate var asMarkdown: String {
    reduce(into: "") { line, inline in
      guard case .text(let text) = inline.content else {
        line += "\n"
        return
      }
      let core = text.trimmingBlanks
      let mark =
        core.isEmpty
        ? ""
        : (inline.style.traits.contains(.strong) ? "**" : "") + (inline.style.traits.contains(.emphasis) ? "*" : "")
      let start = text.prefix(while: \.isWhitespace)
      let end = text.dropFirst(start.count + core.count)
      line += "\(start)\(mark)\(core)\(mark)\(end)"
    }
  }
}

extension String {
  fileprivate var isMarkdownHeading: Bool {
    let signs = prefix { $0 == "#" }.count
    let rest = dropFirst(signs)
    return (1...6).contains(signs) && rest.first == " " && rest.contains(where: \.isLetter)
  }

  fileprivate var isMarkdownItem: Bool {
    let head = drop(while: \.isWhitespace)
    let number = head.prefix { $0.isASCII && $0.isNumber }
    return ["- ", "* ", "+ "].contains(where: head.hasPrefix)
      || !number.isEmpty && head.dropFirst(number.count).hasPrefix(". ")
  }

  /// `**Never**`, `_said_`, `*said*`, parted from the words around it.
  fileprivate var hasMarkdownEmphasis: Bool {
    split(whereSeparator: \.isWhitespace).contains { word in
      ["**", "*", "_"].contains { mark in
        word.hasPrefix(mark) && word.utf8.count > mark.utf8.count * 2
          && word.dropFirst(mark.count).contains(mark)
      }
    }
  }
}
