/// Signs of emphasis beside ideographs, kana, Hangul, and letters of Asian and Ethiopian scripts, which part no words by
/// spaces or write short ones together with the next: `**「重要」**です` is strong, and so is `و**"نعم"**`,
/// though punctuation stands within and a letter behind (CommonMark's rule of flanking runs, 6.2, lets neither sign
/// close; the same amendment as in "CommonMark CJK-friendly emphasis", 2024). Such pairs are written as HTML.
extension PandocMarks {
  /// Whether such a sign may stand beside a wide letter.
  static func mayBeWide(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      // of U+0580 and above, which Hebrew begins
      guard bytes.contains(where: { $0 >= 0xD6 }) else { return false }
      return bytes.indices.contains { at in
        (bytes[at] == 0x2A || bytes[at] == 0x5F)
          && (at > 0 && bytes[at - 1] >= 0x80 || at + 1 < bytes.count && bytes[at + 1] >= 0xD6)
      }
    }
  }

  private struct Run {
    var range: Range<Int>
    var sign: UnicodeScalar
    var opens: Bool
    var closes: Bool
    /// CommonMark gives the same answers.
    var isPlain: Bool
  }

  /// The line with such pairs as HTML; nil where there are none.
  func wideEmphasis(_ line: Substring) -> String? {
    guard line.utf8.contains(where: { $0 >= 0xD6 }), line.utf8.contains(where: { $0 == 0x2A || $0 == 0x5F }) else {
      return nil
    }
    let scalars = Array(line.unicodeScalars)
    var runs: [Run] = []
    var isCode = false
    var at = 0
    while at < scalars.count {
      let sign = scalars[at]
      if sign == "\\" {
        at += 2
        continue
      }
      if sign == "`" { isCode.toggle() }
      guard !isCode, sign == "*" || sign == "_" else {
        at += 1
        continue
      }
      var end = at + 1
      while end < scalars.count, scalars[end] == sign { end += 1 }
      if end - at <= 3 { runs.append(PandocMarks.run(at..<end, sign, scalars)) }
      at = end
    }
    var changes: [(range: Range<Int>, words: String)] = []
    var open: [Run] = []
    for run in runs {
      if run.closes, let place = open.lastIndex(where: { $0.sign == run.sign && $0.range.count == run.range.count }) {
        let opener = open[place]
        open.removeSubrange(place...)
        guard !opener.isPlain || !run.isPlain else { continue }
        let tags = [["em"], ["strong"], ["strong", "em"]][run.range.count - 1]
        changes.append((opener.range, tags.map { "<\($0)>" }.joined()))
        changes.append((run.range, tags.reversed().map { "</\($0)>" }.joined()))
      } else if run.opens {
        open.append(run)
      }
    }
    guard !changes.isEmpty else { return nil }
    var made = String.UnicodeScalarView()
    var next = 0
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      made.append(contentsOf: scalars[next..<change.range.lowerBound])
      made.append(contentsOf: change.words.unicodeScalars)
      next = change.range.upperBound
    }
    made.append(contentsOf: scalars[next...])
    return String(made)
  }

  private static func run(_ range: Range<Int>, _ sign: UnicodeScalar, _ scalars: [UnicodeScalar]) -> Run {
    let before = range.lowerBound > 0 ? scalars[range.lowerBound - 1] : " "
    let after = range.upperBound < scalars.count ? scalars[range.upperBound] : " "
    func isSpace(_ scalar: UnicodeScalar) -> Bool { scalar.properties.isWhitespace }
    func isSign(_ scalar: UnicodeScalar) -> Bool {
      switch scalar.properties.generalCategory {
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
        true
      default: false
      }
    }
    func flanks(_ inner: UnicodeScalar, _ outer: UnicodeScalar, _ isWide: (UnicodeScalar) -> Bool) -> Bool {
      !isSpace(inner) && (!isSign(inner) || isSpace(outer) || isSign(outer) || isWide(outer))
    }
    func answers(_ isWide: @escaping (UnicodeScalar) -> Bool) -> (Bool, Bool) {
      let (left, right) = (flanks(after, before, isWide), flanks(before, after, isWide))
      guard sign == "_" else { return (left, right) }
      return (
        left && (!right || isSign(before) || isWide(before)), right && (!left || isSign(after) || isWide(after))
      )
    }
    // where spaces part words, `_` within one is none of emphasis
    let (opens, closes) = answers { isIdeographic($0) || sign == "*" && joinsWords($0) }
    return Run(
      range: range, sign: sign, opens: opens, closes: closes, isPlain: answers { _ in false } == (opens, closes))
  }

  /// Letters of Hebrew and Arabic, of which some stand before their word without a space, of the scripts of India, where
  /// they follow it so, and of those of Thailand and Burma, which part no words.
  private static func joinsWords(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0x5D0...0x5F2, 0x620...0x669, 0x671...0x6D3, 0x6FA...0x6FF, 0x700...0x1097, 0x1200...0x137F, 0x1780...0x17D3,
      0x1950...0x1AAF, 0xFB1D...0xFDFB, 0xFE70...0xFEFC:
      scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
    default: false
    }
  }

  /// Letters and signs of scripts that part no words, and Hangul, whose particles follow their word without a space.
  private static func isIdeographic(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFFEF, 0x1B000...0x1B16F, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
