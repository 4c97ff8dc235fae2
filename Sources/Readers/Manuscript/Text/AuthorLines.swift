package import BookModel

/// What a line of a title page says of who wrote the book.
extension BookDivision {
  static let ways: Set<String> = ["by", "von", "par", "de", "di", "por", "av", "af", "door"]

  /// `by Jane Roe`, `written by Jane Roe & Max Price`; or names as they are written: words with capitals, particles
  /// between them, degrees and orders behind them, or words of a script that has no capitals.
  /// - Parameters:
  ///   - saysSo: only with a word before it.
  ///   - isBelowTitle: it stands in the middle where names do: two words in small letters are one, too.
  func authors(in words: String, saysSo: Bool = false, isBelowTitle: Bool = false) -> [String]? {
    var parts = words.split(whereSeparator: \.isWhitespace)
    // `story and pictures by Pat Low`
    if parts.count > 2, let way = parts.firstIndex(where: { BookDivision.ways.contains($0.lowercased()) }),
      (1...4).contains(way), wordsOfWriting.contains(parts[0].lowercased()),
      parts[..<way].allSatisfy({
        wordsOfWriting.contains($0.lowercased()) || wordsBesideWriting.contains($0.lowercased())
      })
    {
      parts.removeFirst(way)
    }
    if let first = parts.first, parts.count > 1, BookDivision.ways.contains(first.lowercased()) {
      let name = parts.dropFirst().joined(separator: " ")
      return name.namesOfAuthors ?? [name]
    }
    if let signed = words.kindAndNames { return signed.names }
    guard !saysSo, !words.isSubtitle, !words.saysVolume else { return nil }
    // `For Max`, but `Al` and `Per` are names
    if let first = parts.first, ["for", "to", "für", "pour", "para", "voor", "для"].contains(first.lowercased()) {
      return nil
    }
    if let names = words.namesOfAuthors { return names }
    let isSmall =
      isBelowTitle && parts.count == 2
      && parts.allSatisfy {
        $0.count > 1 && $0.allSatisfy { $0.isLowercase || $0 == "-" } && !wordsOfEditions.contains(String($0))
      }
    return isSmall && !dedicationWords.contains(String(parts[0])) ? [words] : nil
  }
}

extension BookDivision {
  /// `A Novel` of `A Novel by Jane Roe`: what a line says of the book besides who wrote it.
  func kindBeforeName(in words: String) -> String? { words.kindAndNames?.kind }
}

extension String {
  /// `A Novel by Jane Roe`, `Stories by Ann Ives & Bo Reed`, `Roman von Jörg Weiß`.
  fileprivate var kindAndNames: (kind: String, names: [String])? {
    let parts = split(whereSeparator: \.isWhitespace)
    guard parts.count <= 20, let way = parts.firstIndex(where: { BookDivision.ways.contains($0.lowercased()) }), way > 0
    else { return nil }
    let kind = parts[..<way].joined(separator: " ")
    // `A Tale of the Sea by Jane Roe` may be all of a title
    guard kind.isKindOfBook || kind.isSubtitle && parts[way - 1].lowercased().isKindOfBook,
      let names = parts[(way + 1)...].joined(separator: " ").namesOfAuthors
    else { return nil }
    return (kind.last == "," ? String(kind.dropLast()) : kind, names)
  }

  /// `Jane Roe, Ph.D.`; `Ann Ives & Bo Reed`, `Ann Ives, Bo Reed and Max Price` as several; nil where it is no name.
  fileprivate var namesOfAuthors: [String]? {
    guard utf8.count <= 120 else { return nil }
    var names: [String] = []
    for piece in replacing(" & ", with: ",").replacing(" and ", with: ",").split(separator: ",") {
      let name = piece.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if name.isEmpty { continue }
      if name.isDegree, let last = names.last {
        names[names.count - 1] = last + ", " + name
      } else {
        guard name.isName else { return nil }
        names.append(name)
      }
    }
    return names.isEmpty ? nil : names
  }

  /// `Jr.`, `Ph.D.`, `MD`, `O.S.B.`: what stands behind a name and a comma.
  private var isDegree: Bool {
    let letters = filter(\.isLetter)
    guard (1...6).contains(letters.count), allSatisfy({ $0.isLetter || $0 == "." }) else { return false }
    return letters.allSatisfy(\.isUppercase) || degrees.contains(letters.lowercased())
  }

  /// Two to five words that begin with capitals, particles aside; of a script without capitals one to four.
  private var isName: Bool {
    let parts = split(separator: " ")
    guard allSatisfy({ $0.isLetter || " .-’'·".contains($0) }) else { return false }
    if !contains(where: { $0.isUppercase || $0.isLowercase }) {
      let letters = count { $0.isLetter }
      return parts.count == 1 ? (2...8).contains(letters) && isEastAsian : parts.count < 5 && letters <= 40
    }
    guard (2...6).contains(parts.count), let last = parts.last,
      last.first?.isUppercase ?? false || degrees.contains(last.lowercased())
    else { return false }
    let own = parts.filter { !particles.contains(String($0)) }
    return (2...4).contains(own.count) && own.allSatisfy { $0.first?.isUppercase ?? false }
  }

  private var isEastAsian: Bool {
    unicodeScalars.allSatisfy { (0x2E80...0x9FFF).contains($0.value) || (0xAC00...0xD7AF).contains($0.value) }
  }

  /// `Book Two`, `Volume 2 of the River Saga`: which of several the book is.
  var saysVolume: Bool {
    let words = lowercased().split { !$0.isLetter && !$0.isNumber }
    guard (2...9).contains(words.count) else { return false }
    return ["book", "volume", "vol", "band", "tome", "libro", "part", "teil"].contains(words[0]) && words[1].isNumeral
  }
}

/// Small letters within names.
private let particles: Set<String> = [
  "de", "da", "do", "dos", "das", "du", "del", "della", "di", "la", "le", "van", "von", "der", "den", "zu", "zum",
  "zur", "ten",
  "ter", "te", "af", "av", "y", "i", "e", "bin", "ibn", "bint", "al", "el", "wa", "with", "ben", "ap", "’t",
]

/// What authors do, and no others; and what some of them do besides.
private let wordsOfWriting: Set<String> = [
  "written", "story", "text", "words", "told", "geschrieben", "texte", "écrit",
]
private let wordsBesideWriting: Set<String> = [
  "and", "&", "und", "et", "pictures", "illustrated", "illustrations", "drawn", "drawings", "art", "photographs",
  "gezeichnet", "bilder", "images", "illustré",
]

private let degrees: Set<String> = [
  "jr", "sr", "jun", "sen", "phd", "dphil", "edd", "psyd", "esq", "bart", "md", "mfa", "ma",
]

/// `revised edition` is no name.
private let wordsOfEditions: Set<String> = [
  "edition", "draft", "novel", "stories", "poems", "press", "books", "memoir", "essays", "story", "revised", "second",
  "first",
  "version", "volume", "book", "part", "novella", "play", "tales",
]
