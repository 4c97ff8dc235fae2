/// The patterns of a dictionary by their letters: tries that share one hash table.
///
/// A node is a number, and a pair of node and byte leads to the node below. Most
/// pairs asked for do not exist, and one probe mostly is enough to say so.
struct PatternTrie: Sendable {
  /// Above all nodes; `secondRoot` serves dictionaries that have two levels of patterns.
  static let firstRoot: UInt32 = 0
  static let secondRoot: UInt32 = 1

  /// A pair of node (24 bits) and byte (8 bits), and the node it leads to; 0 where the slot is free.
  /// After `index`, `leaf` besides where nothing goes on from the node.
  private struct Slot {
    var pair: UInt32 = 0
    var node: UInt32 = 0
  }

  private static let leaf: UInt32 = 1 << 31

  private var slots: [Slot]
  /// Turns a 32-bit hash into an index of `slots`.
  private var shift: UInt32
  /// The nodes that a root and a byte lead to, by their pair: where every look-up begins.
  private var firstNodes = [UInt32](repeating: 0, count: 2 << 8)
  /// For `fastRoot`, by three letters of a to z or dots, or fewer at a word's end: see `index`.
  private var beginnings: [Beginning] = []
  private var fastRoot: UInt32?
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
  /// - Parameter count: of its letters, the first ones of the array.
  mutating func insert(_ letters: [UInt8], ranks: [UInt8], count: Int, under root: UInt32) {
    guard count > 0, count <= PatternTrie.longestPattern else { return }
    var (first, end) = (0, count + 1)
    while first < end, ranks[first] == 0 { first += 1 }
    while end > first, ranks[end - 1] == 0 { end -= 1 }
    var node = root
    if first == end {
      // Zeros say nothing (a sixth of the German compounds), but take back what was said before.
      for index in 0..<count {
        node = below(node, letters[index])
        if node == 0 { break }
      }
      if node != 0 { starts[Int(node)] = 0 }
      return
    }
    for index in 0..<count {
      let pair = node << 8 | UInt32(letters[index])
      let place = slot(pair)
      node = slots[place].node
      if node == 0 {
        node = UInt32(starts.count)
        slots[place] = Slot(pair: pair, node: node)
        if pair < firstNodes.count { firstNodes[Int(pair)] = node }
        starts.append(0)
        // Fuller than three fifths, a table without an answer is searched too long.
        if starts.count * 5 > slots.count * 3 { grow() }
      }
    }
    starts[Int(node)] = UInt32(packed.count)
    packed.append(UInt8(first))
    packed.append(UInt8(end - first))
    for index in first..<end { packed.append(ranks[index]) }
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: 2 * old.count)
    shift -= 1
    for entry in old where entry.node != 0 { slots[slot(entry.pair)] = entry }
  }

  /// What three letters lead to at once.
  private struct Beginning {
    /// The node of all three; 0 where no pattern goes on from them.
    var node: UInt32 = 0
    /// The greatest ranks that the patterns of the first letter, of two and of all three set: before
    /// the first letter in the low byte.
    var ranks: UInt32 = 0
  }

  /// Numbers for the letters a to z and the dot, and for what is behind a word.
  private static let codes = 28
  private static let noLetter = 27

  @inline(__always)
  private static func isCoded(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 || byte == 0x2E }

  /// The number of a byte from a to z, or else of the dot.
  @inline(__always)
  private static func code(_ byte: UInt8) -> Int { min(Int(byte &- 0x61), 26) }

  /// Looks up once what all words ask for: the first three letters take one look at memory then
  /// for four, and few places need more. No pattern can be added after it.
  mutating func index(_ root: UInt32) {
    var goesOn = [Bool](repeating: false, count: starts.count)
    for slot in slots where slot.node != 0 { goesOn[Int(slot.pair >> 8)] = true }
    let codes = PatternTrie.codes
    let bytes = (UInt8(ascii: "a")...UInt8(ascii: "z")) + [UInt8(ascii: ".")]
    beginnings = [Beginning](repeating: Beginning(), count: codes * codes * codes)
    for (first, byte) in bytes.enumerated() {
      let node = firstNodes[Int(root << 8 | UInt32(byte))]
      if node == 0 { continue }
      let ranks = ranks(of: node)
      for second in 0..<codes {
        let row = (first * codes + second) * codes
        let below = second < bytes.count ? below(node, bytes[second]) : 0
        let both = PatternTrie.greatest(ranks, below == 0 ? 0 : self.ranks(of: below))
        for third in 0..<codes {
          let last = below != 0 && third < bytes.count ? self.below(below, bytes[third]) : 0
          beginnings[row + third] = Beginning(
            node: goesOn[Int(last)] ? last : 0,
            ranks: last == 0 ? both : PatternTrie.greatest(both, self.ranks(of: last)))
        }
      }
    }
    fastRoot = root
    for index in slots.indices where slots[index].node != 0 && !goesOn[Int(slots[index].node)] {
      slots[index].node |= PatternTrie.leaf
    }
  }

  /// The ranks of a pattern of at most three letters.
  private func ranks(of node: UInt32) -> UInt32 {
    let start = Int(starts[Int(node)])
    if start == 0 { return 0 }
    var ranks: UInt32 = 0
    for k in 0..<Int(packed[start + 1]) {
      ranks |= UInt32(packed[start + 2 + k]) << UInt32(8 * (Int(packed[start]) + k))
    }
    return ranks
  }

  private static func greatest(_ first: UInt32, _ second: UInt32) -> UInt32 {
    var ranks: UInt32 = 0
    for shift in [0, 8, 16, 24] as [UInt32] { ranks |= max(first >> shift & 0xFF, second >> shift & 0xFF) << shift }
    return ranks
  }

  /// Raises `ranks[i]`, the rank before `text[i]`, to what each pattern found in `text[range]` says.
  ///
  /// All patterns count wherever they stand, the greatest digit wins (Liang, p. 12).
  ///
  /// All places of the word go one letter further at a time, so that the looks at memory
  /// that one place takes after another overlap with those of the others.
  /// - Parameters:
  ///   - ranks: holds three more than the range reaches.
  ///   - walks: a buffer.
  func apply(to text: [UInt8], in range: Range<Int>, under root: UInt32, ranks: inout [UInt8], walks: inout [Walk]) {
    while walks.count < range.count { walks.append(Walk(node: 0, begin: 0)) }
    let text = text.span
    var ranks = ranks.mutableSpan
    var walks = walks.mutableSpan
    var count = 0
    var depth = 0
    if root == fastRoot, begin(text, range, ranks: &ranks, walks: &walks, count: &count) {
      depth = 3
    } else {
      for begin in range { walks[begin - range.lowerBound] = Walk(node: root, begin: begin) }
      count = range.count
    }
    let slots = slots.span
    let starts = starts.span
    let packed = packed.span
    let last = UInt32(truncatingIfNeeded: slots.count - 1)
    while count > 0 {
      // the last places have no further letter
      while count > 0, walks[count - 1].begin + depth >= range.upperBound { count -= 1 }
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
        kept += node &- 1 < PatternTrie.leaf - 1 ? 1 : 0
        let start = Int(starts[Int(node & ~PatternTrie.leaf)])
        if start == 0 { continue }
        let first = begin + Int(packed[start])
        for k in 0..<Int(packed[start + 1]) { ranks[first + k] = max(ranks[first + k], packed[start + 2 + k]) }
      }
      count = kept
      depth += 1
    }
  }

  /// The first three letters of all places at once; false, with nothing done, where a letter is not of the table.
  private func begin(
    _ text: Span<UInt8>, _ range: Range<Int>, ranks: inout MutableSpan<UInt8>, walks: inout MutableSpan<Walk>,
    count: inout Int
  ) -> Bool {
    var isPlain = true
    for index in range { isPlain = isPlain && PatternTrie.isCoded(text[index]) }
    guard isPlain else { return false }
    let beginnings = beginnings.span
    var second = PatternTrie.noLetter
    var third = PatternTrie.noLetter
    var kept = range.count
    var begin = range.upperBound
    // from the last place back, and so the walks from the buffer's end
    while begin > range.lowerBound {
      begin -= 1
      let first = PatternTrie.code(text[begin])
      let found = beginnings[(first * PatternTrie.codes + second) * PatternTrie.codes + third]
      (second, third) = (first, second)
      ranks[begin] = max(ranks[begin], UInt8(truncatingIfNeeded: found.ranks))
      ranks[begin + 1] = max(ranks[begin + 1], UInt8(truncatingIfNeeded: found.ranks >> 8))
      ranks[begin + 2] = max(ranks[begin + 2], UInt8(truncatingIfNeeded: found.ranks >> 16))
      ranks[begin + 3] = max(ranks[begin + 3], UInt8(truncatingIfNeeded: found.ranks >> 24))
      walks[kept - 1] = Walk(node: found.node, begin: begin)
      kept -= found.node == 0 ? 0 : 1
    }
    count = range.count - kept
    for index in 0..<count { walks[index] = walks[kept + index] }
    return true
  }

  /// A place of the word at which a pattern may begin, and how far it has come.
  struct Walk {
    var node: UInt32
    var begin: Int
  }
}
