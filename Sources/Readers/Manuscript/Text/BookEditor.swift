internal import BookModel
internal import Units

/// Changes the blocks of a book as hints say, in one walk in the order in which `NamedBlocks` names them.
struct BookEditor {
  struct MadeHeading {
    var role: Section.Role
    var level: Int
    var isInside: Bool
  }

  struct PageWish {
    var lines = 0
    var placement: Figure.Placement?
    /// The last hint of them.
    var hint: Int
  }

  /// A block on its way to its place, with the hint that is still to be followed.
  struct Piece {
    var block: Block
    var hint: Int?
  }

  let hints: [ReadingHint]
  /// By blocks: the last hint of each.
  private(set) var chosen: [Int?]
  private(set) var unheeded: [UnheededHint] = []
  /// By blocks: what is asked of their pages.
  private var wishes: [Int: PageWish] = [:]
  /// Left out, and words in place of which a pause stands.
  private(set) var (dropped, signs): ([Block], [Block]) = ([], [])
  private(set) var (made, unmade): ([MadeHeading], [MadeHeading]) = ([], [])
  private var next = 0
  private var shapes = BlockShapes()
  private var told: Set<Int> = []

  var isIdle: Bool { chosen.allSatisfy { $0 == nil } && wishes.isEmpty }

  init(_ names: NamedBlocks, _ hints: [ReadingHint], _ files: SourceFiles) {
    self.hints = hints
    chosen = Array(repeating: nil, count: names.blocks.count)
    for (n, hint) in hints.enumerated() {
      do throws(NamedBlocks.Failure) {
        if hint.kind.isOfPage {
          let own =
            try hint.place.isByLine ? names.indices(onLinesOf: hint.place, files) : names.indices(of: hint.place)
          for index in own { wish(hint.kind, of: index, n) }
          continue
        }
        let isTaken = hint.kind != .asRead && hint.kind != .kept
        for index in try names.indices(of: hint.place) { chosen[index] = isTaken ? n : nil }
      } catch { unheeded.append(UnheededHint(hint: n, reason: .noBlock(error))) }
    }
  }

  private mutating func wish(_ kind: ReadingHint.Kind, of index: Int, _ hint: Int) {
    var wish = wishes[index] ?? PageWish(hint: hint)
    wish.hint = hint
    switch kind {
    // further than two lines no setting of a paragraph is worth printing
    case .pull: wish.lines = max(wish.lines - 1, -2)
    case .push: wish.lines = min(wish.lines + 1, 2)
    case .here: wish.placement = .here
    case .nextPage: wish.placement = .nextPage
    default: break
    }
    wishes[index] = wish
  }

  /// A block as its pages are asked to come out.
  private mutating func wished(_ block: Block) -> Block {
    guard let wish = wishes[next] else { return block }
    switch block {
    case .paragraph(var paragraph) where wish.placement == nil:
      paragraph.hint.lines = Int8(wish.lines)
      return .paragraph(paragraph)
    case .figure(var figure) where wish.lines == 0 && figure.placement < .page:
      figure.placement = wish.placement ?? figure.placement
      return .figure(figure)
    default:
      refuse(wish.hint, block.name)
      return block
    }
  }

  private mutating func refuse(_ hint: Int, _ what: String) {
    // once is enough for all that are alike
    if told.insert(hint).inserted { unheeded.append(UnheededHint(hint: hint, reason: .cannot(what))) }
  }

  // MARK: Sections

  mutating func edited(_ book: Book, _ files: SourceFiles, lineEnds: (UInt16) -> Bool) -> [Section] {
    shapes.files = files
    var levels = HeadingLevels(book.sections, hints)
    var sections: [Section] = []
    for section in book.sections {
      shapes.hasLineEnds = lineEnds(section.source.file)
      var opening = section
      opening.blocks = []
      let count = sections.count
      open(opening, &sections, &levels)
      var pieces: [Piece] = []
      for block in section.blocks { pieces += self.pieces(of: block) }
      place(pieces, section, &sections, &levels)
      // what a heading has been taken from may be empty
      if section.heading == nil, !section.blocks.isEmpty, sections.indices.contains(count),
        sections[count].heading == nil, sections[count].blocks.isEmpty
      {
        let anchor = sections.remove(at: count).anchor
        if let anchor, sections.indices.contains(count) { sections[count].anchor = anchor }
      }
    }
    return levels.settled(sections)
  }

  /// Begins a section, or goes on with the one before where its heading is to be no more than a block.
  private mutating func open(_ section: Section, _ sections: inout [Section], _ levels: inout HeadingLevels) {
    guard let heading = section.heading else { return sections.append(section) }
    defer { next += 1 }
    if let wish = wishes[next] { refuse(wish.hint, "a heading") }
    guard let n = chosen[next] else { return sections.append(section) }
    let hint = hints[n]
    unmade.append(MadeHeading(role: section.role, level: section.level, isInside: false))
    if hint.kind == .part || hint.kind == .chapter {
      var section = section
      section.role = hint.kind == .part ? .part : .chapter
      section.level = levels.level(of: hint, now: hint.kind == .chapter ? section.level : nil)
      if section.matter == .front { section.matter = .body }
      made.append(MadeHeading(role: section.role, level: section.level, isInside: false))
      return sections.append(section)
    }
    // all blocks of a section stand in one file
    if sections.last.map({ $0.source.file != section.source.file }) ?? true {
      var rest = section
      (rest.heading, rest.role) = (nil, .untitled)
      rest.anchor = rest.anchor ?? heading.anchor
      sections.append(rest)
    }
    var inner = heading
    inner.level = max(hint.level ?? levels.inside, 2)
    let pieces = settled([Piece(block: .heading(inner), hint: n)])
    sections[sections.count - 1].blocks += pieces.map(\.block)
    if hint.kind == .section { made.append(MadeHeading(role: section.role, level: section.level + 1, isInside: true)) }
  }

  /// Puts blocks into the last section, and begins others where hints say so.
  private mutating func place(
    _ pieces: [Piece], _ section: Section, _ sections: inout [Section], _ levels: inout HeadingLevels
  ) {
    for piece in settled(pieces) {
      guard let n = piece.hint, let heading = shapes.heading(of: piece.block) else {
        if let n = piece.hint { refuse(n, piece.block.name) }
        sections[sections.count - 1].blocks.append(piece.block)
        continue
      }
      let hint = hints[n]
      if case .heading(let old) = piece.block {
        unmade.append(MadeHeading(role: section.role, level: section.level + old.level - 1, isInside: true))
      }
      var made = heading
      if hint.kind == .section {
        made.level = max(hint.level ?? (made.level > 1 ? made.level : levels.inside), 2)
        sections[sections.count - 1].blocks.append(.heading(made))
        self.made.append(MadeHeading(role: section.role, level: section.level + made.level - 1, isInside: true))
        continue
      }
      made.level = 1
      let level = levels.level(of: hint, now: nil)
      let role = hint.kind == .part ? Section.Role.part : .chapter
      sections.append(
        Section(
          matter: section.matter == .front ? .body : section.matter, role: role, level: level, heading: made,
          source: made.source))
      self.made.append(MadeHeading(role: role, level: level, isInside: false))
    }
  }

  // MARK: Blocks

  /// A block as its parts come out of the walk: itself where none of them has to leave it.
  private mutating func pieces(of block: Block) -> [Piece] {
    let count = block.nameCount
    if let whole = common(next, count), count > 0 {
      switch (hints[whole].kind, block) {
      case (.dropped, _):
        next += count
        dropped.append(block)
        return []
      // it is that already
      case (.quotation, .quotation), (.letter, .letter):
        next += count
        return [Piece(block: block, hint: nil)]
      default: break
      }
    }
    switch block {
    case .quotation(let quotation):
      return container(quotation.blocks) { blocks, isFirst, isLast in
        var part = quotation
        part.blocks = blocks
        if !isLast { part.attribution = nil }
        return .quotation(part)
      } rest: {
        ([], [quotation.attribution].compactMap(\.self).map(Block.paragraph))
      }
    case .letter(let letter):
      return container(letter.blocks) { blocks, isFirst, isLast in
        var part = letter
        part.blocks = blocks
        if !isFirst { part.dateline = [] }
        if !isLast { part.signature = [] }
        return .letter(part)
      } rest: {
        (letter.dateline.map(Block.paragraph), letter.signature.map(Block.paragraph))
      }
    case .speech(let speech):
      let pieces = container(speech.blocks) { blocks, isFirst, _ in
        var part = speech
        part.blocks = blocks
        return isFirst ? .speech(part) : .quotation(Quotation(blocks, source: blocks[0].source))
      } rest: {
        ([.paragraph(Paragraph(speech.speaker, source: speech.source))], [])
      }
      // who speaks goes on to say it
      guard pieces.count > 1, case .paragraph(let speaker) = pieces[0].block, var said = pieces[1].block.paragraph
      else {
        return pieces
      }
      said.inlines = shapes.joined(speaker.inlines, said.inlines)
      said.source = speaker.source
      return [Piece(block: .paragraph(said), hint: pieces[1].hint)] + pieces.dropFirst(2)
    case .callout(let callout):
      return container(callout.blocks) { blocks, isFirst, isLast in
        var part = callout
        part.blocks = blocks
        if !isFirst { (part.title, part.anchor) = ([], nil) }
        return .callout(part)
      } rest: {
        (callout.title.isEmpty ? [] : [.paragraph(Paragraph(callout.title, source: callout.source))], [])
      }
    case .list(var list):
      if let whole = common(next, count), [.quotation, .letter].contains(hints[whole].kind) {
        next += count
        return [Piece(block: block, hint: whole)]
      }
      for item in list.items.indices {
        var inner: [Piece] = []
        for block in list.items[item].blocks { inner += pieces(of: block) }
        list.items[item].blocks = settled(inner).map { piece in
          if let n = piece.hint { refuse(n, "an item of a list") }
          return piece.block
        }
      }
      list.items.removeAll { $0.blocks.isEmpty }
      return list.items.isEmpty ? [] : [Piece(block: .list(list), hint: nil)]
    default:
      defer { next += 1 }
      return [Piece(block: wished(block), hint: chosen[next])]
    }
  }

  /// The hint that so many blocks have from one on; nil where they differ or have none.
  private func common(_ start: Int, _ count: Int) -> Int? {
    guard count > 0, let first = chosen[start] else { return nil }
    return chosen[start..<start + count].allSatisfy { $0 == first } ? first : nil
  }

  /// What holds blocks: parts of it around those that leave it.
  private mutating func container(
    _ blocks: [Block], part: ([Block], _ isFirst: Bool, _ isLast: Bool) -> Block,
    rest: () -> (before: [Block], behind: [Block])
  ) -> [Piece] {
    let count = blocks.reduce(0) { $0 + $1.nameCount }
    // a hint of all of it is of what it holds
    let whole = common(next, count)
    var inner: [Piece] = []
    for block in blocks { inner += pieces(of: block) }
    if let whole {
      let (before, behind) = rest()
      let isTaken = [.prose, .letter, .play, .quotation].contains(hints[whole].kind)
      func pieces(_ blocks: [Block]) -> [Piece] {
        blocks.map { Piece(block: $0, hint: isTaken ? whole : nil) }
      }
      return pieces(before) + inner + pieces(behind)
    }
    var groups: [(pieces: [Piece], leaves: Bool)] = []
    for piece in settled(inner, inside: true) {
      let leaves = piece.hint != nil
      if let last = groups.last, last.leaves == leaves {
        groups[groups.count - 1].pieces.append(piece)
      } else {
        groups.append(([piece], leaves))
      }
    }
    let (before, behind) = rest()
    var made: [Piece] = []
    if groups.first?.leaves ?? (count > 0) { made += before.map { Piece(block: $0, hint: nil) } }
    for (index, group) in groups.enumerated() {
      guard !group.leaves else {
        made += group.pieces
        continue
      }
      let block = part(group.pieces.map(\.block), index == 0, index == groups.count - 1)
      made.append(Piece(block: block, hint: nil))
    }
    if groups.isEmpty, count == 0 { return [Piece(block: part(blocks, true, true), hint: nil)] }
    if groups.last?.leaves ?? true { made += behind.map { Piece(block: $0, hint: nil) } }
    return made
  }

  /// Follows hints of blocks that stand together; those of headings are left, and inside of something those that take
  /// blocks out of it.
  private mutating func settled(_ pieces: [Piece], inside: Bool = false) -> [Piece] {
    var made: [Piece] = []
    var i = 0
    while i < pieces.count {
      guard let n = pieces[i].hint else {
        made.append(pieces[i])
        i += 1
        continue
      }
      var end = i + 1
      while end < pieces.count, pieces[end].hint == n { end += 1 }
      let blocks = pieces[i..<end].map(\.block)
      i = end
      let kind = hints[n].kind
      if inside, [.prose, .letter, .play, .part, .chapter, .section].contains(kind) {
        made += blocks.map { Piece(block: $0, hint: n) }
        continue
      }
      switch kind {
      case .part, .chapter, .section:
        // lines that one hint names are one heading
        if case .named(_, _?) = hints[n].place, let heading = shapes.heading(ofAll: blocks) {
          made.append(Piece(block: .heading(heading), hint: n))
        } else {
          made += blocks.map { Piece(block: $0, hint: n) }
        }
      case .dropped:
        dropped += blocks
      case .sceneBreak:
        for block in blocks {
          if case .sceneBreak = block {} else { signs.append(block) }
          made.append(Piece(block: .sceneBreak(SceneBreak(mark: .ornament, source: block.source)), hint: nil))
        }
      case .prose, .verse, .play, .letter, .quotation, .typed:
        let (changed, refused) = shapes.made(kind, of: blocks)
        if let refused { refuse(n, refused.name) }
        made += changed.map { Piece(block: $0, hint: nil) }
      case .kept, .asRead, .pull, .push, .here, .nextPage: made += blocks.map { Piece(block: $0, hint: nil) }
      }
    }
    return made
  }
}

/// How deep headings stand that hints make: as deep as those that are there.
struct HeadingLevels {
  private var parts: Int?
  private var usual: Int?
  private(set) var inside = 2
  /// Only hints make parts.
  private let hasNewParts: Bool

  init(_ sections: [Section], _ hints: [ReadingHint]) {
    var (chapters, inner): ([Int: Int], [Int: Int]) = ([:], [:])
    for section in sections {
      if section.role == .part { parts = max(parts ?? 0, section.level) }
      if section.role == .chapter, section.heading != nil { chapters[section.level, default: 0] += 1 }
      for case .heading(let heading) in section.blocks { inner[heading.level, default: 0] += 1 }
    }
    func most(_ counts: [Int: Int]) -> Int? { counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key }
    usual = most(chapters)
    inside = most(inner) ?? 2
    hasNewParts = parts == nil && hints.contains { $0.kind == .part && !$0.place.isByLine }
    if hasNewParts { parts = 1 }
  }

  /// - Parameter now: of what is a chapter already.
  func level(of hint: ReadingHint, now: Int?) -> Int {
    if let level = hint.level { return level }
    if hint.kind == .part { return parts ?? 1 }
    let least = (parts ?? 0) + 1
    return hasNewParts ? max(usual ?? 1, least) : now ?? usual ?? least
  }

  /// Chapters stand below the parts that hints have made; matter stands in its order.
  func settled(_ sections: [Section]) -> [Section] {
    var sections = sections
    if hasNewParts, let first = sections.firstIndex(where: { $0.role == .part }), let parts {
      for index in sections.indices where index > first && sections[index].matter == .body {
        if sections[index].role != .part { sections[index].level = max(sections[index].level, parts + 1) }
      }
    }
    // behind the first chapter nothing is front matter
    if let body = sections.firstIndex(where: { $0.matter == .body && $0.heading != nil }) {
      for index in sections.indices where index > body && sections[index].matter == .front {
        sections[index].matter = .body
      }
    }
    return sections
  }
}

extension Block {
  /// How many names it takes: `NamedBlocks` counts alike.
  var nameCount: Int {
    switch self {
    case .quotation(let block): block.blocks.reduce(0) { $0 + $1.nameCount }
    case .letter(let block): block.blocks.reduce(0) { $0 + $1.nameCount }
    case .callout(let block): block.blocks.reduce(0) { $0 + $1.nameCount }
    case .speech(let block): block.blocks.reduce(0) { $0 + $1.nameCount }
    case .list(let block): block.items.reduce(0) { $0 + $1.blocks.reduce(0) { $0 + $1.nameCount } }
    default: 1
    }
  }

  /// As a message calls it.
  var name: String {
    switch self {
    case .paragraph: "a paragraph"
    case .heading: "a heading"
    case .verse: "verse"
    case .quotation: "a quotation"
    case .callout: "a call-out"
    case .letter: "a letter"
    case .speech: "a speech"
    case .list: "a list"
    case .table: "a table"
    case .preformatted: "lines as typed"
    case .figure: "a picture"
    case .sceneBreak: "a pause"
    case .pageBreak: "a forced page"
    }
  }
}
