import Foundation
import QPDF
import Testing

/// `CAIRO_DEBUG_PDF` is a variable that cairo does not document: this test fails where it means nothing any
/// more, and files are then made as they were before, in more time.
@Suite struct `cairo's contents` {
  @Test func `are left unpacked by cairo and packed by octavo`() throws {
    let folder = try Folder()
    #expect(try Program.run(["book.txt", "--no-tagged", "-o", "a.pdf"], in: folder).code == 0)
    let pdf = [UInt8](try #require(folder.bytes(of: "a.pdf")))
    let packer = Packer()
    var rest = pdf[...]
    var pages = 0
    while let start = rest.firstRange(of: Array("stream\n".utf8)) {
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: Array("\nendstream".utf8)) else { break }
      let packed = rest[..<end.lowerBound]
      rest = rest[end.upperBound...]
      // cairo turns every page upside down
      guard let contents = packer.unpacked(packed), contents.starts(with: "1 0 0 -1 0 ".utf8) else { continue }
      #expect(packer.packed(contents[...]) == Array(packed))
      pages += 1
    }
    #expect(pages >= 2)
  }
}
