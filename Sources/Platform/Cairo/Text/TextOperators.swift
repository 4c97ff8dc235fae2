internal import CCairo
internal import PageModel

/// The text of one text object (ISO 32000-1, 9.4), written as cairo 1.16 writes it, to the byte
/// (`cairo-pdf-operators.c` there): one glyph after the other, each at its place on the page.
final class TextOperators {
  /// A glyph as a font of the file numbers it.
  struct Glyph {
    /// Of the fonts in the file.
    var font: Int
    var code: UInt16
    /// In ems.
    var advance: Double
  }

  /// A font of the file: some of a face's glyphs.
  struct Font {
    /// As it stands in the resources of pages: `f-0-1`.
    let name: [UInt8]
    /// Sets it.
    fileprivate let setting: [UInt8]
    /// Glyphs are numbered by WinAnsi, in one byte; those of others in two.
    var isLatin: Bool

    init(name: [UInt8], isLatin: Bool) {
      (self.name, self.isLatin) = (name, isLatin)
      setting = Array("/".utf8) + name + Array(" 1 Tf\n".utf8)
    }
  }

  /// Glyphs of one string.
  private struct Waiting {
    var x: Double
    var advance: Double
    var code: UInt16
  }

  private let bytes = OperatorBytes()
  /// The fonts that were set, in this order, each once.
  @exclusivity(unchecked) private(set) var used: [Int] = []

  /// Of the text, and its inverse.
  private var matrix = TextMatrix()
  private var inverse = TextMatrix()
  private var isNew = true
  private var font = -1
  private var isLatin = false
  /// Where the next glyph stands if nothing moves it, in the text's own space; `line` is its height there.
  private var x = 0.0
  private var line = 0.0
  /// The same behind the glyphs that wait.
  private var end = 0.0
  private let waiting = UnsafeMutablePointer<Waiting>.allocate(capacity: TextOperators.mostWaiting)
  private var count = 0

  private static let mostWaiting = 200
  /// Of an em.
  private static let tolerance = 0.001

  deinit { waiting.deallocate() }

  /// What was written since `begin`.
  var written: UnsafeBufferPointer<UInt8> { bytes.written }

  /// Empties it for another text object.
  func begin() {
    bytes.empty()
    used.removeAll(keepingCapacity: true)
    isNew = true
    font = -1
    count = 0
    end = 0
  }

  /// The glyphs that follow are set in this font's size, expansion and stance.
  /// - Parameters:
  ///   - scale: of the font, y down.
  ///   - x: of the first glyph.
  func set(_ scale: TextMatrix, x: Double, y: Double) {
    var scale = scale
    (scale.xy, scale.yy) = (-scale.xy, -scale.yy)
    guard isNew || !matrix.hasScale(of: scale) else { return }
    endString()
    (scale.x0, scale.y0) = (x, y)
    matrix = scale
    inverse = scale.inverted
    (self.x, line, end) = (0, 0, 0)
    bytes.add(matrix: matrix)
    bytes.add(" Tm\n")
  }

  func add(_ glyph: Glyph, of fonts: [Font], x: Double, y: Double) {
    if isNew || glyph.font != font { use(glyph.font, of: fonts) }
    var place = inverse.place(x: x, y: y)
    if abs(place.x - end) > 10 || abs(place.y - line) > TextOperators.tolerance {
      endString()
      move(x: x, y: y)
      place = (0, 0)
    }
    waiting[count] = Waiting(x: place.x, advance: glyph.advance, code: glyph.code)
    count += 1
    end += glyph.advance
    if count == TextOperators.mostWaiting { endString() }
  }

  /// What is added until `endSpan` stands for these letters.
  /// - Parameter text: UTF-8.
  func beginSpan(_ text: UnsafeBufferPointer<UInt8>) {
    endString()
    bytes.add("/Span << /ActualText <feff")
    bytes.add(utf16: text)
    bytes.add("> >> BDC\n")
  }

  func endSpan() {
    endString()
    bytes.add("EMC\n")
  }

  func finish() { endString() }

  // MARK: Pieces

  private func use(_ font: Int, of fonts: [Font]) {
    endString()
    bytes.add(fonts[font].setting)
    (self.font, isLatin, isNew) = (font, fonts[font].isLatin, false)
    if !used.contains(font) { used.append(font) }
  }

  private func move(x: Double, y: Double) {
    let old = matrix.inverted
    (matrix.x0, matrix.y0) = (x, y)
    let step = old.place(x: x, y: y)
    bytes.add(decimal: abs(step.x) < 1e-6 ? 0 : step.x)
    bytes.add(" ")
    bytes.add(decimal: abs(step.y) < 1e-6 ? 0 : step.y)
    bytes.add(" Td\n")
    (self.x, line, end) = (0, 0, 0)
    inverse = matrix.inverted
  }

  /// Writes the glyphs that wait, folded at 72 columns.
  private func endString() {
    guard count > 0 else { return }
    let (open, close) = isLatin ? (UInt8(ascii: "("), UInt8(ascii: ")")) : (UInt8(ascii: "<"), UInt8(ascii: ">"))
    let stands = standsByAdvances
    bytes.beginFolding(count)
    if !stands { bytes.addFolding(UInt8(ascii: "[")) }
    bytes.addFolding(open)
    var x = x
    for index in 0..<count {
      let glyph = waiting[index]
      if !stands, glyph.x != x {
        // thousandths of an em, rounded here so that the reader's sum is followed
        let step = (-1000 * (glyph.x - x) + 0.5).rounded(.down)
        if abs(step) >= 3 {
          bytes.addFolding(step: Int(step), between: close, open)
          x += step / -1000
        }
      }
      if isLatin { bytes.add(letter: UInt8(truncatingIfNeeded: glyph.code)) } else { bytes.add(digitsOf: glyph.code) }
      x += glyph.advance
    }
    bytes.endString(close)
    bytes.addFolding(UInt8(ascii: stands ? "T" : "]"))
    bytes.add(stands ? "j\n" : "TJ\n")
    count = 0
    self.x = x
    end = x
  }

  /// Each glyph is where the one before it ends.
  private var standsByAdvances: Bool {
    var x = x
    for index in 0..<count {
      if abs(waiting[index].x - x) > TextOperators.tolerance { return false }
      x += waiting[index].advance
    }
    return true
  }
}

/// A matrix and its sums in cairo's order, so that they round as they do there (`cairo-matrix.c`).
struct TextMatrix {
  var (xx, yx, xy, yy, x0, y0) = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

  func hasScale(of other: TextMatrix) -> Bool {
    xx == other.xx && yx == other.yx && xy == other.xy && yy == other.yy
  }

  func place(x: Double, y: Double) -> (x: Double, y: Double) { (xx * x + xy * y + x0, yx * x + yy * y + y0) }

  /// Nothing to invert: nothing is changed.
  var inverted: TextMatrix {
    var result = self
    if xy == 0, yx == 0 {
      (result.x0, result.y0) = (-x0, -y0)
      if xx != 1, xx != 0 {
        result.xx = 1 / xx
        result.x0 *= result.xx
      }
      if yy != 1, yy != 0 {
        result.yy = 1 / yy
        result.y0 *= result.yy
      }
      return result
    }
    let determinant = xx * yy - yx * xy
    guard determinant != 0, determinant.isFinite else { return self }
    let factor = 1 / determinant
    (result.xx, result.yx, result.xy, result.yy) = (yy * factor, -yx * factor, -xy * factor, xx * factor)
    (result.x0, result.y0) = ((xy * y0 - yy * x0) * factor, (yx * x0 - xx * y0) * factor)
    return result
  }
}

extension TextMatrix {
  /// - Parameter font: of cairo.
  init(scaleOf font: OpaquePointer) {
    var scale = cairo_matrix_t()
    cairo_scaled_font_get_scale_matrix(font, &scale)
    (xx, yx, xy, yy) = (scale.xx, scale.yx, scale.xy, scale.yy)
  }
}
