package import BookModel
internal import Units

extension Book {
  /// Makes speeches of paragraphs that begin with the names of those who speak, where there are as many of them as in
  /// a play or in a scene of one: in books whose format has no mark for speeches.
  ///
  /// What a play is and who speaks in it says the reader of plain text, which is shown the paragraphs as a text's.
  /// Linear in the words.
  /// - Returns: how many speeches were made.
  package mutating func takeTypedPlays() -> Int {
    let plays = TypedPlays(self)
    guard !plays.scenes.isEmpty else { return 0 }
    var count = 0
    for index in sections.indices { sections[index].blocks = plays.blocks(of: sections[index], index, &count) }
    if plays.isInVerse, metadata.language?.hasPrefix("en") ?? true { SharedLines.step(in: &sections) }
    return count
  }
}

/// The paragraphs of a book as chunks of a text.
private struct TypedPlays {
  private struct Place: Hashable {
    var section, block: Int
  }

  private var source: PlainTextSource
  private var chunks: [Place: Int] = [:]
  /// Runs of chunks between headings.
  private var spans: [Range<Int>] = []
  private(set) var scenes: [PlayScene] = []
  /// Chunks in the middle that are nothing but the name of who speaks in the next.
  private var names: Set<Int> = []
  /// How it is said, in the middle below such a name.
  private var asides: Set<Int> = []
  private(set) var isInVerse = false
  /// The names of those who speak in a play.
  private var known: Set<String> = []
  /// Most of these are in bold, so that others are known by it.
  private var areBold = false
  /// Bytes that each chunk begins with in bold.
  private var bold: [Int] = []
  /// By sections.
  private let casts: [[Range<Int>]]

  init(_ book: Book) {
    var text: [UInt8] = []
    var kinds: [Chunk.Kind] = []
    var counts: [Int] = []
    var (inMiddle, start): ([Int], Int) = ([], 0)
    func end(_ spans: inout [Range<Int>]) {
      if start < kinds.count { spans.append(start..<kinds.count) }
      start = kinds.count
    }
    func add(_ lines: [[UInt8]], _ kind: Chunk.Kind) {
      for line in lines {
        text += line
        text.append(0x0A)
      }
      text.append(0x0A)
      kinds.append(kind)
      counts.append(lines.count)
    }
    for (s, section) in book.sections.enumerated() {
      end(&spans)
      if section.heading != nil { add([Array("*".utf8)], .heading) }
      for (b, block) in section.blocks.enumerated() {
        if case .heading = block {
          end(&spans)
          add([Array("*".utf8)], .heading)
          continue
        }
        guard let lines = block.typedLines?.map(\.typedBytes), !lines.isEmpty, lines.allSatisfy({ !$0.isBlankLine })
        else { continue }
        chunks[Place(section: s, block: b)] = kinds.count
        if block.paragraph?.placement == .centred { inMiddle.append(kinds.count) }
        add(lines, lines.count == 1 ? .prose : .keptLines)
        bold += Array(repeating: 0, count: kinds.count - bold.count)
        bold[kinds.count - 1] = block.typedLines?.first?.boldBytes ?? 0
      }
    }
    end(&spans)
    let file = SourceFile(name: "", text: text)
    casts = book.sections.map(TypedPlays.casts)
    source = PlainTextSource(file: file, lines: TextLines(of: file))
    var line = 0
    for (kind, count) in zip(kinds, counts) {
      var chunk = Chunk(lines: line..<line + count, blanksBefore: 1)
      chunk.kind = kind
      source.chunks.append(chunk)
      line += count
    }
    for (section, casts) in zip(book.sections, casts) {
      for block in casts.joined() { section.blocks[block].persons.forEach { source.cast.add($0.plainText) } }
    }
    source.cast.isStaged = book.sections.contains { section in
      section.heading.map(TypedPlays.isStage) ?? false
        || section.blocks.contains { if case .heading(let heading) = $0 { TypedPlays.isStage(heading) } else { false } }
    }
    let whole = source.playForm()
    scenes = source.playScenes(whole, besides: [], .none, PlainTextOptions()).filter(answers)
    guard !scenes.isEmpty else { return }
    settleVerse()
    // scenes that are a third of the book are a play's
    let inScenes = scenes.reduce(0) { $0 + $1.chunks.count }
    guard whole != nil || inScenes * 3 >= kinds.count(where: { $0 != .heading }) else { return }
    known = scenes.reduce(into: []) { $0.formUnion($1.form.names) }
    let heads = scenes.flatMap { scene in
      scene.chunks.compactMap { c in scene.form.speaker(of: source.chunks[c], in: source).map { (c, $0.name) } }
    }
    areBold = heads.count { isBold($1, $0) } * 4 >= heads.count * 3
    findNames(among: inMiddle)
  }

  /// `Scene One`, `ACT II`
  private static func isStage(_ heading: Heading) -> Bool {
    let words = (heading.label + heading.title).plainText.lowercased().split { !$0.isLetter }
    return words.first.map { stages.contains(String($0)) } ?? false
  }

  private static let stages: Set<String> = [
    "act", "scene", "acte", "scène", "akt", "aufzug", "auftritt", "szene", "atto", "scena", "acto", "escena",
    "действие", "явление",
  ]

  /// Blocks that list who takes part.
  private static func casts(in section: Section) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = section.heading.map { CastNames.isHeading($0.plainText) } ?? false ? 0 : nil
    for (index, block) in section.blocks.enumerated() {
      guard case .heading(let heading) = block else { continue }
      if let first = start { found.append(first..<index) }
      start = CastNames.isHeading(heading.plainText) ? index + 1 : nil
    }
    if let first = start { found.append(first..<section.blocks.count) }
    return found
  }

  private func isBold(_ name: Range<Int>, _ c: Int) -> Bool {
    bold.indices.contains(c) && source.bytes(of: source.chunks[c]).lowerBound + bold[c] + 1 >= name.upperBound
  }

  /// Those who speak do so again and again before the next heading; what labels of recipes say stands there once.
  private func answers(_ scene: PlayScene) -> Bool {
    var (again, all) = (0, 0)
    for span in spans {
      let keys = span.clamped(to: scene.chunks).compactMap { c in
        scene.form.speaker(of: source.chunks[c], in: source).map { source.speakerKey($0.name) }
      }
      let counts = keys.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      all += keys.count
      again += counts.values.reduce(0) { $0 + ($1 > 1 ? $1 : 0) }
    }
    return all > 0 && again * 2 >= all
  }

  /// Most of what is more than a line is verse.
  private mutating func settleVerse() {
    var (verse, prose) = (0, 0)
    for chunk in source.chunks where chunk.kind != .heading {
      if chunk.lines.count > 1 {
        verse += chunk.lines.count > 2 ? 1 : 0
      } else if source.bytes(of: chunk).count > TypedPlays.longestLine {
        prose += 1
      }
    }
    isInVerse = verse > 1 && verse > prose * 2
  }

  /// Bytes of a line of verse at most.
  private static let longestLine = 90

  /// In a play whose names begin their speeches elsewhere, those in the middle above them.
  private mutating func findNames(among inMiddle: [Int]) {
    let others = Set(inMiddle)
    func isAside(_ c: Int) -> Bool { others.contains(c) && source.text[source.bytes(ofChunk: c).lowerBound] == 0x28 }
    func key(_ c: Int) -> String? {
      let next = source.chunks.indices.contains(c + 1) && isAside(c + 1) ? c + 2 : c + 1
      guard source.chunks[c].lines.count == 1, source.chunks.indices.contains(next),
        source.chunks[next].kind != .heading, !others.contains(next),
        let name = source.speakerName(source.chunks[c], style: .bare), source.letterCase(name).isCapitals
      else { return nil }
      return source.speakerKey(name)
    }
    let found = inMiddle.compactMap { c in key(c).map { (c, $0) } }
    let counts = found.reduce(into: [String: Int]()) { $0[$1.1, default: 0] += 1 }
    names = Set(found.filter { known.contains($0.1) || counts[$0.1, default: 0] > 1 }.map(\.0))
    asides = Set(names.map { $0 + 1 }.filter(isAside))
  }

  // MARK: Blocks

  private func form(_ c: Int) -> PlayForm? { scenes.first { $0.chunks.contains(c) }?.form }

  /// Who speaks in a chunk, and what of its first line tells that.
  private func speaker(_ c: Int) -> (name: Range<Int>, aside: Range<Int>?, isAlone: Bool)? {
    let chunk = source.chunks[c]
    if names.contains(c) { return (source.bytes(of: chunk), nil, true) }
    var found = form(c).flatMap { $0.speaker(of: chunk, in: source) }
    if found == nil, !known.isEmpty, chunk.kind != .heading {
      // a speech of a few words has its name before it where others have it above
      for style in [PlayForm.Style.runIn, .alone] {
        guard let name = source.speakerName(chunk, style: style) else { continue }
        let key = source.speakerKey(name)
        guard known.contains(key) || areBold && isBold(name, c) && source.letterCase(name).isCapitals else { continue }
        found = PlayForm(style: style, names: [key]).speaker(of: chunk, in: source)
        if found != nil { break }
      }
    }
    return found.map { ($0.name, $0.aside, $0.rest.isEmpty || $0.isDirection) }
  }

  func blocks(of section: Section, _ s: Int, _ count: inout Int) -> [Block] {
    func chunk(_ b: Int) -> Int? { chunks[Place(section: s, block: b)] }
    var made: [Block] = []
    var b = 0
    while b < section.blocks.count {
      if casts[s].contains(where: { $0.contains(b) }) {
        var listed = section.blocks[b].asListOfPersons
        listed.styleCast()
        made.append(listed)
        b += 1
        continue
      }
      guard let c = chunk(b), let (name, aside, isAlone) = speaker(c), let lines = section.blocks[b].typedLines else {
        made.append(section.blocks[b])
        b += 1
        continue
      }
      let block = section.blocks[b]
      let first = lines[0].parted(atByte: name.upperBound - start(ofLine: 0, of: c))
      var speaker = first.front.removing([.emphasis, .strong, .letterSpaced])
      var rest = [first.rest.withoutLeadingBlanks] + lines.dropFirst()
      if aside != nil {
        speaker += [Inline(" ", source: rest[0].first?.source ?? block.source)] + rest.removeFirst().adding(.emphasis)
      }
      rest.removeAll(where: \.isEmpty)
      if isAlone, rest.count == 1 {
        speaker += [Inline(" ", source: rest[0].first?.source ?? block.source)] + rest.removeFirst().adding(.emphasis)
      }
      var said = rest.isEmpty ? [] : [self.said(rest, in: block)]
      b += 1
      if isAlone, b < section.blocks.count, let next = chunk(b), asides.contains(next),
        let words = section.blocks[b].paragraph?.inlines
      {
        speaker += [Inline(" ", source: section.blocks[b].source)] + words.adding(.emphasis)
        b += 1
      }
      // how it is said, in brackets below a name
      if isAlone, said.isEmpty, b + 1 < section.blocks.count, let next = chunk(b),
        source.chunks[next].lines.count == 1, source.isBracketed(source.bytes(of: source.chunks[next])),
        chunk(b + 1).map({ self.speaker($0) == nil && !isDirection($0) }) ?? false,
        let words = section.blocks[b].paragraph?.inlines
      {
        speaker += [Inline(" ", source: section.blocks[b].source)] + words.adding(.emphasis)
        b += 1
      }
      // the name stands alone: what follows, up to the next, is said
      if isAlone, said.isEmpty, b < section.blocks.count, section.blocks[b].isSong {
        said.append(section.blocks[b])
        b += 1
        made.append(.speech(Speech(speaker: speaker, said, source: block.source)))
        count += 1
        continue
      }
      while isAlone, b < section.blocks.count, let next = chunk(b), self.speaker(next) == nil,
        section.blocks[b].paragraph.map({ $0.placement == .justified && !$0.isAll(.emphasis) }) ?? true,
        let lines = section.blocks[b].typedLines, !isDirection(next) || said.isEmpty
      {
        said.append(self.said(lines, in: section.blocks[b]))
        b += 1
      }
      made.append(.speech(Speech(speaker: speaker, said, source: block.source)))
      count += 1
    }
    return made
  }

  private func start(ofLine line: Int, of c: Int) -> Int {
    let number = Int(source.lines[source.chunks[c].lines.lowerBound + line].number)
    return Int(source.file.lineStarts[number])
  }

  private func isDirection(_ c: Int) -> Bool {
    scenes[0].form.isDirection(source.chunks[c], in: source)
  }

  private func said(_ lines: [[Inline]], in block: Block) -> Block {
    let source = lines[0].first?.source ?? block.source
    guard lines.count > 1 || isInVerse && lines[0].size <= TypedPlays.longestLine else {
      var paragraph = Paragraph(lines[0], source: source)
      paragraph.anchor = block.paragraph?.anchor
      return .paragraph(paragraph)
    }
    return .verse(Verse([Verse.Stanza(lines.compactMap(\.verseLine))], source: source))
  }
}

extension Block {
  /// A list of persons, with a sign before each or a line each, as a play has it, without these.
  fileprivate var asListOfPersons: Block {
    let isList =
      switch self {
      case .list(let list): list.start == nil && persons.count == list.items.count
      case .paragraph: persons.count > 1
      default: false
      }
    guard isList else { return self }
    let lines = persons.compactMap { line in line.namedInBold.withoutLeadingBlanks.verseLine }
    return .verse(Verse([Verse.Stanza(lines)], source: source))
  }

  /// Where its author ended its lines: of a paragraph, or of verse in one stanza.
  fileprivate var typedLines: [[Inline]]? {
    switch self {
    case .paragraph(let paragraph):
      guard paragraph.placement != .trailing, paragraph.label == nil,
        !paragraph.inlines.contains(where: { $0.style.formula != nil })
      else { return nil }
      let lines = paragraph.inlines.split { $0.content == .lineBreak }.map(Array.init)
      return lines.isEmpty ? nil : lines
    case .verse(let verse):
      guard verse.stanzas.count == 1, verse.anchor == nil, !verse.isShaped else { return nil }
      let lines = verse.stanzas[0].lines
      return lines.contains { !$0.number.isEmpty } ? nil : lines.map(\.inlines)
    default: return nil
    }
  }
}

extension Block {
  /// Set off below the name of who sings it.
  fileprivate var isSong: Bool {
    switch self {
    case .quotation: true
    case .verse(let verse): verse.stanzas.count > 1
    default: false
    }
  }
}

extension [UInt8] {
  /// What the reader of a text takes for no line.
  fileprivate var isBlankLine: Bool { TextLines(of: SourceFile(name: "", text: self)).isEmpty }
}

extension [Inline] {
  /// A name in bold at the head of a line stands in small capitals.
  fileprivate var namedInBold: [Inline] {
    let bold = prefix { $0.style.traits.contains(.strong) }.count
    return self[..<bold].map { inline in
      var name = inline
      name.style.traits.remove(.strong)
      name.style.traits.insert([inline].plainText.contains(where: \.isLowercase) ? .smallCapitals : .allSmallCapitals)
      return name
    } + self[bold...]
  }

  /// As bytes of a line, each of them one of a run's.
  fileprivate var typedBytes: [UInt8] {
    flatMap { inline -> [UInt8] in
      guard case .text(let text) = inline.content else { return [] }
      return text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    }
  }

  fileprivate var boldBytes: Int {
    var count = 0
    for inline in self {
      guard case .text(let text) = inline.content, inline.style.traits.contains(.strong) else { break }
      count += text.utf8.count
    }
    return count
  }

  fileprivate func parted(atByte offset: Int) -> (front: [Inline], rest: [Inline]) {
    var (front, rest): ([Inline], [Inline]) = ([], [])
    var left = offset
    for inline in self {
      guard left > 0, case .text(let text) = inline.content else {
        rest.append(inline)
        continue
      }
      if text.utf8.count <= left {
        front.append(inline)
      } else if let (head, tail) = inline.parted(atByte: left) {
        front.append(head)
        if let tail { rest.append(tail) }
      } else {
        front.append(inline)
      }
      left -= text.utf8.count
    }
    return (front, rest)
  }

  fileprivate var withoutLeadingBlanks: [Inline] {
    var rest = self
    while let first = rest.first, case .text(let text) = first.content, text.first?.isWhitespace ?? true {
      rest = text.isEmpty ? Array(rest.dropFirst()) : rest.dropping(text.prefix(while: \.isWhitespace).count)
    }
    return rest
  }
}
