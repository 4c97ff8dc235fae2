/// Citations as MultiMarkdown writes them, `[p. 3][#key]`, and the works that a text lists itself: `[#key]: words`.
struct MultiMarkdownWorks {
  /// Something in the text looks like one.
  let areThere: Bool
  /// Keys of works that the text lists.
  private(set) var defined: Set<String> = []

  init(_ lines: [Substring]) {
    let found = lines.filter { line in
      // by bytes: most lines have none
      var before: UInt8 = 0
      return line.utf8.contains { byte in
        defer { before = byte }
        return byte == 0x23 && before == 0x5B
      }
    }
    areThere = !found.isEmpty
    for line in found where line.hasPrefix("[#") {
      guard let close = line.firstIndex(of: "]"), line[close...].hasPrefix("]:") else { continue }
      // one word is a link's address
      let words = line[close...].dropFirst(2).trimmingBlanks
      if words.contains(" ") { defined.insert(String(line[..<close].dropFirst(2))) }
    }
  }

  /// The place in the work, the key, and where the citation ends that begins at a bracket.
  static func citation(
    _ line: Substring, _ at: Substring.Index
  ) -> (place: Substring, key: Substring, end: Substring.Index)? {
    guard let (first, end) = bracket(line[at...]) else { return nil }
    if first.first == "#" { return key(first).map { ("", $0, end) } }
    guard let (second, last) = bracket(line[end...]), second.first == "#", !first.hasPrefix("^") else { return nil }
    return key(second).map { (first, $0, last) }
  }

  private static func bracket(_ rest: Substring) -> (words: Substring, end: Substring.Index)? {
    guard rest.first == "[" else { return nil }
    // no more than a line: what opens again and again is looked through once
    let inner = rest.utf8.dropFirst().prefix(400)
    guard let close = inner.firstIndex(where: { $0 == 0x5B || $0 == 0x5D }), rest.utf8[close] == 0x5D else {
      return nil
    }
    return (rest[inner.startIndex..<close], rest.utf8.index(after: close))
  }

  private static func key(_ words: Substring) -> Substring? {
    let key = words.dropFirst()
    return key.first?.isLetter == true && !key.contains(where: { $0.isWhitespace || $0 == "(" }) ? key : nil
  }
}
