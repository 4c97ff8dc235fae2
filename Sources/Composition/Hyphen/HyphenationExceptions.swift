internal import Units

/// The author's own hyphenation of words, stronger than the patterns.
///
/// A file has one word a line: `ty-po-gra-phy` allows these points and no
/// others, `Tolstoy` none. `#` begins a comment. Case does not matter; other
/// forms of a word (its plural) are words of their own, as in TeX's `\hyphenation`.
package struct HyphenationExceptions: Sendable, Equatable {
  /// What is wrong with a line.
  package struct ParseError: Error, Equatable, Sendable {
    package enum Problem: Equatable, Sendable {
      /// Anything but letters and hyphens; the scalar's value.
      case notALetter(UInt32)
      /// Text after the first word.
      case secondWord
      /// A hyphen at the word's end or beginning, or next to another.
      case strayHyphen
      /// The word stands further up with other points; on that line.
      case contradicts(line: Int)
      case notUTF8
    }
    package var problem: Problem
    /// Both from 1; the column in Unicode scalars.
    package var line: Int
    package var column: Int

    package init(problem: Problem, line: Int, column: Int) {
      self.problem = problem
      self.line = line
      self.column = column
    }
  }

  private struct Entry: Equatable, Sendable {
    var letters: [UInt32]
    /// Units after which a hyphen may stand: 2 for `ty-po`.
    var points: [Int]
    var line: Int
  }

  /// Sorted by letters.
  private var entries: [Entry] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }
  package var count: Int { entries.count }

  /// Reads a file's bytes; a byte order mark and any line ends are taken.
  package init(parsing text: [UInt8]) throws(ParseError) {
    var line = 1
    var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var found: [Entry] = []
    while start < text.count {
      let end = text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
      if let entry = try HyphenationExceptions.entry(text[start..<end], line: line) { found.append(entry) }
      let isPair = end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A
      start = end + (isPair ? 2 : 1)
      line += 1
    }
    found.sort { $0.letters == $1.letters ? $0.line < $1.line : $0.letters.lexicographicallyPrecedes($1.letters) }
    for entry in found {
      if let last = entries.last, last.letters == entry.letters {
        guard last.points == entry.points else {
          throw ParseError(problem: .contradicts(line: last.line), line: entry.line, column: 1)
        }
      } else {
        entries.append(entry)
      }
    }
  }

  /// One line's word, or nil for a blank line or a comment.
  private static func entry(_ bytes: ArraySlice<UInt8>, line: Int) throws(ParseError) -> Entry? {
    // What cannot be decoded becomes U+FFFD, a scalar no word has.
    var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    if let comment = scalars.firstIndex(of: "#") { scalars.removeSubrange(comment...) }
    func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    guard let first = scalars.firstIndex(where: { !isSpace($0) }) else { return nil }
    let last = scalars.lastIndex { !isSpace($0) } ?? first
    var word: [UInt8] = []
    var points: [Int] = []
    var letters = 0
    for index in first...last {
      let scalar = scalars[index]
      func fail(_ problem: ParseError.Problem) -> ParseError {
        ParseError(problem: problem, line: line, column: index + 1)
      }
      switch Letters.kind(of: scalar.value) {
      case .letter:
        letters += 1
        word.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      case .sign where letters > 0:
        // Signs are units of their own in a run.
        letters += 1
        word.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      case .accent where letters > 0:
        word.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      default:
        if scalar == "-" || scalar == "\u{2010}" {
          guard letters > 0, points.last != letters, index < last else { throw fail(.strayHyphen) }
          points.append(letters)
        } else if isSpace(scalar) {
          throw fail(.secondWord)
        } else if scalar == "\u{FFFD}" {
          throw fail(.notUTF8)
        } else {
          throw fail(.notALetter(scalar.value))
        }
      }
    }
    // The same folding as for the book's words, so that the two compare.
    var runs = WordRuns(isTurkic: false)
    guard word.withUnsafeBufferPointer({ $0.count <= Int(UInt16.max) && runs.read($0) == .runs }) else {
      throw ParseError(problem: .notALetter(scalars[first].value), line: line, column: first + 1)
    }
    return Entry(letters: runs.units.map(\.scalar), points: points, line: line)
  }

  /// The units of a run after which a hyphen may stand, or nil if the run is no exception.
  func points(of run: ArraySlice<WordRuns.Unit>) -> [Int]? {
    let low = entries.lowerBound { HyphenationExceptions.precedes($0.letters, run) }
    guard low < entries.count, entries[low].letters.count == run.count,
      zip(entries[low].letters, run).allSatisfy({ $0 == $1.scalar })
    else { return nil }
    return entries[low].points
  }

  private static func precedes(_ letters: [UInt32], _ run: ArraySlice<WordRuns.Unit>) -> Bool {
    for (letter, unit) in zip(letters, run) where letter != unit.scalar { return letter < unit.scalar }
    return letters.count < run.count
  }
}
