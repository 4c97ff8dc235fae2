/// Who takes part in a play, as its list of persons names them: by them a play of few speeches is known, and who speaks
/// where a name is written in another manner than most.
struct CastNames {
  /// The words of each name.
  private var persons: [Set<String>] = []
  /// Lines of the lists.
  private(set) var lines: [Range<Int>] = []

  /// Headings say that there are acts or scenes.
  var isStaged = false

  var isEmpty: Bool { persons.isEmpty }

  /// `SIR GEORGE LANYON, BART.`, `HENRY LANYON (_his nephew_)`, `Licht, Schreiber`
  mutating func add(_ line: some StringProtocol) {
    let words = CastNames.words(CastNames.head(of: line))
    guard (1...CastNames.mostWords).contains(words.count) else { return }
    persons.append(Set(words))
  }

  mutating func addLines(_ range: Range<Int>) { lines.append(range) }

  /// Whether somebody on the list may be called so: `SIR GEORGE`, `Mrs. Pyke`.
  func contains(_ name: String) -> Bool {
    let words = CastNames.words(name).filter { !CastNames.titles.contains($0) }
    return !words.isEmpty && persons.contains { words.allSatisfy($0.contains) }
  }

  /// More are a sentence about somebody.
  private static let mostWords = 6
  private static let titles: Set<String> = [
    "THE", "A", "AN", "MR", "MRS", "MISS", "MS", "DR", "SIR", "LADY", "LORD", "DER", "DIE", "DAS", "HERR", "FRAU", "LE",
    "LA", "M", "MME", "MLLE",
  ]

  /// The name, up to the sign behind which is said who that is, or to the column of who plays it.
  private static func head(of line: some StringProtocol) -> String {
    var head = ""
    for character in line.drop(while: { !$0.isLetter && !$0.isNumber }) {
      if ",:;([\t—–|=".contains(character) || head.hasSuffix("  ") || head.hasSuffix("--") { break }
      head.append(character)
    }
    return head
  }

  private static func words(_ text: String) -> [String] {
    text.uppercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }.map(String.init)
  }
}

extension PlainTextSource {
  /// Lines of a list of persons at most.
  private static let longestCast = 60

  /// Reads the lists of persons of a file whose lines are known and nothing else.
  mutating func findCast(in body: Range<Int>) {
    cast = CastNames()
    for i in body where lines[i].blanksBefore > 0 && lines[i].width <= 40 && isCastHeading(bytes(ofLine: i)) {
      var end = i + 1
      while end < body.upperBound, end - i <= PlainTextSource.longestCast {
        if end > i + 1, lines[end].blanksBefore >= 3 || lines[end].blanksBefore > 0 && opensPlay(end) { break }
        cast.add(string(ofLine: end))
        end += 1
      }
      cast.addLines(i..<end)
    }
  }

  /// `ACT I.`, `PROLOGUE.`
  private func opensPlay(_ i: Int) -> Bool {
    isStageHeading(i) || lines[i].width <= 40 && BookMatter(heading: string(ofLine: i)) != nil
  }

  /// `ACT I.`, `SCENE II. _The same._`
  func isStageHeading(_ i: Int) -> Bool {
    isStage(HeadingDecision(chunk: 0, label: bytes(ofLine: i), title: [], shown: ""))
  }

  /// Lines that begin with somebody of the cast right below what another says; and what is cut by them, others that
  /// speak again and again.
  func castWithoutWhite(_ body: Range<Int>) -> Set<Int> {
    guard !cast.isEmpty else { return [] }
    var heads: [(line: Int, key: String)] = []
    for i in body where lines[i].indent <= 8 && !cast.lines.contains(where: { $0.contains(i) }) {
      let line = Chunk(lines: i..<i + 1, blanksBefore: 0)
      guard let name = speakerName(line, style: .runIn) ?? speakerName(line, style: .alone), isSurelyName(name),
        !isStageHeading(i)
      else {
        continue
      }
      heads.append((i, speakerKey(name)))
    }
    let known = heads.filter { cast.contains($0.key) }
    guard known.count >= 3, known.count * 2 >= heads.count else { return [] }
    let counts = heads.reduce(into: [String: Int]()) { $0[$1.key, default: 0] += 1 }
    // one right below others that speak: `2ND LORD.  Who did it?`
    var found: [Int] = []
    for head in heads {
      guard cast.contains(head.key) || counts[head.key, default: 0] > 1 || found.last == head.line - 1 else { continue }
      found.append(head.line)
    }
    let close = found.filter { i in
      lines[i].blanksBefore == 0 && i > body.lowerBound && (endsInStop(bytes(ofLine: i - 1)) || isEarly(i - 1))
    }
    guard close.count >= 2 else { return [] }
    return Set(close + found.filter { lines[$0].blanksBefore > 0 })
  }

  /// In capitals, or marked as names are by the signs around it.
  func isSurelyName(_ name: Range<Int>) -> Bool {
    letterCase(name).isCapitals || namesAreCapitals(name) || file.text[name.lowerBound] == 0x5F
  }
}
