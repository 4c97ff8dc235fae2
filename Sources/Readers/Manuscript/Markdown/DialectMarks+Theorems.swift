internal import BookModel

/// LaTeX's theorems within Markdown, as pandoc's divs.
extension DialectMarks {
  /// Names that writers give them with `\newtheorem`, beside the words themselves.
  private static let shortNames = [
    "thm": "theorem", "lem": "lemma", "cor": "corollary", "prop": "proposition", "conj": "conjecture",
    "defn": "definition", "dfn": "definition", "rem": "remark", "rmk": "remark", "exa": "example", "exc": "exercise",
    "pf": "proof", "soln": "solution",
  ]
  private static let lists = ["\\listoffigures": "list-of-figures", "\\listoftables": "list-of-tables"]

  /// `\listoffigures` on a line of its own: the book has that list, in its front matter.
  mutating func list(_ given: [Line], _ index: Int) -> (lines: [Line], next: Int)? {
    guard let option = DialectMarks.lists[String(given[index].text.trimmingBlanks)] else { return nil }
    lists.insert(option)
    return ([Line(text: "", number: given[index].number)], index + 1)
  }

  /// The heading of such a list, which it has itself.
  func listHeading(_ given: [Line], _ index: Int) -> (lines: [Line], next: Int)? {
    guard let next = given[(index + 1)...].prefix(4).firstIndex(where: { !$0.text.isWhite }),
      DialectMarks.lists[String(given[next].text.trimmingBlanks)] != nil
    else { return nil }
    return ([Line(text: "", number: given[index].number)], index + 1)
  }

  /// No theorem is longer.
  private static let mostLines = 2000

  /// `\begin{theorem}[Euler]\label{thm:e}` up to its end.
  mutating func theorem(_ given: [Line], _ index: Int, depth: Int) -> (lines: [Line], next: Int)? {
    let first = given[index].text.trimmingBlanks
    guard first.hasPrefix("\\begin{"), let close = first.firstIndex(of: "}") else { return nil }
    let environment = first[..<close].dropFirst(7)
    let word = environment.last == "*" ? environment.dropLast() : environment
    let name = DialectMarks.shortNames[String(word)] ?? word.lowercased()
    guard let kind = Label.Kind(rawValue: name).flatMap(Callout.Kind.init) else { return nil }
    let closer = "\\end{\(environment)}"
    guard openDivs < DialectMarks.mostOpenDivs else { return nil }
    guard
      let last = given[index...].prefix(DialectMarks.mostLines).firstIndex(where: { $0.text.contains(closer) }),
      let end = given[last].text.firstRange(of: closer)
    else {
      openDivs += 1
      return nil
    }
    // its name, and by what it is referred to
    var head = first[first.index(after: close)...].drop { $0 == " " }
    if last == index, let own = head.firstRange(of: closer) { head = head[..<own.lowerBound] }
    var title: Substring = ""
    if head.first == "[", let bracket = head.firstIndex(of: "]") {
      title = head[..<bracket].dropFirst()
      head = head[head.index(after: bracket)...].drop { $0 == " " }
    }
    var label = ""
    func takeLabel(_ words: inout Substring) {
      guard label.isEmpty, words.hasPrefix("\\label{"), let brace = words.firstIndex(of: "}") else { return }
      label = String(words[..<brace].dropFirst(7))
      words = words[words.index(after: brace)...].drop { $0 == " " }
    }
    takeLabel(&head)
    func line(_ words: Substring, _ at: Int) -> Line { Line(text: words, number: given[at].number) }
    var body = head.isEmpty ? [] : [line(head, index)]
    if last > index {
      body += given[(index + 1)..<last]
      let foot = given[last].text[..<end.lowerBound]
      if !foot.isWhite { body.append(line(foot, last)) }
    }
    if label.isEmpty, let second = body.first {
      var words = second.text.trimmingBlanks
      takeLabel(&words)
      if !label.isEmpty { body[0].text = words }
    }
    for index in body.indices where body[index].text.contains("\\qed") {
      body[index].text = body[index].text.replacing("\\qedhere", with: "□").replacing("\\qed", with: "□")[...]
    }
    // all are counted, as in LaTeX, but those with a star
    let isCounted = word.endIndex == environment.endIndex && kind != .proof && kind != .solution
    if label.isEmpty, isCounted { label = "\(name)-\(given[index].number + 1)" }
    let named = label.isEmpty ? "" : " #\(label)"
    let titled = title.isEmpty ? "" : " name=\"\(title.replacing("\"", with: "”"))\""
    let behind = given[last].text[end.upperBound...]
    isChanged = true
    return (
      [line(":::: {.\(kind.rawValue)\(named)\(titled)}", index)] + made(body, depth: depth + 1)
        + [line("::::", last)] + (behind.isWhite ? [] : [line("", last), line(behind, last)]), last + 1
    )
  }
}
