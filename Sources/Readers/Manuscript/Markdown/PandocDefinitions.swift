/// Definitions below their terms, as pandoc writes them: `: what it means` or `~ what it means`.
struct PandocDefinitions {
  var terms: Set<Int> = []
  /// Lines in which a definition begins.
  var begins: Set<Int> = []
  /// The line behind a definition and what goes on with it: another may begin there.
  var end = -1
  /// Blank lines that became the fences around what goes on with a definition.
  var fences: Set<Int> = []
  /// The end of the outermost of these.
  var endOfFence = -1
}

extension PandocMarks {
  /// What stands behind the sign of a definition, below a short line that is the term.
  private func meaning(_ index: Int) -> Substring? {
    let begun = PandocFence.begun(lines[index])
    guard let sign = begun.first, sign == ":" || sign == "~" else { return nil }
    let rest = begun.dropFirst()
    guard rest.first == " " || rest.first == "\t", !rest.isWhite else { return nil }
    return rest.drop { $0 == " " || $0 == "\t" }
  }

  func isDefinition(_ index: Int) -> Bool {
    guard meaning(index) != nil, !SceneSigns.areAll(of: String(lines[index])) else { return false }
    if index == definitions.end || definitions.terms.contains(index - 1) || definitions.begins.contains(index - 1) {
      return true
    }
    var term = index - 1
    if term > 0, isBlank(term) { term -= 1 }
    guard term >= 0, !isBlank(term), isBlank(term - 1), lines[term].utf8.count <= 100, let sign = lines[term].first,
      !sign.isWhitespace, !"#>|:~<".contains(sign) || lines[term].hasPrefix("<span id="),
      lines[term].contains(where: { $0.isLetter || $0.isNumber })
    else { return false }
    // an item is none, nor a block of code
    let isItem = "-*+".contains(sign) && lines[term].dropFirst().first?.isWhitespace == true
    return !isItem && !lines[term].hasPrefix("```")
  }

  mutating func definition(_ index: Int) {
    guard let meaning = meaning(index) else { return }
    var term = index - 1
    if term > 0, isBlank(term) { term -= 1 }
    if index != definitions.end, !definitions.begins.contains(index - 1), !definitions.terms.contains(term) {
      let words = String(lines[term].filter { $0 != "\r" }[...].trimmingBlanks)
      definitions.terms.insert(term)
      // one that is set off as it stands stays so
      let isStrong = words.utf8.count > 2 && ["*", "_"].contains { words.hasPrefix($0) && words.hasSuffix($0) }
      // the line ends there, whatever comes next
      set(term, (isStrong ? words : "**" + words + "**") + (term == index - 1 ? "\\" : ""))
    }
    set(index, "\(MarkdownDefinitions.sign)" + meaning)
    definitions.begins.insert(index)
    inline(index)
    // what goes on with it is set in
    var next = index + 1
    var further: Int?
    while next < lines.count, isBlank(next) || lines[next].hasPrefix("    ") || lines[next].hasPrefix("\t") {
      if !isBlank(next) {
        set(next, String(lines[next].dropFirst(lines[next].hasPrefix("\t") ? 1 : 4)))
      } else if further == nil, next + 1 < lines.count,
        lines[next + 1].hasPrefix("    ") || lines[next + 1].hasPrefix("\t")
      {
        further = next
      }
      next += 1
    }
    definitions.end = next
    guard let further, isBlank(next - 1), further < next - 1 else { return }
    // a fence in a fence is the shorter one
    let mark = String(repeating: "~", count: index < definitions.endOfFence ? 6 : 9)
    definitions.endOfFence = max(definitions.endOfFence, next)
    set(further, mark + MarkdownFence.definition.rawValue)
    definitions.fences.insert(further)
    // where the outer one ends there the inner does
    if definitions.fences.insert(next - 1).inserted { set(next - 1, mark) }
  }
}
