internal import Units

/// Contents of very many short entries stand in columns.
extension FrontMatter {
  /// The type of such contents, times the usual; a column of the text's own size holds few titles.
  private static let columnScale = 0.9
  /// Pages over which contents may go on before that.
  private static let mostPages = 2
  /// Lines that the entries have on average where columns still save paper and are easy to read.
  private static let mostLines = 1.5

  /// The type and the columns of contents that would fill more than two pages of short entries, and the entries as
  /// columns have them; nil for one column.
  func columns(for entries: [Entry]) -> (type: FrontMatter, shape: ColumnShape, entries: [Entry])? {
    guard entries.count > FrontMatter.mostPages * design.rows, design[.contents].hasRule else { return nil }
    var narrow = self
    narrow.entryScale = FrontMatter.columnScale
    let shape = ColumnShape(design, count: 2, scale: FrontMatter.columnScale)
    guard shape.count == 2 else { return nil }
    let headlines = headlines(entries)
    let columns = narrow.numberColumns(headlines)
    let indents = entries.contains { $0.level > 1 }
    let lines = headlines.reduce(0) { sum, entry in
      let column = entry.number.isEmpty ? 0 : columns[entry.level] ?? 0
      let room = shape.measure - narrow.edges(of: entry, indents: indents, column: column).title - narrow.folioRoom
      return sum + 1 + Int(narrow.width(of: entry.title, narrow.entryStyle).count(of: max(room, maker.em)))
    }
    return Double(lines) <= Double(entries.count) * FrontMatter.mostLines ? (narrow, shape, headlines) : nil
  }

  /// What the parts of plays are called: a number alone would name chapters.
  private static let partsOfPlays: Set<String> = [
    "act", "acte", "acto", "atto", "ato", "akt", "aufzug", "scene", "szene", "escena", "scena", "cena", "tableau",
  ]

  /// Labels of a level in one manner: numbers stand alone where one word alone was left away before all of them, and
  /// nobody takes them for another's. `Letter 1. To Mrs. Saville` beside `Chapter 1`.
  func evenlyLabelled(_ entries: [Entry]) -> [Entry] {
    var words: [Int: (titled: Set<String>, untitled: Set<String>)] = [:]
    for entry in entries where !entry.word.isEmpty {
      let word = entry.word.lowercased()
      if entry.isUntitled {
        words[entry.level, default: ([], [])].untitled.insert(word)
      } else {
        words[entry.level, default: ([], [])].titled.insert(word)
      }
    }
    return entries.map { entry in
      guard !entry.word.isEmpty, !entry.number.isEmpty, let (titled, untitled) = words[entry.level],
        titled.count > 1 || !untitled.isEmpty || FrontMatter.partsOfPlays.contains(entry.word.lowercased())
      else { return entry }
      var entry = entry
      let label = "\(entry.word) \(entry.number). "
      (entry.title, entry.labelCount, entry.number) = (label + entry.title, label.count, "")
      return entry
    }
  }

  /// Titles typed in capitals among others of their level that are not have the letters of these, in English, and
  /// labels beside them: `Chapter One. The House`.
  func evenlyCased(_ entries: [Entry]) -> [Entry] {
    guard maker.resolver.language.hasPrefix("en") else { return entries }
    func rest(_ entry: Entry) -> String { String(entry.title.dropFirst(entry.labelCount)) }
    var levels: [Int: (shouted: Int, all: Int, hasTails: Bool)] = [:]
    for entry in entries {
      let title = rest(entry)
      levels[entry.level, default: (0, 0, false)].all += 1
      guard Headline.isShouted(title) else { continue }
      levels[entry.level]?.shouted += 1
      // capitals beside small letters within one title: `THE CAT—continued`
      if Headline.smallTail(of: title) < title.endIndex { levels[entry.level]?.hasTails = true }
    }
    return entries.map { entry in
      guard let level = levels[entry.level], level.shouted < level.all || level.hasTails else { return entry }
      var (entry, title) = (entry, rest(entry))
      let label = entry.title.prefix(entry.labelCount)
      // where most are, a single word is no abbreviation: `OPERA (Continued)`
      if level.shouted * 2 > level.all || entry.isUntitled && !entry.word.isEmpty
        || Headline.isShouted(title) && Headline.isOfWords(title)
      {
        title = Headline.of(title)
      }
      entry.title = Headline.of(String(label)) + title
      return entry
    }
  }

  /// Chapters that say their part's title again, as `Inferno • Canto I` does, stand under it without.
  func withoutParts(_ entries: [Entry]) -> [Entry] {
    var titles: [String] = []
    return entries.map { entry in
      var entry = entry
      titles.removeLast(max(0, titles.count - entry.level + 1))
      if let part = titles.last, !part.isEmpty, entry.title.lowercased().hasPrefix(part.lowercased()) {
        let rest = entry.title.dropFirst(part.count)
        let title = rest.drop { !$0.isLetter && !$0.isNumber }
        if rest.first?.isLetter == false, !title.isEmpty { entry.title = String(title) }
      }
      while titles.count < entry.level - 1 { titles.append("") }
      titles.append(entry.title)
      return entry
    }
  }

  /// English titles typed in capitals as headlines are set: columns have no room for capitals, small ones neither.
  private func headlines(_ entries: [Entry]) -> [Entry] {
    guard maker.resolver.language.hasPrefix("en") else { return entries }
    return entries.map { entry in
      var entry = entry
      if Headline.isShouted(entry.title) { entry.title = Headline.of(entry.title) }
      return entry
    }
  }
}
