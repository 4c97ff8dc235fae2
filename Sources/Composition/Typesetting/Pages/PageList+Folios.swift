internal import BookModel
internal import PageModel
internal import Shaping
internal import Units

// Numbers of pages in the text: measured as so many zeros, filled in when they are known. Lines do not depend on
// them, so that no page moves for its number.

extension PageList {
  /// Links that have the number of a page in their words, in the order of their items.
  private var folioSpans: [LinkSpan] {
    links.filter { if case .folio = $0.target { true } else { false } }
  }

  private func folio(of mark: TextMark) -> String? {
    places[Anchor.mark(mark).place].map { label(ofPage: Int($0.page)) }
  }

  /// Whether lines give pages that are not in the list.
  func lacksFolios(in range: Range<Int>) -> Bool {
    let spans = folioSpans
    return !spans.isEmpty
      && lines[range].contains { line in
        spans[spans.lowerBound { $0.end <= line.firstItem }...].prefix { $0.first < line.endItem }.contains { span in
          if case .folio(let mark, let last) = span.target {
            ([mark, last ?? mark]).contains { folio(of: $0) == nil }
          } else {
            false
          }
        }
      }
  }

  /// Puts the numbers of pages into lines that give them, and what these leave or take into the spaces of the line.
  /// Dots stand for what is on no page.
  /// - Parameters:
  ///   - range: nil for all lines.
  ///   - shaper: of the lines' words.
  ///   - others: the numbers of pages that the list has not.
  /// - Returns: whether the lines have room for them.
  mutating func fillFolios(in range: Range<Int>? = nil, _ shaper: Shaper, others: PrintedFolios? = nil) -> Bool {
    let spans = folioSpans
    guard !spans.isEmpty else { return true }
    var haveRoom = true
    for index in range ?? lines.indices {
      let first = spans.lowerBound { $0.end <= lines[index].firstItem }
      for span in spans[first...].prefix(while: { $0.first < lines[index].endItem }) {
        guard case .folio(let mark, let last) = span.target else { continue }
        var words = folio(of: mark) ?? others?[mark] ?? "…"
        if let end = last.flatMap({ folio(of: $0) ?? others?[$0] }), end != words { words += "\u{2013}" + end }
        for item in max(span.first, lines[index].firstItem)..<min(span.end, lines[index].endItem) {
          haveRoom = put(words, at: Int(item), inLine: index, shaper) && haveRoom
        }
      }
    }
    return haveRoom
  }

  /// - Returns: whether the line has room for it.
  private mutating func put(_ folio: String, at item: Int, inLine index: Int, _ shaper: Shaper) -> Bool {
    let line = lines[index]
    // the line has a part of it
    if item == line.firstItem, line.startByte > 0 || item + 1 == line.endItem, line.endByte > 0 { return false }
    let old = items[item].word
    let word = shaper.text.words[Int(old)]
    let text = Array(shaper.text.text[Int(word.textStart)..<Int(word.textStart) + Int(word.textCount)])
    guard let there = PageList.number(in: text) else { return false }
    let new = Array(folio.utf8)
    guard !text[there].elementsEqual(new) else { return true }
    let put = shaper.word(text[..<there.lowerBound] + new + text[there.upperBound...], like: old)
    items[item] = TextItem(word: put, joint: items[item].joint)
    let left = PackedLength(units: word.advance - shaper.text.words[Int(put)].advance)
    let lineItems = items[Int(line.firstItem)..<Int(line.endItem)]
    lines[index].give(left, shaper.text.elasticity(of: lineItems))
    // figures of one number are as wide as those of another, nearly
    return new.count <= there.count || line.ratio != 0 && lines[index].ratio >= -1
  }

  /// Where the number stands in a word that may begin and end with signs: `(00).`, `ix,`, `…`.
  private static func number(in text: [UInt8]) -> Range<Int>? {
    func isSign(_ byte: UInt8) -> Bool {
      byte < 0x80 && !(0x30...0x39).contains(byte) && !(0x61...0x7A).contains(byte)
    }
    guard let first = text.firstIndex(where: { !isSign($0) }), let last = text.lastIndex(where: { !isSign($0) }) else {
      return nil
    }
    let (number, roman) = (text[first...last], "ivxlcdm".utf8)
    let isNumber = number.allSatisfy {
      (0x30...0x39).contains($0) || [0xE2, 0x80, 0x93, 0xA6].contains($0) || roman.contains($0)
    }
    return isNumber ? first..<last + 1 : nil
  }
}
