import BookModel
import Manuscript
import Testing

/// What a typed title page, its back and the pages behind it become.
@Suite struct PlainTextFrontPageTests {
  static let chapters =
    "CHAPTER I\n\n\n\(PlainTextFormTests.prose)\n\n\n\nCHAPTER II\n\n\n\(PlainTextFormTests.prose)\n"

  private func book(_ front: String) throws -> ManuscriptReading {
    try reading(
      "Title: A Winter Walk\n\nAuthor: Jane Grey\n\nRelease Date: May 3, 2004\n\n*** START OF THIS PROJECT GUTENBERG EBOOK A WINTER WALK ***\n\n\n\(front)\n\n\n\n\(Self.chapters)\n\n*** END OF THIS PROJECT GUTENBERG EBOOK A WINTER WALK ***\n"
    )
  }

  private func words(_ reading: ManuscriptReading, _ role: Section.Role) -> [String] {
    reading.book.sections.filter { $0.role == role && $0.matter == .front }.flatMap(\.blocks).map { block in
      switch block {
      case .paragraph(let paragraph): paragraph.inlines.plainText
      case .verse(let verse): verse.stanzas.flatMap(\.lines).map(\.inlines.plainText).joined(separator: " / ")
      default: "?"
      }
    }
  }

  static let houses: [(typed: String, publisher: String?, year: String?)] = [
    ("LONDON:\nWilliam Heinemann\n1921", "London: William Heinemann", "1921"),
    ("           BOSTON\n    _L. C. PAGE & COMPANY_\n            1908", "Boston: L. C. Page & Company", "1908"),
    (
      "Chichester:\n\nPRINTED AT THE PRIVATE PRESS OF W. MASON.\n\n1818.",
      "Chichester: Printed at the Private Press of W. Mason", "1818"
    ),
    ("The Lowell Press\n\nNew York", "The Lowell Press, New York", nil),
    (
      "[Illustration: colophon]\n\nNEW YORK\n\nGROSSET & DUNLAP\n\n_Publishers_",
      "New York: Grosset & Dunlap, Publishers",
      nil
    ),
    ("Stockholm\n\nAlbert Bonniers Bokförlag\n\n1902", "Stockholm: Albert Bonniers Bokförlag", "1902"),
    ("Leipzig\nInsel-Verlag\nMDCCCXC", "Leipzig: Insel-Verlag", "1890"),
    ("1912", nil, "1912"),
    ("", nil, nil),
  ]

  @Test("place, publisher and year of the title page are facts", arguments: houses)
  func house(typed: String, publisher: String?, year: String?) throws {
    let made = try book("A WINTER WALK\n\nBY\n\nJANE GREY\n\n\n\(typed)")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.metadata.publisher == publisher)
    // the day on which the transcription was released is no date of the book
    #expect(made.book.metadata.date == year)
    #expect(made.book.sections.map(\.role) == [.chapter, .chapter])
    #expect(made.report.dropped.contains { $0.why == "title page" })
  }

  @Test func anArticleIsOfTheTitleOnlyAboveMoreOfIt() throws {
    let apart = try book("A\n\nWINTER\n\nWALK\n\nBY JANE GREY")
    #expect(apart.book.sections.map(\.role) == [.chapter, .chapter])
    let letter = try book("A WINTER WALK\n\nBY JANE GREY\n\n\n\nA.\n\nZ.")
    #expect(words(letter, .imprint) == ["A.", "Z."])
  }

  @Test func aLongListOfHousesStandsOnTheTitlesBack() throws {
    let made = try book(
      "A WINTER WALK\n\nBY JANE GREY\n\nNEW-YORK:\n\nLEAVITT & ALDEN, 7 CORNHILL, BOSTON: SAXTON & MILES, 205\nBROADWAY, N.Y.: MYRON FINCH, 120 NASSAU ST., N.Y.\n\n1844."
    )
    #expect(Coverage.problems(made) == [])
    #expect(made.book.metadata.publisher == nil)
    #expect(words(made, .imprint).count == 3)
  }

  @Test(
    "who took part is named once",
    arguments: [
      ("Translated by Mary Brown", "translator", "Mary Brown"),
      ("Translated from the Russian of\n\nJane Grey\n\nby Mary Brown", "translator", "Mary Brown"),
      ("MUSIC BY\n\nMARY BROWN", "composer", "Mary Brown"),
      ("with notes by the\nRev. Mary Brown, M.A., F.S.A.", "annotator", "Rev. Mary Brown, M.A., F.S.A."),
      ("ILLUSTRATED BY MARY BROWN", "illustrator", "Mary Brown"),
      ("Aus dem Englischen von Mary Brown", "translator", "Mary Brown"),
    ])
  func credit(typed: String, role: String, name: String) throws {
    let made = try book("A WINTER WALK\n\nBy Jane Grey\n\n\(typed)")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.metadata.contributors == [.init(role: role, name: name)])
    #expect(made.book.metadata.authors == ["Jane Grey"])
    #expect(made.book.sections.map(\.role) == [.chapter, .chapter])
  }

  @Test(arguments: ["[1]", "*"]) func aCallOfANoteIsNoPartOfTheTitle(call: String) throws {
    let made = try reading(
      "A WINTER WALK\(call)\n\nBy Jane Grey\n\n\n\n\(Self.chapters)\n\n\n\(call) The walk was taken in the winter of 1842.\n"
    )
    #expect(Coverage.problems(made) == [])
    #expect(made.book.metadata.title == "A WINTER WALK")
  }

  @Test func whatStandsBetweenTitleAndAuthorIsTheSubtitle() throws {
    let made = try book("A WINTER WALK\n\n\nAn Indian Tale\n\n\nby Jane Grey, D.D.,\nDEAN OF ST. PATRICK'S")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.metadata.subtitle == "An Indian Tale")
    #expect(made.book.sections.map(\.role) == [.chapter, .chapter])
  }

  @Test(
    "rights, editions and printers stand on the title's back",
    arguments: [
      "_First published September 1921_\n\n_New Impression October 1921_", "Copyright, 1902\nBY L. C. PAGE & COMPANY",
      "All rights reserved", "Printed in Great Britain by Hazell, Watson & Viney", "Alle Rechte vorbehalten.",
      "Original publication date: 1895",
    ])
  func rights(typed: String) throws {
    let made = try book("A WINTER WALK\n\nBY\n\nJANE GREY\n\n\n\n\(typed)")
    #expect(Coverage.problems(made) == [])
    #expect(!words(made, .imprint).isEmpty)
    #expect(made.book.sections.filter { $0.role != .imprint }.map(\.role) == [.chapter, .chapter])
  }

  @Test(
    "a dedication has a page of its own",
    arguments: [
      "A WINTER WALK\nIS DEDICATED\nTO\nMY BROTHER", "TO\nMY WIFE", "To Mary Brown", "_To my mother_",
      "To S.L.O., an American gentleman in accordance with whose classic taste\nthe following narrative has been designed, it is now, in return for\nnumerous delightful hours, and with the kindest wishes, dedicated by his\naffectionate friend, the author.",
      "Meinem lieben Vater",
    ])
  func dedication(typed: String) throws {
    let made = try book("A WINTER WALK\n\nBY JANE GREY\n\n\n\n\(typed)")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.map(\.role) == [.dedication, .chapter, .chapter])
  }

  @Test func aMottoHasAPageOfItsOwn() throws {
    let made = try book(
      "A WINTER WALK\n\nBY JANE GREY\n\n\n  Strange is the night where black stars rise,\n  And strange moons circle through the skies.\n\nCassilda's Song.\n\n\nNew York\nHarper & Brothers\n1901"
    )
    #expect(Coverage.problems(made) == [])
    #expect(
      words(made, .epigraph) == [
        "Strange is the night where black stars rise, / And strange moons circle through the skies.",
        "Cassilda's Song.",
      ])
    #expect(made.book.metadata.publisher == "New York: Harper & Brothers")
  }

  @Test func whoSpeaksOfTheFileIsLeftOut() throws {
    let front =
      "This book was generously provided by the German Gutenberg Projekt,\nwhich can be found at its web address.\n\n\n\nA Winter Walk\n\nJane Grey"
    let made = try book(front)
    #expect(Coverage.problems(made) == [])
    #expect(made.report.dropped.contains { $0.why == "producer line" })
    #expect(made.book.sections.map(\.role) == [.chapter, .chapter])
  }

  @Test func aTypedTitlePageMayBeKept() throws {
    var options = PlainTextOptions()
    options.keepsTitlePage = true
    let made = try reading(
      "A Winter Walk\n\nby Jane Grey\n\nLondon:\nWilliam Heinemann\n1921\n\n\n\n\(Self.chapters)", options)
    #expect(Coverage.problems(made) == [])
    #expect(made.book.metadata.publisher == nil)
    #expect(!made.report.dropped.contains { $0.why == "title page" })
  }

  @Test func textThatOnlySoundsLikeATitlePageStays() throws {
    let text =
      "To Sherlock Holmes she is always the woman. I have seldom heard him mention\nher under any other name. In his eyes she eclipses and predominates the\nwhole of her sex, and it was not that he felt any emotion akin to love.\n\nLondon was cold, and the Press knew nothing of it in 1888."
    let made = try reading(
      "A Winter Walk\n\nby Jane Grey\n\n\n\nCHAPTER I\n\n\n\(text)\n\n\n\nCHAPTER II\n\n\n\(text)\n")
    #expect(made.book.sections.map(\.role) == [.chapter, .chapter])
    #expect(made.book.sections.map(\.blocks.count) == [2, 2])
  }

  @Test(
    "a typed title page says the header's words in its own way",
    arguments: [
      (
        "The Mide'wiwin of the Ojibwa", "Walter James Hoffman",
        "THE MIDÉ´WIWIN\n\nof\n\nTHE OJIBWA.\n\nby\n\nW. J. HOFFMAN."
      ),
      ("Aesop's Fables", "Aesop", "ÆSOP’S FABLES"),
      (
        "Critical & Historical Essays", "Edward MacDowell",
        "CRITICAL AND HISTORICAL ESSAYS\n\nby\n\nMr. Edward MacDowell"
      ),
      ("Le Père Goriot", "Honoré de Balzac", "LE PERE GORIOT\n\nH. DE BALZAC"),
      ("Household Tales", "Mary Brown", "HOUSE-HOLD TALES\n\nMARY BROWN"),
    ])
  func sameTitle(title: String, author: String, typed: String) throws {
    let made = try reading(
      "Title: \(title)\n\nAuthor: \(author)\n\n*** START OF THIS PROJECT GUTENBERG EBOOK X ***\n\n\n\(typed)\n\n\n\nby\n\n\n\n\(Self.chapters)\n\n*** END OF THIS PROJECT GUTENBERG EBOOK X ***\n"
    )
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.map(\.role) == [.chapter, .chapter])
  }

  @Test func theTypedPagesFullerTitleIsTheBooks() throws {
    let made = try book("THE TRAGEDY OF A WINTER WALK,\nPRINCE OF ROADS\n\nby Jane Grey")
    #expect(made.book.metadata.title == "The Tragedy of a Winter Walk, Prince of Roads")
    #expect(made.book.sections.map(\.role) == [.chapter, .chapter])
  }

  @Test func aLineThatSaysWhatKindOfBookItIsIsTheSubtitle() throws {
    let made = try book("A WINTER WALK\n\nA Trivial Comedy for Serious People\n\n\nSpoken in London")
    #expect(made.book.metadata.subtitle == "A Trivial Comedy for Serious People")
  }

  @Test func aDedicationInLinesOfItsOwnIsOnePage() throws {
    let made = try book("A WINTER WALK\n\nby Jane Grey\n\n\n\n\nTO\n\nMY DEAR FRIEND\n\nHOMMY-BEG")
    #expect(Coverage.problems(made) == [])
    #expect(words(made, .dedication) == ["TO", "MY DEAR FRIEND", "HOMMY-BEG"])
  }

  static let titlePages: [(typed: String, title: String, subtitle: String?, author: String?)] = [
    ("A SUMMER\nIN THE\nCEVENNES\n\nBy\nHARRIET LOWE", "A SUMMER IN THE CEVENNES", nil, "HARRIET LOWE"),
    ("ON THE\nMOTION OF LAMPS\n\nBY J. PENFOLD, F.R.S.", "ON THE MOTION OF LAMPS", nil, "J. PENFOLD, F.R.S."),
    ("THE STORY OF\nLITTLE LUMP\n\nBy\nPOLLY PIM", "THE STORY OF LITTLE LUMP", nil, "POLLY PIM"),
    (
      "SERMONS\nPREACHED IN A COUNTRY CHURCH\n\nBY THE LATE\nREV. THOMAS ALDERSEY, M.A.", "SERMONS",
      "Preached in a Country Church", "REV. THOMAS ALDERSEY, M.A."
    ),
    ("THE WORKS AND DAYS\n\nTRANSLATED BY\nH. G. WHITE", "THE WORKS AND DAYS", nil, nil),
    ("THE WARE PAPERS\n\n\nEDITED BY\n\nT. ALDERSEY\n\n\nLONDON\n1903", "THE WARE PAPERS", nil, nil),
    ("LA SAL\n\nNovela de Inés Carrión", "LA SAL", "Novela", "Inés Carrión"),
    ("ANNA WARE\n\nA Novel\n\nThomas Aldersey", "ANNA WARE", "A Novel", "Thomas Aldersey"),
    ("SILAS WARE\n\nThe Printer of Leeds\n\nAnn Aldersey", "SILAS WARE", "The Printer of Leeds", "Ann Aldersey"),
    ("JANE WARE\n\nCHARLOTTE ALDERSEY", "JANE WARE", nil, "CHARLOTTE ALDERSEY"),
    ("RHYS LEWIS\n\nGAN\n\nDANIEL OWEN", "RHYS LEWIS", nil, "DANIEL OWEN"),
    ("PAN WARE\n\nnapisał\n\nADAM NOWAK", "PAN WARE", nil, "ADAM NOWAK"),
    ("ANG DAGAT\n\nni Francisco Baltazar", "ANG DAGAT", nil, "Francisco Baltazar"),
    (
      "THE HISTORY\nOF\nTOM WARE,\nA FOUNDLING.\n\nBy HENRY ALDERSEY, Esq;", "THE HISTORY OF TOM WARE", "A Foundling",
      "HENRY ALDERSEY, Esq"
    ),
    (
      "     HISTORY\n\n        OF\n\n  THE DECLINE OF THE\n\n   PAPER MILL\n\n  By Edward Aldersey, Esq.",
      "HISTORY OF THE DECLINE OF THE PAPER MILL", nil, "Edward Aldersey, Esq."
    ),
    (
      "LE MENTEUR\nOU\nLE PAPIER\n\n\nCOMÉDIE EN CINQ ACTES\n1664\n\nPAR\n\nALDERSEY", "LE MENTEUR",
      "ou Le Papier, Comédie en Cinq Actes", "ALDERSEY"
    ),
    (
      "THE MILL\n\nand\n\nON THE DUTY OF PRINTERS\n\nby Ann Ware", "THE MILL and ON THE DUTY OF PRINTERS", nil,
      "Ann Ware"
    ),
    ("THE MILL\n\nA Romance\n\nby Ann Ware", "THE MILL", "A Romance", "Ann Ware"),
    (
      "Dana Whitlock\n14 Elm Street\nPortland, OR 97201\n(503) 555-0142\ndana@whitlock.example\n\n\n          THE SALT ROAD\n\n          by Dana Whitlock",
      "THE SALT ROAD", nil, "Dana Whitlock"
    ),
    (
      "Dana Whitlock                                   82,000 words\n14 Elm Street\nPortland, OR 97201\n\n\n\n                    The Salt Road\n                         by\n                    Dana Whitlock",
      "The Salt Road", nil, "Dana Whitlock"
    ),
  ]

  @Test("a title page without a header tells title and author", arguments: titlePages)
  func titlePage(typed: String, title: String, subtitle: String?, author: String?) throws {
    let made = try reading("\(typed)\n\n\n\n\(Self.chapters)")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.metadata.title == title)
    #expect(made.book.metadata.subtitle == subtitle)
    #expect(made.book.metadata.authors.first == author)
    #expect(made.book.sections.map(\.role) == [.chapter, .chapter])
  }

  @Test(
    "a dedication and a motto have their pages in whatever white, in files with a paragraph a line as well",
    arguments: ["For my mother", "Para mi madre", "Pour ma mère", "Für meine Mutter", "For Joe, who waited."])
  func modernFront(dedication: String) throws {
    let front =
      "The Salt Road\n\nby Dana Whitlock\n\nCopyright © 2024 by Dana Whitlock. All rights reserved.\n\nISBN 978-1-4028-9462-6\n\n\(dedication)\n\n\"The sea is everything.\"\n— Jules Verne\n\n"
    let paragraph = PlainTextFormTests.prose.replacing("\n", with: " ")
    for prose in [PlainTextFormTests.prose, "\(paragraph)\n\n\(paragraph)\n\n\(paragraph)"] {
      let made = try reading(
        "\(front)\(["Chapter 1", "Chapter 2", "Chapter 3"].map { "\($0)\n\n\(prose)" }.joined(separator: "\n\n"))\n")
      #expect(Coverage.problems(made) == [])
      #expect(words(made, .dedication) == [dedication])
      #expect(words(made, .epigraph).joined(separator: " ").hasPrefix("\"The sea is everything.\""))
      #expect(words(made, .imprint).count == 2)
    }
  }

  @Test(
    "what stands below a short line of its own behind the title page is a section, no page of facts",
    arguments: ["TO THE PUBLIC.", "AVERTISSEMENT DE L'ÉDITEUR.", "The Story of This Book"])
  func prefatoryText(head: String) throws {
    let text =
      "These pages were found in a box in the attic of the house, and I print\nthem as they are, without adding a word of my own, because the man who\nwrote them would have wished it so."
    let made = try reading(
      "THE MILL\n\nBy Ann Ware\n\nLONDON:\nSMITH AND CO.\n1851\n\n\n\n\(head)\n\n\n\(text)\n\n\n\n\(Self.chapters)")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.metadata.publisher == "London: Smith and Co.")
    #expect(words(made, .imprint) == [])
    #expect(made.book.sections.first?.heading?.plainText == head && made.book.sections.first?.matter == .front)
    let printed = made.book.sections.prefix(2).flatMap(\.blocks).map {
      outline(Book(sections: [Section(blocks: [$0])]))
    }
    #expect(printed.joined().joined().contains("These pages were found"))
  }

  @Test func `verse below the name of whom a book is for is on its page, in italics and not signed as such`() throws {
    let made = try book(
      "A WINTER WALK\n\nby Jane Grey\n\n\n\n\n                TO\n             J. T. M.\n\n    _Take, since I have no better gift to bring,\n       These few late sheaves of spring._"
    )
    #expect(
      words(made, .dedication) == [
        "TO J. T. M.", "Take, since I have no better gift to bring, / These few late sheaves of spring.",
      ])
    #expect(words(made, .epigraph) == [])
  }

  @Test func whatElseATitlePageSaysStaysThere() throws {
    let made = try book(
      "A WINTER WALK\n\nBY\n\nTHE LATE JANE GREY, M.A.\n\nSOMETIME FELLOW OF ALL SOULS, OXFORD\n\n_Illustrated with 12 Diagrams_\n\nPRICE ONE SHILLING\n\n\n\nWRECSAM:\nHUGHES A'I FAB, CYHOEDDWYR.\n1895.\n\n\n\nSECOND EDITION"
    )
    #expect(Coverage.problems(made) == [])
    #expect(
      made.book.metadata.contributors.map(\.name) == [
        "Sometime Fellow of All Souls, Oxford", "Illustrated with 12 Diagrams", "Price One Shilling",
      ])
    #expect(made.book.metadata.publisher == "Wrecsam: Hughes A'i Fab, Cyhoeddwyr" && made.book.metadata.date == "1895")
    #expect(words(made, .imprint) == ["SECOND EDITION"])
    #expect(words(made, .epigraph) == [])
  }

  @Test func whatHasAHeadingOfItsOwnIsNoImprint() throws {
    let prose = PlainTextFormTests.prose
    for title in ["AO LEITOR", "VOORBERICHT.", "RHAGAIR", "A FEW WORDS"] {
      let made = try book("A WINTER WALK\n\nBY\n\nJANE GREY\n\nLONDON\n1895\n\n\n\(title)\n\n\(prose)\n\n_J. G._")
      #expect(Coverage.problems(made) == [])
      #expect(made.book.sections.map(\.role) == [.preface, .chapter, .chapter])
      #expect(made.book.sections.first?.blocks.last?.paragraph?.placement == .trailing)
    }
  }

  @Test func aListOfPicturesThatAreNotThereIsLeftOut() throws {
    let made = try book(
      "A WINTER WALK\n\nBY\n\nJANE GREY\n\nLONDON\n1895\n\n\n\nLIST OF ILLUSTRATIONS\n\n\n\"THE CASTLE\"         _Frontispiece_\n\n\"THE FIELD\"      _To face p._ 20\n\n\"THE MILL\"         \"       38"
    )
    #expect(Coverage.problems(made) == [])
    #expect(made.report.dropped.contains { $0.why == "list of illustrations" })
    #expect(made.book.sections.map(\.role) == [.chapter, .chapter])
  }
}
