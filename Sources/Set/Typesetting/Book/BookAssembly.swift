internal import BookModel
internal import PageBreaking
internal import PageDesign
internal import Pango
internal import Shaping
internal import Units

/// Joins set chapters into a book: which side each opens on, folios, front matter.
///
/// Sections are added in their order. Those of the body go on pages as soon as it is
/// known on which side they open; what stands before them is set last.
struct BookAssembly {
  let typesetter: BookTypesetter
  let metadata: Metadata
  let language: String
  /// Sections with a title.
  let titled: Int
  /// For the title page of a manuscript.
  let wordCount: String
  /// Sections of the front matter with what was made of them.
  private(set) var frontParts: [Part] = []
  /// All other sections, on pages.
  var body: SectionPlacing
  /// A chapter has a figure.
  private(set) var hasFigures = false
  /// What every list of the book begins with.
  private let empty: PageList
  var design: PageDesign { typesetter.design }

  struct Part {
    /// One, or several that share pages.
    var sections: [Section]
    /// The first.
    var section: Section { sections[0] }
    var galley: Galley
    var solutions: ChapterSolutions
    /// The word table its items count in.
    var table: UInt16
  }

  init(_ typesetter: BookTypesetter, _ book: Book, language: String) {
    self.typesetter = typesetter
    metadata = book.metadata
    self.language = language
    titled = book.sections.count { !($0.heading?.title.isEmpty ?? true) }
    wordCount = typesetter.design.titlePageForm == .manuscript ? book.roundedWordCount : ""
    empty = typesetter.emptyList(metadata, language: language)
    body = SectionPlacing(typesetter, empty, opening: .recto, folio: 1, isRoman: false)
  }

  /// Adds the next section of the book.
  /// - Returns: the pages of the body, counted from its first, that are made up by it.
  mutating func add(_ part: consuming Part) -> Range<Int> {
    if part.galley.marks.contains(where: { $0.kind == .figure }) { hasFigures = true }
    if part.section.matter == .front {
      frontParts.append(part)
      return body.list.pages.count..<body.list.pages.count
    }
    return body.add(part)
  }

  /// The book in pages.
  /// - Parameters:
  ///   - shaper: for what stands before the body; its words are the list's first table.
  ///   - text: the words of all sections, where their lines are kept.
  ///   - found: what there was to say of the sections' lines.
  consuming func result(
    _ shaper: Shaper, text: ShapedText?, found: [Diagnostic]
  ) -> BookTypesetter.Result {
    var diagnostics = found
    let maker = GalleyMaker(design: design, language: language, shaper: shaper)
    let front = FrontMatter(maker: maker, design: design)
    _ = body.finish()
    diagnostics += body.diagnostics
    let loose = body.looseLines
    var list = empty
    swap(&list, &body.list)
    var frontList = frontMatter(front, before: list, empty, &diagnostics)
    frontList.addBlankBeforeRecto()
    list.standBehind(frontList)
    if design.hasColophon {
      var made = FrontMatter.Result()
      front.colophon(language: language, into: &made)
      list.add(&made, isRoman: false)
    }
    // printers on demand count leaves
    let isWhole = { (list: PageList) in list.pages.count % 2 == 0 || design.printers.isEmpty }
    while !isWhole(list) || design.endsBlank && list.pages.last?.kind != .blank { list.addBlank() }
    diagnostics += loose + unknownLinks(list)
    diagnostics += maker.diagnostics + ShapingReport.diagnostics(of: shaper)
    list.firstBaseline = PageList.firstBaseline(design, shaper: shaper, resolver: maker.resolver)
    list.tables = [shaper.finish()] + (text.map { [$0] } ?? [])
    // the same may be said of the body and of what stands before it
    var seen: Set<Diagnostic> = []
    return BookTypesetter.Result(list: list, diagnostics: diagnostics.filter { seen.insert($0).inserted })
  }

  /// A warning for each link that leads nowhere.
  private func unknownLinks(_ list: PageList) -> [Diagnostic] {
    (list.takenLinks + list.links).compactMap { link in
      switch link.target {
      case .anchor(.named(let name)) where list.places[.named(name)] == nil:
        Diagnostic(
          .warning, code: "link-unknown", "no heading or place of the book is called \"#\(name)\"",
          help: "the link's text is set, but leads nowhere; correct the name after the #", source: link.source)
      case .unknown(let address):
        Diagnostic(
          .warning, code: "link-unknown", "a book cannot link to \"\(address)\"",
          help: "links lead to #names within the book, or to http:, https: and mailto: addresses", source: link.source)
      default: nil
      }
    }
  }
}
