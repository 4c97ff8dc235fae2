import ArgumentParser

/// Options that shape the page: one value of text each, read and judged here so
/// that every message has the form of octavo's own.
struct DesignOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Look to begin with (see \"octavo themes\"). Default: octavo.", valueName: "name"))
  var theme: String?

  // MARK: Page
  @Option(
    help: ArgumentHelp("Page size: a name (see \"octavo trims\") or WIDTHxHEIGHT. Default: a5.", valueName: "size"))
  var trim: String?
  @Option(help: ArgumentHelp("single: one page a sheet; spread: facing pages side by side.", valueName: "layout"))
  var layout: String?
  @Option(
    help: ArgumentHelp(
      "mid: the same as --layout spread; min or max: one-sided pages bound at the leading or trailing edge.",
      valueName: "edge"))
  var spine: String?
  @Option(
    help: ArgumentHelp(
      "Edge at which the book is bound: left, right or top. Default: by the language.", valueName: "edge"))
  var binding: String?
  @Option(
    help: ArgumentHelp(
      "Inside margin, at the spine; auto: by the number of pages, as printers ask. Default: 20mm.", valueName: "length")
  )
  var inside: String?
  @Option(help: ArgumentHelp("Outside margin. Default: 23mm.", valueName: "length"))
  var outside: String?
  @Option(help: ArgumentHelp("Head margin, down to the text. Default: 20mm.", valueName: "length"))
  var top: String?
  @Option(help: ArgumentHelp("Foot margin. Default: 25mm.", valueName: "length"))
  var bottom: String?
  @Option(
    help: ArgumentHelp(
      "Paper beyond the trim that pictures and colour at its edge run into. Default: 0mm.", valueName: "length"))
  var bleed: String?
  @Option(
    help: ArgumentHelp(
      "print: no links, one black ink, boxes for the cutter. Default: screen.", valueName: "screen|print"))
  var target: String?

  // MARK: Type
  @Option(help: ArgumentHelp("Family of the text (see \"octavo fonts\"). Default: EB Garamond 12.", valueName: "name"))
  var font: String?
  @Option(help: ArgumentHelp("Size of the text. Default: 11pt.", valueName: "length"))
  var size: String?
  @Option(help: ArgumentHelp("Baseline to baseline. Default: 14/11 of the size.", valueName: "length"))
  var leading: String?
  @Option(
    name: .customLong("font-path"),
    help: ArgumentHelp("Folder with fonts; may be given more than once.", valueName: "dir"))
  var fontPath: [String] = []
  @Flag(inversion: .prefixedNo, help: "Set lines to one length. Default: yes.")
  var justify: Bool?
  @Flag(inversion: .prefixedNo, help: "Divide words at line ends. Default: yes.")
  var hyphenate: Bool?
  @Option(
    name: .customLong("hyphenation-exceptions"),
    help: ArgumentHelp(
      "File of words as they may be divided, one a line: ty-pog-ra-phy; a word without hyphens is never divided.",
      valueName: "file"))
  var hyphenationExceptions: String?
  @Option(
    help: ArgumentHelp(
      "Most by which a line's type may be widened or narrowed, in per cent. Default: 2.", valueName: "percent"))
  var expansion: String?
  @Flag(
    name: .customLong("margin-kerning"), inversion: .prefixedNo,
    help: "Points and hyphens stand a little into the margin. Default: yes.")
  var marginKerning: Bool?
  @Option(help: ArgumentHelp("First line of a paragraph, in ems. Default: 1.2.", valueName: "ems"))
  var indent: String?
  @Option(
    name: .customLong("drop-capitals"),
    help: ArgumentHelp(
      "Lines that a chapter's first letter stands over, 2 to 6; 0 for none. Default: 0.", valueName: "lines"))
  var dropCapitals: String?
  @Flag(
    name: .customLong("opening-small-capitals"), inversion: .prefixedNo,
    help: "Chapters begin with words in small capitals. Default: no.")
  var openingSmallCapitals: Bool?
  @Option(
    name: .customLong("scene-break"), parsing: .unconditional,
    help: ArgumentHelp("Ornament of a scene break. Default: three stars.", valueName: "text"))
  var sceneBreak: String?

  // MARK: Book
  // any value is taken as it stands, for "- {page} -" is a folio
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Running head; {title} {author} {surname} {chapter} {chapter-title} {date} {page} {pages}; {TITLE} in capitals. Default: '{title}'.",
      valueName: "text"))
  var header: String?
  @Option(parsing: .unconditional, help: ArgumentHelp("Foot of the page. Default: 'Page {page}'.", valueName: "text"))
  var footer: String?
  @Option(
    name: .customLong("header-left"), parsing: .unconditional,
    help: ArgumentHelp("Running head of versos, instead of --header.", valueName: "text"))
  var headerLeft: String?
  @Option(
    name: .customLong("header-right"), parsing: .unconditional,
    help: ArgumentHelp("Running head of rectos, instead of --header.", valueName: "text"))
  var headerRight: String?
  @Option(
    name: .customLong("footer-left"), parsing: .unconditional,
    help: ArgumentHelp("Foot of versos, instead of --footer.", valueName: "text"))
  var footerLeft: String?
  @Option(
    name: .customLong("footer-right"), parsing: .unconditional,
    help: ArgumentHelp("Foot of rectos, instead of --footer.", valueName: "text"))
  var footerRight: String?
  @Flag(
    name: .customLong("opener-heads"), inversion: .prefixedNo,
    help: "Running heads on pages where chapters begin. Default: yes.")
  var openerHeads: Bool?
  @Flag(inversion: .prefixedNo, help: "Contents. Default: where more than one chapter has a title.")
  var toc: Bool?
  @Flag(name: .customLong("title-page"), inversion: .prefixedNo, help: "A title page. Default: yes.")
  var titlePage: Bool?
  @Flag(
    name: .customLong("half-title"), inversion: .prefixedNo,
    help: "The title alone on a page before the title page. Default: no.")
  var halfTitle: Bool?
  @Flag(
    name: .customLong("copyright-page"), inversion: .prefixedNo,
    help: "Rights, publisher, date and identifiers on the title's back, where there are any. Default: no.")
  var copyrightPage: Bool?
  @Option(
    name: .customLong("toc-depth"),
    help: ArgumentHelp("Levels of headings in the contents. Default: chapters and parts alone.", valueName: "n"))
  var tocDepth: String?
  @Option(
    name: .customLong("outline-depth"),
    help: ArgumentHelp("Levels of headings in the PDF's outline. Default: chapters and parts alone.", valueName: "n"))
  var outlineDepth: String?
  @Flag(
    name: .customLong("list-of-figures"), inversion: .prefixedNo,
    help: "Captions with their pages, after the contents. Default: no.")
  var listOfFigures: Bool?
  @Flag(inversion: .prefixedNo, help: "How the book was set, on the last page. Default: no.")
  var colophon: Bool?

  // MARK: Copies
  @Option(
    help: ArgumentHelp(
      "A copy to mark: proof (numbered lines, wide leading), or manuscript (the same as --theme manuscript).",
      valueName: "proof|manuscript"))
  var copy: String?
  @Flag(name: .customLong("large-print"), inversion: .prefixedNo, help: "The same as --theme large-print.")
  var largePrint: Bool?
  @Flag(inversion: .prefixedNo, help: "Save paper: smaller type and margins, two pages a sheet. Default: no.")
  var draft: Bool?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pale words across every page, behind the text. Default: none.", valueName: "text"))
  var watermark: String?
  @Option(
    name: .customLong("line-numbers"),
    help: ArgumentHelp(
      "Number every so many lines of a page in the outside margin; 0 for none. Default: 0, in proofs 5.", valueName: "n"
    ))
  var lineNumbers: String?
  @Option(help: ArgumentHelp("Chapters begin on any page, or on a recto only. Default: any.", valueName: "any|recto"))
  var chapters: String?

  @Option(
    name: .customLong("note-numbers"),
    help: ArgumentHelp(
      "Notes are numbered from 1 on each page, in each chapter, or through the book. Default: book.",
      valueName: "page|chapter|book"))
  var noteNumbers: String?
  @Flag(inversion: .prefixedNo, help: "Notes at the end of the book instead of the foot of the page. Default: no.")
  var endnotes: Bool?
  @Option(
    help: ArgumentHelp(
      "Print the addresses that links lead to, in notes or in brackets. Default: none; notes with --target print.",
      valueName: "none|notes|brackets"))
  var links: String?
}
