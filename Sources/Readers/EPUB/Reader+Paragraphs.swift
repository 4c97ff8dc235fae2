internal import BookModel
internal import Manuscript
internal import Units
internal import XML

/// Paragraphs, and what else a line or some lines of text can be: pictures, scene breaks, verse.
extension FlowReader {
  func add(_ content: FlowItem.Content, _ context: Context, range: Range<Int>, into out: inout [FlowItem]) {
    var item = FlowItem(
      content: content, types: context.types, range: (page.base + range.lowerBound)..<(page.base + range.upperBound),
      page: page.index)
    report.styles.add(
      ([page.element(context.leaf)] + page.classes(context.leaf)).joined(separator: "."),
      at: SourceLocation(offset: page.base + range.lowerBound))
    if !context.isInside {
      item.division = context.division
      item.anchors = pendingAnchors
      pendingAnchors.removeAll(keepingCapacity: true)
      item.breaks = breaksNext
      breaksNext = false
      if clearsNext { item.paragraph?.isClear = true }
      clearsNext = false
    }
    out.append(item)
  }

  func add(_ block: Block, _ context: Context, range: Range<Int>, into out: inout [FlowItem]) {
    add(.block(block), context, range: range, into: &out)
  }

  /// Blocks that share an element: each has its bytes to the beginning of the next, so that one can be left out
  /// without the others.
  func add(_ blocks: [Block], _ context: Context, range: Range<Int>, into out: inout [FlowItem]) {
    var start = range.lowerBound
    for (index, block) in blocks.enumerated() {
      var end = range.upperBound
      if index + 1 < blocks.count {
        end = min(max(Int(blocks[index + 1].source.offset) - page.base, start), end)
      }
      add(block, context, range: start..<end, into: &out)
      start = end
    }
  }

  /// Ends a paragraph: what stands in `runs` becomes a block.
  func flush(
    _ runs: inout Runs, _ look: ComputedStyle, _ context: Context, from start: Int, to end: Int,
    into out: inout [FlowItem]
  ) {
    defer { runs = Runs() }
    for (inlines, place) in sidenotes {
      var paragraph = Paragraph(inlines, placement: .leading, source: inlines[0].source)
      paragraph.isSideHead = true
      add(.paragraph(paragraph), context, range: place, into: &out)
    }
    sidenotes = []
    guard !runs.isEmpty || isSpacer(context, look) else { return }
    let range = start..<max(start, end)
    if let figure = loneFigure(runs) { return add(.figure(figure), context, range: range, into: &out) }
    if let figures = pictureRow(runs) {
      return add(figures.flatMap { Block.row(of: $0) }, context, range: range, into: &out)
    }
    guard !runs.isBlank else {
      // an empty line that somebody typed
      if runs.hasFixedSpace || isEmptyLine(runs, context) || isSpacer(context, look), !context.isVerse,
        !context.isInside
      {
        addPause(at: range, context, into: &out)
      }
      return
    }
    if context.isVerse {
      return line(of: &runs, look, context, start: start, range: range, into: &out)
    }
    let inlines = finish(&runs)
    let source = inlines.first?.source ?? SourceLocation(offset: page.place(start))
    if !context.isCell, SceneSigns.areAll(of: inlines.plainText) {
      for block in SceneSigns.blocks(of: inlines.plainText, source: source) {
        add(block, context, range: range, into: &out)
      }
      return
    }
    if isStanza(look, inlines, context) {
      var again = runs
      return add(.verse(verse(&again, look, start: start)), context, range: range, into: &out)
    }
    var paragraph = Paragraph(inlines.withoutTypedIndent, placement: placement(look), source: source)
    let isSubtitle = !context.isInside && page.classes(context.leaf).contains { $0.isSubtitleClass }
    if isSubtitle { paragraph.placement = .centred }
    if paragraph.placement != .justified { paragraph.isFlush = true }
    report.paragraphs += 1
    if isWhole { paragraph.form = look.form }
    let (figures, rest) = paragraph.partedAtRunarounds()
    for figure in figures { add(.figure(figure), context, range: range, into: &out) }
    guard let paragraph = rest else { return }
    let parts = paragraph.withLoneFormulaDisplayed.partedAtFormulas()
    for part in parts.dropLast() { add(.paragraph(part), context, range: range, into: &out) }
    add(.paragraph(parts.last ?? paragraph), context, range: range, into: &out)
    out[out.count - 1].indent = look.indent
    out[out.count - 1].marginTop = look.marginTop
    out[out.count - 1].marginBottom = look.marginBottom
    out[out.count - 1].marginLeft = look.marginLeft
    out[out.count - 1].isSetIn =
      !context.isInside && page.element(context.leaf) == "p" && isSetIn(look, context.leaf)
    let classes = page.classes(context.leaf)
    out[out.count - 1].isCalledSubtitle = isSubtitle
    out[out.count - 1].isCalledHeading = classes.contains { $0.isHeadingClass }
    if page.element(context.leaf) == "p" || page.element(context.leaf) == "div" {
      out[out.count - 1].subheadRank = classes.lazy.compactMap(\.subheadRank).first
    }
    if isSubtitle, inlines.plainText.utf8.count <= 160, out.takePauseBelowHeading() {
      // white parts it from the text
      addPause(at: end..<end, context, into: &out)
      return
    }
    out[out.count - 1].isCalledCaption =
      classes.contains { $0.lowercased().contains("caption") }
      || classes.contains { ["cap", "legend", "figcap"].contains($0.lowercased()) } && isBelowPicture(context.leaf)
  }

  /// Whether the box around a paragraph has a picture and no other words than its own.
  private func isBelowPicture(_ node: Int) -> Bool {
    guard node > page.body else { return false }
    let box = page.parent(node)
    guard box > page.body, page.element(box) == "div" else { return false }
    return page.whole(box).prefix { $0 < node }.contains { page.element($0) == "img" }
      && page.tree.words(of: box) == page.tree.words(of: node)
  }

  /// A paragraph of a forced end and no more.
  private func isEmptyLine(_ runs: Runs, _ context: Context) -> Bool {
    runs.lines > 0 && !clearsNext && context.leaf >= 0 && ["p", "div"].contains(page.element(context.leaf))
      && !page.tree.hasWords(context.leaf)
  }

  /// An element that has nothing but its height.
  private func isSpacer(_ context: Context, _ look: ComputedStyle) -> Bool {
    guard context.leaf >= 0, ["p", "div"].contains(page.element(context.leaf)), !page.tree.hasWords(context.leaf),
      !page.inside(context.leaf).contains(where: { !page.tree.nodes[$0].isText })
    else { return false }
    return max(look.height ?? 0, look.marginTop ?? 0, look.marginBottom ?? 0) >= 0.9
  }

  /// White that somebody typed between paragraphs.
  func addPause(at range: Range<Int>, _ context: Context, into out: inout [FlowItem]) {
    let source = SourceLocation(offset: page.place(range.lowerBound))
    add(.sceneBreak(SceneBreak(mark: .space, source: source)), context, range: range, into: &out)
  }

  /// Lines of a poem; who wrote it stands at the trailing edge.
  private func line(
    of runs: inout Runs, _ look: ComputedStyle, _ context: Context, start: Int, range: Range<Int>,
    into out: inout [FlowItem]
  ) {
    if look.align == .end, runs.lines == 0 {
      let inlines = runs.finish()
      let source = inlines.first?.source ?? SourceLocation(offset: page.place(start))
      let paragraph = Paragraph(inlines, placement: placement(look), source: source)
      return add(.paragraph(paragraph), context, range: range, into: &out)
    }
    add(.verse(verse(&runs, look, start: start, node: context.leaf)), context, range: range, into: &out)
    out[out.count - 1].leaf = context.leaf
  }

  private func placement(_ look: ComputedStyle) -> Paragraph.Placement {
    switch look.align {
    case .centre: .centred
    case .end: .trailing
    case .start, .justify: .justified
    }
  }

  /// A picture that stands by itself.
  private func loneFigure(_ runs: Runs) -> Figure? {
    var copy = runs
    let inlines = copy.finish()
    guard inlines.count == 1, case .image(let name) = inlines[0].content else { return nil }
    return Figure(name, inlines[0])
  }

  /// Pictures that stand in lines of their own.
  private func pictureRow(_ runs: Runs) -> [[Figure]]? {
    guard runs.hasPicturesAlone else { return nil }
    var copy = runs
    return copy.finish().picturesAlone
  }

  /// Lines that forced ends part, all of them short: verse that nobody called so, where they are set in from the
  /// margin, or some of them by spaces, or where three or more follow one another: addresses look no worse so.
  private func isStanza(_ look: ComputedStyle, _ inlines: [Inline], _ context: Context) -> Bool {
    guard look.align == .start || look.align == .justify else { return false }
    let lines = inlines.split { $0.content == .lineBreak }.map { Array($0).plainText }
    guard lines.count >= 2, lines.allSatisfy({ $0.count <= 90 }) else { return false }
    if look.marginLeft >= 0.8 { return true }
    guard !context.isCell else { return false }
    let indented = lines.count { $0.first.map { "\u{A0}\u{2002}\u{2003}\u{3000}".contains($0) } ?? false }
    if indented > 0, indented < lines.count { return true }
    return lines.count >= 3 && lines.allSatisfy { $0.count <= 60 }
  }
}

extension [Inline] {
  /// No-break and wide spaces at the front are an indent that somebody typed: octavo has its own. That of
  /// Chinese and Japanese stays.
  fileprivate var withoutTypedIndent: [Inline] {
    guard case .text(let text)? = first?.content else { return self }
    let spaces = text.prefix { "\u{A0}\u{2002}\u{2003} ".contains($0) }
    return spaces.isEmpty || spaces.count == text.count ? self : dropping(spaces.count)
  }
}

extension String {
  /// A class of what stands below a chapter's title: more of it, or who wrote the chapter.
  var isSubtitleClass: Bool {
    let letters = lowercased().filter(\.isLetter)
    return letters.contains("subtitle") || letters == "chapterauthor"
  }
}

extension [FlowItem] {
  /// Whether the last item stands right below a heading, or below such a one and the white that was set behind that,
  /// which goes.
  mutating func takePauseBelowHeading() -> Bool {
    guard count > 1 else { return false }
    if self[count - 2].isHeading { return true }
    guard count > 3, self[count - 4].isHeading, case .block(.sceneBreak(let pause)) = self[count - 2].content,
      pause.mark == .space, self[count - 2].page == self[count - 1].page
    else { return false }
    remove(at: count - 2)
    return true
  }
}
