internal import BookModel
internal import Design

/// The number over a chapter as a theme writes it: `CHAPTER IV` as `Chapter Four`, `4` or `IV`.
enum ChapterNumber {
  /// - Returns: the label as it is where it has no number, or more than words.
  static func written(
    _ label: [Inline], as form: ElementLook.NumberForm, _ language: String
  ) -> [Inline] {
    guard form != .typed, let first = label.first,
      label.allSatisfy({ if case .text = $0.content { true } else { false } }),
      let (word, number) = parts(of: label.plainText)
    else { return label }
    let isEnglish = language.prefix(while: { $0 != "-" && $0 != "_" }) == "en"
    let text: String
    switch form {
    case .typed: return label
    case .figures: text = kept(word) + String(number)
    case .roman: text = kept(word) + List.Counting.upperRoman.written(number)
    case .words:
      let spelled = isEnglish ? spelled(number) : String(number)
      text = word.isEmpty ? spelled : titled(word) + " " + spelled
    }
    return [Inline(text, style: first.style, source: first.source)]
  }

  /// The word before a bare number: none for chapters and parts, which a number alone names as well; an act, a canto or a
  /// letter is told by its word alone.
  private static func kept(_ word: String) -> String { isPlain(word) ? "" : word + " " }

  private static func isPlain(_ word: String) -> Bool {
    word.isEmpty || plainWords.contains(word.lowercased())
  }

  private static let plainWords: Set<String> = [
    "chapter", "chap", "part", "kapitel", "capitel", "teil", "theil", "chapitre", "partie", "capítulo", "capitulo",
    "parte", "capitolo", "глава", "часть", "hoofdstuk", "deel", "kapittel", "del", "luku", "osa", "kapitola", "část",
    "rozdział", "część", "fejezet", "poglavlje", "caput", "pars", "κεφάλαιο", "μέρος",
  ]

  /// Whether a label's number is more than a hundred.
  static func isPastWords(_ label: [Inline]) -> Bool { parts(of: label.plainText).map { $0.number > 100 } ?? false }

  /// Whether a heading is a number and nothing else, `IV`, which alone says little at the head of a page.
  static func isBare(_ heading: Heading) -> Bool {
    // a reader may have it as a title; a year is one
    let (label, title) = (heading.label.plainText, heading.title.plainText)
    guard label.isEmpty || title.isEmpty, title.utf8.count < 4 || title.contains(where: \.isLetter) else {
      return false
    }
    let isNumeral = title.allSatisfy { $0.isNumber || "IVXLC.".contains($0) }
    return isNumeral && parts(of: label + title).map(\.word.isEmpty) ?? false
  }

  /// The word and the number of a label; nil where that is not what it is.
  private static func parts(of label: String) -> (word: String, number: Int)? {
    var words = label.split { " \u{A0}\t".contains($0) }.map(String.init)
    guard var last = words.popLast(), words.count <= 2 else { return nil }
    while let sign = last.last, ".:—–-".contains(sign) { last.removeLast() }
    // Chapter the First, 第三章 and the like stay as they are
    guard words.allSatisfy({ $0.allSatisfy(\.isLetter) && $0.lowercased() != "the" }), let number = number(of: last)
    else { return nil }
    return (words.joined(separator: " "), number)
  }

  private static func number(of text: String) -> Int? {
    guard text.utf8.count <= 24, !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Int(text).flatMap { (1...3999).contains($0) ? $0 : nil }
    }
    let lower = text.lowercased()
    if let known = (1...99).first(where: { spelled($0).lowercased() == lower }) { return known }
    let upper = text.uppercased()
    guard text == upper || text == lower, upper.allSatisfy({ "IVXLC".contains($0) }) else { return nil }
    // the only way in which it is written
    return (1...399).first { List.Counting.upperRoman.written($0) == upper }
  }

  /// `CHAPTER` as `Chapter`.
  private static func titled(_ word: String) -> String {
    guard word == word.uppercased() else { return word }
    return word.split(separator: " ").map { $0.prefix(1) + $0.dropFirst().lowercased() }.joined(separator: " ")
  }

  private static let ones = [
    "", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve", "Thirteen",
    "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen",
  ]
  private static let tens = ["", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"]

  /// In English: `Twenty-One`, `One Hundred and Four`.
  static func spelled(_ number: Int) -> String {
    switch number {
    case 1..<20: return ones[number]
    case 20..<100:
      return tens[number / 10] + (number % 10 == 0 ? "" : "-" + ones[number % 10])
    case 100..<1000:
      let rest = number % 100
      return ones[number / 100] + " Hundred" + (rest == 0 ? "" : " and " + spelled(rest))
    default: return String(number)
    }
  }
}
