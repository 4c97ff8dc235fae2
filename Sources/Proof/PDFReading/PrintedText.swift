internal import QPDF
internal import Units

/// Why a PDF could not be read.
package struct UnreadablePDF: Error, Equatable, Sendable {
  package var detail: String
}

/// The words of a PDF from the file itself: what its pages show, in the order in which its structure has them
/// (ISO 32000-1, 14.6 to 14.8), or in that of the pages' contents where it has none.
///
/// Shares no code with what writes files.
package struct PrintedText: Sendable {
  /// What words are a part of.
  package enum Role: UInt8, Sendable {
    case body, note, caption, contents
    /// Heads, folios, numbers of lines: marked as no part of the text (14.8.2.2).
    case furniture
    /// Furniture that stands among the words of a page, such as a sign between two scenes.
    case ornament
    /// Of no element, and not marked as furniture either.
    case unclaimed
  }

  /// Where a link leads.
  package struct Aim: Sendable, Equatable {
    /// From 0.
    package var page: Int
    /// Points from the foot of the page; that of its head where the link names none.
    package var y: Double
  }

  /// Letters that are shown one behind the other on one baseline, as one piece of marked content.
  package struct Run: Sendable {
    package var role = Role.unclaimed
    /// The number or sign of an item.
    package var isLabel = false
    /// It begins where text was moved to, not right behind other letters.
    package var isPlaced = false
    /// Shows no ink, and stands for what is drawn.
    package var isHidden = false
    /// Its words are said by the file in place of what is drawn (14.9.4).
    package var isReplaced = false
    /// Number of the note or the caption that it is of; -1 for none.
    package var part: Int32 = -1
    /// Number of its block, a paragraph or the like, in the order of the structure; -1 for none.
    package var block: Int32 = -1
    /// Number of the element that holds it; -1 for none.
    package var element: Int32 = -1
    /// From 0.
    package var page: Int32 = 0
    /// Index into `links`; -1 for none.
    package var link: Int32 = -1
    /// Marked content of its page; -1 for none.
    package var identifier: Int32 = -1
    /// UTF-8, in `bytes`.
    package var text: Range<Int>
    /// Where it begins, points from the page's lower left corner, and the size of its type.
    package var x, y, size: Float

    package init(text: Range<Int> = 0..<0, x: Float, y: Float, size: Float) {
      (self.text, self.x, self.y, self.size) = (text, x, y, size)
    }
  }

  package internal(set) var bytes: [UInt8] = []
  /// Bytes that one glyph stands for, or that are said in place of glyphs, of letters that run to the left: they come as
  /// they are read, not as they are drawn. Ascending.
  package internal(set) var joined: [Range<Int>] = []
  /// In the order of the structure; what is of no element comes behind, page by page.
  package var runs: [Run] = []
  package internal(set) var links: [Aim?] = []
  /// By page, in the order in which they are drawn.
  package var contents: [[Run]] = []
  /// Of pages, points.
  package internal(set) var heights: [Float] = []
  package var pageCount: Int { contents.count }
  package internal(set) var hasStructure = false
  /// What is wrong in the file's own order, with the page, from 0.
  package internal(set) var problems: [Problem] = []

  package struct Problem: Sendable, Hashable {
    package enum Kind: Sendable {
      /// Of no piece of structure and no furniture.
      case unclaimed
      /// Of two pieces of structure.
      case claimedTwice
      /// Marked content whose number is below that of what was drawn before it.
      case order
      /// Letters of which the file does not say what they are.
      case unknownLetters
      /// Words without ink that stand for nothing drawn.
      case hidden
      /// A picture is drawn after words, and may lie over them.
      case covered
      /// Beyond the page's edges.
      case outside
      /// A line of a paragraph above the one before it.
      case risen
    }
    package var kind: Kind
    package var page: Int
  }

  package init() {}

  /// Puts other words in the place of a run's.
  package mutating func rewrite(_ run: Int, _ words: [UInt8]) {
    runs[run].text = bytes.count..<bytes.count + words.count
    bytes += words
  }

  package func string(_ run: Run) -> String { String(decoding: bytes[run.text], as: UTF8.self) }

  package init(_ pdf: [UInt8]) throws(UnreadablePDF) {
    do throws(PDFError) {
      self = try PDFDocument.read(pdf) { document throws(PDFError) in try PrintedText(document) }
    } catch { throw UnreadablePDF(detail: error.detail) }
  }

  private init(_ document: borrowing PDFDocument) throws(PDFError) {
    var fonts = PageFonts()
    var numbers: [Int: Int] = [:]
    for index in 0..<(try document.pageCount()) {
      let page = try document.page(index)
      numbers[document.identity(of: page)] = index
      let known = try fonts.fonts(of: page, document)
      let box = try document.mediaBox(of: page)
      heights.append(Float(box.top))
      var reader = PageReader(page: index, fonts: known)
      contents.append(reader.read(try document.contents(ofPage: page), into: &bytes))
      joined += reader.joined
      var found = reader.problems
      if contents[index].contains(where: { !$0.stands(within: box) }) { found.insert(.outside) }
      if contents[index].contains(where: { hides($0) }) { found.insert(.hidden) }
      problems += found.map { Problem(kind: $0, page: index) }
      document.releaseObjects()
    }
    guard let tree = try document.value("/StructTreeRoot", of: document.root()) else {
      runs = contents.flatMap(\.self)
      return
    }
    hasStructure = true
    var order = StructureOrder(pages: contents, numbers: numbers)
    try order.walk(from: tree, document)
    (runs, links) = (order.runs, order.links)
    problems += order.problems + risenLines
    problems.sort { $0.page < $1.page }
  }
}

extension PrintedText {
  /// Letters beside a capital that is drawn over several lines: they are hidden, and so is a quote before it.
  private static let mostOfCapital = 4

  private func hides(_ run: Run) -> Bool {
    run.isHidden && !run.isReplaced && string(run).filter { !$0.isWhitespace }.count > PrintedText.mostOfCapital
  }

  /// Pages with a line of a paragraph that stands right above the one before it. Lines that run
  /// downwards stand further from each other.
  private var risenLines: [Problem] {
    var found: Set<Problem> = []
    var last: Run?
    for run in runs where run.block >= 0 && !run.isReplaced && !run.isHidden {
      guard let before = last, before.block == run.block, before.page == run.page else {
        last = run
        continue
      }
      // what is raised, and readings above words, are small
      guard run.size > 0.7 * before.size else { continue }
      if run.y > before.y + 1.1 * before.size, abs(run.x - before.x) < before.size {
        found.insert(Problem(kind: .risen, page: Int(run.page)))
      }
      last = run
    }
    return Array(found)
  }
}

extension PrintedText.Run {
  fileprivate func stands(within page: PDFRectangle) -> Bool {
    (page.left...page.right).contains(Double(x)) && (page.bottom...page.top).contains(Double(y))
  }
}
