internal import Cairo
internal import Imposition
internal import PageModel
internal import Pango
internal import Units

/// Draws what stands on sheets beside the pages: always black, never scaled.
struct SheetMarks {
  private let fonts = FontCache()
  /// The face that words are set in; nil where no font was found.
  private let face: String?

  /// Plain and narrow enough for the guide's line lengths; DejaVu is where little else is.
  private static let wanted = ["LiberationSans", "NotoSans-Regular", "DejaVuSans"]

  init(_ configuration: FontConfiguration) {
    let faces = configuration.faces()
    face =
      SheetMarks.wanted.lazy.compactMap { name in faces.first { $0.postScriptName == name } }.first?.file
      ?? faces.first?.file
  }

  func draw(_ marks: [PrintersMark], on canvas: borrowing Canvas) throws(CairoError) {
    canvas.setColour(.black)
    for mark in marks {
      switch mark.shape {
      case .line(let from, let to, let thickness, let isDashed):
        canvas.strokeLine(
          x: from.x.points, y: from.y.points, toX: to.x.points, toY: to.y.points, thickness: thickness.points,
          isDashed: isDashed)
      case .bar(let area):
        canvas.fillRectangle(
          x: area.x.points, y: area.y.points, width: area.width.points, height: area.height.points)
      case .circle(let centre, let radius, let thickness):
        canvas.strokeCircle(x: centre.x.points, y: centre.y.points, radius: radius.points, thickness: thickness.points)
      case .text(let words, let at, let size, let anchor, let isTurned):
        // a cover without its number, sheets without their guide: nobody would see what is missing
        guard let face else { throw .fontNotLoaded(file: SheetMarks.wanted[0]) }
        let start =
          switch anchor {
          case .start: 0.0
          case .middle: 0.5
          case .end: 1.0
          }
        let factor = isTurned ? -1.0 : 1.0
        try canvas.placed(x: at.x.points, y: at.y.points, factor: factor) { () throws(CairoError) in
          try fonts.withFont(FontKey(file: face, face: 0, size: size), factor: factor) { font throws(CairoError) in
            try canvas.showPlainText(words, font: font, x: 0, y: 0, start: start)
          }
        }
      }
    }
    try canvas.check()
  }
}
