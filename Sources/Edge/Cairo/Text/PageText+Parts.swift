internal import CCairo
internal import PageModel

// What waits on a page, and what became of it.

extension PageText {
  /// What is shown in one call.
  struct Call {
    var font: OpaquePointer
    /// Of the codes; nil where they know none.
    var face: Int?
    var glyphs: Range<Int>
    var clusters: Range<Int>
    var text: Range<Int>
    /// The letters are said, for cairo may not have them.
    var isTold: Bool
  }

  /// Text that nothing parts, of one colour.
  struct Stretch {
    var calls: [Call] = []
    var colour = Colour()
    var glyphs: [PlacedGlyph] = []
    var clusters: [GlyphCluster] = []
    var text: [UInt8] = []
    var isEmpty: Bool { calls.isEmpty }

    mutating func empty() {
      calls.removeAll(keepingCapacity: true)
      glyphs.removeAll(keepingCapacity: true)
      clusters.removeAll(keepingCapacity: true)
      text.removeAll(keepingCapacity: true)
    }
  }

  struct Colour: Equatable {
    var (red, green, blue) = (0.0, 0.0, 0.0)
  }

  /// What became of a stretch.
  enum Part {
    /// Written here; in cairo's contents stands text in the second colour.
    case own([UInt8], Colour, mark: Colour)
    /// Where it is inside, all of it.
    case cairos(Stretch, isInside: Bool)
  }
}
