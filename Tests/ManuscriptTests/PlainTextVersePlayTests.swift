import BookModel
import Manuscript
import Testing

private func verseLines(_ blocks: [Block]) -> [Verse.Line] {
  blocks.flatMap { block -> [Verse.Line] in
    guard case .verse(let verse) = block else { return [] }
    return verse.stanzas.flatMap(\.lines)
  }
}

/// Plays in verse as they are typed: shared lines, numbers of lines, directions, names in every manner.
@Suite struct `Plays in verse, as typed` {
  private func speeches(_ text: String) throws -> [Speech] {
    let made = try reading("A PLAY\n\nby Some One\n\n\n\nACT I\n\nSCENE I. A street.\n\n" + text)
    #expect(Coverage.problems(made) == [])
    return made.book.sections.flatMap(\.blocks).compactMap { if case .speech(let speech) = $0 { speech } else { nil } }
  }

  private func lines(_ speech: Speech) -> [Verse.Line] { verseLines(speech.blocks) }

  private static let verse = [
    "BARNARDO.\nSit down awhile,\nAnd let us once again assail your ears,\nThat are so fortified against our story,\nWhat we two nights have seen.",
    "HORATIO.\nWell, sit we down,\nAnd let us hear Barnardo speak of this.",
    "MARCELLUS.\nThat if again this apparition come\nHe may approve our eyes and speak to it\nAnd watch with us the minutes of this night.",
    "HORATIO.\nTush, tush, ’twill not appear.",
  ]

  @Test func `parts that make up a line are stepped though nothing is set in`() throws {
    let made = try speeches(Array(repeating: Self.verse, count: 4).joined().joined(separator: "\n\n") + "\n")
    #expect(made.count == 16)
    // a short speech is verse as well
    #expect(made.allSatisfy { !lines($0).isEmpty })
    let first = made.prefix(8).map { lines($0)[0].indent > 0 }
    #expect(first == [false, true, false, false, true, true, false, false])
  }

  @Test func `a name that comes once is one among names without a point`() throws {
    let made = try speeches(
      Array(repeating: Self.verse, count: 4).joined().joined(separator: "\n\n")
        + "\n\nBARNARDO\nIt would be spoke to.\n\nKING.\nThough yet of Hamlet our dear brother’s death\nThe memory be green, and that it us befitted.\n"
    )
    #expect(made.last?.speaker.plainText == "KING.")
  }

  @Test func `names in italics before verse, a gap where a line goes on, and numbers at its end`() throws {
    let talk = """
      _Man._ The lamp must be replenished, but even then
      It will not burn so long as I must watch:
      My slumbers--if I slumber--are not sleep,
      But a continuance of enduring thought,                  NUMBER

      _Spirit_. We can but give thee that which we possess:
      Ask of us subjects, sovereignty, the power
      O'er earth--the whole, or portion--or a sign
      But--thou may'st die.

      _Man._                Will Death bestow it on me?


      """
    var number = 0
    let text = String(repeating: talk, count: 8).split(separator: "NUMBER", omittingEmptySubsequences: false)
      .reduce("") { made, part in
        defer { number += 10 }
        return made.isEmpty ? String(part) : made + String(number) + part
      }
    let made = try speeches(text)
    #expect(made.count == 24)
    #expect(made.allSatisfy { !lines($0).isEmpty })
    #expect(lines(made[0]).last?.number.plainText == "10" && lines(made[3]).last?.number.plainText == "20")
    #expect(lines(made[2])[0].indent >= 6 && lines(made[2])[0].inlines.plainText.hasPrefix("Will"))
  }

  @Test func `who comes stands between the lines of a speech, and numbers behind an underline count them`() throws {
    let talk = """
           FAUSTUS.  Settle thy studies, Faustus, and begin
           To sound the depth of that thou wilt profess: _N
           Having commenc'd, be a divine in shew,
           Yet level at the end of every art,

                Enter WAGNER.

           Wagner, commend me to my dearest friends,
           The German Valdes and Cornelius;

           WAGNER.  I will, sir.

                FAUSTUS sits down in his study.


      """
    var number = 0
    let text = String(repeating: talk, count: 10).split(separator: "N\n", omittingEmptySubsequences: false)
      .reduce("") { made, part in
        defer { number += 5 }
        return made.isEmpty ? String(part) : made + String(number) + "\n" + part
      }
    let made = try reading("DOCTOR FAUSTUS\n\nBY CHRISTOPHER MARLOWE\n\n\n\n" + text)
    #expect(Coverage.problems(made) == [])
    let blocks = made.book.sections.flatMap(\.blocks)
    let told = blocks.compactMap { if case .paragraph(let paragraph) = $0 { paragraph.inlines.plainText } else { nil } }
    #expect(told.count { $0 == "Enter WAGNER." } == 10)
    #expect(told.count { $0.hasPrefix("FAUSTUS sits") } >= 9)
    let speech = blocks.compactMap { if case .speech(let speech) = $0 { speech } else { nil } }
    #expect(speech.count >= 19)
    #expect(lines(speech[0]).map(\.number.plainText) == ["", "5", "", ""])
  }

  @Test func `persons right below their heading are a cast, and what ends an act is nobody's speech`() throws {
    let talk =
      "CAMILLO:\nThat matter of the murder is hushed up\nIf you consent to yield his Holiness.\n\nCENCI:\nThe third of my possessions, let it go!\nI little thought he should outwit me so.\n\n"
    let made = try reading(
      "THE CENCI\n\nBY SOME ONE\n\n\nDRAMATIS PERSONAE:\nCOUNT CENCI.\nCAMILLO, A CARDINAL.\n\n\nACT 1.\n\nSCENE 1.1:\nAN APARTMENT IN THE PALACE.\nENTER CAMILLO.\n\n"
        + String(repeating: talk, count: 6) + "END OF ACT 1.\n\n\nACT 2.\n\nSCENE 2.1:\nTHE SAME.\n\n"
        + String(repeating: talk, count: 6))
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.contains { $0.heading?.title.plainText.hasPrefix("DRAMATIS") ?? false })
    let scenes = made.book.sections.flatMap(\.blocks).compactMap { block in
      if case .heading(let heading) = block { heading.label.plainText } else { nil }
    }
    #expect(scenes == ["SCENE 1.1", "SCENE 2.1"])
    let told = made.book.sections.flatMap(\.blocks).compactMap(\.paragraph)
    #expect(told.contains { $0.inlines.plainText == "ENTER CAMILLO." })
    #expect(told.contains { $0.inlines.plainText == "END OF ACT 1." && $0.placement == .centred })
  }
}

/// Numbers that count lines and stanzas of poems, and numbered poems.
@Suite struct `Poems that are counted` {
  private static let lines = [
    "Sweet Auburn! loveliest village of the plain,", "Where health and plenty cheer'd the labouring swain,",
    "Where smiling spring its earliest visit paid,", "And parting summer's lingering blooms delay'd:",
  ]

  private func verse(_ poem: String) throws -> [Verse.Line] {
    let made = try reading("A POEM\n\nby Some One\n\n\n\n" + poem)
    #expect(Coverage.problems(made) == [])
    return verseLines(made.book.sections.flatMap(\.blocks))
  }

  @Test(
    "numbers count lines wherever they stand",
    arguments: ["    L N", "    L     N", "    L                         N", "N   L"])
  func numbers(form: String) throws {
    let text = (1...40).map { n in
      let line = Self.lines[n % 4]
      return n % 5 == 0
        ? form.replacing("N", with: String(n)).replacing("L", with: line) : "    \(line)"
    }
    let made = try verse(text.joined(separator: "\n") + "\n")
    #expect(made.count == 40)
    #expect(made.map(\.number.plainText) == (1...40).map { $0 % 5 == 0 ? String($0) : "" })
  }

  @Test func `numbers before stanzas are no words of theirs`() throws {
    let text = (1...4).map { n in
      "     \(n) \(Self.lines[0])\n       \(Self.lines[1])\n     \(Self.lines[2])\n       \(Self.lines[3])\n"
    }
    let prose =
      "The ballads in this book are printed as they were taken down from the\nmouths of the people, and few words have been altered. Where the copies\ndiffer, the oldest has been followed throughout.\n\n\n"
    let made = try verse(prose + text.joined(separator: "\n"))
    #expect(made.enumerated().map(\.element.number.plainText) == (0..<16).map { $0 % 4 == 0 ? String($0 / 4 + 1) : "" })
    #expect(made.allSatisfy { $0.number.isEmpty || $0.numberLeads })
  }

  @Test func `years and sums in verse are no line numbers`() throws {
    let made = try verse(
      Array(repeating: "    In seventeen hundred and sixty 5\n    He went to the wars at the age of 20\n", count: 6)
        .joined(separator: "\n"))
    #expect(made.allSatisfy { $0.number.isEmpty })
  }

  @Test func `numbered poems stand below the names of their kinds`() throws {
    let stanza = Self.lines.map { "  \($0)" }.joined(separator: "\n")
    func poems(_ kind: String, _ titles: [String]) -> String {
      "\(kind)\n\n\n\n\n"
        + zip(["I", "II", "III"], titles).map { "\($0)\n\n\($1)\n\n\n\(stanza)\n\n\(stanza)\n\n\n\n\n" }.joined()
    }
    let made = try reading(
      "SONGS OF THE SHORE\n\nby Mary Penhallow\n\n\n\n\n"
        + poems("BALLADS", ["THE WRECK", "THE MILLER", "THE RAVENS"])
        + poems("SONNETS", ["THE SEA", "SLEEP", "EVENING"]))
    #expect(Coverage.problems(made) == [])
    let sections = made.book.sections.filter { $0.matter == .body }
    #expect(sections.map(\.role) == [.part, .chapter, .chapter, .chapter, .part, .chapter, .chapter, .chapter])
    #expect(sections.map(\.level) == [1, 2, 2, 2, 1, 2, 2, 2])
    #expect(sections[5].heading?.label.plainText == "I" && sections[5].heading?.title.plainText == "THE SEA")
  }
}

/// What typed title pages say beyond the facts of a book.
@Suite struct `Words of title pages` {
  @Test func `what else the author wrote, and a credit without a name, stay on the title page`() throws {
    let made = try reading(
      "A WANDERER\n\nBY\nJOHN HARCOURT\n\nAUTHOR OF \"A SUMMER IN NORWAY,\" ETC.\n\nTRANSLATED FROM THE FRENCH\n\nMETHUEN & CO.\nLONDON\n\n\n\n\nCHAPTER I\n\n\nWe set out.\n\n\nCHAPTER II\n\n\nWe came home.\n"
    )
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.map(\.role) == [.chapter, .chapter])
    #expect(
      made.book.metadata.contributors.map(\.name) == [
        "Author of \"A Summer in Norway,\" Etc.", "Translated from the French",
      ])
  }
}
