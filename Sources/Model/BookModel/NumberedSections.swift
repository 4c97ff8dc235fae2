extension Book {
  /// Numbers the chapters and the headings in them (`2`, `2.1`, `2.1.1`), appendices by letters; what has a number of its
  /// own keeps it, and what is not to have one has none.
  public mutating func numberSections() {
    var (chapters, appendices) = (0, 0)
    for index in sections.indices {
      var prefix = ""
      if sections[index].heading?.isNumbered == true {
        switch (sections[index].matter, sections[index].role) {
        case (.body, .chapter):
          chapters += 1
          prefix = "\(chapters)"
        case (.back, .appendix):
          appendices += 1
          prefix = List.Counting.upperLetters.written(appendices)
        default: continue
        }
        sections[index].heading?.number(prefix)
      } else if sections[index].heading != nil {
        continue
      }
      sections[index].numberHeadings(prefix)
    }
  }
}

extension Section {
  fileprivate mutating func numberHeadings(_ prefix: String) {
    let levels = blocks.compactMap { block in
      if case .heading(let heading) = block, heading.isNumbered { heading.level } else { nil }
    }
    guard let top = levels.min() else { return }
    var counts: [Int] = []
    for index in blocks.indices {
      guard case .heading(var heading) = blocks[index], heading.isNumbered else { continue }
      let depth = heading.level - top
      while counts.count <= depth { counts.append(0) }
      counts.removeSubrange((depth + 1)...)
      counts[depth] += 1
      // a level that was passed over counts as none
      let own = counts.filter { $0 > 0 }.map(String.init).joined(separator: ".")
      heading.number(prefix.isEmpty ? own : prefix + "." + own)
      blocks[index] = .heading(heading)
    }
  }
}

extension Heading {
  fileprivate mutating func number(_ number: String) {
    guard label.isEmpty else { return }
    label = [Inline(pinned: number, style: .plain, source: title.first?.source ?? source)]
  }
}

extension Inline {
  /// It is none of the manuscript's words.
  package var isPinned: Bool {
    guard let first = marks.first, first.source == source.offset, case .text(let words) = content else { return false }
    return marks.count == words.utf8.count && marks.allSatisfy { $0.source == first.source }
  }
}
