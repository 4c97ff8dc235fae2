import Encoding
import Testing

@Suite struct ConversionTests {
  @Test func knownEncodingsConvert() throws {
    #expect(try convertToUTF8([0xD0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], from: "KOI8-R") == Array("привет".utf8))
    #expect(try convertToUTF8([0xE9], from: "ISO-8859-1") == Array("é".utf8))
    #expect(try convertToUTF8([0x96, 0xB2], from: "SHIFT_JIS") == Array("夢".utf8))
    #expect(try convertToUTF8([], from: "KOI8-R") == [])
  }

  @Test func unknownNamesAndNamesThatHideCommandsAreRefused() {
    for name in ["no-such-encoding", "", "UTF-8//IGNORE", "LATIN1//TRANSLIT", String(repeating: "a", count: 100)] {
      #expect(throws: ConversionError.unknownEncoding(name)) { try convertToUTF8([0x41], from: name) }
      #expect(!isKnownEncoding(name))
    }
  }

  @Test func theFirstByteThatDoesNotFitIsNamed() {
    #expect(throws: ConversionError.invalid(byteOffset: 2)) { try convertToUTF8([0x41, 0x42, 0xFF], from: "UTF-8") }
    #expect(throws: ConversionError.invalid(byteOffset: 1)) { try convertToUTF8([0x41, 0x96], from: "SHIFT_JIS") }
  }

  @Test func longInputConvertsWhole() throws {
    let bytes = [UInt8](repeating: 0xE9, count: 300_000)
    #expect(try convertToUTF8(bytes[...], from: "ISO-8859-1").count == 600_000)
  }

  @Test func theDetectorKnowsRussianAndJapanese() throws {
    let russian: [UInt8] = Array(
      repeating: [
        0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4, 0x2C, 0x20, 0xCB, 0xC1, 0xCB, 0x20, 0xC4, 0xC5, 0xCC, 0xC1, 0x3F, 0x20,
      ], count: 20
    ).flatMap { $0 }
    #expect(detectEncoding(russian[...]) == "KOI8-R")
    #expect(detectEncoding([]) == nil || detectEncoding([]) == "ASCII")
  }

  @Test func codePage1252HasCurlyQuotesWhereLatin1HasControls() {
    var text: [UInt8] = []
    for byte in [0x93, 0x48, 0x69, 0x94, 0x97, 0xE9] as [UInt8] { appendCodePage1252(byte, to: &text) }
    #expect(String(decoding: text, as: UTF8.self) == "“Hi”—é")
  }
}
