extension PieceScanner {
  /// HTML and XHTML: what is between tags, entities resolved.
  mutating func scanHTML(_ body: (ManuscriptPiece) -> Void) {
    var i = range.lowerBound
    while i < range.upperBound {
      if bytes[i] == UInt8(ascii: "<"), let next = tagEnd(at: i) {
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
    guard isLetter(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!") || next == UInt8(ascii: "?") else {
      return nil
    }
    var quote: UInt8 = 0
    var k = i + 1
    while k < end {
      let byte = bytes[k]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      }
      k += 1
    }
    guard k < end else { return nil }
    for (open, close): (StaticString, StaticString) in [
      ("<head", "</head"), ("<script", "</script"), ("<style", "</style"),
    ] where matches(open, at: i) && isNameEnd(i + open.utf8CodeUnitCount) && bytes[k - 1] != UInt8(ascii: "/") {
      var stop = k
      while stop < end, !(bytes[stop] == UInt8(ascii: "<") && matches(close, at: stop)) { stop += 1 }
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

  /// CommonMark, line by line for what only a line's beginning tells, then inline.
  mutating func scanMarkdown(_ body: (ManuscriptPiece) -> Void) {
    var i = range.lowerBound
    var fence: UInt8 = 0
    while i < range.upperBound {
      var end = i
      while end < range.upperBound, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      var start = i
      while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 || bytes[start] == UInt8(ascii: ">") {
        start += 1
      }
      if let mark = fenceMark(at: start, end), fence == 0 || fence == mark {
        // The info string of a fence is no word.
        flush(to: start, next: end, body)
        fence = fence == 0 ? mark : 0
      } else if fence == 0 {
        start = skipLineMarker(start, end, body)
        scanInlineMarkdown(start, end, body)
      }
      i = end + 1
    }
    flush(to: range.upperBound, next: range.upperBound, body)
  }

  private func fenceMark(at start: Int, _ end: Int) -> UInt8? {
    guard start + 3 <= end else { return nil }
    let mark = bytes[start]
    guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~"), bytes[start + 1] == mark, bytes[start + 2] == mark
    else { return nil }
    return mark
  }

  /// Passes a list number, which the book may print otherwise, or the label and
  /// target of a definition; returns where the line's own text begins.
  private mutating func skipLineMarker(_ start: Int, _ end: Int, _ body: (ManuscriptPiece) -> Void) -> Int {
    var i = start
    while i < end, i - start < 9, isDigit(bytes[i]) { i += 1 }
    if i > start, i + 1 < end, bytes[i] == UInt8(ascii: ".") || bytes[i] == UInt8(ascii: ")"), bytes[i + 1] == 0x20 {
      flush(to: start, next: i, body)
      body(.optional(start..<i))
      return i
    }
    guard start < end, bytes[start] == UInt8(ascii: "["),
      let close = bytes[start..<end].firstIndex(of: UInt8(ascii: "]")),
      close + 1 < end, bytes[close + 1] == UInt8(ascii: ":")
    else { return start }
    if bytes[start + 1] == UInt8(ascii: "^") {
      // The label of a note: its text follows and counts.
      flush(to: start, next: close + 2, body)
      body(.optional(start..<close))
      return close + 2
    }
    flush(to: start, next: end, body)
    body(.nothing(isBoundary: true))
    return end
  }

  private mutating func scanInlineMarkdown(_ start: Int, _ end: Int, _ body: (ManuscriptPiece) -> Void) {
    var i = start
    while i < end {
      let byte = bytes[i]
      if byte == UInt8(ascii: "\\") {
        i += 2
      } else if byte == UInt8(ascii: "`") {
        // Code stands as it is written.
        var run = i
        while run < end, bytes[run] == byte { run += 1 }
        i = closingRun(of: run - i, from: run, end) ?? run
      } else if byte == UInt8(ascii: "["), i + 1 < end, bytes[i + 1] == UInt8(ascii: "^"),
        let inner = markLetters(after: i)
      {
        flush(to: i, next: inner.upperBound, body)
        body(.optional(inner))
        i = inner.upperBound
      } else if byte == UInt8(ascii: "]"), i + 1 < end, let next = targetEnd(at: i + 1, end) {
        flush(to: i, next: next, body)
        body(.nothing(isBoundary: false))
        i = next
      } else if byte == UInt8(ascii: "<"), let next = autolinkOrTagEnd(at: i, end) {
        i = next.end
        if next.isTag {
          flush(to: next.start, next: next.end, body)
          body(.nothing(isBoundary: false))
        }
      } else if byte == UInt8(ascii: "&"), let (scalar, next) = entityPiece(at: i), next <= end {
        flush(to: i, next: next, body)
        body(.scalar(scalar, at: i))
        i = next
      } else {
        i += 1
      }
    }
  }

  private func closingRun(of length: Int, from start: Int, _ end: Int) -> Int? {
    var i = start
    while i < end {
      guard bytes[i] == UInt8(ascii: "`") else {
        i += 1
        continue
      }
      var run = i
      while run < end, bytes[run] == UInt8(ascii: "`") { run += 1 }
      if run - i == length { return run }
      i = run
    }
    return nil
  }

  /// After a `]`: the end of `(target "title")` or of `[label]`.
  private func targetEnd(at i: Int, _ end: Int) -> Int? {
    guard bytes[i] == UInt8(ascii: "(") || bytes[i] == UInt8(ascii: "[") else { return nil }
    let open = bytes[i]
    let close = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "]")
    var depth = 0
    var k = i
    while k < end {
      if bytes[k] == UInt8(ascii: "\\") {
        k += 1
      } else if bytes[k] == open {
        depth += 1
      } else if bytes[k] == close {
        depth -= 1
        if depth == 0 { return k + 1 }
      }
      k += 1
    }
    return nil
  }

  /// `<https://…>` is words; a tag or comment that ends on its line is none.
  private func autolinkOrTagEnd(at i: Int, _ end: Int) -> (start: Int, end: Int, isTag: Bool)? {
    guard let close = bytes[i..<end].firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let first = i + 1 < end ? bytes[i + 1] : 0
    let isTag = isLetter(first) || first == UInt8(ascii: "/") || first == UInt8(ascii: "!")
    guard isTag else { return nil }
    var k = i + 1
    while k < close, isLetter(bytes[k]) || isDigit(bytes[k]) || bytes[k] == UInt8(ascii: ".") { k += 1 }
    let isLink = bytes[k] == UInt8(ascii: ":") || bytes[k] == UInt8(ascii: "@")
    return (i, close + 1, !isLink)
  }
}
