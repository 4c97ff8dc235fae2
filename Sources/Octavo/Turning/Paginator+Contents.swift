public import BookModel
internal import Manuscript
internal import Typesetting
internal import Units

/// A chapter or part of a book, laid out or not.
public struct ContentsEntry: Sendable, Equatable {
  public var title: String
  /// 1 for parts, and for chapters of a book without parts.
  public var level: Int
  /// Byte of the text at which it begins.
  public var place: Int
}

/// Words of the text that were looked for.
public struct TextMatch: Sendable, Equatable {
  /// Bytes of the text; empty for words of a note, where it is called.
  public var range: Range<Int>
  /// The note whose words they are; nil for the text's.
  public var note: NoteKey?
  /// What stands before it, a few words.
  public var before: String
  public var words: String
  public var after: String
}

extension Paginator {
  /// All chapters, before any is laid out. Linear in the text, once.
  public var contents: [ContentsEntry] {
    if let knownContents { return knownContents }
    let entries = zip(text.book.sections, sectionStarts).compactMap { section, start -> ContentsEntry? in
      guard let heading = section.heading, !heading.plainText.isEmpty else { return nil }
      return ContentsEntry(title: heading.plainText, level: section.level, place: start)
    }
    knownContents = entries
    return entries
  }

  /// The byte of the text at which each section begins. Linear in the text, once.
  var sectionStarts: [Int] {
    if let knownStarts { return knownStarts }
    let starts = text.sectionStarts
    knownStarts = starts
    return starts
  }

  /// All notes that the text calls, in the order of their keys: each with the byte at which it is called first, and
  /// its words. Linear in the text.
  public var calledNotes: [(key: NoteKey, place: Int, text: String)] {
    guard !text.noteKeys.isEmpty else { return [] }
    let calls = text.calls()
    return text.noteKeys.enumerated().compactMap { index, key in
      calls[key].map { (key, $0, String(decoding: text.noteText(index), as: UTF8.self)) }
    }
  }

  /// What stays the same of a page when others come or go before it: the byte at which its text begins; of pages
  /// that octavo makes a number below 0. Nil where there is no such page.
  public func place(ofPage page: Int) -> Int? { isMade(page) ? -1 - page : range(ofPage: page)?.lowerBound }

  /// A page without text that octavo makes: title, contents, the blank back of one of them.
  public func isMade(_ page: Int) -> Bool {
    makesFrontMatter && isPageAvailable(page) && layout?.isMade(page) ?? false
  }

  /// The page on which a byte of the text stands, if it is laid out already.
  public func knownPage(containing position: Int) -> Int? {
    guard let last = starts.last, position >= 0, position < last || isSettled else { return nil }
    return page(containing: position)
  }

  /// Looks for words in the whole text and its notes; lays out nothing. Capitals and small letters
  /// are alike, so are Latin letters with accents and without, the kinds of quotes, dashes and hyphens,
  /// and any white space. In the order of the text. Linear in it.
  /// - Parameter limit: most matches.
  public func find(_ words: String, limit: Int = 1000) -> [TextMatch] {
    let pattern = TextSearch.folded(words)
    guard !pattern.isEmpty else { return [] }
    var found: [TextMatch] = []
    func look(_ bytes: [UInt8], _ place: (Range<Int>) -> Range<Int>, note: NoteKey?) {
      TextSearch.find(pattern, in: bytes, limit: limit - found.count) { range in
        found.append(
          TextMatch(
            range: place(range), note: note, before: TextSearch.words(of: bytes, before: range.lowerBound),
            words: String(decoding: bytes[range], as: UTF8.self),
            after: TextSearch.words(of: bytes, after: range.upperBound)))
      }
    }
    text.visitBytes { bytes, start in
      look(bytes, { start + $0.lowerBound..<start + $0.upperBound }, note: nil)
      return found.count < limit
    }
    let ofText = found.count
    var calls: [NoteKey: Int]?
    for (index, key) in text.noteKeys.enumerated() where found.count < limit {
      let bytes = text.noteText(index)
      guard TextSearch.has(pattern, in: bytes) else { continue }
      // asked for where a note has the words: it takes as long as the text
      let known = calls ?? text.calls()
      calls = known
      // a note that nothing calls stands on no page of its own
      if let call = known[key] { look(bytes, { _ in call..<call }, note: key) }
    }
    // matches of one place stay in their order
    if found.count > ofText {
      found = found.enumerated().sorted {
        ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
      }.map(\.element)
    }
    return found
  }
}

extension BookText {
  /// The byte at which each section begins.
  var sectionStarts: [Int] {
    if isGiven { return book.sections.map { Int($0.start) } }
    var writer = ReadingText(at: 0, isKept: false)
    return book.sections.map { section in
      defer { _ = writer.place(section) }
      return writer.offset
    }
  }

  /// Where each note is called first, in bytes of the text.
  func calls() -> [NoteKey: Int] {
    var found: [NoteKey: Int] = [:]
    func look(_ inlines: [Inline]) {
      for inline in inlines {
        if case .noteReference(let key) = inline.content, found[key] == nil { found[key] = Int(inline.source.offset) }
      }
    }
    var writer = ReadingText(at: 0, isKept: false)
    for section in book.sections {
      let placed = writer.place(section)
      placed.heading?.visitText { inlines, _ in look(inlines) }
      for block in placed.blocks { block.visitText { inlines, _ in look(inlines) } }
    }
    return found
  }

  /// Shows the text to `body`, section by section, with the byte at which each begins, until it says no.
  func visitBytes(_ body: ([UInt8], Int) -> Bool) {
    if let all = given(0..<Int.max) {
      _ = body(Array(all), 0)
      return
    }
    var start = 0
    for section in book.sections {
      var writer = ReadingText(at: start, isKept: true)
      _ = writer.place(section)
      guard body(writer.bytes, start) else { return }
      start = writer.offset
    }
  }
}

/// Looks for words as a reader means them.
enum TextSearch {
  /// A pattern's letters, white space as single spaces, none at its ends.
  static func folded(_ text: String) -> [UInt32] {
    var letters: [UInt32] = []
    for scalar in text.unicodeScalars {
      let letter = fold(scalar.value)
      if letter == 0x20, letters.isEmpty || letters.last == 0x20 { continue }
      if letter != 0 { letters.append(letter) }
    }
    while letters.last == 0x20 { letters.removeLast() }
    return letters
  }

  /// One form for letters, quotes and dashes that readers take for the same; 0 for what is not seen.
  static func fold(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x61...0x7A: return scalar
    case 0x41...0x5A: return scalar + 32
    case 0x09...0x0D, 0x20, 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return 0x20
    case 0xAD, 0x200B...0x200F, 0x2060, 0xFEFF: return 0
    case 0x2018...0x201B, 0x2032: return 0x27
    case 0x201C...0x201F, 0xAB, 0xBB, 0x2033: return 0x22
    case 0x2010...0x2015, 0x2212: return 0x2D
    // who types "Natasha" means Natásha, too
    case 0xC0...0x17F: return plainLetter(scalar)
    case 0x0300...0x036F: return 0
    case 0x80..<0xC0, 0x0590...0x109F, 0x2E80...0xA63F, 0xAC00...0xFAFF: return scalar
    // Cyrillic and Greek capitals, without asking the tables
    case 0x410...0x42F: return scalar + 32
    case 0x430...0x45F: return scalar
    default:
      guard let known = Unicode.Scalar(scalar) else { return scalar }
      let small = known.properties.lowercaseMapping.unicodeScalars
      return small.count == 1 ? small.first?.value ?? scalar : scalar
    }
  }

  static func has(_ pattern: [UInt32], in bytes: [UInt8]) -> Bool {
    var isFound = false
    find(pattern, in: bytes, limit: 1) { _ in isFound = true }
    return isFound
  }

  /// Shows each place of the pattern to `body`; matches do not overlap.
  static func find(_ pattern: [UInt32], in bytes: [UInt8], limit: Int, _ body: (Range<Int>) -> Void) {
    guard let first = pattern.first, limit > 0 else { return }
    var left = limit
    var index = 0
    while index < bytes.count, left > 0 {
      let (scalar, length) = scalar(bytes, index)
      if fold(scalar) == first, let end = end(of: pattern, in: bytes, from: index) {
        body(index..<end)
        left -= 1
        index = end
      } else {
        index += length
      }
    }
  }

  private static func end(of pattern: [UInt32], in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    var matched = 0
    var end = start
    while matched < pattern.count {
      guard index < bytes.count else { return nil }
      let (scalar, length) = scalar(bytes, index)
      let letter = fold(scalar)
      index += length
      if letter == 0 { continue }
      // any white space is one space
      if letter == 0x20, matched > 0, pattern[matched - 1] == 0x20 { continue }
      guard letter == pattern[matched] else { return nil }
      matched += 1
      end = index
    }
    return end
  }

  @inline(__always)
  private static func scalar(_ bytes: [UInt8], _ index: Int) -> (UInt32, Int) {
    let byte = bytes[index]
    if byte < 0x80 { return (UInt32(byte), 1) }
    func next(_ offset: Int) -> UInt32 { index + offset < bytes.count ? UInt32(bytes[index + offset] & 0x3F) : 0 }
    if byte < 0xE0 { return (UInt32(byte & 0x1F) << 6 | next(1), 2) }
    if byte < 0xF0 { return (UInt32(byte & 0x0F) << 12 | next(1) << 6 | next(2), 3) }
    return (UInt32(byte & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4)
  }

  /// A few words before a byte, from the beginning of one.
  static func words(of bytes: [UInt8], before end: Int) -> String {
    var start = max(0, end - 48)
    if start > 0 {
      let space = bytes[start..<end].firstIndex { $0 <= 0x20 }
      if let space { start = space + 1 }
      while start < end, bytes[start] & 0xC0 == 0x80 { start += 1 }
    }
    return plain(bytes[start..<end])
  }

  static func words(of bytes: [UInt8], after start: Int) -> String {
    var end = min(bytes.count, start + 64)
    if end < bytes.count {
      if let space = bytes[start..<end].lastIndex(where: { $0 <= 0x20 }) { end = space }
      while end > start, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    }
    return plain(bytes[start..<end])
  }

  private static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { $0 <= 0x20 ? 0x20 : $0 }, as: UTF8.self)
  }
}
