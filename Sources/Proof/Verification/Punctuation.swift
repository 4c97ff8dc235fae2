/// Compares what stands between letters that agree: signs, whether words are parted alike,
/// and where notes are called.
struct Punctuation {
  enum Kind { case signs, split, call, uncalled }
  /// Where the sides differ: the letters before which they do.
  struct Difference: Equatable {
    var kind: Kind
    var sequence: Int
    var expected: Int
    var printed: Int
  }

  let expected: [Letters]
  let printed: PrintedLetters
  private let signs: Signs
  private var found: [Difference] = []
  /// Pairs of numbers that say the same.
  private var alike: [UInt64: Bool] = [:]
  /// Of each sequence, where the run before ended: behind which letter of the print.
  private var ends: [Int: (expected: Int, printed: Int)] = [:]

  /// Bytes of the text that keep the signs at their end.
  private let running: [Range<Int>]
  /// Bytes at which headings begin.
  private let headings: [Int]
  /// Of captions without letters.
  private let alone: Set<[UInt8]>

  init(_ expected: ExpectedLetters, printed: PrintedLetters, signs: Signs) {
    self.expected = expected.sequences
    running = expected.running
    headings = expected.headings
    alone = expected.alone
    self.printed = printed
    self.signs = signs
  }

  /// In the order of the print. Linear.
  consuming func differences(_ steps: [AlignmentStep]) -> [Difference] {
    for step in steps {
      switch step {
      case .same(let sequence, let i, let j, let count):
        compareStart(sequence, i, j)
        if i > 0, j > 0 { compareAroundMark(sequence, i, j) }
        for k in 1..<max(count, 1) {
          compare(sequence, i + k, j + k)
          if printed.letters.gaps[j + k].contains(.optional) { compareBeforeItem(sequence, i + k, j + k) }
          if printed.letters.gaps[j + k - 1].contains(.optional) { compareAroundMark(sequence, i + k, j + k) }
        }
        ends[sequence] = (i + count, j + count)
        compareEndOfPiece(sequence, i + count, j + count)
      case .different(let sequence, let a, let b):
        compareCalls(sequence, a, b)
      }
    }
    compareEnds()
    return found
  }

  // MARK: Signs

  /// The signs on both sides of a call within a line, or before the number of an item.
  private mutating func compareAroundMark(_ sequence: Int, _ i: Int, _ j: Int) {
    let letters = expected[sequence]
    guard letters.gaps[i - 1].contains(.optional), printed.letters.gaps[j - 1].contains(.optional),
      letters.gaps[i].isDisjoint(with: [.optional, .shuffled]), printed.letters.gaps[j].isDisjoint(with: .optional)
    else { return }
    func around(_ letters: Letters, _ end: Int) -> (first: Int, signs: [UInt8])? {
      var first = end
      while first > 0, letters.gaps[first - 1].contains(.optional) { first -= 1 }
      let numbers = letters.signs[first...end]
      guard first > 0, end - first <= 4, !numbers.contains(Signs.unknown) else { return nil }
      let brackets = Set([Sign.open, .close, .other].map(\.rawValue))
      return (first, numbers.flatMap { signs($0) }.filter { !brackets.contains($0) })
    }
    // what is a mark on one side may be text on the other
    guard let here = around(letters, i), let there = around(printed.letters, j),
      letters.ids[here.first - 1] == printed.letters.ids[there.first - 1]
    else { return }
    // without its fellow a backtick is printed as a quote
    let isTick = here.signs.contains(Sign.tick.rawValue)
    func compared(_ signs: [UInt8]) -> [UInt8] { isTick ? signs.filter { $0 != Sign.quote.rawValue } : signs }
    guard
      printed.line(of: there.first).lowerBound < there.first, printed.line(of: j).lowerBound < j,
      letters.gaps[here.first...i].allSatisfy({ $0.isDisjoint(with: [.lineEnd, .hyphen, .dash]) }),
      !Punctuation.isSame(compared(here.signs), compared(there.signs))
    else { return }
    add(.signs, sequence, i, j)
  }

  /// The signs at the end of what stands before an item's number.
  private mutating func compareBeforeItem(_ sequence: Int, _ i: Int, _ j: Int) {
    let letters = expected[sequence]
    guard letters.gaps[i].isSuperset(of: [.optional, .lineEnd]), printed.letters.gaps[j].contains(.optional),
      printed.line(of: j).lowerBound == j, isRunning(Int(letters.offsets[i - 1])),
      letters.signs[i] != Signs.unknown, printed.letters.signs[j] != Signs.unknown,
      !letters.gaps[i - 1].contains(.optional), !printed.letters.gaps[j - 1].contains(.optional)
    else { return }
    // what stands before may end in a line of signs alone
    func before(_ number: UInt16) -> [UInt8] {
      let all = signs(number)
      return Array(all[...(all.lastIndex(of: Sign.lineEnd.rawValue) ?? all.count - 1)])
    }
    let (here, there) = (before(letters.signs[i]), before(printed.letters.signs[j]))
    // or the line of the number begin with them
    func unbracketed(_ number: UInt16) -> [UInt8] {
      signs(number).filter { $0 != Sign.open.rawValue && $0 != Sign.other.rawValue }
    }
    guard !Punctuation.isAlike(here, there, true), Punctuation.onOneLine(here) != Punctuation.onOneLine(there),
      !Punctuation.isSame(unbracketed(letters.signs[i]), unbracketed(printed.letters.signs[j]))
    else { return }
    add(.signs, sequence, i, j)
  }

  private mutating func compare(_ sequence: Int, _ i: Int, _ j: Int) {
    let letters = expected[sequence]
    let (a, b) = (letters.signs[i], printed.letters.signs[j])
    let (wanted, given) = (letters.gaps[i], printed.letters.gaps[j])
    let isParted =
      given.contains(.space) && given.isDisjoint(with: [.lineEnd, .hyphen, .dash, .point, .sign, .unspaced])
      && wanted.isDisjoint(with: [.space, .hyphen, .dash, .point, .sign, .unspaced, .lineEnd])
    // a hyphen within a line that the manuscript has not
    let isHyphenated =
      given.contains(.hyphen) && !given.contains(.lineEnd) && wanted.isDisjoint(with: [.hyphen, .dash, .space, .sign])
      && !(given.contains(.softHyphen) && wanted.contains(.softHyphen))
    // what is cut out within a line may take its signs along
    guard a != b || isParted || isHyphenated, wanted.isDisjoint(with: [.optional, .shuffled]),
      !wanted.contains(.cut) || wanted.contains(.lineEnd), given.isDisjoint(with: [.cut, .optional, .shuffled]),
      !letters.gaps[i - 1].contains(.optional), !printed.letters.gaps[j - 1].contains(.optional)
    else { return }
    let isLatin = isAlphabetic(letters.ids[i - 1]) && isAlphabetic(letters.ids[i])
    // 1914-18 is printed with a dash, and a hyphen that a line begins with looks like one
    let isHyphen = wanted.contains(.hyphen) && (given.contains(.dash) || given.contains(.lineEnd))
    if isHyphenated && isLatin
      || a != b && !isAlike(a, b, isLatin && !isHyphen) && !isHeadsEnd(letters, i, a, b)
        && !isBeforeNumber(letters, i, a, b) && !isAlikeWithoutCaptions(a, b, isLatin)
        && !isBehindSpeech(a, b, isLatin)
    {
      add(.signs, sequence, i, j)
    } else if isParted, isLatin {
      add(.split, sequence, i, j)
    }
  }

  /// Whether all that differs is the dash at a word's end, typed as a hyphen before the stop that ends who speaks, where
  /// speech goes on with one: `Quijote-. -He ahí`.
  private func isBehindSpeech(_ a: UInt16, _ b: UInt16, _ isLatin: Bool) -> Bool {
    let (here, there) = (signs(a), signs(b))
    guard isLatin, there.first == Sign.dash.rawValue, here.contains(Sign.dash.rawValue) else { return false }
    return Punctuation.onOneLine(Array(there.dropFirst())) == Punctuation.onOneLine(here)
  }

  /// Whether all that differs is the bracket before an item's number, `(2)`, which is cut out behind it, too.
  private func isBeforeNumber(_ letters: Letters, _ i: Int, _ a: UInt16, _ b: UInt16) -> Bool {
    let here = signs(a)
    guard here.last == Sign.open.rawValue, letters.gaps[i].contains(.lineEnd),
      let end = (i..<min(i + 5, letters.count)).first(where: { !(0x30...0x39).contains(letters.ids[$0]) }), end > i
    else { return false }
    return letters.gaps[end].contains(.cut) && Punctuation.isSame(Array(here.dropLast()), signs(b))
  }

  /// Where a run goes on behind something else, as a text does behind the notes at the foot of its
  /// page: the signs may stand at the end of its last line or at the beginning of the next.
  private mutating func compareStart(_ sequence: Int, _ i: Int, _ j: Int) {
    guard let end = ends[sequence], end.expected == i, end.printed < j, i > 0, j > 0 else { return }
    let letters = expected[sequence]
    guard letters.gaps[i].isDisjoint(with: [.optional, .shuffled]),
      !letters.gaps[i].contains(.cut) || letters.gaps[i].contains(.lineEnd), !letters.gaps[i - 1].contains(.optional),
      // what octavo made stands between, with signs of its own
      !printed.letters.gaps[j - 1].contains(.optional),
      printed.line(of: j).lowerBound == j, letters.signs[i] != Signs.unknown
    else { return }
    let all = signs(printed.letters.signs[end.printed])
    let after = signs(printed.letters.signs[j])
    let behind = after.suffix(from: (after.lastIndex(of: Sign.lineEnd.rawValue) ?? -1) + 1)
    func there(_ before: ArraySlice<UInt8>) -> [UInt8] { Array(before) + [Sign.lineEnd.rawValue] + Array(behind) }
    let ownLine = there(all.prefix { $0 != Sign.lineEnd.rawValue })
    // lines of signs alone may follow, as of a cell
    let allLines = there(all.prefix(upTo: all.lastIndex(of: Sign.lineEnd.rawValue) ?? 0))
    let here = signs(letters.signs[i])
    let isLess = Punctuation.isLess(Punctuation.folded(ownLine), Punctuation.folded(here))
    let isLatin = isAlphabetic(letters.ids[i - 1]) && isAlphabetic(letters.ids[i])
    guard
      ![ownLine, allLines].contains(where: {
        Punctuation.isAlike(here, $0, isLatin) || Punctuation.onOneLine(here) == Punctuation.onOneLine($0)
      }),
      !isLess || !isShort(letters, i, limit: 100)
    else { return }
    add(.signs, sequence, i, j)
  }

  /// The signs at the end of a note, a caption or the like, and of the run of the text where these stand behind it.
  private mutating func compareEndOfPiece(_ sequence: Int, _ i: Int, _ j: Int) {
    let letters = expected[sequence]
    guard sequence > 0 ? i == letters.count || letters.gaps[i].isSuperset(of: [.cut, .lineEnd]) : endsRun(i), i > 0,
      !letters.gaps[i - 1].contains(.optional),
      // what octavo says of pages has signs of its own
      j == printed.letters.count || !printed.letters.gaps[j].contains(.folio)
    else { return }
    func printedSigns(_ j: Int) -> UInt16 {
      j == printed.letters.count ? printed.letters.lastSigns : printed.letters.signs[j]
    }
    let number = i == letters.count ? letters.lastSigns : letters.signs[i]
    guard number != Signs.unknown, printedSigns(j) != Signs.unknown else { return }
    let all = signs(number)
    let end = i == letters.count ? all.count : all.lastIndex(of: Sign.lineEnd.rawValue) ?? all.count
    let here = Array(all[..<end])
    var behind = signs(printedSigns(j))
    // the mark of another note that this one calls stands before its last sign
    var next = j
    while next < printed.letters.count, printed.letters.gaps[next].contains(.optional),
      !behind.contains(Sign.lineEnd.rawValue)
    {
      next += 1
      guard printedSigns(next) != Signs.unknown else { return }
      behind += signs(printedSigns(next))
    }
    // a call within a note parts it as an end does, but its line goes on: signs may stand behind the call
    let isWithin = i < letters.count && !behind.contains(Sign.lineEnd.rawValue)
    if isWithin {
      // nothing is printed for a call of the note in which it stands
      var signs = all
      if letters.gaps[i].contains(.optional) {
        let end = letters.gaps[i...].firstIndex { !$0.contains(.optional) } ?? letters.count
        for number in letters.signs[(i + 1)...].prefix(end - i) + (end == letters.count ? [letters.lastSigns] : []) {
          signs += self.signs(number)
        }
      }
      if Punctuation.isSame(signs.filter { $0 != Sign.lineEnd.rawValue }, behind) { return }
    }
    // so may all of the next note, or what that begins with, behind its number
    var further = behind
    while next < printed.letters.count, printed.letters.gaps[next].contains(.optional), next - j < 8 {
      next += 1
      guard printedSigns(next) != Signs.unknown else { return }
      let own = signs(printedSigns(next))
      further += [Sign.lineEnd.rawValue] + (own.first == Sign.stop.rawValue ? own.dropFirst() : own[...])
    }
    // what ends it may be a line of signs alone
    let ends = further.indices.filter { further[$0] == Sign.lineEnd.rawValue } + [further.count]
    guard !ends.contains(where: { Punctuation.isAlike(here, Array(further[..<$0]), true) }),
      // it may go on behind something left out
      !Punctuation.isAlike(all, behind, true), !isAlsoBefore(here, sequence, i, j)
    else { return }
    // a heading loses the sign at its end
    let shown = Punctuation.folded(Array(behind.prefix { $0 != Sign.lineEnd.rawValue }))
    if endsInHeading(letters, i), Punctuation.isLess(shown, Punctuation.folded(here)) { return }
    add(.signs, sequence, i, j)
  }

  private func endsRun(_ i: Int) -> Bool { i == expected[0].count && expected.count > 1 }

  /// Whether a piece ends in a heading of few letters.
  private func endsInHeading(_ letters: Letters, _ i: Int) -> Bool {
    for k in (max(0, i - 100)..<i).reversed() {
      let offset = Int(letters.offsets[k])
      let isStart = k == 0 || letters.gaps[k].isSuperset(of: [.cut, .lineEnd])
      // a sign or two may stand before its first letter
      let before = isStart ? offset - 4 : Int(letters.offsets[k - 1])
      if before < offset, beginsHeading(in: (before + 1)..<(offset + 1)) { return true }
      if isStart { return false }
    }
    return false
  }

  /// Whether a short piece stands in print right before, too, there with its signs: a caption, and the heading below
  /// it that says the same without its point.
  private func isAlsoBefore(_ signs: [UInt8], _ sequence: Int, _ i: Int, _ j: Int) -> Bool {
    let letters = expected[sequence]
    let start = letters.gaps[..<i].lastIndex { $0.isSuperset(of: [.cut, .lineEnd]) } ?? 0
    let count = i - start
    guard count > 0, count <= 100, j >= 2 * count,
      printed.letters.ids[(j - 2 * count)..<(j - count)].elementsEqual(letters.ids[start..<i])
    else { return false }
    let behind = self.signs(printed.letters.signs[j - count])
    return Punctuation.isSame(signs, Array(behind.prefix { $0 != Sign.lineEnd.rawValue }))
  }

  /// What follows the last letter, or is all there is.
  private mutating func compareEnds() {
    let letters = expected[0]
    guard expected.count == 1, letters.lastSigns != Signs.unknown, printed.letters.lastSigns != Signs.unknown else {
      return
    }
    guard !isAlike(letters.lastSigns, printed.letters.lastSigns, true),
      !isAlikeWithoutCaptions(letters.lastSigns, printed.letters.lastSigns, true), !isLastHeadsEnd(letters),
      !(printed.letters.gaps.last?.contains(.optional) ?? false)
    else { return }
    add(.signs, 0, letters.count, printed.letters.count)
  }

  private mutating func isAlike(_ a: UInt16, _ b: UInt16, _ isLatin: Bool) -> Bool {
    guard a != Signs.unknown, b != Signs.unknown else { return true }
    let key = UInt64(isLatin ? 1 : 0) << 32 | UInt64(a) << 16 | UInt64(b)
    if let known = alike[key] { return known }
    let isSame = Punctuation.isAlike(signs(a), signs(b), isLatin)
    alike[key] = isSame
    return isSame
  }

  /// The same without printed lines that are captions of signs alone.
  private func isAlikeWithoutCaptions(_ a: UInt16, _ b: UInt16, _ isLatin: Bool) -> Bool {
    guard !alone.isEmpty, b != Signs.unknown else { return false }
    let lines = signs(b).split(separator: Sign.lineEnd.rawValue, omittingEmptySubsequences: false)
    let captions = lines.indices.filter { alone.contains(Sign.onLine(lines[$0])) }
    func without(_ captions: Set<Int>) -> [UInt8] {
      Array(
        lines.indices.filter { !captions.contains($0) }.map { lines[$0] }.joined(separator: [Sign.lineEnd.rawValue]))
    }
    // some may be the text's own
    return ([Set(captions)] + captions.map { [$0] }).contains {
      !$0.isEmpty && Punctuation.isAlike(signs(a), without($0), isLatin)
    }
  }

  private static func isAlike(_ x: [UInt8], _ y: [UInt8], _ isLatin: Bool) -> Bool {
    var (here, there) = (folded(x), folded(y))
    let rule = rule(in: x, printedAs: y)
    // a cell of nothing but a dash is a line of its own in print, and no rule
    if here != there, onOneLine(x) == onOneLine(y) { there = here }
    if isSame(x, y) { there = here }
    if here != there, x.contains(Sign.tick.rawValue) {
      // without its fellow a backtick is printed as a quote
      here.removeAll { $0 == Sign.quote.rawValue }
      there.removeAll { $0 == Sign.quote.rawValue }
    }
    if here != there, rule != nil || !isLatin || x.contains(Sign.other.rawValue) || x.contains(Sign.tick.rawValue) {
      // a rule of hyphens or dots may have become an ornament, and marks of code stand around hyphens;
      // readers put spaces into Indic words, after which a hyphen looks like a dash
      let gone = (rule == .stop ? [Sign.stop, .ellipsis, .dash] : [.dash]).map(\.rawValue)
      here.removeAll { gone.contains($0) }
      there.removeAll { gone.contains($0) }
      if rule != nil, isSame(x.filter { !gone.contains($0) }, y.filter { !gone.contains($0) }) { there = here }
    }
    return here == there
  }

  /// A heading, a speaker or a label loses the sign at its end, as a printer has it: behind a short
  /// paragraph, where a line ends, signs may be missing, but none may be new.
  private func isHeadsEnd(_ letters: Letters, _ i: Int, _ a: UInt16, _ b: UInt16) -> Bool {
    let there = signs(b)
    // a rule below it may have become an ornament, or the beginning of a line
    let hasRule = Punctuation.rule(in: signs(a), printedAs: there) == .dash
    return there.contains(Sign.lineEnd.rawValue) && !isRunning(Int(letters.offsets[i - 1]))
      && Punctuation.isSome(there, of: signs(a), without: hasRule ? .dash : nil)
      && isShort(letters, i, limit: letters.gaps[i].contains(.cut) || hasBlankLine(signs(a)) ? 100 : 48)
  }

  private func hasBlankLine(_ signs: [UInt8]) -> Bool { signs.count { $0 == Sign.lineEnd.rawValue } > 1 }

  /// The same where nothing follows.
  private func isLastHeadsEnd(_ letters: Letters) -> Bool {
    guard let last = letters.offsets.last, !(running.isEmpty && headings.isEmpty), !isRunning(Int(last)) else {
      return false
    }
    let end = [Sign.lineEnd.rawValue]
    return Punctuation.isSome(signs(printed.letters.lastSigns) + end, of: signs(letters.lastSigns) + end)
      && isShort(letters, letters.count, limit: 100)
  }

  /// Whether a byte is of a paragraph or a line of verse.
  private func isRunning(_ offset: Int) -> Bool {
    let next = running.lowerBound { $0.lowerBound <= offset }
    return next > 0 && running[next - 1].contains(offset)
  }

  private func beginsHeading(in range: Range<Int>) -> Bool {
    let next = headings.lowerBound { $0 < range.lowerBound }
    return next < headings.count && headings[next] < range.upperBound
  }

  /// Whether few letters stand between the last blank line, paragraph, or what is left out, and a letter that is of
  /// no paragraph.
  /// - Parameter limit: those of a heading of two lines where a blank line follows, else of a label; what is known to
  ///   be a heading may be as long as the former, where each line is a paragraph.
  private func isShort(_ letters: Letters, _ i: Int, limit: Int) -> Bool {
    let blank = [Sign.lineEnd.rawValue, Sign.lineEnd.rawValue]
    for back in 1...100 {
      let k = i - back
      if back > limit {
        guard k >= 0 else { return false }
        let before = k == 0 ? -1 : Int(letters.offsets[k - 1])
        if beginsHeading(in: (before + 1)..<(Int(letters.offsets[k]) + 1)) { return true }
        if isRunning(before) { return false }
        continue
      }
      guard k > 0 else { return true }
      if letters.gaps[k].contains(.cut) { return true }
      guard letters.gaps[k].contains(.lineEnd) else { continue }
      let last = Int(letters.offsets[k - 1])
      if isRunning(last) || beginsHeading(in: (last + 1)..<(Int(letters.offsets[k]) + 1)) { return true }
      let before = letters.signs[k] == Signs.unknown ? [] : signs(letters.signs[k])
      if zip(before, before.dropFirst()).contains(where: { [$0, $1] == blank }) { return true }
    }
    return false
  }

  /// Letters of Latin, Greek, Cyrillic and Armenian, whose words PDF readers part by spaces alone.
  func isAlphabetic(_ id: UInt32) -> Bool { id < 0x590 || (0x1E00...0x1FFF).contains(id) }

  // MARK: Direction

  /// Adds what was found between letters, but in a paragraph that runs right to left: the signs of all its lines are
  /// drawn in other places than they are read in, those of Latin words too.
  mutating func add(_ kind: Kind, _ sequence: Int, _ i: Int, _ j: Int) {
    guard !runsBackward(expected[sequence], i), i == 0 || !runsBackward(expected[sequence], i - 1) else { return }
    found.append(Difference(kind: kind, sequence: sequence, expected: i, printed: j))
  }

  private func runsBackward(_ letters: Letters, _ letter: Int) -> Bool {
    letters.gaps.indices.contains(letter) && letters.gaps[letter].contains(.backward)
  }
}
