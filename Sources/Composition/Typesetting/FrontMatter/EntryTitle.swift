/// A heading as the contents name it: its number apart, without the word before it and without the stop
/// behind it.
package struct EntryTitle: Equatable {
  package var number = ""
  /// The word before it: `ACT` of `ACT I. A Wood`; of `ACT I`, too.
  package var word = ""
  package var title: String
  /// Nothing but a label: `CHAPTER IV`.
  package var isUntitled = false
  /// Letters of `title` that are a label in words, with what parts it from the rest: `CHAPTER ONE. The House`.
  package var labelCount = 0

  /// - Parameters:
  ///   - full: label and title on one line.
  ///   - short: the title alone; the same where there is no label, or nothing else.
  ///   - isLabel: it has no title: `2. Kapitel`.
  package init(_ full: String, short: String, isLabel: Bool = false) {
    title = HeadingPoint.without(full)
    let label = EntryTitle.label(of: full, short: short)
    if isLabel, let (_, rest) = EntryTitle.numbered(title) {
      (word, isUntitled) = (rest, true)
      return
    }
    if label == nil, let (number, rest) = EntryTitle.numbered(title) {
      (self.number, title) = (number, rest)
      return
    }
    guard let (word, number) = EntryTitle.number(of: label ?? title) else {
      if label != nil { labelCount = full.count - short.count }
      return
    }
    self.word = word
    if label == nil {
      isUntitled = true
    } else {
      self.number = number
      title = HeadingPoint.without(short)
    }
  }

  private static func label(of full: String, short: String) -> String? {
    guard !short.isEmpty, short != full, full.hasSuffix(short) else { return nil }
    var label = full.dropLast(short.count)
    while let last = label.last, " .:—–\u{A0}".contains(last) { label.removeLast() }
    return label.isEmpty ? nil : String(label)
  }

  /// `CHAPTER` and `IV`, `12` alone: figures, or a word and figures.
  private static func number(of label: String) -> (word: String, number: String)? {
    let words = label.split { " \u{A0}".contains($0) }
    guard let last = words.last, words.count <= 2, isNumeral(last) else { return nil }
    if words.count == 2, !words[0].allSatisfy({ $0.isLetter }) { return nil }
    return (words.count == 2 ? String(words[0]) : "", String(last))
  }

  /// `VII` and the rest of `VII. The Adventure`.
  private static func numbered(_ title: String) -> (number: String, rest: String)? {
    guard let point = title.firstIndex(of: "."), isNumeral(title[..<point]) else { return nil }
    let rest = title[title.index(after: point)...].drop { $0 == " " || $0 == "\u{A0}" }
    return rest.isEmpty || rest.first?.isNumber == true ? nil : (String(title[..<point]), String(rest))
  }

  private static func isNumeral(_ word: Substring) -> Bool {
    // 4, 4.2
    let figures = word.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) }
    }
    let roman = word.allSatisfy { "IVXLCDM".contains($0) } || word.allSatisfy { "ivxlc".contains($0) }
    return !word.isEmpty && word.utf8.count <= 8 && (figures || roman)
  }
}

/// The full stop that manuscripts put behind a heading. Set apart by white, a heading needs none
/// (Chicago 12.57); what is cut short keeps it.
package enum HeadingPoint {
  package static func without(_ text: String) -> String {
    let utf8 = text.utf8
    guard utf8.last == 0x2E, utf8.count > 1 else { return text }
    let bare = text.dropLast()
    guard let before = bare.last, before != ".", before != "…" else { return text }
    let word = bare.split(separator: " ").last.map(String.init) ?? ""
    // initials, and words that end in a point wherever they stand
    if word.unicodeScalars.count == 1, word != "I", !before.isNumber, !"VXLCDM".contains(before) { return text }
    if word.contains(".") || shortened.contains(word.lowercased()) { return text }
    return String(bare)
  }

  private static let shortened: Set<String> = [
    "mr", "mrs", "ms", "dr", "st", "esq", "jr", "sr", "etc", "&c", "co", "no", "vol", "viz", "bros", "inc", "ltd",
    "messrs", "prof", "rev", "hon", "usw", "bzw", "sra", "cie",
  ]
}
