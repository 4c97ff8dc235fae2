/// One step of a path through the search: an element set, or a page begun.
struct PathNode {
  /// The step before; -1 for none.
  var parent: Int32
  /// For an element, its setting; for a page, the line of the element it begins at.
  var value: Int32
  /// -1 for an element, else the page packed (`PageStart`).
  var page: Int32

  /// Instead of a float's setting: it waits for a page's head, or stands where it is called, below none of the
  /// white before it or below that in one of its settings. With a setting of its own it was set like a box, after
  /// the floats that waited.
  static let movedOn = -1
  static let placed = -2
  static func placed(below white: Int) -> Int { placed - 1 - white }
  static func white(of placed: Int) -> Int? { placed < Self.placed ? Self.placed - 1 - placed : nil }
}

/// How a page, or a column of one, begins: which it is, and what those before leave to it.
struct PageStart {
  /// Its place among those that end level with it (`PageRules.slots`).
  var slot: Int
  /// Index into the heights a spread may have.
  var height: Int
  /// Floats that wait for a page head.
  var floats: Int
  /// Rows of a note parted on the page before.
  var carried: Int
  /// Rows of notes in the margin that found no room on the pages before. It is of the cheapest path: others to the
  /// same state are hardly ever different, and a state more for each row would be a search for each.
  var margin = 0

  /// Without what is of the path alone.
  var key: Int32 { Int32(carried << 9 | floats << 6 | height << 3 | slot) }
  var packed: Int32 { key | Int32(min(margin, PageStart.mostMargin) << 24) }
  private static let mostMargin = 127

  init(slot: Int, height: Int, floats: Int = 0, carried: Int = 0) {
    self.slot = slot
    self.height = height
    self.floats = floats
    self.carried = carried
  }

  init(packed: Int32) {
    let bits = Int(packed)
    slot = bits & 7
    height = bits >> 3 & 7
    floats = bits >> 6 & 7
    carried = bits >> 9 & 0x7FFF
    margin = bits >> 24
  }
}

/// All steps that some live path may still use, oldest first.
struct NodePool {
  private(set) var nodes: [PathNode]
  /// Nodes at which unused ones are dropped; doubles with what is kept, so that the
  /// work stays linear. 1 << 17 nodes are 1.5 MB, more than all but the longest chapters make.
  private var limit = 1 << 17

  init() {
    nodes = []
    // of an ordinary chapter
    nodes.reserveCapacity(1 << 11)
  }

  var needsCompaction: Bool { nodes.count > limit }

  /// Appends the steps of up to so many states, written by `body`, which is told the first one's number.
  mutating func push(atMost count: Int, _ body: (inout OutputSpan<PathNode>, Int32) -> Void) {
    let first = Int32(truncatingIfNeeded: nodes.count)
    nodes.append(addingCapacity: count) { body(&$0, first) }
  }

  mutating func push(parent: Int32, value: Int, page: Int32 = -1) -> Int32 {
    nodes.append(PathNode(parent: parent, value: Int32(truncatingIfNeeded: value), page: page))
    return Int32(truncatingIfNeeded: nodes.count - 1)
  }

  subscript(index: Int32) -> PathNode { nodes[Int(index)] }

  /// Drops what no root leads to and renumbers the roots. Paths of a long chapter meet
  /// a few pages back, so little more than one path is kept.
  mutating func compact(roots: inout [Int32]) {
    var isKept = [Bool](repeating: false, count: nodes.count)
    for root in roots where root >= 0 { isKept[Int(root)] = true }
    for index in nodes.indices.reversed() where isKept[index] {
      let parent = nodes[index].parent
      if parent >= 0 { isKept[Int(parent)] = true }
    }
    var place = [Int32](repeating: -1, count: nodes.count)
    var kept = 0
    for index in nodes.indices where isKept[index] {
      var node = nodes[index]
      if node.parent >= 0 { node.parent = place[Int(node.parent)] }
      nodes[kept] = node
      place[index] = Int32(kept)
      kept += 1
    }
    nodes.removeLast(nodes.count - kept)
    for index in roots.indices where roots[index] >= 0 { roots[index] = place[Int(roots[index])] }
    limit = max(1 << 17, 2 * kept)
  }
}
