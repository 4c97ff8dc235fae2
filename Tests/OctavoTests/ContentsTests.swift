import BookModel
import Design
import Manuscript
import Octavo
import TestSupport
import Testing
import Typesetting
import Units
import Verification

/// How the contents look as a whole.
@Suite struct `Contents as a page` {
  private func words(_ text: String, _ design: PageDesign, language: String? = nil) async throws -> (
    contents: [PrintedWord], body: [PrintedWord]
  ) {
    var reading = try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: .init())
    if let language { reading.book.metadata.language = language }
    let made = try await make(reading, design: design)
    let sheets = zip(try made.inspection().sheets(), made.list.pages)
    func words(of kind: PageRecord.Kind) -> [PrintedWord] {
      sheets.filter { $1.kind == kind }.flatMap { $0.0.words }
    }
    return (words(of: .contents), words(of: .text))
  }

  private static let text = """
    # OPERA (Continued)

    The word OPERA stands in the text as it is typed, and GREEKS.

    # On NATO, Louis XVIII and the GREEKS

    Some text.

    # The third of three chapters has a title that is the longest

    Some text.
    """

  @Test func `numbers of chapters alone stand among titles, and not below a part that has none besides`() async throws {
    func text(_ second: String) -> String {
      ["# PART ONE. Sea", "## I", "## II\(second)", "# PART TWO. Land", "## III\(second)"].map { "\($0)\n\nText.\n" }
        .joined(separator: "\n")
    }
    #expect(try await words(text(". The Ship"), PageDesign()).contents.contains { $0.string == "I" })
    #expect(try await !words(text(""), PageDesign()).contents.contains { $0.string == "I" })
  }

  @Test func `numbers of chapters have the form of their openers`() async throws {
    let text = "# I. The Ship\n\nText.\n\n# II. The Sea\n\nText.\n"
    var design = PageDesign()
    design[.chapterNumber].numberForm = .figures
    let numbers = try await words(text, design).contents.map(\.string)
    #expect(numbers.contains("2") && !numbers.contains("II"), "\(numbers)")
    design[.chapterNumber].numberForm = .words
    #expect(try await words(text, design).contents.contains { $0.string == "II" })
  }

  @Test func `a title flush left breaks by its sense, on its page and over its chapter`() async throws {
    var design = PageDesign()
    (design[.title].placement, design[.chapterTitle].placement) = (.leading, .leading)
    (design[.title].scale, design[.chapterTitle].scale) = (3.2, 3.2)
    let text = Array("# The Coming of the Martians\n\nText.\n".utf8)
    var reading = try readMarkdown([MarkdownInput(name: "book.md", bytes: text)], options: .init())
    reading.book.metadata.title = "The War of the Worlds"
    let made = try await make(reading, design: design)
    let pages = try made.inspection().sheets().map(\.words)
    for last in ["War", "Coming"] {
      // the running head has it on one line
      let isParted = pages.contains { page in
        guard let above = page.first(where: { $0.string == last }), let below = page.last(where: { $0.string == "of" })
        else { return false }
        return above.top < below.top - 5
      }
      #expect(isParted, "\(last): \(pages.map { $0.map { "\($0.string) \(Int($0.top))" } })")
    }
  }

  @Test func `bare numbers make no contents`() async throws {
    func text(_ titles: String...) -> String { titles.map { "\($0)\n\nText.\n" }.joined(separator: "\n") }
    #expect(try await words(text("# 1", "# 2", "# 3"), PageDesign()).contents.isEmpty)
    // nor do those of a novel with a preface and an afterword, as Northanger Abbey has
    let numbers = (1...12).map { "# Chapter \($0)\n\nText.\n" }.joined(separator: "\n")
    let preface = "# Preface {.front}\n\nText.\n\n"
    #expect(try await words("\(preface)\(numbers)\n# A Note on the Text\n\nText.\n", PageDesign()).contents.isEmpty)
    let books = numbers.replacing("Chapter", with: "Book")
    #expect(try await !words("\(preface)\(books)\n# A Note on the Text\n\nText.\n", PageDesign()).contents.isEmpty)
    #expect(
      try await !words("\(preface)\(numbers)\n# The Storm\n\nText.\n\n# The Calm\n\nText.\n", PageDesign())
        .contents.isEmpty)
  }

  @Test func `words in capitals among others do not shout; numerals stay`() async throws {
    let (contents, body) = try await words(Self.text, PageDesign())
    func width(_ word: String, _ words: [PrintedWord]) throws -> Double {
      let found = try #require(words.last { $0.string.hasPrefix(word) })
      return found.right - found.left
    }
    #expect(try width("OPERA", contents) < width("OPERA", body) * 0.9)
    // with the full stop
    #expect(try width("GREEKS", contents) < width("GREEKS", body) * 0.9)
    #expect(contents.contains { $0.string == "(Continued)" })
    #expect(contents.contains { $0.string == "XVIII" })
  }

  @Test func `words in capitals beside each other have one look`() async throws {
    let text = ["The story", "Its end", "Excerpt from THE IRON GARDEN"].map { "# \($0)\n\nText.\n" }
    let (contents, body) = try await words(text.joined(separator: "\n"), PageDesign())
    for word in ["THE", "IRON", "GARDEN"] {
      let widths = try [contents, body].map { words in
        let found = try #require(words.last { $0.string.hasPrefix(word) })
        return found.right - found.left
      }
      #expect(widths[0] < widths[1] * 0.9, "\(word)")
    }
  }

  @Test func `initials stay capitals among other titles, words do not`() async throws {
    let text = ["Strings and objects", "HTTP API", "TO THE OWNER", "Percent signs"].map { "# \($0)\n\nText.\n" }
    let (contents, _) = try await words(text.joined(separator: "\n"), PageDesign())
    let set = contents.map(\.string)
    #expect(set.contains("HTTP") && set.contains("API") && set.contains("Owner") && !set.contains("OWNER"), "\(set)")
  }

  @Test func `a title that goes on in small letters has the case of its neighbours`() async throws {
    let text = ["THE DOG’S DAY", "THE CAT—continued", "THE BIRD"].map { "# \($0)\n\nText.\n" }
    let set = try await words(text.joined(separator: "\n"), PageDesign()).contents.map(\.string)
    for word in ["Dog’s", "Cat—continued", "Bird"] { #expect(set.contains(word), "\(set)") }
    for word in ["DOG’S", "THE", "BIRD"] { #expect(!set.contains(word), "\(set)") }
  }

  @Test func `numbers of several kinds keep their words, and a label alone shouts no louder than titles`() async throws
  {
    let heads = [
      "THE PROLOGUE", "Letter 1\n\n_To Mrs. Saville._", "Letter 2\n\n_To the same._", "Chapter 1", "Chapter 2",
    ]
    let text = heads.map { "\($0)\n\n\nSome text stands here. It is short.\n\n\n\n" }.joined()
    let reading = try readPlainText(
      Array(("THE RAIN HOUSE\n\nby Clara Voss\n\n\n\n" + text).utf8), name: "book.txt", options: PlainTextOptions())
    let made = try await make(reading, design: PageDesign())
    let sheets = try made.inspection().sheets()
    let words = zip(sheets, made.list.pages).filter { $0.1.kind == .contents }.flatMap { $0.0.words.map(\.string) }
    #expect(words.count { $0 == "Letter" } == 2 && words.count { $0 == "Chapter" } == 2, "\(words)")
    let acts = try await self.words(
      "# Dramatis Personae\n\nA.\n\n# The Prologue\n\nA.\n\n# ACT I\n\nB.\n\n# ACT II\n\nC.\n", PageDesign()
    )
    .contents
    #expect(acts.count { $0.string == "Act" } == 2)
  }

  @Test(arguments: [
    ("hi", "एक १२", "विषय", "१"), ("hi", "एक 12", "विषय", "1"),
  ])
  func `folios have the figures of the script, unless the text has those of Europe`(
    language: String, title: String, head: String, one: String
  ) async throws {
    let text = "# \(title)\n\nA.\n\n# B\n\nC.\n"
    let (contents, body) = try await words(text, PageDesign(), language: language)
    #expect(contents.contains { $0.string == head } && contents.contains { $0.string == one })
    #expect(body.contains { $0.string == one })
  }

  @Test func `labels are cased alike, whatever is typed behind them`() async throws {
    let chapters = [
      ("ONE", "The House at the Ford"), ("FOUR", "The Ball"), ("FIVE", "What Mary Said"), ("TEN", "Salt"),
    ]
    let text = chapters.map { "CHAPTER \($0)\n\n\($1)\n\nSome text stands here.\n\n\n" }.joined()
    let reading = try readPlainText(
      Array(("THE RAIN HOUSE\n\nby Clara Voss\n\n\n" + text).utf8), name: "book.txt", options: PlainTextOptions())
    let made = try await make(reading, design: PageDesign())
    let sheets = try made.inspection().sheets()
    var words: [String] = []
    for (sheet, page) in zip(sheets, made.list.pages) where page.kind == .contents {
      words += sheet.words.map(\.string)
    }
    for (number, _) in chapters { #expect(words.contains(number.capitalized + "."), "\(words)") }
    #expect(!words.contains("CHAPTER"))
  }

  @Test func `without dots the folios stand close, and the list in the middle as a block`() async throws {
    var design = PageDesign()
    design[.contents].hasRule = false
    let (contents, _) = try await words(Self.text, design)
    let entries = contents.filter { ["OPERA", "On", "The"].contains($0.string) }
    #expect(Set(entries.map { ($0.left * 10).rounded() }).count == 1)
    let left = try #require(entries.first).left
    let longest = try #require(contents.first { $0.string == "longest" })
    let right = try #require(contents.first { $0.top == longest.top && $0.string == "3" }).right
    let middle = design.inside.points + design.measure.points / 2
    #expect(left > design.inside.points + 5)
    #expect(abs((left + right) / 2 - middle) < 1)
  }
}

/// Contents of a book in so many chapters; `title` gives each its title.
private func contents(of count: Int, _ title: (Int) -> String) async throws -> PageList {
  let text = (1...count).map { "# \(title($0))\n\nSome text.\n" }.joined(separator: "\n")
  let reading = try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: .init())
  let fonts = BookBuilder.fontSource(folders: [])
  return try BookTypesetter(design: PageDesign(), fonts: fonts).typeset(reading.book).list
}

extension PageList {
  /// For each page of the contents, how many entries end on it.
  fileprivate var entries: [Int] {
    pages.filter { $0.kind == .contents }.map { page in
      Set(lines(of: page).filter { blocks[$0.block].role == .contentsEntry }.map(\.block)).count
    }
  }
}

@Suite struct `Long contents` {
  @Test(arguments: [24, 25, 26, 27, 28, 29, 31, 57, 58, 59, 60, 61, 62, 63])
  func `leave no page with fewer than six entries`(count: Int) async throws {
    let list = try await contents(of: count) { "A chapter of the kind that has a longish title, number \($0)" }
    #expect(list.entries.reduce(0, +) == count)
    #expect(list.entries.allSatisfy { $0 >= 6 }, "\(list.entries)")
  }

  @Test(arguments: [70, 98, 99, 104, 120, 131, 135, 136, 140, 200])
  func `of short entries stand in two columns, on half the pages`(count: Int) async throws {
    let list = try await contents(of: count) { "To Zmeskall, \($0)" }
    #expect(list.entries.reduce(0, +) == count)
    #expect(list.entries.allSatisfy { $0 >= 6 }, "\(list.entries)")
    #expect(list.entries.count <= (count + 89) / 60)
    let columns = Set(list.pages.filter { $0.kind == .contents }.flatMap { list.lines(of: $0) }.map(\.column))
    #expect(columns == [.whole, ColumnPlace(0, of: 2), ColumnPlace(1, of: 2)])
  }

  @Test(arguments: [
    ("GONE, SOLD AND GONE", "Gone, Sold and Gone"), ("THE SLAVE’S LIFE", "The Slave’s Life"),
    ("TO O’BRIEN, K.W., AND LOUIS XVIII", "To O’Brien, K.W., and Louis XVIII"), ("THE BALLOT-BOX", "The Ballot-Box"),
    ("THE MUSIC OF ALL OF ROME (Continued)", "The Music of All of Rome (Continued)"),
    ("MR. SMITH OF THE BBC", "Mr. Smith of the BBC"),
    ("HARK! A VOICE", "Hark! A Voice"), ("WE’LL ALL, I SAID", "We’ll All, I Said"), ("Plain words", "Plain words"),
    ("JONATHAN HARKER’S JOURNAL—continued", "Jonathan Harker’s Journal—continued"),
    ("THE CAT—THE DOG AND—OF LATE", "The Cat—The Dog and—Of Late"),
    ("THE CAT—continued", "The Cat—continued"), ("OPERA (concluded)", "Opera (concluded)"),
    ("NATO", "NATO"), ("The WHATWG URL API", "The WHATWG URL API"),
  ])
  func `capitals become headlines`(typed: String, headline: String) {
    #expect((Headline.isShouted(typed) ? Headline.of(typed) : typed) == headline)
  }

  @Test func `a row of initials has no article, preposition or part of a book among its words`() {
    #expect(Headline.isOfWords("SECOND EPILOGUE") && Headline.isOfWords("THE END") && Headline.isOfWords("EPILOGUE"))
    #expect(!Headline.isOfWords("NATO") && !Headline.isOfWords("BBC NEWS"))
  }
}
