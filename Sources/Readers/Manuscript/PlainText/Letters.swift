internal import BookModel

/// Finds the letters of a story among its blocks: who is addressed, what is written and
/// who signs, with place and date above. All three must be there or it stays as it is.
func withLetters(_ blocks: [Block]) -> (blocks: [Block], count: Int) {
  // Most sections have no line of address and none that signs: then nothing is copied.
  guard blocks.contains(where: { $0.paragraph.map { isSalutation($0) || isSignature($0) } ?? false }) else {
    return (blocks, 0)
  }
  var made: [Block] = []
  var count = 0
  var i = 0
  while i < blocks.count {
    if let (letter, end) = quotedLetter(in: blocks, at: i) ?? letter(in: blocks, at: i) {
      made.append(.letter(letter))
      count += 1
      i = end
    } else {
      made.append(blocks[i])
      i += 1
    }
  }
  return (made, count)
}

/// The letter that begins with the block, and the block after it.
private func letter(in blocks: [Block], at start: Int) -> (Letter, Int)? {
  var i = start
  var dateline: [Paragraph] = []
  while i < blocks.count, dateline.count < 3 {
    if let paragraph = blocks[i].paragraph, isDateline(paragraph) {
      dateline.append(paragraph.trailing)
    } else if case .verse(let verse) = blocks[i], let lines = verse.fewLines,
      lines.contains(where: isDateline), lines.allSatisfy({ $0.shortText(60) != nil })
    {
      // Set in by a few spaces, it looked like verse.
      dateline += lines.map(\.trailing)
    } else {
      break
    }
    i += 1
  }
  guard i < blocks.count, let address = blocks[i].paragraph, isSalutation(address) else { return nil }
  var k = i + 1
  search: while k < blocks.count, k - i <= 60 {
    switch blocks[k] {
    case .heading, .sceneBreak, .pageBreak, .speech: return nil
    case .paragraph(let paragraph):
      if isSalutation(paragraph) { return nil }
      if isSignature(paragraph) { break search }
      // a name in small letters is one below the words that close
      if isName(paragraph), k > i + 2, blocks[k - 1].paragraph.map(isClosing) ?? false { break search }
    case .verse(let verse):
      // `I am, dear Madam, / Your most obedient servant, / J. SMITH.`, each deeper than the one before
      if let closing = verse.closing {
        guard k > i + 1 else { return nil }
        let source = dateline.first?.source ?? address.source
        let (body, above) = withoutClosing(blocks[i..<k])
        return (Letter(dateline: dateline, body, signature: above + closing, source: source), k + 1)
      }
    default: break
    }
    k += 1
  }
  guard k < blocks.count, k - i <= 60, k > i + 1 else { return nil }
  var end = k
  var signature: [Paragraph] = []
  while end < blocks.count, end - k < 4, let paragraph = blocks[end].paragraph, end == k || isSignature(paragraph) {
    signature.append(paragraph.trailing)
    end += 1
  }
  guard let first = (dateline + [address]).first else { return nil }
  let (body, above) = withoutClosing(blocks[i..<k])
  return (Letter(dateline: dateline, body, signature: above + signature, source: first.source), end)
}

/// A letter's blocks up to the words that close it, and those: `I remain, Sir,` and `Your affectionate friend,` above the
/// name are the beginning of the signature.
private func withoutClosing(_ blocks: ArraySlice<Block>) -> (body: [Block], closing: [Paragraph]) {
  var body = Array(blocks)
  var closing: [Paragraph] = []
  while body.count > 2, closing.count < 2, let last = body.last?.paragraph,
    isClosing(last) || opensClosing(.paragraph(last)) && last.shortText(60)?.hasSuffix(",") ?? false
  {
    closing.insert(last.trailing, at: 0)
    body.removeLast()
  }
  return (body, closing)
}

extension Verse {
  /// Two to five lines that end a letter, as paragraphs at the right: with words that close one, and below them, deeper,
  /// a name; nil for other verse.
  fileprivate var closing: [Paragraph]? {
    guard stanzas.count == 1, let lines = stanzas.first?.lines, (2...5).contains(lines.count), let last = lines.last,
      last.indent > lines[0].indent
    else { return nil }
    let made = lines.map { Paragraph($0.inlines, source: $0.source).trailing }
    guard let name = made.last?.shortText(40), name.first?.isUppercase ?? false,
      made.dropLast().contains(where: { line in
        words(of: line.shortText(70) ?? "").contains(where: closings.contains)
      })
    else { return nil }
    return made
  }

  /// One to four lines as paragraphs, an address and a date; nil for more.
  fileprivate var fewLines: [Paragraph]? {
    guard stanzas.count == 1, let lines = stanzas.first?.lines, lines.count <= 4 else { return nil }
    return lines.map { Paragraph($0.inlines, source: $0.source) }
  }
}

extension Paragraph {
  var trailing: Paragraph {
    var paragraph = self
    paragraph.placement = .trailing
    return paragraph
  }

  /// The last sign of a short paragraph that is no quote, where its last run has one: cheap, and asked of every paragraph.
  fileprivate func lastSign(ofAtMost limit: Int) -> Unicode.Scalar? {
    guard isShort(limit), case .text(let text)? = inlines.last?.content else { return nil }
    return text.unicodeScalars.reversed().first { !isQuote($0) }
  }

  private func isShort(_ limit: Int) -> Bool {
    var length = 0
    for inline in inlines { if case .text(let text) = inline.content { length += text.utf8.count } }
    return length > 0 && length <= limit * 2
  }

  /// Its words without the quotes that open or close it, where it is at most so long; nil where it is longer.
  func shortText(_ limit: Int) -> String? {
    guard isShort(limit) else { return nil }
    var scalars = inlines.plainText.unicodeScalars[...]
    while let first = scalars.first, isQuote(first) { scalars.removeFirst() }
    while let last = scalars.last, isQuote(last) { scalars.removeLast() }
    return scalars.isEmpty || scalars.count > limit ? nil : String(scalars)
  }
}

private func isQuote(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "\"", "'", "“", "”", "‘", "’", "«", "»", "„", "_", " ", "\u{A0}": true
  default: false
  }
}

/// At the right, or a short line with a month and a number: `St. Petersburgh, Dec. 11th, 17—.`
func isDateline(_ paragraph: Paragraph) -> Bool {
  guard let text = paragraph.shortText(90) else { return false }
  if paragraph.placement == .trailing { return true }
  return text.utf8.contains(where: { $0.isASCIIDigit }) && text.unicodeScalars.count <= 60 && namesMonth(text)
}

private func namesMonth(_ text: String) -> Bool {
  words(of: text).contains { word in
    months.contains { word == $0 || word.hasPrefix($0) && word.utf8.count <= $0.utf8.count + 8 }
  }
}

/// A month or a day of the week.
func namesDay(_ text: String) -> Bool {
  namesMonth(text) || words(of: text).contains { word in weekdays.contains(word) }
}

/// `My dear Sir,` and nothing after it on its line.
func isSalutation(_ paragraph: Paragraph) -> Bool {
  let closing = ",:;!—–-".unicodeScalars
  guard paragraph.placement != .trailing, paragraph.lastSign(ofAtMost: 60).map(closing.contains) ?? true,
    let text = paragraph.shortText(60), let last = text.unicodeScalars.last, closing.contains(last),
    let first = text.unicodeScalars.first, first.properties.isUppercase
  else { return false }
  // In speech a call is no address of a letter.
  if last == "!", let sign = paragraph.inlines.plainText.unicodeScalars.first, !sign.properties.isAlphabetic {
    return false
  }
  let words = words(of: text)
  // `I remain, Sir,` closes one
  guard words.count <= 9, !["i", "believe"].contains(words.first) else { return false }
  return words.prefix(4).contains { addresses.contains($0) }
}

/// At the right, or a name in capitals alone.
func isSignature(_ paragraph: Paragraph) -> Bool {
  guard let text = paragraph.shortText(90) else { return false }
  if paragraph.placement == .trailing { return true }
  // `DEAR RIES,—`
  guard paragraph.placement == .justified, text.unicodeScalars.count <= 40, !isSalutation(paragraph) else {
    return false
  }
  var letters = 0
  for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
    guard scalar.properties.isUppercase else { return false }
    letters += 1
  }
  return letters >= 2 && words(of: text).count <= 5 && !isNumeral(text)
}

/// `II.`, above the next piece
private func isNumeral(_ text: String) -> Bool {
  let letters = text.filter { $0 != "." }
  return !letters.isEmpty && letters.allSatisfy { "IVXLC".contains($0) }
}

func isClosing(_ paragraph: Paragraph) -> Bool {
  guard let text = paragraph.shortText(70) else { return false }
  let words = words(of: text)
  guard let last = words.last, words.count <= 12 else { return false }
  if text.hasSuffix(","), let first = words.first, farewells.contains(first), words.contains("love") { return true }
  // `In haste, your` has no comma, since the name goes on with it
  return text.hasSuffix(",") ? words.contains(where: closings.contains) : possessives.contains(last)
}

private func words(of text: String) -> [String] {
  text.lowercased().split { !$0.isLetter }.map(String.init)
}

extension Paragraph {
  /// One of the words that close a letter, of those that say nothing else.
  var saysClosing: Bool {
    words(of: shortText(70) ?? "").contains { closings.contains($0) && !possessives.contains($0) || $0 == "yours" }
  }
}

private let addresses: Set<String> = [
  "dear", "dearest", "sir", "sirs", "madam", "gentlemen", "honoured", "honored", "reverend", "beloved", "messrs",
  "monsieur", "messieurs", "madame", "mademoiselle", "cher", "chère", "chers", "chères",
  "lieber", "liebe", "liebster", "liebste", "teurer", "theurer", "teure", "geehrter", "geehrte", "verehrter",
  "verehrte", "hochverehrter", "hochgeehrter",
  "caro", "cara", "carissimo", "carissima", "signore", "signora", "querido", "querida", "estimado", "estimada",
  "señor", "señora", "prezado", "prezada", "beste", "waarde", "geachte", "kära", "käre", "kære", "kjære",
  "милый", "милая", "дорогой", "дорогая", "любезный", "любезная", "многоуважаемый", "дражайший", "милостивый",
]

/// How `Love,` and `With all my love,` begin.
private let farewells: Set<String> = ["love", "with", "much", "all", "lots"]

private let closings: Set<String> = [
  "dutiful", "loving", "devoted", "humble", "respectfully", "cordially", "fondly", "gratefully", "yours", "your",
  "obedient", "servant", "friend", "sincerely", "truly", "faithfully", "affectionately",
  "affectionate",
  "votre", "dévoué", "serviteur", "ami", "ihr", "dein", "euer", "ergebener", "treuer", "suo", "tuo", "vostro",
  "ваш", "твой", "преданный", "покорный",
]

/// What a closing may end in before the name.
private let possessives: Set<String> = [
  "your", "yours", "votre", "vôtre", "ihr", "dein", "euer", "suo", "tuo", "vostro", "suyo", "tuyo", "ваш", "твой",
]

private let weekdays: Set<String> = [
  "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "montag", "dienstag", "mittwoch",
  "donnerstag", "freitag", "samstag", "sonnabend", "sonntag", "lundi", "mardi", "mercredi", "jeudi", "vendredi",
  "samedi", "dimanche",
]

/// Beginnings that tell a month from other words, in the languages that most letters are in.
private let months: [String] = [
  "jan", "feb", "march", "mars", "april", "apr", "may", "mai", "june", "juni", "juin", "july", "juli", "juillet", "aug",
  "août", "sept", "oct", "okt", "nov", "dec", "déc", "dez", "märz", "gennaio", "marzo", "aprile", "maggio", "giugno",
  "luglio", "agosto", "settembre", "ottobre", "enero", "mayo", "junio", "julio", "diciembre", "dicembre",
  "январ", "феврал", "март", "апрел", "мая", "июн", "июл", "август", "сентябр", "октябр", "ноябр", "декабр",
]
