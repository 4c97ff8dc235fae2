internal import PageModel

/// Which letters of a text stand upright in a vertical line (UAX #50), and which figures side by side.
enum VerticalText {
  /// - Returns: stretches of one stance by their length in bytes of UTF-8, in order.
  static func stretches(of text: String) -> [(bytes: Int, stance: GlyphStance)] {
    let scalars = Array(text.unicodeScalars)
    var stances = scalars.map { isUpright($0.value) ? GlyphStance.stacked : .turned }
    var index = 0
    while index < scalars.count {
      var end = index + 1
      if joins(scalars[index]) {
        // dashes and dots among upright letters are of their font, which has forms of them for vertical lines
        while end < scalars.count, scalars[end] == scalars[index] { end += 1 }
        let isAmong =
          index > 0 && stances[index - 1] == .stacked || end < scalars.count && isUpright(scalars[end].value)
        if isAmong { for place in index..<end { stances[place] = .stacked } }
      } else if isAscii(scalars[index]) {
        while end < scalars.count, isAscii(scalars[end]) { end += 1 }
        set(&stances, of: scalars, index..<end)
      }
      index = end
    }
    var stretches: [(bytes: Int, stance: GlyphStance)] = []
    for (scalar, stance) in zip(scalars, stances) {
      // each number in the room of one letter by itself
      if let last = stretches.indices.last, stretches[last].stance == stance {
        stretches[last].bytes += UTF8.width(scalar)
      } else {
        stretches.append((UTF8.width(scalar), stance))
      }
    }
    return stretches
  }

  /// Numbers of two figures and pairs of ! and ? stand side by side, one figure or capital upright, figures of one
  /// face whether one or two; longer ones are turned (JLREQ 2.3.2, 3.2.5).
  private static func set(_ stances: inout [GlyphStance], of scalars: [Unicode.Scalar], _ word: Range<Int>) {
    let letters = scalars[word]
    switch word.count {
    case 1 where letters.allSatisfy(isFigure): stances[word.lowerBound] = .abreast
    case 1 where letters.allSatisfy({ isCapital($0) || isCall($0) }):
      stances[word.lowerBound] = .stacked
    case 2 where letters.allSatisfy(isFigure) || letters.allSatisfy(isCall):
      for place in word { stances[place] = .abreast }
    default: break
    }
  }

  /// Whether a letter stands as it does in a line across: ideographs, kana, hangul and the like, their signs, which
  /// have forms of their own for it, and signs of no script.
  private static func isUpright(_ value: UInt32) -> Bool {
    switch value {
    case 0xA7, 0xA9, 0xAE, 0xB1, 0xBC...0xBE, 0xD7, 0xF7, 0x1100...0x11FF, 0x2016, 0x2020, 0x2021, 0x2030, 0x2031,
      0x203B, 0x203C, 0x2042, 0x2047...0x2049, 0x2051, 0x2100...0x218F, 0x2460...0x24FF, 0x25A0...0x2767,
      0x2776...0x2793, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xE000...0xFAFF, 0xFE10...0xFE1F,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE7, 0x1B000...0x1B2FF, 0x1F000...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// Double quotes of lines across as they are in vertical Japanese: “ ” become 〝 〟 (JLREQ 3.1.1, note). They take
  /// as many bytes.
  static func withVerticalQuotes(_ text: String) -> String {
    guard text.utf8.contains(0xE2) else { return text }
    var scalars = Array(text.unicodeScalars)
    for index in scalars.indices where scalars[index] == "\u{201C}" || scalars[index] == "\u{201D}" {
      let opens = scalars[index] == "\u{201C}"
      let beside = opens ? index + 1 : index - 1
      // quotes about words of other scripts are turned with these
      guard scalars.indices.contains(beside), isUpright(scalars[beside].value) else { continue }
      scalars[index] = opens ? "\u{301D}" : "\u{301F}"
    }
    var result = ""
    result.unicodeScalars.append(contentsOf: scalars)
    return result
  }

  /// — ― ‥ … ⸺
  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2014, 0x2015, 0x2025, 0x2026, 0x2E3A: true
    default: false
    }
  }

  private static func isAscii(_ scalar: Unicode.Scalar) -> Bool { scalar.value > 0x20 && scalar.value < 0x7F }
  private static func isFigure(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }
  private static func isCapital(_ scalar: Unicode.Scalar) -> Bool { (0x41...0x5A).contains(scalar.value) }
  private static func isCall(_ scalar: Unicode.Scalar) -> Bool { scalar == "!" || scalar == "?" }
}
