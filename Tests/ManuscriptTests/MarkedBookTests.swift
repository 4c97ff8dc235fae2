import BookModel
import Foundation
import Manuscript
import TestSupport
import Testing
import Units

/// Books that others marked by hand: what is a heading in them, and what is verse. The weights of the reader are set
/// on these, so a weight that helps one book and harms another is seen here.
@Suite struct MarkedBookTests {
  /// Shares that a book must reach: what it does reach, less a little. Where that is far below 1 there is work left, or
  /// few facts, of which a line that stands alone is one.
  struct Book: Sendable {
    var name: String
    var headings = 0.95
    var right = 0.95
    var verse = 0.97
  }
  static let books = [
    Book(name: "augustine-confessions-pg3296", headings: 0.92),
    Book(name: "beethoven-letters-pg13272-latin1", headings: 0.99, right: 0.98),
    Book(name: "beggars-opera-pg25063-latin1", headings: 0.92),
    Book(name: "brothers-karamazov-pg28054", headings: 0.98, right: 0.99),
    Book(name: "critical-essays-pg16351-latin1", headings: 0.88, right: 0.99),
    Book(name: "divina-commedia-it-pg1012", headings: 0.99, right: 0.99),
    Book(name: "don-quijote-es-pg2000-latin1", headings: 0.92),
    Book(name: "emma-pg158", headings: 0.99, right: 0.99, verse: 0.88),
    Book(name: "gullivers-travels-pg829", headings: 0.99, right: 0.91), Book(name: "iliad-pope-pg6130"),
    Book(name: "king-in-yellow-pg8492-latin1", headings: 0.99, right: 0.99),
    Book(name: "liberty-minstrel-pg22089-latin1"),
    Book(name: "mide-wiwin-pg19368", headings: 0.99), Book(name: "montaigne-essays-pg3600", headings: 0.9, right: 0.94),
    Book(name: "princess-winsome-pg18131-latin1", headings: 0.9, verse: 0.88),
    Book(name: "pygmalion-pg3825", headings: 0.85),
    Book(name: "sherlock-holmes-pg1661-latin1", headings: 0.99, right: 0.85),
    Book(name: "siddhartha-pg2500-latin1", headings: 0.99, right: 0.99),
    Book(name: "treasure-island-pg120", headings: 0.99, right: 0.99),
    Book(name: "war-of-the-worlds-pg36", headings: 0.99, right: 0.99, verse: 0.75),
    Book(name: "wuthering-heights-pg768", headings: 0.99, right: 0.99),
  ]

  struct Facts: Decodable, Sendable {
    struct Heading: Decodable, Sendable {
      var line: Int
      var last: Int
      var role: String
    }
    var headings: [Heading]?
    var verse: [[Int]]?
    var prose: [[Int]]?
    var body: [Int]
  }

  static func facts(of name: String) throws -> (text: [UInt8], facts: Facts)? {
    guard let text = SharedBooks.bytes("books/real/\(name).txt"),
      let truth = SharedBooks.bytes("books/real/truth/\(name).json")
    else { return nil }
    return (text, try JSONDecoder().decode(Facts.self, from: Data(truth)))
  }

  @Test("headings and verse of a book are those its marked edition has", arguments: books)
  func isReadAsMarked(book: Book) throws {
    guard let (text, facts) = try Self.facts(of: book.name) else { return }
    let reading = try readPlainText(text, name: book.name, options: PlainTextOptions())
    if let headings = HeadingScore(reading, facts) {
      let (found, wanted) = (headings.wanted.count - headings.missed.count, headings.wanted.count)
      #expect(Double(found) >= book.headings * Double(wanted), "\(found) of \(wanted) headings")
      let right = headings.judged - headings.wrong.count
      #expect(Double(right) >= book.right * Double(headings.judged), "\(right) of \(headings.judged) are headings")
    }
    var verse: Set<Int> = []
    func visit(_ block: Block) {
      switch block {
      case .verse(let block):
        for stanza in block.stanzas {
          for one in stanza.lines { if let line = reading.files.line(of: one.source) { verse.insert(line) } }
        }
      case .speech(let speech): speech.blocks.forEach(visit)
      case .letter(let letter): letter.blocks.forEach(visit)
      case .quotation(let quotation): quotation.blocks.forEach(visit)
      default: break
      }
    }
    for section in reading.book.sections { section.blocks.forEach(visit) }
    if let ranges = facts.verse, let prose = facts.prose {
      let lines = ranges.flatMap { Array($0[0]...$0[1]) }.filter { !isBlank($0, reading) }
      let kept = lines.count { verse.contains($0) }
      // a line alone is one in any case
      let alone = ranges.count { $0[0] == $0[1] }
      #expect(Double(kept + alone) >= book.verse * Double(lines.count), "\(kept) of \(lines.count) lines of verse")
      let wrong = prose.reduce(0) { $0 + ($1[0]...$1[1]).count { verse.contains($0) } }
      #expect(wrong <= 12, "\(wrong) lines of prose are set as verse")
    }
  }

  private func isBlank(_ line: Int, _ reading: ManuscriptReading) -> Bool {
    let file = reading.files.files[0]
    let start = Int(file.lineStarts[line - 1])
    let end = line < file.lineStarts.count ? Int(file.lineStarts[line]) : file.text.count
    return file.text[start..<end].allSatisfy { $0 <= 0x20 }
  }
}

/// What was read of a book's headings, by lines of the file from 1.
struct HeadingScore {
  var wanted: [MarkedBookTests.Facts.Heading]
  /// Headings that were not found.
  var missed: [MarkedBookTests.Facts.Heading] = []
  /// How many were found behind the first of those wanted, and which of them are none.
  var judged = 0
  var wrong: [Int] = []

  /// The harmonic mean of how many of those found are headings, and of how many headings were found.
  var mean: Double {
    let found = Double(wanted.count - missed.count)
    let right = Double(judged - wrong.count)
    guard found > 0, right > 0 else { return 0 }
    let (precision, recall) = (right / Double(judged), found / Double(wanted.count))
    return 2 * precision * recall / (precision + recall)
  }

  /// - Returns: nil where the book's headings are not known.
  init?(_ reading: ManuscriptReading, _ facts: MarkedBookTests.Facts) {
    guard let known = facts.headings else { return nil }
    var headings: [Int] = []
    func line(_ source: Units.SourceLocation) -> Int { reading.files.line(of: source) ?? 0 }
    func visit(_ block: Block) {
      switch block {
      case .heading(let heading): headings.append(line(heading.source))
      case .speech(let speech): speech.blocks.forEach(visit)
      case .letter(let letter): letter.blocks.forEach(visit)
      case .quotation(let quotation): quotation.blocks.forEach(visit)
      default: break
      }
    }
    for section in reading.book.sections {
      if let heading = section.heading { headings.append(line(heading.source)) }
      section.blocks.forEach(visit)
    }
    headings.sort()
    wanted = known.filter { $0.role == "heading" }
    func holds(_ lines: ClosedRange<Int>) -> Bool {
      let at = headings.lowerBound { $0 < lines.lowerBound }
      return at < headings.count && headings[at] <= lines.upperBound
    }
    missed = wanted.filter { !holds($0.line - 1...$0.last + 1) }
    // headings before the first known one stand on the title page
    let first = wanted.map(\.line).min() ?? 0
    let found = headings.filter { $0 >= first && $0 <= facts.body[1] }
    judged = found.count
    wrong = found.filter { at in !known.contains { at >= $0.line - 2 && at <= $0.last + 2 } }
  }
}
