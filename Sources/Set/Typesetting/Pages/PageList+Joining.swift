internal import PageDesign
internal import Units

/// Lists of pages that are put behind each other.
extension PageList {
  /// Adds made pages, numbered after those there are; leaves `made` empty.
  /// - Parameter table: the word table that their items count in.
  mutating func add(_ made: inout FrontMatter.Result, isRoman: Bool = true, table: UInt16 = 0) {
    var part = PageList(design: design, title: "", author: "", language: "")
    part.items = made.items
    part.lines = made.lines
    part.links = made.links
    part.rubies = made.rubies
    _ = part.add(made.blocks)
    for page in made.pages {
      let number = pages.count + part.pages.count
      let folio = isRoman ? Int32(number + 1) : (part.pages.last ?? pages.last)?.folio ?? 0
      var record = PageRecord(
        kind: page.kind, isRecto: number % 2 == 0, isRoman: isRoman, folio: isRoman ? folio : folio + 1,
        lines: page.lines, table: table)
      record.isOpener = page.isOpener
      part.pages.append(record)
    }
    append(part)
    made = FrontMatter.Result()
  }

  var blanksBeforeRecto: Int { design.sides == .facing ? pages.count % 2 : 0 }

  mutating func addBlankBeforeRecto() {
    if blanksBeforeRecto == 1 { addBlank() }
  }

  /// It is counted as the page before it is.
  mutating func addBlank() {
    let last = pages.last
    pages.append(
      PageRecord(
        kind: .blank, isRecto: pages.count % 2 == 0, isRoman: last?.isRoman ?? true, folio: (last?.folio ?? 0) + 1,
        lines: lines.count..<lines.count))
  }

  /// Puts another list's pages behind these.
  mutating func append(_ part: consuming PageList) {
    let (itemBase, lineBase, pageBase) = (UInt32(items.count), UInt32(lines.count), pages.count)
    let chapterBase = Int32(chapters.count)
    let ruleBase = UInt32(rules.count)
    let blockBase = add(part.blocks)
    items += part.items
    rules += part.rules
    rubies += part.rubies.map { $0.moved(by: itemBase) }
    lines.reserveCapacity(lines.count + part.lines.count)
    for var line in part.lines {
      line.firstItem += itemBase
      line.endItem += itemBase
      line.block = line.block.moved(by: blockBase)
      lines.append(line)
    }
    for var picture in part.pictures {
      picture.item += itemBase
      if picture.page >= 0 { picture.page += Int32(pageBase) }
      pictures.append(picture)
    }
    for var link in part.links {
      link.first += itemBase
      link.end += itemBase
      links.append(link)
    }
    places.merge(part.places.lazy.map { ($0.key, Place(page: $0.value.page + Int32(pageBase), y: $0.value.y)) }) {
      first, _ in first
    }
    for var page in part.pages {
      page.firstLine += lineBase
      page.endLine += lineBase
      page.firstRule += ruleBase
      page.endRule += ruleBase
      if page.chapter >= 0 { page.chapter += chapterBase }
      pages.append(page)
    }
    for var chapter in part.chapters {
      chapter.page += pageBase
      chapters.append(chapter)
    }
    marks += part.marks.map { ($0.mark, $0.chapter < 0 ? -1 : $0.chapter + Int(chapterBase)) }
  }

  /// Puts front pages before these, the body. Its lines and items, nearly all there are, stay
  /// where they are, and the front's stand behind them: pages alone have an order.
  mutating func standBehind(_ front: PageList) {
    let (itemBase, lineBase) = (UInt32(items.count), UInt32(lines.count))
    let (pageBase, chapterBase) = (front.pages.count, front.chapters.count)
    for index in pages.indices where pages[index].chapter >= 0 {
      pages[index].chapter += Int32(chapterBase)
    }
    for index in pictures.indices where pictures[index].page >= 0 {
      pictures[index].page += Int32(pageBase)
    }
    for index in takenPictures.indices where takenPictures[index].page >= 0 {
      takenPictures[index].page += Int32(pageBase)
    }
    for index in chapters.indices { chapters[index].page += pageBase }
    marks = front.marks + marks.map { ($0.mark, $0.chapter < 0 ? -1 : $0.chapter + chapterBase) }
    chapters = front.chapters + chapters
    places = front.places.merging(
      places.lazy.map { ($0.key, Place(page: $0.value.page + Int32(pageBase), y: $0.value.y)) }
    ) { first, _ in first }
    let ruleBase = UInt32(rules.count)
    let blockBase = add(front.blocks, standsFirst: true)
    rules += front.rules
    items += front.items
    rubies += front.rubies.map { $0.moved(by: itemBase) }
    for var line in front.lines {
      line.firstItem += itemBase
      line.endItem += itemBase
      line.block = line.block.moved(by: blockBase)
      lines.append(line)
    }
    for var picture in front.pictures {
      picture.item += itemBase
      pictures.append(picture)
    }
    for var link in front.links {
      link.first += itemBase
      link.end += itemBase
      links.append(link)
    }
    let frontPages = front.pages.map { page in
      var page = page
      page.firstLine += lineBase
      page.endLine += lineBase
      page.firstRule += ruleBase
      page.endRule += ruleBase
      return page
    }
    pages = frontPages + pages
  }
}
