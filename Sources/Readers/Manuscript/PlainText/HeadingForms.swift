internal import Encoding

/// How one line looks when read as a heading. Whether it is one, the whole file decides.
struct HeadingForm {
  /// How high in the order of divisions: what may stand inside what.
  enum Rank: Int, Comparable {
    case volume, part, act, chapter, scene, numeral, named
    static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  /// Headings of one kind share it: `chapter`, `roman`, `arabic`, `word:article`.
  var key: String
  /// For the report: `CHAPTER N`.
  var shown: String
  var rank: Rank
  var number: Int?
  /// Bytes of the label, without the point or colon after it.
  var label: Range<Int>
  /// Bytes of a title on the same line.
  var title: Range<Int>?
  /// The word is not in the table of headings; only counting up makes it one.
  var isGuess = false
  /// One blank line is all that sets it apart from the text before it.
  var isClose = false
  /// It parts a section although its word says more: it stands in a list of what happens, above the whole book, or
  /// in far less white than the others of its kind.
  var isInner = false
}

/// One word of a line: where it stands, and what kind of sign ends it.
private struct Token {
  var range: Range<Int>
  var text: String
  /// A point, colon, dash or bracket follows directly.
  var isClosed: Bool
}

extension PlainTextSource {
  /// The line as a heading form, nil where it is none. `range` is within the line.
  func headingForm(_ full: Range<Int>) -> HeadingForm? {
    // what calls a note is no part of the form: `[1]CHAPTER I`
    if full.count <= 240, let end = endOfCall(at: full) {
      guard var form = headingForm(end..<full.upperBound) else { return nil }
      form.label = full.lowerBound..<form.label.upperBound
      return form
    }
    let range = withoutFrame(full)
    guard let first = range.first, range.count <= 240 else { return nil }
    // `272.[1]`
    if let call = noteCall(endOf: range), call > first {
      guard var form = headingForm(range.lowerBound..<call) else { return nil }
      if let title = form.title {
        form.title = title.lowerBound..<range.upperBound
      } else {
        form.label = form.label.lowerBound..<range.upperBound
      }
      return form
    }
    let lead = file.text[first]
    if lead < 0x80 {
      let isLetter = lead.isASCIILetter
      guard isLetter || lead.isASCIIDigit || lead == 0x28 else { return nil }
    } else if lead == 0xE2 {
      return nil
    }
    if lead >= 0xE3 || lead.isASCIIDigit, let form = hanForm(range) { return form }

    let tokens = headTokens(range, limit: 5)
    guard !tokens.isEmpty else { return nil }
    let words = tokens.map { small($0.text) }
    var at = 0
    if words.count > 1, articles.contains(words[0]) { at = 1 }

    // chapter N, chapter the first, глава первая
    if tokens.count > at + 1,
      let division = DivisionWords.word(words[at])
        ?? (words[at] == "day" && words[at + 1] == "the" && file.text[full.lowerBound] != 0x5B
          ? DivisionWords.day : nil)
    {
      var n = at + 1
      if wordsBeforeNumber.contains(words[n]), tokens.count > n + 1 { n += 1 }
      // `Epilogue: Ten Years Later`
      let isTitle =
        file.text[tokens[at].range.upperBound] == 0x3A && decimalValue(words[n]) == nil && romanValue(words[n]) == nil
      if !isTitle, let (value, used) = numeral(tokens, words, at: n, division.languages) {
        let shown = string(tokens[at].range) + " N"
        let (end, last) = dottedNumber(from: tokens[n + used - 1].range.upperBound, in: range)
        var found = form(
          key: words[at], shown: shown, rank: division.rank, number: last ?? value, label: range.lowerBound..<end,
          in: range, isClosed: tokens[n + used - 1].isClosed)
        // `§ 1. _On the boats._ § 2. _On the nets._` tells what follows
        if let title = found?.title, says(words[at], in: title) { return nil }
        // a paragraph is part of a section
        if words[at] == "¶" { found?.isInner = true }
        return found
      }
    }
    // first part, première partie, zweites Kapitel, fourth and last part, on birinci bölüm
    var noun = at + 1
    if tokens.count > at + 3, ands.contains(words[noun]), lasts.contains(words[noun + 1]) { noun += 2 }
    if tokens.count > noun + 1, DivisionWords.word(words[noun]) == nil,
      let division = DivisionWords.word(words[noun + 1]),
      NumberWords.value(words[at...noun], division.languages)?.used == 2
    {
      noun += 1
    }
    if tokens.count > noun, let division = DivisionWords.word(words[noun]) {
      let isSoft = softKeywords.contains(words[noun])
      if isSoft, decimalValue(tokens[at].text) != nil || tokens[at].isClosed {
        return numeralForm(tokens, words, in: range)
      }
      let value =
        noun == at + 2 ? NumberWords.value(words[at..<noun], division.languages)?.value : nil
      if let value = value ?? numberWordOrDecimal(tokens[at], words[at], division.languages) {
        var found = form(
          key: words[noun], shown: "N " + string(tokens[noun].range), rank: division.rank, number: value,
          label: range.lowerBound..<tokens[noun].range.upperBound, in: range, isClosed: tokens[noun].isClosed)
        if isSoft { found?.isGuess = true }
        return found
      }
    }
    // `FIRST NARRATIVE`: only counting up will tell
    if tokens.count == at + 2, letterCase(range).isCapitals, let value = wordValue(words[at]),
      titleRange(after: tokens[at + 1].range.upperBound, in: range) == nil
    {
      return HeadingForm(
        key: "counted:" + words[at + 1], shown: "N " + string(tokens[at + 1].range), rank: .part, number: value,
        label: range.lowerBound..<tokens[at + 1].range.upperBound, title: nil, isGuess: true)
    }
    // Inferno: Canto I
    if let n = tokens.indices.dropFirst().first(where: {
      (tokens[$0 - 1].isClosed || isSign(tokens[$0 - 1])) && DivisionWords.word(words[$0]) != nil
    }), let division = DivisionWords.word(words[n]),
      let (value, used) = numeral(tokens, words, at: n + 1, division.languages), n + 1 + used == tokens.count,
      let last = tokens.last, titleRange(after: last.range.upperBound, in: range) == nil
    {
      return HeadingForm(
        key: "of:" + words[n], shown: string(tokens[n].range) + " N", rank: division.rank,
        number: value, label: range.lowerBound..<last.range.upperBound, title: nil, isGuess: true)
    }
    return numeralForm(tokens, words, in: range)
  }

  /// Whether a text has a word with a number behind it.
  private func says(_ word: String, in range: Range<Int>) -> Bool {
    let words = string(range).split(separator: " ")
    return zip(words, words.dropFirst()).contains { one, next in
      small(String(one)) == word && numeralValue(String(next.prefix { $0.isLetter || $0.isNumber })) != nil
    }
  }

  /// Marks around the whole line are no part of its form: `[ 3 ]`, `— II —`.
  private func withoutFrame(_ full: Range<Int>) -> Range<Int> {
    var range = full
    if range.count > 8, file.text[range.prefix(4)].elementsEqual([0xE2, 0x80, 0x94, 0x20]),
      file.text[range.suffix(4)].elementsEqual([0x20, 0xE2, 0x80, 0x94])
    {
      range = range.dropFirst(4).dropLast(4)
    } else if range.count > 6, file.text[range.prefix(3)].elementsEqual([0x2D, 0x2D, 0x20]),
      file.text[range.suffix(3)].elementsEqual([0x20, 0x2D, 0x2D])
    {
      range = range.dropFirst(3).dropLast(3)
    }
    while let first = range.first,
      [0x5F, 0x3D, 0x5B, 0x2A, 0x23, 0x2B].contains(file.text[first]) || file.text[first] == 0x20
    {
      range = range.dropFirst()
    }
    while let last = range.last,
      [0x5F, 0x3D, 0x5D, 0x2A, 0x20].contains(file.text[last])
        || [0x23, 0x2B].contains(file.text[last]) && file.text[last] == file.text[full.lowerBound]
    {
      if !(file.text[last] == 0x2A && file.text[full.lowerBound] == 0x2A), noteCall(endOf: range) != nil { break }
      // `SCENE I. _In the garden._`
      if file.text[last] == 0x5F, range.count(where: { file.text[$0] == 0x5F }).isMultiple(of: 2) { break }
      range = range.dropLast()
    }
    return range
  }

  /// A bullet, a dash, a middle dot.
  private func isSign(_ token: Token) -> Bool {
    token.text.unicodeScalars.count <= 2
      && !token.text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }

  /// Where `[1]`, `[A]`, a star or a dagger begins that ends the line.
  private func noteCall(endOf range: Range<Int>) -> Int? {
    let end = range.upperBound
    let call: Int?
    switch file.text[end - 1] {
    case 0x5D:
      call = range.suffix(6).last { file.text[$0] == 0x5B }
      guard let call, bracketed(at: call, in: range)?.upperBound == end else { return nil }
    case 0x2A: call = range.suffix(4).last { file.text[$0] != 0x2A }.map { $0 + 1 }
    case 0x29: call = range.suffix(5).last { file.text[$0] == 0x28 }
    case 0xA0...0xA1: call = range.count > 3 ? end - 3 : nil
    default: return nil
    }
    guard let call, call > range.lowerBound else { return nil }
    if file.text[end - 1] == 0x5D { return call }
    // a star behind a space is a sign of its own
    return file.text[call - 1] != 0x20 && starMark(at: call, in: range) != nil ? call : nil
  }

  /// Where a note's call at the beginning of a line ends, with the spaces behind it; nil where it is all of the line.
  private func endOfCall(at range: Range<Int>) -> Int? {
    guard let first = range.first else { return nil }
    if file.text[first] == 0x5B {
      guard let end = bracketed(at: first, in: range)?.upperBound else { return nil }
      return (end..<range.upperBound).first { file.text[$0] != 0x20 }
    }
    guard let length = starMark(at: first, in: range)?.length, range.count > length, file.text[first + length] != 0x20,
      file.text[range.upperBound - 1] != 0x2A
    else { return nil }
    return first + length
  }

  /// `XII`, `XII.`, `12.`, `XII. The Title`, `Article 5`
  private func numeralForm(_ tokens: [Token], _ words: [String], in range: Range<Int>) -> HeadingForm? {
    guard let one = tokens.first else { return nil }
    let at = words.count > 1 && articles.contains(words[0]) ? 1 : 0
    if at == 0 {
      if let end = decimalEnd(one, in: range) { return decimalForm(one, end: end, in: range) }
      let isRoman = romanValue(one.text) != nil && one.text == one.text.uppercased()
      let value = isRoman ? romanValue(one.text) : decimalValue(one.text)
      if let value {
        let rest = titleRange(after: one.range.upperBound, in: range)
        let key = isRoman ? "roman" : "arabic"
        if rest == nil {
          return HeadingForm(
            key: key, shown: isRoman ? "I" : "1", rank: .numeral, number: value, label: one.range, title: nil)
        }
        if one.isClosed, let rest, isTitleStart(rest) {
          return HeadingForm(
            key: key + " title", shown: isRoman ? "I. Title" : "1. Title", rank: .numeral, number: value,
            label: one.range, title: rest)
        }
      } else if tokens.count == 1, let value = wordValue(words[0]), range.upperBound - one.range.upperBound <= 1 {
        return HeadingForm(key: "word", shown: "One", rank: .numeral, number: value, label: one.range, title: nil)
      }
    }
    // `AIR II. The bonny gray-ey'd Morn`
    if tokens.count >= 3, tokens[1].isClosed, !tokens[0].isClosed, !unnumberedWords.contains(words[0]),
      let value = decimalValue(tokens[1].text) ?? romanGuess(tokens[1].text), letterCase(tokens[0].range).isCapitals,
      let title = titleRange(after: tokens[1].range.upperBound, in: range), isTitleStart(title)
    {
      return HeadingForm(
        key: "word:" + words[0], shown: string(tokens[0].range) + " N", rank: .scene, number: value,
        label: range.lowerBound..<tokens[1].range.upperBound, title: title, isGuess: true)
    }
    // A word and a number, nothing else: only counting up will tell.
    if tokens.count >= 2, tokens.count <= 4, let last = tokens.last,
      // `AUTHORITIES FOR BOOK I` is a title
      tokens.count < 4 || DivisionWords.word(words[2]) == nil,
      let value = decimalValue(last.text) ?? romanGuess(last.text),
      titleRange(after: last.range.upperBound, in: range) == nil
    {
      let word = words.dropLast().joined(separator: " ")
      return HeadingForm(
        key: "word:" + word, shown: string(range.lowerBound..<tokens[tokens.count - 2].range.upperBound) + " N",
        rank: .scene, number: value, label: range.lowerBound..<last.range.upperBound, title: nil, isGuess: true)
    }
    return nil
  }

  /// Where the number of a section within a section ends: `1.2`, `1.2.3`.
  private func decimalEnd(_ first: Token, in range: Range<Int>) -> Int? {
    guard decimalValue(first.text) != nil else { return nil }
    var end = first.range.upperBound
    while end + 1 < range.upperBound, file.text[end] == 0x2E, file.text[end + 1].isASCIIDigit {
      end = file.text[(end + 1)..<range.upperBound].prefix { $0.isASCIIDigit }.endIndex
    }
    return end == first.range.upperBound ? nil : end
  }

  /// `1.2`, `1.2 The Title`: one number, and not a number and a title.
  private func decimalForm(_ first: Token, end: Int, in range: Range<Int>) -> HeadingForm? {
    let title = titleRange(after: end, in: range)
    if let title, title.lowerBound == end || !isTitleStart(title) { return nil }
    let label = first.range.lowerBound..<end
    let digits = file.text[label].split(separator: 0x2E)
    return HeadingForm(
      key: "decimal \(digits.count)" + (title == nil ? "" : " title"), shown: title == nil ? "1.1" : "1.1 Title",
      rank: .numeral, number: digits.last.flatMap { decimalValue(String(decoding: $0, as: UTF8.self)) }, label: label,
      title: title)
  }

  /// `2. Tom` as a number and a title, whatever else its word may name.
  func numberedTitle(_ full: Range<Int>) -> HeadingForm? {
    let range = withoutFrame(full)
    let tokens = headTokens(range, limit: 5)
    guard tokens.first?.isClosed ?? false else { return nil }
    let form = numeralForm(tokens, tokens.map { small($0.text) }, in: range)
    return form?.rank == .numeral && form?.title != nil ? form : nil
  }

  private func romanGuess(_ text: String) -> Int? { text == text.uppercased() ? romanValue(text) : nil }

  private func numberWordOrDecimal(_ token: Token, _ word: String, _ languages: Set<String>) -> Int? {
    if let value = wordValue(word) ?? (token.isClosed ? nil : NumberWords.value(word, languages)) { return value }
    // 1. Kapitel, 2nd part, 3e partie, XII. fejezet
    if let value = decimalValue(token.text) { return value }
    if let value = romanGuess(token.text) { return value }
    let digits = token.text.prefix { $0.isASCII && $0.isNumber }
    let tail = token.text.dropFirst(digits.count).lowercased()
    if !digits.isEmpty,
      ["st", "nd", "rd", "th", "e", "er", "re", "ère", "ème", "o", "a", "º", "ª", "я", "й"].contains(tail)
    {
      return decimalValue(String(digits))
    }
    return nil
  }

  /// The number at token `n`, and of how many tokens it is made.
  /// - Parameter languages: of the word that it stands behind.
  private func numeral(
    _ tokens: [Token], _ words: [String], at n: Int, _ languages: Set<String>
  ) -> (value: Int, used: Int)? {
    guard n < tokens.count else { return nil }
    if let value = decimalValue(tokens[n].text) ?? romanValue(tokens[n].text) { return (value, 1) }
    if tokens[n].text.unicodeScalars.first.map({ $0.value >= 0x3000 }) ?? false {
      return hanValue(tokens[n].text.unicodeScalars[...]).map { ($0, 1) }
    }
    if words[n].contains("-"), let value = wordValue(words[n]) { return (value, 1) }
    let end = tokens[n...].firstIndex(where: \.isClosed).map { $0 + 1 } ?? tokens.count
    return NumberWords.value(words[n..<end], languages)
  }

  private func form(
    key: String, shown: String, rank: HeadingForm.Rank, number: Int?, label: Range<Int>, in range: Range<Int>,
    isClosed: Bool
  ) -> HeadingForm? {
    let title = titleRange(after: label.upperBound, in: range)
    // letters without capitals do not show where a sentence goes on
    if let title, letterCase(label).other > 0, letterCase(label).upper + letterCase(label).lower == 0,
      endsSentence(title) || title.count > 120
    {
      return nil
    }
    // `Second act; what's the matter with it?`
    if let title, isClosed, !isTitleStart(title), !letterCase(label).isCapitals, label.upperBound < range.upperBound,
      [0x2C, 0x3B].contains(file.text[label.upperBound])
    {
      return nil
    }
    // `CHAPTER III -- OF MEN, AND ESPECIALLY SAILORS,`: the title goes on in the next line
    let isCapitals = title.map { letterCase(label.lowerBound..<$0.upperBound).isCapitals } ?? false
    if let title, !isClosed, !isCapitals, !isTitleStart(title) {
      // Primera parte del ingenioso hidalgo
      let word = string(file.text[title].prefix(8).prefix { $0 != 0x20 }.indices)
      guard rank <= .part, ["of", "del", "de", "du", "des", "der", "della", "dell'", "av"].contains(word),
        !endsSentence(title)
      else { return nil }
      return HeadingForm(key: key, shown: shown, rank: rank, number: number, label: range, title: nil)
    }
    return HeadingForm(key: key, shown: shown, rank: rank, number: number, label: label, title: title)
  }

  /// `SCENE 2.1`: the number goes on behind its point, and the last one counts.
  private func dottedNumber(from start: Int, in range: Range<Int>) -> (end: Int, last: Int?) {
    var (end, last) = (start, Int?.none)
    while end + 1 < range.upperBound, file.text[end - 1].isASCIIDigit, file.text[end] == 0x2E,
      file.text[end + 1].isASCIIDigit
    {
      let digits =
        end + 1..<(file.text[(end + 1)..<range.upperBound].firstIndex { !$0.isASCIIDigit } ?? range.upperBound)
      guard digits.count <= 3 else { break }
      last = decimalValue(string(digits))
      end = digits.upperBound
    }
    return (end, last)
  }

  /// What follows the label once points, colons, dashes and spaces are passed; nil where nothing does.
  func titleRange(after offset: Int, in range: Range<Int>) -> Range<Int>? {
    var i = offset
    scan: while i < range.upperBound {
      let (sign, length) = sign(at: i)
      switch sign {
      case 0x20, 0x09, 0x2E, 0x3A, 0x2C, 0x3B, 0x29, 0x2D, 0x5D, 0xA0, 0x2010...0x2015, 0x3000...0x3002, 0x964, 0x965:
        i += length
      // full-width comma, stop and colon
      case 0xFF0C, 0xFF0E, 0xFF1A: i += length
      default: break scan
      }
    }
    return i < range.upperBound ? i..<range.upperBound : nil
  }

  /// Begins in a capital, a digit, a quote or a sign, and does not run on like a sentence cut in two.
  private func isTitleStart(_ range: Range<Int>) -> Bool {
    guard let last = range.last, file.text[last] != 0x2C, file.text[last] != 0x3B else { return false }
    for scalar in string(range.prefix(12)).unicodeScalars {
      if scalar.properties.isAlphabetic { return !scalar.properties.isLowercase }
      if scalar.value.isASCIIDigit { return true }
    }
    return true
  }

  private func headTokens(_ range: Range<Int>, limit: Int) -> [Token] {
    var tokens: [Token] = []
    tokens.reserveCapacity(limit)
    var i = range.lowerBound
    while i < range.upperBound, tokens.count < limit {
      while i < range.upperBound, isSpace(i) || file.text[i] == 0x5F || file.text[i] == 0x28 { i += 1 }
      let start = i
      var isClosed = false
      scan: while i < range.upperBound {
        let (sign, length) = sign(at: i)
        switch sign {
        case 0x20, 0x09, 0x5F, 0xA0, 0x3000: break scan
        case 0x2E, 0x3A, 0x2C, 0x3B, 0x29, 0x5D, 0x2012...0x2015, 0x964, 0x965:
          isClosed = true
          break scan
        case 0x2D where i + 1 < range.upperBound && file.text[i + 1] == 0x2D:
          isClosed = true
          break scan
        default: i += length
        }
      }
      if i > start {
        let text = string(start..<i)
        // `บทที่๓`
        if tokens.isEmpty, file.text[start] >= 0xE0, let word = DivisionWords.joined.first(where: text.hasPrefix),
          text.utf8.count > word.utf8.count
        {
          let end = start + word.utf8.count
          tokens.append(Token(range: start..<end, text: word, isClosed: false))
          tokens.append(Token(range: end..<i, text: string(end..<i), isClosed: isClosed))
        } else {
          tokens.append(Token(range: start..<i, text: text, isClosed: isClosed))
        }
      }
      while i < range.upperBound, !isSpace(i) {
        // Past the closing signs; a letter directly behind them ends the tokens that count.
        let byte = file.text[i]
        if byte.isASCIILetter || byte.isASCIIDigit { break }
        i += 1
      }
    }
    return tokens
  }

  /// The sign at a place, and its bytes.
  private func sign(at i: Int) -> (value: UInt32, length: Int) {
    let lead = UInt32(file.text[i])
    guard lead >= 0xC0 else { return (lead, 1) }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    let rest = file.text[(i + 1)..<min(i + length, file.text.count)]
    return (rest.reduce(lead & (0x7F >> UInt32(length))) { $0 << 6 | UInt32($1 & 0x3F) }, length)
  }

  private func isSpace(_ i: Int) -> Bool {
    let byte = file.text[i]
    if byte.isBlank { return true }
    if byte == 0xC2, i + 1 < file.text.count { return file.text[i + 1] == 0xA0 }
    return byte == 0xA0 && i > 0 && file.text[i - 1] == 0xC2
  }
}

/// `fourth and last part`
private let ands: Set<String> = ["and", "und", "et", "y", "e", "en", "og", "och", "и"]
private let lasts: Set<String> = [
  "last", "final", "letzter", "letzte", "letztes", "dernière", "dernier", "última", "último", "ultima", "ultimo",
  "laatste", "sidste", "sista", "последняя",
]

/// Words before `second book` and the like.
private let articles: Set<String> = ["the", "his", "le", "la", "das", "der", "die", "el", "il"]

/// Between a word and its number.
private let wordsBeforeNumber: Set<String> = [
  "the", "le", "la", "no", "nr", "n°", "nº", "número", "number", "№", "al", "a", "thứ",
]
