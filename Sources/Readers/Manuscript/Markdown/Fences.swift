internal import BookModel
internal import CMark
internal import Units

/// What books need and CommonMark has not: fenced blocks of these names, whose contents are Markdown.
enum MarkdownFence: String, CaseIterable {
  case verse, letter, epigraph, dedication, abstract, centred, right
  case smallCaps = "small-caps"
  case across
  case twoColumns = "columns-2"
  case threeColumns = "columns-3"
  case aside
  /// What goes on with a definition; no manuscript has such a word.
  case definition = "\u{3}"

  /// By the first word of the info string.
  init?(_ info: String) {
    self.init(rawValue: fenceWord(info))
  }

  static let words = allCases.filter { $0 != .definition }.map(\.rawValue)

  /// By what pandoc's divs and other programs call it, a class or an attribute in small letters.
  static func named(_ name: String) -> MarkdownFence? { names[name] ?? MarkdownFence(rawValue: name) }

  private static let names: [String: MarkdownFence] = [
    "poem": .verse, "poetry": .verse, "line-block": .verse, "quote": .epigraph, "center": .centred,
    "centered": .centred, "centre": .centred, "flushright": .right, "smallcaps": .smallCaps, "columns=1": .across,
    "columns-1": .across, "columns=2": .twoColumns, "columns=3": .threeColumns,
    "column-margin": .aside, "margin": .aside, "marginnote": .aside, "margin-note": .aside, "sidenote": .aside,
  ]
}

/// The first word of an info string in small letters; empty where it is longer than any that means something.
func fenceWord(_ info: String) -> String {
  let word = info.unicodeScalars.split(maxSplits: 1) { $0 == " " || $0 == "\t" }.first.map(String.init) ?? ""
  return word.utf8.count <= 40 ? word.lowercased() : ""
}

extension MarkdownBlocks {
  /// Adds what a fence becomes.
  func fence(_ kind: MarkdownFence, _ n: Int, to blocks: inout [Block], _ wishes: inout MarkdownWishes) {
    guard depth < MarkdownBlocks.deepest else {
      reader.say(.nestedTooDeep, at: parsed.passage.location(of: parsed.nodes[n]))
      return reader.add(.preformatted(code(parsed.nodes[n], info: "", isFenced: true)), to: &blocks, &wishes)
    }
    let held = inside(kind, n)
    if kind == .definition, case .list(var list)? = blocks.last, list.counting == .none, !list.items.isEmpty {
      list.items[list.items.count - 1].blocks += held
      blocks[blocks.count - 1] = .list(list)
      return
    }
    for block in held { reader.add(block, to: &blocks, &wishes) }
  }

  /// The blocks that a fence of a kind holds.
  func inside(_ kind: MarkdownFence, _ n: Int) -> [Block] {
    let node = parsed.nodes[n]
    let source = parsed.passage.location(of: node)
    let document = reader.documents[Int(parsed.passage.file)]
    let labels = MarkdownLabels(Array(node.literal.utf8), from: 0)
    let elsewhere = { (label: String) in document.parts.note(label, at: Int(source.offset)) }
    let known = document.labels.prelude(for: node.literal) { labels.firsts[$0] == nil && elsewhere($0) != nil }
    let passage = parsed.passage.inside(
      of: node, prelude: labels.callingNotes + known, stripsIndent: kind == .verse)
    let parts = FootnoteScopes(passage, labels: labels, links: document.labels, elsewhere: elsewhere)
    reader.leaveOut(of: parts, in: Int(parsed.passage.file))
    let inner = MarkdownBlocks(reader, parts.parsed, depth: depth + 1)
    reader.keepNotes(of: inner.parsed)
    switch kind {
    case .verse: return inner.verse(source: source)
    case .definition: return inner.all()
    case .letter: return [.letter(inner.letter(source: source))]
    case .epigraph:
      reader.report.quotations += 1
      return [.quotation(inner.attributed(inner.all(), source: source))]
    case .abstract: return [.quotation(Quotation(inner.all(), source: source))]
    case .dedication, .centred: return inner.all().map { $0.placed(.centred) }
    case .right: return inner.all().map { $0.placed(.trailing) }
    case .across, .twoColumns, .threeColumns:
      guard let columns = Callout.Kind(rawValue: kind.rawValue) else { return inner.all() }
      return [.callout(Callout(columns, inner.all(), source: source))]
    case .aside: return [.callout(Callout(.aside, inner.all(), source: source))]
    case .smallCaps: return inner.all().map { $0.adding(.smallCapitals, besides: .label) }
    }
  }

  // MARK: Verse

  /// Each paragraph is a stanza, each line end the poet's, white space before a line its indent.
  private func verse(source: SourceLocation) -> [Block] {
    var blocks: [Block] = []
    var stanzas: [Verse.Stanza] = []
    var wishes = MarkdownWishes()
    func flush() {
      guard let first = stanzas.first?.lines.first else { return }
      reader.report.verseBlocks += 1
      reader.report.verseLines += stanzas.reduce(0) { $0 + $1.lines.count }
      blocks.append(.verse(Verse(stanzas, source: blocks.isEmpty ? source : first.source).shifted))
      stanzas = []
    }
    for child in parsed.blocks {
      guard parsed.nodes[child].kind == .paragraph else {
        flush()
        append(child, to: &blocks, &wishes)
        continue
      }
      let lines = self.lines(of: child)
      // who wrote it, after a dash
      if !stanzas.isEmpty, lines.count == 1, case .text(let run)? = lines[0].inlines.first?.content, run.hasPrefix("—")
      {
        flush()
        blocks.append(.paragraph(Paragraph(lines[0].inlines, placement: .trailing, source: lines[0].source)))
      } else if !lines.isEmpty {
        stanzas.append(Verse.Stanza(lines))
      }
    }
    flush()
    reader.settle(&wishes)
    return blocks
  }

  private func lines(of paragraph: Int) -> [Verse.Line] {
    let passage = parsed.passage
    let node = parsed.nodes[paragraph]
    let found = inlines(of: paragraph, keepsLines: true).split { $0.content == .lineBreak }.map(Array.init)
    // definitions before the first line are no lines of the poem
    var number = max(node.startLine, node.endLine - found.count + 1)
    return found.compactMap { inlines in
      defer { number += 1 }
      guard let first = inlines.first else { return nil }
      let indent = number <= passage.indents.count ? passage.indents[number - 1] : 0
      return Verse.Line(inlines, indent: indent, source: first.source)
    }
  }

  // MARK: Letters

  /// Short paragraphs before the salutation (which ends in a comma, colon or exclamation mark)
  /// are date lines; short last ones that end in no full stop are the signature.
  private func letter(source: SourceLocation) -> Letter {
    var blocks = all()
    var dateline: [Paragraph] = []
    while blocks.count > 1, dateline.count < 3, case .paragraph(let first)? = blocks.first, isShort(first, most: 60),
      !",:!?.;—".contains(first.inlines.plainText.last ?? ".")
    {
      dateline += lines(of: first)
      blocks.removeFirst()
    }
    var signature: [Paragraph] = []
    while blocks.count > 1, signature.count < 3, case .paragraph(let last)? = blocks.last, isShort(last, most: 45),
      !".!?:;".contains(last.inlines.plainText.last ?? ".")
    {
      signature = lines(of: last) + signature
      blocks.removeLast()
    }
    return Letter(dateline: dateline, blocks, signature: signature, source: source)
  }

  private func isShort(_ paragraph: Paragraph, most: Int) -> Bool {
    paragraph.inlines.split { $0.content == .lineBreak }.allSatisfy { Array($0).plainText.unicodeScalars.count <= most }
  }

  /// A paragraph of its own for each line that a hard break ends.
  private func lines(of paragraph: Paragraph) -> [Paragraph] {
    paragraph.inlines.split { $0.content == .lineBreak }.map {
      Paragraph(Array($0), placement: .trailing, source: $0.first?.source ?? paragraph.source)
    }
  }
}
