import Testing
import Units
import Verification

/// Notes, captions and the like: sequences of their own beside the run of the text.
@Suite struct `What stands apart` {
  @Test func `notes at the foot of pages are a sequence of their own`() {
    let text = """
      The first page speaks of many things and then of one[1] more thing.
      The second page goes on with it and ends.
      [1] This is the note of the first page, which runs over to the second page.
      """
    let apart = [range(of: "[1] This is the note of the first page, which runs over to the second page.", in: text)]
    let pages = [
      ["The first page speaks of many things and then of one⟨1⟩ more", "note|⟨1⟩ This is the note of the first page,"],
      ["thing. The second page goes on with it and ends.", "note|which runs over to the second page."],
    ]
    let result = compare(text, pages, apart: [apart])
    #expect(counts(result) == [0, 0, 0, 0], "\(result.differences)")
    let broken = [pages[0], [pages[1][0], "note|which runs over the second page."]]
    #expect(counts(compare(text, broken, apart: [apart])) == [1, 0, 0, 0])
  }

  @Test func `what stands apart is left where its words end, though the next of them begins like the text`() {
    let text = """
      A picture of the lake and what is said of it.
      [Illustration: Bala Lake]
      THE FURRY DAY SONG
      The celebration of the day is old.
      [Illustration: THE FURRY-DAY SONG (page 1)]
      """
    let captions = [
      range(of: "[Illustration: Bala Lake]", in: text),
      range(of: "[Illustration: THE FURRY-DAY SONG (page 1)]", in: text),
    ]
    let pages = [
      [
        "A picture of the lake and what is said of it.", "caption|Bala Lake", "THE FURRY DAY SONG",
        "The celebration of the day is old.",
      ],
      ["caption|THE FURRY-DAY SONG (page 1)"],
    ]
    let result = compare(text, pages, apart: [[], captions])
    #expect(counts(result) == [0, 0, 0, 0], "\(result.differences)")
  }

  @Test func `captions of signs alone stand between any two lines, other signs do not`() {
    let text = """
      A picture of the lake, and “what” is said of it.
      "?"
      The celebration of the day, as it is held, is old.
      It is held in May.
      """
    let captions = [range(of: "\"?\"", in: text)]
    let lines = [
      "A picture of the lake, and “what” is said of it.", "The celebration of the day, as it is held, is old.",
      "It is held in May.",
    ]
    for place in 1...3 {
      var pages = lines
      pages.insert("caption|“?”", at: place)
      #expect(compare(text, [pages], apart: [[], captions]).isWhole, "\(place)")
      // nor is what is the text's own changed for it
      pages[0].replace("lake,", with: "lake")
      #expect(compare(text, [pages], apart: [[], captions]).signs == 1)
      pages = pages.map { $0.replacing("day, as", with: "day as") }
      #expect(compare(text, [pages], apart: [[], captions]).signs == 2)
    }
    #expect(!compare(text, [lines + ["(!)"]], apart: [[], captions]).isWhole)
  }

  @Test func `a line of the text that begins like a note is the text's, and the other way round`() {
    let text = """
      He said it in French.[1] And the boy came.[2]
      “Come in, come in!” he repeated.
      [1] “Come in, come in.”
      [2] “Thank you, sir.”
      """
    let notes = [range(of: "[1] “Come in, come in.”", in: text), range(of: "[2] “Thank you, sir.”", in: text)]
    let pages = [
      ["He said it in French.⟨1⟩ And the boy came.⟨2⟩", "note|⟨1⟩ “Come in, come in.”", "note|⟨2⟩ “Thank you, sir.”"],
      ["“Come in, come in!” he repeated."],
    ]
    let result = compare(text, pages, apart: [notes])
    #expect(counts(result) == [0, 0, 0, 0], "\(result.differences)")
  }

  @Test func `notes of one word are found between lines of text`() {
    let text = """
      They spoke of what they called les nôtres[1] and of other things.
      “But the best of it was,” said one[2] of them.
      [1] Ours.
      [2] He.
      """
    let apart = [range(of: "[1] Ours.", in: text), range(of: "[2] He.", in: text)]
    let pages = [
      ["They spoke of what they called les nôtres⟨1⟩ and of", "note|⟨1⟩ Ours."],
      ["other things. “But the best of it was,” said one⟨2⟩ of", "note|⟨2⟩ He."], ["them."],
    ]
    let result = compare(text, pages, apart: [apart])
    #expect(counts(result) == [0, 0, 0, 0], "\(result.differences)")
    let lost = [pages[0], [pages[1][0]], pages[2]]
    #expect(counts(compare(text, lost, apart: [apart])) == [1, 0, 0, 0])
  }

  @Test func `a note that begins with the words that go on above it is told from them`() {
    let text = """
      They sat down in the evening[1] mother-in-law misunderstanding river waffle.
      [1] Mother-in-law an article to the letter night.
      """
    let apart = [range(of: "[1] Mother-in-law an article to the letter night.", in: text)]
    let pages = [
      ["They sat down in the evening⟨1⟩", "note|⟨1⟩ Mother-in-law an article to the letter", "note|night."],
      ["mother-in-law misunderstanding river waffle."],
    ]
    let result = compare(text, pages, apart: [apart])
    #expect(counts(result) == [0, 0, 0, 0], "\(result.differences)")
  }
}
