import Foundation
import TestSupport
import Testing

/// Options that nobody would give: each run ends with one of octavo's own exit codes,
/// and only one that is done leaves a PDF.
@Suite("Hostile options") struct HostileOptionTests {
  static let names = [
    "--trim", "--layout", "--spine", "--binding", "--inside", "--outside", "--top", "--bottom", "--font", "--size",
    "--leading", "--expansion", "--header", "--footer", "--chapters", "--lang", "--encoding", "--title", "--author",
    "--lines",
    "--chapters-by", "--keep", "--ignore", "--format", "--progress", "--color", "-j", "--explain-page", "--theme",
    "--indent",
    "--drop-capitals", "--scene-break", "--from", "--font-path", "--hyphenation-exceptions", "--verify", "--strict",
    "-q",
    "--no-justify", "--toc",
  ]
  static let values = [
    "", "0", "-1", "1e9", "999999999999999999999", "0.0000001mm", "nan", "inf", "12pt", "5mm", "10000mm", "a5", "1x1mm",
    "9999x9999mm", "xmm", "mmmm", "{page}", "{", "}", "{{}}", "{nothing}", "\u{202E}", "é", "書", "a\nb", "-", "--", "=",
    "/", "..", "/dev/null", "/nonexistent", "auto", "none", "(", ".*", "all", "verse,,tables", "UTF-16", "utf8", "😀",
    String(repeating: "x", count: 5000), String(repeating: "9", count: 400), "mid", "recto", "en", "zz-ZZ-zzzzzzzzz",
    "%s%n",
  ]

  @Test(arguments: 0..<4)
  func end(part: Int) throws {
    let folder = try Folder()
    for n in 0..<(5 * Hostility.effort) {
      var dice = Hostility.Dice(UInt64(part * 1000 + n))
      var arguments = ["book.txt", "-o", "out.pdf"]
      for _ in 0..<(1 + dice.below(4)) {
        arguments.append(dice.one(of: Self.names))
        if dice.below(5) > 0 { arguments.append(dice.one(of: Self.values)) }
      }
      try? FileManager.default.removeItem(atPath: folder.at("out.pdf"))
      let outcome = try Program.run(arguments, in: folder)
      #expect(outcome.signal == nil, "\(arguments)")
      #expect((0...5).contains(outcome.code ?? -1), "\(arguments): \(outcome.said)")
      #expect(folder.names.contains("out.pdf") == (outcome.code == 0), "\(arguments): \(outcome.said)")
      #expect(!folder.names.contains { $0.hasSuffix(".octavo-part") })
    }
  }
}
