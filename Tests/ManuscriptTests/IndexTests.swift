import BookModel
import Manuscript
import TestSupport
import Testing
import Units

/// Marks for an index, and the index that is made of them.
@Suite struct `Index marks` {
  /// What a mark says: terms with keys, then what it asks besides.
  private func said(_ mark: IndexMark?) -> String {
    guard let mark else { return "nothing" }
    let terms = mark.terms.map { term in
      (term.key.map { $0 + "@" } ?? "")
        + term.runs.map { run in
          run.traits.contains(.emphasis) ? "*\(run.words)*" : run.traits.contains(.code) ? "`\(run.words)`" : run.words
        }.joined()
    }
    var words = terms.joined(separator: " > ")
    switch mark.extent {
    case .begins: words += " ("
    case .ends: words += " )"
    case .none: words += mark.see.map { " see " + $0 }.joined() + mark.seeAlso.map { " also " + $0 }.joined()
    case .place: break
    }
    if mark.traits.contains(.strong) { words += " main" }
    return words
  }

  @Test(arguments: [
    ("Kant", "Kant"), ("Kant!on duty!early", "Kant > on duty > early"), ("gamma@$\\gamma$ ray", "gamma@γ ray"),
    ("Emma@\\textit{Emma}", "Emma@*Emma*"), ("{\\tt normal\\_lpdf}!{\\tt (reals y)}", "`normal_lpdf` > `(reals y)`"),
    ("a \"! b", "a ! b"), ("war|(", "war ("), ("war|)", "war )"), ("cod|see{fish}", "cod see fish"),
    ("cod|seealso{fish; whale}", "cod also fish also whale"), ("lamp|textbf", "lamp main"), ("x|hyperpage", "x"),
    ("Caf\\'e, na\\\"ive \\c{c}", "Café, naïve ç"), ("R\\&D", "R&D"), ("{a!b}", "a!b"), ("", "nothing"),
    (" ! ", "nothing"),
  ])
  func `of LaTeX are read as makeindex reads them`(text: String, wanted: String) {
    #expect(said(IndexMark(tex: text)) == wanted)
  }

  @Test(arguments: [
    ("a:b", "a > b"), ("a\\:b", "a:b"), ("日本;にほん", "にほん@日本"), (":", "nothing"),
  ])
  func `of Word are read with colons`(text: String, wanted: String) {
    #expect(said(IndexMark(colons: text, index: "")) == wanted)
  }

  @Test func `lead to other entries in any language`() {
    for (words, wanted) in [("See Kant", "x see Kant"), ("Siehe auch Hegel", "x also Hegel"), ("Kant", "x see Kant")] {
      var mark = IndexMark(colons: "x", index: "")
      mark?.lead(to: words)
      #expect(said(mark) == wanted)
    }
  }

  /// Entries as they are set, a paragraph a line, with the words behind each locator's place.
  private func index(
    _ text: String, language: String = "en"
  ) throws -> (lines: [String], made: MadeIndexes, book: Book) {
    let reading = try readMarkdownBook(text)
    var book = reading.book
    _ = book.countLabels(language)
    let order = IndexOrder(
      key: { Array($0.lowercased().utf8) }, letter: { $0.first.map { $0.isLetter ? $0.uppercased() : "" } ?? "" })
    let made = book.makeIndexes(language, end: Units.SourceLocation(offset: text.utf8.count)) { order }
    var places: [TextMark: String] = [:]
    func look(_ inlines: [Inline], _: TextPlace) {
      for inline in inlines {
        guard case .text(let words) = inline.content else { continue }
        for mark in inline.style.textMarks { places[mark] = String(words.prefix { !$0.isWhitespace }) }
      }
    }
    book.visitText(look)
    for note in book.notes.values { for block in note.blocks { block.visitText(look) } }
    var lines: [String] = []
    for section in book.sections {
      for case .paragraph(let paragraph) in section.blocks {
        guard let level = paragraph.entryLevel else { continue }
        let words = paragraph.inlines.map { inline -> String in
          guard let pages = inline.style.pages else { return [inline].plainText }
          let note = pages.note.map { " " + $0.word } ?? ""
          return "<" + (places[pages.first] ?? "?") + (pages.last.map { "–" + (places[$0] ?? "?") } ?? "") + note + ">"
        }
        lines.append(String(repeating: "  ", count: max(level, 0)) + words.joined())
      }
    }
    return (lines, made, book)
  }

  @Test func `stand at the word they touch, else at the next; sub-entries, ranges and others below their entries`()
    throws
  {
    let text = """
      # One

      The sea\\index{sea} was calm\\index{sea!calm}, and \\index{ship}the ship slept.\\index{ship|textbf}

      \\index{war|(}

      Then came war [fire]{.index entry="war!fire"} and [lamps]{.index}. []{.index entry="cod" see="fish"}

      \\index{war|)}

      {index}`nets <single: fish; nets>` and {index}`rope`.[^n]

      ```{index} pair: net; twine
      ```

      Twine here. \\index{end}

      [^n]: A noted\\index{noted} thing.

      # Index
      """
    let (lines, made, book) = try index(text)
    #expect(
      lines == [
        "cod, see fish", "end, <here.>", "fish", "  nets, <nets>", "lamps, <lamps.>", "net", "  twine, <Twine>",
        "noted, <noted n.>",
        "rope, <rope.>", "sea, <sea>", "  calm, <calm,>", "ship, <the> <slept.>", "twine", "  net, <Twine>",
        "war, <Then–lamps.>", "  fire, <fire>",
      ])
    #expect(made.unknown.isEmpty && made.open.isEmpty && made.added.isEmpty)
    #expect(book.refersToPages)
    #expect(book.sections.last?.role == .index)
    // nothing of a mark is left in the text
    var words = ""
    book.visitText { inlines, _ in words += inlines.plainText + "\n" }
    #expect(words.contains("The sea was calm, and the ship slept."))
    #expect(!words.contains("index{") && !words.contains("{.index"))
  }

  @Test func `get an index of their own at the end where none is asked for, and as many as they name`() throws {
    let text = "# One\n\nKant\\index[names]{Kant} wrote\\index{writing}.\n\n\\printindex[names]\n\n# Two\n\nMore.\n"
    let (lines, made, book) = try index(text)
    #expect(lines == ["Kant, <Kant>", "writing, <wrote.>"])
    #expect(made.added.map(\.title) == ["Index"])
    #expect(book.sections.map { $0.heading?.plainText } == ["One", "Two", "Index"])
  }

  @Test func `stay where a formula on lines of its own parts their paragraph`() throws {
    let text =
      "# One\n\n\\index{beta}\\index{log}\nWords then $$a = b$$ it goes on\\index{end}.\n\n\\printindex\n"
    let (lines, _, _) = try index(text)
    #expect(lines.map { $0.prefix { $0 != "," } } == ["beta", "end", "log"])
  }

  @Test func `are told where they lead nowhere, do not end, or differ by a plural alone`() throws {
    let text =
      "# One\n\nA\\index{harbour} b\\index{harbours} c\\index{cod|see{fish}} d\\index{war|(} e\\index{peace|)}.\n"
    let (_, made, _) = try index(text)
    #expect(made.unknown.map { "\($0.entry) \($0.other)" } == ["cod fish"])
    #expect(made.open.map(\.entry) == ["war", "peace"])
    #expect(made.alike.map { "\($0.first) \($0.second)" } == ["harbour harbours"])
  }

  @Test func `in code, in names of files and behind a backslash are none`() throws {
    let text = "# One\n\n`\\index{a}` and \\\\index{b} and ``[x]{.index}``.\n\n```\n\\index{c}\n```\n"
    let (lines, _, book) = try index(text)
    #expect(lines.isEmpty && !book.refersToPages)
  }

  @Test func `of letters over entries there are some where entries are many`() throws {
    let words = (0..<45).map { "w\\index{\(["apple", "bee", "cat"][$0 % 3])\($0)}" }
    let (lines, _, _) = try index("# One\n\n" + words.joined(separator: " ") + ".\n\n# Index\n")
    #expect(lines.filter { $0.count == 1 } == ["A", "B", "C"])
    #expect(lines.count == 48)
  }
}
