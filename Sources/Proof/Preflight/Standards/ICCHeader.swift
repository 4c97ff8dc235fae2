/// The first 128 bytes of an ICC profile (ISO 15076-1, 7.2), as far as a standard asks of them.
struct ICCHeader {
  /// `RGB `, `CMYK`, `GRAY`, `Lab `.
  let space: String
  /// `prtr`, `mntr`, `scnr`, `spac`.
  let kind: String
  let version: Int
  /// Zeros where it has none.
  let identity: [UInt8]

  /// Nil for what is no profile.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 128, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
    kind = String(decoding: bytes[12..<16], as: UTF8.self)
    space = String(decoding: bytes[16..<20], as: UTF8.self)
    version = Int(bytes[8])
    identity = Array(bytes[84..<100])
  }

  /// How many numbers a colour has.
  var channels: Int {
    switch space {
    case "GRAY": 1
    case "RGB ", "Lab ": 3
    case "CMYK": 4
    default: 0
    }
  }
}
