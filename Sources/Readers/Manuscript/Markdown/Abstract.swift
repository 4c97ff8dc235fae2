internal import BookModel
internal import Units

/// The summary in a paper's front matter, as pandoc, Quarto and MyST take it, written as the div that holds one.
enum Abstract {
  private static let key = "abstract:"

  static func mayStand(in front: ArraySlice<UInt8>) -> Bool { front.firstRange(ofBytes: Array(key.utf8)) != nil }

  /// - Parameter head: front matter, with the lines around it.
  /// - Returns: the div with the key's words as Markdown; nothing where the key is missing or empty.
  static func div(_ head: [DialectMarks.Line]) -> [DialectMarks.Line] {
    guard let start = head.firstIndex(where: { $0.text.hasPrefix(key) }) else { return [] }
    var rest = head[start].text.dropFirst(key.count).trimmingBlanks
    var lines: [DialectMarks.Line] = []
    let further = head[(start + 1)...].prefix { $0.text.isWhite || $0.text.first == " " || $0.text.first == "\t" }
    let isBlock = rest.first == "|" || rest.first == ">"
    if !isBlock, !rest.isEmpty {
      if let quote = rest.first, quote == "\"" || quote == "'", further.isEmpty, rest.last == quote, rest.count > 1 {
        rest = rest.dropFirst().dropLast()
      }
      lines.append(DialectMarks.Line(text: rest, number: head[start].number))
    }
    let indent = further.filter { !$0.text.isWhite }.map { $0.text.prefix { $0.isWhitespace }.count }.min() ?? 0
    lines += further.map { DialectMarks.Line(text: $0.text.dropFirst(indent), number: $0.number) }
    while let last = lines.last, last.text.isWhite { lines.removeLast() }
    guard let first = lines.first, let last = lines.last else { return [] }
    return [DialectMarks.Line(text: "::: abstract", number: first.number)] + lines
      + [":::", ""].map { .init(text: $0, number: last.number) }
  }

  /// The word over it.
  static func title(_ language: String) -> String { titles[LanguageTag.ofWords(language)] ?? "Abstract" }

  private static let titles = [
    "de": "Zusammenfassung", "fr": "Résumé", "es": "Resumen", "it": "Sommario", "pt": "Resumo", "nl": "Samenvatting",
    "ru": "Аннотация", "uk": "Анотація", "pl": "Streszczenie", "cs": "Abstrakt", "sk": "Abstrakt",
    "sv": "Sammanfattning", "da": "Resumé", "nb": "Sammendrag", "fi": "Tiivistelmä", "hu": "Kivonat", "tr": "Özet",
    "el": "Περίληψη", "ro": "Rezumat", "ja": "要旨", "zh": "摘要", "ko": "초록", "ar": "ملخص", "he": "תקציר",
    "fa": "چکیده",
  ]
}
