internal import BookModel
internal import Cairo
internal import Design
internal import Drawing
internal import Files
internal import Images
internal import PageModel
internal import Typesetting
internal import Units

/// What stands where on the front of a cover.
extension CoverMaker {
  private var height: Double { geometry.front.height }

  /// Part of the front, by shares of its height, out to the cuts at both sides.
  private func strip(_ shares: ClosedRange<Double>) -> PageArea {
    var strip = bled(geometry.front)
    strip.y = geometry.front.y + height * shares.lowerBound
    strip.height = height * (shares.upperBound - shares.lowerBound)
    return strip
  }

  /// The same, as far as words may stand.
  private func words(_ shares: ClosedRange<Double>) -> PageArea {
    var words = strip(shares)
    // clear of the fold and the edge
    let margin = geometry.front.width * 0.03
    (words.x, words.width) = (geometry.frontSafe.x + margin, geometry.frontSafe.width - 2 * margin)
    return words
  }

  /// Points: printers want no line thinner (KDP, "Paperback submission guidelines").
  private static let thinnest = 0.75
  private static let band = 0.14...0.5
  /// From here the block goes on beyond the foot.
  private static let block = 0.6

  /// The label of panel and pattern.
  private var label: PageArea {
    var label = geometry.front.inset(geometry.front.width * 0.14, 0)
    label.y = geometry.front.y + height * 0.13
    label.height = height * 0.46
    return label
  }

  var hasAccentBack: Bool { look.layout != .plain && look.layout != .frame }

  /// Spine and back, which pictures may cover.
  var groundsBehindPictures: [(PageArea, Colour)] {
    guard hasAccentBack else { return [] }
    let front = bled(geometry.front)
    let whole = PageArea(x: 0, y: 0, width: geometry.width, height: geometry.height)
    switch look.layout {
    case .panel, .pattern: return [(whole, look.accent)]
    case .plain, .frame, .band, .block: return [(whole, look.accent), (front, look.paper)]
    }
  }

  /// What stands on the front behind its words, over a picture too.
  func drawFront(_ painter: PagePainter, on canvas: borrowing Canvas) throws(CairoError) {
    switch look.layout {
    case .plain: break
    case .band: fill(strip(CoverMaker.band), look.accent, on: canvas)
    case .block:
      var block = strip(CoverMaker.block...1)
      block.height = geometry.height - block.y
      fill(block, look.accent, on: canvas)
    case .panel, .pattern:
      if look.layout == .pattern, frontPicture == nil { try drawPattern(painter, on: canvas) }
      fill(label, look.paper, on: canvas)
      frame(label.inset(7, 7), 1.6, on: canvas)
      frame(label.inset(10.5, 10.5), CoverMaker.thinnest, on: canvas)
    case .frame:
      frame(geometry.frontSafe, 2.4, on: canvas)
      frame(geometry.frontSafe.inset(5, 5), CoverMaker.thinnest, on: canvas)
      let size = geometry.front.width * 0.16
      guard let sign = sign(size: size) else { return }
      try draw(
        sign, atX: geometry.front.x + geometry.front.width / 2, y: geometry.front.y + height * 0.56, on: canvas,
        painter,
        ink: look.accent)
    }
  }

  private func frame(_ area: PageArea, _ thickness: Double, on canvas: borrowing Canvas) {
    canvas.setColour(look.accent)
    for y in [area.y, area.bottom - thickness] {
      canvas.fillRectangle(x: area.x, y: y, width: area.width, height: thickness)
    }
    for x in [area.x, area.right - thickness] {
      canvas.fillRectangle(x: x, y: area.y, width: thickness, height: area.height)
    }
  }

  // MARK: Back and flaps

  /// Clear of cuts and folds.
  private static let margin = 18.0

  /// Where the author's picture stands: above the words of the back flap, else beside the barcode.
  var authorArea: PageArea? {
    guard let file = authorPicture, let image = try? inspectImage(file), image.width > 0, image.height > 0 else {
      return nil
    }
    let shape = Double(image.height) / Double(image.width)
    if let flap = geometry.backFlap?.inset(CoverMaker.margin, CoverMaker.margin) {
      let width = min(flap.width * 0.7, flap.height * 0.35 / shape)
      return PageArea(x: flap.x, y: flap.y, width: width, height: width * shape)
    }
    let (safe, box) = (geometry.backSafe, geometry.barcode)
    let width = min(box.height / shape, safe.width - box.width - CoverMaker.margin)
    guard width > 0 else { return nil }
    let isAtLeft = box.x > safe.x
    return PageArea(
      x: isAtLeft ? safe.x : safe.right - width, y: safe.bottom - width * shape, width: width, height: width * shape)
  }

  /// The words of a jacket's flaps.
  func flaps(_ said: inout [Diagnostic]) throws(BuildFailure) -> [Panel] {
    guard !geometry.flaps.isEmpty else {
      if !frontFlap.isEmpty || !backFlap.isEmpty {
        said.append(
          Diagnostic(
            .warning, code: "cover-flaps", "a \(geometry.kind.rawValue) has no flaps; the words for them are left out",
            help: "--kind jacket has flaps"))
      }
      return []
    }
    var panels: [Panel] = []
    for (words, flap, side) in [
      (frontFlap, geometry.frontFlap, "front flap"), (backFlap, geometry.backFlap, "back flap"),
    ] {
      guard var area = flap?.inset(CoverMaker.margin, CoverMaker.margin) else { continue }
      if side == "back flap", let picture = authorArea {
        let below = picture.bottom + CoverMaker.margin - area.y
        (area.y, area.height) = (area.y + below, area.height - below)
      }
      var design = bare(area)
      (design.isJustified, design.indentsFirstParagraph) = (false, false)
      (design[.chapter].above, design.mostSink) = (0, 0)
      panels += try text(words, side, in: area, design, ink: hasAccentBack ? accentInk : look.ink, &said)
    }
    return panels
  }

  // MARK: Ornaments

  /// The ornament as a page of its own; nil where its face has none.
  private func sign(size: Double) -> Page? {
    guard !look.ornament.isEmpty else { return nil }
    var design = bare(geometry.frontSafe)
    design.trim = PageSize(width: Length(points: size * 12), height: Length(points: size * 8))
    (design.size, design.leading) = (Length(points: size), Length(points: size * 1.4))
    if !design[.ornament].family.isEmpty { design.family = design[.ornament].family }
    (design[.chapter].above, design.mostSink) = (0, 0)
    let book = Book(metadata: Metadata(), sections: [CoverMaker.section([look.ornament], .centred)])
    var said: [Diagnostic] = []
    guard var page = try? page(book, design, &said).first else { return nil }
    // outlines: it is no word
    for index in page.runs.indices { page.runs[index].isShape = true }
    return page
  }

  private func draw(
    _ sign: Page, atX x: Double, y: Double, on canvas: borrowing Canvas, _ painter: PagePainter, ink: Colour
  ) throws(CairoError) {
    guard let glyph = sign.glyphs.first, let size = sign.runs.first?.font.size.points else { return }
    var sign = sign
    for index in sign.runs.indices { sign.runs[index].colour = ink }
    // signs are about two thirds of the em high
    try canvas.moved(x: x - sign.size.width.points / 2, y: y - glyph.y + size * 0.33) { () throws(CairoError) in
      try painter.draw(sign, on: canvas)
    }
  }

  /// Rows of the ornament, each set between those of the row above, out to the cuts.
  private func drawPattern(_ painter: PagePainter, on canvas: borrowing Canvas) throws(CairoError) {
    let size = geometry.front.width / 16
    guard let sign = sign(size: size) else { return }
    let ground = bled(geometry.front)
    let ink = look.accent.mixed(0.22, of: look.paper.contrast(to: look.accent) > 2 ? look.paper : .black)
    let step = (across: size * 1.75, down: size * 1.5)
    let columns = Int(ground.width / step.across)
    let rows = Int(ground.height / step.down)
    let start = (
      x: ground.x + (ground.width - Double(columns - 1) * step.across) / 2,
      y: ground.y + (ground.height - Double(rows - 1) * step.down) / 2
    )
    for row in 0..<max(rows, 0) {
      let isBetween = row % 2 == 1
      for column in 0..<max(columns - (isBetween ? 1 : 0), 0) {
        try draw(
          sign, atX: start.x + (Double(column) + (isBetween ? 0.5 : 0)) * step.across,
          y: start.y + Double(row) * step.down, on: canvas, painter, ink: ink)
      }
    }
  }

  // MARK: Words

  var backInk: Colour { backPicture.map(ink(onPicture:)) ?? (hasAccentBack ? accentInk : look.ink) }
  var spineInk: Colour { hasAccentBack ? accentInk : look.ink }
  private var accentInk: Colour { look.accent.bestInk(of: [look.paper, look.ink]) }

  /// Black or white, whichever stands out from a picture's middle shade, unless the user has chosen.
  private func ink(onPicture file: String) -> Colour {
    guard choosesInk, let small = try? CoverMaker.thumbnail(of: file, filling: geometry.front) else { return look.ink }
    // the title's part of it, more or less; a moon in a dark sky leaves the middle shade dark
    let shades = small.pixels.prefix(small.width * max(1, small.height / 2))
      .map { Colour(hex: Int($0 & 0xFF_FFFF)).luminance }.sorted()
    // where black and white are read alike (WCAG 2.2: 1.05 / (l + 0.05) is (l + 0.05) / 0.05)
    return shades.isEmpty || shades[shades.count / 2] >= 0.179 ? .black : .white
  }

  /// A picture as the cover draws it, some sixty dots wide. The loader of pictures reads an SVG only where a package
  /// that nobody needs otherwise has taught it to.
  private static func thumbnail(of file: String, filling front: PageArea) throws -> PixelImage {
    let area = PageArea(x: 0, y: 0, width: front.width, height: front.height)
    var page = Page(size: PageSize(width: Length(points: area.width), height: Length(points: area.height)), label: "")
    page.pictures = [CoverMaker.picture(file, filling: area)].compactMap(\.self)
    let sink = ByteSink()
    let canvas = try Canvas.image(into: sink, size: page.size, dotsPerInch: 64 / area.width * 72)
    let painter = PagePainter()
    painter.beginSheet()
    try painter.draw(page, on: canvas)
    try canvas.finish()
    return try decodeImage(sink.bytes, as: inspectImage(sink.bytes), width: 64)
  }

  /// The words of the front: title and author, together or each in its place.
  func front(_ said: inout [Diagnostic]) throws(BuildFailure) -> [Panel] {
    let plain = frontPicture.map(ink(onPicture:)) ?? look.ink
    var words = Metadata()
    (words.title, words.subtitle, words.authors, words.language) = (
      metadata.title, metadata.subtitle, metadata.authors, metadata.language
    )
    var (title, author) = (words, Metadata())
    title.authors = []
    // lines end between names
    let names = words.authors.map { $0.replacing(" ", with: "\u{A0}") }
    (author.title, author.language) = (names.joined(separator: ", "), words.language)
    switch look.layout {
    case .plain:
      let area = geometry.frontSafe.inset(geometry.front.width * 0.03, 0)
      var design = titleDesign(words: area)
      design.hasTitlePage = true
      let page = try page(Book(metadata: words, sections: [CoverMaker.section(["·"])]), design, &said).first
      return page.map { [Panel(page: $0, area: area, ink: plain)] } ?? []
    case .band:
      return try [
        panel(title, in: self.words(CoverMaker.band), ink: accentInk, &said),
        panel(author, .author, in: self.words(0.54...0.68), ink: plain, &said),
      ].compactMap(\.self)
    case .block:
      return try [
        panel(title, in: self.words(0.1...0.55), ink: plain, &said),
        panel(author, .author, in: self.words(0.66...0.86), ink: accentInk, &said),
      ].compactMap(\.self)
    case .panel, .pattern:
      let inner = label.inset(18, 14)
      var (upper, lower) = (inner, inner)
      upper.height = inner.height * 0.72
      (lower.y, lower.height) = (inner.y + upper.height, inner.height - upper.height)
      return try [
        panel(title, in: upper, centred: true, ink: look.ink, &said),
        panel(author, .author, in: lower, centred: true, ink: look.ink, &said),
      ].compactMap(\.self)
    case .frame:
      return try [
        panel(title, in: self.words(0.12...0.48).inset(12, 0), centred: true, ink: plain, &said),
        panel(author, .author, in: self.words(0.7...0.9).inset(12, 0), centred: true, ink: plain, &said),
      ].compactMap(\.self)
    }
  }

  /// Half as large again as on the title page, but no larger than a word of some twelve letters has room for.
  private func titleDesign(words area: PageArea) -> PageDesign {
    var front = bare(area)
    let title = min(design[.title].scale * 1.6, area.width / front.size.points / 6)
    // what stands below the title grows with it
    let growth = (title - 1) / 1.1
    front[.title].scale = title
    (front[.subtitle].scale, front[.author].scale) = (1 + 0.22 * growth, 1 + 0.32 * growth)
    return front
  }

  /// Some words of a title page in the middle of an area, as large as it holds; a name that is wider than the area is
  /// smaller, and so is a title one of whose lines would be less than half as long as another.
  private func panel(
    _ words: Metadata, _ element: Element = .title, in area: PageArea, centred: Bool = false, ink: Colour,
    _ said: inout [Diagnostic]
  ) throws(BuildFailure) -> Panel? {
    guard words.title?.isEmpty == false else { return nil }
    var design = titleDesign(words: area)
    design.hasTitlePage = true
    if element != .title {
      let (scale, placement) = (design[element].scale, design[.title].placement)
      design[.title] = design[element]
      (design[.title].scale, design[.title].placement) = (scale, placement)
    }
    if centred { design[.title].placement = .centred }
    design[.title].depth = 0
    // a page as deep as words may need; what counts is how high they come out
    design.trim = PageSize(width: Length(points: area.width), height: Length(points: max(area.height * 3, 200)))
    let largest = design[.title].scale
    var ragged: Panel?
    for _ in 0..<12 {
      guard let page = try page(Book(metadata: words, sections: [CoverMaker.section(["·"])]), design, &said).first
      else {
        return nil
      }
      let ys = page.glyphs.map(\.y)
      guard let first = ys.min(), let last = ys.max() else { return nil }
      // capitals stand about two thirds of the em over the first baseline
      let rise = design.size.points * design[.title].scale * 0.66
      let lines = CoverMaker.lines(of: page, size: design.size.scaled(by: design[.title].scale))
      let isSmall = design[.title].scale < 0.8
      let isWhole = element == .title || lines.count <= max(1, metadata.authors.count)
      if last - first + rise <= area.height * 0.86 && isWhole || isSmall {
        var place = area
        place.y += (area.height - (last - first + rise)) / 2 + rise - first
        let panel = Panel(page: page, area: place, ink: ink)
        let isEven = (lines.min() ?? 0) >= (lines.max() ?? 0) / 2
        if isEven || element != .title { return panel }
        ragged = ragged ?? panel
        // no title shrinks to half for it
        if isSmall || design[.title].scale < largest * 0.6 { return ragged }
      }
      design[.title].scale *= 0.88
      design[.subtitle].scale *= 0.92
    }
    return ragged
  }

  /// How long the lines in type of a size are.
  private static func lines(of page: Page, size: Length) -> [Double] {
    var ends: [Double: (left: Double, right: Double)] = [:]
    for run in page.runs where abs(run.font.size.points - size.points) < 0.05 {
      for glyph in page.glyphs[run.glyphs] {
        let known = ends[glyph.y] ?? (glyph.x, glyph.x)
        ends[glyph.y] = (min(known.left, glyph.x), max(known.right, glyph.x))
      }
    }
    // to the last letter's beginning: an em more or less is nothing here
    return ends.values.map { $0.right - $0.left + size.points / 2 }
  }
}
