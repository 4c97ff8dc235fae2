package import BookModel
internal import Units

/// What manuscripts out of word processors say by their look alone: titles, chapters, captions.
extension [Block] {
  /// Headings that are paragraphs: `Chapter One`; or, where nothing in the book is a heading, lines all in bold.
  package func withNamedHeadings() -> [Block] {
    let hasHeadings = contains { if case .heading = $0 { true } else { false } }
    let start = endOfTitlePage
    let counted = indices[start...].filter { index in
      guard let paragraph = self[index].paragraph, paragraph.inlines.size <= 120 else { return false }
      let label = paragraph.inlines.headingParts.label.plainText
      return (label.isChapterLabel || label.isPartLabel)
        && (paragraph.isBold || label == paragraph.inlines.plainText)
    }
    let bold = indices[start...].filter { self[$0].paragraph.map { $0.isBold && $0.inlines.size <= 80 } ?? false }
    guard !counted.isEmpty else {
      let chosen = bold.filter { $0 + 1 < count && !bold.contains($0 + 1) }
      let numbers = numerals
      if !hasHeadings, numbers.count > chosen.count { return headed(numbers, titles: []) }
      return !hasHeadings && chosen.count >= 2 ? headed(chosen, titles: []) : self
    }
    // a title stands in bold below its number, blank paragraphs between them; in italics, where most have one so
    let below = counted.compactMap { index -> Int? in
      guard self[index].paragraph?.inlines.headingParts.title.isEmpty ?? false else { return nil }
      return self[(index + 1)...].firstIndex { !$0.isBlankSpace }.flatMap { counted.contains($0) ? nil : $0 }
    }
    let slanted = below.filter { index in
      guard case .paragraph(let paragraph) = self[index] else { return false }
      let words = paragraph.inlines.plainText
      return paragraph.isAll(.emphasis) && words.utf8.count <= 80 && !words.hasSuffix(".")
    }
    let titles = below.filter(bold.contains) + (slanted.count * 2 > counted.count ? slanted : [])
    return headed(counted, titles: Set(titles))
  }

  /// Behind a first page of short lines, though one of them says `Book Two`, if no other does; 0 where it is none.
  private var endOfTitlePage: Int {
    func isPart(_ block: Block) -> Bool {
      switch block {
      case .paragraph(let paragraph):
        paragraph.inlines.size <= 120 && paragraph.inlines.headingParts.label.plainText.isPartLabel
      case .heading(let heading): heading.plainText.beginsAsPart
      default: false
      }
    }
    guard let end = firstIndex(where: \.isPageBreak), let first = self[..<end].firstIndex(where: { !$0.isBlankSpace }),
      !isPart(self[first]), !self[end...].contains(where: isPart),
      self[first..<end].allSatisfy({
        $0.paragraph.map { $0.inlines.size <= 100 && !$0.inlines.plainText.isChapterLabel } ?? $0.isBlankSpace
      })
    else { return 0 }
    return end
  }

  /// Paragraphs of nothing but a number, from one on, none twice.
  private var numerals: [Int] {
    var seen: Set<String> = []
    let found = indices.filter { index in
      guard case .paragraph(let paragraph) = self[index], paragraph.inlines.size <= 60 else { return false }
      let words = paragraph.inlines.plainText.lettersAndFigures
      return words.utf8.count <= 24 && paragraph.inlines.plainText.isHeadingLabel && seen.insert(words).inserted
    }
    guard found.count > 1, let first = found.first else { return [] }
    let ones: Set<String> = ["1", "i", "one", "eins", "un", "uno", "um", "één", "один", "en", "ett"]
    guard case .paragraph(let paragraph) = self[first],
      ones.contains(paragraph.inlines.plainText.lettersAndFigures)
    else { return [] }
    return found
  }

  private func headed(_ headings: [Int], titles: Set<Int>) -> [Block] {
    let least = compactMap { if case .heading(let heading) = $0 { heading.level } else { nil } }.min()
    let hasParts = headings.contains { self[$0].asHeading(level: 1)?.label.plainText.isPartLabel ?? false }
    var made: [Block] = []
    for (index, block) in enumerated() {
      if titles.contains(index), case .paragraph(let paragraph) = block,
        let last = made.lastIndex(where: { !$0.isBlankSpace }), case .heading(var heading) = made[last]
      {
        heading.title = paragraph.isAll(.emphasis) ? paragraph.inlines.removing(.emphasis) : paragraph.inlines.upright
        made.removeSubrange((last + 1)...)
        made[last] = .heading(heading)
      } else if headings.contains(index), let heading = block.asHeading(level: least ?? 1) {
        var heading = heading
        if hasParts, !heading.label.plainText.isPartLabel { heading.level = Swift.min(heading.level + 1, 6) }
        made.append(.heading(heading))
      } else {
        made.append(block)
      }
    }
    // a number that stands alone is all that there is to say
    return made.map { block in
      guard case .heading(var heading) = block, heading.title.isEmpty else { return block }
      (heading.title, heading.label) = (heading.label, [])
      return .heading(heading)
    }
  }

  /// A caption that Word has as a paragraph of its own goes to the picture above it; one that pandoc has given
  /// to the table below it, too, is set once.
  package func withCaptions() -> [Block] {
    var made: [Block] = []
    for (index, block) in enumerated() {
      if let paragraph = block.paragraph, paragraph.isCaption, case .table(var table)? = made.last,
        table.takeCaption(paragraph.inlines)
      {
        made[made.count - 1] = .table(table)
        continue
      }
      guard let paragraph = block.paragraph, paragraph.isCaption || isCentredCaption(index),
        case .figure(var figure)? = made.last, figure.caption.isEmpty
      else {
        made.append(block)
        continue
      }
      figure.caption = paragraph.inlines
      // what leads to the caption leads to its picture
      if let anchor = paragraph.anchor { figure.label = figure.label ?? Label(.figure, anchor, isNumbered: false) }
      if figure.alternative == paragraph.inlines.plainText { figure.alternative = "" }
      made[made.count - 1] = .figure(figure)
    }
    return made
  }

  /// One short line in the middle right below a picture within the text says what it shows.
  private func isCentredCaption(_ index: Int) -> Bool {
    func line(_ index: Int) -> Paragraph? {
      guard indices.contains(index), let paragraph = self[index].paragraph, paragraph.placement == .centred else {
        return nil
      }
      return paragraph
    }
    guard index > 0, case .figure(let figure) = self[index - 1], !figure.isDecorative, figure.placement != .here,
      let paragraph = line(index), line(index + 1) == nil, paragraph.inlines.size <= 200
    else { return false }
    let words = paragraph.inlines.plainText
    guard !words.isHeadingLabel, !SceneSigns.areAll(of: words), !words.isAttribution else { return false }
    // what stands above the text is the title's or a chapter's own
    return self[..<(index - 1)].last { !$0.isBlankSpace }?.paragraph.map { $0.placement == .justified } ?? false
  }

  /// Paragraphs that forced ends part, which somebody typed within one: a line of them, or all, are long.
  package func withBrokenParagraphs() -> [Block] {
    flatMap { block -> [Block] in
      guard case .paragraph(let paragraph) = block, paragraph.inlines.contains(where: { $0.content == .lineBreak })
      else { return [block] }
      let lines = paragraph.inlines.split { $0.content == .lineBreak }.map { [Inline]($0) }
      let lengths = lines.map { $0.plainText.utf8.count }
      guard lines.count > 1, let longest = lengths.max(),
        longest > 250 || lengths.reduce(0, +) / lines.count > 120
      else { return [block] }
      return lines.enumerated().map { number, line in
        var part = paragraph
        part.inlines = line
        part.source = line[0].source
        if number > 0 { part.anchor = nil }
        return .paragraph(part)
      }
    }
  }

  /// Paragraphs of short lines that somebody ended are stanzas, from three lines on or beside others.
  package func withVerse() -> [Block] {
    var made: [Block] = []
    for block in self {
      guard case .paragraph(let paragraph) = block, let stanzas = paragraph.stanzas else {
        made.append(block)
        continue
      }
      if case .verse(var verse)? = made.last {
        verse.stanzas += stanzas
        made[made.count - 1] = .verse(verse)
      } else if stanzas.reduce(0, { $0 + $1.lines.count }) > 2 {
        made.append(.verse(Verse(stanzas, source: paragraph.source)))
      } else {
        made.append(block)
      }
    }
    return made
  }
}

extension Block {
  package var isBlankSpace: Bool {
    if case .sceneBreak(let pause) = self { pause.mark == .space } else { false }
  }

  fileprivate func asHeading(level: Int) -> Heading? {
    guard case .paragraph(let paragraph) = self else { return nil }
    let parts = paragraph.inlines.upright.headingParts
    return Heading(
      level: level, label: parts.label, title: parts.title, anchor: paragraph.anchor, source: paragraph.source)
  }

  /// How many bytes of words.
  package var letters: Int {
    var count = 0
    visitText { inlines, _ in count += inlines.plainText.utf8.count }
    return count
  }
}

extension Paragraph {
  package var isBold: Bool { isAll(.strong) }

  package func isAll(_ trait: InlineStyle.Traits) -> Bool {
    !inlines.isEmpty
      && inlines.allSatisfy { inline in
        guard case .text(let text) = inline.content else { return inline.content == .lineBreak }
        return inline.style.traits.contains(trait) || text.allSatisfy(\.isWhitespace)
      }
  }

  /// The paragraph's lines, if all of them are short and there are two or more; an empty one parts stanzas.
  fileprivate var stanzas: [Verse.Stanza]? {
    guard placement == .justified, inlines.contains(where: { $0.content == .lineBreak }) else { return nil }
    let lines = inlines.split(omittingEmptySubsequences: false) { $0.content == .lineBreak }.map(Array.init)
    guard lines.allSatisfy({ $0.plainText.utf8.count <= 90 }) else { return nil }
    let stanzas = lines.split(whereSeparator: \.isEmpty).map { Verse.Stanza($0.compactMap(\.verseLine)) }
    return stanzas.reduce(0) { $0 + $1.lines.count } > 1 ? stanzas : nil
  }

  /// Centred and flush, as what a style calls so.
  var isCaption: Bool { placement == .centred && isFlush }
}

extension [Inline] {
  /// A line of verse, whose no-break spaces at its beginning are its indent; nil without words.
  package var verseLine: Verse.Line? {
    guard let first else { return nil }
    var indent = 0
    if case .text(let words) = first.content { indent = words.prefix { $0 == "\u{A0}" }.count }
    let made = dropping(indent)
    return made.isEmpty ? nil : Verse.Line(made, indent: indent, source: made[0].source)
  }

  fileprivate var upright: [Inline] { removing([.strong, .underline]) }
}

extension [Block] {
  /// Rows of stars as pauses; empty paragraphs too, but where they part all the others.
  package func withScenes(hasEmpty: Bool, isCell: Bool) -> [Block] {
    func isBetween(_ index: Int, _ above: Block?) -> Bool {
      above?.paragraph != nil && index + 1 < count && self[index + 1].paragraph != nil
    }
    let spaces = indices.count { self[$0].isBlankSpace && isBetween($0, $0 > 0 ? self[$0 - 1] : nil) }
    let keepsSpaces = hasEmpty && spaces * 4 < count { $0.paragraph != nil }
    var made: [Block] = []
    for (index, block) in enumerated() {
      if block.isBlankSpace, !keepsSpaces || !isBetween(index, made.last) { continue }
      guard !isCell, let paragraph = block.paragraph, SceneSigns.areAll(of: paragraph.inlines.plainText) else {
        made.append(block)
        continue
      }
      made += SceneSigns.blocks(of: paragraph.inlines.plainText, source: paragraph.source)
    }
    return made
  }
}
