/// Makes a dictionary's patterns complete, as libhyphen wants them.
///
/// libhyphen applies one pattern at each place of a word, that of the longest
/// text it knows there, and trusts that a preprocessor has merged the shorter
/// ones into it; without that "you'll get bad hyphenations, i.e. a silent
/// failure" (README.hyphen). Several dictionaries were never preprocessed: with
/// Debian's Russian one, half of the points are missing. Here every known text
/// takes over what its longest known ending has, in order of length, along the
/// fallback links of Aho & Corasick (Efficient string matching, CACM 18, 1975,
/// p. 336), so the cost is linear in the patterns.
enum PatternCompletion {
  /// The dictionary with complete patterns, or nil if nothing had to be added.
  static func complete(_ file: [UInt8]) -> [UInt8]? {
    guard let firstEnd = file.firstIndex(where: { $0 == 0x0A }) else { return nil }
    var output = Array(file[...firstEnd])
    var isChanged = false
    var level = PatternTrie()
    for line in file[(firstEnd + 1)...].split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      if line.starts(with: "NEXTLEVEL".utf8) {
        isChanged = level.complete() || isChanged
        level.write(to: &output)
        output += "NEXTLEVEL\n".utf8
        level = PatternTrie()
      } else if line.first == 0x25 || line.first == 0x23 {
        continue  // comments: % by libhyphen's rule, # by custom
      } else if line.contains(0x2F) || isKeyword(line) {
        // Patterns that change the spelling stay as they are: merged, they go wrong (README.nonstandard).
        output += line
        output.append(0x0A)
        if line.contains(0x2F) { level.reserve(line) }
      } else {
        level.insert(line)
      }
    }
    isChanged = level.complete() || isChanged
    level.write(to: &output)
    return isChanged ? output : nil
  }

  private static func isKeyword(_ line: ArraySlice<UInt8>) -> Bool {
    // "LEFTHYPHENMIN", "COMPOUNDRIGHTHYPHENMIN", "NOHYPHEN": patterns are in lower case.
    guard let first = line.first, [0x4C, 0x52, 0x43, 0x4E].contains(first) else { return false }
    return ["LEFTHYPHENMIN", "RIGHTHYPHENMIN", "COMPOUND", "NOHYPHEN"].contains { line.starts(with: $0.utf8) }
  }
}

/// The patterns of one level by their bytes.
private struct PatternTrie {
  private struct Node {
    var byte: UInt8
    var parent: Int32
    var firstChild: Int32 = -1
    var sibling: Int32 = -1
    /// The longest other node that is this one's ending.
    var fallback: Int32 = 0
    var depth: Int32
    /// Of `values`: the digit before each byte and the one after the last; -1 while there are none.
    var values: Int32 = -1
    /// Belongs to a pattern that changes the spelling and is written elsewhere.
    var isReserved = false
  }

  private var nodes = [Node(byte: 0, parent: 0, depth: 0)]
  private var values: [UInt8] = []

  /// libhyphen's line buffer (MAX_CHARS), less the line end and the NUL; longer lines it drops.
  private static let longestLine = 98

  mutating func insert(_ line: ArraySlice<UInt8>) {
    var node: Int32 = 0
    var digits: [UInt8] = [0]
    for byte in line {
      if byte <= 0x20 { break }
      if (0x30...0x39).contains(byte) {
        digits[digits.count - 1] = byte - 0x30
      } else {
        node = child(of: node, byte)
        digits.append(0)
      }
    }
    guard node != 0, line.count <= PatternTrie.longestLine else { return }
    setValues(of: node, to: digits[...])
  }

  /// Keeps the text of a non-standard pattern from being written a second time.
  mutating func reserve(_ line: ArraySlice<UInt8>) {
    var node: Int32 = 0
    for byte in line.prefix(while: { $0 != 0x2F }) where !(0x30...0x39).contains(byte) { node = child(of: node, byte) }
    if node != 0 { nodes[Int(node)].isReserved = true }
  }

  private mutating func setValues(of node: Int32, to digits: ArraySlice<UInt8>) {
    nodes[Int(node)].values = Int32(values.count)
    values += digits
  }

  private func find(_ node: Int32, _ byte: UInt8) -> Int32? {
    var next = nodes[Int(node)].firstChild
    while next >= 0 {
      if nodes[Int(next)].byte == byte { return next }
      next = nodes[Int(next)].sibling
    }
    return nil
  }

  private mutating func child(of node: Int32, _ byte: UInt8) -> Int32 {
    if let known = find(node, byte) { return known }
    let new = Int32(nodes.count)
    let sibling = nodes[Int(node)].firstChild
    nodes.append(Node(byte: byte, parent: node, sibling: sibling, depth: nodes[Int(node)].depth + 1))
    nodes[Int(node)].firstChild = new
    return new
  }

  /// Merges into each node the digits of its fallback; whether any grew.
  mutating func complete() -> Bool {
    var isChanged = false
    // Breadth first: a fallback is shorter, so it is complete already.
    var queue: [Int32] = [0]
    queue.reserveCapacity(nodes.count)
    var head = 0
    while head < queue.count {
      let node = queue[head]
      head += 1
      var next = nodes[Int(node)].firstChild
      while next >= 0 {
        queue.append(next)
        next = nodes[Int(next)].sibling
      }
      if nodes[Int(node)].depth < 2 { continue }
      var fallback = nodes[Int(nodes[Int(node)].parent)].fallback
      let byte = nodes[Int(node)].byte
      while fallback != 0, find(fallback, byte) == nil { fallback = nodes[Int(fallback)].fallback }
      fallback = find(fallback, byte) ?? 0
      nodes[Int(node)].fallback = fallback
      if merge(fallback, into: node) { isChanged = true }
    }
    return isChanged
  }

  private mutating func merge(_ ending: Int32, into node: Int32) -> Bool {
    let source = Int(nodes[Int(ending)].values)
    if ending == 0 || source < 0 || nodes[Int(node)].isReserved { return false }
    let count = Int(nodes[Int(ending)].depth) + 1
    let offset = Int(nodes[Int(node)].depth) + 1 - count
    var isChanged = false
    if nodes[Int(node)].values < 0 {
      setValues(of: node, to: ArraySlice(repeating: 0, count: offset + count))
      isChanged = true
    }
    let target = Int(nodes[Int(node)].values) + offset
    for i in 0..<count where values[target + i] < values[source + i] {
      values[target + i] = values[source + i]
      isChanged = true
    }
    return isChanged
  }

  func write(to output: inout [UInt8]) {
    var letters: [UInt8] = []
    for node in nodes.dropFirst() where node.values >= 0 && !node.isReserved {
      letters.removeAll(keepingCapacity: true)
      var current = node
      while current.depth > 0 {
        letters.append(current.byte)
        current = nodes[Int(current.parent)]
      }
      let start = output.count
      for i in 0...letters.count {
        let digit = values[Int(node.values) + i]
        if digit > 0 { output.append(0x30 + digit) }
        if i < letters.count { output.append(letters[letters.count - 1 - i]) }
      }
      // A pattern that has grown too long for a line is given up: it would be dropped with a message.
      if output.count - start > PatternTrie.longestLine { output.removeSubrange(start...) } else { output.append(0x0A) }
    }
  }
}
