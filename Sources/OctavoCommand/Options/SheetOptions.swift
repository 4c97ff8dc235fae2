import ArgumentParser
import Imposition
import Octavo
import PageDesign
import Units

/// Options of `impose`: how pages lie on sheets.
struct SheetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "booklet, sections, folio, quarto, octavo (folded); perfect, step-and-repeat (cut); n-up (read as they are). Default: booklet.",
      valueName: "scheme"))
  var scheme: String?
  @Option(
    help: ArgumentHelp("Pages of a section, a multiple of 4; means --scheme sections. Default: 16.", valueName: "pages")
  )
  var section: Int?
  @Option(help: ArgumentHelp("Pages on a side of a sheet that is not folded. Default: 2.", valueName: "pages"))
  var up: Int?
  @Option(
    help: ArgumentHelp(
      "Sheet: a4, letter, a3, sra3, ... or WIDTHxHEIGHT. Default: the smallest common one that holds the pages.",
      valueName: "size"))
  var sheet: String?
  @Option(help: ArgumentHelp("fit: pages as large as the sheet allows. Default: 1, as they are.", valueName: "1|fit"))
  var scale: String?
  @Option(
    help: ArgumentHelp(
      "Edge about which the printer turns the sheet: long or short; manual: two files, fronts and backs. Default: the one that suits the sheet.",
      valueName: "edge"))
  var duplex: String?
  @Option(
    help: ArgumentHelp(
      "Thickness of the paper, by which inner pages move to the spine: 0.1mm for 80 g/m². Default: 0mm.",
      valueName: "length"))
  var creep: String?
  @Option(
    help: ArgumentHelp(
      "Some of crop, fold, collation, registration, slug, with commas. Default: none.", valueName: "marks"))
  var marks: String?
  @Flag(help: "Add a last page that shows how to print, fold and bind.")
  var guide = false

  static let schemes = ["booklet", "sections", "perfect", "n-up", "step-and-repeat", "folio", "quarto", "octavo"]

  /// The scheme's name as the default output has it.
  var schemeName: String { scheme ?? (section == nil ? "booklet" : "sections") }

  /// What these options ask for, or the first reason why they cannot stand together.
  func request() throws -> SheetRequest {
    var plan = ImpositionPlan(scheme: try chosenScheme())
    let isFolded = plan.scheme.isFolded
    if let sheet { plan.sheet = try SheetOptions.sheetSize(sheet) }
    switch scale {
    case nil, "1": break
    case "fit":
      guard sheet != nil else {
        throw CommandFailure(.usage, "--scale fit has no sheet to fill", help: "add --sheet, such as --sheet a4")
      }
      plan.scale = .fit
    case let other?: throw choice(other, "--scale", ["1", "fit"])
    }
    switch duplex {
    case nil: break
    case "long": plan.duplex = .long
    case "short": plan.duplex = .short
    case "manual": plan.duplex = .manual
    case let other?: throw choice(other, "--duplex", ["long", "short", "manual"])
    }
    if let creep {
      guard isFolded else {
        throw CommandFailure(
          .usage, "--creep and --scheme \(schemeName) contradict each other",
          help: "only folded sheets creep; leave --creep out")
      }
      plan.creep = try lengthOption(creep, "--creep")
    }
    if let marks { plan.marks = try chosenMarks(marks, isFolded: isFolded) }
    var request = SheetRequest(plan: plan)
    request.hasGuide = guide
    return request
  }

  private func chosenScheme() throws -> ImpositionPlan.Scheme {
    let name = schemeName
    guard SheetOptions.schemes.contains(name) else { throw choice(name, "--scheme", SheetOptions.schemes) }
    if section != nil, name != "sections" {
      throw CommandFailure(
        .usage, "--section and --scheme \(name) contradict each other",
        help: "--section is the length of a section of --scheme sections; leave one of them out")
    }
    let isCut = ["perfect", "n-up", "step-and-repeat"].contains(name)
    if up != nil, !isCut {
      throw CommandFailure(
        .usage, "--up and --scheme \(name) contradict each other",
        help: "folding says how many pages a side has; --up is for perfect, n-up and step-and-repeat")
    }
    switch name {
    case "sections": return .sections(pages: section ?? 16)
    case "perfect": return .perfect(up: up ?? 2)
    case "n-up": return .nUp(up ?? 2)
    case "step-and-repeat": return .stepAndRepeat(up: up ?? 2)
    case "folio": return .folio
    case "quarto": return .quarto
    case "octavo": return .octavo
    default: return .booklet
    }
  }

  private func chosenMarks(_ text: String, isFolded: Bool) throws -> Set<Mark.Kind> {
    let kinds: [Mark.Kind] = [.crop, .fold, .collation, .registration, .slug]
    var chosen: Set<Mark.Kind> = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = name.split(separator: " ").joined(separator: " ")
      guard let kind = kinds.first(where: { $0.rawValue == name }) else {
        throw choice(name, "--marks", kinds.map(\.rawValue))
      }
      if kind == .fold || kind == .collation, !isFolded {
        throw CommandFailure(
          .usage, "--marks \(name) and --scheme \(schemeName) contradict each other",
          help: "such sheets are not folded; they take crop, registration and slug")
      }
      if kind == .collation, schemeName == "booklet" {
        throw CommandFailure(
          .usage, "--marks collation and --scheme booklet contradict each other",
          help: "collation marks tell sections apart, and a booklet is one section; leave collation out")
      }
      chosen.insert(kind)
    }
    return chosen
  }

  /// A sheet by name or measure.
  static func sheetSize(_ text: String) throws -> SheetSize {
    do throws(SheetSize.ParseError) { return try SheetSize(parsing: text) } catch { throw failure(error) }
  }

  private static func failure(_ error: SheetSize.ParseError) -> CommandFailure {
    switch error {
    case .unknownName(let name, let nearest):
      let names = StandardSheet.all.map(\.name).joined(separator: ", ")
      return CommandFailure(
        .usage, "unknown sheet \"\(name)\"",
        help: (nearest.map { "did you mean \"\($0)\"? " } ?? "")
          + "there are \(names); or give WIDTHxHEIGHT, such as 320x450mm")
    case .outOfRange(let text):
      return CommandFailure(
        .usage, "\"\(text)\" is no size of a sheet",
        help: "give a width and height between 0 and 10 m, such as 320x450mm")
    }
  }

  /// Refuses a page design that these sheets cannot take.
  func check(_ design: PageDesign) throws {
    guard !design.isSpread else {
      throw CommandFailure(
        .usage, "spreads cannot be laid on sheets: they are sheets by themselves",
        help: "leave out --layout spread or --spine mid; --scheme n-up --up 2 puts two pages on a side in reading order"
      )
    }
    let readFlat = ["n-up", "step-and-repeat"].contains(schemeName)
    guard design.sides == .facing || readFlat else {
      throw CommandFailure(
        .usage, "--spine \(design.sides == .leading ? "min" : "max") and --scheme \(schemeName) contradict each other",
        help: "leaves that are bound have their inside margin left and right in turn; leave --spine out")
    }
  }
}
