/// An ISBN of thirteen digits (ISO 2108), which is an EAN-13, too.
package struct BookNumber: Sendable, Equatable {
  /// As it was written, hyphens included.
  package let text: String
  package let digits: String

  package enum Problem: Error, Equatable, Sendable {
    /// Not ten or thirteen digits.
    case length(Int)
    /// The last digit should be another.
    case checkDigit(expected: Character)
    /// Thirteen digits that are of no book.
    case prefix

    package var words: String {
      switch self {
      case .length(let count): "it has \(count) digits, not thirteen or ten"
      case .checkDigit(let digit): "its last digit would have to be \(digit)"
      case .prefix: "it begins with neither 978 nor 979"
      }
    }
  }

  /// Reads `978-0-00-000000-2`, `ISBN 9780000000002`; ten digits become the thirteen they stand for.
  package init(parsing text: String) throws(Problem) {
    var words = text[...]
    if words.uppercased().hasPrefix("ISBN") { words = words.dropFirst(4).drop { $0 == "-" || $0 == " " || $0 == ":" } }
    if words.hasPrefix("13: ") || words.hasPrefix("10: ") { words = words.dropFirst(4) }
    var signs = Array(words.utf8.filter { $0 != 0x20 && $0 != 0x2D })
    if signs.last == UInt8(ascii: "x") { signs[signs.count - 1] = UInt8(ascii: "X") }
    let body = signs.dropLast()
    guard body.allSatisfy({ (0x30...0x39).contains($0) }), signs.count == 13 || signs.count == 10, let last = signs.last
    else { throw .length(signs.count) }
    let values = body.map { Int($0 - 0x30) }
    if signs.count == 10 {
      let sum = values.enumerated().reduce(0) { $0 + (10 - $1.offset) * $1.element }
      let check = (11 - sum % 11) % 11
      let expected: Character = check == 10 ? "X" : Character("\(check)")
      guard Character(Unicode.Scalar(last)) == expected else { throw .checkDigit(expected: expected) }
      let thirteen = [9, 7, 8] + values
      let digits = thirteen.map(String.init).joined()
      self.digits = digits + String(BookNumber.check(thirteen))
      self.text = self.digits
      return
    }
    let expected = Character("\(BookNumber.check(values))")
    guard Character(Unicode.Scalar(last)) == expected else { throw .checkDigit(expected: expected) }
    digits = String(decoding: signs, as: UTF8.self)
    guard digits.hasPrefix("978") || digits.hasPrefix("979") else { throw .prefix }
    self.text = String(words)
  }

  /// Weights of 1 and 3 in turn bring the sum to a multiple of ten.
  private static func check(_ values: [Int]) -> Int {
    (10 - values.enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 1 : 3) * $1.element } % 10) % 10
  }

  /// The barcode's 95 modules of equal width, which of them are black (GS1 General Specifications, 5.2.1: EAN-13).
  ///
  /// The first digit is not drawn; it says by which of the sets A and B each of the next six is. The last six are of
  /// set C.
  package var bars: [Bool] {
    let digits = digits.utf8.map { Int($0 - 0x30) }
    let sets = BookNumber.leftSets[digits[0]]
    var modules = BookNumber.edgeGuard
    for (digit, isOfSetB) in zip(digits[1...6], sets) {
      let setA = BookNumber.setA[digit]
      modules += isOfSetB ? setA.reversed().map { !$0 } : setA
    }
    modules += BookNumber.middleGuard
    for digit in digits[7...12] { modules += BookNumber.setA[digit].map { !$0 } }
    return modules + BookNumber.edgeGuard
  }

  private static let edgeGuard = modules("101")
  private static let middleGuard = modules("01010")
  private static let setA = [
    "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
  ].map(modules)
  /// By the first digit: true where a digit is of set B, which is set C read backwards.
  private static let leftSets = [
    "000000", "001011", "001101", "001110", "010011", "011001", "011100", "010101", "010110", "011010",
  ].map(modules)

  private static func modules(_ text: String) -> [Bool] { text.utf8.map { $0 == UInt8(ascii: "1") } }
}
