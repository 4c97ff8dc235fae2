internal import Design
internal import Units

/// An option: all there is to know of it but what is done with its value. `OptionRow.all` is
/// the one list; the command line, front matter, `octavo.yaml`, `inspect`, the manual and the
/// completions are made from it, the manual's table is checked against it.
package struct OptionRow: Sendable {
  /// How a value is written.
  package enum Form: Sendable {
    case text
    /// A text that may begin with a hyphen: "- {page} -" is a folio.
    case words
    /// A whole number, judged by the parser of the command line.
    case number
    /// On or off: `--toc`, `--no-toc`; `toc: true` in a file.
    case choice
    /// There or not.
    case mark
    /// May be given several times.
    case list
  }

  /// What a shell offers for a value.
  package enum Values: Sendable {
    case any
    case oneOf([String])
    case file
    case folder
    /// Families of fonts that there are.
    case families
  }

  /// Options that stand together in the help.
  package enum Group: CaseIterable, Sendable {
    case output, cover, sheets, pictures, manuscript, page, part, run
    /// Those that are about the book are keys of files, too.
    package var isOfBook: Bool { self == .manuscript || self == .page }
  }

  /// What an option of the page is about, as the help has it.
  package enum Matter: CaseIterable, Sendable {
    case look, page, type, heads, frontMatter, chapters, notes, print

    /// Those of the options that are not of the type.
    fileprivate var keys: [String] {
      switch self {
      case .look: ["theme", "copy", "large-print", "draft", "watermark", "line-numbers"]
      case .page:
        [
          "trim", "columns", "column-rule", "captions", "layout", "spine", "writing", "binding", "margins", "inside",
          "outside",
          "top", "bottom",
        ]
      case .type: []
      case .heads:
        ["header", "footer", "header-left", "header-right", "footer-left", "footer-right", "opener-heads"]
      case .frontMatter:
        [
          "toc", "toc-depth", "outline-depth", "title-page", "half-title", "copyright-page", "colophon",
          "list-of-figures", "list-of-tables", "list-of-theorems",
        ]
      case .chapters: ["chapters", "drop-capitals", "opening-small-capitals", "scene-break", "number-sections"]
      case .notes:
        [
          "notes", "note-numbers", "endnotes", "lettered-notes", "links", "index-columns", "index-order",
          "page-references",
        ]
      case .print:
        ["for", "fit-signatures", "bleed", "target", "tagged", "pdf", "condition", "profile", "ink", "spot-colour"]
      }
    }
    fileprivate static let keyed = Dictionary(
      uniqueKeysWithValues: allCases.flatMap { matter in matter.keys.map { ($0, matter) } })
  }

  /// What is not named above is about the type.
  package var matter: Matter { Matter.keyed[key] ?? .type }

  /// The commands that take an option.
  package struct Commands: OptionSet, Sendable {
    package var rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let build = Commands(rawValue: 1)
    package static let impose = Commands(rawValue: 2)
    package static let render = Commands(rawValue: 4)
    package static let inspect = Commands(rawValue: 8)
    /// `impose` with a PDF, whose pages are made.
    package static let imposePDF = Commands(rawValue: 16)

    package static let read = Commands(rawValue: 32)
    package static let watch = Commands(rawValue: 64)
    package static let cover = Commands(rawValue: 128)
    package static let key = Commands(rawValue: 256)

    package static let setting: Commands = [.build, .impose, .render, .watch]
    package static let all: Commands = [.build, .impose, .render, .inspect, .read, .watch, .cover, .key]
    /// The commands by name.
    package static let names: [(Commands, String)] = [
      (.build, "build"), (.impose, "impose"), (.render, "render"), (.inspect, "inspect"), (.read, "read"),
      (.watch, "watch"), (.cover, "cover"), (.key, "key"),
    ]
  }

  /// What a file gives counts from its own folder.
  var takesPath: Bool {
    switch values {
    case .file, .folder: true
    case .any, .oneOf, .families: false
    }
  }

  /// What `octavo.yaml` may say: what is about the book, and what its cover looks like.
  package var standsInFiles: Bool { group.isOfBook || OptionRow.ofCoverInFiles.contains(key) }
  package static let ofCoverInFiles = [
    "kind", "paper", "spine-width", "blurb", "front-picture", "back-picture", "front-flap", "back-flap",
    "author-picture", "cover-layout", "paper-colour",
    "ink-colour", "accent-colour",
  ]

  package let key: String
  package let group: Group
  package let form: Form
  /// What stands for the value in the help.
  package let valueName: String
  /// What it is for, with its default where `show` does not tell that.
  package let help: String
  package private(set) var values: Values
  package private(set) var commands = Commands.all
  package private(set) var short: Character?
  /// Must be known before the manuscript is read, so that it cannot stand in it.
  package private(set) var isEarly = false
  /// Without it, the manuscript decides.
  package private(set) var isFoundOut = false
  /// Judges a value and puts it into the resolved options.
  let read: Reading?
  /// What a resolved says of it; nil where only what was given can be told.
  package let show: (@Sendable (ResolvedOptions) -> String)?

  typealias Reading = @Sendable (inout ResolvedOptions, OptionValue) throws(SettingsProblem) -> Void

  init(
    _ key: String, _ group: Group, _ form: Form, _ valueName: String, _ help: String,
    values: Values = .any, show: (@Sendable (ResolvedOptions) -> String)? = nil, read: Reading? = nil
  ) {
    (self.key, self.group, self.form, self.valueName, self.help) = (key, group, form, valueName, help)
    (self.values, self.show, self.read) = (values, show, read)
  }

  init(
    _ key: String, _ group: Group, _ form: Form, _ help: String, show: (@Sendable (ResolvedOptions) -> String)? = nil,
    read: Reading? = nil
  ) { self.init(key, group, form, "", help, show: show, read: read) }

  func with(_ change: (inout OptionRow) -> Void) -> OptionRow {
    var row = self
    change(&row)
    return row
  }

  func taken(by commands: Commands) -> OptionRow { with { $0.commands = commands } }
  /// `impose` takes it with a PDF, too.
  func andForPDFs() -> OptionRow { with { $0.commands.insert(.imposePDF) } }
  func short(_ letter: Character) -> OptionRow { with { $0.short = letter } }
  func early() -> OptionRow { with { $0.isEarly = true } }
  func foundOut() -> OptionRow { with { $0.isFoundOut = true } }

  /// The option as it is written on the command line.
  package var name: String { "--\(key)" }

  /// The help with the default, in the words of a resolved that nobody wrote on.
  package var helpWithDefault: String {
    guard let show, !help.contains("Default: ") else { return help }
    let value = show(ResolvedOptions.empty)
    let words = form == .choice ? (value == "true" ? "yes" : "no") : value
    return "\(help) Default: \(form == .words && words != "none" ? "'\(words)'" : words)."
  }

  /// What somebody writes who wants it at all; nil where that is theirs to choose.
  var usual: String? { form == .choice || form == .mark ? "yes" : nil }

  // MARK: The list

  /// Every option of the commands that read a manuscript, in the order of the help.
  package static let all: [OptionRow] =
    ofOutput + ofCover + ofSheets + ofPictures + ofManuscript + ofLook + ofPage + ofType + ofBook + ofCopies + ofPart
    + ofRun

  package static let keyed = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  /// Those under one heading of the help, in its order.
  /// - Parameter matter: of the page's options; nil for those of other groups.
  package static func under(_ group: Group, _ matter: Matter?) -> [OptionRow] {
    headed[Heading(group: group, matter: matter)] ?? []
  }

  private struct Heading: Hashable {
    var group: Group
    var matter: Matter?
  }

  // each command asks for each heading several times
  private static let headed = Dictionary(grouping: all) {
    Heading(group: $0.group, matter: $0.group == .page ? $0.matter : nil)
  }
}

// MARK: - Rows of one kind

extension OptionRow {
  /// On or off.
  static func choice(
    _ key: String, _ help: String, _ path: WritableKeyPath<ResolvedOptions, Bool> & Sendable, group: Group = .page
  ) -> OptionRow {
    OptionRow(
      key, group, .choice, help, show: { word($0[keyPath: path]) },
      read: { resolved, said in resolved[keyPath: path] = said.isOn })
  }

  /// One of the cases of a type.
  /// - Parameter follow: what else it changes.
  static func oneOf<T: RawRepresentable & CaseIterable & Sendable>(
    _ key: String, _ help: String, _ path: WritableKeyPath<ResolvedOptions, T> & Sendable,
    follow: @escaping @Sendable (inout ResolvedOptions) -> Void = { _ in }
  ) -> OptionRow where T.RawValue == String {
    let names = T.allCases.map(\.rawValue)
    return OptionRow(
      key, .page, .text, names.joined(separator: "|"), help, values: .oneOf(names),
      show: { $0[keyPath: path].rawValue },
      read: { (resolved, said) throws(SettingsProblem) in
        resolved[keyPath: path] = try said.oneOf(T.self)
        follow(&resolved)
      })
  }

  /// A margin and the like, shown in millimetres.
  static func length(
    _ key: String, _ help: String, _ path: WritableKeyPath<ResolvedOptions, Length> & Sendable
  ) -> OptionRow {
    OptionRow(
      key, .page, .text, "length", help, show: { millimetres($0[keyPath: path]) },
      read: { (resolved, said) throws(SettingsProblem) in resolved[keyPath: path] = try said.length() })
  }

  /// Words that stand as they are given; empty for none.
  static func words(
    _ key: String, _ help: String, _ path: WritableKeyPath<ResolvedOptions, String> & Sendable
  ) -> OptionRow {
    OptionRow(
      key, .page, .words, "text", help, show: { text($0[keyPath: path]) },
      read: { resolved, said in resolved[keyPath: path] = said.text })
  }

  /// A running head or foot.
  static func furniture(
    _ key: String, _ help: String, show: @escaping @Sendable (PageDesign) -> String,
    _ put: @escaping @Sendable (inout PageDesign, String) -> Void
  ) -> OptionRow {
    OptionRow(
      key, .page, .words, "text", help, show: { text(show($0.design)) },
      read: { (resolved, said) throws(SettingsProblem) in put(&resolved.design, try said.furniture()) })
  }

  /// Levels of headings.
  static func depth(
    _ key: String, _ help: String, _ path: WritableKeyPath<ResolvedOptions, Int?> & Sendable
  ) -> OptionRow {
    OptionRow(
      key, .page, .text, "n", help, show: { $0[keyPath: path].map(String.init) ?? "parts and chapters" },
      read: { (resolved, said) throws(SettingsProblem) in
        guard let depth = Int(said.text), (1...6).contains(depth) else {
          throw said.wrong(
            "\"\(said.text)\" is no depth for \(said.name)", "give a number from 1, for parts or chapters, to 6")
        }
        resolved[keyPath: path] = depth
      })
  }

  static func word(_ flag: Bool) -> String { flag ? "true" : "false" }
  static func text(_ text: String) -> String { text.isEmpty ? "none" : text.replacing("\u{A0}", with: " ") }
  static func millimetres(_ length: Length) -> String { Length.decimal(length.millimetres) + "mm" }
}
