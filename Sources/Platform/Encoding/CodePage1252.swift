/// Windows code page 1252 for the bytes 0x80 to 0x9F, as browsers read both it and
/// ISO-8859-1 (WHATWG Encoding, index windows-1252); the other bytes are their own
/// code points. The five unassigned bytes stay C1 control codes.
private let highControls: [UInt16] = [
  0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
  0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
  0x0153, 0x009D, 0x017E, 0x0178,
]

/// Appends one byte of code page 1252 in UTF-8.
package func appendCodePage1252(_ byte: UInt8, to output: inout [UInt8]) {
  let scalar = (0x80...0x9F).contains(byte) ? highControls[Int(byte) - 0x80] : UInt16(byte)
  switch scalar {
  case 0..<0x80: output.append(UInt8(scalar))
  case 0x80..<0x800:
    output.append(0xC0 | UInt8(scalar >> 6))
    output.append(0x80 | UInt8(scalar & 0x3F))
  default:
    output.append(0xE0 | UInt8(scalar >> 12))
    output.append(0x80 | UInt8(scalar >> 6 & 0x3F))
    output.append(0x80 | UInt8(scalar & 0x3F))
  }
}
