import Foundation
import Testing

/// What stands in odd places of a text of OpenDocument is in the book all the same.
@Suite struct `Texts of OpenDocument in the book` {
  @Test func `of OpenDocument keep the words of their sections and frames, and may be flat`() throws {
    let spaces = ["office", "text", "draw", "style"].map {
      "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0 == "draw" ? "drawing" : $0):1.0\""
    }
    let body =
      "<text:h text:outline-level=\"1\">One</text:h><text:section text:name=\"s\"><text:p>Words of a section.</text:p>"
      + "</text:section><text:p><draw:frame><draw:text-box><text:p>Words of a frame.</text:p></draw:text-box></draw:frame>"
      + "What holds it.</text:p>"
    let document =
      "<?xml version=\"1.0\"?><office:document \(spaces.joined(separator: " "))><office:styles/><office:automatic-styles/>"
      + "<office:body><office:text>\(body)</office:text></office:body></office:document>"
    let found = try PDFText.verified("book.fodt", [("book.fodt", document)]).text
    for words in ["Words of a section.", "What holds it.", "Words of a frame."] { #expect(found.contains(words)) }
    let meta = "<office:meta><dc:title>The Quiet Press</dc:title></office:meta><office:styles/>"
    let titled = document.replacing("<office:styles/>", with: meta)
      .replacing("<office:document ", with: "<office:document xmlns:dc=\"http://purl.org/dc/elements/1.1/\" ")
    #expect(try PDFText.verified("book.fodt", [("book.fodt", titled)]).text.contains("The Quiet Press"))
  }

  @Test func `of OpenDocument keep the words of fields, drawings, readings and of what stands in cells`() throws {
    let spaces = ["office", "text", "table", "draw"].map {
      "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0 == "draw" ? "drawing" : $0):1.0\""
    }
    let fields = ["date", "user-field-get", "placeholder", "meta", "chapter", "sender-city"].map {
      "<text:\($0)>of-\($0)</text:\($0)>"
    }
    let nested =
      "<table:table><table:table-row><table:table-cell><text:p>nested</text:p></table:table-cell></table:table-row>"
      + "</table:table>"
    let list = "<text:list><text:list-item><text:h>listed</text:h></text:list-item></text:list>"
    let body =
      "<text:h text:outline-level=\"1\">One</text:h><text:p>\(fields.joined(separator: " "))</text:p>"
      + "<text:p>see<draw:custom-shape><text:p>drawn</text:p></draw:custom-shape> it</text:p>"
      + "<text:numbered-paragraph><text:p>numbered</text:p></text:numbered-paragraph><text:p>a "
      + "<text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby> b</text:p>"
      + "<table:table><table:table-column/><table:table-column/><table:table-row><table:table-cell>\(list)\(nested)"
      + "</table:table-cell><table:table-cell><text:p>beside</text:p></table:table-cell></table:table-row></table:table>"
      + "<text:bibliography><text:bibliography-source><text:index-title-template>no words</text:index-title-template>"
      + "</text:bibliography-source><text:index-body><text:p>works</text:p></text:index-body></text:bibliography>"
    let document =
      "<?xml version=\"1.0\"?><office:document \(spaces.joined(separator: " "))><office:styles/>"
      + "<office:body><office:text>\(body)</office:text></office:body></office:document>"
    // a word that is parted at a line's end has a hyphen more
    func letters(_ words: String) -> String { words.filter { $0.isLetter } }
    let made = letters(try PDFText.verified("book.fodt", [("book.fodt", document)]).text)
    let wanted = ["of-date", "of-user-field-get", "of-placeholder", "of-meta", "of-chapter", "of-sender-city"]
    for words in wanted + ["drawn", "numbered", "漢字", "かんじ", "listed", "nested", "beside", "works"] {
      #expect(made.contains(letters(words)), "\(words)")
    }
  }

  @Test func `of OpenDocument keep the heads of their tables, in every direction`() throws {
    let spaces = ["office", "text", "table", "style"].map {
      "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\""
    }
    func row(_ words: [String]) -> String {
      let cells = words.map { "<table:table-cell><text:p>\($0)</text:p></table:table-cell>" }
      return "<table:table-row>\(cells.joined())</table:table-row>"
    }
    let body =
      "<text:h text:outline-level=\"1\">الأول</text:h><text:p>قال ثم ذهب.</text:p><table:table><table:table-column/>"
      + "<table:table-header-rows>\(row(["أول", "ثان", "ثالث"]))</table:table-header-rows>\(row(["1", "2", "3"]))"
      + "</table:table><text:p>بعد.</text:p>"
    let document =
      "<?xml version=\"1.0\"?><office:document \(spaces.joined(separator: " "))><office:styles/><office:automatic-styles/>"
      + "<office:body><office:text>\(body)</office:text></office:body></office:document>"
    let found = try PDFText.verified("book.fodt", [("book.fodt", document)]).text
    for words in ["أول", "ثان", "ثالث"] { #expect(found.contains(words)) }
    let folder = try Folder()
    try folder.put(document, in: "book.fodt")
    let run = try Program.run(["book.fodt", "--dump", "pages", "--lang", "ar"], in: folder)
    #expect(!String(decoding: run.output, as: UTF8.self).contains("\u{F8F0}"))
  }
}
