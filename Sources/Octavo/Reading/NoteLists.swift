internal import BookModel
internal import Manuscript
internal import Units

extension Book {
  /// The numbers and signs that octavo sets before the items of lists in notes, where they run in with the words, each
  /// with the byte of the manuscript that they stand before. One whose item has no words stands behind those before it.
  var numbersInNotes: [(file: Int, offset: Int, words: String)] {
    var found: [(file: Int, offset: Int, words: String)] = []
    for (_, note) in notes.sorted(by: { $0.key < $1.key }) {
      var numbers = NumbersInNote(hasSigns: true)
      for block in note.blocks { numbers.look(block) }
      found += numbers.found.map { (Int(note.source.file), $0.offset, $0.words) }
      if let end = numbers.end, !numbers.waiting.isEmpty {
        found.append((Int(note.source.file), end, " " + numbers.waiting))
      }
    }
    return found
  }
}

extension Book {
  /// The numbers and signs of lists that stand so deep, or count so far, that they may have no column beside their
  /// items: then they run in with the words, each before a byte of the manuscript.
  var numbersThatMayRunIn: [(file: Int, offset: Int, words: String)] {
    var found: [(file: Int, offset: Int, words: String)] = []
    for section in sections {
      for block in section.blocks where block.mayRunIn(depth: 0) {
        var numbers = NumbersInNote(hasSigns: true)
        numbers.look(block)
        found += numbers.found.map { (Int(section.source.file), $0.offset, $0.words) }
        if let end = numbers.end, !numbers.waiting.isEmpty {
          found.append((Int(section.source.file), end, numbers.waiting))
        }
      }
    }
    return found
  }
}

extension Block {
  /// - Parameter depth: of lists and quotations around it.
  fileprivate func mayRunIn(depth: Int) -> Bool {
    var inner = depth
    switch self {
    case .list(let list):
      let isLong = list.items.indices.contains { (list.marker(of: $0)?.utf8.count ?? 0) > 5 }
      if list.counting != .none, isLong || depth > 1 { return true }
      inner += 1
    case .quotation, .callout, .letter: inner += 1
    // where the columns have no room its cells are set one behind the other
    case .table: inner += 2
    default: break
    }
    var isFound = false
    visitParts(text: { _, _ in }) { block in isFound = isFound || block.mayRunIn(depth: inner) }
    return isFound
  }
}

extension Note {
  /// The numbers and signs of its lists, where these have no words.
  var numbersAlone: String {
    var numbers = NumbersInNote(hasSigns: true)
    for block in blocks { numbers.look(block) }
    return numbers.end == nil ? numbers.waiting : ""
  }
}

/// Gathers the numbers of a note's items.
private struct NumbersInNote {
  /// The signs of items without numbers are gathered, too, whatever they are: one that says no more than that.
  var hasSigns = false
  var found: [(offset: Int, words: String)] = []
  /// Those behind which no words have come yet.
  var waiting = ""
  /// Behind the last words.
  var end: Int?

  mutating func look(_ block: Block) {
    switch block {
    case .list(let list):
      for (index, item) in list.items.enumerated() {
        if let marker = list.marker(of: index), list.counting != .none {
          waiting += marker + " "
        } else if hasSigns, list.counting != .none {
          waiting += "\u{2022} "
        }
        for block in item.blocks { look(block) }
      }
    case .preformatted(let code):
      guard let first = code.lines.first, let last = code.lines.last else { return }
      let end = Int(last.source.offset) + last.text.utf8.drop { $0 == 0x20 }.count
      take(Int(first.source.offset)..<max(end, Int(first.source.offset)))
    case .table(let table):
      // its cells in their order, be they words or blocks
      for cell in (table.head + table.rows).joined() {
        if cell.blocks.isEmpty { [cell.inlines.sourceRange].compactMap { $0 }.forEach { take($0) } }
        for block in cell.blocks { look(block) }
      }
    default:
      var inner: [Block] = []
      var ranges: [Range<Int>] = []
      // what it holds has its place among its words
      block.visitParts(text: { inlines, _ in ranges += [inlines.sourceRange].compactMap { $0 } }) { inner.append($0) }
      // who speaks, or when a letter was written, stands before the rest
      let start = inner.first.map { Int($0.source.offset) } ?? .max
      for range in ranges where range.upperBound <= start { take(range) }
      for block in inner { look(block) }
      if !inner.isEmpty, let last = ranges.map(\.upperBound).max() { end = max(end ?? 0, last) }
    }
  }

  private mutating func take(_ words: Range<Int>) {
    if !waiting.isEmpty { found.append((words.lowerBound, waiting)) }
    waiting = ""
    end = max(end ?? 0, words.upperBound)
  }
}
