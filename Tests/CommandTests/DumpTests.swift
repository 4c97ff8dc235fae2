import Foundation
import Testing

/// `--dump`: the values between the stages, a line an item.
@Suite struct `What a stage made` {
  private static let book = """
    # One

    It was a quiet morning in the printing house, and the type lay sorted in its cases; nobody had
    called for the compositor[^a] yet, and the night-watch-man's long galley was still upon its stone.

    [^a]: He slept.

    | Month | Reams |
    |---|--:|
    | May | 7 |

    """

  private func dump(_ stage: String, _ options: [String] = []) throws -> [[Substring]] {
    let folder = try Folder()
    try folder.put(Self.book, in: "book.md")
    let outcome = try Program.run(["book.md", "--dump", stage] + options, in: folder)
    #expect(outcome.code == 0 && outcome.said.isEmpty)
    #expect(folder.names == ["book.md", "book.txt"])
    let rows = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows.last == "" && rows.first?.hasPrefix("# ") == true)
    let fields = (rows.first ?? "").split(separator: " ").count - 1
    return rows.dropFirst().dropLast().map {
      $0.split(separator: " ", maxSplits: fields - 1, omittingEmptySubsequences: false)
    }
  }

  @Test func `is words with their joints and where they may be divided`() throws {
    let rows = try dump("items")
    #expect(rows.map(\.count).allSatisfy { $0 == 8 })
    let long = try #require(rows.first { $0[7] == "night-watch-man’s" })
    #expect(long[2] == "space" && long[4] == "EBGaramond12-Regular" && long[5] == "11.00" && long[6] == "6=12=")
    #expect(rows.map { $0[7] }.contains("May"))
  }

  @Test func `is lines with their settings, which joined give back the paragraph`() throws {
    let rows = try dump("lines")
    let natural = rows.filter { $0[1] == "1" && $0[2] == "0" }
    #expect(natural.count >= 2 && natural.first?[9] == "3:1")
    let text = natural.map { $0[10].hasSuffix("-") ? String($0[10].dropLast()) : $0[10] + " " }.joined()
    #expect(text.hasPrefix("It was a quiet morning in the printing house") && text.hasSuffix("upon its stone. "))
    #expect(rows.contains { $0[1] == "note0" && $0[10].hasSuffix("He slept.") })
    #expect(rows.contains { $0[8] == "f" })
  }

  @Test func `is the vertical list`() throws {
    let rows = try dump("galley")
    #expect(rows.first.map { [$0[2], $0[6], $0[7]] } == ["box", "1:3", "One"])
    #expect(rows.contains { $0[2] == "paragraph" && $0[4] == "1" && $0[6] == "3:1" })
    #expect(rows.contains { $0[2] == "lines" })
  }

  @Test func `is placed runs, the same for any number of workers, or some of them`() throws {
    let rows = try dump("pages")
    #expect(rows.map(\.count).allSatisfy { $0 == 9 })
    #expect(rows.first.map { [$0[0], $0[1], $0[2]] } == ["0", "i", "text"])
    #expect(try dump("pages", ["-j", "1"]) == rows)
    #expect(rows.contains { $0[2] == "rule" } && rows.contains { $0[2] == "blank" })
    let some = try dump("pages", ["--pages", "1"])
    #expect(some.map { $0.dropFirst() } == rows.filter { $0[1] == "1" }.map { $0.dropFirst() })
  }

  @Test(arguments: [
    (
      ["--dump", "glyphs"],
      "octavo: error: \"glyphs\" is no value for --dump\n  help: it takes items, lines, galley, pages\n"
    ),
    (
      ["--dump", "pages", "-o", "a.pdf"],
      "octavo: error: --dump makes no PDF, so -o means nothing with it\n  help: octavo book.txt --dump pages > pages.txt\n"
    ),
    (
      ["--dump", "lines", "--verify"],
      "octavo: error: --dump makes no PDF, so --verify means nothing with it\n  help: octavo book.txt --dump lines > lines.txt\n"
    ),
    (
      ["--dump", "items", "--chapter", "1"],
      "octavo: error: --dump items comes before there are pages to choose from\n  help: leave out --pages and --chapter, or --dump pages\n"
    ),
  ]) func `goes with nothing that needs a PDF`(options: [String], said: String) throws {
    let folder = try Folder()
    let outcome = try Program.run(["book.txt"] + options, in: folder)
    #expect(outcome.said == said && outcome.code == 2 && outcome.output.isEmpty)
  }
}
