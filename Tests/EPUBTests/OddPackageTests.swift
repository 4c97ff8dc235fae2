import BookModel
import EPUB
import Manuscript
import TestSupport
import Testing

/// Packages that are wrong in ways that real ones are.
@Suite struct OddPackageTests {
  private func read(_ package: String, _ entries: [(String, String)] = []) throws -> ManuscriptReading {
    try readEPUB(
      MadeArchive.zip([("META-INF/container.xml", MadeArchive.container), ("EPUB/book.opf", package)] + entries),
      name: "book.epub", options: EPUBOptions())
  }

  private func package(_ items: String, spine: String) -> String {
    "<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\"><metadata/><manifest>\(items)</manifest><spine>\(spine)</spine></package>"
  }

  private func item(_ id: String, _ name: String, _ type: String = "application/xhtml+xml") -> String {
    "<item id=\"\(id)\" href=\"\(name)\" media-type=\"\(type)\"/>"
  }

  private func titles(_ reading: ManuscriptReading) -> [String?] { reading.book.sections.map { $0.heading?.plainText } }

  @Test func anEmptySpineHasThePackagesOrder() throws {
    let reading = try read(
      package(item("b", "z.xhtml") + item("a", "a.xhtml") + item("c", "z.xhtml"), spine: ""),
      [
        ("EPUB/a.xhtml", MadeArchive.page("<h2>Second</h2><p>Words.</p>")),
        ("EPUB/z.xhtml", MadeArchive.page("<h2>First</h2><p>Words.</p>")),
      ])
    #expect(titles(reading) == ["First", "Second"])
    #expect(reading.diagnostics.map(\.code) == ["epub-spine"])
  }

  @Test func aDocumentIsKnownByItsBeginningWhateverItsTypeAndName() throws {
    let reading = try read(
      package(
        item("a", "a.xml", "application/octet-stream") + item("b", "b.dat", "text/plain"),
        spine: "<itemref idref=\"a\"/><itemref idref=\"b\"/>"),
      [("EPUB/a.xml", MadeArchive.page("<h2>One</h2><p>Words.</p>")), ("EPUB/b.dat", "no document at all")])
    #expect(titles(reading) == ["One"])
    #expect(reading.diagnostics.map(\.code) == ["epub-item-foreign"])
  }

  @Test func ofASwitchWhatEverybodyReadsIsSet() throws {
    let reading = try readEPUB(
      MadeArchive.book([
        "<p>Before.</p><epub:switch><epub:case required-namespace=\"x\"><p>For some.</p></epub:case><epub:default><p>For all.</p></epub:default></epub:switch>"
          + "<epub:switch><epub:case required-namespace=\"x\"><p>Alone.</p></epub:case></epub:switch>"
      ]), name: "book.epub", options: EPUBOptions())
    var words: [String] = []
    reading.book.visitText { inlines, _ in words.append(inlines.plainText) }
    #expect(words == ["Before.", "For all.", "Alone."])
  }
}
