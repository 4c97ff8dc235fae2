internal import QPDF
internal import Units

/// Something that is painted, at its place, with what a printer may find fault with.
package struct PaintedThing: Sendable, Equatable {
  /// Things of a page are noted while there is a use in it: no one looks at the hundred-thousandth dot of a map.
  static let most = 20_000

  /// Points of the page's own space, before it is turned.
  var place: PDFRectangle
  var colour: Colour
  var spots: Set<String> = []
  /// Per cent of four inks.
  var ink = 0.0
  var isTransparent = false
  /// Of text.
  var font: String?
  var typeSize: Double?
  var isRichBlack = false
  var isInvisible = false
  /// Of strokes and filled rules, points.
  var lineWidth: Double?
  /// Of pictures, pixels an inch.
  var resolution: Double?
}

/// How letters and lines of text follow one another (ISO 32000-1, 9.3).
struct Spacing {
  var letters = 0.0
  var words = 0.0
  /// A factor.
  var stretch = 1.0
  var leading = 0.0
  var rise = 0.0
}

/// How far letters of a font advance, in thousandths of its size (9.2.4), by their codes.
struct FontWidths: Sendable {
  var widths: [Int: Double] = [:]
  /// Of codes that are not listed; for the fonts that need no list, what letters have on the whole.
  var usual = 500.0
  var isWide = false
}

extension PaintReader {
  func onPage(_ x: Double, _ y: Double) -> (x: Double, y: Double) { state.matrix.apply(x, y) }

  /// The path comes to a point of the space it is drawn in.
  mutating func reach(_ x: Double, _ y: Double) {
    guard notesPlaces else { return }
    let point = onPage(x, y)
    let here = PDFRectangle(left: point.x, bottom: point.y, right: point.x, top: point.y)
    path.box = path.box.map { $0.joined(with: here) } ?? here
  }

  mutating func note(_ place: PDFRectangle?, _ ink: Ink, _ change: (inout PaintedThing) -> Void) {
    guard notesPlaces, let place, facts.things.count < PaintedThing.most else { return }
    var thing = PaintedThing(place: place, colour: ink.colour, spots: ink.spots, ink: ink.sum)
    thing.isTransparent = !state.transparency.isEmpty
    change(&thing)
    // a line of text is shown in many pieces, at times one for each letter
    if thing.font != nil, var last = facts.things.last, last.isFollowed(by: place) {
      let joined = last.place.joined(with: place)
      last.place = place
      if last == thing {
        facts.things[facts.things.count - 1].place = joined
        return
      }
    }
    facts.things.append(thing)
  }

  mutating func notePlace(of picture: Resources.Picture, _ width: Double, _ height: Double) {
    guard notesPlaces else { return }
    let corners = [onPage(0, 0), onPage(1, 0), onPage(0, 1), onPage(1, 1)]
    var ink = picture.isMask ? state.fill : Ink(colour: picture.space.colour)
    ink.spots.formUnion(picture.space.spots)
    note(PDFRectangle(around: corners), ink) { thing in
      if picture.hasSoftMask { thing.isTransparent = true }
      guard width > 0.01, height > 0.01, picture.width > 0, picture.height > 0 else { return }
      thing.resolution = min(Double(picture.width) / width, Double(picture.height) / height) * 72
    }
  }

  // MARK: Text (9.4)

  mutating func move(_ word: String, _ values: [Double]) {
    switch word {
    case "Tc": state.spacing.letters = values.first ?? 0
    case "Tw": state.spacing.words = values.first ?? 0
    case "Tz": state.spacing.stretch = (values.first ?? 100) / 100
    case "TL": state.spacing.leading = values.first ?? 0
    case "Ts": state.spacing.rise = values.first ?? 0
    case "T*": newLine(0, -state.spacing.leading)
    default:
      guard values.count == 2 else { return }
      if word == "TD" { state.spacing.leading = -values[1] }
      newLine(values[0], values[1])
    }
  }

  private mutating func newLine(_ x: Double, _ y: Double) {
    state.lineMatrix = PDFMatrix(e: x, f: y).then(state.lineMatrix)
    state.textMatrix = state.lineMatrix
  }

  /// The room that shown text takes, behind which the next begins. Heights are those of most faces.
  mutating func advance(_ tokens: ContentTokens) -> PDFRectangle? {
    let (size, spacing) = (state.fontSize, state.spacing)
    var width = 0.0
    for operand in tokens.operands {
      for (text, shift) in tokens.string(operand).map({ [($0, 0.0)] }) ?? tokens.kerned(operand) {
        width += (self.width(of: text) - shift / 1000 * size) * spacing.stretch
      }
    }
    let (below, above) = (spacing.rise - 0.25 * size, spacing.rise + 0.75 * size)
    let matrix = state.textMatrix.then(state.matrix)
    state.textMatrix = PDFMatrix(e: width).then(state.textMatrix)
    return PDFRectangle(around: [
      matrix.apply(0, below), matrix.apply(width, below), matrix.apply(0, above), matrix.apply(width, above),
    ])
  }

  private func width(of text: [UInt8]) -> Double {
    guard let widths = state.widths else { return 0 }
    var sum = 0.0
    for at in stride(from: 0, to: text.count - (widths.isWide ? 1 : 0), by: widths.isWide ? 2 : 1) {
      let code = widths.isWide ? Int(text[at]) << 8 | Int(text[at + 1]) : Int(text[at])
      sum += (widths.widths[code] ?? widths.usual) / 1000 * state.fontSize + state.spacing.letters
      if code == 32, !widths.isWide { sum += state.spacing.words }
    }
    return sum
  }
}

extension PaintedThing {
  /// Text that stands on the same line, a word's space away at most.
  fileprivate func isFollowed(by next: PDFRectangle) -> Bool {
    let height = place.top - place.bottom
    return font != nil && next.bottom < place.top - height / 2 && next.top > place.bottom + height / 2
      && next.left < place.right + height && next.right > place.left - height
  }
}

extension PDFRectangle {
  init(around points: [(x: Double, y: Double)]) {
    self.init(
      left: points.map(\.x).min() ?? 0, bottom: points.map(\.y).min() ?? 0, right: points.map(\.x).max() ?? 0,
      top: points.map(\.y).max() ?? 0)
  }

  func joined(with other: PDFRectangle) -> PDFRectangle {
    PDFRectangle(
      left: min(left, other.left), bottom: min(bottom, other.bottom), right: max(right, other.right),
      top: max(top, other.top))
  }

  func grown(by margin: Double) -> PDFRectangle {
    PDFRectangle(left: left - margin, bottom: bottom - margin, right: right + margin, top: top + margin)
  }
}

extension PDFDocument {
  /// The widths that a font's dictionary lists (9.6.2, 9.7.4.3).
  func widths(of font: PDFObject) throws(PDFError) -> FontWidths {
    var found = FontWidths()
    if let descendants = try value("/DescendantFonts", of: font), try count(of: descendants) > 0 {
      let inner = try item(0, of: descendants)
      found.isWide = true
      found.usual = try number("/DW", of: inner) ?? 1000
      guard let list = try value("/W", of: inner) else { return found }
      var index = 0
      let count = try self.count(of: list)
      while index + 1 < count, let first = try number(item(index, of: list)) {
        let second = try item(index + 1, of: list)
        if isArray(second) {
          for (offset, width) in (try numbers(second) ?? []).enumerated() { found.widths[first.whole + offset] = width }
          index += 2
        } else {
          guard index + 2 < count, let last = number(second), let width = try number(item(index + 2, of: list)),
            last >= first, last < 65_536
          else { break }
          for code in first.whole...last.whole { found.widths[code] = width }
          index += 3
        }
      }
      return found
    }
    // letters that are drawn measure in a space of their own (9.6.5)
    let factor = try numbers("/FontMatrix", of: font)?.first.map { $0.magnitude * 1000 } ?? 1
    if let first = try integer("/FirstChar", of: font), let widths = try numbers("/Widths", of: font) {
      for (offset, width) in widths.enumerated() { found.widths[first + offset] = width * factor }
    }
    return found
  }
}
