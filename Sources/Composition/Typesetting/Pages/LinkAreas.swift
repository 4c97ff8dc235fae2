package import PageModel
internal import Shaping
internal import Units

/// Gathers the rectangles of a line's links while its segments are drawn: one for each
/// stretch of the line that leads to one place.
struct LinkAreas {
  /// Links that begin before the line's end, from the first that ends within it.
  private let spans: ArraySlice<LinkSpan>
  private let firstItem: UInt32
  private var open: (span: Int, area: LinkArea)?

  /// For a line without links.
  init() {
    spans = []
    firstItem = 0
  }

  /// - Parameter links: in the order of their items.
  init(_ links: [LinkSpan], of line: LineRecord) {
    firstItem = line.firstItem
    // links do not overlap, so their ends ascend as their beginnings do
    let first = links.lowerBound { $0.end <= line.firstItem }
    spans = links[first...].prefix { $0.first < line.endItem }
  }

  var isEmpty: Bool { spans.isEmpty }

  /// - Parameters:
  ///   - x: the pen before the segment's space, points from the trim's left edge.
  ///   - list: says where links lead.
  ///   - isDeferred: it does not yet; the link's number stands for it.
  mutating func begin(_ segment: LineSegment, at x: Double, list: PageList, isDeferred: Bool, into page: inout Page) {
    let item = firstItem + UInt32(segment.index)
    let span = spans.firstIndex { $0.first <= item && item < $0.end }
    if let open, open.span == span { return }
    close(into: &page)
    guard let span, let target = isDeferred ? .link(list.firstLink + span) : list.target(of: spans[span]) else {
      return
    }
    // the space before belongs to the text before
    let start = segment.isLeader ? x : x + segment.space / 1024
    open = (span, LinkArea(x: start, y: .infinity, width: 0, height: 0, target: target))
  }

  /// The link that is open, by the place it will have on the page; -1 for none.
  func link(on page: Page) -> Int32 { open == nil ? -1 : Int32(page.links.count) }

  mutating func end(at x: Double, baseline: Double, measured: MeasuredStyle) {
    guard var current = open else { return }
    let top = baseline - Double(measured.look.rise + measured.ascent) / 1024
    let bottom = baseline + Double(measured.descent - min(measured.look.rise, 0)) / 1024
    let oldBottom = current.area.y.isFinite ? current.area.y + current.area.height : bottom
    current.area.y = min(current.area.y, top)
    current.area.height = max(bottom, oldBottom) - current.area.y
    current.area.width = max(0, x - current.area.x)
    open = current
  }

  mutating func close(into page: inout Page) {
    defer { open = nil }
    guard var area = open?.area, area.width > 0 else { return }
    // a note's mark alone is too small to hit
    let missing = max(0, 6 - area.width)
    area.x -= missing / 2
    area.width += missing
    page.links.append(area)
  }
}

extension PageList {
  /// Page and height, or address, that a link leads to; nil where it leads nowhere.
  package func target(of link: LinkSpan) -> LinkArea.Target? {
    switch link.target {
    case .unknown: nil
    // every line of a link names its address: longer ones would be most of the file, and browsers give up at 2,000
    case .uri(let address): address.utf8.count <= 8192 ? .uri(address) : nil
    case .anchor(.chapter(let index)):
      index < chapters.count && !chapters[index].isCut
        ? .page(chapters[index].page, y: y(of: chapters[index])) : nil
    case .anchor(let anchor): target(of: anchor)
    case .folio(let mark, _): target(of: .mark(mark))
    }
  }

  private func target(of anchor: Anchor) -> LinkArea.Target? {
    places[anchor.place].map { .page(Int($0.page), y: y(of: $0)) }
  }

  /// Points from the trim's top to the white above a chapter's heading; 0 where it begins the page.
  package func y(of chapter: Chapter) -> Double {
    chapter.rowsAbove == 0 || design.writing == .vertical
      ? 0 : (design.top + design.leading * (chapter.rowsAbove - 1)).points
  }

  /// Points from the trim's top to a little above the place's line.
  package func y(of place: AnchorPlace) -> Double {
    // of vertical lines all begin at the top
    guard design.writing == .horizontal else { return design.top.points }
    let baseline = design.top.units + Int(firstBaseline) + Int(place.y)
    return max(0, Double(baseline) / 1024 - design.leading.points * 1.5)
  }
}
