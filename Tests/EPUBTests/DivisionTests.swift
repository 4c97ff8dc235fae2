import BookModel
import EPUB
import Manuscript
import TestSupport
import Testing

/// Parts, titles under numbers, pages in front and behind, as makers of EPUBs write them without `epub:type`.
@Suite struct DivisionTests {
  private func sections(_ documents: [String]) throws -> [Section] {
    try readEPUB(MadeArchive.book(documents), name: "book.epub", options: EPUBOptions()).book.sections
  }
  private func headings(_ sections: [Section]) -> [String] {
    sections.map { section in
      [section.heading?.label, section.heading?.title].compactMap { $0?.plainText }.filter { !$0.isEmpty }
        .joined(separator: " | ")
    }
  }
  private static let text = "<p>" + String(repeating: "A line of the story. ", count: 40) + "</p>"

  @Test func aLineUnderThePartsNumberIsItsTitleWhereItHeadsNothingElse() throws {
    let made = try sections([
      "<section class=\"part\"><h1>Part I</h1><h2>Beginnings</h2></section>", "<h2>One</h2>\(Self.text)",
      "<h1>Part II</h1><h1>Ends</h1><h2>2</h2><h3>The Bridge</h3>\(Self.text)<h2>3</h2><h3>The River</h3>\(Self.text)",
    ])
    #expect(headings(made) == ["Part I | Beginnings", "One", "Part II | Ends", "2 | The Bridge", "3 | The River"])
    #expect(made.map(\.role) == [.part, .chapter, .part, .chapter, .chapter])
    // what has text below it is a chapter
    #expect(headings(try sections(["<h1>Part I</h1><h1>The Arrival</h1>\(Self.text)"])) == ["Part I", "The Arrival"])
  }

  @Test func shortLinesUnderNumbersAreTitlesWhereMostNumbersHaveOne() throws {
    func page(_ number: String, _ line: String) -> String {
      "<h2>CHAPTER \(number)</h2><p style=\"text-align:center\"><i>\(line)</i></p>\(Self.text)"
    }
    #expect(
      headings(try sections([page("I", "How it began"), page("II", "How it ended")])) == [
        "CHAPTER I | How it began", "CHAPTER II | How it ended",
      ])
    #expect(
      headings(try sections([page("I", "Paris"), "<h2>CHAPTER II</h2>" + Self.text])) == ["CHAPTER I", "CHAPTER II"])
    #expect(headings(try sections([page("I", "Who is there?"), page("II", "Nay.")])) == ["CHAPTER I", "CHAPTER II"])
  }

  @Test func aFewWordsThatAreCalledADedicationHaveAPageOfTheirOwn() throws {
    let made = try sections([
      "<p>Printed in Hobart.</p>", "<div class=\"dedication-page\"><p>For Max</p></div>",
      "<div id=\"epigraph\"><p>Ink is blood.</p></div>", "<h2>One</h2>\(Self.text)",
    ])
    #expect(made.map(\.role).suffix(3) == [.dedication, .epigraph, .chapter])
    #expect(made.map(\.matter) == [.front, .front, .front, .body])
  }

  @Test func whoWroteItStandsBehindTheParts() throws {
    let made = try sections([
      "<h1>Part I</h1>", "<h2>One</h2>\(Self.text)", "<h2>About the Author</h2><p>Jane Roe lives.</p>",
    ])
    #expect(made.last?.matter == .back && made.last?.level == 1)
  }

  @Test func headingsOverNotesThatAreGoneGoToo() throws {
    func notes(_ n: Int) -> String {
      "<h2>Chapter \(n)</h2><p id=\"n\(n)\"><a href=\"c\(n - 1).xhtml#r\(n)\">1</a>. A note.</p>"
    }
    func page(_ n: Int) -> String {
      "<h1>Chapter \(n)</h1>\(Self.text)<p>Word<a id=\"r\(n)\" href=\"c2.xhtml#n\(n)\"><sup>1</sup></a>.</p>"
    }
    #expect(
      headings(try sections([page(1), page(2), "<h1>Notes</h1>\(notes(1))\(notes(2))"])) == ["Chapter 1", "Chapter 2"])
  }

  @Test func whatATitlePageInTheTextsOwnFileSaysBesidesStandsInFront() throws {
    let title = "<p>A Book</p><p>Told in ink</p>"
    let made = try sections([title + "<p style=\"page-break-before: always\"><b>Chapter 1: Dawn</b></p>" + Self.text])
    #expect(made.map(\.matter) == [.front, .body])
  }

  @Test func aNameAtTheFrontOfAParagraphSpeaksTheRest() throws {
    let made = try sections([
      "<h2>Act I</h2><p class=\"s\"><span class=\"speaker\">Ann.</span> Who <i>is</i> there?</p><p><b>Ann</b> goes.</p>"
    ])
    guard case .speech(let speech)? = made[0].blocks.first, case .paragraph(let said)? = speech.blocks.first else {
      Issue.record("\(made[0].blocks)")
      return
    }
    #expect(speech.speaker.plainText == "Ann." && said.inlines.plainText == "Who is there?")
    #expect(made[0].blocks.count == 2)
  }

  @Test func stanzasThatFollowEachOtherAreOnePoem() throws {
    let stanza = "<div class=\"stanza\"><p>First line</p><p>Second line</p></div>"
    let made = try sections(["<h2>One</h2>\(stanza)\(stanza)<p>Text.</p>\(stanza)"])
    let verses = made[0].blocks.compactMap {
      if case .verse(let verse) = $0 { verse.stanzas.map(\.lines.count) } else { nil }
    }
    #expect(verses == [[2, 2], [2]])
  }

  @Test func classesNameHeadingsInsideChapters() throws {
    let made = try sections([
      "<p class=\"h1\">The Nature of Ink</p>\(Self.text)<p class=\"A-Head\">Methods</p>\(Self.text)"
        + "<p class=\"h2\">Of paper</p>\(Self.text)<p class=\"head1\">and so on,</p>"
    ])
    #expect(headings(made) == ["The Nature of Ink"])
    let inside = made[0].blocks.compactMap { block -> String? in
      if case .heading(let heading) = block { "\(heading.level) \(heading.title.plainText)" } else { nil }
    }
    #expect(inside == ["2 Methods", "3 Of paper"])
  }

  @Test func aTitlePageThatIsAPictureIsMadeAnew() throws {
    let picture = "<div class=\"NAME\"><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/></div>"
    for (name, count) in [("title-page", 1), ("map", 2)] {
      let made = try sections([picture.replacing("NAME", with: name), "<h2>The Bridge</h2>\(Self.text)"])
      #expect(made.count == count)
    }
  }

  @Test func otherBooksOfTheAuthorAreNoChapters() throws {
    let list = "<h2>Also by Jane Roe</h2><p>Another Book</p>"
    let chapters = ["<h1>Part I</h1>", "<h2>The Bridge</h2>\(Self.text)", "<h2>Acknowledgments</h2><p>Thanks.</p>"]
    #expect(try sections(chapters + [list]).map(\.matter) == [.body, .body, .back, .back])
    #expect(try sections([list] + chapters).map(\.matter) == [.front, .body, .body, .back])
  }
}
