internal import QPDF
internal import Units

/// Follows the graphics state of a content stream (ISO 32000-1, 8.4) as far as a printer's questions go, and
/// notes what is painted. Clips, and what lies beneath something else, are not followed.
struct PaintReader {
  private(set) var facts = PaintFacts()
  private var state: State
  private var saved: [State] = []
  private var path = Path()
  private let resources: Resources
  /// Forms and tiles that are painted, by their objects' numbers.
  private var placed: [Placed] = []

  struct Placed {
    var object: Int
    var matrix: PDFMatrix
  }

  private struct Ink {
    var colour = Colour.grey
    var isDevice = true
    var isPattern = false
    var isBlack = true
    /// Per cent of four inks.
    var sum = 0.0
  }

  private struct State {
    var matrix: PDFMatrix
    var fill = Ink()
    var stroke = Ink()
    var lineWidth = 1.0
    var transparency: [String] = []
    var font = ""
    var fontSize = 0.0
    var textMatrix = PDFMatrix()
    var isInvisible = false
  }

  /// The path under construction, as far as a rule is one: a single rectangle.
  private struct Path {
    var rectangle: (width: Double, height: Double)?
    var parts = 0
  }

  /// What a stream paints itself, and what it has painted by others.
  static func read(_ contents: [UInt8], resources: Resources, matrix: PDFMatrix) -> (PaintFacts, [Placed]) {
    var reader = PaintReader(state: State(matrix: matrix), resources: resources)
    var tokens = ContentTokens(contents)
    while let word = tokens.next() { reader.operate(word, tokens) }
    return (reader.facts, reader.placed)
  }

  private init(state: State, resources: Resources) { (self.state, self.resources) = (state, resources) }

  /// Operators that paint nothing and change no colour (annex A).
  private static let silent: Set<String> = [
    "BDC", "BMC", "BX", "DP", "EMC", "ET", "EX", "EI", "BI", "J", "M", "MP", "T*", "TD", "TL", "Tc", "Td", "Ts", "Tw",
    "Tz", "W", "W*",
    "d", "d0", "d1", "h", "i", "j", "ri",
  ]

  private mutating func operate(_ word: Range<Int>, _ tokens: ContentTokens) {
    switch tokens.text(word) {
    case "q":
      if saved.count < 512 { saved.append(state) }
      facts.mostSaved = max(facts.mostSaved, saved.count)
    case "Q": if let last = saved.popLast() { state = last }
    case "cm": if let matrix = tokens.numbers().flatMap(PDFMatrix.init) { state.matrix = matrix.then(state.matrix) }
    case "w": if let width = tokens.numbers()?.first { state.lineWidth = width }
    case "gs": tokens.name(0).flatMap { resources.states[$0] }.map { set($0) }
    case "g": setFill(.grey, tokens)
    case "G": setStroke(.grey, tokens)
    case "rg": setFill(.rgb, tokens)
    case "RG": setStroke(.rgb, tokens)
    case "k": setFill(.cmyk, tokens)
    case "K": setStroke(.cmyk, tokens)
    case "cs": state.fill = beginning(in: space(tokens.name(0)))
    case "CS": state.stroke = beginning(in: space(tokens.name(0)))
    case "sc", "scn": state.fill = coloured(state.fill, tokens)
    case "SC", "SCN": state.stroke = coloured(state.stroke, tokens)
    case "re":
      path.parts += 1
      if let values = tokens.numbers(), values.count == 4 { path.rectangle = (values[2], values[3]) }
    case "m", "l", "c", "v", "y": path.parts += 1
    case "S", "s": stroke()
    case "f", "F", "f*": fill()
    case "B", "B*", "b", "b*":
      let path = path
      fill()
      self.path = path
      stroke()
    case "n": path = Path()
    case "sh": if let name = tokens.name(0) { paint(in: resources.shadings[name] ?? .init(colour: .other)) }
    case "Do": if let name = tokens.name(0) { place(name) }
    case "ID": place(inline: tokens)
    case "BT": state.textMatrix = PDFMatrix()
    case "Tf":
      if let name = tokens.name(0) { state.font = resources.fonts[name] ?? "" }
      if let size = tokens.operands.last?.value { state.fontSize = size }
    case "Tm": if let matrix = tokens.numbers().flatMap(PDFMatrix.init) { state.textMatrix = matrix }
    case "Tr": state.isInvisible = tokens.numbers()?.first == 3
    case "Tj", "TJ", "'", "\"": show(tokens.stringBytes)
    case let other: if !PaintReader.silent.contains(other) { facts.unknownOperators.insert(other) }
    }
  }

  // MARK: State

  private mutating func set(_ new: Resources.State) {
    if let width = new.lineWidth { state.lineWidth = width }
    // what a state makes transparent another one of the same stream makes opaque again; which, its keys would say
    state.transparency = new.transparency
  }

  private func space(_ name: String?) -> Resources.Space {
    guard let name else { return Resources.Space(colour: .other) }
    return resources.spaces[name] ?? Resources.Space(named: name)
  }

  private func beginning(in space: Resources.Space) -> Ink {
    Ink(colour: space.colour, isDevice: space.isDevice, isPattern: space.isPattern, isBlack: true, sum: 0)
  }

  private mutating func setFill(_ colour: Colour, _ tokens: ContentTokens) {
    state.fill = Ink(colour: colour)
    state.fill = coloured(state.fill, tokens)
  }

  private mutating func setStroke(_ colour: Colour, _ tokens: ContentTokens) {
    state.stroke = Ink(colour: colour)
    state.stroke = coloured(state.stroke, tokens)
  }

  private mutating func coloured(_ ink: Ink, _ tokens: ContentTokens) -> Ink {
    var ink = ink
    if let name = tokens.name(tokens.operands.count - 1) {
      ink.isPattern = true
      switch resources.patterns[name] {
      case .tiles(let object)?: placed.append(Placed(object: object, matrix: state.matrix))
      case .shading(let space)?: (ink.colour, ink.isDevice) = (space.colour, space.isDevice)
      case nil: break
      }
      return ink
    }
    guard let values = tokens.numbers() else { return ink }
    switch ink.colour {
    case .grey: ink.isBlack = values.first.map { $0 < 0.1 } ?? false
    case .rgb: ink.isBlack = values.allSatisfy { $0 < 0.1 }
    case .cmyk:
      ink.sum = values.reduce(0, +) * 100
      ink.isBlack = values.count == 4 && values[3] > 0.85
    default: ink.isBlack = false
    }
    return ink
  }

  // MARK: Painting

  /// Device colours that the page gives a default for are of that one (8.6.5.6).
  private static let defaults: [Colour: String] = [.grey: "/DefaultGray", .rgb: "/DefaultRGB", .cmyk: "/DefaultCMYK"]

  private mutating func paint(_ ink: Ink) {
    facts.paints = true
    facts.colours.insert(ink.colour)
    if ink.isDevice, PaintReader.defaults[ink.colour].map({ resources.spaces[$0] == nil }) ?? false {
      facts.deviceColours.insert(ink.colour)
    }
    facts.mostInk = max(facts.mostInk, ink.sum)
    facts.transparency.formUnion(state.transparency)
  }

  private mutating func paint(in space: Resources.Space) { paint(beginning(in: space)) }

  private mutating func stroke() {
    guard path.parts > 0 else { return }
    paint(state.stroke)
    note(line: state.lineWidth * state.matrix.scale)
    path = Path()
  }

  private mutating func fill() {
    guard path.parts > 0 else { return }
    paint(state.fill)
    if path.parts == 1, let box = path.rectangle {
      let (width, height) = (box.width.magnitude * state.matrix.scaleX, box.height.magnitude * state.matrix.scaleY)
      // a rule, not a full stop
      if max(width, height) > 4 * min(width, height), max(width, height) > 4 { note(line: min(width, height)) }
    }
    path = Path()
  }

  private mutating func note(line width: Double) { facts.thinnestLine = min(facts.thinnestLine ?? width, width) }

  private mutating func show(_ bytes: Int) {
    guard bytes > 0 else { return }
    if state.isInvisible {
      facts.hasInvisibleText = true
      return
    }
    facts.fonts.insert(state.font)
    paint(state.fill)
    if state.fill.isBlack, !state.fill.isPattern {
      if state.fill.colour == .rgb { facts.blackTextIn.insert(.rgb) }
      if state.fill.colour == .cmyk, state.fill.sum > 101 { facts.blackTextIn.insert(.cmyk) }
    }
    let size = state.fontSize.magnitude * state.textMatrix.then(state.matrix).scaleY
    // two bytes a glyph in the fonts of most programs
    if bytes > 8, size > 0.5, !state.font.hasPrefix("Type 3") {
      facts.smallestType = min(facts.smallestType ?? size, size)
    }
  }

  private mutating func place(_ name: String) {
    if let picture = resources.images[name] { return place(picture) }
    guard let form = resources.forms[name] else { return }
    facts.transparency.formUnion(state.transparency)
    placed.append(Placed(object: form, matrix: state.matrix))
  }

  private mutating func place(_ picture: Resources.Picture) {
    if picture.isMask { paint(state.fill) } else { paint(in: picture.space) }
    if picture.hasSoftMask { facts.transparency.insert("soft mask") }
    let (width, height) = (state.matrix.scaleX, state.matrix.scaleY)
    guard width > 0.01, height > 0.01, picture.width > 0, picture.height > 0 else { return }
    facts.images.append(
      ImageFacts(
        width: picture.width, height: picture.height,
        resolution: min(Double(picture.width) / width, Double(picture.height) / height) * 72,
        colour: picture.space.colour, isBitmap: picture.isBitmap))
  }

  private mutating func place(inline tokens: ContentTokens) {
    let words = tokens.operands.map { tokens.text($0.place) }
    var keys: [String: String] = [:]
    for index in stride(from: 0, to: words.count - 1, by: 2) { keys[words[index]] = words[index + 1] }
    func value(_ short: String, _ long: String) -> String? { keys[short] ?? keys[long] }
    let isMask = value("/IM", "/ImageMask") == "true"
    place(
      Resources.Picture(
        width: value("/W", "/Width").flatMap { Int($0) } ?? 0, height: value("/H", "/Height").flatMap { Int($0) } ?? 0,
        space: isMask ? .init(colour: .grey) : space(value("/CS", "/ColorSpace")),
        isBitmap: isMask || value("/BPC", "/BitsPerComponent") == "1", isMask: isMask, hasSoftMask: false))
  }
}

extension PaintFacts {
  /// What a form paints is painted by what places it.
  mutating func add(_ form: PaintFacts) {
    paints = paints || form.paints
    colours.formUnion(form.colours)
    deviceColours.formUnion(form.deviceColours)
    unknownOperators.formUnion(form.unknownOperators)
    mostSaved = max(mostSaved, form.mostSaved)
    blackTextIn.formUnion(form.blackTextIn)
    mostInk = max(mostInk, form.mostInk)
    transparency.formUnion(form.transparency)
    images += form.images
    if let line = form.thinnestLine { thinnestLine = min(thinnestLine ?? line, line) }
    if let type = form.smallestType { smallestType = min(smallestType ?? type, type) }
    fonts.formUnion(form.fonts)
    hasInvisibleText = hasInvisibleText || form.hasInvisibleText
  }
}

extension PDFMatrix {
  /// How long a step along x becomes, and one along y.
  fileprivate var scaleX: Double { (a * a + b * b).squareRoot() }
  fileprivate var scaleY: Double { (c * c + d * d).squareRoot() }
  /// Of areas, as a factor of lengths.
  fileprivate var scale: Double { (a * d - b * c).magnitude.squareRoot() }
}
