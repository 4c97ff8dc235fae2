/// Numbers of the pages of another edition, within the text or on lines of their own.
struct PageNumbers {
  /// Bytes within lines: `[Pg 12]`.
  var marks: [Range<Int>] = []
  /// Indices of lines that hold nothing else: `- 12 -`, `12   THE TITLE`.
  var lines: [Int] = []
  /// Where pages begin, in the order of the text.
  var pages: [OldPage] = []
}

extension PlainTextSource {
  /// Finds page numbers by the whole file: one form, numbers that count up, and on lines of
  /// their own sentences that are cut in two. What does not count up is the author's.
  func pageNumbers(in body: Range<Int>) -> PageNumbers {
    var found = PageNumbers()
    var byForm: [String: [(range: Range<Int>, number: Int, line: Int)]] = [:]
    var alone: [String: [(number: Int, line: Int)]] = [:]
    for i in body where !lines[i].signs.isDisjoint(with: [.brackets, .digits]) {
      let range = bytes(ofLine: i)
      if lines[i].width <= 70, mayRun(range), let (form, number) = runningLine(i) {
        alone[form, default: []].append((number, i))
      }
      if let number = arrowedPage(range) { byForm["<-- p.", default: []].append((range, number, i)) }
      guard lines[i].signs.contains(.brackets) else { continue }
      if range.count == 12, starts(range, with: "[blank page]") { found.lines.append(i) }
      var k = range.lowerBound
      while let sign = first(0x5B, or: 0x7B, in: k..<max(k, range.upperBound)) {
        let mark = pageMark(at: sign, in: range) ?? brokenPageMark(at: sign, inLine: i, of: body)
        if let (end, form, number) = mark { byForm[form, default: []].append((sign..<end, number, i)) }
        k = mark?.end ?? sign + 1
      }
    }
    var inLine: [(range: Range<Int>, line: Int)] = []
    for (form, places) in byForm.sorted(by: { $0.key < $1.key }) {
      let isNamed = form.utf8.count > 1
      let steps = zip(places, places.dropFirst())
      let rising = steps.count { $1.number == $0.number + 1 }
      let least = isNamed ? 3 : 6
      guard places.count >= least, rising * 10 >= (places.count - 1) * (isNamed ? 6 : 9) else { continue }
      // twice each: calls, and the notes they call
      let numbers = Set(places.map(\.number)).count
      if form.utf8.count == 1, numbers * 4 <= places.count * 3 { continue }
      // `[12]` may call a note: pages are all about as long, notes stand where they will
      if form.utf8.count == 1 {
        let gaps = steps.map { $1.range.lowerBound - $0.range.lowerBound }.sorted()
        let middle = gaps[gaps.count / 2]
        guard middle > 300, gaps.count(where: { $0 * 2 > middle && $0 < middle * 2 }) * 10 >= gaps.count * 8 else {
          continue
        }
      }
      found.pages += places.map { OldPage(number: $0.number, offset: $0.range.lowerBound) }
      for place in places {
        if place.range == bytes(ofLine: place.line) {
          found.lines.append(place.line)
        } else {
          inLine.append((place.range, place.line))
        }
      }
    }
    for (form, places) in alone.sorted(by: { $0.key < $1.key }) where places.count >= 3 {
      let rising = zip(places, places.dropFirst()).count { $1.number > $0.number && $1.number <= $0.number + 3 }
      let cuts = places.count { isCut(at: $0.line, in: body) }
      // typists say author and title over each page, whether a sentence is cut there or not
      let isTyped = form.contains { $0.isLetter } && form.split(separator: " ").count >= 2
      let isEach = isTyped && zip(places, places.dropFirst()).allSatisfy { $1.number == $0.number + 1 }
      guard rising * 10 >= (places.count - 1) * 8, cuts * 4 >= places.count && cuts >= 2 || isEach else { continue }
      found.lines += places.map(\.line)
      found.pages += places.map { OldPage(number: $0.number, offset: bytes(ofLine: $0.line).lowerBound) }
    }
    found.lines = Array(Set(found.lines)).sorted()
    let taken = Set(found.lines)
    found.pages.sort { $0.offset < $1.offset }
    found.marks = inLine.filter { !taken.contains($0.line) }.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
    return found
  }

  /// Takes lines out that hold only page numbers, and joins the sentences they cut.
  mutating func removeLines(_ removed: [Int]) {
    guard !removed.isEmpty else { return }
    var kept: [TextLine] = []
    kept.reserveCapacity(lines.count - removed.count)
    var next = 0
    var blanks: UInt16?
    for i in lines.indices {
      if next < removed.count, removed[next] == i {
        blanks = max(blanks ?? 0, lines[i].blanksBefore)
        next += 1
        continue
      }
      var line = lines[i]
      if let before = blanks {
        line.blanksBefore = max(before, line.blanksBefore)
        if let last = kept.last, line.blanksBefore <= 3, !endsSentence(Int(last.start)..<Int(last.end)),
          beginsSmall(Int(line.start)..<Int(line.end))
        {
          line.blanksBefore = 0
        }
        blanks = nil
      }
      kept.append(line)
    }
    lines = TextLines(kept)
  }

  /// A digit near either end: most lines are passed by without being taken for words.
  private func mayRun(_ range: Range<Int>) -> Bool {
    func isDigit(_ i: Int) -> Bool { file.text[i].isASCIIDigit }
    return range.prefix(6).contains(where: isDigit) || range.suffix(6).contains(where: isDigit)
  }

  /// A sentence goes on past the line.
  private func isCut(at i: Int, in body: Range<Int>) -> Bool {
    guard i > body.lowerBound, i + 1 < body.upperBound else { return false }
    return !endsSentence(bytes(ofLine: i - 1)) && beginsSmall(bytes(ofLine: i + 1))
  }

  /// `<--  p.  12  -->`, alone on its line.
  private func arrowedPage(_ range: Range<Int>) -> Int? {
    guard range.count < 24, file.text[range.lowerBound] == 0x3C,
      starts(range, with: "<!--") || starts(range, with: "<--")
    else { return nil }
    let words = string(range).split { "<!->. ".contains($0) }
    guard words.count == 2, ["p", "pg", "page"].contains(words[0]) else { return nil }
    return words[1].utf8.count <= 4 ? decimalValue(String(words[1])) : nil
  }

  /// `[Pg 12]`, `{12}`, `[12]`: its end, its form and its number.
  private func pageMark(at i: Int, in range: Range<Int>) -> (end: Int, form: String, number: Int)? {
    let close: UInt8 = file.text[i] == 0x5B ? 0x5D : 0x7D
    var k = i + 1
    var form = file.text[i] == 0x5B ? "[" : "{"
    for word in ["page ", "pg ", "pg. ", "pg", "p. ", "p.", "pag. ", "seite ", "s. ", "blz. ", "pág. "]
    where starts(k..<range.upperBound, with: word) {
      form += word
      k += word.utf8.count
      break
    }
    let digits = figures(from: k, to: range.upperBound, most: 4)
    guard !digits.isEmpty, digits.upperBound < range.upperBound, file.text[digits.upperBound] == close else {
      return nil
    }
    return (digits.upperBound + 1, form, value(of: digits))
  }

  /// `[Pg` at the end of a line, and `12]` at the head of the next one.
  private func brokenPageMark(at sign: Int, inLine i: Int, of body: Range<Int>) -> (
    end: Int, form: String, number: Int
  )? {
    let range = bytes(ofLine: i)
    guard range.upperBound - sign <= 6, file.text[sign] == 0x5B, i + 1 < body.upperBound, lines[i + 1].blanksBefore == 0
    else { return nil }
    let word = string(sign + 1..<range.upperBound).lowercased()
    guard ["page", "pg", "pg.", "p.", "pag.", "seite", "s.", "blz.", "pág."].contains(word) else { return nil }
    let next = bytes(ofLine: i + 1)
    let digits = figures(from: next.lowerBound, to: next.upperBound, most: 4)
    guard !digits.isEmpty, digits.upperBound < next.upperBound, file.text[digits.upperBound] == 0x5D else { return nil }
    return (digits.upperBound + 1, "[\(word) ", value(of: digits))
  }

  /// A line of a number alone, or of a number beside words in capitals: what is printed over a page.
  private func runningLine(_ i: Int) -> (form: String, number: Int)? {
    let line = bytes(ofLine: i)
    // words in small letters make a sentence of it, but for a number apart: `Whitlock / SALT ROAD / 2`
    let isMixed = file.text[line].contains { $0.isASCIISmall }
    if isMixed, !isApartAtEnd(line) { return nil }
    let text = string(ofLine: i)
    var number: Int?
    var rest = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      let plain = word.drop { "-–—[".contains($0) }
      let core = plain.prefix { $0.isASCII && $0.isNumber }
      if number == nil, !core.isEmpty, core.count <= 4, plain.dropFirst(core.count).allSatisfy({ "-–—]".contains($0) })
      {
        number = Int(core)
      } else if word.allSatisfy({ "-–—/|·•".contains($0) }) {
        continue
      } else {
        rest += word + " "
      }
    }
    guard let number, rest.isEmpty || (isMixed || rest.uppercased() == rest) && rest.utf8.count > 4 else { return nil }
    return (rest, number)
  }

  /// A number at the line's end, or at its beginning, that a wide gap or a stroke sets apart from words.
  private func isApartAtEnd(_ line: Range<Int>) -> Bool {
    let signs: [UInt8] = [0x2F, 0x7C, 0xB7, 0xA2]
    func isApart(_ rest: some Sequence<UInt8>) -> Bool {
      var spaces = 0
      for byte in rest {
        guard byte.isBlank else { return spaces >= 4 || spaces >= 1 && signs.contains(byte) }
        spaces += byte == 0x09 ? 4 : 1
      }
      return false
    }
    let bytes = file.text[line]
    let (head, tail) = (bytes.prefix { $0.isASCIIDigit }, bytes.reversed().prefix { $0.isASCIIDigit })
    if (1...4).contains(tail.count) { return isApart(bytes.dropLast(tail.count).reversed()) }
    return (1...4).contains(head.count) && isApart(bytes.dropFirst(head.count))
  }
}
