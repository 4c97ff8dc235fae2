import BookModel
import Manuscript
import Testing

/// Signs that raise, lower and space words, and rows of small sections that only their likeness tells.
@Suite struct PlainTextMarkTests {
  static let prose = PlainTextFormTests.prose

  private func made(_ text: String) throws -> ManuscriptReading {
    let made = try reading("THE WARE\n\nBY JANE DOE\n\n\nCHAPTER I\n\n\(text)\n\n\(Self.prose)\n")
    #expect(Coverage.problems(made) == [])
    return made
  }

  private func traits(_ made: ManuscriptReading, _ trait: InlineStyle.Traits) -> [String] {
    made.book.sections.flatMap(\.blocks).flatMap { block in
      if case .paragraph(let paragraph) = block { paragraph.inlines } else { [Inline]() }
    }
    .filter { $0.style.traits.contains(trait) }.map { [$0].plainText }
  }

  @Test func scriptsAreRaisedAndLowered() throws {
    let made = try made(
      "Water is H_{2}O, and x^{2} + y^2 = r^{2}; on the 18^{th} of May\nM^{r.} Penfold put out y^e lamp, at 10^{-4} of _its_ strength, ^_^ and a ^ b."
    )
    #expect(traits(made, .superscript) == ["2", "2", "2", "th", "r.", "e", "-4"])
    #expect(traits(made, .subscript) == ["2"])
    #expect(traits(made, .emphasis) == ["its"])
    #expect(outline(made.book).contains { $0.contains("^_^ and a ^ b.") })
  }

  @Test func plusSignsSpaceWordsOut() throws {
    let made = try made(
      "Da kam +Eleonore+ herein und sagte, das sei +niemals+ wahr; sie war\n+ganz allein+.\n\nIn C++ and a + b, or +5 and +6, or A+ and B+, nothing is."
    )
    #expect(traits(made, .letterSpaced) == ["Eleonore", "niemals", "ganz allein"])
    #expect(outline(made.book).contains { $0.contains("C++ and a + b, or +5 and +6, or A+ and B+") })
  }

  @Test func aHeadingMayBeFramed() throws {
    let made = try made("\(Self.prose)\n\n\n\n#CHAPTER II#")
    #expect(made.book.sections.compactMap { $0.heading?.plainText } == ["CHAPTER I", "CHAPTER II"])
  }

  @Test func anotherEditionsPageMayBeBrokenOverALine() throws {
    let pages = (10...14).map {
      "Captain Hallam could scarcely be brought to own that the road over [Pg\n\($0)] the moor was unsafe after dark, and so the summer passed."
    }
    let made = try made(pages.joined(separator: "\n\n"))
    #expect(outline(made.book).count { $0.contains("road over the moor was") } == 5)
  }

  @Test func datedEntriesAreSectionsOfAChapter() throws {
    let dates = ["June 9.", "June 10.", "June 12."]
    let made = try made("LE PUY.\n\n" + dates.map { "\($0)\n\n\(Self.prose)" }.joined(separator: "\n\n"))
    #expect(made.book.sections.count == 1)
    #expect(outline(made.book).count { $0.contains("heading") } == 3)
  }

  @Test func whatIsDescribedOneByOneHasAChapterEach() throws {
    let birds = [
      "THE MISTLE-THRUSH.|_Turdus viscivorus_, LINN.", "THE DIPPER.|_Cinclus aquaticus_, LINN.",
      "THE ROOK.|_Corvus frugilegus_, LINN.",
    ]
    let made = try reading(
      "THE BIRDS OF WARE\n\nBY JANE DOE\n\n\nPREFACE.\n\n\(Self.prose)\n\n\n"
        + birds.map { $0.replacing("|", with: "\n\n") + "\n\n\(Self.prose)" }.joined(separator: "\n\n") + "\n")
    #expect(Coverage.problems(made) == [])
    #expect(
      made.book.sections.compactMap { $0.heading?.plainText } == [
        "PREFACE.", "THE MISTLE-THRUSH.", "THE DIPPER.", "THE ROOK.",
      ])
  }

  @Test func whatStandsBetweenAVolumesNumberAndItsFirstChapterIsOfTheFront() throws {
    let made = try reading(
      "THE TOLL\n\nBY JANE DOE\n\nVOL. I.\n\n[_All rights reserved._]\n\n\nTO\n\nMY SISTER,\n\nIN MEMORY OF MANY WINTER EVENINGS.\n\n\nCHAPTER I.\n\nTHE MOOR.\n\n\(Self.prose)\n\n\nVOL. II.\n\n\nCHAPTER I.\n\nTHE FORD.\n\n\(Self.prose)\n"
    )
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.map(\.role) == [.imprint, .dedication, .part, .chapter, .part, .chapter])
  }

  @Test func speakersMayBeSpacedOut() throws {
    let made = try reading(
      "DAS HAUS\n\n\nERSTER AKT.\n\n"
        + (0..<8).map { _ in
          "+Graf+ (bei Seite). Nein.\n\n+Eleonore+. Keine Nachricht ist auch eine Nachricht.\n\n_Hallam_ (heftig): Ich gehe."
        }.joined(separator: "\n\n") + "\n")
    #expect(Coverage.problems(made) == [])
    #expect(!outline(made.book).contains { $0.contains("+") || $0.contains("_") })
    #expect(outline(made.book).count { $0.hasPrefix("speech: Eleonore") || $0.contains("speech: Eleonore") } == 8)
  }
}
