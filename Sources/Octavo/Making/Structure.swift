internal import Finishing
internal import PageModel
internal import Typesetting
internal import Units

extension StructurePlan {
  /// - Parameters:
  ///   - pages: in the order of the book.
  ///   - unshown: files of pictures in whose place a frame was drawn, which is an artifact.
  init(_ list: PageList, _ pages: [PageContent], unshown: Set<String> = []) {
    self.init()
    let blocks = list.blocks
    var holdsSections = [Bool](repeating: false, count: blocks.entries.count)
    for entry in blocks.entries {
      if case .section = entry.role, entry.parent.isOfBook { holdsSections[Int(entry.parent.number)] = true }
    }
    nodes = blocks.entries.indices.map { index in
      let entry = blocks.entries[index]
      return Node(
        type: holdsSections[index] ? "Part" : entry.role.type, parent: entry.parent.number,
        alternative: blocks.alternatives[BlockID(index)],
        columns: blocks.spans[BlockID(index)]?.columns ?? 1, rows: blocks.spans[BlockID(index)]?.rows ?? 1)
    }
    outermost = blocks.sections.map(\.number)
    roles = StructurePlan.ownTypes
    self.pages = pages
    if !unshown.isEmpty {
      for index in pages.indices { self.pages[index].pictures.removeAll { unshown.contains($0.file) } }
    }
    pageHeight = list.design.trim.height.points + 2 * list.design.bleed.points
    labels = list.pages.indices.map { list.label(ofPage: $0) }
  }

  /// Names of octavo's own, and what they come nearest to among the standard ones.
  private static let ownTypes = [
    "Verse": "Div", "Stanza": "Div", "VerseLine": "P", "Letter": "Div", "Dateline": "P", "Signature": "P",
    "Attribution": "P", "Speech": "Div", "Preformatted": "P",
  ]
}

extension BlockRole {
  /// Its structure type (ISO 32000-1, 14.8.4).
  fileprivate var type: String {
    switch self {
    case .section: "Sect"
    case .heading(let level): "H\(min(max(level, 1), 6))"
    case .paragraph, .sceneBreak: "P"
    case .verse: "Verse"
    case .stanza: "Stanza"
    case .verseLine: "VerseLine"
    case .quotation: "BlockQuote"
    case .attribution: "Attribution"
    case .letter: "Letter"
    case .dateline: "Dateline"
    case .signature: "Signature"
    case .speech: "Speech"
    case .list: "L"
    case .item: "LI"
    case .label: "Lbl"
    case .itemBody: "LBody"
    case .table: "Table"
    case .tableHead: "THead"
    case .tableBody: "TBody"
    case .row: "TR"
    case .headCell: "TH"
    case .cell: "TD"
    case .code: "Code"
    case .preformatted: "Preformatted"
    case .figure: "Figure"
    case .caption: "Caption"
    case .note: "Note"
    case .contents: "TOC"
    case .contentsEntry: "TOCI"
    }
  }
}

extension StructurePlan.PageContent {
  /// What of a page is of which block, as it is going to be drawn.
  /// - Parameter page: spaces move by a hair where cairo would leave them out.
  init(_ page: inout Page) {
    self.init()
    page.nudgeSpaces()
    var known: [StructurePlan.Part: Int32] = [:]
    func part(_ block: BlockID, _ link: Int32) -> Int32 {
      switch block {
      case .head: return StructurePlan.head
      case .foot: return StructurePlan.foot
      default: break
      }
      guard block.isOfBook else { return StructurePlan.none }
      let part = StructurePlan.Part(node: block.number, link: link)
      if let index = known[part] { return index }
      parts.append(part)
      known[part] = Int32(parts.count - 1)
      return Int32(parts.count - 1)
    }
    for run in page.runs where !run.isShape {
      let own = part(run.block, run.link)
      if marks.last?.part != own { marks.append(StructurePlan.Mark(glyph: UInt32(glyphs), part: own)) }
      glyphs += run.glyphs.count
    }
    for picture in page.pictures where !picture.file.isEmpty {
      let frame = picture.crop ?? PageFrame(x: picture.x, y: picture.y, width: picture.width, height: picture.height)
      pictures.append(
        StructurePlan.Picture(
          part: part(picture.block, -1), x: frame.x, y: frame.y, width: frame.width, height: frame.height,
          file: picture.file))
    }
  }
}

extension Page {
  /// cairo 1.16 leaves out what has no extent: a space drawn by itself that stands at a whole
  /// point, to 1/256 (`_cairo_composite_rectangles_init_for_glyphs`). It stands beside it.
  fileprivate mutating func nudgeSpaces() {
    for index in runs.indices where runs[index].glyphs.count == 1 && text[runs[index].text].elementsEqual([0x20]) {
      let glyph = runs[index].glyphs.lowerBound
      if Int((glyphs[glyph].x * 256).rounded()) % 256 == 0 { glyphs[glyph].x += 1.0 / 128 }
      if Int((glyphs[glyph].y * 256).rounded()) % 256 == 0 { glyphs[glyph].y += 1.0 / 128 }
    }
  }
}
