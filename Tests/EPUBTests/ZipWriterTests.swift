import Archive
import Testing

@Suite struct `Files in one` {
  @Test func `come out as they went in, and in the same bytes each time`() throws {
    let noise = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 7919 >> 5) }
    let files: [(String, [UInt8])] = [
      ("book/empty.txt", []), ("book/Größe.txt", Array(String(repeating: "words ", count: 900).utf8)),
      ("book/noise", noise),
      ("book/one", [7]),
    ]
    func made() -> [UInt8] {
      var zip = ZipWriter()
      for (name, bytes) in files {
        let isTaken = zip.add(name, bytes)
        #expect(isTaken)
      }
      return zip.finish()
    }
    let bytes = made()
    #expect(made() == bytes && bytes.count < 12_000)
    let read = try #require(ZipArchive(bytes))
    #expect(read.problems.isEmpty)
    #expect(read.entries.map(\.name) == files.map(\.0))
    #expect(read.entries.map(\.bytes) == files.map(\.1))
    // a name longer than its number of bytes has room for
    var long = ZipWriter()
    let isTaken = long.add(String(repeating: "a", count: 70_000), [])
    #expect(!isTaken)
    #expect(ZipArchive(long.finish())?.entries.isEmpty == true)
  }
}
