internal import Imposition

/// Options of a run: what is written, which part of the book, on which sheets, and what is
/// said meanwhile. The commands read them; files cannot give them.
extension OptionRow {
  static let ofOutput: [OptionRow] = [
    OptionRow(
      "output", .output, .text, "file",
      "The PDF; - for standard output. Default: NAME.pdf in ./Output if that folder exists, else here.",
      values: .file
    ).short("o").taken(by: [.build, .impose, .watch, .cover]).andForPDFs(),
    OptionRow(
      "dump", .output, .text, "stage",
      "Print what a stage made, one item to a line, instead of making a PDF: items, lines, galley or pages.",
      values: .oneOf(["items", "lines", "galley", "pages"])
    ).taken(by: .build),
  ]

  static let ofSheets: [OptionRow] = [
    OptionRow(
      "scheme", .sheets, .text, "scheme",
      "booklet, sections, folio, quarto, octavo (folded); perfect, step-and-repeat (cut); n-up (read as they are). Default: booklet.",
      values: .oneOf(["booklet", "sections", "perfect", "n-up", "step-and-repeat", "folio", "quarto", "octavo"])),
    OptionRow(
      "section", .sheets, .text, "pages",
      "Pages of a section, a multiple of 4, or how thick it may be, such as 3mm; means --scheme sections. Default: 16."),
    OptionRow("up", .sheets, .number, "pages", "Pages on a side of a sheet that is not folded. Default: 2."),
    OptionRow(
      "sheet", .sheets, .text, "size",
      "Sheet: a4, letter, a3, sra3, ... or WIDTHxHEIGHT. Default: the smallest common one that holds the pages.",
      values: .oneOf(StandardSheet.all.map(\.name))),
    OptionRow(
      "scale", .sheets, .text, "1|fit", "fit: pages as large as the sheet allows. Default: 1, as they are.",
      values: .oneOf(["1", "fit"])),
    OptionRow(
      "duplex", .sheets, .text, "long|short|manual",
      "Edge about which the printer turns the sheet; manual: two files, fronts and backs. Default: the one that suits the sheet.",
      values: .oneOf(["long", "short", "manual"])),
    OptionRow(
      "creep", .sheets, .text, "length",
      "Thickness of the paper, by which inner pages move to the spine: 0.1mm for 80 g/m². Default: 0mm."),
    OptionRow(
      "marks", .sheets, .text, "marks",
      "Some of crop, fold, collation, registration, slug, border, with commas. Default: none.",
      values: .oneOf(marks.map(\.rawValue))),
    OptionRow(
      "cover-sheet", .sheets, .mark,
      "The first two pages and the last two are the cover: the first sheet, around all others."),
    OptionRow("guide", .sheets, .mark, "Add a last page that shows how to print, fold and bind."),
    OptionRow(
      "undo", .sheets, .mark,
      "Make single pages again from a PDF of such sheets, or from a scan of spreads unless --scheme says otherwise."
    ),
  ].map { $0.taken(by: .impose).andForPDFs() }

  private static let marks: [PrintersMark.Kind] = [.crop, .fold, .collation, .registration, .slug, .border]

  static let ofPictures: [OptionRow] = [
    OptionRow(
      "png", .pictures, .text, "dir", "Write PNG pictures into this folder; it is made if it is not there.",
      values: .folder),
    OptionRow("svg", .pictures, .text, "dir", "Write SVG pictures into this folder.", values: .folder),
    OptionRow("dpi", .pictures, .text, "n", "Dots per inch of a PNG, 18 to 2400. Default: 150."),
  ].map { $0.taken(by: .render) }

  static let ofPart: [OptionRow] = [
    OptionRow(
      "pages", .part, .words, "ranges",
      "Pages by their folios, such as 1-20,xii,45-; of a PDF counted from 1. Default: all."
    )
    .taken(by: [.setting, .key]).andForPDFs(),
    OptionRow("chapter", .part, .number, "n", "One chapter, counted from 1 without parts and prefaces.")
      .taken(by: [.setting, .key]),
  ]

  static let ofRun: [OptionRow] =
    [
      OptionRow(
        "jobs", .run, .number, "n",
        "Threads: with two, pages are drawn while others are set; the result is the same. Default: one per core, at most 8."
      ).short("j").taken(by: [.setting, .cover]).andForPDFs(),
      OptionRow("quiet", .run, .mark, "Say nothing but errors.").short("q").taken(by: [.setting, .read, .cover])
        .andForPDFs(),
      OptionRow("verbose", .run, .mark, "List every loose line and what was recognised.").short("v")
        .taken(by: [.setting, .read, .cover]).andForPDFs(),
      OptionRow(
        "strict", .run, .mark,
        "Treat warnings as failures: exit 3, nothing written; --strict=CODE,... only warnings of these codes (--format json shows them)."
      ).taken(by: [.setting, .cover, .key]).andForPDFs(),
      OptionRow("strict-on", .run, .text, "codes", "Another name for --strict=CODE,...")
        .taken(by: [.setting, .cover, .key]).andForPDFs(),
      OptionRow(
        "verify", .run, .mark,
        "Read the PDF back and prove that every word is in it, once and in order; exit 4 and nothing written if not."
      ).taken(by: [.build, .impose, .watch, .key]),
      OptionRow("explain-page", .run, .number, "n", "Say why the page with this folio broke where it did.")
        .taken(by: .setting),
      OptionRow(
        "doubts", .run, .mark,
        "List the lines of a plain text that were nearly read as something else, similar ones together."
      ).taken(by: .inspect),
      OptionRow(
        "hints", .run, .mark, "Write what lines or blocks became as a file of hints for you to change and use."
      ).taken(by: .inspect),
      OptionRow("explain-line", .run, .number, "n", "Say what a line of the manuscript became, and why.")
        .taken(by: .inspect),
      OptionRow("open", .run, .mark, "Open what was made when it is done.").taken(by: [.setting, .cover]).andForPDFs(),
      OptionRow(
        "format", .run, .text, "form", "Messages as human, short or json; an answer as human or json. Default: human.",
        values: .oneOf(["human", "short", "json"])
      ).andForPDFs(),
      OptionRow(
        "progress", .run, .text, "when", "Progress: auto, always or never. Default: auto.", values: .oneOf(whens)
      ).taken(by: [.setting, .cover]).andForPDFs(),
      OptionRow(
        "color", .run, .text, "when", "Colour: auto, always or never. Default: auto.", values: .oneOf(whens)
      ).taken(by: [.setting, .read, .cover]).andForPDFs(),
    ] + ofCatalogue + ofScreen

  /// Runs among many that no one looks at.
  private static let ofCatalogue: [OptionRow] =
    [
      OptionRow(
        "summary", .run, .text, "file",
        "Write the results as JSON: pages, words, warnings by code, seconds, memory, hashes; - for standard output.",
        values: .file),
      OptionRow(
        "if-changed", .run, .mark,
        "Do nothing where the summary (NAME.summary.json beside the PDF, if none is named) shows that nothing has changed."
      ),
      OptionRow(
        "log", .run, .text, "file",
        "Write every message to this file too, one to a line as JSON, whatever -q says.",
        values: .file),
    ].map { $0.taken(by: [.build, .impose, .cover]).andForPDFs() }
    + [
      OptionRow("time", .run, .text, "time", "End after this time, such as 90s, 5m or 1h: exit 6, nothing written."),
      OptionRow(
        "memory", .run, .text, "size",
        "Take no more memory than this, such as 500M or 2G, nor may pandoc: exit 6, nothing written."),
      OptionRow(
        "within", .run, .text, "folder",
        "For manuscripts from strangers: of the files that they name, only those in this folder are read.",
        values: .folder),
    ].map { $0.taken(by: [.build, .impose, .cover, .inspect, .read]).andForPDFs() }

  /// A book that is open while it is written.
  private static let ofScreen: [OptionRow] = [
    OptionRow("port", .run, .number, "n", "Port of this machine to serve on. Default: any that is free.")
      .taken(by: .read),
    OptionRow("no-open", .run, .mark, "Print the address and open no browser.").taken(by: .read),
    OptionRow(
      "watch", .run, .mark, "Show each change of the manuscript, its pictures and octavo.yaml as it is saved."
    ).taken(by: .read),
    OptionRow(
      "poll", .run, .mark,
      "Look at the files twice a second, where the system does not report changes (network drives)."
    ).taken(by: [.read, .watch]),
    OptionRow(
      "export", .run, .text, "folder",
      "Write the book as files instead, which any browser opens, from a disk or a web server; NAME.zip has them in one.",
      values: .folder
    ).taken(by: .read),
  ]

  private static let whens = ["auto", "always", "never"]
}
