internal import BookModel
internal import CMark
internal import Units

/// Divides the blocks of all files into sections.
struct MarkdownBuilder {
  let reader: MarkdownReader
  private let outline: MarkdownOutline
  var sections: [Section] = []

  private var current: Section?
  private var wishes = MarkdownWishes()
  private var inPart = false
  /// A part of the summary has begun: its files stand a level below it.
  private var inNamedPart = false
  /// The next heading heads a part.
  private var beginsPart = false
  private var hasBody = false
  private var isBack = false
  /// Sections of which nothing says whether they are chapters but their own headings.
  var undecided: [Int] = []
  /// Where in `sections` the file being read begins.
  private var fileStart = 0

  /// Of the words that are octavo's.
  private let language: String

  init(_ reader: MarkdownReader, _ outline: MarkdownOutline, language: String) {
    self.reader = reader
    self.outline = outline
    self.language = language
  }

  // MARK: Files

  mutating func add(file: Int) {
    let document = reader.documents[file]
    let input = document.input
    close()
    fileStart = sections.count
    if let text = document.frontMatter?.source {
      reader.drop(0..<max(document.start, Int(text.offset)), in: UInt16(clamping: file), why: "front matter")
    }
    reader.leaveOut(of: document.parts, in: file)
    let source = SourceLocation(file: UInt16(clamping: file), offset: document.start)
    if input.endsPart { inNamedPart = false }
    beginsPart = input.isPart
    if let part = input.part {
      inPart = false
      inNamedPart = true
      give(part, at: source)
      reader.report.given[reader.report.given.count - 1].headsPart = true
      sections.append(
        Section(
          role: .part, heading: Heading(title: [Inline(part, source: source)], source: source).parted(), source: source)
      )
    }
    if let title = input.title, !document.startsWithHeading(ofLevel: outline.chapterLevel) {
      open(
        Heading(title: [Inline(title, source: source)], source: source), role: .chapter, level: 1, input: input)
      current?.heading?.anchor = reader.links.head(ofFile: file)
      give(title, at: source)
    }
    let blocks = MarkdownBlocks(reader, document.parsed)
    let nodes = document.parsed.blocks
    var k = 0
    while k < nodes.count {
      let span = blocks.tableSpan(nodes, from: k)
      add(nodes[k], span.count > 1 ? Array(nodes[span]) : nil, blocks, file: file, input: input)
      k = span.upperBound
    }
    settle()
    close()
    endnotes(of: file)
  }

  private func give(_ title: String, at source: SourceLocation) {
    reader.report.given.append(.init(file: Int(source.file), offset: Int(source.offset), words: title + " "))
  }

  mutating func finish(_ metadata: inout Metadata) {
    reader.readNotes()
    leaveOutTypedContents()
    settleTypedHeadings(&metadata)
    settleMatter(&metadata)
    sections = sections.withTitlesBelowLabels
    // front matter in front, whatever file it came from
    sections =
      sections.filter { $0.matter == .front } + sections.filter { $0.matter == .body }
      + sections.filter { $0.matter == .back }
  }

  // MARK: Blocks

  /// - Parameter table: all nodes of a table that the first begins.
  private mutating func add(_ n: Int, _ table: [Int]?, _ blocks: MarkdownBlocks, file: Int, input: MarkdownInput) {
    let node = blocks.parsed.nodes[n]
    let place = MarkdownOutline.Place(file: file, node: n)
    switch node.kind {
    case .heading(let level):
      let rank = outline.rank(of: place, level: level, inPart: inPart)
      switch rank {
      case .title:
        return reader.drop(blocks.parsed.passage.range(of: node), in: UInt16(clamping: file), why: "title page")
      case .part, .chapter, .partChapter:
        settleHints()
        close()
        var heading = blocks.heading(n, level: 1).parted()
        heading.isNumbered = heading.isNumbered && wishes.isUnnumbered == nil
        wishes.isUnnumbered = nil
        let isAppendix = reader.documents[file].isAppendix(at: Int(heading.source.offset))
        if isAppendix { wishes.matter = (.back, heading.source) }
        if case .part = rank {
          inPart = true
          open(heading, role: .part, level: 1, input: input)
        } else {
          var depth = 1
          if case .partChapter = rank { depth = 2 } else { inPart = false }
          open(heading, role: .chapter, level: depth, input: input, isAppendix: isAppendix)
        }
        count(level, rank: rank)
        return
      case .marked(let mark):
        settleHints()
        close()
        var heading = blocks.heading(n, level: 1)
        let whole = blocks.parsed.passage.range(of: node)
        if let first = heading.title.first,
          let rest = first.parted(atByte: mark.rawValue.utf8.count + 1)?.1
        {
          heading.title[0] = rest
          let start = Int(first.source.offset)
          reader.drop(
            start..<max(start, min(Int(rest.source.offset), whole.upperBound)), in: UInt16(clamping: file),
            why: "sign of a part")
        }
        heading.isNumbered = false
        wishes.isUnnumbered = nil
        (inPart, inNamedPart) = (false, false)
        if mark == .appendix { wishes.matter = (.back, heading.source) }
        open(heading, role: .part, level: 1, input: input)
        count(level, rank: .part)
        // its chapters are headings of the same level
        inNamedPart = true
        return
      case .inside(let inner):
        var heading = blocks.heading(n, level: inner)
        heading.isNumbered = heading.isNumbered && wishes.isUnnumbered == nil
        wishes.isUnnumbered = nil
        count(level, rank: rank)
        begin(at: heading.source, file: file, input: input)
        var made = current?.blocks ?? []
        reader.add(.heading(heading), to: &made, &wishes)
        current?.blocks = made
        return
      }
    case .codeBlock(let info, true)
    where !hasBody && current?.heading == nil && current?.matter != .body && input.matter != .back:
      // before the first chapter these have pages of their own
      guard let kind = MarkdownFence(info), [.dedication, .epigraph, .abstract].contains(kind) else { break }
      settleHints()
      close()
      if kind == .abstract { return addAbstract(blocks, n) }
      sections.append(
        Section(
          matter: .front, role: kind == .dedication ? .dedication : .epigraph, blocks: blocks.inside(kind, n),
          source: blocks.parsed.passage.location(of: node)))
      return
    case .thematicBreak where current?.blocks.isEmpty ?? true:
      // a rule under the title or a heading parts nothing
      return
    default: break
    }
    // taken out and put back, so that no array is copied while it grows
    var made = current?.blocks ?? pending
    current?.blocks = []
    pending = []
    let before = made.count
    if let table {
      blocks.append(table: table, to: &made, &wishes)
    } else {
      blocks.append(n, to: &made, &wishes, isTop: true)
    }
    if current == nil, made.count > before {
      begin(at: blocks.parsed.passage.location(of: node), file: file, input: input)
    }
    if current == nil { pending = made } else { current?.blocks = made }
  }

  /// A page of the front with its own word over it.
  private mutating func addAbstract(_ blocks: MarkdownBlocks, _ n: Int) {
    let source = blocks.parsed.passage.location(of: blocks.parsed.nodes[n])
    let title = Abstract.title(language)
    var held = blocks.inside(.abstract, n)
    if case .quotation(let quotation)? = held.first { held = quotation.blocks }
    give(title, at: source)
    let heading = Heading(
      title: [Inline(pinned: title, style: .plain, source: source)], isNumbered: false, source: source)
    sections.append(Section(matter: .front, role: .preface, heading: heading, blocks: held, source: source))
  }

  /// Page breaks before anything else.
  private var pending: [Block] = []

  /// A section without a heading, where text stands before the first.
  private mutating func begin(at source: SourceLocation, file: Int, input: MarkdownInput) {
    guard current == nil else { return }
    let hasChapters = reader.documents.count == 1 && outline.hasChapters
    var matter = input.matter
    if matter == .body, hasChapters, !hasBody { matter = .front }
    take(&matter)
    current = Section(
      matter: matter, role: .untitled, level: 1 + input.depth,
      anchor: sections.count == fileStart ? reader.links.head(ofFile: file) : nil, source: source)
  }

  private mutating func open(
    _ heading: Heading, role: Section.Role, level: Int, input: MarkdownInput, isAppendix: Bool = false
  ) {
    var matter = input.matter
    take(&matter)
    let isPart = beginsPart && role == .chapter
    var role = isPart ? .part : role
    if isPart { (beginsPart, inPart, inNamedPart) = (false, false, false) }
    if role == .chapter, matter != .body {
      // a list of appendices says so itself
      let named = input.isAppendix || isAppendix ? nil : BookMatter(heading: heading.plainText)?.role
      role = named ?? (matter == .front ? .preface : .appendix)
    } else if role == .chapter {
      undecided.append(sections.count)
    }
    if matter == .body { hasBody = true }
    current = Section(
      matter: matter, role: role, level: level + input.depth + (inNamedPart && matter == .body ? 1 : 0),
      heading: heading, source: heading.source)
    // what stands below it is in it, as if the list had named it
    if isPart { inNamedPart = true }
  }

  /// What a directive or an earlier one says of the section that begins.
  private mutating func take(_ matter: inout Section.Matter) {
    if let (wanted, at) = wishes.matter {
      wishes.matter = nil
      if wanted == .back { isBack = true }
      if wanted == .front, hasBody || isBack { reader.say(.frontAfterBody, at: at) } else { matter = wanted }
    }
    if isBack { matter = .back }
    if matter == .back { isBack = true }
    if matter == .front, hasBody { matter = .body }
  }

  private mutating func settleHints() { reader.settle(&wishes) }

  /// At a file's end nothing is left for directives to act on.
  private mutating func settle() {
    reader.settle(&wishes)
    if let at = wishes.isUnnumbered { reader.say(.directiveWithoutChapter("unnumbered"), at: at) }
    if let (matter, at) = wishes.matter {
      reader.say(.directiveWithoutChapter(matter == .front ? "front-matter" : "back-matter"), at: at)
    }
    wishes = MarkdownWishes()
    pending = []
  }

  private mutating func close() {
    guard var section = current else { return }
    section.blocks = section.blocks.withLabelledCaptions
    sections.append(section)
    current = nil
  }

  private func count(_ level: Int, rank: MarkdownOutline.Rank) {
    let form = String(repeating: "#", count: level) + " …"
    var role = Section.Role.chapter
    var isInside = false
    switch rank {
    case .part: role = .part
    case .inside: isInside = true
    default: break
    }
    reader.report.count(form, role: role, level: level, isInsideSection: isInside)
  }

  // MARK: Notes that nothing calls

  /// Sets them at the end of the chapter that they stand in.
  private mutating func endnotes(of file: Int) {
    reader.readNotes()
    for (name, node, parsed) in reader.uncalledNotes(of: file) where reader.show(note: name, of: file) {
      let source = parsed.passage.location(of: parsed.nodes[node])
      reader.say(.noteUncalled(name.label), at: source)
      var blocks = MarkdownBlocks(reader, parsed).blocks(of: node)
      let start = reader.documents[file].start(ofNoteAt: Int(source.offset))
      // as it is written: labels are compared in small letters
      let written = reader.documents[file].source.text[start...].dropFirst(2).prefix { $0 != 0x5D }
      // up to the bracket and its colon
      let label = start..<min(written.endIndex + 2, reader.documents[file].source.text.count)
      reader.report.apart.append(OutOfFlowText(uncalled: blocks, label: label, in: file))
      let mark = Inline("[\(String(decoding: written, as: UTF8.self))] ", source: source)
      if blocks.first?.paragraph != nil {
        blocks[0].paragraph?.inlines.insert(mark, at: 0)
      } else {
        blocks.insert(.paragraph(Paragraph([mark], source: source)), at: 0)
      }
      if sections.count == fileStart {
        sections.append(Section(role: .untitled, source: source))
      }
      let home = sections[fileStart...].lastIndex { $0.source.offset <= source.offset } ?? fileStart
      sections[home].blocks += blocks
      // what it calls is no note that nothing calls
      reader.readNotes()
    }
  }
}
