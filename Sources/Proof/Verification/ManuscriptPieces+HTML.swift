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
      } else if byte == 0x22 || byte == 0x27, next != UInt8(ascii: "?") {
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
    // what nothing ends is a comment up to the document's end (HTML, 13.2.5.41), or no tag
    guard k < end else { return next == UInt8(ascii: "!") || next == UInt8(ascii: "?") ? end : nil }
    if bytes[k - 1] != UInt8(ascii: "/") {
      if isNamed("head", at: i) { return headEnd(from: k + 1) }
      for name: StaticString in ["script", "style"] where isNamed(name, at: i) { return behind(name, from: k) }
    }
    return k + 1
  }

  /// Where the name of a tag begins, behind a prefix such as `html:`.
  private func nameStart(ofTagAt i: Int) -> Int {
    var start = i + 1
    if start < range.upperBound, bytes[start] == UInt8(ascii: "/") { start += 1 }
    var end = start
    while end < range.upperBound, isLetter(bytes[end]) || isDigit(bytes[end]) || bytes[end] == UInt8(ascii: "-") {
      end += 1
    }
    let isPrefix =
      end > start && end + 1 < range.upperBound && bytes[end] == UInt8(ascii: ":") && isLetter(bytes[end + 1])
    return isPrefix ? end + 1 : start
  }

  /// Whether an element of a name begins at a place.
  private func isNamed(_ name: StaticString, at i: Int) -> Bool {
    guard i + 1 < range.upperBound, bytes[i] == UInt8(ascii: "<"), bytes[i + 1] != UInt8(ascii: "/") else {
      return false
    }
    let start = nameStart(ofTagAt: i)
    return matches(name, at: start) && isNameEnd(start + name.utf8CodeUnitCount)
  }

  /// Whether it ends there.
  private func ends(_ name: StaticString, at i: Int) -> Bool {
    i + 1 < range.upperBound && bytes[i] == UInt8(ascii: "<") && bytes[i + 1] == UInt8(ascii: "/")
      && matches(name, at: nameStart(ofTagAt: i))
  }

  /// Behind the next end tag of an element.
  private func behind(_ name: StaticString, from start: Int) -> Int {
    var stop = start
    while stop < range.upperBound, !ends(name, at: stop) { stop += 1 }
    while stop < range.upperBound, bytes[stop] != UInt8(ascii: ">") { stop += 1 }
    return min(stop + 1, range.upperBound)
  }

  /// Where a head ends: behind its own end, or, where nobody wrote that, before the first word or the first
  /// element that can stand in none (HTML, 13.2.6.4.4).
  private func headEnd(from start: Int) -> Int {
    var at = start
    while at < range.upperBound {
      guard bytes[at] == UInt8(ascii: "<") else {
        if bytes[at] > 0x20 { return at }
        at += 1
        continue
      }
      if ends("head", at: at) { return behind("head", from: at) }
      if isNamed("title", at: at) {
        // a title is over where anything else begins
        at = tagEnd(at: at) ?? at + 1
        while at < range.upperBound, bytes[at] != UInt8(ascii: "<") || endsNothing(at: at) || tagEnd(at: at) == nil {
          at += 1
        }
        continue
      }
      let isOfHead =
        at + 1 < range.upperBound && [UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?")].contains(bytes[at + 1])
        || PieceScanner.ofHeads.contains { isNamed($0, at: at) }
      guard isOfHead, !matches("<![cdata[", at: at), let next = tagEnd(at: at) else { return at }
      at = next
    }
    return at
  }

  /// Whether the end of an element stands here that is not open in a title.
  private func endsNothing(at i: Int) -> Bool {
    guard matches("</", at: i) else { return false }
    let start = nameStart(ofTagAt: i)
    return !PieceScanner.aroundTitles.contains { matches($0, at: start) && isNameEnd(start + $0.utf8CodeUnitCount) }
  }

  private static let aroundTitles: [StaticString] = ["title", "head", "html"]
  private static let ofHeads: [StaticString] = [
    "meta", "link", "style", "script", "base", "basefont", "noscript", "template", "head", "html",
  ]

  /// Whether the name of a tag ends before a byte: any but these goes on with it (HTML, 13.2.5.8).
  private func isNameEnd(_ i: Int) -> Bool {
    i >= range.upperBound || bytes[i] <= 0x20
      || [UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "=")].contains(bytes[i])
  }

  /// Whether the tag at `i` stands inside words: `<i>`, `</span>`; all others part them.
  private func isInlineTag(at i: Int) -> Bool {
    let start = nameStart(ofTagAt: i)
    for name: StaticString in [
      "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "dfn", "em", "font", "i", "ins", "kbd", "mark", "q", "s",
      "samp", "small", "span", "strong", "sub", "sup", "tt", "u", "var", "wbr",
    ] where matches(name, at: start) && isNameEnd(start + name.utf8CodeUnitCount) {
      return true
    }
    return false
  }
}
