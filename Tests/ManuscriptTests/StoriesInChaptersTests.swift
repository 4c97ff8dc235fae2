import BookModel
import Manuscript
import Testing

/// Stories that are told in chapters, and what stands between chapters.
@Suite struct StoriesInChaptersTests {
  private func settled(_ text: String) throws -> [String] {
    var book = try readMarkdownBook(text).book
    book.settleStories()
    return book.sections.map { "\($0.role.rawValue) \($0.level) \($0.heading?.plainText ?? "-")" }
  }

  private static let text = String(repeating: "Text that goes on for a while. ", count: 8)

  @Test func `chapters behind a title alone are its own where the book has other pieces`() throws {
    let magazine =
      "# Journal\n\n## The Siege\n\n*by Jane Roe*\n\n## Chapter 4: The Wall\n\n\(Self.text)\n\n## On Lamps\n\n\(Self.text)\n\n## On Wells\n\n\(Self.text)\n"
    #expect(
      try settled(magazine) == [
        "chapter 1 The Siege", "chapter 2 Chapter 4. The Wall", "chapter 1 On Lamps", "chapter 1 On Wells",
      ])
    // what is no story
    #expect(try settled(magazine.replacing("The Siege", with: "Overture"))[1] == "chapter 1 Chapter 4. The Wall")
    // the title of a novel, once more above its first chapter
    #expect(
      try settled("# The Siege\n\n# Chapter 1\n\n\(Self.text)\n\n# Chapter 2\n\n\(Self.text)\n").allSatisfy {
        $0.contains(" 1 ")
      })
    // a poem above numbered ones
    let poem = "# On a Lamp\n\n```verse\nIt burns all night,\nIt burns all day.\n```\n"
    #expect(
      try settled(poem + "\n# 1\n\n\(Self.text)\n\n# On Wells\n\n\(Self.text)\n\n# On Ropes\n\n\(Self.text)\n")
        .allSatisfy {
          $0.contains(" 1 ")
        })
  }

  @Test func `titles above counted chapters are stories, or parts where they are long or called so`() throws {
    func book(_ titles: [String], words: Int) -> String {
      titles.map { title in
        "# \(title)\n\n"
          + (1...3).map { "## Chapter \($0)\n\n" + String(repeating: "Text of it. ", count: words) }.joined(
            separator: "\n\n")
      }.joined(separator: "\n\n")
    }
    #expect(try settled(book(["The Well", "The Lamp"], words: 50)).filter { $0.hasPrefix("part") } == [])
    #expect(try settled(book(["The Well", "The Lamp"], words: 3000)).filter { $0.hasPrefix("part") }.count == 2)
    #expect(try settled(book(["Part One", "Part Two"], words: 50)).filter { $0.hasPrefix("part") }.count == 2)
  }

  @Test func `a prologue below a part's number is none of its title, an epilogue has one of its own`() throws {
    let text = """
      THE LONG ROAD

      by Jane Roe



      PART ONE


      PROLOGUE

      \(PlainTextFormTests.prose)


      CHAPTER I

      \(PlainTextFormTests.prose)


      CHAPTER II

      \(PlainTextFormTests.prose)



      PART TWO


      INTERLUDE

      \(PlainTextFormTests.prose)


      CHAPTER III

      \(PlainTextFormTests.prose)


      EPILOGUE: TEN YEARS LATER

      \(PlainTextFormTests.prose)

      """
    let sections = try reading(text).book.sections.compactMap { section in
      section.heading.map { "\(section.level) \($0.plainText)" }
    }
    #expect(
      sections == [
        "1 PART ONE", "2 PROLOGUE", "2 CHAPTER I", "2 CHAPTER II", "1 PART TWO", "2 INTERLUDE", "2 CHAPTER III",
        "1 EPILOGUE: TEN YEARS LATER",
      ])
  }

  @Test func `an interlude that is a heading below the chapters' is one of them`() throws {
    let text = "# Chapter 1\n\nText.\n\n## Interlude\n\nText.\n\n# Chapter 2\n\nText.\n\n## Epilogue\n\nText.\n"
    #expect(
      try settled(text).map { String($0.split(separator: " ").dropFirst().joined(separator: " ")) } == [
        "1 Chapter 1", "1 Interlude", "1 Chapter 2", "1 Epilogue",
      ])
    // among other headings it is one of these
    #expect(try settled(text + "\n## A turn\n\nText.\n").count == 2)
  }

  @Test func `white between paragraphs of a line each parts scenes`() throws {
    let line = "The carts went before, and the men walked behind them with their hats pulled down on their eyes. "
    let scene = [1, 3, 2, 5, 1, 2].map { String(repeating: line, count: $0) + "\n" }.joined()
    let made = try reading("THE ROAD\n\n" + Array(repeating: scene, count: 8).joined(separator: "\n"))
    #expect(made.report.sceneBreaks == 7)
  }
}
