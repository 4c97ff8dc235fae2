extension PieceScanner {
  /// The XML of a Word file (ECMA-376-1): words are what stands in the elements `t`, be they of text or of formulas;
  /// other elements hold names, numbers and instructions. Paragraphs, tabs, breaks and cells part words, runs do not.
  ///
  /// A range may begin among letters: up to the first tag these are words.
  mutating func scanWord(_ body: (ManuscriptPiece) -> Void) {
    var i = range.lowerBound
    var isText = true
    var isInstruction = false
    // a capital over several lines is a paragraph of its own, and the word goes on in the next
    var isWithinWord = false
    var fields: [WordEquation] = []
    while i < range.upperBound {
      if bytes[i] == UInt8(ascii: "<") {
        if isText { flush(to: i, next: i, body) }
        if let last = fields.indices.last, isInstruction { scanEquation(&fields[last], textStart..<i, body) }
        let tag = WordTag(bytes, at: i, end: range.upperBound)
        var next = tag.end
        isText = !tag.isEnd && !tag.isEmpty && tag.isNamed("t")
        isInstruction = !tag.isEnd && !tag.isEmpty && tag.isNamed("instrText")
        if tag.isNamed("fldChar"), !tag.isEnd {
          // one within another goes on with what stands around it
          if holds("\"begin\"", at: i, tag.end) {
            fields.append(fields.last.map { $0.isEquation ? WordEquation(within: $0) : WordEquation() } ?? WordEquation())
          } else if holds("\"end\"", at: i, tag.end) {
            _ = fields.popLast()
          }
        }
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

  /// The instruction of a field EQ (17.16.5.16), which has its words in itself: what is no switch is a word, and
  /// parentheses behind a switch, with the signs between what they hold, part words.
  private mutating func scanEquation(
    _ field: inout WordEquation, _ range: Range<Int>, _ body: (ManuscriptPiece) -> Void
  ) {
    var i = range.lowerBound
    if field.place == .start {
      while i < range.upperBound, bytes[i] <= 0x20 { i += 1 }
      guard i < range.upperBound else { return }
      field.isEquation = i + 2 <= range.upperBound && bytes[i] | 0x20 == 0x65 && bytes[i + 1] | 0x20 == 0x71
      field.place = .words
      i += 2
    }
    guard field.isEquation else { return }
    textStart = i
    func parts(_ mark: UInt8) -> Bool {
      switch mark {
      case UInt8(ascii: "("): return field.open(isOfSwitch: field.place == .name)
      case UInt8(ascii: ")"): return field.close()
      case UInt8(ascii: ","), UInt8(ascii: ";"): return field.levels.last == true
      default: return false
      }
    }
    while i < range.upperBound {
      let byte = bytes[i]
      switch field.place {
      case .start, .words:
        if byte == UInt8(ascii: "\\") {
          flush(to: i, next: i, body)
          field.place = .sign
        } else if byte == UInt8(ascii: "&"), let (scalar, next) = entityPiece(at: i), next <= range.upperBound {
          flush(to: i, next: next, body)
          body(.scalar(scalar, at: i))
          i = next
          continue
        } else if parts(byte) {
          flush(to: i, next: i + 1, body)
          body(.nothing(isBoundary: true))
        }
      case .sign:
        if byte == UInt8(ascii: "*") {
          field.place = .format
        } else if isLetter(byte) {
          field.place = .name
        } else {
          // a sign of its own, or a bracket's
          textStart = field.isBehindSwitch ? i + 1 : i
          field.place = field.isBehindSwitch ? .name : .words
        }
      case .name:
        field.isBehindSwitch = true
        if byte == UInt8(ascii: "\\") {
          field.place = .sign
        } else if byte == UInt8(ascii: "(") {
          _ = parts(byte)
          textStart = i + 1
          body(.nothing(isBoundary: true))
          field.place = .words
        } else if !(isLetter(byte) || isDigit(byte) || byte == 0x20 || byte == UInt8(ascii: "-")) {
          textStart = i
          field.place = .words
          field.isBehindSwitch = false
          continue
        }
        if field.place == .words { field.isBehindSwitch = false }
      case .format:
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "&") {
          field.isQuoted.toggle()
        } else if byte == UInt8(ascii: "\\"), !field.isQuoted {
          field.place = .sign
        } else if byte == 0x20, !field.isQuoted, field.hasFormat {
          field.place = .words
          textStart = i
        }
        field.hasFormat = field.place == .format && (field.hasFormat || byte > 0x20)
      }
      i += 1
    }
    if field.place == .words { flush(to: range.upperBound, next: range.upperBound, body) }
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

/// A field that is open, and where in the instruction of a field EQ the scanner stands.
private struct WordEquation {
  enum Place { case start, words, sign, name, format }

  var place = Place.start
  var isEquation = false
  /// Of open parentheses whether they stand behind a switch.
  var levels: [Bool] = []
  var isBehindSwitch = false
  var isQuoted = false
  var hasFormat = false

  init() {}

  init(within outer: WordEquation) { levels = outer.levels }

  mutating func open(isOfSwitch: Bool) -> Bool {
    if levels.count < 64 { levels.append(isOfSwitch) }
    return isOfSwitch
  }

  mutating func close() -> Bool { levels.popLast() ?? false }
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
