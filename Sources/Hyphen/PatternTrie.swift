/// The patterns of a dictionary by their letters: tries that share one hash table.
///
/// A node is a number, and a pair of node and byte leads to the node below. Most
/// pairs asked for do not exist, and one probe mostly is enough to say so.
struct PatternTrie: Sendable {
  /// Above all nodes; `secondRoot` serves dictionaries that have two levels of patterns.
  static let firstRoot: UInt32 = 0
  static let secondRoot: UInt32 = 1

  /// A pair of node (24 bits) and byte (8 bits), and the node it leads to; 0 where the slot is free.
  private struct Slot {
    var pair: UInt32 = 0
    var node: UInt32 = 0
  }

  private var slots: [Slot]
  /// Turns a 32-bit hash into an index of `slots`.
  private var shift: UInt32
  /// The nodes that a root and a byte lead to, by their pair: where every look-up begins.
  private var firstNodes = [UInt32](repeating: 0, count: 2 << 8)
  /// Of each node: where its pattern begins in `packed`, 0 where no pattern ends.
  private var starts: [UInt32] = [0, 0]
  /// Of each pattern: the place of its first rank that is not 0, the number of ranks from there, the ranks.
  private var packed: [UInt8] = [0]

  /// Largest file whose nodes can be numbered: each byte makes one node at most.
  static let largestFile = 1 << 24 - 2
  /// Places and numbers of ranks have one byte. No published pattern has 50 letters.
  static let longestPattern = 254

  /// Room for the patterns of a file of so many bytes; it grows where that was too little.
  init(fileSize: Int) {
    // The published files have a node for every three to five bytes.
    var bits: UInt32 = 8
    while bits < 24, 1 << bits < fileSize / 3 { bits += 1 }
    slots = [Slot](repeating: Slot(), count: 1 << bits)
    shift = 32 - bits
    starts.reserveCapacity(fileSize / 4)
    packed.reserveCapacity(fileSize / 3)
  }

  /// Fibonacci hashing: the upper bits are the good ones (Knuth, The Art of Computer Programming 3, 6.4).
  private static func hash(_ pair: UInt32) -> UInt32 { pair &* 0x9E37_79B1 }

  /// The slot of a pair, or the free one where it would stand.
  private func slot(_ pair: UInt32) -> Int {
    var index = Int(PatternTrie.hash(pair) >> shift)
    while slots[index].node != 0, slots[index].pair != pair { index = (index + 1) & (slots.count - 1) }
    return index
  }

  /// The node that `byte` leads to, or 0.
  private func below(_ node: UInt32, _ byte: UInt8) -> UInt32 {
    slots[slot(node << 8 | UInt32(byte))].node
  }

  /// Adds a pattern: one rank before each letter and one behind. The last pattern with the same letters counts.
  mutating func insert(_ letters: [UInt8], ranks: [UInt8], under root: UInt32) {
    guard !letters.isEmpty, letters.count <= PatternTrie.longestPattern else { return }
    guard let first = ranks.firstIndex(where: { $0 > 0 }), let last = ranks.lastIndex(where: { $0 > 0 }) else {
      // Zeros say nothing (a sixth of the German compounds), but take back what was said before.
      var node = root
      for byte in letters {
        node = below(node, byte)
        if node == 0 { return }
      }
      starts[Int(node)] = 0
      return
    }
    var node = root
    for byte in letters {
      let pair = node << 8 | UInt32(byte)
      let index = slot(pair)
      node = slots[index].node
      if node == 0 {
        node = UInt32(starts.count)
        slots[index] = Slot(pair: pair, node: node)
        if pair < firstNodes.count { firstNodes[Int(pair)] = node }
        starts.append(0)
        // Fuller than three fifths, a table without an answer is searched too long.
        if starts.count * 5 > slots.count * 3 { grow() }
      }
    }
    starts[Int(node)] = UInt32(packed.count)
    packed.append(UInt8(first))
    packed.append(UInt8(last - first + 1))
    packed += ranks[first...last]
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: 2 * old.count)
    shift -= 1
    for entry in old where entry.node != 0 { slots[slot(entry.pair)] = entry }
  }

  /// Raises `ranks[i]`, the rank before `text[i]`, to what each pattern found in `text[range]` says.
  ///
  /// All patterns count wherever they stand, the greatest digit wins (Liang, p. 12).
  ///
  /// All places of the word go one letter further at a time, so that the looks at memory
  /// that one place takes after another overlap with those of the others.
  /// - Parameter walks: a buffer.
  func apply(to text: [UInt8], in range: Range<Int>, under root: UInt32, ranks: inout [UInt8], walks: inout [Walk]) {
    walks.removeAll(keepingCapacity: true)
    for begin in range {
      let node = firstNodes[Int(root << 8 | UInt32(text[begin]))]
      if node == 0 { continue }
      walks.append(Walk(node: node, begin: begin))
      raise(&ranks, from: begin, to: node)
    }
    let slots = slots.span
    let starts = starts.span
    let packed = packed.span
    let text = text.span
    var ranks = ranks.mutableSpan
    var walks = walks.mutableSpan
    let last = UInt32(truncatingIfNeeded: slots.count - 1)
    var count = walks.count
    var depth = 1
    while count > 0 {
      // the last place has no further letter
      if walks[count - 1].begin + depth == range.upperBound { count -= 1 }
      var kept = 0
      for index in 0..<count {
        let begin = walks[index].begin
        let pair = walks[index].node << 8 | UInt32(text[begin + depth])
        var place = PatternTrie.hash(pair) >> shift
        // `place` stays below the number of slots, a power of two.
        while slots[Int(place)].node != 0, slots[Int(place)].pair != pair { place = (place + 1) & last }
        let node = slots[Int(place)].node
        // no node has no pattern: one branch less to guess
        walks[kept] = Walk(node: node, begin: begin)
        kept += node == 0 ? 0 : 1
        let start = Int(starts[Int(node)])
        if start == 0 { continue }
        let first = begin + Int(packed[start])
        for k in 0..<Int(packed[start + 1]) { ranks[first + k] = max(ranks[first + k], packed[start + 2 + k]) }
      }
      count = kept
      depth += 1
    }
  }

  private func raise(_ ranks: inout [UInt8], from begin: Int, to node: UInt32) {
    let start = Int(starts[Int(node)])
    if start == 0 { return }
    let first = begin + Int(packed[start])
    for k in 0..<Int(packed[start + 1]) { ranks[first + k] = max(ranks[first + k], packed[start + 2 + k]) }
  }

  /// A place of the word at which a pattern may begin, and how far it has come.
  struct Walk {
    var node: UInt32
    var begin: Int
  }
}
