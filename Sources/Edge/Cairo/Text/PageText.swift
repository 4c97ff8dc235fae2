internal import CCairo
internal import PageModel

/// The text of pages of a PDF of octavo's own, which it writes itself where it can, in cairo's words.
///
/// Nearly half of a novel's time went into cairo's output of text: every glyph is copied three times, its ink
/// measured, its code looked up, and numbers printed by the C library. But what cairo writes for a
/// glyph whose code is known depends on its place alone (`TextOperators`). So text waits here until something
/// else is drawn. A glyph that the file does not have yet lets all that waits be drawn by cairo, whose
/// contents then tell the codes. Text of which all is known is written here; cairo draws one glyph of
/// each of its fonts, which gets these into the page's resources, in a colour that no page has, which marks where the
/// text belongs.
///
/// It has to earn its trust: it writes nothing before cairo's own text of some pages was, byte by byte, what it would
/// have written, and never again when once it was not, as may be with another cairo.
package final class PageText {
  @exclusivity(unchecked) private var stretch = Stretch()
  private let operators = TextOperators()
  @exclusivity(unchecked) private var codes = TextCodes()
  @exclusivity(unchecked) private var font: OpaquePointer?
  @exclusivity(unchecked) private var face: Int?
  @exclusivity(unchecked) private var colour = Colour()
  /// Fonts that were used, which are kept, and their faces among the codes.
  @exclusivity(unchecked) private var faces: [OpaquePointer: Int?] = [:]
  /// cairo does not have the font and the colour.
  @exclusivity(unchecked) private var isStale = true
  /// Of the page that is being drawn.
  private var parts: [Part] = []
  /// Text of others stands on the page.
  private var isMixed = false
  /// Text of cairo's was what would have been written here.
  private var agreements = 0
  private var isWrong = false
  /// A page's text was written here and has no place in its contents: the file is not to be used.
  package private(set) var isLost = false

  /// Text objects that have to agree before any is written here.
  private static let enough = 2
  /// Stretches of a page that can be told apart by their colours.
  private static let mostParts = 1 << 14

  init() {}

  deinit {
    for font in faces.keys { cairo_scaled_font_destroy(font) }
    codes.close()
  }

  // MARK: Taking

  func use(_ font: OpaquePointer) {
    guard font != self.font else { return }
    if let known = faces[font] {
      face = known
    } else {
      face = codes.face(of: font)
      faces.updateValue(face, forKey: cairo_scaled_font_reference(font))
    }
    self.font = font
    isStale = true
  }

  func set(_ colour: Colour) {
    guard colour != self.colour else { return }
    self.colour = colour
    isStale = true
  }

  /// Takes a call; false where it is to go to cairo right away.
  func take(
    _ glyphs: UnsafeBufferPointer<PlacedGlyph>, text: UnsafeBufferPointer<UInt8>?,
    clusters: UnsafeBufferPointer<GlyphCluster>?, on context: OpaquePointer
  ) -> Bool {
    guard let font else { return false }
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    guard matrix.xx == 1, matrix.yy == 1, matrix.xy == 0, matrix.yx == 0 else {
      give(to: context)
      isMixed = true
      return false
    }
    if !stretch.isEmpty, stretch.colour != colour { give(to: context) }
    stretch.colour = colour
    let (glyph, cluster, byte) = (stretch.glyphs.count, stretch.clusters.count, stretch.text.count)
    if matrix.x0 == 0, matrix.y0 == 0 {
      stretch.glyphs.append(contentsOf: glyphs)
    } else {
      for glyph in glyphs {
        stretch.glyphs.append(PlacedGlyph(index: glyph.index, x: glyph.x + matrix.x0, y: glyph.y + matrix.y0))
      }
    }
    if let text, let clusters {
      stretch.text.append(contentsOf: text)
      stretch.clusters.append(contentsOf: clusters)
    }
    stretch.calls.append(
      Call(
        font: font, face: face, glyphs: glyph..<stretch.glyphs.count, clusters: cluster..<stretch.clusters.count,
        text: byte..<stretch.text.count, isTold: text != nil))
    return true
  }

  /// Draws what waits: something else is to be drawn, or the page ends. Afterwards cairo has the font and the
  /// colour that were set last.
  func give(to context: OpaquePointer) {
    guard isStale || !stretch.isEmpty else { return }
    defer {
      if let font { cairo_set_scaled_font(context, font) }
      cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
      isStale = false
    }
    guard !stretch.isEmpty else { return }
    cairo_save(context)
    cairo_identity_matrix(context)
    let isInside = isInside(context)
    if agreements >= PageText.enough, !isWrong, isInside, parts.count < PageText.mostParts, write(stretch),
      let stubs = stubs()
    {
      let mark = mark
      cairo_set_source_rgb(context, mark.red, mark.green, mark.blue)
      for stub in stubs {
        cairo_set_scaled_font(context, stub.font)
        var glyph = stub.glyph
        cairo_show_glyphs(context, &glyph, 1)
      }
      parts.append(.own(Array(operators.written), stretch.colour, mark: mark))
    } else {
      let colour = stretch.colour
      cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
      draw(stretch, on: context)
      parts.append(.cairos(stretch, isInside: isInside))
    }
    cairo_restore(context)
    stretch.empty()
  }

  /// The font and the colour that are set, for `restore`.
  struct State {
    fileprivate var font: OpaquePointer?
    fileprivate var face: Int?
    fileprivate var colour: Colour
  }

  var state: State { State(font: font, face: face, colour: colour) }

  /// They are set as they were, as by `cairo_restore`.
  func restore(_ state: State) {
    (font, face, colour) = (state.font, state.face, state.colour)
    isStale = true
  }

  /// cairo is about to show text that does not go through here.
  func mix() { isMixed = true }

  /// A colour beside that of the text, another one for each stretch of a page.
  private var mark: Colour {
    var mark = stretch.colour
    let step = Double(parts.count + 1) / 65_536
    mark.blue += mark.blue < 0.5 ? step : -step
    return mark
  }

  private func draw(_ stretch: Stretch, on context: OpaquePointer) {
    stretch.glyphs.withUnsafeBufferPointer { glyphs in
      stretch.clusters.withUnsafeBufferPointer { clusters in
        stretch.text.withUnsafeBufferPointer { text in
          for call in stretch.calls {
            cairo_set_scaled_font(context, call.font)
            let glyphs = UnsafeBufferPointer(rebasing: glyphs[call.glyphs])
            if call.isTold {
              Canvas.show(
                UnsafeBufferPointer(rebasing: text[call.text]), glyphs: glyphs,
                clusters: UnsafeBufferPointer(rebasing: clusters[call.clusters]), isBackward: false, on: context)
            } else {
              Canvas.show(glyphs, on: context)
            }
          }
        }
      }
    }
  }

  // MARK: Writing

  /// cairo leaves out what lies past the clip.
  private func isInside(_ context: OpaquePointer) -> Bool {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(context, &left, &top, &right, &bottom)
    return stretch.glyphs.allSatisfy { $0.x >= left && $0.x <= right && $0.y >= top && $0.y <= bottom }
  }

  /// Of each font that was used a glyph with ink, at the first place of the text.
  private func stubs() -> [(font: OpaquePointer, glyph: cairo_glyph_t)]? {
    guard let place = stretch.glyphs.first, !operators.used.isEmpty else { return nil }
    var stubs: [(font: OpaquePointer, glyph: cairo_glyph_t)] = []
    for font in operators.used {
      guard let inked = codes.inked[font], let call = stretch.calls.first(where: { $0.face == inked.face }) else {
        return nil
      }
      stubs.append((call.font, cairo_glyph_t(index: inked.glyph, x: place.x, y: place.y)))
    }
    return stubs
  }

  /// Writes the text object of a stretch; false where not all of it is known.
  private func write(_ stretch: Stretch) -> Bool {
    operators.begin()
    let fonts = codes.fonts
    return stretch.glyphs.withUnsafeBufferPointer { glyphs in
      for call in stretch.calls {
        guard let face = call.face else { return false }
        let isWritten = codes.withGlyphs(of: face) { known in
          let shown = UnsafeBufferPointer(rebasing: glyphs[call.glyphs])
          var hasInk = false
          for glyph in shown {
            guard glyph.index < UInt(known.count), known[Int(glyph.index)].font >= 0 else { return false }
            hasInk = hasInk || known[Int(glyph.index)].hasInk
          }
          // cairo draws nothing of a call without ink
          guard hasInk, let first = shown.first else { return true }
          operators.set(TextMatrix(scaleOf: call.font), x: first.x, y: first.y)
          guard call.isTold else {
            for glyph in shown { operators.add(known[Int(glyph.index)].shown, of: fonts, x: glyph.x, y: glyph.y) }
            return true
          }
          return writeTold(call, of: stretch, shown, known, fonts)
        }
        guard isWritten else { return false }
      }
      operators.finish()
      return true
    }
  }

  private func writeTold(
    _ call: Call, of stretch: Stretch, _ glyphs: UnsafeBufferPointer<PlacedGlyph>,
    _ known: UnsafeBufferPointer<TextCodes.Glyph>, _ fonts: [TextOperators.Font]
  ) -> Bool {
    stretch.text.withUnsafeBufferPointer { text in
      var (byte, next) = (call.text.lowerBound, 0)
      for cluster in stretch.clusters[call.clusters] {
        let letters = UnsafeBufferPointer(rebasing: text[byte..<byte + Int(cluster.bytes)])
        byte += letters.count
        let group = next..<next + Int(cluster.glyphs)
        next = group.upperBound
        // cairo ends letters at a NUL
        guard group.upperBound <= glyphs.count, !letters.contains(0) else { return false }
        var isSpan = true
        if group.count == 1, !letters.isEmpty {
          let glyph = known[Int(glyphs[group.lowerBound].index)]
          let packed = TextCodes.packed(letters)
          guard packed != 0, glyph.letters != 0 || glyph.span == packed else { return false }
          isSpan = glyph.letters != packed
        }
        if isSpan { operators.beginSpan(letters) }
        for place in group {
          let glyph = glyphs[place]
          operators.add(known[Int(glyph.index)].shown, of: fonts, x: glyph.x, y: glyph.y)
        }
        if isSpan { operators.endSpan() }
      }
      return next == glyphs.count
    }
  }

  // MARK: The page's contents

  /// Puts what was written here into the contents of the page that ended, and learns from the rest.
  /// - Parameter contents: as cairo wrote them, not packed.
  /// - Returns: nil where nothing of the contents is octavo's.
  package func finishPage(_ contents: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    defer {
      parts.removeAll(keepingCapacity: true)
      isMixed = false
    }
    guard !parts.isEmpty else { return nil }
    let objects = TextReading.objects(in: contents)
    var own: [UInt8] = []
    var copied = 0
    var next = 0
    var cairos: [Range<Int>] = []
    for part in parts {
      guard case .own(let text, let colour, let mark) = part else { continue }
      let said = PageText.operand(mark)
      var isFound = false
      while next < objects.count {
        let object = objects[next]
        next += 1
        let head = max(copied, object.lowerBound - 64)..<object.lowerBound
        guard let place = PageText.find(said, in: contents, head) else {
          cairos.append(object)
          continue
        }
        own += contents[copied..<place]
        own += PageText.operand(colour)
        own += contents[place + said.count..<object.lowerBound]
        own += text
        // what follows in the text's colour need not set it
        own += contents[object.upperBound..<object.upperBound + TextReading.endCount]
        copied = object.upperBound + TextReading.endCount
        let colour = PageText.operand(colour)
        if contents[copied...].starts(with: colour) { copied += colour.count }
        isFound = true
        break
      }
      guard isFound else {
        isLost = true
        return nil
      }
    }
    cairos += objects[next...]
    learn(from: cairos, in: contents)
    guard copied > 0 else { return nil }
    own += contents[copied...]
    return own
  }

  /// As cairo sets it.
  private static func operand(_ colour: Colour) -> [UInt8] {
    let text = OperatorBytes()
    for part in [colour.red, colour.green, colour.blue] {
      text.add(decimal: part)
      text.add(" ")
    }
    text.add("rg ")
    return Array(text.written)
  }

  /// The last place of some bytes in a range.
  private static func find(_ bytes: [UInt8], in all: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    var at = range.upperBound - bytes.count
    while at >= range.lowerBound {
      if all[at..<at + bytes.count].elementsEqual(bytes) { return at }
      at -= 1
    }
    return nil
  }

  // MARK: Learning

  private func learn(from objects: [Range<Int>], in contents: UnsafeBufferPointer<UInt8>) {
    let drawn = parts.compactMap {
      if case .cairos(let stretch, let isInside) = $0 { (stretch, isInside) } else { nil }
    }
    guard !isMixed, !isWrong, !drawn.isEmpty, objects.count == drawn.count else { return }
    for ((stretch, isInside), object) in zip(drawn, objects) where isInside {
      let object = UnsafeBufferPointer(rebasing: contents[object])
      guard let shown = TextReading.glyphs(of: object, number: { codes.font(named: Array($0)) }) else { return }
      guard learn(shown, of: stretch) else {
        isWrong = true
        return
      }
      guard write(stretch) else { continue }
      if object.elementsEqual(operators.written) { agreements += 1 } else { isWrong = true }
    }
  }

  /// Notes the codes of a stretch's glyphs.
  /// - Returns: false where they are known otherwise.
  private func learn(_ shown: [TextReading.Shown], of stretch: Stretch) -> Bool {
    let calls = stretch.calls.filter { call in
      guard let face = call.face else { return true }
      return stretch.glyphs[call.glyphs].contains { codes.hasInk($0.index, of: face) }
    }
    guard calls.reduce(0, { $0 + $1.glyphs.count }) == shown.count else { return false }
    var next = 0
    for call in calls {
      defer { next += call.glyphs.count }
      guard let face = call.face else { continue }
      for (glyph, code) in zip(stretch.glyphs[call.glyphs], shown[next...]) {
        guard codes.learn(glyph.index, of: face, font: code.font, code: code.code, isLatin: code.isLatin) else {
          return false
        }
      }
      if call.isTold { learnLetters(shown[next...], of: call, in: stretch, face: face) }
    }
    return true
  }

  private func learnLetters(_ shown: ArraySlice<TextReading.Shown>, of call: Call, in stretch: Stretch, face: Int) {
    stretch.text.withUnsafeBufferPointer { text in
      var (byte, next) = (call.text.lowerBound, 0)
      for cluster in stretch.clusters[call.clusters] {
        let letters = text[byte..<byte + Int(cluster.bytes)]
        byte = letters.endIndex
        defer { next += Int(cluster.glyphs) }
        guard cluster.glyphs == 1, next < call.glyphs.count else { continue }
        codes.learn(
          letters: TextCodes.packed(UnsafeBufferPointer(rebasing: letters)),
          of: stretch.glyphs[call.glyphs.lowerBound + next].index, of: face,
          isSpan: shown[shown.startIndex + next].isSpan)
      }
    }
  }
}
