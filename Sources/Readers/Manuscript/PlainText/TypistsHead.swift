// What a typist puts at the top of a manuscript's first page: who sends it, and how long it is.

extension PlainTextSource {
  /// Name, address and count of words above the title, as a manuscript for a publisher begins. Two lines of them at
  /// least tell where to write to.
  func typistsHead() -> (chunks: Range<Int>, name: String)? {
    var chunk = 0
    var signs = 0
    var sure = 0
    var plain = 0
    var count = 0
    scan: while chunk < min(chunks.count, 12), chunks[chunk].kind == .unknown {
      for i in chunks[chunk].lines {
        guard lines[i].width <= 76, count < 12 else { break scan }
        count += 1
        if let sign = signOfAddress(i) {
          signs += 1
          if sign { sure += 1 }
        } else if signs == 0, plain < 2 {
          plain += 1
        } else {
          break scan
        }
      }
      chunk += 1
    }
    guard signs >= 2, sure > 0, chunk > 0, chunk < chunks.count else { return nil }
    let first = string(ofLine: chunks[0].lines.lowerBound)
    // `Dana Whitlock                82,000 words`
    let name = first.firstRange(of: "  ").map { first[..<$0.lowerBound] } ?? first.prefix { $0 != "\t" }
    return (0..<chunk, trimmed(name))
  }

  /// A street with its number, a town with its code, a telephone, an address of the web, a count of words: whether it is
  /// one for certain, or nil for any other line.
  private func signOfAddress(_ i: Int) -> Bool? {
    let text = trimmed(string(ofLine: i)[...])
    let words = text.split { $0 == " " || $0 == "\t" }
    guard let first = words.first, let last = words.last, words.count <= 9 else { return nil }
    if text.contains("@") || first.hasPrefix("www.") || first.hasPrefix("http") { return true }
    let figures = text.count { $0.isASCII && $0.isNumber }
    if figures >= 7, !text.contains(where: \.isLetter) || words.count <= 4 && first.hasSuffix(":") { return true }
    if text.endsInCountOfWords { return true }
    guard (2...6).contains(words.count), first.first?.isUppercase ?? false || first.first?.isNumber ?? false else {
      return nil
    }
    // `Portland, OR 97201`, `10115 Berlin`
    func isCode(_ word: Substring) -> Bool { word.count == 5 && word.allSatisfy { $0.isASCII && $0.isNumber } }
    if figures == 5, isCode(first) || isCode(last) { return true }
    // `14 Elm Street`, `Lindenstraße 12`, and no `Chapter 2`
    guard headingForm(bytes(ofLine: i))?.isGuess ?? true else { return nil }
    func isNumber(_ word: Substring) -> Bool { word.count <= 5 && word.first?.isNumber ?? false }
    return isNumber(first) && words[1].first?.isUppercase ?? false || isNumber(last) && words.count <= 3 ? false : nil
  }
}
