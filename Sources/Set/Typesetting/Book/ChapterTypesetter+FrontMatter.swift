package import BookModel
internal import PageDesign
internal import Units

// The pages that octavo makes before the text, of a book that is set piece by piece. How many there are
// depends on titles alone; folios stand in the contents as they become known.

/// The pages of contents and of the list of figures.
struct ListPages {
  /// In the list of pages.
  var pages: Range<Int>
  var contents: [PageList.Entry]
  var figures: [PageList.Entry]
  /// How many pages there were when the folios were looked up.
  var known = -1
}

extension ChapterTypesetter {
  /// How many of the first sections stand on pages of their own among those that are made: what is said of
  /// the edition, then dedications and mottoes.
  package func frontForms(of sections: [Section]) -> (imprints: Int, displays: Int) {
    // what there is to say of their lines is said when they are placed
    let trial = GalleyMaker(
      design: maker.design, language: maker.resolver.language, shaper: maker.shaper, notes: maker.notes,
      pictures: maker.pictures)
    let galleys = sections.prefix { $0.matter == .front }.map { ($0, trial.galley(for: $0)) }
    let imprints = galleys.prefix { FrontMatter.isImprint($0.0, $0.1) }.count
    return (imprints, galleys.dropFirst(imprints).prefix { front.isDisplay($0.0, $0.1) }.count)
  }

  /// Half title, title page, copyright page.
  /// - Parameter hasImprint: the manuscript has some of the last itself.
  package func setTitles(_ book: Book, hasImprint: Bool) {
    let design = maker.design
    var made = FrontMatter.Result()
    front.titles(
      book.metadata, words: design.titlePageForm == .manuscript ? book.roundedWordCount : "",
      title: assembler.list.title, hasImprint: hasImprint, before: &made, in: &assembler.list,
      table: PageRecord.ownTable)
    add(&made)
  }

  /// What the manuscript says of its edition.
  package func setImprint(_ section: Section) {
    var made = FrontMatter.Result()
    front.imprint(section, into: &made)
    add(&made, file: section.source.file)
  }

  /// What the metadata dedicate and quote, a page each.
  package func setDedications(_ metadata: Metadata) {
    for section in FrontMatter.dedications(metadata) { setDisplay(section, as: .title) }
  }

  /// A dedication or motto of the manuscript.
  package func setDisplay(_ section: Section) { setDisplay(section, as: .imprint) }

  private func setDisplay(_ section: Section, as kind: PageRecord.Kind) {
    assembler.list.addBlankBeforeRecto()
    var made = FrontMatter.Result()
    front.display(section, as: kind, into: &made)
    add(&made, file: section.source.file)
  }

  /// Contents and the list of figures, without folios.
  /// - Parameters:
  ///   - sections: all of the book's.
  ///   - frontSections: of these, how many stand on pages already.
  package func setLists(of sections: [Section], frontSections: Int) {
    var lists = listed(sections)
    var made = listPages(lists)
    if !made.pages.isEmpty { assembler.list.addBlankBeforeRecto() }
    let first = pageCount
    add(&made)
    lists.pages = first..<pageCount
    self.lists = lists
    // the first preface begins on a recto; the body does by itself
    if sections.dropFirst(frontSections).first?.matter == .front { assembler.list.addBlankBeforeRecto() }
  }

  /// Whether the contents of an edited book are those there are, folios apart.
  package func keepsLists(of sections: [Section]) -> Bool {
    guard let known = lists else { return true }
    let new = listed(sections)
    return new.contents == known.contents && new.figures == known.figures
  }

  private func listed(_ sections: [Section]) -> ListPages {
    let entries = PageList.entries(of: sections, depth: maker.design.contentsDepth)
    let titled = sections.count { !($0.heading?.title.isEmpty ?? true) }
    let hasContents =
      FrontMatter.hasContents(maker.design, titled: titled)
      && sections.contains { $0.matter != .front && !($0.heading?.plainText.isEmpty ?? true) }
    return ListPages(
      pages: 0..<0, contents: hasContents ? entries.contents : [],
      figures: maker.design.hasListOfFigures ? entries.figures : [])
  }

  /// How the book was set, behind its end.
  package func setColophon() {
    var made = FrontMatter.Result()
    front.colophon(language: maker.resolver.language, into: &made)
    assembler.list.add(&made, isRoman: false, table: PageRecord.ownTable)
  }

  /// A page that octavo makes, before the text or behind it.
  package func isMade(_ page: Int) -> Bool {
    let record = assembler.list.pages[page]
    return switch record.kind {
    case .title, .contents: true
    case .blank: record.isRoman
    case .imprint, .text: false
    }
  }

  /// A page of contents, whose folios wait for pages that are not set.
  package func isList(_ page: Int) -> Bool { lists?.pages.contains(page) ?? false }

  /// Sets the contents again, with the folios that are known by now. They take as many items and lines as before,
  /// in whose place they go.
  func refreshLists() {
    guard var known = lists, !known.pages.isEmpty, known.known != pageCount else { return }
    known.known = pageCount
    lists = known
    let made = listPages(known)
    let (first, last) = (assembler.list.pages[known.pages.lowerBound], assembler.list.pages[known.pages.upperBound - 1])
    let lines = Int(first.firstLine)..<Int(last.endLine)
    guard lines.count == made.lines.count, let there = assembler.list.lines[lines].map(\.firstItem).min(),
      let here = made.lines.map(\.firstItem).min()
    else { return }
    let start = Int(there - here)
    guard start + made.items.count <= assembler.list.items.count else { return }
    assembler.list.items.replaceSubrange(start..<start + made.items.count, with: made.items)
  }

  private func listPages(_ lists: ListPages) -> FrontMatter.Result {
    var made = FrontMatter.Result()
    func set(_ entries: [PageList.Entry]) -> [FrontMatter.Entry] {
      entries.map { FrontMatter.Entry($0, folio: page(of: $0.target).map(label) ?? "") }
    }
    let language = maker.resolver.language
    if !lists.contents.isEmpty { front.contents(set(lists.contents), language: language, into: &made) }
    if !lists.figures.isEmpty { front.figures(set(lists.figures), language: language, into: &made) }
    return made
  }

  /// Nil while it is not set.
  private func page(of target: Anchor) -> Int? {
    guard case .chapter(let index) = target else { return assembler.list.places[target].map { Int($0.page) } }
    return assembler.list.chapters.indices.contains(index) ? assembler.list.chapters[index].page : nil
  }

  private func add(_ made: inout FrontMatter.Result, file: UInt16 = 0) {
    let first = pageCount
    assembler.list.add(&made, table: PageRecord.ownTable)
    for page in first..<pageCount { assembler.list.pages[page].file = file }
  }
}
