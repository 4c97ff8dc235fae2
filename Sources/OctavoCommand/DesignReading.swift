import Octavo
import PageDesign
import Typesetting
import Units

/// Turns options of any origin into a page design; a wrong value names where it was given.
struct DesignReading {
  let options: DesignOptions
  /// `file:line:column` of options that configuration files gave, by their names.
  var places: [String: String] = [:]

  /// The page design these options ask for, on which text fits.
  func design() throws -> PageDesign {
    let design = try unchecked()
    do throws(PageDesign.Problem) { try design.validate() } catch { throw CommandFailure(.usage, DesignProblem.wording(of: error)) }
    return design
  }

  /// Each value judged by itself: others that it goes with may stand in files not read yet.
  func unchecked() throws -> PageDesign {
    var design = try startingDesign()
    if let trim = options.trim {
      do throws(Trim.ParseError) { design.trim = try Trim.parse(trim) } catch { throw failure(trim: error) }
    }
    try readSides(into: &design)
    if let inside = options.inside { design.inside = try length(inside, "inside") }
    if let outside = options.outside { design.outside = try length(outside, "outside") }
    if let top = options.top { design.top = try length(top, "top") }
    if let bottom = options.bottom { design.bottom = try length(bottom, "bottom") }
    try readType(into: &design)
    try readFurniture(into: &design)
    return design
  }

  private func startingDesign() throws -> PageDesign {
    guard let name = options.theme else { return PageDesign() }
    guard let theme = Theme.named(name) else {
      let near = nearestName(to: name, in: Theme.all.map(\.name)).map { "did you mean \"\($0)\"? " } ?? ""
      throw wrong("theme", "no theme is called \"\(name)\"", near + "\"octavo themes\" lists them")
    }
    return theme.design
  }

  // MARK: Page

  private func readSides(into design: inout PageDesign) throws {
    switch options.layout {
    case nil: break
    case "single": design.isSpread = false
    case "spread": design.isSpread = true
    case let other?: throw unknown(other, "layout", ["single", "spread"])
    }
    switch options.spine {
    case nil: break
    case "mid":
      guard options.layout != "single" else {
        throw wrong(
          "spine", "--spine mid and --layout single contradict each other",
          "--spine mid is two pages a sheet, the same as --layout spread; leave one of them out")
      }
      design.isSpread = true
    case "min", "max":
      guard !design.isSpread else {
        throw wrong(
          "spine", "--spine \(options.spine ?? "") and --layout spread contradict each other",
          "a spread has its spine in the middle: --spine mid, or leave --spine out")
      }
      design.sides = options.spine == "min" ? .leading : .trailing
    case let other?: throw unknown(other, "spine", ["min", "mid", "max"])
    }
    // a theme for single sheets gives way to pages that face each other
    if design.isSpread { design.sides = .facing }
    if let binding = options.binding {
      guard let edge = PageDesign.Binding(rawValue: binding) else {
        throw unknown(binding, "binding", PageDesign.Binding.allCases.map(\.rawValue))
      }
      design.binding = edge
    }
  }

  // MARK: Type

  private func readType(into design: inout PageDesign) throws {
    if let font = options.font {
      guard !font.isEmpty else { throw wrong("font", "\(said("font")) names no family", "\"octavo fonts\" lists them") }
      design.family = font
    }
    try checkFontFolders(options.fontPath)
    let proportion = design.leading.points / design.size.points
    if let size = options.size {
      design.size = try length(size, "size")
      if options.leading == nil { design.leading = design.size.scaled(by: proportion) }
    }
    if let leading = options.leading { design.leading = try length(leading, "leading") }
    if let justify = options.justify { design.isJustified = justify }
    if let hyphenate = options.hyphenate { design.hyphenates = hyphenate }
    if let hangs = options.marginKerning { design.hangsPunctuation = hangs }
    if let expansion = options.expansion {
      design.expansion = try number(expansion, "expansion", 0...5, "is no percentage for", "give a number from 0 to 5, such as --expansion 2")
    }
    if let indent = options.indent {
      design.indent = try number(indent, "indent", 0...10, "is no count of ems for", "give a number from 0 to 10, such as --indent 1.5")
      // without an indent, and without a gap, nothing would say where a paragraph begins
      design.paragraphGap = design.indent > 0 ? 0 : 1
    }
    if let lines = options.dropCapitals {
      let count = try number(lines, "drop-capitals", 0...6, "is no count of lines for", "give 0, or a whole number from 2 to 6")
      guard count == count.rounded(), count != 1 else {
        throw wrong("drop-capitals", "\"\(lines)\" is no count of lines for \(said("drop-capitals"))", "give 0, or a whole number from 2 to 6")
      }
      design.dropCapitalLines = Int(count)
    }
    if let small = options.openingSmallCapitals { design.openingSmallCapitals = small }
    if let mark = options.sceneBreak {
      guard !mark.isEmpty else {
        throw wrong("scene-break", "\(said("scene-break")) is empty", "give the ornament, such as #, or leave it out")
      }
      design.sceneBreakMark = mark.replacing(" ", with: "\u{A0}")
    }
  }

  // MARK: Furniture

  private func readFurniture(into design: inout PageDesign) throws {
    if let header = options.header {
      design.header = try template(header, "header")
      (design.headerLeft, design.headerRight) = (nil, nil)
    }
    if let left = options.headerLeft { design.headerLeft = try template(left, "header-left") }
    if let right = options.headerRight { design.headerRight = try template(right, "header-right") }
    if let footer = options.footer {
      design.footer = try template(footer, "footer")
      (design.footerLeft, design.footerRight) = (nil, nil)
    }
    if let left = options.footerLeft { design.footerLeft = try template(left, "footer-left") }
    if let right = options.footerRight { design.footerRight = try template(right, "footer-right") }
    if let heads = options.openerHeads { design.openersHaveHead = heads }
    if let toc = options.toc { design.hasContents = toc }
    if let title = options.titlePage { design.hasTitlePage = title }
    if let numbers = options.noteNumbers {
      guard let way = PageDesign.NoteNumbers(rawValue: numbers) else {
        throw unknown(numbers, "note-numbers", PageDesign.NoteNumbers.allCases.map(\.rawValue))
      }
      design.noteNumbers = way
    }
    if let endnotes = options.endnotes { design.hasEndnotes = endnotes }
    if design.hasEndnotes, design.noteNumbers == .page {
      throw wrong(
        "note-numbers", "notes at the end of the book cannot be numbered by the page",
        "leave out --endnotes, or number them by chapter or book")
    }
    if let links = options.links {
      guard let way = PageDesign.Addresses(rawValue: links) else {
        throw unknown(links, "links", PageDesign.Addresses.allCases.map(\.rawValue))
      }
      design.addresses = way
    }
    switch options.chapters {
    case nil: break
    case "any": design.chaptersOnRecto = false
    case "recto": design.chaptersOnRecto = true
    case let other?: throw unknown(other, "chapters", ["any", "recto"])
    }
  }

  private func template(_ text: String, _ option: String) throws -> String {
    if let unknown = Template.unknownName(in: text) {
      let near = nearestName(to: unknown, in: Template.names).map { "did you mean {\($0)}? " } ?? ""
      throw wrong(
        option, "\(said(option)) has no \"{\(unknown)}\"",
        near + "there are \(Template.names.map { "{\($0)}" }.joined(separator: " "))")
    }
    if let open = text.lastIndex(of: "{"), text[open...].firstIndex(of: "}") == nil {
      throw wrong(
        option, "\(said(option)) has \"\(text[open...])\", which nothing closes",
        "there are \(Template.names.map { "{\($0)}" }.joined(separator: " "))")
    }
    return text
  }

  // MARK: Values

  /// An option as the user wrote it: `--size`, or `size` in a file.
  private func said(_ option: String) -> String { places[option] == nil ? "--\(option)" : option }

  private func wrong(_ option: String, _ message: String, _ help: String) -> CommandFailure {
    CommandFailure(.usage, place: places[option], message, help: help)
  }

  private func unknown(_ value: String, _ option: String, _ choices: [String]) -> CommandFailure {
    var failure = choice(value, said(option), choices)
    failure.place = places[option]
    return failure
  }

  private func number(_ text: String, _ option: String, _ range: ClosedRange<Double>, _ complaint: String, _ help: String) throws
    -> Double
  {
    guard let number = Double(text), number.isFinite, range.contains(number) else {
      throw wrong(option, "\"\(text)\" \(complaint) \(said(option))", help)
    }
    return number
  }

  private func length(_ text: String, _ option: String) throws -> Length {
    do throws(Length.ParseError) { return try Length(parsing: text) } catch {
      let name = said(option)
      switch error {
      case .notALength:
        throw wrong(option, "\"\(text)\" is no length for \(name)", "write a number and a unit: 12pt, 20mm, 2cm, 0.75in")
      case .unitMissing:
        throw wrong(option, "\"\(text)\" for \(name) has no unit", "say pt, mm, cm or in: \(text)mm")
      case .unknownUnit(let unit):
        throw wrong(option, "\"\(unit)\" is no unit that \(name) knows", "say pt, mm, cm or in")
      case .outOfRange:
        throw wrong(option, "\"\(text)\" for \(name) is longer than ten metres", "check the number and its unit")
      }
    }
  }

  private func failure(trim error: Trim.ParseError) -> CommandFailure {
    switch error {
    case .unknown(let name, let nearest):
      wrong(
        "trim", "unknown trim \"\(name)\"",
        (nearest.map { "did you mean \"\($0)\"? " } ?? "") + "\"octavo trims\" lists the names; or give WIDTHxHEIGHT, such as 140x216mm")
    case .badLength(let text):
      wrong("trim", "\"\(text)\" is no page size", "write WIDTHxHEIGHT with a unit: 140x216mm, 5.5x8.5in")
    }
  }
}
