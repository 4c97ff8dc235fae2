internal import BookModel
internal import Design
internal import PageModel
internal import Shaping
internal import Units

/// What stands before the prefaces: title page, imprint, contents and the like; and a colophon behind the text.
/// Body folios begin again at 1, so its length never moves the body (DESIGN.md 3.11).
struct FrontMatter {
  let maker: GalleyMaker
  let design: PageDesign
  /// The word table that its items count in (`PageRecord.table`).
  let table: UInt16
  /// Of the type of contents, times what the design says.
  var entryScale = 1.0

  init(_ design: PageDesign, language: String, shaper: Shaper, table: UInt16) {
    self.design = design
    self.table = table
    maker = GalleyMaker(design: design, language: language, shaper: shaper)
    maker.setsFormulas = false
  }

  // MARK: Title page

  /// - Parameter words: how many the book has, about.
  func titlePage(_ metadata: Metadata, words: String, title: String, into list: inout PageList) {
    switch design.titlePageForm {
    case .display: displayTitle(metadata, title: title, into: &list)
    case .manuscript: manuscriptTitle(metadata, words: words, title: title, into: &list)
    }
  }

  /// Author above, the count of words against it, title and author in the middle.
  private func manuscriptTitle(_ metadata: Metadata, words: String, title: String, into list: inout PageList) {
    maker.begin()
    func part(_ text: String, row: Int, _ placement: GalleyMaker.Placement) {
      guard !text.isEmpty else { return }
      var spec = GalleyMaker.LineSpec(
        frame: GalleyMaker.Frame(style: BlockStyle(scale: design[.title].scale, hyphenates: false, hangs: false)))
      spec.placement = placement
      let first = maker.stick.lines.count
      _ = maker.lay([Inline(text)], spec: spec)
      for (k, index) in (first..<maker.stick.lines.count).enumerated() {
        maker.stick.lines[index].y = Int32(row + k) * maker.leading
      }
    }
    let isEnglish = maker.resolver.language.hasPrefix("en")
    let authors = metadata.authors.joined(separator: ", ")
    part(authors, row: 0, .leading)
    if isEnglish { part("about \(words) words", row: 0, .trailing) }
    let middle = design.rows * 2 / 5
    part(title, row: middle, .centred)
    if !authors.isEmpty { part(isEnglish ? "by \(authors)" : authors, row: middle + 2, .centred) }
    takeAll(.title, into: &list)
  }

  // MARK: Imprint

  /// Edition, publisher, rights: a few lines without a heading, at the foot of the title's back.
  func imprint(_ section: Section, into list: inout PageList) {
    let rows = FrontMatter.rows(of: maker.galley(for: section))
    place(section, from: Int32(max(0, design.rows - rows)))
    take(.imprint, file: section.source.file, into: &list)
  }

  /// A section's lines, centred, from a row down.
  func place(_ section: Section, from first: Int32, as look: ElementLook = ElementLook()) {
    let galley = maker.galley(for: section, as: look)
    var lines: [LineRecord] = []
    var row = first
    for element in galley.elements {
      if element.vertical.kind == .space {
        row += 1
        continue
      }
      for var line in element.settings[0].lines {
        line.y = row * maker.leading
        line.x = 0
        line.flags.insert(.isCentred)
        row += 1
        lines.append(line)
      }
    }
    maker.stick.lines = lines
  }

  /// Whether a section is no more than that.
  func isImprint(_ section: Section, _ galley: Galley) -> Bool {
    section.matter == .front && section.heading == nil && ![.alsoBy, .dedication, .epigraph].contains(section.role)
      && FrontMatter.rows(of: galley) <= (section.role == .imprint ? design.rows : min(design.rows, 8))
      && !FrontMatter.callsNote(section) && galley.elements.allSatisfy(FrontMatter.isPlain)
  }

  /// Whether a section calls a note, also one at the book's end: its mark is numbered with those of the text.
  static func callsNote(_ section: Section) -> Bool {
    var calls = false
    for block in section.blocks {
      block.visitText { inlines, _ in
        calls = calls || inlines.contains { if case .noteReference = $0.content { true } else { false } }
      }
    }
    return calls
  }

  /// Lines or white, and nothing that is set as one piece or stands beside lines, such as cells and markers.
  static func isPlain(_ element: GalleyElement) -> Bool {
    (element.vertical.kind == .space || !element.isBox) && element.settings.allSatisfy(\.attachments.isEmpty)
  }

  static func rows(of galley: Galley) -> Int {
    galley.elements.reduce(0) { sum, element in
      sum + (element.vertical.settings.first?.lines.reduce(0) { $0 + Int($1.rows) } ?? 0)
    }
  }

  // MARK: Pages

  /// Puts the lines that were set on a page behind those there are, and what is too much for it on the next ones:
  /// nothing that somebody writes of a book is ever too long for its edition.
  func takeAll(_ kind: PageRecord.Kind, isRoman: Bool = true, file: UInt16 = 0, into list: inout PageList) {
    let height = Int32(design.rows) * maker.leading
    /// Which of the pages a line stands on.
    func number(_ line: LineRecord) -> Int { Int(max(0, line.y).count(of: height)) }
    let last = maker.stick.lines.map(number).max() ?? 0
    var pages = [[LineRecord]](repeating: [], count: last + 1)
    for var line in maker.stick.lines {
      let page = number(line)
      line.y -= Int32(page) * height
      pages[page].append(line)
    }
    for (number, lines) in pages.enumerated() {
      maker.stick.lines = lines
      take(kind, keepingItems: number < last, isOpener: number == 0, isRoman: isRoman, file: file, into: &list)
    }
  }

  /// Puts the lines that were set on a page behind those there are, numbered after them.
  /// - Parameters:
  ///   - keepingItems: more pages of the same items follow.
  ///   - file: that the lines' sources count in.
  func take(
    _ kind: PageRecord.Kind, keepingItems: Bool = false, isOpener: Bool = true, isRoman: Bool = true,
    file: UInt16 = 0, into list: inout PageList
  ) {
    let shift = Shift(items: UInt32(list.items.count), blocks: Int32(list.blocks.entries.count))
    let start = list.lines.count
    list.lines += maker.stick.lines.map { $0.moved(by: shift) }
    maker.stick.lines = []
    let number = list.pages.count
    var page = PageRecord(
      kind: kind, isRecto: number % 2 == 0, isRoman: isRoman,
      folio: isRoman ? Int32(number + 1) : (list.pages.last?.folio ?? 0) + 1, lines: start..<list.lines.count,
      rules: list.rules.count..<list.rules.count, table: table, file: file)
    page.isOpener = isOpener
    list.pages.append(page)
    guard !keepingItems else { return }
    list.links += maker.galley.links.map { $0.moved(by: shift) }
    list.rubies += maker.galley.rubies.map { $0.moved(by: shift) }
    list.items += maker.galley.items
    _ = list.add(maker.galley.blocks)
    (maker.galley.links, maker.galley.rubies, maker.galley.items) = ([], [], [])
    maker.galley.blocks = BlockOutline()
  }
}
