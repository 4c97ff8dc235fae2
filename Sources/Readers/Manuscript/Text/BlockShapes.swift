internal import BookModel
internal import Units

/// Makes blocks of one kind of blocks of another, and loses no word of them.
struct BlockShapes {
  var files = SourceFiles([])
  /// The author sees where lines of the file end.
  var hasLineEnds = false

  /// What blocks become by a hint.
  /// - Returns: them as they are, with one that is in the way, where they cannot be that.
  func made(_ kind: ReadingHint.Kind, of blocks: [Block]) -> (blocks: [Block], refused: Block?) {
    guard let first = blocks.first else { return ([], nil) }
    switch kind {
    case .quotation: return ([.quotation(Quotation(blocks, source: first.source))], nil)
    case .letter: return ([.letter(letter(blocks))], nil)
    case .play: return (speeches(blocks), nil)
    case .prose, .verse, .typed:
      // a pause parts stanzas, and a picture stays where it is
      if let other = blocks.first(where: { lines(of: $0) == nil && !$0.isPause }) { return (blocks, other) }
      switch kind {
      case .prose: return (blocks.flatMap(prose), nil)
      case .verse: return ([.verse(verse(blocks))], nil)
      default: return ([typed(blocks)], nil)
      }
    default: return (blocks, nil)
    }
  }

  // MARK: Headings

  /// Nil for what has no words of its own.
  func heading(of block: Block) -> Heading? {
    if case .heading(let heading) = block { return heading }
    return heading(ofAll: [block])
  }

  func heading(ofAll blocks: [Block]) -> Heading? {
    var words: [Inline] = []
    for block in blocks where !block.isPause {
      guard let lines = lines(of: block) else { return nil }
      for line in lines where !line.isEmpty {
        if !words.isEmpty { words.append(Inline(.lineBreak, source: line[0].source)) }
        words += line
      }
    }
    guard let first = words.first else { return nil }
    // how headings look is the design's: only what differs within one is kept
    var shared: InlineStyle.Traits?
    for inline in words {
      guard case .text(let text) = inline.content, text.contains(where: { !$0.isWhitespace }) else { continue }
      shared = shared?.intersection(inline.style.traits) ?? inline.style.traits
    }
    for index in words.indices { words[index].style.traits.subtract(shared ?? []) }
    return Heading(level: 1, words: words, anchor: blocks.lazy.compactMap(\.ownAnchor).first, source: first.source)
  }

  // MARK: Lines

  /// The lines of a block of text; nil for what is no text.
  private func lines(of block: Block) -> [[Inline]]? {
    switch block {
    case .paragraph(let paragraph): lines(of: paragraph.inlines)
    case .heading(let heading): [words(of: heading)]
    case .verse(let verse): verse.stanzas.flatMap(\.lines).map(\.inlines)
    case .preformatted(let block): block.lines.filter { !$0.text.isEmpty }.map { [Inline($0.text, source: $0.source)] }
    default: nil
    }
  }

  /// Where their author ended them.
  private func lines(of inlines: [Inline]) -> [[Inline]] {
    var lines: [[Inline]] = [[]]
    for (index, inline) in inlines.enumerated() {
      if inline.content == .lineBreak {
        lines.append([])
        continue
      }
      var rest: Inline? = inline
      while hasLineEnds, let run = rest, case .text(let text) = run.content,
        let space = lineEnd(in: run, text, next: index + 1 < inlines.count ? inlines[index + 1] : nil)
      {
        if let front = run.parted(atByte: space)?.0 { lines[lines.count - 1].append(front) }
        rest = run.parted(atByte: space + 1)?.1
        lines.append([])
      }
      if let rest { lines[lines.count - 1].append(rest) }
    }
    return lines.filter { !$0.isEmpty }
  }

  /// The first space of a run that stands for the end of a line, by its byte.
  private func lineEnd(in run: Inline, _ text: String, next: Inline?) -> Int? {
    guard files.files.indices.contains(Int(run.source.file)) else { return nil }
    let bytes = files.files[Int(run.source.file)].text
    for (byte, sign) in text.utf8.enumerated() where sign == 0x20 {
      let from = Int(run.source(atByte: byte).offset)
      let isLast = byte + 1 == text.utf8.count
      guard let to = isLast ? next.map({ Int($0.source.offset) }) : Int(run.source(atByte: byte + 1).offset) else {
        return nil
      }
      if from < to, to <= bytes.count, to - from < 200, bytes[from..<to].contains(0x0A) { return byte }
    }
    return nil
  }

  private func joined(_ lines: some Sequence<[Inline]>) -> [Inline] {
    var words: [Inline] = []
    for line in lines where !line.isEmpty {
      if !words.isEmpty { words.append(Inline(" ", source: line[0].source)) }
      words += line
    }
    return words
  }

  private func words(of heading: Heading) -> [Inline] {
    heading.label.isEmpty || heading.title.isEmpty
      ? heading.label + heading.title : joined(heading.label, heading.title)
  }

  // MARK: Kinds

  private func prose(_ block: Block) -> [Block] {
    switch block {
    case .paragraph(var paragraph):
      paragraph.placement = .justified
      if paragraph.inlines.contains(where: { $0.content == .lineBreak }) {
        paragraph.inlines = joined(paragraph.inlines.split { $0.content == .lineBreak }.map(Array.init))
      }
      return [.paragraph(paragraph)]
    case .heading(let heading):
      var paragraph = Paragraph(words(of: heading), source: heading.source)
      paragraph.anchor = heading.anchor
      return [.paragraph(paragraph)]
    case .verse(let verse):
      return verse.stanzas.map { stanza in
        .paragraph(Paragraph(joined(stanza.lines.map(\.inlines)), source: stanza.lines.first?.source ?? verse.source))
      }
    case .preformatted(let typed):
      return typed.lines.split { $0.text.allSatisfy(\.isWhitespace) }.map { lines in
        let words = joined(lines.map { [Inline($0.text.withoutTabs, source: $0.source)] })
        return .paragraph(Paragraph(words, source: lines.first?.source ?? typed.source))
      }
    default: return [block]
    }
  }

  private func verse(_ blocks: [Block]) -> Verse {
    var stanzas: [Verse.Stanza] = []
    // paragraphs of a line are lines
    var single: [Verse.Line] = []
    func close() {
      if !single.isEmpty { stanzas.append(Verse.Stanza(single)) }
      single = []
    }
    for block in blocks {
      if case .verse(let verse) = block {
        close()
        stanzas += verse.stanzas
        continue
      }
      let made = (lines(of: block) ?? []).compactMap(\.verseLine)
      if made.count == 1 {
        single += made
      } else {
        close()
        if !made.isEmpty { stanzas.append(Verse.Stanza(made)) }
      }
    }
    close()
    var verse = Verse(stanzas, source: blocks[0].paragraph?.namedSource ?? blocks[0].source)
    verse.anchor = blocks.lazy.compactMap(\.ownAnchor).first
    return verse
  }

  /// Lines that keep what is in them are verse whose indents count.
  private func typed(_ blocks: [Block]) -> Block {
    let all = blocks.flatMap { lines(of: $0) ?? [] }
    guard all.allSatisfy({ $0.allSatisfy { if case .text = $0.content { true } else { false } } }) else {
      var verse = verse(blocks)
      verse.isShaped = true
      return .verse(verse)
    }
    let made = all.map { Preformatted.Line($0.plainText, source: $0.first?.source ?? blocks[0].source) }
    return .preformatted(Preformatted(made, isCode: false, source: made.first?.source ?? blocks[0].source))
  }

  private func letter(_ blocks: [Block]) -> Letter {
    let (found, _) = withLetters(blocks)
    if found.count == 1, case .letter(let letter) = found[0] { return letter }
    var (rest, dateline, signature): (ArraySlice<Block>, [Paragraph], [Paragraph]) = (blocks[...], [], [])
    while rest.count > 1, let paragraph = rest.first?.paragraph, isDateline(paragraph) {
      dateline.append(paragraph.trailing)
      rest.removeFirst()
    }
    while rest.count > 1, let paragraph = rest.last?.paragraph,
      paragraph.placement == .trailing || isSignature(paragraph)
    {
      signature.insert(paragraph.trailing, at: 0)
      rest.removeLast()
    }
    return Letter(dateline: dateline, Array(rest), signature: signature, source: blocks[0].source)
  }

  // MARK: Plays

  /// Speeches of paragraphs that begin with a name; what begins with none goes on with the speech before it.
  private func speeches(_ blocks: [Block]) -> [Block] {
    var made: [Block] = []
    for block in blocks {
      if let paragraph = block.paragraph, let (speaker, rest) = speaker(of: paragraph) {
        var said = paragraph
        said.inlines = rest
        said.anchor = nil
        made.append(.speech(Speech(speaker: speaker, rest.isEmpty ? [] : [.paragraph(said)], source: paragraph.source)))
      } else if case .speech(var speech)? = made.last {
        speech.blocks.append(block)
        made[made.count - 1] = .speech(speech)
      } else {
        made.append(block)
      }
    }
    return made
  }

  /// A few words with a capital, apart by their look, or up to a point, a colon or the end of the line.
  private func speaker(of paragraph: Paragraph) -> (speaker: [Inline], rest: [Inline])? {
    guard let first = paragraph.inlines.first, case .text(let text) = first.content else { return nil }
    let isApart =
      paragraph.inlines.count > 1 && !first.style.traits.isEmpty && first.style != paragraph.inlines[1].style
    let end = text.firstIndex { ".:".contains($0) }
    let isAlone = isApart || paragraph.inlines.count == 1 || paragraph.inlines[1].content == .lineBreak
    guard end != nil || isAlone else { return nil }
    let name = text[..<(end ?? text.endIndex)]
    guard name.utf8.count <= 60, name.split(separator: " ").count <= 5,
      name.first(where: \.isLetter)?.isUppercase ?? false
    else { return nil }
    // a sentence of a few words is no name
    if end == nil, !isApart, text != text.uppercased() { return nil }
    // the sign behind a name is the author's, as in a play that its reader has found
    let signs = text[name.endIndex...].prefix { ".:".contains($0) }
    guard let (spoken, tail) = first.parted(atByte: name.utf8.count + signs.utf8.count) else { return nil }
    var speaker = [spoken]
    var rest = (tail.map { [$0] } ?? []) + paragraph.inlines.dropFirst()
    while let head = rest.first {
      if head.content == .lineBreak {
        rest.removeFirst()
        continue
      }
      guard case .text(let words) = head.content, let sign = words.first else { break }
      if ".:".contains(sign) {
        speaker += head.parted(atByte: 1).map { [$0.0] } ?? [head]
      } else if sign != " ", sign != "\u{A0}" {
        break
      }
      rest = rest.dropping(1)
    }
    return (speaker, rest)
  }

  /// Who speaks and what is said, with the signs between them that the manuscript has.
  func joined(_ speaker: [Inline], _ said: [Inline]) -> [Inline] {
    guard let end = speaker.sourceRange?.upperBound, let next = said.first else { return speaker + said }
    var signs = ""
    let file = Int(next.source.file)
    if files.files.indices.contains(file), end <= Int(next.source.offset), Int(next.source.offset) - end < 400 {
      let between = String(decoding: files.files[file].text[end..<Int(next.source.offset)], as: UTF8.self)
      var isTag = false
      for sign in between {
        if sign == "<" { isTag = true }
        if !isTag, ".:,—".contains(sign) { signs.append(sign) }
        if sign == ">" { isTag = false }
      }
    }
    return speaker + [Inline(signs + " ", source: SourceLocation(file: next.source.file, offset: end))] + said
  }
}

extension Block {
  fileprivate var isPause: Bool {
    switch self {
    case .sceneBreak, .pageBreak: true
    default: false
    }
  }

  fileprivate var ownAnchor: String? {
    switch self {
    case .paragraph(let block): block.anchor
    case .heading(let block): block.anchor
    case .verse(let block): block.anchor
    default: nil
    }
  }
}
