internal import PageModel
internal import Units

extension Page {
  /// Turns all that stands on the page by a quarter to the right, about the upper right corner of the text block: lines
  /// that were placed from its upper left corner as if they ran across run down, each left of the one before.
  /// Pictures, and letters that are set for it, stay upright.
  ///
  /// - Parameters:
  ///   - edge: the text block's right edge, points from the trim's left.
  ///   - top: its top, points from the trim's.
  mutating func turn(aboutX edge: Double, y top: Double) {
    func turned(_ area: PageArea) -> PageArea {
      PageArea(x: edge - area.bottom, y: top + area.x, width: area.height, height: area.width)
    }
    for index in runs.indices {
      let em = runs[index].font.size.points
      // what `Shaper.place` leaves to the page
      let (left, down) =
        switch runs[index].font.stance {
        case .stacked: (0.5 * em, 0.88 * em)
        case .abreast: (0, 0.5 * em)
        case .level, .turned: (0.0, 0.0)
        }
      for glyph in runs[index].glyphs {
        let (x, y) = (glyphs[glyph].x, glyphs[glyph].y)
        (glyphs[glyph].x, glyphs[glyph].y) = (edge - y - left, top + x + down)
      }
      if looks.indices.contains(index) { looks[index].end += top }
      switch runs[index].font.stance {
      case .level, .turned: runs[index].font.stance = .turned
      // wider or narrower letters would be so across the line
      case .stacked, .abreast: runs[index].font.expansion = 1000
      }
    }
    for index in rules.indices { rules[index].area = turned(rules[index].area) }
    for index in pictures.indices where pictures[index].crop == nil {
      pictures[index].area = turned(pictures[index].area)
    }
    for index in links.indices { links[index].area = turned(links[index].area) }
  }
}
