internal import BookModel

/// A heading as a contents list names it.
struct ListedHeading: Equatable {
  /// As `titleWords` has them.
  var words: String
  /// 0 for what stands furthest out.
  var depth: Int
  /// Of `A.4.` the place of the letter in the alphabet, negative, and 4; empty where nothing is counted.
  var number: [Int] = []
  /// It is counted by a letter, or stands below `Appendices`.
  var isAppendix = false

  /// Without white, which a line's end may stand for or not: what a heading of the text is known by.
  fileprivate var key: String { words.filter { $0 != " " } }
}

/// Contents lists as programs write them, whose bullets or numbers begin the entries and tell their levels:
///
///     * Guide                            1. Definitions and overview
///          * Introduction                    1.1. What is this about?
///               * What Is Debian?            1.2. What is the difference between this
///                                            and the others?
///
/// What stands in such a list and again in the text is a heading there, and nothing else is one.
extension PlainTextSource {
  /// An entry as the list is read.
  private struct Entry {
    var chunk: Int
    var text: String
    var indent: Int
    var number: [Int]
    var lines = 1
    var hasBullet: Bool
  }

  /// The entries of such a list, an entry of several lines as one; empty for a list of another kind.
  func listedHeadings(in list: Range<Int>, named: NamedChunks) -> [ListedHeading] {
    var readEnd = 0
    guard let first = list.first(where: { opensEntry(chunks[$0].lines.lowerBound) != nil || names($0, named) }),
      let run = run(from: first, named: named, readEnd: &readEnd), run.end <= list.upperBound
    else { return [] }
    return headings(run.entries)
  }

  private func headings(_ entries: [Entry]) -> [ListedHeading] {
    let indents = Set(entries.map(\.indent)).sorted()
    var isOfAppendices = false
    return entries.map { entry in
      let depth = indents.count == 1 ? max(0, entry.number.count - 1) : indents.firstIndex(of: entry.indent) ?? 0
      if depth == 0, entry.number.isEmpty { isOfAppendices = namedHeading(headingKey(entry.text)) == .appendix }
      return ListedHeading(
        words: titleWords(entry.text).joined(separator: " "), depth: depth, number: entry.number,
        isAppendix: depth == 0 && (isOfAppendices || entry.number.count == 1 && entry.number[0] < 0))
    }
  }

  /// Past the list that begins there, if it is one.
  func endOfListed(from first: Int, named: NamedChunks) -> Int? {
    guard first < chunks.count else { return nil }
    var readEnd = 0
    return run(from: first, named: named, isHeaded: true, readEnd: &readEnd)?.end
  }

  /// Lists of this kind without a heading, in front of what they name.
  func listsOfHeadings(named: NamedChunks) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var c = 0
    while c < chunks.count, found.count < 24 {
      defer { c += 1 }
      guard chunks[c].kind == .unknown, opensEntry(chunks[c].lines.lowerBound) != nil else { continue }
      var readEnd = c
      if let run = run(from: c, named: named, readEnd: &readEnd) {
        found.append(c..<run.end)
        c = run.end - 1
      } else if readEnd - c > 200 {
        // a long list of other things is not read again from each of its items
        c = readEnd - 1
      }
    }
    return found
  }

  /// Entries from chunk `c` on and nothing else, most of which stand alone further down.
  /// - Parameters:
  ///   - isHeaded: a heading above says that they are a list.
  ///   - readEnd: past the last chunk that was read, be they a list or not.
  private func run(from c: Int, named: NamedChunks, isHeaded: Bool = false, readEnd: inout Int) -> (
    entries: [Entry], end: Int
  )? {
    var entries: [Entry] = []
    var k = c
    reading: while k < chunks.count, chunks[k].kind == .unknown, k == c || chunks[k].blanksBefore <= 2 {
      let before = entries.count
      // `Appendices`, underlined, between two lists
      if k > c, k + 2 < chunks.count, isUnderline(k + 1), opensEntry(chunks[k].lines.lowerBound) == nil,
        chunks[k + 2].kind == .unknown, opensEntry(chunks[k + 2].lines.lowerBound)?.hasBullet ?? false
      {
        entries.append(
          Entry(
            chunk: k, text: string(ofChunk: k), indent: entries.first?.indent ?? 0, number: [], hasBullet: false))
        k += 2
        continue
      }
      for i in chunks[k].lines {
        let indent = Int(lines[i].indent)
        if let (text, number, hasBullet) = opensEntry(i), entries.isEmpty || isNext(number, hasBullet, entries) {
          entries.append(Entry(chunk: k, text: string(text), indent: indent, number: number, hasBullet: hasBullet))
        } else if indent <= entries.first?.indent ?? indent, named.last(string(ofLine: i)) ?? 0 > k {
          entries.append(
            Entry(chunk: k, text: string(ofLine: i), indent: indent, number: [], hasBullet: false))
        } else if let last = entries.last, last.chunk == k, last.lines < 4, indent >= last.indent {
          entries[entries.count - 1].text += " " + string(ofLine: i)
          entries[entries.count - 1].lines += 1
        } else {
          entries.removeLast(entries.count - before)
          break reading
        }
      }
      k += 1
    }
    readEnd = max(k, c + 1)
    // what the text says later, and of that what is typed below the list alone
    func isNamed(_ entry: Entry) -> Bool { named.last(entry.text) ?? 0 > k - 1 }
    while let last = entries.last, !isNamed(last) { entries.removeLast() }
    guard let last = entries.last else { return nil }
    let counted = entries.count { $0.number.count > 1 }
    let bullets = entries.count(where: \.hasBullet)
    guard bullets >= 8 || counted >= (isHeaded ? 2 : 3),
      (bullets + entries.count { !$0.number.isEmpty }) * 5 >= entries.count * 4,
      entries.count(where: isNamed) * 10 >= entries.count * 6
    else { return nil }
    return (entries, last.chunk + 1)
  }

  /// Whether an entry may stand below those before it: any with a bullet, and among those with numbers the next.
  private func isNext(_ number: [Int], _ hasBullet: Bool, _ entries: [Entry]) -> Bool {
    if number.isEmpty { return hasBullet }
    guard let before = entries.last(where: { !$0.number.isEmpty })?.number else { return true }
    // an appendix, what counts anew, the first within
    if number == [1] || number == [-1] || number.count == before.count + 1 && number.dropLast() == before[...] {
      return true
    }
    guard number.count <= before.count, let last = number.last else { return false }
    let above = before[number.count - 1]
    return number.dropLast() == before.prefix(number.count - 1)
      && (last > above && last <= above + 3 || last < above && last >= above - 1 && last < 0)
  }

  /// What a file says in short lines; nil where no few lines near each other open with a bullet or the number of a section.
  func namedChunks() -> NamedChunks? {
    guard profile.layout == .wrapped else { return nil }
    var near: [(line: Int, weight: Int)] = []
    for chunk in chunks where chunk.kind == .unknown {
      for i in chunk.lines {
        guard let entry = opensEntry(i) else { continue }
        near.removeAll { $0.line < i - 60 }
        near.append((i, entry.number.count > 1 ? 3 : entry.hasBullet ? 1 : 0))
        if near.reduce(0, { $0 + $1.weight }) >= 8 { return NamedChunks(self) }
      }
    }
    return nil
  }

  private func names(_ c: Int, _ named: NamedChunks) -> Bool {
    chunks[c].kind == .unknown && named.last(string(ofLine: chunks[c].lines.lowerBound)) ?? 0 > c
  }

  /// What an entry says, its number in it, where a bullet or a number opens it.
  private func opensEntry(_ i: Int) -> (text: Range<Int>, number: [Int], hasBullet: Bool)? {
    var range = bytes(ofLine: i)
    let bullet = bulletLength(range) ?? 0
    range = range.dropFirst(bullet)
    guard range.count > 2 else { return nil }
    let number = sectionNumber(at: range)
    return bullet > 0 || number != nil ? (range, number?.parts ?? [], bullet > 0) : nil
  }

  /// `2.`, `2.1.3`, `A.`, `A.4.`, with white and a title behind it.
  private func sectionNumber(at range: Range<Int>) -> (parts: [Int], end: Int)? {
    var parts: [Int] = []
    var k = range.lowerBound
    if file.text[k].isASCIICapital, range.count > 3, file.text[k + 1] == 0x2E {
      parts = [Int(0x40) - Int(file.text[k])]
      k += 2
    }
    while k < range.upperBound, file.text[k].isASCIIDigit {
      let digits = (k..<range.upperBound).prefix { file.text[$0].isASCIIDigit }
      guard digits.count <= 3, parts.count < 6, let part = Int(string(digits)) else { return nil }
      parts.append(part)
      k = digits.upperBound
      guard k < range.upperBound, file.text[k] == 0x2E else { break }
      k += 1
    }
    let isClosed = k > range.lowerBound && file.text[k - 1] == 0x2E
    let isApart = k + 1 < range.upperBound && (file.text[k] == 0x20 || (file.text[k], file.text[k + 1]) == (0xC2, 0xA0))
    guard let first = parts.first, isClosed || parts.count > 1, isApart, first != 0 else { return nil }
    return (parts, k + 1)
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

  /// The headings that such lists name, in their order and at their levels, and no others; nil where too few of them
  /// stand alone further down.
  func headings(listed entries: [ListedHeading]) -> [HeadingDecision]? {
    guard entries.count >= 8 else { return nil }
    var places: [String: [Int]] = [:]
    for (n, entry) in entries.enumerated() { places[entry.key, default: []].append(n) }
    var found: [(chunk: Int, entry: ListedHeading)] = []
    var (next, others) = (0, 0)
    for c in chunks.indices.dropLast() where chunks[c].kind == .unknown && chunks[c].lines.count <= 4 {
      guard next < entries.count, chunks[c].blanksBefore > 0 || c == 0,
        chunks[c + 1].blanksBefore > 0 || isUnderline(c + 1), bytes(ofChunk: c).count <= 300
      else { continue }
      let number = NamedChunks.keys(ofChunk: c, in: self).lazy.compactMap { key in
        // some of the list stand nowhere: what is left out, what a picture shows
        places[key]?.first { $0 >= next && ($0 < next + 12 || !entries[$0].number.isEmpty) }
      }.first
      if let n = number {
        found.append((c, entries[n]))
        next = n + 1
      } else if let entry = unlisted(c, below: found) {
        found.append((c, entry))
        others += 1
      }
    }
    guard (found.count - others) * 10 >= entries.count * 6 else { return nil }
    return decisions(found)
  }

  /// `6.3.2.1. Set the Root Password` below 6.3.2, which the list names as the last of its depth.
  private func unlisted(_ c: Int, below found: [(chunk: Int, entry: ListedHeading)]) -> ListedHeading? {
    let text = bytes(ofChunk: c)
    guard chunks[c].lines.count <= 2, let parts = sectionNumber(at: text)?.parts, parts.count > 2,
      !endsSentence(text) || endsInCry(text),
      let above = found.last(where: { $0.entry.number.count <= parts.count })?.entry,
      above.number.count >= parts.count - 1,
      above.number.starts(with: parts.dropLast()), let last = parts.last
    else { return nil }
    let isFirst = above.number.count == parts.count - 1
    guard last == (isFirst ? 1 : (above.number.last ?? 0) + 1) else { return nil }
    return ListedHeading(
      words: titleWords(string(text)).joined(separator: " "), depth: above.depth + (isFirst ? 1 : 0), number: parts)
  }

  /// The headings of a file that underlines its own, each by a row as long as the line, at levels by the rows' signs in
  /// their order; nil where fewer than three are so, or others tell most of them.
  func underlinedHeadings(besides known: [HeadingDecision]) -> [HeadingDecision]? {
    func isHeading(_ c: Int) -> Bool {
      guard chunks[c].kind == .unknown, chunks[c].lines.count == 1, chunks[c].blanksBefore > 0 || c == 0 else {
        return false
      }
      let letters = letterCase(ofChunk: c)
      return letters.upper + letters.lower + letters.other > 0
    }
    var chosen = chunks.indices.dropLast().filter { isUnderline($0 + 1) && isHeading($0) }
    let others = Set(known.map(\.chunk))
    guard chosen.count >= 3, chosen.count(where: others.contains) * 5 < chosen.count * 4 else { return nil }
    // some are underlined in part
    let rows = Set(chosen.map { file.text[bytes(ofChunk: $0 + 1).lowerBound] })
    chosen = chunks.indices.dropLast().filter { c in
      [.rule, .stars].contains(chunks[c + 1].kind) && chunks[c + 1].blanksBefore == 0 && isHeading(c)
        && rows.contains(file.text[bytes(ofChunk: c + 1).lowerBound])
    }
    var signs: [UInt8] = []
    let found = chosen.map { c in
      let sign = file.text[bytes(ofChunk: c + 1).lowerBound]
      if !signs.contains(sign) { signs.append(sign) }
      return (chunk: c, entry: ListedHeading(words: "", depth: signs.firstIndex(of: sign) ?? 0))
    }
    return decisions(found).map { heading in
      // an outline's star is none of the title
      var heading = heading
      let line = bytes(ofChunk: heading.chunk)
      let star = ["* ", "＊"].first { starts(line, with: $0) }?.utf8.count ?? 0
      if heading.label == nil, star < line.count { heading.title = [line.dropFirst(star)] }
      heading.shown = "underlined"
      return heading
    }
  }

  /// A row right below a line and as long as that: `==========`.
  func isUnderline(_ c: Int) -> Bool {
    guard c > 0, c < chunks.count, chunks[c].kind == .rule || chunks[c].kind == .stars, chunks[c].blanksBefore == 0,
      chunks[c - 1].lines.count == 1
    else { return false }
    let (row, above) = (lines[chunks[c].lines.lowerBound], lines[chunks[c - 1].lines.lowerBound])
    return row.indent == above.indent && abs(Int(row.width) - Int(above.width)) <= 2
      && !bytes(ofChunk: c).contains { file.text[$0].isBlank }
  }

  /// What heads nothing but further headings and is not counted is a part; those two levels below the parts stand
  /// inside chapters.
  private func decisions(_ found: [(chunk: Int, entry: ListedHeading)]) -> [HeadingDecision] {
    let depths = found.map(\.entry.depth)
    let outer = depths.min() ?? 0
    func isPart(_ n: Int) -> Bool {
      depths[n] == outer && n + 1 < found.count && depths[n + 1] > outer && found[n].entry.number.isEmpty
        && found[n + 1].chunk == found[n].chunk + 1
    }
    let firstPart = found.indices.first(where: isPart)
    let chapter = firstPart == nil ? outer : outer + 1
    let firstCounted = found.firstIndex { $0.entry.depth == chapter && !$0.entry.number.isEmpty }
    return found.indices.map { n in
      let (chunk, depth) = (found[n].chunk, depths[n])
      var (role, matter, level) = (Section.Role.chapter, Section.Matter.body, 1)
      let named = namedHeading(key(ofChunk: chunk))
      if let firstPart {
        if isPart(n) { role = .part } else if n > firstPart, depth > outer { level = 2 }
        if n < firstPart { (role, matter) = (.preface, .front) }
      } else if n == 0, named == .preface || firstCounted ?? 0 > 0 {
        (role, matter) = (.preface, .front)
      }
      let isLast = !(n..<found.count).contains { k in
        depths[k] < depth || depths[k] == chapter && (depth > chapter || !found[k].entry.isAppendix && k > n)
      }
      if named == .appendix || found[n].entry.isAppendix, isLast, depth == outer {
        (role, matter) = (.appendix, .back)
      }
      var decision = HeadingDecision(
        chunk: chunk, title: ranges(chunks[chunk].lines), matter: matter, role: role, level: level,
        isInside: depth > chapter, shown: "listed", isNamed: true,
        insideLevel: min(2 + max(0, depth - chapter - 1), 6))
      if !decision.isInside { label(&decision) }
      return decision
    }
  }

  /// `Chapter 1. Definitions`: the number stands apart from the title.
  private func label(_ decision: inout HeadingDecision) {
    let first = chunks[decision.chunk].lines.lowerBound
    guard let form = headingForm(bytes(ofLine: first)), !form.isGuess, form.number != nil, let title = form.title
    else { return }
    decision.label = form.label
    decision.title = [title] + decision.title.dropFirst()
    decision.shown = form.shown
  }
}

/// What the short lines of a file say that stand apart: where each stands last.
struct NamedChunks {
  private var places: [String: Int] = [:]

  init(_ source: PlainTextSource) {
    for (c, chunk) in source.chunks.enumerated()
    where chunk.kind == .unknown && chunk.lines.count <= 4 && chunk.blanksBefore >= 1 {
      for key in Self.keys(ofChunk: c, in: source) { places[key] = c }
    }
  }

  /// The last chunk that says so.
  func last(_ text: String) -> Int? { places[titleWords(text).joined()] }

  /// What a chunk says, without white; and without the word in front of its number: `Chapter 1.`, `Tabla 2.1.`
  static func keys(ofChunk c: Int, in source: PlainTextSource) -> [String] {
    let text = source.bytes(ofChunk: c)
    guard text.count <= 300 else { return [] }
    let words = titleWords(source.string(text))
    var keys = [words.joined()]
    if words.count > 1, words[1].allSatisfy(\.isNumber) { keys.append(words.dropFirst().joined()) }
    // `Appendix A.`
    let parts = source.string(text.prefix(40)).split(maxSplits: 2) { $0 == " " || $0 == "\u{A0}" }
    if parts.count == 3, parts[1].utf8.count == 2, parts[1].last == ".", parts[1].first?.isLetter ?? false {
      keys.append(titleWords(source.string(text.dropFirst(parts[0].utf8.count))).joined())
    }
    // 第1章
    let first = source.bytes(ofLine: source.chunks[c].lines.lowerBound)
    if source.text[first.lowerBound] >= 0xE3, let form = source.hanForm(first), !form.isGuess, let title = form.title,
      let number = form.number
    {
      keys.append("\(number)" + titleWords(source.string(title.lowerBound..<text.upperBound)).joined())
    }
    return keys.filter { !$0.isEmpty }
  }
}
