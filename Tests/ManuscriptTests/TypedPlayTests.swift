import BookModel
import Manuscript
import Testing

private let words =
  "She counted the rungs as she walked, eleven, and the twelfth was broken, as it had been for a year."

private func blocks(_ text: String) throws -> [Block] {
  var reading = try readMarkdown([MarkdownInput(name: "a.md", bytes: Array(text.utf8))], options: MarkdownOptions())
  reading.settleTyped(plays: true)
  return reading.book.sections.flatMap(\.blocks)
}

private func speeches(_ blocks: [Block]) -> [String] {
  blocks.compactMap { block in
    guard case .speech(let speech) = block else { return nil }
    let said = speech.blocks.map { block in
      var lines: [String] = []
      if case .verse(let verse) = block { lines = verse.stanzas.flatMap(\.lines).map(\.inlines.plainText) }
      return block.paragraph?.inlines.plainText ?? lines.joined(separator: "/")
    }
    return speech.speaker.plainText + " | " + said.joined(separator: " | ")
  }
}

@Suite("Plays and labels that are typed as paragraphs of Markdown")
struct TypedPlayTests {
  @Test(
    "Names that come again and again speak, however they are marked",
    arguments: [
      ("**EDWARD:** The glass says fair.", "**NORA:** *(laughing)* Perhaps."),
      ("EDWARD: The glass says fair.", "NORA: *(laughing)* Perhaps."),
      ("**EDWARD**: The glass says fair.", "**NORA**: *(laughing)* Perhaps."),
    ])
  func prose(first: String, second: String) throws {
    let text = "# Act I\n\n" + String(repeating: first + "\n\n" + second + "\n\n", count: 6) + "*He sits.*\n"
    let found = try blocks(text)
    #expect(speeches(found).count == 12 && found.count == 13)
    #expect(speeches(found)[0].filter(\.isLetter) == "EDWARDTheglasssaysfair")
    #expect(speeches(found)[1].hasSuffix("(laughing) Perhaps."))
    guard case .speech(let speech) = found[0] else { return }
    #expect(speech.speaker.allSatisfy { !$0.style.traits.contains(.strong) })
  }

  @Test("In verse the name stands above its lines, and a word or two beside it")
  func verse() throws {
    let one =
      "**HALDANE.**  \nWhat hour is it? The mist has eaten time,  \nAnd I cannot tell evening from the dawn.\n\n"
    let two = "**RENWICK.**  \nMy lord, the bell rang five, and no one heard  \nBut I who rang it.\n\n"
    let text =
      "# Act I\n\n" + String(repeating: one + two, count: 6)
      + "**HALDANE.** Hark!\n\n**ISOBEL** (*sings*)\n\n> Weave.\n"
    let found = speeches(try blocks(text))
    #expect(found.count == 14)
    #expect(found[0] == "HALDANE. | What hour is it? The mist has eaten time,/And I cannot tell evening from the dawn.")
    #expect(found[12...] == ["HALDANE. | Hark!", "ISOBEL (sings) | "])
  }

  @Test(
    "Labels of recipes, and a few lines of a talk in a novel, are no play",
    arguments: [
      (0..<12).map { "## Soup \($0)\n\n**Makes:** one tin\n\n**Time:** 45 minutes\n\n**Oven:** 180\n\n" }.joined(),
      String(repeating: words + "\n\n", count: 12)
        + String(repeating: "**Sam:** hello there\n\n**Jo:** where are you\n\n", count: 3),
      (0..<20).map { "WORD\($0): \(words)\n\n" }.joined(),
    ])
  func others(text: String) throws {
    #expect(speeches(try blocks("# One\n\n" + text)).isEmpty)
  }

  @Test("Short lines in bold that name what follows are low heads")
  func labels() throws {
    let text =
      "# Soups\n\n\(words)\n\n**Ingredients**\n\n- peas\n- leeks\n\n**Method**\n\n\(words)\n\n"
      + "**B. Fill in the blanks.**\n\n\(words)\n\n**To serve**\n\n2 leeks\n\nsalt\n\n\(words)\n"
    let found = try blocks(text)
    let heads = found.compactMap(\.paragraph).filter(\.isLowHead)
    #expect(heads.map(\.inlines.plainText) == ["Ingredients", "Method", "B. Fill in the blanks.", "To serve"])
    #expect(heads.allSatisfy { $0.placement == .leading && $0.spaceAbove == 1 })
    #expect(found.compactMap(\.paragraph).filter(\.isFlush).map(\.inlines.plainText) == ["2 leeks", "salt"])
  }

  @Test(
    "A raised voice, a sign and lines of bold below each other are none",
    arguments: [
      "**I never loved you.**\n\n\(words)\n\n**Run!**", "**“No”**\n\n\(words)\n\n**— Stop**", "**NO ENTRY**",
      "**WANTED**\n\n**DEAD OR ALIVE**",
    ])
  func sentences(text: String) throws {
    let found = try blocks("# One\n\n\(words)\n\n\(text)\n\n\(words)\n")
    #expect(found.compactMap(\.paragraph).allSatisfy { !$0.isLowHead })
  }
}
