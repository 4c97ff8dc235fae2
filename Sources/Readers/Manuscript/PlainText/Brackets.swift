/// `[Illustration: …]`, which may hold blank lines.
struct FigureMark {
  /// Bytes of the whole marker with its brackets.
  var marker: Range<Int>
  /// Lines of the caption; empty for a bare marker.
  var caption: [Range<Int>]
  /// Its lines must stand as they are: a list, or several paragraphs.
  var keepsLines: Bool
}

extension PlainTextSource {
  /// Finds pictures' markers that stand as chunks of their own; their chunks become one figure each.
  mutating func findFigures() -> [FigureMark] {
    var figures: [FigureMark] = []
    var c = 0
    while c < chunks.count {
      guard chunks[c].kind == .unknown else {
        c += 1
        continue
      }
      if let caption = bracedCaption(bytes(ofChunk: c)) {
        figures.append(
          FigureMark(
            marker: bytes(ofChunk: c), caption: pieces(c..<c + 1, from: caption.lowerBound, to: caption.upperBound)[0],
            keepsLines: false))
        chunks[c].kind = .figure
        chunks[c].index = figures.count - 1
        c += 1
        continue
      }
      guard let opening = figureOpening(bytes(ofChunk: c)), let (last, end) = closing(from: c, limit: 60) else {
        c += 1
        continue
      }
      let start = bytes(ofChunk: c).lowerBound
      var caption: [Range<Int>] = []
      var keeps = last > c
      for i in chunks[c].lines.lowerBound..<chunks[last].lines.upperBound {
        var range = bytes(ofLine: i)
        if range.lowerBound < opening { range = min(opening, range.upperBound)..<range.upperBound }
        if range.upperBound > end - 1 { range = range.lowerBound..<max(range.lowerBound, end - 1) }
        while let first = range.first, file.text[first] == 0x20 { range = range.dropFirst() }
        while let final = range.last, file.text[final] == 0x20 { range = range.dropLast() }
        if !range.isEmpty { caption.append(range) }
        if lines[i].gaps > 0 { keeps = true }
      }
      if caption.count == 1, wordsForPictures.contains(headingKey(string(caption[0]))) { caption = [] }
      figures.append(FigureMark(marker: start..<end, caption: caption, keepsLines: keeps))
      chunks[c].kind = .figure
      chunks[c].index = figures.count - 1
      for k in (c + 1)..<max(c + 1, last + 1) {
        chunks[k].kind = .dropped
        chunks[k].index = -1
      }
      chunks[c].lines = chunks[c].lines.lowerBound..<chunks[last].lines.upperBound
      c = last + 1
    }
    return figures
  }

  /// Where the caption of a picture begins: past `[Illustration:`, and with the words of the bracket where they
  /// say more than that a picture stood here, as in `[Illustration of a pike]` or `[Music: a song]`.
  private func figureOpening(_ range: Range<Int>) -> Int? {
    guard let first = range.first, file.text[first] == 0x5B else { return nil }
    for (n, word) in figureWords.enumerated() where starts(range, with: word) {
      var i = range.lowerBound + word.utf8.count
      // [Illustration 12: caption]
      let from = i
      while i < range.upperBound, i - from < 12, file.text[i] == 0x20 || file.text[i].isASCIIDigit {
        i += 1
      }
      guard i < range.upperBound else { return nil }
      if file.text[i] == 0x5D { return i }
      if n < pictureWords, file.text[i] == 0x3A { return i + 1 }
      return [0x20, 0x0D, 0x0A, 0x2E, 0x3A].contains(file.text[from]) ? range.lowerBound + 1 : nil
    }
    return nil
  }

  /// The caption of `{The lost boat: p30.jpg}`, without the name of its file.
  private func bracedCaption(_ range: Range<Int>) -> Range<Int>? {
    guard let first = range.first, file.text[first] == 0x7B, let last = range.last, file.text[last] == 0x7D,
      let colon = range.last(where: { file.text[$0] == 0x3A }), colon > first + 1
    else { return nil }
    let name = (colon + 1..<last).filter { !file.text[$0].isBlank }.map { lowercased(file.text[$0]) }
    let isFile =
      name.count <= 40
      && [".jpg", ".jpeg", ".png", ".gif"].contains { name.reversed().starts(with: $0.utf8.reversed()) }
    return isFile ? first + 1..<colon : nil
  }

  /// Behind the bracket that closes the one at a place.
  func closing(from start: Int, to end: Int) -> Int? {
    var depth = 0
    for i in start..<end {
      if file.text[i] == 0x5B { depth += 1 }
      if file.text[i] == 0x5D { depth -= 1 }
      if depth == 0 { return i + 1 }
    }
    return nil
  }

  /// The chunk in which a bracket opened at the start of chunk `c` closes, if it closes at that chunk's end.
  func closing(from c: Int, limit: Int) -> (chunk: Int, end: Int)? {
    var depth = 0
    var k = c
    while k < min(chunks.count, c + limit) {
      if k > c, chunks[k].kind != .unknown && chunks[k].kind != .stars && chunks[k].kind != .rule { return nil }
      let range = bytes(ofChunk: k)
      for i in range {
        if file.text[i] == 0x5B { depth += 1 }
        if file.text[i] == 0x5D {
          depth -= 1
          if depth == 0 { return i + 1 == range.upperBound ? (k, i + 1) : nil }
        }
      }
      k += 1
    }
    return nil
  }
}

/// What a typist says of a picture that has no caption.
private let wordsForPictures: Set<String> = [
  "cover", "book cover", "front cover", "back cover", "colophon", "logo", "publisher's logo", "publisher’s logo",
  "decoration", "decorative", "ornament", "emblem", "device", "printer's device", "printer’s device", "printer's mark",
  "printer’s mark", "publisher's mark", "publisher’s mark", "publisher's device", "publisher’s device", "title page",
  "titlepage", "headpiece", "tailpiece", "endpaper", "endpapers", "vignette", "decorative line", "drop cap", "spine",
  "cover illustration", "buchdeckel", "couverture", "verlagssignet", "vignet",
]

/// What markers of pictures begin with; the first say nothing of what is shown.
private let figureWords = [
  "[illustration", "[abbildung", "[ilustración", "[illustrazione", "[illustratie", "[иллюстрация", "[Иллюстрация",
  "[рисунок", "[Рисунок", "[ilustração", "[ilustracja", "[illustrasjon", "[afbeelding", "[kuva", "[image", "[bild",
  "[decoration",
  "[music illustration", "[music", "[figure", "[frontispiece", "[map:", "[plate",
]
private let pictureWords = 16
