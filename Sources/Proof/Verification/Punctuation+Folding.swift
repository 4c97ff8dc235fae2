// What signs have in common however they are written.

extension Punctuation {
  /// Without white space, and without lines that hold no more than rules and stars.
  static func folded(_ signs: [UInt8]) -> [UInt8] {
    var folded: [UInt8] = []
    let (stop, ellipsis, dash) = (Sign.stop.rawValue, Sign.ellipsis.rawValue, Sign.dash.rawValue)
    let lines = signs.split(separator: Sign.lineEnd.rawValue, omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      if number > 0, number < lines.count - 1, line.allSatisfy({ isOfRule($0) }) { continue }
      var isNew = true
      for sign in line {
        if sign == Sign.space.rawValue || sign == Sign.other.rawValue || sign == Sign.tick.rawValue {
          isNew = true
          continue
        }
        switch (folded.last, sign) {
        case (stop, stop), (stop, ellipsis), (ellipsis, stop), (ellipsis, ellipsis): folded[folded.count - 1] = ellipsis
        case (dash, dash): break
        case (Sign.quote.rawValue, Sign.quote.rawValue) where !isNew: break
        default: folded.append(sign)
        }
        isNew = false
      }
    }
    return folded
  }

  /// Whether signs of the manuscript, and those printed, are the same. Two quotes in a row count as one in type: so they
  /// do where a reader of PDFs parts them behind a raised letter, and where French has a blank within its quotes.
  static func isSame(_ expected: [UInt8], _ printed: [UInt8]) -> Bool {
    let here = folded(expected)
    if here == folded(printed) { return true }
    guard here.contains(Sign.quote.rawValue) else { return false }
    func unspaced(_ signs: [UInt8], without marks: Set<UInt8> = [Sign.space.rawValue]) -> [UInt8] {
      let close = signs.filter { !marks.contains($0) }
      // a hyphen that is spoken of is a dash where blanks stand around it
      let isSpokenOf = { (k: Int) in
        close[k] == Sign.dash.rawValue && k > 0 && close[k - 1] == Sign.quote.rawValue && k + 1 < close.count
          && close[k + 1] == Sign.quote.rawValue
      }
      return folded(close.indices.filter { !isSpokenOf($0) }.map { close[$0] })
    }
    // one line of the manuscript may be several in print
    let isOneLine = !expected.drop { $0 == Sign.lineEnd.rawValue }.reversed().drop { $0 == Sign.lineEnd.rawValue }
      .contains(Sign.lineEnd.rawValue)
    let there = unspaced(
      printed, without: isOneLine ? [Sign.space.rawValue, Sign.lineEnd.rawValue] : [Sign.space.rawValue])
    if !expected.contains(Sign.space.rawValue), here == there { return true }
    // what stands between them may be markup
    let between: Set = [Sign.space.rawValue, Sign.other.rawValue]
    // and either side may have them on several lines
    return quotes(expected) == quotes(printed)
      && [between, between.union([Sign.lineEnd.rawValue])].contains {
        unspaced(expected, without: $0) == unspaced(printed, without: $0)
      }
  }

  private static func quotes(_ signs: [UInt8]) -> Int { signs.count { $0 == Sign.quote.rawValue } }

  static func onOneLine(_ signs: [UInt8]) -> [UInt8] { folded(signs.filter { $0 != Sign.lineEnd.rawValue }) }

  static func isOfRule(_ sign: UInt8) -> Bool {
    sign == Sign.dash.rawValue || sign == Sign.other.rawValue || sign == Sign.space.rawValue
  }

  /// What a line is made of that holds a rule and no more; nil where there is none. One dash is a rule where an
  /// ornament of three signs is printed.
  static func rule(in signs: [UInt8], printedAs printed: [UInt8]) -> Sign? {
    let marks = Set([Sign.stop, .ellipsis, .dash, .other, .space].map(\.rawValue))
    let other = Sign.other.rawValue
    let lines = printed.split(separator: Sign.lineEnd.rawValue, omittingEmptySubsequences: false)
    let hasOrnament = lines.enumerated().contains { number, line in
      // a typescript has one sign, on a line of its own
      let isWhole = number > 0 && number < lines.count - 1
      return line.count { $0 == other } > (isWhole ? 0 : 2)
        && line.allSatisfy { $0 == other || $0 == Sign.space.rawValue }
    }
    let least = hasOrnament ? 1 : 2
    var found: Sign?
    for line in signs.split(separator: Sign.lineEnd.rawValue) where line.allSatisfy({ marks.contains($0) }) {
      let dashes = line.count { $0 == Sign.dash.rawValue }
      let isMixed = dashes >= least && line.contains(Sign.ellipsis.rawValue)
      if isMixed || line.count(where: { $0 == Sign.stop.rawValue }) > 2 { return .stop }
      if dashes >= least { found = .dash }
    }
    // leaders behind a quote, which a list of contents has white space for
    if lines.count > 1,
      signs.reversed().prefix(while: { marks.contains($0) }).count(where: { $0 == Sign.stop.rawValue }) > 3
    {
      return .stop
    }
    // in markup a tag may be all that stands between a rule and the text
    if found == nil, hasOrnament {
      let ends: Set = [Sign.lineEnd.rawValue, Sign.space.rawValue]
      for part in signs.split(whereSeparator: ends.contains) {
        // more of them than are typed for a dash, or for what is left unsaid
        let isLast = part.startIndex > signs.startIndex && signs[part.endIndex...].allSatisfy(ends.contains)
        let isFirst = part.count > 1 && part.startIndex > 0 && signs[part.startIndex - 1] == Sign.lineEnd.rawValue
        if part.count > 2 || isLast || isFirst, part.allSatisfy({ $0 == Sign.dash.rawValue }) { found = .dash }
        if part.count > 2, part.allSatisfy({ $0 == Sign.stop.rawValue }) { return .stop }
      }
      // at the end they may be spaced, too, and where a line begins
      if beginsWithPoints(signs.reversed().drop(while: ends.contains))
        || signs.split(separator: Sign.lineEnd.rawValue, omittingEmptySubsequences: false).dropFirst()
          .contains(where: { beginsWithPoints($0) })
      {
        return .stop
      }
    }
    return found
  }

  /// Three of them or more, spaced or not.
  private static func beginsWithPoints(_ signs: some Sequence<UInt8>) -> Bool {
    signs.prefix { $0 == Sign.stop.rawValue || $0 == Sign.space.rawValue }.count { $0 == Sign.stop.rawValue } > 2
  }

  /// Whether the signs printed are some of the manuscript's, in their order; a row of quotes may be on several lines in
  /// print.
  static func isSome(_ printed: [UInt8], of expected: [UInt8], without mark: Sign? = nil) -> Bool {
    func unmarked(_ folded: [UInt8]) -> [UInt8] { folded.filter { $0 != mark?.rawValue } }
    return isLess(unmarked(folded(printed)), unmarked(folded(expected)))
      || quotes(printed) == quotes(expected) && isLess(unmarked(onOneLine(printed)), unmarked(onOneLine(expected)))
  }

  /// Whether the first are some of the second, in their order.
  static func isLess(_ some: [UInt8], _ all: [UInt8]) -> Bool {
    var rest = all[...]
    for sign in some {
      guard let place = rest.firstIndex(of: sign) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }
}
