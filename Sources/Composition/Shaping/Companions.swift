/// What a word asks of the line end after it (checklist C13): "Mr. Bennet", "J. Smith",
/// "p. 12" and "5 mm" are not parted. Data: abbreviations of the languages whose books
/// are at hand; the Chicago Manual of Style, 7.44, and Duden, Schriftsatz, have the rule.
package enum UnbreakablePair: UInt8, Sendable, Equatable {
  /// Any line may end after the word.
  case none
  /// A title or an initial: stays with a name, which begins with a capital.
  case name
  /// Stays with a number: `No.`, `p.`, `§`.
  case number
  /// A number: stays with its unit, or a day with its month.
  case unit

  /// - Parameter word: UTF-8 of a run without spaces.
  package init(_ word: UnsafeBufferPointer<UInt8>) {
    self = .none
    guard let last = word.last, UnbreakablePair.mayFollow(last, count: word.count) else { return }
    switch last {
    case 0x30...0x39:
      self = word.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2C || $0 == 0x2E } ? .unit : .none
    case 0x2E:
      guard word.count <= 14 else { return }
      let text = UnbreakablePair.bare(word)
      if UnbreakablePair.titles.contains(text) || UnbreakablePair.isInitial(text) {
        self = .name
      } else if UnbreakablePair.counted.contains(text) {
        self = .number
      } else if text.utf8.count <= 2, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), !text.isEmpty {
        // 12. Mai
        self = .unit
      }
    // British usage: no point after an abbreviation that ends as the word does
    case 0x72 where word.count == 2 || word.count == 3, 0x73 where (2...6).contains(word.count):
      if UnbreakablePair.pointless.contains(String(decoding: word, as: UTF8.self)) { self = .name }
    case 0xA7 where word.count == 2, 0x96 where word.elementsEqual([0xE2, 0x84, 0x96]): self = .number  // § №
    default: break
    }
  }

  /// Whether a word of so many bytes that ends with this one may ask anything: what most
  /// words of a text are asked first.
  @inline(__always)
  package static func mayFollow(_ last: UInt8, count: Int) -> Bool {
    switch last {
    case 0x2E, 0x30...0x39, 0xA7, 0x96: true
    case 0x72: count <= 3
    case 0x73: count <= 6
    default: false
    }
  }

  /// Whether the next word must stand on the same line.
  /// - Parameter word: UTF-8 of the word after it.
  package func keeps(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    guard self != .none, let first = word.first else { return false }
    switch self {
    case .none: return false
    case .name:
      return UnbreakablePair.isCapital(word, first) || (0x30...0x39).contains(first)
        || UnbreakablePair.isCutToLetter(word)
    case .number: return (0x30...0x39).contains(first) || UnbreakablePair.isCutToLetter(word)
    case .unit:
      guard word.count <= 20 else { return false }
      var end = word.count
      while end > 0, word[end - 1] == 0x2C || word[end - 1] == 0x3B || word[end - 1] == 0x3A { end -= 1 }
      let unit = String(decoding: word[..<end], as: UTF8.self)
      let bare = unit.last == "." ? String(unit.dropLast()) : unit
      return UnbreakablePair.units.contains(unit) || UnbreakablePair.units.contains(bare)
        || UnbreakablePair.months.contains(bare)
    }
  }

  /// Whether no line may begin with the word where a space stands before it: a dash or an ellipsis that belongs to
  /// what it follows (checklist C12), or a sign that closes or ends something (UAX #14, LB13).
  @inline(__always)
  package static func clings(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    // nearly all words begin with a letter of ASCII
    guard let first = word.first, first & 0xDF < 0x41 || first >= 0x7B else { return false }
    return clings(word, first)
  }

  /// Whether no line may begin behind the last byte of a word and a space: an opening bracket (UAX #14, LB14).
  @inline(__always)
  package static func opens(_ last: UInt8) -> Bool { last == 0x28 || last == 0x5B || last == 0x7B }

  private static func clings(_ word: UnsafeBufferPointer<UInt8>, _ first: UInt8) -> Bool {
    switch first {
    case 0x21, 0x29, 0x2C, 0x2E, 0x2F, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D: return true
    case 0x2D: return word.count > 1 && word.allSatisfy { $0 == 0x2D || $0 == 0x2E }
    case 0xE2: break
    default: return false
    }
    var index = 0
    while index < word.count {
      let (scalar, length) = BreakRules.scalar(word, index)
      switch scalar {
      case 0x2013, 0x2014, 0x2015, 0x2026: break
      // a word joiner (LB11)
      case 0x2060: return true
      case 0x2C, 0x2E, 0x3B, 0x3A, 0x21, 0x3F, 0x29, 0x5D, 0x2019, 0x201D, 0xBB:
        if index == 0 { return false }
      default: return false
      }
      index += max(length, 1)
    }
    return true
  }

  /// The space after it is no pause, though a point stands before it.
  package var isAbbreviation: Bool { self == .name || self == .number }

  /// Without opening quotes and brackets and without the point.
  private static func bare(_ word: UnsafeBufferPointer<UInt8>) -> String {
    var start = 0
    while start < word.count {
      let (scalar, length) = BreakRules.scalar(word, start)
      switch scalar {
      case 0x22, 0x27, 0x28, 0x5B, 0xAB, 0x2018, 0x201A, 0x201C, 0x201E, 0x2039: start += length
      default: return String(decoding: word[start..<max(start, word.count - 1)], as: UTF8.self)
      }
    }
    return ""
  }

  /// One letter: an initial, or a word cut to one (`z. B.`, `т. е.`). Not `I` and `a`, which end English sentences.
  private static func isInitial(_ text: String) -> Bool {
    guard text != "I", text != "a", text.unicodeScalars.count == 1, let letter = text.unicodeScalars.first else {
      return false
    }
    return letter.properties.isAlphabetic
  }

  /// `h.`, `е.`: one letter and its point.
  private static func isCutToLetter(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    guard (2...4).contains(word.count), word[word[word.count - 1] == 0x2C ? word.count - 2 : word.count - 1] == 0x2E
    else { return false }
    let (scalar, length) = BreakRules.scalar(word, 0)
    return word[length] == 0x2E && Unicode.Scalar(scalar)?.properties.isAlphabetic ?? false
  }

  /// Latin, Greek and Cyrillic capitals, well enough for names.
  private static func isCapital(_ word: UnsafeBufferPointer<UInt8>, _ first: UInt8) -> Bool {
    if first < 0x80 { return (0x41...0x5A).contains(first) }
    let (scalar, _) = BreakRules.scalar(word, 0)
    return Unicode.Scalar(scalar)?.properties.isUppercase ?? false
  }

  private static let titles: Set<String> = [
    "Mr", "Mrs", "Ms", "Messrs", "Mmes", "Dr", "Drs", "St", "Ste", "Prof", "Rev", "Hon", "Fr", "Sr", "Capt", "Col",
    "Gen", "Lt", "Lieut", "Sgt", "Serg", "Maj", "Cpl", "Adm", "Gov", "Sen", "Pres", "Supt", "Insp",  // English
    "Hr", "Hrn", "Frl", "Fam", "Geh", "Kgl", "Hl",  // German
    "MM", "Mgr", "Me",  // French
    "Sig", "Sigg", "Dott", "Ing", "Avv",  // Italian
    "Sra", "Srta", "Dn", "Dña", "Ud", "Uds",  // Spanish
    "г", "гр", "св", "им", "кн", "ген", "полк", "проф", "акад", "д-р", "ул",  // Russian
  ]
  private static let pointless: Set<String> = ["Mr", "Mrs", "Ms", "Dr", "Drs", "Messrs"]
  private static let counted: Set<String> = [
    "No", "no", "Nos", "nos", "Nr", "nr", "N", "p", "pp", "vol", "Vol", "vols", "ch", "chap", "Chap", "fig", "Fig",
    "figs", "art", "Art", "sec", "Sec", "cap", "lib", "op", "Op", "Bd", "Kap", "Abb", "S", "t", "т", "с", "стр", "гл",
    "рис",
  ]
  /// As they stand behind a day.
  private static let months: Set<String> = Set(
    [
      "January February March April May June July August September October November December",  // English
      "Jan Feb Mar Apr Jun Jul Aug Sept Oct Nov Dec",
      "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",  // German
      "Jänner janvier février mars avril mai juin juillet août septembre octobre novembre décembre",  // French
      "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",  // Italian
      "januari februari maart april mei juni juli augustus september oktober november december",  // Dutch
      "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",  // Polish
      "ledna února března dubna května června července srpna září října listopadu prosince",  // Czech
      "januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra",  // Slovak
      "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",  // Russian
      "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",  // Ukrainian
    ].flatMap { $0.split(separator: " ").map(String.init) })
  private static let units: Set<String> = [
    "mm", "cm", "dm", "m", "km", "g", "kg", "mg", "t", "l", "ml", "lb", "lbs", "oz", "cwt", "ft", "in", "yd", "mi",
    "pt",
    "s", "min", "h", "hr", "Hz", "kHz", "V", "W", "kW", "A", "°", "°C", "°F", "%", "‰", "a.m", "p.m", "A.M", "P.M",
    "мм",
    "см", "м", "км", "г", "кг", "р", "руб", "коп",
  ]
}
