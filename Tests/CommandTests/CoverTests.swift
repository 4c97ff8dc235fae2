import Design
import Foundation
import Images
import Octavo
import Testing
import Units

@Suite struct `A cover` {
  private static let book = "---\ntitle: Of Nothing\nauthor: Nobody\n---\n\n# One\n\nWords.\n"

  private func made(_ options: [String], _ title: String = "Of Nothing") throws -> (text: String, front: PixelImage) {
    let folder = try Folder()
    try folder.put(Self.book.replacing("Of Nothing", with: title), in: "book.md")
    try folder.put("What stands on the back.\n", in: "back.txt")
    let run = try Program.run(
      ["cover", "book.md", "--page-count", "200", "--blurb", "back.txt", "--front-image", "f.png", "-o", "c.pdf"]
        + options,
      in: folder)
    #expect(run.code == 0, "\(run.said)")
    let text = try PDFText.of("c.pdf", in: folder)
    let file = folder.at("f.png")
    let bytes = try [UInt8](#require(folder.bytes(of: "f.png")))
    return (text, try decodeImage(bytes, as: inspectImage(file), width: 400))
  }

  @Test(arguments: CoverLook.Layout.allCases)
  func `has title, author and blurb once in every layout, and its colours`(layout: CoverLook.Layout) throws {
    let (text, front) = try made([
      "--cover-layout", layout.rawValue, "--paper-colour", "#fff0e0", "--accent-colour", "#203040", "--ink-colour",
      "#010101",
    ])
    for words in ["Of Nothing", "Nobody", "What stands on the back."] {
      #expect(text.components(separatedBy: words).count == 2, "\(text)")
    }
    let colours = Set(front.pixels.map { $0 & 0xFF_FFFF })
    // as shops have it, five wide and eight high
    #expect(front.width == 400 && front.height == 640)
    #expect(colours.contains(0xFFF0E0) && colours.contains(0x203040) == (layout != .plain))
  }

  @Test(arguments: ["classic", "runa", "marlowe", "handbook"])
  func `breaks no word of its title`(theme: String) throws {
    for title in ["The Lighthouse Keeper", "Verantwortungslosigkeitserklärung"] {
      let (text, _) = try made(["--theme", theme], title)
      // letters that stand wide are words of their own to who reads the page
      let lines = text.lowercased().split(separator: "\n").map { $0.filter { !$0.isWhitespace } }
      for word in title.lowercased().split(separator: " ") {
        #expect(lines.contains { $0.contains(word) }, "\(theme): \(text)")
      }
    }
  }

  @Test func `takes a blurb in any encoding, and no file that is none`() throws {
    let folder = try Folder()
    try folder.put(Self.book, in: "book.md")
    let words = "He said “Fußball”.\n\n**A quiet** masterpiece."
    try folder.put([0xFF, 0xFE] + words.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, in: "blurb.txt")
    let command = ["cover", "book.md", "--page-count", "200", "-o", "c.pdf"]
    let run = try Program.run(command + ["--blurb", "blurb.txt", "--front-image", "f.jpg"], in: folder)
    #expect(run.code == 0, "\(run.said)")
    let text = try PDFText.of("c.pdf", in: folder)
    #expect(text.contains("He said “Fußball”.") && text.contains("A quiet masterpiece."), "\(text)")
    #expect(folder.bytes(of: "f.jpg")?.starts(with: [0xFF, 0xD8, 0xFF]) == true)
    try folder.put([0x89, 0x50, 0x4E, 0x47, 0, 0, 0], in: "not.txt")
    try folder.put("no picture", in: "front.jpg")
    for (option, file) in [("--blurb", "not.txt"), ("--front-picture", "front.jpg"), ("--front-image", "f.tiff")] {
      let refused = try Program.run(command + [option, file], in: folder)
      #expect(refused.code != 0 && refused.said.contains("error:") && refused.said.contains(file), "\(refused.said)")
    }
  }

  @Test func `is as octavo.yaml says, where the command line says nothing else`() throws {
    let folder = try Folder()
    try folder.put(Self.book, in: "book.md")
    try folder.put("What stands on the back.\n", in: "back.txt")
    let look = ["--kind", "case", "--paper", "cream", "--blurb", "back.txt", "--accent-colour", "#203040"]
    func make(_ options: [String], _ name: String) throws -> Outcome {
      try Program.run(["cover", "book.md", "--page-count", "200", "-o", name, "--if-changed"] + options, in: folder)
    }
    #expect(try make(look, "a.pdf").code == 0)
    let options = "kind: case\npaper: cream\nblurb: back.txt\naccent-colour: \"#203040\"\n"
    try folder.put(options, in: "octavo.yaml")
    #expect(try make([], "b.pdf").code == 0)
    #expect(folder.bytes(of: "a.pdf") == folder.bytes(of: "b.pdf"))
    #expect(try make([], "b.pdf").said.contains("nothing has changed"))
    try folder.put("Other words.\n", in: "back.txt")
    #expect(try !make([], "b.pdf").said.contains("nothing has changed"))
    #expect(try make(["--kind", "jacket"], "c.pdf").said.contains(" mm"))
    #expect(folder.bytes(of: "c.pdf") != folder.bytes(of: "b.pdf"))
    // what is wrong is said of every command, at its place
    try folder.put("kind: hardback\n", in: "octavo.yaml")
    let wrong = try Program.run(["build", "book.md", "-o", "d.pdf"], in: folder)
    #expect(wrong.code == 2 && wrong.said.hasPrefix("octavo.yaml:1:7: error: "), "\(wrong.said)")
    // the manuscript's own keys are other programs'
    try folder.put("---\nkind: novel\npaper: a4\n---\n\n# A\n\nWords.\n", in: "other.md")
    unlink(folder.at("octavo.yaml"))
    #expect(try Program.run(["build", "other.md", "-o", "e.pdf"], in: folder).code == 0)
  }

  @Test(arguments: ["band", "block", "panel", "frame", "pattern"])
  func `sets a long title as large as its place holds`(layout: String) throws {
    let title = Array(repeating: "Extraordinary Adventures", count: 9).joined(separator: " of ")
    let (text, _) = try made(["--cover-layout", layout], title)
    #expect(text.replacing("\n", with: " ").replacing("  ", with: " ").contains("Adventures of Extraordinary"))
    #expect(text.components(separatedBy: "Extraordinary").count == 10)
  }

  @Test(arguments: Theme.all.map(\.name)) func `of every theme is read on its ground`(name: String) throws {
    let cover = try #require(Theme.named(name)).design.cover
    #expect(cover.ink.contrast(to: cover.paper) >= 4.5)
    #expect(cover.accent.contrast(to: cover.accent.bestInk(of: [cover.paper, cover.ink])) >= 4.5)
  }

  @Test(arguments: [("000000", 0xFFFFFF), ("FFFFFF", 0x000000)])
  func `has words on a picture in black or white, whichever is read`(ground: String, ink: Int) throws {
    let folder = try Folder()
    try folder.put(Self.book, in: "book.md")
    try folder.put(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"120\"><rect width=\"90\" height=\"120\" fill=\"#\(ground)\"/></svg>",
      in: "p.svg")
    let run = try Program.run(
      ["cover", "book.md", "--page-count", "200", "--front-picture", "p.svg", "--front-image", "f.png", "-o", "c.pdf"],
      in: folder)
    #expect(run.code == 0, "\(run.said)")
    let bytes = try [UInt8](#require(folder.bytes(of: "f.png")))
    let front = try decodeImage(bytes, as: inspectImage(folder.at("f.png")), width: 1600)
    // a colour's last bits are as the version of Cairo that draws it has them
    let near = { (pixel: UInt32, shift: UInt32) in abs(Int(pixel >> shift & 0xFF) - ink >> shift & 0xFF) < 3 }
    #expect(front.pixels.contains { near($0, 0) && near($0, 8) && near($0, 16) })
  }

  @Test func `of a look whose faces are not there is set in the book's, and that is said`() throws {
    let folder = try Folder()
    try folder.put(Self.book, in: "book.md")
    try folder.put(
      "elements:\n  title: {font: \"No Such Face, Nor This\"}\n  ornament: {font: No Such Face}\n", in: "look.yaml")
    let run = try Program.run(
      ["cover", "book.md", "--theme", "look.yaml", "--page-count", "300", "-o", "c.pdf"], in: folder)
    #expect(run.code == 0 && run.said.contains("no font family is called"), "\(run.said)")
    #expect(try PDFText.of("c.pdf", in: folder).contains("Of Nothing"))
  }
}
