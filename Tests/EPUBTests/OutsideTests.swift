import EPUB
import Foundation
import Manuscript
import TestSupport
import Testing

/// Nothing outside of its own archive is a book's.
@Suite struct OutsideTests {
  private static let secret = "SECRET OF ANOTHER FILE"

  @Test func noEntityPathOrAddressLeadsOutOfTheArchive() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("octavo-outside-\(UUID().uuidString).txt")
    try Data(Self.secret.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let up = String(repeating: "../", count: 12)
    let page = """
      <?xml version="1.0"?><!DOCTYPE html [<!ENTITY x SYSTEM "file://\(file.path)"><!ENTITY % p SYSTEM "file://\(file.path)"> %p;
      <!ENTITY a "<img src='\(file.path)'/>">]>
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:xi="http://www.w3.org/2001/XInclude"><head><title>t</title>
      <link rel="stylesheet" href="\(up)\(file.path)"/><style>@import url("file://\(file.path)"); p::before { content: url(file://\(file.path)) }</style></head>
      <body><h2>One</h2><p>Before &x; &a; after.</p><xi:include href="file://\(file.path)" parse="text"/>
      <img src="\(up)\(file.path)" alt="up"/><img src="file://\(file.path)" alt="file"/><img src="http://127.0.0.1:9/p.png" alt="far"/>
      <object data="file://\(file.path)">object</object><iframe src="\(up)\(file.path)">frame</iframe></body></html>
      """
    let book = MadeArchive.zip([
      ("META-INF/container.xml", MadeArchive.container),
      ("EPUB/book.opf", MadeArchive.package(["c.xhtml", up + file.path])),
      ("EPUB/c.xhtml", page), ("\(up)tmp/escape.xhtml", MadeArchive.page("<p>Escaped.</p>")),
    ])
    let reading = try readEPUB(book, name: "book.epub")
    var words = ""
    reading.book.visitText { inlines, _ in words += inlines.map { "\($0.content)" }.joined() }
    #expect(words.contains("Before") && words.contains("after") && words.contains("frame"))
    #expect(!words.contains(Self.secret))
    #expect(!String(decoding: reading.files.files[0].text, as: UTF8.self).contains(Self.secret))
    #expect(reading.book.pictures.values.allSatisfy { !String(decoding: $0, as: UTF8.self).contains(Self.secret) })
  }
}
