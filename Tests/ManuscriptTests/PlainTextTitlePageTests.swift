import BookModel
import Manuscript
import Testing

/// What the first lines of a typed book say of it, where no header does.
@Suite struct PlainTextTitlePageTests {
  private static let prose = """
    The boats had not come. He waited on the wall until the light went,
    and then he went home and lit the lamp, and he sat beside it without
    a book until it was late and the rain had begun again on the roof.

    """

  private static let chapters = ["I", "II"].map { "CHAPTER \($0)\n\n\(prose)\n\(prose)\n\n" }.joined()

  @Test(
    "a title goes on below, and a subtitle stands there",
    arguments: [
      ("THE LONG ROAD\nA Novel of the West\n\nby John Smith", "THE LONG ROAD", "A Novel of the West", "John Smith", ""),
      ("The Long Road\nA Novel of the West\n\nby John Smith", "The Long Road", "A Novel of the West", "John Smith", ""),
      (
        "THE LONG ROAD\nAND OTHER STORIES\n\nWritten by John Smith", "THE LONG ROAD AND OTHER STORIES", "",
        "John Smith", ""
      ),
      (
        "THE LONG ROAD\nAND OTHER STORIES\n\nTranslated by John Smith", "THE LONG ROAD AND OTHER STORIES", "", "",
        "translator"
      ),
      (
        "HYMNS AND READINGS\nFOR SMALL CONGREGATIONS\n\nCompiled by John Smith",
        "HYMNS AND READINGS FOR SMALL CONGREGATIONS", "", "", "compiler"
      ),
    ])
  func titles(page: String, title: String, subtitle: String, author: String, role: String) throws {
    let made = try reading("\(page)\n\n\n\(Self.chapters)")
    let found = made.book.metadata
    #expect(found.title == title && found.subtitle ?? "" == subtitle && found.authors.first ?? "" == author)
    #expect(found.contributors.map(\.role) == (role.isEmpty ? [] : [role]))
    #expect(made.book.sections.map { $0.heading?.plainText } == ["CHAPTER I", "CHAPTER II"])
    #expect(Coverage.problems(made) == [])
  }

  @Test func `a heading of some of the title's words is none of the title page`() throws {
    let text = String(Self.prose.map { $0 == "\n" ? " " : $0 })
    let parts = ["HYMNS", "READINGS"].map { "\($0)\n\n\nTHE \($0 == "HYMNS" ? "MORNING" : "EVENING")\n\n\(text)\n\n\n" }
    let made = try reading("HYMNS AND READINGS\n\nby Samuel Orr\n\n\n\(parts.joined())")
    #expect(
      made.book.sections.map { $0.heading?.plainText } == ["HYMNS", "THE MORNING", "READINGS", "THE EVENING"])
    #expect(Coverage.problems(made) == [])
  }
}
