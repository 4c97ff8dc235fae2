import Testing
import Units

@Suite struct `Places in a manuscript` {
  @Test(
    arguments: [
      ("one\ntwo\nthree", 4, 2, 1), ("one\r\ntwo", 5, 2, 1), ("one\rtwo", 6, 2, 3), ("é\u{2028}b", 5, 2, 1),
      ("naïve café", 7, 1, 7), ("", 0, 1, 1), ("one", 99, 1, 4), ("a\n", 2, 2, 1),
    ])
  func `are lines and columns from 1, columns in scalars`(text: String, offset: Int, line: Int, column: Int) {
    let file = SourceFile(name: "book.txt", text: Array(text.utf8))
    let place = file.lineAndColumn(at: UInt32(offset))
    #expect(place.line == line)
    #expect(place.column == column)
  }

  @Test func `are described by file, line and column`() {
    let files = SourceFiles([
      SourceFile(name: "one.txt", text: Array("a".utf8)), SourceFile(name: "two.txt", text: Array("a\n b".utf8)),
    ])
    #expect(files.describe(SourceLocation(file: 1, offset: 3)) == "two.txt:2:2")
    #expect(files.line(of: SourceLocation(file: 1, offset: 3)) == 2)
    #expect(files.describe(SourceLocation(file: 2, offset: 0)) == nil)
  }

  @Test func `are told when the text is gone, too`() {
    var text: [UInt8] = []
    for line in 0..<4000 {
      text +=
        "\(line): a naïve – line of a book with few accents in it, as most are\(line % 7 == 0 ? "\r\n" : "\n")".utf8
    }
    let file = SourceFile(name: "book.txt", text: text)
    var left = file
    left.leaveText()
    let isGone = left.text.isEmpty
    #expect(isGone)
    for offset in Array(stride(from: 0, to: text.count, by: 13)) + [text.count - 1, text.count, text.count + 9] {
      #expect(left.lineAndColumn(at: UInt32(offset)) == file.lineAndColumn(at: UInt32(offset)), "byte \(offset)")
    }
  }

  @Test func `never trap on offsets that are out of range`() {
    #expect(SourceLocation(offset: -1).offset == 0)
    #expect(SourceLocation(offset: Int.max).offset == UInt32.max)
  }
}
