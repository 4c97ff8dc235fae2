/// The pages that begin inside the element in hand, the cheapest way to each kept.
///
/// Grouped by the line of the element that they begin with; a line has a handful, so
/// the group is a linked list.
struct StartTable {
  struct Record {
    var start: PageStart
    var key: Int32
    var cost: Int
    /// The path to the page's end before it; to the page itself if `isRooted`.
    var from: Int32
    var isRooted: Bool
    var next: Int32
  }

  private(set) var records: [Record] = []
  private var heads: [Int32] = []

  /// Empties the table for an element of so many lines.
  mutating func reset(lines: Int) {
    records.removeAll(keepingCapacity: true)
    heads.removeAll(keepingCapacity: true)
    for _ in 0...lines { heads.append(-1) }
  }

  mutating func add(_ start: PageStart, at line: Int, cost: Int, from: Int32, isRooted: Bool = false) {
    let key = start.key
    var index = heads[line]
    while index >= 0 {
      let at = Int(index)
      if records[at].key == key {
        if cost < records[at].cost {
          records[at].cost = cost
          records[at].start = start
          records[at].from = from
          records[at].isRooted = isRooted
        }
        return
      }
      index = records[at].next
    }
    records.append(
      Record(start: start, key: key, cost: cost, from: from, isRooted: isRooted, next: heads[line]))
    heads[line] = Int32(truncatingIfNeeded: records.count - 1)
  }

  func hasPages(at line: Int) -> Bool { heads[line] >= 0 }

  /// Takes out the page at the line that has most to bring from the pages before: the ones it
  /// may lead to at the same line bring less. `nil` when all are done.
  mutating func take(at line: Int) -> Record? {
    var chosen = heads[line]
    guard chosen >= 0 else { return nil }
    var beforeChosen: Int32 = -1
    var before = chosen
    var index = records[Int(chosen)].next
    while index >= 0 {
      if Self.isBefore(records[Int(index)].start, records[Int(chosen)].start) {
        chosen = index
        beforeChosen = before
      }
      before = index
      index = records[Int(index)].next
    }
    let record = records[Int(chosen)]
    if beforeChosen >= 0 { records[Int(beforeChosen)].next = record.next } else { heads[line] = record.next }
    return record
  }

  private static func isBefore(_ first: PageStart, _ second: PageStart) -> Bool {
    (first.carried, first.floats) > (second.carried, second.floats)
  }
}
