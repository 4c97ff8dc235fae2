package import Cairo
package import PageModel
package import Units

/// Draws pages exactly as they are placed, on any surface. Decides nothing.
///
/// Draws a whole line run in one call: where cairo draws the text (`PDFTextWriter` tells when), a call a word costs
/// 2.3 times as much. Lines in one font that follow each other and need no letters go together: cairo measures the ink of
/// each call four times.
package final class PagePainter {
  private let fonts = FontCache()
  private let pictures = PictureStore()
  /// Runs whose letters cairo has, and that are shown by the next call.
  @exclusivity(unchecked) private var waiting = WaitingGlyphs()
  /// Pictures that could not be drawn so far, each once.
  package var failures: [PictureFailure] { pictures.failures }

  /// - Parameter tint: colours other than those of the page, for a screen.
  package init(tint: Tint? = nil) { self.tint = tint }
  private let tint: Tint?

  /// The colour of what is drawn from here on.
  /// - Parameters:
  ///   - share: of the colour, the rest being the ground.
  ///   - ground: what it lies on.
  package func set(
    _ colour: Colour, on canvas: borrowing Canvas, share: Double = 1, over ground: Colour = .white
  ) {
    var shown = tint?.shown(colour) ?? colour
    if share < 1 { shown = Tint.mixed(shown, tint?.shown(ground) ?? ground, share) }
    canvas.setColour(shown)
  }

  /// A sheet begins, which may hold several pages; without it every page is a sheet of its own.
  package func beginSheet() {
    countsSheets = true
    pictures.beginSheet()
  }
  private var countsSheets = false

  /// Draws a page with its trim's top left corner at the canvas's origin.
  /// - Parameter factor: that of the `Canvas.placed` it is drawn in.
  package func draw(_ page: Page, on canvas: borrowing Canvas, factor: Double = 1) throws(CairoError) {
    if !countsSheets { pictures.beginSheet() }
    if let watermark = page.watermark { try draw(watermark, on: canvas) }
    for rule in page.rules where rule.isBehind { fill(rule, on: canvas) }
    for picture in page.pictures {
      guard let crop = picture.crop else {
        pictures.draw(picture, on: canvas)
        continue
      }
      try canvas.clipped(x: crop.x, y: crop.y, width: crop.width, height: crop.height) { () throws(CairoError) in
        pictures.draw(picture, on: canvas)
      }
    }
    try drawShadows(of: page, on: canvas, factor: factor)
    try page.runs.withUnsafeBufferPointer { runs throws(CairoError) in
      try page.glyphs.withUnsafeBufferPointer { glyphs throws(CairoError) in
        try page.text.withUnsafeBufferPointer { text throws(CairoError) in
          try page.clusters.withUnsafeBufferPointer { clusters throws(CairoError) in
            try draw(runs, glyphs: glyphs, text: text, clusters: clusters, on: canvas, factor: factor)
          }
        }
      }
    }
    for rule in page.rules where !rule.isBehind { fill(rule, on: canvas) }
    set(.black, on: canvas)
    try canvas.check()
  }

  private func draw(
    _ runs: UnsafeBufferPointer<GlyphRun>, glyphs all: UnsafeBufferPointer<PlacedGlyph>,
    text letters: UnsafeBufferPointer<UInt8>, clusters groups: UnsafeBufferPointer<GlyphCluster>,
    on canvas: borrowing Canvas, factor: Double
  ) throws(CairoError) {
    // nil for text that is not seen
    var colour: Colour? = .black
    set(.black, on: canvas)
    let bounds = canvas.inkBounds
    waiting.empty()
    // runs are read where they lie: a copy counts the references of its font's path
    guard let first = runs.baseAddress else { return }
    var last: UnsafePointer<GlyphRun>?
    for index in runs.indices {
      let run = first + index
      guard run.pointee.shadow == nil, !run.pointee.isHidden || canvas.hiddenText != nil else { continue }
      let wanted = run.pointee.isHidden ? nil : run.pointee.colour
      let isSame = last.map { PagePainter.haveOneFont($0, run) && wanted == colour } ?? false
      last = run
      if !isSame {
        waiting.show(of: all, on: canvas)
        try fonts.withFont(run.pointee.font, factor: factor) { canvas.setFont($0) }
      }
      if wanted != colour {
        colour = wanted
        if let wanted { set(wanted, on: canvas) } else { canvas.hideText() }
      }
      let glyphs = UnsafeBufferPointer(rebasing: all[run.pointee.glyphs])
      guard !run.pointee.isShape else {
        waiting.show(of: all, on: canvas)
        canvas.fillOutlines(of: glyphs)
        continue
      }
      let text = UnsafeBufferPointer(rebasing: letters[run.pointee.text])
      let clusters = UnsafeBufferPointer(rebasing: groups[run.pointee.clusters])
      let isBackward = run.pointee.isBackward
      let isKnown = canvas.hasLetters(text, of: glyphs, clusters: clusters, isBackward: isBackward, within: bounds)
      let size = glyphs.count
      if !waiting.takes(size, isBackward: isBackward, isKnown: isKnown), !isKnown || waiting.isTold {
        waiting.show(of: all, on: canvas)
      }
      if waiting.takes(size, isBackward: isBackward, isKnown: isKnown) {
        waiting.add(text, glyphs: glyphs, clusters: clusters, isBackward: isBackward)
      } else if isKnown {
        waiting.add(run.pointee.glyphs, of: all)
      } else {
        canvas.showText(text, glyphs: glyphs, clusters: clusters, isBackward: false)
      }
    }
    waiting.show(of: all, on: canvas)
  }

  /// Asked part by part, as a copy of a font counts the references of its path.
  private static func haveOneFont(_ one: UnsafePointer<GlyphRun>, _ other: UnsafePointer<GlyphRun>) -> Bool {
    one.pointee.font.expansion == other.pointee.font.expansion && one.pointee.font.size == other.pointee.font.size
      && one.pointee.font.face == other.pointee.font.face && one.pointee.font.stance == other.pointee.font.stance
      && one.pointee.font.file == other.pointee.font.file
  }

  /// Behind all text, the palest rims behind all that is darker. Where a background lies under them they are drawn once
  /// more, mixed with its colour.
  private func drawShadows(of page: Page, on canvas: borrowing Canvas, factor: Double) throws(CairoError) {
    var layers: [(run: Int, layer: ShadowLayer)] = []
    for index in page.runs.indices { if let layer = page.runs[index].shadow { layers.append((index, layer)) } }
    guard !layers.isEmpty else { return }
    layers.sort { (-$0.layer.spread, $0.run) < (-$1.layer.spread, $1.run) }
    func draw(over ground: Colour) throws(CairoError) {
      for (index, layer) in layers {
        let run = page.runs[index]
        try fonts.withFont(run.font, factor: factor) { canvas.setFont($0) }
        set(run.colour, on: canvas, share: layer.share, over: ground)
        page.glyphs.withUnsafeBufferPointer {
          canvas.fillOutlines(of: UnsafeBufferPointer(rebasing: $0[run.glyphs]), spread: layer.spread)
        }
      }
    }
    try draw(over: .white)
    guard layers.contains(where: { $0.layer.share < 1 }) else { return }
    for rule in page.rules where rule.isBehind {
      try canvas.clipped(x: rule.x, y: rule.y, width: rule.width, height: rule.height) { () throws(CairoError) in
        try draw(over: rule.colour)
      }
    }
  }

  private func draw(_ watermark: Watermark, on canvas: borrowing Canvas) throws(CairoError) {
    set(Colour(grey: watermark.grey), on: canvas)
    try canvas.turned(atX: watermark.x, y: watermark.y, by: watermark.angle) { () throws(CairoError) in
      for run in watermark.runs {
        try fonts.withFont(run.font) { canvas.setFont($0) }
        watermark.glyphs.withUnsafeBufferPointer {
          canvas.fillOutlines(of: UnsafeBufferPointer(rebasing: $0[run.glyphs]))
        }
      }
    }
  }

  private func fill(_ rule: Rule, on canvas: borrowing Canvas) {
    set(rule.colour, on: canvas)
    if rule.isDot {
      return canvas.fillDisc(x: rule.x + rule.width / 2, y: rule.y + rule.height / 2, radius: rule.width / 2)
    }
    canvas.fillRectangle(x: rule.x, y: rule.y, width: rule.width, height: rule.height)
  }
}

/// Glyphs of runs in one font that are shown together, in the order in which they stand: those whose
/// letters cairo has, or the words of a right-to-left line, with their letters.
///
/// Text that runs to the left is shown from its left end, as all programs that make PDFs do, and readers turn it round.
/// Shown as it is read, from glyph to glyph to the left, it was back to front for Chrome and pypdf and in pieces for
/// poppler, and took twice the room.
private struct WaitingGlyphs {
  /// Of the page: runs that lie one behind the other.
  private var range = 0..<0
  /// Runs that do not: copies.
  private var gathered: [PlacedGlyph] = []
  /// The letters of what is gathered, where cairo is to be told.
  private var text: [UInt8] = []
  private var clusters: [GlyphCluster] = []

  /// Runs wait whose letters cairo is to be told.
  var isTold: Bool { !clusters.isEmpty }

  /// Whether a run waits with its letters: right-to-left words do that cairo has no letters for, and what
  /// stands between them.
  func takes(_ count: Int, isBackward: Bool, isKnown: Bool) -> Bool {
    if isTold { return gathered.count < 500 && (isBackward || count <= 2) }
    return isBackward && !isKnown && range.isEmpty && gathered.isEmpty
  }

  mutating func add(
    _ letters: UnsafeBufferPointer<UInt8>, glyphs: UnsafeBufferPointer<PlacedGlyph>,
    clusters: UnsafeBufferPointer<GlyphCluster>, isBackward: Bool
  ) {
    gathered.append(contentsOf: glyphs)
    guard isBackward else {
      text.append(contentsOf: letters)
      self.clusters.append(contentsOf: clusters)
      return
    }
    var end = letters.count
    for cluster in clusters.reversed() {
      text.append(contentsOf: letters[max(0, end - Int(cluster.bytes))..<end])
      end = max(0, end - Int(cluster.bytes))
    }
    self.clusters.append(contentsOf: clusters.reversed())
  }

  /// A run whose letters cairo has.
  mutating func add(_ run: Range<Int>, of glyphs: UnsafeBufferPointer<PlacedGlyph>) {
    if gathered.isEmpty, range.isEmpty || range.upperBound == run.lowerBound {
      range = (range.isEmpty ? run.lowerBound : range.lowerBound)..<run.upperBound
      return
    }
    gathered.append(contentsOf: glyphs[range])
    range = 0..<0
    gathered.append(contentsOf: glyphs[run])
  }

  /// - Parameter glyphs: of the page.
  mutating func show(of glyphs: UnsafeBufferPointer<PlacedGlyph>, on canvas: borrowing Canvas) {
    if !range.isEmpty {
      canvas.showGlyphs(UnsafeBufferPointer(rebasing: glyphs[range]))
    } else if !gathered.isEmpty {
      gathered.withUnsafeBufferPointer { glyphs in
        guard isTold else { return canvas.showGlyphs(glyphs) }
        text.withUnsafeBufferPointer { text in
          clusters.withUnsafeBufferPointer {
            canvas.showText(text, glyphs: glyphs, clusters: $0, isBackward: false)
          }
        }
      }
    }
    empty()
  }

  mutating func empty() {
    range = 0..<0
    gathered.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    clusters.removeAll(keepingCapacity: true)
  }
}
