internal import BookModel
internal import PageBreaking
internal import PageDesign
internal import Units

/// What stands before the body, in the order of the Chicago Manual, 1.4: half title, title,
/// copyright, dedication, epigraph, contents, list of figures, prefaces.
extension BookAssembly {
  /// All pages before the body, numbered in roman; what stands alone begins on a recto.
  func frontMatter(
    _ front: FrontMatter, before body: PageList, _ empty: PageList, _ diagnostics: inout [Diagnostic]
  ) -> PageList {
    // nothing is set before what the manuscript has before it: behind a preface a dedication is a page of text
    let imprints = frontParts.prefix { FrontMatter.isImprint($0.section, $0.galley) }
    let displays = frontParts[imprints.endIndex...].prefix { front.isDisplay($0.section, $0.galley) }
    let prefaces = frontParts[displays.endIndex...]
    var list = empty
    var made = FrontMatter.Result()
    front.titles(
      metadata, words: wordCount, title: empty.title, hasImprint: !imprints.isEmpty, before: &made, in: &list)
    for part in imprints { front.imprint(part.section, into: &made) }
    list.add(&made)
    for (section, kind) in FrontMatter.dedications(metadata).map({ ($0, PageRecord.Kind.title) })
      + displays.map({ ($0.section, PageRecord.Kind.imprint) })
    {
      list.addBlankBeforeRecto()
      front.display(section, as: kind, into: &made)
      list.add(&made)
    }

    let hasContents = FrontMatter.hasContents(design, titled: titled) && !body.chapters.isEmpty
    let hasFigures = design.hasListOfFigures && self.hasFigures
    // Lists first with empty folios: how many pages they fill depends on titles alone,
    // and the prefaces behind them count on from there.
    var prefaceList = empty
    for round in 0..<2 where round == 0 || hasContents || hasFigures {
      var trial = FrontMatter.Result()
      if hasContents { front.contents(entries(prefaceList, body), language: language, into: &trial) }
      if hasFigures { front.figures(figures(prefaceList, body), language: language, into: &trial) }
      var before = list.pages.count + (trial.pages.isEmpty ? 0 : list.blanksBeforeRecto + trial.pages.count)
      // the first preface begins on a recto
      if design.sides == .facing, before % 2 == 1, !prefaces.isEmpty { before += 1 }
      var placing = SectionPlacing(
        typesetter, empty, opening: design.sides == .facing && before % 2 == 1 ? .verso : .recto,
        folio: Int32(before + 1),
        isRoman: true)
      for part in prefaces { _ = placing.add(part) }
      _ = placing.finish()
      if round == 1 || !(hasContents || hasFigures) { diagnostics += placing.diagnostics }
      prefaceList = placing.list
    }
    if hasContents { front.contents(entries(prefaceList, body), language: language, into: &made) }
    if hasFigures { front.figures(figures(prefaceList, body), language: language, into: &made) }
    if !made.pages.isEmpty { list.addBlankBeforeRecto() }
    list.add(&made)
    if !prefaces.isEmpty { list.addBlankBeforeRecto() }
    list.append(prefaceList)
    return list
  }

  // MARK: Contents

  private func entries(_ prefaces: PageList, _ body: PageList) -> [FrontMatter.Entry] {
    prefaces.entries(depth: design.contentsDepth, chaptersBefore: 0).map {
      FrontMatter.Entry($0, folio: prefaces.label(ofPage: $0.page))
    }
      + body.entries(depth: design.contentsDepth, chaptersBefore: prefaces.chapters.count).map {
        FrontMatter.Entry($0, folio: body.label(ofPage: $0.page))
      }
  }

  private func figures(_ prefaces: PageList, _ body: PageList) -> [FrontMatter.Entry] {
    [prefaces, body].flatMap { list in list.figures.map { FrontMatter.Entry($0, folio: list.label(ofPage: $0.page)) } }
  }
}
