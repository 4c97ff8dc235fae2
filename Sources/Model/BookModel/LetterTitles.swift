extension Book {
  /// Headings of a single letter that could be a number (C, I, V) are the letter where others are letters that could
  /// not: those of a dictionary's sections and of primers.
  package mutating func takeLettersForTitles() {
    var letters: Set<String> = []
    for section in sections {
      guard let words = section.heading?.plainText, let letter = Book.letter(words) else { continue }
      letters.insert(letter)
    }
    guard letters.count > 2, letters.contains(where: { !"IVXLCDM".contains($0) }) else { return }
    for index in sections.indices {
      guard var heading = sections[index].heading, heading.title.isEmpty, Book.letter(heading.plainText) != nil else {
        continue
      }
      (heading.title, heading.label) = (heading.label, [])
      sections[index].heading = heading
    }
  }

  /// The Latin capital that words are, a stop behind it left out.
  private static func letter(_ words: String) -> String? {
    let bare = words.hasSuffix(".") ? words.dropLast() : words[...]
    guard bare.unicodeScalars.count == 1, let scalar = bare.unicodeScalars.first, scalar.properties.isAlphabetic,
      scalar.value < 0x250
    else { return nil }
    return scalar.properties.uppercaseMapping
  }
}
