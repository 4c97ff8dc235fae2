/// Formulas in TeX as pandoc marks them: `$x^2$` and `$$…$$`, set as code.
extension PandocMarks {
  /// As many backticks as stand together nowhere in a text: no code of the manuscript begins or ends at a formula's.
  static func freeTicks(in text: [UInt8]) -> String {
    var taken: Set<Int> = []
    var run = 0
    for byte in text {
      if byte == UInt8(ascii: "`") {
        run += 1
      } else if run > 0 {
        taken.insert(run)
        run = 0
      }
    }
    taken.insert(run)
    var free = 1
    while taken.contains(free) { free += 1 }
    return String(repeating: "`", count: free)
  }

  /// `$x^2$`, `$n-1$`: no space inside the signs and no figure behind them, as pandoc has it; two prices with words
  /// between them are none, nor are two currencies.
  func formula(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    let signs = line.utf8[at...].prefix { $0 == 0x24 }.count
    guard signs <= 2 else { return nil }
    let start = line.utf8.index(at, offsetBy: signs)
    guard start < line.endIndex, signs == 2 || !line[start].isWhitespace else { return nil }
    // by bytes, since most lines are formulas where there are any
    var end = start
    while end < line.endIndex, line.utf8[end] != 0x24 {
      if line.utf8[end] == 0x5C, line.utf8.index(after: end) < line.endIndex { end = line.utf8.index(after: end) }
      end = line.utf8.index(after: end)
    }
    guard end < line.endIndex, end > start else { return nil }
    let inner = line[start..<end]
    // a table's cell ends at it, whatever it stands in
    guard !inner.utf8.contains(0x7C) || line.utf8.first != 0x7C else { return nil }
    var behind = line.utf8.index(after: end)
    if signs == 2 {
      guard behind < line.endIndex, line.utf8[behind] == 0x24 else { return nil }
      behind = line.utf8.index(after: behind)
    } else if line[line.index(before: end)].isWhitespace || behind < line.endIndex && line[behind].isNumber {
      return nil
    }
    let before = at == line.startIndex ? nil : line.utf8[line.utf8.index(before: at)]
    let next = behind == line.endIndex ? nil : line.utf8[behind]
    // backticks on either side would be some of its own
    guard !inner.utf8.contains(0x60), before != 0x60, next != 0x60,
      signs == 2 || !PandocMarks.isMoney(inner, behind: before, before: next)
    else { return nil }
    return (code(inner, isDisplayed: signs == 2), behind)
  }

  /// Whether what stands between two signs of money is no formula: words between prices (`$5 and 10$`), what stands
  /// between currencies (`US$, CA$`) or names of a shell (`$HOME/bin:$PATH`).
  private static func isMoney(_ words: Substring, behind: UInt8?, before: UInt8?) -> Bool {
    // signs that only TeX has
    if words.utf8.contains(where: { $0 == 0x5C || $0 == 0x5E || $0 == 0x5F }) { return false }
    if let behind {
      if UInt8(ascii: "A")...UInt8(ascii: "Z") ~= behind { return true }
      if UInt8(ascii: "0")...UInt8(ascii: "9") ~= behind, !isOfFormula(words) { return true }
    }
    if let before, before.isASCIILetter, let last = words.utf8.last, UInt8(ascii: ",")...UInt8(ascii: "/") ~= last
      || last == UInt8(ascii: ":") || last == UInt8(ascii: "=")
    { return true }
    let pieces = words.utf8.split(separator: 0x20)
    func count(longerThan length: Int) -> Int {
      pieces.count { $0.count > length && $0.allSatisfy { $0.isASCIILetter || $0 > 0x7F || $0 == 0x27 || $0 == 0x2C } }
    }
    let isPrice = words.utf8.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
    return count(longerThan: isPrice ? 1 : 2) > (isPrice && pieces.count > 2 ? 0 : 1)
  }

  /// Whether there is a sign among words that only formulas have; in brackets of text braces are none.
  private static func isOfFormula(_ words: Substring, inBrackets: Bool = false) -> Bool {
    words.utf8.contains { byte in
      switch byte {
      case 0x5C, 0x5E, 0x5F, 0x3D, 0x2B, 0x3C, 0x3E, 0x2F: true
      case 0x7B, 0x7D: !inBrackets
      default: false
      }
    }
  }

  /// Whether words between `\(` and `\)` are a formula: a letter alone, what has a sign of formulas, or letters with
  /// figures, brackets and the like, as `f(x)` and `n-1`; brackets of text may be written so, too.
  private static func isOfFormulaInBrackets(_ words: Substring) -> Bool {
    if isOfFormula(words, inBrackets: true) || words.utf8.count == 1 { return true }
    var (letters, others, run) = (0, 0, 0)
    for byte in words.utf8 {
      if byte.isASCIILetter {
        (letters, run) = (letters + 1, run + 1)
        if run > 2 { return false }
      } else {
        run = 0
        if byte > 0x20 { others += 1 }
      }
    }
    return letters > 0 && others > 0 && !words.contains(". ")
  }

  /// Code of as many backticks as no other has; what stands on lines of its own has a blank more at either end.
  private func code(_ formula: Substring, isDisplayed: Bool) -> String {
    let blanks = isDisplayed ? "  " : ""
    return ticks + blanks + formula.trimmingSpaces + blanks + ticks
  }

  /// `\(x\)` and `\[x\]`, with something in it that only formulas have: the brackets alone may be written with a backslash.
  mutating func bracketedFormula(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    let rest = line[at...]
    let isDisplayed = rest.hasPrefix("\\[")
    guard isDisplayed || rest.hasPrefix("\\("),
      let close = rest.dropFirst(2).firstRange(of: isDisplayed ? "\\]" : "\\)")
    else { return nil }
    let inner = rest[rest.index(at, offsetBy: 2)..<close.lowerBound]
    guard !inner.utf8.contains(0x60),
      isDisplayed ? PandocMarks.isOfFormula(inner, inBrackets: true) : PandocMarks.isOfFormulaInBrackets(inner),
      !inner.contains("](")
    else { return nil }
    hasFormulas = true
    return (code(inner, isDisplayed: isDisplayed), close.upperBound)
  }

  /// A formula on lines of its own, from the line it begins on.
  /// - Returns: the index behind it.
  mutating func displayedFormula(_ first: Int) -> Int {
    let line = lines[first].filter { $0 != "\r" }
    let rest = line.dropFirst(2)
    let closer = line.hasPrefix("$$") ? "$$" : "\\]"
    if let close = rest.firstRange(of: closer) {
      // on one line; words may follow it
      let inner = rest[..<close.lowerBound].trimmingSpaces
      guard !inner.isEmpty, !inner.contains("`") else { return first + 1 }
      if closer != "$$", !PandocMarks.isOfFormula(inner[...], inBrackets: true) {
        inline(first)
        return first + 1
      }
      set(first, code(inner, isDisplayed: true) + rest[close.upperBound...])
      hasFormulas = true
      return first + 1
    }
    guard
      let last = lines[(first + 1)...].prefix(60).firstIndex(where: { $0.contains(closer) }),
      !lines[(first + 1)..<last].contains(where: { $0.allSatisfy(\.isWhitespace) }),
      let close = lines[last].firstRange(of: closer)
    else {
      if closer != "$$" { inline(first) }
      return first + 1
    }
    // signs that stand alone become the fence; beside words, the formula is one run of code
    let end = lines[last][..<close.lowerBound].trimmingSpaces
    let behind = lines[last][close.upperBound...].filter { $0 != "\r" }
    guard !rest.trimmingSpaces.isEmpty || !end.isEmpty || !behind.trimmingSpaces.isEmpty else {
      set(first, "```math")
      set(last, "```")
      return last + 1
    }
    guard !lines[first...last].contains(where: { $0.contains("`") }) else { return last + 1 }
    hasFormulas = true
    // a line within begins no list and no heading
    for index in first + 1..<last { set(index, " {}" + lines[index].trimmingSpaces) }
    set(first, ticks + "  " + rest.trimmingSpaces)
    set(last, " {}" + end + "  " + ticks + behind)
    return last + 1
  }

  /// An environment of TeX's that is a formula, from `\begin` to `\end`, becomes a fence that is named by the first line.
  /// - Returns: the index behind it; nil for others.
  mutating func environment(_ first: Int) -> Int? {
    let line = lines[first].filter { $0 != "\r" }.trimmingSpaces
    let name = line.dropFirst(7).prefix { $0 != "}" }
    guard PandocMarks.environments.contains(name.last == "*" ? String(name.dropLast()) : String(name)) else {
      return nil
    }
    let closer = "\\end{\(name)}"
    guard
      let last = lines[first...].prefix(100).firstIndex(where: { $0.contains(closer) }), last > first,
      lines[last].trimmingSpaces.trimmingReturn == closer, !lines[first...last].contains(where: { $0.contains("`") })
    else { return nil }
    set(first, "```math " + line)
    set(last, "```")
    return last + 1
  }

  static let environments: Set<String> = [
    "equation", "align", "gather", "multline", "alignat", "flalign", "eqnarray", "displaymath", "math", "dmath",
    "subequations",
  ]
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var words = self.drop { $0 == " " || $0 == "\t" }
    while words.last == " " || words.last == "\t" { words = words.dropLast() }
    return words
  }

  fileprivate var trimmingReturn: Substring { last == "\r" ? dropLast() : self }
}

extension String {
  fileprivate var trimmingSpaces: Substring { self[...].trimmingSpaces }
}
