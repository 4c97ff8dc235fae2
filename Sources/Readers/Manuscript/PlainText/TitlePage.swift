internal import BookModel

extension PlainTextSource {
  /// What the first lines say of title and author where no header does.
  func inferTitle(candidates: HeadingCandidates, into metadata: inout Metadata) {
    guard metadata.title == nil else { return }
    let head = typistsHead()
    if let head, isName(head.name) { metadata.authors = [head.name] }
    var rows = titleRows(from: head?.chunks.upperBound ?? 0, candidates: candidates)
    if rows.isEmpty { rows = rowsAboutBy() }
    guard let first = rows.first else { return }
    var texts: [String] = []
    rows = rows.filter { row in
      let (text, year) = Self.partYear(of: plainLine(row))
      if let year, metadata.date == nil { metadata.date = year }
      if !text.isEmpty { texts.append(text) }
      return !text.isEmpty
    }
    if texts.count > 1, titleArticles.contains(texts[0]) {
      texts[1] = "\(texts[0]) \(texts[1])"
      texts.removeFirst()
      rows.removeFirst()
    }
    // who else took part, and where it was published, is told below title and author
    let others = texts.indices.dropFirst().first { n in
      let lower = texts[n].lowercased()
      return roleOfCredit(lower) != nil || placesOfBooks.contains(lower)
    }
    if let others {
      texts.removeSubrange(others...)
      rows.removeSubrange(others...)
    }
    guard !texts.isEmpty else { return }
    for (n, text) in texts.enumerated() where n > 0 {
      let lower = text.lowercased()
      if let (kind, name) = kindAndName(text) {
        setTitle(texts[0..<n], rows[0..<n], into: &metadata)
        metadata.subtitle = metadata.subtitle ?? kind
        metadata.authors = [name]
        return
      }
      let by = self.byline(of: text)
      guard by.map({ text.count > $0.count + 3 }) ?? false || linesBeforeNames.contains(lower) else { continue }
      setTitle(texts[0..<n], rows[0..<n], into: &metadata)
      let names = (by.map { [String(text.dropFirst($0.count))] } ?? []) + texts[(n + 1)...]
      if let author = author(in: names) { metadata.authors = [author] }
      return
    }
    // `A Novel` between the title and a name; a title of two words that looks like one, and a name below what says more
    let isRussian = isPatronymic(texts[0]) || texts[0].unicodeScalars.contains { (0x400...0x4FF).contains($0.value) }
    if let last = texts.last, (3...4).contains(texts.count), isName(last), !isRussian {
      let kind = texts.count - 2
      if saysKind(texts[kind]) || texts.count == 3 && isName(texts[0]) && !isName(texts[1]) {
        setTitle(texts[..<kind], rows[..<kind], into: &metadata)
        metadata.subtitle = metadata.subtitle ?? cased(texts[kind])
        metadata.authors = [last]
        return
      }
    }
    // Alone at the very top, and set apart, it is the title, with what goes on right below it.
    let own = rows.indices.dropFirst().first { lines[rows[$0]].blanksBefore > 0 } ?? rows.count
    let below = rows[own - 1] + 1
    let isAboveGap =
      rows.count < lines.count && below < lines.count
      && (lines[below].blanksBefore > 0 || rowSign(ofLine: below) != nil)
    let isApart = lines[first].number < 12 && (profile.layout == .paragraphs || isAboveGap) || head != nil
    guard isApart, texts[0].count <= 80 else { return }
    if texts.count >= 2 {
      let (a, b) = (texts[0], texts[1])
      let nameA = isName(a)
      let nameB = isName(b)
      let capitalsA = letterCase(bytes(ofLine: rows[0])).isCapitals
      let capitalsB = letterCase(bytes(ofLine: rows[1])).isCapitals
      // Russian title pages begin with the author.
      let isCyrillic = a.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) }
      // `NORTHERN LIGHTS`, and below it `A Miscellany of Tales`
      let isCollection = ["miscellany", "collection", "anthology"].contains { allWords(b).dropFirst().first == $0 }
      if nameA, !isCollection, !nameB || isPatronymic(a) || isCyrillic && !capitalsA {
        metadata.authors = [a]
        metadata.title = b
        return
      }
      let isHan =
        letterCase(bytes(ofLine: rows[1])).other >= 2 && b.count <= 8
        && (lines[rows[1]].blanksBefore == 0 || b.count <= 4)
      // of two that look alike the first is the title
      let isBelow = lines[rows[1]].blanksBefore > 0 && texts.count == 2 && !isRussian
      if nameB && (!nameA || capitalsA && !capitalsB || capitalsA == capitalsB && isBelow) || isHan {
        metadata.title = a
        metadata.authors = [b]
        return
      }
    }
    setTitle(texts[..<own], rows[..<own], into: &metadata)
    // a motto may stand between the title and who wrote the book
    if metadata.authors.isEmpty, let by = chunks.indices.prefix(12).first(where: { isBy($0) }), by + 1 < chunks.count,
      chunks[by + 1].kind == .unknown, chunks[by + 1].lines.count == 1
    {
      let name = plainLine(chunks[by + 1].lines.lowerBound)
      if isName(name) { metadata.authors = [name.hasSuffix(".") ? String(name.dropLast()) : name] }
    }
  }

  /// `Novela de Inés Carrión`, `Drama von Ernst Hellmuth`
  private func kindAndName(_ text: String) -> (kind: String, name: String)? {
    let words = text.split(separator: " ")
    guard let by = words.firstIndex(where: { bys.contains($0.lowercased()) || $0 == "de" }), (1...4).contains(by),
      words[..<by].contains(where: { kindsOfBooks.contains(plainText(String($0))) })
    else { return nil }
    let name = words[(by + 1)...].joined(separator: " ")
    return isName(name) ? (words[..<by].joined(separator: " "), name) : nil
  }

  /// `A Novel`, `Roman in zwei Bänden`: no name.
  private func saysKind(_ text: String) -> Bool {
    text.isSubtitle || text.utf8.count <= 60 && allWords(text).contains(where: kindsOfBooks.contains)
  }

  /// The first of these lines that is a name, with what goes on below it: `THE LATE`, and `REV. THOMAS ALDERSEY, M.A.`
  private func author(in rows: [String]) -> String? {
    guard var name = rows.first else { return nil }
    if ["the author of", "author of"].contains(where: name.lowercased().hasPrefix) { return nil }
    let openings: Set = [
      "the", "late", "rev", "reverend", "right", "hon", "honourable", "very", "most", "sir", "mrs", "mr",
    ]
    let words = allWords(name)
    if words.allSatisfy(openings.contains), rows.count > 1 { name += " " + rows[1] }
    if name.lowercased().hasPrefix("the late ") { name = String(name.dropFirst("the late ".count)) }
    // a title of honour's, not a name's, such as that of makers
    if words.first == "the", words.count > 2, openings.contains(words[1]), name.lowercased().hasPrefix("the ") {
      name = String(name.dropFirst("the ".count))
    }
    return name
  }

  /// The first short lines of the file, up to what heads or holds text.
  private func titleRows(from start: Int, candidates: HeadingCandidates) -> [Int] {
    var rows: [Int] = []
    // a title of many lines, each with white around it, up to `BY`
    let by = chunks.indices.dropFirst(start).prefix(9).first { isBy($0) } ?? 0
    let limit = max(6, by + 2 - start)
    for c in chunks.indices.dropFirst(start).prefix(limit) {
      // marks have no width: thousands of them on a letter are no title (see `headingKey`)
      guard chunks[c].kind == .unknown, bytes(ofChunk: c).count <= 2000 else { break }
      // what stands alone below `by` is a name, whatever it looks like, and a year is one
      if let last = rows.last, chunks[c].lines.count == 1,
        linesBeforeNames.contains(plainLine(last).lowercased())
          || Self.partYear(of: plainLine(chunks[c].lines.lowerBound)).year != nil
      {
        rows.append(contentsOf: chunks[c].lines)
        continue
      }
      // a command of Aozora Bunko's begins no title, and what one calls a heading is none
      let first = chunks[c].lines.lowerBound
      guard candidates.forms[c] == nil, !starts(bytes(ofLine: first), with: "［＃"), !contains("見出し］", inLine: first)
      else { break }
      let key = headingKey(string(ofLine: chunks[c].lines.lowerBound))
      if namedHeading(key) != nil || contentsHeadings.contains(key) { break }
      let isShort = chunks[c].lines.allSatisfy { i in
        lines[i].width <= 64
          && (letterCase(bytes(ofLine: i)).isCapitals || !endsSentence(bytes(ofLine: i))
            || chunks[c].lines.count == 1 && !rows.isEmpty && byline(of: plainLine(i)) != nil)
      }
      // a line a word at the head of the file
      let most = rows.isEmpty && letterCase(ofChunk: c).isCapitals ? 6 : 3
      guard isShort, chunks[c].lines.count <= most, rows.count < limit else { break }
      // A title stands apart from the text below, or is followed by more of a title page.
      let next = c + 1 < chunks.count ? chunks[c + 1] : nil
      if profile.layout == .wrapped, chunks[c].lines.count > 1, rows.isEmpty, !isTitleWithMore(c) { break }
      if !rows.isEmpty, profile.layout == .paragraphs, chunks[c].blanksBefore == 0,
        lines[chunks[c].lines.lowerBound].indent != lines[rows[0]].indent
      {
        break
      }
      rows.append(contentsOf: chunks[c].lines)
      if next == nil { break }
    }
    return rows
  }

  /// A title in capitals and a name, with `by` alone between them, below what others say of the file.
  private func rowsAboutBy() -> [Int] {
    guard let by = chunks.indices.prefix(12).first(where: { isBy($0) }), by > 0, by + 1 < chunks.count,
      letterCase(ofChunk: by - 1).isCapitals, chunks[by - 1].lines.count <= 3, chunks[by + 1].lines.count == 1,
      chunks[by - 1...by + 1].allSatisfy({ $0.kind == .unknown })
    else { return [] }
    return chunks[by - 1...by + 1].flatMap { Array($0.lines) }
  }

  /// Several lines that begin a title page: all in capitals, or the first of them with what says more of it below, or
  /// with `by` among them, or with a line below that says who wrote or made the book.
  private func isTitleWithMore(_ c: Int) -> Bool {
    let range = chunks[c].lines
    if letterCase(ofChunk: c).isCapitals { return true }
    if range.contains(where: { linesBeforeNames.contains(plainLine($0).lowercased()) }) { return true }
    let isHeaded =
      letterCase(bytes(ofLine: range.lowerBound)).isCapitals
      && range.dropFirst().allSatisfy {
        letterCase(bytes(ofLine: $0)).isTitleCase || letterCase(bytes(ofLine: $0)).isCapitals
      }
    if isHeaded { return true }
    guard c + 1 < chunks.count, chunks[c + 1].lines.count == 1, chunks[c + 1].blanksBefore > 0 else { return false }
    let below = plainLine(chunks[c + 1].lines.lowerBound).lowercased()
    return below.utf8.count <= 60
      && (roleOfCredit(below) != nil || byline(of: plainLine(chunks[c + 1].lines.lowerBound)) != nil)
  }

  /// The word before the name, with its blank, of a line that says who wrote the book.
  private func byline(of text: String) -> String? {
    let lower = text.lowercased()
    let sure = ["by ", "written by ", "von ", "par ", "door ", "af ", "av ", "por "]
    if let by = sure.first(where: lower.hasPrefix) { return by }
    // words of other languages, which other lines may begin with as well
    guard let word = lower.split(separator: " ").first.map(String.init),
      linesBeforeNames.contains(word) || bys.contains(word),
      isName(String(text.dropFirst(word.count + 1)))
    else { return nil }
    return word + " "
  }

  /// `Jane Austen (1803)` is a name and the year of the book, `(1814)` a year.
  private static func partYear(of line: String) -> (text: String, year: String?) {
    guard line.hasSuffix(")"), let open = line.lastIndex(of: "(") else { return (line, nil) }
    let year = line[line.index(after: open)...].dropLast()
    guard year.count == 4, year.allSatisfy({ $0.isASCII && $0.isNumber }) else { return (line, nil) }
    return (String(line[..<open].reversed().drop { $0 == " " }.reversed()), String(year))
  }

  /// The first line with what goes on below it, and a second title: `or, The Whale`; what else stands right below the
  /// title says more of it.
  private func setTitle(_ texts: ArraySlice<String>, _ rows: ArraySlice<Int>, into metadata: inout Metadata) {
    var (texts, rows) = (texts, rows)
    // `A WANDERER / IN THE NORTH`, `A SUMMER IN THE / NORTH`
    while texts.count > 1, let first = texts.first, let next = texts.dropFirst().first,
      let word = next.lowercased().split(separator: " ").first,
      let last = first.lowercased().split(separator: " ").last,
      openTitles.contains(String(last))
        || joinsTitles.contains(String(word)) && (next.contains(" ") || texts.count > 2)
    {
      texts = ["\(first) \(next)"] + texts.dropFirst(2)
      rows = rows.dropFirst()
    }
    metadata.title = texts.first
    guard let second = texts.dropFirst().first else { return }
    let isSecond = ["or", "oder", "ou", "или", "of", "eller", "o"].contains(second.lowercased().prefix { $0.isLetter })
    if texts.count == 2, isSecond || saysKind(second) {
      metadata.subtitle = isSecond ? second : cased(second)
    } else if isSecond, !second.contains(" "), let third = texts.dropFirst(2).first {
      // `OR`, and below it `THE WHALE`
      metadata.subtitle = "\(second.lowercased()) \(cased(third))"
    } else if rows.dropFirst().allSatisfy({ lines[$0].blanksBefore == 0 }) {
      metadata.subtitle = cased(texts.dropFirst().joined(separator: " "))
    }
  }

  /// A title without the call of a note at its end: `[1]`, `[A]`, a star or a dagger.
  static func withoutCall(_ title: String) -> String {
    var words = title[...]
    if words.last == "]", let open = words.lastIndex(of: "["), words[open...].utf8.count <= 5,
      words[open...].dropFirst().dropLast().allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) || $0 == "*" })
    {
      words = words[..<open]
    } else {
      while let last = words.last, "*†‡".contains(last) { words.removeLast() }
      // `*A title with stars around*`
      if words.contains("*") { return title }
    }
    words = trimmed(words)[...]
    return words.isEmpty ? title : String(words)
  }

  private func plainLine(_ i: Int) -> String {
    var text = trimmed(string(ofLine: i).filter { $0 != "_" }[...])
    while let last = text.last, " /:;,.".contains(last) {
      // `M.A.`, `Jr.`
      if last == ".", let word = allWords(text).last,
        text.dropLast().split(separator: " ").last?.contains(".") ?? false || shortTitles.contains(word)
      {
        break
      }
      text.removeLast()
    }
    return text
  }

  /// Two to four capitalised words and nothing else: `Lewis Carroll`, `F. M. Dostoevsky`.
  private func isName(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    guard (2...4).contains(words.count) else { return false }
    // Titles begin with an article, people do not.
    let articles: Set = [
      "le", "la", "les", "un", "une", "des", "el", "los", "las", "una", "il", "lo", "gli", "i", "o", "os", "das", "ein",
      "eine", "het", "een", "den", "det", "en", "et", "an", "mes", "mein", "meine", "my", "ma", "mon",
    ]
    guard let head = words.first, !articles.contains(head.lowercased()) else { return false }
    let common: Set = [
      "the", "and", "der", "die", "das", "les", "or", "edition", "chapter", "a", "of", "in", "и", "tales", "stories",
      "poems", "comedy", "tragedy", "drama", "farce", "novel", "novella", "romance", "act", "acts", "scenes", "verses",
      "comédie", "tragédie", "drame", "roman", "actes", "acte", "nouvelles", "poésies", "contes", "comedia", "novela",
      "actos", "acto", "cuentos", "poesías", "zarzuela", "sainete", "commedia", "dramma", "tragedia", "romanzo", "atti",
      "atto", "novelle", "novellen", "erzählung", "erzählungen", "lustspiel", "schauspiel", "trauerspiel", "gedichte",
      "akten", "aufzügen", "märchen", "en", "in", "und", "et", "комедия", "драма", "трагедия", "роман", "повесть",
      "рассказы", "рассказ", "пьеса", "стихотворения", "в", "for", "from", "with", "on", "to", "other", "für", "aus",
      "mit", "pour", "avec", "sur", "para", "con", "per",
    ]
    return words.allSatisfy { word in
      guard let first = word.unicodeScalars.first, first.properties.isUppercase else {
        return ["de", "von", "van", "du", "la", "di", "le"].contains(String(word))
      }
      return !common.contains(word.lowercased())
        && word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || ".-'’".unicodeScalars.contains($0) }
    }
  }

  private func isPatronymic(_ text: String) -> Bool {
    text.split(separator: " ").contains { $0.hasSuffix("ич") || $0.hasSuffix("вна") || $0.hasSuffix("ИЧ") }
  }

  /// Chunks before the first heading that only say again what the metadata says.
  /// `isWhole`: there is no heading, so the first chunk that is none of it ends it.
  func titlePageRepeats(before limit: Int, metadata: [Metadata], isWhole: Bool) -> [Int] {
    var words: Set<String> = []
    var authors: Set<String> = []
    for one in metadata {
      for text in [one.title, one.subtitle].compactMap({ $0 }) + one.contributors.map(\.name) {
        words.formUnion(titleWords(text))
      }
      for author in one.authors { authors.formUnion(titleWords(author)) }
      if let year = one.date, year.count == 4 { words.insert(year) }
    }
    words.formUnion(authors)
    guard !words.isEmpty else { return [] }
    var found: [Int] = []
    let title = metadata.compactMap(\.title).first ?? ""
    let ofTitle = KnownWords(title)
    var said = SaidTitle(title)
    var times: [[String]: Int] = [:]
    // behind a dedication or a preface the author's name is a signature
    var isBehindProse = false
    for c in 0..<min(limit, 30) {
      // a dedication with a page of its own is prose as well
      if chunks[c].kind == .frontPage, bytes(ofChunk: c).count > 60 { isBehindProse = true }
      if chunks[c].kind == .dropped, chunks[c].lines.count <= 6 {
        said.say(titleWords(string(ofChunk: c)))
      }
      guard chunks[c].kind == .unknown else { continue }
      if isWhole, let last = found.last, last < c - 1 { break }
      guard chunks[c].lines.count <= 6 else { break }
      guard bytes(ofChunk: c).count <= 400 else { break }
      let text = string(ofChunk: c)
      let own = titleWords(text)
      if own.count > 12, endsSentence(bytes(ofChunk: c)) { isBehindProse = true }
      guard !own.isEmpty else { continue }
      if isBehindProse, own.allSatisfy({ authors.contains($0) }) { continue }
      if said.isPart(own, isAlone: !isWithinTitle(c, ofTitle)) { continue }
      let lower = text.lowercased()
      // Half title and title, but not a refrain.
      times[own, default: 0] += 1
      if times[own, default: 0] > (isWhole ? 1 : 2) { continue }
      if own.allSatisfy({ words.contains($0) || $0 == "translated" || $0 == "from" && own.count > 1 }) {
        said.say(own)
        found.append(c)
      } else if lower.hasPrefix("by ") || lower.hasPrefix("by\n") || lower.hasPrefix("von ") || lower.hasPrefix("par "),
        own.count <= 6, own.filter({ authors.contains($0) }).count * 2 >= own.count
      {
        found.append(c)
      }
    }
    // The word alone between title and name.
    for c in found.dropLast() {
      let next = c + 1
      if next < chunks.count, chunks[next].kind == .unknown, !found.contains(next),
        linesBeforeNames.contains(headingKey(string(bytes(ofChunk: next).prefix(12)))),
        found.contains(next + 1)
      {
        found.append(next)
      }
    }
    return found.sorted()
  }
}

/// A line of a title that begins so goes on with the one above.
private let joinsTitles: Set<String> = [
  "of", "in", "on", "from", "to", "for", "with", "at", "and", "under", "among", "through", "into", "over", "beyond",
]

/// A line of a title that ends so goes on below.
private let openTitles: Set<String> = joinsTitles.union([
  "the", "a", "an", "by", "near", "der", "die", "das", "den", "dem", "des", "von", "im", "und", "in", "auf", "aus",
  "zu",
  "le", "la", "les", "de", "du", "des", "et", "à", "un", "une", "el", "los", "las", "y", "del", "il", "di", "della",
  "e",
  "het", "een", "van",
])

/// What stands behind a name, shortened.
private let shortTitles: Set<String> = ["jr", "sr", "esq", "bart", "bt", "jun", "sen", "ltd"]
