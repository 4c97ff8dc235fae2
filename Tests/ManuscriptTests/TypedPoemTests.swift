import BookModel
import Manuscript
import Testing

/// Poems, casts and letters that Markdown has no marks for.
@Suite struct TypedPoemTests {
  private func blocks(_ text: String) throws -> [Block] {
    var reading = try readMarkdown([MarkdownInput(name: "a.md", bytes: Array(text.utf8))], options: MarkdownOptions())
    reading.settleTyped(plays: true)
    reading.settleTypedLetters()
    reading.settleTypedVerse()
    return reading.book.sections.flatMap(\.blocks)
  }

  @Test("Paragraphs of short lines are the stanzas of a poem, an address is none")
  func stanzas() throws {
    let found = try blocks(
      "# Slack\n\nThe boats lie down  \non their own reflections,  \nribs in the mud.\n\nNobody calls them.  \nThey have been told  \nto wait.\n\n# Neap\n\nA gull is working  \nthe edge of it,  \nas if.\n\n# Address\n\nIda Penn  \n12 Quay Street  \nWhitby\n"
    )
    let poems = found.compactMap { block -> [Int]? in
      guard case .verse(let verse) = block else { return nil }
      return verse.stanzas.map(\.lines.count)
    }
    #expect(poems == [[3, 3], [3]])
    #expect(found.last?.paragraph != nil)
  }

  @Test("A quoted letter has its date, its words and its name in their places")
  func letter() throws {
    let found = try blocks(
      "# One\n\nIt came on Friday.\n\n> 14 Elm Road  \n> Leeds  \n> 3 March 1941\n>\n> Dear Tom,\n>\n> We are all well.\n>\n> Love,\n>\n> Mum\n\nHe read it.\n"
    )
    guard case .letter(let letter) = found[1] else {
      Issue.record("\(found)")
      return
    }
    #expect(letter.dateline.count == 1 && letter.blocks.count == 2)
    #expect(letter.signature.map(\.inlines.plainText) == ["Love,", "Mum"])
  }

  @Test("Names on lines of their own speak, and how it is said stands beside them")
  func names() throws {
    let found = try blocks(
      "# Characters\n\n- **JOE**, a driver\n- **MRS. HALE**\n\n# Act One\n\n**JOE**\n\nLast stop.\n\n**MRS. HALE**\n\n*(rising)*\n\nI know.\n\n**JOE**\n\nWell?\n"
    )
    let speeches = found.compactMap { block -> String? in
      guard case .speech(let speech) = block else { return nil }
      return speech.speaker.plainText + " | " + (speech.blocks.first?.paragraph?.inlines.plainText ?? "")
    }
    #expect(speeches == ["JOE | Last stop.", "MRS. HALE (rising) | I know.", "JOE | Well?"])
    guard case .verse(let cast)? = found.first else {
      Issue.record("\(found)")
      return
    }
    #expect(cast.stanzas[0].lines.map(\.inlines.plainText) == ["JOE, a driver", "MRS. HALE"])
    #expect(cast.stanzas[0].lines.allSatisfy { $0.inlines[0].style.traits == .allSmallCapitals })
  }
}
