import BookModel
import Manuscript
import Testing

/// Manuals as programs write them down as text: numbered sections, lists, notes, code, framed tables.
@Suite struct PlainTextManualTests {
  static let prose = PlainTextFormTests.proses

  static let manual = """
    The Guide

    Table of Contents

    Before You Begin
    1. Definitions and overview
        1.1. What is this about?
        1.2. What is the difference between this guide and all of the
        others? Why should I read it?
    2. Getting it
        2.1. From the network
            2.1.1. With a cable
        2.2. From a friend
    A. Where it came from
        A.1. Authors

    List of Tables

    2.1. Sizes of
    everything
    2.2. More of it

    Before You Begin

    \(prose)

    Chapter 1. Definitions and overview

    1.1. What is this about?

    \(prose)

    Note

    There is more of it than you think, and some of it is hard to see
    for those who are new to it.

    1.2. What is the difference between this guide and all of the others?
    Why should I read it?

    \(prose)

      * The first is long and runs on over the end of a line, so that it
        hangs.

        It goes on.

      * The second is short.

    Chapter 2. Getting it

    2.1. From the network

    2.1.1. With a cable

    \(prose)

        $ get --all it
        $ ls -l

    2.1.1.1. Set the switch

    \(prose)

    Table 2.1. Sizes of everything

    ┌─────┬──────┐
    │part │size  │
    ├─────┼──────┤
    │one  │small │
    ├─────┼──────┤
    │two  │large │
    └─────┴──────┘

    2.2. From a friend

    \(prose)

    Freedom:

        As stated, it is free and will remain so, whatever others may
        say of it or do with it.

    The system:

        It is well kept.  Each of its parts may be put in place without
        the loss of what one has.

    All of it is so.

    Table 2.2. More of it

    \(prose)

    Appendix A. Where it came from

    A.1. Authors

    \(prose)
    """

  func outline(_ reading: ManuscriptReading) -> [String] {
    reading.book.sections.flatMap { section -> [String] in
      let inner = section.blocks.compactMap { block -> String? in
        if case .heading(let heading) = block { "\(heading.level) \(heading.plainText)" } else { nil }
      }
      return ["\(section.matter) \(section.role) \(section.heading?.plainText ?? "")"] + inner
    }
  }

  @Test func `numbers of a contents list tell the levels, and each entry is found whole`() throws {
    let reading = try reading(Self.manual)
    #expect(Coverage.problems(reading) == [])
    #expect(
      outline(reading) == [
        "front preface Before You Begin", "body chapter Chapter 1. Definitions and overview",
        "2 1.1. What is this about?",
        "2 1.2. What is the difference between this guide and all of the others? Why should I read it?",
        "body chapter Chapter 2. Getting it", "2 2.1. From the network", "3 2.1.1. With a cable",
        "4 2.1.1.1. Set the switch", "2 2.2. From a friend", "back appendix Appendix A. Where it came from",
        "2 A.1. Authors",
      ])
    #expect(reading.report.leftOut == [])
    #expect(reading.report.dropped.map(\.why).contains("list of illustrations"))
  }

  @Test func `notes, lists with white between items, code and framed tables are what they look like`() throws {
    let blocks = try reading(Self.manual).book.sections.flatMap(\.blocks)
    let callouts = blocks.compactMap { if case .callout(let callout) = $0 { callout } else { nil } }
    #expect(callouts.map(\.kind) == [.note])
    let lists = blocks.compactMap { if case .list(let list) = $0 { list } else { nil } }
    #expect(lists.map { $0.items.map(\.blocks.count) } == [[2, 1], [1], [1]])
    let code = blocks.compactMap { if case .preformatted(let code) = $0, code.isCode { code } else { nil } }
    #expect(code.map { $0.lines.map(\.text) } == [["$ get --all it", "$ ls -l"]])
    let tables = blocks.compactMap { if case .table(let table) = $0 { table } else { nil } }
    #expect(tables.map(\.rows.count) == [2])
    #expect(tables.first?.head.count == 1)
  }

  /// The Debian guide of 1999, where 239 words went with the lists above them.
  @Test func `what goes on right below a list, at the margin, stays behind it`() throws {
    let text = """
      \(Self.prose)

           * The system on your network that is asked for names, if
             there is one that answers
           * Whether the interface is a card
         If your only connection is a telephone line, you need not worry
         about any of this before all else is done.

      \(Self.prose)

      """
    let reading = try reading(text)
    #expect(Coverage.problems(reading) == [])
    var words: [String] = []
    reading.book.visitText { inlines, _ in words.append(inlines.plainText) }
    #expect(words.contains("Whether the interface is a card"))
    #expect(words.contains { $0.hasPrefix("If your only connection") && $0.hasSuffix("all else is done.") })
  }

  @Test func `an underlined title is the book's, and a row below a heading opens no notes`() throws {
    let entries = (1...9).map { "* \($0). Part \($0) of it\n" }.joined(separator: "\n")
    let parts = (1...9).map { "\($0). Part \($0) of it\n\(String(repeating: "*", count: 15))\n\n\(Self.prose)\n" }
    let text =
      "A Manual of It\n**************\n\n\(entries)\n\n" + parts.joined(separator: "\n\n")
      + "\n   1. *first* this\n\n2. All the others of them are left out in the end of it.  [1]\n\n[1] A note.\n"
    let reading = try reading(text)
    #expect(reading.book.metadata.title == "A Manual of It")
    #expect(reading.book.sections.count { $0.heading != nil } == 9)
    #expect(reading.report.sceneBreaks == 0)
    #expect(Coverage.problems(reading) == [])
  }

  @Test func `a dictionary behind a preface begins the body, and names at the edge sign what stands above`() throws {
    let entries = (0..<60).map { n in
      let word = "AB" + String(UnicodeScalar(UInt8(65 + n / 26))) + String(UnicodeScalar(UInt8(65 + n % 26)))
      return "\(word), n.  A thing that nobody wants to see, and all of us have got.\n"
    }
    let verse = "    The man was in such deep distress\n    That no one there could do no less.\n"
    let text = """
      Found on a machine that others keep for those who want to read it there.
      It says so here, and is much longer than a title is, line after line,
      which goes on.

                   THE LEXICON OF IT

                          by

                     AMBROSE WRITER


                         PREFACE

      \(Self.prose)
                                                                  A.B.

      \(entries.prefix(30).joined(separator: "\n"))
      \(verse)                                                         Jebel Jocordy

      \(entries.suffix(30).joined(separator: "\n"))
      """
    let reading = try reading(text)
    #expect(reading.book.metadata.title == "THE LEXICON OF IT")
    #expect(reading.book.metadata.authors == ["AMBROSE WRITER"])
    #expect(reading.book.sections.map(\.matter).last == .body)
    let signed = reading.book.sections.flatMap(\.blocks).compactMap { block -> String? in
      if case .paragraph(let paragraph) = block, paragraph.placement == .trailing {
        paragraph.inlines.plainText
      } else {
        nil
      }
    }
    #expect(signed == ["A.B.", "Jebel Jocordy"])
  }

  @Test func `underlined lines are headings, at levels by their rows`() throws {
    func part(_ title: String, _ sign: String) -> String {
      "\(title)\n\(String(repeating: sign, count: title.count))\n\n\(Self.prose)\n\n\n"
    }
    let text =
      "A tutorial that you may read.  See below for what you may do.\n\n\(Self.prose)\n\n\n" + part("* SUMMARY", "-")
      + part("* MOVING ABOUT", "-") + part("* BY WORDS", "=")
      + "* THE REST (ALL OF IT)\n-------\n\n\(Self.prose)\n\n\n"
      + part("* 要約の終", "-").replacing("----", with: "---------")
    let reading = try reading(text)
    #expect(Coverage.problems(reading) == [])
    #expect(
      outline(reading) == [
        "front untitled ", "body chapter SUMMARY", "body chapter MOVING ABOUT", "2 BY WORDS",
        "body chapter THE REST (ALL OF IT)", "body chapter 要約の終",
      ])
    #expect(reading.report.sceneBreaks == 0)
  }

  @Test func `Latin words at the heads of Japanese lines make no verse of them`() throws {
    let lines = (0..<40).map { n in
      (n % 3 == 0 ? "CONTROL とか " : "コマンドを入") + String(repeating: "力するには一", count: n % 3 == 0 ? 4 : 5)
        + (n % 5 == 4 ? "。\n" : "")
    }
    let reading = try reading(lines.joined(separator: "\n"))
    #expect(reading.report.verseBlocks == 0)
  }

  @Test func `a title page goes on below its motto`() throws {
    let motto = (0..<10).map { "        \"When the striving of surges is mad \($0)" }.joined(separator: "\n")
    let house = """
      NEW-YORK:

      LEAVITT & ALDEN, 7 CORNHILL, BOSTON: SAXTON & MILES, 205
      BROADWAY, N.Y.: MYRON FINCH, 120 NASSAU ST., N.Y.:
      JACKSON & CHAPLIN, 38 DEAN ST., ALBANY, N.Y.:
      JACKSON & CHAPLIN, CORNER GENESSEE AND
      MAIN ST., UTICA, N.Y.

      1844.
      """
    let text = """
      THE

      LIBERTY SINGER.


      \(motto)


      BY

      GEO. W. CLARK.


      \(house)




      PREFACE.

      \(Self.prose)




      CHAPTER I.

      \(Self.prose)




      CHAPTER II.

      \(Self.prose)
      """
    let reading = try reading(text)
    #expect(reading.book.metadata.title == "THE LIBERTY SINGER")
    #expect(reading.book.sections.prefix(3).map(\.role) == [.imprint, .epigraph, .preface])
    #expect(reading.book.metadata.authors == ["GEO. W. CLARK"])
  }

  @Test func `stars around words are italics where many are and none calls a note`() throws {
    let many = (0..<10).map { "It was *so* that it came \($0) times, and they\nwere *not\nthere* at all.\n" }
    #expect(try reading(many.joined(separator: "\n")).report.italicRuns == 20)
    #expect(try reading("It was *so* that it came 2 times, and 3*4 is more.\n").report.italicRuns == 0)
  }

  @Test func `headwords above what they mean are entries, and a letter among them heads nothing`() throws {
    let entries = (0..<40).map { n in
      let word =
        n % 13 == 0 ? String(UnicodeScalar(UInt8(65 + n / 2))) : "\(UnicodeScalar(UInt8(65 + n / 2)))ord\(n % 2)x"
      return
        "\(word)\n /wo·rd/, n.\n\n    [from the old one] A thing that nobody wants to see, and that all of\n    us have got.\n\n    More of it.\n"
    }
    let reading = try reading(entries.joined(separator: "\n"))
    #expect(Coverage.problems(reading) == [])
    #expect(reading.book.sections.allSatisfy { $0.heading == nil })
    let first = reading.book.sections.first?.blocks.dropFirst(2).first?.paragraph
    #expect(first?.inlines.first?.style.traits.contains(.strong) == true)
    #expect(
      first?.inlines.plainText
        == "Aord1x /wo·rd/, n. [from the old one] A thing that nobody wants to see, and that all of us have got.")
  }

  @Test func `the year of a poem stands with its name`() throws {
    let poem =
      "  The man was in such deep distress\n  That no one there could do no less,\n  And all of them were glad of it,\n  And he was glad and ate a bit.\n"
    let text = (1...4).map {
      "POEM \(["OF A MAN", "OF TWO", "OF ALL", "OF NONE"][$0 - 1])\n\n\(Self.prose)\n\n\(poem)\nWeston, 181\($0).\n"
    }.joined(separator: "\n\n\n")
    let placed = try reading(text).book.sections.flatMap(\.blocks).compactMap { $0.paragraph }.filter {
      $0.placement == .trailing
    }
    #expect(placed.count == 4)
  }

  @Test func `cells of several lines between drawn lines are put together`() throws {
    let text = """
      \(Self.prose)

          +-----------------------------+
          |  name  |  many  |what it is |
          |--------+--------+-----------|
          |        |        |a thing of |
          |dpkg    |V:919,  |low kind   |
          |        |I:999   |that stays |
          |--------+--------+-----------|
          |apt     |V:87    |another    |
          |--------+--------+-----------|
          |        |V:7,    |the last of|
          |aptitude|I:3     |them       |
          +-----------------------------+

      \(Self.prose)
      """
    let reading = try reading(text)
    let tables = reading.book.sections.flatMap(\.blocks).compactMap {
      if case .table(let table) = $0 { table } else { nil }
    }
    #expect(
      tables.map { $0.rows.map { $0.map(\.plainText) } } == [
        [
          ["dpkg", "V:919, I:999", "a thing of low kind that stays"], ["apt", "V:87", "another"],
          ["aptitude", "V:7, I:3", "the last of them"],
        ]
      ])
    #expect(tables.first?.head.map { $0.map(\.plainText) } == [["name", "many", "what it is"]])
  }
}
