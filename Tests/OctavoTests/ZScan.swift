import Foundation
import Octavo
import PageDesign
import TestSupport
import Testing
import Typesetting

@Suite struct `ZScan` {
  @Test func `all`() throws {
    var total = 0, short = 0
    for folder in ["txt", "real"] {
      let dir = SharedBooks.folder.appendingPathComponent("books/\(folder)").path
      for name in try FileManager.default.contentsOfDirectory(atPath: dir).sorted() where name.hasSuffix(".txt") && !name.hasPrefix("war-and") {
        if let only = ProcessInfo.processInfo.environment["ONLY"], !only.split(separator: ",").contains(where: { name.hasPrefix($0) }) { continue }
        guard let bytes = SharedBooks.bytes("books/\(folder)/\(name)") else { continue }
        let reading = try readPlainBook(bytes, name: name)
        let list = try BookTypesetter(design: PageDesign(), fonts: BookBuilder.fontSource(folders: [])).typeset(reading.book).list
        let e = PageEnds(list)
        let (a, b) = (e.strandedLines, e.shortEnds(least: 4))
        total += a.count; short += b.count
        print("SCAN \(name): \(list.pages.count) pages, \(a.count) stranded, \(b.count) short")
        for s in a + b { print("SCAN   \(s)") }
      }
    }
    print("SCAN TOTAL \(total) \(short)")
  }
}
