internal import BookModel
internal import CMark
internal import Units

/// The mark at the head of a quotation that makes a call-out of it (GitHub's alerts, Obsidian's callouts): `[!NOTE]`,
/// `[!tip]- Title`, `[!info|wide]`. Other programs' call-outs come to it written so (`PandocCallouts`), with a name for
/// links perhaps: `[!tip#name] Title`.
struct CalloutMark {
  let kind: Callout.Kind
  /// The title that the mark itself is, where its word is of no known kind.
  let title: String
  let name: String?
  /// Bytes of the mark, and the blanks behind it.
  let count: Int

  /// Nil where a line begins otherwise.
  init?(_ line: ArraySlice<UInt8>) {
    guard line.starts(with: "[!".utf8) else { return nil }
    let inner = line.dropFirst(2)
    let word = inner.prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    guard word.first?.isASCIILetter == true, word.count <= 40 else { return nil }
    var rest = inner[word.endIndex...]
    var name: ArraySlice<UInt8>?
    if rest.first == UInt8(ascii: "#") {
      name = rest.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: "]") }
      rest = rest[(name ?? []).endIndex...]
    } else if rest.first == UInt8(ascii: "|") {
      rest = rest[rest.prefix { $0 != UInt8(ascii: "]") }.endIndex...]
    }
    guard rest.first == UInt8(ascii: "]") else { return nil }
    rest = rest.dropFirst()
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    guard rest.first.map({ $0.isBlank }) ?? true else { return nil }
    let known = String(decoding: word, as: UTF8.self)
    kind = Callout.Kind(word: known) ?? Callout.Kind(rawValue: known) ?? .titled
    let isOwn = kind == .titled && known != Callout.Kind.titled.rawValue
    title = isOwn ? known.prefix(1).uppercased() + known.dropFirst().lowercased() : ""
    self.name = name.map { String(decoding: $0, as: UTF8.self) }
    count = rest.prefix { $0.isBlank }.endIndex - line.startIndex
  }
}

extension MarkdownBlocks {
  /// What a quotation becomes whose first line begins with a call-out's mark; nil for any other.
  func callout(_ quotation: Int) -> Callout? {
    let children = parsed.children(of: quotation).filter { parsed.passage.isOwn(parsed.nodes[$0].startLine) }
    guard let first = children.first else { return nil }
    let (node, passage) = (parsed.nodes[first], parsed.passage)
    var start = passage.offset(line: node.startLine, column: node.startColumn)
    switch node.kind {
    case .paragraph: break
    case .heading: while passage.text[start...].first.map({ $0 == 0x23 || $0.isBlank }) ?? false { start += 1 }
    default: return nil
    }
    let line = passage.text[start..<max(start, passage.end(ofLine: node.startLine))]
    guard let mark = CalloutMark(line) else { return nil }
    let place = passage.origin(of: start)
    reader.report.dropped.append(
      .init(
        lines: reader.documents[Int(passage.file)].source.lines(of: place..<place + 1),
        bytes: place..<place + mark.count,
        why: "mark of a call-out", file: Int(passage.file), replacement: mark.title.isEmpty ? "" : mark.title + " "))
    let (head, words) = linesParted(of: first)
    var title = MarkdownBlocks.withoutMark(head)
    if title.isEmpty, !mark.title.isEmpty { title = [Inline(mark.title, source: passage.location(of: start + 2))] }
    var made: [Block] = []
    if let begin = words.first { made.append(.paragraph(Paragraph(words, source: begin.source))) }
    made += blocks(Array(children.dropFirst()))
    var anchor = mark.name
    // the heading it begins with is its title (Quarto, "Callout Blocks")
    if title.isEmpty, words.isEmpty, case .heading(let heading)? = made.first {
      title = heading.label + heading.title
      anchor = anchor ?? heading.anchor
      made.removeFirst()
    }
    return Callout(mark.kind, title: title, made, anchor: anchor, source: passage.location(of: parsed.nodes[quotation]))
  }

  private static func withoutMark(_ inlines: [Inline]) -> [Inline] {
    guard let first = inlines.first, case .text(let run) = first.content, let close = run.utf8.firstIndex(of: 0x5D)
    else { return inlines }
    var end = run.utf8.index(after: close)
    while end < run.utf8.endIndex, "+- ".utf8.contains(run.utf8[end]) { end = run.utf8.index(after: end) }
    guard end < run.utf8.endIndex else { return Array(inlines.dropFirst()) }
    let count = run.utf8.distance(from: run.utf8.startIndex, to: end)
    return [first.parted(atByte: count)?.1 ?? first] + inlines.dropFirst()
  }
}
