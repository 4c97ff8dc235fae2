import ArgumentParser
import BookModel
import Glibc
import Octavo
import PageDesign
import Typesetting
import Units

/// Options that shape the page: one value of text each, read and judged here so
/// that every message has the form of octavo's own.
struct DesignOptions: ParsableArguments {
  // MARK: Page
  @Option(help: ArgumentHelp("Page size: a name (see \"octavo trims\") or WIDTHxHEIGHT. Default: a5.", valueName: "size"))
  var trim: String?
  @Option(help: ArgumentHelp("single: one page a sheet; spread: facing pages side by side.", valueName: "layout"))
  var layout: String?
  @Option(
    help: ArgumentHelp(
      "mid: the same as --layout spread; min or max: one-sided pages bound at the leading or trailing edge.",
      valueName: "edge"))
  var spine: String?
  @Option(
    help: ArgumentHelp("Edge at which the book is bound: left, right or top. Default: by the language.", valueName: "edge"))
  var binding: String?
  @Option(help: ArgumentHelp("Inside margin, at the spine. Default: 20mm.", valueName: "length"))
  var inside: String?
  @Option(help: ArgumentHelp("Outside margin. Default: 23mm.", valueName: "length"))
  var outside: String?
  @Option(help: ArgumentHelp("Head margin, down to the text. Default: 20mm.", valueName: "length"))
  var top: String?
  @Option(help: ArgumentHelp("Foot margin. Default: 25mm.", valueName: "length"))
  var bottom: String?

  // MARK: Type
  @Option(help: ArgumentHelp("Family of the text (see \"octavo fonts\"). Default: EB Garamond 12.", valueName: "name"))
  var font: String?
  @Option(help: ArgumentHelp("Size of the text. Default: 11pt.", valueName: "length"))
  var size: String?
  @Option(help: ArgumentHelp("Baseline to baseline. Default: 14/11 of the size.", valueName: "length"))
  var leading: String?
  @Option(name: .customLong("font-path"), help: ArgumentHelp("Folder with fonts; may be given more than once.", valueName: "dir"))
  var fontPath: [String] = []
  @Flag(inversion: .prefixedNo, help: "Set lines to one length. Default: yes.")
  var justify = true
  @Flag(inversion: .prefixedNo, help: "Divide words at line ends. Default: yes.")
  var hyphenate = true
  @Option(
    name: .customLong("hyphenation-exceptions"),
    help: ArgumentHelp("File of words as they may be divided, one a line: ty-pog-ra-phy; a word without hyphens is never divided.", valueName: "file"))
  var hyphenationExceptions: String?
  @Option(help: ArgumentHelp("Most by which a line's type may be widened or narrowed, in per cent. Default: 2.", valueName: "percent"))
  var expansion: String?

  // MARK: Book
  // any value is taken as it stands, for "- {page} -" is a folio
  @Option(parsing: .unconditional, help: ArgumentHelp("Running head; {title} {author} {chapter} {page} {pages}. Default: '{title}'.", valueName: "text"))
  var header: String?
  @Option(parsing: .unconditional, help: ArgumentHelp("Foot of the page. Default: 'Page {page}'.", valueName: "text"))
  var footer: String?
  @Flag(inversion: .prefixedNo, help: "Contents. Default: where more than one chapter has a title.")
  var toc: Bool?
  @Flag(name: .customLong("title-page"), inversion: .prefixedNo, help: "A title page. Default: yes.")
  var titlePage = true
  @Option(help: ArgumentHelp("Chapters begin on any page, or on a recto only. Default: any.", valueName: "any|recto"))
  var chapters: String?

  @Option(help: ArgumentHelp("Print the addresses that links lead to, in notes or in brackets. Default: none.", valueName: "none|notes|brackets"))
  var links: String?

  /// The page design these options ask for.
  func design() throws -> PageDesign {
    var design = PageDesign()
    if let trim {
      do throws(Trim.ParseError) { design.trim = try Trim.parse(trim) } catch { throw failure(trim: error) }
    }
    try readSides(into: &design)
    if let inside { design.inside = try length(inside, "--inside") }
    if let outside { design.outside = try length(outside, "--outside") }
    if let top { design.top = try length(top, "--top") }
    if let bottom { design.bottom = try length(bottom, "--bottom") }
    if let font {
      guard !font.isEmpty else {
        throw CommandFailure(.usage, "--font names no family", help: "\"octavo fonts\" lists them")
      }
      design.family = font
    }
    try checkFontFolders(fontPath)
    if let size {
      design.size = try length(size, "--size")
      if leading == nil { design.leading = design.size.scaled(by: 14.0 / 11.0) }
    }
    if let leading { design.leading = try length(leading, "--leading") }
    design.isJustified = justify
    design.hyphenates = hyphenate
    if let expansion {
      guard let percent = Double(expansion), percent.isFinite, (0...5).contains(percent) else {
        throw CommandFailure(
          .usage, "\"\(expansion)\" is no percentage for --expansion", help: "give a number from 0 to 5, such as --expansion 2")
      }
      design.expansion = percent
    }
    if let header { design.header = try template(header, "--header") }
    if let footer { design.footer = try template(footer, "--footer") }
    design.hasContents = toc
    design.hasTitlePage = titlePage
    if let links {
      guard let way = PageDesign.Addresses(rawValue: links) else {
        throw choice(links, "--links", PageDesign.Addresses.allCases.map(\.rawValue))
      }
      design.addresses = way
    }
    switch chapters {
    case nil, "any": break
    case "recto": design.chaptersOnRecto = true
    case let other?: throw choice(other, "--chapters", ["any", "recto"])
    }
    do throws(PageDesign.Problem) { try design.validate() } catch { throw CommandFailure(.usage, DesignProblem.wording(of: error)) }
    return design
  }

  private func readSides(into design: inout PageDesign) throws {
    switch layout {
    case nil, "single": break
    case "spread": design.isSpread = true
    case let other?: throw choice(other, "--layout", ["single", "spread"])
    }
    switch spine {
    case nil: break
    case "mid":
      guard layout != "single" else {
        throw CommandFailure(
          .usage, "--spine mid and --layout single contradict each other",
          help: "--spine mid is two pages a sheet, the same as --layout spread; leave one of them out")
      }
      design.isSpread = true
    case "min", "max":
      guard !design.isSpread else {
        throw CommandFailure(
          .usage, "--spine \(spine ?? "") and --layout spread contradict each other",
          help: "a spread has its spine in the middle: --spine mid, or leave --spine out")
      }
      design.sides = spine == "min" ? .leading : .trailing
    case let other?: throw choice(other, "--spine", ["min", "mid", "max"])
    }
    if let binding {
      guard let edge = PageDesign.Binding(rawValue: binding) else {
        throw choice(binding, "--binding", PageDesign.Binding.allCases.map(\.rawValue))
      }
      design.binding = edge
    }
  }

  private func length(_ text: String, _ option: String) throws -> Length {
    do throws(Length.ParseError) { return try Length(parsing: text) } catch {
      switch error {
      case .notALength:
        throw CommandFailure(.usage, "\"\(text)\" is no length for \(option)", help: "write a number and a unit: 12pt, 20mm, 2cm, 0.75in")
      case .unitMissing:
        throw CommandFailure(.usage, "\"\(text)\" for \(option) has no unit", help: "say pt, mm, cm or in: \(text)mm")
      case .unknownUnit(let unit):
        throw CommandFailure(.usage, "\"\(unit)\" is no unit that \(option) knows", help: "say pt, mm, cm or in")
      case .outOfRange:
        throw CommandFailure(.usage, "\"\(text)\" for \(option) is longer than ten metres", help: "check the number and its unit")
      }
    }
  }

  private func template(_ text: String, _ option: String) throws -> String {
    if let unknown = Template.unknownName(in: text) {
      let near = nearestName(to: unknown, in: Template.names).map { "did you mean {\($0)}? " } ?? ""
      throw CommandFailure(
        .usage, "\(option) has no \"{\(unknown)}\"",
        help: near + "there are \(Template.names.map { "{\($0)}" }.joined(separator: " "))")
    }
    if let open = text.lastIndex(of: "{"), text[open...].firstIndex(of: "}") == nil {
      throw CommandFailure(
        .usage, "\(option) has \"\(text[open...])\", which nothing closes",
        help: "there are \(Template.names.map { "{\($0)}" }.joined(separator: " "))")
    }
    return text
  }

  private func failure(trim error: Trim.ParseError) -> CommandFailure {
    switch error {
    case .unknown(let name, let nearest):
      CommandFailure(
        .usage, "unknown trim \"\(name)\"",
        help: (nearest.map { "did you mean \"\($0)\"? " } ?? "") + "\"octavo trims\" lists the names; or give WIDTHxHEIGHT, such as 140x216mm")
    case .badLength(let text):
      CommandFailure(.usage, "\"\(text)\" is no page size", help: "write WIDTHxHEIGHT with a unit: 140x216mm, 5.5x8.5in")
    }
  }
}

/// A value that is none of an option's choices.
func choice(_ value: String, _ option: String, _ choices: [String]) -> CommandFailure {
  let near = nearestName(to: value, in: choices).map { "did you mean \"\($0)\"? " } ?? ""
  return CommandFailure(
    .usage, "\"\(value)\" is no value for \(option)", help: near + "it takes \(choices.joined(separator: ", "))")
}

/// A folder that is not there would leave its fonts out without a word.
func checkFontFolders(_ folders: [String]) throws {
  for folder in folders {
    var info = stat()
    guard stat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else {
      throw CommandFailure(.couldNotRender, "--font-path: there is no folder \"\(folder)\"", help: "check the path and its spelling")
    }
  }
}

/// Words for why nothing fits a page.
enum DesignProblem {
  static func wording(of problem: PageDesign.Problem) -> Diagnostic {
    switch problem {
    case .measureTooNarrow(let measure, let needed):
      Diagnostic(
        .error, code: "no-room",
        "the margins leave a measure of \(measure), less than the \(needed) that five ems take",
        help: "make --inside and --outside smaller, or the --trim larger")
    case .tooFewRows(let height, let needed):
      Diagnostic(
        .error, code: "no-room", "the margins leave a text block \(height) high, less than the \(needed) of three lines",
        help: "make --top and --bottom smaller, or the --trim larger")
    case .sizeOutOfRange(let size):
      Diagnostic(.error, code: "size", "type of \(size) cannot be set", help: "give --size from 1pt to 400pt")
    case .leadingTooSmall(let leading, let size):
      Diagnostic(
        .error, code: "leading", "lines of \(size) type overlap at a leading of \(leading)",
        help: "give --leading about 1.25 times the size: \(size.scaled(by: 1.27))")
    case .trimOutOfRange(let size):
      Diagnostic(
        .error, code: "trim", "a page of \(size.width) by \(size.height) cannot be made",
        help: "PDF pages are from 36pt to 14400pt each way, spreads half as wide")
    case .negativeMargin(let name):
      Diagnostic(.error, code: "margin", "--\(name) is less than nothing", help: "give a length from 0mm up")
    }
  }
}

extension CommandFailure {
  init(_ code: ExitStatus, _ diagnostic: Diagnostic, place: String? = nil) {
    self.init(code, place: place, diagnostic.message, help: diagnostic.help, name: diagnostic.code)
  }
}
