import BookModel
import Manuscript
import Testing

/// Lines in the middle, persons below a title page, numbers within poems.
@Suite struct PlainTextSignTests {
  private static let prose = PlainTextFormTests.proses

  @Test func `what a sign says stands in the middle, wherever who typed it thought that to be`() throws {
    let signs =
      "                 CLOSED\n\n\(Self.prose)\n\n                 NO ADMITTANCE\n               Except on Business\n"
    let made = try reading("\(Self.prose)\n\n\(signs)\n\(Self.prose)\n")
    let centred = made.book.sections.flatMap(\.blocks).compactMap { block in
      if case .paragraph(let words) = block, words.placement == .centred { words.inlines.plainText } else { nil }
    }
    #expect(centred.map { String($0.prefix(6)) } == ["CLOSED", "NO ADM"])
    #expect(Coverage.problems(made) == [])
  }

  @Test func `persons right below the title page are headed`() throws {
    let speeches = (1...8).map { "NORA: Is it \($0)?\n\nEDWARD: It is \($0).\n\n" }.joined()
    let made = try reading(
      "THE GLASS\nA Play in Two Acts\n\nby Colm Brady\n\nCHARACTERS\n\nNORA, a niece\nEDWARD, her lodger\n\n\nACT ONE\n\n\(speeches)NORA and EDWARD: Never!\n\n\nACT TWO\n\n\(speeches)"
    )
    #expect(made.book.sections.map { $0.heading?.plainText } == ["CHARACTERS", "ACT ONE", "ACT TWO"])
    let speakers = made.book.sections.flatMap(\.blocks).compactMap { block in
      if case .speech(let speech) = block { speech.speaker.plainText } else { nil }
    }
    #expect(speakers.contains("NORA and EDWARD:"))
    #expect(Coverage.problems(made) == [])
  }

  @Test("one sign alone between blank lines is a pause", arguments: ["*", "* *", "◊", "#", "~"])
  func loneSign(sign: String) throws {
    let prose = PlainTextFormTests.prose
    let made = try reading("CHAPTER I\n\n\n\(prose)\n\n\(sign)\n\n\(prose)\n")
    #expect(Coverage.problems(made) == [])
    #expect(made.report.sceneBreaks == 1)
    // right below a line it belongs to that line
    let close = try reading("CHAPTER I\n\n\n\(prose)\n\(sign)\n\n\(prose)\n")
    #expect(close.report.sceneBreaks == 0)
  }
}
