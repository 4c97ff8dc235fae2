import BookModel
import TestSupport
import Testing
import Typesetting
import Units

/// Plays and poems on the page: lines that two share, what is done, titles above verse.
@Suite struct `On the stage` {
  private func verse(_ lines: [(String, Int)]) -> Verse {
    Verse([Verse.Stanza(lines.map { Verse.Line([Inline($0.0, source: nowhere)], indent: $0.1, source: nowhere) })])
  }

  private func speech(_ name: String, _ lines: (String, Int)...) -> Block {
    .speech(Speech(speaker: [Inline(name, source: nowhere)], [.verse(verse(lines))], source: nowhere))
  }

  @Test func `the second part of a line begins where the first ended`() async throws {
    let made = try await setBook([
      speech("Barnardo.", ("Have you had quiet guard?", 0)), speech("Francisco.", ("Stirring never.", 25)),
      speech("Barnardo.", ("Well, good night.", 0), ("If you do meet Horatio and Marcellus,", 0)),
      speech(
        "Francisco.", ("I think I hear them. Stand, ho! Who is there now? Friends to this ground, and liegemen.", 25)),
    ])
    let words = try made.pdf.sheets()[0].words
    let guardEnd = try #require(words.first { $0.string == "guard?" }).right
    let stirring = try #require(words.first { $0.string == "Stirring" }).left
    #expect(stirring > guardEnd && stirring < guardEnd + 6)
    // a line that begins anew stands with the first, and so does what the measure has no room for
    let begun = try ["Have", "Well,", "If", "I"].map { first in try #require(words.first { $0.string == first }).left }
    #expect((begun.max() ?? 0) - (begun.min() ?? 0) < 1)
  }

  @Test func `who speaks stands in one place, whether verse or prose is said`() async throws {
    let prose = Block.speech(
      Speech(speaker: [Inline("Polonius.", source: nowhere)], [prose("Come, sirs.")], source: nowhere))
    let verse = speech("Hamlet.", ("Follow him, friends.", 0), ("We hear a play.", 0))
    for (blocks, isAbove) in [([verse, verse, prose, verse], true), ([prose, prose, verse, prose], false)] {
      let words = try await setBook(blocks).pdf.sheets()[0].words
      let found = try ["Hamlet.", "Polonius.", "Follow", "Come,"].map { string in
        try #require(words.first { $0.string == string })
      }
      #expect(abs(found[0].left - found[1].left) < 1)
      #expect((abs(found[2].middle - found[0].middle) > 4) == isAbove)
      #expect((abs(found[3].middle - found[1].middle) > 4) == isAbove)
      if isAbove { #expect(abs(found[2].left - found[3].left) < 1) }
    }
  }

  @Test func `a number before its line stands before it on the page`() async throws {
    let lines = [("Thrice the brinded cat hath mewed,", "1"), ("And once the hedge-pig whined.", "")].map {
      text, number in
      Verse.Line(
        [Inline(text, source: SourceLocation(offset: 4))],
        number: number.isEmpty ? [] : [Inline(number, source: SourceLocation(offset: 0))],
        source: SourceLocation(offset: 4))
    }
    let made = try await setBook([prose("He read."), .verse(Verse([Verse.Stanza(lines)], source: nowhere))])
    let words = try made.pdf.sheets()[0].words
    let (one, thrice) = try (
      #require(words.first { $0.string == "1" }), #require(words.first { $0.string == "Thrice" })
    )
    #expect(one.right < thrice.left && abs(one.bottom - thrice.bottom) < 4)
  }

  @Test func `verse behind a speech in verse stands as that does`() async throws {
    let made = try await setBook([
      speech("Faust.", ("Habe nun, ach, Philosophie", 0), ("Juristerei und Medizin", 0)),
      .verse(verse([("Weh! steck ich in dem Kerker noch?", 0), ("Verfluchtes dumpfes Mauerloch,", 0)])),
      speech("Wagner.", ("Verzeiht! ich hör Euch deklamieren;", 0)), speech("Faust.", ("Mein Freund!", 0)),
    ])
    let words = try made.pdf.sheets()[0].words
    let begun = try ["Habe", "Weh!", "Verzeiht!"].map { first in try #require(words.first { $0.string == first }).left }
    #expect((begun.max() ?? 0) - (begun.min() ?? 0) < 1)
  }

  @Test func `a direction between its lines ends no speech in verse`() async throws {
    let made = try await setBook([
      speech("Princess.", ("Oh, save us, good, wise witch,", 0), ("In pity, save us, pray.", 0)),
      prose("[Pulls back, wringing hands."), .verse(verse([("Alas, I cannot mount the tower!", 0), ("Help!", 0)])),
      speech("Ogre.", ("Revenge is sweet,", 0)), speech("Witch.", ("Seven drops will do.", 0)),
    ])
    let words = try made.pdf.sheets()[0].words
    let begun = try ["Oh,", "Alas,", "Revenge"].map { first in try #require(words.first { $0.string == first }).left }
    #expect((begun.max() ?? 0) - (begun.min() ?? 0) < 1)
  }

  @Test func `who comes and goes is told in italics, in verse too and in brackets that nobody closes`() async throws {
    let said = speech("Hamlet.", ("The air bites shrewdly; it is very cold.", 0))
    let made = try await setBook([
      said, .verse(verse([("[Exeunt.", 2)])), said, prose("Enter the Ghost."), said, prose("The Ghost is seen."),
    ])
    let page = try #require(made.bodyPages.first)
    func isItalic(_ word: String) -> Bool {
      page.runs.contains { run in
        String(decoding: page.text[run.text], as: UTF8.self).contains(word) && run.font.file.contains("Italic")
      }
    }
    #expect(isItalic("Exeunt") && isItalic("Enter") && !isItalic("seen"))
  }

  @Test func `directions have one edge, and few speeches with nothing else around them are a play`() async throws {
    let made = try await setBook([
      prose("[Enter Chorus.]"), speech("Chorus.", ("Two households, both alike in dignity,", 0)), prose("[Exit.]"),
      prose("[They fight.]"),
    ])
    let words = try made.pdf.sheets()[0].words
    let begun = try ["[Enter", "[Exit.]", "[They"].map { first in try #require(words.first { $0.string == first }).left
    }
    #expect((begun.max() ?? 0) - (begun.min() ?? 0) < 1)
    let page = try #require(made.bodyPages.first)
    #expect(
      page.runs.contains { run in
        String(decoding: page.text[run.text], as: UTF8.self).contains("Exit") && run.font.file.contains("Italic")
      })
  }

  @Test func `who wrote a poem ends where its longest line does, below its last one and above a line of white`()
    async throws
  {
    var by = Paragraph([Inline("William Wordsworth", source: nowhere)], source: nowhere)
    by.placement = .trailing
    let made = try await setBook([
      prose("He read."),
      .verse(
        verse([("Stop here, or gently pass!", 0), ("Alone she cuts and binds the grain,", 0), ("And sings.", 0)])),
      .paragraph(by), prose("He stopped."),
      .quotation(Quotation([prose("A cow who has a good voice.")], source: nowhere)), .paragraph(by),
      prose("He slept."),
    ])
    let words = try made.pdf.sheets()[0].words
    func word(_ string: String) throws -> PrintedWord { try #require(words.first { $0.string == string }) }
    let (sings, grain, names, stopped) = try (
      word("sings."), word("grain,"), words.filter { $0.string == "Wordsworth" }, word("stopped.")
    )
    #expect(names.count == 2 && abs(names[0].right - grain.right) < 2)
    #expect((names[0].middle - sings.middle) * 3 < (stopped.middle - names[0].middle) * 2)
    #expect(try (names[1].middle - word("voice.").middle) * 3 < (word("slept.").middle - names[1].middle) * 2)
  }

  @Test func `numbers of a poem's parts stand on its axis`() async throws {
    let lines = [
      "Starting from fish-shape Paumanok where I was born,", "Well-begotten, and rais’d by a perfect mother,",
    ]
    let part = lines.map { ($0, 0) }
    let made = try await setBook([.verse(verse([("7", 5)] + part + part))])
    let seven = try #require(try made.pdf.sheets()[0].words.first { $0.string == "7" })
    let design = made.list.design
    #expect(abs((seven.left + seven.right) / 2 - design.inside.points - design.measure.points / 2) < 1)
  }

  @Test func `short lines above poems are titles, in the middle`() async throws {
    let lines = [
      "Since the evening of life will soon close,", "While I live, may I justly incline", "To diffuse peace",
    ]
    let poem = verse(lines.map { ($0, 0) } + lines.map { ($0, 0) })
    let made = try await setBook([
      prose("Hymn."), prose("To be sung at noon."), .verse(poem), prose("II"), .verse(poem),
    ])
    let words = try made.pdf.sheets()[0].words
    let design = made.list.design
    let middle = design.inside.points + design.measure.points / 2
    for title in [("Hymn.", "Hymn."), ("To", "noon."), ("II", "II")] {
      let first = try #require(words.first { $0.string == title.0 })
      let last = try #require(words.first { $0.string == title.1 && $0.top == first.top })
      #expect(abs((first.left + last.right) / 2 - middle) < 3, "\(title)")
    }
  }
}
