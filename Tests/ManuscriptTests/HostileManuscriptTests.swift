import Manuscript
import TestSupport
import Testing

/// Bytes that were a manuscript before something happened to them.
@Suite struct HostileManuscriptTests {
  static let sound = """
    The Project Gutenberg eBook of A Book

    Title: A Book
    Author: Jane Roe

    *** START OF THE PROJECT GUTENBERG EBOOK A BOOK ***

    Produced by A. Volunteer

    CONTENTS

    CHAPTER I. Dawn    1
    CHAPTER II. Dusk  20

    CHAPTER I. Dawn


    \(PlainTextFormTests.prose)

        A ditty of the dancing sort
          Is sung by _every_ man,

    It was here.[1] And *here.

    [Footnote 1: See it.]

    *See that.

           *       *       *       *       *

    [Illustration: The
    harbour]

    My dear Sir,

    \(PlainTextFormTests.prose)

    JOHN SMITH.



    CHAPTER II. Dusk


       a    b    c
       1    2    3

    ROPER. Words said _here

    and there_.

    *** END OF THE PROJECT GUTENBERG EBOOK A BOOK ***
    """

  /// Some seeds of many; `make fuzz` goes on.
  @Test(arguments: 0..<8)
  func isReadOrRefusedAndNothingOfItIsLost(part: Int) {
    let count = 60 * Hostility.effort
    for n in 0..<count {
      let seed = UInt64(part * count + n)
      let bytes = Hostility.mutated(Array(Self.sound.utf8), seed: seed)
      guard let reading = try? readPlainText(bytes, name: "made.txt", options: PlainTextOptions()) else { continue }
      let problems = Coverage.problems(reading)
      #expect(problems.isEmpty, "seed \(seed): \(problems)")
    }
  }

  @Test(arguments: ["ja-soseki-yume-juya-utf8", "legend-land-pg20170-latin1", "udhr-hi"])
  func booksOfOtherKindsAreReadOrRefused(name: String) {
    guard let book = SharedBooks.bytes("books/txt/\(name).txt") else { return }
    for n in 0..<(10 * Hostility.effort) {
      let bytes = Hostility.mutated(Array(book.prefix(30_000)), seed: UInt64(n) + 1000)
      _ = try? readPlainText(bytes, name: "made.txt", options: PlainTextOptions())
    }
  }

  @Test func hostileTextsAreReadWhole() throws {
    for (name, text) in Hostility.texts(size: 3000) {
      guard let reading = try? readPlainText(Array(text.utf8), name: "made.txt", options: PlainTextOptions()) else {
        continue
      }
      // Ruby is written in other brackets, which only this check takes amiss.
      if name == "ruby" { continue }
      #expect(Coverage.problems(reading).isEmpty, "\(name): \(Coverage.problems(reading).prefix(3))")
    }
  }

  @Test(arguments: ["(", "^", ".*", "(a+)+$", "\\p{Lu}", "[", "(?<x>a)\\k<x>", "a{1000}"])
  func anyExpressionMayBeAskedFor(pattern: String) throws {
    var options = PlainTextOptions()
    options.chaptersBy = pattern
    let reading = try reading(Self.sound, options)
    #expect(Coverage.problems(reading) == [])
  }

  @Test(
    "hostile files are read in linear time",
    arguments: [
      String(repeating: "word ", count: 200_000), String(repeating: "word\n\n", count: 20_000),
      "a" + String(repeating: "\n", count: 1_000_000),
      String(repeating: "[Illustration\n\n", count: 20_000),
      String(repeating: "[1]", count: 50_000) + "\n\n" + String(repeating: "[1] note\n\n", count: 20_000),
      String(repeating: "CONTENTS\n\nA thing\n\n", count: 20_000), String(repeating: "［＃a］《》", count: 50_000),
      String(repeating: "CHAPTER I\n\n", count: 20_000),
    ])
  func hostile(text: String) throws {
    #expect(!(try reading(text).book.sections.isEmpty))
  }
}
