internal import PageModel
internal import Pango

/// Marks over, under and around letters for which the font has no place: over ā, when it knows where a mark goes on a
/// and on n̂, yet not on a letter that has one already. Left alone, they stand behind it.
///
/// They go where HarfBuzz puts marks of fonts that place none at all (`hb-ot-shape-fallback.cc`): in the middle of the
/// letter, clear of what stands there.
extension Shaper {
  /// White between a letter and its mark, in ems.
  private static let gap = 0.05
  /// An enclosing mark is so much wider than its ink.
  private static let aroundGap = 0.1

  private enum Side {
    case above, below, through, around
    /// Over two letters, or hooked to one: where the font has it.
    case own

    /// Nil for no mark, and for scripts whose fonts place all.
    init?(_ scalar: UInt32) {
      switch scalar {
      case 0x300...0x36F, 0x1AB0...0x1ACE, 0x1DC0...0x1DFF, 0x20D0...0x20F0, 0xFE20...0xFE2F: break
      default: return nil
      }
      guard let properties = Unicode.Scalar(scalar)?.properties else { return nil }
      if properties.generalCategory == .enclosingMark {
        self = .around
        return
      }
      switch properties.canonicalCombiningClass.rawValue {
      case 230, 216, 232: self = .above
      case 220, 240: self = .below
      case 1: self = .through
      default: self = .own
      }
    }
  }

  /// A letter with what stands about it already; lengths are ems, from where it begins.
  private struct Letter {
    var index: Int
    var run: Int
    var ink: GlyphInk
    /// How far its last mark was moved, in 1/1024 pt.
    var moved: (side: Side, x: Int32, y: Int32)?

    func isBeside(_ mark: GlyphInk) -> Bool {
      let middle = (mark.left + mark.right) / 2
      return middle < ink.left || middle > ink.right
    }

    mutating func take(_ mark: GlyphInk) {
      ink.top = max(ink.top, mark.top)
      ink.bottom = max(ink.bottom, mark.bottom)
    }
  }

  /// Moves the marks in the buffers that stand off their letters, and makes them one cluster with these: a reader of a PDF
  /// takes glyphs that step back for words of their own. Linear.
  /// - Parameters:
  ///   - base: what the buffers' byte offsets count from.
  ///   - em: of the letters, in 1/1024 pt.
  func placeMarks(_ bytes: UnsafeBufferPointer<UInt8>, base: Int, em: Int32) {
    guard Shaper.mayHoldMarks(bytes), em > 0 else { return }
    let scalars = scalarsOfGlyphs(bytes, base: base)
    let em = Double(em)
    var letter: Letter?
    var pen = 0.0
    for (number, run) in runBuffer.enumerated() where run.level & 1 == 0 {
      for index in run.glyphs {
        let glyph = glyphBuffer[index]
        let ink = library.ink(font: run.font, glyph: glyph.id)
        guard let side = Side(scalars[index]), var known = letter, let ink else {
          // what shows nothing parts no mark from its letter
          if glyph.advance == 0, ink == nil { continue }
          letter = ink.map { Letter(index: index, run: number, ink: $0.moved(x: Double(glyph.xOffset) / em, down: 0)) }
          pen = Double(glyph.advance) / em
          continue
        }
        let place = ink.moved(x: pen + Double(glyph.xOffset) / em, down: Double(glyph.yOffset) / em)
        var move: (x: Int32, y: Int32) = (0, 0)
        if known.run == number { glyphBuffer[index].cluster = glyphBuffer[known.index].cluster }
        if side == .around {
          pen = surround(known, with: index, ink, advance: pen, em: em)
        } else if glyph.xOffset | glyph.yOffset != 0 {
          // set on a mark that was moved, it goes with that
          if let moved = known.moved, moved.side == side { move = (moved.x, moved.y) }
        } else if side != .own, known.run == number, known.isBeside(place) {
          let across = (known.ink.left + known.ink.right - place.left - place.right) / 2
          let up =
            switch side {
            case .above: max(0, known.ink.top + Shaper.gap + place.bottom)
            case .below: -max(0, known.ink.bottom + Shaper.gap + place.top)
            default: (known.ink.top - known.ink.bottom - place.top + place.bottom) / 2
            }
          move = (Int32(across * em), Int32(-up * em))
          known.moved = (side, move.x, move.y)
        }
        glyphBuffer[index].xOffset += move.x
        glyphBuffer[index].yOffset += move.y
        if side == .above || side == .below { known.take(place.moved(x: 0, down: Double(move.y) / em)) }
        letter = known
        pen += Double(glyphBuffer[index].advance) / em
      }
    }
  }

  /// Gives a letter the room of what stands around it.
  /// - Returns: the letter's advance, in ems.
  private func surround(_ letter: Letter, with mark: Int, _ ink: GlyphInk, advance: Double, em: Double) -> Double {
    let width = max(advance, ink.right - ink.left + Shaper.aroundGap)
    for index in letter.index..<mark { glyphBuffer[index].xOffset += Int32((width - advance) / 2 * em) }
    glyphBuffer[mark - 1].advance += Int32((width - advance) * em)
    let up = (letter.ink.top - letter.ink.bottom - ink.top + ink.bottom) / 2
    glyphBuffer[mark].xOffset = Int32((-width - ink.left - ink.right) / 2 * em)
    glyphBuffer[mark].yOffset = Int32(-up * em)
    glyphBuffer[mark].advance = 0
    return width
  }

  /// The character that each glyph in the buffers shows: of those that share a cluster, the last ones show its last
  /// characters, since marks join the letter from the first on.
  private func scalarsOfGlyphs(_ bytes: UnsafeBufferPointer<UInt8>, base: Int) -> [UInt32] {
    var shown = [UInt32](repeating: 0, count: glyphBuffer.count)
    var start = 0
    while start < glyphBuffer.count {
      let cluster = glyphBuffer[start].cluster
      var end = start + 1
      while end < glyphBuffer.count, glyphBuffer[end].cluster == cluster { end += 1 }
      let first = Int(cluster) - base
      let last = end < glyphBuffer.count ? Int(glyphBuffer[end].cluster) - base : bytes.count
      var scalars: [UInt32] = []
      var byte = first
      while byte >= 0, byte < min(last, bytes.count) {
        let (scalar, width) = BreakRules.scalar(bytes, byte)
        // choosers of forms and the joiner of letters have no glyph
        if !(0xFE00...0xFE0F).contains(scalar), scalar != 0x34F { scalars.append(scalar) }
        byte += max(width, 1)
      }
      for (glyph, scalar) in zip((start..<end).reversed(), scalars.reversed()) { shown[glyph] = scalar }
      start = end
    }
    return shown
  }

  /// Told at a glance of nearly all words.
  private static func mayHoldMarks(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for i in bytes.indices.dropLast() {
      switch bytes[i] {
      case 0xCC, 0xCD: return true
      case 0xE1: if bytes[i + 1] == 0xAA || bytes[i + 1] == 0xAB || bytes[i + 1] == 0xB7 { return true }
      case 0xE2: if bytes[i + 1] == 0x83 { return true }
      case 0xEF: if bytes[i + 1] == 0xB8 { return true }
      default: break
      }
    }
    return false
  }
}

extension GlyphInk {
  fileprivate func moved(x: Double, down: Double) -> GlyphInk {
    GlyphInk(left: left + x, right: right + x, top: top - down, bottom: bottom + down)
  }
}
