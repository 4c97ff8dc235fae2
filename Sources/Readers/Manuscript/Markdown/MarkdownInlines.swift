internal import BookModel
internal import CMark
internal import Units
internal import XML

/// Makes the inlines of one block from its nodes.
struct MarkdownInlines {
  let reader: MarkdownReader
  let parsed: ParsedPassage
  var cursor: MarkdownCursor
  /// Every line end of the manuscript is one of the text (verse).
  private let keepsLines: Bool

  var inlines: [Inline] = []
  /// Of places, for the words to come.
  var names: [TextMark] = []
  private var buffer: [UInt8] = []
  private var map: [SourceMark] = []
  private var shift = Int.min
  var style = InlineStyle.plain
  /// Spans of the parser that are open: where each ends, and what held outside it.
  private var spans: [(end: Int, style: InlineStyle, isLink: Bool)] = []
  /// Bytes of the next text that are attributes of what stands before it.
  private var attributesLeft = 0
  /// Where the last bracket about a reading begins, among the inlines.
  private var bracketStart = 0
  /// HTML tags that are open.
  private var tags: [(name: String, style: InlineStyle, at: Int)] = []

  init(_ reader: MarkdownReader, _ parsed: ParsedPassage, block: Int, quoteDepth: Int, keepsLines: Bool = false) {
    self.reader = reader
    self.parsed = parsed
    self.keepsLines = keepsLines
    cursor = MarkdownCursor(parsed.passage, block: parsed.nodes[block], quoteDepth: quoteDepth)
  }

  /// All children of a block, or some of its nodes.
  mutating func write(_ range: Range<Int>) -> [Inline] {
    var n = range.lowerBound
    while n < range.upperBound {
      while let last = spans.last, last.end <= n { closeSpan() }
      n = write(n)
    }
    while !spans.isEmpty { closeSpan() }
    for tag in tags { reader.say(.tagUnclosed(tag.name), at: parsed.passage.location(of: tag.at)) }
    flush()
    return inlines
  }

  private mutating func closeSpan() {
    guard let last = spans.popLast() else { return }
    if last.isLink {
      cursor.linkEnd()
      leaveOutAttributes(before: last.end, of: "link")
    }
    flush()
    style = last.style
  }

  /// Writes a node; the node to go on with.
  private mutating func write(_ n: Int) -> Int {
    let node = parsed.nodes[n]
    switch node.kind {
    case .text: text(node.literal)
    case .code:
      if leaveOutRaw(n) { break }
      code(node.literal)
      leaveOutAttributes(before: n + 1, of: "code")
    case .softBreak:
      if keepsLines {
        lineBreak()
      } else {
        if takesSpace(before: n + 1) { append([0x20], from: cursor.at) }
        cursor.nextLine()
      }
    case .lineBreak: lineBreak()
    case .emphasis, .strong, .strike:
      flush()
      spans.append((node.end, style, false))
      style.traits.insert(node.kind == .emphasis ? .emphasis : node.kind == .strong ? .strong : .strike)
      if node.kind == .emphasis { reader.report.italicRuns += 1 }
    case .link(let url):
      flush()
      spans.append((node.end, style, true))
      let words = n + 1 < node.end && parsed.nodes[n + 1].kind == .text ? parsed.nodes[n + 1].literal : ""
      let start = cursor.linkStart(isImage: false, words: words)
      // `[](#eq-a)`: no heading, nor a place, has an equation's name
      let name = url.hasPrefix("#") ? String(url.dropFirst()) : url
      // MyST's empty links have names of equations that say no kind, and others without their sign
      if node.end == n + 1, Label.Kind(ofName: name) == .equation || reader.links.isFormula(name) {
        append(Reference([name], .bracketed), at: parsed.passage.location(of: start))
        return n + 1
      }
      if let target = link(url, at: start) {
        style.extras.link = target
        // `[](#name)`, `[](file.md)`: its number, or its words
        if node.end == n + 1, !url.isEmpty, target.hasPrefix("#") {
          append(Reference([String(target.dropFirst())], .title), at: parsed.passage.location(of: start))
        }
      }
    case .image(let url, _): return image(url, n)
    case .footnoteReference(let number): note(number)
    case .htmlInline: html(node.literal)
    default: break
    }
    return n + 1
  }

  // MARK: Words

  private mutating func text(_ literal: String) {
    var literal = literal
    literal.withUTF8 { bytes in
      var place = cursor
      let hidden = min(attributesLeft, bytes.count)
      if hidden > 0 { place.text(UnsafeBufferPointer(rebasing: bytes[..<hidden])) { _, _ in } }
      attributesLeft -= hidden
      let bytes = UnsafeBufferPointer(rebasing: bytes[hidden...])
      place.text(bytes) { range, source in
        let words = UnsafeBufferPointer(rebasing: bytes[range])
        if words.contains(0x5D) { reader.tellOfMarks(words, at: source, in: parsed.passage) }
        append(words, from: source)
      }
      cursor = place
    }
  }

  private mutating func code(_ literal: String) {
    flush()
    let outside = style
    style.traits.insert(.code)
    style.extras.formula = formula(literal)
    var literal = literal
    literal.withUTF8 { bytes in
      var place = cursor
      place.code(bytes) { range, source in
        append(UnsafeBufferPointer(rebasing: bytes[range]), from: source, keepsSpaces: true)
      }
      cursor = place
    }
    flush()
    style = outside
  }

  /// Leaves out the attributes that stand right behind a link, a picture or code.
  /// - Parameter next: the node behind it.
  /// - Returns: them, as they are written.
  @discardableResult private mutating func leaveOutAttributes(before next: Int, of kind: String) -> String? {
    let text = parsed.passage.text
    let start = cursor.at
    guard next < parsed.nodes.count, parsed.nodes[next].literal.utf8.first == 0x7B, start > 0,
      start < text.count, [0x29, 0x5D, 0x60].contains(text[start - 1]),
      let end = PandocAttributes.end(in: text, from: start)
    else { return nil }
    // no sign of it is a mark, a reference to a sign, or hidden by a backslash
    var left = text[start..<end]
    var n = next
    while !left.isEmpty, n < parsed.nodes.count, parsed.nodes[n].kind == .text {
      let words = Array(parsed.nodes[n].literal.utf8.prefix(left.count))
      guard !words.isEmpty, left.starts(with: words) else { return nil }
      left = left.dropFirst(words.count)
      n += 1
    }
    guard left.isEmpty else { return nil }
    attributesLeft = end - start
    let first = parsed.passage.origin(of: start)
    reader.drop(first..<(first + end - start), in: parsed.passage.file, why: "attributes of a \(kind)")
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  /// Leaves out code that is another program's, by the `{=latex}` right behind it.
  private mutating func leaveOutRaw(_ n: Int) -> Bool {
    guard n + 1 < parsed.nodes.count, parsed.nodes[n + 1].kind == .text, parsed.nodes[n + 1].literal.hasPrefix("{=")
    else { return false }
    var name = ""
    var next = n + 1
    // the parser may part the text behind the brace
    while next < parsed.nodes.count, parsed.nodes[next].kind == .text, name.utf8.count < 80, !name.contains("}") {
      name += parsed.nodes[next].literal
      next += 1
    }
    let braces = name.prefix { $0 != "}" } + "}"
    guard name.contains("}"), let format = PandocAttributes.format(String(braces)) else { return false }
    flush()
    var place = cursor
    var start: Int?
    var literal = parsed.nodes[n].literal
    literal.withUTF8 { bytes in place.code(bytes) { _, source in start = start ?? source } }
    guard place.at < parsed.passage.text.count, parsed.passage.text[place.at] == 0x7B else { return false }
    cursor = place
    attributesLeft = braces.utf8.count
    let end = parsed.passage.origin(of: cursor.at) + braces.utf8.count
    let first = parsed.passage.origin(of: start ?? cursor.at)
    reader.leaveOut(
      first..<max(first, end), for: format, at: SourceLocation(file: parsed.passage.file, offset: first))
    return true
  }

  private mutating func lineBreak() {
    flush()
    inlines.append(Inline(.lineBreak, style: style, source: parsed.passage.location(of: cursor.at)))
    cursor.nextLine()
  }

  private mutating func append(_ bytes: some Collection<UInt8>, from source: Int, keepsSpaces: Bool = false) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { append($0, from: source, keepsSpaces: keepsSpaces) }
    if isDone == nil {
      Array(bytes).withUnsafeBufferPointer { append($0, from: source, keepsSpaces: keepsSpaces) }
    }
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, from source: Int, keepsSpaces: Bool = false) {
    mark(source)
    var i = 0
    while i < bytes.count {
      // a typist's two spaces after a full stop are one in type
      guard bytes[i] == 0x20 || bytes[i] == 0x09 else {
        var end = i + 1
        while end < bytes.count, bytes[end] != 0x20, bytes[end] != 0x09 { end += 1 }
        mark(source + i)
        buffer.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[i..<end]))
        i = end
        continue
      }
      if !keepsSpaces, buffer.last == 0x20 || (buffer.isEmpty && endsInSpace) {
        shift = .min
      } else {
        mark(source + i)
        buffer.append(0x20)
      }
      i += 1
    }
  }

  private var endsInSpace: Bool {
    guard case .text(let run)? = inlines.last?.content else { return inlines.last?.content == .lineBreak }
    return run.utf8.last == 0x20
  }

  private mutating func mark(_ offset: Int) {
    // A passage maps line by line; within a line source and text go along. Of a fence in a note or an item the lines follow
    // each other without what stands before them in the manuscript.
    let delta = buffer.count - (parsed.passage.isWholeFile ? offset : parsed.passage.origin(of: offset))
    guard delta != shift else { return }
    shift = delta
    let place = SourceMark(
      text: UInt32(clamping: buffer.count), source: UInt32(clamping: parsed.passage.origin(of: offset)))
    if let last = map.last, last.text == place.text { map.removeLast() }
    map.append(place)
  }

  mutating func flush() {
    defer {
      buffer.removeAll(keepingCapacity: true)
      map.removeAll(keepingCapacity: true)
      shift = .min
    }
    guard !buffer.isEmpty, let first = map.first else { return }
    inlines.append(
      Inline(
        .text(String(decoding: buffer, as: UTF8.self)), style: style,
        source: SourceLocation(file: parsed.passage.file, offset: first.source), marks: map.count > 1 ? map : []))
    guard !names.isEmpty else { return }
    inlines[inlines.count - 1].style.extras.textMarks += names
    names = []
  }

  /// Whether a line end is a space: not between two wide characters (Chinese, Japanese).
  private func takesSpace(before next: Int) -> Bool {
    var n = next
    while n < parsed.nodes.count, n < next + 4, parsed.nodes[n].literal.isEmpty { n += 1 }
    guard n < parsed.nodes.count, beginsWide(parsed.nodes[n].literal.utf8) else { return true }
    if buffer.isEmpty, case .text(let run)? = inlines.last?.content { return !endsWide(run.utf8) }
    return !endsWide(buffer)
  }

  // MARK: Links, notes, pictures

  private mutating func note(_ number: Int) {
    let (at, label) = cursor.noteReference()
    guard number >= 1, number <= parsed.names.count else { return }
    let name = parsed.names[number - 1]
    let key = reader.key(forNote: name, in: parsed)
    guard key != nil || reader.isShown(name, of: Int(parsed.passage.file)) else { return }
    // The mark stands close to its word.
    while buffer.last == 0x20 { buffer.removeLast() }
    flush()
    if let key {
      inlines.append(Inline(.noteReference(key), style: style, source: parsed.passage.location(of: at)))
    } else {
      // the note stands in the text behind its label, which leads there, as it is written: labels are compared in small
      // letters
      let outside = style
      style.traits.insert(.superscript)
      append(label, from: at + 2)
      flush()
      style = outside
    }
  }

  private mutating func image(_ url: String, _ n: Int) -> Int {
    let end = parsed.nodes[n].end
    let at = cursor.linkStart(isImage: true)
    let alternative = parsed.plainText(of: n)
    let isShown = append(picture: url, alternative, at: at)
    let nodes = parsed.nodes[(n + 1)..<end]
    if nodes.allSatisfy(\.isDescription) {
      nodes.forEach { describe($0, isShown: isShown) }
    } else if !isShown {
      append(alternative.utf8, from: at + 2)
    }
    cursor.linkEnd()
    if let asked = leaveOutAttributes(before: end, of: "picture"), let wishes = PictureWishes(braces: asked), isShown {
      take(wishes, at: at)
    }
    return end
  }

  /// Words of a picture, each where it stands; only one that cannot be shown has them set. Marks between them are not set.
  private mutating func describe(_ node: MarkdownNode, isShown: Bool) {
    var literal = node.literal
    literal.withUTF8 { bytes in
      var place = cursor
      func set(_ range: Range<Int>, _ source: Int) {
        if !isShown { append(UnsafeBufferPointer(rebasing: bytes[range]), from: source) }
      }
      switch node.kind {
      case .text: place.text(bytes, set)
      case .code: place.code(bytes, set)
      case .softBreak, .lineBreak:
        if !isShown { append([0x20], from: place.at) }
        place.nextLine()
      default: break
      }
      cursor = place
    }
  }

  /// Whether there is such a picture.
  private mutating func append(picture url: String, _ alternative: String, at offset: Int) -> Bool {
    let place = parsed.passage.location(of: offset)
    guard let path = reader.imagePath(url, file: parsed.passage.file, at: place) else { return false }
    flush()
    var shown = style
    shown.extras.alternative = alternative.isEmpty ? nil : alternative
    inlines.append(Inline(.image(path), style: shown, source: place))
    return true
  }

  /// Takes the size that the last picture is asked to have; in a line it stands where it is named, whatever else is asked.
  private mutating func take(_ wishes: PictureWishes, at offset: Int) {
    for word in wishes.unknown { reader.say(.pictureWishUnknown(word), at: parsed.passage.location(of: offset)) }
    if wishes.placement >= .page { reader.say(.pictureInLine, at: parsed.passage.location(of: offset)) }
    inlines[inlines.count - 1].style.extras.width = wishes.width
    inlines[inlines.count - 1].style.extras.height = wishes.height
    inlines[inlines.count - 1].style.extras.runaround = wishes.runaround
  }

  // MARK: HTML

  private mutating func html(_ literal: String) {
    var literal = literal
    let at = literal.withUTF8 { cursor.html($0) }
    for piece in htmlPieces(literal) { html(piece, literal, at) }
  }

  /// One piece of raw HTML that stands at an offset of the passage.
  mutating func html(_ piece: HTMLPiece, _ literal: String, _ at: Int) {
    let place = parsed.passage.location(of: at)
    switch piece {
    case .comment(let body):
      if directiveWords(body) != nil {
        reader.say(.directiveInLine(trimmed(body)), at: place)
      } else {
        reader.drop(Int(place.offset)..<Int(place.offset) + literal.utf8.count, in: place.file, why: "comment")
      }
    case .open(let name, _, _) where name == "br": lineBreakTag(place)
    case .open("img", let attributes, _):
      guard let picture = PictureNode(attributes) else { return }
      // of a tag nobody says where its description stands
      if append(picture: picture.url, picture.alternative, at: at) {
        take(picture.wishes, at: at)
      } else {
        append(picture.alternative.utf8, from: at)
      }
    case .open(let name, _, false) where name == "ruby" || name == "rt" && style.ruby == .base:
      flush()
      tags.append((name, style, at))
      style.extras.ruby = name == "rt" ? .reading : .base
    case .open("rp", _, false) where style.ruby == .base:
      flush()
      tags.append(("rp", style, at))
      bracketStart = inlines.count
    case .open("rb", _, _) where style.ruby == .base, .close("rb") where style.ruby == .base: break
    case .open("span", let attributes, _) where attributes.contains { $0.name == "data-ref" }:
      flush()
      append(reference: attributes, at: place)
      tags.append(("span", style, at))
    case .open("span", let attributes, _)
    where append(indexMark: attributes, at: place) || append(citation: attributes, at: place):
      tags.append(("span", style, at))
    case .open("a", let attributes, let isEmpty)
    where !attributes.contains { $0.name == "href" } && attributes.contains { $0.name == "id" || $0.name == "name" }:
      flush()
      if !isEmpty { tags.append(("a", style, at)) }
      takeName(attributes)
    case .open(let name, let attributes, let isEmpty) where inlineTags.contains(name):
      flush()
      takeName(attributes)
      guard !isEmpty else { return }
      tags.append((name, style, at))
      let (inside, unknown) = style.inside(tag: name, attributes)
      for style in unknown { reader.say(.styleUnknown(style), at: place) }
      style = inside
    case .close(let name) where tags.suffix(64).contains { $0.name == name }:
      flush()
      // brackets for programs that know no readings
      if name == "rp", inlines.count > bracketStart {
        let start = Int(inlines[bracketStart].source.offset)
        inlines.removeSubrange(bracketStart...)
        reader.drop(start..<max(start, Int(place.offset)), in: place.file, why: "bracket about a reading")
      }
      while let last = tags.popLast() {
        style = last.style
        if last.name == name { break }
        reader.say(.tagUnclosed(last.name), at: parsed.passage.location(of: last.at))
      }
    case .text(let words): append(words.utf8, from: at)
    case .close(let name) where name == "br": lineBreakTag(place)
    case .open(let name, _, _) where LeftOutTags.has(name): reader.sayLeftOut(name, at: place)
    case .close(let name) where LeftOutTags.has(name): break
    default:
      reader.say(.htmlShown(String(literal.prefix(40))), at: place)
      flush()
      let outside = style
      style.traits.insert(.code)
      append(literal.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, from: at)
      flush()
      style = outside
    }
  }

  private mutating func lineBreakTag(_ place: SourceLocation) {
    flush()
    inlines.append(Inline(.lineBreak, style: style, source: place))
  }

  /// Pieces of a block of HTML: their text in their styles.
  mutating func write(html tokens: [HTMLToken], of node: Int) -> [Inline] {
    let literal = Array(parsed.nodes[node].literal.utf8)
    let lines = HTMLLines(literal, parsed.passage, from: parsed.nodes[node].startLine)
    for token in tokens {
      if case .text = token.piece {
        // line by line: what stands before a line's own text is not the HTML's
        var start = token.range.lowerBound
        while start < token.range.upperBound {
          let end = literal[start..<token.range.upperBound].firstIndex(of: 0x0A) ?? token.range.upperBound
          appendWithReferences(literal[start..<end], from: lines.place(of: start))
          if end < token.range.upperBound { append([0x20], from: lines.place(of: end)) }
          start = end + 1
        }
      } else {
        html(
          token.piece, String(decoding: literal[token.range], as: UTF8.self), lines.place(of: token.range.lowerBound))
      }
    }
    for tag in tags { reader.say(.tagUnclosed(tag.name), at: parsed.passage.location(of: tag.at)) }
    tags = []
    style = .plain
    flush()
    defer { inlines = [] }
    return inlines
  }

  /// Text of a block of HTML: `&amp;` and its like are what they stand for.
  private mutating func appendWithReferences(_ text: ArraySlice<UInt8>, from source: Int) {
    let bytes = Array(text)
    var start = 0
    var i = 0
    while i < bytes.count {
      guard bytes[i] == 0x26, let (sign, next) = XMLTree.htmlReference(in: bytes, at: i) else {
        i += 1
        continue
      }
      append(bytes[start..<i], from: source + start)
      append(sign.utf8, from: source + i)
      (start, i) = (next, next)
    }
    append(bytes[start...], from: source + start)
  }
}
