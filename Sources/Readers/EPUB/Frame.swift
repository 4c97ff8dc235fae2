internal import BookModel
internal import Manuscript
internal import Units

/// What is the file's and not the book's: covers, title pages that octavo makes anew, imprints and
/// colophons of those who made the file, contents without page numbers, Project Gutenberg's frame.
struct PackagingFilter {
  var items: [FlowItem]
  private(set) var dropped: [(range: Range<Int>, why: String)] = []
  let metadata: Metadata
  /// What a title page says besides title and author.
  var said = Metadata()
  /// The title stands alone on a page before the title page.
  var hasHalfTitle = false
  /// A list of illustrations was among what is made anew.
  private(set) var hadListOfFigures = false
  private let keeps: Set<EPUBOptions.Kept>
  /// The whole book may be one document.
  private let isHTML: Bool

  static let imprints: Set<String> = [
    "imprint", "colophon", "copyright-page", "other-credits", "revision-history",
  ]
  private static let namesOfContents: Set<String> = [
    "contents", "table of contents", "list of contents", "inhalt", "inhaltsverzeichnis", "table des matières",
    "sommaire", "índice", "indice", "sommario", "содержание", "оглавление", "inhoud", "innehåll", "indhold",
    "sisällys", "目次", "目录", "目錄", "spis treści", "obsah", "list of illustrations", "illustrations",
  ]
  /// Elements that are left out or made anew.
  static let frames: Set<String> = ["titlepage", "halftitlepage", "copyright-page", "colophon", "toc"]
  private static let contents: Set<String> = ["toc", "landmarks", "loi", "lot", "page-list", "toc-brief", "doc-toc"]

  init(
    _ items: [FlowItem], _ publication: Publication, _ options: EPUBOptions, coverPages: Set<Int>, partPages: Set<Int>,
    listPages: Set<Int>
  ) {
    self.items = items
    metadata = publication.metadata
    isHTML = publication.isHTML
    keeps = options.keeps
    if !keeps.contains(.boilerplate) {
      cutGutenberg()
      cutImprints()
    }
    if !keeps.contains(.contents) {
      let listed = items.indices.filter { items[$0].has(PackagingFilter.contents) }
      let pages = listPages.union(listed.map { items[$0].page })
      hadListOfFigures = listed.contains { items[$0].has(["loi"]) }
      drop("contents, made anew with page numbers", listed.filter { !items[$0].isOwnText })
      cutContents(beside: pages)
      drop("way back, of use on screens", items.indices.filter { isWayBack(items[$0]) })
    }
    if !keeps.contains(.cover) {
      drop("cover") { coverPages.contains($0.page) || $0.has(["cover"]) && !$0.isOwnText && !$0.readsAsProse }
    }
    if !keeps.contains(.titlePage) {
      cutTypedTitlePages()
      cutTitlePage(partPages, listPages)
      cutTitlesAboveHeadings()
    }
  }

  private mutating func drop(_ why: String, where isMeant: (FlowItem) -> Bool) {
    drop(why, items.indices.filter { isMeant(items[$0]) })
  }

  /// Takes items out; what begins a page hands that on to what follows it there.
  mutating func drop(_ why: String, _ indexes: [Int]) {
    guard !indexes.isEmpty else { return }
    let gone = Set(indexes)
    let starts = items.indices.filter { !gone.contains($0) }.map { items[$0].range.lowerBound }.sorted()
    /// Something between two places stays.
    func isKept(between start: Int, and end: Int) -> Bool {
      let next = starts.lowerBound { $0 < start }
      return next < starts.count && starts[next] < end
    }
    var kept: [FlowItem] = []
    kept.reserveCapacity(items.count)
    var begins: FlowItem?
    for (index, item) in items.enumerated() {
      if gone.contains(index) {
        if let last = dropped.last, last.why == why, last.range.upperBound <= item.range.lowerBound + 1,
          index > 0, gone.contains(index - 1), items[index - 1].page == item.page,
          !isKept(between: last.range.upperBound, and: item.range.lowerBound)
        {
          dropped[dropped.count - 1].range = last.range.lowerBound..<max(last.range.upperBound, item.range.upperBound)
        } else {
          dropped.append((item.range, why))
        }
        if item.beginsPage || begins?.page == item.page { begins = item }
        continue
      }
      var item = item
      if let begins, begins.page == item.page {
        item.beginsPage = true
        item.anchors = begins.anchors + item.anchors
      }
      begins = nil
      kept.append(item)
    }
    items = kept
  }

  // MARK: Project Gutenberg

  /// So many words are no heading, nor a name.
  private static let sentence = 13

  /// Its frame as it stood in its files before 2022, known by its words as in plain texts: paragraphs or lines as typed,
  /// between marks.
  private mutating func cutGutenberg() {
    // the header is short; of licences the longest has some hundred paragraphs
    let near = items.count <= 600 ? Array(items.indices) : Array(0..<100) + Array(items.count - 500..<items.count)
    var text: [UInt8] = []
    var owners: [Int] = []
    for index in near {
      for line in items[index].typedLines {
        text += Array(line.utf8) + [0x0A]
        owners.append(index)
      }
      text.append(0x0A)
      owners.append(index)
    }
    let words = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { $0.split(separator: 0x20).count }
    let frame = gutenbergFrame(of: text)
    let ofFrame = Set(frame.flatMap(\.0))
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    var outside: [Int: Int] = [:]
    for (line, owner) in owners.enumerated() where !ofFrame.contains(line) {
      // a sentence is the author's, however short
      let isSentence = String(decoding: lines[line], as: UTF8.self).endsSentence
      outside[owner, default: 0] += isSentence ? PackagingFilter.sentence : words[line]
    }
    var gone: [(why: String, items: [Int])] = []
    var taken: Set<Int> = []
    for (lines, why) in frame {
      // a heading or a name that was typed in one piece with a mark goes with it, no text of the book
      gone.append(
        (
          why,
          Set(owners[lines]).filter { outside[$0, default: 0] < PackagingFilter.sentence && taken.insert($0).inserted }
            .sorted()
        ))
    }
    // from the end, so that places before it stay what they are
    for part in gone.sorted(by: { $0.items.first ?? 0 > $1.items.first ?? 0 }) { drop(part.why, part.items) }
  }

  // MARK: Contents and title page

  /// A heading that says "Contents", with the links below it.
  /// - Parameter pages: documents with contents that are left out by their types.
  private mutating func cutContents(beside pages: Set<Int>) {
    var gone: [Int] = []
    for (index, item) in items.enumerated() {
      guard item.isHeading || item.paragraph?.placement == .centred, item.words.utf8.count < 60 else { continue }
      guard saysContents(item) else { continue }
      var end = index + 1
      while end < items.count, items[end].page == item.page, isListing(items[end]) { end += 1 }
      guard end > index + 1 || pages.contains(item.page) else { continue }
      gone += Array(index..<end)
      if item.words.lowercased().contains("illustrations") { hadListOfFigures = true }
    }
    drop("contents, made anew with page numbers", gone + listsWithoutHeading())
  }

  private func saysContents(_ item: FlowItem) -> Bool {
    guard item.isHeading || item.paragraph != nil, item.words.utf8.count < 60 else { return false }
    let words = item.words.lowercased().split { !$0.isLetter }.joined(separator: " ")
    return PackagingFilter.namesOfContents.contains(words) || BookMatter(heading: words) == .contents
  }

  /// Two lines or more, each nothing but a link to another place, before the text begins.
  private func listsWithoutHeading() -> [Int] {
    var gone: [Int] = []
    var run: [Int] = []
    for (index, item) in items.enumerated().prefix(400) {
      if isEntry(item) {
        run.append(index)
        continue
      }
      if run.count >= 2 {
        // what it is called
        let above = run[0] - 1
        if above >= 0, items[above].page == items[run[0]].page, saysContents(items[above]) { gone.append(above) }
        gone += run
      }
      run = []
      if item.words.utf8.count > 400 { break }
    }
    return gone
  }

  private func isEntry(_ item: FlowItem) -> Bool {
    func leadsElsewhere(_ inline: Inline) -> Bool { inline.style.link?.hasPrefix("#") == true }
    // a year alone, or a sign, is a line of the book
    guard let paragraph = item.paragraph, paragraph.inlines.contains(where: leadsElsewhere) else { return false }
    return paragraph.inlines.allSatisfy { inline in
      guard case .text(let text) = inline.content else { return false }
      return leadsElsewhere(inline) || text.allSatisfy { !$0.isLetter }
    } && paragraph.inlines.plainText.utf8.count < 160
  }

  /// Nothing but links to the head of the page, the contents, or the chapters beside it.
  private func isWayBack(_ item: FlowItem) -> Bool {
    guard isEntry(item) else { return false }
    let said = item.words.lowercased().split { "|·•/[]()↑←→«»<>^–—-".contains($0) }
      .map { $0.split { !$0.isLetter }.joined(separator: " ") }.filter { !$0.isEmpty }
    return !said.isEmpty && said.allSatisfy(PackagingFilter.waysBack.contains)
  }

  private static let waysBack: Set<String> = namesOfContents.subtracting(["illustrations", "list of illustrations"])
    .union(
      [
        "top", "to top", "back", "back to top", "return to top", "top of page", "go to top", "up", "home", "toc",
        "back to contents", "back to table of contents", "back to the table of contents", "back to toc",
        "return to contents", "return to table of contents", "return to the table of contents", "next", "previous",
        "prev",
        "next chapter", "previous chapter", "nach oben", "zum inhalt", "zurück zum inhalt", "zum inhaltsverzeichnis",
        "zurück zum inhaltsverzeichnis", "haut de page", "retour en haut", "retour au sommaire",
        "retour à la table des matières", "volver arriba", "volver al índice", "torna su", "torna all indice", "наверх",
        "вверх", "к содержанию", "к оглавлению",
      ])

  /// Most of it leads elsewhere in the book.
  private func isListing(_ item: FlowItem) -> Bool {
    guard case .block(let block) = item.content else { return false }
    if case .sceneBreak = block { return true }
    var linked = 0
    var all = 0
    block.visitText { inlines, _ in
      for inline in inlines {
        guard case .text(let text) = inline.content else { continue }
        all += text.utf8.count
        if inline.style.link?.hasPrefix("#") == true { linked += text.utf8.count }
      }
    }
    return linked > 0 && (linked * 5 > all || all < 120)
  }

  /// What says no more than title and author, before the first words of the book.
  private mutating func cutTitlePage(_ partPages: Set<Int>, _ listPages: Set<Int>) {
    guard let title = metadata.title else { return }
    let known = Set(
      ([title, metadata.subtitle ?? "", metadata.publisher ?? ""] + metadata.authors + metadata.contributors.map(\.name))
        .flatMap { PackagingFilter.words($0) } + [
          "by", "von", "par", "de", "di", "a", "the", "an", "translated", "illustrated",
        ])
    let titleWords = PackagingFilter.words(title)
    var gone: [Int] = []
    var isTitle = false
    func saysMore(_ words: [String]) -> Bool { !words.allSatisfy(["a", "an", "the"].contains) }
    scan: for index in items.indices.prefix(40) {
      let item = items[index]
      let words = PackagingFilter.words(item.words)
      // a part's, or that of a book among others
      if item.words.isPartLabel || partPages.contains(item.page) && words != titleWords { break }
      if case .heading = item.content {
        // the title of a numbered chapter, which may be the book's
        if index > 0, items[index - 1].page == item.page, items[index - 1].words.isHeadingLabel { break }
        guard !words.isEmpty, words.allSatisfy(known.contains) else { break }
        if words.count >= (titleWords.count + 1) / 2, words.contains(where: titleWords.contains) { isTitle = true }
        guard isTitle else { break }
        gone.append(index)
      } else if case .block(let block) = item.content {
        switch block {
        case .sceneBreak, .pageBreak: if isTitle { gone.append(index) }
        case .figure: continue
        case .paragraph:
          guard words.count <= 24, !item.words.isChapterLabel else { break scan }
          // an article alone is one of the title only above more of it
          let below = index + 1 < items.count ? PackagingFilter.words(items[index + 1].words) : []
          let isKnown =
            !words.isEmpty && words.allSatisfy(known.contains)
            && (saysMore(words)
              || below.allSatisfy(known.contains) && below.contains(where: titleWords.contains) && saysMore(below))
          if isKnown, words.contains(where: titleWords.contains) || isTitle { gone.append(index) }
          if isKnown, words.elementsEqual(titleWords) { isTitle = true }
        default: break scan
        }
      }
    }
    gone = gone.filter { items[$0].isHeading || isTitlePage(items[$0].page, saying: gone) }
    // a half title may be a document of its own
    let pages = isTitle ? Set(gone.map { items[$0].page }) : []
    if pages.count > 1, let first = pages.min(), !listPages.contains(first) {
      let alone = items.filter { $0.page == first && !$0.words.isEmpty }
      hasHalfTitle = hasHalfTitle || alone.count == 1 && PackagingFilter.words(alone[0].words) == titleWords
    }
    // the line below the title
    if let below = gone.first(where: {
      PackagingFilter.words(items[$0].words) == titleWords && $0 + 1 < items.count
        && items[$0 + 1].page == items[$0].page
    }), !gone.contains(below + 1) {
      let before = said
      takeSaying(items[below + 1])
      if said.subtitle != nil || said != before { gone.append(below + 1) }
    }
    drop("title page, made anew", gone)
    for page in pages.sorted() { settle(page) }
  }

  /// The title of the book once more, right above the heading of a chapter.
  private mutating func cutTitlesAboveHeadings() {
    guard let title = metadata.title.map(PackagingFilter.words), title.count > 1 else { return }
    drop(
      "title page, made anew",
      items.indices.dropLast().filter { index in
        (items[index].isHeading || items[index].paragraph?.placement == .centred) && items[index + 1].isHeading
          && items[index].page == items[index + 1].page
          && PackagingFilter.words(items[index].words) == title
          && (items[index + 1].isCountedChapter || items[index + 1].isPart)
      })
  }

  /// Whether a document, of which lines say title or author, is a title page and no text that begins with them.
  private func isTitlePage(_ page: Int, saying lines: [Int]) -> Bool {
    let said = lines.filter { items[$0].page == page }
    if said.contains(where: { items[$0].isHeading }) { return true }
    guard let (sayings, _) = sayings(of: page) else { return false }
    let title = PackagingFilter.words(metadata.title ?? "")
    let saysAuthor = said.contains { !PackagingFilter.words(items[$0].words).allSatisfy(title.contains) }
    return saysAuthor || !sayings.contains { items[$0].readsAsProse }
  }

  /// What a title page says, and whether it is a document of its own: where the book goes on in the same document, what
  /// stands above its first heading; nil where that is more than a title page says.
  private func sayings(of page: Int) -> (items: [Int], isAlone: Bool)? {
    let onPage = items.indices.filter { items[$0].page == page }
    func words(_ indexes: [Int]) -> Int { indexes.reduce(0) { $0 + PackagingFilter.words(items[$1].words).count } }
    if words(onPage) < 100, !isHTML || !onPage.contains(where: { items[$0].isHeading }) { return (onPage, true) }
    let rest = Array(onPage.prefix { (!items[$0].isHeading || isHTML && saysEdition($0)) && !items[$0].breaks })
    return rest.count < onPage.count && words(rest) < 40 ? (rest, false) : nil
  }

  /// What a title page says besides, of editions and printers, is no chapter.
  private mutating func settle(_ page: Int) {
    if metadata.publisher == nil, let houses = sayings(of: page)?.items.filter({ items[$0].saysHouse }),
      !houses.isEmpty,
      houses.count < 3
    {
      for index in houses { takeSaying(items[index]) }
      drop("title page, made anew", houses)
    }
    guard let (rest, isAlone) = sayings(of: page) else { return }
    for index in rest {
      items[index].types.append(["frontmatter", "titlepage"])
      if case .heading(let label, let title, _) = items[index].content {
        let inlines = label + (label.isEmpty || title.isEmpty ? [] : [Inline(" ", source: title[0].source)]) + title
        items[index].content = .block(
          .paragraph(
            Paragraph(inlines, placement: .centred, source: SourceLocation(offset: items[index].range.lowerBound))))
      }
    }
    while isAlone, let last = items.indices.last(where: { items[$0].page == page }),
      case .block(.sceneBreak) = items[last].content
    {
      items.remove(at: last)
    }
  }

  /// A heading that the next one follows, of no part or chapter.
  private func saysEdition(_ index: Int) -> Bool {
    guard !items[index].isPart, !items[index].isCountedChapter, !items[index].isLabel else { return false }
    let next = items[(index + 1)...].first { !$0.isRule && !$0.isWhite }
    return next.map { $0.isHeading && $0.page == items[index].page } ?? false
  }

  static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
