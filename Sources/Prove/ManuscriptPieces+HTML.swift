extension PieceScanner {
  /// HTML and XHTML: what is between tags, entities resolved.
  mutating func scanHTML(_ body: (ManuscriptPiece) -> Void) {
    var i = range.lowerBound
    while i < range.upperBound {
      if bytes[i] == UInt8(ascii: "<"), matches("<![cdata[", at: i) {
        // what a section of character data holds is text as it stands (XML 1.0, 2.7)
        flush(to: i, next: i + 9, body)
        var end = i + 9
        while end < range.upperBound, !matches("]]>", at: end) { end += 1 }
        i = min(end + 3, range.upperBound)
        flush(to: end, next: i, body)
      } else if bytes[i] == UInt8(ascii: "<"), let next = tagEnd(at: i) {
        flush(to: i, next: next, body)
        body(.nothing(isBoundary: !isInlineTag(at: i)))
        i = next
      } else if bytes[i] == UInt8(ascii: "&"), let (scalar, next) = entityPiece(at: i) {
        flush(to: i, next: next, body)
        body(.scalar(scalar, at: i))
        i = next
      } else {
        i += 1
      }
    }
    flush(to: range.upperBound, next: range.upperBound, body)
  }

  /// Where the tag, comment or wordless element that begins at `i` ends; nil when
  /// the `<` there begins none.
  private func tagEnd(at i: Int) -> Int? {
    let end = range.upperBound
    guard i + 1 < end else { return nil }
    if matches("<!--", at: i) {
      var k = i + 4
      while k + 2 < end {
        if bytes[k] == 0x2D, bytes[k + 1] == 0x2D, bytes[k + 2] == 0x3E { return k + 3 }
        k += 1
      }
      return end
    }
    let next = bytes[i + 1]
    if next == UInt8(ascii: "/"), i + 2 >= end || !isLetter(bytes[i + 2]) { return nil }
    guard isLetter(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!") || next == UInt8(ascii: "?") else {
      return nil
    }
    var quote: UInt8 = 0
    var k = i + 1
    // a document type may hold declarations, each with a `>` of its own
    var brackets = 0
    while k < end {
      let byte = bytes[k]
      if next == UInt8(ascii: "!"), byte == UInt8(ascii: "[") { brackets += 1 }
      if next == UInt8(ascii: "!"), byte == UInt8(ascii: "]") { brackets -= 1 }
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == 0x22 || byte == 0x27 {
        // within a name it is a letter of that (HTML, 13.2.5.33)
        if bytes[k - 1] == UInt8(ascii: "=") || bytes[k - 1] <= 0x20 { quote = byte }
      } else if byte == UInt8(ascii: "<"), next != UInt8(ascii: "!"), next != UInt8(ascii: "?") {
        // another begins before this one ends: the first is no tag
        return nil
      } else if byte == UInt8(ascii: ">"), brackets <= 0 {
        break
      }
      k += 1
    }
    guard k < end else { return nil }
    for (open, close): (StaticString, StaticString) in [
      ("<head", "</head"), ("<script", "</script"), ("<style", "</style"),
    ] where matches(open, at: i) && isNameEnd(i + open.utf8CodeUnitCount) && bytes[k - 1] != UInt8(ascii: "/") {
      var stop = k
      // a head that nobody ended goes no further than the body
      let isHead = matches("<head", at: i)
      while stop < end {
        if bytes[stop] == UInt8(ascii: "<"), matches(close, at: stop) || isHead && matches("<body", at: stop) { break }
        stop += 1
      }
      while stop < end, bytes[stop] != UInt8(ascii: ">") { stop += 1 }
      return min(stop + 1, end)
    }
    return k + 1
  }

  private func isNameEnd(_ i: Int) -> Bool {
    i >= range.upperBound || !(isLetter(bytes[i]) || isDigit(bytes[i]) || bytes[i] == UInt8(ascii: "-"))
  }

  /// Whether the tag at `i` stands inside words: `<i>`, `</span>`; all others part them.
  private func isInlineTag(at i: Int) -> Bool {
    var start = i + 1
    if start < range.upperBound, bytes[start] == UInt8(ascii: "/") { start += 1 }
    for name: StaticString in [
      "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "dfn", "em", "font", "i", "ins", "kbd", "mark", "q", "s",
      "samp", "small", "span", "strong", "sub", "sup", "tt", "u", "var", "wbr",
    ] where matches(name, at: start) && isNameEnd(start + name.utf8CodeUnitCount) {
      return true
    }
    return false
  }
}
