import Octavo
import Testing

@Suite struct `What a paginator tells of a page's words` {
  private func design() -> PageDesign {
    var design = PageDesign()
    design.trim = PageSize(width: Length(points: 260), height: Length(points: 360))
    (design.inside, design.outside) = (Length(points: 30), Length(points: 30))
    (design.top, design.bottom) = (Length(points: 40), Length(points: 50))
    design.family = "Liberation Serif"
    return design
  }

  private static let manuscript = """
    # One

    It was a representative morning in the printing house[^1], and the *extraordinarily* voluminous type lay in its cases; \
    the compositors considered hyphenation uninteresting, notwithstanding their understanding of typographical traditions. \
    See [the second](#two) and [the world](https://example.org/).

    [^1]: A note with *words* of its own.

    # Two

    Another paragraph, “quoted” as it is, stands at the end.

    """

  private func book(_ text: String = Self.manuscript) throws -> Book {
    try readBook(Array(text.utf8), name: "book.md", format: .markdown, language: "en").book
  }

  @Test func `is where each stands in the text, letter by letter, divided words too`() throws {
    let paginator = try Paginator(book: book(), design: design())
    var divided = 0
    for page in 0..<paginator.pageCount {
      let reading = try #require(paginator.reading(ofPage: page))
      let range = try #require(paginator.range(ofPage: page))
      let text = Array((paginator.text(ofPage: page) ?? "").utf8)
      var next = range.lowerBound
      for run in reading.runs where run.kind == .text {
        for word in run.words {
          // marks of notes are no text
          guard let place = word.place else { continue }
          var letters = Array(word.text.utf8)
          if word.isDivided {
            letters.removeLast()
            divided += 1
          }
          #expect(Array(text[place.lowerBound - range.lowerBound..<place.upperBound - range.lowerBound]) == letters)
          #expect(place.lowerBound >= next, "\(word.text)")
          next = place.upperBound
        }
      }
      let words = text.split { $0 <= 0x20 }.count
      let placed = reading.runs.filter { $0.kind == .text }.flatMap(\.words).filter { $0.place != nil }
      #expect(placed.count - placed.count(where: \.isDivided) >= words - 1)
    }
    #expect(divided > 0, "nothing was hyphenated, so nothing is tried")
  }

  @Test func `leads from a point to the text and back`() throws {
    let paginator = try Paginator(book: book(), design: design())
    let reading = try #require(paginator.reading(ofPage: 0))
    for word in reading.runs.filter({ $0.kind == .text }).flatMap(\.words) {
      guard let place = word.place else { continue }
      let middle = (x: word.area.x + word.area.width / 2, y: word.baseline - 1)
      let found = try #require(reading.place(atX: middle.x, y: middle.y))
      #expect(place.contains(found), "\(word.text)")
      let areas = reading.areas(of: place)
      #expect(areas.count == 1 && areas[0].contains(x: middle.x, y: middle.y))
    }
    #expect(reading.place(atX: 100, y: 2) == nil)
  }

  @Test func `tells links before they are laid out, and notes with their styles`() throws {
    let paginator = try Paginator(book: book(), design: design())
    let reading = try #require(paginator.reading(ofPage: 0))
    let inside = try #require(reading.links.first { $0.target == .later })
    let target = try #require(paginator.page(ofLink: inside.number))
    #expect(target.page == paginator.page(containing: paginator.contents[1].place))
    #expect(reading.links.contains { $0.target == .address("https://example.org/") })
    let note = try #require(
      reading.links.compactMap { link in if case .note(let key) = link.target { key } else { nil } }.first)
    guard case .paragraph(let paragraph)? = paginator.note(note)?.blocks.first else {
      Issue.record("the note has no paragraph")
      return
    }
    #expect(paragraph.inlines.contains { $0.style.traits.contains(.emphasis) })
  }

  @Test func `finds words in the whole text, across line ends, capitals and quotes alike`() throws {
    let paginator = try Paginator(book: book(), design: design())
    let found = paginator.find("ANOTHER paragraph, \"quoted\"")
    #expect(found.count == 1 && found.first?.words == "Another paragraph, “quoted”")
    #expect(paginator.lastKnownPage == nil, "searching lays out nothing")
    for match in paginator.find("the") {
      let page = try #require(paginator.page(containing: match.range.lowerBound))
      let range = try #require(paginator.range(ofPage: page))
      let text = Array((paginator.text(ofPage: page) ?? "").utf8)
      let local = match.range.lowerBound - range.lowerBound..<match.range.upperBound - range.lowerBound
      #expect(String(decoding: text[local.clamped(to: 0..<text.count)], as: UTF8.self).lowercased() == "the")
    }
    #expect(paginator.find("  ").isEmpty && paginator.find("no such words").isEmpty)
  }

  @Test func `finds words of notes where these are called`() throws {
    let text =
      "# One\n\nSome text[^b] and more.[^a]\n\n# Two\n\nOther text.\n\n"
      + "[^a]: It says nothing.\n[^b]: A note of text.\n"
    let book = try readBook(Array(text.utf8), name: "book.md", format: .markdown, language: "en").book
    let found = try Paginator(book: book).find("text")
    let paginator = try Paginator(book: book)
    #expect(found.map(\.words) == ["text", "text", "text"])
    #expect(found.map { $0.note != nil } == [false, true, false])
    let page = try #require(paginator.page(containing: found[1].range.lowerBound))
    #expect(paginator.noteTexts(ofPage: page).contains { $0.contains("A note of text.") })
    #expect(found[1].range.isEmpty && found[1].range.lowerBound == found[0].range.upperBound)
    #expect(found[1].before == "A note of " && found[1].after.hasPrefix("."))
    let called = paginator.calledNotes
    #expect(called.map(\.text).contains { $0.hasPrefix("A note of text.") } && called.count == 2)
    #expect(called.contains { $0.key == found[1].note && $0.place == found[1].range.lowerBound })
  }

  @Test(arguments: [
    ("natasha", "Natásha"), ("Natásha", "Natasha"), ("cafe", "cafe\u{301}"), ("Lodz", "Łódź"), ("uber", "Über"),
    ("×", "×"), ("straße", "STRAßE"),
  ]) func `finds a word with accents by the word without, and the other way round`(typed: String, word: String) throws {
    let paginator = try Paginator(text: "There was \(word) in the room, and nobody else.")
    #expect(paginator.find(typed).count == 1)
  }

  @Test func `names all chapters before any is laid out`() throws {
    let paginator = try Paginator(book: book(), design: design())
    #expect(paginator.contents.map(\.title) == ["One", "Two"] && paginator.lastKnownPage == nil)
    for entry in paginator.contents {
      let page = try #require(paginator.page(containing: entry.place))
      #expect(paginator.text(ofPage: page)?.hasPrefix(entry.title) == true)
    }
  }
}

@Suite struct `A book with an edit` {
  private func book(_ chapters: [String]) throws -> Book {
    let text = chapters.enumerated().map { "# Chapter \($0 + 1)\n\n\($1)\n" }.joined(separator: "\n")
    return try readBook(Array(text.utf8), name: "book.md", format: .markdown, language: "en").book
  }

  private static let chapters = (0..<6).map { chapter in
    (0..<12).map {
      "Paragraph \($0) of \(chapter) has some words that are set in lines, more than one of them as a rule."
    }
    .joined(separator: "\n\n")
  }

  private func pages(_ paginator: Paginator) throws -> [[PlacedWord]] {
    try (0..<paginator.pageCount).map { try #require(paginator.reading(ofPage: $0)).words }
  }

  @Test(arguments: [0, 2, 5]) func `has the pages it would have if it were set anew`(chapter: Int) throws {
    var chapters = Self.chapters
    let paginator = try Paginator(book: book(chapters))
    _ = paginator.pageCount
    for text in [
      "A new beginning. " + chapters[chapter], "Short.", chapters[chapter] + "\n\nMore.", Self.chapters[chapter],
    ] {
      chapters[chapter] = text
      paginator.set(book: try book(chapters))
      #expect(try pages(paginator) == pages(Paginator(book: book(chapters))), "after \(text.prefix(20))")
      #expect(paginator.chapters.count == chapters.count)
    }
  }

  @Test func `keeps what is before it and lays out no more than is asked for`() throws {
    // chapters of several pages, lest what is kept be a page more or less
    var chapters = Self.chapters.map { $0 + "\n\n" + $0 + "\n\n" + $0 }
    let paginator = try Paginator(book: book(chapters))
    let count = paginator.pageCount
    let first = try #require(paginator.page(containing: paginator.contents[4].place))
    chapters[4] = "Changed. " + chapters[4]
    paginator.set(book: try book(chapters))
    #expect(!paginator.isSettled && (paginator.lastKnownPage ?? 0) > count / 2)
    #expect(paginator.lastKnownPage == first - 1)
  }

  @Test func `keeps the reader at the same words`() throws {
    var chapters = Self.chapters
    let paginator = try Paginator(book: book(chapters))
    let place = try #require(paginator.find("Paragraph 3 of 4").first).range.lowerBound
    paginator.position = place
    // before it, after it, in the same chapter
    for chapter in [1, 5, 4] {
      chapters[chapter] = "Some new words stand here. " + chapters[chapter]
      paginator.set(book: try book(chapters))
      #expect(paginator.position == paginator.find("Paragraph 3 of 4").first?.range.lowerBound, "edit in \(chapter)")
    }
    chapters.remove(at: 0)
    paginator.set(book: try book(chapters))
    #expect(paginator.find("Paragraph 3 of 4").first?.range.lowerBound == paginator.position)
  }

  @Test func `sets a chapter again whose note has changed`() throws {
    func noted(_ note: String) throws -> Book {
      try readBook(
        Array("# One\n\nWords[^1].\n\n# Two\n\nOther words.\n\n[^1]: \(note)\n".utf8), name: "b.md", format: .markdown,
        language: "en"
      ).book
    }
    let paginator = try Paginator(book: noted("First."))
    _ = paginator.pageCount
    paginator.set(book: try noted("Second."))
    #expect(paginator.noteTexts(ofPage: 0).joined().contains("Second."))
    #expect(try pages(paginator) == pages(Paginator(book: noted("Second."))))
  }
}
