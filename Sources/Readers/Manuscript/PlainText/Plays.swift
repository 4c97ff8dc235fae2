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

  struct Speaker {
    var name: Range<Int>
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

  /// Columns behind a name past which what is said goes on where another left off.
  private static let leastGap = 5
  /// Columns of a line of verse at most.
  private static let longestLine = 76

  func speaker(of chunk: Chunk, in source: PlainTextSource) -> Speaker? {
    var found = source.speakerName(chunk, style: style)
    // above a song the name of one who speaks elsewhere stands alone: `_Mrs. Peachum._`
    if found == nil, style == .runIn, chunk.lines.count == 1 { found = source.speakerName(chunk, style: .alone) }
    guard let name = found, isOfSpeaker(source.speakerKey(name)) else { return nil }
    var rest: [Range<Int>] = []
    var indents: [Int] = []
    var numbers: [Int: Range<Int>] = [:]
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
      var step = 0
      if i == chunk.lines.lowerBound {
        var k = min(name.upperBound, range.upperBound)
        while k < range.upperBound, source.text[k].isBlank { k += 1 }
        if let column {
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
    var aside: Range<Int>?
    // how it is said, in brackets, or behind the comma of `ORGON, à Cléante.`
    let isBehindComma = !name.isEmpty && source.text[name.upperBound - 1] == 0x2C
    if standsAlone, rest.count > 1 || isBehindComma, let first = rest.first, name.upperBound <= first.lowerBound,
      first.lowerBound < source.bytes(ofLine: chunk.lines.lowerBound).upperBound,
      source.isBracketed(first) || isBehindComma
    {
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
        ? !isDirection && rest.count + (aside == nil ? 0 : 1) > 1 && chunk.kind != .prose
        : chunk.kind == .verse && (style == .tab || rest.count > 1))
    return Speaker(
      name: name, rest: rest, indents: indents, aside: aside, isVerse: isVerse, numbers: numbers,
      isDirection: isDirection)
  }

  /// One of the names, or some of them together: `NORA and EDWARD`.
  private func isOfSpeaker(_ key: String) -> Bool {
    if names.contains(key) { return true }
    let parts = key.split(separator: " ").split { andsOfNames.contains(String($0)) }.map { $0.joined(separator: " ") }
    return parts.count > 1
      && parts.joined(separator: ", ").split(separator: ", ").allSatisfy { names.contains(String($0)) }
  }

  /// `[_Exit._]`, `(They go.)`, `Enter HAMLET.`
  func isDirection(_ chunk: Chunk, in source: PlainTextSource) -> Bool {
    let range = source.bytes(of: chunk)
    let first = source.text[range.lowerBound]
    return first == 0x5B && !source.goesOn(behindBracket: range)
      || first == 0x28 && source.text[range.upperBound - 1] == 0x29
      || source.comesOrGoes(range) || source.starts(range, with: " [")
  }
}

extension PlainTextSource {
  /// `Enter HAMLET.`, `Exeunt.`
  func comesOrGoes(_ range: Range<Int>) -> Bool {
    ["enter ", "re-enter ", "exit", "exeunt"].contains { starts(range, with: $0) }
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
  fileprivate func isBracketed(_ range: Range<Int>) -> Bool {
    let end = file.text[range].lastIndex { $0 != 0x2E && $0 != 0x3A }
    guard let end, end > range.lowerBound else { return false }
    return (file.text[range.lowerBound], file.text[end]) == (0x28, 0x29)
      || (file.text[range.lowerBound], file.text[end]) == (0x5B, 0x5D)
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

  /// Bytes of the name at the head of the chunk, with its point.
  func speakerName(_ chunk: Chunk, style: PlayForm.Style) -> Range<Int>? {
    let line = bytes(ofLine: chunk.lines.lowerBound)
    if comesOrGoes(line) || starts(line, with: "end of ") { return nil }
    switch style {
    case .tab:
      // a tab counts as a gap
      guard lines[chunk.lines.lowerBound].gaps > 0, let tab = line.prefix(48).first(where: { file.text[$0] == 0x09 }),
        tab > line.lowerBound, tab + 1 < line.upperBound
      else { return nil }
      let name = line.lowerBound..<tab
      return letterCase(name).isCapitals ? name : nil
    case .alone, .bare:
      var name = line
      // JOHN (_laughing_). and MARY [_aside_]
      if !lines[chunk.lines.lowerBound].signs.isDisjoint(with: [.brackets, .calls]),
        let bracket = first(0x28, or: 0x5B, in: line),
        bracket > line.lowerBound
      {
        guard let last = line.last.map({ file.text[$0] }), last == 0x29 || last == 0x5D || last == 0x2E || last == 0x3A
        else { return nil }
        name = line.lowerBound..<bracket
        while let end = name.last, file.text[end] == 0x20 { name = name.dropLast() }
      } else if style == .alone, let comma = commaBeforeDirection(line) {
        name = line.lowerBound..<comma + 1
      } else if style == .alone {
        guard let last = line.last, file.text[last] == 0x2E || file.text[last] == 0x3A else { return nil }
      }
      guard (2...40).contains(name.count) else { return nil }
      let letters = letterCase(name)
      // `_Ogre_`, or a name and a point
      let isMarked =
        letters.smallWords == 0 && letters.words <= 3 && letters.words > 0 && name.count <= 28
        && (style == .alone && name == line
          || file.text[name.lowerBound] == 0x5F && file.text[line.upperBound - 1] == 0x5F)
      guard letters.isCapitals || isMarked || namesAreCapitals(name), letters.words <= (style == .bare ? 4 : 5) else {
        return nil
      }
      // the place is told below it, nobody speaks
      if letters.words == 1, ["SCENE", "SCÈNE", "SZENE", "SCENA", "ESCENA", "TIME", "PLACE"].contains(speakerKey(name))
      {
        return nil
      }
      return name
    case .runIn:
      return runInName(line, end: bytes(of: chunk).upperBound)
    case .said:
      return saidName(line, isAbove: chunk.lines.count > 1)
    }
  }

  /// A few words in capitals before a sign: `Anna - `, `<Anna>`, `The Ferryman: `; or on a line above what is said.
  private func saidName(_ line: Range<Int>, isAbove: Bool) -> Range<Int>? {
    let start =
      line.first.map { [0x3C, 0x28, 0x5B].contains(file.text[$0]) } == true ? line.lowerBound + 1 : line.lowerBound
    let last = min(start + 40, line.upperBound)
    var end = start
    while end < last, endOfSign(end, in: line) == nil { end += 1 }
    guard end < last || isAbove && end == line.upperBound else { return nil }
    let letters = letterCase(start..<end)
    guard (1...4).contains(letters.words), letters.smallWords == 0 || namesAreCapitals(start..<end) else { return nil }
    // the sign is printed with it, as a point is
    return line.lowerBound..<(endOfSign(end, in: line) ?? end)
  }

  /// Where a sign ends that parts a name from what is said; nil where none stands.
  private func endOfSign(_ at: Int, in line: Range<Int>) -> Int? {
    func byte(_ i: Int) -> UInt8 { line.contains(i) ? file.text[i] : 0x20 }
    switch byte(at) {
    case 0x2E, 0x3A, 0x2F, 0x3E, 0x29, 0x5D, 0x7C, 0x09: return at + 1
    // a hyphen parts the words of a name, too
    case 0x2D where byte(at + 1) == 0x2D: return at + 2
    case 0x2D where byte(at - 1) == 0x20 && byte(at + 1) == 0x20: return at + 1
    // dashes, U+2012 to U+2015
    case 0xE2 where byte(at + 1) == 0x80 && (0x92...0x95).contains(byte(at + 2)): return at + 3
    default: return nil
    }
  }

  /// The comma behind a name in capitals, before how it is said: `LE PORTIER, _le poursuivant_.`, `ORGON, à Cléante.`
  private func commaBeforeDirection(_ line: Range<Int>) -> Int? {
    guard let comma = line.prefix(40).first(where: { file.text[$0] == 0x2C }), comma + 4 < line.upperBound,
      file.text[comma + 1] == 0x20, let last = line.last, [0x5F, 0x2E].contains(file.text[last])
    else { return nil }
    let isItalic = file.text[comma + 2] == 0x5F && line.suffix(2).contains { file.text[$0] == 0x5F }
    // one sentence: `ABBESS, n. A female father.` is a dictionary's
    let isSmall =
      line.count <= 60 && file.text[last] == 0x2E && beginsSmall(comma + 2..<line.upperBound)
      && !file.text[comma..<last].contains(0x2E)
    guard isItalic || isSmall else { return nil }
    return letterCase(line.lowerBound..<comma).isCapitals ? comma : nil
  }

  /// `HORATIO and MARCELLUS`: all words but those between names.
  func namesAreCapitals(_ name: Range<Int>) -> Bool {
    let text = string(name)
    guard text.contains(" ") else { return false }
    let words = text.split(separator: " ").filter { !andsOfNames.contains(String($0)) }
    return words.count >= 2
      && words.allSatisfy { word in
        word.contains { $0.isUppercase } && !word.contains { $0.isLowercase }
      }
  }

  /// Before names, with a point that ends none.
  private static let titles: Set<String> = [
    "capt", "col", "dr", "fr", "gen", "hon", "lt", "maj", "messrs", "mgr", "mlle", "mme", "mr", "mrs", "ms", "prof",
    "rev", "sergt", "sgt", "st", "ste",
  ]

  /// `NAME.`, `Name:`, `NAME (aside).`, `_Name._`, `NAME.--`, `NAME, aside.--` before what is said.
  ///
  /// How it is said may go on over the next lines, up to the chunk's end.
  private func runInName(_ line: Range<Int>, end chunkEnd: Int) -> Range<Int>? {
    let head = line.prefix(48)
    func isStop(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x2E, 0x3A, 0x2C, 0x3B, 0x21, 0x3F, 0x22, 0x28, 0x5B, 0x2D: true
      default: false
      }
    }
    var i = line.lowerBound
    while i < head.upperBound, file.text[i].isStyleSign { i += 1 }
    while i < head.upperBound, !isStop(file.text[i]) { i += 1 }
    guard i < head.upperBound, i > line.lowerBound else { return nil }
    // an initial or a short word goes on: `M. Cic.`
    if file.text[i] == 0x2E, i - line.lowerBound <= 2, i + 2 < head.upperBound, file.text[i + 1] == 0x20,
      file.text[i + 2].isASCIICapital,
      let next = file.text[(i + 2)..<min(i + 18, head.upperBound)].firstIndex(where: { $0 == 0x2E || $0 == 0x20 }),
      file.text[next] == 0x2E
    {
      i = next
    }
    // so does a title: `MRS. PEARCE.`
    if file.text[i] == 0x2E, i + 2 < head.upperBound, file.text[i + 1] == 0x20, file.text[i + 2].isASCIICapital,
      PlainTextSource.titles.contains(speakerKey(line.lowerBound..<i).lowercased()),
      let stop = file.text[(i + 2)..<head.upperBound].firstIndex(where: isStop),
      letterCase(line.lowerBound..<stop).smallWords == 0
    {
      i = stop
    }
    var name = line.lowerBound..<i
    var end = i
    let sign = file.text[i]
    if sign == 0x28 || sign == 0x5B {
      let close: UInt8 = sign == 0x28 ? 0x29 : 0x5D
      let limit = letterCase(name).isCapitals ? 600 : 120
      guard let closing = first(close, or: close, in: i..<min(chunkEnd, i + limit)) else { return nil }
      while let last = name.last, file.text[last] == 0x20 { name = name.dropLast() }
      end = closing + 1
      while end < chunkEnd, file.text[end] == 0x5F { end += 1 }
      // after the bracket a point, or, where the name is in capitals, what is said
      if end < chunkEnd, file.text[end] == 0x2E || file.text[end] == 0x3A {
        end += 1
      } else if !letterCase(name).isCapitals {
        return nil
      }
    } else if sign == 0x2C {
      // how it is said, then a point and a dash
      guard let point = line[i...].prefix(80).first(where: { file.text[$0] == 0x2E }), point + 2 < line.upperBound,
        file.text[point + 1] == 0x2D || file.text[point + 1] == 0xE2, letterCase(name).isCapitals
      else { return nil }
      name = line.lowerBound..<(i + 1)
      end = point + 1
    } else if sign == 0x2E || sign == 0x3A {
      end = i + 1
      while end < line.upperBound, file.text[end].isStyleSign { end += 1 }
      name = line.lowerBound..<end
    } else {
      return nil
    }
    guard end < (sign == 0x28 || sign == 0x5B ? chunkEnd : line.upperBound), !name.isEmpty,
      [0x20, 0x0A, 0x0D, 0x5F, 0x2D, 0xE2, 0x28, 0x5B].contains(file.text[end])
    else { return nil }
    let letters = letterCase(name)
    guard letters.words <= (letters.isCapitals ? 6 : 4), letters.words > 0,
      letters.smallWords == 0 || namesAreCapitals(name)
    else { return nil }
    return name
  }

  /// A speaker's name without the signs around it, so that `Anna.` and `Anna (laughing).` are one.
  func speakerKey(_ name: Range<Int>) -> String {
    var name = name
    while let last = name.last, [0x2E, 0x3A, 0x2C, 0x20].contains(file.text[last]) || file.text[last].isStyleSign {
      name = name.dropLast()
    }
    while let first = name.first, file.text[first].isStyleSign { name = name.dropFirst() }
    return string(name)
  }

  /// Whether the file is a play: few names head many chunks. A dictionary's headwords
  /// look alike but never come again.
  func playForm() -> PlayForm? {
    var best: PlayForm?
    var bestCount = 0
    for style in PlayForm.Style.ofPlays {
      var counts: [String: Int] = [:]
      var total = 0
      var close = 0
      var marked: Set<String> = []
      // in capitals, with the stop that ends them
      var stopped: Set<String> = []
      var paragraphs = 0
      // what stands right below a name alone
      var followers = 0
      var isBehindName = false
      var isBehindCapitals = false
      var lists: Set<String> = []
      var list: String?
      for chunk in chunks {
        switch chunk.kind {
        case .prose, .verse, .keptLines, .quotation, .unknown, .table: break
        default: continue
        }
        if style == .tab || style == .runIn, chunk.kind == .verse { continue }
        paragraphs += 1
        guard paragraphs < 20_000, let name = speakerName(chunk, style: style), !isLabel(speakerKey(name)),
          !isCastHeading(name),
          // below a name in capitals a word and its point are what is said: `MARY.`, then `Certainly.`
          !isBehindCapitals || chunk.lines.count > 1 || letterCase(name).isCapitals
        else {
          if isBehindName { followers += 1 }
          isBehindName = false
          // how it is said may stand between them
          if !opensBracket(chunk) { isBehindCapitals = false }
          list = nil
          continue
        }
        // `HIPPOLYTE, THÉRAMÈNE.` right above the first of them who speaks: who is on the stage
        if let list { lists.insert(list) }
        list = chunk.lines.count == 1 && speakerKey(name).contains(", ") ? speakerKey(name) : nil
        isBehindName = chunk.lines.count == 1
        isBehindCapitals = isBehindName && style == .alone && letterCase(name).isCapitals
        counts[speakerKey(name), default: 0] += 1
        total += 1
        if style == .bare, file.text[name.upperBound - 1] == 0x2E, letterCase(name).isCapitals {
          stopped.insert(speakerKey(name))
        } else if style == .runIn, file.text[name.lowerBound] == 0x5F {
          marked.insert(speakerKey(name))
        }
        if chunk.blanksBefore == 0 { close += 1 }
        if style == .bare, chunk.lines.count == 1, file.text[name.lowerBound] == 0x5F {
          marked.insert(speakerKey(name))
        }
      }
      let repeated = counts.filter { $0.value >= 2 }
      let speeches = repeated.values.reduce(0, +)
      let areMarked = repeated.filter { marked.contains($0.key) }.values.reduce(0, +) * 10 >= speeches * 9
      let isMarked = style == .bare && areMarked
      guard speeches >= 12, repeated.count >= 2, speeches >= 4 * repeated.count,
        speeches * 3 >= paragraphs || style == .tab && speeches * 5 >= paragraphs
          || isMarked && speeches * 6 >= paragraphs,
        speeches * 10 >= total * 6
      else { continue }
      // Mixed-case names need the whole play behind them, but where italics alone on their line mark them.
      let capitals = repeated.filter { $0.key == $0.key.uppercased() }.values.reduce(0, +)
      let others = style == .alone || style == .bare ? followers : 0
      if style != .tab, capitals * 2 < speeches, speeches * 2 < paragraphs - others, !isMarked { continue }
      if speeches > bestCount {
        bestCount = speeches
        // a line in capitals without a point is a name only where it comes again
        best = PlayForm(
          style: style,
          names: Set(
            counts.filter {
              !lists.contains($0.key) && $0.value >= 2
                || !lists.contains($0.key) && (style != .bare || stopped.contains($0.key) && stopped.count > 3)
                  && $0.key == $0.key.uppercased()
                || areMarked && style == .runIn && marked.contains($0.key)
                || isMarked && marked.contains($0.key) && !$0.key.contains(" ")
            }.keys),
          isDense: close * 2 > total)
      }
    }
    if let form = best { best?.column = speechColumn(form) }
    return best
  }

  /// The column that two speeches in three of more than a line begin in, and go on in below.
  private func speechColumn(_ form: PlayForm) -> Int? {
    guard form.style == .runIn else { return nil }
    var columns: [Int: Int] = [:]
    var all = 0
    for chunk in chunks where chunk.lines.count > 1 {
      guard let name = speakerName(chunk, style: .runIn), form.names.contains(speakerKey(name)) else { continue }
      all += 1
      let first = chunk.lines.lowerBound
      guard let start = (name.upperBound..<bytes(ofLine: first).upperBound).first(where: { !file.text[$0].isBlank }),
        start - name.upperBound >= 2
      else { continue }
      let column = column(of: start, inLine: first)
      if column == Int(lines[first + 1].indent) { columns[column, default: 0] += 1 }
    }
    return columns.first { $0.value >= 4 && $0.value * 3 >= all * 2 }?.key
  }

  /// The column of a byte of a line, from 0.
  fileprivate func column(of byte: Int, inLine i: Int) -> Int {
    Int(lines[i].indent) + file.text[Int(lines[i].start)..<byte].count { $0 & 0xC0 != 0x80 }
  }
}

/// Between the names of those who speak together.
private let andsOfNames: Set<String> = ["and", "und", "et", "y", "e", "og", "och", "en", "&"]

extension UInt8 {
  /// `_`, `=`, `~` and `+`, which stand around names as well.
  fileprivate var isStyleSign: Bool { self == 0x5F || self == 0x3D || self == 0x7E || self == 0x2B }
}
