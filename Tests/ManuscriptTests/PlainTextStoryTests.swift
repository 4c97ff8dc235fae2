import BookModel
import Manuscript
import Testing

/// Books of stories, essays, receipts: what stands between a title and its text, and titles of one form.
@Suite struct PlainTextStoryTests {
  private static let prose = PlainTextFormTests.prose

  /// What has no running text, below the metadata.
  private func rows(_ text: String) throws -> [String] {
    let made = try reading(text)
    #expect(Coverage.problems(made) == [])
    return outline(made.book).dropFirst().filter { !$0.contains("The sea was calm") }
  }

  @Test func `one story of several has numbers, and who wrote each is told below its title`() throws {
    let parts = ["I", "II", "III"].map { "\($0)\n\n\(Self.prose)\n\n" }.joined()
    let book = """
      TALES OF RAIN

      by

      John Doe




      THE DOOR

      By Alan Innes

      \(parts)



      THE WINDOW

      A GHOST STORY

      BY

      H. D. LOWRIE

      (_From "The Northern Monthly."_)

      \(Self.prose)

      \(Self.prose)




      THE STAIR

      \(Self.prose)

      """
    #expect(
      try rows(book) == [
        "body chapter 1:  | THE DOOR", "  centred: By Alan Innes", "  heading 2: I", "  heading 2: II",
        "  heading 2: III",
        "body chapter 1:  | THE WINDOW", "  centred: A GHOST STORY", "  centred: BY", "  centred: H. D. LOWRIE",
        "  centred: (<From \"The Northern Monthly.\">)", "body chapter 1:  | THE STAIR",
      ])
  }

  @Test func `a novel in numbers with titles behind its end stays one`() throws {
    let chapters = ["I", "II", "III", "IV"].map { "\($0)\n\n\(String(repeating: Self.prose + "\n\n", count: 12))\n\n" }
      .joined()
    let book =
      "THE LAMP\n\nby John Doe\n\n\n\n\(chapters)\nNOTICES\n\n\(Self.prose)\n\n\n\nMORE OF THEM\n\n\(Self.prose)\n"
    #expect(try rows(book).prefix(4).allSatisfy { $0.hasPrefix("body chapter 1: ") && $0.hasSuffix(" | ") })
  }

  @Test func `numbers alone in one chapter part it`() throws {
    let one = "\(Self.prose)\n\n\(Self.prose)\n\n"
    let book =
      "CHAPTER I\n\n\(one)\n\n\nCHAPTER II\n\n1.\n\n\(one)2.\n\n\(one)\n\n\nCHAPTER III\n\n\(one)7.\n\n\(Self.prose)\n"
    #expect(
      try rows(book) == [
        "body chapter 1: CHAPTER I | ", "body chapter 1: CHAPTER II | ", "  heading 2: 1", "  heading 2: 2",
        "body chapter 1: CHAPTER III | ", "  justified: 7.",
      ])
  }

  @Test func `titles of one form are headings, whatever little stands below some`() throws {
    let short = "Shred the vegetables fine."
    let book = """
      THE COUNTRY KITCHEN

      by Eliza Brand



      SOUPS


      \(Self.prose)

      BROWN SOUP.

      \(Self.prose)

      GREEN SOUP.

      \(Self.prose)

      MOCK SOUP, No. 1

      \(Self.prose)

      WHITE SOUP.

      \(Self.prose)

      JULIENNE.

      \(short)

      BAKED SHAD (Mrs. Hale's).

      \(short)



      FISH

      TO BOIL SALMON.

      \(short)

      """
    let made = try rows(book)
    #expect(made.count { $0.contains("heading 2") } == 7)
    #expect(made.count { $0.contains(short) } == 3)
  }

  @Test func `lines in italics between paragraphs are headings where there are three, or letters count them`() throws {
    func book(_ titles: [String]) -> String {
      "CHAPTER I\n\n\(Self.prose)\n\n" + titles.map { "\($0)\n\n\(Self.prose)\n\n" }.joined()
        + "\n\nCHAPTER II\n\n\(Self.prose)\n"
    }
    #expect(try rows(book(["_The Church._", "_The Castle._", "_The Mill._"])).count { $0.contains("heading 2") } == 3)
    #expect(try rows(book(["(_a_) _The Bovate_", "(_b_) _The Carucate_"])).count { $0.contains("heading 2") } == 2)
    #expect(try rows(book(["_The Church._"])).allSatisfy { !$0.contains("heading") })
    #expect(
      try rows(book(["_Vienna, Monday._", "_Paris, Friday._", "_Ulm, Sunday._"])).allSatisfy { !$0.contains("heading") }
    )
  }

  @Test func `journal, author and signature of essays have their places`() throws {
    func essay(_ number: Int, _ author: String) -> String {
      "COMPACT No. \(number)\n\nGENERAL INTRODUCTION\n\nFor the Independent Journal.\n\n\(author)\n\nTo the People of the State of New York:\n\n"
        + "\(Self.prose)\n\n\(Self.prose)\n\nPUBLIUS\n\n\n\n"
    }
    let made = try rows("THE PAPERS\n\n\n\n" + essay(1, "HAMILTON") + essay(2, "JAY") + essay(3, "JAY"))
    for author in ["HAMILTON", "JAY", "For the Independent Journal."] {
      #expect(made.contains("  centred: \(author)"))
    }
    #expect(made.count { $0 == "  trailing: PUBLIUS" } == 3)
    #expect(made.contains("  justified: To the People of the State of New York:"))
  }

  @Test func `titles that the contents list says behind a number stand below it, in small letters too`() throws {
    let titles = ["A casa do outeiro", "Onde se conta o que succedeu na feira", "O baile"]
    let numbers = ["I", "II", "III"]
    let chapters = zip(numbers, titles).map { "\($0)\n\n\($1)\n\n\(Self.prose)\n\n\(Self.prose)\n\n\n\n" }.joined()
    let list = zip(numbers, titles).map { "\($0) \($1)      7" }.joined(separator: "\n")
    let made = try rows("OS FIDALGOS\n\n\n\nINDICE\n\n\(list)\n\n\n\n\(chapters)")
    #expect(made == zip(numbers, titles).map { "body chapter 1: \($0) | \($1)" })
  }

  @Test func `letters of a glossary have its title above them, and an appendix its own`() throws {
    let words = ["A", "B", "C"].map { letter in
      "\(letter).\n\n=\(letter)ddle=, _v._ to earn.\n\n=\(letter)gate=, _adv._ going on.\n\n"
    }
    let made = try rows(
      "CHAPTER I\n\n\(Self.prose)\n\n\n\nABBREVIATIONS.\n\n\(Self.prose)\n\n\nGLOSSARY OF FEN WORDS.\n\n\(words.joined())\n\n\nAPPENDIX A\n\nEXTENTS OF FOUR MANORS\n\n\(Self.prose)\n"
    )
    #expect(made.contains { $0.hasSuffix(" | GLOSSARY OF FEN WORDS.") })
    #expect(made.contains("  heading 2: A") && !made.contains("  heading 2: A."))
    #expect(made.contains("back appendix 1: APPENDIX A | EXTENTS OF FOUR MANORS"))
  }
}
