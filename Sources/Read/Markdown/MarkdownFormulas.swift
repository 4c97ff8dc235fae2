internal import BookModel
internal import Formula
internal import Units

extension MarkdownReader {
  /// The tree of a formula; nil where it cannot be read, which is said once for each reason.
  func formula(_ source: String, isDisplayed: Bool, at place: SourceLocation) -> Formula? {
    formulas.formula(source, isDisplayed: isDisplayed) {
      diagnostics.append(FormulaReader.diagnostic($0, at: place))
    }
  }

  /// What code is that `PandocMarks` has made of a formula, by its backticks; nil for code. One on lines of its own has a
  /// blank at either end.
  func formula(inCode literal: String, at place: SourceLocation) -> Formula? {
    let document = documents[Int(place.file)]
    guard document.formulaTicks > 0 else { return nil }
    let text = document.source.text
    var at = min(Int(place.offset), text.count)
    while at > 0, text[at - 1] <= 0x20 { at -= 1 }
    let end = at
    while at > 0, text[at - 1] == UInt8(ascii: "`") { at -= 1 }
    guard end - at == document.formulaTicks else { return nil }
    return formula(literal.replacing(" {}", with: "\n"), isDisplayed: literal.hasPrefix(" "), at: place)
  }
}

extension MarkdownInlines {
  /// The formula that code is; nil for code.
  func formula(_ literal: String) -> Formula? {
    var start: Int?
    var bytes = literal
    bytes.withUTF8 { bytes in
      var place = cursor
      place.code(bytes) { _, source in start = start ?? source }
    }
    return start.flatMap { reader.formula(inCode: literal, at: parsed.passage.location(of: $0)) }
  }
}

extension MarkdownBlocks {
  /// A fence of a formula; nil where it is set as code.
  func formula(_ code: Preformatted) -> Paragraph? {
    let lines = code.lines.filter { !$0.text.allSatisfy(\.isWhitespace) }
    guard let first = lines.first else { return nil }
    var source = lines.map(\.text).joined(separator: "\n")
    // the fence of an environment has its first line
    let opener = code.info.dropFirst(4).drop { $0 == " " }
    if opener.hasPrefix("\\begin{") {
      source = "\(opener)\n\(source)\n\\end{\(opener.dropFirst(7).prefix { $0 != "}" })}"
    }
    guard let formula = reader.formula(source, isDisplayed: true, at: first.source) else { return nil }
    var style = InlineStyle()
    style.extras.formula = formula
    var words = ""
    var marks: [SourceMark] = []
    for line in lines {
      if !words.isEmpty { words += " " }
      marks.append(SourceMark(text: UInt32(words.utf8.count), source: line.source.offset))
      words += line.text.drop { $0.isWhitespace }
    }
    return numbered(
      Paragraph([Inline(.text(words), style: style, source: first.source, marks: marks)], source: first.source), formula
    )
  }

  /// The formula with the label that its source gives it, that of its first line where it has several.
  private func numbered(_ paragraph: Paragraph, _ formula: Formula) -> Paragraph {
    let names = [formula.groupName ?? ""] + formula.numberedLines.map(\.name)
    guard paragraph.label == nil, let name = names.first(where: { !$0.isEmpty }) else { return paragraph }
    var paragraph = paragraph
    (paragraph.label, paragraph.anchor) = (Label(.equation, name), name)
    return paragraph
  }

  /// A paragraph in several where a formula in it stands on lines of its own.
  func partedAtFormulas(_ paragraph: Paragraph) -> [Block] {
    paragraph.partedAtFormulas().map { part in
      guard case .paragraph(let made) = labelled(part) else { return labelled(part) }
      guard let formula = made.inlines.first?.style.formula, formula.isDisplayed else { return .paragraph(made) }
      return .paragraph(numbered(made, formula))
    }
  }
}
