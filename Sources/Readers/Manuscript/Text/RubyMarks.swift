internal import BookModel

/// Readings in guillemets behind their words, as web novels have them: `薔薇《ばら》`, `｜尋《たず》ね`.
enum RubyMarks {
  /// Whether a text has such readings: kana behind ideographs, again and again, and little else in these brackets.
  static func areIn(_ text: some RandomAccessCollection<UInt8>) -> Bool {
    let open: [UInt8] = [0xE3, 0x80, 0x8A]
    var (readings, others) = (0, 0)
    var previous: [UInt8] = []
    var at = text.startIndex
    while let next = text[at...].firstIndex(of: 0xE3) {
      guard text[next...].starts(with: open) else {
        at = text.index(after: next)
        continue
      }
      previous = Array(text[..<next].suffix(3))
      let inside = text[next...].dropFirst(3).prefix(90)
      let end = inside.firstRange(of: [0xE3, 0x80, 0x8B])?.lowerBound
      let word = end.map { String(decoding: inside[..<$0], as: UTF8.self) } ?? ""
      let isBased =
        String(decoding: previous, as: UTF8.self).unicodeScalars.last.map { RubyLetter($0) == .ideograph } ?? false
      let isKana =
        !word.isEmpty
        && word.unicodeScalars.allSatisfy { [.hiragana, .katakana].contains(RubyLetter($0)) || $0 == "・" }
      if isBased, isKana { readings += 1 } else { others += 1 }
      at = text.index(next, offsetBy: 3)
      if readings + others > 200 { break }
    }
    return readings >= 2 && readings > others * 2
  }

  /// Sets readings beside their words, in a book whose reader has left them in the text.
  static func read(in book: inout Book, _ report: inout ReadingReport) {
    var signs: [Range<Int>] = []
    func change(_ block: inout Block) {
      block.rewriteParts(
        text: { inlines, place in if place != .label { inlines = inlines.flatMap { parted($0, &signs) } } },
        block: { change(&$0) })
    }
    for s in book.sections.indices {
      for b in book.sections[s].blocks.indices { change(&book.sections[s].blocks[b]) }
      if let title = book.sections[s].heading?.title {
        book.sections[s].heading?.title = title.flatMap { parted($0, &signs) }
      }
    }
    report.marks += signs
    report.silent += signs
  }

  private static func parted(_ inline: Inline, _ signs: inout [Range<Int>]) -> [Inline] {
    guard case .text(let run) = inline.content, !inline.style.traits.contains(.code), inline.style.ruby == nil,
      run.contains("《")
    else { return [inline] }
    var made: [Inline] = []
    var rest: Inline? = inline
    func bytes(_ text: Substring) -> Int { text.utf8.count }
    while let current = rest, case .text(let text) = current.content, let open = text.firstIndex(of: "《"),
      let close = text[open...].firstIndex(of: "》"), text.index(after: open) < close
    {
      let before = text[..<open]
      let typed = before.lastIndex(of: "｜")
      let kind = before.unicodeScalars.last.map(RubyLetter.init)
      let word =
        typed.map { before[before.index(after: $0)...] }
        ?? before[
          before.index(
            before.endIndex,
            offsetBy: -before.reversed().prefix {
              $0.unicodeScalars.first.map(RubyLetter.init) == kind
            }.count)...]
      let (front, end) = (typed.map { before[..<$0] } ?? before[..<word.startIndex], bytes(text[...close]))
      guard typed != nil || kind == .ideograph, !word.isEmpty else {
        guard let (whole, next) = current.parted(atByte: end) else { break }
        made.append(whole)
        rest = next
        continue
      }
      func piece(_ part: Substring, _ ruby: RubyPart?) {
        guard !part.isEmpty else { return }
        let from = text.utf8.distance(from: text.startIndex, to: part.startIndex)
        var piece = current
        if from > 0, let cut = current.parted(atByte: from)?.1 { piece = cut }
        if let cut = piece.parted(atByte: bytes(part))?.0 { piece = cut }
        if let ruby { piece.style.extras.ruby = ruby }
        made.append(piece)
      }
      piece(front, nil)
      piece(word, .base)
      piece(text[text.index(after: open)..<close], .reading)
      for sign in [typed, open, close].compactMap({ $0 }) {
        let place = Int(current.source(atByte: text.utf8.distance(from: text.startIndex, to: sign)).offset)
        signs.append(place..<place + 3)
      }
      rest = current.parted(atByte: end)?.1
    }
    return made + (rest.map { [$0] } ?? [])
  }
}
