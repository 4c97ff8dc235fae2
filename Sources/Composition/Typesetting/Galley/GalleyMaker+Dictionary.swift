internal import BookModel
internal import PageBreaking
internal import Units

/// Dictionaries: entries one below the other by the alphabet, each hanging from its headword, which is bold, with the
/// part of speech in italics (Hart's Rules 18.5).
extension GalleyMaker {
  enum DictionaryPlace {
    case none
    /// Before the first entry, and among them.
    case before, among
  }

  /// Sets what a dictionary is made of; false for what it holds besides.
  func setDictionary(_ paragraph: Paragraph, in frame: Frame) -> Bool {
    guard dictionary != .none, !isInNote, frame.style == .body else { return false }
    var inner = frame
    inner.indent(leading: em, measure: measure, em: em)
    var spec = LineSpec(frame: inner)
    if Headword.isLetter(paragraph) {
      spec.frame = frame
      spec.placement = .centred
      space(feathering: .heading)
      _ = add(paragraph.inlines.withoutLetterPoint(), spec: spec, kind: .paragraph) {
        $0.keepWithNext = true
        $0.rowsBelow = 2
      }
      return true
    }
    guard paragraph.placement == .justified else { return false }
    if let word = Headword(of: paragraph) {
      dictionary = .among
      isAtOpening = false
      spec.firstIndentFromLeading = frame.leadingIndent
      spec.mayVary = true
      _ = add(word.marked(in: paragraph.inlines), spec: spec, kind: .paragraph)
      return true
    }
    guard dictionary == .among else { return false }
    // an entry goes on
    spec.firstIndent = paragraph.isFlush ? 0 : PackedLength(Double(em) * design.indent)
    spec.mayVary = true
    _ = add(paragraph.inlines, spec: spec, kind: .paragraph)
    return true
  }
}

/// What an entry of a dictionary begins with: `ABSCOND, v.i.`
struct Headword {
  /// Bytes of the word in the text of the paragraph's first inline, 0 where it is marked already; and of the part
  /// of speech.
  var word: Int
  var speech: Range<Int>?
  /// As the alphabet sorts it.
  var key: String

  private static let partsOfSpeech: Set<String> = [
    "n", "s", "sb", "subst", "v", "vb", "v.t", "v.i", "v.a", "v.n", "adj", "a", "adv", "prep", "conj", "interj", "int",
    "pron", "pp", "p.p", "ppl", "pl", "n.pl", "pref", "suff", "art", "num", "part",
  ]
  /// Between words of one head: `BABE or BABY`
  private static let joints: Set<String> = ["or", "and", "of", "the", "in", "to", "a"]
  private static let least = 8

  init?(of paragraph: Paragraph) {
    guard let first = paragraph.inlines.first, case .text(let text) = first.content else { return nil }
    let isMarked = first.style.traits.contains(.strong) || first.style.traits.contains(.smallCapitals)
    // most paragraphs end here: no capital begins them, or a small letter is the second
    guard isMarked || !text.utf8.prefix(2).contains(where: { (0x61...0x7A).contains($0) }) else { return nil }
    let bytes = Array(text.utf8.prefix(80))
    var end = 0
    var letters = 0
    if isMarked {
      guard paragraph.inlines.count > 1, text.utf8.count <= 40 else { return nil }
      (word, speech, key) = (0, nil, Headword.key(text))
      if key.isEmpty { return nil }
      return
    }
    guard bytes.count > 3, bytes[0] >= 0x80 || (0x41...0x5A).contains(bytes[0]), Headword.mayHaveCapital(bytes) else {
      return nil
    }
    let scalars = text.unicodeScalars
    var place = scalars.startIndex
    var start = place
    var isStopped = false
    while place < scalars.endIndex, end < 60 {
      let scalar = scalars[place]
      if scalar == " " {
        start = scalars.index(after: place)
        let next = scalars[start...].prefix { $0 != " " && $0 != "," && $0 != "." }
        if next.first?.properties.isLowercase ?? true, !Headword.joints.contains(String(next)) { break }
      } else if scalar.properties.isLowercase {
        guard Headword.joints.contains(String(scalars[start...].prefix { $0 != " " })) else { break }
      } else if scalar.properties.isUppercase {
        letters += 1
      } else if ",.;:([".unicodeScalars.contains(scalar) {
        isStopped = true
        break
      } else if !"-'’‘&—".unicodeScalars.contains(scalar), !scalar.properties.isAlphabetic {
        return nil
      }
      end += UTF8.width(scalar)
      place = scalars.index(after: place)
    }
    guard letters >= 2 || letters == 1 && isStopped, place < scalars.endIndex else { return nil }
    let head = String(scalars[..<place])
    guard
      !head.split(separator: " ").contains(where: {
        $0.contains { $0.isLowercase } && !Headword.joints.contains(String($0))
      })
    else { return nil }
    // `ABACUS, n.`
    var rest = end
    while rest < bytes.count, bytes[rest] == 0x2C || bytes[rest] == 0x20 || bytes[rest] == 0x2E { rest += 1 }
    let mark = bytes[min(rest, bytes.count)...].prefix { $0 != 0x20 && $0 != 0x2C && $0 != 0x3B }
    var named = String(decoding: mark, as: UTF8.self)
    let hasPoint = named.last == "."
    if hasPoint { named.removeLast() }
    let isSpeech = hasPoint && Headword.partsOfSpeech.contains(named)
    guard isStopped || isSpeech, letters >= 2 || isSpeech else { return nil }
    word = end
    speech = isSpeech ? mark.startIndex..<mark.endIndex : nil
    key = Headword.key(head)
  }

  /// Most scripts have none; of those that have, capitals begin with one of these bytes.
  private static func mayHaveCapital(_ bytes: [UInt8]) -> Bool {
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case 0x41...0x5A, 0xC3...0xD5, 0xE1, 0xEA, 0xEF...: return true
      // but for dashes and quotes
      case 0xE2: if place + 1 >= bytes.count || bytes[place + 1] != 0x80 { return true }
      default: break
      }
    }
    return false
  }

  private static func key(_ text: String) -> String { text.uppercased().filter { $0.isLetter } }

  /// `A` or `A.` alone, above the words that begin with it.
  static func isLetter(_ paragraph: Paragraph) -> Bool {
    guard paragraph.inlines.count == 1, case .text(let text) = paragraph.inlines[0].content, text.utf8.count <= 3,
      let first = text.first
    else { return false }
    return first.isUppercase && (text.count == 1 || text.count == 2 && text.last == ".")
  }

  /// Whether most paragraphs are entries by the alphabet; with parts of speech a few are enough. Linear in the number
  /// of paragraphs.
  static func makeUp(_ blocks: [Block]) -> Bool {
    var paragraphs = 0
    var words: [Headword] = []
    for case .paragraph(let paragraph) in blocks where paragraph.placement == .justified && !isLetter(paragraph) {
      paragraphs += 1
      if let word = Headword(of: paragraph) { words.append(word) }
    }
    let told = words.count { $0.speech != nil }
    guard words.count >= least || words.count >= 2 && told == words.count, words.count * 10 >= paragraphs * 6 else {
      return false
    }
    let inOrder = zip(words, words.dropFirst()).count { $0.key <= $1.key }
    // names that come again are speakers
    return inOrder * 20 >= (words.count - 1) * 17 && Set(words.map(\.key)).count * 10 >= words.count * 8
  }

  func marked(in inlines: [Inline]) -> [Inline] {
    guard word > 0, let first = inlines.first, let (head, rest) = first.parted(atByte: word), let rest else {
      return inlines
    }
    var bold = head
    bold.style.traits.insert(.strong)
    var made = [bold]
    if let speech, let (between, tail) = rest.parted(atByte: speech.lowerBound - word), var mark = tail {
      made.append(between)
      var after: Inline?
      if let (front, back) = mark.parted(atByte: speech.count) { (mark, after) = (front, back) }
      mark.style.traits.insert(.emphasis)
      made.append(mark)
      if let after { made.append(after) }
    } else {
      made.append(rest)
    }
    return made + inlines.dropFirst()
  }
}
