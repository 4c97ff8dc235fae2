import BookModel
import EPUB
import Manuscript
import TestSupport
import Testing

/// What programs make of manuals: Sphinx, DocBook's sheets.
@Suite struct ManualTests {
  private func read(_ bodies: [String], nav: String, title: String = "A Manual") throws -> ManuscriptReading {
    let contents =
      "<html xmlns:epub=\"http://www.idpf.org/2007/ops\"><body><nav epub:type=\"toc\"><ol>\(nav)</ol></nav></body></html>"
    let names = bodies.indices.map { "c\($0).xhtml" }
    let package = MadeArchive.package(
      names, items: "<item id=\"n\" href=\"n.xhtml\" properties=\"nav\" media-type=\"application/xhtml+xml\"/>")
    let bytes = MadeArchive.zip(
      [
        ("mimetype", "application/epub+zip"), ("META-INF/container.xml", MadeArchive.container),
        ("EPUB/book.opf", package.replacing("A Book", with: title)), ("EPUB/n.xhtml", contents),
      ] + zip(names, bodies).map { ("EPUB/" + $0, MadeArchive.page($1)) })
    return try readEPUB(bytes, name: "book.epub")
  }
  private let text = "<p>" + String(repeating: "A line of the manual that says what to do. ", count: 20) + "</p>"

  private func chapter(_ number: Int, sections: Int = 3) -> String {
    "<h1>\(number). Chapter</h1><p>What is in it.</p>"
      + (1...sections).map { "<h2 id=\"s\($0)\">\(number).\($0). Section</h2>\(text)" }.joined()
  }

  private func nav(_ chapters: Range<Int>) -> String {
    chapters.map { chapter in
      let lines = (1...3).map { "<li><a href=\"c\(chapter).xhtml#s\($0)\">Section</a></li>" }.joined()
      return "<li><a href=\"c\(chapter).xhtml\">Chapter</a><ol>\(lines)</ol></li>"
    }.joined()
  }

  @Test func numberedSectionsOpenNoPagesThoughTheContentsListThem() throws {
    let book = try read([chapter(1), chapter(2), chapter(3)], nav: nav(0..<3)).book
    #expect(book.sections.map { $0.heading?.plainText } == ["1. Chapter", "2. Chapter", "3. Chapter"])
  }

  @Test func listsOfTheBooksOwnPlacesAreMadeAnewWhereverTheyStand() throws {
    let list = nav(1..<4).replacing("<ol>", with: "<ul>").replacing("</ol>", with: "</ul>")
    let lead = "<p>\(String(repeating: "This manual is free. ", count: 40))</p>"
    let bodies = ["<h1>A Manual</h1>\(lead)<ul>\(list)</ul><p>Read on.</p>", chapter(1), chapter(2), chapter(3)]
    let reading = try read(bodies, nav: nav(1..<4))
    #expect(reading.blocks.allSatisfy { if case .list = $0 { false } else { true } })
    #expect(reading.blocks.contains { $0.paragraph?.inlines.plainText == "Read on." })
    #expect(reading.report.dropped.contains { $0.why.hasPrefix("contents, made anew") })
    // links that lead here and there are the text's
    let few = "<ul><li><a href=\"c2.xhtml#s2\">Section</a></li><li><a href=\"c1.xhtml#s1\">Section</a></li></ul>"
    let other = try read(["<h1>A Manual</h1>\(lead)\(few)", chapter(1), chapter(2), chapter(3)], nav: nav(1..<4))
    #expect(other.blocks.contains { if case .list = $0 { true } else { false } })
  }

  @Test func theTitleIsWhatItsOwnPageSays() throws {
    let bodies = ["<h1>Salt Quick Start</h1><h2>Fourth Edition</h2><p>By Jane Roe</p>", chapter(1), chapter(2)]
    #expect(try read(bodies, nav: nav(1..<3), title: "Quick Start").book.metadata.title == "Salt Quick Start")
    let named = ["<h1>Salt Maker’s Reference</h1>\(text)", chapter(1), chapter(2)]
    #expect(
      try read(named, nav: nav(1..<3), title: "makers-reference").book.metadata.title == "Salt Maker’s Reference")
    // a chapter
    #expect(try read(named, nav: nav(1..<3), title: "Reference").book.metadata.title == "Reference")
  }

  @Test func aCallOfTheClassOfNotesIsNoNoteOfItsNotesWayBack() throws {
    let call = "<a href=\"#n1\" class=\"footnote\" id=\"c1\"><sup class=\"footnote\">[1]</sup></a>"
    let note = "<div id=\"n1\" class=\"footnote\"><p><a href=\"#c1\"><sup>[1] </sup></a>A note.</p></div>"
    let reading = try read(["<h1>1. Chapter</h1><p>Half of them voted\(call).</p>\(text)\(note)"], nav: nav(0..<1))
    #expect(reading.book.notes.count == 1)
    #expect(reading.blocks.contains { $0.paragraph?.inlines.plainText.hasPrefix("Half of them") ?? false })
  }

  @Test func codeIsNoHeavierThanTheText() throws {
    let body =
      "<style>code { font-weight: bold }</style><h1>1. Chapter</h1><p>Say <code>make</code> <b><code>now</code></b>.</p>"
    let runs = try read([body + text], nav: nav(0..<1)).blocks[0].paragraph?.inlines ?? []
    #expect(runs.first { [$0].plainText == "make" }?.style.traits.contains(.strong) == false)
    #expect(runs.first { [$0].plainText == "now" }?.style.traits.contains(.strong) == true)
  }

  @Test func theLanguageIsThatOfTheLettersWhateverThePackageSays() throws {
    let japanese = "<h1>序文</h1><p>" + String(repeating: "この文書は誰でも自由に配布できます。", count: 30) + "</p>"
    #expect(try read([japanese], nav: nav(0..<1)).book.metadata.language == "ja")
    #expect(try read(["<h1>One</h1>\(text)<p>物の哀れ、もののあはれ。</p>"], nav: nav(0..<1)).book.metadata.language == "en")
  }

  @Test func aFewPrintersQuotesSayNothingOfTheRest() throws {
    func words(_ text: String) throws -> String {
      var reading = try read(["<h1>1. Chapter</h1><p>\(text)</p>"], nav: nav(0..<1))
      smarten(&reading.book, language: "en", dashes: .printed)
      return reading.blocks[0].paragraph?.inlines.plainText ?? ""
    }
    let typed = String(repeating: "It's \"new\". ", count: 6)
    #expect(try words(typed + "“Old”.").hasPrefix("It’s “new”."))
    #expect(try words(typed + String(repeating: "“Old”. ", count: 12)).hasPrefix("It's \"new\"."))
  }

  @Test func anIndexWithoutEntriesIsNoChapter() throws {
    let reading = try read([chapter(1), chapter(2), "<h1>Index</h1><div> </div>"], nav: nav(0..<2))
    #expect(reading.book.sections.count == 2)
    #expect(reading.report.dropped.contains { $0.why.hasPrefix("heading of an index") })
  }
}

extension ManuscriptReading {
  fileprivate var blocks: [Block] { book.sections.flatMap(\.blocks) }
}
