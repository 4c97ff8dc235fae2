package import BookModel
package import Formula
internal import TeX
package import Units

/// Reads the formulas of a manuscript, with the commands that it defines.
package struct FormulaReader {
  private var macros = TeXMacros()
  private var unread: Set<TeXProblem.Kind> = []

  package init() {}

  /// Takes definitions of commands, such as `\newcommand`.
  mutating func define(from source: String) { macros.define(from: source) }

  /// Commands of `header-includes:`, where pandoc's writers define them, and of MyST's `math:`, which names each with
  /// what it stands for: `'\RR': '\mathbb{R}'`.
  mutating func define(fromFrontMatter text: String) {
    guard text.contains("\\") else { return }
    var isInMath = false
    for line in text.split(whereSeparator: \.isNewline) {
      let isKey = line.first.map { !$0.isWhitespace && $0 != "-" } ?? false
      if isKey { isInMath = line.hasPrefix("math:") }
      // a quoted string of YAML has each of its signs twice
      let line = line.contains("\"") ? String(line.replacing("\\\\", with: "\\")) : String(line)
      guard let start = line.firstIndex(of: "\\") else { continue }
      let source = line[start...]
      if TeXMacros.isDefinition(source) {
        macros.define(from: String(source))
      } else if isInMath, let colon = source.firstIndex(of: ":") {
        let name = source[..<colon].filter { $0.isLetter }
        let meaning = source[source.index(after: colon)...].filter { $0 != "'" && $0 != "\"" }
        let places = (1...9).last { meaning.contains("#\($0)") }
        macros.define(from: "\\newcommand{\\\(name)}" + (places.map { "[\($0)]" } ?? "") + "{\(meaning)}")
      }
    }
  }

  /// - Parameters:
  ///   - isEnvironment: an environment of LaTeX's, which numbers its lines.
  ///   - say: is told why a formula cannot be read, once for each reason.
  /// - Returns: nil for one that is set as its source.
  package mutating func formula(
    _ source: String, isDisplayed: Bool, isEnvironment: Bool = false, _ say: (String) -> Void
  ) -> Formula? {
    do throws(TeXProblem) {
      let tree = try readTeX(source, isEnvironment: isEnvironment, macros: &macros)
      return Formula(tree, isDisplayed: isDisplayed)
    } catch {
      if unread.insert(error.kind).inserted { say(FormulaReader.words(of: error.kind)) }
      return nil
    }
  }

  /// A source without the marks of `FormulaMark` and without labels, with the environment's own name.
  package static func withoutMarks(_ source: String) -> String {
    let source = source.withoutLabelsOfTeX
    guard let mark = source.firstRange(of: "\\\(FormulaMark.lines){"),
      let close = source[mark.upperBound...].firstIndex(of: "}")
    else { return source }
    let name = source[mark.upperBound..<close]
    var rest = source[source.index(after: close)...]
    if rest.hasPrefix("\\\(FormulaMark.group){"), let end = rest.firstIndex(of: "}") {
      rest = rest[rest.index(after: end)...]
    }
    let words = source[..<mark.lowerBound] + rest
    // pandoc has renamed it
    for known in ["aligned", "gathered"]
    where words.hasPrefix("\\begin{\(known)}") && words.hasSuffix("\\end{\(known)}") {
      return "\\begin{\(name)}" + words.dropFirst(known.count + 8).dropLast(known.count + 6) + "\\end{\(name)}"
    }
    return String(words)
  }

  private static func words(of kind: TeXProblem.Kind) -> String {
    switch kind {
    case .unknownCommand(let name): "octavo does not know \\\(name)"
    case .unknownEnvironment(let name): "octavo does not know the environment \(name)"
    case .missing(let what): "\(what) is missing"
    case .misplaced(let sign): "\(sign) means nothing where it stands"
    case .tooLarge: "it is larger than any formula is"
    }
  }

  /// What is said of a formula that is set as its source.
  package static func diagnostic(_ why: String, at source: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .warning, code: "formula-unread", "this formula is set as its source: \(why)",
      help: "octavo reads what LaTeX with the AMS's packages has; a dollar sign that is money may be written \\$",
      source: source)
  }
}

extension Paragraph {
  /// The paragraph with the name that its formula's source gives it, that of its first line where it has several.
  package var namedByFormula: Paragraph {
    guard label == nil, let formula = inlines.first?.style.formula, formula.isDisplayed else { return self }
    let names = [formula.groupName ?? ""] + formula.numberedLines.map(\.name)
    guard let name = names.first(where: { !$0.isEmpty }) else { return self }
    var paragraph = self
    (paragraph.label, paragraph.anchor) = (Label(.equation, name), name)
    return paragraph
  }

  /// The paragraph in several where a formula in it stands on lines of its own. A label behind it, `{#eq-a}`, stays with it.
  package func partedAtFormulas() -> [Paragraph] {
    guard inlines.contains(where: \.isDisplayed), inlines.count > 1 else { return [self] }
    var parts: [Paragraph] = []
    var rest: [Inline] = []
    /// A mark of the index has no words either, and stays.
    func isBlank(_ inline: Inline?) -> Bool {
      guard case .text(let words)? = inline?.content, inline?.style.indexMark == nil else { return false }
      return words.allSatisfy(\.isWhitespace)
    }
    func end() {
      if isBlank(rest.first) { rest.removeFirst() }
      if isBlank(rest.last) { rest.removeLast() }
      guard let first = rest.first else { return }
      var part = self
      (part.inlines, part.source) = (rest, first.source)
      // what goes on behind a formula begins no paragraph
      if !parts.isEmpty { part.isFlush = true }
      parts.append(part)
      rest = []
    }
    var index = 0
    while index < inlines.count {
      let inline = inlines[index]
      index += 1
      guard inline.isDisplayed else {
        rest.append(inline)
        continue
      }
      end()
      var own = [inline]
      if index < inlines.count, case .text(let words) = inlines[index].content,
        words.drop(while: { $0 == " " }).hasPrefix("{#"), let close = words.firstIndex(of: "}"),
        let (label, more) = inlines[index].parted(
          atByte: words.utf8.distance(from: words.startIndex, to: words.index(after: close)))
      {
        own.append(label)
        index += 1
        if let more { rest.append(more) }
      }
      var part = self
      (part.inlines, part.source) = (own, inline.source)
      parts.append(part)
    }
    end()
    return parts
  }

  /// The formula that is all of the paragraph, on lines of its own, whatever was said of it.
  package var withLoneFormulaDisplayed: Paragraph {
    guard inlines.count == 1, let formula = inlines[0].style.formula, !formula.isDisplayed else { return self }
    var paragraph = self
    paragraph.inlines[0].style.extras.formula = Formula(formula.tree, isDisplayed: true)
    return paragraph
  }
}

extension Inline {
  fileprivate var isDisplayed: Bool { style.formula?.isDisplayed ?? false }
}
