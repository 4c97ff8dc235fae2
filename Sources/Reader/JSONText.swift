/// Writes JSON, a value after the other; as small as it comes.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  /// The bytes of one object, whose pairs `body` writes.
  package static func object<E>(_ body: (inout JSONText) throws(E) -> Void) throws(E) -> [UInt8] {
    var json = JSONText()
    try json.object(nil, body)
    return json.bytes
  }

  /// - Parameters:
  ///   - name: its key in the object that it stands in; nil in a list.
  ///   - body: writes its pairs.
  package mutating func object<E>(_ name: String? = nil, _ body: (inout JSONText) throws(E) -> Void) throws(E) {
    try write(name, "{", "}", body)
  }

  /// - Parameters:
  ///   - name: its key in the object that it stands in; nil in a list.
  ///   - body: writes its values.
  package mutating func list<E>(_ name: String? = nil, _ body: (inout JSONText) throws(E) -> Void) throws(E) {
    try write(name, "[", "]", body)
  }

  package mutating func list(_ name: String, _ numbers: some Sequence<Int>) {
    list(name) { for number in numbers { $0.value(number) } }
  }

  package mutating func list(_ name: String, _ numbers: some Sequence<Double>) {
    list(name) { for number in numbers { $0.value(number) } }
  }

  private mutating func write<E>(
    _ name: String?, _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONText) throws(E) -> Void
  ) throws(E) {
    if let name { key(name) }
    separate()
    bytes.append(UInt8(ascii: open))
    try body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  package mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(0x3A)
    needsComma = false
  }

  package mutating func value(_ text: String) {
    separate()
    quote(text)
    needsComma = true
  }

  package mutating func value(_ number: Int) { value(written: String(number).utf8) }
  package mutating func value(_ flag: Bool) { value(written: (flag ? "true" : "false").utf8) }
  package mutating func null() { value(written: "null".utf8) }
  /// With two decimals: a hundredth of a point is less than a screen shows.
  package mutating func value(_ number: Double) { value(written: JSONText.short(number).utf8) }

  /// JSON that is written already.
  package mutating func value(written: some Sequence<UInt8>) {
    separate()
    bytes += written
    needsComma = true
  }

  package mutating func pair(_ name: String, _ text: String) {
    key(name)
    value(text)
  }
  package mutating func pair(_ name: String, _ number: Int) {
    key(name)
    value(number)
  }
  package mutating func pair(_ name: String, _ number: Double) {
    key(name)
    value(number)
  }
  package mutating func pair(_ name: String, _ flag: Bool) {
    key(name)
    value(flag)
  }

  private mutating func separate() {
    if needsComma { bytes.append(0x2C) }
    needsComma = false
  }

  /// `<` is written as a number, so that the text may stand in a script of a page.
  private mutating func quote(_ text: String) {
    bytes.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22: bytes += "\\\"".utf8
      case 0x5C: bytes += "\\\\".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0x3C: bytes += "\\u003c".utf8
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
  }

  package static func short(_ number: Double, decimals: Int = 2) -> String {
    guard number.isFinite else { return "0" }
    let scale = decimals == 3 ? 1000 : 100
    var parts = Int((number * Double(scale)).rounded())
    var digits = decimals == 3 ? 3 : 2
    while digits > 0, parts % 10 == 0 {
      parts /= 10
      digits -= 1
    }
    guard digits > 0 else { return String(parts) }
    let sign = parts < 0 ? "-" : ""
    let text = String(abs(parts))
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    let whole = padded.dropLast(digits)
    return "\(sign)\(whole == "0" ? "" : String(whole)).\(padded.suffix(digits))".jsonNumber
  }
}

extension String {
  /// JSON wants a digit before the point.
  fileprivate var jsonNumber: String {
    if hasPrefix(".") { return "0" + self }
    if hasPrefix("-.") { return "-0" + dropFirst() }
    return self
  }
}
