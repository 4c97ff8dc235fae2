/// What text is compared by: its letters, digits and marks in order, without
/// spaces and punctuation, so that a line-end hyphen joined or kept, quotes
/// straight or curly and dashes long or doubled all compare alike. What stood
/// before each letter is remembered in `gaps`, so words can be told apart.
struct Letters: Sendable {
  /// One number a letter; equal numbers are canonically equivalent (UAX #15).
  var ids: [UInt32] = []
  /// Where each letter stands in the text it came from, in bytes.
  var offsets: [UInt32] = []
  var gaps: [Gap] = []
  /// The signs that stand before each letter, by their number in `Signs`; 0 for none.
  var signs: [UInt16] = []
  /// Those behind the last.
  var lastSigns: UInt16 = 0
  /// What stands behind the last.
  var lastGap: Gap = []

  var count: Int { ids.count }

  /// Whether a word begins at the letter. A hyphen at the end of a line joins
  /// what follows to the word; the ends of the text count as beginnings.
  func isWordStart(_ index: Int) -> Bool {
    guard index > 0, index < ids.count else { return true }
    let gap = gaps[index]
    if gap.contains(.unspaced) || gap.contains(.cut) || gap.contains(.dash) { return true }
    if gap.contains(.hyphen), gap.contains(.lineEnd) { return false }
    return gap.contains(.space) || gap.contains(.lineEnd)
  }

  /// The words that begin within a range of letters, without what is optional.
  func words(in range: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, !isWordStart(end) { end += 1 }
      if !gaps[start].contains(.optional) { words.append(start..<end) }
      start = end
    }
    return words
  }

  /// How many words there are, without what is optional. Linear.
  var wordCount: Int {
    var count = 0
    for index in ids.indices where !gaps[index].contains(.optional) && isWordStart(index) { count += 1 }
    return count
  }

  /// A number that differs, as good as always, between words that differ (FNV-1a, 64 bits).
  func hash(of range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range { hash = (hash ^ UInt64(ids[index])) &* 0x100_0000_01B3 }
    return hash
  }
}

/// What stands before a letter, and what kind of letter it is.
struct Gap: OptionSet, Sendable {
  let rawValue: UInt16
  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A mark that stands behind any of these stands over it.
  static let apart: Gap = [.space, .hyphen, .dash, .point, .lineEnd]
  static let space = Gap(rawValue: 1)
  /// A hyphen right after a letter.
  static let hyphen = Gap(rawValue: 2)
  static let dash = Gap(rawValue: 4)
  /// A full stop, comma, quote or apostrophe.
  static let point = Gap(rawValue: 8)
  static let lineEnd = Gap(rawValue: 16)
  /// Something was left out just before, or the kind of text changes here.
  static let cut = Gap(rawValue: 32)
  /// The letter may be absent on either side: note marks, picture markers.
  static let optional = Gap(rawValue: 64)
  /// The letter's script has no spaces between words.
  static let unspaced = Gap(rawValue: 128)
  /// The letter runs right to left, and is drawn in another place of its line.
  static let shuffled = Gap(rawValue: 256)
  /// A sign that is no punctuation: `/`, `*`, `|`.
  static let sign = Gap(rawValue: 512)
  /// Text was moved before the letter: white may stand there without a space.
  static let moved = Gap(rawValue: 1024)
  /// A soft hyphen: within a line it shows nothing, though the PDF may name it.
  static let softHyphen = Gap(rawValue: 2048)
  /// The letter's paragraph runs right to left; in a manuscript before paragraphs are told apart, a mark of that
  /// direction stands before it.
  static let backward = Gap(rawValue: 4096)
  /// The first of an element: elements come in the order of reading, within one the letters of a line as they are drawn.
  static let element = Gap(rawValue: 8192)
  /// Of the number of a page, which a link leads to.
  static let folio = Gap(rawValue: 16384)
  /// In a manuscript, which has no folios: a mark of left to right stands before the letter.
  static let forward = folio
  /// Of the same glyph as the letter before.
  static let joined = Gap(rawValue: 32768)
}

/// Turns scalars into letters. One folder serves both sides of a comparison,
/// since it numbers what it has to spell out.
struct LetterFolder {
  private enum Kind {
    static let letter: UInt32 = 1 << 24
    static let mark: UInt32 = 2 << 24
    static let nothing: UInt32 = 3 << 24
    static let space: UInt32 = 4 << 24
    static let hyphen: UInt32 = 5 << 24
    static let dash: UInt32 = 6 << 24
    static let point: UInt32 = 7 << 24
    static let ligature: UInt32 = 8 << 24
    static let softHyphen: UInt32 = 9 << 24
    static let newline: UInt32 = 10 << 24
    static let sign: UInt32 = 11 << 24
    static let direction: UInt32 = 12 << 24
    static let mask: UInt32 = 0xFF << 24
    static let unspaced: UInt32 = 1 << 23
    static let shuffled: UInt32 = 1 << 22
    static let value: UInt32 = (1 << 22) - 1
  }

  /// Kind and id of each scalar of the basic plane once met; 0 means not yet.
  private var known = [UInt32](repeating: 0, count: 0x1_0000)
  /// Swift's strings are equal when canonically equivalent, which makes this the normalisation.
  private var numbers: [String: UInt32] = [:]
  private var spelled: [String] = []
  private var joined: [UInt64: UInt32] = [:]
  private static let firstSpelled: UInt32 = 0x11_0000

  /// What stood before the next letter.
  private var gap: Gap = []
  private(set) var signs = Signs()
  private var isOptional = false
  /// A soft hyphen in a PDF is the printed hyphen of a line end; in a manuscript it is nothing.
  private var softHyphenPrints: Bool

  /// Whether a backtick opens a quotation, as typists have it; in Markdown it encloses code.
  var backtickQuotes = true

  init() { softHyphenPrints = false }

  /// Begins a new text; `printed` when it comes from a PDF.
  mutating func begin(printed: Bool) {
    gap = []
    signs.clear()
    isOptional = false
    softHyphenPrints = printed
  }

  /// Notes something before the next letter that no scalar says.
  mutating func add(_ gap: Gap) {
    self.gap.formUnion(gap)
    if gap.contains(.lineEnd) { signs.add(.lineEnd) } else if gap.contains(.space) { signs.add(.space) }
  }

  /// Ends a text: signs may follow its last letter.
  mutating func end(_ letters: inout Letters) {
    letters.lastSigns = signs.take()
    letters.lastGap = gap
  }

  /// Forgets the signs since `waiting` ones; of one line without white space, nil where there are none.
  mutating func takeBackSigns(to waiting: [UInt8]) -> [UInt8]? { signs.takeBack(to: waiting) }

  /// From here on letters are optional, or no longer.
  mutating func setOptional(_ value: Bool) {
    if value != isOptional { gap.insert(.cut) }
    isOptional = value
  }

  /// Folds UTF-8 bytes; ill-formed ones are passed over. `base` is added to each offset.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, base: Int, to letters: inout Letters) {
    var i = range.lowerBound
    let end = range.upperBound
    while i < end {
      let start = i
      let first = bytes[i]
      i += 1
      if first < 0x80 {
        append(UInt32(first), at: base + start, to: &letters)
        continue
      }
      let extra = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC2 ? 1 : 0
      guard extra > 0, first < 0xF5, i + extra <= end else { continue }
      var scalar = UInt32(first) & (0x3F >> UInt32(extra))
      var isWhole = true
      for k in 0..<extra {
        guard bytes[i + k] & 0xC0 == 0x80 else {
          isWhole = false
          break
        }
        scalar = scalar << 6 | UInt32(bytes[i + k] & 0x3F)
      }
      guard isWhole else { continue }
      i += extra
      append(scalar, at: base + start, to: &letters)
    }
  }

  /// Folds one scalar.
  mutating func append(_ scalar: UInt32, at offset: Int, to letters: inout Letters) {
    var entry = scalar < 0x1_0000 ? known[Int(scalar)] : 0
    if entry == 0 {
      entry = classify(scalar)
      if scalar < 0x1_0000 { known[Int(scalar)] = entry }
    }
    switch entry & Kind.mask {
    case Kind.letter:
      push(entry, at: offset, to: &letters)
    case Kind.space:
      gap.insert(.space)
      signs.add(.space)
    case Kind.newline:
      gap.subtract([.forward, .backward])
      gap.formUnion([.space, .lineEnd])
      signs.add(.lineEnd)
    case Kind.hyphen:
      // A second hyphen, or one that stands free, is a typewriter's dash.
      // A soft hyphen at which a line is broken comes with the one that is printed.
      if gap.isDisjoint(with: [.space, .hyphen, .dash])
        || gap.isSuperset(of: [.softHyphen, .hyphen]) && gap.isDisjoint(with: [.space, .dash])
      {
        gap.insert(.hyphen)
      } else {
        // between other signs, as in code, it is one of them
        if gap.contains(.hyphen) || gap.contains(.dash) || signs.isAtSpace { signs.add(.dash) }
        gap.remove(.hyphen)
        gap.insert(.dash)
      }
    case Kind.dash:
      gap.insert(.dash)
      signs.add(.dash)
    case Kind.point:
      gap.insert(.point)
      signs.add(Sign(scalar))
    case Kind.sign:
      gap.insert(.sign)
      signs.add(scalar == 0x60 && !backtickQuotes ? .tick : Sign(scalar))
    case Kind.softHyphen:
      gap.insert(.softHyphen)
      if softHyphenPrints { gap.insert(.hyphen) }
    case Kind.direction:
      // of a PDF the letters stand as they are drawn
      if !softHyphenPrints { gap.insert(scalar == 0x200E ? .forward : .backward) }
    case Kind.mark:
      // Marks of right-to-left scripts stay letters of their own: their lines are compared by code points. So do those
      // that stand over a blank or a sign.
      if entry & Kind.shuffled != 0 || letters.count == 0 || signs.hasSigns || !gap.isDisjoint(with: .apart) {
        push(entry, at: offset, to: &letters)
      } else {
        let last = letters.count - 1
        letters.ids[last] = join(letters.ids[last], scalar)
      }
    case Kind.ligature:
      for part in LetterFolder.parts(ofLigature: scalar) { append(part, at: offset, to: &letters) }
    default:
      break
    }
  }

  private mutating func push(_ entry: UInt32, at offset: Int, to letters: inout Letters) {
    var flags = gap
    if isOptional { flags.insert(.optional) }
    if entry & Kind.unspaced != 0 { flags.insert(.unspaced) }
    if entry & Kind.shuffled != 0 { flags.insert(.shuffled) }
    letters.ids.append(entry & Kind.value)
    letters.offsets.append(UInt32(clamping: offset))
    letters.gaps.append(flags)
    letters.signs.append(signs.take())
    gap = []
  }

  /// The number of a letter with one more mark.
  private mutating func join(_ letter: UInt32, _ mark: UInt32) -> UInt32 {
    let key = UInt64(letter) << 32 | UInt64(mark)
    if let id = joined[key] { return id }
    let id = number(of: spelling(of: letter) + spelling(of: mark), else: nil)
    joined[key] = id
    return id
  }

  /// A letter with its marks, as a string.
  func spelling(of id: UInt32) -> String {
    if id >= LetterFolder.firstSpelled { return spelled[Int(id - LetterFolder.firstSpelled)] }
    return Unicode.Scalar(id).map { String(Character($0)) } ?? ""
  }

  private mutating func number(of string: String, else id: UInt32?) -> UInt32 {
    if let known = numbers[string] { return known }
    let new: UInt32
    if let id {
      new = id
    } else {
      new = LetterFolder.firstSpelled + UInt32(spelled.count)
      spelled.append(string)
    }
    numbers[string] = new
    return new
  }

  private mutating func classify(_ value: UInt32) -> UInt32 {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return Kind.letter | value
    case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: return Kind.newline
    case 0x20, 0x09: return Kind.space
    case 0x2D, 0x2010, 0x2011, 0x58A, 0x5BE: return Kind.hyphen
    case 0xAD: return Kind.softHyphen
    case 0x2012...0x2015, 0x2212, 0x2E3A, 0x2E3B: return Kind.dash
    case 0x21, 0x22, 0x27, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x2BC, 0x2018...0x201F, 0x2026, 0x2032, 0x2033, 0xAB, 0xBB:
      return Kind.point
    // A stretching stroke and invisible joiners are the setter's business.
    // the accent that Greek typists have behind numbers is printed as their sign
    case 0x384: return Kind.letter | number(of: "\u{2B9}", else: 0x2B9)
    case 0x200E, 0x200F, 0x61C: return Kind.direction
    case 0x640, 0x34F, 0xFE00...0xFE0F, 0xFFFD: return Kind.nothing
    case 0xFB00...0xFB06, 0xFB1D, 0xFEF5...0xFEFC, 0xE33, 0xEB3: return Kind.ligature
    default: break
    }
    guard let scalar = Unicode.Scalar(value) else { return Kind.nothing }
    let backward = LetterFolder.isRightToLeft(value) ? Kind.shuffled : 0
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .currencySymbol:
      let id = number(of: String(Character(scalar)), else: value)
      return Kind.letter | id | backward | (LetterFolder.isUnspaced(value) ? Kind.unspaced : 0)
    case .nonspacingMark, .spacingMark, .enclosingMark:
      return Kind.mark | value | backward
    case .spaceSeparator: return Kind.space
    case .control, .format, .surrogate, .unassigned, .privateUse: return Kind.nothing
    default: return Kind.sign
    }
  }

  /// The letters of a ligature that PDF readers give as one scalar: Latin, Hebrew
  /// yod with hiriq, Arabic lam with the forms of alef, the am of Thai and Lao.
  private static func parts(ofLigature scalar: UInt32) -> [UInt32] {
    switch scalar {
    case 0xFB00: [0x66, 0x66]
    case 0xFB01: [0x66, 0x69]
    case 0xFB02: [0x66, 0x6C]
    case 0xFB03: [0x66, 0x66, 0x69]
    case 0xFB04: [0x66, 0x66, 0x6C]
    case 0xFB05, 0xFB06: [0x73, 0x74]
    case 0xE33: [0xE4D, 0xE32]
    case 0xEB3: [0xECD, 0xEB2]
    case 0xFB1D: [0x5D9, 0x5B4]
    case 0xFEF5, 0xFEF6: [0x644, 0x622]
    case 0xFEF7, 0xFEF8: [0x644, 0x623]
    case 0xFEF9, 0xFEFA: [0x644, 0x625]
    case 0xFEFB, 0xFEFC: [0x644, 0x627]
    default: []
    }
  }

  /// Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms.
  static func isRightToLeft(_ value: UInt32) -> Bool {
    (0x590...0x8FF).contains(value) && !isFigure(value) || (0xFB1D...0xFDFF).contains(value)
      || (0xFE70...0xFEFE).contains(value)
      || (0x1_0800...0x1_0FFF).contains(value) || (0x1_E800...0x1_EFFF).contains(value)
  }

  /// Figures run from left to right in all scripts but N'Ko: European, Arabic and Persian ones.
  static func isFigure(_ value: UInt32) -> Bool {
    (0x30...0x39).contains(value) || (0x660...0x669).contains(value) || (0x6F0...0x6F9).contains(value)
  }

  /// Han, kana, Thai, Lao, Khmer, Burmese: a space or its absence says nothing.
  static func isUnspaced(_ value: UInt32) -> Bool {
    (0xE00...0xEFF).contains(value) || (0x1000...0x109F).contains(value) || (0x1780...0x17FF).contains(value)
      || (0x2E80...0x312F).contains(value) || (0x31A0...0x9FFF).contains(value) || (0xF900...0xFAFF).contains(value)
      || (0xFF00...0xFFEF).contains(value) || (0x2_0000...0x3_FFFF).contains(value)
  }
}
