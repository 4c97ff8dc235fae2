internal import BookModel
internal import Formula
internal import Units

extension MarkdownReader {
  /// The tree of a formula; nil where it cannot be read, which is said once for each reason.
  func formula(
    _ source: String, isDisplayed: Bool, isEnvironment: Bool = false, at place: SourceLocation
  ) -> Formula? {
    formulas.formula(source, isDisplayed: isDisplayed, isEnvironment: isEnvironment) {
      diagnostics.append(FormulaReader.diagnostic($0, at: place))
    }
  }

  /// Names of a formula's lines are left out of what it is read as.
  fileprivate func dropLabels(of source: String, at place: SourceLocation) {
    guard source.utf8.contains(0x5C) else { return }
    let text = documents[Int(place.file)].source.text
    var start = min(Int(place.offset), text.count)
    for label in source.labelsOfTeX {
      guard let found = text[start...].prefix(1 << 16).firstRange(ofBytes: Array(source[label].utf8)) else { return }
      drop(found, in: place.file, why: "label")
      start = found.upperBound
    }
  }

  /// What code is that `PandocMarks` has made of a formula, by its backticks; nil for code. One on lines of its own has a
  /// blank at either end, an environment of a text two.
  func formula(inCode literal: String, at place: SourceLocation) -> Formula? {
    let document = documents[Int(place.file)]
    guard document.formulaTicks > 0 else { return nil }
    let text = document.source.text
    var at = min(Int(place.offset), text.count)
    while at > 0, text[at - 1] <= 0x20 { at -= 1 }
    let end = at
    while at > 0, text[at - 1] == UInt8(ascii: "`") { at -= 1 }
    guard end - at == document.formulaTicks else { return nil }
    // lines of one that has several
    let source = literal.utf8.contains(0x7B) ? literal.replacing(" {}", with: "\n") : literal
    let made = formula(
      source, isDisplayed: literal.hasPrefix(" "), isEnvironment: literal.hasPrefix("  "), at: place)
    if made != nil { dropLabels(of: source, at: place) }
    return made
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
    let isEnvironment = opener.hasPrefix("\\begin{")
    guard
      let formula = reader.formula(source, isDisplayed: true, isEnvironment: isEnvironment, at: first.source)
    else { return nil }
    reader.dropLabels(of: source, at: first.source)
    var style = InlineStyle()
    style.extras.formula = formula
    var words = ""
    var marks: [SourceMark] = []
    for line in lines {
      if !words.isEmpty { words += " " }
      marks.append(SourceMark(text: UInt32(words.utf8.count), source: line.source.offset))
      words += line.text.drop { $0.isWhitespace }
    }
    return Paragraph([Inline(.text(words), style: style, source: first.source, marks: marks)], source: first.source)
      .namedByFormula
  }

  /// A paragraph in several where a formula in it stands on lines of its own.
  func partedAtFormulas(_ paragraph: Paragraph) -> [Block] {
    paragraph.partedAtFormulas().map { part in
      let made = labelled(part)
      if case .paragraph(let formula) = made { return .paragraph(formula.namedByFormula) }
      return made
    }
  }
}
