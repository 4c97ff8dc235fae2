import Foundation
import Testing

@Suite("octavo render")
struct RenderTests {
  @Test("pictures go into a folder that is made for them, one a page")
  func pictures() throws {
    let folder = try Folder()
    let run = try Program.run(["render", "book.txt", "--png", "out/pages", "--dpi", "36"], in: folder)
    #expect(run.code == 0 && run.text.isEmpty)
    #expect(run.messages == "out/pages: 3 pictures, … s, 0 warnings\n")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.at("out/pages")).sorted()
    #expect(names == ["book-001.png", "book-002.png", "book-003.png"])
    #expect(folder.bytes(of: "out/pages/book-001.png")?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
  }

  @Test("chosen pages alone are drawn, by their printed folios")
  func chosen() throws {
    let folder = try Folder()
    #expect(try Program.run(["render", "book.txt", "--svg", ".", "--pages", "1", "-q"], in: folder).code == 0)
    #expect(folder.names == ["book.txt", "book-003.svg"])
    let first = folder.bytes(of: "book-003.svg")
    #expect(try Program.run(["render", "book.txt", "--svg", ".", "--pages", "1", "-q"], in: folder).code == 0)
    #expect(first != nil && folder.bytes(of: "book-003.svg") == first)
  }

  @Test(
    "what it cannot do is said in its own words",
    arguments: [
      ([], "octavo: error: neither --png nor --svg says where pictures go\n"),
      (["--png", "a", "--svg", "b"], "octavo: error: --png and --svg cannot be given together\n"),
      (["--svg", "a", "--dpi", "90"], "octavo: error: --dpi means nothing for SVG\n"),
      (["--png", "a", "--dpi", "5"], "octavo: error: \"5\" is no value for --dpi\n"),
      (["--png", "a", "--pages", "1-x-3"], "octavo: error: \"1-x-3\" is no page or range of pages for --pages\n"),
      (["--png", "a", "--pages", "9"], "book.txt: error: the book has no page 9\n"),
      (["--png", ""], "octavo: error: --png names no folder\n"),
    ])
  func messages(arguments: [String], message: String) throws {
    let folder = try Folder()
    let run = try Program.run(["render", "book.txt"] + arguments, in: folder)
    #expect(run.code == 2)
    #expect(run.said.hasPrefix(message))
    #expect(!folder.names.contains { $0.hasSuffix(".png") || $0.hasSuffix(".svg") })
  }

  @Test("a folder that cannot be made is named")
  func folder() throws {
    let folder = try Folder()
    let run = try Program.run(["render", "book.txt", "--png", "book.txt"], in: folder)
    #expect(run.code == 5 && run.said.hasPrefix("book.txt: error: not a folder\n"))
  }

  @Test("a manuscript with errors ends it as it ends build, and no picture is drawn")
  func errors() throws {
    let folder = try Folder()
    try folder.put("# One\n\n![A map](maps/delta.png)\n", in: "book.md")
    let run = try Program.run(["render", "book.md", "--png", "out"], in: folder)
    let build = try Program.run(["book.md"], in: folder)
    #expect(run.code == 1 && run.said == build.said && run.said.contains("1 error in the manuscript"))
    #expect(folder.names == ["book.txt", "book.md"])
  }

  @Test("a page's break is explained, a chapter is drawn alone")
  func options() throws {
    let folder = try Folder()
    let run = try Program.run(["render", "book.txt", "--svg", "out", "--explain-page", "1"], in: folder)
    #expect(run.code == 0 && run.said.contains("note: page 1 is a recto"))
    let none = try Program.run(["render", "book.txt", "--svg", "out", "--chapter", "3"], in: folder)
    #expect(none.code == 2 && none.said.hasPrefix("book.txt: error: the book has no chapter 3\n"))
  }

  @Test(arguments: ["# One\n\nA chapter.\n\n# Two\n\nAnother.\n", "No chapter at all.\n"])
  func `A book is shown in every theme, a picture each, on one page`(text: String) throws {
    let folder = try Folder()
    try folder.put(text, in: "book.md")
    let shown = try Program.run(["themes", "book.md", "--png", "looks"], in: folder)
    #expect(shown.code == 0, "\(shown.said)")
    let page = String(decoding: try #require(folder.bytes(of: "looks/index.html")), as: UTF8.self)
    var pictures: Set<Data> = []
    for name in ["octavo", "classic", "marlowe", "orbit", "large-print"] {
      #expect(page.contains("<img src=\"\(name).png\""))
      pictures.insert(try #require(folder.bytes(of: "looks/\(name).png")))
    }
    #expect(pictures.count == 5)
    // faces that are not there are named where they are not seen
    let fonts = try Program.run(["build", "book.md", "--theme", "runa", "-o", "a.pdf"], in: folder)
    let isMissing = fonts.said.contains("no font family is called")
    #expect(page.contains("<em>no font family is called") == isMissing && shown.said.contains("runa") == isMissing)
    let nowhere = try Program.run(["themes", "book.md"], in: folder)
    #expect(nowhere.code == 2 && nowhere.said.contains("octavo themes book.md --png looks"), "\(nowhere.said)")
  }
}
