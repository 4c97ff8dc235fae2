internal import Bytes

/// Looks at a file's bytes as they are written, which libqpdf reads past: how objects, streams, strings and the table
/// of objects are spelt (ISO 19005-2, 6.1). What no reader could follow is passed over; nothing traps. Linear.
struct FileSyntax {
  enum Fault: Hashable {
    case objectSpacing, streamLine, streamLength, streamEnd, tableSpacing, oddHexadecimal, noHexadecimal
    case longString(Int)
    case longName(Int)
    case largeInteger(String)
  }

  private let bytes: [UInt8]
  private var place: Int
  /// With what stands there, the first of each.
  private(set) var faults: [Fault: Int] = [:]
  /// Lengths of streams that stand in other objects.
  private let lengths: [Int: Int]
  /// Where the objects begin that the file's tables have; nil where it has none, or others in streams.
  private var places: Set<Int>?
  /// An object is read that the file does not have.
  private var isLeftOver = false

  /// - Parameter lengths: the numbers that objects are, by their own numbers.
  static func file(_ bytes: [UInt8], lengths: [Int: Int]) -> [Fault: Int] {
    var syntax = FileSyntax(bytes: bytes, lengths: lengths)
    syntax.places = FileSyntax.places(in: bytes)
    syntax.readFile()
    return syntax.faults
  }

  /// Of tokens alone: a content stream, or objects within a stream.
  static func tokens(_ bytes: [UInt8]) -> [Fault: Int] {
    var syntax = FileSyntax(bytes: bytes, lengths: [:])
    while syntax.place < bytes.count {
      if case .word(let word) = syntax.next(), bytes[word].elementsEqual("ID".utf8) { syntax.skip(to: "EI") }
    }
    return syntax.faults
  }

  private init(bytes: [UInt8], lengths: [Int: Int]) {
    (self.bytes, self.lengths) = (bytes, lengths)
    place = 0
  }

  private mutating func note(_ fault: Fault, at place: Int) {
    if !isLeftOver, faults[fault] == nil, faults.count < 64 { faults[fault] = place }
  }

  // MARK: The file

  private mutating func readFile() {
    while place < bytes.count {
      let start = place
      switch next() {
      case .number(let first): readObject(from: first)
      case .word(let word):
        if bytes[word].elementsEqual("xref".utf8) { checkTable(behind: word.upperBound) }
      case .other, nil: break
      }
      if place == start { place += 1 }
    }
  }

  /// `1 0 obj` and what follows, if that is what stands here.
  private mutating func readObject(from number: Range<Int>) {
    let behind = place
    guard case .number(let generation) = next(), case .word(let word) = next(),
      bytes[word].elementsEqual("obj".utf8)
    else {
      place = behind
      return
    }
    isLeftOver = places.map { !$0.contains(number.lowerBound) } ?? false
    defer { isLeftOver = false }
    let isBegun = number.lowerBound > 0 && isLineEnd(number.lowerBound - 1)
    let isParted =
      generation.lowerBound - number.upperBound == 1 && word.lowerBound - generation.upperBound == 1
    if !isBegun || !isParted || word.upperBound < bytes.count && !isLineEnd(word.upperBound) {
      note(.objectSpacing, at: number.lowerBound)
    }
    readBody()
  }

  private mutating func readBody() {
    // the length that the outermost dictionary gives, as it is written
    var (depth, isLength, lengths, isDictionary) = (0, false, [Int](), false)
    while place < bytes.count {
      let start = place
      guard let token = next() else { break }
      switch token {
      case .number(let range):
        if isLength, lengths.count < 2 { lengths.append(Int(String(decoding: bytes[range], as: UTF8.self)) ?? -1) }
      case .word(let word):
        if bytes[word].elementsEqual("endobj".utf8) {
          let isApart = word.lowerBound > 0 && isLineEnd(word.lowerBound - 1)
          if !isApart || word.upperBound < bytes.count && !isLineEnd(word.upperBound) {
            note(.objectSpacing, at: word.lowerBound)
          }
          return
        }
        if bytes[word].elementsEqual("stream".utf8), isDictionary {
          readStream(from: word.upperBound, lengths)
          (isLength, isDictionary) = (false, false)
        } else if bytes[word].elementsEqual("xref".utf8) || bytes[word].elementsEqual("trailer".utf8) {
          place = start
          return
        } else if bytes[word].elementsEqual("R".utf8) {
          continue
        }
      case .other(let range):
        let first = bytes[range.lowerBound]
        if range.count == 2, first == UInt8(ascii: "<") { depth += 1 }
        if range.count == 2, first == UInt8(ascii: ">") {
          depth -= 1
          isDictionary = depth == 0
        }
        if first == UInt8(ascii: "/") {
          isLength = depth == 1 && bytes[range].elementsEqual("/Length".utf8)
          if isLength { lengths = [] }
        }
      }
      if place == start { place += 1 }
    }
  }

  private mutating func readStream(from end: Int, _ length: [Int]) {
    var start = end
    if start < bytes.count, bytes[start] == 0x0D { start += 1 }
    let isLine = start < bytes.count && bytes[start] == 0x0A
    if isLine { start += 1 } else { note(.streamLine, at: end) }
    let given = length.count == 1 ? length[0] : length.first.flatMap { lengths[$0] }
    let mark = Array("endstream".utf8)
    if let given, given >= 0, given <= bytes.count - start {
      var behind = start + given
      if behind < bytes.count, bytes[behind] == 0x0D { behind += 1 }
      if behind < bytes.count, bytes[behind] == 0x0A { behind += 1 }
      if bytes[behind...].starts(with: mark) {
        if behind == 0 || !isLineEnd(behind - 1) { note(.streamEnd, at: behind) }
        place = behind + mark.count
        return
      }
    }
    if isLine { note(.streamLength, at: end) }
    guard let found = bytes.firstIndex(ofBytes: mark, from: start) else {
      place = bytes.count
      return
    }
    if found > 0, !isLineEnd(found - 1) { note(.streamEnd, at: found) }
    place = found + mark.count
  }

  /// One line end behind `xref`, then `0 15` with one blank between.
  private mutating func checkTable(behind end: Int) {
    var at = end
    if at < bytes.count, bytes[at] == 0x0D { at += 1 }
    if at < bytes.count, bytes[at] == 0x0A { at += 1 }
    var parts: [Int] = []
    var isPlain = at > end
    while parts.count < 2, isPlain {
      let start = at
      while at < bytes.count, (0x30...0x39).contains(bytes[at]) { at += 1 }
      parts.append(at - start)
      isPlain = at > start && (parts.count == 2 || at < bytes.count && bytes[at] == 0x20)
      if parts.count == 1 { at += 1 }
    }
    if !isPlain { note(.tableSpacing, at: end) }
  }

  /// Of the objects in use, by the tables (7.5.4), of which later ones say what earlier ones said otherwise.
  private static func places(in bytes: [UInt8]) -> Set<Int>? {
    guard bytes.firstIndex(ofBytes: Array("/XRef".utf8)) == nil else { return nil }
    var (found, from) = ([Int: Int](), 0)
    let mark = Array("xref".utf8)
    while let at = bytes.firstIndex(ofBytes: mark, from: from) {
      from = at + mark.count
      guard at == 0 || bytes[at - 1] == 0x0A || bytes[at - 1] == 0x0D else { continue }
      var rest = Numbers(bytes: bytes, at: from)
      while let first = rest.next(), let count = rest.next(), count < 8_388_608, first < 8_388_608 {
        var index = 0
        while index < count, let place = rest.next(), rest.next() != nil, let kind = rest.word() {
          found[first + index] = kind == UInt8(ascii: "n") ? place : nil
          index += 1
        }
        guard index == count else { break }
      }
    }
    // a file mended by its reader has a table that leads nowhere
    let isRight = found.values.contains { place in
      place < bytes.count && (0x30...0x39).contains(bytes[place])
    }
    return found.isEmpty || !isRight ? nil : Set(found.values)
  }

  private struct Numbers {
    let bytes: [UInt8]
    var at: Int

    private mutating func skipSpace() { while at < bytes.count, bytes[at] <= 0x20 { at += 1 } }

    mutating func next() -> Int? {
      skipSpace()
      var (value, digits) = (0, 0)
      while at < bytes.count, (0x30...0x39).contains(bytes[at]), digits < 12 {
        value = value * 10 + Int(bytes[at] - 0x30)
        (at, digits) = (at + 1, digits + 1)
      }
      return digits > 0 ? value : nil
    }

    mutating func word() -> UInt8? {
      skipSpace()
      guard at < bytes.count else { return nil }
      at += 1
      return bytes[at - 1]
    }
  }

  // MARK: Tokens (ISO 32000-1, 7.2)

  private enum Token {
    case number(Range<Int>)
    case word(Range<Int>)
    case other(Range<Int>)
  }

  private mutating func next() -> Token? {
    while place < bytes.count {
      let (start, byte) = (place, bytes[place])
      switch byte {
      case _ where isSpace(byte): place += 1
      case UInt8(ascii: "%"): while place < bytes.count, !isLineEnd(place) { place += 1 }
      case UInt8(ascii: "("):
        readString()
        return .other(start..<place)
      case UInt8(ascii: "<"):
        if place + 1 < bytes.count, bytes[place + 1] == byte { place += 2 } else { readHexadecimal() }
        return .other(start..<place)
      case UInt8(ascii: ">"):
        place += place + 1 < bytes.count && bytes[place + 1] == byte ? 2 : 1
        return .other(start..<place)
      case UInt8(ascii: "/"):
        place += 1
        skipRegular()
        checkName(start..<place)
        return .other(start..<place)
      case _ where isDelimiter(byte):
        place += 1
        return .other(start..<place)
      default:
        skipRegular()
        return readRegular(start..<place)
      }
    }
    return nil
  }

  private mutating func readRegular(_ range: Range<Int>) -> Token {
    let digits = bytes[range].drop { $0 == 0x2B || $0 == 0x2D }
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return .word(range) }
    if !digits.contains(0x2E) {
      let value = digits.count > 12 ? nil : Int(String(decoding: digits, as: UTF8.self))
      let limit = bytes[range.lowerBound] == 0x2D ? 2_147_483_648 : 2_147_483_647
      // zeros may lead
      if value.map({ $0 > limit }) ?? digits.contains(where: { $0 != 0x30 }) {
        note(.largeInteger(String(decoding: bytes[range].prefix(24), as: UTF8.self)), at: range.lowerBound)
      }
    }
    return .number(range)
  }

  private mutating func checkName(_ range: Range<Int>) {
    guard range.count > 128 else { return }
    let escapes = bytes[range].count { $0 == UInt8(ascii: "#") }
    let length = range.count - 1 - escapes * 2
    if length > 127 { note(.longName(length), at: range.lowerBound) }
  }

  private mutating func readString() {
    let start = place
    var (open, count) = (0, 0)
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\\") {
        var digits = 0
        while digits < 3, place < bytes.count, (0x30...0x37).contains(bytes[place]) {
          place += 1
          digits += 1
        }
        if digits == 0 { place += 1 }
        count += 1
      } else if byte == UInt8(ascii: "(") {
        open += 1
        count += open > 1 ? 1 : 0
      } else if byte == UInt8(ascii: ")") {
        open -= 1
        if open == 0 { break }
        count += 1
      } else {
        count += 1
      }
    }
    place = min(place, bytes.count)
    if count > 32_767 { note(.longString(count), at: start) }
  }

  private mutating func readHexadecimal() {
    let start = place
    var (count, isPlain) = (0, true)
    place += 1
    while place < bytes.count, bytes[place] != UInt8(ascii: ">") {
      let byte = bytes[place]
      if !isSpace(byte) {
        count += 1
        isPlain = isPlain && ((0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF))
      }
      place += 1
    }
    place = min(place + 1, bytes.count)
    if !isPlain { note(.noHexadecimal, at: start) } else if count % 2 == 1 { note(.oddHexadecimal, at: start) }
    if count / 2 > 32_767 { note(.longString(count / 2), at: start) }
  }

  private mutating func skip(to word: String) {
    let mark = Array(word.utf8)
    while let found = bytes.firstIndex(ofBytes: mark, from: place) {
      place = found + mark.count
      let isApart = found > 0 && isSpace(bytes[found - 1])
      if isApart, place == bytes.count || isSpace(bytes[place]) { return }
    }
    place = bytes.count
  }

  private mutating func skipRegular() {
    while place < bytes.count, !isSpace(bytes[place]), !isDelimiter(bytes[place]) { place += 1 }
  }

  private func isLineEnd(_ index: Int) -> Bool { bytes[index] == 0x0A || bytes[index] == 0x0D }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B || byte == 0
  }

  private func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "%"):
      true
    default: false
    }
  }
}
