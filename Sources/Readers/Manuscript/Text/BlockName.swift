/// What hints call a block: the words that it begins with.
///
/// Names outlive edits elsewhere: letters and figures alone count, whatever quotes, dashes or capitals a later reading
/// gives them, and a name that fits several blocks, or another number of them than it says, names none.
package struct BlockName: Sendable, Equatable {
  /// Of several blocks that begin alike, which one it is, from 1, and how many there are.
  package struct Ordinal: Sendable, Equatable {
    package var number: Int
    package var count: Int
  }

  /// As the block has them, without double quotes.
  package var words: String
  package var ordinal: Ordinal?
  /// The title of the nearest heading above.
  package var heading: String?
  /// What has no words, a pause or a forced page, and stands right before the block.
  package var isBefore = false

  package init(_ words: String, ordinal: Ordinal? = nil, in heading: String? = nil, isBefore: Bool = false) {
    (self.words, self.ordinal, self.heading, self.isBefore) = (words, ordinal, heading, isBefore)
  }

  /// Whether a text goes on as a name does.
  static func begins(_ text: Substring) -> Bool {
    text.first == "\"" || text.hasPrefix("before ") || BlockName.ordinal(text) != nil
  }

  /// Takes a name off the front: `2 of 3 "Yes," he said" in "The Pool"`; nil where there is none.
  init?(takenFrom text: inout Substring) {
    var rest = text
    let isBefore = rest.hasPrefix("before ")
    if isBefore { rest = rest.dropFirst(7) }
    let ordinal = BlockName.ordinal(rest)
    if let ordinal { rest = ordinal.rest }
    guard let words = BlockName.quoted(&rest), !words.nameWords(most: 1).isEmpty else { return nil }
    self.init(words, ordinal: ordinal?.value, isBefore: isBefore)
    if rest.hasPrefix(" in \"") {
      rest = rest.dropFirst(4)
      guard let title = BlockName.quoted(&rest), !title.nameWords(most: 1).isEmpty else { return nil }
      heading = title
    }
    text = rest
  }

  private static func quoted(_ text: inout Substring) -> String? {
    guard text.first == "\"", let end = text.dropFirst().firstIndex(of: "\"") else { return nil }
    defer { text = text[text.index(after: end)...] }
    return String(text[text.index(after: text.startIndex)..<end])
  }

  /// `2 of 3 `
  private static func ordinal(_ text: Substring) -> (value: Ordinal, rest: Substring)? {
    let parts = text.split(separator: " ", maxSplits: 3)
    guard parts.count == 4, parts[1] == "of", let number = Int(parts[0]), let count = Int(parts[2]), number >= 1,
      number <= count
    else { return nil }
    return (Ordinal(number: number, count: count), parts[3])
  }
}

extension BlockName: CustomStringConvertible {
  package var description: String {
    (isBefore ? "before " : "") + (ordinal.map { "\($0.number) of \($0.count) " } ?? "") + "\"\(words)\""
      + (heading.map { " in \"\($0)\"" } ?? "")
  }
}

/// A word as names are compared: its letters and figures, and where it ends in its text.
struct NameWord: Equatable {
  var letters: String
  var end: String.Index
}

extension String {
  /// How it begins, from the first letter or figure and without double quotes, and its first words.
  func beginning(words most: Int) -> (text: String, words: [String]) {
    // of a long paragraph few letters are looked at
    for length in [240, Int.max] {
      let scalars = unicodeScalars.prefix(length)
      let text = String(Substring(scalars)).drop { !$0.isLetter && !$0.isNumber }.filter { $0 != "\"" }
      let words = text.nameWords(most: most)
      let isWhole = scalars.endIndex == endIndex || words.count == most && words.last?.end != text.endIndex
      if isWhole { return (String(text[..<(words.last?.end ?? text.startIndex)]), words.map(\.letters)) }
    }
    return ("", [])
  }

  /// The first words. An ideograph is one by itself; apostrophes part nothing, since readers turn them.
  func nameWords(most: Int = .max) -> [NameWord] {
    var words: [NameWord] = []
    var (letters, end) = ("", startIndex)
    let scalars = unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      if scalar.isASCII, scalar != "'" {
        if let letter = scalar.asciiOfName {
          letters.unicodeScalars.append(letter)
          end = scalars.index(after: index)
        } else if !letters.isEmpty {
          words.append(NameWord(letters: letters, end: end))
          letters = ""
          if words.count == most { return words }
        }
        continue
      }
      let isJoined = scalar == "'" || scalar == "\u{2019}" || scalar == "\u{2018}" || scalar == "\u{2BC}"
      if isJoined || scalar.properties.isDefaultIgnorableCodePoint { continue }
      let properties = scalar.properties
      let isPart =
        properties.isAlphabetic || properties.numericType != nil || properties.generalCategory == .nonspacingMark
        || properties.generalCategory == .spacingMark
      let isAlone = properties.isIdeographic || (0x3040...0x30FF).contains(scalar.value)
      if !letters.isEmpty, !isPart || isAlone {
        words.append(NameWord(letters: letters, end: end))
        letters = ""
        if words.count == most { return words }
      }
      guard isPart else { continue }
      letters += properties.lowercaseMapping
      end = scalars.index(after: index)
      if isAlone {
        words.append(NameWord(letters: letters, end: end))
        letters = ""
        if words.count == most { return words }
      }
    }
    if !letters.isEmpty { words.append(NameWord(letters: letters, end: end)) }
    return words
  }
}

extension Unicode.Scalar {
  /// A letter or figure of ASCII's, small; nil for all else.
  fileprivate var asciiOfName: Unicode.Scalar? {
    switch self {
    case "a"..."z", "0"..."9": self
    case "A"..."Z": Unicode.Scalar(UInt8(value | 0x20))
    default: nil
    }
  }
}
