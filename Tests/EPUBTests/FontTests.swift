import BookModel
import EPUB
import Foundation
import Manuscript
import TestSupport
import Testing

/// Fonts that come inside an EPUB.
@Suite struct FontTests {
  /// A font of one table, which says that its family is called Fonty (OpenType 1.9, `name`).
  private static let font: [UInt8] = {
    let name = "Fonty".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let record: [UInt8] = [0, 3, 0, 1, 4, 9, 0, 1, 0, UInt8(name.count), 0, 0]
    let table: [UInt8] = [0, 0, 0, 1, 0, 18] + record + name
    return [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0] + Array("name".utf8) + [0, 0, 0, 0, 0, 0, 0, 28, 0, 0, 0, 28] + table
  }()

  private func read(_ bytes: [UInt8], _ sheets: EPUBOptions.Sheets) throws -> Book {
    var options = EPUBOptions()
    options.sheets = sheets
    return try readEPUB(bytes, name: "book.epub", options: options).book
  }

  private func families(_ book: Book) -> [String?] {
    var found: [String?] = []
    book.visitText { inlines, place in if place != .heading { found += inlines.map(\.style.extras.family) } }
    return found
  }

  @Test(arguments: [false, true]) func aFontOfTheFileServesWhereItsSheetIsWanted(isMixed: Bool) throws {
    let uuid = "urn:uuid:01010101-0101-0101-0101-010101010101"
    let bytes = isMixed ? Self.font.map { $0 ^ 1 } : Self.font
    let encryption = """
      <encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
      <enc:EncryptionMethod Algorithm="http://ns.adobe.com/pdf/enc#RC"/>
      <enc:CipherData><enc:CipherReference URI="EPUB/f.ttf"/></enc:CipherData></enc:EncryptedData></encryption>
      """
    let css = """
      @font-face { font-family: "My Face"; src: local("x"), url(none.ttf), url('f.ttf') format("truetype") }
      p { font-family: Other, 'my face', serif } .b { font-family: serif }
      """
    let book = MadeArchive.book(
      ["<h2>The Bridge</h2><p>a</p><p class=\"b\">b</p>"], css: css, metadata: "<dc:identifier>\(uuid)</dc:identifier>",
      also: [("EPUB/f.ttf", String(decoding: bytes, as: UTF8.self))]
        + (isMixed ? [("META-INF/encryption.xml", encryption)] : []))
    let whole = try read(book, .full)
    #expect(whole.fonts == [Self.font])
    #expect(families(whole) == ["Fonty", nil])
    let semantic = try read(book, .semantic)
    #expect(semantic.fonts.isEmpty && families(semantic) == [nil, nil])
  }

  @Test func aFontMixedUpWithTheBooksIdentifierIsOneAgain() throws {
    guard let path = SharedBooks.path("books/epub-tests/w3c-ocf-font_obfuscation.epub") else {
      return print("skipped: no shared books")
    }
    let book = try read(Array(try Data(contentsOf: URL(fileURLWithPath: path))), .full)
    #expect(book.fonts.map { Array($0.prefix(4)) } == [[0, 1, 0, 0]])
    #expect(families(book).contains("Lobster"))
  }
}
