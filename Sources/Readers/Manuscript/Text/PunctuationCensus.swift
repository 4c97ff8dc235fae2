internal import BookModel

/// How often each sign stands in the book in one form and the other.
struct PunctuationCensus {
  var straightDouble = 0
  var straightSingle = 0
  var curlyDouble = 0
  var curlySingle = 0
  /// Of those the ones that open, but for `‘t`, which may be an apostrophe's slip.
  var singleOpen = 0
  /// Of the double ones: high ones, low ones, guillemets.
  var (high, low, angled) = (0, 0, 0)
  var hyphenDash = 0
  var trueDash = 0
  /// Em dashes close on both sides; behind a stop and before a space; anything else but at a line's ends.
  var closedDash = 0
  var strayDash = 0
  var openDash = 0
  /// Two hyphens before a small word and behind a space, `--verbose`; and how many of these a program's words stand by.
  var leadingDash = 0
  var optionSigns = 0

  /// The text is about a program, whose options begin with two hyphens.
  var namesOptions: Bool { optionSigns > 0 && optionSigns * 3 >= leadingDash }

  mutating func count(_ block: Block) {
    switch block {
    case .table, .preformatted, .figure, .sceneBreak, .pageBreak: return
    default: break
    }
    // what is only one word or a number tells nothing of a habit
    block.visitParts(
      text: { inlines, place in if place != .label, place != .speaker { count(inlines) } }, block: { count($0) })
  }

  private mutating func count(_ inlines: [Inline]) {
    for inline in inlines where !inline.style.traits.contains(.code) {
      guard case .text(let run) = inline.content else { continue }
      var mayNameOption = false
      var copy = run
      copy.withUTF8 { bytes in
        _ = firstSign(in: bytes) { i in
          switch bytes[i] {
          case 0x22: straightDouble += 1
          case 0x27: straightSingle += 1
          case 0x2D where i > 0 && bytes[i - 1] == 0x2D:
            hyphenDash += 1
            countDash(bytes, from: i - 1, end: i + 1)
            // seldom, so that most text is not looked at twice
            if i + 1 < bytes.count, bytes[i + 1].isASCIISmall, i < 2 || bytes[i - 2] <= 0x22 || bytes[i - 2] == 0x28 {
              mayNameOption = true
            }
          case 0xE2 where i + 2 < bytes.count && bytes[i + 1] == 0x80:
            switch bytes[i + 2] {
            case 0x9C, 0x9D:
              curlyDouble += 1
              high += 1
            case 0x9E:
              curlyDouble += 1
              low += 1
            case 0x98, 0x99:
              curlySingle += 1
              if bytes[i + 2] == 0x98, i + 3 < bytes.count, bytes[i + 3] | 0x20 != 0x74 { singleOpen += 1 }
            case 0x94:
              trueDash += 1
              countDash(bytes, from: i, end: i + 3)
            default: break
            }
          case 0xC2 where i + 1 < bytes.count && (bytes[i + 1] == 0xAB || bytes[i + 1] == 0xBB):
            curlyDouble += 1
            angled += 1
          default: break
          }
          return false
        }
      }
      if mayNameOption, run.utf8.count < 20_000 { countOptions(run) }
    }
  }

  private mutating func countOptions(_ run: String) {
    let words = run.split { $0 == " " || $0 == "\n" || $0 == "(" || $0 == "\"" }
    let told: Set<String> = [
      "option", "options", "flag", "flags", "switch", "switches", "argument", "arguments", "program", "command",
    ]
    let isTold = words.contains { told.contains($0.lowercased().filter(\.isLetter)) }
    let isShort = words.contains { word in
      word.utf8.count == 2 && word.first == "-" && word.last.map { $0.isASCII && $0.isLetter } ?? false
    }
    for word in words where word.hasPrefix("--") && word.utf8.count > 4 {
      let name = word.dropFirst(2)
      guard let first = name.first, first.isASCII, first.isLowercase, !name.contains("--") else { continue }
      leadingDash += 1
      if isTold || isShort || name.contains("=") || name.contains("-") { optionSigns += 1 }
    }
  }

  /// The marks that the text has already, where they are others than its language's.
  func ownQuotes(beside style: QuoteStyle) -> QuoteStyle? {
    guard curlyDouble * 4 >= straightDouble, curlyDouble > 0 else { return nil }
    if angled > high + low { return style.open.first == 0xC2 ? nil : QuoteStyle("«", "»", "‹", "›") }
    if low > 0 { return style.open == QuoteStyle.german.open ? nil : .german }
    return style.open.first == 0xE2 && style.open != QuoteStyle.german.open ? nil : QuoteStyle("“", "”", "‘", "’")
  }

  private mutating func countDash(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, end: Int) {
    guard start > 0, end < bytes.count, bytes[start - 1] != 0x2D, bytes[end] != 0x2D else { return }
    if bytes[start - 1] == 0x20 {
      openDash += 1
    } else if bytes[end] != 0x20 {
      closedDash += 1
    } else if isStop(bytes[start - 1]) {
      strayDash += 1
    } else {
      openDash += 1
    }
  }
}

/// `.` `,` `;` `:` `!` `?`
func isStop(_ byte: UInt8) -> Bool {
  byte == 0x2E || byte == 0x2C || byte == 0x3B || byte == 0x3A || byte == 0x21 || byte == 0x3F
}

/// The first that is meant among the bytes from `!` to `.` and those of dashes and quotes of no ASCII, each looked at in
/// turn.
@inline(__always)
func firstSign(in bytes: UnsafeBufferPointer<UInt8>, _ isMeant: (Int) -> Bool) -> Int? {
  var i = 0
  while i + 8 <= bytes.count {
    let eight = EightBytes(bytes, at: i)
    var signs = eight.below(0x2F) & ~eight.below(0x21)
    // other scripts' letters are passed over; the bytes are the first of their signs, and the last
    if eight.high != 0 {
      signs |= eight.equal(0xE2) | eight.equal(0xC2) | eight.equal(0x94) | eight.equal(0x98) | eight.equal(0x9C)
    }
    while signs != 0 {
      let at = i + EightBytes.first(signs)
      if isMeant(at) { return at }
      signs &= signs &- 1
    }
    i += 8
  }
  while i < bytes.count {
    if bytes[i] >= 0x80 || bytes[i] > 0x20 && bytes[i] < 0x2F, isMeant(i) { return i }
    i += 1
  }
  return nil
}

/// The next byte that may be a sign or part of one: anything but ASCII's letters, figures and spaces,
/// and marks that no rule is about.
func nextSign(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
  var i = start
  if i < bytes.count, bytes[i] >= 0x80 { return i }
  while i + 8 <= bytes.count {
    let eight = EightBytes(bytes, at: i)
    let signs = eight.high | eight.below(0x2F) & ~eight.equal(0x20) | eight.equal(0x60)
    if signs != 0 { return i + EightBytes.first(signs) }
    i += 8
  }
  while i < bytes.count, bytes[i] == 0x20 || bytes[i] > 0x2E && bytes[i] < 0x80 && bytes[i] != 0x60 { i += 1 }
  return i
}
