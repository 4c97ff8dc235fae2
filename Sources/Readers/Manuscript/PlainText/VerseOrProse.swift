// Verse and prose: what speaks for either, weighed line by line and then over neighbours.

/// How much one sign at the end of a line says for verse (above 0) or for prose that was wrapped (below 0): natural
/// logarithms of how much more often it is seen in one than in the other, counted over forty marked books and rounded.
enum VerseWeights {
  /// The next word would have fitted with a fifth of the line to spare; well; just so. Of wrapped lines 1 in 200 ends
  /// so early, of verse half and more.
  static let wideRoom = 2.0
  static let wideRoomSetIn = 1.0
  static let room = 1.4
  static let littleRoom = 0.3
  /// It would not have fitted: nearly all of prose; of verse, lines as long as the page, which are common in some books.
  static let full = -3.2
  static let fullInVerseBook = -0.4
  /// A capital begins the next line within a sentence: names alone do so in prose, and all nouns in German.
  static let capital = 2.0
  static let capitalWhereCommon = 0.9
  /// A small letter does: seldom in verse, but where the verse of the book begins its lines so it says nothing.
  static let small = -1.3
  static let smallWhereCapitals = -1.8
  static let smallWhereSmall = -0.1
  /// A stop or comma at the end of the line: three lines of verse in four, one of prose in seven.
  static let stop = 0.3
  static let noStop = -0.2
  /// Every line of a block set in is as long as its own longest allows: wrapped to a narrower measure.
  static let fullToItself = -1.3
  /// The lines of several such blocks below each other fill one measure: a letter, an extract.
  static let fullToMeasure = -2.2
  /// The whole file is verse; the lines are set in from the margin of prose; they stand at it.
  static let verseBook = 1.5
  static let setIn = 0.5
  static let atMargin = -1.0
  /// Going from verse to prose and back without a sign between them.
  static let change = 1.2
}

/// How the file's verse and prose begin their lines.
struct LineHabits {
  /// Prose has capitals within its sentences everywhere, as German has.
  var capitalsInProse = false
  /// Verse begins its lines in small letters, in capitals; neither where too little of it is seen.
  var verseIsSmall = false
  var verseIsCapital = false
  /// Nearly all verse of the book is set in: what stands at the margin is not.
  var verseIsSetIn = false
}

extension PlainTextSource {
  /// Counts line beginnings: in lines that are full, and in blocks that nobody can have wrapped.
  func lineHabits() -> LineHabits {
    var prose = (capitals: 0, small: 0)
    var verse = (capitals: 0, small: 0)
    var sampled = 0
    var stanzas = (all: 0, setIn: 0)
    for chunk in chunks where chunk.kind == .unknown && chunk.lines.count >= 3 {
      guard sampled < 40_000 else { break }
      let steps = chunk.lines.dropLast()
      sampled += steps.count
      var rooms = 0
      var full = 0
      for i in steps {
        let room = profile.wrapWidth - reach(i)
        if room >= profile.slack { rooms += 1 } else if room < 0 { full += 1 }
      }
      // what was wrapped to a narrower measure is neither
      let isVerse =
        rooms == steps.count && chunk.lines.count >= 4
        && (profile.isVerse || Int(lines[chunk.lines.lowerBound].indent) >= 2 + profile.baseIndent)
        && !isFullToItself(chunk.lines)
      guard isVerse || full * 10 >= steps.count * 9 else { continue }
      if isVerse {
        stanzas.all += 1
        let least = leastIndent(of: chunk.lines)
        if least >= verseMargin() { stanzas.setIn += 1 }
      }
      for i in steps where !endsSentence(bytes(ofLine: i)) {
        let next = bytes(ofLine: i + 1)
        if beginsSmall(next) {
          if isVerse { verse.small += 1 } else { prose.small += 1 }
        } else if beginsCapital(next) {
          if isVerse { verse.capitals += 1 } else { prose.capitals += 1 }
        }
      }
    }
    var habits = LineHabits()
    habits.capitalsInProse = prose.capitals * 100 > (prose.capitals + prose.small) * 18
    habits.verseIsSetIn = stanzas.all >= 12 && stanzas.setIn * 10 >= stanzas.all * 9
    let seen = verse.capitals + verse.small
    if seen >= 12 {
      habits.verseIsSmall = verse.small * 2 > seen
      habits.verseIsCapital = verse.capitals * 4 > seen * 3
    }
    return habits
  }

  /// Where verse begins in a book that sets it in, as far as most lines stand.
  private func verseMargin() -> Int { max(2, profile.baseIndent) }

  /// Columns below which lines that are all about as long are verse.
  private static let leastMeasure = 42

  /// Nearly every line is as long as the longest of them allows.
  private func isFullToItself(_ range: Range<Int>) -> Bool {
    let widest = range.reduce(0) { max($0, lines[$1].edge) }
    let least = leastIndent(of: range)
    // nobody types prose in columns of half a line
    guard widest - least >= Self.leastMeasure else { return false }
    // and nobody begins the lines of prose in capitals
    guard range.dropFirst().count(where: { beginsSmall(bytes(ofLine: $0)) }) * 3 >= range.count - 1 else {
      return false
    }
    let full = range.dropLast().count { reach($0) > widest }
    return full * 5 >= (range.count - 1) * 4
  }

  /// The end of a long line of verse, set in below it.
  func isTurned(_ next: Int) -> Bool {
    lines[next].indent >= lines[next - 1].indent + 2 && lines[next].blanksBefore == 0
      && reach(next - 1) > profile.wrapWidth - 2 && !beginsCapital(bytes(ofLine: next))
  }

  /// The measure that blocks set in below each other were wrapped to, if nearly all of their lines fill it.
  func narrowMeasures(of blocks: [Int]) -> [Int: Int] {
    var measures: [Int: Int] = [:]
    var n = 0
    func least(_ c: Int) -> Int { leastIndent(of: chunks[c].lines) }
    while n < blocks.count {
      let indent = least(blocks[n])
      guard indent >= 2 + profile.baseIndent, !profile.isVerse else {
        n += 1
        continue
      }
      var end = n + 1
      while end < blocks.count, blocks[end] - blocks[end - 1] <= 2, abs(least(blocks[end]) - indent) <= 1 { end += 1 }
      let run = blocks[n..<end]
      let widest = run.reduce(0) { widest, c in chunks[c].lines.reduce(widest) { max($0, lines[$1].edge) } }
      let texts = run.map(withoutAttribution)
      let steps = texts.reduce(0) { $0 + $1.count - 1 }
      let full = texts.reduce(0) { $0 + $1.dropLast().count { reach($0) > widest - 2 } }
      let small = texts.reduce(0) { $0 + $1.dropFirst().count { beginsSmall(bytes(ofLine: $0)) } }
      if steps >= 4, full * 100 >= steps * 85, small * 5 >= steps * 2, widest - indent >= Self.leastMeasure,
        widest + profile.slack < profile.wrapWidth
      {
        for c in run { measures[c] = widest }
      }
      n = end
    }
    return measures
  }

  /// What the lines say: above 0 verse, below 0 prose; 0 for a single line.
  func verseEvidence(_ range: Range<Int>, narrow: Int? = nil, habits: LineHabits) -> Double {
    guard range.count > 1 else { return 0 }
    typealias Weights = VerseWeights
    var score = 0.0
    var steps = 0
    let least = leastIndent(of: range)
    let isVerseBook = profile.isVerse && !(habits.verseIsSetIn && least < verseMargin())
    for i in range.dropLast() {
      let line = bytes(ofLine: i)
      let next = bytes(ofLine: i + 1)
      let room = profile.wrapWidth - reach(i)
      if isTurned(i + 1), i + 2 == range.upperBound || lines[i + 2].indent < lines[i + 1].indent {
        continue
      }
      steps += 1
      if let narrow {
        score += reach(i) > narrow - 2 ? Weights.fullToMeasure : Weights.room
      } else if room >= profile.slack {
        // what is set in may be wrapped to a narrower measure
        let wide = least >= 2 + profile.baseIndent && !isVerseBook ? Weights.wideRoomSetIn : Weights.wideRoom
        score += room >= profile.wrapWidth / 5 ? wide : min(wide, Weights.room)
      } else if room >= 0 {
        score += Weights.littleRoom
      } else {
        score += isVerseBook ? Weights.fullInVerseBook : Weights.full
      }
      if beginsSmall(next) {
        score +=
          habits.verseIsSmall
          ? Weights.smallWhereSmall : habits.verseIsCapital ? Weights.smallWhereCapitals : Weights.small
      } else if !endsSentence(line), beginsCapital(next) {
        score += habits.capitalsInProse || least < 2 && beginsWithI(next) ? Weights.capitalWhereCommon : Weights.capital
      }
      score += endsInStop(line) ? Weights.stop : Weights.noStop
    }
    guard steps > 0 else { return 0 }
    if narrow == nil, isFullToItself(range) { score += Weights.fullToItself * Double(min(max(steps, 1), 4)) }
    if isVerseBook {
      score += Weights.verseBook
    } else {
      score += least >= 2 + profile.baseIndent ? Weights.setIn : Weights.atMargin
    }
    return score
  }

  /// `I`, `I'm`: a capital anywhere, and common where somebody speaks.
  private func beginsWithI(_ range: Range<Int>) -> Bool {
    guard file.text[range.lowerBound] == 0x49 else { return false }
    guard range.count > 1 else { return true }
    return [0x20, 0x27, 0x2C, 0xE2].contains(file.text[range.lowerBound + 1])
  }

  /// Any point or comma at the end, before quotes and brackets.
  func endsInStop(_ range: Range<Int>) -> Bool {
    if endsSentence(range) { return true }
    var k = range.upperBound
    while k > range.lowerBound, k > range.upperBound - 4 {
      switch file.text[k - 1] {
      case 0x2C, 0x3A, 0x3B: return true
      case 0x22, 0x27, 0x29, 0x5F, 0x5D: k -= 1
      case 0x98...0x9F where k - range.lowerBound >= 3 && file.text[k - 3] == 0xE2: k -= 3
      case 0x94 where k - range.lowerBound >= 3 && file.text[k - 2] == 0x80: return true
      case 0x2D: return k >= 2 && file.text[k - 2] == 0x2D
      default: return false
      }
    }
    return false
  }

  /// Which chunks of several lines are verse: the sequence for which most speaks, where a change from
  /// verse to prose and back within one stretch costs something (Viterbi 1967, two states).
  func versePath(_ scores: [(chunk: Int, score: Double)]) -> [Int: Bool] {
    var path: [Int: Bool] = [:]
    guard !scores.isEmpty else { return path }
    var verse = 0.0
    var prose = 0.0
    // where the best way to each state came from: verse?
    var back: [(verse: Bool, prose: Bool)] = []
    back.reserveCapacity(scores.count)
    for n in scores.indices {
      let cost = n > 0 ? changeCost(from: scores[n - 1].chunk, to: scores[n].chunk) : 0
      let toVerse = prose - cost > verse
      let toProse = verse - cost > prose
      back.append((!toVerse, toProse))
      let half = min(max(scores[n].score, -8), 8) / 2
      (verse, prose) = ((toVerse ? prose - cost : verse) + half, (toProse ? verse - cost : prose) - half)
    }
    var isVerse = verse > prose
    for n in scores.indices.reversed() {
      path[scores[n].chunk] = isVerse
      isVerse = isVerse ? back[n].verse : back[n].prose
    }
    return path
  }

  private func changeCost(from a: Int, to b: Int) -> Double {
    guard b == a + 1, chunks[b].blanksBefore <= 2 else { return 0 }
    func least(_ c: Int) -> Int { leastIndent(of: chunks[c].lines) }
    return abs(least(a) - least(b)) >= 2 ? 0 : VerseWeights.change
  }
}
