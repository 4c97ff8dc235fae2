import Manuscript
import Testing
import Units

@Suite struct DecodingTests {
  static let russian = "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему. "

  @Test func utf8WithAndWithoutMarkIsTheSameText() throws {
    let plain = try decode(Array("naïve\r\n".utf8), as: nil)
    let marked = try decode([0xEF, 0xBB, 0xBF] + Array("naïve\r\n".utf8), as: nil)
    #expect(plain.text == marked.text && plain.encodingName == "UTF-8" && marked.encodingName == "UTF-8")
    #expect(plain.diagnostics.isEmpty && marked.diagnostics.isEmpty)
  }

  @Test("UTF-16 is read in both byte orders, with mark and without", arguments: [true, false], [true, false])
  func utf16(isBigEndian: Bool, hasMark: Bool) throws {
    let text = "Chapter 1\n\n“Well,” she said. 𝄞 Привет\n"
    var bytes: [UInt8] = []
    for unit in (hasMark ? [0xFEFF] : []) + Array(text.utf16) {
      bytes += isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    let decoded = try decode(bytes, as: nil)
    #expect(String(decoding: decoded.text, as: UTF8.self) == text)
    #expect(decoded.encodingName == (isBigEndian ? "UTF-16BE" : "UTF-16LE"))
    #expect(decoded.diagnostics.isEmpty)
  }

  @Test func halfAPairBecomesTheReplacementCharacterWithAWarning() throws {
    let decoded = try decode([0xFF, 0xFE, 0x41, 0, 0x00, 0xD8, 0x42, 0], as: nil)
    #expect(String(decoding: decoded.text, as: UTF8.self) == "A\u{FFFD}B")
    #expect(decoded.diagnostics.map(\.code) == ["utf16-invalid"])
  }

  @Test func latin1IsReadWithItsPlaceNamed() throws {
    var bytes = Array("Il y a des gens,\nen v".utf8)
    bytes += [0xE9] + Array("rit".utf8) + [0xE9] + Array(", qui ne sont jamais contents de leur sort.\n".utf8)
    let decoded = try decode(bytes, as: nil)
    #expect(String(decoding: decoded.text, as: UTF8.self).contains("en vérité"))
    #expect(decoded.encodingName == "ISO-8859-1")
    let files = SourceFiles([SourceFile(name: "a.txt", text: decoded.text)])
    #expect(decoded.diagnostics.first?.severity == .warning)
    #expect(decoded.diagnostics.first?.source.flatMap { files.describe($0) } == "a.txt:2:5")
  }

  @Test func aFileThatNamesItsOwnEncodingGetsANoteOnly() throws {
    let decoded = try decode(Array("Character set encoding: ISO-8859-1\n\ncaf".utf8) + [0xE9, 0x0A], as: nil)
    #expect(decoded.diagnostics.map(\.severity) == [.note])
  }

  @Test func fewBadBytesInMuchUTF8AreRepaired() throws {
    let decoded = try decode(Array(Self.russian.utf8) + [0x92] + Array(Self.russian.utf8), as: nil)
    #expect(decoded.encodingName == "UTF-8")
    #expect(String(decoding: decoded.text, as: UTF8.self).contains("’"))
    #expect(decoded.diagnostics.map(\.code) == ["utf8-invalid"])
  }

  @Test("Russian is recognised by its letters", arguments: [("KOI8-R", 0), ("WINDOWS-1251", 1)])
  func russian(name: String, table: Int) throws {
    // The two tables differ in order: 1251 is alphabetical, KOI8-R follows the Latin letters.
    let koi8 = "юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"
    var codes: [Unicode.Scalar: UInt8] = [:]
    for (i, scalar) in koi8.unicodeScalars.enumerated() {
      codes[scalar] = table == 0 ? UInt8(0xC0 + i) : UInt8(scalar.value - 0x410 + 0xC0)
    }
    let text = String(repeating: Self.russian, count: 10)
    let bytes = text.unicodeScalars.map { codes[$0] ?? UInt8($0.value) }
    let decoded = try decode(bytes, as: nil)
    #expect(decoded.encodingName == name)
    #expect(String(decoding: decoded.text, as: UTF8.self) == text)
    #expect(try decode(bytes, as: name).text == decoded.text)
  }

  @Test func controlCharactersGoWithOneWarningAndSeparatorsStay() throws {
    let decoded = try decode(Array("one\u{0}two\u{1}\n\u{C}three\u{85}four\u{2029}five\n\u{1A}".utf8), as: nil)
    #expect(String(decoding: decoded.text, as: UTF8.self) == "onetwo\n three\nfour\n\nfive\n")
    #expect(decoded.diagnostics.map(\.code) == ["control-dropped"])
    #expect(decoded.diagnostics.first?.message == "2 control characters were left out, the first here")
    #expect(decoded.diagnostics.first?.source == SourceLocation(offset: 3))
  }

  @Test(
    "what is no text is refused by its kind",
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "PNG image"), ([0x50, 0x4B, 0x03, 0x04, 0], "ZIP archive"),
      (Array("%PDF-1.5 text".utf8), "PDF document"), ([UInt8](repeating: 0, count: 40), "binary data"),
      (Array("{\\rtf1 text}".utf8), "RTF document"),
    ] as [([UInt8], String)])
  func binary(bytes: [UInt8], kind: String) {
    #expect(throws: ManuscriptError.notText(kind: kind)) { try decode(bytes, as: nil) }
  }

  @Test func emptyAndBlankFilesAreRefused() {
    for text in ["", "\n\n  \r\n", "\u{FEFF}"] {
      #expect(throws: ManuscriptError.empty) { try decode(Array(text.utf8), as: nil) }
    }
  }

  @Test func encodingsAskedForByNameAreTakenOrRefused() throws {
    #expect(String(decoding: try decode([0x96, 0xB2, 0x8F, 0x5C], as: "Shift_JIS").text, as: UTF8.self) == "夢十")
    #expect(throws: ManuscriptError.unknownEncoding("klingon")) { try decode([0x41], as: "klingon") }
    #expect(throws: ManuscriptError.undecodable(encoding: "utf-8", byteOffset: 1)) {
      try decode([0x41, 0xFF], as: "utf-8")
    }
    #expect(throws: ManuscriptError.undecodable(encoding: "SHIFT_JIS", byteOffset: 1)) {
      try decode([0x41, 0x96], as: "SHIFT_JIS")
    }
  }

  @Test(
    "letters of DOS and of old Macintoshes are told by what they would be in words of code page 1252",
    arguments: ["IBM850", "MACINTOSH"])
  func oldEncodings(name: String) throws {
    let text = "Die Mühle, größer als je.\rDas Mädchen öffnete früh; später hörte man die Räder.\r"
    let letters = Dictionary(
      uniqueKeysWithValues: zip("üößä", name == "IBM850" ? [0x81, 0x94, 0xE1, 0x84] : [0x9F, 0x9A, 0xA7, 0x8A]))
    var bytes = text.flatMap { letters[$0].map { [UInt8($0)] } ?? Array($0.utf8) }
    if name == "IBM850" { bytes = bytes.flatMap { $0 == 0x0D ? [0x0D, 0x0A] : [$0] } }
    let decoded = try decode(bytes, as: nil)
    #expect(decoded.encodingName == name && decoded.diagnostics.map(\.code) == ["not-utf8"])
    #expect(String(decoding: decoded.text.filter { $0 != 0x0A }, as: UTF8.self) == text)
  }

  @Test(
    "quotes, dashes and accents of code page 1252 stay that",
    arguments: [
      "\u{93}Le caf\u{E9},\u{94} dit-il\u{97}\u{AB} l\u{92}\u{E9}t\u{E9} o\u{F9} Zo\u{EB} \u{9C}uvre \u{BB}\u{85}",
      "\u{84}Gr\u{FC}\u{DF}e\u{93} aus K\u{F6}ln; \u{C4}pfel, \u{DC}bel und \u{D6}l, \u{8A}iberk\u{9A}a",
    ])
  func codePage1252(text: String) throws {
    let decoded = try decode(text.unicodeScalars.map { UInt8($0.value) }, as: nil)
    #expect(decoded.encodingName == "CP1252")
  }

  @Test(
    "every error has its words",
    arguments: [
      (ManuscriptError.empty, "\"a.txt\" holds no text"),
      (.notText(kind: "PNG image"), "\"a.txt\" is not text but looks like: PNG image"),
      (.unknownEncoding("x"), "unknown encoding \"x\""),
      (.undecodable(encoding: "UTF-8", byteOffset: 7), "\"a.txt\" is not UTF-8: invalid at byte 7"),
    ])
  func wording(error: ManuscriptError, message: String) {
    let diagnostic = error.diagnostic(name: "a.txt")
    #expect(diagnostic.severity == .error && diagnostic.message == message && diagnostic.help != nil)
  }

  @Test func randomBytesAreReadOrRefusedButNeverTrap() {
    let signs = Array("*[]()_=12IVX \n\n\nChapter\u{3000}《》［＃-".utf8)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for round in 0..<300 {
      var bytes: [UInt8] = []
      for _ in 0..<(round * 3) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let byte = UInt8(truncatingIfNeeded: state >> 33)
        bytes.append(round % 2 == 0 ? byte : signs[Int(byte) % signs.count])
      }
      for encoding in [nil, "CP1252"] as [String?] {
        if let reading = try? readPlainText(bytes, name: "random", options: PlainTextOptions(encoding: encoding)) {
          #expect(Coverage.problems(reading) == [], "round \(round)")
        }
      }
    }
  }
}
