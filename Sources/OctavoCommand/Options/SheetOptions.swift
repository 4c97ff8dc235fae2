import Design
import Imposition
import Octavo
import Settings
import Units

/// Options of `impose`: how pages lie on sheets.
struct SheetOptions {
  let layers: OptionSources
  /// The scheme's name as the default output has it.
  let schemeName: String
  /// Sheets are cut into pages.
  let undoes: Bool

  init(_ layers: OptionSources) throws {
    self.layers = layers
    undoes = layers.isOn("undo")
    guard layers["scheme"] != nil || layers["section"] != nil || !undoes else {
      schemeName = "n-up"
      return
    }
    schemeName = layers["scheme"] == nil && layers["section"] != nil ? "sections" : try layers.oneOf("scheme")
  }

  /// What these options ask for, or the first reason why they cannot stand together.
  func request() throws -> SheetRequest {
    var plan = ImpositionPlan(scheme: try chosenScheme())
    let isFolded = plan.scheme.isFolded
    if let sheet = layers.text("sheet") { plan.sheet = try SheetOptions.sheetSize(sheet) }
    if try layers.oneOf("scale") == "fit" {
      guard plan.sheet != nil else {
        throw CommandFailure(.usage, "--scale fit has no sheet to fill", help: "add --sheet, such as --sheet a4")
      }
      plan.scale = .fit
    }
    if layers["duplex"] != nil {
      switch try layers.oneOf("duplex") {
      case "long": plan.duplex = .long
      case "short": plan.duplex = .short
      default: plan.duplex = .manual
      }
    }
    if let creep = layers.said("creep") {
      guard isFolded else {
        throw CommandFailure(
          .usage, "--creep and --scheme \(schemeName) contradict each other",
          help: "only folded sheets creep; leave --creep out")
      }
      plan.creep = try creep.length()
    }
    if layers.isOn("cover-sheet") {
      guard ["booklet", "sections", "folio"].contains(schemeName) else {
        throw CommandFailure(
          .usage, "--cover-sheet and --scheme \(schemeName) contradict each other",
          help: "a cover lies around sheets that are folded once: booklet, sections or folio")
      }
      plan.hasCover = true
    }
    if let marks = layers.said("marks") { plan.marks = try chosenMarks(marks, isFolded: isFolded) }
    var request = SheetRequest(plan: plan)
    request.hasGuide = layers.isOn("guide")
    request.undoes = undoes
    if undoes { try checkUndo() }
    return request
  }

  /// Cutting needs to know the order of the pages, and nothing of paper.
  private func checkUndo() throws {
    let beside = ["sheet", "scale", "creep", "marks", "guide", "bleed"].first { layers[$0] != nil }
    guard let option = beside ?? (layers.text("duplex") == "manual" ? "duplex manual" : nil) else { return }
    throw CommandFailure(
      .usage, "--\(option) and --undo contradict each other",
      help: option == "duplex manual"
        ? "join fronts and backs first, such as with \"qpdf --empty --collate --pages fronts.pdf backs.pdf -- both.pdf\""
        : "the pages are as large as they lie on the sheet; leave --\(option) out")
  }

  private func chosenScheme() throws -> ImpositionPlan.Scheme {
    let name = schemeName
    let (section, up) = (try sectionPages(), layers.number("up"))
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

  /// `--section 16`, or as many pages as are so thick when they are folded: `--section 3mm`.
  private func sectionPages() throws -> Int? {
    guard let said = layers.said("section") else { return nil }
    if let pages = Int(said.text) { return pages }
    guard said.text.last?.isLetter == true else {
      throw said.wrong(
        "\"\(said.text)\" is no section", "give its pages, a multiple of 4, or its thickness, such as 3mm")
    }
    let thickness = try said.length()
    // what the office's paper has, 80 g/m²
    let paper = try layers.said("creep")?.length() ?? Length(millimetres: 0.1)
    guard paper > .zero else {
      throw said.wrong(
        "sections of \(said.text) need the paper's thickness", "give it with --creep, such as --creep 0.1mm")
    }
    // each sheet lies in the section twice
    let sheets = thickness.units / (2 * paper.units)
    guard sheets >= 1 else {
      throw said.wrong(
        "a section of \(said.text) is thinner than one folded sheet", "give at least twice the paper's thickness")
    }
    return 4 * min(sheets, ImpositionLimits.pages / 4)
  }

  private func chosenMarks(_ said: OptionValue, isFolded: Bool) throws -> Set<PrintersMark.Kind> {
    var chosen: Set<PrintersMark.Kind> = []
    for name in said.text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = name.split(separator: " ").joined(separator: " ")
      guard let kind = PrintersMark.Kind(rawValue: try said.choice(name)) else { continue }
      if kind == .fold || kind == .collation, !isFolded {
        throw CommandFailure(
          .usage, "--marks \(name) and --scheme \(schemeName) contradict each other",
          help: "such sheets are not folded; they take crop, registration and slug")
      }
      if kind == .border, schemeName != "n-up" {
        throw CommandFailure(
          .usage, "--marks border and --scheme \(schemeName) contradict each other",
          help: "borders part pages that are read as they are; crop marks show where to cut")
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
  static func sheetSize(_ text: String) throws -> PageSize {
    do throws(StandardSheet.ParseError) { return try StandardSheet.size(parsing: text) } catch { throw failure(error) }
  }

  private static func failure(_ error: StandardSheet.ParseError) -> CommandFailure {
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
