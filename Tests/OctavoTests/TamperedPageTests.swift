import Design
import Foundation
import Manuscript
import Octavo
import PDFReading
import TestSupport
import Testing
import Units
import Verification

/// Pages on which something was changed after they were set: each change must be found.
@Suite struct `A tampered page` {
  typealias Change = TamperedPage.Change

  /// A book of its own: prose with speech, notes, verse and a heading or two.
  private static let manuscript: String = {
    var numbers = SeededNumbers(seed: 20)
    let words = """
      the a of lamp river stone under which harbour evening letters copper window answered slowly garden because never
      although morning bridge candle printer type margin between against silver northern quiet several
      """.split(whereSeparator: \.isWhitespace).map(String.init)
    var text = "THE TAMPERED BOOK\n\nBy Nobody\n\n\n"
    var note = 0
    for chapter in 1...4 {
      text += "CHAPTER \(chapter)\n\n"
      for _ in 0..<9 {
        var notes: [String] = []
        var paragraph: [String] = []
        for sentence in 0..<(3 + Int.random(in: 0..<3, using: &numbers)) {
          var line: [String] = []
          for place in 0..<(7 + Int.random(in: 0..<9, using: &numbers)) {
            var word =
              words[Int.random(in: 0..<words.count, using: &numbers)] + (place % 4 == 3 ? "\(chapter)\(sentence)" : "")
            if place == 0 { word = word.prefix(1).uppercased() + word.dropFirst() }
            if place % 5 == 4 { word += [",", ";", "--", ":"][Int.random(in: 0..<4, using: &numbers)] }
            line.append(word)
          }
          if Int.random(in: 0..<5, using: &numbers) == 0 {
            note += 1
            line[line.count / 2] += "[\(note)]"
            notes.append(
              "[Footnote \(note): The note numbered \(note) tells of \(words[note % words.count]) and more.]")
          }
          let end = [".", "!", "?", "."][Int.random(in: 0..<4, using: &numbers)]
          paragraph.append(
            sentence % 3 == 2 ? "\"" + line.joined(separator: " ") + end + "\"" : line.joined(separator: " ") + end)
        }
        text += paragraph.joined(separator: " ") + "\n\n"
        for note in notes { text += note + "\n\n" }
      }
    }
    return text
  }()

  @Test(arguments: Change.allCases) func `is found out, whatever was changed`(change: Change) async throws {
    let made = try #require(try await book(.text(Self.manuscript)))
    try expectFound(change, in: made, seeds: 30)
  }

  /// Words for pages of other kinds.
  private static func sentence(_ count: Int, _ numbers: inout SeededNumbers) -> String {
    let words = """
      lamp river stone under which harbour evening letters copper window answered slowly garden because never morning
      """.split(whereSeparator: \.isWhitespace).map(String.init)
    return (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &numbers)] }.joined(separator: " ")
  }

  enum Pages: String, CaseIterable, CustomTestStringConvertible {
    case table, verse, play, list, spread, endnotes
    var testDescription: String { rawValue }
  }

  private static func made(_ pages: Pages) async throws -> MadeBook {
    var numbers = SeededNumbers(seed: 77)
    var text = ""
    var design = PageDesign()
    switch pages {
    case .table:
      text = "# Tables\n\n"
      for table in 1...6 {
        text +=
          "A paragraph before table \(table), \(sentence(9, &numbers)).\n\n| Place | What is there | When |\n|---|---|--:|\n"
        for row in 1...8 {
          text +=
            "| \(sentence(2, &numbers)) | \(sentence(14, &numbers)), \(sentence(3, &numbers)). | \(table)\(row)71 |\n"
        }
        text += "\n"
      }
    case .list:
      text = "# Lists\n\n"
      for list in 1...8 {
        text += "\(sentence(12, &numbers)); \(sentence(5, &numbers)):\n\n"
        for item in 1...6 {
          text += "\(list % 2 == 0 ? "\(item)." : "-") \(sentence(11, &numbers)), \(sentence(6, &numbers)).\n"
        }
        text += "\n> \(sentence(20, &numbers))! \(sentence(8, &numbers)).\n\n"
      }
    case .verse, .play:
      text =
        pages == .verse ? "THE SONG\n\nBy Nobody\n\n\n" : "THE PLAY\n\nBy Nobody\n\n\nACT I\n\nSCENE I. A room.\n\n"
      for stanza in 1...30 {
        if pages == .play { text += stanza % 2 == 0 ? "HAMLET.\n" : "GERTRUDE.\n" }
        for line in 0..<4 {
          let words = sentence(6, &numbers)
          text +=
            (pages == .verse && line % 2 == 1 ? "  " : "") + words.prefix(1).uppercased() + words.dropFirst()
            + (line % 2 == 0 ? "," : line == 3 ? "." : ";") + "\n"
        }
        text += "\n"
      }
    case .spread, .endnotes:
      text = manuscript
      if pages == .spread { design.isSpread = true } else { design.hasEndnotes = true }
    }
    var reading =
      pages == .table || pages == .list
      ? try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: MarkdownOptions())
      : try readPlainBook(Array(text.utf8))
    if reading.book.metadata.title == nil { reading.book.metadata.title = "A Book" }
    return try await make(reading, design: design)
  }

  /// On pages of every kind, with tables, verse, speeches, lists, two pages on a sheet and notes at the end.
  @Test(arguments: Pages.allCases) func `is found out on pages of every kind`(pages: Pages) async throws {
    let made = try await Self.made(pages)
    let withoutNotes = Change.allCases.filter { ![.moveCall, .dropCall, .swapNotes].contains($0) }
    for change in pages == .spread ? Change.allCases : withoutNotes {
      try expectFound(change, in: made, seeds: 12, least: pages == .table ? 2 : 4)
    }
  }

  /// Changes one word after the other; each must be found, as what it is.
  private func expectFound(_ change: Change, in made: MadeBook, seeds: Int, least: Int = 5) throws {
    let file = made.twin ?? made.output
    let text = try PrintedText(file.pdf)
    let sources = made.reading.verificationSources(for: made.design)
    let whole = try made.verified(sources)
    try #require(whole.isWhole, "\(whole.diagnostics.map(\.message))")
    for seed in 0..<seeds {
      var page = TamperedPage(text, layout: file.textPlaces, seed: UInt64(seed), least: least)
      guard let what = page.change(change) else {
        Issue.record("nothing to \(change) with seed \(seed)")
        continue
      }
      let result = verify(page.text, VerificationInput(sources: sources, layout: file.textPlaces))
      #expect(!result.isWhole, "\(change), seed \(seed): \(what)")
      #expect(result.hasFound(change), "\(change), seed \(seed): \(what) is taken for something else: \(result)")
      // the message leads to where it is, or to the page behind
      if let sheet = result.differences.first?.sheet {
        #expect((page.changed...page.changed + 2).contains(sheet), "\(change), seed \(seed): \(what)")
      }
    }
  }
}

extension VerificationResult {
  /// Whether what was found is of the change's kind.
  fileprivate func hasFound(_ change: TamperedPage.Change) -> Bool {
    switch change {
    case .drop: lost > 0 || moved > 0
    case .double: extra > 0
    case .move: lost + extra + moved + signs > 0
    case .split: parted > 0 || lost > 0
    case .join: joined > 0
    case .respell: lost > 0 && extra > 0
    case .repunctuate, .unpunctuate, .punctuate, .hyphenate: signs > 0
    case .moveCall: calls > 0
    case .dropCall: differences.contains { $0.kind == .uncalled }
    case .swapNotes: lost + extra + moved + calls > 0
    }
  }
}
