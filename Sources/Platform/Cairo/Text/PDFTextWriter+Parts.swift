internal import CCairo
internal import PageModel

// What waits on a page, and what became of it.

extension PDFTextWriter {
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

    /// By cairo, in the colour that is set.
    func draw(on context: OpaquePointer) {
      glyphs.withUnsafeBufferPointer { glyphs in
        clusters.withUnsafeBufferPointer { clusters in
          text.withUnsafeBufferPointer { text in
            for call in calls {
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
    /// Text of this file's own; in cairo's contents stands text in the second colour.
    case own(Text, Colour, mark: Colour)
    /// Where it is inside, all of it.
    case cairos(Stretch, isInside: Bool)
  }

  enum Text {
    case written([UInt8])
    /// Known when the page's contents tell how cairo numbered the samples.
    case awaited(Stretch, Samples)
  }
}
