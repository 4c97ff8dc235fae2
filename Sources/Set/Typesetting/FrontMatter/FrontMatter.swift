internal import BookModel
internal import PageDesign
internal import PageModel
internal import Units

/// Title page, imprint and contents: set last, when the body's folios are known. Body
/// folios begin again at 1, so its length never moves the body (DESIGN.md 3.11).
struct FrontMatter {
  let maker: GalleyMaker
  let design: PageDesign
  /// Of the type of contents, times what the design says.
  var entryScale = 1.0

  /// Pages with their lines; the lines count items from their own 0.
  struct Result {
    var items: [TextItem] = []
    var lines: [LineRecord] = []
    var links: [LinkSpan] = []
    var rubies: [SetRuby] = []
    var blocks = BlockOutline()
    var pages: [(kind: PageRecord.Kind, lines: Range<Int>, isOpener: Bool)] = []
  }

  // MARK: Title page

  /// - Parameter words: how many the book has, about.
  func titlePage(_ metadata: Metadata, words: String, title: String, into result: inout Result) {
    switch design.titlePageForm {
    case .display: displayTitle(metadata, title: title, into: &result)
    case .manuscript: manuscriptTitle(metadata, words: words, title: title, into: &result)
    }
  }

  /// Author above, the count of words against it, title and author in the middle.
  private func manuscriptTitle(_ metadata: Metadata, words: String, title: String, into result: inout Result) {
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
    take(.title, into: &result)
  }

  // MARK: Imprint

  /// Edition, publisher, rights: a few lines without a heading, at the foot of the title's back.
  func imprint(_ section: Section, into result: inout Result) {
    let rows = FrontMatter.rows(of: maker.galley(for: section))
    place(section, from: Int32(max(0, design.rows - rows)))
    take(.imprint, into: &result)
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
  static func isImprint(_ section: Section, _ galley: Galley) -> Bool {
    section.matter == .front && section.heading == nil && ![.dedication, .epigraph].contains(section.role)
      && rows(of: galley) <= (section.role == .imprint ? 24 : 8) && galley.notes.isEmpty
      && galley.elements.allSatisfy { isPlain($0) && $0.settings.allSatisfy(\.attachments.isEmpty) }
  }

  /// Lines or white, and nothing that is set as one piece.
  static func isPlain(_ element: GalleyElement) -> Bool { element.vertical.kind == .space || !element.isBox }

  static func rows(of galley: Galley) -> Int {
    galley.elements.reduce(0) { sum, element in
      sum + (element.vertical.settings.first?.lines.reduce(0) { $0 + Int($1.rows) } ?? 0)
    }
  }

  // MARK: Pages

  func take(
    _ kind: PageRecord.Kind, keepingItems: Bool = false, isOpener: Bool = true, into result: inout Result
  ) {
    let base = UInt32(result.items.count)
    let start = result.lines.count
    let blockBase = Int32(result.blocks.entries.count)
    for var line in maker.stick.lines {
      line.firstItem += base
      line.endItem += base
      line.block = line.block.moved(by: blockBase)
      result.lines.append(line)
    }
    result.pages.append((kind, start..<result.lines.count, isOpener))
    maker.stick.lines = []
    if !keepingItems {
      for var link in maker.galley.links {
        link.first += base
        link.end += base
        result.links.append(link)
      }
      maker.galley.links = []
      result.rubies += maker.galley.rubies.map { $0.moved(by: base) }
      maker.galley.rubies = []
      result.blocks.append(maker.galley.blocks)
      maker.galley.blocks = BlockOutline()
      result.items += maker.galley.items
      maker.galley.items = []
    }
  }
}
