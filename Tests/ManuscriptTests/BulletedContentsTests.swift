import BookModel
import Manuscript
import Testing

/// Contents lists whose bullets tell the levels, and the signatures below prefaces.
@Suite struct BulletedContentsTests {
  private static let text = PlainTextFormTests.prose

  private static let guide = """
    Contents

         * Preface
         * Guide
              * Introduction
                   * What Is a Ship?
                        * Who Builds It?
                   * Command History and Editing the
                     Command Line
              * Setting Out
                   * Introduction
         * Reference
              * Ropes
              * Knots

                                    Preface

    \(text)

                                     Guide

                                  Introduction

    \(text)

                                What Is a Ship?

    \(text)

    Who Builds It?

    \(text)

                   Command History and Editing the Command Line

    \(text)

    1. A clause that looks like a chapter of the book

    \(text)

    2. Another clause that looks like one

    \(text)

    3. A third of them

    \(text)

                                  Setting Out

    \(text)

                                  Introduction

    \(text)

                                   Reference

                                     Ropes

    \(text)

                                     Knots

    \(text)

    """

  @Test func theListGivesHeadingsAndLevelsAndNoOthersCount() throws {
    let made = try reading(Self.guide)
    #expect(Coverage.problems(made) == [])
    let sections = made.book.sections.map { section in
      "\(section.role) \(section.level) \(section.heading?.plainText ?? "-"): "
        + section.blocks.compactMap { block in
          if case .heading(let heading) = block { "\(heading.level) \(heading.plainText)" } else { nil }
        }.joined(separator: ", ")
    }
    #expect(
      sections == [
        "preface 1 Preface: ", "part 1 Guide: ",
        "chapter 2 Introduction: 2 What Is a Ship?, 3 Who Builds It?, 2 Command History and Editing the Command Line",
        "chapter 2 Setting Out: 2 Introduction", "part 1 Reference: ", "chapter 2 Ropes: ", "chapter 2 Knots: ",
      ])
    #expect(made.report.dropped.contains { $0.why == "contents list" })
  }

  @Test func aListThatNamesNothingIsNoMeasure() throws {
    let list = (1...9).map { "     * Item number \($0) of the cargo" }.joined(separator: "\n")
    let made = try reading(
      "CHAPTER I\n\n\n\(Self.text)\n\n\nContents\n\n\(list)\n\n\(Self.text)\n\n\n\nCHAPTER II\n\n\n\(Self.text)\n")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.map { $0.heading?.plainText } == ["CHAPTER I", "CHAPTER II"])
  }

  @Test(
    "name, place and date below a preface stand at the right",
    arguments: [
      ["JOHN DRINKWATER.", "_London_,", "_Midsummer 1921_."], ["G.W. CLARK.", "NEW YORK, Oct. 1844."], ["LYONESSE"],
    ])
  func signature(lines: [String]) throws {
    let chapters = PlainTextFrontPageTests.chapters
    let made = try reading(
      "THE OLD HARBOUR\n\n\n\n\nPREFACE\n\n\n\(Self.text)\n\n\(lines.joined(separator: "\n\n"))\n\n\n\n\(chapters)")
    #expect(Coverage.problems(made) == [])
    let blocks = try #require(made.book.sections.first).blocks
    let placements = blocks.map { block -> Paragraph.Placement? in
      guard case .paragraph(let paragraph) = block else { return nil }
      return paragraph.placement
    }
    #expect(placements.suffix(lines.count).allSatisfy { $0 == .trailing })
    #expect(placements.dropLast(lines.count).allSatisfy { $0 == .justified })
  }

  @Test(
    "short last paragraphs of a preface are no signature", arguments: ["The end.", "Let us begin!", "So be it, then."])
  func noSignature(line: String) throws {
    let made = try reading(
      "THE OLD HARBOUR\n\n\n\n\nPREFACE\n\n\n\(Self.text)\n\n\(line)\n\n\n\n\(PlainTextFrontPageTests.chapters)")
    guard case .paragraph(let last)? = made.book.sections.first?.blocks.last else { return #expect(Bool(false)) }
    #expect(last.placement != .trailing)
  }
}
