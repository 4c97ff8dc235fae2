import Foundation
import QPDF
import Testing

/// A book in another script than Latin has its spaces among its letters, in one font of the file.
@Suite struct `Spaces in the file` {
  /// A title, and words enough for pages that octavo writes itself.
  private static func book(_ language: String, _ title: String, _ words: String) -> String {
    let paragraphs = Array(repeating: Array(repeating: words, count: 40).joined(separator: " "), count: 24)
    return "---\nlang: \(language)\ntitle: \(title)\n---\n\n# \(title)\n\n" + paragraphs.joined(separator: "\n\n")
      + "\n"
  }

  /// The streams of a file, unpacked, those of fonts' letters and those of pages.
  private func streams(_ name: String, in folder: Folder) throws -> (letters: [String], pages: [String]) {
    let packer = Packer()
    var rest = [UInt8](try #require(folder.bytes(of: name)))[...]
    var found: (letters: [String], pages: [String]) = ([], [])
    while let start = rest.firstRange(of: Array("stream\n".utf8)) {
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: Array("\nendstream".utf8)) else { break }
      let contents = packer.unpacked(rest[..<end.lowerBound])
      rest = rest[end.upperBound...]
      guard let contents else { continue }
      if contents.starts(with: "/CIDInit".utf8) { found.letters.append(String(decoding: contents, as: UTF8.self)) }
      if contents.starts(with: "1 0 0 -1 0 ".utf8) { found.pages.append(String(decoding: contents, as: UTF8.self)) }
    }
    return found
  }

  @Test(arguments: [
    ("he", "ספר המילים", "שָׁלוֹם עוֹלָם וְרוּחַ"), ("hi", "शब्दों की पुस्तक", "नमस्ते संसार और हवा"),
    ("ru", "Книга слов", "ветер и вода"), ("ar", "كتاب الكلمات", "سلام وعالم وريح"),
  ])
  func `stand among letters that are not Latin, and are spaces to who reads it`(
    language: String, title: String, words: String
  ) throws {
    let folder = try Folder()
    try folder.put(Self.book(language, title, words), in: "book.md")
    #expect(try Program.run(["book.md", "-o", "book.pdf", "--verify"], in: folder).code == 0)
    let (letters, pages) = try streams("book.pdf", in: folder)
    // of the pages' spaces nearly all; some stand behind a sign of the style's own font
    #expect(pages.count { $0.contains("\n( )Tj\n") } * 4 < pages.count, "\(pages.count)")
    #expect(letters.contains { $0.contains("> <0020>\n") && !$0.contains("<20> <0020>") })
    #expect(!letters.contains { $0.contains("<00a0>") })
    guard PDFText.reader != nil else { return }
    let text = try PDFText.of("book.pdf", in: folder)
    #expect(!text.contains("\u{A0}") && text.contains(" "))
  }

  @Test func `stand where cairo puts them in a book of Latin letters`() throws {
    let folder = try Folder()
    try folder.put(Self.book("en", "A Book of Words", "wind and water, and שָׁלוֹם עוֹלָם"), in: "book.md")
    #expect(try Program.run(["book.md", "-o", "book.pdf", "--verify"], in: folder).code == 0)
    let (letters, _) = try streams("book.pdf", in: folder)
    #expect(!letters.contains { $0.contains("<00a0>") })
    #expect(!letters.contains { $0.contains(" beginbfchar") && $0.contains("<ffff>") && $0.contains("> <0020>\n") })
  }
}
