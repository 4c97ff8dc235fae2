import Libc

/// The patterns of one dictionary file, loaded. Any number of workers may ask it at the same time.
///
/// libhyphen reads the same files, but takes 1.4 to 1.8 s and 40 to 60 MB to
/// load German (279,000 states in a hash table of fixed size), where this takes
/// 0.03 s and 7 MB. And it applies one pattern at each place of a word, trusting
/// that a preprocessor has merged the others into it (README.hyphen): where that
/// was not done, as in Debian's Russian, it misses a third of the points.
final class PatternDictionary: Sendable {
  private let trie: PatternTrie
  /// Patterns that part compounds, where the dictionary has such a level; `parts` serves what they leave.
  private let compounds: UInt32?
  private let parts: UInt32
  private let compoundLeft: Int
  private let compoundRight: Int
  private let unparted: [[UInt8]]
  private let isUTF8: Bool
  /// Letters that patterns tell apart, by their bytes as one number.
  private let letters: Set<UInt32>

  /// A letter in fewer than one of so many patterns is not of the language: American
  /// English has six patterns with é among 11,000, all of them the word "fiancé".
  private static let fewPatterns = 500

  /// A word to be marked. Kept from word to word for its memory.
  struct Word {
    /// Between two dots, in lower case and in the dictionary's charset.
    fileprivate(set) var text: [UInt8] = []
    /// After marking: whether a hyphen may stand after each character but the last.
    fileprivate(set) var marks: [Bool] = []
    /// Whether a hyphen may stand before each byte of `text`.
    fileprivate var points: [Bool] = []
    fileprivate var ranks: [UInt8] = []
    fileprivate var walks: [PatternTrie.Walk] = []

    /// Takes a run of ASCII letters; false, with nothing taken, where there are others.
    mutating func set(_ units: [WordRuns.Unit], _ range: Range<Int>) -> Bool {
      text.removeAll(keepingCapacity: true)
      let units = units.span
      var all: UInt32 = 0
      text.append(addingCapacity: range.count + 2) { text in
        text.append(0x2E)
        for index in range {
          all |= units[index].scalar
          text.append(UInt8(truncatingIfNeeded: units[index].scalar))
        }
        text.append(0x2E)
      }
      return all < 0x80
    }

    /// Takes another word, written by `write`, which returns false if it cannot be.
    mutating func set(_ write: (inout [UInt8]) -> Bool) -> Bool {
      text.removeAll(keepingCapacity: true)
      text.append(0x2E)
      guard write(&text) else { return false }
      text.append(0x2E)
      return true
    }
  }

  /// Nil where the file cannot be read. Whatever stands in it is taken for patterns.
  init?(path: String, charset: DictionaryCharset) {
    guard let file = PatternDictionary.contents(of: path) else { return nil }
    let reader = PatternReader(file, isUTF8: charset.isUTF8)
    trie = reader.trie
    compounds = reader.hasCompounds ? PatternTrie.firstRoot : nil
    parts = reader.hasCompounds ? PatternTrie.secondRoot : PatternTrie.firstRoot
    compoundLeft = reader.compoundLeft
    compoundRight = reader.compoundRight
    unparted = reader.unparted
    let plain = reader.plainUses.indices.map { (key: UInt32($0), value: reader.plainUses[$0]) }
    letters = Set(
      (plain + reader.uses.map { ($0.key, $0.value) })
        .filter { $0.value * PatternDictionary.fewPatterns >= reader.patternCount && $0.value > 0 }.map(\.key))
    isUTF8 = charset.isUTF8
  }

  /// Whether patterns know a letter.
  func knows(_ letter: ArraySlice<UInt8>) -> Bool { letters.contains(letter.reduce(0) { $0 << 8 | UInt32($1) }) }

  private static func contents(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size <= PatternTrie.largestFile else { return nil }
    let size = Int(status.st_size)
    var isComplete = true
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
        if got < 0, errno == EINTR { continue }
        isComplete = got >= 0
        if got <= 0 { break }
        count += got
      }
    }
    return isComplete ? bytes : nil
  }

  /// Finds where a word may be parted. Points that would change the spelling are left out.
  func mark(_ word: inout Word) {
    let count = word.text.count
    // both with room for what patterns set behind the last letter
    if word.points.count < count + 4 {
      word.points = [Bool](repeating: false, count: 2 * count + 32)
      word.ranks = [UInt8](repeating: 0, count: 2 * count + 32)
    }
    for index in 0..<count { word.points[index] = false }
    word.marks.removeAll(keepingCapacity: true)
    guard count > 3 else { return }
    let all = 1..<(count - 1)
    mark(&word, all, isFirst: true, isLast: true)
    for text in unparted { clear(&word, around: text) }
    for index in all.dropFirst() where isCharacterStart(word.text[index]) {
      word.marks.append(word.points[index])
    }
  }

  /// Marks a word or a part of a compound; each part is looked at as if it were a word.
  ///
  /// The cost of many joints grows with the square of the word's length.
  private func mark(_ word: inout Word, _ range: Range<Int>, isFirst: Bool, isLast: Bool) {
    let (before, after) = (word.text[range.lowerBound - 1], word.text[range.upperBound])
    word.text[range.lowerBound - 1] = 0x2E
    word.text[range.upperBound] = 0x2E
    defer {
      word.text[range.lowerBound - 1] = before
      word.text[range.upperBound] = after
    }
    if let compounds {
      apply(compounds, to: &word, range)
      let joints = range.dropFirst().filter { word.ranks[$0] & 2 != 0 }
      if !joints.isEmpty {
        // Where the spelling would change at a joint, both parts are still taken as they stand.
        for joint in joints { word.points[joint] = word.ranks[joint] & 1 == 0 }
        var start = range.lowerBound
        for end in joints + [range.upperBound] {
          let isFirstPart = isFirst && start == range.lowerBound
          let isLastPart = isLast && end == range.upperBound
          if end - start > 1 { mark(&word, start..<end, isFirst: isFirstPart, isLast: isLastPart) }
          start = end
        }
        return
      }
    }
    apply(parts, to: &word, range)
    for index in range.dropFirst() where word.ranks[index] & 3 == 2 { word.points[index] = true }
    if isFirst && isLast { return }
    keepMinimum(&word, range, left: isFirst ? 0 : compoundLeft, right: isLast ? 0 : compoundRight)
  }

  /// Sets the ranks of a part from what its patterns say.
  private func apply(_ root: UInt32, to word: inout Word, _ range: Range<Int>) {
    let dotted = (range.lowerBound - 1)..<(range.upperBound + 1)
    for index in dotted.lowerBound..<dotted.upperBound + 3 { word.ranks[index] = 0 }
    trie.apply(to: word.text, in: dotted, under: root, ranks: &word.ranks, walks: &word.walks)
  }

  /// Takes back the points too near to a compound's joints.
  private func keepMinimum(_ word: inout Word, _ range: Range<Int>, left: Int, right: Int) {
    let starts = range.filter { isCharacterStart(word.text[$0]) }
    for (number, index) in starts.enumerated().dropFirst() where number < left || starts.count - number < right {
      word.points[index] = false
    }
  }

  /// Takes back the points on both sides of a text, wherever it stands.
  private func clear(_ word: inout Word, around text: [UInt8]) {
    guard !text.isEmpty, word.text.count >= text.count + 2 else { return }
    for start in 1..<(word.text.count - text.count)
    where word.text[start] == text[0] && word.text[start...].starts(with: text) {
      word.points[start] = false
      word.points[start + text.count] = false
    }
  }

  private func isCharacterStart(_ byte: UInt8) -> Bool { !isUTF8 || byte & 0xC0 != 0x80 }
}
