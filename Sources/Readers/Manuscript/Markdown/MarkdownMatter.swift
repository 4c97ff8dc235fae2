internal import BookModel
internal import Units

/// What of a Markdown book is no chapter.
extension MarkdownBuilder {
  /// Tells by their headings what stands before and behind the chapters, and by their words what the pages before the
  /// first heading are.
  mutating func settleMatter(_ metadata: inout Metadata) {
    let isDecided = Set(sections.indices).subtracting(undecided)
    var kinds = BookMatter.kinds(of: sections.map(\.heading))
    // a list of contents in the text is the writer's
    let empty = Set(sections.indices.filter { kinds[$0] == .contents && sections[$0].blocks.allSatisfy(\.isWhite) })
    for index in sections.indices
    where isDecided.contains(index) || kinds[index] == .contents && !empty.contains(index) { kinds[index] = nil }
    // what a directive, a summary or a fence has put before or behind the text stands there
    let open = sections.indices.filter { sections[$0].matter == .body && (sections[$0].heading != nil) }
    for (index, matter) in zip(open, BookMatter.matters(of: open.map { kinds[$0] })) {
      guard let kind = kinds[index], matter != .body || kind.isText else { continue }
      (sections[index].matter, sections[index].role) = (matter, kind.role)
      if matter == .back { sections[index].level = 1 }
    }
    // the heading of a list that is made anew
    for index in empty.sorted(by: >) where !isDecided.contains(index) {
      guard let heading = sections[index].heading else { continue }
      reader.drop(reader.lines(of: [heading.source]), in: heading.source.file, why: "heading of the contents")
      sections.remove(at: index)
    }
    settleFront(&metadata)
    for index in sections.indices {
      guard let heading = sections[index].takeNameOfPage() else { continue }
      reader.drop(reader.lines(of: [heading.source]), in: heading.source.file, why: "name of a page")
    }
  }

  /// Of a manuscript without headings, or with one for its title alone, lines in bold are the headings, as in those out of
  /// word processors.
  mutating func settleTypedHeadings(_ metadata: inout Metadata) {
    guard reader.documents.count == 1, sections.count == 1, let section = sections.first,
      section.role == .untitled || section.role == .chapter && section.heading?.label.isEmpty == true
    else { return }
    let isHeading = { (block: Block) in if case .heading = block { true } else { false } }
    guard !section.blocks.contains(where: isHeading) else { return }
    var flow = section.blocks.withNamedHeadings()
    // each with text below it
    let count = flow.indices.dropLast().count { isHeading(flow[$0]) && !isHeading(flow[$0 + 1]) }
    guard count > 1 else { return }
    if let title = section.heading {
      // in one text under a title other lines in bold may be anything
      let labels = flow.count {
        if case .heading(let heading) = $0 { !heading.label.isEmpty || heading.plainText.isHeadingLabel } else { false }
      }
      guard labels > 1 else { return }
      flow =
        [.heading(title)]
        + flow.map { block in
          guard case .heading(var heading) = block else { return block }
          heading.level += 1
          return .heading(heading)
        }
    }
    var division = BookDivision(metadata: metadata, notes: [:]) { [reader] in [reader.lines(of: $0.map(\.source))] }
    sections = division.sections(flow)
    if section.anchor != nil, sections[0].anchor == nil { sections[0].anchor = section.anchor }
    metadata = division.metadata
    if metadata.title == nil { metadata.title = division.titleFound }
    for range in division.silent + division.contents { reader.drop(range, in: 0, why: "title page") }
    for section in sections where section.role == .chapter {
      reader.report.count("**…**", role: .chapter, level: 1, isInsideSection: false)
    }
  }

  /// Title, subtitle and author that are typed above the first heading, and pages of a few words.
  private mutating func settleFront(_ metadata: inout Metadata) {
    guard reader.documents.count == 1, let first = sections.first, first.role == .untitled, first.matter == .front,
      let next = sections.first(where: { $0.heading != nil })?.heading
    else { return }
    let paged = first.blocks.contains(where: \.isPageBreak)
    // blank lines part no pages: of one run of text the lines below the title say whose the book is
    var division = BookDivision(metadata: metadata, notes: [:]) { [reader] in [reader.lines(of: $0.map(\.source))] }
    var blocks = first.blocks
    if metadata.title != nil || paged {
      blocks = division.titled(blocks + [.heading(next)])
      blocks.removeLast()
    }
    let made = division.frontSections(blocks, isPaged: paged)
    guard made.count > 1 || made.first?.role != .untitled || blocks.count < first.blocks.count else { return }
    metadata = division.metadata
    if metadata.title == nil { metadata.title = division.titleFound }
    reader.report.hasHalfTitle = division.hasHalfTitle
    for range in division.silent { reader.drop(range, in: 0, why: "title page") }
    for range in division.typescript { reader.drop(range, in: 0, why: "address of a typescript") }
    if let warning = BookDivision.typescriptWarning(division.typescript) { reader.diagnostics.append(warning) }
    sections.replaceSubrange(0..<1, with: made)
    if first.anchor != nil, !made.isEmpty { sections[0].anchor = first.anchor }
  }
}

extension MarkdownReader {
  /// The lines on which words stand.
  fileprivate func lines(of sources: [SourceLocation]) -> Range<Int> {
    let text = documents[Int(sources.first?.file ?? 0)].source.text
    let offsets = sources.map { min(Int($0.offset), text.count) }
    guard let first = offsets.min(), let last = offsets.max() else { return 0..<0 }
    let start = text[..<first].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    let end = text[last...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
    return start..<end
  }
}
