internal import CZint
internal import Faults

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

  /// The barcode's 95 modules, which of them are black; nil where the library refuses.
  package var bars: [Bool]? {
    var modules = [UInt8](repeating: 0, count: 128)
    let count = modules.withUnsafeMutableBufferPointer { octavo_ean13(digits, $0.baseAddress, Int32($0.count)) }
    if count < 0 { FaultGuard.endForWantOfMemory() }
    return count == 95 ? modules.prefix(95).map { $0 == 1 } : nil
  }
}
