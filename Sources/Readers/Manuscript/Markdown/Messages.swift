internal import Units

/// What the Markdown reader has to say; the one place with the wording.
enum MarkdownMessage: Equatable {
  case unknownDirective(String, nearest: String?)
  /// A directive that only acts between the blocks of a file, not inside a quotation or list.
  case directiveInside(String)
  case directiveInLine(String)
  case hintWithoutParagraph(String)
  case directiveWithoutChapter(String)
  case frontAfterBody
  case imageMissing(String)
  case imageRemote(String)
  case htmlShown(String)
  case htmlLeftOut(String)
  case tagUnclosed(String)
  case styleUnknown(String)
  case noteUncalled(String)
  case noteRepeated(String)
  case linkNowhere(String, nearest: String?)
  case linkOutside(String)
  case nestedTooDeep
  case rowTooLong(cells: Int, columns: Int)
  case fenceMistyped(String, nearest: String)
  case pictureWishUnknown(String)
  case captionOfBleed(String)
  case pictureInLine
  case classUnknown(String)
  case frontMatterUnclosed
  case rawLeftOut(String)
  /// A command of TeX's that may hold words.
  case texShown(String)
  /// By its sign: of a div or of code.
  case fenceUnclosed(String)
  case commentUnclosed
  /// Several names are parted by bars.
  case shortcodeLeftOut(String)
  /// A key that is asked for.
  case metaMissing(String)
  /// Remarks of CriticMarkup's.
  case commentsLeftOut(Int)
  case cellsNotRun
  /// Code within a line that stands for what it comes to.
  case valueNotComputed(String)
  case embedLeftOut(String)
  case includeMissing(String)
  /// Paragraphs whose lines look like a poem's.
  case verseDoubted(Int)
  case headingWithoutBlank(String)
  case noteMissing(String)
  case targetWithBlank(String)

  /// Messages that are said once, whatever they name.
  var kind: String { diagnostic(at: SourceLocation(offset: 0)).code }

  static let directives = [
    "page-break", "break", "pull", "push", "unnumbered", "front-matter", "back-matter", "index", "lang",
  ]

  /// What is told; nothing is set where it is an error.
  func diagnostic(at source: SourceLocation) -> Diagnostic { error(at: source) ?? warning(at: source) }

  private func error(at source: SourceLocation) -> Diagnostic? {
    switch self {
    case .unknownDirective(let name, let nearest):
      Diagnostic(
        .error, code: "directive-unknown", "octavo has no directive \"\(name)\"",
        help: (nearest.map { "did you mean \"\($0)\"? " } ?? "") + "there are "
          + MarkdownMessage.directives.joined(separator: ", "),
        source: source)
    case .directiveInside(let name):
      Diagnostic(
        .error, code: "directive-place", "\"\(name)\" stands inside a quotation, a list or a fence",
        help: "put it between paragraphs that stand by themselves", source: source)
    case .directiveInLine(let name):
      Diagnostic(
        .error, code: "directive-place", "\"\(name)\" stands inside a paragraph", help: "give it a line of its own",
        source: source)
    case .hintWithoutParagraph(let name):
      Diagnostic(
        .error, code: "hint-place", "no paragraph follows the hint \"\(name)\"",
        help: name == "break" ? "\"page-break\" serves before anything else" : "put it before the paragraph it means",
        source: source)
    case .directiveWithoutChapter(let name):
      Diagnostic(
        .error, code: "directive-place", "no heading follows \"\(name)\"", help: "put it before the heading it means",
        source: source)
    case .frontAfterBody:
      Diagnostic(
        .error, code: "front-after-body", "front matter cannot follow the body",
        help: "move it before the first chapter", source: source)
    case .imageMissing(let path):
      Diagnostic(
        .error, code: "image-missing", "image \"\(path)\" not found",
        help: "put the file there, or correct the name; it counts from the manuscript's folder", source: source)
    default: nil
    }
  }

  private func warning(at source: SourceLocation) -> Diagnostic {
    switch self {
    case .imageRemote(let address):
      Diagnostic(
        .warning, code: "image-remote", "image \"\(address)\" is not fetched; its description is set instead",
        help: "save it beside the manuscript and name the file", source: source)
    case .htmlShown(let tag):
      Diagnostic(
        .warning, code: "html-shown", "HTML \"\(tag)\" is set as it stands",
        help: "it is no element of HTML; write &lt; for a sign that is meant to be seen", source: source)
    case .htmlLeftOut(let tag):
      Diagnostic(
        .warning, code: "html-left-out", "HTML \"<\(tag)>\" is left out, what it holds is set",
        help:
          "Markdown has its own marks for most; inside a line octavo reads em, strong, sup, sub, u, small, br, span and the like",
        source: source)
    case .tagUnclosed(let tag):
      Diagnostic(
        .warning, code: "tag-unclosed", "nothing closes \"<\(tag)>\" in its paragraph", help: "add </\(tag)>",
        source: source)
    case .styleUnknown(let style):
      Diagnostic(
        .warning, code: "style-unknown", "the style \"\(style)\" has no effect",
        help:
          "there are color, background, font-family, font-size, font-style, font-weight, font-variant, letter-spacing, text-decoration, text-shadow",
        source: source)
    case .noteUncalled(let label):
      Diagnostic(
        .warning, code: "note-uncalled", "nothing calls the note \"\(label)\"; it is set at the end of its chapter",
        help: "call it with [^\(label)], or take it out", source: source)
    case .noteRepeated(let label):
      Diagnostic(
        .warning, code: "note-repeated", "a second note \"\(label)\" is left out", help: "give it another label",
        source: source)
    case .linkNowhere(let target, let nearest):
      Diagnostic(
        .warning, code: "link-nowhere", "no heading is called \"\(target)\"",
        help: nearest.map { "did you mean \"#\($0)\"?" }
          ?? "headings are named in lower case with hyphens: #the-second-day", source: source)
    case .linkOutside(let target):
      Diagnostic(
        .warning, code: "link-outside", "\"\(target)\" is no file of this book, so the link leads nowhere",
        help: "give the file too, or link to an address on the web", source: source)
    case .nestedTooDeep:
      Diagnostic(
        .warning, code: "nested-too-deep",
        "more than \(MarkdownBlocks.deepest) quotations and lists in each other; the rest is set at that depth",
        source: source)
    case .rowTooLong(let cells, let columns):
      Diagnostic(
        .warning, code: "row-too-long",
        "\(cells) cells for \(columns) column\(columns == 1 ? "" : "s"); what is too much joins the last cell",
        help: "give the table's head as many cells", source: source)
    case .pictureWishUnknown(let word):
      Diagnostic(
        .warning, code: "picture-attribute", "\"\(word)\" asks nothing of a picture that octavo knows",
        help: "there are width, height, .full-page, .facing, .bleed, .spread, .here, .float and .caption-beside",
        source: source)
    case .captionOfBleed(let caption):
      Diagnostic(
        .warning, code: "caption-of-bleed",
        "the caption \"\(caption)\" is left out: a picture that bleeds has no room for it",
        help: "say .full-page in place of .bleed or .spread, or put the words into the text", source: source)
    case .includeMissing(let path):
      Diagnostic(
        .warning, code: "include-missing", "the file \"\(path)\" to be brought in is not found, so it is left out",
        help: "put the file there, or correct the name; it counts from the folder of the file that names it",
        source: source)
    case .pictureInLine:
      Diagnostic(
        .warning, code: "picture-in-line", "a picture within a line has no page of its own",
        help: "let it stand alone in its paragraph", source: source)
    case .classUnknown, .fenceMistyped, .frontMatterUnclosed, .rawLeftOut, .texShown,
      .fenceUnclosed, .commentUnclosed,
      .headingWithoutBlank, .noteMissing, .targetWithBlank, .shortcodeLeftOut, .metaMissing, .embedLeftOut,
      .verseDoubted,
      .commentsLeftOut, .cellsNotRun, .valueNotComputed:
      warningOfMarks(at: source)
    case .unknownDirective, .directiveInside, .directiveInLine, .hintWithoutParagraph, .directiveWithoutChapter,
      .frontAfterBody, .imageMissing:
      preconditionFailure("these are errors, which are asked for first")
    }
  }

  private func warningOfMarks(at source: SourceLocation) -> Diagnostic {
    switch self {
    case .classUnknown(let name):
      Diagnostic(
        .warning, code: "class-unknown", "the class \"\(name)\" has no effect",
        help: "there are verse, letter, epigraph, dedication, centred, right and small-caps", source: source)
    case .fenceMistyped(let info, let nearest):
      Diagnostic(
        .warning, code: "fence-mistyped", "\"\(info)\" is taken for a programming language",
        help: "did you mean \"\(nearest)\"?",
        source: source)
    case .frontMatterUnclosed:
      Diagnostic(
        .warning, code: "front-matter-unclosed", "nothing closes the front matter; it is set as text",
        help: "put a line of --- below its last key", source: source)
    case .rawLeftOut(let format):
      Diagnostic(
        .warning, code: "raw-left-out", "\(format) is left out: it is written for another program",
        help: "say it in Markdown, or take it out; \\newpage begins a page", source: source)
    case .texShown(let name):
      Diagnostic(
        .warning, code: "tex-shown", "\"\\\(name){…}\" is set as it stands",
        help: "say it in Markdown, such as *words*",
        source: source)
    case .fenceUnclosed(let sign):
      Diagnostic(
        .warning, code: "fence-unclosed",
        "nothing closes this \"\(sign)\"" + (sign == ":::" ? "" : "; all behind it is set as code"),
        help: "put a line of \(sign) where it ends", source: source)
    case .commentUnclosed:
      Diagnostic(
        .warning, code: "comment-unclosed", "nothing closes this \"<!--\"; it is set as text",
        help: "put --> where the comment ends", source: source)
    case .shortcodeLeftOut(let name):
      Diagnostic(
        .warning, code: "shortcode-left-out",
        "\(name.split(separator: "|").map { "\"\($0)\"" }.joined(separator: ", ")) between braces \(name.contains("|") ? "are" : "is") left out: another program puts something there",
        help: "say it in Markdown, or take it out; octavo knows include, meta, pagebreak and kbd", source: source)
    case .metaMissing(let key):
      Diagnostic(
        .warning, code: "meta-missing", "the front matter has no \"\(key)\", which the text asks for",
        help: "add it there, or say it in the text", source: source)
    case .commentsLeftOut(let count):
      Diagnostic(
        .warning, code: "comments-left-out", "\(count) comment\(count == 1 ? " is" : "s are") left out ({>>…<<})",
        help: "they are none of the book's words; changes are set as accepted", source: source)
    case .cellsNotRun:
      Diagnostic(
        .warning, code: "cells-not-run", "code that another program runs is set as it stands, without what it makes",
        help: "echo: false leaves a cell out; put in as a picture or a table what it makes", source: source)
    case .valueNotComputed(let code):
      Diagnostic(
        .warning, code: "value-not-computed", "[…] stands for the value of \"\(code)\", which another program computes",
        help: "write the value itself", source: source)
    case .embedLeftOut(let name):
      Diagnostic(
        .warning, code: "embed-left-out", "what ![[…]] brings in from \"\(name)\" is not set, only its name",
        help: "pictures are set; of a note take the words over, or give the note itself as a chapter", source: source)
    case .verseDoubted(let count):
      Diagnostic(
        .warning, code: "verse-doubted",
        "\(count) paragraph\(count == 1 ? " looks" : "s look") like verse and \(count == 1 ? "is" : "are") set as prose",
        help: "end each line with a backslash, or put a line of ```verse before them and one of ``` behind",
        source: source)
    case .headingWithoutBlank(let words):
      Diagnostic(
        .warning, code: "heading-without-blank", "\"\(words)\" is set as text, not as a heading",
        help: "put a blank behind the #, or a backslash before it", source: source)
    case .noteMissing(let label):
      Diagnostic(
        .warning, code: "note-missing", "there is no note \"\(label)\"; its call is set as it stands",
        help: "write the note: [^\(label)]: its words", source: source)
    case .targetWithBlank(let target):
      Diagnostic(
        .warning, code: "target-with-blank", "\"\(target)\" has a blank in it, so this is neither link nor picture",
        help: "put the name between < and >, or write %20 for the blank", source: source)
    default: preconditionFailure("no warning of pandoc's marks or of a fence")
    }
  }
}
