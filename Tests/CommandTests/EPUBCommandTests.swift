import Foundation
import TestSupport
import Testing

/// `octavo book.epub`, as it is called.
@Suite("EPUB as a program reads it")
struct EPUBCommandTests {
  static let css = """
    .up { text-transform: uppercase } .dir::before { content: "(" } .dir::after { content: ")" }
    figcaption { text-transform: uppercase } .sp { letter-spacing: 0.1em }
    """
  static let bodies = [
    "<h2 class=\"up\">Chapter One</h2><p>It was a quiet morning in the printing house, and the type lay in its cases. The first line<a href=\"c2.xhtml#n1\" id=\"r1\">[1]</a> of <span class=\"sp\">spaced</span> words.</p>"
      + "<p class=\"dir\">He goes</p><p><ruby>漢<rt>kan</rt></ruby></p>",
    "<h2>Chapter Two</h2><figure><img src=\"s.css\" alt=\"Nothing\"/><figcaption>The words below are long enough</figcaption></figure>"
      + "<p>She said that the compositor had gone home.<a href=\"c2.xhtml#n2\" id=\"r2\">[2]</a></p>",
    "<h2>Notes</h2><p id=\"n1\"><a href=\"c0.xhtml#r1\">[1]</a> The <span class=\"up\">first</span> note has enough words.</p>"
      + "<p id=\"n2\"><a href=\"c1.xhtml#r2\">[2]</a> <span class=\"dir\">The second of the notes in the book</span></p>",
  ]

  @Test(
    "Words that sheets write, in another case, in notes and captions, are verified",
    .enabled(if: PDFText.reader != nil, "no pdftotext is here"))
  func verified() throws {
    let folder = try Folder()
    try folder.put(MadeArchive.book(Self.bodies, css: Self.css), in: "book.epub")
    let outcome = try Program.run(["book.epub", "--verify"], in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
    #expect(outcome.said.contains(" words verified\n"), "\(outcome.said)")
    #expect(folder.names == ["book.txt", "book.epub", "book.pdf"])
  }

  @Test(
    "The end of a line between ideographs is no blank, and others are",
    .enabled(if: PDFText.reader != nil, "no pdftotext is here"))
  func ideographs() throws {
    let folder = try Folder()
    let body = "<h2>一</h2><p>今日は天\n   気がよ<i>く\nて</i>、Word\nand 日本\nWord。</p>"
    try folder.put(MadeArchive.book([body], css: ""), in: "book.epub")
    let outcome = try Program.run(["book.epub", "--verify", "-o", "out.pdf"], in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
    #expect(try PDFText.of("out.pdf", in: folder).contains("今日は天気がよくて、Word and 日本 Word。"))
  }

  @Test("The head of a page whose elements have a prefix is none of its words")
  func prefixed() throws {
    let folder = try Folder()
    let page =
      "<?xml version=\"1.0\"?><h:html xmlns:h=\"http://www.w3.org/1999/xhtml\"><h:head><h:title>Not printed</h:title>"
      + "<h:style>p { margin: 0 }</h:style></h:head><h:body><h:h1>One</h:h1><h:p>Words <h:i>in i</h:i>talics.</h:p>"
      + "</h:body></h:html>"
    let bytes = MadeArchive.zip([
      ("mimetype", "application/epub+zip"), ("META-INF/container.xml", MadeArchive.container),
      ("EPUB/book.opf", MadeArchive.package(["c0.xhtml"])), ("EPUB/c0.xhtml", page), ("EPUB/s.css", ""),
    ])
    try folder.put(bytes, in: "book.epub")
    let outcome = try Program.run(["book.epub", "--verify"], in: folder)
    #expect(outcome.code == 0, "\(outcome.said)")
  }

  @Test("Words of contents, of entities and those that stand elsewhere than in the file are verified")
  func moved() throws {
    let folder = try Folder()
    let words = "<p>" + String(repeating: "It was a quiet morning in the printing house. ", count: 8) + "</p>"
    let table =
      "<table><tfoot><tr><td>All</td><td>5</td></tr></tfoot><tbody><tr><td>Apples</td><td>2</td></tr></tbody></table>"
    let bodies = [
      words + table + "<ol reversed=\"reversed\"><li>First</li><li>Second</li></ol>",
      "\(words)<p>The king set out<span class=\"sidenote\">His journey to the sea.</span> at dawn.</p>"
        + "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><foreignObject><p>Drawn words</p></foreignObject></svg>",
    ]
    let nav =
      "<html xmlns:epub=\"http://www.idpf.org/2007/ops\"><body><nav epub:type=\"toc\"><ol><li><span>Part One</span><ol>"
      + "<li><a href=\"c0.xhtml\">The Inn</a></li><li><a href=\"c1.xhtml\">2. The Road</a></li></ol></li></ol></nav></body></html>"
    let item = "<item id=\"n\" href=\"n.xhtml\" properties=\"nav\" media-type=\"application/xhtml+xml\"/>"
    try folder.put(MadeArchive.book(bodies, items: item, also: [("EPUB/n.xhtml", nav)]), in: "book.epub")
    let outcome = try Program.run(["book.epub", "--verify"], in: folder)
    #expect(outcome.code == 0 && outcome.said.contains(" words verified\n"), "\(outcome.said)")
  }

  /// A reader that takes an author's pages for an imprint is not believed.
  @Test(arguments: [(4, false), (40, true)])
  func `Many words in a row that stand nowhere fail the proof, unless they are kept`(sentences: Int, fails: Bool) throws
  {
    let folder = try Folder()
    let words = (1...sentences).map {
      "<p>The traveller number \($0) came over the hill, and said what had befallen all of them.</p>"
    }
    let bodies = [
      "<section epub:type=\"imprint\"><p>Made by many</p>\(words.joined())</section>",
      "<h2>One</h2><p>It was a morning.</p>",
    ]
    try folder.put(MadeArchive.book(bodies, css: ""), in: "book.epub")
    let made = try Program.run(["book.epub", "--verify"], in: folder)
    #expect(made.code == (fails ? 4 : 0), "\(made.said)")
    #expect(made.said.contains("words in a row that stand nowhere in the book were left out") == fails, "\(made.said)")
    #expect(folder.names.contains("book.pdf") != fails)
    let kept = try Program.run(["book.epub", "--verify", "--keep", "boilerplate"], in: folder)
    #expect(kept.code == 0, "\(kept.said)")
  }

  @Test("inspect tells what a book hides, by element and reason")
  func hidden() throws {
    let folder = try Folder()
    let bodies = [
      "<p>Seen.</p><p class=\"x\">Three hidden words</p><p hidden=\"\">Two more</p><p>And <b class=\"x\">one</b></p>",
      "<p>Seen, <span class=\"pagenum\">12</span> too.</p><p class=\"x\">four</p><script>no words</script><p class=\"x\"></p>",
    ]
    try folder.put(MadeArchive.book(bodies, css: ".x { display: none }"), in: "book.epub")
    let text = try Program.run(["inspect", "book.epub"], in: folder).text
    let told = text.split(separator: "\n").filter { $0.hasPrefix("hidden: ") }.map {
      String($0[..<($0.range(of: "book.epub")?.lowerBound ?? $0.endIndex)])
    }
    #expect(
      told == [
        "hidden: 4 words in 2 <p class=\"x\">, by a style sheet, first at ",
        "hidden: 2 words in 1 <p>, by their attribute \"hidden\", first at ",
        "hidden: 1 word in 1 <b class=\"x\">, by a style sheet, first at ",
        "hidden: 1 word in 1 <span class=\"pagenum\">, page numbers of another edition, first at ",
      ], "\(text)")
    let json = try Program.run(["inspect", "book.epub", "--format", "json"], in: folder).text
    #expect(
      json.contains(
        "{\"element\":\"<b class=\\\"x\\\">\",\"reason\":\"sheet\",\"places\":1,\"words\":1,\"first\":\"book.epub/"),
      "\(json)")
    let kept = try Program.run(["inspect", "book.epub", "--keep", "page-numbers", "--respect-css", "none"], in: folder)
      .text
    #expect(kept.split(separator: "\n").count { $0.hasPrefix("hidden: ") } == 1, "\(kept)")
    let css = "body { visibility: hidden } p { visibility: visible }"
    try folder.put(MadeArchive.book(["<p>Seen.</p>", "Two words <i>and</i> one"], css: css), in: "body.epub")
    let body = try Program.run(["inspect", "body.epub"], in: folder).text
    #expect(body.contains("hidden: 3 words in 2 <body>, by a style sheet, first at body.epub/"), "\(body)")
    #expect(body.contains("hidden: 1 word in 1 <i>, by a style sheet, first at body.epub/"), "\(body)")
  }

  /// Programs that read EPUB with a ZIP, an XML and a CSS of their own see the same letters.
  @Test("mutool reads the same letters from the EPUB and from its PDF")
  func sameLetters() throws {
    guard let mutool = Program.onPath("mutool") else { return print("skipped: no mutool on the path") }
    let folder = try Folder()
    var books: [(path: String, from: String, to: String)] = []
    try folder.put(
      MadeArchive.book(["<h2>One</h2><p>Letters &amp; <i>more</i> &mdash; é</p>", "<h2>Two</h2><p>End.</p>"]),
      in: "made.epub")
    books.append((folder.at("made.epub"), "", ""))
    // mutool shows the headings that Standard Ebooks puts beside the page
    let shared = [
      ("pg11-alice-images", "", ""),
      ("se-sherlock-holmes", "thisebookistheproduct", "theadventuresofsherlockholmeswaspublished"),
    ]
    for (name, start, end) in shared {
      if let path = SharedBooks.path("books/epub/\(name).epub") { books.append((path, start, end)) }
    }
    for (book, start, end) in books {
      let all = "boilerplate,contents,title-page,cover,transcriber-notes,page-numbers"
      let options = ["--header", "", "--footer", "", "--no-title-page", "--no-toc", "--no-hyphenate", "--keep", all]
      let outcome = try Program.run([book, "-q", "-o", "made.pdf"] + options, in: folder)
      #expect(outcome.code == 0, "\(outcome.said)")
      let found = [book, folder.at("made.pdf")].map { (file: String) -> String in
        let letters = Self.letters(Program.output(mutool, ["draw", "-q", "-F", "txt", file]))
        guard !start.isEmpty else { return letters }
        guard let first = letters.range(of: start), let last = letters.range(of: end) else { return "" }
        return letters[first.lowerBound..<last.lowerBound].replacingOccurrences(of: "colophon", with: "")
      }
      #expect(!found[0].isEmpty)
      let same = zip(found[0], found[1]).prefix { $0 == $1 }.count
      #expect(
        found[0] == found[1],
        "\(book): \(found[0].dropFirst(max(0, same - 20)).prefix(60)) is \(found[1].dropFirst(max(0, same - 20)).prefix(60))"
      )
    }
  }

  @Test("Lengths of the file's own sheet are kept where they are wanted")
  func wholeSheets() throws {
    let folder = try Folder()
    let text =
      "<p class=\"NAME\">The compositor looked up, shook his head, and went on setting line after line of it.</p>"
    let body = ["a", "b", "c", "d"].map { text.replacingOccurrences(of: "NAME", with: $0) }.joined()
    let css = """
      p { margin: 0; text-indent: 2em } .b { margin: 1em 0 1em 4em; text-indent: -3em } .c { text-indent: 0 }
      .d { text-align: center }
      """
    try folder.put(MadeArchive.book(["<h2>One</h2>" + body], css: css), in: "book.epub")
    func places(_ options: [String]) throws -> [[Double]] {
      let outcome = try Program.run(["book.epub", "--dump", "pages"] + options, in: folder)
      #expect(outcome.code == 0, "\(outcome.said)")
      var found: [[Double]] = []
      for row in outcome.text.split(separator: "\n") {
        let fields = row.split(separator: " ")
        guard fields.count > 8, fields[0] == "2", fields[2] == "text", fields[6] == "11.00" else { continue }
        found.append([Double(fields[3]) ?? 0, Double(fields[4]) ?? 0])
      }
      return found
    }
    let made = try places(["--respect-css", "full", "--no-justify"])
    let left = made.map { $0[0] }.min() ?? 0
    // first lines from the edge in ems, and the lines further in below them
    let ems = made.prefix(6).map { place -> Int in Int(((place[0] - left) / 11).rounded()) }
    #expect(ems == [2, 0, 1, 4, 0, 0], "\(made)")
    let white = [(2, 1), (4, 3)].map { (below, above) -> Double in (made[below][1] - made[above][1]) / 14 }
    #expect(white.map { Int($0.rounded()) } == [2, 2], "\(made)")
    let usual = try places(["--no-justify"])
    #expect(usual.prefix(6).allSatisfy { $0[0] - left < 14 }, "\(usual)")
  }

  @Test("The marks of a list stand at the right where its lines begin there")
  func marksAtTheRight() throws {
    let folder = try Folder()
    try folder.put(MadeArchive.book(["<h2>One</h2><ul><li>שלום</li><li>left</li></ul>"]), in: "book.epub")
    let rows = try Program.run(["book.epub", "--dump", "pages"], in: folder).text.split(separator: "\n")
    func places(_ word: String) -> [Double] {
      var found: [Double] = []
      for row in rows {
        let fields = row.split(separator: " ")
        if fields.count == 9, String(fields[8]) == word { found.append(Double(fields[3]) ?? 0) }
      }
      return found
    }
    let (marks, words) = (places("\u{2022}"), places("שלום") + places("left"))
    guard marks.count == 2, words.count == 2 else {
      Issue.record("\(rows)")
      return
    }
    #expect(marks[0] > words[0] && marks[1] < words[1])
  }

  private static func letters(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars.filter(\.properties.isAlphabetic)))
  }

  /// A network of its own, without any device: what asks for a connection fails, and nothing does.
  @Test("A book that names addresses is set without a network, to the same bytes")
  func noConnection() throws {
    let folder = try Folder()
    let body =
      "<h2>One</h2><p>Text.</p><img src=\"http://127.0.0.1:9/p.png\" alt=\"far\"/><img src=\"https://example.org/p.png\"/>"
    let css = "@import url(http://127.0.0.1:9/s.css); @font-face { font-family: x; src: url(http://127.0.0.1:9/f.ttf) }"
    try folder.put(MadeArchive.book([body], css: css), in: "book.epub")
    let usual = try Program.run(["book.epub", "-o", "usual.pdf"], in: folder)
    #expect(usual.code == 0, "\(usual.said)")
    guard let strace = Program.onPath("strace") else { return print("skipped: no strace on the path") }
    let said = Program.output(
      strace,
      [
        "-f", "-qq", "-e", "trace=network", "-o", folder.at("calls"), try Program.path(), folder.at("book.epub"), "-q",
        "-o", folder.at("traced.pdf"),
      ])
    guard let calls = folder.text(of: "calls"), folder.bytes(of: "traced.pdf") != nil else {
      return print("skipped: strace may trace nothing here: \(said)")
    }
    #expect(!calls.contains("connect(") && !calls.contains("sendto("), "\(calls)")
    #expect(folder.bytes(of: "traced.pdf") == folder.bytes(of: "usual.pdf"))
  }
}

extension Program {
  /// A program by its name; nil where the path has none.
  static func onPath(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// What another program writes.
  static func output(_ program: String, _ arguments: [String]) -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return "" }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
