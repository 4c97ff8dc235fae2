internal import Manuscript
internal import Units

/// What the manuscript is and how it is read.
extension OptionRow {
  static let ofManuscript: [OptionRow] =
    [
      OptionRow(
        "from", .manuscript, .text, formats.joined(separator: "|"),
        "Format of the manuscript. Default: found out by the file and its name.",
        values: .oneOf(formats),
        read: { (resolved, said) throws(SettingsProblem) in resolved.format = try said.choice(said.text) }
      ).early().foundOut(),
      OptionRow(
        "encoding", .manuscript, .text, "name", "Encoding of a text file, such as UTF-8 or CP1252. Default: found out.",
        read: { resolved, said in resolved.reading.encoding = said.text }
      ).early().foundOut(),
      OptionRow(
        "lang", .manuscript, .text, "tag",
        "Language of the text, such as en or pt-BR. Default: the manuscript's, else found out.",
        show: { $0.design.language ?? "" },
        read: { (resolved, said) throws(SettingsProblem) in
          guard let tag = tag(said.text) else {
            throw said.wrong("\"\(said.text)\" is no language tag", "write it as in en, de, pt-BR or zh-Hant")
          }
          resolved.reading.language = tag
        }
      ).foundOut(),
      OptionRow(
        "title", .manuscript, .text, "text", "Title, instead of the manuscript's.",
        read: { resolved, said in resolved.reading.title = said.text }
      ).foundOut(),
      OptionRow(
        "author", .manuscript, .text, "text", "Author, instead of the manuscript's.",
        read: { resolved, said in resolved.reading.author = said.text }
      ).foundOut(),
      OptionRow(
        "lines", .manuscript, .text, "kind",
        "Lines of a text file: wrapped, paragraphs (one a line) or verse. Default: found out.",
        values: .oneOf(layouts.map(\.0)),
        read: { (resolved, said) throws(SettingsProblem) in
          guard let layout = layouts.first(where: { $0.0 == said.text }) else { throw said.unknown(layouts.map(\.0)) }
          resolved.reading.lines = layout.1
        }
      ).early().foundOut(),
      OptionRow(
        "chapters-by", .manuscript, .words, "regex|none",
        "Lines that begin chapters, by a regular expression; none for no chapters. Default: found out.",
        read: { (resolved, said) throws(SettingsProblem) in
          resolved.reading.readsHeadings = said.text != "none"
          guard resolved.reading.readsHeadings else { return }
          guard isExpression(said.text) else {
            throw said.wrong(
              "\"\(said.text)\" is no regular expression for \(said.name)",
              "such as --chapters-by '^Chapter [0-9]+'; none for no chapters")
          }
          resolved.reading.chaptersBy = said.text
        }
      ).early().foundOut(),
      some("keep", "Keep what would be left out", kept, all: { $0.keepAll() }, to: true),
      some("ignore", "Do not recognise these", recognised, to: false),
      OptionRow(
        "respect-css", .manuscript, .text, sheets.joined(separator: "|"),
        "How much of an EPUB's style sheets counts: nothing, what carries meaning, or spaces, sizes and colours too.",
        values: .oneOf(sheets), show: { $0.sheets },
        read: { (resolved, said) throws(SettingsProblem) in resolved.sheets = try said.choice(said.text) }
      ).early(),
      choice(
        "smart", "Typewriter quotes, dashes and ellipses become a printer's.", \.isSmart, group: .manuscript),
      choice(
        "number-sections", "Chapters and the headings in them are numbered: 2, 2.1, 2.1.1.", \.numbersSections,
        group: .manuscript),
      OptionRow(
        "page-references", .manuscript, .text, "none|print|always",
        "Give the page of a figure, a table or a section after its number in the text: in PDFs for print, or in all.",
        values: .oneOf(ResolvedOptions.PageReferences.allCases.map(\.rawValue)), show: { $0.pageReferences.rawValue },
        read: { (resolved, said) throws(SettingsProblem) in
          resolved.pageReferences = try said.oneOf(ResolvedOptions.PageReferences.self)
        }),
      OptionRow(
        "index-order", .manuscript, .text, "word|letter",
        "Entries of an index by words, New York before Newark, or by letters alone.",
        values: .oneOf(["word", "letter"]), show: { $0.indexIsByLetter ? "letter" : "word" },
        read: { (resolved, said) throws(SettingsProblem) in
          resolved.indexIsByLetter = try said.choice(said.text) == "letter"
        }),
    ] + ofCitations

  /// A tag for one, for a locale (`en_US.UTF-8`) or for a language's name; nil for any other word. No language has a
  /// primary subtag of more than three letters (BCP 47, 2.2.1).
  private static func tag(_ text: String) -> String? {
    let tag = String(text.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
    guard tag.prefix(while: { $0 != "-" }).utf8.count > 3 else { return LanguageTag(tag) == .none ? nil : tag }
    return languageTag(text)
  }

  private static let formats = ["text", "markdown", "epub", "word", "html", "pandoc"]

  private static let sheets = ["none", "semantic", "full"]

  private static let layouts: [(String, PlainTextOptions.Lines)] = [
    ("wrapped", .wrapped), ("paragraphs", .paragraphs), ("verse", .verse),
  ]

  private typealias Named = (name: String, path: WritableKeyPath<PlainTextOptions, Bool> & Sendable)

  private static let kept: [Named] = [
    ("boilerplate", \.keepsBoilerplate), ("contents", \.keepsContents), ("title-page", \.keepsTitlePage),
    ("transcriber-notes", \.keepsTranscriberNotes), ("page-numbers", \.keepsPageNumbers), ("cover", \.keepsCover),
  ]
  private static let recognised: [Named] = [
    ("verse", \.readsVerse), ("quotations", \.readsQuotations), ("letters", \.readsLetters), ("plays", \.readsPlays),
    ("tables", \.readsTables), ("notes", \.readsNotes), ("italics", \.readsItalics),
  ]

  /// Some of a reader's habits by their names, parted by commas.
  private static func some(
    _ key: String, _ help: String, _ habits: [Named], all: (@Sendable (inout PlainTextOptions) -> Void)? = nil,
    to isOn: Bool
  ) -> OptionRow {
    let names = habits.map(\.name)
    return OptionRow(
      key, .manuscript, .text, "list", "\(help): \(names.joined(separator: ", "))\(all == nil ? "." : ", or all.")",
      values: .oneOf(names + (all == nil ? [] : ["all"])),
      read: { (resolved, said) throws(SettingsProblem) in
        for name in said.names {
          if let habit = habits.first(where: { $0.name == name }) {
            resolved.reading[keyPath: habit.path] = isOn
          } else if name == "all", let all {
            all(&resolved.reading)
          } else {
            throw said.unknown(name, names + (all == nil ? [] : ["all"]))
          }
        }
      }
    ).early()
  }
}
