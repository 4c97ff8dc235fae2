import BookModel
import Design
import Octavo
import Settings
import Testing
import Units

/// What a theme says of an element is seen on the pages.
@Suite struct `A key of a theme` {
  /// Short, and with something of every element.
  static let book: Book = {
    func words(_ text: String) -> Block { .paragraph(Paragraph(text)) }
    let verse = Verse([.init([.init([Inline("The sea is calm,")]), .init([Inline("the tide is full,")])])])
    let note = NoteKey(0)
    let table = Table(
      columns: [.leading, .trailing], head: [[[Inline("Name")], [Inline("Size")]]],
      rows: [
        [
          [
            Inline(
              "Ant, which is small but strong, as all who have seen one carry a crumb of bread uphill will tell you")
          ], [Inline("2")],
        ], [[Inline("Bee")], [Inline("12")]],
      ])
    let quotation = Quotation(
      [words("What is quoted stands by itself.")], attribution: Paragraph([Inline("Somebody")], placement: .trailing))
    let letter = Letter([words("All is well here.")], signature: [Paragraph([Inline("Emma")], placement: .trailing)])
    let speeches = ["Ham.", "Oph.", "Ham."].map { Speech(speaker: [Inline($0)], [words("My lord, what is it?")]) }
    let more = " So it went on, day after day, and nobody who lived there would have had it otherwise, then or later."
    var called = [Inline("A quiet morning it was, and the "), Inline("bells", style: InlineStyle(.emphasis))]
    called += [
      Inline(.noteReference(note), source: SourceLocation(offset: 0)), Inline(" of the town were still." + more),
    ]
    var blocks: [Block] = [.paragraph(Paragraph(called)), words("Nobody came."), .sceneBreak(SceneBreak(mark: .space))]
    blocks += [words("Then it was noon."), .sceneBreak(SceneBreak(mark: .ornament)), words("And night.")]
    var list = List(start: 1, isTight: true, items: [List.Item([words("The first of them.")])])
    list.counting = .lowerLetters
    blocks += [.list(list)]
    for level in 2...6 {
      blocks += [
        .heading(Heading(level: level, title: [Inline("Of the Sea 1")])), words("Some words stand below it."),
      ]
    }
    blocks += [.quotation(quotation), words("Behind it."), .verse(verse), words("Behind it."), .letter(letter)]
    blocks += [.callout(Callout(.note, title: [Inline("Of the Sea")], [words("Nobody came.")])), words("Behind it.")]
    blocks += [words("Behind it."), .table(table), words("Behind it.")]
    blocks += [.preformatted(Preformatted([.init("let a = 1")], isCode: true)), words("Behind it.")]
    blocks += [.figure(Figure(image: nil, caption: [Inline("What it shows")])), words("Behind it.")]
    let long = "A Title of Such a Length That No Line of the Page Can Hold It"
    let part = Section(
      role: .part, heading: Heading(label: [Inline("PART II")], title: [Inline(long)]),
      blocks: [words("What the part is about.")])
    let chapter = Section(
      level: 2,
      heading: Heading(
        label: [Inline("CHAPTER IV")], title: [Inline(long)]),
      blocks: blocks)
    let play = Section(
      level: 2, heading: Heading(label: [Inline("CHAPTER V")], title: [Inline("A Play")]),
      blocks: speeches.map { .speech($0) })
    var metadata = Metadata()
    (metadata.title, metadata.subtitle, metadata.authors) = (
      "The Adventures of a Book That Has a Rather Long Name", "A Tale", ["Ann Author"]
    )
    metadata.contributors = [.init(role: "translator", name: "Tom Other")]
    (metadata.publisher, metadata.date, metadata.rights) = ("A House", "1999", "All rights reserved")
    (metadata.dedication, metadata.epigraph, metadata.language) = ("To you", "Once more", "en")
    return Book(
      metadata: metadata, sections: [part, chapter, play],
      notes: [note: Note(mark: "1", blocks: [words(String(repeating: "A note on the bells of it. ", count: 6))])])
  }()

  /// Everything that may be left out is there; nothing is bold or italic, whose faces have not all that others
  /// have; a chapter has one page, at whose head no white would be lost.
  static let design: PageDesign = {
    var design = PageDesign()
    (design.hasHalfTitle, design.hasCopyrightPage, design.hasColophon) = (true, true, true)
    (design.dropCapitalLines, design.openingSmallCapitals, design.lineNumberStep) = (2, true, 5)
    (design.hasContents, design.partsOnRecto) = (true, true)
    design.trim.height = Length(points: 2000)
    // a face that has features
    design[.code].family = "EB Garamond 12"
    for element in [Element.chapter, .part] {
      (design[element].ornamentBelow, design[element].rulePlace) = ("ab", .below)
    }
    for element in Element.allCases { (design[element].isBold, design[element].isItalic) = (false, false) }
    return design
  }()

  private static func pages(_ design: PageDesign) async throws -> [UInt8] {
    try await makePDF(of: book, design: design).bytes
  }

  private static func other(_ row: ThemeRow, than value: String) -> String {
    if row.key == "case" { return value == "typed" ? "all-small-capitals" : "typed" }
    if let choice = row.choices.last(where: { $0 != value && $0 != "auto" }) { return choice }
    switch row.key {
    case "font": return "Liberation Sans"
    case "features": return row.element == .opening ? "smcp=0" : "smcp, c2sc"
    case "colour": return "#C02020"
    case "letter-space": return "0.2"
    case "ornament-above", "ornament-below": return "§"
    case "size", "leading": return "1.9"
    case "most", "tint": return "0.02"
    case "rule-length": return "0.3"
    case "depth": return "0.55"
    case "least-size", "words": return "1"
    default: return value == "2" ? "1" : "2"
    }
  }

  // a cover's are seen on the cover: `CoverTests`
  @Test(arguments: Element.allCases.filter { $0 != .cover }) func `shows on the pages`(element: Element) async throws {
    let usual = try await Self.pages(Self.design)
    for row in ThemeRow.of(element) {
      // what facing pages do takes a book of many: `SpreadTests`; what another trim does: `TrimProportionTests`
      if element == .text, ["level-spreads", "by-trim"].contains(row.key) { continue }
      var changed = Self.design
      // nothing hangs where lines are numbered, nor in a narrow margin
      if row.key == "hung" {
        (changed.lineNumberStep, changed.inside, changed.outside) = (
          0, Length(millimetres: 40), Length(millimetres: 40)
        )
      }
      let plain = row.key == "hung" ? try await Self.pages(changed) : usual
      let value = Self.other(row, than: row.show(changed))
      try row.read(&changed, OptionValue(key: row.key, values: [value]))
      let file = try ThemeFile("elements:\n  \(element.rawValue):\n    \(row.key): \"\(value)\"\n", file: "my.yaml")
      #expect(row.show(file.resolved.design) == value)
      #expect(try await Self.pages(changed) != plain, "\(row.key) of \(element.rawValue)")
    }
  }
}
