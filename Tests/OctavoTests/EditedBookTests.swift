import BookModel
import Design
import Octavo
import PageModel
import Testing
import Units

/// What a paginator does when the book it has is edited.
@Suite struct `An edited book` {
  private static let words =
    "the morning was quiet in the printing house and representative compositors considered hyphenation "
    + "notwithstanding their extraordinarily voluminous understanding of typographical traditions"

  /// Parts with chapters, each with a note, a link, a figure and words of a language of its own.
  private static func manuscript(notes: Bool = true) -> String {
    var text = "---\ntitle: Edits\nauthor: A\nlang: en\n---\n\n"
    for chapter in 1...9 {
      if chapter % 4 == 1 { text += "# Part \(chapter / 4 + 1)\n\n" }
      text += "## Chapter number \(chapter)\n\n"
      for paragraph in 0..<(4 + chapter % 3 * 3) {
        text += "Paragraph \(chapter).\(paragraph) says that \(words)"
        if paragraph == 1, notes { text += "[^n\(chapter)] and [leads](#chapter-number-9) there" }
        text += ".\n\n"
      }
      text += "### A head within \(chapter)\n\n![](none\(chapter).png \"Caption \(chapter)\")\n\nAn end.\n\n"
      if notes { text += "[^n\(chapter)]: The *note* of chapter \(chapter), \(words).\n\n" }
    }
    return text
  }

  private static func book(_ text: String) throws -> Book {
    try readBook(Array(text.utf8), name: "book.md", format: .markdown).book
  }

  private static func design() -> PageDesign {
    var design = PageDesign()
    design.trim = PageSize(width: Length(points: 260), height: Length(points: 360))
    (design.inside, design.outside) = (Length(points: 30), Length(points: 30))
    (design.top, design.bottom) = (Length(points: 40), Length(points: 50))
    design.hasListOfFigures = true
    return design
  }

  /// All that there is to know of the pages.
  private static func all(_ paginator: Paginator) -> [String] {
    (0..<paginator.pageCount).map { page in
      let drawn = paginator.drawing(ofPage: page)?.page ?? Page(size: PageSize(width: .zero, height: .zero), label: "?")
      let glyphs = drawn.glyphs.map { "\($0.index) \($0.x) \($0.y)" }.joined(separator: ",")
      let reading = paginator.reading(ofPage: page)
      let words = reading?.words.map { "\($0.text)@\($0.place?.lowerBound ?? -1)" }.joined(separator: " ") ?? ""
      let links = reading?.links.map { "\($0.area) \($0.target)" }.joined(separator: ";") ?? ""
      return """
        \(drawn.label) \(paginator.range(ofPage: page) ?? 0..<0) \(paginator.text(ofPage: page) ?? "?")
        notes \(paginator.noteRanges(ofPage: page)) \(paginator.noteTexts(ofPage: page))
        \(words) \(links) \(glyphs) rules \(drawn.rules.count)
        """
    }
  }

  private static let edits: [(String, String)] = [
    ("Paragraph 1.0 says", "Paragraph 1.0 really says"),
    ("Paragraph 5.2 says that", String(repeating: "More than before is said of it here. ", count: 9)),
    ("An end.\n\n[^n2]", "An end, of sorts.\n\n[^n2]"),
    ("The *note* of chapter 3", "The longer *note*, which goes on for more than a line, of chapter 3"),
    ("Paragraph 4.3 says", "Paragraph 4.3[^new] says"),
    ("# Part 2\n\n", "# Part 2\n\n## A new chapter\n\nWith words.\n\n"),
    ("## Chapter number 7", "## Another title"),
    ("### A head within 2", "### Another head within 2"),
    ("title: Edits", "title: Edited"),
    ("Paragraph 9.0 says", "Paragraph 9.0 at last says"),
  ]

  @Test(arguments: [true, false]) func `has the pages that a new one has, after every edit and back`(front: Bool) throws
  {
    let text = Self.manuscript()
    let paginator = try Paginator(book: Self.book(text), design: Self.design(), makesFrontMatter: front)
    let before = Self.all(paginator)
    for (old, new) in Self.edits {
      var edited = text.replacing(old, with: new)
      #expect(edited != text)
      if new.contains("[^new]") { edited += "[^new]: A new note.\n" }
      paginator.set(book: try Self.book(edited))
      let fresh = try Paginator(book: Self.book(edited), design: Self.design(), makesFrontMatter: front)
      #expect(Self.all(paginator) == Self.all(fresh), "\(new)")
      #expect(paginator.warnings.count == fresh.warnings.count)
      paginator.set(book: try Self.book(text))
      #expect(Self.all(paginator) == before, "back from \(new)")
    }
  }

  @Test func `has the folios of chapters in the contents though there are as many pages`() throws {
    let text = Self.manuscript(notes: false)
    let more = (0..<9).map { "More of it, part \($0): \(Self.words)." }.joined(separator: "\n\n")
    func longer(_ chapter: Int) throws -> Book {
      try Self.book(text.replacing("Paragraph \(chapter).3 says", with: "\(more)\n\nParagraph \(chapter).3 says"))
    }
    let paginator = try Paginator(book: longer(2), design: Self.design(), makesFrontMatter: true)
    let before = Self.all(paginator)
    paginator.set(book: try longer(8))
    let after = Self.all(paginator)
    #expect(after.count == before.count, "nothing is tried")
    #expect(after == Self.all(try Paginator(book: longer(8), design: Self.design(), makesFrontMatter: true)))
  }

  @Test func `sets again what changed alone`() throws {
    let text = Self.manuscript(notes: false)
    let paginator = try Paginator(book: Self.book(text), design: Self.design(), makesFrontMatter: true)
    let count = paginator.pageCount
    let all = paginator.piecesSet
    for (number, old) in ["An end.", "Paragraph 1.0 says", "Paragraph 5.1 says"].enumerated() {
      var edited = text
      let place = try #require(edited.ranges(of: old).first)
      edited.replaceSubrange(place, with: old + " so")
      paginator.set(book: try Self.book(edited))
      #expect(paginator.pageCount == count)
      #expect(paginator.piecesSet == all + 2 * number + 1)
      paginator.set(book: try Self.book(text))
      #expect(paginator.pageCount == count)
    }
  }
}
