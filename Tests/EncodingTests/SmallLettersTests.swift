import Encoding
import Testing

@Suite struct SmallLettersTests {
  @Test("every letter is made small as the standard library has it")
  func every() {
    for value in (0 as UInt32)..<0x20000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "A\(scalar)B"
      #expect(Array(small(text).utf8) == Array(text.lowercased().utf8), "U+\(String(value, radix: 16))")
    }
  }

  @Test(
    "whole texts are made small as the standard library has them",
    arguments: ["", "CHAPTER I", "בְּרֵאשִׁית A", "الفصل 1 Z", "ΣΊΣΥΦΟΣ", "ԱՐ", "第一章 THE", "“İ”", "Ⅳ – X", "ქართული Ა"])
  func whole(text: String) {
    #expect(Array(small(text).utf8) == Array(text.lowercased().utf8))
  }
}
