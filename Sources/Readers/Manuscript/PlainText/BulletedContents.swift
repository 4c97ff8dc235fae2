internal import BookModel

/// A heading as a contents list with bullets names it.
struct ListedHeading: Equatable {
  /// As `titleWords` has them.
  var words: String
  /// 0 for what stands furthest out.
  var depth: Int
}

/// Contents lists whose bullets tell the levels by how far they stand in, as programs write them:
///
///     * Guide
///          * Introduction
///               * What Is Debian?
extension PlainTextSource {
  /// The entries of such a list, an entry of several lines as one; empty for a list of another kind.
  func bulletedEntries(in list: Range<Int>) -> [ListedHeading] {
    var entries: [(text: String, indent: Int)] = []
    var others = 0
    for c in list {
      for i in chunks[c].lines {
        let range = bytes(ofLine: i)
        let indent = Int(lines[i].indent)
        if let bullet = bulletLength(range) {
          entries.append((string(range.dropFirst(bullet)), indent))
        } else if let last = entries.last, indent > last.indent {
          entries[entries.count - 1].text += " " + string(range)
        } else {
          others += 1
        }
      }
    }
    guard entries.count >= 8, others * 5 <= entries.count else { return [] }
    let indents = Set(entries.map(\.indent)).sorted()
    return entries.map { entry in
      ListedHeading(
        words: titleWords(entry.text).joined(separator: " "), depth: indents.firstIndex(of: entry.indent) ?? 0)
    }
  }

  /// Past the list with bullets that begins there, if it is one.
  func endOfBullets(from first: Int) -> Int? {
    var end = first
    while end < chunks.count, chunks[end].kind == .unknown,
      bulletLength(bytes(ofLine: chunks[end].lines.lowerBound)) != nil
    {
      end += 1
    }
    return bulletedEntries(in: first..<end).isEmpty ? nil : end
  }

  /// Bytes of `* ` or `• ` at the head of a line.
  private func bulletLength(_ range: Range<Int>) -> Int? {
    if range.count > 2, [0x2A, 0x2D, 0x2B].contains(file.text[range.lowerBound]),
      file.text[range.lowerBound + 1] == 0x20
    {
      return 2
    }
    return file.text[range.prefix(4)].elementsEqual([0xE2, 0x80, 0xA2, 0x20]) ? 4 : nil
  }

  /// The headings that such a list names, in its order and at its levels, and no others; nil where too few of them
  /// stand alone further down.
  func headings(listed entries: [ListedHeading]) -> [HeadingDecision]? {
    guard entries.count >= 8 else { return nil }
    var found: [(chunk: Int, depth: Int)] = []
    var next = 0
    for c in chunks.indices.dropLast() where chunks[c].kind == .unknown && chunks[c].lines.count <= 2 {
      guard next < entries.count, chunks[c].blanksBefore > 0, chunks[c + 1].blanksBefore > 0,
        bytes(ofChunk: c).count <= 160
      else { continue }
      let words = titleWords(string(ofChunk: c)).joined(separator: " ")
      // some of the list stand nowhere: what is left out, what a picture shows
      guard !words.isEmpty, let n = (next..<min(next + 12, entries.count)).first(where: { entries[$0].words == words })
      else { continue }
      found.append((c, entries[n].depth))
      next = n + 1
    }
    guard found.count * 10 >= entries.count * 6 else { return nil }
    return decisions(found)
  }

  /// What heads nothing but further headings is a part; those two levels below the parts stand inside chapters.
  private func decisions(_ found: [(chunk: Int, depth: Int)]) -> [HeadingDecision] {
    let outer = found.map(\.depth).min() ?? 0
    func isPart(_ n: Int) -> Bool {
      found[n].depth == outer && n + 1 < found.count && found[n + 1].depth > outer
        && found[n + 1].chunk == found[n].chunk + 1
    }
    let firstPart = found.indices.first(where: isPart)
    let chapter = firstPart == nil ? outer : outer + 1
    return found.enumerated().map { n, item in
      var (role, matter, level) = (Section.Role.chapter, Section.Matter.body, 1)
      let named = namedHeading(key(ofChunk: item.chunk))
      if let firstPart {
        if isPart(n) { role = .part } else if n > firstPart, item.depth > outer { level = 2 }
        if n < firstPart { (role, matter) = (.preface, .front) }
      } else if n == 0, named == .preface {
        (role, matter) = (.preface, .front)
      }
      if named == .appendix,
        !found[n...].contains(where: { $0.depth < item.depth || $0.depth == chapter && item.depth > chapter }),
        item.depth == outer
      {
        (role, matter) = (.appendix, .back)
      }
      return HeadingDecision(
        chunk: item.chunk, title: ranges(chunks[item.chunk].lines), matter: matter, role: role, level: level,
        isInside: item.depth > chapter, shown: "listed", isNamed: true,
        insideLevel: min(2 + max(0, item.depth - chapter - 1), 6))
    }
  }
}
