internal import BookModel
internal import Units

/// An index, glossary or list of names as it is set: entries with their levels, letters over them.
struct IndexParts {
  enum Part {
    /// `A`, over the entries that begin with it.
    case letter([Inline], SourceLocation, anchor: String?)
    case entry(Entry)
    /// What is no entry, set as anywhere.
    case other(Block)
    /// Between entries that begin with other letters, where no letter stands there.
    case white
  }

  struct Entry {
    /// From 0.
    var level: Int
    var inlines: [Inline]
    var anchor: String?
    var source: SourceLocation
  }

  /// What stands above the entries, over the whole measure.
  private(set) var introduction: [Block] = []
  private(set) var parts: [Part] = []
  /// What stands below them, behind a scene break.
  private(set) var rest: [Block] = []
  /// Of the deepest entry.
  private(set) var deepest = 0

  /// Nil where a section is something else, or calls notes, which stand at the foot of the whole page.
  init?(of section: Section, notes: [NoteKey: Note]) {
    guard section.role == .index || section.role == .glossary, !IndexParts.callsNotes(section.blocks, notes) else {
      return nil
    }
    if let made = section.blocks.firstIndex(where: { $0.entryLevel != nil }) {
      introduction = Array(section.blocks[..<made])
      let end = section.blocks[made...].firstIndex { $0.entryLevel == nil } ?? section.blocks.endIndex
      rest = Array(section.blocks[end...])
      for block in section.blocks[made..<end] {
        guard case .paragraph(let paragraph) = block, let level = paragraph.entryLevel else { continue }
        if level < 0 {
          parts.append(.letter(paragraph.inlines, paragraph.source, anchor: paragraph.anchor))
        } else {
          add(level, paragraph.inlines, anchor: paragraph.anchor, paragraph.source)
        }
      }
      deepest = section.blocks[made..<end].compactMap(\.entryLevel).max() ?? 0
      partByLetters()
      return
    }
    var blocks = section.blocks[...]
    let first = blocks.prefix(4).firstIndex { !IndexParts.isProse($0) } ?? 0
    introduction = Array(blocks[..<first])
    blocks = blocks[first...]
    let end = blocks.firstIndex { if case .sceneBreak = $0 { true } else { false } } ?? blocks.endIndex
    rest = Array(blocks[end...])
    for block in blocks[..<end] { add(block, depth: 0) }
    let entries = parts.compactMap { if case .entry(let entry) = $0 { entry } else { nil } }
    guard entries.count >= IndexParts.leastEntries else { return nil }
    let bytes = entries.reduce(0) { $0 + $1.inlines.plainText.utf8.count }
    let most = section.role == .glossary ? IndexParts.mostOfGlossary : IndexParts.mostOfIndex
    guard bytes <= entries.count * most else { return nil }
    deepest = entries.map(\.level).max() ?? 0
    partByLetters()
  }

  /// Fewer are set as other text is.
  private static let leastEntries = 6
  /// Bytes of an entry in the mean: longer ones are no entries.
  private static let mostOfIndex = 240
  private static let mostOfGlossary = 700
  private static let deepestLevel = 4

  private static func callsNotes(_ blocks: [Block], _ notes: [NoteKey: Note]) -> Bool {
    var found = false
    func look(_ block: Block) {
      block.visitParts(
        text: { inlines, _ in
          found =
            found
            || inlines.contains { if case .noteReference(let key) = $0.content { notes[key] != nil } else { false } }
        }, block: look)
    }
    if !notes.isEmpty { blocks.forEach(look) }
    return found
  }

  /// `Numbers in italics refer to the plates.`: a sentence before entries of another form.
  private static func isProse(_ block: Block) -> Bool {
    guard case .paragraph(let paragraph) = block else { return false }
    let text = paragraph.inlines.plainText
    return text.utf8.count > 50 && text.split(separator: " ").count > 8 && ".)]:".contains(text.last ?? " ")
      && !(text.dropLast().last?.isNumber ?? false)
  }

  // MARK: Blocks

  private mutating func add(_ block: Block, depth: Int) {
    switch block {
    case .paragraph(let paragraph):
      if IndexParts.isLetter(paragraph.inlines) {
        parts.append(.letter(paragraph.inlines, paragraph.source, anchor: paragraph.anchor))
      } else {
        add(paragraph, depth: depth)
      }
    case .heading(let heading) where IndexParts.isLetter(heading.label + heading.title):
      parts.append(.letter(heading.label + heading.title, heading.source, anchor: heading.anchor))
    case .verse(let verse): add(verse)
    case .list(let list):
      for item in list.items { add(item, depth: depth) }
    case .quotation(let quotation) where quotation.attribution == nil:
      for block in quotation.blocks { add(block, depth: depth + 1) }
    default: parts.append(.other(block))
    }
  }

  private mutating func add(_ level: Int, _ inlines: [Inline], anchor: String? = nil, _ source: SourceLocation) {
    parts.append(
      .entry(Entry(level: min(level, IndexParts.deepestLevel), inlines: inlines, anchor: anchor, source: source)))
  }

  /// The first line is the entry, each behind a forced end one below it, but for the rest of its numbers.
  private mutating func add(_ paragraph: Paragraph, depth: Int) {
    var lines: [[Inline]] = [[]]
    for inline in paragraph.inlines {
      if inline.content == .lineBreak { lines.append([]) } else { lines[lines.count - 1].append(inline) }
    }
    lines.removeAll { $0.plainText.allSatisfy { $0 == " " } }
    var anchor = paragraph.anchor
    for (number, line) in lines.enumerated() {
      if IndexParts.goesOn(line), case .entry(var entry)? = parts.last,
        number > 0 || entry.inlines.plainText.last == ","
      {
        entry.inlines += [Inline(" ", source: line[0].source)] + line
        parts[parts.count - 1] = .entry(entry)
        continue
      }
      add(depth + (number > 0 ? 1 : 0), line, anchor: anchor, line[0].source)
      anchor = nil
    }
  }

  private mutating func add(_ item: List.Item, depth: Int) {
    for (number, block) in item.blocks.enumerated() {
      switch block {
      case .list: add(block, depth: depth + 1)
      default: add(block, depth: depth + (number == 0 ? 0 : 1))
      }
    }
  }

  // MARK: Lines

  /// Each line is an entry of the level that its indent says, or goes on with the one above it.
  private mutating func add(_ verse: Verse) {
    let lines = verse.stanzas.flatMap(\.lines)
    let turned = IndexParts.turnedIndents(lines)
    var levels: [Int] = []
    var anchor = verse.anchor
    for (number, line) in lines.enumerated() {
      if IndexParts.isLetter(line.inlines) {
        parts.append(.letter(line.inlines, line.source, anchor: anchor))
        (levels, anchor) = ([], nil)
        continue
      }
      let isDeeper = number > 0 && line.indent > (levels.first ?? .max)
      if isDeeper, turned.contains(line.indent) || IndexParts.goesOn(line.inlines), case .entry(var entry)? = parts.last
      {
        entry.inlines += [Inline(" ", source: line.source)] + line.inlines
        parts[parts.count - 1] = .entry(entry)
        continue
      }
      while let last = levels.last, last >= line.indent { levels.removeLast() }
      levels.append(line.indent)
      add(levels.count - 1, line.inlines + figures(of: line), anchor: anchor, line.source)
      anchor = nil
    }
  }

  /// Figures at the end of a line, a quad behind its words.
  private func figures(of line: Verse.Line) -> [Inline] {
    line.number.isEmpty ? [] : [Inline("\u{2003}", source: line.source)] + line.number
  }

  /// Indents at which every line goes on with the one above it, which has no number and no point yet.
  private static func turnedIndents(_ lines: [Verse.Line]) -> Set<Int> {
    let numbered = lines.count { $0.inlines.plainText.last(where: { $0 != "." })?.isNumber ?? false }
    guard numbered * 5 >= lines.count * 2 else { return [] }
    var open: [Int: (turned: Int, all: Int)] = [:]
    for (before, line) in zip(lines, lines.dropFirst()) where line.indent > before.indent {
      let last = before.inlines.plainText.last { $0 != " " } ?? "."
      let isOpen = !(last.isNumber || ".;:!?)]—".contains(last)) && !goesOn(line.inlines)
      var count = open[line.indent] ?? (0, 0)
      (count.turned, count.all) = (count.turned + (isOpen ? 1 : 0), count.all + (goesOn(line.inlines) ? 0 : 1))
      open[line.indent] = count
    }
    return Set(open.filter { $0.value.all > 0 && $0.value.turned == $0.value.all }.keys)
  }

  /// A line that begins with a number has the rest of the numbers above it.
  private static func goesOn(_ inlines: [Inline]) -> Bool {
    inlines.plainText.first { $0 != " " }?.isNumber ?? false
  }

  /// `A`, `B.`, `— C —`, `I, J`: capitals and signs alone.
  private static func isLetter(_ inlines: [Inline]) -> Bool {
    let text = inlines.plainText
    guard text.utf8.count <= 16 else { return false }
    let letters = text.filter(\.isLetter)
    guard (1...4).contains(letters.count), letters.allSatisfy({ !$0.isLowercase }) else { return false }
    let words = text.split { !$0.isLetter }
    return text.allSatisfy { !$0.isNumber } && words.allSatisfy { $0.count == 1 }
  }

  // MARK: Letters

  /// White where the first letter changes, if nothing stands there and the entries are in their order.
  private mutating func partByLetters() {
    guard !parts.contains(where: { if case .letter = $0 { true } else { false } }) else { return }
    var changes: [Int] = []
    var letters: Set<Character> = []
    var last: Character?
    for (index, part) in parts.enumerated() {
      guard case .entry(let entry) = part, entry.level == 0, let letter = IndexParts.initial(entry.inlines) else {
        continue
      }
      if let last, letter != last { changes.append(index) }
      last = letter
      letters.insert(letter)
    }
    guard changes.count <= letters.count + 2 else { return }
    for index in changes.reversed() { parts.insert(.white, at: index) }
  }

  /// The letter that an entry is found under, without its accents.
  private static func initial(_ inlines: [Inline]) -> Character? {
    guard let letter = inlines.plainText.first(where: \.isLetter), let scalar = letter.unicodeScalars.first else {
      return nil
    }
    let capital = scalar.properties.uppercaseMapping.unicodeScalars.first ?? scalar
    return IndexParts.plain[capital] ?? Character(capital)
  }

  /// Letters that are found under others in most languages.
  private static let plain: [Unicode.Scalar: Character] = {
    var plain: [Unicode.Scalar: Character] = [:]
    for (letter, others) in [
      ("A", "ÀÁÂÃÄÅÆĀ"), ("C", "ÇĆČ"), ("E", "ÈÉÊËĒ"), ("I", "ÌÍÎÏĪ"), ("N", "ÑŃ"), ("O", "ÒÓÔÕÖØŒŌ"), ("S", "ŚŠ"),
      ("U", "ÙÚÛÜŪ"), ("Z", "ŹŻŽ"), ("Е", "Ё"),
    ] as [(Character, String)] {
      for other in others.unicodeScalars { plain[other] = letter }
    }
    return plain
  }()
}

extension Block {
  fileprivate var entryLevel: Int? { if case .paragraph(let paragraph) = self { paragraph.entryLevel } else { nil } }
}
