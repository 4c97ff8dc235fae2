internal import QPDF
internal import Units

/// Words of form fields and comments that come without an appearance, set as viewers set them (ISO 32000-1, 12.7.3.3).
extension PDFDocument {
  /// Nil for what shows nothing, or what cannot be set in the fonts that every viewer has.
  func fieldDrawing(
    _ annotation: PDFObject, _ subtype: String, _ area: PDFRectangle
  ) throws(PDFError) -> FieldDrawing? {
    var drawing = FieldDrawing(area)
    switch subtype {
    case "/Widget": return try addWidget(annotation, to: &drawing) ? drawing : nil
    case "/FreeText":
      guard let words = try words("/Contents", of: annotation), !words.isEmpty else { return nil }
      drawing.font = try fieldFont(annotation)
      let (width, _) = try border(of: annotation)
      drawing.addBox(fill: try colour("/C", of: annotation), stroke: drawing.font.colour, width: width)
      return drawing.addText(words, alignment: try integer("/Q", of: annotation) ?? 0, isMultiline: true) ? drawing : nil
    case "/Stamp":
      let name = try name("/Name", of: annotation).map { String($0.dropFirst()) } ?? "Draft"
      drawing.font = FieldFont(colour: try colour("/C", of: annotation) ?? [0.75, 0.1, 0.1])
      drawing.addBox(fill: nil, stroke: drawing.font.colour, width: 2)
      return drawing.addText(FieldDrawing.spaced(name), alignment: 1, isMultiline: false) ? drawing : nil
    default: return nil
    }
  }

  private func addWidget(_ widget: PDFObject, to drawing: inout FieldDrawing) throws(PDFError) -> Bool {
    drawing.font = try fieldFont(widget)
    var (isBoxed, caption) = (false, String?.none)
    if let looks = try value("/MK", of: widget) {
      let (fill, stroke) = (try colour("/BG", of: looks), try colour("/BC", of: looks))
      let width = try border(of: widget).width
      isBoxed = fill != nil || stroke != nil && width > 0
      if isBoxed { drawing.addBox(fill: fill, stroke: stroke, width: width) }
      caption = try words("/CA", of: looks)
    }
    let flags = try inheritedNumber("/Ff", of: widget) ?? 0
    let kind = try inherited("/FT", of: widget).flatMap { (kind) throws(PDFError) in try name(kind) }
    switch kind {
    case "/Btn":
      if flags & 0x10000 != 0 {
        guard let caption else { return isBoxed }
        return drawing.addText(caption, alignment: 1, isMultiline: false) || isBoxed
      }
      guard let state = try name("/AS", of: widget), state != "/Off" else { return isBoxed }
      drawing.addMark(caption ?? (flags & 0x8000 != 0 ? "l" : "4"))
      return true
    case "/Tx", "/Ch":
      // a list shows what may be chosen, not what is
      let isList = kind == "/Ch" && flags & 0x20000 == 0
      guard !isList, let held = try inherited("/V", of: widget), var text = try shownWords(of: held) else { return isBoxed }
      if kind == "/Tx", flags & 0x2000 != 0 { text = String(repeating: "*", count: text.count) }
      let cells = flags & 0x1000000 != 0 ? try inheritedNumber("/MaxLen", of: widget) : nil
      return drawing.addText(
        text, alignment: try inheritedNumber("/Q", of: widget) ?? 0, isMultiline: kind == "/Tx" && flags & 0x1000 != 0,
        cells: cells)
    default: return isBoxed
    }
  }

  private func inheritedNumber(_ key: String, of widget: PDFObject) throws(PDFError) -> Int? {
    try inherited(key, of: widget).flatMap { number($0)?.whole }
  }

  private func shownWords(of value: PDFObject) throws(PDFError) -> String? {
    let bytes = isStream(value) ? try? contents(of: value) : string(value)
    return bytes.map { PDFDocument.words($0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What a field says of its text, or the form for all: `/Helv 12 Tf 0 g`.
  private func fieldFont(_ annotation: PDFObject) throws(PDFError) -> FieldFont {
    let form = try value("/AcroForm", of: root())
    var says = try inherited("/DA", of: annotation).flatMap { string($0) }
    if says == nil, let form { says = try value("/DA", of: form).flatMap { string($0) } }
    var font = FieldFont(says ?? [])
    guard let form, let resources = try value("/DR", of: form), let fonts = try value("/Font", of: resources),
      let object = try value(font.name, of: fonts), isDictionary(object), identity(of: object) != 0,
      try name("/Subtype", of: object) != "/Type0"
    else { return font }
    let base = try name("/BaseFont", of: object) ?? ""
    // one that only this file has may lack letters that nobody typed before
    guard FieldFont.standard.contains(base) else { return font }
    font.base = base
    return font
  }
}

/// The face, size and colour of a field's words.
struct FieldFont {
  /// As the field names it.
  private(set) var name = "/Helv"
  /// One of the faces that every viewer has (9.6.2.2).
  var base = "/Helvetica"
  /// Points; 0 for what fits.
  var size = 0.0
  var colour: [Double] = [0]

  static let standard: Set<String> = [
    "/Helvetica", "/Helvetica-Bold", "/Helvetica-Oblique", "/Helvetica-BoldOblique", "/Times-Roman", "/Times-Bold",
    "/Times-Italic", "/Times-BoldItalic", "/Courier", "/Courier-Bold", "/Courier-Oblique", "/Courier-BoldOblique",
  ]
  private static let usual = [
    "/Helv": "/Helvetica", "/HeBo": "/Helvetica-Bold", "/TiRo": "/Times-Roman", "/TiBo": "/Times-Bold",
    "/Cour": "/Courier",
  ]

  init(colour: [Double]) { self.colour = colour }

  init(_ says: [UInt8]) {
    var tokens = ContentTokens(says)
    while let word = tokens.next() {
      switch tokens.text(word) {
      case "Tf":
        name = tokens.name(0) ?? name
        base = FieldFont.usual[name] ?? (FieldFont.standard.contains(name) ? name : base)
        if let size = tokens.operands.last?.value, size.isFinite { self.size = min(max(size, 0), 1000) }
      case "g", "rg", "k":
        if let parts = tokens.numbers(), [1, 3, 4].contains(parts.count) { colour = parts.map { min(max($0, 0), 1) } }
      default: break
      }
    }
  }

  /// Of Helvetica in thousandths of its size, from the blank on; near enough for Times.
  private static let widths: [Double] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
  ]

  /// Of a line at a size of 1.
  func width(_ line: [UInt8]) -> Double {
    if base.hasPrefix("/Courier") { return Double(line.count) * 0.6 }
    return line.reduce(0) { sum, byte in
      let index = Int(byte) - 32
      return sum + (FieldFont.widths.indices.contains(index) ? FieldFont.widths[index] : 556) / 1000
    }
  }

  /// Signs of Windows-1252 above 127 that are not those of Latin 1 (annex D.2).
  private static let signs: [Unicode.Scalar: UInt8] = [
    "€": 0x80, "‚": 0x82, "ƒ": 0x83, "„": 0x84, "…": 0x85, "†": 0x86, "‡": 0x87, "ˆ": 0x88, "‰": 0x89, "Š": 0x8A,
    "‹": 0x8B, "Œ": 0x8C, "Ž": 0x8E, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97,
    "˜": 0x98, "™": 0x99, "š": 0x9A, "›": 0x9B, "œ": 0x9C, "ž": 0x9E, "Ÿ": 0x9F,
  ]

  /// Nil where a letter is not in these faces.
  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if (0x20...0x7E).contains(scalar.value) || (0xA0...0xFF).contains(scalar.value) {
        bytes.append(UInt8(scalar.value))
      } else if let sign = signs[scalar] {
        bytes.append(sign)
      } else if scalar.value == 9 {
        bytes.append(32)
      } else {
        return nil
      }
    }
    return bytes
  }
}

/// A box and the words in it, as operators.
struct FieldDrawing {
  private(set) var drawing = PDFSyntax(raw: "/G gs")
  var font = FieldFont([])
  private let area: PDFRectangle
  private var width: Double { area.right - area.left }
  private var height: Double { area.top - area.bottom }
  private var line = 0.0

  init(_ area: PDFRectangle) { self.area = area }

  /// `NotForPublicRelease` is three words more.
  static func spaced(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
      if letter.isUppercase, !text.isEmpty { text += " " }
      text.append(letter)
    }
  }

  mutating func addBox(fill: [Double]?, stroke: [Double]?, width: Double) {
    if let fill {
      drawing.add(colour: fill, isStroke: false)
      drawing.addRectangle(area)
      drawing.add("f")
    }
    guard let stroke, width > 0 else { return }
    line = min(width, min(self.width, height) / 2)
    drawing.add(colour: stroke, isStroke: true)
    drawing.add(factor: line)
    drawing.add("w")
    let half = line / 2
    drawing.addRectangle(
      PDFRectangle(left: area.left + half, bottom: area.bottom + half, right: area.right - half, top: area.top - half))
    drawing.add("S")
  }

  /// A check or a dot of ZapfDingbats in the middle.
  mutating func addMark(_ caption: String) {
    let size = font.size > 0 ? font.size : 0.8 * min(width, height)
    begin(colour: font.colour, font: "/Z", size: size)
    move(area.left + (width - 0.8 * size) / 2, area.bottom + (height - 0.7 * size) / 2)
    drawing.add(bytes: Array(caption.utf8.prefix(1)))
    drawing.add("Tj ET")
  }

  /// False where the words are not in the faces that every viewer has.
  /// - Parameters:
  ///   - alignment: 0 left, 1 in the middle, 2 right.
  ///   - cells: letters stand in so many boxes alike.
  mutating func addText(_ text: String, alignment: Int, isMultiline: Bool, cells: Int? = nil) -> Bool {
    var lines: [[UInt8]] = []
    for part in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      guard let bytes = FieldFont.bytes(part) else { return false }
      lines.append(bytes)
    }
    if !isMultiline { lines = [Array(lines.joined(separator: [32]))] }
    guard lines.contains(where: { !$0.isEmpty }) else { return true }
    let room = max(width - 2 * line - 4, 1)
    var size = font.size
    if size == 0 {
      size = isMultiline ? 10 : 0.67 * max(height - 2 * line, 1)
      if !isMultiline, cells == nil { size = min(size, room / max(font.width(lines[0]), 0.1)) }
      size = min(max(size, 1), 200)
    }
    if isMultiline { lines = lines.flatMap { broken($0, size: size, room: room) } }
    drawing.add("q")
    drawing.addRectangle(area)
    drawing.add("W n")
    var y = isMultiline ? area.top - line - 3 - 0.75 * size : area.bottom + height / 2 - 0.35 * size
    for text in lines.prefix(1000) {
      if let cells, (1...1000).contains(cells) {
        for (index, byte) in text.prefix(cells).enumerated() {
          let middle = area.left + width * (Double(index) + 0.5) / Double(cells)
          show([byte], middle - font.width([byte]) * size / 2, y, size)
        }
      } else {
        let spare = room - font.width(text) * size
        show(text, area.left + line + 2 + (alignment == 1 ? spare / 2 : alignment == 2 ? spare : 0), y, size)
      }
      y -= 1.15 * size
    }
    drawing.add("Q")
    return true
  }

  private func broken(_ text: [UInt8], size: Double, room: Double) -> [[UInt8]] {
    var (lines, current) = ([[UInt8]](), [UInt8]())
    for word in text.split(separator: 32, omittingEmptySubsequences: false) {
      let longer = current.isEmpty ? Array(word) : current + [32] + word
      if !current.isEmpty, font.width(longer) * size > room {
        lines.append(current)
        current = Array(word)
      } else {
        current = longer
      }
    }
    return lines + [current]
  }

  private mutating func show(_ text: [UInt8], _ x: Double, _ y: Double, _ size: Double) {
    begin(colour: font.colour, font: "/F", size: size)
    move(x, y)
    drawing.add(bytes: text)
    drawing.add("Tj ET")
  }

  private mutating func begin(colour: [Double], font: StaticString, size: Double) {
    drawing.add("BT")
    drawing.add(colour: colour, isStroke: false)
    drawing.add(font)
    drawing.add(factor: size)
    drawing.add("Tf")
  }

  private mutating func move(_ x: Double, _ y: Double) {
    drawing.add(points: x)
    drawing.add(points: y)
    drawing.add("Td")
  }

  /// The fonts that are named.
  var fonts: PDFSyntax {
    var fonts = PDFSyntax(raw: "<< /F << /Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding /BaseFont")
    fonts.add(name: String(font.base.dropFirst()))
    fonts.add(">> /Z << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >> >>")
    return fonts
  }
}
