internal import BookModel
internal import Units

/// Where a page of the edition begins that a manuscript was typed from.
struct OldPage: Equatable {
  var number: Int
  /// Byte of the manuscript.
  var offset: Int
}

extension Book {
  /// Marks where the pages of another edition begin, and has the numbers of its pages in the index and behind
  /// "see page" lead there: whoever sets the book prints its own in their place.
  /// - Parameter pages: in the order of the manuscript.
  /// - Returns: bytes of the numbers, which are made anew.
  mutating func repoint(_ pages: [OldPage]) -> [Range<Int>] {
    let numbers = SourcePagination(Set(pages.map(\.number)).sorted())
    guard numbers.known.count >= SourcePagination.leastPages else { return [] }
    var taken: [Range<Int>] = []
    for index in sections.indices {
      let isIndex = sections[index].role == .index
      for block in sections[index].blocks.indices {
        sections[index].blocks[block].rewriteText { inlines, place in
          guard place == .text || place == .cell else { return }
          inlines = SourcePagination.repointed(inlines, numbers: numbers, isEntry: isIndex, &taken)
        }
      }
    }
    guard !taken.isEmpty else { return [] }
    refersToPages = true
    var rest = pages[...]
    rewriteText { inlines, _ in SourcePagination.mark(&inlines, &rest) }
    return taken
  }
}

extension Book {
  /// How many numbers an index has as it was typed, `Abbey, 12, 45`, and where it begins; nil for fewer than a few.
  var oldIndexPages: (count: Int, place: SourceLocation)? {
    for section in sections {
      guard let heading = section.heading, BookMatter(heading: heading.plainText) == .index else { continue }
      var count = 0
      for block in section.blocks {
        block.visitText { inlines, _ in
          // what leads to a page of this book is none of another's
          count += inlines.filter { $0.style.pages == nil && $0.style.link == nil }.plainText
            .split { !$0.isNumber && !$0.isLetter }
            .count { $0.utf8.count <= 4 && $0.allSatisfy { $0.isASCII && $0.isNumber } }
        }
      }
      if count >= 4 { return (count, section.source) }
    }
    return nil
  }
}

/// Numbers of another edition's pages in the text.
private struct SourcePagination {
  /// Those whose beginning is marked, ascending.
  let known: [Int]

  init(_ known: [Int]) { self.known = known }

  /// Where a page is to be looked for: plates and blank pages have no marks, so it may be one before.
  subscript(_ number: Int) -> Int? {
    guard let first = known.first, let last = known.last, number >= first, number <= last + SourcePagination.mostMissing
    else {
      return nil
    }
    let below = known[known.lowerBound { $0 <= number } - 1]
    return number - below <= SourcePagination.mostMissing ? below : nil
  }

  /// Fewer marks are no pagination.
  static let leastPages = 5
  /// Pages without a mark that may follow one that has it.
  private static let mostMissing = 3
  /// What sends a reader to a page, in small letters.
  private static let pointers: [[UInt8]] = [
    "see page ", "see pages ", "see p. ", "see pp. ", "see also page ", "see also p. ", "vide page ", "vide p. ",
    "siehe seite ", "siehe s. ", "voir page ", "voir p. ", "vedi pag. ", "véase la página ", "véase página ",
    "zie blz. ",
  ].map { Array($0.utf8) }
  /// Behind these a number is no page.
  private static let others: Set<String> = [
    "no", "nos", "op", "opp", "vol", "vols", "chap", "ch", "fig", "figs", "plate", "plates", "pl", "note", "nr", "bd",
    "act", "scene", "book", "part", "section", "sec", "table", "figure", "n", "line", "map",
  ]

  // MARK: Marks

  /// Has runs begin where pages do.
  static func mark(_ inlines: inout [Inline], _ pages: inout ArraySlice<OldPage>) {
    guard let next = pages.first, let last = inlines.last, end(of: last) >= next.offset else { return }
    var made: [Inline] = []
    for inline in inlines {
      var rest = inline
      while let page = pages.first, end(of: rest) >= page.offset {
        if Int(rest.source.offset) < page.offset, case .text(let text) = rest.content,
          let byte = firstByte(of: rest, text, at: page.offset), let (front, back) = rest.parted(atByte: byte), let back
        {
          made.append(front)
          rest = back
        }
        rest.style.extras.textMarks.append(.oldPage(page.number))
        pages.removeFirst()
      }
      made.append(rest)
    }
    inlines = made
  }

  private static func end(of inline: Inline) -> Int {
    guard case .text(let text) = inline.content, !text.isEmpty else { return Int(inline.source.offset) }
    return Int(inline.source(atByte: text.utf8.count - 1).offset)
  }

  /// The first character that stands at an offset or behind it.
  private static func firstByte(of inline: Inline, _ text: String, at offset: Int) -> Int? {
    var low = (0..<text.utf8.count).lowerBound { Int(inline.source(atByte: $0).offset) < offset }
    let bytes = Array(text.utf8)
    while low < bytes.count, bytes[low] & 0xC0 == 0x80 { low += 1 }
    return low > 0 && low < bytes.count ? low : nil
  }

  // MARK: Numbers

  private struct Reference {
    var bytes: Range<Int>
    var pages: PageReference
  }

  static func repointed(
    _ inlines: [Inline], numbers: SourcePagination, isEntry: Bool, _ taken: inout [Range<Int>]
  ) -> [Inline] {
    var made: [Inline] = []
    for (number, inline) in inlines.enumerated() {
      guard case .text(let text) = inline.content, inline.style.link == nil,
        text.utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 })
      else {
        made.append(inline)
        continue
      }
      let bytes = Array(text.utf8)
      let before = number > 0 ? Array([inlines[number - 1]].plainText.utf8) : []
      let isLast = number + 1 == inlines.count || inlines[number + 1].content == .lineBreak
      let found =
        isEntry
        ? entryNumbers(bytes, after: before, isLast: isLast, numbers) : pointedNumbers(bytes, numbers)
      made += parted(inline, at: found, &taken)
    }
    return made
  }

  /// The run with its references as runs of their own.
  private static func parted(_ inline: Inline, at found: [Reference], _ taken: inout [Range<Int>]) -> [Inline] {
    var made: [Inline] = []
    var (rest, done) = (inline, 0)
    for reference in found {
      if reference.bytes.lowerBound > done, let (front, back) = rest.parted(atByte: reference.bytes.lowerBound - done),
        let back
      {
        made.append(front)
        rest = back
      }
      guard let (front, back) = rest.parted(atByte: reference.bytes.count) else { return made + [rest] }
      var link = front
      link.style.extras.pages = reference.pages
      made.append(link)
      let start = Int(front.source.offset)
      taken.append(start..<Int(front.source(atByte: reference.bytes.count - 1).offset) + 1)
      done = reference.bytes.upperBound
      guard let back else { return made }
      rest = back
    }
    made.append(rest)
    return made
  }

  /// `12`, `12-14`, `112–4`, with the comma behind it where another follows.
  private static func reference(in bytes: [UInt8], at start: Int, _ numbers: SourcePagination) -> Reference? {
    func digits(from first: Int) -> (end: Int, value: Int)? {
      var (k, value) = (first, 0)
      while k < bytes.count, k - first < 5, bytes[k] >= 0x30, bytes[k] <= 0x39 {
        value = value * 10 + Int(bytes[k]) - 0x30
        k += 1
      }
      return k > first && k - first < 5 ? (k, value) : nil
    }
    guard let (end, first) = digits(from: start), let known = numbers[first] else { return nil }
    var made = Reference(bytes: start..<end, pages: PageReference(first: .oldPage(known)))
    var dash = end
    if dash < bytes.count, bytes[dash] == 0x2D {
      dash += 1
    } else if bytes[end...].starts(with: [0xE2, 0x80, 0x93]) {
      dash += 3
    }
    if dash > end, let (last, value) = digits(from: dash) {
      // 157-58
      var scale = 1
      while scale <= value { scale *= 10 }
      let whole = value >= first ? value : first / scale * scale + value
      guard whole >= first, let known = numbers[whole] else { return nil }
      made.pages.last = .oldPage(known)
      made.bytes = start..<last
    }
    if made.bytes.upperBound < bytes.count {
      let next = bytes[made.bytes.upperBound]
      if next >= 0x41 && next <= 0x5A || next >= 0x61 && next <= 0x7A || next == 0x2D || next >= 0x80 { return nil }
    }
    return made
  }

  /// References that follow each other from there on: `12, 15, 21-3`.
  private static func references(in bytes: [UInt8], at start: Int, _ numbers: SourcePagination) -> [Reference] {
    var found: [Reference] = []
    var k = start
    while var next = reference(in: bytes, at: k, numbers) {
      k = next.bytes.upperBound
      let isFollowed = bytes[k...].starts(with: [0x2C, 0x20]) && reference(in: bytes, at: k + 2, numbers) != nil
      if isFollowed { next.bytes = next.bytes.lowerBound..<k + 1 }
      found.append(next)
      guard isFollowed else { break }
      k += 2
    }
    return found
  }

  /// Behind a comma, or at the end of the entry.
  private static func entryNumbers(
    _ bytes: [UInt8], after before: [UInt8], isLast: Bool, _ numbers: SourcePagination
  ) -> [Reference] {
    var found: [Reference] = []
    var k = 0
    while k < bytes.count {
      guard bytes[k] >= 0x30, bytes[k] <= 0x39 else {
        k += 1
        continue
      }
      let isInWord = k > 0 && isWord(bytes[k - 1])
      let group = isInWord ? [] : references(in: bytes, at: k, numbers)
      if let end = group.last?.bytes.upperBound, isPage(before + bytes[..<k], isAtEnd: isLast && isEnd(bytes[end...])) {
        found += group
        k = end
      } else {
        while k < bytes.count, bytes[k] >= 0x30, bytes[k] <= 0x39 { k += 1 }
      }
    }
    return found
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte >= 0x80 || byte == 0x2D || byte == 0x24
  }

  private static func isEnd(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.allSatisfy { [0x20, 0x2C, 0x2E, 0x3B].contains($0) }
  }

  /// Whether a number behind these words is a page's.
  private static func isPage(_ words: [UInt8], isAtEnd: Bool) -> Bool {
    guard let last = words.lastIndex(where: { $0 != 0x20 }) else { return true }
    if words[last] == 0x2C || words[last] == 0x3B || words[last] == 0x3A { return true }
    guard isAtEnd, last + 1 < words.count else { return false }
    let word = words[...last].reversed().drop { $0 == 0x2E }.prefix { $0 >= 0x41 && $0 <= 0x7A }.reversed()
    return !others.contains(String(decoding: word, as: UTF8.self).lowercased())
  }

  /// Behind `see page`.
  private static func pointedNumbers(_ bytes: [UInt8], _ numbers: SourcePagination) -> [Reference] {
    let small = bytes.map(lowercased)
    var found: [Reference] = []
    var k = 0
    while k < bytes.count {
      guard k == 0 || !isWord(bytes[k - 1]), let pointer = pointers.first(where: { small[k...].starts(with: $0) })
      else {
        k += 1
        continue
      }
      k += pointer.count
      found += references(in: bytes, at: k, numbers)
      k = max(k, found.last?.bytes.upperBound ?? k)
    }
    return found
  }
}
