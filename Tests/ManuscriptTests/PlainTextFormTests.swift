import BookModel
import Manuscript
import Testing

/// Made-up manuscripts in the forms that old texts come in. All filler is nobody's.
@Suite struct PlainTextFormTests {
  static let prose = """
    The sea was calm and every man on deck looked out toward the harbour,
    where a single lamp burned through the grey evening. The old sailors
    spoke of storms long past, and of ships that never came home again with
    their cargo of tea and silk.
    """
  static var proses: String { [prose, prose, prose].joined(separator: "\n\n") }

  func sections(_ text: String) throws -> [String] {
    let reading = try reading(text)
    #expect(Coverage.problems(reading) == [])
    return reading.book.sections.map {
      "\($0.role) \($0.level) \($0.heading?.label.plainText ?? "")|\($0.heading?.title.plainText ?? "")"
    }
  }

  func rows(_ text: String, _ options: PlainTextOptions = PlainTextOptions()) throws -> [String] {
    let reading = try reading(text, options)
    #expect(Coverage.problems(reading) == [])
    return outline(reading.book)
  }

  @Test func `numbered titles a blank line above their text are headings where they count up`() throws {
    func book(_ titles: [String], _ text: String) throws -> [String] {
      try rows(text + "\n\n" + titles.map { "\($0)\n\n\(text)" }.joined(separator: "\n\n") + "\n").filter {
        $0.contains("The ") && !$0.contains("The sea")
      }
    }
    let titles = ["1. The Sea", "2. The Harbour", "3. The Old Sailors"]
    #expect(try book(titles, Self.proses).allSatisfy { $0.contains("heading") })
    #expect(try book(titles, Self.proses).count == 3)
    // a list, a gap, a sentence
    #expect(try book(titles, "Of silk.").allSatisfy { $0.contains("justified") })
    #expect(
      try book(["1. The Sea", "2. The Harbour", "4. The Old Sailors"], Self.proses).allSatisfy {
        $0.contains("justified")
      })
    #expect(
      try book(["1. The Sea", "2. The Harbour", "3. The old sailors were all on deck that day."], Self.proses)
        .allSatisfy { $0.contains("justified") })
  }

  struct Form: Sendable {
    var headings: [String]
    var wanted: [String]
    var gap = "\n\n\n"
  }

  @Test(
    "headings of many forms and tongues are chapters",
    arguments: [
      Form(
        headings: ["CHAPTER I. The Sea", "CHAPTER II. The Land"],
        wanted: ["chapter 1 CHAPTER I|The Sea", "chapter 1 CHAPTER II|The Land"]),
      Form(
        headings: ["Chapter the First", "Chapter the Second"],
        wanted: ["chapter 1 Chapter the First|", "chapter 1 Chapter the Second|"]),
      Form(
        headings: ["CHAPTER I\n\nTHE SEA", "CHAPTER II\n\nTHE LAND"],
        wanted: ["chapter 1 CHAPTER I|THE SEA", "chapter 1 CHAPTER II|THE LAND"]),
      Form(
        headings: ["CHAPTER TWENTY-ONE", "CHAPTER TWENTY-TWO"],
        wanted: ["chapter 1 CHAPTER TWENTY-ONE|", "chapter 1 CHAPTER TWENTY-TWO|"]),
      Form(headings: ["I", "II", "III"], wanted: ["chapter 1 I|", "chapter 1 II|", "chapter 1 III|"]),
      Form(headings: ["I.", "II.", "III."], wanted: ["chapter 1 I|", "chapter 1 II|", "chapter 1 III|"]),
      Form(
        headings: ["I\n\nHOW IT BEGAN, AND WHAT\nCAME OF IT", "II\n\nHOW IT WENT ON", "III\n\nTHE OUTCOME"],
        wanted: [
          "chapter 1 I|HOW IT BEGAN, AND WHAT CAME OF IT", "chapter 1 II|HOW IT WENT ON", "chapter 1 III|THE OUTCOME",
        ]),
      Form(
        headings: ["1. Dawn", "2. Noon", "3. Night"],
        wanted: ["chapter 1 1|Dawn", "chapter 1 2|Noon", "chapter 1 3|Night"]),
      Form(
        headings: ["ERSTES KAPITEL", "ZWEITES KAPITEL"],
        wanted: ["chapter 1 ERSTES KAPITEL|", "chapter 1 ZWEITES KAPITEL|"]),
      Form(headings: ["1. Kapitel", "2. Kapitel"], wanted: ["chapter 1 1. Kapitel|", "chapter 1 2. Kapitel|"]),
      Form(
        headings: ["PREMIÈRE PARTIE\n\n\nI", "II", "DEUXIÈME PARTIE\n\n\nI", "II"],
        wanted: [
          "part 1 PREMIÈRE PARTIE|", "chapter 2 I|", "chapter 2 II|", "part 1 DEUXIÈME PARTIE|", "chapter 2 I|",
          "chapter 2 II|",
        ]),
      Form(headings: ["ГЛАВА I", "ГЛАВА II"], wanted: ["chapter 1 ГЛАВА I|", "chapter 1 ГЛАВА II|"]),
      Form(
        headings: ["Часть первая\n\n\nІ", "ІІ", "ІІІ"],
        wanted: ["part 1 Часть первая|", "chapter 2 І|", "chapter 2 ІІ|", "chapter 2 ІІІ|"]),
      Form(headings: ["第一回：甄士隱夢幻識通靈", "第二回：賈夫人仙逝揚州城"], wanted: ["chapter 1 第一回|甄士隱夢幻識通靈", "chapter 1 第二回|賈夫人仙逝揚州城"]),
      Form(headings: ["第一回　甄士隱夢幻識通靈", "第二回　賈夫人仙逝揚州城"], wanted: ["chapter 1 第一回|甄士隱夢幻識通靈", "chapter 1 第二回|賈夫人仙逝揚州城"]),
      Form(
        headings: ["VOLUME I\n\n\nBOOK ONE\n\n\nCHAPTER I", "CHAPTER II", "BOOK TWO\n\n\nCHAPTER I"],
        wanted: [
          "part 1 VOLUME I|", "part 2 BOOK ONE|", "chapter 3 CHAPTER I|", "chapter 3 CHAPTER II|", "part 2 BOOK TWO|",
          "chapter 3 CHAPTER I|",
        ]),
      Form(
        headings: ["THE NECKLACE", "THE HORLA", "A PIECE OF STRING"],
        wanted: ["chapter 1 |THE NECKLACE", "chapter 1 |THE HORLA", "chapter 1 |A PIECE OF STRING"]),
      Form(
        headings: ["The Necklace", "The Horla", "A Piece of String"],
        wanted: ["chapter 1 |The Necklace", "chapter 1 |The Horla", "chapter 1 |A Piece of String"], gap: "\n\n\n\n"),
      Form(
        headings: ["PREFACE", "CHAPTER I", "CHAPTER II", "APPENDIX"],
        wanted: ["preface 1 |PREFACE", "chapter 1 CHAPTER I|", "chapter 1 CHAPTER II|", "appendix 1 |APPENDIX"]),
    ])
  func headings(form: Form) throws {
    var text = "A TITLE\n\nby Some One\n"
    for heading in form.headings { text += form.gap + heading + "\n\n\n" + Self.proses + "\n" }
    #expect(try sections(text) == form.wanted)
  }

  @Test func aParagraphThatBeginsLikeAHeadingIsNone() throws {
    let trap = """
      BOOK I. (_Folio_), CHAPTER I. (_Whale_).--This whale, among the people
      of old vaguely known as the Trumpa, and the Physeter, and the Anvil, is
      the present Cachalot of the French.
      """
    let text = "CHAPTER 1\n\n\n\(Self.prose)\n\n\(trap)\n\n\nCHAPTER 2\n\n\n\(Self.proses)\n"
    #expect(try sections(text) == ["chapter 1 CHAPTER 1|", "chapter 1 CHAPTER 2|"])
  }

  @Test func aContentsListMakesNoChapters() throws {
    var text =
      "A TITLE\n\nby Some One\n\n\n\nCONTENTS\n\nPREFACE\n\nCHAPTER I. Dawn\n\nCHAPTER II. Dusk\n\n\n\n\nPREFACE\n\n\n\(Self.proses)"
    text += "\n\n\n\nCHAPTER I. Dawn\n\n\(Self.proses)\n\n\n\nCHAPTER II. Dusk\n\n\(Self.proses)\n"
    #expect(try sections(text) == ["preface 1 |PREFACE", "chapter 1 CHAPTER I|Dawn", "chapter 1 CHAPTER II|Dusk"])
    let numbered = text.replacing(
      "PREFACE\n\nCHAPTER I. Dawn\n\nCHAPTER II. Dusk\n",
      with: "PREFACE            v\nCHAPTER I. Dawn    1\nCHAPTER II. Dusk  20\n")
    #expect(try sections(numbered) == ["preface 1 |PREFACE", "chapter 1 CHAPTER I|Dawn", "chapter 1 CHAPTER II|Dusk"])
    let report = try reading(text).report
    #expect(report.dropped.map(\.why) == ["title page", "title page", "contents list"])
  }

  @Test(arguments: [
    "NORTHANGER ABBEY\n\n\nby\n\nJane Austen (1803)", "NORTHANGER ABBEY\n\n(1803)\n\n\nBy Jane Austen",
    "Northanger Abbey\n\n\nby\n\nJane Austen\n\n(1803)",
  ])
  func aYearInBracketsIsNoPartOfTitleOrName(page: String) throws {
    let report = try reading("\(page)\n\n\n\n\nCHAPTER 1\n\n\n\(Self.prose)\n\n\nCHAPTER 2\n\n\n\(Self.proses)\n")
    let metadata = report.book.metadata
    #expect(metadata.title?.lowercased() == "northanger abbey")
    #expect(metadata.authors == ["Jane Austen"])
    #expect(metadata.date == "1803")
    #expect(report.book.sections.count == 2)
  }

  @Test(arguments: [
    ("zh-Hant", "我們都是從這個國家來的，對於他們所說的話，過了許多年還記得很清楚，也不會忘記。"),
    ("zh-Hans", "我们都是从这个国家来的，对于他们所说的话，过了许多年还记得很清楚，也不会忘记。"), ("ja", "こんな夢を見た。腕組をして枕元に坐っていると、仰向に寝た女が、静かな声でもう死にますと云う。"),
  ])
  func chineseIsToldByItsForms(tag: String, line: String) throws {
    #expect(try reading("\(line)\n\n\(line)\n\n\(line)\n").book.metadata.language == tag)
  }

  @Test func aTitlePageWithoutANameHasNoneInvented() throws {
    let report = try reading("A TITLE\n\nby\n\n\n\nCHAPTER 1\n\n\n\(Self.prose)\n\n\nCHAPTER 2\n\n\n\(Self.proses)\n")
    #expect(report.book.metadata.title == "A TITLE")
  }

  @Test func theOldSmallPrintGoesAndItsFirstLineNamesTheBook() throws {
    let text = """
      **The Project Gutenberg Etext of Frankenstein by Mary Shelley**

      ***START**THE SMALL PRINT!**FOR PUBLIC DOMAIN ETEXTS**START***
      Why is this "Small Print!" statement here?

      *END THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.08.01*END*


      CHAPTER 1

      \(Self.prose)


      CHAPTER 2

      \(Self.prose)



      End of the Project Gutenberg Etext of Frankenstein
      """
    let reading = try reading(text)
    #expect(reading.book.metadata.title == "Frankenstein" && reading.book.metadata.authors == ["Mary Shelley"])
    #expect(try sections(text) == ["chapter 1 CHAPTER 1|", "chapter 1 CHAPTER 2|"])
  }

  @Test func theNewFrameGoesWithItsProducerLine() throws {
    let text = """
      The Project Gutenberg eBook of A Book

      Title: A Book
             or, The Other Name

      Author: Jane Roe
      Translator: John Doe
      Release date: March 1, 2020 [eBook #1]
      Language: German

      *** START OF THE PROJECT GUTENBERG EBOOK A
      BOOK ***

      Produced by A. Volunteer and the Online
      Distributed Proofreading Team




      A BOOK

      by JANE ROE



      CHAPTER I

      \(Self.prose)

      *** END OF THE PROJECT GUTENBERG EBOOK A BOOK ***

      *** START: FULL LICENSE ***
      """
    let reading = try reading(text)
    let metadata = reading.book.metadata
    #expect(metadata.title == "A Book" && metadata.subtitle == "or, The Other Name" && metadata.authors == ["Jane Roe"])
    #expect(metadata.language == "de" && metadata.date == nil)
    #expect(metadata.contributors == [.init(role: "translator", name: "John Doe")])
    #expect(
      reading.report.dropped.map(\.why) == [
        "Project Gutenberg header", "producer line", "title page", "title page", "Project Gutenberg licence",
      ])
    #expect(try sections(text) == ["chapter 1 CHAPTER I|"])
  }

  @Test func linesAreJoinedAsTheyWereBroken() throws {
    let text = """
      CHAPTER I

      \(Self.prose)

      She was making a daisy-
      chain, and thought of nothing--
      nothing at all--and then of one thing, the first she had thought of
      --it was late.  Two  spaces
       one stray space, and \u{4e2d}\u{6587}\u{4e2d}
      \u{6587} in the end of the paragraph, as it is so often the case here.
      """
    let rows = try rows(text, PlainTextOptions(lines: .wrapped))
    #expect(
      rows.last
        == "  justified: She was making a daisy-chain, and thought of nothing--nothing at all--and then of one thing, the first she had thought of--it was late. Two spaces one stray space, and 中文中文 in the end of the paragraph, as it is so often the case here."
    )
  }

  @Test func underscoresAreItalicsWhereTheyPair() throws {
    let text =
      "\(Self.prose)\n\nIt was a _very_ good thing that they had seen on that day, _Caf\u{e9} de\nParis_, the 1_st_. =Bold= too.\n\nOne _odd sign stays.\n\nsnake_case_name stays, and 1=2=3 stays.\n"
    let rows = try rows(text)
    #expect(
      rows.suffix(3) == [
        "  justified: It was a <very> good thing that they had seen on that day, <Café de Paris>, the 1<st>. <Bold> too.",
        "  justified: One _odd sign stays.",
        "  justified: snake_case_name stays, and 1=2=3 stays.",
      ])
  }

  @Test func everyManuscriptByteCanBeTracedThroughAJoinedParagraph() throws {
    let reading = try reading("\(Self.prose)\r\n\r\nOne two\r\nthree _four_\r\n   five  six.\r\n")
    guard case .paragraph(let last)? = reading.book.sections.last?.blocks.last else { return #expect(Bool(false)) }
    #expect(last.inlines.count == 3)
    let text = reading.files.files[0].text
    for inline in last.inlines {
      guard case .text(let run) = inline.content else { continue }
      for (i, byte) in run.utf8.enumerated() where byte != 0x20 {
        #expect(text[Int(inline.source(atByte: i).offset)] == byte)
      }
    }
  }

  @Test func verseKeepsLinesIndentsAndStanzasAndProseQuotationsAreJoined() throws {
    let text = """
      \(Self.prose)

          A ditty of the dancing sort
            Is sung by every man,
          And none that hears will ever court
            The singer if he can.

          Another verse is here,
            And ends the song.

      \(Self.prose)

        This is a quotation in prose that somebody set in by two columns and
        that runs on to the full width of the page, as the paragraphs around
        it do, until it ends.
        --_Somebody._

      \(Self.prose)
      """
    let rows = try rows(text).dropFirst(3)
    #expect(
      rows.map { $0.trimmingPrefix(while: { $0 == " " }) }.filter { !$0.hasPrefix("justified: The sea") } == [
        "verse", "0|A ditty of the dancing sort", "2|Is sung by every man,", "0|And none that hears will ever court",
        "2|The singer if he can.", "~",
        "0|Another verse is here,", "2|And ends the song.", "~", "quotation",
        "justified: This is a quotation in prose that somebody set in by two columns and that runs on to the full width of the page, as the paragraphs around it do, until it ends.",
        "by: --<Somebody.>",
      ])
  }

  @Test func aBookOfBlankVerseAtTheMarginKeepsItsLines() throws {
    let lines =
      "Of Man's first disobedience, and the fruit\nOf that forbidden tree whose mortal taste\nBrought death into the World, and all our woe,\nWith loss of Eden, till one greater Man\nRestore us, and regain the blissful seat,\nSing, Heavenly Muse, that, on the secret top\n"
    let text =
      "Paradise Lost\n\nby John Milton\n\n\n\nBook I\n\n\n" + String(repeating: lines, count: 8) + "\n\n\nBook II\n\n\n"
      + String(repeating: lines, count: 8)
    let reading = try reading(text)
    #expect(reading.report.verseLines == 96 && reading.report.paragraphs == 0)
    #expect(try sections(text) == ["chapter 1 Book I|", "chapter 1 Book II|"])
  }

  @Test func turnedLinesAreOneLine() throws {
    let poem =
      "  One's-self I sing, a simple separate person,\n  Yet utter the word Democratic, the word En-Masse.\n\n  Of physiology from top to toe I sing, not physiognomy alone nor brain\n      alone is worthy for the Muse,\n  I say the Form complete is worthier far.\n\n\n"
    let reading = try reading("LEAVES\n\nby Walt\n\n\nBOOK I\n\n\n" + String(repeating: poem, count: 5))
    #expect(
      outline(reading.book).contains {
        $0.hasSuffix(
          "0|Of physiology from top to toe I sing, not physiognomy alone nor brain alone is worthy for the Muse,")
      })
    #expect(Coverage.problems(reading) == [])
  }

  @Test func starRowsInARowAreOneBreak() throws {
    let text =
      "\(Self.prose)\n\n  *    *    *\n\n    *    *\u{20}\u{20}  *\n\n  *    *    *\n\n\(Self.prose)\n\n* * *\n\n\(Self.prose)\n"
    let reading = try reading(text)
    #expect(reading.report.sceneBreaks == 2)
    #expect(Coverage.problems(reading) == [])
  }

  @Test func picturesLeaveTheirCaptions() throws {
    let text =
      "\(Self.prose)\n\n[Illustration]\n\n[Illustration: THE HARBOUR\nAT NIGHT]\n\n[Illustration:\n\nA map\n\nSea     Page 1\nLand    Page 2]\n\n\(Self.prose)\n"
    let reading = try reading(text)
    #expect(Coverage.problems(reading) == [])
    #expect(reading.report.illustrations == 3)
    #expect(
      outline(reading.book).filter { $0.contains("figure") } == [
        "  figure: THE HARBOUR AT NIGHT", "  figure: A map / Sea Page 1 / Land Page 2",
      ])
  }

  @Test(
    "notes of every system go to their marks",
    arguments: [
      (
        "It was here.[1]\n\n[Footnote 1: See _Annals_, vol. ii.,\np. 33.]", "It was here.[^1]",
        "See <Annals>, vol. ii., p. 33."
      ),
      ("It was here.*\n\n*See the second\nvolume.", "It was here.[^1]", "See the second volume."),
      ("It was *(2) here.\n\n     *(2) See the second\n     volume.", "It was[^1] here.", "See the second volume."),
      ("It was here. (1)\n--------------------\n(1) -- See it.\n", "It was here.[^1]", "-- See it."),
      ("It was here.[A]\n\n[Footnote A: See it.]", "It was here.[^1]", "See it."),
      ("It was here.†\n\n† See it.", "It was here.[^1]", "See it."),
    ])
  func notes(text: String, paragraph: String, note: String) throws {
    let rows = try rows("\(Self.prose)\n\n\(text)\n\n\(Self.proses)\n")
    #expect(rows.contains("  justified: " + paragraph))
    #expect(rows.last == "  justified: " + note)
  }

  @Test func aListOfNotesAtTheEndIsEmptiedAndItsHeadingGoes() throws {
    let text =
      "CHAPTER I\n\n\(Self.prose)\n\nOne.[1] Two.[2]\n\n\n\nCHAPTER II\n\n\(Self.prose)\n\nThree.[3]\n\n\n\nFOOTNOTES:\n\n[1] First,\nin two lines.\n\n[2] Second.\n\nAnd more of it.\n\n[3] Third.\n"
    let reading = try reading(text)
    #expect(Coverage.problems(reading) == [])
    #expect(reading.book.sections.count == 2 && reading.book.notes.count == 3)
    #expect(reading.book.notes[NoteKey(2)]?.blocks.count == 2)
  }

  @Test func aNoteThatNothingCallsStaysAParagraph() throws {
    let rows = try rows("\(Self.prose)\n\n[7] Nobody calls this note.\n\n\(Self.prose)\n")
    #expect(rows.contains("  justified: [7] Nobody calls this note."))
  }

  @Test(
    "speakers of a play are told from a dictionary's headwords",
    arguments: [
      ("ROPER.\n\nWords said.\n\n", "LILY.\n\nMore words said.\n\n", 40),
      ("ROPER. Words said here.\n\n", "LILY. More words said.\n\n", 40),
      ("ROPER\tWords said here.\n\n", "LILY\tMore words said.\n\n", 40),
      ("ROPER.\nWords said here,\nIn two lines.\n\n", "LILY.\nMore words said.\n\n", 40),
      ("ABATIS, n.  Rubbish in front of a fort.\n\n", "ABBESS, n.  A female father of a house.\n\n", 0),
    ])
  func plays(first: String, second: String, speeches: Int) throws {
    let reading = try reading("A PLAY\n\nby Some One\n\n\n\nACT I\n\n\n" + String(repeating: first + second, count: 20))
    #expect(reading.report.speeches == speeches)
    #expect(Coverage.problems(reading) == [])
  }

  @Test func readingsOfWordsAreKnownAndCommandsAreTakenOut() throws {
    let text = "題\n作者\n\n［＃５字下げ］一［＃「一」は中見出し］\n\n　坐《すわ》って、右｜堀田《ほった》を※［＃「目＋爭」、第3水準1-88-85］《みは》った。\n\n底本：「本」\n"
    let reading = try reading(text)
    #expect(Coverage.problems(reading) == [])
    let rows = outline(reading.book)
    #expect(rows.contains("  justified: {坐}{すわ}って、右{堀田}{ほった}を{睜}{みは}った。"))
    #expect(rows.contains("body chapter 1:  | 一") && rows.contains("back colophon 1:  | "))
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func linesWithoutSureColumnsAndSignaturesStandAsTheyWereTyped() throws {
    let text =
      "\(Self.prose)\n\n   a      b   c\n   long words    3\n\n\(Self.prose)\n\n\n                                        Yours truly,\n                                             JOHN SMITH.\n"
    let rows = try rows(text)
    #expect(rows.contains("    |a      b   c") && rows.contains("    |long words    3"))
    #expect(rows.last == "  trailing: Yours truly, / JOHN SMITH.")
  }

  @Test(
    "a play is known by its speakers, however they are written",
    arguments: [
      "JOHN.--The sea is calm.\n\nMARY, _laughing_.--It is not.\n\n",
      "JOHN: The sea is calm.\n\nMARY (_laughing_): It is not.\n\n",
      "JOHN\n\nThe sea is calm.\n\nMARY\n(_laughing_)\n\nIt is not.\n\n",
      "_John_. The sea is calm.\n\n_Mary_. It is not.\n\n",
      "John. The sea is calm.\n\nMary (laughing). It is not.\n\n",
      "JOHN\n  The sea is calm.\n\nMARY [_laughing_]\n  It is not.\n\n",
    ])
  func speakers(pair: String) throws {
    let reading = try reading(
      "ACT I\n\n\n" + String(repeating: pair, count: 8) + "\n\nACT II\n\n\n" + String(repeating: pair, count: 8))
    #expect(reading.report.speeches == 32, "\(reading.report)")
    #expect(reading.report.headings.first?.count == 2)
    #expect(Coverage.problems(reading) == [])
  }

  @Test func aLinesNumberStandsInTheMargin() throws {
    let lines = (1...20).map { n in
      let line = "Of calm and of the grey and evening sea"
      return n % 5 == 0 ? line + String(repeating: " ", count: 12) + "\(n)" : line
    }
    let reading = try reading(
      "BOOK I\n\n\n\(lines.joined(separator: "\n"))\n\n\n\nBOOK II\n\n\n\(lines.joined(separator: "\n"))\n")
    guard case .verse(let verse)? = reading.book.sections.first?.blocks.first else { return #expect(Bool(false)) }
    #expect(verse.stanzas[0].lines.map(\.number.plainText).filter { !$0.isEmpty } == ["5", "10", "15", "20"])
    #expect(verse.stanzas[0].lines[4].inlines.plainText == "Of calm and of the grey and evening sea")
    #expect(Coverage.problems(reading) == [])
  }

  @Test func storiesOfNumberedPartsAreChapters() throws {
    let story = "I\n\n\(Self.prose)\n\n\nII\n\n\(Self.prose)\n\n\nIII\n\n\(Self.prose)\n\n\n\n\n"
    let text = "STORIES OF THE SEA\n\n\n\nTHE LAMP\n\n\n\(story)THE SEA\n\n\n\(story)THE TEA\n\n\n\(story)"
    #expect(try sections(text) == ["chapter 1 |THE LAMP", "chapter 1 |THE SEA", "chapter 1 |THE TEA"])
    let report = try reading(text).report
    #expect("\(report)".hasPrefix("3 chapters by \"TITLE\", 9 headings by \"I\""))
  }

  @Test func balladsOfEverySecondLineSetInStayWholeAndTheirTitlesAreChapters() throws {
    let stanza =
      "The sea was calm, the evening grey,\n  One lamp burned through the night,\nAnd ships that never came away\n  Went slowly out of sight."
    let poem = Array(repeating: stanza, count: 4).joined(separator: "\n\n")
    var text = "POEMS\n\nby\n\nSome Poet\n\n\n\n"
    for title in ["The Sea", "To a Lamp", "On Ships", "Evening Song"] { text += "\(title)\n\n\(poem)\n\n\n" }
    #expect(
      try sections(text) == [
        "chapter 1 |The Sea", "chapter 1 |To a Lamp", "chapter 1 |On Ships", "chapter 1 |Evening Song",
      ])
    let report = try reading(text).report
    #expect(report.paragraphs == 0 && report.verseLines == 64, "\(report)")
  }

  @Test func entriesOfAnIndexKeepTheirLines() throws {
    let text =
      "CHAPTER I\n\n\n\(Self.proses)\n\n\n\nCHAPTER II\n\n\n\(Self.proses)\n\n\n\nINDEX\n\n\nAbbots, 12, 34-6;\n  their customs, 77\n\nAcre, siege of, 101\n\nAdmirals, 5, 9\n"
    let rows = try rows(text)
    #expect(
      rows.suffix(8) == [
        "  verse", "    0|Abbots, 12, 34-6;", "    2|their customs, 77", "    ~", "    0|Acre, siege of, 101", "    ~",
        "    0|Admirals, 5, 9", "    ~",
      ])
    #expect(try reading(text).report.verseBlocks == 0)
    #expect(try reading(text).book.sections.map(\.role) == [.chapter, .chapter, .index])
  }

  @Test func theReportSaysItInOneLine() throws {
    let report = try reading("Chapter 1\n\n\n\(Self.prose)\n\n\n\nChapter 2\n\n\n\(Self.prose) It _is_.\n").report
    #expect("\(report)" == "2 chapters by \"Chapter N\", 2 paragraphs, 1 italic run")
  }
}
