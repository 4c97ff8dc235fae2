import Foundation
import Testing

/// Programs that octavo runs, here shell scripts in their stead, end in every way but the right one.
@Suite("Programs that octavo runs") struct OtherProgramTests {
  /// A folder with a manuscript, an older PDF and a program of that name first in the path.
  private func made(_ program: String, _ script: String) throws -> (Folder, [String: String]) {
    let folder = try Folder()
    try folder.put("Text of a book.\n", in: "book.rst")
    try folder.put("Text of a book.\n", in: "book.txt")
    try folder.put("old", in: "out.pdf")
    try folder.make("bin")
    try folder.put("#!/bin/sh\n\(script)\n", in: "bin/\(program)")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.at("bin/\(program)"))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return (folder, ["PATH": folder.at("bin") + ":" + path, "OCTAVO_PATIENCE": "1", "TMPDIR": folder.path])
  }

  private static let failed = "pandoc cannot read the file as rst"
  private static let noTree = "what pandoc wrote of the file as rst is no tree of pandoc's"
  private static let silent = "pandoc had not read the file as rst after 1 s and was ended"

  static let ends = [
    ("exit 1", failed), ("kill -SEGV $$", failed), ("kill -KILL $$", failed),
    (#"printf '{"blocks":[{"t":"Para","c":[{"t":"Str","c":"one"}]}]}'; exit 3"#, failed),
    (#"printf '{"pandoc-api-version":[1,23],"blocks":[{"t":"Para","c":[{"t":"St'"#, noTree),
    ("echo so", noTree), ("", noTree), ("echo null", noTree), ("echo '[]'", noTree), ("echo '{}'", noTree),
    (#"echo '{"blocks":{"a":1},"meta":{}}'"#, noTree), ("head -c 100000 /dev/zero", noTree),
    (#"echo '{"blocks":[]}'"#, #""book.rst" holds no text"#),
    (
      #"echo '{"blocks":[1,"x",null,[],{"t":5},{"t":"Table","c":[1]},{"t":"Header","c":"x"}],"meta":7}'"#,
      #""book.rst" holds no text"#
    ),
    ("exec sleep 60", silent), ("exec >&-; exec sleep 60", silent),
    (#"printf '{"blocks":'; exec sleep 60"#, silent),
  ]

  @Test("Whatever pandoc does is one error with the manuscript's name, and nothing is left", arguments: ends)
  func pandoc(script: String, words: String) throws {
    let (folder, environment) = try made("pandoc", script)
    let before = folder.names
    let start = Date()
    let outcome = try Program.run(["book.rst", "-o", "out.pdf"], in: folder, environment: environment)
    // one that was ended may read it another time
    let mayPass = words == Self.silent || script.hasPrefix("kill ")
    #expect(outcome.code == (mayPass ? 6 : 1), "\(outcome.said)")
    #expect(outcome.said.hasPrefix("book.rst: error: \(words)\n  help: "), "\(outcome.said)")
    #expect(outcome.said.split(separator: "\n").count == 2)
    #expect(Date().timeIntervalSince(start) < 20)
    #expect(folder.names == before)
    #expect(folder.text(of: "out.pdf") == "old")
  }

  @Test("A program that cannot be started is said to be that")
  func notStarted() throws {
    let (folder, environment) = try made("pandoc", "")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.at("bin/pandoc"))
    let outcome = try Program.run(
      ["book.rst", "-o", "out.pdf"], in: folder, environment: environment.merging(["PATH": folder.at("bin")]) { $1 })
    #expect(outcome.code == 1)
    #expect(
      outcome.said == """
        book.rst: error: pandoc, which reads rst, could not be started: Permission denied
          help: see that "pandoc --version" runs

        """)
  }
}

/// What pandoc may not read by itself, or does not know, is in the book all the same, or told.
@Suite struct `Manuscripts that pandoc reads` {
  @Test(
    arguments: [
      ("a.tex", "\\documentclass{book}\\begin{document}\n\\chapter{One}\n\\input{b}\n\\end{document}\n", "b.tex"),
      ("a.rst", "One\n===\n\n.. include:: b.txt\n", "b.txt"), ("a.org", "* One\n#+INCLUDE: \"b.org\"\n", "b.org"),
    ])
  func `have the files that they bring in`(name: String, words: String, other: String) throws {
    #expect(
      try PDFText.verified(name, [(name, words), (other, "Words of the other.\n")]).text.contains("Words of the other.")
    )
    let alone = try PDFText.verified(name, [(name, words + (name == "a.tex" ? "" : "\nWords.\n"))])
    #expect(alone.said.contains("not to be had"), "\(alone.said)")
  }

  /// Most of Russia's are in Windows' own page, and pandoc takes all for UTF-8 and has no tables there.
  @Test func `of FictionBook are read in the encoding that they name, with the words of their tables`() throws {
    let folder = try Folder()
    let book =
      "<?xml version=\"1.0\" encoding=\"windows-1251\"?><FictionBook xmlns=\"http://www.gribuser.ru/xml/fictionbook/2.0\">"
      + "<description><title-info><book-title>Книга</book-title><lang>ru</lang></title-info></description><body><section>"
      + "<title><p>Глава 1</p></title><p>Первые слова.</p><table><tr><th>Город</th><td>Цена</td></tr></table></section></body>"
      + "</FictionBook>"
    try #require(book.data(using: .windowsCP1251)).write(to: URL(fileURLWithPath: folder.at("book.fb2")))
    let run = try Program.run(["book.fb2", "--verify", "-o", "out.pdf"], in: folder)
    #expect(run.code == 0, "\(run.said)")
    #expect(!run.said.contains("text-left-out") && !run.said.contains("are not in what pandoc"))
    let text = try PDFText.of("out.pdf", in: folder)
    for words in ["Первые слова.", "Город", "Цена"] { #expect(text.contains(words), "\(words)") }
  }

  @Test func `of DocBook have their words counted, and those that pandoc drops told`() throws {
    let figure =
      "<figure><title>Four words in front</title><mediaobject><caption><para>Some more of them</para></caption></mediaobject></figure>"
    let (_, said) = try PDFText.verified(
      "a.dbk", [("a.dbk", "<book><chapter><title>One</title><para>Text.</para>\(figure)</chapter></book>")])
    #expect(said.contains("words of the file are not in what pandoc makes of it: Four words front"), "\(said)")
  }

  @Test func `keep the words of commands that nobody knows`() throws {
    let (text, said) = try PDFText.verified(
      "a.tex",
      [
        (
          "a.tex",
          """
          \\documentclass{book}\\usepackage[ngerman]{babel}\\begin{document}
          \\addchap{Vorwort} The \\mymark{lost} word, \\fbox{boxed}; M\"uhle, \\glqq Wort\\grqq{}.
          \\end{document}
          """
        )
      ])
    for words in ["Vorwort", "The lost word, boxed; Mühle, „Wort“."] { #expect(text.contains(words), "\(text)") }
    #expect(said.contains("mymark, fbox"), "\(said)")
  }
}
