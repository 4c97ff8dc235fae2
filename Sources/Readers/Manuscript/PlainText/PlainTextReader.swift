internal import BookModel
internal import Units

/// Reads one plain text, stage by stage: each takes the whole file into account and leaves its decisions in the
/// chunks, in the report, or in what the next stages ask for.
struct PlainTextReader {
  private let options: PlainTextOptions
  private var source: PlainTextSource
  private var report = ReadingReport()
  private var frame: PlainTextFrame
  private var pages = PageNumbers()
  private let isAozora: Bool
  /// Each line says its chapter and its verse.
  private var countsVerses = false
  /// Paragraphs begin with the numbers of chapter and verse.
  private var saysVerses = false
  private var hinted = HintedLines.none
  private var figures: [FigureMark] = []
  /// Notes in lists behind their chapters.
  private var listedNotes: [NoteEntry] = []
  /// Where Aozora Bunko's colophon begins.
  private var colophon: Int?
  private var play: PlayForm?
  /// Chunks of the title page that are left out.
  private var front: [Int] = []
  /// Of the book's title and its authors.
  private var titleWords: Set<String> = []
  private var headings: [HeadingDecision] = []
  /// Name and address above the title.
  private var typescript: Range<Int>?

  init(_ decoded: DecodedText, file: SourceFile, options: PlainTextOptions) {
    self.options = options
    source = PlainTextSource(file: file, lines: TextLines(of: file))
    report.encodingName = decoded.encodingName
    report.lineEnds = lineEnds(of: file)
    frame = options.keepsBoilerplate ? PlainTextFrame(body: 0..<source.lines.count) : source.frame()
    isAozora = source.isAozora()
  }

  private func isKept(_ lines: Range<Int>) -> Bool { source.isKept(lines, hinted, options.hints) }

  private func lines(of chunks: Range<Int>) -> Range<Int> {
    source.chunks[chunks.lowerBound].lines.lowerBound..<source.chunks[chunks.upperBound - 1].lines.upperBound
  }

  private mutating func leave(_ c: Int, why: String) {
    report.dropped.append(source.dropped(lines: source.chunks[c].lines, why: why))
    source.chunks[c].kind = .dropped
  }

  private mutating func leave(_ range: Range<Int>, why: String) {
    let lines = lines(of: range)
    if isKept(lines) { return }
    report.dropped.append(source.dropped(lines: lines, why: why))
    for c in range { source.chunks[c].kind = .dropped }
  }

  // MARK: - Lines

  /// What others say of the file, around the book.
  mutating func leaveFrame() {
    for (range, why) in frame.dropped {
      report.dropped.append(source.dropped(lines: range, why: why, toFileStart: range.lowerBound == 0))
    }
  }

  /// Pages of another edition.
  mutating func leavePageNumbers() {
    pages = options.keepsPageNumbers ? PageNumbers() : source.pageNumbers(in: frame.body)
    if !options.hints.isEmpty {
      pages.lines = pages.lines.filter { i in
        let number = Int(source.lines[i].number) + 1
        return !options.hints.contains { hint in
          if case .lines(let range) = hint.place {
            hint.kind != .dropped && !hint.kind.isOfPage && range.contains(number)
          } else {
            false
          }
        }
      }
    }
    for line in pages.lines { report.dropped.append(source.dropped(lines: line..<line + 1, why: "page number")) }
    for mark in pages.marks { report.dropped.append(source.dropped(bytes: mark, why: "page number")) }
    if pages.lines.count < frame.body.count {
      source.removeLines(pages.lines)
      frame.body = frame.body.lowerBound..<(frame.body.upperBound - pages.lines.count)
    }
  }

  // MARK: - Chunks

  /// What the file is like, and its lines between blank ones; with what hints say of them.
  mutating func cutIntoChunks() {
    if options.lines != .paragraphs { source.closeUp(frame.body) }
    source.profile = source.profile(of: frame.body, layout: options.lines)
    countsVerses = options.readsHeadings && options.chaptersBy == nil && source.countsVerses(frame.body)
    if isAozora || countsVerses { source.profile.layout = .paragraphs }
    // One paragraph a carriage return: no line feeds, no blank lines, lines of every length.
    if options.lines == nil, report.lineEnds == .cr, source.profile.isVerse,
      !frame.body.dropFirst().contains(where: { source.lines[$0].blanksBefore > 0 })
    {
      source.profile.layout = .paragraphs
    }
    report.wrapWidth = source.profile.layout == .wrapped ? source.profile.wrapWidth : nil
    report.isVerseBook = source.profile.isVerse && source.profile.layout == .wrapped
    source.makeChunks(frame.body)
    saysVerses = options.readsHeadings && options.chaptersBy == nil && !isAozora && !countsVerses && source.saysVerses()
    if options.weighsForms { report.looks = source.looks() }
    if !options.hints.isEmpty { hinted = source.lines(hinted: options.hints, in: frame.body) }
    report.takesHints = true
    report.idleHints = hinted.idle
    source.settleHints(hinted, options.hints, report: &report)
    if isAozora { colophon = source.settleAozora(report: &report) }
  }

  /// What others say of the file goes with the frame they put around it. Then pictures and lists of notes are told.
  mutating func leaveTranscriberNotes() {
    if !options.keepsTranscriberNotes, !frame.dropped.isEmpty {
      for note in source.transcriberNotes() { leave(note, why: "transcriber's note") }
    }
    figures = source.findFigures()
    source.carryWhite()
    if options.readsNotes {
      listedNotes = source.settleNoteLists()
      for c in source.chunks.indices where leadsToNotesAlone(c) { leave(c, why: "heading of the notes") }
    }
  }

  /// `FOOTNOTES:` a line below the text, where all that follows it up to the next white are notes: no heading, for
  /// that it stands too close.
  private func leadsToNotesAlone(_ c: Int) -> Bool {
    let chunk = source.chunks[c]
    guard chunk.kind == .unknown, chunk.lines.count == 1, chunk.blanksBefore == 1,
      source.isNoteListHeading(chunk.lines.lowerBound), !isKept(chunk.lines)
    else { return false }
    let rest = source.chunks[(c + 1)...]
    guard let end = rest.firstIndex(where: { $0.kind != .noteEntry }) else { return !rest.isEmpty }
    return end > c + 1 && rest[end].blanksBefore > 1
  }

  // MARK: - Headings

  /// What is a contents list, a title page, a heading.
  mutating func findHeadings() {
    var candidates = options.readsHeadings ? source.headingCandidates() : HeadingCandidates()
    let (listed, all, nested) = leaveContents(&candidates)
    // a contents list may have them as well
    source.findSidenotes()
    candidates.order.removeAll { source.chunks[$0].kind == .sidenote }
    if !countsVerses {
      let head = frame.metadata.title == nil ? source.typistsHead() : nil
      source.inferTitle(candidates: candidates, into: &frame.metadata)
      if let head, setsFront {
        leave(head.chunks, why: "address of a typescript")
        let lines = lines(of: head.chunks)
        typescript =
          source.bytes(ofLine: lines.lowerBound).lowerBound..<source.bytes(ofLine: lines.upperBound - 1).upperBound
      }
    }
    if setsFront {
      let left = source.readFront(candidates: candidates, isFramed: !frame.dropped.isEmpty, into: &frame.metadata)
      front = left.map(\.chunk)
      for (c, why) in left { leave(c, why: why) }
      candidates.order.removeAll { source.chunks[$0].kind != .unknown }
    }
    titleWords = Set(Manuscript.titleWords(frame.metadata.title ?? "") + Manuscript.titleWords(options.title ?? ""))
    for author in frame.metadata.authors { titleWords.formUnion(Manuscript.titleWords(author)) }
    if options.readsHeadings, options.chaptersBy == nil {
      source.terms = source.glossaryTerms()
      if !source.terms.isEmpty { candidates.order.removeAll { source.terms.contains($0) } }
    }
    play = options.readsPlays && !saysVerses ? source.playForm() : nil
    if let pattern = options.chaptersBy {
      headings = source.chosenHeadings(by: pattern)
    } else if isAozora {
      headings = source.aozoraHeadings()
    } else if countsVerses {
      headings = source.readNumberedVerses(report: &report)
    } else if saysVerses {
      headings = source.readScripture(titleWords: titleWords, report: &report)
    } else if options.readsHeadings, let named = source.headings(listed: all) {
      headings = named
      source.isManual = true
    } else if options.readsHeadings {
      headings = source.findHeadings(candidates, titleWords: titleWords, listed: listed, play: play)
      source.nest(&headings, by: nested)
      if let underlined = source.underlinedHeadings(besides: headings) { headings = underlined }
    }
    // a letter of the alphabet is a word among others
    headings.removeAll { source.terms.contains($0.chunk) }
    source.settle(headings)
    source.bodyStart = source.firstEntry(below: headings)
    if !hinted.hints.isEmpty { source.addHinted(hinted, options.hints, to: &headings) }
    if !hinted.forms.isEmpty { source.settleForms(hinted, options.hints, &headings) }
  }

  /// The typed title page gives way to one that octavo sets.
  private var setsFront: Bool { !options.keepsTitlePage && options.chaptersBy == nil && !isAozora }

  /// Leaves lists of contents and of pictures out; gives what they name.
  private mutating func leaveContents(
    _ candidates: inout HeadingCandidates
  ) -> (listed: ListedNames, all: [ListedHeading], nested: [ListedHeading]) {
    var listed = ListedNames()
    var all: [ListedHeading] = []
    var nested: [ListedHeading] = []
    guard !options.keepsContents else { return (listed, all, nested) }
    if saysVerses {
      for c in source.listOfBooks() { leave(c..<c + 1, why: "contents list") }
      return (listed, all, nested)
    }
    let named = source.namedChunks()
    for list in source.contentsLists(candidates, named: named) {
      if list.why == "contents list" {
        listed.names.formUnion(source.namesListed(in: list.chunks))
        listed.counted.formUnion(source.titlesCounted(in: list.chunks))
        source.listedAuthors.formUnion(source.authorsListed(in: list.chunks))
      }
      if let named, list.why == "contents list" {
        // each chapter may say again what it holds
        let known = Set(all.map(\.words))
        all += source.listedHeadings(in: list.chunks, named: named).filter { !known.contains($0.words) }
      }
      if nested.isEmpty, list.why == "contents list" { nested = source.nestedEntries(in: list.chunks) }
      leave(list.chunks, why: list.why)
    }
    candidates.order.removeAll { source.chunks[$0].kind == .dropped }
    return (listed, all, nested)
  }

  /// Leaves out what says a title again; a heading among them is counted no more.
  private mutating func leaveTitles(_ found: [Int]) {
    for c in found where !isKept(source.chunks[c].lines) {
      if source.chunks[c].kind == .heading { headings[source.chunks[c].index].shown = "" }
      leave(c, why: "title page")
    }
  }

  /// Half titles and what else only says the title again; what is left in front of the first heading has its page.
  mutating func leaveRepeatedTitles() {
    var repeats: [Int] = []
    if !options.keepsTitlePage {
      leaveTitles(source.halfTitles(headings, title: frame.metadata.title ?? "", titleWords: titleWords))
      leaveTitles(source.volumeTitlePages(headings, metadata: frame.metadata))
      let heading = source.chunks.firstIndex { $0.kind == .heading }
      let first = heading ?? min(4, source.chunks.count)
      let given = Metadata(title: options.title, author: options.author)
      for c in source.titlePageRepeats(before: first, metadata: [frame.metadata, given], isWhole: heading == nil)
      where !isKept(source.chunks[c].lines) {
        leave(c, why: "title page")
        repeats.append(c)
      }
    }
    if !options.keepsTitlePage {
      for c in source.printersLines() { leave(c, why: "printer's line") }
      for c in source.headsOfIndexColumns() { leave(c, why: "page number") }
      for c in source.captionsOfFrontispieces() { leave(c, why: "picture that is not there") }
    }
    if setsFront {
      let words = Set(Manuscript.titleWords(frame.metadata.title ?? ""))
      let known = !front.isEmpty || !source.isTitlePage(behind: repeats) ? front : repeats
      for title in known.isEmpty ? [] : source.titlesBehindFront(titleWords: titleWords) { add(title) }
      for c in source.settleFront(known, titleWords: words) { leave(c, why: "title page") }
    }
    if let colophon, colophon < source.chunks.count {
      add(HeadingDecision(chunk: colophon, title: [], matter: .back, role: .colophon, shown: ""))
    }
  }

  private mutating func add(_ heading: HeadingDecision) {
    headings.append(heading)
    source.chunks[heading.chunk].kind = .heading
    source.chunks[heading.chunk].index = headings.count - 1
  }

  // MARK: - Blocks

  /// Settles what every chunk is and makes the book of them.
  mutating func finish(_ diagnostics: [Diagnostic]) -> ManuscriptReading {
    let made = blocks()
    var diagnostics = diagnostics
    if let pattern = options.chaptersBy, headings.allSatisfy({ $0.role == .colophon }) {
      diagnostics.append(
        Diagnostic(
          .warning, code: "chapters-by", "no line begins a chapter by \"\(pattern)\"",
          help: "\"octavo inspect\" shows the book without --chapters-by; the expression is matched line by line"))
    }
    if let warning = BookDivision.typescriptWarning([typescript].compactMap(\.self)) { diagnostics.append(warning) }
    report.dropped.sort { $0.bytes.lowerBound < $1.bytes.lowerBound }
    var metadata = frame.metadata
    // as long as the title page was told by it, the call of a note was part of it
    metadata.title = options.title ?? metadata.title.map(PlainTextSource.withoutCall)
    if let author = options.author { metadata.authors = [author] }
    metadata.language = options.language ?? metadata.language ?? source.guessLanguage(frame.body)
    var book = Book(metadata: metadata, sections: made.sections, notes: made.notes)
    book.nameLists()
    let repointed = book.repoint(pages.pages) + book.repointFirstLines()
    report.silent += repointed
    if repointed.isEmpty, let (count, place) = book.oldIndexPages {
      diagnostics.append(
        Diagnostic(
          .warning, code: "index-old-pages",
          "the index gives \(count) pages of the edition that the text was typed from, which are others here",
          help: "marks like [Pg 12] where those pages begin make them this book's; or a hint can leave the index out",
          source: place))
    }
    let places = book.placesApart()
    let captions = places.filter { $0.kind == .caption } + report.apart
    report.apart =
      places.filter { $0.kind != .caption } + captions.sorted { $0.mark.lowerBound < $1.mark.lowerBound }
      + book.frontPages
    return ManuscriptReading(book: book, files: SourceFiles([source.file]), diagnostics: diagnostics, report: report)
  }

  /// Notes at their calls, and numbers of pages within lines.
  private mutating func findSites() -> (notes: [NoteEntry], sites: [NoteSite]) {
    listedNotes = source.withKeptCalls(listedNotes)
    var (notes, sites) = options.readsNotes ? source.findNotes(listed: listedNotes) : ([], [])
    // bare numbers, which nothing else tells from words
    for note in listedNotes where note.isBare { if let call = note.call { report.silent.append(call) } }
    if !pages.marks.isEmpty {
      sites = (sites + pages.marks.map { NoteSite(range: $0, note: 0, isPageNumber: true) })
        .sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
    return (notes, sites)
  }

  private mutating func blocks() -> (sections: [Section], notes: [NoteKey: Note]) {
    let (notes, sites) = findSites()
    source.leaveLineNumbers(besides: sites)
    report.weighed = source.classify(play: play)
    if let form = play { play?.isInVerse = source.isInVerse(form) }
    source.settleLinesBetweenHeadings()
    if play != nil { source.settleNamesOfSongs() }
    if play == nil {
      let authors = source.settleBylines()
      // a book of one hand needs no names in its contents, nor do a few signed songs among many
      if authors.count >= 3, Set(authors.values).count >= 2, authors.count * 4 >= headings.count {
        for n in headings.indices { headings[n].author = authors[headings[n].chunk] ?? "" }
      }
      source.settleEssays(headings)
      source.settleBareVerses()
    }
    source.restoreLineNumbers(isPlay: play != nil)
    for c in source.doubtfulHeadings where source.chunks[c].kind != .heading && source.chunks[c].kind != .dropped {
      report.weighed.append(.init(lines: source.fileLines(ofChunk: c), outcome: .noHeading, evidence: 0))
    }
    if options.weighsForms { report.formsInDoubt = source.formsInDoubt(headings) }
    let casts = options.readsPlays ? source.settleCasts(play: play) : []
    source.joinLines(besides: options)
    let tables = options.readsTables ? source.settleTables() : []
    let kept = Set(source.settleKeptLines(with: sites).map(\.range.lowerBound))
    if !kept.isEmpty { report.dropped.removeAll { $0.why == "page number" && kept.contains($0.bytes.lowerBound) } }

    // Most books have none of these signs: then no paragraph is searched for them.
    let signs = frame.body.reduce(into: LineSigns()) { $0.formUnion(source.lines[$1].signs) }
    let writer = InlineWriter(
      text: source.text, sites: sites, signs: signs, readsItalics: options.readsItalics,
      readsStars: !notes.contains { $0.system == .star } && source.typesStars(frame.body),
      isAozora: isAozora || RubyMarks.areIn(source.text))
    var builder = PlainTextBuilder(
      source: source, headings: headings, figures: figures, tables: tables, notes: notes,
      writer: writer, report: report, readsLetters: options.readsLetters)
    let letters = Set(hinted.hints.filter { options.hints[$0.value].kind == .letter }.keys)
    let scenes = source.playScenes(play, besides: casts, hinted, options)
    // the builder's alone, so that it can let go of lines
    source.lines = TextLines()
    var made = builder.build(plays: scenes, casts: casts, letters: letters)
    source.lines = builder.source.lines
    report = builder.report
    for (range, replacement) in builder.writer.dropped {
      report.dropped.append(source.dropped(bytes: range, why: "Aozora Bunko command", replacement: replacement))
    }
    for heading in headings where !heading.shown.isEmpty {
      report.count(heading.shown, role: heading.role, level: heading.level, isInsideSection: heading.isInside)
    }
    report.found = builder.source.found(headings)
    let language = options.language ?? frame.metadata.language ?? source.guessLanguage(frame.body)
    if play?.isInVerse == true, language?.hasPrefix("en") == true { SharedLines.step(in: &made.sections) }
    return made
  }
}

extension Metadata {
  fileprivate init(title: String?, author: String?) {
    self.init()
    self.title = title
    authors = author.map { [$0] } ?? []
  }
}

private func lineEnds(of file: SourceFile) -> ReadingReport.LineEnds {
  var first: ReadingReport.LineEnds?
  for start in file.lineStarts.dropFirst().prefix(100_000) {
    let at = Int(start)
    let kind: ReadingReport.LineEnds =
      switch file.text[at - 1] {
      case 0x0A: at >= 2 && file.text[at - 2] == 0x0D ? .crlf : .lf
      case 0x0D: .cr
      default: .mixed
      }
    guard let first else {
      first = kind
      continue
    }
    if kind != first { return .mixed }
  }
  return first ?? .none
}
