import BookModel
import Manuscript
import Testing

@Suite struct `Citations in Markdown` {
  @Test func `are set by their keys where there is no bibliography, with one warning`() throws {
    var reading = try readMarkdownBook(
      "So [@knuth84, p. 3; see -@plass81]. As @knuth84 [p. 4] says, and [see @{a:b}]. `[@x1]` a@b.c [@user](http://a.b).\n"
    )
    reading.setCitationsByKeys()
    #expect(
      BookWords(reading.book).text
        == "So (knuth84, p. 3; see plass81). As knuth84 [p. 4] says, and (see a:b). [@x1] a@b.c @user.\n")
    #expect(reading.said == ["book.md:1:1: warning: 3 citations are set by their keys"])
  }

  @Test func `are none where nobody cites`() throws {
    var reading = try readMarkdownBook("Thanks to @someone and [@other](http://a.b/c).\n")
    reading.setCitationsByKeys()
    #expect(BookWords(reading.book).text == "Thanks to @someone and @other.\n")
    #expect(reading.said == [])
  }

  /// `mode key|prefix|suffix` of each work.
  private func works(_ text: String) throws -> [[String]] {
    try readMarkdownBook("---\nbibliography: a.bib\n---\n\n" + text + "\n").book.citations.map { citation in
      citation.items.map { item in
        let mode = item.mode == .inText ? "+" : item.mode == .withoutAuthor ? "-" : ""
        return "\(mode)\(item.key)|\(item.prefix.plainText)|\(item.suffix.plainText)"
      }
    }
  }

  @Test(arguments: [
    ("[@a]", [["a||"]]), ("[see @a, pp. 33-35; also *so* @b]", [["a|see|, pp. 33-35", "b|also so|"]]),
    ("@a says, @b [p. 3] too", [["+a||"], ["+b||p. 3"]]), ("[-@a] and -@b", [["-a||"], ["-b||"]]),
    ("@a [p. 3; see @b]", [["+a||p. 3", "b|see|"]]), ("[@a; see there]", [["a||; see there"]]),
    ("[see\n@a, p.\n7] and\n[@b]", [["a|see|, p. 7"], ["b||"]]), ("> [see\n> @a]", [["a|see|"]]),
    ("@{a.b} [@{c,d}, p. 3]", [["+a.b||"], ["c,d||, p. 3"]]), ("^[See @a, p. 3; [@b].]", [["+a||"], ["b||"]]),
    ("\\cite{a,b} \\parencite[3]{a}", [["a||", "b||"], ["a||, 3"]]),
    ("\\textcite[see][3]{a} \\citeyear{b}", [["+a|see|3"], ["-b||"]]),
    ("x {cite}`a,b` and {cite:t}`c`", [["a||", "b||"], ["+c||"]]),
    ("so [@a]: [@b][@c][^1]\n\n[@d]: e", [["a||"], ["b||"], ["c||"]]),
    (
      "- One\n    - [@a]\n\n    So [@b].\n\n          [@c]\n\n[^1]: One\n\n    Two [@d].\n\nSo.\n\n    [@e]",
      [["a||"], ["b||"], ["d||"]]
    ),
    ("so [#a], [p. 3][#b] and [#c;] says", [["a||"], ["b||, p. 3"], ["+c||"]]), ("[#1] [a](#b) [so][#b c]", []),
    ("a\\@b `@c` a@d.e [@f](http://a.b) [@g", []), ("[nothing\n\n@a]", [["+a||"]]),
  ])
  func `are read`(text: String, found: [[String]]) throws { #expect(try works(text) == found) }

  @Test func `of MultiMarkdown are notes where the text lists the works itself`() throws {
    let reading = try readMarkdownBook("So [p. 3][#roe], and [#roe].\n\n[#roe]: Ann Roe, *Salt*, 1871.\n")
    #expect(BookWords(reading.book).text.hasPrefix("So (p. 3), and."))
    #expect(reading.book.notes.count == 1 && reading.said == [])
  }

  /// Words that a style might give, a citation each.
  private func setting(_ text: String, _ words: [CitationWords.Words], works: [String] = []) throws -> Book {
    var reading = try readMarkdownBook("---\nbibliography: a.bib\n---\n\n" + text + "\n")
    var made = CitationWords()
    for (index, words) in words.enumerated() { made.citations[index] = words }
    made.works = works.map { CitationWords.Work(key: $0, label: "", lines: [[Inline("Work \($0).")]]) }
    reading.setCitations(made, title: "Bibliography")
    return reading.book
  }

  @Test(arguments: [
    ("So [@a]. And", "So.* And"), ("so [@a], and", "so,* and"), ("(so [@a]).", "(so).*"), ("so[@a]—and", "so*—and"),
    ("*so* [@a]", "so*"), ("so [@a] [@b].", "so*.*"), ("“so” [@a].”", "“so”.”*"),
  ])
  func `stand in notes behind the signs that follow`(text: String, set: String) throws {
    let note = CitationWords.Words(text: [], note: [[Inline("Note.")]])
    let book = try setting(text, [note, note])
    var words = ""
    book.visitText { inlines, _ in
      for inline in inlines {
        if case .text(let text) = inline.content { words += text }
        if case .noteReference = inline.content { words += "*" }
      }
    }
    #expect(words == set)
    #expect(book.notes.count == set.count { $0 == "*" })
  }

  @Test(arguments: [
    ("[@a]\n\n# References", ["", "References"], 1),
    ("# One\n\nSo.\n\n# Two\n\n[@a]\n\n## References", ["One", "Two"], 1),
    ("# One\n\n[@a]\n\n::: {#refs}\n:::\n\n# Two\n\nEnd", ["One", "Two"], 0),
    ("# One\n\n[@a]", ["One", "Bibliography"], 1),
    ("# One\n\n[@a]\n\n# Index\n\na, 1", ["One", "Bibliography", "Index"], 1),
    ("# Sources\n\nThose of old.\n\n# One\n\n[@a]", ["Sources", "One", "Bibliography"], 2),
  ])
  func `have their works where the book has room for them`(text: String, headings: [String], place: Int) throws {
    let book = try setting(text, [.init(text: [Inline("(A)")], note: nil)], works: ["a", "b"])
    #expect(book.sections.map { $0.heading?.plainText ?? "" } == headings)
    let anchors = book.sections[place].blocks.compactMap { $0.paragraph?.anchor }
    #expect(anchors == ["ref-a", "ref-b"])
    #expect(!BookWords(book).text.unicodeScalars.contains("\u{200B}"))
  }

  @Test func `that call for notes within notes stand in these, in reading order`() throws {
    let book = try readMarkdownBook("[@a] one^[See @b. And [@c] x.] [@d][^n]\n\n[^n]: [@e]\n").book
    let keys = book.citedPlaces.map { place in place.citations.map { book.citations[$0.index].items[0].key } }
    #expect(keys == [["a"], ["b", "c"], ["d"], ["e"]])
    #expect(book.citedPlaces.map(\.number) == [1, 2, 3, 4])
    #expect(book.citedPlaces[1].citations.map(\.follows) == [true, true])
    #expect(book.citedPlaces[1].citations.map(\.next) == [".", "x"])
  }
}
