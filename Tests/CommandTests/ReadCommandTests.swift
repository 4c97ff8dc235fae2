import Foundation
import Testing

@Suite("octavo read and watch")
struct ReadCommandTests {
  @Test("what cannot be read or served is said before anything is opened")
  func refusals() throws {
    let folder = try Folder()
    for (arguments, message) in [
      (["read", "-", "--watch"], "octavo: error: standard input cannot be watched\n"),
      (["watch", "-", "-o", "a.pdf"], "octavo: error: standard input cannot be watched\n"),
      (["read", "book.txt", "--port", "70000"], "octavo: error: 70000 is no port\n"),
      (["read", "book.txt", "--export", "a", "--watch"], "octavo: error: --export writes files, and --watch is for"),
      (["read", "book.txt", "--export", ""], "octavo: error: --export names no folder\n"),
      (["read", "book.txt", "--font", "No Such Font", "--no-open"], "octavo: error: no font family is called"),
      (["studio", "-"], "octavo: error: standard input has no folder for what is chosen\n"),
      (["studio", "book.txt", "--port", "-1"], "octavo: error: "),
      (["studio", "nowhere.txt"], "nowhere.txt: error: "),
    ] {
      let run = try Program.run(arguments, in: folder)
      #expect(run.said.hasPrefix(message), "\(run.said)")
      let isUsage = !arguments.contains("--font") && !arguments.contains("nowhere.txt")
      #expect(run.code == (isUsage ? 2 : 1) && run.text.isEmpty)
    }
    #expect(folder.names == ["book.txt"])
  }

  @Test("an exported book is whole, and the same each time")
  func export() throws {
    let folder = try Folder()
    try folder.put("# One\n\nWords </script> and *more*[^1].\n\n[^1]: A note.\n", in: "book.md")
    #expect(try Program.run(["read", "book.md", "--export", "out/a"], in: folder).code == 0)
    #expect(try Program.run(["read", "book.md", "--export", "out/b"], in: folder).code == 0)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.at("out/a")).sorted()
    for name in [
      "index.html", "reader.js", "input.js", "reader.css", "book.js", "words.js", "phone/0.js", "usual/0.js",
      "large/0.js",
      "fonts/0.otf",
    ] {
      #expect(names.contains(name), "\(name)")
    }
    for name in names where folder.bytes(of: "out/a/" + name) != nil {
      #expect(folder.bytes(of: "out/a/" + name) == folder.bytes(of: "out/b/" + name), "\(name)")
    }
    // the letters that the pages show, and those of Latin text; all of EB Garamond are half a megabyte
    let fonts = names.filter { $0.hasPrefix("fonts/") }.compactMap { folder.bytes(of: "out/a/" + $0) }
    #expect(
      fonts.count > 1
        && fonts.allSatisfy {
          $0.count < 100_000 && ($0.starts(with: Array("OTTO".utf8)) || $0.starts(with: [0, 1, 0, 0]))
        })
    #expect(folder.text(of: "out/a/index.html")?.contains("book.js") == true)
    #expect(folder.text(of: "out/a/usual/0.js")?.contains("</script>") == false)
  }

  @Test("pictures are exported as what they are, whatever they are called, and run nothing")
  func exportedPictures() throws {
    let folder = try Folder()
    let pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    try #require(Data(base64Encoded: pixel)).write(to: URL(fileURLWithPath: folder.at("map.jpg")))
    try folder.put(
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><script>alert(1)</script></svg>", in: "sign.svg")
    // one dot of grey (TIFF 6.0, sections 2 and 4)
    func entry(_ tag: UInt8, _ value: UInt8) -> [UInt8] { [tag, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0] }
    let tiff: [UInt8] =
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 8, 0] + entry(0, 1) + entry(1, 1) + entry(2, 8) + entry(3, 1) + entry(6, 1)
      + entry(17, 110) + entry(22, 1) + entry(23, 1) + [0, 0, 0, 0, 128]
    try Data(tiff).write(to: URL(fileURLWithPath: folder.at("grey.tif")))
    try folder.put("![a](map.jpg)\n\n![b](sign.svg)\n\n![c](grey.tif)\n", in: "pictures.md")
    #expect(try Program.run(["read", "pictures.md", "--export", "out"], in: folder).code == 0)
    #expect(folder.bytes(of: "out/pictures/0.png")?.starts(with: [0x89, 0x50]) == true)
    #expect(folder.text(of: "out/pictures/1.svg")?.contains("script") == false)
    #expect(folder.bytes(of: "out/pictures/2.png")?.starts(with: [0x89, 0x50]) == true)
    #expect(folder.text(of: "out/index.html")?.contains("default-src 'none'; script-src 'self'") == true)
  }

  @Test("the PDF is made again when the manuscript is saved, and stays where it cannot be read")
  func watch() throws {
    let folder = try Folder()
    try folder.put("# One\n\nWords.\n", in: "book.md")
    try folder.put("based-on: octavo\n", in: "my.yaml")
    let child = try Program.start(
      program: try Program.path(),
      ["watch", "book.md", "-o", "book.pdf", "--format", "short", "--theme", "./my.yaml"], in: folder)
    defer { kill(child.process.processIdentifier, SIGKILL) }
    func wait(_ isDone: () -> Bool) -> Bool {
      for _ in 0..<600 {
        if isDone() { return true }
        usleep(50_000)
      }
      return false
    }
    #expect(wait { folder.bytes(of: "book.pdf") != nil })
    let first = folder.bytes(of: "book.pdf")
    // the folder is watched from before the first PDF on
    try folder.put("# One\n\nOther words.\n", in: "new.md")
    rename(folder.at("new.md"), folder.at("book.md"))
    #expect(wait { folder.bytes(of: "book.pdf") != first })
    let second = folder.bytes(of: "book.pdf")
    try folder.put("---\ntrim: a55\n---\n\n# One\n\nOther words.\n", in: "book.md")
    #expect(wait { (try? String(contentsOfFile: child.messages, encoding: .utf8))?.contains("a55") == true })
    #expect(folder.bytes(of: "book.pdf") == second)
    // what is named and not there yet is waited for; so is a theme
    try folder.put("# One\n\n![](pictures/map.png)\n", in: "book.md")
    #expect(wait { (try? String(contentsOfFile: child.messages, encoding: .utf8))?.contains("map.png") == true })
    mkdir(folder.at("pictures"), 0o755)
    let pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    try #require(Data(base64Encoded: pixel)).write(to: URL(fileURLWithPath: folder.at("pictures/map.png")))
    #expect(wait { folder.bytes(of: "book.pdf") != second })
    let third = folder.bytes(of: "book.pdf")
    try folder.put("based-on: octavo\nelements:\n  chapter-title: {size: 30pt}\n", in: "my.yaml")
    #expect(wait { folder.bytes(of: "book.pdf") != third })
  }
}
