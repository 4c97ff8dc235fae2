/// How a play writes who speaks; learnt from the names that come again and again.
struct PlayForm {
  /// The name on a line of its own, with a point or without; at the head of its speech; before a tab.
  enum Style {
    case tab, alone, bare, runIn
    /// However a name may be parted from its speech: somebody has said that there are speeches.
    case said
    /// As plays are known by.
    static let ofPlays: [Style] = [.tab, .alone, .bare, .runIn]
  }

  var style: Style
  /// As `speakerKey` makes them.
  var names: Set<String>
  /// Speeches stand right below each other, a name and its lines each.
  var isDense = false
  /// Most of what is more than a line is verse: then a short line is one as well, however it is typed.
  var isInVerse = false
  /// Where speeches stand in a column of their own beside the names: `ANNA:      Come in.`
  var column: Int?
  /// How else one of the known is named here and there.
  private var others: [Style] = []
  /// Those who are known, in capitals, and who is on the list of persons.
  private var known: Set<String> = []
  private var cast = CastNames()

  init(style: Style, names: Set<String>, isDense: Bool = false) {
    (self.style, self.names, self.isDense) = (style, names, isDense)
  }

  struct Speaker {
    var name: Range<Int>
    /// It stands alone, and what is said below it.
    var standsAlone: Bool
    /// Lines of what is said in the same chunk, and how far each is set in from the leftmost.
    var rest: [Range<Int>]
    var indents: [Int]
    /// How it is said, behind the name and above the lines: `FAUST (allein):`
    var aside: Range<Int>?
    var isVerse: Bool
    /// Of the lines of `rest`, by their first bytes.
    var numbers: [Int: Range<Int>] = [:]
    /// Nothing but how it is said: `(_laughing_)`.
    var isDirection: Bool
  }

  /// A name at the head of lines of verse is that of who speaks them, and none within a song.
  var namesVerse: Bool { style != .runIn || isDense || isInVerse }
  /// The name stands alone and its speech below it.
  var standsAlone: Bool { style == .alone || style == .bare }

  /// Of a column of speeches beside their names: what is set in less hangs from its name.
  static let leastColumn = 8
  /// Columns behind a name past which what is said goes on where another left off.
  private static let leastGap = 5
  /// Columns of a line of verse at most.
  private static let longestLine = 76

  /// A whole play's: whoever is known may be named in another manner than most as well.
  mutating func knowOthers(_ cast: CastNames) {
    guard style == .runIn || standsAlone else { return }
    others = [.runIn, .alone].filter { $0 != style }
    known = Set(names.map { $0.uppercased() })
    self.cast = cast
  }

  /// Who speaks in a chunk that names him in another manner than most.
  private func otherSpeaker(of chunk: Chunk, in source: PlainTextSource) -> Speaker? {
    // what stands in much white is a title: `FAUST: Der Tragödie erster Teil`
    guard chunk.blanksBefore <= 2 else { return nil }
    for style in others {
      guard let name = source.speakerName(chunk, style: style), source.isSurelyName(name) else { continue }
      let key = source.speakerKey(name)
      // `BEGGAR, PLAYER.`: who is on the stage
      if style == .alone, key.contains(", ") { continue }
      let all = PlayForm.speakers(in: key.uppercased())
      guard known.contains(key.uppercased()) || all.allSatisfy({ known.contains($0) || cast.contains($0) }) else {
        continue
      }
      var form = PlayForm(style: style, names: [key])
      form.isInVerse = isInVerse
      return form.speaker(of: chunk, in: source)
    }
    return nil
  }

  func speaker(of chunk: Chunk, in source: PlainTextSource) -> Speaker? {
    var found = source.speakerName(chunk, style: style)
    // above a song the name of one who speaks elsewhere stands alone: `_Mrs. Peachum._`
    if found == nil, style == .runIn, chunk.lines.count == 1 {
      found = source.speakerName(chunk, style: .alone)
      if found == nil, source.isLineInItalicSigns(chunk) { found = source.speakerName(chunk, style: .bare) }
    }
    guard let name = found, isOfSpeaker(source.speakerKey(name)) else { return otherSpeaker(of: chunk, in: source) }
    var rest: [Range<Int>] = []
    var indents: [Int] = []
    var numbers: [Int: Range<Int>] = [:]
    var aside: Range<Int>?
    var shared = chunk.lines.dropFirst().reduce(Int.max) { min($0, Int(source.lines[$1].indent)) }
    let edge = Int(source.lines[chunk.lines.lowerBound].indent)
    if let column {
      shared = column
    } else if chunk.lines.count == 2, shared >= edge + 10 {
      // a line alone, deep below its name
      shared = edge
    }
    for i in chunk.lines {
      var range = source.bytes(ofLine: i)
      // how it is said, within the signs around the name
      if i > chunk.lines.lowerBound, range.upperBound <= name.upperBound { continue }
      var step = 0
      if i == chunk.lines.lowerBound {
        var k = min(name.upperBound, range.upperBound)
        while k < range.upperBound, source.text[k].isBlank { k += 1 }
        if column != nil || isInVerse, !standsAlone, let (bracket, words) = source.asideAtHead(k..<range.upperBound) {
          aside = bracket
          k = words
        } else if let column {
          step = max(0, source.column(of: k, inLine: i) - column)
        } else if k - name.upperBound >= PlayForm.leastGap, style == .runIn {
          step = k - range.lowerBound
        }
        range = k..<range.upperBound
      }
      if range.isEmpty {
        // nothing else stands in the line
        if let number = source.verseNumbers[Int(source.lines[i].start)] {
          rest.append(number)
          indents.append(0)
        }
        continue
      }
      numbers[range.lowerBound] = source.verseNumbers[Int(source.lines[i].start)]
      rest.append(range)
      indents.append(i == chunk.lines.lowerBound ? step : max(0, Int(source.lines[i].indent) - shared))
    }
    // how it is said, in brackets, or behind the comma of `ORGON, à Cléante.`
    let isBehindComma = !name.isEmpty && source.text[name.upperBound - 1] == 0x2C
    if standsAlone, let first = rest.first, name.upperBound <= first.lowerBound,
      first.lowerBound < source.bytes(ofLine: chunk.lines.lowerBound).upperBound,
      source.isBracketed(first) || isBehindComma
    {
      aside = first
      rest.removeFirst()
      indents.removeFirst()
    }
    let lines = rest.count + (aside == nil ? 0 : 1)
    // or on a line of its own between a name and prose
    if aside == nil, standsAlone, !isInVerse, rest.count > 1, let first = rest.first, source.isBracketed(first) {
      aside = first
      rest.removeFirst()
      indents.removeFirst()
    }
    var isDirection = false
    if standsAlone, let first = rest.first, let last = rest.last {
      let (open, close) = (source.text[first.lowerBound], source.text[last.upperBound - 1])
      isDirection =
        open == 0x28 && close == 0x29 || open == 0x5B && close == 0x5D
        || rest.count == 1 && open == 0x5F && close == 0x5F
    }
    // A name on a line of its own above the lines of its speech keeps them.
    let isVerse =
      isInVerse && !isDirection && (rest.count == 1 || column != nil)
      && source.lines[chunk.lines.upperBound - 1].width <= PlayForm.longestLine
      || (standsAlone
        ? !isDirection && min(lines, rest.count + (isInVerse ? 1 : 0)) > 1 && chunk.kind != .prose
        : chunk.kind == .verse && (style == .tab || rest.count > 1))
    return Speaker(
      name: name, standsAlone: standsAlone, rest: rest, indents: indents, aside: aside, isVerse: isVerse,
      numbers: numbers, isDirection: isDirection)
  }

  /// One of the names, or some of them together: `NORA and EDWARD`.
  private func isOfSpeaker(_ key: String) -> Bool {
    if names.contains(key) { return true }
    let parts = PlayForm.speakers(in: key)
    // names with commas alone between them are of those on the stage
    return parts.count > 1 && parts.allSatisfy(names.contains)
      && key.split(separator: " ").contains { andsOfNames.contains($0.lowercased()) }
  }

  /// Each of those who speak together: `NORA, EDWARD and ALL`.
  static func speakers(in key: String) -> [String] {
    let parts = key.split(separator: " ").split { andsOfNames.contains($0.lowercased()) }
    return parts.map { $0.joined(separator: " ") }.joined(separator: ", ").split(separator: ", ").map(String.init)
  }

  /// Whether a name heads lines of verse and is no part of them.
  func headsVerse(_ chunk: Chunk, in source: PlainTextSource) -> Bool {
    guard let speaker = speaker(of: chunk, in: source) else { return false }
    return namesVerse || speaker.standsAlone
  }

  /// `[_Exit._]`, `(They go.)`, `Enter HAMLET.`
  func isDirection(_ chunk: Chunk, in source: PlainTextSource) -> Bool {
    let range = source.bytes(of: chunk)
    let first = source.text[range.lowerBound]
    return first == 0x5B && !source.goesOn(behindBracket: range)
      || first == 0x28 && source.text[range.upperBound - 1] == 0x29
      || source.comesOrGoes(range) || source.starts(range, with: " [") || source.isLineInItalicSigns(chunk)
  }
}

private let entrances = ["enter ", "re-enter ", "exit", "exeunt"]
private let entrancesInItalics = ["enter", "re-enter", "exit", "exeunt"]

extension PlainTextSource {
  /// `Enter HAMLET.`, `Exeunt.`
  func comesOrGoes(_ range: Range<Int>) -> Bool {
    let isItalic = range.first.map { file.text[$0] == 0x5F } ?? false
    let words = isItalic ? range.dropFirst() : range
    return starts(words, withAnyOf: isItalic ? entrancesInItalics : entrances)
  }

  /// `_She sings._`
  func isLineInItalicSigns(_ chunk: Chunk) -> Bool {
    let line = bytes(ofLine: chunk.lines.lowerBound)
    return chunk.lines.count == 1 && line.count > 4 && file.text[line.lowerBound] == 0x5F
      && file.text[line.upperBound - 1] == 0x5F && count(0x5F, in: line) == 2
  }

  /// Between flush speeches few lines a space or two farther in are nobody's: ` Juliet appears above at a window.`
  func isSetIn(_ chunk: Chunk) -> Bool {
    chunk.lines.count <= 3 && profile.baseIndent == 0
      && chunk.lines.allSatisfy { (1...8).contains(lines[$0].indent) }
  }

  /// A sentence alone, set in beyond the verse around it: `FAUSTUS discovered in his study.`
  func isDeepLine(_ chunk: Chunk) -> Bool {
    let i = chunk.lines.lowerBound
    return chunk.lines.count == 1 && chunk.blanksBefore > 0 && Int(lines[i].indent) >= profile.baseIndent + 4
      && lines[i].width >= 12 && file.text[Int(lines[i].end) - 1] == 0x2E && beginsCapital(bytes(ofLine: i))
  }

  /// `(allein):`, `[_aside_]`
  func isBracketed(_ range: Range<Int>) -> Bool {
    let end = file.text[range].lastIndex { $0 != 0x2E && $0 != 0x3A }
    guard let end, end > range.lowerBound else { return false }
    return (file.text[range.lowerBound], file.text[end]) == (0x28, 0x29)
      || (file.text[range.lowerBound], file.text[end]) == (0x5B, 0x5D)
  }

  /// Brackets right behind a name, and where the words begin that stand behind them in the line: `[aside]:   O thou`.
  func asideAtHead(_ range: Range<Int>) -> (bracket: Range<Int>, words: Int)? {
    guard let first = range.first, file.text[first] == 0x5B || file.text[first] == 0x28 else { return nil }
    let close: UInt8 = file.text[first] == 0x5B ? 0x5D : 0x29
    guard let end = range.first(where: { file.text[$0] == close }), end - first <= 48 else { return nil }
    var words = end + 1
    while words < range.upperBound, file.text[words] == 0x2E || file.text[words] == 0x3A || file.text[words].isBlank {
      words += 1
    }
    var bracketEnd = end + 1
    while bracketEnd < words, !file.text[bracketEnd].isBlank { bracketEnd += 1 }
    return words < range.upperBound ? (first..<bracketEnd, words) : nil
  }

  /// `[_Rising._]`, `(_aside_) Well!`
  func opensBracket(_ chunk: Chunk) -> Bool {
    let first = file.text[bytes(of: chunk).lowerBound]
    return first == 0x5B || first == 0x28
  }

  /// More than a few words follow the bracket that opens a chunk: `[_Aside._] I know you all`.
  func goesOn(behindBracket range: Range<Int>) -> Bool {
    guard let close = first(0x5D, or: 0x5D, in: range) else { return false }
    return range.upperBound - close > 24
  }
}
