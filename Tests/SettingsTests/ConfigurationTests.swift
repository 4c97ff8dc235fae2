import Settings
import Testing

@Suite struct `A configuration` {
  @Test func `is keys and values in the order of the file, each with its place`() throws {
    let entries = try readConfiguration(
      "title: Emma\nsize: 12pt\nfiles:\n  - a.md\n  - b.md\nheader: \"\"\ntoc:\n", firstLine: 2)
    #expect(entries.map(\.key) == ["title", "size", "files", "header", "toc"])
    #expect(entries[0].value == .text("Emma") && entries[0].place == ConfigurationPlace(line: 2, column: 1))
    #expect(entries[1].value == .text("12pt") && entries[1].valuePlace == ConfigurationPlace(line: 3, column: 7))
    guard case .list(let files) = entries[2].value else {
      Issue.record("files are no list")
      return
    }
    #expect(files.map(\.text) == ["a.md", "b.md"] && files[1].place == ConfigurationPlace(line: 6, column: 5))
    // a quoted nothing is a text, an unquoted one is none
    #expect(entries[3].value == .text("") && entries[4].value == .nothing)
  }

  @Test(arguments: ["", "# only a remark\n", "\n\n"])
  func `may be empty`(text: String) throws {
    #expect(try readConfiguration(text).isEmpty)
  }

  @Test func `that is wrong says where`() {
    func error(_ text: String) -> ConfigurationError? {
      do { _ = try readConfiguration(text) } catch { return error }
      return nil
    }
    #expect(error("- a\n- b\n") == .notAMapping(ConfigurationPlace(line: 1, column: 1)))
    #expect(error("title: A\nsize: 1\ntitle: B\n") == .duplicate("title", ConfigurationPlace(line: 3, column: 1)))
    guard case .syntax(_, let place)? = error("title: \"open\nsize: 2\n") else {
      Issue.record("an open quote is read")
      return
    }
    #expect(place.line >= 1)
    #expect(error(String(repeating: "x", count: 1 << 21)) == .tooLong)
  }

  @Test(arguments: [
    "Emma: A Novel", "The Importance of Things, Vol. VIII: No. 353", "\"Quoted\" and more: all of it",
    "*Emma*: it's a novel",
    "@home", "Why?:",
  ])
  func `means what a value says that wants quotes`(title: String) throws {
    let entries = try readConfiguration("lang: en\ntitle: \(title)\nauthor: A: B\n")
    #expect(entries.map(\.value) == [.text("en"), .text(title), .text("A: B")])
    #expect(entries[1].valuePlace == ConfigurationPlace(line: 2, column: 8))
  }

  /// The parser calls itself for every level: these would end the program.
  @Test(arguments: ["[", "{", "- ", "? ", "a: [", "- ? "])
  func `nested without end is refused`(opening: String) {
    #expect(throws: ConfigurationError.self) {
      try readConfiguration("a: " + String(repeating: opening, count: 100_000))
    }
    #expect(throws: ConfigurationError.self) { try readConfiguration(String(repeating: opening, count: 100_000)) }
  }

  @Test func `of any bytes is read or refused`() {
    var seed: UInt64 = 0x5EED
    let parts = [
      "a", ":", " ", "\n", "-", "[", "]", "{", "}", "&x", "*x", "\"", "'", "|", ">", "#", "!", "%", "\t", "é", "---",
      "?",
    ]
    for _ in 0..<3000 {
      var text = ""
      for _ in 0..<40 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += parts[Int(seed >> 33) % parts.count]
      }
      do { _ = try readConfiguration(text) } catch {}
    }
  }
}
