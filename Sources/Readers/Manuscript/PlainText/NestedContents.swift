internal import BookModel

/// Contents lists that tell the levels by how far their lines stand in:
///
///     THE ROSE--
///       TO THE ROSE UPON THE ROOD OF TIME
///       FERGUS AND THE DRUID
extension PlainTextSource {
  /// The entries of such a list in two depths; empty for a list of another kind.
  func nestedEntries(in list: Range<Int>) -> [ListedHeading] {
    var entries: [(words: String, indent: Int)] = []
    for i in lines(of: list).dropFirst() {
      let words = entryKey(i)
      if words.isEmpty || ["page", "pages", "seite"].contains(words) { continue }
      let indent = Int(lines[i].indent)
      // the rest of a long one
      if let last = entries.last, indent > last.indent, beginsSmall(bytes(ofLine: i)) { continue }
      entries.append((words, indent))
    }
    if let groups = groupedEntries(in: list) { return groups }
    let indents = Set(entries.map(\.indent)).sorted()
    guard entries.count >= 6, indents.count == 2, indents[1] >= indents[0] + 2, entries[0].indent == indents[0] else {
      return []
    }
    let found = entries.map { ListedHeading(words: $0.words, depth: $0.indent == indents[0] ? 0 : 1) }
    let holding = zip(found, found.dropFirst()).count { $0.depth == 0 && $1.depth == 1 }
    return holding >= 2 && found.count { $0.depth == 1 } >= holding * 2 ? found : []
  }

  /// The entries where some name no page and head those that do, apart from them or less far in; nil for another list.
  ///
  ///     SONNETS--
  ///         To Keats                     21
  private func groupedEntries(in list: Range<Int>) -> [ListedHeading]? {
    let all = lines(of: list).dropFirst().filter { i in
      let words = entryKey(i)
      return !words.isEmpty && !["page", "pages", "seite", "bladz", "pagina"].contains(words)
    }
    var found: [(entry: ListedHeading, indent: Int)] = []
    var isOpen = false
    for (n, i) in all.enumerated() {
      let indent = Int(lines[i].indent)
      if hasPageNumber(i) {
        // what stands as far out as a group is a section of its own
        let isOuter = found.last { $0.entry.depth == 0 }.map {
          $0.indent + 2 <= (found.last?.indent ?? 0) && indent <= $0.indent
        }
        found.append((ListedHeading(words: entryKey(i), depth: isOuter ?? true ? 0 : 1), indent))
        isOpen = false
        continue
      }
      // one group has no group right below it, and the rest of an entry stands right below that
      guard !isOpen, n + 1 < all.count, hasPageNumber(all[n + 1]),
        lines[all[n + 1]].blanksBefore > 0 || Int(lines[all[n + 1]].indent) >= indent + 2
      else {
        // the first line of a long entry
        if n + 1 < all.count, hasPageNumber(all[n + 1]), lines[all[n + 1]].blanksBefore == 0 { continue }
        return nil
      }
      found.append((ListedHeading(words: entryKey(i), depth: 0), indent))
      isOpen = true
    }
    let groups = all.count { !hasPageNumber($0) }
    guard groups >= 2, found.count >= groups * 2, found.count { $0.entry.depth == 1 } >= groups else { return nil }
    return found.map(\.entry)
  }

  private func lines(of list: Range<Int>) -> [Int] { list.flatMap { Array(chunks[$0].lines) } }

  /// Gives headings that all stand on one level those of the contents list, where the text has nearly all of them.
  ///
  /// What has nothing below it but the first of its own is a part.
  func nest(_ headings: inout [HeadingDecision], by entries: [ListedHeading]) {
    let outer = headings.indices.filter { !headings[$0].isInside && headings[$0].matter == .body }
    guard !entries.isEmpty, outer.allSatisfy({ headings[$0].level == 1 && headings[$0].role == .chapter }) else {
      return
    }
    var depths: [Int: Int] = [:]
    var next = 0
    for n in headings.indices {
      let c = headings[n].chunk
      guard bytes(ofChunk: c).count <= 240 else { continue }
      let words = titleWords(string(ofChunk: c)).joined(separator: " ")
      guard let k = (next..<min(next + 12, entries.count)).first(where: { entries[$0].words == words }) else {
        continue
      }
      depths[n] = entries[k].depth
      next = k + 1
    }
    // what parts a section in little white begins no page because a list names it
    let areOuter = depths.keys.count { !headings[$0].isInside } * 10 >= depths.count * 9
    guard areOuter, depths.count * 10 >= entries.count * 8, depths.count * 10 >= outer.count * 8 else { return }
    var holder: Int?
    for n in headings.indices {
      switch depths[n] {
      case 0?: holder = n
      case 1?:
        guard let holder else { continue }
        headings[n].isInside = false
        headings[n].level = 2
        // what stands above all that is counted looked like a preface
        if headings[holder].matter == .front, headings[holder].role == .preface {
          (headings[holder].matter, headings[holder].role) = (.body, .chapter)
        }
        if n == holder + 1, headings[n].chunk == headings[holder].chunk + 1 { headings[holder].role = .part }
      default: break
      }
      if depths[n] == 0, headings[n].isInside {
        headings[n].isInside = false
        headings[n].level = 1
      }
    }
  }
}
