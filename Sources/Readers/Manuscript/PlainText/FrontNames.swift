// Titles and names as title pages say them.

/// Words of a title that may be left out or put in.
let joints: Set<String> = ["on", "and", "the", "a", "or", "of", "und", "et", "y", "e"]

/// What kinds of books there are, as titles and subtitles say it.
let kindsOfBooks: Set<String> = [
  "tragedy", "tragedie", "comedy", "comedie", "history", "historie", "life", "story", "tale", "novel", "romance",
  "poem", "play", "drama", "farce", "chronicle", "legend", "epic", "memoir", "memoirs", "fragment", "melodrama",
  "opera", "fantasy", "satire", "biography", "roman", "histoire", "drame", "trauerspiel", "lustspiel", "schauspiel",
  "tragodie", "komodie", "erzahlung", "erzahlungen", "novelle", "novellen", "marchen", "gedicht", "gedichte", "poeme",
  "conte", "recit", "nouvelle", "storia", "geschichte", "legende", "verhaal", "tragedia", "comedia", "novela", "poema",
  "cuento", "commedia", "romanzo", "dramma", "racconto",
  "miscellany", "collection", "anthology", "toneelspel", "naytelma", "romaani", "skuespil", "skadespel", "повесть",
  "роман", "комедия", "драма",
  "рассказ", "рассказы", "поэма",
]

/// The words before a name, alone.
let bys: Set<String> = ["by", "von", "par", "por", "door", "af", "av", "di", "da"]

/// What stands alone on the line between title and name, in more languages: of some other lines begin so, too.
let linesBeforeNames: Set<String> = bys.union([
  "written by", "by the", "de", "gan", "ni", "oleh", "napisał", "napisała", "napsal", "napsala", "írta", "kirjoittanut",
  "yazan",
  "scripsit", "auctore", "skrev", "skrevet af", "geschrieben von", "verfasst von", "geschreven door", "écrit par",
  "escrito por", "escrita por", "scritto da", "сочинение", "соч.", "соч", "написал", "написала",
])

/// What may stand before or behind a name on a title page.
let honours: Set<String> = [
  "mr", "mrs", "miss", "dr", "sir", "rev", "prof", "professor", "esq", "herr", "frau", "m", "mme", "don", "st", "jr",
]

/// All words in small letters without accents, short ones too.
func allWords(_ text: String) -> [String] {
  plainText(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
}

/// The words of a title or of names as a typed page may say them: `&` for and, two words as one, initials.
struct KnownWords {
  private var words: Set<String> = []
  private var initials: Set<Character> = []

  init(_ text: String) {
    let all = allWords(text)
    words = Set(all + zip(all, all.dropFirst()).map { $0 + $1 })
    initials = Set(all.compactMap(\.first))
  }

  func contains(_ word: String) -> Bool { words.contains(word) }

  /// All of these words are known, two that were parted as one; those in `others` say nothing.
  func sayAll(_ said: [String], besides others: Set<String> = [], allowsInitials: Bool = false) -> Bool {
    var isSaid = false
    var n = 0
    while n < said.count {
      if words.contains(said[n]) {
        isSaid = isSaid || !others.contains(said[n])
      } else if n + 1 < said.count, words.contains(said[n] + said[n + 1]) {
        isSaid = true
        n += 1
      } else if !others.contains(said[n]) {
        guard allowsInitials, said[n].count == 1, let letter = said[n].first, initials.contains(letter) else {
          return false
        }
      }
      n += 1
    }
    return isSaid
  }
}

/// Somebody speaks of the file and not of the book.
func isOfFile(_ lower: String) -> Bool {
  ["project gutenberg", "gutenberg projekt", "gutenberg-projekt", "gutenberg etext", "this etext", "this e-text"]
    .contains(where: lower.contains)
}

/// `GROSSET & DUNLAP`
func joinsNames(_ line: String) -> Bool {
  let words = line.split(separator: " ")
  return (3...6).contains(words.count) && words.dropFirst().dropLast().contains("&")
    && words.allSatisfy { $0 == "&" || $0.first?.isUppercase ?? false }
}

extension PlainTextSource {
  /// Whether the chunk above or below says other words of the title, and nothing else.
  func isWithinTitle(_ c: Int, _ title: KnownWords) -> Bool {
    [c - 1, c + 1].contains { k in
      guard chunks.indices.contains(k), chunks[k].kind == .unknown || chunks[k].kind == .dropped,
        chunks[k].lines.count <= 3, bytes(ofChunk: k).count <= 200
      else { return false }
      return title.sayAll(allWords(string(ofChunk: k)), besides: joints)
    }
  }
}

/// What of a book's title has been said: once all of it was, a part of it names a part of the book
/// (`SONGS OF INNOCENCE` behind `SONGS OF INNOCENCE AND OF EXPERIENCE`).
struct SaidTitle {
  private let whole: Set<String>
  private let main: [String]
  private var said: Set<String> = []

  init(_ title: String) {
    whole = Set(titleWords(title))
    // `Frankenstein; or, The Modern Prometheus`
    main = titleWords(String(title.prefix { !";:(".contains($0) }))
  }

  mutating func say(_ words: [String]) { said.formUnion(words) }

  /// - Parameter isAlone: no other words of the title stand beside these, as on a page that gives each a line.
  func isPart(_ words: [String], isAlone: Bool) -> Bool {
    words.count > (isAlone ? 0 : 1) && words.count < main.count && words.allSatisfy(whole.contains)
      && whole.isSubset(of: said)
  }
}

/// Without the stop at its end, that of a shortened word apart: `F.S.A.`, `& Co.`
func trimmedPoint(_ text: String) -> String {
  var text = trimmed(text.filter { !"[]()".contains($0) || text.hasPrefix("(") && text.hasSuffix(")") }[...])
  while let last = text.last, ",:; ".contains(last) { text.removeLast() }
  guard text.hasSuffix("."), let word = text.split(separator: " ").last?.dropLast() else { return text }
  if word.contains(".") || word.count <= 3 && word.contains(where: \.isLetter) { return text }
  return String(text.dropLast())
}

/// `L. C. PAGE & COMPANY` as `L. C. Page & Company`; what is not in capitals as it is.
func cased(_ text: String) -> String {
  // `MABEL LOOMIS TODD and T. W. HIGGINSON`
  let words = text.split(separator: " ")
  guard words.contains(where: { $0.contains(where: \.isUppercase) }),
    words.allSatisfy({ $0 == $0.uppercased()[...] || joints.contains(String($0)) || $0.first?.isNumber ?? false })
  else { return text }
  var made = ""
  var isInside = false
  for (n, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
    if n > 0 { made += " " }
    // `M.A.`, `U.S.A.`, but `Co.,`
    let bare = word.prefix { !",;:".contains($0) }
    let isSmall = n > 0 && !made.hasSuffix(": ") && smallWordsOfTitles.contains(String(word))
    let isShort = bare.filter(\.isLetter).count < 2 && !isSmall && word != "A" || bare.dropLast().contains(".")
    isInside = false
    for character in word {
      made += isShort || !isInside && !isSmall ? String(character) : character.lowercased()
      isInside = character.isLetter || isInside && "'’".contains(character)
    }
  }
  return made
}

/// Words of a title or a house in capitals that stay small within it: those of a language that are no names, no numerals
/// and no other words of English.
private let smallWordsOfTitles = Set(
  """
  AND A OF THE BY FOR FROM IN AT TO UND DE DU LA ET LE LES DES EN AU AUX PAR SUR OU EL LOS LAS DEL Y EM DOS DAS DI DELLA \
  DELLE DEI DER VON VOM ZUM ZUR IM AUS MIT FÜR AUF VAN HET EEN OP MET TE VOOR DOOR OG OCH AF AV W Z NA DLA POD \
  В ВЪ И ИЗ НА С СЪ О К ДЛЯ У З ТА ПО ОТ
  """.split(separator: " ").map(String.init))

extension String {
  /// The last place of a short text; linear times its length.
  func range(ofLast word: String) -> Range<String.Index>? {
    var found: Range<String.Index>?
    var at = startIndex
    while at < endIndex {
      if self[at...].hasPrefix(word) { found = at..<index(at, offsetBy: word.count) }
      at = index(after: at)
    }
    return found
  }
}
