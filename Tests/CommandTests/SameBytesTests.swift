import Foundation
import Testing

@Suite("Same input, same bytes") struct SameBytesTests {
  /// Chapters enough to give two workers something to do.
  static let chapters: String = (1...6).map { number in
    "CHAPTER \(number)\n\nThe Title of Chapter \(number)\n\n\n"
      + (1...12).map { paragraph in
        (1...40).map { word in
          ["type", "the", "printer", "sets", "evening", "characteristic", "a"][(word * paragraph + number) % 7]
        }
        .joined(separator: " ") + "."
      }.joined(separator: "\n\n")
  }.joined(separator: "\n\n\n\n")

  static let ways: [(String, [String], [String: String])] = [
    ("again", [], [:]),
    ("one worker", ["-j", "1"], [:]),
    ("two workers", ["-j2"], [:]), ("two by the long name", ["--jobs", "2"], [:]),
    ("another time zone", [], ["TZ": "Pacific/Auckland"]),
    ("another language", [], ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "LANGUAGE": "de"]),
    ("no locale", [], ["LC_ALL": "C", "LANG": "C"]),
    ("another width of terminal", ["--progress", "always"], ["COLUMNS": "40"]),
  ]

  @Test("Neither workers, clock, locale, folder nor path change a byte", arguments: [[], ["--layout", "spread"]])
  func bytes(options: [String]) throws {
    let folder = try Folder()
    try folder.put(Self.chapters, in: "novel.txt")
    try folder.make("elsewhere/deep")
    let all = ["--lang", "en"] + options
    let first = try Program.run(["novel.txt", "-o", "first.pdf"] + all, in: folder)
    #expect(first.code == 0)
    let expected = try #require(folder.bytes(of: "first.pdf"))
    for (way, arguments, environment) in Self.ways {
      let outcome = try Program.run(
        ["novel.txt", "-o", "x.pdf"] + all + arguments, in: folder, environment: environment)
      #expect(outcome.code == 0)
      #expect(folder.bytes(of: "x.pdf") == expected, "\(way)")
    }
    let far = try Program.run(
      [folder.at("novel.txt"), "-o", "y.pdf"] + all, in: folder, workingFolder: folder.at("elsewhere/deep"))
    #expect(far.code == 0)
    #expect(folder.bytes(of: "elsewhere/deep/y.pdf") == expected, "another folder")
  }

  @Test("Letters in an SVG are octavo's, whatever fonts the desktop prefers")
  func lettersOfPictures() throws {
    let folder = try Folder()
    let svg =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text y="20" font-family="serif">Kiln</text></svg>"#
    try folder.put(svg, in: "kiln.svg")
    try folder.put("# One\n\n![](kiln.svg)\n", in: "book.md")
    try folder.put(
      #"<fontconfig><dir>/usr/share/fonts</dir><alias binding="same"><family>serif</family>"#
        + "<prefer><family>Liberation Mono</family></prefer></alias></fontconfig>", in: "desktop.conf")
    for (name, environment) in [("a", [:]), ("b", ["FONTCONFIG_FILE": folder.at("desktop.conf")])] {
      #expect(try Program.run(["book.md", "-o", "\(name).pdf"], in: folder, environment: environment).code == 0)
    }
    let bytes = try #require(folder.bytes(of: "a.pdf"))
    #expect(folder.bytes(of: "b.pdf") == bytes)
  }

  @Test("Only SOURCE_DATE_EPOCH dates a PDF, in any time zone")
  func sourceDate() throws {
    let folder = try Folder()
    _ = try Program.run(["book.txt", "-o", "none.pdf"], in: folder)
    let dates: [(String, String)] = [("0", "1970-01-01T00:00:00Z"), ("1700000000", "2023-11-14T22:13:20Z")]
    for (seconds, written) in dates {
      let there = ["SOURCE_DATE_EPOCH": seconds, "TZ": "Asia/Tokyo"]
      #expect(
        try Program.run(["book.txt", "-o", "a.pdf"], in: folder, environment: ["SOURCE_DATE_EPOCH": seconds]).code == 0)
      #expect(try Program.run(["book.txt", "-o", "b.pdf"], in: folder, environment: there).code == 0)
      let bytes = try #require(folder.bytes(of: "a.pdf"))
      #expect(folder.bytes(of: "b.pdf") == bytes)
      // the XMP packet is not compressed, so that any program finds it (ISO 32000-1, 14.3.2)
      #expect(bytes.range(of: Data(written.utf8)) != nil)
    }
    let undated = try #require(folder.bytes(of: "none.pdf"))
    for word in ["CreationDate", "CreateDate", "ModDate", "ModifyDate"] {
      #expect(undated.range(of: Data(word.utf8)) == nil, "\(word)")
    }
    _ = try Program.run(["book.txt", "-o", "empty.pdf"], in: folder, environment: ["SOURCE_DATE_EPOCH": ""])
    #expect(folder.bytes(of: "empty.pdf") == undated)
  }
}
