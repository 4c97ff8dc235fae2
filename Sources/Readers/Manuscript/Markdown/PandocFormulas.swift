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
    if let before, before.isASCIILetter, let last = words.utf8.last,
      UInt8(ascii: ",")...UInt8(ascii: "/") ~= last
        || last == UInt8(ascii: ":") || last == UInt8(ascii: "=")
    {
      return true
    }
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
    // `\( n \)` with blanks at either end is none of prose's brackets
    let isSpaced = words.first == " " && words.last == " "
    let words = words.trimmingBlanks[...]
    if isOfFormula(words, inBrackets: true) || words.utf8.count <= (isSpaced ? 2 : 1) { return true }
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

  /// Code of as many backticks as no other has; what stands on lines of its own has a blank more at either end, an
  /// environment two.
  private func code(_ formula: Substring, isDisplayed: Bool, isEnvironment: Bool = false) -> String {
    let blanks = isEnvironment ? "   " : isDisplayed ? "  " : ""
    return ticks + blanks + formula.trimmingBlanks + blanks + ticks
  }

  /// `\(x\)` and `\[x\]`, with something in it that only formulas have: the brackets alone may be written with a backslash.
  /// With two backslashes mdBook has them.
  mutating func bracketedFormula(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    let rest = line[at...]
    let slashes = rest.hasPrefix("\\\\") ? "\\\\" : "\\"
    let isDisplayed = rest.hasPrefix(slashes + "[")
    guard isDisplayed || rest.hasPrefix(slashes + "("),
      let close = rest.dropFirst(slashes.count + 1).firstRange(of: slashes + (isDisplayed ? "]" : ")"))
    else { return nil }
    let inner = rest[rest.index(at, offsetBy: slashes.count + 1)..<close.lowerBound]
    guard !inner.utf8.contains(0x60),
      isDisplayed ? PandocMarks.isOfFormula(inner, inBrackets: true) : PandocMarks.isOfFormulaInBrackets(inner),
      !inner.contains("](")
    else { return nil }
    hasFormulas = true
    return (code(inner, isDisplayed: isDisplayed), close.upperBound)
  }

  /// A formula on lines of its own: `$$` or `\[` where a line, or what a quotation or an item holds, begins, or `$$` behind
  /// words, to its end on this line or on one below.
  /// - Returns: the index behind it; nil where there is none.
  mutating func displayedFormula(_ first: Int) -> Int? {
    let line = lines[first].hasSuffix("\r") ? lines[first].dropLast() : lines[first]
    guard let (open, opener, closer) = PandocMarks.displayOpening(line) else { return nil }
    let (before, rest) = (line[..<open], line[line.index(open, offsetBy: opener.count)...])
    if let close = rest.firstRange(of: closer) {
      // on one line; words may follow it
      let inner = rest[..<close.lowerBound].trimmingBlanks
      guard before.isEmpty, !inner.isEmpty, !inner.contains("`"),
        closer == "$$" || PandocMarks.isOfFormula(inner[...], inBrackets: true)
      else { return nil }
      var behind = rest[close.upperBound...]
      let source = PandocMarks.labelled(inner, behind: &behind)
      set(first, code(source[...], isDisplayed: true) + words(behind, at: first))
      hasFormulas = true
      return first + 1
    }
    let below = lines[(first + 1)...].prefix(60)
    guard let last = below.firstIndex(where: { $0.contains(closer) }),
      !lines[(first + 1)..<last].contains(where: { PandocMarks.held(by: $0).isWhite }),
      let close = lines[last].firstRange(of: closer)
    else { return nil }
    // signs that stand alone become the fence; beside words, the formula is one run of code
    let held = PandocMarks.held(by: lines[last][..<close.lowerBound])
    var behind = lines[last][close.upperBound...].filter { $0 != "\r" }[...]
    let ends = held.isWhite
    let label = PandocMarks.labelled("", behind: &behind)
    let end = held.trimmingBlanks + label
    for index in first + 1..<last { relabel(index) }
    if PandocMarks.isMargin(before), rest.isWhite, ends, behind.isWhite, label.isEmpty || last > first + 1 {
      set(first, before + "```math")
      if !label.isEmpty { set(last - 1, lines[last - 1].filter { $0 != "\r" } + label) }
      set(last, lines[last][..<held.startIndex] + "```")
      return last + 1
    }
    guard !lines[first...last].contains(where: { $0.contains("`") }) else { return nil }
    hasFormulas = true
    // a line within begins no list and no heading
    for index in first + 1..<last { set(index, " {}" + PandocMarks.held(by: lines[index]).trimmingBlanks) }
    set(first, words(before, at: first) + ticks + "  " + rest.trimmingBlanks)
    set(last, " {}" + end + "  " + ticks + words(behind, at: last))
    return last + 1
  }

  /// Words beside a formula with their own marks replaced; of a label's braces the label stays.
  private mutating func words(_ words: Substring, at index: Int) -> Substring {
    let text = words.trimmingBlanks
    if text.hasPrefix("{") {
      guard text.hasPrefix("{#"), let close = text.firstIndex(of: "}") else { return words }
      return " " + text[..<close].prefix { $0 != " " } + text[close...]
    }
    set(index, String(words))
    inline(index)
    return lines[index]
  }

  private mutating func relabel(_ index: Int) {
    guard lines[index].contains("(\\#eq:") else { return }
    var none: Substring = ""
    set(index, PandocMarks.labelled(lines[index], behind: &none))
  }

  /// The name that MyST gives a formula behind it, `$$ (name)`, and bookdown within it, `(\#eq:name)`, as TeX has it.
  private static func labelled(_ source: Substring, behind: inout Substring) -> String {
    var made = String(source)
    let words = behind.trimmingBlanks
    if words.first == "(", words.last == ")", let name = name(words.dropFirst().dropLast()),
      name.utf8.count == words.utf8.count - 2
    {
      made += " \\label{\(name)}"
      behind = ""
    }
    guard let open = made.firstRange(of: "(\\#eq:"), let close = made[open.upperBound...].firstIndex(of: ")") else {
      return made
    }
    return made[..<open.lowerBound] + "\\label{eq:\(made[open.upperBound..<close])}" + made[made.index(after: close)...]
  }

  /// Where a formula on lines of its own may begin in a line, and what it begins and ends with: the last `$$` that none
  /// ends, or a bracket where the text of the line begins.
  private static func displayOpening(_ line: Substring) -> (at: Substring.Index, opener: String, closer: String)? {
    let utf8 = line.utf8
    guard utf8.contains(where: { $0 == 0x24 || $0 == 0x5C }) else { return nil }
    let text = held(by: line)
    for (opener, closer) in [("\\[", "\\]"), ("\\\\[", "\\\\]")] where text.hasPrefix(opener) {
      return (text.startIndex, opener, closer)
    }
    if line.hasPrefix("$$") { return (line.startIndex, "$$", "$$") }
    var open: Substring.Index?
    var at = line.startIndex
    while at < line.endIndex {
      let next = utf8.index(after: at)
      switch utf8[at] {
      case 0x60: return nil
      case 0x5C where next < line.endIndex: at = utf8.index(after: next)
      case 0x24 where next < line.endIndex && utf8[next] == 0x24:
        open = open == nil ? at : nil
        at = utf8.index(after: next)
      default: at = next
      }
    }
    return open.map { ($0, "$$", "$$") }
  }

  /// A line without the signs and blanks of quotations that it begins with.
  private static func held(by line: Substring) -> Substring {
    line.drop { $0 == " " || $0 == "\t" || $0 == ">" }
  }

  /// Whether all that stands before a fence is blanks, the signs of quotations, or the sign of an item.
  private static func isMargin(_ words: Substring) -> Bool {
    let sign = held(by: words)
    guard let last = sign.last else { return true }
    let mark = sign.trimmingBlanks
    return last == " "
      && (["-", "*", "+"].contains(mark)
        || (mark.last == "." || mark.last == ")") && mark.dropLast().allSatisfy(\.isNumber))
  }

  /// An environment of TeX's that is a formula, from `\begin` to `\end`, becomes a fence that is named by the first line;
  /// one that ends on its line becomes a run of code.
  /// - Returns: the index behind it; nil for others.
  mutating func environment(_ first: Int) -> Int? {
    let line = lines[first].hasSuffix("\r") ? lines[first].dropLast() : lines[first]
    // nothing of TeX's stands before it
    guard let begin = line.utf8.firstIndex(of: 0x5C), line[begin...].hasPrefix("\\begin{"),
      PandocMarks.isMargin(line[..<begin])
    else { return nil }
    let (before, text) = (line[..<begin], line[begin...].trimmingBlanks)
    let name = line[begin...].dropFirst(7).prefix { $0 != "}" }
    guard PandocMarks.environments.contains(name.last == "*" ? String(name.dropLast()) : String(name)) else {
      return nil
    }
    let closer = "\\end{\(name)}"
    guard let last = lines[first...].prefix(100).firstIndex(where: { $0.contains(closer) }),
      !lines[first...last].contains(where: { $0.contains("`") })
    else { return nil }
    if last == first {
      guard text.hasSuffix(closer) else { return nil }
      set(first, before + code(text[...], isDisplayed: true, isEnvironment: true))
      hasFormulas = true
      return first + 1
    }
    let held = PandocMarks.held(by: lines[last])
    guard held.trimmingBlanks.trimmingReturn == closer else { return nil }
    for index in first + 1..<last { relabel(index) }
    set(first, before + "```math " + text)
    set(last, lines[last][..<held.startIndex] + "```")
    return last + 1
  }

  /// What ends the formula on lines of its own that begins words: `\]`, `\end{align}`; nil where none begins.
  static func closer(ofDisplay words: Substring) -> String? {
    if words.hasPrefix("\\[") { return "\\]" }
    guard words.hasPrefix("\\begin{") else { return nil }
    let name = words.dropFirst(7).prefix { $0 != "}" }
    guard environments.contains(name.last == "*" ? String(name.dropLast()) : String(name)) else { return nil }
    return "\\end{\(name)}"
  }

  /// An environment behind words on their line: `Then \begin{equation*} … \end{equation*}`.
  mutating func environmentInText(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    let rest = line[at...]
    guard rest.hasPrefix("\\begin{"), let closer = PandocMarks.closer(ofDisplay: rest),
      let close = rest.firstRange(of: closer), !rest[..<close.upperBound].utf8.contains(0x60)
    else { return nil }
    hasFormulas = true
    return (code(rest[..<close.upperBound], isDisplayed: true, isEnvironment: true), close.upperBound)
  }

  static let environments: Set<String> = [
    "equation", "align", "gather", "multline", "alignat", "flalign", "eqnarray", "displaymath", "math", "dmath",
    "subequations",
  ]
}

extension Substring {
  fileprivate var trimmingReturn: Substring { last == "\r" ? dropLast() : self }
}

extension String {
  fileprivate var trimmingBlanks: Substring { self[...].trimmingBlanks }
}
