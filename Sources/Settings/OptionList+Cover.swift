internal import Design

/// Options of `cover`: the sheet around the book.
extension OptionRow {
  static let ofCover: [OptionRow] = [
    OptionRow(
      "kind", .cover, .text, "kind",
      "paperback (one flat sheet), case (printed boards) or jacket (a wrapper with flaps). Default: paperback.",
      values: .oneOf(CoverKind.allCases.map(\.rawValue))),
    OptionRow(
      "paper", .cover, .text, "white|cream|colour",
      "The book's paper, which decides the spine's width. Default: white.",
      values: .oneOf(CoverPaper.allCases.map(\.rawValue))),
    OptionRow(
      "page-count", .cover, .number, "n", "Pages of the book. Default: the manuscript is set and its pages are counted."
    ),
    OptionRow(
      "spine-width", .cover, .text, "length",
      "As the printer's own template has it. Default: by page count, paper and printer."),
    OptionRow(
      "blurb", .cover, .text, "file", "A text file for the back, blank lines between paragraphs. Default: nothing.",
      values: .file),
    OptionRow(
      "front-picture", .cover, .text, "file", "A picture that fills the front. Default: none.", values: .file),
    OptionRow("back-picture", .cover, .text, "file", "A picture that fills the back. Default: none.", values: .file),
    OptionRow(
      "front-flap", .cover, .text, "file", "A text file for the flap of a jacket beside the front. Default: nothing.",
      values: .file),
    OptionRow(
      "back-flap", .cover, .text, "file", "The same for the flap beside the back. Default: nothing.", values: .file),
    OptionRow(
      "author-picture", .cover, .text, "file",
      "The author, above the words of a jacket's back flap, else at the foot of the back. Default: none.",
      values: .file),
    OptionRow(
      "cover-layout", .cover, .text, "kind",
      "plain, band, block, panel, frame or pattern: what stands on the front. Default: the theme's.",
      values: .oneOf(CoverLook.Layout.allCases.map(\.rawValue))),
    OptionRow("paper-colour", .cover, .text, "#rrggbb", "The cover's ground, bleed included. Default: the theme's."),
    OptionRow("ink-colour", .cover, .text, "#rrggbb", "The words on it. Default: the theme's."),
    OptionRow("accent-colour", .cover, .text, "#rrggbb", "Its bands, labels and frames. Default: the theme's."),
    OptionRow(
      "front-image", .cover, .text, "file",
      "Write the front alone as a PNG or a JPEG of 1600 by 2560 dots, composed anew for that shape, as shops show it.",
      values: .file),
    OptionRow(
      "isbn", .cover, .text, "isbn", "Draws its barcode on the back. Default: the manuscript's, else no barcode."),
    OptionRow(
      "guides", .cover, .mark, "Draw cuts, folds, safe zones and the barcode's box: to look at, not to print."),
  ].map { $0.taken(by: .cover) }
}
