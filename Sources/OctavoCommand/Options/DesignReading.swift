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
    do throws(PageDesign.Problem) { try design.validate() } catch {
      throw CommandFailure(.usage, DesignProblem.wording(of: error))
    }
    return design
  }

  /// Each value judged by itself: others that it goes with may stand in files not read yet.
  func unchecked() throws -> PageDesign {
    var design = try startingDesign()
    if let trim = options.trim {
      do throws(Trim.ParseError) { design.trim = try Trim.parse(trim) } catch { throw failure(trim: error) }
    }
    try readSides(into: &design)
    if options.inside == "auto" {
      design.insideByPageCount = true
      design.inside = PrinterRules.insideMargin(pages: 1)
    } else if let inside = options.inside {
      design.inside = try length(inside, "inside")
    }
    if let bleed = options.bleed { design.bleed = try self.bleed(bleed, design) }
    if let outside = options.outside { design.outside = try length(outside, "outside") }
    if let top = options.top { design.top = try length(top, "top") }
    if let bottom = options.bottom { design.bottom = try length(bottom, "bottom") }
    try readType(into: &design)
    try readFurniture(into: &design)
    return design
  }

  /// What the PDF is for.
  func target() throws -> PDFTarget {
    guard let target = options.target else { return .screen }
    guard let chosen = PDFTarget(rawValue: target) else {
      throw unknown(target, "target", PDFTarget.allCases.map(\.rawValue))
    }
    return chosen
  }

  private func bleed(_ text: String, _ design: PageDesign) throws -> Length {
    let bleed = try length(text, "bleed")
    guard bleed >= .zero, bleed * 2 <= min(design.trim.width, design.trim.height) else {
      throw wrong(
        "bleed", "a bleed of \(bleed) is not possible", "give a bleed between 0 and half the page; 3mm is usual")
    }
    guard bleed == .zero || !design.isSpread else {
      throw wrong(
        "bleed", "\(said("bleed")) and --layout spread contradict each other",
        "a spread is not cut at its pages' edges; leave one of them out")
    }
    return bleed
  }

  private func startingDesign() throws -> PageDesign {
    if let copy = options.copy, !["proof", "manuscript"].contains(copy) {
      throw unknown(copy, "copy", ["proof", "manuscript"])
    }
    var looks: [(option: String, name: String)] = []
    if let name = options.theme { looks.append(("theme", name)) }
    if options.largePrint == true { looks.append(("large-print", "large-print")) }
    if options.copy == "manuscript" { looks.append(("copy", "manuscript")) }
    if let first = looks.first, let other = looks.first(where: { $0.name != first.name }) {
      throw wrong(
        other.option, "\(described(first)) and \(described(other)) contradict each other",
        "each is a whole look; leave one of them out")
    }
    var design = try theme(looks.first?.name ?? "octavo")
    if options.draft == true { design.makeDraft() }
    if options.copy == "proof" { design.makeProof() }
    return design
  }

  private func described(_ look: (option: String, name: String)) -> String {
    look.option == look.name ? said(look.option) : "\(said(look.option)) \(look.name)"
  }

  private func theme(_ name: String) throws -> PageDesign {
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
      design.expansion = try number(
        expansion, "expansion", 0...5, "is no percentage for", "give a number from 0 to 5, such as --expansion 2")
    }
    if let indent = options.indent {
      design.indent = try number(
        indent, "indent", 0...10, "is no count of ems for", "give a number from 0 to 10, such as --indent 1.5")
      // without an indent, and without a gap, nothing would say where a paragraph begins
      design.paragraphGap = design.indent > 0 ? 0 : 1
    }
    if let lines = options.dropCapitals {
      let count = try number(
        lines, "drop-capitals", 0...6, "is no count of lines for", "give 0, or a whole number from 2 to 6")
      guard count == count.rounded(), count != 1 else {
        throw wrong(
          "drop-capitals", "\"\(lines)\" is no count of lines for \(said("drop-capitals"))",
          "give 0, or a whole number from 2 to 6")
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
    if let half = options.halfTitle { design.hasHalfTitle = half }
    if let copyright = options.copyrightPage { design.hasCopyrightPage = copyright }
    if let figures = options.listOfFigures { design.hasListOfFigures = figures }
    if let text = options.watermark { design.watermark = text }
    if let step = options.lineNumbers {
      guard let count = Int(step), (0...100).contains(count) else {
        throw wrong(
          "line-numbers", "\"\(step)\" is no count of lines for \(said("line-numbers"))",
          "give a whole number, such as 5; 0 for none")
      }
      design.lineNumberStep = count
    }
    if let colophon = options.colophon { design.hasColophon = colophon }
    if let depth = options.tocDepth { design.contentsDepth = try self.depth(depth, "toc-depth") }
    if let depth = options.outlineDepth { design.outlineDepth = try self.depth(depth, "outline-depth") }
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
    } else if options.target == "print" {
      // nothing can be clicked there
      design.addresses = .notes
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

  private func depth(_ text: String, _ option: String) throws -> Int {
    guard let depth = Int(text), (1...6).contains(depth) else {
      throw wrong(
        option, "\"\(text)\" is no depth for \(said(option))", "give a number from 1, for parts or chapters, to 6")
    }
    return depth
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

  private func number(
    _ text: String, _ option: String, _ range: ClosedRange<Double>, _ complaint: String, _ help: String
  ) throws
    -> Double
  {
    guard let number = Double(text), number.isFinite, range.contains(number) else {
      throw wrong(option, "\"\(text)\" \(complaint) \(said(option))", help)
    }
    return number
  }

  private func length(_ text: String, _ option: String) throws -> Length {
    do { return try lengthOption(text, said(option)) } catch var failure as CommandFailure {
      failure.place = places[option]
      throw failure
    }
  }

  private func failure(trim error: Trim.ParseError) -> CommandFailure {
    switch error {
    case .unknown(let name, let nearest):
      wrong(
        "trim", "unknown trim \"\(name)\"",
        (nearest.map { "did you mean \"\($0)\"? " } ?? "")
          + "\"octavo trims\" lists the names; or give WIDTHxHEIGHT, such as 140x216mm")
    case .badLength(let text):
      wrong("trim", "\"\(text)\" is no page size", "write WIDTHxHEIGHT with a unit: 140x216mm, 5.5x8.5in")
    }
  }
}
