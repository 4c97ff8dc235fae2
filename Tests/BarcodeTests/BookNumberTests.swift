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

  /// GS1 General Specifications, 5.2.1.2, as zint 2.12 draws them.
  @Test(arguments: [
    (
      "9780306406157",
      "101011101100010010100111011110101001110101111010"
        + "10101110011100101010000110011010011101000100101"
    ),
    (
      "9791090636071",
      "101011101100101110110011000110100101110001101010"
        + "10101000010000101010000111001010001001100110101"
    ),
  ])
  func `is a barcode of 95 modules with its guards`(digits: String, modules: String) throws {
    let bars = try BookNumber(parsing: digits).bars
    #expect(bars.map { $0 ? "1" : "0" }.joined() == modules)
  }
}
