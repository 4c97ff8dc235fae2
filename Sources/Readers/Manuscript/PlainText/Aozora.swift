internal import Encoding

/// Kinds of letters: a reading without a sign where its word begins is of all letters of the last one's kind.
enum RubyLetter {
  case ideograph, hiragana, katakana, latin, other

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    // with the signs of repetition and the small ke for "ka"
    case 0x3005...0x3007, 0x303B, 0x30F6, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      self = .ideograph
    case 0x3041...0x309F: self = .hiragana
    case 0x30A1...0x30FF: self = .katakana
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A:
      self = .latin
    default: self = .other
    }
  }
}

/// The character a description like `第3水準1-88-85` or `U+6801` names, in UTF-8: plane, row and cell of JIS X 0213.
func externalCharacter(_ description: ArraySlice<UInt8>) -> [UInt8]? {
  let text = String(decoding: description, as: UTF8.self)
  if let code = text.range(ofWord: "U+") {
    let digits = text[code.upperBound...].prefix { $0.isHexDigit }
    if let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value), value > 0x20 {
      return Array(String(scalar).utf8)
    }
  }
  guard let level = text.range(ofWord: "水準") else { return nil }
  let numbers = text[level.upperBound...].prefix { $0.isNumber || $0 == "-" }.split(separator: "-").compactMap {
    Int($0)
  }
  guard numbers.count == 3, (1...2).contains(numbers[0]), (1...94).contains(numbers[1]), (1...94).contains(numbers[2])
  else { return nil }
  let bytes = [UInt8(0xA0 + numbers[1]), UInt8(0xA0 + numbers[2])]
  return try? convertToUTF8((numbers[0] == 2 ? [0x8F] + bytes : bytes)[...], from: "EUC-JISX0213")
}

extension PlainTextSource {
  /// Aozora Bunko's own marks: commands in `［＃…］` and ruby or its colophon.
  func isAozora() -> Bool {
    var commands = 0
    var ruby = 0
    for i in lines.indices.prefix(400) {
      let text = file.text[bytes(ofLine: i)]
      if contains("［＃", inLine: i) { commands += 1 }
      if text.starts(with: [0xE3, 0x80, 0x8A]) || contains("》", inLine: i) { ruby += 1 }
      if commands > 0 && ruby > 1 { return true }
    }
    return commands > 0 && (ruby > 0 || lines.indices.suffix(40).contains { starts(bytes(ofLine: $0), with: "底本：") })
  }

  /// `［＃…］` in a line, each to its first end.
  func aozoraCommands(in line: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var at = line.lowerBound
    while let start = file.text[at..<line.upperBound].firstRange(of: "［＃".utf8)?.lowerBound,
      let end = file.text[start..<line.upperBound].firstRange(of: "］".utf8)?.upperBound
    {
      found.append(start..<end)
      at = end
    }
    return found
  }

  /// Takes out the legend between two rows of hyphens; gives the chunk with the colophon's
  /// row of blank lines before it, made ready to carry a heading.
  mutating func settleAozora(report: inout ReadingReport) -> Int? {
    let rules = chunks.indices.prefix(60).filter { chunks[$0].kind == .rule }
    if rules.count >= 2,
      (rules[0]...rules[1]).contains(where: { contains("記号について", inLine: chunks[$0].lines.lowerBound) })
    {
      let range = chunks[rules[0]].lines.lowerBound..<chunks[rules[1]].lines.upperBound
      report.dropped.append(dropped(lines: range, why: "Aozora Bunko legend"))
      for c in rules[0]...rules[1] { chunks[c].kind = .dropped }
    }
    guard let colophon = chunks.lastIndex(where: { starts(bytes(of: $0), with: "底本：") }) else { return nil }
    let first = chunks[colophon].lines.lowerBound
    chunks.insert(Chunk(lines: first..<first, blanksBefore: 2), at: colophon)
    return colophon
  }

  /// `［＃５字下げ］第一夜［＃「第一夜」は中見出し］`: the highest level used begins sections.
  func aozoraHeadings() -> [HeadingDecision] {
    var found: [(chunk: Int, depth: Int)] = []
    for c in chunks.indices where chunks[c].kind == .unknown && !chunks[c].lines.isEmpty {
      let line = chunks[c].lines.lowerBound
      for (depth, word) in ["は大見出し］", "は中見出し］", "は小見出し］"].enumerated() where contains(word, inLine: line) {
        found.append((c, depth))
      }
    }
    guard let highest = found.map(\.depth).min() else { return [] }
    let shown = ["大見出し", "中見出し", "小見出し"]
    return found.map { c, depth in
      HeadingDecision(chunk: c, title: ranges(chunks[c].lines), isInside: depth > highest, shown: shown[depth])
    }
  }
}
