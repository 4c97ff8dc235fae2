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

  mutating func count(formulaAt index: Int) {
    formulas = (formulas.count + 1, formulas.count == 0 ? index : formulas.line)
    changed = true
  }

  /// `$x^2$`: no space inside the signs, no figure behind them, and something in it that only formulas have, for
  /// two prices are none.
  func formula(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    let signs = line[at...].prefix { $0 == "$" }.count
    guard signs <= 2 else { return nil }
    let start = line.index(at, offsetBy: signs)
    guard start < line.endIndex, signs == 2 || !line[start].isWhitespace, !line.hasPrefix("|") else { return nil }
    var end = start
    while end < line.endIndex, line[end] != "$" {
      if line[end] == "\\", line.index(after: end) < line.endIndex { end = line.index(after: end) }
      end = line.index(after: end)
    }
    guard end < line.endIndex, end > start else { return nil }
    let inner = line[start..<end]
    var behind = line.index(after: end)
    if signs == 2 {
      guard behind < line.endIndex, line[behind] == "$" else { return nil }
      behind = line.index(after: behind)
    } else if line[line.index(before: end)].isWhitespace || behind < line.endIndex && line[behind].isNumber {
      return nil
    }
    let isShort = inner.count <= 2 && inner.contains(where: \.isLetter)
    guard signs == 2 || isShort || inner.contains(where: { "\\^_={}+<>/".contains($0) }), !inner.contains("`") else {
      return nil
    }
    // backticks on either side would be some of its own
    guard at == line.startIndex || line[line.index(before: at)] != "`", behind == line.endIndex || line[behind] != "`"
    else { return nil }
    return (ticks + inner.trimmingSpaces + ticks, behind)
  }

  /// A formula on lines of its own, from the line it begins on.
  /// - Returns: the index behind it.
  mutating func displayedFormula(_ first: Int) -> Int {
    let line = lines[first].filter { $0 != "\r" }
    let rest = line.dropFirst(2)
    if let close = rest.firstRange(of: "$$") {
      // on one line; words may follow it
      let inner = rest[..<close.lowerBound].trimmingSpaces
      guard !inner.isEmpty, !inner.contains("`") else { return first + 1 }
      set(first, ticks + inner + ticks + rest[close.upperBound...])
      count(formulaAt: first)
      return first + 1
    }
    guard
      let last = lines[(first + 1)...].prefix(60).firstIndex(where: {
        $0.filter { !$0.isWhitespace }.hasSuffix("$$")
      }), !lines[(first + 1)..<last].contains(where: { $0.allSatisfy(\.isWhitespace) })
    else { return first + 1 }
    // signs that stand alone become the fence; beside words, the formula is one run of code
    let end = lines[last].filter { $0 != "\r" }.trimmingSpaces.dropLast(2)
    guard !rest.trimmingSpaces.isEmpty || !end.isEmpty else {
      set(first, "```math")
      set(last, "```")
      count(formulaAt: first)
      return last + 1
    }
    guard !lines[first...last].contains(where: { $0.contains("`") }) else { return last + 1 }
    set(first, ticks + rest)
    set(last, end + ticks)
    count(formulaAt: first)
    return last + 1
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var words = self.drop { $0 == " " || $0 == "\t" }
    while words.last == " " || words.last == "\t" { words = words.dropLast() }
    return words
  }
}

extension String {
  fileprivate var trimmingSpaces: Substring { self[...].trimmingSpaces }
}
