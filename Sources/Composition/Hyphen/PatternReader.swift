/// Reads the lines of a dictionary into a trie (README.hyphen, README.nonstandard).
///
/// A pattern's digits become ranks: twice the digit, and one more where the
/// hyphen would change the spelling. So such a point wins over a plain one of
/// the same digit, and what is doubtful is left out.
struct PatternReader {
  private(set) var trie: PatternTrie
  /// Whether NEXTLEVEL parts patterns for compounds (first root) from those for their parts (second root).
  private(set) var hasCompounds = false
  /// Least characters between a compound's joint and a hyphen.
  private(set) var compoundLeft = 0
  private(set) var compoundRight = 0
  /// Texts of letters with no hyphen on either side, as the dictionary writes them.
  private(set) var unparted: [[UInt8]] = []

  /// How often each letter beyond ASCII stands in a pattern, by its bytes as one number.
  private(set) var uses: [UInt32: Int] = [:]
  /// The same of ASCII's.
  private(set) var plainUses = [Int](repeating: 0, count: 128)
  private(set) var patternCount = 0

  private let isUTF8: Bool
  private var root = PatternTrie.firstRoot
  // Of the line at hand: as many of both as it has letters, and a rank behind the last.
  private var letters = [UInt8](repeating: 0, count: PatternTrie.longestPattern + 1)
  private var ranks = [UInt8](repeating: 0, count: PatternTrie.longestPattern + 2)
  private var count = 0

  init(_ file: [UInt8], isUTF8: Bool) {
    self.isUTF8 = isUTF8
    trie = PatternTrie(fileSize: file.count)
    read(file)
    trie.index(root)
  }

  private mutating func read(_ file: [UInt8]) {
    // The first line names the charset.
    guard var start = file.firstIndex(where: PatternReader.isLineEnd) else { return }
    while start < file.count {
      switch file[start] {
      case 0x0A, 0x0D:
        start += 1
        continue
      case 0x25, 0x23, 0x5C, 0x7D:
        break  // comments: % by libhyphen's rule, # by custom; TeX's macro about patterns
      case 0x4C, 0x52, 0x43, 0x4E:
        // Patterns are in lower case, keywords begin with L, R, C or N.
        let end = file[start...].firstIndex(where: PatternReader.isLineEnd) ?? file.count
        if file[start..<end].starts(with: "NEXTLEVEL".utf8) {
          // There are two levels and no more.
          if hasCompounds { return }
          hasCompounds = true
          root = PatternTrie.secondRoot
        } else if !readKeyword(file[start..<end]) {
          readPattern(file, start)
        }
      default:
        readPattern(file, start)
      }
      while start < file.count, !PatternReader.isLineEnd(file[start]) { start += 1 }
    }
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// False for what is no keyword. The least letters of a word are the header's business.
  private mutating func readKeyword(_ line: ArraySlice<UInt8>) -> Bool {
    if let value = DictionaryHeader.value(of: "COMPOUNDLEFTHYPHENMIN", in: line) {
      compoundLeft = value
    } else if let value = DictionaryHeader.value(of: "COMPOUNDRIGHTHYPHENMIN", in: line) {
      compoundRight = value
    } else if line.starts(with: "NOHYPHEN".utf8) {
      let list = line.dropFirst("NOHYPHEN".utf8.count).drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
      // Mostly the hyphen and the apostrophe, which never come: words are asked for by their runs of letters.
      unparted += list.split(separator: 0x2C).filter { $0.allSatisfy { $0 > 0x40 } }.map(Array.init)
    } else {
      return line.starts(with: "LEFTHYPHENMIN".utf8) || line.starts(with: "RIGHTHYPHENMIN".utf8)
    }
    return true
  }

  /// A pattern ends at a space or control character, or at "/" if it changes the spelling.
  private mutating func readPattern(_ file: [UInt8], _ start: Int) {
    count = 0
    var rank: UInt8 = 0
    var index = start
    while index < file.count, file[index] > 0x20, file[index] != 0x2F {
      let digit = file[index] &- 0x30
      if digit <= 9 {
        rank = digit << 1
      } else {
        // of too many the trie takes none
        if count <= PatternTrie.longestPattern {
          letters[count] = file[index]
          ranks[count] = rank
          count += 1
        }
        rank = 0
      }
      index += 1
    }
    ranks[count] = rank
    countUses()
    if index < file.count, file[index] == 0x2F {
      markChange(file[index...].prefix { !PatternReader.isLineEnd($0) })
    }
    trie.insert(letters, ranks: ranks, count: count, under: root)
  }

  private mutating func countUses() {
    patternCount += 1
    var key: UInt32 = 0
    for index in 0..<count {
      let letter = letters[index]
      let goesOn = isUTF8 && letter & 0xC0 == 0x80
      if key != 0, !goesOn { uses[key, default: 0] += 1 }
      key = letter < 0x80 ? 0 : goesOn ? key << 8 | UInt32(letter) : UInt32(letter)
      if letter < 0x80 { plainUses[Int(letter)] += 1 }
    }
    if key != 0 { uses[key, default: 0] += 1 }
  }

  /// Reads "/change,start,cut": hyphens from before the character `start` (from 1,
  /// the dot of a word's beginning not counted) to `cut` characters on change the spelling.
  private mutating func markChange(_ change: ArraySlice<UInt8>) {
    let fields = change.split(separator: 0x2C, omittingEmptySubsequences: false)
    func number(_ field: Int) -> Int? {
      guard field < fields.count else { return nil }
      return Int(String(decoding: fields[field].prefix { (0x30...0x39).contains($0) }, as: UTF8.self))
    }
    let start = min(number(1) ?? 1, 1000) - 1
    let cut = min(number(2) ?? count, 1000)
    var character = count > 0 && letters[0] == 0x2E ? -1 : 0
    for index in 0...count {
      let rank = ranks[index]
      if rank & 2 != 0, character >= start, character <= start + cut { ranks[index] = rank | 1 }
      let next = index + 1
      if !isUTF8 || next >= count || letters[next] & 0xC0 != 0x80 { character += 1 }
    }
  }
}
