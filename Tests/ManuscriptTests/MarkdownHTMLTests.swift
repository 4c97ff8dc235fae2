import BookModel
import Manuscript
import Testing

@Suite struct `Raw HTML in Markdown` {
  private func table(_ text: String) throws -> Table {
    for case .table(let table) in try readMarkdownBook(text).book.sections.flatMap(\.blocks) { return table }
    throw NoTable()
  }
  private struct NoTable: Error {}
  private func blocks(_ text: String) throws -> [Block] { try readMarkdownBook(text).book.sections.flatMap(\.blocks) }

  @Test func `tables have their heads, spans and sides`() throws {
    let table = try table(
      """
      <table>
        <thead><tr><th>Name</th><th>Price &amp; tax</th></tr></thead>
        <tr><td>Apple <b>red</b></td><td align="right">1.20</td></tr>
        <tr><td colspan="2">Pear<br>green</td></tr>
        <tr><td rowspan="2">a<td>b<tr><td>c
      </table>
      """)
    #expect(table.head.map { $0.map(\.plainText) } == [["Name", "Price & tax"]])
    #expect(
      table.rows.map { $0.map(\.plainText) } == [["Apple red", "1.20"], ["Pear green", ""], ["a", "b"], ["", "c"]])
    #expect(table.columns == [.leading, .trailing])
    #expect(table.rows[1][0].columns == 2 && table.rows[2][0].rows == 2 && table.rows[3][0].isCovered)
  }

  @Test func `a first row of nothing but names is the head`() throws {
    let table = try table("<table><tr><th>A</th><th>B</th></tr><tr><th>x</th><td>1</td></tr></table>")
    #expect(table.head.count == 1 && table.rows.map { $0.map(\.isHead) } == [[true, false]])
  }

  @Test func `cells that blank lines open hold Markdown`() throws {
    let table = try table(
      "<table>\n<tr>\n<td>\n\n*One*\n\n- a\n- b\n\n</td>\n<td>Two</td>\n</tr>\n</table>\n\nAfter.\n")
    #expect(table.rows[0][0].blocks.count == 2 && table.rows[0][1].plainText == "Two")
    guard case .list? = table.rows[0][0].blocks.last else {
      Issue.record("no list")
      return
    }
  }

  @Test func `lists, definitions, quotations and figures are such`() throws {
    let made = try blocks(
      """
      # A

      <ul><li>One</li><li>Two<ol type="a" start="3"><li>x</li></ol></li></ul>

      <dl><dt>Term</dt><dd>Meaning</dd></dl>

      <blockquote><p>Words.</p><p>— Nobody</p></blockquote>

      <h4>Head</h4>

      <details><summary>More</summary>Hidden.</details>

      <figure><img src="p.png" alt="The words"><figcaption>The <em>words</em></figcaption></figure>
      """)
    guard case .list(let list) = made[0], case .list(let inner)? = list.items[1].blocks.last else {
      Issue.record("\(made)")
      return
    }
    #expect(list.start == nil && inner.start == 3 && inner.counting == .lowerLetters)
    guard case .paragraph(let term) = made[1], case .list(let meaning) = made[2], case .quotation(let quoted) = made[3],
      case .heading(let head) = made[4], case .paragraph(let summary) = made[5], case .figure(let figure)? = made.last
    else {
      Issue.record("\(made)")
      return
    }
    #expect(term.isFlush && meaning.counting == .none && quoted.attribution?.inlines.plainText == "— Nobody")
    #expect(head.plainText == "Head" && summary.inlines.allSatisfy { $0.style.traits.contains(.strong) })
    #expect(figure.caption.plainText == "The words" && figure.alternative == "The words")
  }

  @Test func `pictures that are not to be had are said in their own words`() throws {
    let options = MarkdownOptions(hasImage: { _ in false })
    func text(_ markdown: String) throws -> String {
      let book = try readMarkdownBook(markdown, options: options).book
      guard case .figure(let figure)? = book.sections.first?.blocks.first else { return BookWords(book).text }
      #expect(figure.image == nil)
      return "figure: " + figure.caption.plainText
    }
    #expect(try text("![A map](m.png \"The map\")\n") == "figure: The map")
    #expect(try text("![A map](m.png){width=50%}\n") == "figure: A map")
    #expect(try text("![Far](http://a.b/c.png){.here}\n") == "figure: Far")
    let inLine = "Words ![a map](m.png) and <img src=\"http://a/b\" alt=\"an icon\">.\n"
    #expect(try text(inLine) == "Words a map and an icon.\n")
    let badge = "<p align=\"center\"><img src=\"http://a/b\" alt=\"Logo\"> <a href=\"#x\">Use</a></p>\n"
    #expect(try text(badge) == "Logo Use\n")
  }

  @Test func `style sheets are left out and said`() throws {
    let reading = try readMarkdownBook("<style>\np { color: red }\n</style>\n\nWords.\n")
    #expect(BookWords(reading.book).text == "Words.\n")
    #expect(reading.report.dropped.map(\.lines) == [1...3])
  }

  @Test func `a note that is said again goes with all its lines`() throws {
    let reading = try readMarkdownBook("- a[^1]\n\n  [^1]: b\n  [^1]: c\n  more\n\n      still more\n\nEnd.\n")
    #expect(reading.report.dropped.map(\.lines) == [4...7])
    let quoted = try readMarkdownBook("> a[^1]\n>\n> [^1]: b\n> [^1]: c\n> more\n>\n> End.\n")
    #expect(quoted.report.dropped.map(\.lines) == [4...5])
  }

  @Test func `a comment that nothing closes is set, and told`() throws {
    let made = try readMarkdownBook("# One\n\nBefore.\n\n<!-- a note\n\nMore text.\n\n# Two\n\nThe end.\n")
    #expect(made.book.sections.count == 2)
    #expect(made.diagnostics.map(\.code) == ["comment-unclosed"])
    #expect(BookWords(made.book).text.contains("More text"))
    let closed = try readMarkdownBook("# One\n\n<!-- a\n\nnote -->\n\nText.\n\n<!-->\n\nThe end.\n")
    #expect(closed.diagnostics.isEmpty && !BookWords(closed.book).text.contains("note"))
  }

  @Test(arguments: [
    "<div align=\"center\">\n\n**Words** here\n\n</div>", "<center>\n\nWords\n\nmore words\n\n</center>",
    "<p style=\"text-align: center\">Words</p>",
  ])
  func `what is to stand in the middle does, over blank lines too`(_ html: String) throws {
    let made = try readMarkdownBook("# One\n\nBefore.\n\n\(html)\n\nBehind.\n")
    let placements = made.blocks.compactMap { if case .paragraph(let words) = $0 { words.placement } else { nil } }
    #expect(placements.first == .justified && placements.last == .justified)
    #expect(placements.count > 2 && placements.dropFirst().dropLast().allSatisfy { $0 == .centred })
    let right = try readMarkdownBook("# One\n\nBefore.\n\n\(html.replacing("center\"", with: "right\""))\n\nBehind.\n")
    let places = right.blocks.compactMap { if case .paragraph(let words) = $0 { words.placement } else { nil } }
    #expect(html.hasPrefix("<center") || places.dropFirst().dropLast().allSatisfy { $0 == .trailing })
    // what opens a chapter does so within it as well
    #expect(try readMarkdownBook("<div align=\"center\">\n\n# One\n\n</div>\n\nText.\n").book.sections.count == 1)
  }
}
