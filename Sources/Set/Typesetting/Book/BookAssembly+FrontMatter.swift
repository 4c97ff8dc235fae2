internal import BookModel
internal import PageBreaking
internal import PageDesign
internal import Units

/// What stands before the body, in the order of the Chicago Manual, 1.4: half title, title,
/// copyright, dedication, epigraph, contents, list of figures, prefaces.
extension BookAssembly {
  /// All pages before the body, numbered in roman; what stands alone begins on a recto.
  func frontMatter(
    _ front: FrontMatter, before body: PageList, _ empty: PageList, _ diagnostics: inout [Diagnostic]
  ) -> PageList {
    // nothing is set before what the manuscript has before it: behind a preface a dedication is a page of text
    let imprints = frontParts.prefix { FrontMatter.isImprint($0.section, $0.galley) }
    let displays = frontParts[imprints.endIndex...].prefix { front.isDisplay($0.section, $0.galley) }
    let prefaces = frontParts[displays.endIndex...]
    var list = empty
    var made = FrontMatter.Result()
    if design.hasHalfTitle, !empty.title.isEmpty {
      front.halfTitle(empty.title, into: &made)
      add(&made, to: &list)
      addBlankBeforeRecto(to: &list)
    }
    if design.hasTitlePage, !empty.title.isEmpty {
      front.titlePage(metadata, words: wordCount, title: empty.title, into: &made)
    }
    add(&made, to: &list)
    // what the manuscript says of its edition stands for the page that would be made
    if design.hasCopyrightPage, FrontMatter.hasCopyright(metadata),
      imprints.isEmpty || metadata.rights != nil || !metadata.identifiers.isEmpty
    {
      // on the title's back, or on a back of its own
      if design.sides == .facing, list.pages.count % 2 == 0 { addBlank(to: &list) }
      front.copyrightPage(metadata, title: empty.title, into: &made)
    }
    for part in imprints { front.imprint(part.section, into: &made) }
    add(&made, to: &list)
    for (section, kind) in FrontMatter.dedications(metadata).map({ ($0, PageRecord.Kind.title) })
      + displays.map({ ($0.section, PageRecord.Kind.imprint) })
    {
      addBlankBeforeRecto(to: &list)
      front.display(section, as: kind, into: &made)
      add(&made, to: &list)
    }

    let hasContents = (design.hasContents ?? (titled > 1)) && !body.chapters.isEmpty
    let hasFigures = design.hasListOfFigures && self.hasFigures
    // Lists first with empty folios: how many pages they fill depends on titles alone,
    // and the prefaces behind them count on from there.
    var prefaceList = empty
    for round in 0..<2 where round == 0 || hasContents || hasFigures {
      var trial = FrontMatter.Result()
      if hasContents { front.contents(entries(prefaceList, body), language: language, into: &trial) }
      if hasFigures { front.figures(figures(prefaceList, body), language: language, into: &trial) }
      var before = list.pages.count + (trial.pages.isEmpty ? 0 : blanksBeforeRecto(list) + trial.pages.count)
      // the first preface begins on a recto
      if design.sides == .facing, before % 2 == 1, !prefaces.isEmpty { before += 1 }
      var placing = SectionPlacing(
        typesetter, empty, opening: design.sides == .facing && before % 2 == 1 ? .verso : .recto,
        folio: Int32(before + 1),
        isRoman: true)
      for part in prefaces { _ = placing.add(part) }
      _ = placing.finish()
      if round == 1 || !(hasContents || hasFigures) { diagnostics += placing.diagnostics }
      prefaceList = placing.list
    }
    if hasContents { front.contents(entries(prefaceList, body), language: language, into: &made) }
    if hasFigures { front.figures(figures(prefaceList, body), language: language, into: &made) }
    if !made.pages.isEmpty { addBlankBeforeRecto(to: &list) }
    add(&made, to: &list)
    if !prefaces.isEmpty { addBlankBeforeRecto(to: &list) }
    append(prefaceList, to: &list)
    return list
  }

  // MARK: Contents

  private func entries(_ prefaces: PageList, _ body: PageList) -> [FrontMatter.Entry] {
    prefaces.entries(depth: design.contentsDepth, chaptersBefore: 0).map { FrontMatter.Entry($0, in: prefaces) }
      + body.entries(depth: design.contentsDepth, chaptersBefore: prefaces.chapters.count).map {
        FrontMatter.Entry($0, in: body)
      }
  }

  private func figures(_ prefaces: PageList, _ body: PageList) -> [FrontMatter.Entry] {
    [prefaces, body].flatMap { list in list.figures.map { FrontMatter.Entry($0, in: list) } }
  }

  // MARK: Pages

  /// Adds made pages, numbered after those there are; leaves `made` empty.
  func add(_ made: inout FrontMatter.Result, to list: inout PageList, isRoman: Bool = true) {
    var part = PageList(design: design, title: "", author: "", language: "")
    part.items = made.items
    part.lines = made.lines
    part.links = made.links
    _ = part.add(made.blocks)
    for page in made.pages {
      let number = list.pages.count + part.pages.count
      let folio = isRoman ? Int32(number + 1) : (part.pages.last ?? list.pages.last)?.folio ?? 0
      var record = PageRecord(
        kind: page.kind, isRecto: number % 2 == 0, isRoman: isRoman, folio: isRoman ? folio : folio + 1,
        lines: page.lines)
      record.isOpener = page.isOpener
      part.pages.append(record)
    }
    append(part, to: &list)
    made = FrontMatter.Result()
  }

  private func blanksBeforeRecto(_ list: PageList) -> Int {
    design.sides == .facing ? list.pages.count % 2 : 0
  }

  func addBlankBeforeRecto(to list: inout PageList) {
    if blanksBeforeRecto(list) == 1 { addBlank(to: &list) }
  }

  /// It is counted as the page before it is.
  func addBlank(to list: inout PageList) {
    let last = list.pages.last
    list.pages.append(
      PageRecord(
        kind: .blank, isRecto: list.pages.count % 2 == 0, isRoman: last?.isRoman ?? true, folio: (last?.folio ?? 0) + 1,
        lines: list.lines.count..<list.lines.count))
  }

  /// Puts one list's pages behind another's.
  func append(_ part: consuming PageList, to list: inout PageList) {
    let (itemBase, lineBase, pageBase) = (UInt32(list.items.count), UInt32(list.lines.count), list.pages.count)
    let chapterBase = Int32(list.chapters.count)
    let ruleBase = UInt32(list.rules.count)
    let blockBase = list.add(part.blocks)
    list.items += part.items
    list.rules += part.rules
    list.lines.reserveCapacity(list.lines.count + part.lines.count)
    for var line in part.lines {
      line.firstItem += itemBase
      line.endItem += itemBase
      line.block = line.block.moved(by: blockBase)
      list.lines.append(line)
    }
    for var picture in part.pictures {
      picture.item += itemBase
      if picture.page >= 0 { picture.page += Int32(pageBase) }
      list.pictures.append(picture)
    }
    for var link in part.links {
      link.first += itemBase
      link.end += itemBase
      list.links.append(link)
    }
    list.places.merge(part.places.lazy.map { ($0.key, Place(page: $0.value.page + Int32(pageBase), y: $0.value.y)) }) {
      first, _ in first
    }
    for var page in part.pages {
      page.firstLine += lineBase
      page.endLine += lineBase
      page.firstRule += ruleBase
      page.endRule += ruleBase
      if page.chapter >= 0 { page.chapter += chapterBase }
      list.pages.append(page)
    }
    for var chapter in part.chapters {
      chapter.page += pageBase
      list.chapters.append(chapter)
    }
    list.marks += part.marks.map { ($0.mark, $0.chapter < 0 ? -1 : $0.chapter + Int(chapterBase)) }
  }

  /// Puts front pages before the body. The body's lines and items, nearly all there are, stay
  /// where they are, and the front's stand behind them: pages alone have an order.
  func stand(_ front: PageList, before list: inout PageList) {
    let (itemBase, lineBase) = (UInt32(list.items.count), UInt32(list.lines.count))
    let (pageBase, chapterBase) = (front.pages.count, front.chapters.count)
    for index in list.pages.indices where list.pages[index].chapter >= 0 {
      list.pages[index].chapter += Int32(chapterBase)
    }
    for index in list.pictures.indices where list.pictures[index].page >= 0 {
      list.pictures[index].page += Int32(pageBase)
    }
    for index in list.takenPictures.indices where list.takenPictures[index].page >= 0 {
      list.takenPictures[index].page += Int32(pageBase)
    }
    for index in list.chapters.indices { list.chapters[index].page += pageBase }
    list.marks = front.marks + list.marks.map { ($0.mark, $0.chapter < 0 ? -1 : $0.chapter + chapterBase) }
    list.chapters = front.chapters + list.chapters
    list.places = front.places.merging(
      list.places.lazy.map { ($0.key, Place(page: $0.value.page + Int32(pageBase), y: $0.value.y)) }
    ) { first, _ in first }
    let ruleBase = UInt32(list.rules.count)
    let blockBase = list.add(front.blocks, standsFirst: true)
    list.rules += front.rules
    list.items += front.items
    for var line in front.lines {
      line.firstItem += itemBase
      line.endItem += itemBase
      line.block = line.block.moved(by: blockBase)
      list.lines.append(line)
    }
    for var picture in front.pictures {
      picture.item += itemBase
      list.pictures.append(picture)
    }
    for var link in front.links {
      link.first += itemBase
      link.end += itemBase
      list.links.append(link)
    }
    let frontPages = front.pages.map { page in
      var page = page
      page.firstLine += lineBase
      page.endLine += lineBase
      page.firstRule += ruleBase
      page.endRule += ruleBase
      return page
    }
    list.pages = frontPages + list.pages
  }
}
