import Barcode
import Testing

@Suite struct `The number of a book` {
  @Test(arguments: ["978-0-306-40615-7", "ISBN 978-0-306-40615-7", "ISBN-13: 9780306406157", "0-306-40615-2"])
  func `is thirteen digits however it is written`(text: String) throws {
    #expect(try BookNumber(parsing: text).digits == "9780306406157")
  }

  @Test(arguments: [
    ("978-0-306-40615-8", BookNumber.Problem.checkDigit(expected: "7")),
    ("0-8044-2957-1", .checkDigit(expected: "X")), ("978-0-306", .length(7)), ("none", .length(4)), ("", .length(0)),
    ("4006381333931", .prefix),
  ])
  func `is refused where a digit is wrong`(text: String, problem: BookNumber.Problem) {
    #expect(throws: problem) { try BookNumber(parsing: text) }
  }

  @Test func `is a barcode of 95 modules with its guards`() throws {
    let bars = try #require(BookNumber(parsing: "978-0-306-40615-7").bars)
    let text = bars.map { $0 ? "1" : "0" }.joined()
    // GS1 General Specifications, 5.2.1.2: guards 101, 01010, 101; 7 in set A, 8 in set B after a leading 9; 7 at the end
    #expect(text.hasPrefix("101" + "0111011" + "0001001") && text.hasSuffix("1000100" + "101"))
    #expect(text.dropFirst(45).hasPrefix("01010"))
  }
}
