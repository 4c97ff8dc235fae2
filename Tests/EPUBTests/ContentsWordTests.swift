import BookModel
import EPUB
import Manuscript
import TestSupport
import Testing

/// Chapters and parts that the book's own contents tell, in words that are not the text's.
@Suite struct ContentsWordTests {
  private static let text = String(
    repeating: "<p>\(String(repeating: "Words of the text. ", count: 20))</p>", count: 4)

  /// Levels, parts, labels and titles.
  private func sections(_ bodies: [String], nav: String, css: String = "", title: String? = nil) throws -> [String] {
    let contents =
      "<html xmlns:epub=\"http://www.idpf.org/2007/ops\"><body><nav epub:type=\"toc\"><ol>\(nav)</ol></nav></body></html>"
    let bytes = MadeArchive.book(
      bodies, css: css + " .c { text-align: center }",
      items: "<item id=\"n\" href=\"n.xhtml\" properties=\"nav\" media-type=\"application/xhtml+xml\"/>",
      also: [("EPUB/n.xhtml", contents)])
    return try readEPUB(bytes, name: "book.epub").book.sections.map { section in
      let words = [section.heading?.label.plainText ?? "", section.heading?.title.plainText ?? ""]
      return String(repeating: ">", count: section.level - 1) + (section.role == .part ? "part " : "")
        + words.filter { !$0.isEmpty }.joined(separator: "/")
    }
  }

  private func entry(_ label: String, _ address: String, _ below: String = "") -> String {
    "<li><a href=\"\(address)\">\(label)</a>\(below.isEmpty ? "" : "<ol>\(below)</ol>")</li>"
  }

  @Test(arguments: [
    ("<p>1</p><p>The Salt Road</p>", "The Salt Road", "1/The Salt Road"),
    ("<p>1</p><p id=\"a\">The Salt Road</p>", "1 The Salt Road", "1/The Salt Road"),
    ("<p>1</p><p>The Salt Road</p>", "Chapter One: The Salt Road", "1/The Salt Road"),
    ("<p class=\"c\">ONE</p><p class=\"c\">The Road</p>", "1. The Road", "ONE/The Road"),
    ("<p class=\"c\">I</p><p><i>London, May 1801</i></p>", "Chapter I", "I"),
    ("<div><span class=\"b\">1</span><span class=\"b\">Eighteen</span></div>", "1. Eighteen", "1/Eighteen"),
    ("<p class=\"c\">II. The Road</p>", "Chapter Two", "II/The Road"),
    ("<p class=\"c\">The Road &amp; the Sea</p>", "The Road and the Sea", "The Road & the Sea"),
    ("<p class=\"c\">TWO: THE SEA</p>", "Two – The Sea", "TWO/THE SEA"),
    ("<p>1</p><p><br/></p><p>The Salt Road</p>", "The Salt Road", "1/The Salt Road"),
    ("<p>7</p>", "The Weir", "7/The Weir"),
    ("<p><i>London, May 1801</i></p>", "The Weir", "The Weir"),
  ])
  func `lines at the beginning of a document are the heading that the contents name`(
    _ lines: String, _ label: String, _ heading: String
  ) throws {
    let address = lines.contains("id=") ? "c0.xhtml#a" : "c0.xhtml"
    let made = try sections(
      [lines + Self.text, "<h2>Last</h2>" + Self.text],
      nav: entry(label, address) + entry("Last", "c1.xhtml"), css: ".b { display: block }")
    #expect(made == [heading, "Last"])
  }

  @Test(arguments: [("alt=\"Chapter One\"", "Chapter One"), ("alt=\"\"", "The Weir")])
  func `a heading that is a picture is what its words or the contents say`(_ words: String, _ heading: String) throws {
    let picture = "<h1><img src=\"data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=\" \(words)/></h1>"
    #expect(try sections([picture + Self.text], nav: entry("The Weir", "c0.xhtml")) == [heading])
  }

  @Test func `bold lines in the middle begin chapters where nothing names these`() throws {
    let bodies = ["ROAD", "SEA"].map { "<p class=\"c\"><b>THE \($0)</b></p>\(Self.text)" }
    #expect(try sections(bodies, nav: entry("Start", "c0.xhtml")) == ["THE ROAD", "THE SEA"])
  }

  @Test(arguments: ["<h1>Winter</h1>", "<h1>Winter</h1><p class=\"c\">A. B.</p>", "<h2>I. Winter</h2>"])
  func `a heading alone with chapters below it in the contents is a part's`(_ part: String) throws {
    let made = try sections(
      [part, "<h1>Snow</h1>" + Self.text, "<h1>Ice</h1>" + Self.text, "<h1>After</h1>" + Self.text],
      nav: entry("Winter", "c0.xhtml", entry("Snow", "c1.xhtml") + entry("Ice", "c2.xhtml"))
        + entry("After", "c3.xhtml"))
    #expect(Array(made.dropFirst()) == [">Snow", ">Ice", "After"] && made[0].hasPrefix("part "))
  }

  @Test func `a chapter with sections in documents of their own is none`() throws {
    let made = try sections(
      ["<h1>Salt</h1>" + Self.text, "<h2>Rock</h2>" + Self.text, "<h1>Bread</h1>" + Self.text],
      nav: entry("Salt", "c0.xhtml", entry("Rock", "c1.xhtml")) + entry("Bread", "c2.xhtml"))
    #expect(!made.contains { $0.hasPrefix("part") })
  }

  @Test(arguments: [("Part One: Country", "Part Two: Town", true), ("Country", "Streets", false)])
  func `lines of the contents that stand for what is below them are parts`(
    _ first: String, _ second: String, _ leads: Bool
  ) throws {
    let group = { (label: String, address: String, below: String) in
      leads ? self.entry(label, address, below) : "<li><span>\(label)</span><ol>\(below)</ol></li>"
    }
    let made = try sections(
      ["Lane", "Snow", "Town", "Market"].map { "<h1>\($0)</h1>\(Self.text)" },
      nav: group(first, "c0.xhtml", entry("Lane", "c0.xhtml") + entry("Snow", "c1.xhtml"))
        + group(second, "c2.xhtml", entry("Town", "c2.xhtml") + entry("Market", "c3.xhtml")))
    #expect(
      made.map { $0.replacing("Part One/", with: "").replacing("Part Two/", with: "") } == [
        "part Country", ">Lane", ">Snow", leads ? "part Town" : "part Streets", ">Town", ">Market",
      ])
  }

  @Test func `parts inside one document that the contents call so have chapters below them`() throws {
    let body = ["Winter", "Summer"].enumerated().map { index, name in
      "<h1 id=\"p\(index)\">\(name) Days</h1><h2 id=\"a\(index)\">I. Day</h2>\(Self.text)<h2 id=\"b\(index)\">II. Night</h2>\(Self.text)"
    }
    let nav = ["First", "Second"].enumerated().map { index, name in
      entry(
        "Book the \(name)", "c0.xhtml#p\(index)",
        entry("I. Day", "c0.xhtml#a\(index)") + entry("II. Night", "c0.xhtml#b\(index)"))
    }
    #expect(
      try sections([body.joined()], nav: nav.joined()) == [
        "part Winter Days", ">I/Day", ">II/Night", "part Summer Days", ">I/Day", ">II/Night",
      ])
  }

  @Test(arguments: [("h1", "h2"), ("h2", "h3"), ("h2", "h2")])
  func `chapters right below parts inside one document begin pages`(_ part: String, _ chapter: String) throws {
    let body = ["ONE", "TWO"].map { name in
      "<\(part)>PART \(name)</\(part)><\(chapter)>CHAPTER I<br/>DOVER</\(chapter)>\(Self.text)"
        + "<\(chapter)>CHAPTER II<br/>DEAL</\(chapter)>\(Self.text)"
    }
    let made = try sections([body.joined()], nav: entry("Start", "c0.xhtml"))
    #expect(
      made == [
        "part PART ONE", ">CHAPTER I/DOVER", ">CHAPTER II/DEAL", "part PART TWO", ">CHAPTER I/DOVER",
        ">CHAPTER II/DEAL",
      ])
  }

  @Test(arguments: ["data-type=\"sect1\"", "epub:type=\"subchapter\""])
  func `sections of a chapter that begin as it does are none`(_ kind: String) throws {
    let chapter =
      "<section epub:type=\"chapter\"><h1>Streams</h1><p>Words.</p><section \(kind)><h1>Reading</h1>\(Self.text)</section>"
      + "<section \(kind)><h1>Writing</h1>\(Self.text)</section></section>"
    #expect(try sections([chapter, chapter], nav: entry("1. Streams", "c0.xhtml")) == ["Streams", "Streams"])
  }
}
