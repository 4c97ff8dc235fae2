internal import BookModel
internal import Manuscript
internal import XML

/// What the heads and the first lines of pages of HTML say of the book that they are.
struct PageHeads {
  private(set) var metadata = Metadata()
  /// What the first page says that it is written in.
  private(set) var language: String?
  /// The chapters that a first page lists, and what pages without a heading are called by.
  private(set) var places: [Publication.NavigationPoint] = []
  /// Pages that are called by their files.
  private(set) var named: [String] = []

  private let pages: [PageHead]

  init(_ container: Container) {
    pages = container.names.map { PageHead($0, parseHTML(container.contents($0) ?? [])) }
    guard let first = pages.first else { return }
    language = first.language
    let house = first.gutenberg
    metadata.title = house?.title ?? title(of: first)
    metadata.authors = authors(of: first)
    if metadata.authors.isEmpty { metadata.authors = house?.authors ?? first.byline(below: metadata.title) }
    if metadata.authors.isEmpty, let title = metadata.title,
      let author = PageHead.author(behind: title, in: first.title)
    {
      metadata.authors = [author]
    }
    metadata.subtitle = first.said(["pb-subtitle"])
    metadata.rights = first.said(["dc.rights", "dcterms.rights", "copyright"])
    metadata.keywords =
      first.said(["keywords"])?.split(separator: ",").map {
        $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      ?? []
    if house == nil {
      metadata.publisher = first.said(["pb-publisher", "dc.publisher", "dcterms.publisher"])
      metadata.date = first.said(["dc.date", "dcterms.date", "dcterms.issued", "dcterms.created", "date"]).flatMap(
        Publication.edition)
    }
    readPlaces(container)
  }

  // MARK: Title

  private func title(of first: PageHead) -> String? {
    guard pages.count == 1 else { return titleOfAll(first) }
    if let said = first.said(["pb-title", "dc.title", "dcterms.title"]) { return said }
    if let typed = first.typedTitle { return typed }
    let pieces = first.titlePieces
    if let heading = first.soleHeading {
      let same = pieces.first { $0.lettersAndFigures == heading.lettersAndFigures }
      // capitals alone are how a page shows it
      if let same { return heading.contains(where: \.isLowercase) ? heading : same }
      if first.headsChapters, !heading.isHeadingLabel { return heading }
    } else if let heading = first.headings.first,
      let same = pieces.first(where: { $0.lettersAndFigures == heading.lettersAndFigures }), !heading.isHeadingLabel
    {
      return same
    }
    return first.cleanTitle ?? first.signedLine
  }

  /// What all pages are called by, or the first of them that lists the others or is a title page.
  private func titleOfAll(_ first: PageHead) -> String? {
    let titles = pages.filter { !$0.title.isEmpty }
    if titles.count > 1 {
      let common = titles[0].titlePieces.filter { piece in
        titles.allSatisfy { page in page.titlePieces.contains { $0.lettersAndFigures == piece.lettersAndFigures } }
      }
      if let whole = common.first(where: { !PageHead.isNoTitle($0, of: first.name) && !$0.isHeadingLabel }) {
        return whole
      }
    }
    let isApart = first.isIndex || first.size < 400 && !first.byline(below: first.soleHeading).isEmpty
    guard isApart else { return nil }
    return first.typedTitle ?? first.soleHeading ?? first.cleanTitle ?? first.signedLine
  }

  private func authors(of first: PageHead) -> [String] {
    var found: [String] = []
    for key in ["author", "pb-authors", "dc.creator", "dcterms.creator", "citation_author"] where found.isEmpty {
      for words in first.metas[key] ?? [] where !words.contains("://") && words.utf8.count <= 200 {
        for name in words.split(separator: ";") {
          let name = PageHead.turned(String(name))
          if !name.isEmpty, !found.contains(name) { found.append(name) }
        }
      }
    }
    return found
  }

  // MARK: Chapters

  private mutating func readPlaces(_ container: Container) {
    guard pages.count > 1, let first = pages.first else { return }
    let names = Set(pages.map(\.name))
    if first.isIndex {
      for link in first.links(to: names, container) where link.name != first.name { places.append(link) }
      if places.count < 2 { places = [] }
    }
    let listed = Set(places.map(\.name))
    let book = metadata.title?.lettersAndFigures
    for page in pages where !page.hasHeadings && !listed.contains(page.name) && page.size > 200 {
      let own = page.titlePieces.first { piece in
        piece.lettersAndFigures != book && !PageHead.isNoTitle(piece, of: page.name)
          && !pages.contains { $0.name != page.name && $0.title == page.title }
      }
      guard let label = own ?? page.fileWords else { continue }
      if own == nil { named.append(container.folder.map { $0.name + page.name } ?? page.name) }
      places.append(Publication.NavigationPoint(label: label, name: page.name, fragment: "", depth: 1))
    }
  }
}
