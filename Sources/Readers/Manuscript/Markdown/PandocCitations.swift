internal import BookModel

/// Citations as pandoc, LaTeX and MyST write them: `[see @knuth84, p. 3; @b]`, `@knuth84 [p. 3]`, `\parencite[3]{knuth84}`,
/// `` {cite}`knuth84` ``. Each is written as an empty tag, `<span data-cite="3"></span>`, in whose place its words are set
/// when the book is read.
struct PandocCitations {
  private(set) var made: [Citation] = []
  /// Those of the files before this one.
  private let first: Int
  /// The book has a list of books, or the file cites in brackets: then a key in the text is no user's name.
  private let hasBooks: Bool
  /// What MultiMarkdown has for citations.
  let works: MultiMarkdownWorks
  /// No key or note about one is longer: what opens again and again without an end is looked through once.
  private static let longest = 400

  init(_ lines: [Substring], first: Int, hasBooks: Bool) {
    self.first = first
    works = MultiMarkdownWorks(lines)
    // a look at brackets costs no more than reading them
    self.hasBooks =
      hasBooks
      || lines.contains { line in
        guard line.utf8.contains(0x40), let open = line.firstIndex(of: "[") else { return false }
        return line[open...].indices.contains { line[$0] == "[" && PandocCitations.bracket(line, $0) != nil }
      }
  }

  /// The tag for the citation that begins at a bracket or a sign, and where that ends.
  mutating func citation(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    if line[at] == "[" {
      if works.areThere, let found = multiMarkdown(line, at) { return found }
      return tag(PandocCitations.bracket(line, at))
    }
    return hasBooks ? tag(PandocCitations.bare(line, at)) : nil
  }

  /// The tag for the place of the list of works.
  mutating func placeOfWorks() -> String { tag(([], "".startIndex))?.0 ?? "" }

  private mutating func tag(_ found: ([Citation.Item], Substring.Index)?) -> (String, Substring.Index)? {
    guard let (items, end) = found else { return nil }
    made.append(Citation(items))
    return ("<span data-cite=\"\(first + made.count - 1)\"></span>", end)
  }

  // MARK: MultiMarkdown

  /// `[#key]`, `[p. 3][#key]`, `[#key;]` with the author's name in the sentence.
  private mutating func multiMarkdown(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    guard let (place, key, end) = MultiMarkdownWorks.citation(line, at) else { return nil }
    let isInText = key.last == ";"
    let name = String(isInText ? key.dropLast() : key)
    if works.defined.contains(name) {
      // the work's words stand in the text, as those of a note do
      return ((place.isEmpty ? "" : "(\(place))") + "[^#\(name)]", end)
    }
    guard hasBooks else { return nil }
    return tag(
      PandocCitations.keys(name[...], isInText ? .inText : .normal, place.isEmpty ? [] : [place]), end: end)
  }

  // MARK: pandoc

  private static func bracket(_ line: Substring, _ at: Substring.Index) -> ([Citation.Item], Substring.Index)? {
    guard let (words, end) = bracketed(line, at), let items = items(words, needsKey: true), !items.isEmpty else {
      return nil
    }
    return (items, end)
  }

  /// The words in a bracket that is no link's, nor its definition, and where it ends.
  private static func bracketed(_ line: Substring, _ at: Substring.Index) -> (Substring, Substring.Index)? {
    let start = line.index(after: at)
    guard let close = line[start...].firstIndex(where: { $0 == "]" || $0 == "[" }), line[close] == "]" else {
      return nil
    }
    let end = line.index(after: close)
    // a link's address is told at the beginning of a line
    guard end < line.endIndex, "([{".contains(line[end]) || line[end] == ":" && line[..<at].isWhite else {
      return (line[start..<close], end)
    }
    // the call of a note, or another citation
    return ["[^", "[@", "[-@"].contains(where: line[end...].hasPrefix) ? (line[start..<close], end) : nil
  }

  /// `@knuth84`, and the place in the work behind it: `@knuth84 [p. 3; @b]`.
  private static func bare(_ line: Substring, _ at: Substring.Index) -> ([Citation.Item], Substring.Index)? {
    guard let (key, end) = key(line, at) else { return nil }
    var item = Citation.Item(key: key, mode: line[at] == "-" ? .withoutAuthor : .inText)
    let behind = line[end...].drop { $0 == " " }
    guard item.mode == .inText, behind.first == "[", let (words, close) = bracketed(line, behind.startIndex),
      !words.isEmpty, !words.hasPrefix("^")
    else { return ([item], end) }
    let parts = words.split(separator: ";", maxSplits: 1)
    guard let own = parts.first, !own.contains("@") else { return ([item], end) }
    item.suffix = inlines(own)
    return ([item] + (parts.count > 1 ? items(parts[1], needsKey: false) ?? [] : []), close)
  }

  /// Works with what stands before and behind their keys, parted by semicolons; words without a key go with the work
  /// before them.
  private static func items(_ words: Substring, needsKey: Bool) -> [Citation.Item]? {
    var found: [(prefix: String, key: String, suffix: String, isBare: Bool)] = []
    var lead = ""
    for part in words.split(separator: ";", omittingEmptySubsequences: false) {
      let place = part.indices.first { at in
        (part[at] == "@" || part[at] == "-" && part[part.index(after: at)...].first == "@")
          && PandocCitations.key(part, at, from: part.startIndex) != nil
      }
      guard let place, let (key, end) = PandocCitations.key(part, place, from: part.startIndex) else {
        if found.isEmpty { lead += part + ";" } else { found[found.count - 1].suffix += ";" + part }
        continue
      }
      found.append((lead + part[..<place], key, String(part[end...]), part[place] == "-"))
      lead = ""
    }
    guard !found.isEmpty || !needsKey else { return nil }
    return found.map {
      Citation.Item(
        key: $0.key, prefix: inlines($0.prefix[...]), suffix: inlines($0.suffix[...]),
        mode: $0.isBare ? .withoutAuthor : .normal)
    }
  }

  /// A key behind its sign, which stands at a word's beginning.
  /// - Parameter start: a place where a key may begin, whatever stands before it.
  private static func key(
    _ line: Substring, _ at: Substring.Index, from start: Substring.Index? = nil
  ) -> (String, Substring.Index)? {
    if at > line.startIndex, at != start {
      let before = line[line.index(before: at)]
      guard before.isWhitespace || "(;-–—\"“".contains(before) else { return nil }
    }
    var start = line.index(after: at)
    if line[at] == "-" {
      guard start < line.endIndex, line[start] == "@" else { return nil }
      start = line.index(after: start)
    }
    guard start < line.endIndex else { return nil }
    if line[start] == "{" {
      guard let close = line[start...].utf8.prefix(longest).firstIndex(of: 0x7D), line.index(after: start) < close
      else {
        return nil
      }
      return (String(line[line.index(after: start)..<close]), line.index(after: close))
    }
    guard line[start].isLetter || line[start].isNumber || line[start] == "_" else { return nil }
    var key = line[start...].prefix { $0.isLetter || $0.isNumber || "_:.#$%&-+?<>~/".contains($0) }
    // a key ends in a letter or figure (pandoc's manual, "Citation syntax")
    while let last = key.last, !last.isLetter, !last.isNumber, last != "_" { key = key.dropLast() }
    return key.isEmpty ? nil : (String(key), key.endIndex)
  }

  // MARK: LaTeX and MyST

  private static let commands: [String: Citation.Mode] = [
    "cite": .normal, "Cite": .normal, "parencite": .normal, "Parencite": .normal, "citep": .normal, "Citep": .normal,
    "autocite": .normal, "Autocite": .normal, "footcite": .normal, "smartcite": .normal, "supercite": .normal,
    "textcite": .inText, "Textcite": .inText, "citet": .inText, "Citet": .inText, "citeyear": .withoutAuthor,
    "citeyearpar": .withoutAuthor,
  ]

  /// `\parencite[see][3]{a,b}`: of two brackets the first has what stands before (natbib, biblatex).
  mutating func command(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    let name = line[at...].dropFirst().prefix { $0.isASCII && $0.isLetter }
    guard let mode = PandocCitations.commands[String(name)] else { return nil }
    var rest = line[name.endIndex...]
    if rest.first == "*" { rest = rest.dropFirst() }
    var notes: [Substring] = []
    while notes.count < 2, rest.first == "[", let close = rest.utf8.prefix(PandocCitations.longest).firstIndex(of: 0x5D)
    {
      // TeX's blank at which no line ends
      notes.append(rest[..<close].dropFirst().replacing("~", with: " ")[...])
      rest = rest[close...].dropFirst()
    }
    guard rest.first == "{", let close = rest.utf8.prefix(PandocCitations.longest).firstIndex(of: 0x7D) else {
      return nil
    }
    return tag(
      PandocCitations.keys(rest[..<close].dropFirst(), mode, notes), end: rest.index(after: close))
  }

  /// `` {cite:t}`a,b` `` (MyST).
  mutating func role(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    for (name, mode) in [
      ("{cite}`", Citation.Mode.normal), ("{cite:p}`", .normal), ("{cite:t}`", .inText),
      ("{cite:year}`", .withoutAuthor),
    ] where line[at...].hasPrefix(name) {
      let inner = line[at...].dropFirst(name.count)
      guard let close = inner.utf8.prefix(PandocCitations.longest).firstIndex(of: 0x60) else { return nil }
      return tag(PandocCitations.keys(inner[..<close], mode, []), end: inner.index(after: close))
    }
    return nil
  }

  private mutating func tag(_ items: [Citation.Item], end: Substring.Index) -> (String, Substring.Index)? {
    items.isEmpty ? nil : tag((items, end))
  }

  private static func keys(_ list: Substring, _ mode: Citation.Mode, _ notes: [Substring]) -> [Citation.Item] {
    var items = list.split(separator: ",").map { Citation.Item(key: String($0.trimmingBlanks), mode: mode) }
    guard !items.isEmpty, items.allSatisfy({ !$0.key.isEmpty && !$0.key.contains(" ") }) else { return [] }
    if notes.count == 2 { items[0].prefix = inlines(notes[0]) }
    if let behind = notes.last, !behind.isWhite {
      items[items.count - 1].suffix = inlines((mode == .inText ? "" : ", ") + behind)
    }
    return items
  }

  // MARK: Words

  /// Words about a key: emphasis, and a typist's apostrophes and dashes as a printer's. Where they stand is not kept: they
  /// are set as a style has them.
  private static func inlines(_ words: Substring) -> [Inline] {
    let source = words.trimmingBlanks.replacing("---", with: "—").replacing("--", with: "–")
    var made: [Inline] = []
    var text = ""
    var traits: InlineStyle.Traits = []
    func end() {
      if !text.isEmpty { made.append(Inline(text, style: InlineStyle(traits))) }
      text = ""
    }
    var rest = source[...]
    while let sign = rest.popFirst() {
      switch sign {
      case "\\" where rest.first?.isPunctuation == true || rest.first?.isSymbol == true: text.append(rest.removeFirst())
      case "*" where traits.contains(.emphasis) || rest.contains("*"),
        "_" where text.last?.isLetter != true && rest.contains("_") || traits.contains(.emphasis):
        end()
        let isStrong = rest.first == sign
        if isStrong { rest.removeFirst() }
        traits.formSymmetricDifference(isStrong ? .strong : .emphasis)
      case "'" where text.last?.isLetter == true: text.append("’")
      default: text.append(sign)
      }
    }
    end()
    return made
  }
}

extension MarkdownDocument {
  /// Whether the front matter of a text names a list of books.
  static func namesBooks(_ text: [UInt8]) -> Bool {
    guard let front = frontMatter(text) else { return false }
    // by bytes: Swift compares words in time by the square of the marks on one letter
    return text[front.text].split(separator: 0x0A).contains { line in
      ["bibliography:", "references:"].contains { line.starts(with: $0.utf8) }
    }
  }
}
