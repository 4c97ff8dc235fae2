import QPDF
import Testing

@Suite("Content streams, operator by operator") struct ContentTokensTests {
  /// Each operator behind its operands, as they stand in the stream.
  private func operations(_ contents: String) -> [String] {
    var tokens = ContentTokens(Array(contents.utf8))
    var found: [String] = []
    while let word = tokens.next() {
      found.append((tokens.operands.map { tokens.text($0.place) } + [tokens.text(word)]).joined(separator: " "))
    }
    return found
  }

  @Test(
    "Operands stand before their operator, however they are written",
    arguments: [
      ("0 0 1 rg(a\\)b(c))Tj", ["0 0 1 rg", "(a\\)b(c)) Tj"]),
      ("/F1 -.5 Tf%rg\nT*", ["/F1 -.5 Tf", "T*"]),
      ("/P<</A[1 2]/B<</C(d)>>>>BDC", ["/P <</A[1 2]/B<</C(d)>>>> BDC"]),
      ("[(a)-5<30>]TJ <3031>Tj", ["[(a)-5<30>] TJ", "<3031> Tj"]),
      ("true false null x", ["true false null x"]),
      // damage ends a stream, or stands as what it looks like
      ("] 1 w", ["] 1 w"]), ("(open", []), ("<30", []), ("<< /A", []), ("1a w", ["1a", "w"]),
    ])
  func operands(contents: String, found: [String]) {
    #expect(operations(contents) == found)
  }

  @Test("The keys of an inline picture are operands, its data nothing")
  func pictures() {
    let contents = "q BI /W 4 /IM true /CS [/I /RGB 1 <00>] ID \u{1} EI \u{2}0 0 0 rg\u{3} EI\nQ"
    #expect(operations(contents) == ["q", "BI", "/W 4 /IM true /CS [/I /RGB 1 <00>] ID", "Q"])
  }

  @Test("Numbers, names and the bytes of strings are told")
  func kinds() {
    var tokens = ContentTokens(Array("/F 12 Tf +3 -0.25 Td [(ab)<3031>] TJ".utf8))
    _ = tokens.next()
    #expect(tokens.name(0) == "/F" && tokens.name(1) == nil && tokens.numbers() == nil)
    #expect(tokens.operands[1].value == 12)
    _ = tokens.next()
    #expect(tokens.numbers() == [3, -0.25])
    _ = tokens.next()
    #expect(tokens.stringBytes == 4)
  }
}
