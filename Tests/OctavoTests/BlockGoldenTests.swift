import BookModel
import Design
import TestSupport
import Testing
import Units

/// One small book with every kind of block, held in place run by run.
@Suite struct `Golden blocks` {
  @Test func `stand where they stood`() async throws {
    func item(_ text: String, _ more: [Block] = [], isDone: Bool? = nil) -> List.Item {
      List.Item([prose(text)] + more, isDone: isDone, source: nowhere)
    }
    let nested = List(
      isTight: true, items: [item("A nested item"), item("and one more. " + sentence)], source: nowhere)
    let bullets = List(isTight: true, items: [item(sentence, [.list(nested)]), item("Last")], source: nowhere)
    let numbers = List(
      start: 9, isTight: false, items: [item("Nine"), item("Ten", [code(["let ten = 10"])])], source: nowhere)
    let tasks = List(isTight: true, items: [item("Open", isDone: false), item("Done", isDone: true)], source: nowhere)
    let styles: [Inline] = [
      Inline("Plain, "), styled("slanted", .emphasis), Inline(", "), styled("heavy", .strong), Inline(", "),
      styled("ruled words", .underline), Inline(", "), styled("struck words", .strike), Inline(", "),
      styled("shadowed", .shadow), Inline(", "), styled("Small Capitals", .smallCapitals), Inline(", "),
      styled("spaced", .letterSpaced), Inline(", x"), styled("2", .superscript), Inline(", H"), styled("2", .subscript),
      Inline("O, "), styled("code()", .code), Inline(" and "), styled("larger") { $0.scale = 1.8 },
      Inline(". " + sentence),
    ]
    let letter = Letter(
      dateline: [Paragraph("London, 3 May")], [prose("Dear Sir,"), prose(sentence)], signature: [Paragraph("J. H.")],
      source: nowhere)
    let quotation = Quotation(
      [prose(sentence), prose(sentence)], attribution: Paragraph("An author", source: nowhere), source: nowhere)
    let rows = (1...6).map { ["Row \($0)", $0 % 3 == 0 ? sentence : "Short", "\($0 * 12).50"] }
    var design = PageDesign()
    design.dropCapitalLines = 3
    design.openingSmallCapitals = true
    let made = try await setBook(
      [
        prose("“Alice was beginning to get very tired,” it began. " + sentence + " " + sentence),
        .paragraph(Paragraph(styles, source: nowhere)), .list(bullets), .list(numbers), .list(tasks),
        table([.leading, .leading, .trailing], head: ["Name", "Use", "Price"], rows: rows), prose(sentence),
        code([
          "func main() {", "  print(\"a line that is too wide for the measure of this page and goes on below\")", "}",
        ]),
        .quotation(quotation), .letter(letter),
      ]
        + (2...6).flatMap {
          [.heading(Heading(level: $0, title: [Inline("Heading \($0)")], source: nowhere)), prose(sentence)]
        },
      design: design, isOpened: true)
    try made.expectInside()
    #expect(try goldenMismatches("blocks", made.pdf) == [])
  }
}
