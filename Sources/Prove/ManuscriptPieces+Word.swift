extension PieceScanner {
  /// The XML of a Word file (ECMA-376-1): words are what stands in the elements `t`, be they of text or of formulas;
  /// other elements hold names, numbers and instructions. Paragraphs, tabs, breaks and cells part words, runs do not.
  ///
  /// A range may begin among letters: up to the first tag these are words.
  mutating func scanWord(_ body: (ManuscriptPiece) -> Void) {
    var i = range.lowerBound
    var isText = true
    // a capital over several lines is a paragraph of its own, and the word goes on in the next
    var isWithinWord = false
    while i < range.upperBound {
      if bytes[i] == UInt8(ascii: "<") {
        if isText { flush(to: i, next: i, body) }
        let tag = WordTag(bytes, at: i, end: range.upperBound)
        var next = tag.end
        isText = !tag.isEnd && !tag.isEmpty && tag.isNamed("t")
        if !tag.isEnd, !tag.isEmpty, tag.isUnprinted {
          next = behindElement(tag)
          body(.nothing(isBoundary: false))
        } else if !tag.isEnd, tag.isNamed("noBreakHyphen") {
          body(.scalar(0x2011, at: i))
        } else if !tag.isEnd, tag.isNamed("softHyphen") {
          body(.scalar(0xAD, at: i))
        } else {
          if tag.isNamed("framePr") { isWithinWord = holds("dropCap", at: i, tag.end) && !holds("=\"none\"", at: i, tag.end) }
          body(.nothing(isBoundary: tag.parts && !isWithinWord))
          if isWithinWord, !tag.isEnd, tag.isNamed("p") { isWithinWord = false }
        }
        i = next
        textStart = i
      } else if isText, bytes[i] == UInt8(ascii: "&"), let (scalar, next) = entityPiece(at: i) {
        flush(to: i, next: next, body)
        body(.scalar(scalar, at: i))
        i = next
      } else {
        i += 1
      }
    }
    if isText { flush(to: range.upperBound, next: range.upperBound, body) }
  }

  private func holds(_ word: StaticString, at start: Int, _ end: Int) -> Bool {
    (start..<max(start, end - word.utf8CodeUnitCount)).contains { place in
      word.withUTF8Buffer { word in word.indices.allSatisfy { word[$0] == bytes[place + $0] } }
    }
  }

  /// Behind the end of an element that may hold others of its name.
  private func behindElement(_ first: WordTag) -> Int {
    var depth = 1
    var i = first.end
    while i < range.upperBound {
      guard bytes[i] == UInt8(ascii: "<") else {
        i += 1
        continue
      }
      let tag = WordTag(bytes, at: i, end: range.upperBound)
      if tag.name.count == first.name.count, tag.name.elementsEqual(first.name) {
        if tag.isEnd { depth -= 1 } else if !tag.isEmpty { depth += 1 }
      }
      i = tag.end
      if depth == 0 { break }
    }
    return i
  }
}

/// A tag of XML, or a comment, of which nothing is asked.
private struct WordTag {
  /// Its name without a prefix.
  let name: Slice<UnsafeBufferPointer<UInt8>>
  let isEnd: Bool
  let isEmpty: Bool
  /// Behind its last byte.
  let end: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int, end limit: Int) {
    var i = start + 1
    isEnd = i < limit && bytes[i] == UInt8(ascii: "/")
    if isEnd { i += 1 }
    var first = i
    while i < limit, bytes[i] > 0x20, bytes[i] != UInt8(ascii: ">"), bytes[i] != UInt8(ascii: "/") {
      if bytes[i] == UInt8(ascii: ":") { first = i + 1 }
      i += 1
    }
    name = bytes[first..<max(i, first)]
    var quote: UInt8 = 0
    while i < limit {
      if quote != 0 {
        if bytes[i] == quote { quote = 0 }
      } else if bytes[i] == 0x22 || bytes[i] == 0x27 {
        quote = bytes[i]
      } else if bytes[i] == UInt8(ascii: ">") {
        break
      }
      i += 1
    }
    isEmpty = i < limit && i > start && bytes[i - 1] == UInt8(ascii: "/")
    end = min(i + 1, limit)
  }

  func isNamed(_ word: StaticString) -> Bool {
    name.count == word.utf8CodeUnitCount && word.withUTF8Buffer { $0.elementsEqual(name) }
  }

  /// Words that stand beside each other with this between them are two.
  var parts: Bool {
    for word: StaticString in [
      "p", "tab", "ptab", "br", "cr", "tc", "tbl", "footnote", "endnote", "footnoteReference", "endnoteReference",
      "txbxContent", "body", "sectPr", "drawing", "pict", "mr", "num", "den",
    ] where isNamed(word) {
      return true
    }
    return false
  }

  /// What is moved away or deleted, and what stands there for older programs beside the same once more.
  var isUnprinted: Bool {
    isNamed("del") || isNamed("moveFrom") || isNamed("Fallback")
  }
}
