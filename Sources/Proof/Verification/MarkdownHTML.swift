/// The HTML of a Markdown file: octavo reads some tags and leaves others out; what HTML has not is set as it stands.
struct MarkdownHTML {
  private let bytes: [UInt8]
  /// Comments, tags and what stands between them, in order.
  private var pieces: [(range: Range<Int>, tag: Tag?, isComment: Bool)] = []

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    var i = range.lowerBound
    var start = i
    var hasTags = true
    func isComment(_ i: Int) -> Bool { i + 3 < range.upperBound && bytes[i..<(i + 4)].elementsEqual("<!--".utf8) }
    while i < range.upperBound {
      guard bytes[i] == 0x3C else {
        i += 1
        continue
      }
      var end: Int?
      let comment = isComment(i)
      if comment {
        var k = i + 4
        while k + 2 < range.upperBound, !(bytes[k] == 0x2D && bytes[k + 1] == 0x2D && bytes[k + 2] == 0x3E) { k += 1 }
        end = k + 2 < range.upperBound ? k + 3 : range.upperBound
      } else if let unseen = MarkdownHTML.unseenEnd(bytes, i, range.upperBound) {
        pieces.append((start..<i, nil, false))
        pieces.append((i..<unseen, nil, true))
        i = unseen
        start = unseen
        continue
      } else if hasTags {
        let tag = MarkdownHTML.tagEnd(bytes, i, range.upperBound)
        end = tag.end
        hasTags = !tag.isLast
      }
      guard let end else {
        i += 1
        continue
      }
      if start < i { pieces.append((start..<i, nil, false)) }
      pieces.append((i..<end, comment ? nil : Tag(bytes[i..<end]), comment))
      i = end
      start = end
    }
    if start < range.upperBound { pieces.append((start..<range.upperBound, nil, false)) }
  }

  /// Whether all of it can stand in a line of text, or line for line in `pre`.
  var isOfLine: Bool {
    var isCode = false
    return pieces.allSatisfy { piece in
      if piece.isComment { return true }
      if let tag = piece.tag {
        if tag.name == "pre" { isCode = !tag.isClosing }
        return tag.isKnown
      }
      return isCode || !bytes[piece.range].contains(0x3C)
    }
  }

  /// The only tag, where there is nothing else: what it marks stands in blocks of their own.
  private var loneTag: Range<Int>? {
    let seen = pieces.filter { piece in
      piece.tag != nil || piece.isComment || bytes[piece.range].contains { $0 > 0x20 }
    }
    guard seen.count == 1, let tag = seen[0].tag, markdownLineTags.contains(tag.name) else { return nil }
    return seen[0].range
  }

  /// Where an instruction, CDATA or a declaration ends, none of which is seen.
  static func unseenEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    guard start + 2 < end, bytes[start + 1] == 0x3F || bytes[start + 1] == 0x21 else { return nil }
    let isData = bytes[start..<end].starts(with: "<![CDATA[".utf8)
    guard bytes[start + 1] == 0x3F || isData || isASCIILetter(bytes[start + 2]) else { return nil }
    let mark = Array((bytes[start + 1] == 0x3F ? "?>" : isData ? "]]>" : ">").utf8)
    var i = start + 2
    while i + mark.count <= min(end, start + 2 + 1 << 16) {
      if bytes[i..<(i + mark.count)].elementsEqual(mark) { return i + mark.count }
      i += 1
    }
    return nil
  }

  func mark(_ words: inout MarkdownWords) {
    if let loneTag { return words.set(loneTag, .boundary) }
    var open: [String] = []
    for piece in pieces {
      if piece.isComment {
        words.set(piece.range, .boundary)
      } else if let tag = piece.tag {
        words.set(piece.range, tag.isHidden(among: &open) ? tag.parts ? .boundary : .markup : .text)
        if tag.name == "img" { words.set(MarkdownHTML.alternative(bytes, piece.range), .optional) }
      } else {
        words.set(piece.range, .text)
        for reference in MarkdownHTML.references(bytes, piece.range) {
          words.replace(reference.range, by: reference.scalar)
        }
      }
    }
  }

  /// What `alt` says: it is set where the picture is not to be had.
  static func alternative(_ bytes: [UInt8], _ tag: Range<Int>) -> Range<Int> {
    var i = tag.lowerBound + 1
    while i + 5 < tag.upperBound {
      defer { i += 1 }
      guard bytes[i - 1] <= 0x20, bytes[i] | 0x20 == 0x61, bytes[i + 1] | 0x20 == 0x6C, bytes[i + 2] | 0x20 == 0x74
      else { continue }
      var k = i + 3
      while k < tag.upperBound, bytes[k] <= 0x20 { k += 1 }
      guard bytes[k] == 0x3D else { continue }
      k += 1
      while k < tag.upperBound, bytes[k] <= 0x20 { k += 1 }
      guard k < tag.upperBound else { break }
      let quote: UInt8? = bytes[k] == 0x22 || bytes[k] == 0x27 ? bytes[k] : nil
      if quote != nil { k += 1 }
      let start = k
      while k < tag.upperBound, quote.map({ bytes[k] != $0 }) ?? (bytes[k] > 0x20 && bytes[k] != 0x3E) { k += 1 }
      return start..<k
    }
    return tag.lowerBound..<tag.lowerBound
  }

  /// `&amp;` and its like in text between tags.
  static func references(_ bytes: [UInt8], _ range: Range<Int>) -> [(range: Range<Int>, scalar: UInt32)] {
    var found: [(range: Range<Int>, scalar: UInt32)] = []
    var i = range.lowerBound
    while i < range.upperBound {
      defer { i += 1 }
      guard bytes[i] == 0x26,
        let stop = bytes[i..<min(i + 34, range.upperBound)].firstIndex(of: 0x3B), stop > i + 1,
        let scalar = bytes[(i + 1)..<stop].withUnsafeBufferPointer({ entity($0) })
      else { continue }
      found.append((i..<stop + 1, scalar.value))
      i = stop
    }
    return found
  }

  struct Tag {
    var name: String
    var isClosing: Bool
    var isEmpty: Bool

    init(_ bytes: some Collection<UInt8>) {
      var rest = bytes.dropFirst()
      isClosing = rest.first == 0x2F
      if isClosing { rest = rest.dropFirst() }
      name = String(decoding: rest.prefix { isASCIILetter($0) || isASCIIDigit($0) }, as: UTF8.self).lowercased()
      isEmpty = Array(bytes.suffix(2)).first == 0x2F
    }

    /// Whether it is read or left out.
    var isKnown: Bool {
      markdownLineTags.contains(name) || markdownLeftOutTags.contains(name) || markdownBlockTags.contains(name)
    }
    /// Whether words before and behind it are never one.
    var parts: Bool { name == "br" || markdownBlockTags.contains(name) }

    /// Whether octavo reads the tag; one that closes nothing is set as it stands.
    func isHidden(among open: inout [String]) -> Bool {
      guard markdownLineTags.contains(name) else { return isKnown }
      if name == "br" { return true }
      if !isClosing {
        if !isEmpty { open.append(name) }
        return true
      }
      guard let last = open.suffix(64).lastIndex(of: name) else { return false }
      open.removeSubrange(last...)
      return true
    }
  }

  /// Whether an attribute's name may begin so, or what follows one.
  private static func mayBegin(_ byte: UInt8) -> Bool {
    isASCIILetter(byte) || [0x5F, 0x3A, 0x3D, 0x2F, 0x3C, 0x3E].contains(byte)
  }

  /// The end of the tag at `<`; nil where none begins or nothing ends it. The last one is
  /// not ended, and neither is any behind it: each would be searched to the end.
  static func tagEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (end: Int?, isLast: Bool) {
    var i = start + 1
    if i < end, bytes[i] == 0x2F { i += 1 }
    guard i < end, isASCIILetter(bytes[i]) else { return (nil, false) }
    while i < end, isASCIILetter(bytes[i]) || isASCIIDigit(bytes[i]) || bytes[i] == 0x2D { i += 1 }
    guard i < end, [0x20, 0x09, 0x0A, 0x0D, 0x2F, 0x3E].contains(bytes[i]) else { return (nil, false) }
    var quote: UInt8 = 0
    var last: UInt8 = 0
    while i < end, quote != 0 || bytes[i] != 0x3E {
      let isBlank = bytes[i] <= 0x20
      // `<LICENSE or [https:…`: no attribute is named so (CommonMark 0.31, 6.6)
      if quote == 0, !isBlank, bytes[i - 1] <= 0x20, last != 0x3D, !mayBegin(bytes[i]) {
        return (nil, false)
      }
      let before = last
      if !isBlank { last = bytes[i] }
      if quote != 0 {
        if bytes[i] == quote { quote = 0 }
      } else if bytes[i] == 0x22 || bytes[i] == 0x27 {
        // `<of Bennet's`: within a name there is none
        guard before == 0x3D else { return (nil, false) }
        quote = bytes[i]
      } else if bytes[i] == 0x3C {
        return (nil, false)
      }
      i += 1
    }
    return i < end ? (i + 1, false) : (nil, true)
  }

  /// Tags that begin a block (CommonMark 0.31, 4.6, condition 6).
  static let blocks: Set<String> = Set(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt \
    fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link \
    main menu menuitem nav noframes ol optgroup option p param search section source summary table tbody td tfoot th \
    thead title tr track ul
    """.split(separator: " ").map(String.init))
}
