import TestSupport
import Testing

/// What a book says of its own pages, from manuscript to proved file.
@Suite struct `A book that refers to itself` {
  private func words(_ text: String, _ options: [String] = [], also files: [String: String] = [:]) throws -> String {
    let folder = try Folder()
    try folder.put(text, in: "a.md")
    for (name, text) in files { try folder.put(text, in: name) }
    let made = try Program.run(["a.md", "-o", "a.pdf", "--verify"] + options, in: folder)
    #expect(made.code == 0 && made.said.contains("words verified"), "\(made.said)")
    let again = try Program.run(["a.md", "-o", "b.pdf"] + options, in: folder)
    #expect(try again.code == 0 && #require(folder.bytes(of: "a.pdf")) == folder.bytes(of: "b.pdf"))
    return try PDFText.of("a.pdf", in: folder).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `says where a place is from here`() throws {
    let chapters = (3...4).map { "# C\($0) {#sec-\($0)}\n\nWords.\n\n" }.joined()
    let text = """
      # C1 {#sec-1}

      A \\vpageref{sec-1}, b \\vpageref{sec-2}, c [@sec-3]{.vpage}.

      # C2 {#sec-2}

      D \\vpageref{sec-1}, e \\vpageref{sec-3}; see \\vref{tbl-a}, [@tbl-a]{.vref}.

      \(chapters)

      | a |
      |---|
      | b |

      : Depths {#tbl-a}
      """
    let found = try words(text)
    #expect(found.contains("A above, b on the next page, c on page 3."))
    #expect(found.contains("D on the previous page, e on the facing page; see Table 1 on page 4, Table 1 on page 4."))
    #expect(try words(text, ["--lang", "de"]).contains("A oben, b auf der nächsten Seite, c auf Seite 3."))
  }

  @Test func `tells which pages cite a work`() throws {
    let works = """
      references:
      - {id: a, type: book, title: Salt, author: [{family: Roe}], issued: {date-parts: [[1871]]}}
      - {id: b, type: book, title: Tar, author: [{family: Poe}], issued: {date-parts: [[1872]]}}
      """
    let text =
      "---\n\(works)\nback-references: true\n---\n\n# One\n\nSo [@a].[^1] And @a.\n\n# Two\n\nSo [@a; @b].\n\n[^1]: See [@b].\n"
    let found = try words(text)
    #expect(found.contains("Roe. 1871. Salt. (cited on pages 1, 2)"), "\(found)")
    #expect(found.contains("Poe. 1872. Tar. (cited on pages 1, 2)"), "\(found)")
  }

  @Test func `leads from its index into notes and over several pages, below a last heading without words`() throws {
    let long = String(repeating: "the quiet river goes on past the mill ", count: 200)
    let text =
      "# One\n\nSo\\index{rope|(} it is.[^1] \(long)\n\n# Two\n\nEnd\\index{rope|)}.\n\n[^1]: Of \\index{knot}knots.\n\n## Index\n"
    let found = try words(text)
    #expect(found.contains("knot, 1 n. 1 rope, 1–"), "\(found.suffix(80))")
    #expect(found.components("Index") == 1)
  }

  @Test func `gathers solutions under a heading that asks for them`() throws {
    let text = """
      # Alpha

      ::: {#exr-a}
      What is it?
      :::

      ::: {.solution}
      Nothing.
      :::

      ::: {#exr-b}
      And this?
      :::

      Text.

      ::: {#sol-b}
      Less.
      :::

      # Solutions

      # After

      ::: {.solution}
      It stays.
      :::
      """
    let found = try words(text)
    #expect(found.contains("Text."))
    let solutions = found.components("Solutions", last: true)
    #expect(solutions.contains("Solution 1 Nothing. Solution 2 Less."), "\(found)")
    #expect(found.contains("Solution It stays."))
  }

  @Test func `lists the first lines of its poems`() throws {
    let text = """
      # The Rope

      ```verse
      Tyger tyger, burning bright,
      In the forests of the night
      ```

      # The Quay

      ```verse
      “A slumber did my spirit seal;
      I had no human fears:

      No motion has she now
      ```

      # Index of First Lines
      """
    let found = try words(text)
    #expect(found.contains("“A slumber did my spirit seal, 2") && found.contains("Tyger tyger, burning bright, 1"))
    #expect(!found.contains("No motion has she now, "))
  }

  @Test func `proves the caption that is the last row of a table`() throws {
    let found = try words(
      "# One\n\nText.\n\n<table>\n<tr><th>A</th></tr>\n<tr><td>one</td></tr>\n<caption>Caption last</caption>\n</table>\n\nMore.\n"
    )
    #expect(found.contains("Text. Caption last A one More."))
  }
}

extension String {
  /// How often words stand in it.
  fileprivate func components(_ words: String) -> Int { ranges(of: words).count }
  /// What follows some words the last time.
  fileprivate func components(_ words: String, last: Bool) -> String {
    ranges(of: words).last.map { String(self[$0.upperBound...]) } ?? ""
  }
}
