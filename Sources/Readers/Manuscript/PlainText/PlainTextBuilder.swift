internal import BookModel
internal import Units

/// Turns settled chunks into sections and blocks.
struct PlainTextBuilder {
  private(set) var source: PlainTextSource
  let headings: [HeadingDecision]
  let figures: [FigureMark]
  let tables: [SpacedTable]
  let notes: [NoteEntry]
  var writer: InlineWriter
  var report: ReadingReport

  let readsLetters: Bool
  /// Terms of a manual, and the chunks behind what they mean.
  private(set) var definitions: [Int: Int] = [:]
  /// Past the items of a line each that were last found to be no list.
  var endOfItems = 0
  /// Names stand below poems.
  private(set) var namesPoets = false
  /// Chunks whose italics begin or end in another chunk.
  private(set) var carried: [Int: InlineWriter.Carry] = [:]
  private(set) var sections: [Section] = []
  private(set) var current: Section?
  /// Those of `current`, apart so that nothing else is touched with each.
  var blocks: [Block] = []
  /// What stands on the back of the title page.
  private(set) var imprint: [Block] = []

  /// - Parameters:
  ///   - scenes: where speeches stand, in their order.
  ///   - casts: where persons are listed, in their order.
  ///   - letters: lines that a hint says are of a letter.
  mutating func build(
    plays scenes: [PlayScene], casts: [Range<Int>], letters: Set<Int>
  ) -> (sections: [Section], notes: [NoteKey: Note]) {
    var (c, cast, scene) = (0, 0, 0)
    var castStart: Int?
    var opened: Int?
    let chunks = source.chunks
    carried = source.carriedItalics(writer)
    definitions = source.definitions()
    namesPoets = source.namesPoets
    let pauses = scenes.isEmpty ? source.pauses() : []
    while c < chunks.count {
      let chunk = chunks[c]
      source.lines.leave(before: chunk.lines.lowerBound)
      while scene < scenes.count, scenes[scene].chunks.upperBound <= c { scene += 1 }
      while cast < casts.count, casts[cast].upperBound <= c { cast += 1 }
      if c == source.bodyStart {
        close()
        current = Section(matter: .body, role: .untitled, level: 1, source: location(chunk))
      }
      let isCast = cast < casts.count && casts[cast].contains(c)
      if let first = castStart, !isCast { styleCast(from: first, scenes) }
      castStart = isCast ? castStart ?? blocks.count : nil
      let plays = scene < scenes.count && scenes[scene].chunks.contains(c) ? scenes[scene].form : nil
      if pauses.contains(c) {
        append(.sceneBreak(SceneBreak(mark: .space, source: location(chunk))))
        report.sceneBreaks += 1
      }
      if plays == nil, [.prose, .quotation, .verse, .keptLines].contains(chunk.kind), chunk.index != Chunk.entry,
        chunk.index != Chunk.numbered, carried[c] == nil
      {
        if source.terms.contains(c) {
          c = glossaryEntry(c)
          continue
        }
        if let end = looseList(from: c) ?? (source.isManual ? ofManual(c) : nil) {
          c = end
          continue
        }
        let items = source.items(of: chunk)
        if let last = items.last {
          list(items)
          var rest = chunk
          rest.lines = last.lines.upperBound..<chunk.lines.upperBound
          if !rest.lines.isEmpty { paragraph(rest, carry: .none) }
          c += 1
          continue
        }
      }
      if !letters.isEmpty { letter(from: &opened, isWithin: letters.contains(chunk.lines.lowerBound)) }
      switch chunk.kind {
      case .noteEntry:
        if chunk.lines.count == 1, source.rowSign(ofLine: chunk.lines.lowerBound) != nil {
          report.marks.append(source.bytes(of: chunk))
        }
        c += 1
      case .dropped, .headingTitle: c += 1
      case .frontPage: c = frontPage(from: c)
      case .heading:
        heading(chunk)
        c += 1
      case .stars where c > 0 && chunk.blanksBefore == 0 && chunks[c - 1].kind == .heading || source.partsNotes(c):
        rule(c)
        c += 1
      case .stars where source.isManual && source.bytes(of: chunk).count == 1:
        // an empty comment of code
        append(.preformatted(Preformatted(typedLines(c..<c + 1), isCode: true, source: location(chunk))))
        c += 1
      case .stars:
        // Rows that follow each other, as the three in Alice, are one pause.
        var end = c + 1
        while end < chunks.count, chunks[end].kind == .stars, chunks[end].blanksBefore <= 2 { end += 1 }
        let row = source.bytes(of: chunk).lowerBound..<source.bytes(of: chunks[end - 1]).upperBound
        if SceneSigns.isTyped(source.text[row]) {
          // its letters are no words
          report.dropped.append(source.dropped(bytes: row, why: "scene break"))
        } else {
          report.marks.append(row)
        }
        append(.sceneBreak(SceneBreak(mark: .ornament, source: location(chunk))))
        report.sceneBreaks += 1
        c = end
      case .rule:
        rule(c)
        c += 1
      case .figure:
        figure(figures[chunk.index])
        c += 1
      case .sidenote:
        sidenote(chunk)
        c += 1
      case .verse:
        // within a song a name that nothing marks is a word of it
        if let plays, plays.headsVerse(chunk, in: source), let end = speech(from: c, form: plays) {
          c = end
        } else if let plays, chunk.lines.count <= 2 || source.text[source.bytes(of: chunk).lowerBound] == 0x5B,
          plays.isDirection(chunk, in: source) || plays.isInVerse && source.isDeepLine(chunk)
        {
          // what is told in brackets is no verse, however its lines end, nor is who comes
          paragraph(chunk, carry: .none)
          if !plays.isDirection(chunk, in: source) { emphasiseLast() }
          c += 1
        } else {
          c = verse(from: c, to: isCast ? casts[cast].upperBound : chunks.count, play: plays)
        }
      case .quotation, .table:
        if let plays, let end = speech(from: c, form: plays) {
          c = end
        } else {
          c = chunk.kind == .table ? table(from: c) : quotation(from: c, play: plays)
        }
      default:
        if let plays, let end = speech(from: c, form: plays) {
          c = end
        } else {
          // who goes is told at the edge of the others, however far to the right it was typed
          var told = chunk
          if let plays, plays.isDirection(chunk, in: source), !source.endsDivision(chunk) { told.kind = .prose }
          paragraph(told, carry: carried[c] ?? .none)
          if let plays, plays.standsAlone && source.isSetIn(chunk) || opensScene(c, plays) { emphasiseLast() }
          c += 1
        }
      }
    }
    letter(from: &opened, isWithin: false)
    if let castStart { styleCast(from: castStart, scenes) }
    close()
    if !imprint.isEmpty {
      sections.insert(Section(matter: .front, role: .imprint, blocks: imprint, source: imprint[0].source), at: 0)
    }
    let made = writtenNotes()
    report.notes = made.count
    report.italicRuns = writer.italicRuns
    report.marks += writer.marks + writer.rubySigns
    report.silent += writer.rubySigns
    return (readsLetters ? withLettersAsText(sections) : sections, made)
  }

  /// The paragraph made last stands there.
  mutating func placeLast(_ placement: Paragraph.Placement) {
    guard case .paragraph(var paragraph)? = blocks.last else { return }
    paragraph.placement = placement
    blocks[blocks.count - 1] = .paragraph(paragraph)
  }

  /// The paragraph made last tells what is done.
  private mutating func emphasiseLast() {
    guard case .paragraph(var direction)? = blocks.last else { return }
    direction.inlines = direction.inlines.adding(.emphasis)
    blocks[blocks.count - 1] = .paragraph(direction)
  }

  private mutating func styleCast(from first: Int, _ scenes: [PlayScene]) {
    let speakers = scenes.first.map { $0.form.names } ?? []
    for index in blocks.indices.dropFirst(first) { blocks[index].styleCast(speakers: speakers) }
  }

  /// Closes a letter that a hint opened, or opens one at the next block.
  private mutating func letter(from opened: inout Int?, isWithin: Bool) {
    if isWithin {
      if opened == nil { opened = blocks.count }
    } else if let first = opened {
      opened = nil
      guard first < blocks.count else { return }
      let body = Array(blocks[first...])
      blocks.removeSubrange(first...)
      let (made, count) = withLetters(body)
      // what tells the parts of a letter may be missing
      let isWhole = count == 1 && made.count == 1
      append(isWhole ? made[0] : .letter(Letter(dateline: [], body, signature: [], source: body[0].source)))
      report.letters += 1
    }
  }

  // MARK: - Sections

  private mutating func close() {
    guard var section = current else { return }
    current = nil
    swap(&section.blocks, &blocks)
    if readsLetters {
      let (made, count) = withLetters(withClosings(section.blocks))
      section.blocks = made
      report.letters += count
      if section.role == .preface { section.blocks = withSignature(section.blocks) }
      section.blocks = withDateBelowName(section.blocks)
    }
    if let heading = section.heading, BookMatter(heading: heading.plainText) == .bibliography {
      section.blocks = section.blocks.hangingEntries
    }
    // What only led to notes that now stand at the foot of their pages has nothing left to say.
    if section.blocks.isEmpty, let heading = section.heading, !notes.isEmpty,
      section.role != .part && noteListHeadings.contains(headingKey(heading.plainText))
        || headingKey(heading.plainText).hasSuffix(" footnotes")
    {
      let start = Int(section.source.offset)
      let line = source.lineNumber(of: start)
      let end = line < source.file.lineStarts.count ? Int(source.file.lineStarts[line]) : source.text.count
      report.dropped.append(source.dropped(bytes: start..<end, why: "heading of the notes"))
      return
    }
    sections.append(section)
  }

  mutating func append(_ block: Block) {
    if current == nil {
      current = Section(
        matter: headings.contains { !$0.isInside } ? .front : .body, role: .untitled, level: 1, source: block.source)
    }
    blocks.append(block)
  }

  /// The section of a page in front of the text; what belongs to the title's back is gathered.
  private mutating func frontPage(from start: Int) -> Int {
    let (page, made, end) = frontBlocks(from: start)
    guard let first = made.first else { return end }
    if page == .imprint {
      imprint += made
    } else {
      // behind the number of a volume it stands in front of that
      if current?.role != .part || !blocks.isEmpty { close() }
      sections.append(Section(matter: .front, role: page.role, blocks: made, source: first.source))
    }
    return end
  }

  private mutating func heading(_ chunk: Chunk) {
    let decision = headings[chunk.index]
    let whole = source.bytes(of: chunk)
    let start = source.location(whole.lowerBound)
    if let label = decision.label, let first = chunk.lines.first {
      // Signs between label and title, and around both.
      let line = source.bytes(ofLine: first)
      let next =
        decision.title.first.map { $0.upperBound <= line.upperBound ? $0.lowerBound : line.upperBound }
        ?? line.upperBound
      if label.lowerBound > line.lowerBound { report.marks.append(line.lowerBound..<label.lowerBound) }
      if next > label.upperBound { report.marks.append(label.upperBound..<next) }
      if let title = decision.title.first, title.lowerBound >= line.lowerBound, title.upperBound < line.upperBound {
        report.marks.append(title.upperBound..<line.upperBound)
      }
    }
    if decision.label == nil, let title = decision.title.first, title.lowerBound > whole.lowerBound,
      title.upperBound <= whole.upperBound
    {
      report.marks.append(whole.lowerBound..<title.lowerBound)
      report.silent.append(whole.lowerBound..<title.lowerBound)
    }
    var made = Heading(
      level: decision.isInside ? decision.insideLevel : 1, label: decision.label.map { writer.write([$0]) } ?? [],
      title: writer.write(withoutLoneSign(decision.title, of: decision.label, from: whole.lowerBound)), source: start)
    made.author = decision.author
    if decision.isInside {
      append(.heading(made))
      return
    }
    close()
    // An untitled opening is front matter only where a body follows.
    current = Section(matter: decision.matter, role: decision.role, level: decision.level, heading: made, source: start)
  }

  /// The title of `=1. READING.= (BY THE TEACHER.)` without the sign that closes what was opened in front of the label.
  private mutating func withoutLoneSign(
    _ title: [Range<Int>], of label: Range<Int>?, from start: Int
  ) -> [Range<Int>] {
    guard let label, let first = title.first, start < label.lowerBound else { return title }
    let text = source.text
    for sign in [UInt8(0x3D), 0x5F]
    where text[start..<label.lowerBound].contains(sign) && !text[label].contains(sign)
      && !first.count(where: { text[$0] == sign }).isMultiple(of: 2)
    {
      guard let at = first.first(where: { text[$0] == sign }) else { continue }
      report.marks.append(at..<at + 1)
      var parts = [first.lowerBound..<at, at + 1..<first.upperBound]
      while let blank = parts[1].first, text[blank].isBlank { parts[1] = parts[1].dropFirst() }
      return parts.filter { !$0.isEmpty } + title.dropFirst()
    }
    return title
  }

  // MARK: - Blocks

  func location(_ chunk: Chunk) -> SourceLocation { source.location(source.bytes(of: chunk).lowerBound) }

  func ranges(_ lines: Range<Int>) -> [Range<Int>] { source.ranges(lines) }

  mutating func paragraph(_ chunk: Chunk, carry: InlineWriter.Carry) {
    let placement: Paragraph.Placement
    switch chunk.kind {
    case .centred: placement = .centred
    case .trailing: placement = .trailing
    default:
      let isEnd =
        chunk.lines.count == 1 && source.lines[chunk.lines.lowerBound].width <= 12
        && endMarks.contains(headingKey(source.string(ofLine: chunk.lines.lowerBound)))
        || source.endsDivision(chunk)
      placement = isEnd ? .centred : .justified
    }
    let keeps = chunk.lines.count > 1 && (chunk.kind == .keptLines || placement != .justified)
    let isPlain = chunk.lines.allSatisfy { source.lines[$0].isPlain }
    let isNumbered = chunk.index == Chunk.numbered
    let inlines =
      inlinesWithSidenotes(chunk)
      ?? (isNumbered
        ? verses(chunk) : writer.write(ranges(chunk.lines), breaks: keeps, carry: carry, isPlain: isPlain))
    guard !inlines.isEmpty else { return }
    append(.paragraph(Paragraph(inlines, placement: placement, source: location(chunk))))
    report.paragraphs += 1
  }

  /// The numbers of verses are small and raised.
  private mutating func verses(_ chunk: Chunk) -> [Inline] {
    var made: [Inline] = []
    // of the verse before, behind which a space stands
    var end: Int?
    for (number, text) in source.numberedPieces(chunk, marks: &report.marks, silent: &report.silent) {
      if let end { made.append(Inline(" ", source: source.location(end))) }
      if let number {
        made += writer.write([number]).adding(.superscript)
        made.append(Inline(" ", source: source.location(number.upperBound)))
      }
      made += writer.write(text)
      end = text.last?.upperBound ?? number?.upperBound
    }
    return made
  }

  /// A row of hyphens: a pause, unless it underlines a heading or frames something.
  private mutating func rule(_ c: Int) {
    let chunk = source.chunks[c]
    let previous = c > 0 ? source.chunks[c - 1].kind : .dropped
    let isUnderline = previous == .heading && chunk.blanksBefore == 0
    report.marks.append(source.bytes(of: chunk))
    if isUnderline || previous == .dropped || source.partsNotes(c) { return }
    let signs = source.string(source.bytes(of: chunk))
    for block in SceneSigns.blocks(of: signs, source: location(chunk)) { append(block) }
    report.sceneBreaks += 1
  }

  private mutating func figure(_ mark: FigureMark) {
    report.illustrations += 1
    guard let first = mark.caption.first, let last = mark.caption.last else {
      report.dropped.append(source.dropped(bytes: mark.marker, why: "picture that is not there"))
      return
    }
    let signs = [mark.marker.lowerBound..<first.lowerBound, last.upperBound..<mark.marker.upperBound]
    report.marks += signs
    report.silent += signs
    let caption = writer.write(mark.caption, breaks: mark.keepsLines)
    append(.figure(Figure(image: nil, caption: caption, source: source.location(mark.marker.lowerBound))))
  }

  // MARK: - Verse

  /// - Parameter carries: how lines begin that stand within italics, by their first bytes.
  mutating func line(
    _ line: Range<Int>, indent: Int, carries: [Int: InlineWriter.Carry] = [:], number: Range<Int>? = nil
  ) -> Verse.Line {
    Verse.Line(
      writer.write([line], carry: carries[line.lowerBound] ?? .none), indent: indent,
      number: number.map { writtenNumber($0) } ?? [], source: source.location(line.lowerBound))
  }

  /// `_25` and `(25)` are numbers as well.
  private mutating func writtenNumber(_ digits: Range<Int>) -> [Inline] {
    if digits.lowerBound > 0, source.text[digits.lowerBound - 1] == 0x5F {
      report.marks.append(digits.lowerBound - 1..<digits.lowerBound)
    } else if digits.lowerBound > 0, source.text[digits.lowerBound - 1] == 0x28, digits.upperBound < source.text.count,
      source.text[digits.upperBound] == 0x29
    {
      report.marks += [digits.lowerBound - 1..<digits.lowerBound, digits.upperBound..<digits.upperBound + 1]
    }
    return writer.write([digits])
  }

  /// - Parameter limit: where something else begins that is no verse of this.
  private mutating func verse(from start: Int, to limit: Int, play: PlayForm?) -> Int {
    let chunks = source.chunks
    var end = start + 1
    while end < limit, chunks[end].kind == .verse, chunks[end].blanksBefore <= 2,
      !(play?.headsVerse(chunks[end], in: source) ?? false),
      !(chunks[end].lines.count <= 2 && play?.isDirection(chunks[end], in: source) ?? false),
      !(play?.isInVerse == true && source.isDeepLine(chunks[end]))
    {
      end += 1
    }
    var shared = Int.max
    var distinct: Set<UInt16> = []
    var width = 0
    var count = 0
    var longest = 0
    for c in start..<end {
      longest = max(longest, chunks[c].lines.count)
      for i in chunks[c].lines {
        shared = min(shared, Int(source.lines[i].indent))
        distinct.insert(source.lines[i].indent)
        width += Int(source.lines[i].width)
        count += 1
      }
    }
    let numbers = source.lineNumbers(of: start..<end)
    let known = source.verseNumbers
    let carries = carries(over: (start..<end).flatMap { ranges(chunks[$0].lines) })
    // Many indents and short lines: the indents draw something.
    let isShaped = longest >= 8 && distinct.count >= 6 && width <= 30 * count
    // Where lines of their own stand set in: a line there is no rest of the one before it.
    let ownIndents = Set(
      (start..<end).flatMap { chunks[$0].lines.dropFirst() }.filter { line in
        source.beginsCapital(source.bytes(ofLine: line))
          && (source.isEarly(line - 1, slack: 0) || source.endsInStop(source.bytes(ofLine: line - 1)))
      }.map { source.lines[$0].indent })
    var stanzas: [Verse.Stanza] = []
    var lines: [Verse.Line] = []
    for c in start..<end {
      if c > start, chunks[c].blanksBefore > 0, !lines.isEmpty {
        stanzas.append(Verse.Stanza(lines))
        lines = []
      }
      var i = chunks[c].lines.lowerBound
      while i < chunks[c].lines.upperBound {
        let line = source.lines[i]
        var next = i + 1
        // The end of a line too long for the page it was typed on, set in below it; a line of its own begins
        // in a capital, behind a stop.
        while next < chunks[c].lines.upperBound, source.lines[next].indent >= line.indent + 2,
          source.lines[next - 1].edge * 10 >= source.profile.wrapWidth * 7,
          !source.isEarly(next - 1, slack: 0),
          !source.beginsCapital(source.bytes(ofLine: next))
            || !source.endsInStop(source.bytes(ofLine: next - 1)) && !ownIndents.contains(source.lines[next].indent)
        {
          next += 1
        }
        var pieces = (i..<next).map(source.bytes(ofLine:))
        var number = known.isEmpty ? nil : (i..<next).compactMap { known[Int(source.lines[$0].start)] }.first
        if number == nil, !numbers.isEmpty, let last = pieces.last, let (words, digits) = source.lineNumber(in: last),
          numbers.contains(digits.lowerBound)
        {
          pieces[pieces.count - 1] = words
          number = digits
        }
        defer { i = next }
        if number == nil, pieces.allSatisfy(writer.isOfNote) { continue }
        let inlines = writer.write(pieces, keepsGaps: true, carry: carries[Int(line.start)] ?? .none)
        lines.append(
          Verse.Line(
            inlines, indent: Int(line.indent) - shared, number: number.map { writtenNumber($0) } ?? [],
            source: source.location(Int(line.start))))
      }
    }
    if !lines.isEmpty { stanzas.append(Verse.Stanza(lines)) }
    var poet: Verse.Line?
    if stanzas.count > 1, namesPoets, source.isPoet(end - 1) { poet = stanzas.removeLast().lines.first }
    append(.verse(Verse(stanzas, isShaped: isShaped, source: location(chunks[start]))))
    if let poet {
      append(
        .paragraph(Paragraph(poet.inlines.map { $0.inSmallCapitals() }, placement: .trailing, source: poet.source)))
    }
    if chunks[start].index == Chunk.entry { return end }
    report.verseBlocks += 1
    report.verseLines += stanzas.reduce(0) { $0 + $1.lines.count }
    return end
  }
}
