internal import Finishing
internal import PageModel
internal import Typesetting
internal import Units

extension StructurePlan {
  /// - Parameters:
  ///   - pages: in the order of the book.
  ///   - unshown: files of pictures in whose place a frame was drawn, which is an artifact.
  init(_ list: PageList, _ pages: consuming PageContents, unshown: Set<String> = []) {
    self.init()
    let blocks = list.blocks
    var holdsSections = [Bool](repeating: false, count: blocks.entries.count)
    for entry in blocks.entries {
      if case .section = entry.role, entry.parent.isOfBook { holdsSections[Int(entry.parent.number)] = true }
    }
    var known: [String: Int32] = [:]
    nodes.reserveCapacity(blocks.entries.count)
    for (index, entry) in blocks.entries.enumerated() {
      let type = holdsSections[index] ? "Part" : entry.role.type
      if known[type] == nil {
        known[type] = Int32(types.count)
        types.append(type)
      }
      nodes.append(Node(type: known[type] ?? 0, parent: entry.parent.number))
    }
    for (block, words) in blocks.alternatives { alternatives[block.number] = words }
    for (block, span) in blocks.spans { spans[block.number] = Span(columns: span.columns, rows: span.rows) }
    outermost = blocks.sections.map(\.number)
    roles = StructurePlan.ownTypes
    self.pages = pages
    if !unshown.isEmpty { self.pages.removePictures(unshown) }
    pageHeight = list.design.trim.height.points + 2 * list.design.bleed.points
    labels = list.pages.indices.map { list.label(ofPage: $0) }
  }

  /// Names of octavo's own, and what they come nearest to among the standard ones.
  private static let ownTypes = [
    "Verse": "Div", "Stanza": "Div", "VerseLine": "P", "Letter": "Div", "Dateline": "P", "Signature": "P",
    "Attribution": "P", "Callout": "Div", "CalloutTitle": "P", "Speech": "Div", "Preformatted": "P",
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
    case .callout: "Callout"
    case .calloutTitle: "CalloutTitle"
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
