package import BookModel
internal import Design
internal import Units

// The pages that octavo makes before the text, of a book that is set piece by piece. How many there are
// depends on titles alone; folios stand in the contents as they become known.

/// The pages of contents and of the list of figures.
struct ListPages {
  var lists: BookLists
  /// In the list of pages.
  var pages: Range<Int>
  /// How many pages there were when the folios were looked up.
  var known = -1
}

extension IncrementalLayout {
  /// What comes before the contents: some of the first sections stand there on pages of their own.
  package func leaves(of sections: [Section]) -> [FrontLeaf] {
    // what there is to say of their lines is said when they are placed
    let trial = GalleyMaker(
      design: maker.design, language: maker.resolver.language, shaper: maker.shaper, notes: maker.notes,
      pictures: maker.pictures)
    trial.setsFormulas = false
    return front.leaves(of: sections.prefix { $0.matter == .front }.map { ($0, trial.galley(for: $0)) })
  }

  /// - Parameter section: the manuscript's, where the leaf is one.
  package func set(_ leaf: FrontLeaf, _ section: Section? = nil, of book: Book) {
    front.set(
      leaf, section ?? Section(blocks: []), book.metadata, words: maker.design.wordCount(of: book),
      into: &assembler.list)
  }

  /// Contents and the list of figures, without folios.
  /// - Parameters:
  ///   - sections: all of the book's.
  ///   - frontSections: of these, how many stand on pages already.
  package func setLists(of sections: [Section], frontSections: Int) {
    let lists = lists(of: sections)
    // a blank may stand before them
    let first = pageCount + (lists.isEmpty ? 0 : assembler.list.blanksBeforeRecto)
    front.lists(lists, before: false, into: &assembler.list) { _ in nil }
    self.lists = ListPages(lists: lists, pages: first..<pageCount)
    // the body goes to a recto by itself
    if sections.dropFirst(frontSections).first?.matter == .front { assembler.list.addBlankBeforeRecto() }
  }

  /// Whether the contents of an edited book are those there are, folios apart.
  package func keepsLists(of sections: [Section]) -> Bool {
    guard let known = lists else { return true }
    return lists(of: sections) == known.lists
  }

  private func lists(of sections: [Section]) -> BookLists {
    let named = PageList.named(
      in: sections.enumerated().map { ($0.offset, $0.element) }, language: maker.resolver.language)
    return BookLists(named, of: sections, maker.design, language: maker.resolver.language)
  }

  /// How the book was set, behind its end.
  package func setColophon() { front.colophon(into: &assembler.list) }

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
    var made = PageList(design: maker.design, title: "", author: "", language: maker.resolver.language)
    front.lists(known.lists, before: false, into: &made) { assembler.list.folio(of: $0) }
    let (first, last) = (assembler.list.pages[known.pages.lowerBound], assembler.list.pages[known.pages.upperBound - 1])
    let lines = Int(first.firstLine)..<Int(last.endLine)
    guard lines.count == made.lines.count, let there = assembler.list.lines[lines].map(\.firstItem).min(),
      let here = made.lines.map(\.firstItem).min()
    else { return }
    let start = Int(there - here)
    guard start + made.items.count <= assembler.list.items.count else { return }
    assembler.list.items.replaceSubrange(start..<start + made.items.count, with: made.items)
  }
}
