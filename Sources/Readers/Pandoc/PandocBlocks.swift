internal import BookModel
internal import JSONReading
internal import Manuscript
internal import Units

/// Attributes of a heading, a div, a span: `#id .class key=value`.
struct PandocAttributes {
  var id: String
  var classes: [String]
  var values: [String: String]

  init(_ json: JSON?) {
    id = json?[0]?.string ?? ""
    classes = json?[1]?.items.compactMap(\.string) ?? []
    values = Dictionary(
      (json?[2]?.items ?? []).compactMap { pair in
        guard let key = pair[0]?.string, let value = pair[1]?.string else { return nil }
        return (key, value)
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension Label {
  /// Of a picture with a name; it is counted where its name says so.
  fileprivate init?(figure name: String) {
    guard !name.isEmpty else { return nil }
    self.init(.figure, name, isNumbered: Label.Kind(ofName: name) != nil)
  }
}

/// pandoc's blocks.
extension PandocMaker {
  /// - Parameter keepsSpaces: blank paragraphs stay, for the blocks around these to weigh.
  /// - Parameter isCell: of a table, where a dash is a word and parts no scenes.
  mutating func blocks(_ list: [JSON], keepsSpaces: Bool = false, isCell: Bool = false) -> [Block] {
    depth += 1
    defer { depth -= 1 }
    var made: [Block] = []
    for (index, item) in list.enumerated() {
      // pandoc says the caption of a table from Word twice
      if item.isTableCaption, index + 1 < list.count, list[index + 1].hasCaption { continue }
      made += block(item)
      // notes stand behind the outermost block that calls them
      if depth == 1 { readNotes() }
    }
    // a typed list of contents, which says what chapters are called, holds none itself
    if depth == 1 { made = made.withCaptions().withoutContents(&silent).withNamedHeadings() }
    if !keepsSpaces { made = made.withBrokenParagraphs().withVerse() }
    return keepsSpaces ? made : made.withScenes(hasEmpty: options.hasEmptyParagraphs, isCell: isCell)
  }

  /// Notes of notes come last.
  private mutating func readNotes() {
    while !waitingNotes.isEmpty {
      let (key, content) = waitingNotes.removeFirst()
      end()
      let source = here
      let inner = blocks(content)
      var note = Note(mark: "", blocks: inner, source: source)
      note.aside = asides[key]
      notes[key] = note
    }
  }

  private mutating func block(_ item: JSON) -> [Block] {
    let content = item["c"]
    let source = here
    switch item["t"]?.string {
    case "Para", "Plain": return paragraph(content?.items ?? [])
    case "LineBlock": return [.verse(verse((content?.items ?? []).map(\.items), source: source))]
    case "CodeBlock":
      let attributes = PandocAttributes(content?[0])
      var lines: [Preformatted.Line] = []
      for line in (content?[1]?.string ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
        lines.append(Preformatted.Line(String(line), source: here))
        text += Array(line.utf8)
        text.append(0x0A)
      }
      report.codeBlocks += 1
      return [.preformatted(Preformatted(lines, isCode: true, info: attributes.classes.first ?? "", source: source))]
    case "RawBlock":
      if PandocMaker.orgKeyword("bibliography", item) != nil { return [] }
      if PandocMaker.orgKeyword("print_bibliography", item) != nil { return [placeOfWorks()] }
      return raw(content)
    case "BlockQuote":
      let inner = blocks(content?.items ?? [])
      report.quotations += 1
      return inner.isEmpty ? [] : [.quotation(Quotation(inner, source: source))]
    case "OrderedList":
      let attributes = content?[0]
      return list(content?[1]?.items ?? [], start: attributes?[0]?.int ?? 1, style: attributes?[1]?["t"]?.string)
    case "BulletList": return list(content?.items ?? [], start: nil, style: nil)
    case "DefinitionList": return definitions(content?.items ?? [])
    case "Header": return header(content)
    case "HorizontalRule": return [.sceneBreak(SceneBreak(mark: .ornament, source: source))]
    case "Table": return table(content)
    case "Figure": return figure(content)
    case "Div": return div(content)
    case "Null", nil: return []
    case let other?:
      rawParts["\"\(other)\"", default: 0] += 1
      return []
    }
  }

  private mutating func paragraph(_ items: [JSON]) -> [Block] {
    // a blank line tells what may turn out to be a heading from the text before it, as it does headings
    if depth == 1, !text.isEmpty, PandocMaker.plain(.array(items)).utf8.count <= 120 { text.append(0x0A) }
    let source = here
    report.styles.add(style, at: source)
    let inlines = inlines(items)
    end()
    if inlines.count == 1, case .image(let name) = inlines[0].content {
      report.illustrations += 1
      let alternative = inlines[0].style.extras.alternative ?? ""
      // an old tree marks a figure by its picture's title (pandoc-types 1.22 and before)
      let isFigure = items.first?["c"]?[2]?[1]?.string?.hasPrefix("fig:") ?? false
      var caption: [Inline] = []
      if isFigure {
        caption = self.inlines(items[0]["c"]?[1]?.items ?? [])
        end()
      }
      // a caption that comes has a place of its own
      if caption.isEmpty { text.append(0x0A) }
      var figure = Figure(
        image: name, caption: caption, alternative: caption.isEmpty ? alternative : "",
        width: inlines[0].style.extras.width, height: inlines[0].style.extras.height,
        runaround: inlines[0].style.extras.runaround, source: source)
      figure.label = Label(figure: PandocAttributes(items.first?["c"]?[0]).id)
      return [.figure(figure)]
    }
    guard !inlines.isEmpty else {
      return options.hasEmptyParagraphs ? [.sceneBreak(SceneBreak(mark: .space, source: source))] : []
    }
    if let figures = inlines.picturesAlone {
      report.illustrations += figures.reduce(0) { $0 + $1.count }
      return figures.flatMap { Block.row(of: $0) }
    }
    report.paragraphs += 1
    let (figures, rest) = Paragraph(inlines, source: inlines[0].source).partedAtRunarounds()
    return figures.map(Block.figure) + (rest?.partedAtFormulas().map { .paragraph($0.namedByFormula) } ?? [])
  }

  private mutating func verse(_ lines: [[JSON]], source: SourceLocation) -> Verse {
    let made = lines.map { line in
      defer { end() }
      return inlines(line).verseLine
    }
    report.verseBlocks += 1
    return Verse(Verse.stanzas(of: made), source: source)
  }

  private mutating func raw(_ content: JSON?) -> [Block] {
    let format = content?[0]?.string ?? "?"
    let words = (content?[1]?.string ?? "").lowercased()
    let isPageBreak =
      words.contains("\\newpage") || words.contains("\\pagebreak") || words.contains("\\clearpage")
      || words.contains("w:br w:type=\"page\"")
    if isPageBreak { return [.pageBreak(here)] }
    if !words.hasPrefix("<!--") { rawParts[format, default: 0] += 1 }
    return []
  }

  // MARK: Lists

  private mutating func list(_ items: [JSON], start: Int?, style: String?) -> [Block] {
    let source = here
    var isTight = true
    var made: [List.Item] = []
    for item in items {
      let place = here
      if item.items.contains(where: { $0["t"]?.string == "Para" }) { isTight = false }
      made.append(List.Item(blocks(item.items), source: place))
      // one without words stands before what follows it
      if here == place { text.append(0x0A) }
    }
    guard !made.isEmpty else { return [] }
    var list = List(start: start, isTight: isTight, items: made, source: source)
    let countings: [String: List.Counting] = [
      "LowerAlpha": .lowerLetters, "UpperAlpha": .upperLetters, "LowerRoman": .lowerRoman, "UpperRoman": .upperRoman,
    ]
    list.counting = style.flatMap { countings[$0] } ?? .figures
    report.lists += 1
    return [.list(list)]
  }

  private mutating func definitions(_ items: [JSON]) -> [Block] {
    var made: [Block] = []
    for item in items {
      let source = here
      let term = Paragraph(inlines(item[0]?.items ?? []).adding(.strong), source: source)
      end()
      made.append(Block.paragraph(term).flush)
      for definition in item[1]?.items ?? [] {
        let place = here
        let inner = blocks(definition.items)
        if !inner.isEmpty { made.append(.list(.unmarked([List.Item(inner, source: place)], source: place))) }
      }
    }
    return made
  }

  // MARK: Headings, divs, figures

  private mutating func header(_ content: JSON?) -> [Block] {
    // a blank line tells a heading, whose last sign may go, from the text before it
    if !text.isEmpty { text.append(0x0A) }
    let source = here
    let attributes = PandocAttributes(content?[1])
    let words = inlines(content?[2]?.items ?? [])
    end()
    guard !words.isEmpty else { return [] }
    return [
      .heading(
        Heading(
          level: min(max(content?[0]?.int ?? 1, 1), 6), words: words,
          anchor: attributes.id.isEmpty ? nil : attributes.id,
          isNumbered: !attributes.classes.contains("unnumbered"), source: source))
    ]
  }

  private mutating func div(_ content: JSON?) -> [Block] {
    let attributes = PandocAttributes(content?[0])
    let source = here
    if attributes.id == "refs", content?[1]?.items.isEmpty == true { return [placeOfWorks()] }
    if let kind = attributes.calloutKind { return [.callout(callout(kind, attributes, content?[1]?.items ?? []))] }
    let outer = style
    style = attributes.values["custom-style"] ?? attributes.classes.joined(separator: " ")
    var inner = blocks(content?[1]?.items ?? [], keepsSpaces: true)
    style = outer
    if let columns = attributes.columns, !inner.isEmpty { return [.callout(Callout(columns, inner, source: source))] }
    guard !inner.isEmpty else { return [] }
    if !attributes.id.isEmpty, inner[0].paragraph?.anchor == nil { inner[0].paragraph?.anchor = attributes.id }
    if inner.count == 2, case .table = inner[1], Label.Kind(ofName: attributes.id) == .table {
      inner[0].paragraph?.label = Label(.table, attributes.id)
    }
    if let kind = attributes.classes.lazy.compactMap({ BookMatter(rawValue: $0.lowercased()) }).first {
      for block in inner { kinds[block.source] = kind }
    }
    for name in attributes.classes + [attributes.values["custom-style"] ?? ""] {
      switch name.lowercased() {
      case _ where Callout.Kind.asideClasses.contains(name.lowercased()):
        return [.callout(Callout(.aside, inner, source: source))]
      case "verse", "poem", "poetry", "line-block": return lines(of: inner, source)
      case "letter": return [.letter(Letter(inner, source: source))]
      case "epigraph", "quote", "quotation", "block text", "blocktext":
        // Word's style for quotations comes with pandoc's own mark for them
        if inner.count == 1, case .quotation = inner[0] { return inner }
        return [.quotation(Quotation(inner, source: source))]
      case "centred", "centered", "center", "centre": return inner.map { $0.placed(.centred) }
      case "right", "flushright": return inner.map { $0.placed(.trailing) }
      case "small-caps", "smallcaps": return inner.map { $0.adding(.smallCapitals) }
      case "caption", "image caption", "table caption", "figure caption":
        return inner.map { $0.placed(.centred).flush }
      case "dedication", "scene break", "section break", "separator", "author", "subtitle", "date", "signature", "end":
        return inner.map { $0.placed(name.lowercased() == "signature" ? .trailing : .centred) }
      default: continue
      }
    }
    return inner
  }

  /// Paragraphs as stanzas, their forced line ends as lines.
  private func lines(of blocks: [Block], _ source: SourceLocation) -> [Block] {
    var made: [Block] = []
    var stanzas: [Verse.Stanza] = []
    func end() {
      if !stanzas.isEmpty { made.append(.verse(Verse(stanzas, source: source))) }
      stanzas = []
    }
    for block in blocks {
      switch block {
      case .verse(let verse): stanzas += verse.stanzas
      case .paragraph(let paragraph):
        stanzas.append(
          Verse.Stanza(paragraph.inlines.split { $0.content == .lineBreak }.compactMap { Array($0).verseLine }))
      default:
        // what is no line stands between the stanzas
        end()
        made.append(block)
      }
    }
    end()
    return made
  }

  private mutating func figure(_ content: JSON?) -> [Block] {
    let source = here
    let inner = blocks(content?[2]?.items ?? [])
    var caption: [Inline] = []
    let words = blocks(content?[1]?[1]?.items ?? [])
    // what is no paragraph has no place in a line
    guard words.allSatisfy({ if case .paragraph = $0 { true } else { false } }) else { return inner + words }
    for block in words {
      block.visitText { inlines, _ in
        // a paragraph without words, such as a term that is none, has no place of its own
        guard !inlines.isEmpty else { return }
        if !caption.isEmpty { caption.append(Inline(" ", source: inlines.first?.source ?? source)) }
        caption += inlines
      }
    }
    guard inner.count == 1, case .figure(var figure) = inner[0] else {
      guard !caption.isEmpty else { return inner }
      let below = Block.paragraph(
        Paragraph(caption, placement: .centred, source: caption.first?.source ?? source))
      return inner + [below.flush]
    }
    if !caption.isEmpty {
      figure.caption = caption
      figure.alternative = ""
    }
    figure.runaround =
      figure.runaround ?? PandocAttributes(content?[0]).classes.lazy.compactMap(Figure.Edge.init(class:)).first
    figure.label = Label(figure: PandocAttributes(content?[0]).id) ?? figure.label
    return [.figure(figure)]
  }
}
