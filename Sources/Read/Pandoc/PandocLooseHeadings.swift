internal import BookModel
internal import Manuscript
internal import Units

/// What manuscripts out of word processors say by their look alone: titles, chapters, captions.
extension [Block] {
  /// Headings that are paragraphs: `Chapter One`; or, where nothing in the book is a heading, lines all in bold.
  func withNamedHeadings() -> [Block] {
    let hasHeadings = contains { if case .heading = $0 { true } else { false } }
    let counted = indices.filter { index in
      guard let paragraph = self[index].paragraph else { return false }
      let label = paragraph.inlines.headingParts.label.plainText
      return paragraph.inlines.plainText.utf8.count <= 120 && (label.isChapterLabel || label.isPartLabel)
        && (paragraph.isBold || label == paragraph.inlines.plainText)
    }
    let bold = indices.filter { self[$0].paragraph.map { $0.isBold && $0.inlines.plainText.utf8.count <= 80 } ?? false }
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

  /// Paragraphs of nothing but a number, from one on, none twice.
  private var numerals: [Int] {
    var seen: Set<String> = []
    let found = indices.filter { index in
      guard case .paragraph(let paragraph) = self[index] else { return false }
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
  func withCaptions() -> [Block] {
    var made: [Block] = []
    for block in self {
      guard let paragraph = block.paragraph, paragraph.isCaption, case .figure(var figure)? = made.last,
        figure.caption.isEmpty
      else {
        made.append(block)
        continue
      }
      figure.caption = paragraph.inlines
      if figure.alternative == paragraph.inlines.plainText { figure.alternative = "" }
      made[made.count - 1] = .figure(figure)
    }
    return made
  }

  /// Paragraphs that forced ends part, which somebody typed within one: a line of them, or all, are long.
  func withBrokenParagraphs() -> [Block] {
    flatMap { block -> [Block] in
      guard case .paragraph(let paragraph) = block else { return [block] }
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
  func withVerse() -> [Block] {
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
  var isBlankSpace: Bool {
    if case .sceneBreak(let pause) = self { pause.mark == .space } else { false }
  }

  fileprivate func asHeading(level: Int) -> Heading? {
    guard case .paragraph(let paragraph) = self else { return nil }
    let parts = paragraph.inlines.upright.headingParts
    return Heading(
      level: level, label: parts.label, title: parts.title, anchor: paragraph.anchor, source: paragraph.source)
  }

  /// How many bytes of words.
  var letters: Int {
    var count = 0
    visitText { inlines, _ in count += inlines.plainText.utf8.count }
    return count
  }
}

extension Paragraph {
  fileprivate var isBold: Bool { isAll(.strong) }

  fileprivate func isAll(_ trait: InlineStyle.Traits) -> Bool {
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
  fileprivate var isCaption: Bool { placement == .centred && isFlush }
}

extension [Inline] {
  /// A line of verse, whose no-break spaces at its beginning are its indent; nil without words.
  var verseLine: Verse.Line? {
    guard let first else { return nil }
    var indent = 0
    if case .text(let words) = first.content { indent = words.prefix { $0 == "\u{A0}" }.count }
    let made = dropping(indent)
    return made.isEmpty ? nil : Verse.Line(made, indent: indent, source: made[0].source)
  }

  fileprivate var upright: [Inline] { removing([.strong, .underline]) }
}

extension PandocMaker {
  // MARK: The title in the text

  /// Takes the lines off the front that say what the book is called and who wrote it, where nothing else does.
  mutating func titled(_ flow: [Block]) -> [Block] {
    guard metadata.title == nil || metadata.authors.isEmpty,
      let end = flow.firstIndex(where: { if case .heading = $0 { true } else { false } }),
      end > 0, flow[..<end].reduce(0, { $0 + $1.letters }) < 300
    else { return flow }
    var rest = flow
    // a typescript's first page has the writer's address above the title
    if metadata.title == nil, let found = signedTitle(in: flow[..<end]) {
      for index in [found.author, found.title] {
        guard case .paragraph(let paragraph) = flow[index] else { continue }
        let start = Int(paragraph.source.offset)
        silent.append(start..<(start + paragraph.inlines.plainText.utf8.count))
        rest.remove(at: index)
      }
      // the white that stood around them
      while found.title < rest.count, case .sceneBreak = rest[found.title] { rest.remove(at: found.title) }
      while found.title > 0, case .sceneBreak = rest[found.title - 1], found.title <= rest.count {
        rest.remove(at: found.title - 1)
        break
      }
      return rest
    }
    var isTitled = metadata.title != nil
    var notes: [Block] = []
    while case .paragraph(let paragraph)? = rest.first, !isTitled || metadata.authors.isEmpty {
      let words = paragraph.inlines.plainText
      // of a figure without a picture the caption is no title
      guard (1...80).contains(words.utf8.count), !words.hasSuffix("."), !words.allSatisfy(\.isWhitespace),
        !paragraph.isCaption
      else { break }
      if !isTitled {
        titleFound = words
        isTitled = true
      } else if metadata.subtitle == nil, PandocMaker.isSubtitle(words) {
        metadata.subtitle = words
      } else if let author = author(in: words) {
        metadata.authors = [author]
      } else {
        break
      }
      keepSilent(paragraph.inlines, from: Int(paragraph.source.offset))
      notes += takeNotes(calledIn: paragraph.inlines)
      rest.removeFirst()
      while case .sceneBreak? = rest.first { rest.removeFirst() }
    }
    // behind what their words stand behind: all that the same block around them holds, and each behind the one before
    var reached: UInt32 = 0
    for note in notes {
      reached = max(reached, note.source.offset)
      let next = rest.firstIndex { $0.source.offset > reached }
      rest.insert(note, at: next ?? rest.count)
    }
    return rest
  }

  /// A short line, and below it `by Jane Roe`, but not at the very top.
  private mutating func signedTitle(in flow: ArraySlice<Block>) -> (title: Int, author: Int)? {
    var last: (index: Int, words: String)?
    for (index, block) in flow.enumerated() {
      guard case .paragraph(let paragraph) = block else { continue }
      let words = paragraph.inlines.plainText
      let parts = words.split(separator: " ")
      if let last, last.index > 0, (1...80).contains(last.words.utf8.count), parts.count > 1,
        parts[0].lowercased() == "by", let name = author(in: words)
      {
        titleFound = last.words
        if metadata.authors.isEmpty { metadata.authors = [name] }
        return (last.index, index)
      }
      last = (index, words)
    }
    return nil
  }

  /// `A Novel`, `Ein Roman`: no name begins so.
  private static func isSubtitle(_ words: String) -> Bool {
    let parts = words.lowercased().split(separator: " ")
    return (2...8).contains(parts.count)
      && ["a", "an", "the", "being", "ein", "eine", "un", "une", "una", "en", "ett", "een"].contains(String(parts[0]))
  }

  /// `by Jane Roe`; or two to four words that all begin with capitals.
  private func author(in words: String) -> String? {
    let parts = words.split(separator: " ")
    if let first = parts.first,
      ["by", "von", "par", "de", "di", "por", "av", "af", "door"].contains(first.lowercased())
    {
      return parts.dropFirst().joined(separator: " ")
    }
    let isName = parts.allSatisfy {
      $0.first?.isUppercase == true && $0.allSatisfy { $0.isLetter || ".-’'".contains($0) }
    }
    return (2...4).contains(parts.count) && isName ? words : nil
  }

  /// Without the list of contents that a manuscript brings: paragraphs before its first heading, or below one that
  /// says so, each of which says what a heading does, with or without a page's number.
  mutating func withoutContents(_ flow: [Block]) -> [Block] {
    // a paragraph of nothing but the call of a note, or a number, names no chapter that has no name
    let titles = Set(
      flow.compactMap { if case .heading(let heading) = $0 { heading.plainText.lettersAndFigures } else { nil } }
    ).subtracting([""])
    func isListed(_ block: Block) -> Bool {
      guard case .paragraph(let paragraph) = block else { return false }
      let words = paragraph.inlines.plainText.lettersAndFigures
      var name = words[...]
      while let last = name.last, last.isNumber {
        if titles.contains(String(name)) { return true }
        name.removeLast()
      }
      return titles.contains(String(name))
    }
    func isHead(_ block: Block) -> Bool {
      switch block {
      case .heading(let heading): PandocMaker.contents.contains(heading.plainText.lettersAndFigures)
      case .paragraph(let paragraph): PandocMaker.contents.contains(paragraph.inlines.plainText.lettersAndFigures)
      default: false
      }
    }
    guard let first = flow.firstIndex(where: isListed),
      let end = flow[first...].firstIndex(where: { !isListed($0) && !$0.isBlankSpace }), end - first > 1
    else { return flow }
    let start = first > 0 && isHead(flow[first - 1]) ? first - 1 : first
    guard flow[..<start].allSatisfy({ if case .heading = $0 { false } else { true } }) else { return flow }
    for block in flow[start..<end] { block.visitText { inlines, _ in drop(inlines) } }
    return Array(flow[..<start] + flow[end...])
  }

  private mutating func drop(_ inlines: [Inline]) {
    guard let first = inlines.first,
      let last = inlines.last(where: { if case .text = $0.content { true } else { false } }),
      case .text(let words) = last.content
    else { return }
    silent.append(Int(first.source.offset)..<(Int(last.source.offset) + words.utf8.count))
  }

  private static let contents: Set<String> = [
    "contents", "tableofcontents", "inhalt", "inhaltsverzeichnis", "tabledesmatières", "sommaire", "índice", "indice",
    "sommario", "содержание", "оглавление", "inhoud",
  ]

  // MARK: Notes of HTML

  /// Gathers the items of lists of notes, to be set where they are called.
  mutating func listNotes(_ blocks: [JSON], depth: Int) {
    guard depth < 8 else { return }
    for block in blocks where block["t"]?.string == "Div" {
      let content = block["c"]?[1]?.items ?? []
      guard PandocAttributes(block["c"]?[0]).isNoteList else {
        listNotes(content, depth: depth + 1)
        continue
      }
      for list in content where list["t"]?.string == "OrderedList" {
        for item in list["c"]?[1]?.items ?? [] {
          guard let first = item.items.first, first["t"]?.string == "Div" else { continue }
          let id = PandocAttributes(first["c"]?[0]).id
          if !id.isEmpty { listedNotes[id] = first["c"]?[1]?.items ?? [] }
        }
      }
    }
  }
}

extension PandocAttributes {
  var isNoteList: Bool { classes.contains("footnotes") || values["role"] == "doc-endnotes" }
  var isCall: Bool { classes.contains("footnote-ref") || values["role"] == "doc-noteref" }
  var isWayBack: Bool { classes.contains("footnote-back") || values["role"] == "doc-backlink" }
}

extension JSON {
  /// A paragraph of Word's style for the words above a table.
  var isTableCaption: Bool {
    self["t"]?.string == "Div" && PandocAttributes(self["c"]?[0]).values["custom-style"] == "Table Caption"
  }

  /// A table that has such words itself.
  var hasCaption: Bool { self["t"]?.string == "Table" && self["c"]?[1]?[1]?.items.isEmpty == false }
}
