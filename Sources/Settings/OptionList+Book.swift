internal import Design

/// What is on the pages besides the text, and copies to mark.
extension OptionRow {
  static let ofBook: [OptionRow] = [
    furniture(
      "header",
      "Running head; {title} {author} {surname} {chapter} {chapter-title} {date} {page} {pages}; {TITLE} in capitals.",
      show: { $0.header }
    ) { design, text in
      design.header = text
      (design.headerLeft, design.headerRight) = (nil, nil)
    },
    furniture("footer", "Foot of the page.", show: { $0.footer }) { design, text in
      design.footer = text
      (design.footerLeft, design.footerRight) = (nil, nil)
    },
    furniture("header-left", "Running head of versos. Default: that of --header.", show: { $0.headerLeft ?? $0.header })
    {
      $0.headerLeft = $1
    },
    furniture(
      "header-right", "Running head of rectos. Default: that of --header.", show: { $0.headerRight ?? $0.header }
    ) { $0.headerRight = $1 },
    furniture("footer-left", "Foot of versos. Default: that of --footer.", show: { $0.footerLeft ?? $0.footer }) {
      $0.footerLeft = $1
    },
    furniture("footer-right", "Foot of rectos. Default: that of --footer.", show: { $0.footerRight ?? $0.footer }) {
      $0.footerRight = $1
    },
    choice("opener-heads", "Running heads on pages where chapters begin.", \.design.openersHaveHead),
    OptionRow(
      "toc", .page, .choice, "Contents. Default: where more than one chapter has a title.",
      show: { $0.design.hasContents.map(word) ?? "where more than one chapter has a title" },
      read: { resolved, said in resolved.design.hasContents = said.isOn }),
    choice("title-page", "A title page.", \.design.hasTitlePage),
    choice("half-title", "The title alone on a page before the title page.", \.design.hasHalfTitle),
    choice(
      "copyright-page", "Rights, publisher, date and identifiers on the title's back, where there are any.",
      \.design.hasCopyrightPage),
    depth("toc-depth", "Levels of headings in the contents.", \.design.contentsDepth),
    depth("outline-depth", "Levels of headings in the PDF's outline.", \.design.outlineDepth),
    choice("list-of-figures", "Captions with their pages, after the contents.", \.design.hasListOfFigures),
    choice("list-of-tables", "Titles of tables that have labels, with their pages.", \.design.hasListOfTables),
    choice(
      "list-of-theorems", "Theorems and their kin by their numbers, with their pages.", \.design.hasListOfTheorems),
    choice("colophon", "How the book was set, on the last page.", \.design.hasColophon),
    OptionRow(
      "index-columns", .page, .text, "1|2", "Columns of indexes and glossaries, where the measure has room for them.",
      values: .oneOf(["1", "2"]), show: { String($0.design.indexColumns) },
      read: { (resolved, said) throws(SettingsProblem) in
        resolved.design.indexColumns = try said.choice(said.text) == "1" ? 1 : 2
      }),
    oneOf(
      "chapters",
      "Chapters begin on any page, on a recto only, or run on, one below the other; auto runs on where nearly all are short.",
      \.design.chapters
    ).andForPDFs(),
    oneOf(
      "note-numbers", "Notes are numbered from 1 on each page, in each chapter, or through the book.",
      \.design.noteNumbers),
    OptionRow(
      "lettered-notes", .page, .text, "auto|foot|end|margin",
      "Where the second series of notes stands, which has letters: [^ed:1] in Markdown, endnotes of Word files that have"
        + " footnotes. Default: auto; Word's at the end, others with the rest.",
      values: .oneOf(["auto"] + PageDesign.NotePlace.allCases.map(\.rawValue)),
      show: { $0.design.letteredNotes?.rawValue ?? "auto" },
      read: { (resolved, said) throws(SettingsProblem) in
        resolved.design.take(letteredNotes: PageDesign.NotePlace(rawValue: try said.choice(said.text)))
      }),
    choice("endnotes", "The same as --notes end.", \.design.hasEndnotes),
    oneOf(
      "links",
      "Print the addresses that links lead to, in notes or in brackets. Default: none; notes with --target print.",
      \.design.addresses),
  ]

  static let ofCopies: [OptionRow] = [
    words("watermark", "Pale words across every page, behind the text.", \.design.watermark),
    OptionRow(
      "line-numbers", .page, .text, "n",
      "Number every Nth line of a page in the outside margin; 0 for none. Default: 0, in proofs 5.",
      show: { String($0.design.lineNumberStep) },
      read: { (resolved, said) throws(SettingsProblem) in
        guard let count = Int(said.text), (0...100).contains(count) else {
          throw said.wrong(
            "\"\(said.text)\" is no count of lines for \(said.name)", "give a whole number, such as 5; 0 for none")
        }
        resolved.design.lineNumberStep = count
      }),
  ]
}
