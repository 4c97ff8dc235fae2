import BookModel
import EPUB
import Manuscript
import Pandoc
import TestSupport
import Testing
import Units

/// Sizes that manuscripts ask for their pictures.
@Suite struct `A picture's size` {
  private func sizes(_ blocks: [Block]) -> [String] {
    blocks.compactMap { block in
      guard case .figure(let figure) = block else { return nil }
      return [figure.width, figure.height].map { size in
        switch size {
        case nil: "-"
        case .share(let share)?: "\((share * 100).rounded())%"
        case .length(let length)?: "\(length)"
        }
      }.joined(separator: " ")
    }
  }

  @Test func `is that of an EPUB's sheets and attributes, shares of boxes that are shares`() throws {
    let pictures = [
      "", "width=\"96\"", "style=\"width: 30%\"", "style=\"width: 1in; height: 50%\"", "style=\"height: 2em\"",
      "style=\"max-width: 100%\"", "style=\"max-width: 25%\"", "class=\"full\"",
    ]
    let body =
      pictures.map { "<p>Words.</p><p><img src=\"a.png\" alt=\"a\" \($0)/></p>" }.joined()
      + "<p>Words.</p><div style=\"width: 50%\"><img class=\"full\" src=\"a.png\" alt=\"a\"/></div>"
    let reading = try readEPUB(
      MadeArchive.book(
        ["<h1>One</h1>" + body], css: ".full { width: 100% }",
        items: "<item id=\"a\" href=\"a.png\" media-type=\"image/png\"/>", also: [("EPUB/a.png", "\u{1}")]),
      name: "book.epub", options: EPUBOptions())
    #expect(
      sizes(reading.book.sections[0].blocks) == [
        "- -", "72pt -", "30.0% -", "72pt -", "- 24pt", "- -", "25.0% -", "100.0% -", "50.0% -",
      ])
  }

  @Test func `has text around it where a sheet floats it, or the box that it is all of`() throws {
    let body =
      "<p>Words.</p><div class=\"l\"><img src=\"a.png\" alt=\"a\"/><p class=\"caption\">Below.</p></div>"
      + "<p><img src=\"a.png\" alt=\"a\" style=\"float: right\"/>Beside.</p><figure class=\"l\"><img src=\"a.png\" alt=\"a\"/></figure>"
      + "<p>Words.</p><div class=\"half\"><img class=\"full\" src=\"a.png\" alt=\"a\"/></div>"
    let reading = try readEPUB(
      MadeArchive.book(
        ["<h1>One</h1>" + body], css: ".l { float: left } .half { width: 2in } .full { width: 100% }",
        items: "<item id=\"a\" href=\"a.png\" media-type=\"image/png\"/>", also: [("EPUB/a.png", "\u{1}")]),
      name: "book.epub", options: EPUBOptions())
    let blocks = reading.book.sections[0].blocks
    let edges = blocks.compactMap {
      if case .figure(let figure) = $0 { figure.runaround.map { "\($0)" } ?? "-" } else { nil }
    }
    #expect(edges == ["left", "right", "left", "-"])
    #expect(sizes(blocks).last == "144pt -")
    let words = blocks.compactMap {
      if case .paragraph(let paragraph) = $0 { paragraph.inlines.plainText } else { nil }
    }
    #expect(words.contains("Beside."))
  }

  @Test func `is that of pandoc's attributes`() throws {
    let image = { (values: String) in
      #"{"t":"Para","c":[{"t":"Image","c":[["",[],[\#(values)]],[],["a.png",""]]}]}"#
    }
    let tree = [#"["width","40%"]"#, #"["height","1in"]"#, #"["style","width: 30%;"]"#, ""].map(image)
    let reading = try readPandoc(
      Array(#"{"pandoc-api-version":[1,23],"meta":{},"blocks":[\#(tree.joined(separator: ","))]}"#.utf8), name: "a.json"
    )
    #expect(sizes(reading.book.sections.flatMap(\.blocks)) == ["40.0% -", "- 72pt", "30.0% -", "- -"])
    let placed = try readPandoc(
      Array(
        #"""
        {"pandoc-api-version":[1,23],"meta":{},"blocks":[
        {"t":"Para","c":[{"t":"Image","c":[["",["align-right"],[]],[],["a.png",""]]},{"t":"Space"},{"t":"Str","c":"Words"}]},
        {"t":"Figure","c":[["",["left"],[]],[null,[]],[{"t":"Plain","c":[{"t":"Image","c":[["",[],[]],[],["a.png",""]]}]}]]}]}
        """#.utf8), name: "a.json")
    let edges = placed.book.sections.flatMap(\.blocks).compactMap { block in
      if case .figure(let figure) = block { figure.runaround } else { nil }
    }
    #expect(edges == [.right, .left])
  }
}
