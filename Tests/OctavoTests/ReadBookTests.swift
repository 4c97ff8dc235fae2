import Foundation
import Octavo
import Testing

/// A folder of files that is gone after the test.
struct ManuscriptFolder: ~Copyable {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("octavo-read-\(UUID().uuidString)")
    path = url.path
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, _ name: String) throws { try write(Data(text.utf8), name) }

  func write(_ data: Data, _ name: String) throws {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }
}

/// `readBook`, as a program that imports the library alone sees it.
@Suite struct `A book is read` {
  @Test func `from Markdown by its name, with what its front matter says`() throws {
    let folder = try ManuscriptFolder([
      "book.md":
        "---\ntitle: The Title\nauthor: [A. One, B. Two]\ntranslator: C. Three\nlang: de\ntrim: a4\n---\n# Eins\n\nWorte.[^n] \"Da\"\n\n[^n]: Eine Note.\n"
    ])
    let reading = try readBook(at: folder.path + "/book.md")
    let metadata = reading.book.metadata
    #expect(metadata.title == "The Title" && metadata.authors == ["A. One", "B. Two"] && metadata.language == "de")
    #expect(metadata.contributors.map(\.name) == ["C. Three"])
    #expect(reading.book.sections.map { $0.heading?.plainText } == ["Eins"] && reading.book.notes.count == 1)
    let pages = try Paginator(book: reading.book)
    #expect(pages.text(ofPage: 0) == "Eins\nWorte. „Da“\n")
    #expect(try readBook(at: folder.path + "/book.md", language: "en", isSmart: false).book.metadata.language == "en")
    #expect(try readBook(at: folder.path + "/book.md", format: .text).book.notes.isEmpty)
  }

  @Test func `from a folder, by a summary, and from files in order`() throws {
    let folder = try ManuscriptFolder([
      "2.md": "# Two\n\nSecond.\n", "10.md": "# Ten\n\nTenth.\n", "README.md": "About.\n",
      "own/b.md": "# B\n\nSee.\n", "own/a.md": "# A\n\nSaw.\n",
      "own/octavo.yaml": "title: Own\nfiles: [b.md, a.md]\nsmart: no\n",
      "summed/SUMMARY.md": "# Summary\n\n- [Last](z.md)\n- [First](y.md)\n", "summed/y.md": "# Y\n\ny\n",
      "summed/z.md": "# Z\n\nz\n",
    ])
    func titles(_ paths: String...) throws -> [String?] {
      try readBook(at: paths.map { folder.path + "/" + $0 }).book.sections.map { $0.heading?.plainText }
    }
    #expect(try titles("") == ["Two", "Ten"])
    #expect(try titles("10.md", "2.md") == ["Ten", "Two"])
    #expect(try titles("own") == ["B", "A"])
    #expect(try titles("own/octavo.yaml") == ["B", "A"])
    #expect(try titles("summed") == ["Z", "Y"])
    #expect(try readBook(at: folder.path + "/own").book.metadata.title == "Own")
    #expect(try readBook(at: folder.path + "/summed").book.metadata.title == "summed")
  }

  @Test func `from memory, as text or Markdown`() throws {
    let text = Array("# One\n\nSome *words*.\n".utf8)
    #expect(try readBook(text, format: .markdown).book.sections.first?.heading?.plainText == "One")
    #expect(try readBook(text).book.sections.first?.heading?.plainText != "One")
    #expect(
      try readBook(Array("caf\u{E9}".unicodeScalars.map { UInt8($0.value) }), encoding: "ISO-8859-1").book.metadata
        .language == "en")
  }

  @Test func `with its missing pictures named, and the book whole without them`() throws {
    let folder = try ManuscriptFolder(["a.md": "# A\n\nWords.\n\n![A map](map.png \"The map\")\n"])
    let reading = try readBook(at: folder.path + "/a.md")
    let warning = try #require(reading.warnings.first)
    #expect(warning.severity == .error && warning.message.contains("not found"))
    #expect(warning.source.flatMap { reading.files.describe($0) } == folder.path + "/a.md:5:1")
    #expect(try Paginator(book: reading.book).text(ofPage: 0) == "A\nWords.\nThe map\n")
  }

  @Test func `or refused with its place and what to do`() throws {
    let folder = try ManuscriptFolder([
      "empty.txt": "", "bad.md": "---\ntitle: [\n---\nText.\n", "own/octavo.yaml": "- a\n", "own/a.md": "A.\n",
      "gaps/SUMMARY.md": "- [Lost](lost.md)\n", "bare/x.png": "x",
    ])
    func failure(_ paths: String...) throws -> (place: String, message: String) {
      do throws(ReadingError) {
        _ = try readBook(at: paths.map { $0.isEmpty ? "" : folder.path + "/" + $0 })
        return ("none", "none")
      } catch {
        return (
          (error.place ?? "").replacing(folder.path + "/", with: ""),
          error.diagnostic.message.replacing(folder.path + "/", with: "")
        )
      }
    }
    #expect(try failure("nowhere.txt") == ("nowhere.txt", "\"nowhere.txt\" not found"))
    #expect(try failure("empty.txt") == ("empty.txt", "\"empty.txt\" holds no text"))
    #expect(try failure("bad.md").place.hasPrefix("bad.md:3:"))
    #expect(try failure("own") == ("own/octavo.yaml:1:1", "options are written as \"key: value\""))
    #expect(try failure("gaps") == ("gaps/SUMMARY.md:1:3", "chapter \"lost.md\" not found"))
    #expect(try failure("bare") == ("bare", "the folder holds no manuscript"))
    #expect(try failure("gaps", "bad.md") == ("gaps", "a folder is a book by itself"))
    #expect(try failure("").message == "the manuscript has no name")
    #expect(throws: ReadingError.self) { try readBook(at: []) }
  }
}
