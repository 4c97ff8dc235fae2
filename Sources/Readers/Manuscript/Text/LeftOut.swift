internal import BookModel
package import Units

/// Running text that a reader took for a list, a title page or a cover and left out, and that stands nowhere else in
/// the book: what is left out of one kind.
package struct LeftOut: Sendable, Equatable {
  /// As `ReadingReport.Dropped` has it, without the name of a document.
  package var why: String
  package var words = 0
  package var places = 0
  /// Words of the longest run of paragraphs, none of which stands anywhere.
  package var longestRun = 0
  package var first: SourceLocation
}

extension ReadingReport.Dropped {
  /// The kind of thing that it was taken for; nil for what is no text of the author's for certain: frames of those who
  /// made the file, page numbers, comments, and what the user left out.
  fileprivate var doubtfulKind: String? { ReadingReport.Dropped.doubtful.first(where: why.hasPrefix) }

  private static let doubtful = [
    "title page", "contents list", "list of illustrations", "contents, made anew", "cover",
    "imprint of the book", "not in the line of reading", "note of what is left out", "column beside the page",
    "foot of the page", "head of the page",
  ]
}

extension ManuscriptReading {
  /// Finds what was left out of the running text, and warns of each kind once.
  ///
  /// The book is searched only where some of what was left out reads as sentences; then once, in linear time.
  mutating func tellLeftOut() {
    var candidates: [(paragraph: SentenceSearch.Paragraph, kind: String, file: Int, passage: Int)] = []
    var (passage, end) = (0, (file: -1, byte: 0))
    for dropped in report.dropped {
      // what was left out line by line is one passage
      if end.file != dropped.file || abs(dropped.bytes.lowerBound - end.byte) > 4 { passage += 1 }
      end = (dropped.file, dropped.bytes.upperBound)
      guard let kind = dropped.doubtfulKind, dropped.file < files.files.count else { continue }
      let text = files.files[dropped.file].text
      let search = SentenceSearch(isMarkup: report.isMarkup, isLineAParagraph: report.wrapWidth == nil)
      for paragraph in search.paragraphs(of: text, dropped.bytes.clamped(to: 0..<text.count)) {
        candidates.append((paragraph, kind, dropped.file, passage))
      }
    }
    guard !candidates.isEmpty else { return }
    let found = book.shingles(among: Set(candidates.flatMap(\.paragraph.shingles)))
    var run = (passage: -1, words: 0)
    for (paragraph, kind, file, passage) in candidates {
      if run.passage != passage { run = (passage, 0) }
      // most of it comes again: the heading that a list names, the argument above a chapter
      guard paragraph.shingles.count(where: found.contains) * 2 <= paragraph.shingles.count else {
        run.words = 0
        continue
      }
      if !paragraph.isSummary { run.words += paragraph.words }
      let place = SourceLocation(file: UInt16(clamping: file), offset: paragraph.start)
      let index = report.leftOut.firstIndex { $0.why == kind } ?? report.leftOut.count
      if index == report.leftOut.count { report.leftOut.append(LeftOut(why: kind, first: place)) }
      report.leftOut[index].words += paragraph.words
      report.leftOut[index].places += 1
      report.leftOut[index].longestRun = max(report.leftOut[index].longestRun, run.words)
    }
    diagnostics += report.leftOut.map(\.warning)
  }
}

extension LeftOut {
  fileprivate var warning: Diagnostic {
    let (what, keep): (String, String) =
      switch why {
      case "title page": ("the title page", "--keep title-page")
      case "cover": ("the cover", "--keep cover")
      case "imprint of the book": ("the imprint", "--keep boilerplate")
      case "column beside the page", "foot of the page", "head of the page": ("the \(why)", "--keep boilerplate")
      case "list of illustrations": ("the list of illustrations", "--keep contents")
      case "contents list", "contents, made anew": ("the contents list", "--keep contents")
      default: (why, "")
      }
    let help =
      switch why {
      case "not in the line of reading": "have a place of the book link to that document, or put it into the line"
      case "note of what is left out": "what calls the note is left out; \"octavo inspect\" names it"
      default: "\"\(keep)\" sets it; \"octavo inspect\" lists what is left out"
      }
    let text = "\(words) words of running text that stand nowhere else in the book are left out"
    let most = places == 1 ? "" : " in \(places) paragraphs"
    return Diagnostic(
      .warning, code: "text-left-out", keep.isEmpty ? "\(text)\(most): \(what)" : "\(text) with \(what)\(most)",
      help: help, source: first)
  }
}

/// Finds paragraphs that read as sentences, and what of them stands elsewhere.
private struct SentenceSearch {
  struct Paragraph {
    var start: Int
    var words: Int
    /// Every few words of it that follow each other, as a number.
    var shingles: [UInt64]
    /// It tells in pieces between dashes what a chapter holds: no text that runs, but the author's words.
    var isSummary: Bool
  }

  let isMarkup: Bool
  let isLineAParagraph: Bool

  /// Paragraphs of at least so many words that read as sentences.
  private static let fewest = 10

  func paragraphs(of text: [UInt8], _ range: Range<Int>) -> [Paragraph] {
    pieces(of: text, range).compactMap { start, piece in
      var words = WordHashes()
      piece.withUnsafeBufferPointer { words.add($0) }
      let isSummary = isSummary(piece, words: words.count)
      guard words.count >= SentenceSearch.fewest, words.small * 5 >= words.count * 3, isSummary || endsSentence(piece),
        !hasLeaders(piece), !isCounted(piece)
      else { return nil }
      return Paragraph(start: start, words: words.count, shingles: words.shingles, isSummary: isSummary)
    }
  }

  /// Lines that begin with the numbers of sections, one below the other: `A.2.1. Optical disc`.
  private func isCounted(_ piece: [UInt8]) -> Bool {
    let lines = piece.split(separator: 0x0A)
    let counted = lines.count { line in
      let number = line.drop { $0.isBlank }.prefix { !$0.isBlank && $0 < 0x80 }
      return number.last == 0x2E && number.dropLast().contains(0x2E)
        && number.allSatisfy { $0.isASCIIDigit || $0 == 0x2E || $0.isASCIICapital }
    }
    return !isMarkup && lines.count >= 3 && counted * 5 >= lines.count * 3
  }

  /// The text between blank lines, or between the tags of blocks.
  private func pieces(of text: [UInt8], _ range: Range<Int>) -> [(start: Int, text: [UInt8])] {
    var pieces: [(start: Int, text: [UInt8])] = []
    var piece: [UInt8] = []
    var start = range.lowerBound
    func close(_ next: Int) {
      if piece.contains(where: { $0 > 0x20 }) { pieces.append((start, piece)) }
      piece = []
      start = next
    }
    var i = range.lowerBound
    while i < range.upperBound {
      let byte = text[i]
      if isMarkup, byte == 0x3C {
        let end = text[i..<range.upperBound].firstIndex(of: 0x3E) ?? range.upperBound - 1
        let isInline = SentenceSearch.isInline(text[(i + 1)..<max(end, i + 1)])
        i = end + 1
        if !isInline { close(i) }
        continue
      }
      if !isMarkup, byte == 0x0A {
        let next = text[(i + 1)..<range.upperBound].firstIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
        if isLineAParagraph || next == nil || text[next ?? i] == 0x0A { close(i + 1) }
      }
      if piece.isEmpty, byte <= 0x20 { start = i + 1 } else { piece.append(byte) }
      i += 1
    }
    close(i)
    return pieces
  }

  /// Whether a tag stands within a paragraph.
  private static func isInline(_ tag: ArraySlice<UInt8>) -> Bool {
    let name = tag.drop { $0 == 0x2F }.prefix { $0.isASCIILetter || $0.isASCIIDigit }
    // of Word's elements one parts words
    if tag.dropFirst(name.endIndex - tag.startIndex).first == 0x3A {
      return tag.dropFirst(name.endIndex - tag.startIndex + 1).prefix { $0.isASCIILetter }.map(\.self) != [0x70]
    }
    return inlineTags.contains(String(decoding: name, as: UTF8.self).lowercased())
  }

  private static let inlineTags: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd", "mark", "q", "rb",
    "rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
  ]

  /// A stop at the end, with quotes, brackets and marks of italics behind it or not.
  private func endsSentence(_ piece: [UInt8]) -> Bool {
    let ends: Set<Unicode.Scalar> = [".", "!", "?", "…", "。", "！", "？", "।", "۔", "։", "።", "؟"]
    for scalar in String(decoding: piece.suffix(40), as: UTF8.self).unicodeScalars.reversed() {
      if ends.contains(scalar) { return true }
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { return false }
    }
    return false
  }

  /// Dots that lead to a page.
  private func hasLeaders(_ piece: [UInt8]) -> Bool {
    piece.indices.dropLast(6).contains { i in
      piece[i] == 0x2E && piece[i + 2] == 0x2E && (piece[i + 1] == 0x2E || piece[i + 1] == 0x20) && piece[i + 4] == 0x2E
    }
  }

  /// What a chapter holds, told in pieces between dashes.
  private func isSummary(_ piece: [UInt8], words: Int) -> Bool {
    let dashes = piece.indices.dropLast(2).count { i in
      piece[i] == 0x2D && piece[i + 1] == 0x2D
        || piece[i] == 0xE2 && piece[i + 1] == 0x80 && [0x93, 0x94, 0x95].contains(piece[i + 2])
    }
    return dashes >= 2 && dashes * 14 >= words
  }
}

/// The words of a text as numbers, whatever signs stand between them and however they are written.
private struct WordHashes {
  private(set) var count = 0
  /// Words that begin with no capital.
  private(set) var small = 0
  private(set) var shingles: [UInt64] = []
  private var last: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private var word: UInt64 = 0
  private var beginsSmall = false
  /// Those that are looked for; all where it is nil.
  let wanted: Set<UInt64>?

  init(wanted: Set<UInt64>? = nil) { self.wanted = wanted }

  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      if byte.isASCIILetter || byte.isASCIIDigit {
        if word == 0 { beginsSmall = !byte.isASCIICapital }
        step(byte.isASCIILetter ? byte | 0x20 : byte)
      } else if byte < 0x80 {
        // `don't` may be written with another sign, and is one word
        if byte != 0x27 { close() }
      } else if byte == 0xE2 || byte == 0xC2 {
        let isApostrophe = byte == 0xE2 && i + 2 < bytes.count && bytes[i + 1] == 0x80 && bytes[i + 2] == 0x99
        if !isApostrophe { close() }
        i += byte == 0xE2 ? 2 : 1
      } else {
        // scripts without spaces have a word a sign
        if byte >= 0xE3, byte < 0xF0 { close() }
        if word == 0 { beginsSmall = true }
        step(byte)
      }
      i += 1
    }
    close()
  }

  private mutating func step(_ byte: UInt8) {
    // FNV-1a
    word = (word == 0 ? 0xCBF2_9CE4_8422_2325 : word) ^ UInt64(byte)
    word &*= 0x100_0000_01B3
  }

  private mutating func close() {
    guard word != 0 else { return }
    count += 1
    if beginsSmall { small += 1 }
    if count >= 5 {
      let all = [last.0, last.1, last.2, last.3, word].reduce(0) { ($0 &* 0x9E37_79B9_7F4A_7C15) ^ $1 }
      if wanted?.contains(all) ?? true { shingles.append(all) }
    }
    last = (last.1, last.2, last.3, word)
    word = 0
  }
}

extension Book {
  /// Which of these the book's own text has.
  fileprivate func shingles(among wanted: Set<UInt64>) -> Set<UInt64> {
    var words = WordHashes(wanted: wanted)
    func add(_ text: String) {
      var text = text
      text.withUTF8 { words.add($0) }
    }
    for text in [metadata.title, metadata.subtitle, metadata.dedication, metadata.epigraph, metadata.rights] {
      if let text { add(text) }
    }
    visitText { inlines, _ in add(inlines.plainText) }
    for note in notes.values { for block in note.blocks { block.visitText { inlines, _ in add(inlines.plainText) } } }
    return Set(words.shingles)
  }
}
