import Manuscript
import Testing

@Suite struct `Citations in Markdown` {
  @Test func `are set by their keys, with one warning`() throws {
    let reading = try readMarkdownBook(
      "So [@knuth84, p. 3; see -@plass81]. As @knuth84 [p. 4] says, and [see @{a:b}]. `[@x1]` a@b.c [@user](http://a.b).\n"
    )
    #expect(
      BookWords(reading.book).text
        == "So (knuth84, p. 3; see plass81). As knuth84 [p. 4] says, and (see a:b). [@x1] a@b.c @user.\n")
    #expect(reading.said == ["book.md:1:1: warning: 3 citations are set by their keys"])
  }

  @Test func `are none where nobody cites`() throws {
    let reading = try readMarkdownBook("Thanks to @someone and [@other](http://a.b/c).\n")
    #expect(BookWords(reading.book).text == "Thanks to @someone and @other.\n")
    #expect(reading.said == [])
  }
}
