package import BookModel

/// `CHAPTER II.`, `Part One`, `XIV`: the number of a heading, told from its title.
extension String {
  package var isHeadingLabel: Bool {
    let words = lowercased().split { !$0.isLetter && !$0.isNumber }
    guard (1...4).contains(words.count), utf8.count <= 60, !isSpoken else { return false }
    // `Act.`, `Tom,` and `Book` by themselves count nothing
    if words.count == 1 { return words[0].isNumeral && words[0] != "last" && !words[0].isNameInNumerals }
    let rest = words.filter { $0 != "the" }
    guard let first = rest.first, let last = rest.last else { return false }
    // `No. 4`, but `No one`
    if signsOfNumber.contains(String(first)) { return last.isNumeral && !numberWords.contains(String(last)) }
    // `Chapter 3`, `Third Part`
    return headingWords.contains(String(first)) && last.isNumeral
      || headingWords.contains(String(last)) && first.isNumeral
  }
}

extension String {
  /// Quotes, a comma or a question: somebody says it, or a letter begins.
  private var isSpoken: Bool {
    contains { "“”„«»‹›\",?!;".contains($0) } || hasPrefix("‘") || hasPrefix("'") || hasSuffix("’")
  }

  /// `Chapter One`, `Kapitel 3`: the label of a chapter, which no bare number is.
  package var isChapterLabel: Bool { isHeadingLabel && firstWord.map(chapterWords.contains) ?? false }

  /// `Part II`, `Book the First`.
  package var isPartLabel: Bool { isHeadingLabel && beginsAsPart }

  /// `Part Two: The Sea`.
  package var beginsAsPart: Bool { firstWord.map(partWords.contains) ?? false }

  /// `Chapter SLE`, `Chapter 2: Salt`.
  package var beginsAsChapter: Bool { firstWord.map(chapterWords.contains) ?? false }

  /// A word and a number: no `3`, and no `No`.
  fileprivate var isCountedLabel: Bool {
    let words = lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.count > 1 && words.contains(where: \.isNumeral) && isHeadingLabel
  }

  package var firstWord: String? {
    lowercased().split { !$0.isLetter && !$0.isNumber }.first { $0.allSatisfy(\.isLetter) && !$0.isNumeral }.map(
      String.init)
  }
}

private let chapterWords: Set<String> = [
  "chapter", "chap", "letter", "canto", "act", "stave", "kapitel", "chapitre", "acte", "capítulo", "capitolo", "atto",
  "глава", "hoofdstuk", "kapitola", "rozdział", "luku", "acto",
]

private let partWords: Set<String> = [
  "part", "book", "volume", "vol", "teil", "buch", "band", "partie", "livre", "tome", "parte", "libro", "часть", "том",
  "книга", "deel", "boek", "del", "tom", "část", "część", "osa",
]

extension Substring {
  /// A number in figures, in Roman numerals or in words, in lower case.
  var isNumeral: Bool {
    if allSatisfy(\.isNumber) { return count <= 4 }
    if allSatisfy({ "ivxlcdm".contains($0) }) { return isRoman && self != "mix" }
    return numberWords.contains(String(self))
  }
}

extension StringProtocol {
  /// `CI`, `CLI` and `C` are names where they are whole headings, and not 101, 151 and 100.
  package var isNameInNumerals: Bool {
    let letters = lowercased()
    return letters.utf8.count <= 3 && letters.allSatisfy("ivxlcdm".contains) && letters.contains(where: "cdm".contains)
  }
}

extension Substring {
  /// Letters in the order of a Roman number, whose fours may be four signs: `ill` and `did` are none.
  private var isRoman: Bool {
    guard count <= 9 else { return false }
    var rest = self
    func take(_ pairs: [Substring], _ five: Character?, _ one: Character) {
      if pairs.contains(where: rest.hasPrefix) {
        rest.removeFirst(2)
        return
      }
      if let five, rest.first == five { rest.removeFirst() }
      for _ in 0..<4 where rest.first == one { rest.removeFirst() }
    }
    take([], nil, "m")
    take(["cm", "cd"], "d", "c")
    take(["xc", "xl"], "l", "x")
    take(["ix", "iv"], "v", "i")
    return rest.isEmpty && !isEmpty
  }
}

/// What stands before a number in figures only.
private let signsOfNumber: Set<String> = ["no", "nr", "número"]

private let headingWords: Set<String> = [
  "chapter", "chap", "part", "book", "volume", "vol", "letter", "canto", "act", "scene", "section", "stave", "fit",
  "kapitel", "teil", "buch", "band", "erstes", "chapitre", "partie", "livre", "tome", "acte", "scène", "capítulo",
  "parte", "libro", "capitolo", "atto", "scena", "глава", "часть", "том", "книга", "hoofdstuk", "deel", "boek", "del",
  "kapitola", "rozdział", "część", "tom", "luku", "osa",
]

private let numberWords: Set<String> = [
  "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
  "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty", "first",
  "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "last",
  "erste", "erster", "erstes", "zweite", "zweiter", "zweites", "dritte", "dritter", "drittes", "vierte", "viertes",
  "fünfte", "fünftes", "sechstes", "siebentes", "achtes", "neuntes", "zehntes", "premier", "première", "deuxième",
  "troisième", "quatrième", "cinquième", "primera", "segunda", "tercera", "primero", "segundo", "первая", "вторая",
  "третья", "четвертая", "четвёртая", "пятая", "первый", "второй",
]

extension [Inline] {
  /// Number and title of a heading on one line or on several.
  package var headingParts: (label: [Inline], title: [Inline]) {
    if let end = firstIndex(where: { $0.content == .lineBreak }) {
      // `Chapter`, and the number on a line of its own
      let front = Array(self[..<end]).plainText.lowercased().split { !$0.isLetter && !$0.isNumber }
      if plainText.isHeadingLabel, !front.isEmpty, !front.contains(where: \.isNumeral) {
        var joined = filter { $0.content != .lineBreak }
        joined.insert(Inline(" ", source: self[end].source), at: end)
        return (joined, [])
      }
      let first = Array(self[..<end])
      if first.plainText.isHeadingLabel {
        return (first, Array(self[(end + 1)...].drop { $0.content == .lineBreak }))
      }
      return ([], self)
    }
    guard let first, case .text(let text) = first.content else { return ([], self) }
    // `Chapter 2: The Two` is a label and a title, `3. Teil` a label
    let isLabel = plainText.isHeadingLabel
    // `Chapter I. Down the Rabbit-Hole`, `II: The Pool`; a bare numeral needs a point, or `I am born` would have one
    for (index, sign) in zip(text.indices, text) where ".:—–".contains(sign) {
      let label = text[..<index]
      let after = text.index(after: index)
      guard label.utf8.count <= 40 else { break }
      guard String(label).isHeadingLabel, label.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
      let rest = text[after...].drop { " .:—–\u{A0}".contains($0) }
      // `Part I: First` is a title that is called so
      let isOneWord = !rest.contains { $0 == " " || $0 == "\u{A0}" }
      if isLabel, isOneWord || !String(label).isCountedLabel { continue }
      guard after == text.endIndex || text[after] == " " || text[after] == "\u{A0}" || sign == "—" || sign == "–" else {
        continue
      }
      guard !rest.isEmpty || count > 1 else { return (self, []) }
      var front = first
      // white before the sign is none of the number's
      let spaces = label.reversed().prefix { $0 == " " || $0 == "\u{A0}" }.count
      front.content = .text(String(label.dropLast(spaces)))
      front.marks = first.marks
      return ([front], dropping(text.count - rest.count))
    }
    return isLabel ? (self, []) : ([], self)
  }
}

extension [Section] {
  /// Chapters whose heading is a label alone, and right below it a heading of the next level, have that for their title
  /// where all such chapters of the book have one: `## Chapter One`, `### The Beginning`.
  package var withTitlesBelowLabels: [Section] {
    let labelled = indices.filter { index in
      guard self[index].role == .chapter, let heading = self[index].heading else { return false }
      return heading.title.isEmpty && heading.label.plainText.isChapterLabel
    }
    guard labelled.count > 1, labelled.allSatisfy({ self[$0].titleBelow != nil }) else { return self }
    var made = self
    for index in labelled {
      guard let title = self[index].titleBelow else { continue }
      made[index].heading?.title = title
      made[index].blocks.removeFirst()
    }
    return made
  }
}

extension Section {
  /// What a heading says that the section begins with and that has no other of its level beside it.
  fileprivate var titleBelow: [Inline]? {
    guard case .heading(let first)? = blocks.first, first.label.isEmpty, !first.title.isEmpty else { return nil }
    let others = blocks.dropFirst().contains { block in
      if case .heading(let heading) = block { heading.level <= first.level } else { false }
    }
    return others ? nil : first.title
  }
}
