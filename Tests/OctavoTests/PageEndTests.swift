import BookModel
import Design
import Foundation
import Manuscript
import Octavo
import PageModel
import TestSupport
import Testing
import Typesetting
import Units

/// What no page may end with: names, headings, numbers and stars that belong to what comes next. The scan
/// reads the pages as they are set, and knows what every line is by its block.
@Suite struct `The last line of a page` {
  @Test(arguments: madePageEnds)
  func `announces nothing that stands on the next page`(text: String, role: BlockRole) throws {
    // pages of every depth, so that each kind of line comes to stand last
    for rows in 17...28 {
      var design = PageDesign()
      design.bottom = Length(units: design.trim.height.units - design.top.units - rows * design.leading.units)
      let reading = try readPlainBook(Array(text.utf8))
      let list = try BookTypesetter(design: design, fonts: BookBuilder.fontSource(folders: [])).typeset(reading.book)
        .list
      #expect(list.blocks.entries.count { $0.role == role } > 20)
      #expect(PageEnds(list).strandedLines == [], "\(rows) rows")
    }
  }

  @Test func `parts no line of a stanza from the others without a word`() async throws {
    let stanza = ["first", "second", "third"].map { Verse.Line([Inline("The \($0) line")]) }
    let poem = Block.verse(Verse([.init(stanza), .init(stanza)]))
    let blocks = (1...14).flatMap {
      [prose(Array(repeating: sentence, count: 1 + $0 % 4).joined(separator: " ")), poem]
    }
    for rows in 17...28 {
      var design = PageDesign()
      design.bottom = Length(units: design.trim.height.units - design.top.units - rows * design.leading.units)
      let made = try await setBook(blocks, design: design)
      let parted = try made.runs().dropLast().count { page in
        let last = page.max { $0.y < $1.y }?.text ?? ""
        return last.contains("first line") || last.contains("second line")
      }
      #expect(made.diagnostics.count { $0.code == "parted-stanza" } == parted, "\(rows) rows")
      #expect(parted <= 1)
    }
  }

  @Test(arguments: [
    "real/beggars-opera-pg25063-latin1", "real/faust-de-pg2229-latin1", "real/beethoven-letters-pg13272-latin1",
    "real/poems-serious-pg8948", "real/princess-winsome-pg18131-latin1", "txt/alice-pg11",
  ])
  func `announces nothing in books that were written for others`(name: String) throws {
    guard let bytes = SharedBooks.bytes("books/\(name).txt") else { return }
    let reading = try readPlainBook(bytes)
    let design = PageDesign()
    let list = try BookTypesetter(design: design, fonts: BookBuilder.fontSource(folders: [])).typeset(reading.book).list
    #expect(PageEnds(list).strandedLines == [])
  }

  /// Every book at hand, in the default design; `OCTAVO_SCAN=FILE` scans one of any place. It takes the release
  /// build a minute, the debug build many.
  @Test(.enabled(if: PageEndScan.isAsked), arguments: PageEndScan.books)
  func `announces nothing, and no chapter ends in a few lines, in any book`(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else { return }
    let bytes = [UInt8](data)
    let book =
      path.hasSuffix(".md")
      ? try readMarkdown([MarkdownInput(name: "book.md", bytes: bytes)], options: MarkdownOptions()).book
      : try readPlainBook(bytes).book
    let design = PageDesign(for: book)
    let made = try BookTypesetter(design: design, fonts: BookBuilder.fontSource(folders: [])).typeset(book)
    let ends = PageEnds(made.list)
    #expect(ends.strandedLines == [])
    // Rows that have no hyphens and no other setting cannot be helped. A row too few is dear, and a spread a row
    // off dearer: now and then a chapter has no better way.
    if !["ja", "zh"].contains(book.metadata.language?.prefix(2)) {
      #expect(ends.shortEnds(least: 3) == [])
      #expect(ends.shortEnds(least: 4).count * 300 <= 300 + made.list.pages.count)
    }
    #expect(made.diagnostics.filter { $0.code == "word-too-wide" }.map(\.message) == [])
  }
}

/// Which books the scan goes through.
enum PageEndScan {
  private static let asked = ProcessInfo.processInfo.environment["OCTAVO_SCAN"] ?? ""

  static var isAsked: Bool {
    #if DEBUG
      !asked.isEmpty
    #else
      true
    #endif
  }

  static let books: [String] = {
    if !asked.isEmpty, asked != "all" { return asked.split(separator: ":").map(String.init) }
    return ["txt", "real", "md"].flatMap { name -> [String] in
      let folder = SharedBooks.folder.appendingPathComponent("books/\(name)").path
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { $0 != "SOURCES.md" && ($0.hasSuffix(".txt") || $0.hasSuffix(".md")) }.sorted()
        .map { "\(folder)/\($0)" }
    }
  }()
}

/// Texts in which lines that announce others stand everywhere.
private let madePageEnds: [(String, BlockRole)] = [
  (
    // a play in verse
    chapter(of: 60) { number, prose in
      "\(number % 3 == 0 ? "HAMLET" : number % 3 == 1 ? "OPHELIA" : "KING CLAUDIUS").\n"
        + lines(number % 5 + 1, of: prose) + (number % 7 == 0 ? "\n\n[_They go to the window._]" : "")
    }, .speech
  ),
  (
    // numbered poems
    chapter(of: 40) { number, prose in
      "\(List.Counting.upperRoman.written(number + 1))\n\n\(lines(4, of: prose))\n\n\(lines(4, of: prose, from: 4))"
    }, .verse
  ),
  (
    // scenes parted by stars
    chapter(of: 50) { number, prose in
      prose.prefix(20 + number % 6 * 14).joined(separator: " ") + ".\n\n"
        + (number % 2 == 0 ? "       *       *       *       *       *" : "“Who is there?” he asked.")
    }, .sceneBreak
  ),
  (
    // letters
    chapter(of: 40) { number, prose in
      "He wrote again to the bookbinder, and this is what he said:\n\n"
        + "                                        _London, May \(number % 28 + 1)._\n\nMY DEAR SIR,--\n\n"
        + prose.prefix(30 + number % 5 * 11).joined(separator: " ") + ".\n\n"
        + "                                        JOHN BASKERVILLE."
    }, .paragraph
  ),
  (
    // letters in marks, with what is added below the name
    chapter(of: 40) { number, prose in
      "“_17, Chatham Street_.\n\n“MY DEAR SIR,--\n\n“"
        + prose.prefix(30 + number % 5 * 11).joined(separator: " ") + ".\n\n“Your loving\n\n“MINA."
        + (number % 3 == 0 ? "”" : "\n\n“P.S.--\(prose.prefix(12).joined(separator: " ")).\n\n“M.”")
    }, .letter
  ),
  (
    // poems with who wrote them
    chapter(of: 50) { number, prose in
      wrapped(prose.prefix(20 + number % 6 * 14)) + ".\n\n\(lines(4 + number % 3, of: prose))\n\n"
        + String(repeating: " ", count: 56) + "G. J."
    }, .attribution
  ),
]

/// A chapter of so many pieces, each made of its number and of words.
private func chapter(of count: Int, _ piece: (Int, [String]) -> String) -> String {
  var numbers = SeededNumbers(seed: 7)
  let pieces = (0..<count).map { number in
    let words = generatedProse(&numbers, paragraphs: 1, lengths: 120...121)[0].split(separator: " ")
    return piece(number, words.map { $0.filter(\.isLetter).lowercased() }.filter { !$0.isEmpty })
  }
  return "THE BOOK OF ENDS\n\n\nCHAPTER I\n\n\n" + pieces.joined(separator: "\n\n") + "\n"
}

/// Lines of some seventy letters.
private func wrapped(_ words: ArraySlice<String>) -> String {
  var text = ""
  var width = 0
  for word in words {
    if width + word.count > 70 { (text, width) = (text + "\n", 0) }
    text += (width == 0 ? "" : " ") + word
    width += word.count + 1
  }
  return text
}

/// Lines of verse, six words each.
private func lines(_ count: Int, of words: [String], from first: Int = 0) -> String {
  (first..<first + count).map { line in
    let words = words[line * 6..<line * 6 + 6].joined(separator: " ")
    return "    " + words.prefix(1).uppercased() + words.dropFirst() + ","
  }.joined(separator: "\n")
}
