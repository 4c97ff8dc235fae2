internal import PageModel

extension Page {
  /// Turns all that stands on the page by a quarter to the right, about the upper right corner of the text block: lines
  /// that were placed from its upper left corner as if they ran across run down, each left of the one before.
  /// Pictures, and letters that are set for it, stay upright.
  ///
  /// - Parameters:
  ///   - edge: the text block's right edge, points from the trim's left.
  ///   - top: its top, points from the trim's.
  mutating func turn(aboutX edge: Double, y top: Double) {
    func turned(_ frame: PageFrame) -> PageFrame {
      PageFrame(x: edge - frame.y - frame.height, y: top + frame.x, width: frame.height, height: frame.width)
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
    for index in rules.indices {
      let rule = rules[index]
      let frame = turned(PageFrame(x: rule.x, y: rule.y, width: rule.width, height: rule.height))
      (rules[index].x, rules[index].y, rules[index].width, rules[index].height) = (
        frame.x, frame.y, frame.width, frame.height
      )
    }
    for index in pictures.indices where pictures[index].crop == nil {
      let picture = pictures[index]
      let frame = turned(PageFrame(x: picture.x, y: picture.y, width: picture.width, height: picture.height))
      (pictures[index].x, pictures[index].y, pictures[index].width, pictures[index].height) = (
        frame.x, frame.y, frame.width, frame.height
      )
    }
    for index in links.indices {
      let link = links[index]
      let frame = turned(PageFrame(x: link.x, y: link.y, width: link.width, height: link.height))
      (links[index].x, links[index].y, links[index].width, links[index].height) = (
        frame.x, frame.y, frame.width, frame.height
      )
    }
  }
}
