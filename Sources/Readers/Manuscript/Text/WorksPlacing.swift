package import BookModel
package import Units

extension Book {
  /// Puts the list of works where the manuscript has a place for it (`::: {#refs}`), below an empty section or a last
  /// heading that is called a bibliography, else in a section of its own at the end. Other places for it go.
  /// - Parameters:
  ///   - title: of such a section.
  ///   - end: of the manuscript.
  /// - Returns: what stands in no manuscript, by the place that it stands at.
  package mutating func placeWorks(
    _ words: CitationWords, title: String, end: SourceLocation
  ) -> [(source: SourceLocation, words: String)] {
    var place: (section: Int, block: Int, source: SourceLocation)?
    for section in sections.indices {
      for block in sections[section].blocks.indices.reversed() {
        guard case .paragraph(let paragraph) = sections[section].blocks[block], isPlaceOfWorks(paragraph) else {
          continue
        }
        sections[section].blocks.remove(at: block)
        place = (section, block, paragraph.source)
      }
    }
    var works = words.works
    guard !works.isEmpty else { return [] }
    var given = ""
    var found = place ?? placeUnderHeading
    if found == nil {
      var index = sections.count
      while index > 0, [.index, .colophon].contains(sections[index - 1].role) { index -= 1 }
      let source = index < sections.count ? sections[index].source : endOfText ?? end
      let heading = Heading(
        title: [Inline(pinned: title, style: .plain, source: source)], isNumbered: false, source: source)
      sections.insert(Section(matter: .back, role: .bibliography, heading: heading, source: source), at: index)
      given = title + " "
      found = (index, 0, source)
    }
    guard let (section, block, source) = found else { return [] }
    let pages = words.citedPages(self, at: source)
    if !pages.isEmpty { refersToPages = true }
    for index in works.indices {
      guard let cited = pages[works[index].key], !works[index].lines.isEmpty else { continue }
      works[index].lines[works[index].lines.count - 1] += cited
    }
    sections[section].blocks.insert(contentsOf: blocks(of: works, at: source), at: block)
    given += works.map {
      ([$0.label] + $0.lines.map { line in line.filter { $0.style.pages == nil }.plainText }).joined(separator: " ")
    }.joined(separator: " ")
    return [(source, given)]
  }

  private func isPlaceOfWorks(_ paragraph: Paragraph) -> Bool {
    paragraph.inlines.contains { inline in
      inline.style.citation.map { citations.indices.contains($0) && citations[$0].items.isEmpty } ?? false
    }
  }

  /// Below an empty section of that name, or a heading that is the last of the book.
  private var placeUnderHeading: (section: Int, block: Int, source: SourceLocation)? {
    func isName(_ heading: Heading) -> Bool { BookMatter(heading: heading.plainText) == .bibliography }
    func end(of heading: Heading) -> SourceLocation { (heading.label + heading.title).last?.end ?? heading.source }
    if let section = sections.indices.last(where: { index in
      sections[index].blocks.isEmpty
        && (sections[index].role == .bibliography || sections[index].heading.map(isName) == true)
    }), let heading = sections[section].heading {
      return (section, 0, end(of: heading))
    }
    guard let last = sections.last, case .heading(let heading)? = last.blocks.last, isName(heading) else { return nil }
    return (sections.count - 1, last.blocks.count, end(of: heading))
  }

  /// Behind the last words of the sections: notes may stand farther below. Nil where an index is to stand there.
  private var endOfText: SourceLocation? {
    var last = sections.last?.source ?? SourceLocation(offset: 0)
    var isIndex = false
    visitText { inlines, place in
      guard place != .caption, let run = inlines.last else { return }
      if (run.end.file, run.end.offset) >= (last.file, last.offset) {
        (last, isIndex) = (run.end, run.style.indexMark?.terms.isEmpty == true)
      }
    }
    return isIndex ? nil : last
  }

  /// Entries hang by 1.2 em; where a style numbers them their numbers stand at the margin.
  private func blocks(of works: [CitationWords.Work], at source: SourceLocation) -> [Block] {
    func paragraphs(_ work: CitationWords.Work) -> [Paragraph] {
      work.lines.enumerated().map { index, line in
        var made = Paragraph(line.map { $0.pinned(at: source, in: .plain) }, source: source)
        if index == 0 { made.anchor = CitationWords.anchor(of: work.key) }
        return made
      }
    }
    guard works.allSatisfy({ $0.label.isEmpty }) else {
      let items = works.map { work in
        var item = List.Item(paragraphs(work).map { Block.paragraph($0).flush }, source: source)
        item.label = work.label
        return item
      }
      return [.list(List(start: 1, isTight: true, items: items, source: source))]
    }
    return works.flatMap { work in
      paragraphs(work).enumerated().map { index, paragraph in
        .paragraph(index == 0 ? paragraph.hanging : paragraph.hanging(by: 0))
      }
    }
  }
}

extension Inline {
  /// Behind its last sign.
  fileprivate var end: SourceLocation {
    guard case .text(let words) = content, !words.isEmpty else { return source }
    var place = source(atByte: words.utf8.count - 1)
    place.offset += 1
    return place
  }
}

extension Paragraph {
  /// An entry of a list of works: its lines stand in below its first one.
  var hanging: Paragraph { hanging(by: -1.2) }

  func hanging(by indent: Float) -> Paragraph {
    var paragraph = self
    var form = ParagraphForm()
    form.leading = 1.2
    form.indent = indent
    paragraph.form = form
    return paragraph
  }
}

extension [Block] {
  /// Of a typed bibliography: paragraphs that name a work each hang, where most of them do so, by their years.
  package var hangingEntries: [Block] {
    let works = indices.filter { index in
      guard case .paragraph(let paragraph) = self[index], paragraph.placement == .justified else { return false }
      return paragraph.inlines.plainText.namesYear
    }
    guard works.count >= 3, works.count * 2 > count else { return self }
    return hangingParagraphs
  }

  /// Of a typed index: short paragraphs, where most are such, each an entry.
  package var hangingTerms: [Block] {
    let terms = count { block in
      guard case .paragraph(let paragraph) = block, paragraph.placement == .justified else { return false }
      return paragraph.inlines.plainText.utf8.count < 300
    }
    return terms >= 3 && terms * 2 > count ? hangingParagraphs : self
  }

  private var hangingParagraphs: [Block] {
    map { block in
      guard case .paragraph(let paragraph) = block, paragraph.placement == .justified, paragraph.form == nil else {
        return block
      }
      return .paragraph(paragraph.hanging)
    }
  }
}

extension String {
  fileprivate var namesYear: Bool {
    split { !$0.isNumber }.contains { $0.utf8.count == 4 && ("1400"..."2100").contains(String($0)) }
  }
}
