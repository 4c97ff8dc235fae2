internal import QPDF
internal import Units

/// Annotations that come without an appearance, drawn as viewers draw them (ISO 32000-1, 12.5.6): shapes, ink and
/// marks on text; words in them are set in `ImposePDF+Fields.swift`.
extension PDFDocument {
  func drawn(
    _ annotation: PDFObject, _ subtype: String, _ area: PDFRectangle
  ) throws(PDFError) -> PageAnnotations.Appearance? {
    let colour = try colour("/C", of: annotation)
    let (width, dash) = try border(of: annotation)
    var drawing = PDFSyntax(raw: "/G gs")
    var isMultiplied = false
    var fonts: PDFSyntax?
    switch subtype {
    case "/Widget", "/FreeText", "/Stamp":
      guard let field = try fieldDrawing(annotation, subtype, area) else { return nil }
      (drawing, fonts) = (field.drawing, field.fonts)
    case "/Square", "/Circle":
      let fill = try self.colour("/IC", of: annotation)
      guard fill != nil || width > 0 && colour != nil else { return nil }
      let inset = width / 2
      var box = area
      if let difference = try numbers("/RD", of: annotation), difference.count == 4 {
        box = PDFRectangle(
          left: box.left + difference[0], bottom: box.bottom + difference[1], right: box.right - difference[2],
          top: box.top - difference[3])
      }
      box = PDFRectangle(
        left: box.left + inset, bottom: box.bottom + inset, right: box.right - inset, top: box.top - inset)
      guard box.right > box.left, box.top > box.bottom else { return nil }
      drawing.begin(stroke: width > 0 ? colour : nil, fill: fill, width: width, dash: dash)
      if subtype == "/Square" { drawing.addRectangle(box) } else { drawing.addEllipse(box) }
      drawing.paint(isStroked: width > 0 && colour != nil, isFilled: fill != nil)
    case "/Line":
      guard let ends = try numbers("/L", of: annotation), ends.count == 4, let colour else { return nil }
      drawing.begin(stroke: colour, fill: nil, width: width, dash: dash)
      drawing.addLines(ends)
      drawing.add("S")
    case "/Polygon", "/PolyLine":
      guard let corners = try numbers("/Vertices", of: annotation), corners.count >= 4 else { return nil }
      let fill = subtype == "/Polygon" ? try self.colour("/IC", of: annotation) : nil
      guard colour != nil || fill != nil else { return nil }
      drawing.begin(stroke: colour, fill: fill, width: width, dash: dash)
      drawing.addLines(corners)
      if subtype == "/Polygon" { drawing.add("h") }
      drawing.paint(isStroked: colour != nil, isFilled: fill != nil)
    case "/Ink":
      guard let strokes = try value("/InkList", of: annotation), isArray(strokes), let colour else { return nil }
      drawing.begin(stroke: colour, fill: nil, width: width, dash: dash)
      for index in 0..<(try count(of: strokes)) {
        guard let points = try numbers(item(index, of: strokes)), points.count >= 4 else { continue }
        drawing.addLines(points)
        drawing.add("S")
      }
    case "/Highlight", "/Underline", "/StrikeOut", "/Squiggly":
      guard let corners = try numbers("/QuadPoints", of: annotation), corners.count >= 8, let colour else { return nil }
      isMultiplied = subtype == "/Highlight"
      for start in stride(from: 0, to: corners.count - 7, by: 8) {
        let quad = Array(corners[start..<start + 8])
        drawing.add(textMark: subtype, on: quad, colour)
      }
    default: return nil
    }
    // a mark may reach past its own rectangle by its line's width
    let page = PDFRectangle(left: -30_000, bottom: -30_000, right: 30_000, top: 30_000)
    let form = try stream(Array(drawing.text.utf8))
    let dictionary = try streamDictionary(of: form)
    try set("/Subtype", of: dictionary, to: .name("/Form"))
    try set("/BBox", of: dictionary, to: page.syntax)
    var state = PDFSyntax(raw: "<< /ExtGState << /G <<")
    let opacity = min(max(try number("/CA", of: annotation) ?? 1, 0), 1)
    state.add("/CA")
    state.add(factor: opacity)
    state.add("/ca")
    state.add(factor: opacity)
    if isMultiplied { state.add("/BM /Multiply") }
    state.add(">> >>")
    if let fonts {
      state.add("/Font")
      state.add(fonts)
    }
    state.add(">>")
    try set("/Resources", of: dictionary, to: state)
    if isMultiplied { try set("/Group", of: dictionary, to: PDFSyntax(raw: "<< /S /Transparency >>")) }
    return PageAnnotations.Appearance(form: form, matrix: PDFMatrix())
  }

  /// Viewers show something of it that is not drawn here.
  func showsMore(_ annotation: PDFObject, _ subtype: String) throws(PDFError) -> Bool {
    switch subtype {
    case "/Stamp", "/FreeText", "/Text", "/FileAttachment", "/Caret": return true
    case "/Widget":
      let kind = try inherited("/FT", of: annotation).flatMap { (kind) throws(PDFError) in try name(kind) }
      switch kind {
      case "/Tx", "/Ch":
        guard let held = try inherited("/V", of: annotation) else { return false }
        return string(held)?.isEmpty == false || isArray(held) || isStream(held)
      case "/Btn":
        guard let state = try name("/AS", of: annotation) else { return false }
        let drawn = try value("/AP", of: annotation)
        return state != "/Off" && drawn == nil
      default: return false
      }
    default: return false
    }
  }

  func undrawnAnnotations(of page: PDFObject) throws(PDFError) -> Int {
    guard try value("/Annots", of: page) != nil else { return 0 }
    return try annotations(of: page, LinkTargets.none).undrawn
  }

  /// Grey, RGB or CMYK by the number of parts (table 164); nil for none, which is transparent.
  func colour(_ key: String, of annotation: PDFObject) throws(PDFError) -> [Double]? {
    guard let parts = try numbers(key, of: annotation), [1, 3, 4].contains(parts.count) else { return nil }
    return parts.map { min(max($0, 0), 1) }
  }

  /// Width and dashes of its line, by its style or its border (12.5.4).
  func border(of annotation: PDFObject) throws(PDFError) -> (width: Double, dash: [Double]) {
    var (width, dash) = (1.0, [Double]())
    if let style = try value("/BS", of: annotation) {
      width = try number("/W", of: style) ?? 1
      if try name("/S", of: style) == "/D" { dash = try numbers("/D", of: style) ?? [3] }
    } else if let border = try value("/Border", of: annotation), isArray(border), try count(of: border) > 2 {
      width = number(try item(2, of: border)) ?? 1
      if try count(of: border) > 3 { dash = try numbers(item(3, of: border)) ?? [] }
    }
    let isDashed = !dash.isEmpty && dash.allSatisfy { $0 >= 0 } && dash.contains { $0 > 0 }
    return (min(max(width, 0), 1000), isDashed ? dash : [])
  }
}

extension PDFSyntax {
  mutating func add(colour: [Double], isStroke: Bool) {
    for part in colour { add(factor: part) }
    switch colour.count {
    case 1: add(isStroke ? "G" : "g")
    case 3: add(isStroke ? "RG" : "rg")
    default: add(isStroke ? "K" : "k")
    }
  }

  fileprivate mutating func begin(stroke: [Double]?, fill: [Double]?, width: Double, dash: [Double]) {
    if let stroke { add(colour: stroke, isStroke: true) }
    if let fill { add(colour: fill, isStroke: false) }
    add(factor: width)
    add("w")
    guard !dash.isEmpty else { return }
    add("[")
    for part in dash { add(points: part) }
    add("] 0 d")
  }

  fileprivate mutating func paint(isStroked: Bool, isFilled: Bool) {
    add(isStroked ? isFilled ? "B" : "S" : "f")
  }

  mutating func addRectangle(_ box: PDFRectangle) {
    for value in [box.left, box.bottom, box.right - box.left, box.top - box.bottom] { add(points: value) }
    add("re")
  }

  /// Four Bézier curves, at most 0.03 % of the radius beside the ellipse.
  fileprivate mutating func addEllipse(_ box: PDFRectangle) {
    let (x, y) = ((box.left + box.right) / 2, (box.bottom + box.top) / 2)
    let (a, b) = ((box.right - box.left) / 2, (box.top - box.bottom) / 2)
    let k = 0.552285
    add(curve: [x + a, y], "m")
    add(curve: [x + a, y + k * b, x + k * a, y + b, x, y + b], "c")
    add(curve: [x - k * a, y + b, x - a, y + k * b, x - a, y], "c")
    add(curve: [x - a, y - k * b, x - k * a, y - b, x, y - b], "c")
    add(curve: [x + k * a, y - b, x + a, y - k * b, x + a, y], "c")
    add("h")
  }

  private mutating func add(curve points: [Double], _ name: StaticString) {
    for value in points { add(points: value) }
    add(name)
  }

  fileprivate mutating func addLines(_ points: [Double]) {
    for start in stride(from: 0, to: points.count - 1, by: 2) {
      add(curve: [points[start], points[start + 1]], start == 0 ? "m" : "l")
    }
  }

  /// A highlight, a line below or through words whose corners are left top, right top, left bottom, right bottom, as
  /// programs write them (the standard says another order, which none follows).
  fileprivate mutating func add(textMark kind: String, on quad: [Double], _ colour: [Double]) {
    if kind == "/Highlight" {
      add(colour: colour, isStroke: false)
      addLines([quad[0], quad[1], quad[2], quad[3], quad[6], quad[7], quad[4], quad[5]])
      add("h f")
      return
    }
    let height = ((quad[0] - quad[4]) * (quad[0] - quad[4]) + (quad[1] - quad[5]) * (quad[1] - quad[5])).squareRoot()
    // of the words' height: just above their foot, or in the middle of small letters
    let share = kind == "/Underline" ? 0.1 : 0.45
    add(colour: colour, isStroke: true)
    add(factor: min(max(height / 16, 0.5), 100))
    add("w")
    if kind == "/Squiggly" { return addWaves(on: quad, height) }
    addLines([
      quad[4] + share * (quad[0] - quad[4]), quad[5] + share * (quad[1] - quad[5]),
      quad[6] + share * (quad[2] - quad[6]), quad[7] + share * (quad[3] - quad[7]),
    ])
    add("S")
  }

  /// A zigzag along the feet of words.
  private mutating func addWaves(on quad: [Double], _ height: Double) {
    let (x, y) = (quad[6] - quad[4], quad[7] - quad[5])
    let length = (x * x + y * y).squareRoot()
    guard height > 0, length > 0 else { return }
    let count = Int(min(max(length / (height / 8), 2), 2000))
    var points: [Double] = []
    for index in 0...count {
      let (along, up) = (Double(index) / Double(count), index % 2 == 0 ? 0.02 : 0.12)
      points.append(quad[4] + along * x + up * (quad[0] - quad[4]))
      points.append(quad[5] + along * y + up * (quad[1] - quad[5]))
    }
    addLines(points)
    add("S")
  }
}
