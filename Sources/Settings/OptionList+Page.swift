internal import Design
internal import Units

/// The look to begin with, the page, and the type on it. A row that another row's value
/// depends on stands before it: options are read in this order.
extension OptionRow {
  /// Read together, before all others: `OptionSources.resolvedByTheme`.
  static let ofLook: [OptionRow] = [
    OptionRow(
      "theme", .page, .text, "name",
      "Look to begin with (see \"octavo themes\"), or a file with one of your own: ./my.yaml.",
      values: .oneOf(ThemeFile.names), show: { $0.design.theme }),
    OptionRow(
      "copy", .page, .text, "proof|manuscript",
      "A copy to mark: proof (numbered lines, wide leading), or manuscript (the same as --theme manuscript).",
      values: .oneOf(["proof", "manuscript"])),
    OptionRow("large-print", .page, .choice, "The same as --theme large-print."),
    OptionRow(
      "draft", .page, .choice, "Save paper: smaller type and margins, two pages a sheet. Default: no."),
  ]

  static let ofPage: [OptionRow] = [
    OptionRow(
      "for", .page, .text, PrinterRules.keys.joined(separator: ","),
      "Printers on demand: trim, margins and target as they ask, and the PDF is checked by their rules (octavo check).",
      values: .oneOf(PrinterRules.keys), show: { text($0.design.printers.joined(separator: ",")) }, read: readPrinters
    ).taken(by: [.build, .inspect, .cover]),
    OptionRow(
      "trim", .page, .text, "size",
      "Page size: a name (see \"octavo trims\") or WIDTHxHEIGHT; margins, size and leading follow it.",
      values: .oneOf(Trim.all.map(\.name)), show: { trim($0.design.trim) },
      read: { (resolved, said) throws(SettingsProblem) in
        do throws(Trim.ParseError) { resolved.design.take(try Trim.parse(said.text)) } catch {
          switch error {
          case .unknown(let name, let nearest):
            throw said.wrong(
              "unknown trim \"\(name)\"",
              (nearest.flatMap { Double(name) == nil ? $0 : nil }.map { "did you mean \"\($0)\"? " } ?? "")
                + "\"octavo trims\" lists the names; or give WIDTHxHEIGHT in one word, such as 140x216mm")
          case .badLength(let text):
            // of two numbers the size tells the unit
            let sides = text.split(separator: "x").compactMap { Double($0) }
            let unit = sides.count == 2 ? (sides[1] < 30 && sides[0] < 15 ? "in" : sides[0] < 50 ? "cm" : "mm") : ""
            throw said.wrong(
              "\"\(text)\" is no page size",
              unit.isEmpty
                ? "write WIDTHxHEIGHT with a unit: 140x216mm, 5.5x8.5in" : "say its unit, as in \(text)\(unit)")
          }
        }
      }),
    OptionRow(
      "columns", .page, .text, "1|2|3", "Columns of text on a page; margins and size follow them.",
      values: .oneOf(["1", "2", "3"]), show: { String($0.design.columns) },
      read: { (resolved, said) throws(SettingsProblem) in
        resolved.design.take(columns: Int(try said.choice(said.text)) ?? 1)
      }),
    OptionRow(
      "captions", .page, .text, "below|beside",
      "beside: next to pictures of some half of the measure or less, where they have room.",
      values: .oneOf(["below", "beside"]), show: { $0.design.hasCaptionsBeside ? "beside" : "below" },
      read: { (ticket, said) throws(SettingsProblem) in
        ticket.design.hasCaptionsBeside = try said.choice(said.text) == "beside"
      }),
    choice("column-rule", "A hairline between columns of text.", \.design.hasColumnRule),
    OptionRow(
      "layout", .page, .text, "single|spread", "single: one page a sheet; spread: facing pages side by side.",
      values: .oneOf(["single", "spread"]), show: { $0.design.isSpread ? "spread" : "single" },
      read: { (resolved, said) throws(SettingsProblem) in
        resolved.design.isSpread = try said.choice(said.text) == "spread"
      }),
    OptionRow(
      "spine", .page, .text, "min|mid|max",
      "mid: the same as --layout spread; min or max: one-sided pages bound at the leading or trailing edge.",
      values: .oneOf(["min", "mid", "max"]), show: { spine($0.design) }, read: readSpine),
    oneOf(
      "writing",
      "vertical: lines run downwards and follow each other leftwards, as in Japanese and Chinese books bound at the"
        + " right. Default: horizontal.", \.design.writing),
    oneOf("binding", "Edge at which the book is bound. Default: by the language.", \.design.binding).andForPDFs(),
    OptionRow(
      "margins", .page, .text, PageDesign.Margins.allCases.map(\.rawValue).joined(separator: "|"),
      "How page and text share the paper; canon: by ninths. Default: the theme's, in proportion to the trim.",
      values: .oneOf(PageDesign.Margins.allCases.map(\.rawValue)),
      read: { (resolved, said) throws(SettingsProblem) in
        guard let margins = PageDesign.Margins(rawValue: said.text.lowercased()) else {
          throw said.wrong(
            "\"\(said.text)\" is no value for \(said.name)",
            "it takes \(PageDesign.Margins.allCases.map(\.rawValue).joined(separator: ", ")); lengths go to --inside,"
              + " --outside, --top and --bottom")
        }
        resolved.design.take(margins)
      }),
    oneOf(
      "notes",
      "Notes at the foot of the page, at the end of the book, or in the outside margin, which grows for them.",
      \.design.notes
    ) { $0.design.take(notes: $0.design.notes) },
    OptionRow(
      "inside", .page, .text, "length",
      "Inside margin, at the spine; auto: by the number of pages, as printers ask.",
      show: { $0.design.insideByPageCount ? "auto" : millimetres($0.design.inside) },
      read: { (resolved, said) throws(SettingsProblem) in
        resolved.design.insideByPageCount = said.text == "auto"
        resolved.design.inside = said.text == "auto" ? PrinterRules.insideMargin(pages: 1) : try said.length()
      }),
    length("outside", "Outside margin.", \.design.outside),
    length("top", "Head margin, down to the text.", \.design.top),
    length("bottom", "Foot margin.", \.design.bottom),
    OptionRow(
      "fit-signatures", .page, .text, "pages",
      "Fill whole sections of this many pages, where a line more or fewer, or 3 mm of margin, is enough.",
      show: { $0.design.signature > 0 ? String($0.design.signature) : "none" },
      read: { (resolved, said) throws(SettingsProblem) in
        guard let pages = Int(said.text), (2...128).contains(pages), pages % 2 == 0 else {
          throw said.wrong("\"\(said.text)\" is no section's pages", "give an even number from 2 to 128, such as 16")
        }
        resolved.design.signature = pages
      }
    ).taken(by: [.build, .impose, .inspect, .cover]),
    OptionRow(
      "bleed", .page, .text, "length", "Paper beyond the trim that pictures and colour at its edge run into.",
      show: { millimetres($0.design.bleed) }, read: readBleed
    ).andForPDFs(),
    OptionRow(
      "spot-colour", .page, .text, "ink",
      "A second ink for presses, its name and its colour: \"PANTONE 186 C #C8102E\". Everything of this colour is printed with it.",
      show: { resolved in text(resolved.design.spot.map { "\($0.name) \($0.colour.written)" } ?? "") }, read: readSpot
    ).taken(by: [.build, .impose, .inspect, .watch, .cover]),
    // nothing can be clicked in print
    oneOf("target", "print: no links, one black ink, boxes for the cutter.", \.target) {
      if $0.target == .print { $0.design.addresses = .notes }
    }.andForPDFs(),
    choice(
      "tagged", "Write a tagged PDF for screen readers; only with --target screen.",
      \.isTagged, group: .page),
    OptionRow(
      "pdf", .page, .text, PDFStandard.allCases.map(\.rawValue).joined(separator: "|"),
      "Standard of the PDF: PDF/A for archives (a-3a and a-4 contain the manuscript), PDF/UA for screen readers, PDF/X for presses. Default: a-2u and ua-1 as far as the book allows.",
      values: .oneOf(PDFStandard.allCases.map(\.rawValue)), show: { $0.standard?.rawValue ?? "none" },
      read: { (resolved, said) throws(SettingsProblem) in
        let standard = try said.oneOf(PDFStandard.self)
        resolved.standard = standard
        guard standard.isForPress else { return }
        guard said.layers["target"]?.values != ["screen"] else {
          throw said.wrong(
            "\(said.name) \(standard.rawValue) and --target screen contradict each other",
            "\(standard.title) is for presses; leave one of them out")
        }
        resolved.target = .print
        resolved.design.addresses = .notes
      }
    ).taken(by: [.build, .inspect, .watch, .cover]).early(),
    OptionRow(
      "condition", .page, .text, PrintingCondition.all.map(\.key).joined(separator: "|"),
      "Printing condition that a PDF/X is meant for, by its name at color.org.",
      values: .oneOf(PrintingCondition.all.map(\.key)), show: { $0.condition.key },
      read: { (resolved, said) throws(SettingsProblem) in
        guard let condition = PrintingCondition.all.first(where: { $0.key == said.text }) else {
          throw said.unknown(PrintingCondition.all.map(\.key))
        }
        resolved.condition = condition
      }
    ).taken(by: [.build, .inspect, .watch, .cover]),
    OptionRow(
      "profile", .page, .text, "file",
      "Colour profile (.icc) of the press, for --ink cmyk and PDF/X-4. Default: Debian's, for swop.", values: .file,
      read: { resolved, said in resolved.profileFile = said.text }
    ).taken(by: [.build, .inspect, .watch, .cover]),
    oneOf(
      "ink", "Inks of pictures and coloured words in a PDF/X; text is printed in black alone either way.", \.ink
    ).taken(by: [.build, .inspect, .watch, .cover]),
  ]

  static let ofType: [OptionRow] = [
    OptionRow(
      "font", .page, .text, "name", "Family of the text (see \"octavo fonts\").", values: .families,
      show: { $0.design.family },
      read: { (resolved, said) throws(SettingsProblem) in
        guard !said.text.isEmpty else {
          throw said.wrong("\(said.name) names no family", "\"octavo fonts\" lists them")
        }
        resolved.design.family = said.text
      }),
    OptionRow(
      "math-font", .page, .text, "name",
      "Family of formulas, which has a MATH table. auto is the one that goes with the text's.",
      show: { $0.design.mathFont ?? "auto" },
      read: { (resolved, said) throws(SettingsProblem) in
        guard !said.text.isEmpty else {
          throw said.wrong("\(said.name) names no family", "such as \"TeX Gyre Pagella Math\"")
        }
        resolved.design.mathFont = said.text == "auto" ? nil : said.text
      }),
    OptionRow(
      "size", .page, .text, "length", "Size of the text.", show: { $0.design.size.description },
      read: { (resolved, said) throws(SettingsProblem) in
        let proportion = resolved.design.leading.points / resolved.design.size.points
        resolved.design.size = try said.length(usual: "pt")
        resolved.design.leading = resolved.design.size.scaled(by: proportion)
      }),
    OptionRow(
      "leading", .page, .text, "length", "Baseline to baseline. Default: 14/11 of the size.",
      show: { $0.design.leading.description },
      read: { (resolved, said) throws(SettingsProblem) in resolved.design.leading = try said.length(usual: "pt") }),
    OptionRow(
      "font-path", .page, .list, "dir", "Folder with fonts; may be given more than once.", values: .folder,
      read: { (resolved, said) throws(SettingsProblem) in
        try checkFontFolders(said.values)
        resolved.fontFolders = said.values
      }
    ).andForPDFs(),
    choice("justify", "Set lines to one length. Default: where they hold some forty letters.", \.design.isJustified),
    choice("hyphenate", "Divide words at line ends.", \.design.hyphenates),
    OptionRow(
      "hyphenation-exceptions", .page, .text, "file",
      "File of words as they may be divided, one to a line: ty-pog-ra-phy; a word without hyphens is never divided.",
      values: .file, read: { resolved, said in resolved.exceptionsFile = said.text }),
    OptionRow(
      "expansion", .page, .text, "percent",
      "How far a line's type may be widened or narrowed at most, in per cent.",
      show: { Length.decimal($0.design.expansion) },
      read: { (resolved, said) throws(SettingsProblem) in
        resolved.design.expansion = try said.number(
          0...5, "is no percentage for", "give a number from 0 to 5, such as --expansion 2")
      }),
    choice("margin-kerning", "Points and hyphens stand a little in the margin.", \.design.hangsPunctuation),
    OptionRow(
      "indent", .page, .text, "ems", "First line of a paragraph, in ems.", show: { Length.decimal($0.design.indent) },
      read: { (resolved, said) throws(SettingsProblem) in
        resolved.design.indent = try said.number(
          0...10, "is no count of ems for", "give a number from 0 to 10, such as --indent 1.5")
        // without an indent, and without a gap, nothing would say where a paragraph begins
        resolved.design.paragraphGap = resolved.design.indent > 0 ? 0 : 1
      }),
    OptionRow(
      "drop-capitals", .page, .text, "lines", "Lines that a chapter's first letter stands over, 2 to 6; 0 for none.",
      show: { String($0.design.dropCapitalLines) },
      read: { (resolved, said) throws(SettingsProblem) in
        let (complaint, help) = ("is no count of lines for", "give 0, or a whole number from 2 to 6")
        let count = try said.number(0...6, complaint, help)
        guard count == count.rounded(), count != 1 else {
          throw said.wrong("\"\(said.text)\" \(complaint) \(said.name)", help)
        }
        resolved.design.dropCapitalLines = Int(count)
      }),
    choice("opening-small-capitals", "Chapters begin with words in small capitals.", \.design.openingSmallCapitals),
    OptionRow(
      "scene-break", .page, .words, "text",
      "Ornament of a scene break: signs, or a picture's file. Default: three stars.",
      show: { text($0.design.sceneBreakMark) },
      read: { (resolved, said) throws(SettingsProblem) in
        guard !said.text.isEmpty else {
          throw said.wrong("\(said.name) is empty", "give the ornament, such as #, or leave it out")
        }
        resolved.design.sceneBreakMark = try said.ornament() ?? said.text.replacing(" ", with: "\u{A0}")
      }),
  ]

  private static func spine(_ design: PageDesign) -> String {
    if design.isSpread { return "mid" }
    switch design.sides {
    case .facing: return "two-sided"
    case .leading: return "min"
    case .trailing: return "max"
    }
  }

  private static let readSpine: Reading = { (resolved, said) throws(SettingsProblem) in
    switch said.text {
    case "mid":
      guard said.layers["layout"]?.values != ["single"] else {
        throw said.wrong(
          "--spine mid and --layout single contradict each other",
          "--spine mid is two pages a sheet, the same as --layout spread; leave one of them out")
      }
      resolved.design.isSpread = true
    case "min", "max":
      guard !resolved.design.isSpread else {
        throw said.wrong(
          "--spine \(said.text) and --layout spread contradict each other",
          "a spread has its spine in the middle: --spine mid, or leave --spine out")
      }
      resolved.design.sides = said.text == "min" ? .leading : .trailing
    default: throw said.unknown(["min", "mid", "max"])
    }
  }

  /// What follows from it, the options behind it may change.
  private static let readPrinters: Reading = { (resolved, said) throws(SettingsProblem) in
    for name in said.text.split(separator: ",", omittingEmptySubsequences: false) {
      resolved.design.printers.append(try said.choice(String(name.drop { $0 == " " })))
    }
    // the commonest trim of all of them
    resolved.design.take(PageSize(width: Length(inches: 6), height: Length(inches: 9)))
    resolved.design.insideByPageCount = true
    resolved.design.inside = PrinterRules.insideMargin(pages: 1, for: resolved.design.printers)
    // half an inch is free of ink, heads and folios included, which stand that far above and below the text
    let furniture = resolved.design.leading * 2
    for path in [\PageDesign.top, \PageDesign.bottom] {
      resolved.design[keyPath: path] = max(resolved.design[keyPath: path], Length(inches: 0.5) + furniture)
    }
    resolved.design.outside = max(resolved.design.outside, Length(inches: 0.5) + resolved.design.size.scaled(by: 0.5))
    resolved.target = .print
    resolved.design.addresses = .notes
    // its own page asks for PDF/X-1a, whose default preset cures pale black text
    if resolved.design.printers.contains("ingram") { resolved.standard = .x1a }
  }

  private static let readSpot: Reading = { (resolved, said) throws(SettingsProblem) in
    guard said.text != "none" else {
      resolved.design.spot = nil
      return
    }
    let words = said.text.split(separator: " ").map(String.init)
    let name = words.dropLast().joined(separator: " ")
    guard let colour = words.last.flatMap(Colour.init(parsing:)), !name.isEmpty, name.utf8.count <= 100 else {
      throw said.wrong(
        "\"\(said.text)\" names no ink with its colour",
        "write the ink's name and its colour as #RRGGBB: \"PANTONE 186 C #C8102E\"")
    }
    // these two mean all inks and no ink (ISO 32000-1, 8.6.6.4)
    guard !["all", "none"].contains(name.lowercased()), !colour.isGrey else {
      throw said.wrong("\"\(said.text)\" is no second ink", "grey is black ink already; All and None name no ink")
    }
    resolved.design.spot = SpotInk(name: name, colour: colour)
  }

  private static let readBleed: Reading = { (resolved, said) throws(SettingsProblem) in
    let (bleed, trim) = (try said.length(), resolved.design.trim)
    guard bleed >= .zero, bleed * 2 <= min(trim.width, trim.height) else {
      throw said.wrong(
        "a bleed of \(said.text) is not possible", "give a bleed between 0 and half the page; 3mm is usual")
    }
    guard bleed == .zero || !resolved.design.isSpread else {
      throw said.wrong(
        "\(said.name) and --layout spread contradict each other",
        "a spread is not cut at its pages' edges; leave one of them out")
    }
    resolved.design.bleed = bleed
  }

  private static func trim(_ size: PageSize) -> String {
    Trim.all.first { $0.size == size }?.name ?? "\(Length.decimal(size.width.millimetres))x\(millimetres(size.height))"
  }
}
