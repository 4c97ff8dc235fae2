import ArgumentParser
import Settings

/// A command by the options it takes.
protocol CommandOfOptions: Sendable { static var commands: OptionRow.Commands { get } }
/// A heading of the help.
protocol OptionHeading: Sendable {
  static var group: OptionRow.Group { get }
  /// Of the page's options, those of one matter of the trade.
  static var matter: OptionRow.Matter? { get }
}
extension OptionHeading { static var matter: OptionRow.Matter? { nil } }
/// Options of the page.
protocol PageHeading: OptionHeading {}
extension PageHeading { static var group: OptionRow.Group { .page } }

enum Build: CommandOfOptions { static let commands = OptionRow.Commands.build }
enum Impose: CommandOfOptions { static let commands = OptionRow.Commands.impose }
enum Render: CommandOfOptions { static let commands = OptionRow.Commands.render }
enum Cover: CommandOfOptions { static let commands = OptionRow.Commands.cover }
enum Inspect: CommandOfOptions { static let commands = OptionRow.Commands.inspect }
enum Read: CommandOfOptions { static let commands = OptionRow.Commands.read }
enum Key: CommandOfOptions { static let commands = OptionRow.Commands.key }
enum Watch: CommandOfOptions { static let commands = OptionRow.Commands.watch }

enum OfOutput: OptionHeading { static let group = OptionRow.Group.output }
enum OfSheets: OptionHeading { static let group = OptionRow.Group.sheets }
enum OfCover: OptionHeading { static let group = OptionRow.Group.cover }
enum OfPictures: OptionHeading { static let group = OptionRow.Group.pictures }
enum OfManuscript: OptionHeading { static let group = OptionRow.Group.manuscript }
enum OfLook: PageHeading { static let matter: OptionRow.Matter? = .look }
enum OfPage: PageHeading { static let matter: OptionRow.Matter? = .page }
enum OfType: PageHeading { static let matter: OptionRow.Matter? = .type }
enum OfHeads: PageHeading { static let matter: OptionRow.Matter? = .heads }
enum OfFrontMatter: PageHeading { static let matter: OptionRow.Matter? = .frontMatter }
enum OfChapters: PageHeading { static let matter: OptionRow.Matter? = .chapters }
enum OfNotes: PageHeading { static let matter: OptionRow.Matter? = .notes }
enum OfPrint: PageHeading { static let matter: OptionRow.Matter? = .print }
enum OfPart: OptionHeading { static let group = OptionRow.Group.part }
enum OfRun: OptionHeading { static let group = OptionRow.Group.run }

/// What a command that reads a manuscript is given: its inputs, and every option of the list
/// that it takes.
struct BookArguments<Command: CommandOfOptions>: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The manuscript: a file, chapters in order, a folder of them, or - for standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String]

  @OptionGroup(title: "Output") var output: Rows<Command, OfOutput>
  @OptionGroup(title: "Cover") var cover: Rows<Command, OfCover>
  @OptionGroup(title: "Sheets") var sheets: Rows<Command, OfSheets>
  @OptionGroup(title: "Pictures") var pictures: Rows<Command, OfPictures>
  @OptionGroup(title: "Manuscript") var manuscript: Rows<Command, OfManuscript>
  @OptionGroup(title: "Look") var look: Rows<Command, OfLook>
  @OptionGroup(title: "Page") var page: Rows<Command, OfPage>
  @OptionGroup(title: "Type") var type: Rows<Command, OfType>
  @OptionGroup(title: "Heads and feet") var heads: Rows<Command, OfHeads>
  @OptionGroup(title: "Front matter and lists") var frontMatter: Rows<Command, OfFrontMatter>
  @OptionGroup(title: "Chapters") var chapters: Rows<Command, OfChapters>
  @OptionGroup(title: "Notes, links and indexes") var notes: Rows<Command, OfNotes>
  @OptionGroup(title: "For printers, archives and screen readers") var print: Rows<Command, OfPrint>
  @OptionGroup(title: "Part of the book") var part: Rows<Command, OfPart>
  @OptionGroup(title: "Run") var run: Rows<Command, OfRun>

  /// The strongest layer of options.
  var layers: OptionSources { OptionSources(commandLine: given) }

  /// Values by the names of their options.
  var given: [String: [String]] {
    let ofPage = [
      look.given, page.given, type.given, heads.given, frontMatter.given, chapters.given, notes.given, print.given,
    ]
    var all = output.given
    for given in [cover.given, sheets.given, pictures.given, manuscript.given] + ofPage + [part.given, run.given] {
      all.merge(given) { first, _ in first }
    }
    return all
  }
}

/// The rows of the list of options that a command takes under one heading.
///
/// swift-argument-parser finds a type's arguments by its mirror and asks for them again by the
/// same names when it decodes the type: a mirror and a decoding initializer of one's own make
/// them from data.
struct Rows<Command: CommandOfOptions, Heading: OptionHeading>: ParsableArguments, CustomReflectable {
  private(set) var given: [String: [String]] = [:]

  init() {}

  private static var rows: [OptionRow] {
    OptionRow.under(Heading.group, Heading.matter).filter { !$0.commands.isDisjoint(with: Command.commands) }
  }

  var customMirror: Mirror {
    Mirror(self, children: Rows.rows.map { (label: $0.key, value: $0.argument) }, displayStyle: .struct)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: RowKey.self)
    for row in Rows.rows {
      let key = RowKey(stringValue: row.key)
      guard container.contains(key) else { continue }
      given[row.key] =
        switch row.form {
        case .text, .words: try container.decodeIfPresent(String.self, forKey: key).map { [$0] }
        case .number: try container.decodeIfPresent(Int.self, forKey: key).map { ["\($0)"] }
        case .choice: try container.decodeIfPresent(Bool.self, forKey: key).map { ["\($0)"] }
        case .mark: try container.decode(Bool.self, forKey: key) ? ["true"] : nil
        case .list: try container.decodeIfPresent([String].self, forKey: key).flatMap { $0.isEmpty ? nil : $0 }
        }
    }
  }
}

/// The key of a row, as a decoder asks for it.
private struct RowKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension OptionRow {
  /// The row as swift-argument-parser knows options.
  fileprivate var argument: Any {
    let help = ArgumentHelp(stringLiteral: Usage.isHelpAsked ? helpWithDefault : "").named(valueName)
    var names: NameSpecification = [.customLong(key)]
    // -j2 is common usage
    if let short { names = [.customShort(short, allowingJoined: form == .number), .customLong(key)] }
    switch form {
    case .text: return Option<String?>(name: names, help: help, completion: completion)
    case .words: return Option<String?>(name: names, parsing: .unconditional, help: help, completion: completion)
    case .number: return Option<Int?>(name: names, help: help)
    case .choice: return Flag<Bool?>(name: names, inversion: .prefixedNo, help: help)
    case .mark: return Flag<Bool>(wrappedValue: false, name: names, help: help)
    case .list: return Option<[String]>(wrappedValue: [], name: names, help: help, completion: completion)
    }
  }

  private var completion: CompletionKind? {
    switch values {
    case .any: nil
    case .oneOf(let choices): .list(choices)
    case .file: .file()
    case .folder: .directory
    case .families: .shellCommand("octavo fonts")
    }
  }
}

extension ArgumentHelp {
  fileprivate func named(_ valueName: String) -> ArgumentHelp {
    var help = self
    if !valueName.isEmpty { help.valueName = valueName }
    return help
  }
}
