import BookModel
import Cairo
import Design
import Files
import Foundation
import Manuscript
import Octavo
import TestSupport
import Testing
import Typesetting
import Units
import Verification

/// A manuscript, the pages it is set in and the PDF they are drawn in.
struct MadeBook: Sendable {
  var reading: ManuscriptReading
  var list: PageList
  /// What octavo had to say of the pages.
  var diagnostics: [Diagnostic]
  var pdf: [UInt8]
  /// The same bytes in a file.
  var path: String
  var output: BookBuilder.Output
  /// By which pages are proved that do not say what they are made of.
  var twin: BookBuilder.Output?

  var design: PageDesign { list.design }
  var book: Book { reading.book }
  func inspection() throws -> PDFInspection { try PDFInspection(path) }
}

/// Where a book's text comes from.
enum BookText: Hashable, Sendable, CustomTestStringConvertible {
  /// The project's own book about making books.
  case sample
  /// A shared book by its name in `books/txt`.
  case shared(String)
  /// Made up, from a seed.
  case generated(UInt64)
  case text(String)

  /// Nil where the book is not there and need not be.
  func bytes() throws -> [UInt8]? {
    switch self {
    case .sample:
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      return [UInt8](try Data(contentsOf: root.appendingPathComponent("Sources/OctavoCommand/Sample/making-books.txt")))
    case .shared(let name): return SharedBooks.bytes("books/txt/\(name).txt")
    case .generated(let seed): return Array(generatedManuscript(seed: seed).utf8)
    case .text(let text): return Array(text.utf8)
    }
  }

  var testDescription: String {
    switch self {
    case .sample: "the sample"
    case .shared(let name): name
    case .generated(let seed): "generated from seed \(seed)"
    case .text: "a text"
    }
  }
}

/// The ways a book is laid out.
enum Layout: String, Hashable, Sendable, CaseIterable {
  case single, spread, spreadBoundRight, spineMin, spineMax

  var design: PageDesign {
    var design = PageDesign()
    switch self {
    case .single: break
    case .spread: design.isSpread = true
    case .spreadBoundRight:
      design.isSpread = true
      design.binding = .right
    case .spineMin: design.sides = .leading
    case .spineMax: design.sides = .trailing
    }
    return design
  }
}

/// A manuscript of bytes, read and its punctuation set as the command does.
func readPlainBook(_ bytes: [UInt8], name: String = "book.txt") throws -> ManuscriptReading {
  var reading = try readPlainText(bytes, name: name, options: PlainTextOptions())
  reading.book = smartened(reading.book, language: reading.book.metadata.language)
  return reading
}

/// Sets and draws a book.
func make(_ text: BookText, design: PageDesign, workers: Int = 1) async throws -> MadeBook? {
  guard let bytes = try text.bytes() else { return nil }
  return try await make(
    readPlainBook(bytes, name: "\(text.testDescription).txt"), design: design, workers: workers)
}

func make(_ reading: ManuscriptReading, design: PageDesign, workers: Int = 1) async throws -> MadeBook {
  let fonts = BookBuilder.fontSource(folders: [])
  let typesetter = BookTypesetter(design: design, fonts: fonts)
  let list = try typesetter.typeset(reading.book).list
  var builder = BookBuilder(book: reading.book, design: design, fonts: fonts)
  builder.workers = workers
  builder.isReadBack = true
  let output = try await builder.build()
  return MadeBook(
    reading: reading, list: list, diagnostics: reading.diagnostics + output.diagnostics, pdf: output.pdf,
    path: try MadeBooks.keep(output.pdf), output: output, twin: try await builder.twin?.build())
}

/// Books that several tests look at, each made once.
actor MadeBooks {
  static let shared = MadeBooks()
  /// Of this process alone; gone when it ends.
  static let folder: URL = {
    atexit {
      // a closure for C captures nothing, so the path is made again
      try? FileManager.default.removeItem(atPath: MadeBooks.folder.path)
    }
    return FileManager.default.temporaryDirectory.appendingPathComponent("octavo-tests-\(getpid())")
  }()

  /// Writes a PDF there; its path.
  static func keep(_ pdf: [UInt8]) throws -> String { try keep(pdf, "\(UUID().uuidString).pdf") }

  static func keep(_ bytes: [UInt8], _ name: String) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent(name)
    try Data(bytes).write(to: path)
    return path.path
  }

  /// Writes a picture of so many pixels, its first half blue; its path.
  static func picture(_ width: Int, _ height: Int, name: String = UUID().uuidString) throws -> String {
    let sink = ByteSink()
    let canvas = try Canvas.image(
      into: sink, size: PageSize(width: Length(points: Double(width)), height: Length(points: Double(height))),
      dotsPerInch: 72)
    canvas.setColour(Colour(red: 0, green: 0, blue: 1))
    canvas.fillRectangle(x: 0, y: 0, width: Double(width) / 2, height: Double(height))
    try canvas.finish()
    return try keep(sink.bytes, name + ".png")
  }

  private struct Key: Hashable {
    var text: BookText
    var layout: Layout
  }
  private var books: [Key: Task<MadeBook?, any Error>] = [:]

  /// Nil where a shared book is missing and need not be there.
  func book(_ text: BookText, _ layout: Layout = .single) async throws -> MadeBook? {
    let key = Key(text: text, layout: layout)
    if let task = books[key] { return try await task.value }
    let task = Task { try await make(text, design: layout.design) }
    books[key] = task
    return try await task.value
  }
}

func book(_ text: BookText, _ layout: Layout = .single) async throws -> MadeBook? {
  try await MadeBooks.shared.book(text, layout)
}

extension MadeBook {
  /// The manuscript's words: what the reader reports as dropped is left out, notes and
  /// captions are sequences of their own.
  var source: VerificationSource { reading.verificationSources(for: design)[0] }

  /// What `--verify` finds, by the manuscript's own words or by others.
  func verified(_ sources: [VerificationSource]? = nil) throws -> VerificationResult {
    try output.verified(sources ?? reading.verificationSources(for: design), by: twin)
  }
}
