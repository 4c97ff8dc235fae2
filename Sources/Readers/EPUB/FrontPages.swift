internal import BookModel
internal import Manuscript
internal import Units

extension [FlowItem] {
  /// Pages of a few words before the first heading are dedications, epigraphs and copyright pages where the contents or
  /// their own words say so, each on a page of its own.
  func withFrontPages(_ places: [NamedPlace], title: String?) -> [FlowItem] {
    guard let end = firstIndex(where: \.isHeading), end > 0 else { return self }
    let labels = Dictionary(
      places.filter { $0.spot == nil }.map { ($0.page, BookMatter(heading: $0.label)) }
    ) { first, _ in first }
    var items = self
    var start = 0
    while start < end {
      var next = start + 1
      while next < end, self[next].page == self[start].page, !self[next].breaks, !self[next].isRule { next += 1 }
      defer { start = next }
      let page = self[start..<next].filter { !$0.isRule && !$0.isWhite }
      guard let first = page.first, let kind = kind(of: page, label: labels[first.page] ?? nil, title) else { continue }
      for index in start..<next { items[index].types.append(["frontmatter", kind]) }
      items[start].beginsPage = true
    }
    return items
  }

  /// - Parameter label: what the contents call the document.
  private func kind(of page: [FlowItem], label: BookMatter?, _ title: String?) -> String? {
    guard page.reduce(0, { $0 + $1.words.utf8.count }) < 1_500, let first = page.first,
      !page.contains(where: { !$0.types.allSatisfy { $0.isDisjoint(with: FlowItem.settledTypes) } })
    else { return nil }
    let isDedication = PackagingFilter.isDedication(first.words)
    // what is left of a title page is that, but for what stands apart and says whom the book is for
    if first.has(["titlepage"]) {
      if page.contains(where: { $0.words.isOfImprint }) { return "copyright-page" }
      return isDedication && !first.beginsPage ? "dedication" : nil
    }
    switch label {
    case .dedication: return "dedication"
    case .epigraph: return "epigraph"
    default: break
    }
    switch BookMatter(page: page.compactMap(\.block), title: title) {
    case .copyright: return "copyright-page"
    case .dedication: return isDedication ? "dedication" : nil
    case .epigraph:
      let last = page.last?.words.trimmed ?? ""
      return page.count > 1 && last.isAttribution ? "epigraph" : nil
    default: return nil
    }
  }
}

extension FlowItem {
  /// Of pages that are known.
  fileprivate static let settledTypes: Set<String> = [
    "dedication", "epigraph", "copyright-page", "imprint", "colophon", "preface", "foreword", "chapter", "part",
    "halftitlepage", "cover", "toc",
  ]
}

extension String {
  fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension [FlowItem] {
  /// Documents of fixed layout begin pages.
  func withFixedPages(_ pages: Set<Int>) -> [FlowItem] {
    guard !pages.isEmpty else { return self }
    var made: [FlowItem] = []
    made.reserveCapacity(count + pages.count)
    for item in self {
      if let last = made.last, last.page != item.page, pages.contains(item.page) || pages.contains(last.page) {
        var end = last
        end.content = .block(.pageBreak(SourceLocation(offset: last.range.upperBound)))
        end.range = last.range.upperBound..<last.range.upperBound
        (end.anchors, end.beginsPage, end.breaks) = ([], false, false)
        made.append(end)
      }
      made.append(item)
    }
    return made
  }
}

extension [Block] {
  /// White between lines, as white above the next of them: what stands on the back of a title is of lines alone.
  var withWhiteOfLines: [Block] {
    var made: [Block] = []
    for block in self {
      guard case .paragraph(var line) = block, let last = made.last, case .sceneBreak(let pause) = last,
        pause.mark == .space
      else {
        made.append(block)
        continue
      }
      line.spaceAbove = Swift.max(line.spaceAbove, 1)
      made[made.count - 1] = .paragraph(line)
    }
    return made
  }
}
