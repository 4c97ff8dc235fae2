import BookModel
import Manuscript
import Testing

/// Plays as they are typed: names, directions, acts and what stands around them.
@Suite struct PlainTextPlayTests {
  /// Full lines, as prose is wrapped.
  static let speech = """
    ALGERNON.
    I’m sorry for that, for your sake. I don’t play accurately—any one can
    play accurately—but I play with wonderful expression. As far as the piano
    is concerned, sentiment is my forte. I keep science for Life.
    """

  private func play(_ speeches: String, acts: Int = 2, head: String = "") throws -> ManuscriptReading {
    let made = try reading(
      "A PLAY\n\nby Some One\n\n\n\n"
        + (1...acts).map { "ACT \(["I", "II", "III"][$0 - 1])\n\n\(head)\(speeches)" }.joined(separator: "\n\n\n")
        + "\n")
    #expect(Coverage.problems(made) == [])
    return made
  }

  private func speeches(_ made: ManuscriptReading) -> [Speech] {
    made.book.sections.flatMap(\.blocks).compactMap { if case .speech(let speech) = $0 { speech } else { nil } }
  }

  private func isVerse(_ speech: Speech) -> Bool {
    speech.blocks.contains { if case .verse = $0 { true } else { false } }
  }

  @Test func proseBelowANameIsNoVerse() throws {
    let pair = "\(Self.speech)\n\nLANE.\nYes, sir. [Hands them on a salver.]\n\n"
    let made = speeches(try play(String(repeating: pair, count: 8)))
    #expect(made.count == 32)
    #expect(!made.contains(where: isVerse))
  }

  @Test func `who comes is no name, and a line a space in is nobody's`() throws {
    let pair = "\(Self.speech)\n\n Jack appears above at a window.\n\nLANE.\nYes, sir.\n\n"
    let made = try play(String(repeating: pair, count: 8), head: " Enter Chorus.\n\n")
    #expect(speeches(made).allSatisfy { ["ALGERNON.", "LANE."].contains($0.speaker.plainText) })
    let told = made.book.sections.flatMap(\.blocks).compactMap(\.paragraph)
    let window = told.filter { $0.inlines.plainText.hasPrefix("Jack appears") }
    #expect(window.count == 16 && window.allSatisfy { $0.inlines.allSatisfy { $0.style.traits == .emphasis } })
  }

  @Test func `where the play is set is a sentence below its persons`() throws {
    let cast =
      "Dramatis Personae\n\nLANE, a servant.\nJACK, his master.\n\nSCENE. During the greater part of the Play in the town; once,\nin the Fifth Act, at sea.\n\n\n\n"
    let pair = "\(Self.speech)\n\nLANE.\nYes, sir.\n\n"
    let made = try reading("A PLAY\n\nby Some One\n\n\n\n\(cast)ACT I\n\n\(String(repeating: pair, count: 8))\n")
    let told = made.book.sections.flatMap(\.blocks).compactMap(\.paragraph).map(\.inlines.plainText)
    #expect(told.contains("SCENE. During the greater part of the Play in the town; once, in the Fifth Act, at sea."))
  }

  @Test func verseBelowANameKeepsItsLines() throws {
    let pair =
      "FRANCISCO.\nFor this relief much thanks. ’Tis bitter cold,\nAnd I am sick at heart.\n\nBARNARDO.\nIf you do meet Horatio and Marcellus,\nThe rivals of my watch, bid them make haste.\n\n"
    let made = speeches(try play(String(repeating: pair, count: 8)))
    #expect(made.count == 32)
    #expect(made.allSatisfy(isVerse))
  }

  @Test(
    "a name may be of two, or say how it speaks",
    arguments: [
      ("HORATIO and MARCELLUS.\nMy lord!", "HORATIO and MARCELLUS"),
      ("LE PORTIER, _le poursuivant_.\n\nHolà! vos quinze sols!", "LE PORTIER,"),
      ("LE PORTIER, à Hamlet, qui regarde.\n\nHolà! vos quinze sols!", "LE PORTIER,"),
    ])
  func names(speech: String, name: String) throws {
    let made = speeches(try play(String(repeating: speech + "\n\nHAMLET.\n\nNay, answer me.\n\n", count: 8)))
    #expect(made.count == 32)
    #expect(made.count { $0.speaker.plainText.hasPrefix(name) } == 16)
  }

  @Test(
    "how somebody speaks stands beside the name, and what is said below it is said",
    arguments: ["à Hamlet, qui regarde.", "_le poursuivant_."])
  func directionBehindTheName(direction: String) throws {
    let pair = "LE PORTIER, \(direction)\n\nHolà! vos quinze sols!\n\nHAMLET.\n\nNay, answer me.\n\n"
    let made = speeches(try play(String(repeating: pair, count: 8)))
    let own = made.filter { $0.speaker.plainText.hasPrefix("LE PORTIER") }
    #expect(own.count == 16)
    for speech in own {
      #expect(speech.speaker.plainText == "LE PORTIER, " + direction.filter { $0 != "_" })
      #expect(speech.speaker.last?.style.traits.contains(.emphasis) ?? false)
      #expect(outline(Book(sections: [Section(blocks: speech.blocks)])).joined().contains("Holà! vos quinze sols!"))
    }
  }

  @Test func aTitleIsOfTheName() throws {
    let talk = "MRS. PEAR. Yes, sir.\n\nMR. PLUM [_rising_] I never said so.\n\nLIZA. Well!\n\n"
    let made = speeches(try play(String(repeating: talk, count: 8)))
    #expect(made.count == 48)
    let names = made.prefix(2).map { $0.speaker.plainText }
    #expect(names[0].hasPrefix("MRS. PEAR") && names[1].hasPrefix("MR. PLUM"), "\(names)")
  }

  @Test func namesNeedNoBlankLineBetweenSpeeches() throws {
    let talk =
      "  BRUTUS. He hath the falling sickness.\n  CASSIUS. No, Caesar hath it not, but you, and I,\n    And honest Casca, we have the falling sickness.\n  CASCA. I know not what you mean by that, but I am sure Caesar fell\n    down. If the tag-rag people did not clap him and hiss him according\n    as he pleased and displeased them, I am no true man.\n"
    let made = try play("A street.\n\n" + String(repeating: talk, count: 8))
    let begun = made.book.sections.flatMap(\.blocks).map { block in
      switch block {
      case .speech(let speech): speech.speaker.plainText
      case .verse(let verse): verse.stanzas.first?.lines.first?.inlines.plainText ?? ""
      case .paragraph(let paragraph): paragraph.inlines.plainText
      default: ""
      }
    }
    #expect(begun.count { $0.hasPrefix("CASCA.") } == 16)
  }

  @Test(
    "speeches below each other in verse and prose, their names in capitals or cut short",
    arguments: [("BRUTUS", "CASSIUS"), ("Bru", "Cass")])
  func speechesOfOneBlock(a: String, b: String) throws {
    let talk =
      "  \(a). The ink is cold, the balls are hard as bone,\n    And he that beats the forme must beat it long\n    Before the letter takes the black it needs\n    To show upon the sheet what it would say.\n  \(b). Why, then, we wait\n  \(a). I know not what you mean by that, but I am sure that he fell\n    down. If the people did not clap him and hiss him according as he\n    pleased and displeased them, I am no true man.\n                                                       Exeunt.\n"
    let made = speeches(try play("A street.\n\n" + String(repeating: talk, count: 12)))
    #expect(made.count == 72)
    #expect(made.count(where: isVerse) == 48)
    #expect(made.count { $0.speaker.plainText == "\(b)." } == 24)
  }

  @Test func whatEndsAnActHeadsNothing() throws {
    let pair = "\(Self.speech)\n\nLANE.\nYes, sir.\n\n"
    let made = try play(String(repeating: pair, count: 6) + "TABLEAU\n\n\nACT DROP", acts: 3)
    #expect(made.book.sections.filter { $0.role == .chapter }.count == 3)
  }

  @Test func aSceneAloneBelowAnActIsNoTitleOfIt() throws {
    let pair = "\(Self.speech)\n\nLANE.\nYes, sir.\n\n"
    let made = try play(
      String(repeating: pair, count: 6), head: "SCENE\n\nMorning-room in the flat. A piano is heard next door.\n\n")
    let acts = made.book.sections.filter { $0.role == .chapter }
    #expect(acts.map { $0.heading?.title.plainText } == ["", ""])
    #expect(
      acts.allSatisfy {
        if case .heading(let scene)? = $0.blocks.first { scene.title.plainText == "SCENE" } else { false }
      })
  }

  @Test func proofsAreNoSpeeches() throws {
    let proposition =
      "PROP. I. Substance is by nature prior to its modifications.\n\nProof.—This is clear from the third and the fifth definition.\n\nPROOF. It follows as well.\n\n"
    #expect(speeches(try play(String(repeating: proposition, count: 8))).isEmpty)
  }

  @Test func anArgumentIsNoTitleOfItsBook() throws {
    let verse =
      "Arms, and the man I sing, who, forc’d by fate,\nAnd haughty Juno’s unrelenting hate,\nExpell’d and exil’d, left the Trojan shore.\nLong labours, both by sea and land, he bore,\n"
    let made = try reading(
      ["I", "II", "III"].map {
        "BOOK \($0)\n\n\nTHE ARGUMENT\n\n\(PlainTextFormTests.prose)\n\n\n\(verse)\n\(verse)"
      }.joined(separator: "\n\n\n"))
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.map { $0.heading?.plainText } == ["BOOK I", "BOOK II", "BOOK III"])
    guard case .paragraph(let first)? = made.book.sections.first?.blocks.first else { return #expect(Bool(false)) }
    #expect(first.inlines.plainText == "THE ARGUMENT" && first.placement == .centred)
  }

  @Test func whoTakesPartSaysNothing() throws {
    let pair = "\(Self.speech)\n\nLANE.\nYes, sir.\n\n"
    let made = try reading(
      "A PLAY\n\nby Some One\n\n\n\nDRAMATIS PERSONÆ\n\nMEN.\n\nMR. PEACHUM\nLOCKIT\nFILCH\nBEN BUDGE\n\nWOMEN.\n\nPOLLY PEACHUM\nLUCY LOCKIT\n\n\n\nACT I\n\n\(String(repeating: pair, count: 8))\n\n\nACT II\n\n\(String(repeating: pair, count: 8))\n"
    )
    #expect(Coverage.problems(made) == [])
    let cast = try #require(made.book.sections.first { $0.heading?.plainText == "DRAMATIS PERSONÆ" })
    #expect(!cast.blocks.contains { if case .speech = $0 { true } else { false } })
    #expect(made.report.speeches == 32)
    let rows = outline(made.book)
    #expect(["MR. PEACHUM", "BEN BUDGE"].allSatisfy { name in rows.contains { $0.contains(name) } }, "\(rows)")
  }

  @Test func uprightWordsMayStandWithinItalics() throws {
    let made = try reading("\(PlainTextFormTests.prose)\n\n_SCENE, _Peachum's_ House._\n\nThe end_of_it.\n")
    #expect(Coverage.problems(made) == [])
    let rows = outline(made.book)
    #expect(rows.contains { $0.contains("Peachum") && !$0.contains("_S") && !$0.contains("._") }, "\(rows)")
    #expect(rows.contains { $0.hasSuffix("The end_of_it.") })
  }

  @Test func namesInItalicsOnTheirLinesSpeak() throws {
    let pair =
      "_Ogre_\n\n  Ha, old witch, it is done at last!\n  I have broken the King's stronghold!\n\n\n_Witch_\n\n\n  Now why didst thou plot such a thing?\n  The children no harm have done.\n\n\n[_They go out, and the door bangs behind\nthem._]\n\n\n"
    let made = try play(String(repeating: pair, count: 6))
    let said = speeches(made)
    #expect(said.count == 24 && said.allSatisfy { !$0.blocks.isEmpty })
    #expect(said.allSatisfy { $0.speaker.plainText == "Ogre" || $0.speaker.plainText == "Witch" })
    // what is done goes on over lines, and its italics with it
    #expect(!outline(made.book).contains { $0.contains("_") })
  }

  @Test func howItIsSaidStandsBesideTheName() throws {
    let pair =
      "FAUST (allein):\nWie nur dem Kopf nicht alle Hoffnung schwindet,\nDer immerfort an schalem Zeuge klebt.\n\nWAGNER:\nVerzeiht! ich hör Euch deklamieren;\nIhr last gewiß ein griechisch Trauerspiel?\n\n"
    let said = speeches(try play(String(repeating: pair, count: 8)))
    let faust = try #require(said.first)
    #expect(faust.speaker.plainText == "FAUST (allein):" && isVerse(faust))
    #expect(faust.speaker.last?.style.traits.contains(.emphasis) == true)
    guard case .verse(let verse)? = faust.blocks.first else { return #expect(Bool(false)) }
    #expect(verse.stanzas.flatMap(\.lines).count == 2)
  }

  @Test func aWordBelowANameIsSaid() throws {
    let talk = "MARY.\n\nCertainly.\n\nJOHN.\n\n[_Rising._] Will you?\n\nMARY.\n\n[_She laughs._]\n\nYes.\n\n"
    let made = speeches(try play(String(repeating: talk, count: 8)))
    #expect(made.count == 48)
    #expect(made.prefix(3).map { $0.speaker.plainText } == ["MARY.", "JOHN.", "MARY."])
    let said = made.prefix(3).map { speech in
      speech.blocks.compactMap { if case .paragraph(let said) = $0 { said.inlines.plainText } else { nil } }
    }
    #expect(said == [["Certainly."], ["[Rising.] Will you?"], ["[She laughs.]", "Yes."]])
  }

  @Test func whereAPlayBeginsIsNoTitleOfItsAct() throws {
    for opening in ["_A room._\n\nJOHN.", "JOHN."] {
      let made = try reading(
        "THE PLAYERS\n\n\n_The Persons of the Play_\n\n  JOHN\n  MARY\n\n\nTHE FIRST ACT\n\n\n\(opening)\n\nGood morning.\n\nMARY.\n\nI hope so.\n\nJOHN.\n\nWill you stay?\n"
      )
      #expect(made.book.sections.compactMap { $0.heading?.plainText } == ["The Persons of the Play", "THE FIRST ACT"])
      #expect(speeches(made).map(\.speaker.plainText) == ["JOHN.", "MARY.", "JOHN."])
    }
  }

  /// A play whose cast is what stands below its heading.
  private func play(cast: String) throws -> ManuscriptReading {
    let pair = "\(Self.speech)\n\nLANE.\nYes, sir.\n\n"
    let acts = String(repeating: pair, count: 8)
    let made = try reading(
      "A PLAY\n\nby Some One\n\n\n\nDRAMATIS PERSONÆ\n\n\(cast)\n\n\n\nACT I\n\n\(acts)\n\n\nACT II\n\n\(acts)\n")
    #expect(Coverage.problems(made) == [])
    return made
  }

  @Test func whoPlaysWhomStandsInColumns() throws {
    let made = try play(
      cast:
        "CHARACTERS           ORIGINAL CAST\n\nKing                 Rob Moore.\n\nPrincess Winsome     Lloyd Sherman.\n\nChorus of Fairies.\n\nKnight               Malcolm MacIntyre."
    )
    let rows = outline(made.book).map { $0.trimmingPrefix(while: { $0 == " " }) }
    #expect(rows.contains("# CHARACTERS | ORIGINAL CAST"), "\(rows.prefix(12))")
    #expect(rows.contains("King | Rob Moore.") && rows.contains("Chorus of Fairies. | "))
  }

  @Test func bracesHoldRowsOfACastTogether() throws {
    let made = try play(
      cast: """
        PEACHUM
        JEMMY TWITCHER      }
        WAT DREARY          } _Macheath's_ Gang.
        BEN BUDGE           }
        BEGGAR

        FAIRY               Ann Page.
                            { Pansy.
        MESSENGERS          { Rose.
                            { Daisy.
        """)
    let tables = made.book.sections.flatMap(\.blocks).compactMap {
      if case .table(let table) = $0 { table } else { nil }
    }
    #expect(tables.flatMap { $0.braces }.map(\.column) == [1, 1])
    #expect(tables.flatMap { $0.braces }.map(\.rows.count) == [3, 3])
    let words = outline(made.book)
    #expect(!words.contains { $0.contains("}") || $0.contains("{") })
  }

  @Test func namesOfACastAreInSmallCapitalsAndRolesInItalics() throws {
    let made = try play(
      cast:
        "JOHN, a host\nMARY (his wife)\nMRS. O'HARA & SON, of _no_ house\nA Voice\nTHE KING\nJAN McBRIDE, a farmer\nThe DUKE of YORK; GOWER"
    )
    let inlines =
      made.book.sections.first { $0.heading?.plainText == "DRAMATIS PERSONÆ" }?.blocks.flatMap { block in
        var found: [Inline] = []
        block.visitParts(text: { inlines, _ in found += inlines }, block: { _ in })
        return found
      } ?? []
    func words(_ trait: InlineStyle.Traits) -> [String] {
      inlines.filter { $0.style.traits.contains(trait) }.map { [$0].plainText }
    }
    #expect(
      words(.allSmallCapitals) == [
        "JOHN", "MARY", "MRS. O'HARA & SON", "THE KING", "JAN McBRIDE", "DUKE", "YORK", "GOWER",
      ])
    #expect(words(.emphasis) == ["a host", "his wife)", "no", "a farmer"])
  }

  @Test func bracesAloneMakeOneListOfACast() throws {
    let made = try play(
      cast: """
          LORD A
          LORD B, of a place far away from all others

          LADY C
            (_Formerly, as D, of the House_)
          LILY      }
          JIMMIE    } (_Of the House_)
          OLGA      }
          MRS. U (LILYs _mother_)
        """)
    let tables = made.book.sections.flatMap(\.blocks).compactMap {
      if case .table(let table) = $0 { table } else { nil }
    }
    #expect(tables.count == 1)
    #expect(tables.first?.rows.count == 7)
    #expect(tables.flatMap { $0.braces }.map(\.rows) == [3..<6])
    let words = outline(made.book)
    #expect(!words.contains { $0.contains("}") || $0.contains("_") }, "\(words.prefix(14))")
  }
}
