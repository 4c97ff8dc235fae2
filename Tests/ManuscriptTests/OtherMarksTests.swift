import BookModel
import Manuscript
import Testing

/// Tables and marks of other programs, as rows between bars and what there is already.
@Suite struct `Marks of other programs` {
  private func rows(_ block: Block) -> [String] {
    guard case .table(let table) = block else { return [] }
    return (table.head.map { ["head"] + $0.map(\.plainText) } + table.rows.map { $0.map(\.plainText) })
      .map { $0.joined(separator: "|") }
  }

  static let tables: [(text: String, wanted: [String], alignments: [Table.Alignment])] = [
    (
      "  Right Left   Default\n------- ------ --------\n     12 a      b c\n    123 d e    f\n",
      ["head|Right|Left|Default", "12|a|b c", "123|d e|f"], [.trailing, .leading, .leading]
    ),
    (
      "------- ------\n     12 a\n    123 b\n------- ------\n", ["12|a", "123|b"], [.trailing, .leading]
    ),
    (
      "----------------------\n Fruit     What it is\n---------- -----------\n Apple     Red and\n           round\n\n Pear      Green\n----------------------\n",
      ["head|Fruit|What it is", "Apple|Red and round", "Pear|Green"], [.centre, .leading]
    ),
    (
      "+-------+--------+\n| Fruit | Price  |\n+=======+=======:+\n| Apple | 1 | 2  |\n| red   |        |\n+-------+--------+\n| Pear  | 2      |\n+-------+--------+\n",
      ["head|Fruit|Price", "Apple red|1 | 2", "Pear|2"], [.leading, .trailing]
    ),
    (
      "+-----+-------+\n| A   | B     |\n+=====+=======+\n| one | two   |\n|     +-------+\n|     | three |\n+-----+-------+\n| six | seven |\n+-----+-------+\n",
      ["head|A|B", "one|two", "|three", "six|seven"], [.leading, .leading]
    ),
  ]

  @Test(arguments: tables)
  func `tables of pandoc's kinds are tables`(text: String, wanted: [String], alignments: [Table.Alignment]) throws {
    let reading = try readMarkdownBook("# One\n\nBefore.\n\n\(text)\nTable: Of *fruit*\n\nBehind.\n")
    let tables = reading.blocks.filter { if case .table = $0 { true } else { false } }
    #expect(tables.map(rows) == [wanted])
    if case .table(let table)? = tables.first { #expect(table.columns == alignments) }
    var caption = ""
    reading.blocks.dropFirst(2).first?.visitParts(text: { words, _ in caption += words.plainText }) { _ in }
    #expect(caption.hasSuffix("Of fruit"))
    #expect(reading.blocks.last?.paragraph?.inlines.plainText == "Behind.")
    #expect(reading.diagnostics.isEmpty, "\(reading.said)")
  }

  static let texts: [(text: String, wanted: String)] = [
    ("A {++new++} word{--s--} {~~old~>young~~} {==here==}.", "A new word young here."),
    ("`{++code++}` stays.", "{++code++} stays."),
    ("A {--word --}here.", "A here."),
  ]

  @Test(arguments: texts)
  func `changes are read as accepted`(text: String, wanted: String) throws {
    let reading = try readMarkdownBook("# One\n\n\(text)\n")
    #expect(reading.blocks.first?.paragraph?.inlines.plainText == wanted)
  }

  @Test func `comments on a text are left out and counted`() throws {
    let reading = try readMarkdownBook("# One\n\nA{>>why?<<} word{>>so<<}.\n")
    #expect(reading.blocks.first?.paragraph?.inlines.plainText == "A word.")
    #expect(reading.diagnostics.map(\.code) == ["comments-left-out"])
  }

  static let boxes: [(text: String, kind: Callout.Kind, title: String)] = [
    ("W> Mind *this*.\nW> More.", .warning, ""), ("A> ## Aside\nA>\nA> Mind this.", .titled, "Aside"),
    ("{% hint style=\"danger\" %}\nMind this.\n{% endhint %}", .danger, ""),
    ("{blurb, class: tip}\nMind this.\n{/blurb}", .tip, ""),
  ]

  @Test(arguments: boxes)
  func `boxes are call-outs`(text: String, kind: Callout.Kind, title: String) throws {
    let reading = try readMarkdownBook("# One\n\nBefore.\n\n\(text)\n\nBehind.\n")
    let found = reading.blocks.compactMap { if case .callout(let callout) = $0 { callout } else { nil } }
    #expect(found.map(\.kind) == [kind] && found.first?.title.plainText == title)
    #expect(found.first?.blocks.first?.paragraph?.inlines.plainText.hasPrefix("Mind this.") == true)
    #expect(reading.blocks.last?.paragraph?.inlines.plainText == "Behind.")
  }

  @Test func `cells are code without their options, or nothing`() throws {
    let cell = { (options: String) in "```{python}\n\(options)print(1)\n```\n\n" }
    let reading = try readMarkdownBook(
      "# One\n\n" + cell("#| label: fig\n#| fig-cap: x\n") + cell("#| echo: false\n") + "Behind.\n")
    let code = reading.blocks.compactMap {
      if case .preformatted(let code) = $0 { code.lines.map(\.text) } else { nil }
    }
    #expect(code == [["print(1)"]] && reading.diagnostics.map(\.code) == ["cells-not-run"])
  }

  @Test func `a foot that is written first stands last`() throws {
    let table =
      "<table><tfoot><tr><td>Sum</td></tr></tfoot><tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody></table>"
    let reading = try readMarkdownBook("# One\n\n\(table)\n")
    #expect(reading.blocks.map(rows) == [["1", "2", "Sum"]])
  }

  @Test func `pictures of one line stand side by side, each with what is asked of it`() throws {
    var options = MarkdownOptions()
    options.hasImage = { _ in true }
    let reading = try readMarkdownBook(
      "# One\n\n![A ford](a.png width=50%) ![A mill](b.png)\n\n![A ford](a.png)\n![A mill](b.png)\n", options: options)
    guard case .table(let table)? = reading.blocks.first else { return #expect(Bool(false)) }
    var figures: [Figure] = []
    reading.blocks[0].visitFigures { figures.append($0) }
    #expect(table.rows.count == 1 && figures.map(\.caption.plainText) == ["A ford", "A mill"])
    #expect(figures[0].width == .share(1) && reading.blocks.count == 3)
  }
}
