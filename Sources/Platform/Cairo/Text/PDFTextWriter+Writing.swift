internal import CCairo
internal import PageModel

// What waits on a page as one text object, where all of it is known.

extension PDFTextWriter {
  /// cairo leaves out what lies past the clip.
  func isInside(_ context: OpaquePointer) -> Bool {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(context, &left, &top, &right, &bottom)
    return stretch.glyphs.allSatisfy { $0.x >= left && $0.x <= right && $0.y >= top && $0.y <= bottom }
  }

  /// Writes the text object of a stretch; false where not all of it is known.
  func write(_ stretch: Stretch) -> Bool {
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
          guard let first = shown.first, hasInk || PDFTextWriter.isShown(withoutInk: shown) else { return true }
          operators.set(TextMatrix(scaleOf: call.font), x: first.x, y: first.y)
          guard call.isTold else {
            for glyph in shown { operators.add(known[Int(glyph.index)].shown, of: fonts, x: glyph.x, y: glyph.y) }
            return true
          }
          return writeTold(call, of: stretch, shown, known, fonts, face)
        }
        guard isWritten else { return false }
      }
      operators.finish()
      return true
    }
  }

  func writeTold(
    _ call: Call, of stretch: Stretch, _ glyphs: UnsafeBufferPointer<PlacedGlyph>,
    _ known: UnsafeBufferPointer<TextCodes.Glyph>, _ fonts: [TextOperators.Font], _ face: Int
  ) -> Bool {
    // not asked for anew with each glyph
    let (codes, operators) = (codes, operators)
    return stretch.text.withUnsafeBufferPointer { text in
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
          let index = glyphs[group.lowerBound].index
          guard let isBeside = codes.isBeside(codes.number(of: letters), known[Int(index)], index, of: face) else {
            return false
          }
          isSpan = isBeside
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

  /// Whether cairo draws a call of no ink. It does where the smallest box of whole points around its glyphs' origins is
  /// not empty, in its numbers of 256ths (`_cairo_scaled_font_glyph_device_extents`).
  static func isShown(withoutInk glyphs: UnsafeBufferPointer<PlacedGlyph>) -> Bool {
    guard let first = glyphs.first else { return false }
    var (left, right) = (fixed(first.x), fixed(first.x))
    var (top, bottom) = (fixed(first.y), fixed(first.y))
    for glyph in glyphs {
      (left, right) = (min(left, fixed(glyph.x)), max(right, fixed(glyph.x)))
      (top, bottom) = (min(top, fixed(glyph.y)), max(bottom, fixed(glyph.y)))
    }
    let isWide = left < right || glyphs.count == 1 && left & 255 != 0
    return isWide && (top < bottom || top & 255 != 0)
  }

  private static func fixed(_ points: Double) -> Int { Int((points * 256).rounded(.toNearestOrEven)) }

  /// Whether cairo draws a call, of which some glyphs may not be known.
  func isShown(_ glyphs: UnsafeBufferPointer<PlacedGlyph>, of face: Int) -> Bool {
    glyphs.contains { codes.hasInk($0.index, of: face) } || PDFTextWriter.isShown(withoutInk: glyphs)
  }
}
