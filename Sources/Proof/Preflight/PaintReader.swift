internal import QPDF
internal import Units

/// Follows the graphics state of a content stream (ISO 32000-1, 8.4) as far as a printer's questions go, and
/// notes what is painted. Clips, and what lies beneath something else, are not followed.
struct PaintReader {
  var facts = PaintFacts()
  var state: State
  private var saved: [State] = []
  var path = Path()
  let resources: Resources
  /// Each thing that is painted is noted with its place.
  let notesPlaces: Bool
  /// Forms and tiles that are painted, by their objects' numbers.
  private var placed: [Placed] = []
  /// Fonts with drawn letters that text is set in, by their objects' numbers.
  private var drawnFonts: Set<Int> = []
  /// A letter that is drawn in the colour of its text, whatever it says (9.6.5).
  private var isStencil = false

  struct Placed {
    var object: Int
    var matrix: PDFMatrix
  }

  struct Ink {
    var colour = Colour.grey
    var device: Colour? = .grey
    var profile: Int?
    /// Not the one that every page begins with.
    var isChosen = false
    var isPattern = false
    var isBlack = true
    /// Per cent of four inks.
    var sum = 0.0
    /// Inks besides the four of print, by name.
    var spots: Set<String> = []
  }

  struct State {
    var matrix: PDFMatrix
    var fill = Ink()
    var stroke = Ink()
    var lineWidth = 1.0
    var transparency: [String] = []
    var font = ""
    var fontSize = 0.0
    var textMatrix = PDFMatrix()
    /// Where lines begin, and how letters follow one another (9.3).
    var lineMatrix = PDFMatrix()
    var spacing = Spacing()
    var widths: FontWidths?
    /// How letters are painted (9.3.6).
    var mode = 0
    var drawnFont: Int?
    var fontObject: (number: Int, isWide: Bool)?
    var overprints = (fill: false, stroke: false, mode: 0)
  }

  /// The path under construction, as far as a rule is one: a single rectangle; and the room it takes.
  struct Path {
    var box: PDFRectangle?
    var rectangle: (width: Double, height: Double)?
    var parts = 0
  }

  /// What a stream paints itself, and what it has painted by others.
  static func read(_ contents: [UInt8], resources: Resources, matrix: PDFMatrix, notesPlaces: Bool) -> (
    facts: PaintFacts, placed: [Placed], drawnFonts: Set<Int>
  ) {
    var reader = PaintReader(state: State(matrix: matrix), resources: resources, notesPlaces: notesPlaces)
    var tokens = ContentTokens(contents)
    while let word = tokens.next() { reader.operate(word, tokens) }
    return (reader.facts, reader.placed, reader.drawnFonts)
  }

  private init(state: State, resources: Resources, notesPlaces: Bool) {
    (self.state, self.resources, self.notesPlaces) = (state, resources, notesPlaces)
  }

  /// Operators that paint nothing and change no colour (annex A).
  private static let silent: Set<String> = [
    "BMC", "BX", "EMC", "ET", "EX", "EI", "BI", "J", "M", "MP", "W", "W*", "d", "d0", "h", "i", "j",
  ]

  private mutating func operate(_ word: Range<Int>, _ tokens: ContentTokens) {
    switch tokens.text(word) {
    case "q":
      if saved.count < 512 { saved.append(state) }
      facts.mostSaved = max(facts.mostSaved, saved.count)
    case "Q": if let last = saved.popLast() { state = last }
    case "cm": if let matrix = tokens.numbers().flatMap(PDFMatrix.init) { state.matrix = matrix.then(state.matrix) }
    case "w": if let width = tokens.numbers()?.first { state.lineWidth = width }
    case "gs":
      if let name = tokens.name(0) {
        if let new = resources.states[name] { set(new) } else { facts.missingNames.insert(name) }
      }
    case "ri": if let name = tokens.name(0) { facts.intents.insert(name) }
    case "d1": isStencil = true
    case "BDC", "DP":
      if let name = tokens.name(1), !resources.properties.contains(name) { facts.missingNames.insert(name) }
      if tokens.operands.count > 1, let words = tokens.entries(tokens.operands[1])["/ActualText"],
        let text = words.tokens.string(words.value)
      {
        facts.replacements.insert(PDFDocument.words(text))
      }
    case "g": setFill(.grey, tokens)
    case "G": setStroke(.grey, tokens)
    case "rg": setFill(.rgb, tokens)
    case "RG": setStroke(.rgb, tokens)
    case "k": setFill(.cmyk, tokens)
    case "K": setStroke(.cmyk, tokens)
    case "cs": state.fill = chosen(tokens.name(0))
    case "CS": state.stroke = chosen(tokens.name(0))
    case "sc", "scn": state.fill = coloured(state.fill, tokens)
    case "SC", "SCN": state.stroke = coloured(state.stroke, tokens)
    case "re":
      path.parts += 1
      if let values = tokens.numbers(), values.count == 4 {
        path.rectangle = (values[2], values[3])
        reach(values[0], values[1])
        reach(values[0] + values[2], values[1] + values[3])
      }
    case "m", "l", "c", "v", "y":
      path.parts += 1
      if notesPlaces, let values = tokens.numbers() {
        for at in stride(from: 0, to: values.count - 1, by: 2) { reach(values[at], values[at + 1]) }
      }
    case "S", "s": stroke()
    case "f", "F", "f*": fill()
    case "B", "B*", "b", "b*":
      let path = path
      fill()
      self.path = path
      stroke()
    case "n": path = Path()
    case "sh":
      if let name = tokens.name(0) {
        if resources.shadings[name] == nil { facts.missingNames.insert(name) }
        paint(in: resources.shadings[name] ?? .init(colour: .other))
      }
    case "Do": if let name = tokens.name(0) { place(name) }
    case "ID": place(inline: tokens)
    case "BT": (state.textMatrix, state.lineMatrix) = (PDFMatrix(), PDFMatrix())
    case "Tf":
      if let name = tokens.name(0) {
        if resources.fonts[name] == nil { facts.missingNames.insert(name) }
        state.font = resources.fonts[name] ?? ""
        state.drawnFont = resources.drawnFonts[name]
        state.fontObject = resources.fontObjects[name]
        state.widths = resources.widths[name]
      }
      if let size = tokens.operands.last?.value { state.fontSize = size }
    case "Tm":
      if let matrix = tokens.numbers().flatMap(PDFMatrix.init) {
        (state.textMatrix, state.lineMatrix) = (matrix, matrix)
      }
    case "Td", "TD", "T*", "TL", "Tc", "Tw", "Tz", "Ts": move(tokens.text(word), tokens.numbers() ?? [])
    case "Tr": state.mode = tokens.numbers()?.first?.whole ?? 0
    case "Tj", "TJ", "'", "\"":
      if tokens.text(word) == "'" || tokens.text(word) == "\"" { move("T*", []) }
      noteCodes(tokens)
      let place = notesPlaces ? advance(tokens) : nil
      show(tokens.stringBytes, at: place)
    case let other: if !PaintReader.silent.contains(other) { facts.unknownOperators.insert(other) }
    }
  }

  // MARK: State

  private mutating func set(_ new: Resources.State) {
    if let width = new.lineWidth { state.lineWidth = width }
    if let fill = new.overprints.fill { state.overprints.fill = fill }
    if let stroke = new.overprints.stroke { state.overprints.stroke = stroke }
    if let mode = new.overprints.mode { state.overprints.mode = mode }
    // what a state makes transparent another one of the same stream makes opaque again; which, its keys would say
    state.transparency = new.transparency
    facts.mixings.formUnion(new.transparency)
  }

  private func space(_ name: String?) -> Resources.Space {
    guard let name else { return Resources.Space(colour: .other) }
    return resources.spaces[name] ?? Resources.Space(named: name)
  }

  /// A space that a content stream chooses.
  private mutating func chosen(_ name: String?) -> Ink {
    let space = space(name)
    if let name, space.colour == .other, resources.spaces[name] == nil { facts.missingNames.insert(name) }
    return beginning(in: space)
  }

  private func beginning(in space: Resources.Space) -> Ink {
    Ink(
      colour: space.colour, device: space.device, profile: space.profile, isChosen: true, isPattern: space.isPattern,
      isBlack: true, sum: 0, spots: space.spots)
  }

  private mutating func setFill(_ colour: Colour, _ tokens: ContentTokens) {
    state.fill = Ink(colour: colour, device: colour, isChosen: true)
    state.fill = coloured(state.fill, tokens)
  }

  private mutating func setStroke(_ colour: Colour, _ tokens: ContentTokens) {
    state.stroke = Ink(colour: colour, device: colour, isChosen: true)
    state.stroke = coloured(state.stroke, tokens)
  }

  private mutating func coloured(_ ink: Ink, _ tokens: ContentTokens) -> Ink {
    var ink = ink
    if let name = tokens.name(tokens.operands.count - 1) {
      ink.isPattern = true
      switch resources.patterns[name] {
      case .tiles(let object)?: placed.append(Placed(object: object, matrix: state.matrix))
      case .shading(let space)?: (ink.colour, ink.device, ink.profile) = (space.colour, space.device, space.profile)
      case nil: facts.missingNames.insert(name)
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

  private mutating func paint(_ ink: Ink, overprints: Bool? = nil) {
    facts.paints = true
    facts.colours.insert(ink.colour)
    noteSpace(of: ink)
    if overprints ?? state.overprints.fill, state.overprints.mode == 1, ink.profile != nil, ink.colour == .cmyk {
      facts.overprintsProfile = true
    }
    facts.mostInk = max(facts.mostInk, ink.sum)
    facts.spots.formUnion(ink.spots)
    facts.transparency.formUnion(state.transparency)
  }

  private mutating func noteSpace(of ink: Ink) {
    guard !isStencil else { return }
    if let device = ink.device, PaintReader.defaults[device].map({ resources.spaces[$0] == nil }) ?? false {
      facts.deviceColours.insert(device)
    }
    if let profile = ink.profile { facts.profiles.insert(profile) }
  }

  private mutating func paint(in space: Resources.Space) { paint(beginning(in: space)) }

  private mutating func stroke() {
    guard path.parts > 0 else { return }
    paint(state.stroke, overprints: state.overprints.stroke)
    let width = state.lineWidth * state.matrix.scale
    note(line: width)
    note(path.box?.grown(by: width / 2), state.stroke) { $0.lineWidth = width }
    path = Path()
  }

  private mutating func fill() {
    guard path.parts > 0 else { return }
    paint(state.fill)
    var rule: Double?
    if path.parts == 1, let box = path.rectangle {
      let (width, height) = (box.width.magnitude * state.matrix.scaleX, box.height.magnitude * state.matrix.scaleY)
      // a rule, not a full stop
      if max(width, height) > 4 * min(width, height), max(width, height) > 4 { rule = min(width, height) }
    }
    if let rule { note(line: rule) }
    note(path.box, state.fill) { $0.lineWidth = rule }
    path = Path()
  }

  private mutating func note(line width: Double) { facts.thinnestLine = min(facts.thinnestLine ?? width, width) }

  /// Which codes are shown in which font.
  private mutating func noteCodes(_ tokens: ContentTokens) {
    guard let font = state.fontObject, font.number != 0 else { return }
    var codes = facts.codes.removeValue(forKey: font.number) ?? []
    for operand in tokens.operands {
      for text in tokens.string(operand).map({ [$0] }) ?? tokens.strings(operand) {
        if font.isWide {
          for at in stride(from: 0, to: text.count - 1, by: 2) {
            codes.insert(UInt16(text[at]) << 8 | UInt16(text[at + 1]))
          }
        } else {
          for byte in text { codes.insert(UInt16(byte)) }
        }
      }
    }
    facts.codes[font.number] = codes
  }

  private mutating func show(_ bytes: Int, at place: PDFRectangle?) {
    guard bytes > 0 else { return }
    if state.mode == 3 || state.mode == 7 {
      facts.hasInvisibleText = true
      note(place, Ink()) { $0.isInvisible = true }
      return
    }
    facts.fonts.insert(state.font)
    if let font = state.drawnFont { drawnFonts.insert(font) }
    if state.mode % 4 != 1 { paint(state.fill) }
    // a colour that was chosen for strokes is one of the text's, painted or not (as validators have it)
    if state.mode % 4 == 1 || state.mode % 4 == 2 {
      paint(state.stroke, overprints: state.overprints.stroke)
    } else if state.stroke.isChosen {
      noteSpace(of: state.stroke)
    }
    if state.mode % 4 == 1, state.fill.isChosen { noteSpace(of: state.fill) }
    let isBlack = state.fill.isBlack && !state.fill.isPattern
    let isRich = isBlack && (state.fill.colour == .rgb || state.fill.colour == .cmyk && state.fill.sum > 101)
    if isRich { facts.blackTextIn.insert(state.fill.colour) }
    let size = state.fontSize.magnitude * state.textMatrix.then(state.matrix).scaleY
    // two bytes a glyph in the fonts of most programs
    let isRead = bytes > 8 && size > 0.5 && !state.font.hasPrefix("Type 3")
    if isRead { facts.smallestType = min(facts.smallestType ?? size, size) }
    let font = state.font
    note(place, state.mode % 4 == 1 ? state.stroke : state.fill) { thing in
      (thing.font, thing.isRichBlack, thing.typeSize) = (font, isRich, isRead ? size : nil)
    }
  }

  private mutating func place(_ name: String) {
    if let picture = resources.images[name] { return place(picture) }
    guard let form = resources.forms[name] else {
      facts.missingNames.insert(name)
      return
    }
    facts.transparency.formUnion(state.transparency)
    placed.append(Placed(object: form, matrix: state.matrix))
  }

  private mutating func place(_ picture: Resources.Picture) {
    if picture.isMask { paint(state.fill) } else { paint(in: picture.space) }
    if picture.hasSoftMask { facts.transparency.insert("soft mask") }
    let (width, height) = (state.matrix.scaleX, state.matrix.scaleY)
    notePlace(of: picture, width, height)
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
    if let intent = value("/Intent", "/Intent") { facts.intents.insert(intent) }
    if value("/I", "/Interpolate") == "true" { facts.smoothsPictures = true }
    if let filter = value("/F", "/Filter") {
      facts.filters.formUnion(filter.split { "[] \n\r\t".contains($0) }.map(String.init))
    }
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
    addMeans(form)
    blackTextIn.formUnion(form.blackTextIn)
    mostInk = max(mostInk, form.mostInk)
    spots.formUnion(form.spots)
    // a form may be placed a thousand times
    things += form.things.prefix(max(0, PaintedThing.most - things.count))
    transparency.formUnion(form.transparency)
    images += form.images
    if let line = form.thinnestLine { thinnestLine = min(thinnestLine ?? line, line) }
    if let type = form.smallestType { smallestType = min(smallestType ?? type, type) }
    fonts.formUnion(form.fonts)
    hasInvisibleText = hasInvisibleText || form.hasInvisibleText
  }

  /// By what means it paints, whether or not it does.
  mutating func addMeans(_ form: PaintFacts) {
    unknownOperators.formUnion(form.unknownOperators)
    mostSaved = max(mostSaved, form.mostSaved)
    intents.formUnion(form.intents)
    filters.formUnion(form.filters)
    smoothsPictures = smoothsPictures || form.smoothsPictures
    missingNames.formUnion(form.missingNames)
    inheritsNames = inheritsNames || form.inheritsNames
    replacements.formUnion(form.replacements)
    codes.merge(form.codes) { $0.union($1) }
    overprintsProfile = overprintsProfile || form.overprintsProfile
    profiles.formUnion(form.profiles)
    groupSpaces.formUnion(form.groupSpaces)
    hasGroups = hasGroups || form.hasGroups
    mixings.formUnion(form.mixings)
  }

  /// What a letter paints, or what an annotation shows, is painted on the page; the sizes in it are its own.
  mutating func addColours(_ part: PaintFacts) {
    addMeans(part)
    deviceColours.formUnion(part.deviceColours)
    mixings.formUnion(part.transparency)
    fonts.formUnion(part.fonts)
  }
}

extension PDFMatrix {
  /// How long a step along x becomes, and one along y.
  var scaleX: Double { (a * a + b * b).squareRoot() }
  var scaleY: Double { (c * c + d * d).squareRoot() }
  /// Of areas, as a factor of lengths.
  fileprivate var scale: Double { (a * d - b * c).magnitude.squareRoot() }
}
