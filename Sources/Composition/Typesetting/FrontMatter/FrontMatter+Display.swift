internal import BookModel
internal import Design
internal import Units

/// Pages of a few words: half title, copyright, dedication, epigraph, colophon.
extension FrontMatter {
  // MARK: Half title

  /// The title alone, small, where the title page has it.
  func halfTitle(_ title: String, into list: inout PageList) {
    maker.begin()
    let first = PackedLength(Double(design.rows) * design[.halfTitle].depth * Double(maker.leading)) + maker.leading
    lines(of: title, .halfTitle, from: first)
    takeAll(.title, into: &list)
  }

  /// What else the author has written, on the half title's back.
  func otherBooks(_ metadata: Metadata, into list: inout PageList) {
    let names = metadata.authors.joined(separator: ", ")
    let words = FrontMatter.wordsOfOthers[String(maker.resolver.language.prefix(2))] ?? ""
    let heading = words.contains("…") && names.isEmpty ? "" : words.replacing("…", with: names)
    let titles = metadata.otherBooks.flatMap { title in
      [Inline(.lineBreak, source: SourceLocation(offset: 0)), Inline(title, style: InlineStyle(.emphasis))]
    }
    let blocks = [[Inline(heading)], Array(titles.dropFirst())].filter { !$0.plainText.isEmpty }.map {
      Block.paragraph(Paragraph($0, placement: .centred, source: SourceLocation(offset: 0)))
    }
    display(Section(matter: .front, role: .alsoBy, blocks: blocks), as: .title, into: &list)
  }

  /// With the author's name at the points.
  private static let wordsOfOthers = [
    "en": "Also by …", "de": "Weitere Bücher von …", "fr": "Autres livres de …", "es": "Otros libros de …",
    "it": "Altri libri di …", "pt": "Outros livros de …", "nl": "Ook van …", "sv": "Andra böcker av …",
    "da": "Andre bøger af …", "nb": "Andre bøker av …", "pl": "Inne książki: …", "ru": "Другие книги: …",
  ]

  // MARK: Copyright

  /// Whether there is anything to say on a copyright page.
  static func hasCopyright(_ metadata: Metadata) -> Bool {
    metadata.rights != nil || metadata.publisher != nil || metadata.date != nil || !metadata.identifiers.isEmpty
      || metadata.edition != nil || metadata.printing != nil || metadata.series != nil || !metadata.credits.isEmpty
      || metadata.cataloguing != nil
  }

  /// Title, series and author, rights, edition, who else worked on it, publisher with date, cataloguing, identifiers:
  /// small, at the page's foot (Chicago Manual, 1.20 to 1.35).
  func copyrightPage(_ metadata: Metadata, title: String, into list: inout PageList) {
    maker.begin()
    func lines(_ text: String?) -> [String] { text?.split(separator: "\n").map(String.init) ?? [] }
    let house = [metadata.place, metadata.publisher].compactMap { $0 }.joined(separator: ": ")
    let groups: [[String]] = [
      [title] + lines(metadata.series) + [metadata.authors.joined(separator: ", ")], lines(metadata.rights),
      lines(metadata.edition) + lines(metadata.printing), metadata.credits,
      [[house, metadata.date ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")], lines(metadata.cataloguing),
      metadata.identifiers,
    ]
    let style = BlockStyle(design[.copyright], hyphenates: false, hangs: false)
    var row: Int32 = 0
    for group in groups {
      let texts = group.filter { !$0.isEmpty }
      guard !texts.isEmpty else { continue }
      if row > 0 { row += 1 }
      for text in texts {
        let spec = GalleyMaker.LineSpec(
          frame: GalleyMaker.Frame(style: style), placement: GalleyMaker.placement(design[.copyright]))
        let first = maker.stick.lines.count
        _ = maker.lay([Inline(text)], spec: spec)
        for index in first..<maker.stick.lines.count {
          maker.stick.lines[index].y = row * maker.leading
          row += 1
        }
      }
    }
    let shift = max(0, Int32(design.rows) - row) * maker.leading
    for index in maker.stick.lines.indices { maker.stick.lines[index].y += shift }
    takeAll(.title, into: &list)
  }

  // MARK: Dedication and epigraph

  /// What the metadata dedicates and quotes, a section each.
  static func dedications(_ metadata: Metadata) -> [Section] {
    [(metadata.dedication, Section.Role.dedication), (metadata.epigraph, .epigraph)].compactMap { text, role in
      guard let text, !text.isEmpty else { return nil }
      let source = SourceLocation(offset: 0)
      let lines = text.split(separator: "\n").map {
        Block.paragraph(Paragraph([Inline(String($0))], placement: .centred, source: source))
      }
      return Section(matter: .front, role: role, blocks: lines)
    }
  }

  /// Whether a section of the manuscript is set like these.
  func isDisplay(_ section: Section, _ galley: Galley) -> Bool {
    section.matter == .front && section.heading == nil && [.alsoBy, .dedication, .epigraph].contains(section.role)
      && FrontMatter.rows(of: galley) <= design.rows * 3 / 4 && galley.elements.allSatisfy(FrontMatter.isPlain)
      && !FrontMatter.callsNote(section)
  }

  /// A few centred lines in the upper part of a page of their own.
  func display(_ section: Section, as kind: PageRecord.Kind, into list: inout PageList) {
    let element: Element = section.role == .epigraph ? .epigraph : .dedication
    let rows = FrontMatter.rows(of: maker.galley(for: section, as: design[element]))
    let first = max(0, min(Int(Double(design.rows) * design[element].depth), (design.rows - rows) / 2))
    place(section, from: Int32(first), as: design[element])
    takeAll(kind, file: section.source.file, into: &list)
  }

  // MARK: Colophon

  /// How the book was set, in the last page's middle.
  func colophon(into list: inout PageList) {
    maker.begin()
    let face = maker.shaper.familyName(design.family)
    let type = "\(Length.decimal(design.size.points)) on \(design.leading)"
    let text =
      maker.resolver.language.hasPrefix("en")
      ? "Set in \(face), \(type), by octavo." : "\(face) · \(type) · octavo"
    lines(of: text, .colophon, from: Int32(Double(design.rows) * design[.colophon].depth) * maker.leading)
    takeAll(.title, isRoman: false, into: &list)
  }

  /// Lines from a baseline down, centred but for a theme that has them elsewhere.
  private func lines(of text: String, _ element: Element, from first: PackedLength) {
    let style = maker.resolver.display(element)
    let spec = GalleyMaker.LineSpec(
      frame: GalleyMaker.Frame(style: style), placement: GalleyMaker.placement(design[element]))
    _ = maker.lay([Inline(text)].inCase(design[element].letterCase, maker.resolver.language), spec: spec)
    let step = PackedLength(Double(maker.leading) * max(1, style.scale * 0.95))
    for index in maker.stick.lines.indices { maker.stick.lines[index].y = first + Int32(index) * step }
  }
}
