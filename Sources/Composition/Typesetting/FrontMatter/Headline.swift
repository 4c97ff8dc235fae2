internal import BookModel

/// English titles typed in capitals, in headline style: capitals for all words but articles, conjunctions and
/// prepositions that stand inside it (Chicago 8.159).
package enum Headline {
  private static let small: Set<String> = [
    "a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "into", "nor", "of", "on", "or", "the", "to",
    "upon", "with", "de", "du", "la", "le", "van", "vom", "von", "der", "den", "zu",
  ]
  /// They have no vowel, and yet are no row of initials.
  private static let shortened: Set<String> = [
    "mr", "mrs", "dr", "st", "sr", "jr", "ms", "messrs", "ltd", "vs", "rd", "th", "nd", "by", "my", "why", "thy", "fly",
    "sky", "cry", "dry", "try", "sly", "shy", "spy", "hymn", "hymns", "myth", "myths", "lynx", "hmm", "psst",
  ]

  /// Whether a title is typed in capitals, but for a few words: `THE MUSIC OF ALL OF ROME (Continued)`. A short word alone may be
  /// an abbreviation; what follows in small letters behind a dash or in brackets is no part of it: `THE CAT—continued`.
  package static func isShouted(_ whole: String) -> Bool {
    let title = whole.prefix(upTo: smallTail(of: whole))
    var (capitals, letters, run) = (0, 0, 0)
    var hasWord = false
    for scalar in title.unicodeScalars where scalar.properties.isAlphabetic || scalar == " " {
      if scalar == " " { run = 0 } else { letters += 1 }
      guard scalar.properties.isUppercase else { continue }
      capitals += 1
      run += 1
      if run > 1 { hasWord = true }
    }
    // what only has initials in it begins as usual: "The WHATWG URL API"
    let first = title.split(separator: " ").first { $0.contains(where: \.isLetter) } ?? ""
    return hasWord && letters > 4 && capitals * 3 > letters * 2 && !first.contains(where: \.isLowercase)
  }

  /// Where what follows in small letters behind a dash or in brackets begins; the title's end where nothing does.
  package static func smallTail(of title: String) -> String.Index {
    guard let tail = title.firstIndex(where: { "—–([".contains($0) }), title[tail...].contains(where: \.isLowercase),
      !title[tail...].contains(where: \.isUppercase)
    else { return title.endIndex }
    return tail
  }

  /// What parts of books are called.
  private static let usual: Set<String> = [
    "addenda", "afterword", "appendix", "bibliography", "conclusion", "contents", "dedication", "epilogue", "errata",
    "finale", "foreword", "glossary", "index", "introduction", "notes", "postscript", "preface", "prelude", "prologue",
  ]

  /// Whether a title in capitals is made of words: rows of initials have no article, preposition or part of a book among
  /// them.
  package static func isOfWords(_ title: String) -> Bool {
    let words = title.split { !$0.isLetter && $0 != "'" && $0 != "’" }.map { $0.lowercased() }
    return words.count > 3 || words.contains { small.contains($0) || usual.contains($0) }
  }

  package static func of(_ title: String) -> String {
    var made = ""
    // what opens a sentence or follows a dash has its capital
    var opens = true
    // `JOURNAL—continued` is two words
    var rest = Substring(title)
    while !rest.isEmpty {
      let word = rest.prefix { $0 != " " && $0 != "—" && $0 != "–" }
      rest = rest.dropFirst(word.count)
      if word.contains(where: \.isUppercase), !word.contains(where: \.isLowercase) {
        let bare = word.filter { $0.isLetter || $0 == "'" || $0 == "’" }.lowercased()
        made += !opens && !rest.isEmpty && small.contains(bare) ? word.lowercased() : cased(word)
      } else {
        made += word
      }
      if word.contains(where: \.isLetter) { opens = word.last.map { ".:!?;".contains($0) } ?? false }
      guard let mark = rest.popFirst() else { break }
      if mark != " " { opens = true }
      made.append(mark)
    }
    return made
  }

  private static func cased(_ word: Substring) -> String {
    let letters = word.filter(\.isLetter)
    let bare = letters.lowercased()
    // K.W., XVIII, BBC
    let initials = word.dropLast().contains { $0 == "." } && letters.count * 2 <= word.count + 1
    let hasVowel = bare.contains { "aeiouyäöüàáâèéêëìíîòóôùúûæœ".contains($0) }
    if initials || isNumeral(letters) || !hasVowel && !shortened.contains(bare) { return String(word) }
    var made = ""
    // letters since a new word began within this one
    var run = 0
    for character in word {
      if character.isLetter {
        made += run == 0 ? String(character) : character.lowercased()
        run += 1
        continue
      }
      if character == "’" || character == "'" {
        // O’Brien and d’Arezzo, but the slave’s
        if run == 1, let name = made.last, "ODL".contains(name) { run = 0 }
      } else {
        run = character.isNumber ? 1 : 0
      }
      made.append(character)
    }
    return made
  }

  /// Written as the Romans did, by two letters or more.
  private static func isNumeral(_ letters: String) -> Bool {
    guard letters.count > 1, letters.allSatisfy({ "IVXLCDM".contains($0) }) else { return letters == "I" }
    let values: [Character: Int] = ["I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000]
    var number = 0
    var largest = 0
    for letter in letters.reversed() {
      let value = values[letter] ?? 0
      number += value < largest ? -value : value
      largest = max(largest, value)
    }
    return List.Counting.upperRoman.written(number) == letters && letters != "MIX" && letters != "MI" && letters != "DI"
  }
}
