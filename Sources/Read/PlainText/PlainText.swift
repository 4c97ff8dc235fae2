internal import BookModel
internal import Encoding
internal import Units

/// Reads a book from plain text: Project Gutenberg's files, typescripts, Aozora Bunko.
///
/// Nothing of the author's is dropped: every word is in the book once and in order,
/// apart from the ranges in `report.dropped` and the notes, which move to their marks.
/// Throws what `decode` throws. Cost is linear in the bytes.
package func readPlainText(
  _ bytes: [UInt8], name: String, options: PlainTextOptions
) throws(ManuscriptError) -> ManuscriptReading {
  let decoded = try decode(bytes, as: options.encoding)
  let reading = read(decoded, name: name, options: options)
  // rows of stars alone are no book; a title alone may be one
  guard reading.book.holdsAnything || !reading.report.dropped.isEmpty else { throw .empty }
  return reading
}

/// The same for text that is UTF-8 already, so that every source counts bytes of it as
/// given; control characters are for the caller to mend. Nil where no line holds anything.
package func readPlainText(utf8 text: [UInt8], name: String, options: PlainTextOptions) -> ManuscriptReading? {
  // most texts have a plain letter near their start; the rest are asked for lines as the reader sees them
  let isCertain = text.prefix(4096).contains { $0 > 0x20 && $0 < 0x7F }
  guard isCertain || !textLines(of: SourceFile(name: name, text: text)).isEmpty else { return nil }
  return read(DecodedText(text: text, encodingName: "UTF-8", diagnostics: []), name: name, options: options)
}

private func read(_ decoded: DecodedText, name: String, options: PlainTextOptions) -> ManuscriptReading {
  let file = decoded.file(name: name)
  var source = PlainTextSource(file: file, lines: textLines(of: file))
  var report = ReadingReport()
  var diagnostics = decoded.diagnostics
  report.encodingName = decoded.encodingName
  report.lineEnds = lineEnds(of: file)

  var frame = options.keepsBoilerplate ? PlainTextFrame(body: 0..<source.lines.count) : source.frame()
  for (range, why) in frame.dropped {
    report.dropped.append(source.dropped(lines: range, why: why, toFileStart: range.lowerBound == 0))
  }
  var pages = options.keepsPageNumbers ? PageNumbers() : source.pageNumbers(in: frame.body)
  if !options.hints.isEmpty {
    pages.lines = pages.lines.filter { i in
      let number = Int(source.lines[i].number) + 1
      return !options.hints.contains { hint in
        if case .lines(let range) = hint.place { hint.kind != .dropped && range.contains(number) } else { false }
      }
    }
  }
  for line in pages.lines { report.dropped.append(source.dropped(lines: line..<line + 1, why: "page number")) }
  for mark in pages.marks {
    let line = source.lineNumber(of: mark.lowerBound)
    report.dropped.append(.init(lines: line...line, bytes: mark, why: "page number"))
  }
  if pages.lines.count < frame.body.count {
    source.removeLines(pages.lines)
    frame.body = frame.body.lowerBound..<(frame.body.upperBound - pages.lines.count)
  }
  if options.lines != .paragraphs { source.closeUp(frame.body) }
  var profile = source.profile(of: frame.body, layout: options.lines)
  let isAozora = source.isAozora()
  if isAozora { profile.layout = .paragraphs }
  // One paragraph a carriage return: no line feeds, no blank lines, lines of every length.
  if options.lines == nil, report.lineEnds == .cr, profile.isVerse,
    !frame.body.dropFirst().contains(where: { source.lines[$0].blanksBefore > 0 })
  {
    profile.layout = .paragraphs
  }
  report.wrapWidth = profile.layout == .wrapped ? profile.wrapWidth : nil
  report.isVerseBook = profile.isVerse && profile.layout == .wrapped
  source.makeChunks(frame.body, profile: profile)
  let hinted = options.hints.isEmpty ? HintedLines.none : source.lines(hinted: options.hints, in: frame.body)
  report.takesHints = true
  report.idleHints = hinted.idle
  source.settleHints(hinted, options.hints, report: &report)
  func isKept(_ lines: Range<Int>, _ source: PlainTextSource) -> Bool { source.isKept(lines, hinted, options.hints) }
  var colophon: Int?
  if isAozora { colophon = source.settleAozora(report: &report) }
  // What others say of the file goes with the frame they put around it.
  if !options.keepsTranscriberNotes, !frame.dropped.isEmpty {
    for note in source.transcriberNotes() {
      let lines = source.chunks[note.lowerBound].lines.lowerBound..<source.chunks[note.upperBound - 1].lines.upperBound
      if isKept(lines, source) { continue }
      report.dropped.append(source.dropped(lines: lines, why: "transcriber's note"))
      for c in note { source.chunks[c].kind = .dropped }
    }
  }
  let figures = source.findFigures(profile: profile)
  source.carryWhite()
  let listedNotes = options.readsNotes ? source.settleNoteLists() : []

  // What is a heading, a contents list, a title page.
  var candidates = options.readsHeadings ? source.headingCandidates(profile: profile) : HeadingCandidates()
  var listed: Set<String> = []
  var bulleted: [ListedHeading] = []
  if !options.keepsContents {
    for list in source.contentsLists(candidates, profile: profile) {
      if list.why == "contents list" { listed.formUnion(source.namesListed(in: list.chunks)) }
      if bulleted.isEmpty, list.why == "contents list" { bulleted = source.bulletedEntries(in: list.chunks) }
      let lines =
        source.chunks[list.chunks.lowerBound].lines
        .lowerBound..<source.chunks[list.chunks.upperBound - 1].lines.upperBound
      if isKept(lines, source) { continue }
      report.dropped.append(source.dropped(lines: lines, why: list.why))
      for c in list.chunks { source.chunks[c].kind = .dropped }
    }
    candidates.order.removeAll { source.chunks[$0].kind == .dropped }
  }
  let given = Metadata(title: options.title, author: options.author)
  source.inferTitle(profile: profile, candidates: candidates, into: &frame.metadata)
  var front: [Int] = []
  if !options.keepsTitlePage, options.chaptersBy == nil, !isAozora {
    let left = source.readFront(
      candidates: candidates, profile: profile, isFramed: !frame.dropped.isEmpty, into: &frame.metadata)
    front = left.map(\.chunk)
    for (c, why) in left {
      report.dropped.append(source.dropped(lines: source.chunks[c].lines, why: why))
      source.chunks[c].kind = .dropped
    }
    candidates.order.removeAll { source.chunks[$0].kind != .unknown }
  }
  var words = Set(titleWords(frame.metadata.title ?? "") + titleWords(options.title ?? ""))
  for author in frame.metadata.authors { words.formUnion(titleWords(author)) }
  let play = options.readsPlays ? source.playForm() : nil
  var headings: [HeadingDecision]
  if let pattern = options.chaptersBy {
    headings = source.chosenHeadings(by: pattern, profile: profile)
  } else if isAozora {
    headings = source.aozoraHeadings()
  } else if options.readsHeadings, let named = source.headings(listed: bulleted, profile: profile) {
    headings = named
  } else {
    headings =
      options.readsHeadings
      ? source.findHeadings(candidates, profile: profile, titleWords: words, listed: listed, play: play) : []
  }
  if !hinted.hints.isEmpty { source.addHinted(hinted, options.hints, to: &headings) }
  if !options.keepsTitlePage {
    for c in source.halfTitles(headings, titleWords: words) where !isKept(source.chunks[c].lines, source) {
      report.dropped.append(source.dropped(lines: source.chunks[c].lines, why: "title page"))
      source.chunks[c].kind = .dropped
      headings[source.chunks[c].index].shown = ""
    }
    let heading = source.chunks.firstIndex { $0.kind == .heading }
    let first = heading ?? min(4, source.chunks.count)
    for c in source.titlePageRepeats(before: first, metadata: [frame.metadata, given], isWhole: heading == nil)
    where !isKept(source.chunks[c].lines, source) {
      report.dropped.append(source.dropped(lines: source.chunks[c].lines, why: "title page"))
      source.chunks[c].kind = .dropped
    }
  }
  if !options.keepsTitlePage, options.chaptersBy == nil, !isAozora {
    for c in source.settleFront(front, titleWords: Set(titleWords(frame.metadata.title ?? ""))) {
      report.dropped.append(source.dropped(lines: source.chunks[c].lines, why: "title page"))
      source.chunks[c].kind = .dropped
    }
  }
  if let colophon, colophon < source.chunks.count {
    headings.append(
      HeadingDecision(label: nil, title: [], matter: .back, role: .colophon, level: 1, isInside: false, shown: ""))
    source.chunks[colophon].kind = .heading
    source.chunks[colophon].index = headings.count - 1
  }

  var (notes, sites) = options.readsNotes ? source.findNotes(listed: listedNotes) : ([], [])
  if !pages.marks.isEmpty {
    sites = (sites + pages.marks.map { NoteSite(range: $0, note: 0, isPageNumber: true) })
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
  report.weighed = source.classify(profile: profile, play: play)
  for c in source.doubtfulHeadings where source.chunks[c].kind != .heading && source.chunks[c].kind != .dropped {
    report.weighed.append(.init(lines: source.fileLines(ofChunk: c), outcome: .noHeading, evidence: 0))
  }
  source.joinLines(besides: options)
  let tables = options.readsTables ? source.settleTables() : []
  let kept = Set(source.settleKeptLines(with: sites).map(\.range.lowerBound))
  if !kept.isEmpty { report.dropped.removeAll { $0.why == "page number" && kept.contains($0.bytes.lowerBound) } }

  // Most books have none of these signs: then no paragraph is searched for them.
  let signs = frame.body.reduce(into: LineSigns()) { $0.formUnion(source.lines[$1].signs) }
  let writer = InlineWriter(
    text: source.text, sites: sites, readsItalics: options.readsItalics && signs.contains(.underscores),
    readsBold: options.readsItalics && signs.contains(.equals),
    readsSpaced: options.readsItalics && signs.contains(.tildes), isAozora: isAozora)
  var builder = PlainTextBuilder(
    source: source, profile: profile, headings: headings, figures: figures, tables: tables, notes: notes,
    writer: writer,
    report: report,
    readsLetters: options.readsLetters)
  let letters = Set(hinted.hints.filter { options.hints[$0.value].kind == .letter }.keys)
  let made = builder.build(plays: source.playScenes(play, hinted, options), letters: letters)
  report = builder.report
  for (range, replacement) in builder.writer.dropped {
    let line = source.lineNumber(of: range.lowerBound)
    report.dropped.append(
      .init(lines: line...line, bytes: range, why: "Aozora Bunko command", replacement: replacement))
  }
  report.headings = headingSummary(headings)
  report.found = builder.source.found(headings)
  if let pattern = options.chaptersBy, headings.allSatisfy({ $0.role == .colophon }) {
    diagnostics.append(
      Diagnostic(
        .warning, code: "chapters-by", "no line begins a chapter by \"\(pattern)\"",
        help: "\"octavo inspect\" shows the book without --chapters-by; the expression is matched line by line"))
  }
  report.dropped.sort { $0.bytes.lowerBound < $1.bytes.lowerBound }
  if isAozora {
    diagnostics.append(
      Diagnostic(
        .warning, code: "ruby-in-parentheses", "ruby is set in parentheses after its word",
        source: SourceLocation(offset: Int(source.lines.first?.start ?? 0))))
  }

  var metadata = frame.metadata
  if let title = options.title { metadata.title = title }
  if let author = options.author { metadata.authors = [author] }
  metadata.language = options.language ?? metadata.language ?? source.guessLanguage(frame.body)
  var book = Book(metadata: metadata, sections: made.sections, notes: made.notes)
  book.nameLists()
  report.silent += book.repoint(pages.pages)
  report.apart = book.placesApart + book.frontPages
  return ManuscriptReading(book: book, files: SourceFiles([file]), diagnostics: diagnostics, report: report)
}

extension Book {
  /// Whether there is more in it than pauses and page breaks.
  var holdsAnything: Bool {
    sections.contains { section in
      section.heading != nil
        || section.blocks.contains {
          switch $0 {
          case .sceneBreak, .pageBreak: false
          default: true
          }
        }
    }
  }
}

extension Metadata {
  fileprivate init(title: String?, author: String?) {
    self.init()
    self.title = title
    authors = author.map { [$0] } ?? []
  }
}

extension PlainTextSource {
  /// Whole lines with the blank ones between them.
  func dropped(lines range: Range<Int>, why: String, toFileStart: Bool = false) -> ReadingReport.Dropped {
    let first = toFileStart ? 0 : Int(lines[range.lowerBound].number)
    var last = Int(lines[range.upperBound - 1].number)
    if range.upperBound == lines.count {
      // To the end of the file, blank lines included, but not past its last line end.
      last = file.lineStarts.count - 1
      if last > first, Int(file.lineStarts[last]) >= text.count { last -= 1 }
    }
    let end = last + 1 < file.lineStarts.count ? Int(file.lineStarts[last + 1]) : text.count
    return .init(lines: first + 1...last + 1, bytes: Int(file.lineStarts[first])..<end, why: why)
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

private func headingSummary(_ headings: [HeadingDecision]) -> [ReadingReport.Headings] {
  var summary: [ReadingReport.Headings] = []
  for heading in headings where !heading.shown.isEmpty {
    let form = heading.shown
    if let n = summary.firstIndex(where: {
      $0.form.lowercased() == form.lowercased() && $0.role == heading.role && $0.isInsideSection == heading.isInside
    }) {
      summary[n].count += 1
    } else {
      summary.append(
        .init(count: 1, form: form, role: heading.role, level: heading.level, isInsideSection: heading.isInside))
    }
  }
  return summary
}
