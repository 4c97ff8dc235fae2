internal import BookModel
internal import Cairo
package import Design
internal import Drawing
internal import Finishing
internal import Images
internal import Imposition
package import Manuscript
internal import PageModel
internal import Pango
internal import Shaping
package import Typesetting
package import Units

/// Draws a cover around a book: back, spine and front on one sheet, words in the book's own face.
package struct CoverMaker: Sendable {
  package var geometry: CoverGeometry
  /// The book's: title page and faces come from it.
  package var design: PageDesign
  package var metadata: Metadata
  package var fonts: FontSource
  /// Paragraphs for the back.
  package var blurb: [String] = []
  /// Paragraphs for a jacket's flaps.
  package var frontFlap: [String] = []
  package var backFlap: [String] = []
  /// Typewriter quotes and dashes of these become a printer's, as the book's do.
  package var isSmart = true
  package var look: CoverLook
  /// Words on a picture are black or white, whichever is read better.
  package var choosesInk = true
  package var frontPicture: String?
  package var backPicture: String?
  package var authorPicture: String?
  /// Of the barcode's 95 modules, which are black; nil for an empty box.
  package var bars: [Bool]?
  package var isbn: String?
  package var hasGuides = false
  package var language = "en"
  /// For a standard of presses, as the book's builder has it.
  private var press: PressStandard?
  private var creationDate: PDFDate?

  package init(geometry: CoverGeometry, design: PageDesign, metadata: Metadata, fonts: FontSource) {
    (self.geometry, self.design, self.metadata, self.fonts) = (geometry, design, metadata, fonts)
    look = design.cover
  }

  /// More than shades of grey are on it.
  package var isColoured: Bool {
    frontPicture != nil || backPicture != nil
      || ![look.paper, look.ink, look.layout == .plain ? look.paper : look.accent].allSatisfy(\.isGrey)
  }

  /// Takes over for which press the pages are made.
  package mutating func keepStandard(of builder: BookBuilder) {
    var plan = FinishingPlan()
    plan.creationDate = builder.date.map { PDFDate(secondsSince1970: $0) }
    builder.keepPress(&plan)
    (press, creationDate) = (plan.press, plan.creationDate)
  }

  /// A page of words, where its top left corner lies and what colour they have.
  struct Panel {
    var page: Page
    var area: PageArea
    var ink: Colour
  }

  /// The PDF, and what did not fit.
  package func make(target: PDFTarget) throws(BuildFailure) -> (pdf: [UInt8], diagnostics: [Diagnostic]) {
    var diagnostics = CoverChecks.findings(of: self)
    var panels: [Panel] = []
    panels += try front(&diagnostics)
    panels += try text(blurb, "back", in: geometry.backSafe, backDesign, ink: backInk, &diagnostics)
    panels += try flaps(&diagnostics)
    var spine: Page?
    if geometry.spineSafe != nil {
      spine = try spinePage(&diagnostics)
      if spine == nil {
        diagnostics.append(
          Diagnostic(.warning, code: "spine-long", "title and author do not fit on the spine", help: "shorten --title"))
      }
    }
    let pdf: [UInt8]
    do throws(CairoError) { pdf = try draw(panels, spine: spine) } catch { throw .drawing(.cairo(error)) }
    do throws(FinishingError) { return (try finish(pdf, plan: plan(target)), diagnostics) } catch {
      throw .finishing(error)
    }
  }

  // MARK: Words

  private static let aboutFonts: Set = ["family-missing", "glyph-missing", "emoji-named", "face-letters"]

  /// The paragraphs of a text for the back, whatever it was written with: signs of Markdown are no words of it.
  package static func paragraphs(ofBlurb bytes: [UInt8]) throws(ManuscriptError) -> [String] {
    let text = String(decoding: try decode(bytes, as: nil).text, as: UTF8.self)
    var paragraphs: [String] = []
    var isOpen = false
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var words = line.drop(while: \.isWhitespace)
      let isItem = ["- ", "* ", "+ "].contains { words.hasPrefix($0) }
      if isItem { words = "• " + words.dropFirst(2) }
      if words.hasPrefix("#") { words = words.drop { $0 == "#" || $0 == " " } }
      let isHeading = words.startIndex > line.startIndex && line.hasPrefix("#")
      if words.isEmpty {
        isOpen = false
      } else if isOpen, !isItem, !isHeading {
        paragraphs[paragraphs.count - 1] += " " + words
      } else {
        paragraphs.append(String(words))
        isOpen = !isHeading
      }
    }
    return paragraphs.map { paragraph in
      var paragraph = paragraph
      while paragraph.last?.isWhitespace == true { paragraph.removeLast() }
      return paragraph.withoutMarkdown
    }
  }

  static func section(_ paragraphs: [String], _ placement: Paragraph.Placement = .justified) -> Section {
    Section(
      role: .untitled, blocks: paragraphs.map { .paragraph(Paragraph([Inline($0)], placement: placement)) })
  }

  /// A design with nothing but its words.
  func bare(_ area: PageArea) -> PageDesign {
    var bare = design
    bare.trim = PageSize(width: Length(points: area.width), height: Length(points: area.height))
    (bare.inside, bare.outside, bare.top, bare.bottom) = (.zero, .zero, .zero, .zero)
    (bare.isSpread, bare.insideByPageCount, bare.bleed, bare.printers) = (false, false, .zero, [])
    (bare.header, bare.footer, bare.watermark, bare.lineNumberStep) = ("", "", "", 0)
    (bare.headerLeft, bare.headerRight, bare.footerLeft, bare.footerRight) = (nil, nil, nil, nil)
    (bare.hasTitlePage, bare.hasHalfTitle, bare.hasCopyrightPage, bare.hasColophon) = (false, false, false, false)
    (bare.hasContents, bare.hasListOfFigures, bare.dropCapitalLines) = (false, false, 0)
    (bare.hasListOfTables, bare.hasListOfTheorems) = (false, false)
    (bare.openingSmallCapitals, bare.chapters, bare.titlePageForm) = (false, .any, .display)
    return bare
  }

  /// Paragraphs on one side of the cover, larger than the book's where there is room.
  /// - Parameter side: as messages name it.
  func text(
    _ paragraphs: [String], _ side: String, in area: PageArea, _ design: PageDesign, ink: Colour,
    _ said: inout [Diagnostic]
  ) throws(BuildFailure) -> [Panel] {
    guard !paragraphs.isEmpty else { return [] }
    var words = Book(metadata: Metadata(), sections: [CoverMaker.section(paragraphs)])
    if isSmart { smarten(&words, language: language) }
    var pages: [Page] = []
    for scale in [1.2, 1.1, 1, 0.92] {
      var sized = design
      (sized.size, sized.leading) = (design.size.scaled(by: scale), design.leading.scaled(by: scale))
      pages = try page(words, sized, &said)
      if pages.count < 2 { break }
    }
    if pages.count > 1 {
      said.append(
        Diagnostic(
          .warning, code: "blurb-long", "the words for the \(side) have no room there, and end early",
          help: side == "back" ? "shorten them; there is room above the barcode" : "shorten them"))
    }
    return pages.first.map { [Panel(page: $0, area: area, ink: ink)] } ?? []
  }

  private var backDesign: PageDesign {
    var back = bare(geometry.backSafe)
    let margin = Length(inches: 0.25)
    (back.inside, back.outside) = (margin, margin)
    back.top = back.leading * 3
    back.bottom = Length(points: geometry.barcode.height) + back.leading
    back.indentsFirstParagraph = false
    (back[.chapter].above, back.mostSink) = (0, 0)
    return back
  }

  /// The spine's words run downwards, letter below letter.
  private var isVertical: Bool {
    design.writing == .vertical || ["ja", "zh"].contains(LanguageTag.primary(language))
  }

  /// Author and title on one line, as large as the spine takes; where it is short, the author's last name, then the
  /// title alone; nil where that does not fit either.
  private func spinePage(_ said: inout [Diagnostic]) throws(BuildFailure) -> Page? {
    guard let safe = geometry.spineSafe else { return nil }
    let title = metadata.title ?? ""
    let authors = metadata.authors.joined(separator: ", ")
    let surname = metadata.authors.count == 1 ? authors.split(separator: " ").last.map(String.init) ?? "" : ""
    let names = [authors, surname, ""].filter { $0.isEmpty || !title.isEmpty || $0 == authors }
    // capitals and descenders are about nine tenths of the em
    let most = min(safe.width / (isVertical ? 1.15 : 0.95), 20)
    for (index, name) in names.enumerated() where index == 0 || names[index - 1] != name {
      var parts = [name, title].filter { !$0.isEmpty }
      guard !parts.isEmpty else { continue }
      if isVertical { parts.reverse() }
      let words = parts.joined(separator: isVertical ? "\u{3000}\u{3000}" : "\u{2003}·\u{2003}")
      var size = most
      while size >= 6 {
        if let page = try spineLine(words, safe, size, &said) { return page }
        size -= 1.5
      }
    }
    return nil
  }

  /// The words on one line; nil where they need two.
  private func spineLine(
    _ words: String, _ safe: PageArea, _ size: Double, _ said: inout [Diagnostic]
  ) throws(BuildFailure) -> Page? {
    var spine = bare(safe)
    spine.trim =
      isVertical
      ? PageSize(width: Length(points: size * 20), height: Length(points: safe.height))
      : PageSize(width: Length(points: safe.height), height: Length(points: size * 20))
    (spine.size, spine.leading) = (Length(points: size), Length(points: size * 1.3))
    spine.writing = isVertical ? .vertical : .horizontal
    if !design[.title].family.isEmpty { spine.family = design[.title].family }
    (spine.isJustified, spine.hyphenates, spine[.chapter].above) = (false, false, 0)
    let pages = try page(Book(metadata: Metadata(), sections: [CoverMaker.section([words], .leading)]), spine, &said)
    guard let page = pages.first, pages.count == 1 else { return nil }
    if isVertical {
      let xs = page.glyphs.map(\.x)
      return (xs.max() ?? 0) - (xs.min() ?? 0) < size * 1.2 ? page : nil
    }
    return Set(page.glyphs.map { Int($0.y * 16) }).count == 1 ? page : nil
  }

  /// The pages of a few words, from the first that has any.
  /// - Parameter said: of fonts and letters that are not there, each once.
  func page(_ book: Book, _ design: PageDesign, _ said: inout [Diagnostic]) throws(BuildFailure) -> [Page] {
    let set: BookTypesetter.Result
    do throws(TypesettingError) { set = try BookTypesetter(design: design, fonts: fonts).typeset(book) } catch {
      guard case .unknownFamily(let asked, _) = error, design.family != self.design.family else {
        throw .typesetting(error)
      }
      // of a look whose face is not there all but the face is used, as in the book
      if !said.contains(where: { $0.code == "family-missing" }) {
        said.append(
          Diagnostic(
            .warning, code: "family-missing",
            "no font family is called \"\(asked)\"; \"\(self.design.family)\" is used",
            help: "\"octavo themes --show THEME\" names the package that has it; --font-path DIR or ./Fonts adds more"))
      }
      var usual = design
      usual.family = self.design.family
      return try page(book, usual, &said)
    }
    let list = set.list
    for finding in set.diagnostics where CoverMaker.aboutFonts.contains(finding.code) {
      if !said.contains(where: { $0.code == finding.code && $0.message == finding.message }) { said.append(finding) }
    }
    let configuration: FontConfiguration
    do { configuration = try FontConfiguration(xml: fonts.configuration, folders: fonts.folders) } catch {
      throw .drawing(.fonts(error))
    }
    let assembler = PageAssembler(list, shaper: Shaper(configuration), compensatesWidths: true)
    var pages: [Page] = []
    for index in 0..<min(list.count, 4) {
      var page = Page(size: design.trim, label: "")
      assembler.assemble(index, into: &page)
      if !page.runs.isEmpty { pages.append(page) }
    }
    return pages
  }

  // MARK: Drawing

  private func draw(_ panels: [Panel], spine: Page?) throws(CairoError) -> [UInt8] {
    let sink = ByteSink()
    let size = PageSize(width: Length(points: geometry.width), height: Length(points: geometry.height))
    let canvas = try Canvas.pdf(into: sink, size: size)
    canvas.setFixedDates()
    let painter = PagePainter()
    painter.beginSheet()
    try paint(panels, spine: spine, painter, on: canvas)
    if let configuration = try? FontConfiguration(xml: fonts.configuration, folders: fonts.folders) {
      let box = geometry.barcode
      canvas.setColour(.white)
      if bars != nil || hasGuides { canvas.fillRectangle(x: box.x, y: box.y, width: box.width, height: box.height) }
      let marks = SheetMarks(configuration)
      try marks.draw((bars.map(barcodeMarks) ?? []) + (hasGuides ? guides : []), on: canvas)
    }
    canvas.showPage()
    try canvas.finish()
    return sink.bytes
  }

  /// Grounds, pictures and words, the whole sheet.
  private func paint(_ panels: [Panel], spine: Page?, _ painter: PagePainter, on canvas: borrowing Canvas)
    throws(CairoError)
  {
    let size = PageSize(width: Length(points: geometry.width), height: Length(points: geometry.height))
    fill(PageArea(x: 0, y: 0, width: geometry.width, height: geometry.height), look.paper, on: canvas)
    for (area, colour) in groundsBehindPictures { fill(area, colour, on: canvas) }
    var pictures = Page(size: size, label: "")
    for (file, area) in [(backPicture, geometry.back), (frontPicture, geometry.front)] {
      if let file, let picture = CoverMaker.picture(file, filling: bled(area)) { pictures.pictures.append(picture) }
    }
    if let file = authorPicture, let area = authorArea {
      pictures.pictures.append(Picture(file: file, x: area.x, y: area.y, width: area.width, height: area.height))
    }
    try painter.draw(pictures, on: canvas)
    try drawFront(painter, on: canvas)
    for panel in panels {
      var page = panel.page
      for index in page.runs.indices { page.runs[index].colour = panel.ink }
      try canvas.moved(x: panel.area.x, y: panel.area.y) { () throws(CairoError) in try painter.draw(page, on: canvas) }
    }
    if let spine { try draw(spine: spine, painter, on: canvas) }
  }

  func fill(_ area: PageArea, _ colour: Colour, on canvas: borrowing Canvas) {
    // white paper needs no ink
    guard colour != .white || area.width < geometry.width else { return }
    canvas.setColour(colour)
    canvas.fillRectangle(x: area.x, y: area.y, width: area.width, height: area.height)
  }

  /// The front alone, as shops show it: composed anew, eight wide and thirteen high, not cut from the sheet.
  /// - Parameter width: in dots.
  /// - Returns: a PNG.
  package func frontImage(width: Int) throws(BuildFailure) -> [UInt8] {
    var shop = self
    let page = PageSize(width: design.trim.width, height: design.trim.width.scaled(by: CoverMaker.shopShape))
    shop.geometry = CoverGeometry(
      kind: .paperback, trim: page, pages: 100, paper: .white, rules: .usual,
      isRightBound: geometry.front.x < geometry.back.x)
    shop.authorPicture = nil
    return try shop.frontOfSheet(width: width)
  }

  /// Height of a shop's picture, times its width: 2560 to 1600 (KDP, "Create a cover", read 2026-11).
  private static let shopShape = 1.6

  private func frontOfSheet(width: Int) throws(BuildFailure) -> [UInt8] {
    // said when the sheet was made
    var said: [Diagnostic] = []
    let panels = try front(&said)
    do throws(CairoError) {
      let sink = ByteSink()
      let area = geometry.front
      let canvas = try Canvas.image(
        into: sink, size: PageSize(width: Length(points: area.width), height: Length(points: area.height)),
        dotsPerInch: Double(width) / area.width * 72)
      let painter = PagePainter()
      painter.beginSheet()
      try canvas.moved(x: -area.x, y: -area.y) { () throws(CairoError) in
        try paint(panels, spine: nil, painter, on: canvas)
      }
      try canvas.finish()
      return sink.bytes
    } catch { throw .drawing(.cairo(error)) }
  }

  /// English spines read downwards, as ISO 6357 asks; French, Spanish, Italian, Portuguese and German ones upwards.
  private func draw(spine page: Page, _ painter: PagePainter, on canvas: borrowing Canvas) throws(CairoError) {
    var page = page
    let xs = page.glyphs.map(\.x)
    guard let left = xs.min(), let right = xs.max(), let y = page.glyphs.first?.y, let size = page.runs.first?.font.size
    else { return }
    for index in page.runs.indices {
      page.runs[index].colour = spineInk
      // outlines: words of their own would stand in the text of the cover twice
      page.runs[index].isShape = true
    }
    if isVertical {
      guard let top = page.glyphs.map(\.y).min() else { return }
      let middle = geometry.spine.x + geometry.spine.width / 2
      // glyphs lie half an em to the left of their line's middle
      return try canvas.moved(
        x: middle - (left + right + size.points) / 2, y: (geometry.spineSafe?.y ?? 0) + size.points - top
      ) {
        () throws(CairoError) in try painter.draw(page, on: canvas)
      }
    }
    let upwards = ["fr", "es", "it", "pt", "de", "ca"].contains(String(language.prefix(2)))
    let middle = (x: geometry.spine.x + geometry.spine.width / 2, y: geometry.spine.y + geometry.spine.height / 2)
    try canvas.turned(atX: middle.x, y: middle.y, by: upwards ? .pi / 2 : -.pi / 2) { () throws(CairoError) in
      // the middle of the capitals, a third of the em above the baseline
      try canvas.moved(x: -(left + right) / 2, y: size.points * 0.33 - y) { () throws(CairoError) in
        try painter.draw(page, on: canvas)
      }
    }
  }

  /// A panel with what goes beyond its outer edges.
  func bled(_ area: PageArea) -> PageArea {
    var bled = area
    bled.y = 0
    bled.height = geometry.height
    if geometry.flaps.isEmpty {
      if area.x < geometry.spine.x { bled.x = 0 }
      bled.width = (area.x < geometry.spine.x ? area.right : geometry.width) - bled.x
    }
    return bled
  }

  /// A picture as large as covers an area, cut at its edges.
  static func picture(_ file: String, filling area: PageArea) -> Picture? {
    guard let image = try? inspectImage(file), image.width > 0, image.height > 0 else { return nil }
    let factor = max(area.width / Double(image.width), area.height / Double(image.height))
    let (width, height) = (Double(image.width) * factor, Double(image.height) * factor)
    var picture = Picture(
      file: file, x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width,
      height: height)
    picture.crop = area
    return picture
  }

  // MARK: Barcode and guides

  /// EAN-13 at its nominal size, 0.33 mm a module (GS1 General Specifications, 5.2), the ISBN above it.
  private func barcodeMarks(_ bars: [Bool]) -> [PrintersMark] {
    let module = 0.33 * 72 / 25.4
    let box = geometry.barcode
    let left = box.x + (box.width - Double(bars.count) * module) / 2
    let top = box.y + 16
    let height = box.height - 16 - 14
    // the guard bars at both ends and in the middle are five modules longer
    let guards: Set = [0, 2, 46, 48, 92, 94]
    var marks: [PrintersMark] = []
    for (index, isBlack) in bars.enumerated() where isBlack {
      let longer = guards.contains(index) ? 5 * module : 0
      marks.append(
        PrintersMark(
          .drawing,
          .bar(
            SheetArea(
              x: Length(points: left + Double(index) * module), y: Length(points: top),
              width: Length(points: module), height: Length(points: height + longer)))))
    }
    func words(_ text: some StringProtocol, _ x: Double, _ y: Double, _ size: Double) {
      let at = SheetPoint(x: Length(points: x), y: Length(points: y))
      marks.append(
        PrintersMark(
          .drawing, .text(String(text), at: at, size: Length(points: size), anchor: .middle, isTurned: false)))
    }
    let digits = (isbn ?? "").filter(\.isNumber)
    if digits.count == 13 {
      let foot = top + height + 10
      words(digits.prefix(1), left - 6 * module, foot, 10)
      words(digits.dropFirst().prefix(6), left + 24.5 * module, foot, 10)
      words(digits.suffix(6), left + 70.5 * module, foot, 10)
      words("ISBN \(isbn ?? "")", box.x + box.width / 2, box.y + 11, 8)
    }
    return marks
  }

  /// Cuts and folds as lines, what words keep to as broken ones.
  private var guides: [PrintersMark] {
    var marks: [PrintersMark] = []
    func line(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double, isDashed: Bool) {
      marks.append(
        PrintersMark(
          .drawing,
          .line(
            from: SheetPoint(x: Length(points: x), y: Length(points: y)),
            to: SheetPoint(x: Length(points: toX), y: Length(points: toY)), thickness: Length(points: 0.5),
            isDashed: isDashed)))
    }
    func frame(_ area: PageArea, isDashed: Bool) {
      line(area.x, area.y, area.right, area.y, isDashed: isDashed)
      line(area.x, area.bottom, area.right, area.bottom, isDashed: isDashed)
      line(area.x, area.y, area.x, area.bottom, isDashed: isDashed)
      line(area.right, area.y, area.right, area.bottom, isDashed: isDashed)
    }
    frame(geometry.trim, isDashed: false)
    frame(geometry.spine, isDashed: false)
    for flap in geometry.flaps { frame(flap, isDashed: false) }
    for safe in [geometry.frontSafe, geometry.backSafe, geometry.barcode] { frame(safe, isDashed: true) }
    if let spine = geometry.spineSafe { frame(spine, isDashed: true) }
    return marks
  }

  private func plan(_ target: PDFTarget) -> FinishingPlan {
    var plan = FinishingPlan()
    plan.title = metadata.title
    plan.author = metadata.authors.isEmpty ? nil : metadata.authors.joined(separator: ", ")
    plan.language = language
    plan.blackIsGrey = target == .print
    plan.spot = design.spot
    (plan.press, plan.creationDate) = (press, creationDate)
    let trim = geometry.trim
    plan.boxes = .uniform(
      PageBoxSet(
        trim: PDFRectangle(
          left: trim.x, bottom: geometry.height - trim.bottom, right: trim.right, top: geometry.height - trim.y),
        bleed: PDFRectangle(left: 0, bottom: 0, right: geometry.width, top: geometry.height)))
    return plan
  }
}
