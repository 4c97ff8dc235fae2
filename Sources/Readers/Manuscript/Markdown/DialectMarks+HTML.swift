/// bookdown's labels within HTML: `(#fig:a)` before the words of a caption.
extension DialectMarks {
  /// No figure has more lines.
  private static let mostLines = 200

  /// A picture with a caption (`<div class="figure">`, `<figure>`) as Markdown's; a table's caption stands above it.
  mutating func labelledHTML(_ given: [Line], _ index: Int) -> (lines: [Line], next: Int)? {
    let first = given[index].text.trimmingBlanks
    guard let name = ["table", "div", "figure"].first(where: { first.hasPrefix("<\($0)") }),
      let tag = htmlPieces(String(first)).first, case .open(name, let attributes, _) = tag,
      name != "div" || attributes.contains(where: { $0.name == "class" && $0.value.hasPrefix("figure") })
    else { return nil }
    let below = given[index...].prefix(DialectMarks.mostLines)
    guard let last = below.firstIndex(where: { $0.text.contains("</\(name)>") }),
      given[last].text.trimmingBlanks.hasSuffix("</\(name)>")
    else { return nil }
    let source = given[index...last].map { String($0.text) }.joined(separator: "\n")
    let number = given[index].number
    guard let caption = DialectMarks.caption(inHTML: source), openDivs < DialectMarks.mostOpenDivs else { return nil }
    func line(_ words: String) -> Line { Line(text: words[...], number: number) }
    if name == "table" {
      guard caption.label.hasPrefix("tab:") else { return nil }
      let rest = source.replacing(source[caption.place], with: "").split(separator: "\n").map { line(String($0)) }
      return (
        [line(""), inline(line("Table: \(caption.words) {#\(caption.label)}")), line("")] + rest + [line("")], last + 1
      )
    }
    var (target, wishes) = ("", "#" + caption.label)
    for piece in htmlPieces(source) {
      guard case .open("img", let attributes, _) = piece else { continue }
      for attribute in attributes where !attribute.value.isEmpty {
        if attribute.name == "src" { target = attribute.value }
        if attribute.name == "width" || attribute.name == "height" { wishes += " \(attribute.name)=\(attribute.value)" }
      }
    }
    guard !target.isEmpty else { return nil }
    return ([line(""), inline(line("![\(caption.words)](<\(target)>){\(wishes)}")), line("")], last + 1)
  }

  /// The words of a caption that a label stands before, and where the whole of it stands.
  private static func caption(
    inHTML source: String
  ) -> (words: String, label: String, place: Range<String.Index>)? {
    for (open, close) in [
      ("<caption", "</caption>"), ("<p class=\"caption\"", "</p>"), ("<figcaption", "</figcaption>"),
    ] {
      guard let start = source.firstRange(of: open), let inner = source[start.upperBound...].firstIndex(of: ">"),
        let end = source[inner...].firstRange(of: close)
      else { continue }
      let words = source[inner..<end.lowerBound].dropFirst().trimmingBlanks
      guard words.hasPrefix("(#") || words.hasPrefix("(\\#"), let paren = words.firstIndex(of: ")"),
        let label = PandocMarks.name(words[..<paren].drop { $0 != "#" }.dropFirst())
      else { return nil }
      let rest = words[paren...].dropFirst().replacing("\n", with: " ").trimmingBlanks
      return (String(rest), String(label), start.lowerBound..<end.upperBound)
    }
    return nil
  }
}
