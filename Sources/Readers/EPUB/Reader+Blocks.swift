internal import BookModel
internal import Manuscript
internal import Units
internal import XML

/// What is set apart from lines.
extension FlowReader {
  func block(_ node: Int, _ look: ComputedStyle, _ context: Context, into out: inout [FlowItem]) {
    anchor(node)
    var context = context
    let types = page.types(node)
    let name = page.element(node)
    if !types.isEmpty { context.enter(node, types) }
    // in one page with all others, what would be a document of an EPUB begins as one
    let isDocument = page.isHTML && !context.isInside && !types.isDisjoint(with: FlowReader.ownDocuments)
    let firstItem = out.count
    defer { if isDocument, firstItem < out.count { out[firstItem].beginsPage = true } }
    let isSection = name == "section" || name == "article"
    if isSection { openSections.append((nil, 0, !types.isDisjoint(with: SectionMaker.divisions))) }
    defer { if isSection { openSections.removeLast() } }
    let content = page.tree.nodes[node]
    let source = SourceLocation(offset: page.place(content.source.lowerBound))
    var look = look
    // where no sheet says how, datelines and signatures stand as in letters they do
    if look.align == .start, !types.isDisjoint(with: FlowReader.atTheEnd) { look.align = .end }
    switch name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      heading(node, look, context, rank: Int(String(name.last ?? "2")) ?? 2, into: &out)
    case "hgroup" where hasStrayWords(node, parts: ["h1", "h2", "h3", "h4", "h5", "h6", "p"]):
      heading(node, look, context, rank: 2, into: &out)
    case "hgroup": group(node, look, context, into: &out)
    case "header" where isHeadingGroup(node): group(node, look, context, into: &out)
    case "hr":
      add(.sceneBreak(SceneBreak(mark: .ornament, source: source)), context, range: content.source, into: &out)
      out[out.count - 1].isRule = true
      // what should be empty may hold words
      if content.inner.count > 0 { walk(node, look, context, into: &out) }
    case "ul", "ol", "menu", "dir": list(node, look, context, into: &out)
    case "dl": definitions(node, look, context, into: &out)
    case "table": table(node, look, context, into: &out)
    case "figure": figure(node, look, context, into: &out)
    case "pre": preformatted(node, look, context, into: &out)
    case "blockquote": quotation(node, look, context, into: &out)
    case "svg": addDrawing(node, into: &out, context)
    default:
      if isSceneBreak(node) {
        if !page.tree.words(of: node).isEmpty { silent.append(page.range(node)) }
        return add(.sceneBreak(SceneBreak(mark: .ornament, source: source)), context, range: content.source, into: &out)
      }
      if isFigure(node) || look.float != nil && isPictureWithWords(node) {
        return figure(node, look, context, into: &out)
      }
      if let kind = calloutKind(node, types, look) { return callout(node, kind, look, context, into: &out) }
      if name == "div" || name == "section", !context.isInside, isSetIn(look, node), isAmongOthers(node) {
        return quotation(node, look, context, into: &out)
      }
      if isOfLines(node, look), !context.isVerse { return verses(node, look, context, into: &out) }
      if isLetter(types), !context.isVerse { return quotation(node, look, context, into: &out) }
      if page.tree.attribute("role", of: node) == "heading" {
        let rank = Int(page.tree.attribute("aria-level", of: node) ?? "") ?? 2
        return heading(node, look, context, rank: min(max(rank, 1), 6), into: &out)
      }
      if page.isVerse(node), !context.isVerse { return verses(node, look, context, into: &out) }
      if name == "p" || !page.holdsBlocks(node), let speaker = speaker(in: node, look) {
        return speech(node, speaker, look, context, into: &out)
      }
      walk(node, look, context, into: &out)
    }
  }

  private static let ownDocuments: Set<String> = [
    "copyright-page", "titlepage", "halftitlepage", "frontmatter", "backmatter", "dedication", "epigraph",
  ]

  private static let atTheEnd: Set<String> = [
    "se:letter.dateline", "z3998:dateline", "z3998:signature", "z3998:sender",
  ]

  /// An ornament between scenes that its class calls so, whatever it is drawn with.
  private func isSceneBreak(_ node: Int) -> Bool {
    guard page.tree.attribute("role", of: node) == "separator" || page.classes(node).contains(where: isBreakClass)
    else { return false }
    return !page.tree.words(of: node).contains { $0.isLetter || $0.isNumber }
  }

  private func isBreakClass(_ name: String) -> Bool {
    [
      "ornamentalbreak", "scenebreak", "sectionbreak", "asterism", "thoughtbreak", "dinkus", "spacebreak", "separator",
      "textbreak", "linebreak", "divider", "tb",
    ].contains(name.lowercased().filter(\.isLetter))
  }

  /// A box around one picture and the words under it, as it was written before `figure`.
  private func isFigure(_ node: Int) -> Bool {
    guard page.element(node) == "div" || page.element(node) == "p",
      page.classes(node).contains(where: { name in
        let letters = name.lowercased().prefix { $0.isLetter }
        return [
          "fig", "figure", "figcenter", "figleft", "figright", "illus", "illustration", "image", "wp", "thumb",
          "picture",
        ]
        .contains(String(letters))
      })
    else { return false }
    return isPictureWithWords(node)
  }

  private func isPictureWithWords(_ node: Int) -> Bool {
    guard page.tree.nodes[node].inner.count < 4_000 else { return false }
    return page.whole(node).count { ["img", "svg"].contains(page.element($0)) } == 1
      && page.tree.words(of: node).utf8.count < 600
  }

  /// Set in from both margins, or called a quotation by its class.
  func isSetIn(_ look: ComputedStyle, _ node: Int) -> Bool {
    look.marginLeft >= 1 && look.marginRight >= 1 && look.align != .centre && look.align != .end
      || page.classes(node).contains { FlowReader.quotations.contains($0.lowercased().filter(\.isLetter)) }
  }

  private static let quotations: Set<String> = [
    "blockquot", "blockquote", "blockquotation", "bq", "quote", "quotation", "extract", "blockextract", "epigraph",
    "epi",
    "chapterepigraph", "epigraphtext", "epigraphsource", "epigraphauthor", "epigraphattribution", "epigraphcredit",
  ]

  /// No box around all of a document, or most of it.
  func isAmongOthers(_ node: Int) -> Bool {
    page.tree.nodes[node].inner.count * 2 < page.tree.nodes[page.body].inner.count
  }

  /// An element of lines, each an element that a sheet sets on its own.
  private func isOfLines(_ node: Int, _ look: ComputedStyle) -> Bool {
    guard page.element(node) == "p" || page.element(node) == "div",
      !hasStrayWords(node, parts: ["span", "a", "i", "em"])
    else { return false }
    var lines = 0
    for child in page.elements(in: node) where page.element(child) != "br" {
      let inner = page.look(of: child, in: look)
      guard inner.display != .none else { continue }
      guard inner.display == .block, page.element(child) != "div", page.tree.nodes[child].inner.count < 600,
        page.tree.words(of: child).utf8.count <= 120
      else { return false }
      lines += 1
    }
    return lines > 1
  }

  private func isLetter(_ types: Set<String>) -> Bool { types.contains("z3998:letter") }

  /// The blocks in an element, for a block that holds others.
  func blocks(in node: Int, _ look: ComputedStyle, _ context: Context) -> [Block] {
    var inner = context
    inner.isInside = true
    var items: [FlowItem] = []
    walk(node, look.atEdge, inner, into: &items)
    return (isWhole ? items.withSpaces() : items).blocks
  }

  // MARK: Headings

  /// What a heading says: the design of headings is octavo's, only what differs within one is kept.
  private func inlines(of node: Int, _ look: ComputedStyle) -> [Inline] {
    var plain = look
    plain.isItalic = false
    plain.isBold = false
    plain.capitals = .none
    plain.spacing = 0
    plain.isMonospaced = false
    plain.isUnderlined = false
    plain.transform = .none
    plain.scale = 1
    plain.colour = nil
    plain.shadow = nil
    plain.families = nil
    var runs = Runs()
    append(inline: node, plain, link: nil, depth: 0, into: &runs)
    // a heading is no place for the links that lead back to the contents
    return finish(&runs).withoutInnerLinks
  }

  private func heading(_ node: Int, _ look: ComputedStyle, _ context: Context, rank: Int, into out: inout [FlowItem]) {
    let all = inlines(of: node, look)
    let range = page.tree.nodes[node].source
    guard all.contains(where: { if case .text = $0.content { true } else { false } }) else {
      // a picture in place of words: what it says is the heading
      let said = all.compactMap(\.style.extras.alternative).joined(separator: " ")
      let place = page.place(page.tree.nodes[node].inner.lowerBound)
      if !context.isInside, said.contains(where: { $0.isLetter || $0.isNumber }) {
        warnOnce(
          "epub-heading-picture", "headings that are pictures are set in the words that stand for these",
          help: "\"octavo inspect\" lists the headings", at: place)
        additions[place] = said + " " + (additions[place] ?? "")
        let parts = [Inline(said, source: SourceLocation(offset: place))].headingParts
        return add(.heading(label: parts.label, title: parts.title, rank: rank), context, range: range, into: &out)
      }
      for inline in all {
        if case .image(let name) = inline.content {
          add(.figure(Figure(name, inline)), context, range: range, into: &out)
          out[out.count - 1].isHeadingPicture = true
        }
      }
      return
    }
    let words = all.filter { if case .image = $0.content { false } else { true } }
    if context.isInside, context.isVerse || !page.types(node).isDisjoint(with: ["z3998:persona"]) {
      let source = words.first?.source ?? SourceLocation(offset: page.place(range.lowerBound))
      return add(.paragraph(Paragraph(words, placement: .centred, source: source)), context, range: range, into: &out)
    }
    if !context.isInside, page.classes(node).contains(where: \.isSubtitleClass), let last = out.last, last.isHeading,
      last.page == page.index
    {
      let source = words.first?.source ?? SourceLocation(offset: page.place(range.lowerBound))
      add(.paragraph(Paragraph(words, placement: .centred, source: source)), context, range: range, into: &out)
      out[out.count - 1].isCalledSubtitle = true
      return addPause(at: range.upperBound..<range.upperBound, context, into: &out)
    }
    let rank = rank + shift(of: rank, context)
    let isOrdinal = page.types(node).contains("ordinal")
    let parts = isOrdinal ? (label: words, title: []) : words.headingParts
    add(.heading(label: parts.label, title: parts.title, rank: rank), context, range: range, into: &out)
    if look.breaksBefore { out[out.count - 1].breaks = true }
  }

  /// How much deeper a heading is than it is written: sections of a chapter may begin with what that began with.
  private func shift(of rank: Int, _ context: Context) -> Int {
    guard let section = openSections.indices.last else { return 0 }
    if openSections[section].rank == nil {
      let division = context.types.last { !$0.isDisjoint(with: SectionMaker.divisions) }
      let isInChapter = division?.isDisjoint(with: SectionMaker.parts) ?? false
      let above = openSections[..<section].compactMap(\.rank).last
      if !openSections[section].isDivision, isInChapter, let above, rank <= above {
        openSections[section].shift = above + 1 - rank
      }
      openSections[section].rank = rank + openSections[section].shift
    }
    return min(openSections[section].shift, 6 - rank)
  }

  private func isHeadingGroup(_ node: Int) -> Bool {
    let children = page.elements(in: node)
    let headings = children.filter { ["h1", "h2", "h3", "h4", "h5", "h6"].contains(page.element($0)) }
    return headings.count >= 2 && headings.count == children.count
  }

  /// Number, title and subtitle of one place, as lines of one heading.
  private func group(_ node: Int, _ look: ComputedStyle, _ context: Context, into out: inout [FlowItem]) {
    var label: [Inline] = []
    var title: [Inline] = []
    var rank = 6
    for child in page.elements(in: node) {
      let inner = page.look(of: child, in: look)
      if isPassedOver(child, inner) { continue }
      anchor(child)
      let words = inlines(of: child, inner)
      guard !words.isEmpty else { continue }
      let name = page.element(child)
      if name.count == 2, name.hasPrefix("h"), let number = Int(name.dropFirst()) { rank = min(rank, number) }
      let isNumber = page.types(child).contains("ordinal") || words.plainText.isHeadingLabel
      if title.isEmpty, label.isEmpty, isNumber {
        label = words
      } else if title.isEmpty {
        title = words
      } else {
        title.append(Inline(.lineBreak, source: words[0].source))
        title += words
      }
    }
    guard !label.isEmpty || !title.isEmpty else { return }
    add(
      .heading(label: label, title: title, rank: rank == 6 ? 2 : rank), context, range: page.tree.nodes[node].source,
      into: &out)
  }

  // MARK: Quotations and letters

  private func quotation(_ node: Int, _ look: ComputedStyle, _ context: Context, into out: inout [FlowItem]) {
    let types = page.types(node)
    if page.isVerse(node) { return verses(node, look, context, into: &out) }
    var inner = look.inherited
    // italics of a whole quotation are a look, not an emphasis; the design sets it as it does
    inner.indent = nil
    let range = page.tree.nodes[node].source
    let source = SourceLocation(offset: page.place(range.lowerBound))
    let waiting = context.isInside ? [] : pendingAnchors
    if !context.isInside { pendingAnchors = [] }
    var blocks = self.blocks(in: node, inner, context)
    guard !blocks.isEmpty else {
      pendingAnchors = waiting + pendingAnchors
      return
    }
    if !context.isInside { pendingAnchors = waiting + pendingAnchors }
    if isLetter(types) {
      report.letters += 1
      let dateline = blocks.takeFirst { $0.placement == .trailing }
      let signature = blocks.takeLast { $0.placement == .trailing }
      return add(
        .letter(Letter(dateline: dateline, blocks, signature: signature, source: source)), context, range: range,
        into: &out)
    }
    let attribution = blocks.count > 1 ? blocks.takeLast { $0.placement == .trailing } : []
    report.quotations += 1
    if attribution.count > 1 { blocks += attribution.map { .paragraph($0) } }
    add(
      .quotation(Quotation(blocks, attribution: attribution.count == 1 ? attribution[0] : nil, source: source)),
      context, range: range, into: &out)
  }

  // MARK: Figures and code

  private func figure(_ node: Int, _ look: ComputedStyle, _ context: Context, into out: inout [FlowItem]) {
    var blocks = self.blocks(in: node, look, context)
    let range = page.tree.nodes[node].source
    let figures = blocks.indices.filter { if case .figure = blocks[$0] { true } else { false } }
    if figures.count == 1, case .figure(var figure) = blocks[figures[0]] {
      var caption: [Inline] = []
      // a figure within this one has words of its own, which stand where it does
      for words in blocks.map({ $0.captionWords ?? $0.ownCaption }) {
        guard let words, let first = words.first else { continue }
        if !caption.isEmpty { caption.append(Inline(" ", source: first.source)) }
        caption += words
      }
      blocks.remove(at: figures[0])
      let isPlain = blocks.allSatisfy { $0.captionWords != nil }
      if isPlain {
        figure.caption = caption.inOneFace
        return add(.figure(figure), context, range: range, into: &out)
      }
      blocks.insert(.figure(figure), at: figures[0])
    } else if figures.count > 1, figures.allSatisfy({ blocks[$0].ownCaption?.isEmpty ?? false }) {
      for index in figures { add(blocks[index], context, range: range, into: &out) }
      blocks = blocks.enumerated().filter { !figures.contains($0.offset) }.map(\.element)
    }
    add(blocks, context, range: range, into: &out)
  }
}

extension Block {
  /// Of a picture.
  fileprivate var ownCaption: [Inline]? {
    if case .figure(let figure) = self { figure.caption } else { nil }
  }

  /// What may stand under a picture: a paragraph, or a heading that somebody used for it.
  fileprivate var captionWords: [Inline]? {
    switch self {
    case .paragraph(let paragraph): paragraph.inlines
    case .heading(let heading): heading.inLines
    default: nil
    }
  }
}

extension [Inline] {
  /// What holds for all of the words is a look, not an emphasis: the design has its own.
  var inOneFace: [Inline] {
    let shared = reduce(into: InlineStyle.Traits([.strong, .emphasis])) { shared, inline in
      if case .text = inline.content { shared.formIntersection(inline.style.traits) }
    }
    return removing(shared)
  }
}

extension [Block] {
  /// Takes the paragraphs off the front, or off the end, for which something holds.
  mutating func takeFirst(_ holds: (Paragraph) -> Bool) -> [Paragraph] {
    var taken: [Paragraph] = []
    while count > 1, let paragraph = first?.paragraph, holds(paragraph) {
      taken.append(paragraph)
      removeFirst()
    }
    return taken
  }

  mutating func takeLast(_ holds: (Paragraph) -> Bool) -> [Paragraph] {
    var taken: [Paragraph] = []
    while count > 1, let paragraph = last?.paragraph, holds(paragraph) {
      taken.insert(paragraph, at: 0)
      removeLast()
    }
    return taken
  }
}
