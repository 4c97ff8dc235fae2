internal import Units

/// Manuscripts of programs whose own files octavo does not read: what each is, and how its writer gets one that is read.
enum ForeignFiles {
  /// - Parameter path: a file, or the folder that some systems show as one.
  static func problem(_ path: String) -> Diagnostic? {
    var name = path[...]
    while name.last == "/" { name.removeLast() }
    guard let dot = name.lastIndex(of: "."),
      let kind = kinds.first(where: { $0.endings.contains(name[name.index(after: dot)...].lowercased()) })
    else { return nil }
    return Diagnostic(
      .error, code: "foreign-file", "this is \(kind.what), which octavo does not read", help: kind.help)
  }

  private static let kinds: [(endings: Set<String>, what: String, help: String)] = [
    (["pages"], "a document of Apple's Pages", "in Pages: File > Export To > Word"),
    (
      ["mhtml", "mht"], "a page of HTML packed with its pictures",
      "open it in a browser and save it as a complete page (.html with a folder)"
    ),
    (["webarchive"], "a page that Safari has packed", "in Safari: File > Save As, with the format Page Source"),
    (["gdoc"], "a link to a document of Google's", "in Google Docs: File > Download > Microsoft Word (.docx)"),
    (
      ["scriv", "scrivx"], "a project of Scrivener's",
      "in Scrivener: File > Compile, for Microsoft Word (.docx) or as MultiMarkdown"
    ),
    (
      ["mobi", "azw", "azw3", "kfx", "prc", "lit", "lrf"], "an e-book of a kind of its own",
      "Calibre turns it into EPUB where nothing locks it"
    ),
    (["kpf", "vellum", "indd", "qxp", "afpub"], "a book that is laid out already", "export it as .docx or EPUB"),
    (
      ["adoc", "asciidoc"], "a text in AsciiDoc",
      "\"asciidoctor -b docbook FILE\" turns it into DocBook; give that the ending .dbk"
    ),
    (["fountain", "fdx"], "a screenplay", "the program that it was written with exports it as .docx"),
    (
      ["wps", "wpd", "sxw", "cwk", "lwp"], "a document of an older program",
      "open it in LibreOffice and save it as .docx"
    ),
  ]
}
