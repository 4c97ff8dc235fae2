internal import BookModel

/// Lists of persons as plays print them: names in small capitals, what they are in italics.
extension Block {
  /// Persons of a cast, a line each.
  var persons: [[Inline]] {
    switch self {
    case .paragraph(let paragraph): paragraph.inlines.split { $0.content == .lineBreak }.map(Array.init)
    case .verse(let verse): verse.stanzas.flatMap(\.lines).map(\.inlines)
    case .table(let table): table.rows.compactMap { $0.first?.inlines }
    case .list(let list):
      list.items.flatMap { $0.blocks.count == 1 ? $0.blocks[0].paragraph.map { [$0.inlines] } ?? [] : [] }
    default: []
    }
  }

  /// - Parameter speakers: names as they stand at the heads of speeches, by which those are known that are not typed in
  ///   capitals.
  mutating func styleCast(speakers: Set<String> = []) {
    let words = Set(speakers.flatMap { $0.uppercased().split(separator: " ").map(String.init) })
    let listed = persons
    // where most of a list speak, the others are no less
    let areKnown = listed.count { $0.withNameAtHead(words) != nil } * 2 >= listed.count
    let known = areKnown && !words.isEmpty ? nil : words
    switch self {
    case .table(var table):
      for row in table.rows.indices where !table.rows[row].isEmpty {
        table.rows[row][0].inlines = table.rows[row][0].inlines.asCast(known)
        // who plays whom stands in columns, what a group is behind its brace
        let isGroup = table.braces.contains { $0.rows.contains(row) }
        for column in table.rows[row].indices.dropFirst() where isGroup {
          let cell = table.rows[row][column].inlines
          if !cell.hasEmphasis, !cell.isTypedInCapitals { table.rows[row][column].inlines = cell.emphasised() }
        }
      }
      self = .table(table)
    case .verse(var verse):
      for stanza in verse.stanzas.indices {
        for line in verse.stanzas[stanza].lines.indices {
          verse.stanzas[stanza].lines[line].inlines = verse.stanzas[stanza].lines[line].inlines.asCast(known)
        }
      }
      self = .verse(verse)
    case .paragraph(var paragraph):
      let lines = paragraph.inlines.split(omittingEmptySubsequences: false) { $0.content == .lineBreak }
      let breaks = paragraph.inlines.filter { $0.content == .lineBreak }
      paragraph.inlines = lines.enumerated().flatMap { number, line in
        Array(line).asCast(known) + (number < breaks.count ? [breaks[number]] : [])
      }
      self = .paragraph(paragraph)
    default: break
    }
  }
}

extension [Inline] {
  fileprivate var hasEmphasis: Bool { contains { $0.style.traits.contains(.emphasis) } }

  fileprivate var isTypedInCapitals: Bool {
    let letters = plainText.unicodeScalars.filter(\.properties.isAlphabetic)
    return letters.count > 1 && !letters.contains(where: \.properties.isLowercase)
  }

  fileprivate func emphasised() -> [Inline] {
    map { inline in
      var inline = inline
      inline.style.traits.insert(.emphasis)
      return inline
    }
  }

  /// A line of a cast: words in capitals in small ones; behind the only name of the line, who that is: `MARY, his wife`.
  fileprivate func asCast(_ speakers: Set<String>?) -> [Inline] {
    if let named = withNameAtHead(speakers) { return named }
    let parted = flatMap { inline in
      inline.style.traits.contains(.emphasis) ? [(inline: inline, isName: false)] : inline.partedAtNames()
    }
    let names = parted.count(where: \.isName)
    let line = parted.map { $0.isName ? $0.inline.inSmallCapitals() : $0.inline }
    guard names == 1, parted.first?.isName == true, line.count > 1 else { return line }
    return [line[0]] + Inline.withRole(line[1], among: Array(line.dropFirst(2)))
  }
}

extension [Inline] {
  /// `Licht, Schreiber`, where Licht speaks elsewhere; nil for lines with words in capitals, and with other names.
  /// - Parameter speakers: nil: whoever is listed.
  fileprivate func withNameAtHead(_ speakers: Set<String>?) -> [Inline]? {
    guard let first, case .text(let text) = first.content, first.style == .plain, Inline.names(in: plainText).isEmpty
    else { return nil }
    let head = text.prefix { !",;:(—–".contains($0) }
    let words = head.uppercased().split { !$0.isLetter }
    guard (1...5).contains(words.count),
      speakers.map({ known in words.contains { known.contains(String($0)) } }) ?? true
    else { return nil }
    let bytes = head.reversed().drop { $0 == " " || $0 == "." }.reduce(0) { $0 + $1.utf8.count }
    guard bytes > 0, let (name, rest) = first.parted(atByte: bytes) else { return nil }
    var small = name
    // no face has small capitals of Cyrillic
    let isCyrillic = head.unicodeScalars.contains { (0x400...0x52F).contains($0.value) }
    small.style.traits.insert(isCyrillic ? .letterSpaced : .smallCapitals)
    guard let rest else { return [small] + dropFirst() }
    return [small] + Inline.withRole(rest, among: Array(dropFirst()))
  }
}

extension Inline {
  func inSmallCapitals() -> Inline {
    var inline = self
    inline.style.traits.insert(.allSmallCapitals)
    return inline
  }

  /// The text in pieces that are names in capitals and pieces that are none.
  fileprivate func partedAtNames() -> [(inline: Inline, isName: Bool)] {
    guard case .text(let text) = content else { return [(self, false)] }
    var pieces: [(inline: Inline, isName: Bool)] = []
    var (rest, start): (Inline?, Int) = (self, 0)
    func cut(at end: Int, isName: Bool) {
      guard let whole = rest, end > start else { return }
      guard let (first, second) = whole.parted(atByte: end - start) else {
        pieces.append((whole, isName))
        rest = nil
        return
      }
      pieces.append((first, isName))
      (rest, start) = (second, end)
    }
    for name in Inline.names(in: text) {
      cut(at: name.lowerBound, isName: false)
      cut(at: name.upperBound, isName: true)
    }
    if let rest { pieces.append((rest, false)) }
    return pieces
  }

  /// Bytes of the words in capitals that stand together, initials among them: `MRS. O'HARA & SON`, `H. M.` beside `QUEEN`.
  fileprivate static func names(in text: String) -> [Range<Int>] {
    enum Kind { case name, initial, other }
    var words: [(bytes: Range<Int>, kind: Kind)] = []
    var place = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      defer { place += word.utf8.count + 1 }
      let core = word.unicodeScalars.drop { !$0.properties.isAlphabetic && $0 != "&" }
      let lead = word.unicodeScalars.prefix(word.unicodeScalars.count - core.count).reduce(0) { $0 + UTF8.width($1) }
      let end = core.lastIndex { $0.properties.isAlphabetic || $0 == "&" || $0 == "." }
      guard let end else { continue }
      let own = core[...end]
      let bytes = own.reduce(0) { $0 + UTF8.width($1) }
      let capitals = own.count { $0.properties.isUppercase }
      let small = own.count { $0.properties.isLowercase }
      let isScottish =
        small > 0 && capitals > 2
        && ["Mc", "Mac"].contains(String(own.prefix { !$0.properties.isUppercase || $0 == "M" }))
      let kind: Kind =
        small > 0 && !isScottish ? .other : capitals > 1 ? .name : capitals == 1 || own.first == "&" ? .initial : .other
      words.append((place + lead..<place + lead + bytes, kind))
    }
    // initials are of the name they stand beside
    for index in words.indices.dropFirst() where words[index].kind == .initial && words[index - 1].kind == .name {
      words[index].kind = .name
    }
    for index in words.indices.dropLast().reversed()
    where words[index].kind == .initial && words[index + 1].kind == .name {
      words[index].kind = .name
    }
    var names: [Range<Int>] = []
    for (index, word) in words.enumerated() where word.kind == .name {
      if index > 0, words[index - 1].kind == .name, let last = names.last, word.bytes.lowerBound == last.upperBound + 1
      {
        names[names.count - 1] = last.lowerBound..<word.bytes.upperBound
      } else {
        names.append(word.bytes)
      }
    }
    return names
  }

  /// What follows a name: behind its comma or in its brackets it says who that is.
  fileprivate static func withRole(_ rest: Inline, among others: [Inline]) -> [Inline] {
    guard case .text(let text) = rest.content, !others.hasEmphasis, !rest.style.traits.contains(.emphasis) else {
      return [rest] + others
    }
    let signs = text.prefix { ",;:—–-( ".contains($0) }
    guard !signs.isEmpty, signs.utf8.count < text.utf8.count, text.contains(where: \.isLowercase),
      let (sign, role) = rest.parted(atByte: signs.utf8.count), let role
    else { return [rest] + others }
    return [sign] + ([role] + others).emphasised()
  }
}
