import BookModel
import Manuscript
import Testing

/// Titles that are no titles by their letters or the white around them: of songs, of poems, of what stands in front.
@Suite struct PlainTextSongTitleTests {
  private static let prose = PlainTextFormTests.proses

  /// Of sections and within them.
  private func headings(_ made: ManuscriptReading) -> [String] {
    made.book.sections.flatMap { section in
      [section.heading].compactMap(\.self)
        + section.blocks.compactMap { if case .heading(let heading) = $0 { heading } else { nil } }
    }.map(\.title.plainText)
  }

  @Test func aNameAboveThePictureOfItsSongSpeaksNowhere() throws {
    let speeches = String(
      repeating:
        "_Knight_\n\n  Lean out of thy window,\n  Rescuers now are at hand.\n\n\n_Titania_\n\n  Come, let us go.\n\n\n",
      count: 5)
    let songs = ["Spinning Wheel Song", "The Dove Song", "Fairy Chorus"].map { name in
      "\n\n_\(name)_\n\n\n[Illustration: \(name)]\n\n\n   We come at thy call,\n   On rainbow bubbles.\n\n\n"
    }
    let chorus = "_Fairy Chorus_\n\n  We fairies, one and all,\n  Have answered thee.\n\n\n"
    let acts = zip(["I", "II", "III"], songs).map { "ACT \($0).\n\n\n\(speeches)\($1)\(chorus)" }
    let made = try reading("A PLAY\n\n\n\n" + acts.joined(separator: "\n\n") + "\n")
    #expect(Coverage.problems(made) == [])
    #expect(headings(made).suffix(1) == ["Fairy Chorus"])
    #expect(headings(made).filter { $0 == "Fairy Chorus" }.count == 1)
  }

  @Test func aSentenceAboveABylineIsATitle() throws {
    let stanza =
      "I ask not to stay,\nWhere I must bear the burden:\nWhere my body is cut with the lash,\nAnd a hovel is mine.\n\n"
    let poems = ["THE DIRGE", "THE BLOT", "I would not live alway.", "THE FREE"].map {
      "\($0)\n\nBY \($0 == "THE BLOT" ? "JOHN " : "")PIERPONT.\n\n\n\(stanza)\(stanza)"
    }
    let made = try reading("A BOOK OF SONGS\n\n\n\n" + poems.joined(separator: "\n\n\n\n") + "\n")
    #expect(Coverage.problems(made) == [])
    #expect(headings(made).contains("I would not live alway."))
  }

  @Test func whatStandsInFrontOfABookMayStandClose() throws {
    let front = ["TASA", "FEE DE ERRATAS", "EL REY", "PRÓLOGO"].map { "\($0)\n\n\(Self.prose)" }
    let chapters = ["I", "II", "III"].map { "Capítulo \($0). De lo que pasó\n\n\n\(Self.prose)" }
    let made = try reading(
      "DON QUIJOTE\n\n\n\n" + front.joined(separator: "\n\n") + "\n\n\n\n" + chapters.joined(separator: "\n\n\n\n")
        + "\n")
    #expect(Coverage.problems(made) == [])
    #expect(headings(made).prefix(3) == ["FEE DE ERRATAS", "EL REY", "PRÓLOGO"])
    #expect(made.book.sections.first { $0.heading?.title.plainText == "PRÓLOGO" }?.role == .preface)
  }

  @Test func linesInItalicsBetweenParagraphsAreSubheads() throws {
    let titles = ["General Rules for Drills.", "Orders.", "Commands.", "Paces and Marchings."]
    let made = try reading(
      "DRILL\n\n\n\nPART I.--DRILL.\n\n\n\nINTRODUCTION.\n\n\n\(Self.prose)\n\n\n"
        + titles.map { "_\($0)_\n\n\(Self.prose)" }.joined(separator: "\n\n\n")
        + "\n\n\n\nTHE SQUAD.\n\n\n\(Self.prose)\n\n\n\nPART II.--COMBAT.\n\n\n\nTHE ATTACK.\n\n\n\(Self.prose)\n")
    #expect(Coverage.problems(made) == [])
    #expect(
      headings(made) == ["DRILL.", "INTRODUCTION."] + titles + ["THE SQUAD.", "COMBAT.", "THE ATTACK."])
    #expect(made.book.sections.filter { $0.role == .part }.count == 2)
  }

  @Test func aBracketThatSpeaksOfTheFileIsLeftOutToItsEnd() throws {
    let made = try reading(
      """
      *****The Project Gutenberg Etext of The Golden Age by Grahame*****

      The Golden Age

      by Kenneth Grahame

      *END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*



      [This e-text comes in two forms: UTF-8 and Latin-1.

        Letters with macrons are shown like this.

      Notes were at the foot of the page.]



      CHAPTER I


      \(Self.prose)



      CHAPTER II


      \(Self.prose)

      """)
    #expect(made.book.metadata.authors == ["Kenneth Grahame"])
    #expect(made.report.dropped.contains { $0.why == "transcriber's note" && $0.lines.count == 5 })
    #expect(made.book.sections.count == 2)
  }

  @Test func yearsThatCountUpPartADiary() throws {
    let made = try reading(
      "A DIARY\n\n\n\nPREFACE\n\n\n\(Self.prose)\n\n\n\n"
        + [1660, 1661, 1663].map { "\($0)\n\n\n\(Self.prose)" }.joined(separator: "\n\n\n\n") + "\n")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.count == 4)
  }

  @Test func aLettersEndMayGoDownInSteps() throws {
    let letter =
      "MY DEAR FRIEND,\n\n\(Self.prose)\n\n    I am, dear Madam,\n        Your most obedient servant,\n                                J. SMITH."
    let made = try reading(
      ["I", "II", "III"].map { "LETTER \($0).\n\n\n\(letter)" }.joined(separator: "\n\n\n\n") + "\n")
    #expect(Coverage.problems(made) == [])
    // in chapters that are called letters they are the text, and none is set in
    let trailing = made.book.sections.flatMap(\.blocks).compactMap(\.paragraph).filter { $0.placement == .trailing }
    #expect(trailing.count == 9 && trailing.last?.inlines.plainText == "J. SMITH.")
  }

  @Test func theTitleBehindAnIntroductionHeadsATextWithoutChapters() throws {
    let made = try reading(
      "Title: The Golden Age\n\n*** START OF THIS PROJECT GUTENBERG EBOOK THE GOLDEN AGE ***\n\n\n\nINTRODUCTION\n\n\n\(Self.prose)\n\n\n\n\nTHE GOLDEN AGE\n\n\n\(Self.prose)\n\n\(Self.prose)\n"
    )
    #expect(headings(made) == ["INTRODUCTION", "THE GOLDEN AGE"])
    #expect(made.book.sections.map(\.role) == [.preface, .chapter])
  }

  @Test func whoIsOnTheStageSpeaksNowhere() throws {
    let speeches = String(
      repeating:
        "HIPPOLYTE.\n\nLe dessein en est pris: je pars, cher ami,\nEt quitte le séjour.\n\nPHÈDRE.\n\nEt dans quels lieux?\n\n",
      count: 5)
    let scenes = ["I", "II", "III"].map { "SCÈNE \($0).\n\nHIPPOLYTE, PHÈDRE.\n\n\n\(speeches)" }
    let made = try reading(
      "PERSONNAGES.\n\nPHÈDRE, femme de Thésée.\n\nHIPPOLYTE, fils de Thésée.\n\n\n\nACTE PREMIER\n\n\n"
        + scenes.joined(separator: "\n\n") + "\n")
    #expect(Coverage.problems(made) == [])
    let names = made.book.sections.flatMap(\.blocks).compactMap {
      if case .speech(let speech) = $0 { speech.speaker.plainText } else { nil }
    }
    #expect(Set(names) == ["HIPPOLYTE.", "PHÈDRE."])
    #expect(headings(made).first == "PERSONNAGES.")
  }

  @Test func titlesOfFablesMayStandNear() throws {
    let titles = [
      "The Fox and the Grapes", "The Lion and the Mouse", "The Ant and the Dove", "The Hare and the Tortoise",
      "The Dog in the Manger", "The Wolf and the Lamb", "The Crow and the Pitcher", "The Ass and his Shadow",
      "The Kid and the Wolf",
    ]
    let made = try reading(
      "FABLES\n\n\n\nPREFACE\n\n\n\(Self.prose)\n\n\n"
        + titles.map { "\($0)\n\n\(Self.prose)\n\n_Pride comes before a fall._" }.joined(separator: "\n\n\n") + "\n")
    #expect(Coverage.problems(made) == [])
    #expect(headings(made) == ["PREFACE"] + titles)
  }

  @Test func classesHoldSectionsAndPagesMayStandInArrows() throws {
    let sections = (1...3).map { n in
      "SECTION \(["I", "II", "III"][n - 1]). EXISTENCE\n\n\(Self.prose)\n\n<--  p.  \(n)  -->\n\n\(Self.prose)"
    }.joined(separator: "\n\n\n")
    let made = try reading(
      ["CLASS I. ABSTRACT RELATIONS", "CLASS II. SPACE"].map { "\($0)\n\n\n\(sections)" }.joined(separator: "\n\n\n\n")
        + "\n")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.filter { $0.role == .part }.count == 2)
    #expect(made.report.dropped.count { $0.why == "page number" } == 6)
  }

  @Test func aVolumeOfPlaysHasTheCastOfEach() throws {
    let speeches = String(
      repeating: "BARNARDO.\nWho’s there?\n\nFRANCISCO.\nNay, answer me. Stand and unfold yourself.\n\n", count: 5)
    let plays = ["HAMLET, PRINCE OF DENMARK", "THE TEMPEST", "CYMBELINE"].map { title in
      "\(title)\n\n\n\n\nContents\n\nACT I\nScene I. A street.\nACT II\nScene I. A wood.\n\n\n\n\nDramatis Personæ\n\nBARNARDO, an officer\nFRANCISCO, a soldier\n\nSCENE. Elsinore.\n\n\n\nACT I\n\nSCENE I. A street.\n\n\(speeches)\n\nACT II\n\nSCENE I. A wood.\n\n\(speeches)"
    }
    let made = try reading(
      "THE WORKS\n\nby A. Poet\n\n\n\n                    Contents\n\n    HAMLET, PRINCE OF DENMARK\n    THE TEMPEST\n    CYMBELINE\n\n\n\n\n"
        + plays.joined(separator: "\n\n\n\n") + "\n")
    #expect(Coverage.problems(made) == [])
    let casts = made.book.sections.filter { $0.heading?.plainText == "Dramatis Personæ" }
    #expect(casts.map(\.level) == [2, 2, 2])
  }

  @Test func storiesInFrontOfThoseInPartsAreStories() throws {
    let story = "\(Self.prose)\n\n\(Self.prose)"
    let parts = ["I", "II", "III"].map { "\($0)\n\n\(story)" }.joined(separator: "\n\n\n")
    let made = try reading(
      ["THE NIGHT", "PEASANT WIVES", "THE VILLA", "DREAMS", "THE PIPE", "IN EXILE"].map {
        "\($0)\n\n\(["THE VILLA", "THE PIPE"].contains($0) ? parts : story)"
      }.joined(separator: "\n\n\n\n\n") + "\n")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.dropFirst().allSatisfy { $0.role == .chapter })
    #expect(made.book.sections.contains { $0.heading?.plainText == "PEASANT WIVES" })
  }

  @Test func theIndentOfAllVerseOfAPlayIsNoneOfItsLines() throws {
    let speeches = String(
      repeating:
        "_Knight_\n\n  Lean out of thy window,\n    Rescuers now are at hand.\n\n\n_Titania_\n\n  Come,\n  Away.\n\n\n",
      count: 6)
    let made = try reading("A PLAY\n\n\n\nACT I.\n\n\n\(speeches)ACT II.\n\n\n\(speeches)\n")
    let lines = made.book.sections.flatMap(\.blocks).flatMap { block -> [Int] in
      guard case .speech(let speech) = block, case .verse(let verse)? = speech.blocks.first else { return [] }
      return verse.stanzas.flatMap(\.lines).map(\.indent)
    }
    #expect(lines.prefix(4) == [0, 2, 0, 0])
  }
}
