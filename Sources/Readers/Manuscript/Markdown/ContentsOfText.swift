internal import BookModel
internal import Units

extension MarkdownBuilder {
  /// Leaves out a list of contents that somebody typed below a heading that says so: octavo's own takes its place.
  mutating func leaveOutTypedContents() {
    guard sections.contains(where: { $0.contentsHeading != nil }) else { return }
    var titles: Set<String> = []
    for section in sections {
      let inner = section.blocks.lazy.compactMap { if case .heading(let heading) = $0 { heading } else { nil } }
      for heading in [section.heading].compactMap({ $0 }) + inner {
        titles.formUnion([heading.plainText.lettersAndFigures, heading.title.plainText.lettersAndFigures])
      }
    }
    titles.remove("")
    for index in sections.indices.reversed() {
      guard let heading = sections[index].contentsHeading else { continue }
      let isOwn = sections[index].heading != nil
      let rest = sections[index].blocks.dropFirst(isOwn ? 0 : 1)
      let end = rest.firstIndex { !$0.mayList(titles) } ?? rest.endIndex
      let list = rest[..<end]
      guard list.isContents(of: titles), let last = list.flatMap(\.sourceRanges).map(\.upperBound).max() else {
        continue
      }
      reader.drop(
        Int(heading.source.offset)..<max(Int(heading.source.offset), last), in: heading.source.file,
        why: "contents list")
      if end < rest.endIndex {
        sections[index].heading = nil
        sections[index].role = .untitled
        sections[index].blocks.removeSubrange(..<end)
      } else {
        sections.remove(at: index)
      }
    }
  }
}

extension Section {
  /// A heading that announces contents, over the section or first in it.
  fileprivate var contentsHeading: Heading? {
    var first = heading
    if first == nil, case .heading(let heading)? = blocks.first { first = heading }
    return first.flatMap { BookMatter(heading: $0.plainText) == .contents ? $0 : nil }
  }
}

extension Block {
  /// A list, or paragraphs whose every line says what headings do, with or without pages' numbers.
  fileprivate func mayList(_ titles: Set<String>) -> Bool {
    switch self {
    case .paragraph(let paragraph):
      paragraph.inlines.split(whereSeparator: { $0.content == .lineBreak }).allSatisfy { $0.isEntry(of: titles) }
    case .list, .pageBreak, .sceneBreak: true
    default: false
    }
  }
}

extension ArraySlice<Block> {
  /// Whether nearly all entries say what headings do, and none says more than a line.
  fileprivate func isContents(of titles: Set<String>) -> Bool {
    var (known, all) = (0, 0)
    func look(_ block: Block) -> Bool {
      switch block {
      case .paragraph(let paragraph):
        for line in paragraph.inlines.split(whereSeparator: { $0.content == .lineBreak }) {
          all += 1
          if line.isEntry(of: titles) { known += 1 } else if Array(line).plainText.utf8.count > 80 { return false }
        }
        return true
      case .list(let list): return list.items.allSatisfy { $0.blocks.allSatisfy(look) }
      case .pageBreak, .sceneBreak: return true
      default: return false
      }
    }
    return allSatisfy(look) && all > 1 && known * 4 >= all * 3
  }
}

extension ArraySlice<Inline> {
  fileprivate func isEntry(of titles: Set<String>) -> Bool {
    !contains { if case .noteReference = $0.content { true } else { false } }
      && Array(self).plainText.lettersAndFigures.isMade(of: titles)
  }
}

extension String {
  /// Titles one behind the other, each before the number of a page or nothing.
  fileprivate func isMade(of titles: Set<String>) -> Bool {
    if titles.contains(self) { return true }
    let longest = titles.reduce(0) { Swift.max($0, $1.count) }
    var rest = self[...]
    var count = 0
    while !rest.isEmpty, count < 200 {
      guard
        let length = (1...Swift.max(1, Swift.min(longest, rest.count))).last(where: {
          titles.contains(String(rest.prefix($0)))
        })
      else { return false }
      rest = rest.dropFirst(length).drop(while: \.isNumber)
      count += 1
    }
    return count > 0
  }
}
