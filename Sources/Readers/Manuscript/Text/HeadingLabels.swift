package import BookModel

/// `CHAPTER II.`, `Part One`, `XIV`: the number of a heading, told from its title.
extension String {
  package var isHeadingLabel: Bool {
    guard utf8.count <= 90 else { return false }
    if let counted = CountedLabel(self), counted.end == endIndex { return true }
    let plain = withoutNumeralSigns
    let words = plain.lowercased().split { !$0.isLetter && !$0.isNumber }
    guard (1...4).contains(words.count), utf8.count <= 60, !plain.isSpoken else { return false }
    // `Act.`, `Tom,` and `Book` by themselves count nothing
    if words.count == 1 { return words[0].isNumeral && words[0] != "last" && !words[0].isNameInNumerals }
    let rest = words.filter { $0 != "the" }
    guard let first = rest.first, let last = rest.last else { return false }
    // `No. 4`, but `No one`
    if signsOfNumber.contains(String(first)) { return last.isNumeral && NumberWords.value(String(last)) == nil }
    // `Chapter 3`, `Third Part`
    if DivisionWords.beginsLabel(String(first)), let word = DivisionWords.word(String(first)) {
      if last.isNumeral(beside: word.languages) { return true }
      let numbers = rest.dropFirst().map(String.init)
      if NumberWords.value(numbers[...], word.languages)?.used == numbers.count { return true }
    }
    if DivisionWords.beginsLabel(String(last)), let word = DivisionWords.word(String(last)) {
      return first.isNumeral(beside: word.languages)
    }
    return false
  }

  /// `Κεφάλαιο Β΄`, `פרק י״ב`: without the signs that make numbers of letters.
  private var withoutNumeralSigns: String {
    var before: Unicode.Scalar?
    return String(
      String.UnicodeScalarView(
        unicodeScalars.filter { scalar in
          let isSign = NumberWords.numeralSigns.contains(scalar) && before.map(\.countsAsLetter) ?? false
          if !isSign { before = scalar }
          return !isSign
        }))
  }
}

extension Unicode.Scalar {
  /// Of an alphabet whose letters are numbers as well.
  fileprivate var countsAsLetter: Bool { (0x370...0x3FF).contains(value) || (0x5D0...0x5EA).contains(value) }
}

extension String {
  /// Quotes, a comma or a question: somebody says it, or a letter begins.
  private var isSpoken: Bool {
    contains { "“”„«»‹›\",?!;".contains($0) } || hasPrefix("‘") || hasPrefix("'") || hasSuffix("’")
  }

  /// `Chapter One`, `Kapitel 3`: the label of a chapter, which no bare number is.
  package var isChapterLabel: Bool {
    isHeadingLabel && (CountedLabel(self)?.isChapter ?? names(DivisionWords.beginsChapter))
  }

  /// `Part II`, `Book the First`.
  package var isPartLabel: Bool {
    isHeadingLabel && (CountedLabel(self).map { $0.rank <= .part } ?? names(DivisionWords.beginsPart))
  }

  /// Whether the word of a label, before its number or behind it, is one of some.
  private func names(_ isOne: (String) -> Bool) -> Bool {
    let words = lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return words.first { DivisionWords.word($0) != nil }.map(isOne) ?? false
  }

  /// `Part Two: The Sea`.
  package var beginsAsPart: Bool {
    CountedLabel(self).map { $0.rank <= .part } ?? firstWord.map(DivisionWords.beginsPart) ?? false
  }

  /// `Chapter SLE`, `Chapter 2: Salt`.
  package var beginsAsChapter: Bool {
    CountedLabel(self)?.isChapter ?? firstWord.map(DivisionWords.beginsChapter) ?? false
  }

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

extension Substring {
  /// A number in figures, in Roman numerals or in words, in lower case.
  var isNumeral: Bool {
    if allSatisfy(\.isNumber) { return count <= 4 }
    if allSatisfy({ "ivxlcdm".contains($0) }) { return isRoman && self != "mix" }
    return NumberWords.bareValue(String(self)) != nil
  }

  /// The same where a word for what is counted stands with it.
  fileprivate func isNumeral(beside languages: Set<String>) -> Bool {
    isNumeral || NumberWords.value(String(self), languages) != nil
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
    // `第一章　道`, `제1장 길`
    if !isLabel, let counted = CountedLabel(text) {
      let rest = text[counted.end...].drop { " .:—–\u{A0}\u{3000}：．、".contains($0) }
      guard !rest.isEmpty || count > 1 else { return (self, []) }
      var front = first
      front.content = .text(String(text[..<counted.end]))
      return ([front], dropping(text.count - rest.count))
    }
    // `Chapter I. Down the Rabbit-Hole`, `II: The Pool`; a bare numeral needs a point, or `I am born` would have one
    for (index, sign) in zip(text.indices, text) where ".:—–".contains(sign) {
      let label = text[..<index]
      let after = text.index(after: index)
      guard label.utf8.count <= 40 else { break }
      guard String(label).isHeadingLabel, label.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
      let rest = text[after...].drop { " .:—–\u{A0}".contains($0) }
      // `2. Bölüm: İlk Işık`: the number is no label alone
      if !String(label).isCountedLabel, rest.prefix(40).contains(where: { ".:—–".contains($0) }),
        rest.indices.contains(where: { ".:—–".contains(rest[$0]) && String(text[..<$0]).isCountedLabel })
      {
        continue
      }
      // `Part I: First` is a title that is called so; in `Chapter Three: C` the letter is no hundred
      let isOneWord = !rest.contains { $0 == " " || $0 == "\u{A0}" } && !rest.isNameInNumerals
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
