// Names of those who speak, as plays write them at the head of a speech or above it.

private let signsOfNoName = ["end of ", "spoken by ", "written by "]

extension PlainTextSource {
  /// Bytes of the name at the head of the chunk, with its point.
  func speakerName(_ chunk: Chunk, style: PlayForm.Style) -> Range<Int>? {
    let line = bytes(ofLine: chunk.lines.lowerBound)
    if comesOrGoes(line) || starts(line, withAnyOf: signsOfNoName) { return nil }
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
      if style == .bare, let long = nameWithLongDirection(chunk) { return long }
      // JOHN (_laughing_). and MARY [_aside_]
      if !lines[chunk.lines.lowerBound].signs.isDisjoint(with: [.brackets, .calls]),
        let bracket = first(0x28, or: 0x5B, in: line),
        bracket > line.lowerBound
      {
        guard let last = line.last.map({ file.text[$0] }),
          last == 0x29 || last == 0x5D || last == 0x2E || last == 0x3A || last == 0x5F
        else { return nil }
        name = line.lowerBound..<bracket
        while let end = name.last, file.text[end] == 0x20 { name = name.dropLast() }
        // `_SIR GEORGE (from the window)._`: one pair of signs holds all
        if file.text[line.lowerBound] == 0x5F, count(0x5F, in: name) == 1 {
          let letters = letterCase(name)
          // `_The Boy (laughing)._`
          let isName = style == .bare && letters.smallWords == 0 && (1...3).contains(letters.words) && name.count <= 28
          guard last == 0x5F, letters.isCapitals || isName, line.count <= 80 else { return nil }
          return line
        }
      } else if style == .alone, let comma = commaBeforeDirection(line) {
        name = line.lowerBound..<comma + 1
      } else if style == .alone {
        guard let last = line.last, file.text[last] == 0x2E || file.text[last] == 0x3A else { return nil }
      }
      guard (2...40).contains(name.count), name.count > 28 || !endMarks.contains(headingKey(string(name))) else {
        return nil
      }
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

  /// `_Kari (enters from the right, a bundle under his arm. He looks round,`, and so on to `the snow from it)._`
  private func nameWithLongDirection(_ chunk: Chunk) -> Range<Int>? {
    let whole = bytes(of: chunk)
    guard (2...6).contains(chunk.lines.count), file.text[whole.lowerBound] == 0x5F,
      file.text[whole.upperBound - 1] == 0x5F, count(0x5F, in: whole) == 2,
      let open = whole.prefix(30).first(where: { file.text[$0] == 0x28 }),
      [0x29, 0x2E].contains(file.text[whole.upperBound - 2]), whole.suffix(4).contains(where: { file.text[$0] == 0x29 })
    else { return nil }
    let letters = letterCase(whole.lowerBound..<open)
    return letters.smallWords == 0 && (1...3).contains(letters.words)
      && !file.text[whole.lowerBound..<open].contains(0x2E)
      ? whole : nil
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
      let opensItalics = file.text[line.lowerBound] == 0x5F && count(0x5F, in: name) == 1
      end = closing + 1
      while end < chunkEnd, file.text[end] == 0x5F { end += 1 }
      // after the bracket a point, or, where the name is in capitals, what is said
      if end < chunkEnd, file.text[end] == 0x2E || file.text[end] == 0x3A {
        end += 1
      } else if !letterCase(name).isCapitals {
        return nil
      }
      // `_SIR GEORGE (from the window)._ Henry!`: one pair of signs holds all
      if opensItalics, letterCase(name).isCapitals, end <= line.upperBound {
        if end < line.upperBound, file.text[end] == 0x5F { end += 1 }
        guard file.text[end - 1] == 0x5F || file.text[end - 2] == 0x5F else { return nil }
        return end < line.upperBound && file.text[end].isBlank ? line.lowerBound..<end : nil
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
    if let bracket = name.dropFirst().first(where: { file.text[$0] == 0x28 || file.text[$0] == 0x5B }) {
      name = name.lowerBound..<bracket
    }
    while let last = name.last, [0x2E, 0x3A, 0x2C, 0x20].contains(file.text[last]) || file.text[last].isStyleSign {
      name = name.dropLast()
    }
    while let first = name.first, file.text[first].isStyleSign { name = name.dropFirst() }
    return string(name)
  }
}

extension UInt8 {
  /// `_`, `=`, `~` and `+`, which stand around names as well.
  fileprivate var isStyleSign: Bool { self == 0x5F || self == 0x3D || self == 0x7E || self == 0x2B }
}

/// Between the names of those who speak together.
let andsOfNames: Set<String> = ["and", "und", "et", "y", "e", "og", "och", "en", "&"]
