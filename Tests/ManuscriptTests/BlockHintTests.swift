import BookModel
import Manuscript
import TestSupport
import Testing

/// Hints that name blocks by their words, which all formats take.
@Suite struct BlockHintTests {
  static let text = """
    # One

    The river runs, the river sings,
    and all the boats go by.

    The rain fell for a day and a night.

    “Yes,” he said.

    > A quotation of some words.
    >
    > And of some more of them.

    ## Inside

    “Yes,” he said.

    - an item of a list
    - another item of it

    # Two

    “Yes,” he said.

    ANNA. I go to the river.

    BEN: And I stay.

    A note[^1] is called here.

    [^1]: The note's own words.
    """

  func reading(_ hints: [String], _ text: String = Self.text) throws -> (
    reading: ManuscriptReading, bad: [UnheededHint]
  ) {
    var reading = try readMarkdown(
      [MarkdownInput(name: "a.md", bytes: Array(text.utf8))], options: MarkdownOptions { _ in true })
    let bad = reading.heed(try hints.map { try ReadingHint(parsing: $0) })
    return (reading, bad)
  }

  /// The kinds of blocks, with how they begin.
  func shape(_ hints: [String], _ text: String = Self.text) throws -> [String] {
    let (reading, bad) = try reading(hints, text)
    #expect(bad == [])
    return outline(reading.book)
  }

  func outline(_ book: Book) -> [String] {
    book.sections.flatMap { section in
      (section.heading.map { ["\(section.role) \(section.level) \($0.plainText)"] } ?? [])
        + section.blocks.map(line)
    }
  }

  private func line(_ block: Block) -> String {
    func all(_ blocks: [Block]) -> String { blocks.map(line).joined(separator: "; ") }
    switch block {
    case .paragraph(let block): return String(block.inlines.plainText.prefix(18))
    case .heading(let heading): return "heading \(heading.level) \(heading.plainText)"
    case .verse(let verse): return "verse of \(verse.stanzas.map(\.lines.count))"
    case .quotation(let quotation): return "quotation (\(all(quotation.blocks)))"
    case .letter(let letter): return "letter (\(all(letter.blocks)))"
    case .speech(let speech): return "\(speech.speaker.plainText) says (\(all(speech.blocks)))"
    case .list(let list): return "list (\(list.items.map { all($0.blocks) }.joined(separator: "; ")))"
    case .preformatted(let lines): return "typed of \(lines.lines.count)"
    case .sceneBreak: return "pause"
    default: return "other"
    }
  }

  static let plain = [
    "chapter 1 One", "The river runs, th", "The rain fell for ", "“Yes,” he said.",
    "quotation (A quotation of som; And of some more o)", "heading 2 Inside", "“Yes,” he said.",
    "list (an item of a list; another item of it)", "chapter 1 Two", "“Yes,” he said.", "ANNA. I go to the ",
    "BEN: And I stay.", "A note is called h",
  ]

  /// What stands instead of one line or some.
  func plain(_ changes: [Int: [String]]) -> [String] {
    Self.plain.enumerated().flatMap { changes[$0.offset] ?? [$0.element] }
  }

  @Test func `without hints all is as it is read`() throws { #expect(try shape([]) == Self.plain) }

  @Test func `blocks become what hints say`() throws {
    #expect(try shape(["verse \"the RIVER runs\""]) == plain([1: ["verse of [2]"]]))
    #expect(try shape(["typed \"The river runs\""]) == plain([1: ["typed of 2"]]))
    #expect(try shape(["chapter \"The rain\""]) == plain([2: ["chapter 1 The rain fell for a day and a night."]]))
    #expect(
      try shape(["section \"The rain fell for a day\""])
        == plain([2: ["heading 2 The rain fell for a day and a night."]]))
    #expect(
      try shape(["part \"Two\""]) == plain([8: ["part 1 Two"]]))
    #expect(try shape(["dropped \"The rain\""]) == plain([2: []]))
    #expect(try shape(["scene-break \"The rain\""]) == plain([2: ["pause"]]))
    #expect(
      try shape(["letter \"The river\" to \"The rain\""])
        == plain([1: ["letter (The river runs, th; The rain fell for )"], 2: []]))
    #expect(try shape(["quotation \"The rain\""]) == plain([2: ["quotation (The rain fell for )"]]))
    #expect(
      try shape(["play \"ANNA\" to \"BEN\""])
        == plain([10: ["ANNA. says (I go to the river.)"], 11: ["BEN: says (And I stay.)"]]))
  }

  @Test func `headings become blocks, and deeper or higher headings`() throws {
    #expect(try shape(["section \"Two\""]) == plain([8: ["heading 2 Two"]]))
    #expect(try shape(["prose \"Two\""]) == plain([8: ["Two"]]))
    #expect(try shape(["dropped \"Two\""]) == plain([8: []]))
    #expect(try shape(["chapter \"Inside\""]) == plain([5: ["chapter 1 Inside"]]))
    #expect(try shape(["chapter level 2 \"Inside\""]) == plain([5: ["chapter 2 Inside"]]))
    #expect(try shape(["prose \"Inside\""]) == plain([5: ["Inside"]]))
    #expect(try reading(["section \"One\""]).reading.book.sections.map(\.role) == [.untitled, .chapter])
  }

  @Test func `what is in a quotation comes out of it, and the rest goes on around it`() throws {
    #expect(
      try shape(["prose \"And of some\""]) == plain([4: ["quotation (A quotation of som)", "And of some more o"]]))
    #expect(
      try shape(["chapter \"A quotation\""])
        == plain([4: ["chapter 1 A quotation of some words.", "quotation (And of some more o)"]]))
    #expect(
      try shape(["prose \"A quotation\" to \"And of\""]) == plain([4: ["A quotation of som", "And of some more o"]]))
    #expect(try shape(["dropped \"A quotation\" to \"And of\""]) == plain([4: []]))
    #expect(try shape(["verse \"A quotation\" to \"And of\""]) == plain([4: ["verse of [2]"]]))
  }

  @Test func `an item of a list stays in it, and that is told`() throws {
    let (reading, bad) = try reading(["chapter \"another item\"", "verse \"an item\""])
    #expect(bad.map(\.hint) == [0] && bad.map(\.reason) == [.cannot("an item of a list")])
    #expect(outline(reading.book) == plain([7: ["list (verse of [1]; another item of it)"]]))
    #expect(try shape(["dropped \"an item\" to \"another item\""]) == plain([7: []]))
  }

  @Test func `names keep to a heading, or count`() throws {
    #expect(try shape(["dropped \"Yes\" in \"Two\""]) == plain([9: []]))
    #expect(try shape(["dropped 2 of 3 \"Yes, he said\""]) == plain([6: []]))
    #expect(try shape(["dropped like \"Yes\" in \"Inside\""]) == plain([6: []]))
    // nothing tells plain paragraphs from one another but their words
    #expect(try shape(["dropped like \"Yes\""]) == plain([3: [], 6: [], 9: []]))
    #expect(try shape(["dropped like \"Yes\"", "as-read \"Yes\" in \"Two\""]) == plain([3: [], 6: []]))
  }

  @Test func `notes that nothing calls any more go too`() throws {
    let (reading, bad) = try reading(["dropped \"A note\""])
    #expect(bad == [] && reading.book.notes.isEmpty)
    #expect(reading.report.dropped.filter { $0.why == "hint" }.count == 2, "\(reading.report.dropped)")
  }

  @Test func `names that fit nothing, or several, are told with the nearest`() throws {
    let (reading, bad) = try reading([
      "verse \"The rain falls for\"", "dropped \"Yes\"", "dropped 1 of 2 \"Yes\"", "dropped \"Yes\" in \"Three\"",
      "verse \"The rain\" to \"The river\"", "verse \"Entirely other\"", "dropped \"Yes\" in \"Insight Inside\"",
    ])
    #expect(outline(reading.book) == Self.plain)
    #expect(bad.map(\.hint) == Array(0...6))
    #expect(
      bad.map(\.reason) == [
        .noBlock(.gone(nearest: BlockName("The rain fell"))),
        .noBlock(.several(3, first: BlockName("Yes,” he said", in: "One"))),
        .noBlock(.several(3, first: BlockName("Yes,” he said", in: "One"))),
        .noBlock(.noHeading("Three", nearest: nil)), .noBlock(.backwards), .noBlock(.gone(nearest: nil)),
        .noBlock(.noHeading("Insight Inside", nearest: "Inside")),
      ])
  }

  @Test func `what is written of blocks says the same again`() throws {
    let hints = [
      "chapter level 2 \"It was\" in \"The Pool\"", "verse 2 of 3 \"Yes\" to before \"No\"", "prose like \"A note\"",
      "section like 1346 in 1200-7000", "chapter /^LETTER/", "dropped 4",
    ]
    for hint in hints { #expect("\(try ReadingHint(parsing: hint))" == hint) }
    for wrong in [
      "prose \"Yes", "prose \"\"", "prose \"a\" or \"b\"", "prose 3 of 2 \"Yes\"", "prose like \"a\" to \"b\"",
      "prose \"…\"",
    ] {
      #expect(throws: ReadingHint.Problem.self) { try ReadingHint(parsing: wrong) }
    }
    let found = try reading([]).reading.foundBlocks
    #expect(found.map(\.description) == ["chapter level 1 \"One\"", "section \"Inside\"", "chapter level 1 \"Two\""])
    #expect(try shape(found.map(\.description)) == Self.plain)
  }

  /// Books of paragraphs with few words, many of which begin alike, edited at random.
  @Test(arguments: [UInt64](1...40)) func `a name holds through edits of other blocks, or is told to be lost`(
    seed: UInt64
  )
    throws
  {
    var random = SeededNumbers(seed: seed)
    let words = ["the", "rain", "fell", "Yes", "he", "said"]
    func paragraph() -> String {
      (0..<Int.random(in: 1...6, using: &random)).map { _ in words.randomElement(using: &random)! }.joined(
        separator: " ")
        + "."
    }
    var blocks = (0..<30).map { n in n % 8 == 0 ? "# \(words[n % 3]) \(n % 2)" : paragraph() }
    func book(_ blocks: [String]) throws -> ManuscriptReading {
      try readMarkdown(
        [MarkdownInput(name: "a.md", bytes: Array(blocks.joined(separator: "\n\n").utf8))],
        options: MarkdownOptions { _ in true })
    }
    // the block that is hinted knows itself by an emphasis, which names pass over
    let target = (1..<30).filter { $0 % 8 != 0 }.randomElement(using: &random)!
    blocks[target] = "*" + blocks[target].dropLast() + "*."
    let names = try book(blocks).namedBlocks
    let name = try #require(names.name(of: target))
    #expect(try names.indices(of: .named(name, to: nil)) == [target])
    var at = target
    // a count, or a heading, can be made good by a second edit
    for _ in 0..<(name.ordinal == nil && name.heading == nil ? 4 : 1) {
      var other = Int.random(in: 0..<blocks.count, using: &random)
      if other == at { other = at == 0 ? 1 : 0 }
      switch Int.random(in: 0...2, using: &random) {
      case 0:
        blocks.insert(paragraph(), at: other)
        if other <= at { at += 1 }
      case 1 where blocks.count > 3:
        blocks.remove(at: other)
        if other < at { at -= 1 }
      default: blocks[other] = paragraph()
      }
      let edited = try book(blocks).namedBlocks
      let found = try? edited.indices(of: .named(name, to: nil))
      #expect(found == nil || found == [at], "seed \(seed): \(name)")
    }
  }

  @Test(arguments: [
    String(repeating: "long", count: 90) + " \"is\" the word", "“What’s this?” 3 men asked",
    "Q\u{301}uite “\"” " + String(repeating: "ab ", count: 300), String(repeating: "字", count: 300),
  ]) func `are called by their first words, however long`(text: String) throws {
    let book = try readMarkdown(
      [MarkdownInput(name: "a.md", bytes: Array("\(text)\n\nOther words.\n".utf8))],
      options: MarkdownOptions { _ in true })
    let names = book.namedBlocks
    let name = try #require(names.name(of: 0))
    #expect(text.filter { $0 != "\"" }.contains(name.words), "\(name)")
    #expect(try names.indices(of: .named(name, to: nil)) == [0])
    #expect(try names.indices(of: .named(BlockName(text.filter { $0 != "\"" }), to: nil)) == [0])
  }
}
