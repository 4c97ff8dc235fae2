import BookModel
import Manuscript
import Testing
import Units

/// What a Markdown manuscript asks of its pictures.
@Suite struct `A picture in Markdown` {
  private func figures(_ text: String) throws -> (figures: [Figure], said: [String], reading: ManuscriptReading) {
    let reading = try readMarkdownBook(text)
    return (
      reading.blocks.compactMap { if case .figure(let figure) = $0 { figure } else { nil } }, reading.said, reading
    )
  }

  @Test(
    "has the size that braces ask for",
    arguments: [
      ("width=60%", Figure.Size.share(0.6), nil, Figure.Placement.floats),
      ("width=5cm height=\"2in\"", .length(Length(points: 5 * 72 / 2.54)), .length(Length(points: 144)), .floats),
      ("#sea .here width=96px", .length(Length(points: 72)), nil, .here), (".full-page", nil, nil, .page),
      (".bleed", nil, nil, .bleed),
    ] as [(String, Figure.Size?, Figure.Size?, Figure.Placement)])
  func sizes(braces: String, width: Figure.Size?, height: Figure.Size?, placement: Figure.Placement) throws {
    let found = try figures("![The sea](a.png \"A caption\"){\(braces)}\n")
    let figure = try #require(found.figures.first)
    #expect(figure.width == width && figure.height == height && figure.placement == placement)
    #expect(figure.caption.plainText == (placement == .bleed ? "" : "A caption"))
    #expect(found.said.count == (placement == .bleed ? 1 : 0))
    #expect(found.reading.report.dropped.contains { $0.why == "attributes of a picture" })
  }

  /// Google Docs writes all of its pictures so, at the end of the text.
  @Test func `may stand in the text itself, as letters`() throws {
    let found = try figures("Before.\n\n![][image1]\n\nBehind.\n\n[image1]: <data:image/png;base64,iVBORw0KGgo=>\n")
    #expect(found.figures.count == 1 && found.said.isEmpty)
    let name = try #require(found.figures.first?.image)
    #expect(found.reading.book.pictures[name] == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  }

  @Test func `has that size in a line too`() throws {
    let found = try figures("The ![sea *side*](a.png){width=40% height=3mm} and ![sky](b.png){.bleed foo=1}bar.\n")
    guard case .paragraph(let text)? = found.reading.blocks.last else { return #expect(Bool(false)) }
    #expect(text.inlines.plainText == "The  and bar.")
    let pictures = text.inlines.filter { if case .image = $0.content { true } else { false } }.map(\.style.extras)
    #expect(pictures.map(\.width) == [.share(0.4), nil])
    #expect(pictures.map(\.height) == [.length(Length(points: 3 * 72 / 25.4)), nil])
    #expect(pictures.map(\.alternative) == ["sea side", "sky"])
    #expect(found.reading.report.dropped.count { $0.why == "attributes of a picture" } == 2)
    #expect(
      found.said == [
        "book.md:1:52: warning: \"foo=1\" asks nothing of a picture that octavo knows",
        "book.md:1:52: warning: a picture within a line has no page of its own",
      ])
  }

  @Test(
    "has text around it where that is asked, and stands before its paragraph then",
    arguments: [
      ("![a](a.png){.left}\n", Figure.Edge.left), ("![a](a.png){.outside width=30%}\n", .outside),
      ("![a](a.png){.float-right}\n", .right), ("![a](a.png){style=\"float: inside\"}\n", .inside),
      ("<img src=\"a.png\" align=\"right\">\n", .right), ("<img src=\"a.png\" class=\"alignleft\">\n", .left),
      ("<figure style='float:right'><img src='a.png'><figcaption>b</figcaption></figure>\n", .right),
      ("![a](a.png){.right} Words around it.\n", .right),
      ("Words <img src=\"a.png\" style=\"float:left\"/> around it.\n", .left),
    ] as [(String, Figure.Edge)])
  func runarounds(text: String, edge: Figure.Edge) throws {
    let found = try figures("# One\n\n\(text)\nMore.\n")
    #expect(found.figures.map(\.runaround) == [edge] && found.said == [])
    let words = found.reading.blocks.compactMap {
      if case .paragraph(let text) = $0 { text.inlines.plainText } else { nil }
    }
    #expect(
      words.last == "More." && words.dropLast().allSatisfy { $0.hasPrefix("Words") && $0.hasSuffix("around it.") })
  }

  @Test func `keeps words in braces that ask for nothing`() throws {
    let found = try figures("![The sea](a.png) {and more}\n\n![The sea](a.png){widht=3cm .foo}\n")
    #expect(found.figures.count == 1)
    #expect(BookWords(found.reading.book).text.contains("{and more}"))
    #expect(
      found.said == [
        "book.md:3:1: warning: \"widht=3cm\" asks nothing of a picture that octavo knows",
        "book.md:3:1: warning: \".foo\" asks nothing of a picture that octavo knows",
      ])
  }

  @Test func `may be an img tag, with what pages on the web put around it`() throws {
    let found = try figures(
      """
      <p align="center"><a href="https://a.b"><img src="a.png" width="96" alt="x"></a></p>

      <figure><img src='b.png' style="width: 50%"><figcaption>Words
      below</figcaption></figure>

      <img src="c.png">

      Text with <img src="d.png" height=10> in it.
      """)
    #expect(found.figures.map(\.image) == ["a.png", "b.png", "c.png"])
    #expect(found.figures.map(\.width) == [.length(Length(points: 72)), .share(0.5), nil])
    #expect(found.figures.map(\.caption.plainText) == ["", "Words below", ""])
    #expect(found.said == [])
    #expect(
      found.reading.blocks.last.map {
        if case .paragraph(let text) = $0 { text.inlines.contains { $0.content == .image("d.png") } } else { false }
      } == true)
  }
}
