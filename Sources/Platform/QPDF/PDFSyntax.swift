internal import Units

/// Builds the text of a PDF object (ISO 32000-1, 7.3); every value is escaped
/// so that it reads back as given.
package struct PDFSyntax: Sendable, Equatable {
  /// ASCII throughout.
  package private(set) var text: String

  package init() { text = "" }

  /// Syntax as it stands: operators, names that are known to need no escape.
  package init(raw: StaticString) { text = raw.description }

  /// Syntax that stands in a PDF.
  package init(ascii: some Sequence<UInt8>) {
    text = String(String.UnicodeScalarView(ascii.map { Unicode.Scalar($0) }))
  }

  package static func name(_ name: StaticString) -> PDFSyntax { PDFSyntax(raw: name) }

  package static func integer(_ value: Int) -> PDFSyntax {
    var syntax = PDFSyntax()
    syntax.add(value)
    return syntax
  }

  package static func text(_ value: String) -> PDFSyntax {
    var syntax = PDFSyntax()
    syntax.add(text: value)
    return syntax
  }

  package mutating func add(_ raw: StaticString) {
    separate()
    text += raw.description
  }

  package mutating func add(_ other: PDFSyntax) {
    separate()
    text += other.text
  }

  /// A name without its slash, of letters and digits.
  package mutating func add(name: String) {
    separate()
    text += "/" + name
  }

  package mutating func add(_ value: Int) {
    separate()
    text += String(value)
  }

  /// An object by its number.
  package mutating func add(reference: Int) {
    add(reference)
    text += " 0 R"
  }

  /// Points, to a hundredth; the caller keeps them finite and below a million.
  package mutating func add(points: Double) {
    separate()
    text += Length.decimal(points)
  }

  /// A factor of a matrix, to a millionth: at the far edge of the largest sheet
  /// that is a hundredth of a point. The caller keeps it finite and below a million.
  package mutating func add(factor: Double) {
    separate()
    let millionths = Int((factor * 1e6).rounded())
    let digits = String(millionths.magnitude % 1_000_000)
    let whole = millionths.magnitude / 1_000_000
    text += (millionths < 0 ? "-" : "") + String(whole)
    if millionths % 1_000_000 != 0 {
      text += "." + String(repeating: "0", count: 6 - digits.utf8.count) + digits
      while text.utf8.last == 0x30 { text.removeLast() }
    }
  }

  package mutating func add(_ value: Bool) { add(value ? "true" : "false") }

  /// Text for people (7.9.2.2): ASCII as it is, anything else in UTF-16.
  package mutating func add(text value: String) {
    let isPlain = value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    if isPlain { return add(bytes: value.utf8) }
    separate()
    text += "<FEFF"
    for unit in value.utf16 {
      add(hex: UInt8(unit >> 8))
      add(hex: UInt8(unit & 0xFF))
    }
    text += ">"
  }

  /// A string of bytes (7.3.4): in parentheses if it is printable, else in hexadecimal.
  package mutating func add(bytes: some Collection<UInt8>) {
    separate()
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      text += "<"
      for byte in bytes { add(hex: byte) }
      text += ">"
      return
    }
    text += "("
    for byte in bytes {
      // Balanced parentheses may stand alone, but a backslash before each is always right.
      if byte == 0x28 || byte == 0x29 || byte == 0x5C { text += "\\" }
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    text += ")"
  }

  private mutating func add(hex byte: UInt8) {
    text += String(byte >> 4, radix: 16, uppercase: true)
    text += String(byte & 0xF, radix: 16, uppercase: true)
  }

  private mutating func separate() {
    if !text.isEmpty { text += " " }
  }
}
