internal import BookModel
internal import Design
internal import Units

/// What contents, lists of figures and the PDF's outline name, with the pages it came to stand on.
extension PageList {
  package struct Entry: Sendable, Equatable {
    package var title: String
    /// The title without its label, where it has one.
    package var shortTitle = ""
    /// It says no more than which of the counted it is.
    package var isLabel = false
    /// Who wrote it, in a book of several hands.
    package var author = ""
    /// From 1.
    package var level: Int
    package enum Kind: Sendable { case heading, figure, table, theorem }
    package var kind = Kind.heading
    /// -1 where it stands on none.
    package var page = -1
    /// From the trim's top, points.
    package var y = 0.0
    package var target: Anchor
  }

  /// Chapters, and to the depth asked the headings within them; chapters alone at any level without a depth.
  package func entries(depth: Int?) -> [Entry] {
    named.contents(depth: depth).compactMap { entry in
      var entry = entry
      if case .chapter(let index) = entry.target {
        guard chapters.indices.contains(index), chapters[index].page >= 0 else { return nil }
        (entry.page, entry.y) = (chapters[index].page, y(of: chapters[index]))
      } else {
        guard let place = places[entry.target] else { return nil }
        (entry.page, entry.y) = (Int(place.page), y(of: place))
      }
      return entry
    }
  }

  /// The folio of what stands on a page; nil where it does on none.
  /// - Parameter chaptersBefore: taken from the index of a chapter.
  func folio(of target: Anchor, chaptersBefore: Int = 0) -> String? {
    guard case .chapter(let index) = target else { return places[target].map { printed(ofPage: Int($0.page)) } }
    let own = index - chaptersBefore
    return chapters.indices.contains(own) ? printed(ofPage: chapters[own].page) : nil
  }

  private func printed(ofPage page: Int) -> String { label(ofPage: page).inFigures(from: zero) }

  /// What can be named of sections, in the order in which they stand in the list.
  /// - Parameters:
  ///   - sections: with their places in the book.
  ///   - language: of the words for theorems and their kin.
  static func named(in sections: [(number: Int, section: Section)], language: String) -> [Entry] {
    var found: [Entry] = []
    var (chapters, level) = (0, 0)
    for (number, section) in sections {
      if let heading = section.heading, !heading.plainText.isEmpty {
        level = section.level
        found.append(
          Entry(
            title: heading.lineTitle, shortTitle: heading.shortTitle, isLabel: heading.title.isEmpty,
            author: heading.author, level: level, target: .chapter(chapters)))
        chapters += 1
      }
      var blocks = 0
      func look(_ block: Block) {
        if let (kind, title, name) = block.counted(language) {
          found.append(Entry(title: title, level: 1, kind: kind, target: .named(name)))
        }
        let (own, title): (Int?, String) =
          switch block {
          case .heading(let heading): (heading.level, heading.plainText)
          case .figure(let figure): (nil, figure.caption.plainText)
          default: (nil, "")
          }
        if !title.isEmpty {
          found.append(
            Entry(
              title: title, level: own.map { max(1, level + $0 - 1) } ?? 1, kind: own == nil ? .figure : .heading,
              target: .block(blocks, section: number)))
          blocks += 1
        }
        block.visitParts(text: { _, _ in }, block: look)
      }
      for block in section.blocks where block.mayHoldNamed { look(block) }
    }
    return found
  }
}

extension [PageList.Entry] {
  /// As `PageList.entries(depth:)`.
  fileprivate func contents(depth: Int?) -> [PageList.Entry] {
    filter { entry in
      guard case .chapter = entry.target else {
        return depth.map { entry.kind == .heading && entry.level <= $0 } ?? false
      }
      return entry.level <= depth ?? .max
    }
  }
}

/// What contents and the lists of figures, tables and theorems name, where a book has them.
struct BookLists: Equatable {
  var contents: [PageList.Entry]
  /// In their order, none of them empty.
  var others: [(kind: PageList.Entry.Kind, entries: [PageList.Entry])]
  var isEmpty: Bool { contents.isEmpty && others.isEmpty }

  /// Unless it is said, a book with titles has contents; a novel whose chapters have numbers alone has none for the sake of
  /// a preface and an afterword.
  private static func tells(_ sections: [Section], _ language: String) -> Bool {
    let titled = sections.count { $0.heading?.saysTitle ?? false }
    guard titled > 1 else { return false }
    let body = sections.filter { $0.matter == .body && $0.heading != nil }
    let chapter = Label.Kind.chapter.word(language).lowercased()
    // the books of the Iliad are looked for, chapters are not
    let bare = body.count { section in
      guard let heading = section.heading, !heading.saysTitle else { return false }
      let word = EntryTitle(heading.plainText, short: heading.plainText).word.lowercased()
      return word.isEmpty || word == chapter
    }
    return bare < 10 || body.count - bare > 1
  }

  static func == (a: BookLists, b: BookLists) -> Bool {
    a.contents == b.contents && a.others.elementsEqual(b.others) { $0 == $1 }
  }

  /// - Parameter named: what can be named of the sections.
  init(_ named: [PageList.Entry], of sections: [Section], _ design: PageDesign, language: String) {
    let hasContents = design.hasContents ?? BookLists.tells(sections, language)
    let hasChapters = sections.contains { $0.matter != .front && !($0.heading?.plainText.isEmpty ?? true) }
    contents = hasContents && hasChapters ? named.contents(depth: design.contentsDepth) : []
    let wished: [(PageList.Entry.Kind, Bool)] = [
      (.figure, design.hasListOfFigures), (.table, design.hasListOfTables), (.theorem, design.hasListOfTheorems),
    ]
    others = wished.filter(\.1).map { kind, _ in (kind, named.filter { $0.kind == kind }) }.filter { !$0.1.isEmpty }
  }
}

extension Callout.Kind {
  /// What a reader looks for by its number: a proof goes with its theorem, exercises and examples are no results.
  fileprivate var isListed: Bool {
    switch self {
    case .theorem, .lemma, .corollary, .proposition, .conjecture, .definition: true
    default: false
    }
  }
}

extension Block {
  /// Paragraphs and verse, nearly all of a book, hold no heading and no figure.
  fileprivate var mayHoldNamed: Bool {
    switch self {
    case .paragraph(let paragraph): paragraph.label?.kind == .table
    case .verse, .sceneBreak, .pageBreak, .preformatted: false
    default: true
    }
  }

  /// A table's title, or a theorem and its kin with its number, and what leads there; nil for all else.
  func counted(_ language: String) -> (kind: PageList.Entry.Kind, title: String, name: String)? {
    switch self {
    case .paragraph(let paragraph):
      guard let label = paragraph.label, label.kind == .table else { return nil }
      let title = paragraph.inlines.plainText
      return title.isEmpty ? nil : (.table, title, paragraph.anchor ?? label.name)
    case .callout(let callout):
      guard !callout.number.isEmpty, let name = callout.anchor, callout.kind.isListed else { return nil }
      return (.theorem, callout.label(language).plainText, name)
    default: return nil
    }
  }
}

extension Heading {
  /// More than a number alone.
  fileprivate var saysTitle: Bool {
    guard !title.isEmpty else { return false }
    let entry = EntryTitle(plainText, short: title.plainText)
    return !entry.isUntitled || !entry.word.isEmpty
  }
}
