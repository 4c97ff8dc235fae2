internal import BookModel

/// Words that begin with an apostrophe, by language.
enum CutWords {
  static func of(_ language: String?) -> Set<String> {
    switch language?.lowercased().prefix(while: { $0 != "-" && $0 != "_" }) {
    case "nl", "af": dutch
    case "de": german
    default: english
    }
  }

  /// What is no word without its apostrophe.
  static let alwaysCut: Set<String> = ["tis", "twas", "twere", "twould", "twixt", "tisn", "twasn", "twouldn"]

  private static let english: Set<String> = [
    "tis", "twas", "twere", "twill", "twould", "twixt", "tisn", "twasn", "em", "im", "er", "cause", "bout", "neath",
    "gainst", "mid", "mongst", "gin", "til", "till", "round", "cept", "fore", "tween", "pon", "ere", "un", "n",
    "erself", "isself", "arf", "ead", "ome", "scap", "scape", "scaped", "greeing", "squire", "t", "twon", "twouldn",
    "twasnt", "tain", "fraid", "spose", "ello", "specially", "course", "nough", "scuse", "spect", "alf",
  ]
  /// `'t kind`, `'s avonds`, `'n man`.
  private static let dutch: Set<String> = [
    "t", "s", "n", "k", "m", "r", "ns", "em", "er", "ie", "tis", "twas", "tzelfde", "twelk", "tgeen", "savonds",
    "smorgens", "ne", "nen",
  ]
  /// `'s ist`, `'ne Frau`, `'raus`.
  private static let german: Set<String> = [
    "s", "n", "ne", "nen", "nem", "ner", "nes", "raus", "rein", "runter", "rauf", "ran", "rum", "naus", "nauf",
    "mal", "st",
  ]
}

/// Feet and inches, minutes and seconds, typed as quotes: `5'10"`, `40° 20' 30"`.
enum Primes {
  static let single: [UInt8] = [0xE2, 0x80, 0xB2]
  static let double: [UInt8] = [0xE2, 0x80, 0xB3]

  /// Whether a figure stands before the sign and, behind it, none of a word. A single one asks for more:
  /// a degree or a second one near it, or else `the men of '76'` would have it.
  static func follow(_ bytes: [UInt8], _ i: Int, count: Int) -> Bool {
    guard i > 0, isDigit(bytes[i - 1]) || isFraction(bytes, i) else { return false }
    if i + 1 < bytes.count, isLetter(bytes[i + 1]) { return false }
    var start = i - 1
    while start >= 0, isDigit(bytes[start]) || bytes[start] == 0x2E { start -= 1 }
    // of `'90"` the figures are a year
    let digits = i - 1 - start
    if count == 2 { return digits <= 3 || isMark(bytes, start) }
    var next = i + 1
    if next < bytes.count, bytes[next] == 0x20 { next += 1 }
    let figures = bytes.dropFirst(next).prefix { isDigit($0) || $0 == 0x2E }.count
    let hasSeconds = figures > 0 && next + figures < bytes.count && bytes[next + figures] == 0x22
    return digits <= 3 && (hasSeconds || isMark(bytes, start) || isMark(bytes, start - 1))
  }

  /// A degree sign, or a prime, ends there.
  private static func isMark(_ bytes: [UInt8], _ i: Int) -> Bool {
    i > 0 && bytes[i] == 0xB0 && bytes[i - 1] == 0xC2
      || i > 1 && bytes[i] == 0xB2 && bytes[i - 1] == 0x80 && bytes[i - 2] == 0xE2
      || i > 0 && bytes[i] == 0x27 && isDigit(bytes[i - 1])
  }

  /// ½ ¼ ¾ before the place.
  private static func isFraction(_ bytes: [UInt8], _ i: Int) -> Bool {
    i > 1 && bytes[i - 2] == 0xC2 && (0xBC...0xBE).contains(bytes[i - 1])
  }
  private static func isDigit(_ byte: UInt8) -> Bool { byte.isASCIIDigit }
  private static func isLetter(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte >= 0xC3 }
}

/// A hyphen between two numbers of which the second goes on from the first: `1890-1910`, `pp. 12-15`,
/// `1813-20`. Chicago 6.78 has an en dash there.
enum NumberRange {
  /// - Parameter i: of the hyphen.
  static func stands(in bytes: UnsafeBufferPointer<UInt8>, at i: Int) -> Bool {
    func isDigit(_ k: Int) -> Bool { k >= 0 && k < bytes.count && bytes[k].isASCIIDigit }
    guard bytes[i] == 0x2D, i > 0, i + 1 < bytes.count else { return false }
    guard isDigit(i - 1), isDigit(i + 1) else { return isRoman(bytes, at: i) }
    var start = i
    while isDigit(start - 1), i - start <= 4 { start -= 1 }
    var end = i + 1
    while isDigit(end), end - i <= 5 { end += 1 }
    let (before, after) = (i - start, end - i - 1)
    guard before <= 4, after <= 4, standsFree(bytes, before: start, behind: end) else { return false }
    func value(_ range: Range<Int>) -> Int { range.reduce(0) { $0 * 10 + Int(bytes[$1] - 0x30) } }
    let (first, second) = (value(start..<i), value(i + 1..<end))
    guard bytes[start] != 0x30 else { return false }
    if after == before { return second > first }
    if after < before {
      // 1813-20, 102-5: what is left out of the second is the first's
      let unit = after == 1 ? 10 : after == 2 ? 100 : 1000
      return before >= 3 && second > first % unit
    }
    // 449-1071 may be somebody's telephone, but not in parentheses or behind `pp.`
    return after == before + 1 && bytes[i + 1] != 0x30 && (before <= 2 || isNamed(bytes, before: start, behind: end))
  }

  private static func isNamed(_ bytes: UnsafeBufferPointer<UInt8>, before start: Int, behind end: Int) -> Bool {
    guard start > 0 else { return false }
    if bytes[start - 1] == 0x28 { return end < bytes.count && bytes[end] == 0x29 }
    return ["pp. ", "p. ", "pages ", "vv. ", "lines ", "S. ", "Seiten ", "Vers ", "col. ", "cols. "].contains { word in
      word.utf8.count <= start && bytes[(start - word.utf8.count)..<start].elementsEqual(word.utf8)
    }
  }

  /// `xii-xiv`: pages before a book's text.
  private static func isRoman(_ bytes: UnsafeBufferPointer<UInt8>, at i: Int) -> Bool {
    func isSign(_ k: Int) -> Bool { k >= 0 && k < bytes.count && "ivxlc".utf8.contains(bytes[k]) }
    guard isSign(i - 1), isSign(i + 1) else { return false }
    var (start, end) = (i, i + 1)
    while isSign(start - 1), i - start <= 8 { start -= 1 }
    while isSign(end), end - i <= 9 { end += 1 }
    guard end - start > 3, standsFree(bytes, before: start, behind: end), let first = value(bytes[start..<i]),
      let second = value(bytes[(i + 1)..<end])
    else { return false }
    return second > first
  }

  /// Of a Roman number in small letters as it is written today; nil for `iv` backwards and the like.
  private static func value(_ signs: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var rest = Substring(String(decoding: signs, as: UTF8.self))
    var value = 0
    for (number, sign) in [
      (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ] {
      let most = number == 100 || number == 10 || number == 1 ? 3 : 1
      for _ in 0..<most where rest.hasPrefix(sign) {
        rest = rest.dropFirst(sign.count)
        value += number
      }
    }
    return rest.isEmpty ? value : nil
  }

  /// No letter, figure, hyphen, stroke or point belongs to the numbers on either side: `555-1234-2`,
  /// `X3.4-1968`, `A12-15`.
  private static func standsFree(_ bytes: UnsafeBufferPointer<UInt8>, before: Int, behind: Int) -> Bool {
    func binds(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2F, 0x2B, 0x3D, 0x2A, 0x5F, 0x40, 0x23: true
      default: byte >= 0xC3 && byte < 0xE2
      }
    }
    if before > 0 {
      let previous = bytes[before - 1]
      if binds(previous) { return false }
      if previous == 0x2E || previous == 0x2C || previous == 0x3A, before > 1, binds(bytes[before - 2]),
        bytes[before - 2].isASCIIDigit || previous == 0x2E
      {
        return previous == 0x3A
      }
    }
    guard behind < bytes.count else { return true }
    if binds(bytes[behind]) { return false }
    // a sum, a decimal
    if bytes[behind] == 0x2E || bytes[behind] == 0x2C, behind + 1 < bytes.count {
      return !(bytes[behind + 1].isASCIIDigit)
        || bytes[behind] == 0x2C && bytes[behind + 1] == 0x20
    }
    if bytes[behind] == 0x20, behind + 1 < bytes.count { return bytes[behind + 1] != 0x3D }
    return true
  }
}

/// `Β΄`: the accent of Greek keyboards behind a letter that is a number, where a numeral sign is meant.
enum GreekNumerals {
  static func areSet(in language: String?) -> Bool {
    ["el", "grc", "gr"].contains(language?.lowercased().prefix { $0 != "-" && $0 != "_" } ?? "")
  }

  static func edits(of bytes: [UInt8]) -> [(range: Range<Int>, with: [UInt8])] {
    func isGreek(_ i: Int) -> Bool { i >= 0 && i < bytes.count && (bytes[i] == 0xCE || bytes[i] == 0xCF) }
    return bytes.indices.dropLast().filter { i in
      // U+0384 behind a letter and before none
      guard bytes[i] == 0xCE, bytes[i + 1] == 0x84, isGreek(i - 2), bytes[i - 1] & 0xC0 == 0x80, !isGreek(i + 2) else {
        return false
      }
      var start = i
      while isGreek(start - 2) { start -= 2 }
      return i - start <= 8
    }.map { ($0..<$0 + 2, [0xCD, 0xB4]) }
  }
}

/// French sets `; : ! ?` and the insides of guillemets off by a thin space that no line end parts
/// (Imprimerie nationale, Lexique des règles typographiques).
enum FrenchSpaces {
  private static let thin: [UInt8] = [0xE2, 0x80, 0xAF]

  static func areSet(in language: String?) -> Bool {
    // Canadian usage has none before stops
    guard let language = language?.lowercased() else { return false }
    return language == "fr" || language.hasPrefix("fr-") && language != "fr-ca"
  }

  /// Runs of bytes and what stands there instead.
  static func edits(of bytes: [UInt8]) -> [(range: Range<Int>, with: [UInt8])] {
    var edits: [(range: Range<Int>, with: [UInt8])] = []
    var i = 0
    while i < bytes.count {
      defer { i += 1 }
      switch bytes[i] {
      case 0x21, 0x3F, 0x3A, 0x3B:
        // `?!`, `12:30`, `http://`
        guard i > 0, endsWord(bytes, i + 1) else { continue }
        let white = spaceBefore(bytes, i)
        let place = i - white
        guard place > 0, !isStop(bytes[place - 1]), bytes[place - 1] != 0x20 else { continue }
        edits.append((place..<i, thin))
      case 0xC2 where i + 1 < bytes.count && bytes[i + 1] == 0xAB:
        let white = spaceBehind(bytes, i + 2)
        guard i + 2 + white < bytes.count else { continue }
        edits.append((i + 2..<i + 2 + white, thin))
      case 0xC2 where i + 1 < bytes.count && bytes[i + 1] == 0xBB:
        let white = spaceBefore(bytes, i)
        guard i - white > 0 else { continue }
        if let last = edits.last, last.range.upperBound > i - white { continue }
        edits.append((i - white..<i, thin))
      default: break
      }
    }
    return edits.filter { !bytes[$0.range].elementsEqual($0.with) }
  }

  private static func isStop(_ byte: UInt8) -> Bool {
    byte == 0x21 || byte == 0x3F || byte == 0x3A || byte == 0x3B || byte == 0x2E || byte == 0x28
  }

  private static func endsWord(_ bytes: [UInt8], _ i: Int) -> Bool {
    guard i < bytes.count else { return true }
    switch bytes[i] {
    case 0x20, 0xA0, 0x09, 0x21, 0x3F, 0x2E, 0x29, 0x5D, 0xC2, 0xE2, 0x22, 0x27, 0x2C: return true
    default: return false
    }
  }

  private static func spaceBefore(_ bytes: [UInt8], _ i: Int) -> Int {
    (1...3).first { $0 <= i && spaceBehind(bytes, i - $0) == $0 } ?? 0
  }

  /// Bytes of one space, of any kind, that stands at a place.
  private static func spaceBehind(_ bytes: [UInt8], _ i: Int) -> Int {
    if i < bytes.count, bytes[i] == 0x20 { return 1 }
    if i + 1 < bytes.count, bytes[i] == 0xC2, bytes[i + 1] == 0xA0 { return 2 }
    if i + 2 < bytes.count, bytes[i] == 0xE2, bytes[i + 1] == 0x80, bytes[i + 2] == 0xAF || bytes[i + 2] == 0x89 {
      return 3
    }
    return 0
  }
}

extension Inline {
  /// The run with other bytes in some places; every byte keeps its source.
  /// - Parameter edits: in order, not overlapping.
  func edited(_ edits: [(range: Range<Int>, with: [UInt8])]) -> Inline {
    guard !edits.isEmpty, case .text(let text) = content else { return self }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var made: [SourceMark] = []
    var next = 0
    // where the old run's bytes stand in the manuscript, wherever that changes
    let old = marks.isEmpty ? [SourceMark(text: 0, source: source.offset)] : marks
    var mark = 0
    var base = Int(source.offset)
    func copy(upTo end: Int) {
      while next < end {
        while mark < old.count, Int(old[mark].text) <= next {
          base = Int(old[mark].source) - Int(old[mark].text)
          mark += 1
        }
        let stop = min(end, mark < old.count ? Int(old[mark].text) : end)
        made.append(SourceMark(text: UInt32(clamping: output.count), source: UInt32(clamping: base + next)))
        output += bytes[next..<stop]
        next = stop
      }
    }
    for edit in edits {
      copy(upTo: edit.range.lowerBound)
      made.append(
        SourceMark(text: UInt32(clamping: output.count), source: UInt32(clamping: base + edit.range.lowerBound)))
      output += edit.with
      next = edit.range.upperBound
    }
    copy(upTo: bytes.count)
    var result = self
    result.content = .text(String(decoding: output, as: UTF8.self))
    result.marks = made
    return result
  }
}
