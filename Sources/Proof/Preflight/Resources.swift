internal import QPDF

/// What a content stream can name (ISO 32000-1, 7.8.3), looked up once. No handles are kept: forms and
/// patterns go by the numbers of their objects.
struct Resources {
  var spaces: [String: Space] = [:]
  var states: [String: State] = [:]
  var images: [String: Picture] = [:]
  var forms: [String: Int] = [:]
  var fonts: [String: String] = [:]
  /// Objects of the fonts, and whether their codes are of two bytes.
  var fontObjects: [String: (number: Int, isWide: Bool)] = [:]
  /// Objects of the fonts whose letters are drawn by content streams.
  var drawnFonts: [String: Int] = [:]
  /// Of fonts, where places are asked for.
  var widths: [String: FontWidths] = [:]
  /// Names of the lists of properties of marked content.
  var properties: Set<String> = []
  /// Kinds of colour that shadings and patterns mix.
  var shadings: [String: Space] = [:]
  var patterns: [String: Pattern] = [:]

  /// A colour space: its kind, and how many numbers a colour has.
  struct Space: Sendable, Equatable {
    var colour: Colour
    var isPattern = false
    /// Of whatever device the page is shown on, itself or what stands in for it.
    var device: Colour?
    /// The number of the object that is its profile of four inks.
    var profile: Int?
    /// Inks besides the four of print, by name.
    var spots: Set<String> = []

    init(
      colour: Colour, isPattern: Bool = false, device: Colour? = nil, profile: Int? = nil, spots: Set<String> = []
    ) {
      (self.colour, self.isPattern, self.device, self.profile) = (colour, isPattern, device, profile)
      self.spots = spots
    }

    /// By the name of a device's space, those of inline images included (8.9.7).
    init(named name: String) {
      switch name {
      case "/DeviceGray", "/G": self.init(colour: .grey, device: .grey)
      case "/DeviceRGB", "/RGB": self.init(colour: .rgb, device: .rgb)
      case "/DeviceCMYK", "/CMYK": self.init(colour: .cmyk, device: .cmyk)
      case "/CalGray": self.init(colour: .grey)
      case "/CalRGB": self.init(colour: .rgb)
      case "/Pattern": self.init(colour: .grey, isPattern: true)
      default: self.init(colour: .other)
      }
    }
  }

  /// The part of a graphics state that a preflight looks at (8.4.5).
  struct State: Sendable {
    var lineWidth: Double?
    var transparency: [String] = []
    /// Inks beneath stay (8.6.7): of fills, of strokes, and those of which there is none in a colour.
    var overprints: (fill: Bool?, stroke: Bool?, mode: Int?) = (nil, nil, nil)
    /// Nil where it leaves the font as it is.
    var font: (name: String, size: Double)?
  }

  struct Picture: Sendable {
    var width, height: Int
    var space: Space
    var isBitmap, isMask, hasSoftMask: Bool
  }

  enum Pattern: Sendable {
    case tiles(object: Int)
    case shading(Space)
  }
}

extension PDFDocument {
  /// - Parameters:
  ///   - fonts: what is known of the fonts, added to.
  ///   - readsWidths: how far letters advance is read too.
  func resources(
    _ dictionary: PDFObject, fonts known: inout [String: FontFacts], readsWidths: Bool = false
  ) throws(PDFError) -> Resources {
    var found = Resources()
    try each("/ColorSpace", of: dictionary) { name, object throws(PDFError) in
      found.spaces[name] = try self.space(object)
    }
    try each("/ExtGState", of: dictionary) { name, object throws(PDFError) in
      found.states[name] = try self.state(object)
    }
    try each("/Shading", of: dictionary) { name, object throws(PDFError) in
      found.shadings[name] = try self.shadingSpace(object)
    }
    try each("/Pattern", of: dictionary) { name, object throws(PDFError) in
      if self.isStream(object) {
        found.patterns[name] = .tiles(object: self.identity(of: object))
      } else if let shading = try self.value("/Shading", of: object) {
        found.patterns[name] = .shading(try self.shadingSpace(shading))
      }
    }
    try each("/XObject", of: dictionary) { name, object throws(PDFError) in
      guard self.isStream(object) else { return }
      let keys = try self.streamDictionary(of: object)
      switch try self.name("/Subtype", of: keys) {
      case "/Image": found.images[name] = try self.picture(keys)
      case "/Form": found.forms[name] = self.identity(of: object)
      default: break
      }
    }
    var fonts: [String: FontFacts] = [:]
    try each("/Font", of: dictionary) { name, object throws(PDFError) in
      let (fontName, facts) = try self.font(object, resourceName: name)
      found.fonts[name] = fontName
      found.fontObjects[name] = (self.identity(of: object), try self.name("/Subtype", of: object) == "/Type0")
      if readsWidths { found.widths[name] = try self.widths(of: object) }
      if facts.kind == "Type3" { found.drawnFonts[name] = self.identity(of: object) }
      fonts[fontName] = facts
    }
    if let lists = try value("/Properties", of: dictionary) { found.properties = Set(try keys(of: lists)) }
    known.merge(fonts) { a, b in a.isEmbedded ? b : a }
    return found
  }

  private func each(
    _ kind: String, of dictionary: PDFObject, _ body: (String, PDFObject) throws(PDFError) -> Void
  ) throws(PDFError) {
    guard let entries = try value(kind, of: dictionary), isDictionary(entries) else { return }
    for name in try keys(of: entries) {
      if let object = try value(name, of: entries) { try body(name, object) }
    }
  }

  // MARK: Colour spaces (8.6)

  func space(_ object: PDFObject, depth: Int = 0) throws(PDFError) -> Resources.Space {
    if let name = try name(object) { return Resources.Space(named: name) }
    guard depth < 8, isArray(object), try count(of: object) > 0 else { return Resources.Space(colour: .other) }
    let kind = try name(item(0, of: object)) ?? ""
    switch kind {
    case "/CalGray": return Resources.Space(colour: .grey)
    case "/CalRGB": return Resources.Space(colour: .rgb)
    case "/Lab": return Resources.Space(colour: .lab)
    case "/ICCBased":
      let profile = try item(1, of: object)
      guard isStream(profile) else { break }
      switch try number("/N", of: streamDictionary(of: profile)) {
      case 1: return Resources.Space(colour: .grey)
      case 3: return Resources.Space(colour: .rgb)
      case 4: return Resources.Space(colour: .cmyk, profile: identity(of: profile))
      default: break
      }
    case "/Indexed", "/I": return try space(item(1, of: object), depth: depth + 1)
    case "/Separation":
      // the black plate alone is black ink
      let ink = try name(item(1, of: object)) ?? ""
      return try standIn(of: object, colour: ink == "/Black" ? .grey : .spot, [ink], depth)
    case "/DeviceN":
      let inks = try item(1, of: object)
      var names: [String] = []
      for index in 0..<(try count(of: inks)) { names.append(try name(item(index, of: inks)) ?? "") }
      return try standIn(of: object, colour: .spot, names, depth)
    case "/Pattern":
      let below = try count(of: object) > 1 ? space(item(1, of: object), depth: depth + 1) : nil
      return Resources.Space(
        colour: .grey, isPattern: true, device: below?.device, profile: below?.profile, spots: below?.spots ?? [])
    default: return Resources.Space(named: kind)
    }
    return Resources.Space(colour: .other)
  }

  /// Names that are no ink of their own: those of print, all plates at once, and none (8.6.6.4, 8.6.6.5).
  private static let commonInks: Set<String> = ["/Cyan", "/Magenta", "/Yellow", "/Black", "/All", "/None", ""]

  /// A spot colour, with what it is shown in where there is no such ink (8.6.6.4).
  private func standIn(
    of space: PDFObject, colour: Colour, _ inks: [String], _ depth: Int
  ) throws(PDFError) -> Resources.Space {
    let spots = Set(inks.filter { !PDFDocument.commonInks.contains($0) }.map { String($0.dropFirst()) })
    guard try count(of: space) > 2 else { return Resources.Space(colour: colour, spots: spots) }
    let other = try self.space(item(2, of: space), depth: depth + 1)
    return Resources.Space(colour: colour, device: other.device, profile: other.profile, spots: spots)
  }

  private func shadingSpace(_ object: PDFObject) throws(PDFError) -> Resources.Space {
    let keys = isStream(object) ? try streamDictionary(of: object) : object
    guard let value = try value("/ColorSpace", of: keys) else { return Resources.Space(colour: .other) }
    return try space(value)
  }

  // MARK: States, pictures, fonts

  private func state(_ object: PDFObject) throws(PDFError) -> Resources.State {
    var state = Resources.State()
    state.lineWidth = try number("/LW", of: object)
    let stroke = try value("/OP", of: object).map { _ throws(PDFError) in try isTrue("/OP", of: object) }
    let fill = try value("/op", of: object).map { _ throws(PDFError) in try isTrue("/op", of: object) } ?? stroke
    state.overprints = (fill, stroke, try integer("/OPM", of: object))
    for key in ["/ca", "/CA"] {
      if let alpha = try number(key, of: object), alpha < 0.999 { state.transparency.append("opacity") }
    }
    if let mask = try value("/SMask", of: object), try name(mask) != "/None" { state.transparency.append("soft mask") }
    if let mode = try value("/BM", of: object) {
      let first = isArray(mode) ? try item(0, of: mode) : mode
      let name = try name(first) ?? ""
      if name != "/Normal", name != "/Compatible" { state.transparency.append("blend mode \(name.dropFirst())") }
    }
    return state
  }

  private func picture(_ keys: PDFObject) throws(PDFError) -> Resources.Picture {
    let isMask = try isTrue("/ImageMask", of: keys)
    var space = Resources.Space(colour: isMask ? .grey : .other)
    if !isMask, let object = try value("/ColorSpace", of: keys) { space = try self.space(object) }
    let bits = try number("/BitsPerComponent", of: keys) ?? 8
    let softMask = try value("/SMask", of: keys)
    let ownMask = try integer("/SMaskInData", of: keys) ?? 0
    return Resources.Picture(
      width: try integer("/Width", of: keys) ?? 0, height: try integer("/Height", of: keys) ?? 0,
      space: space, isBitmap: isMask || bits == 1, isMask: isMask,
      hasSoftMask: softMask != nil || ownMask > 0)
  }

  /// The font's name without a subset's tag, and what is known of it.
  func font(_ object: PDFObject, resourceName: String) throws(PDFError) -> (name: String, facts: FontFacts) {
    var font = object
    var kind = String((try name("/Subtype", of: font) ?? "/Type1").dropFirst())
    var name = try name("/BaseFont", of: font) ?? resourceName
    if kind == "Type3" { return ("Type 3 font \(name.dropFirst())", FontFacts(kind: kind, isEmbedded: true)) }
    if kind == "Type0", let descendants = try value("/DescendantFonts", of: font), try count(of: descendants) > 0 {
      font = try item(0, of: descendants)
      kind = String((try self.name("/Subtype", of: font) ?? "/CIDFontType2").dropFirst())
      name = try self.name("/BaseFont", of: font) ?? name
    }
    var isEmbedded = false
    if let descriptor = try value("/FontDescriptor", of: font) {
      for key in ["/FontFile", "/FontFile2", "/FontFile3"] where try value(key, of: descriptor) != nil {
        isEmbedded = true
      }
    }
    // the tag of a subset, ABCDEF+Name (9.6.4)
    var plain = name.dropFirst()
    let tag = plain.prefix(7)
    if tag.utf8.count == 7, tag.hasSuffix("+"), tag.dropLast().allSatisfy({ $0.isUppercase }) {
      plain = plain.dropFirst(7)
    }
    return (String(plain), FontFacts(kind: kind, isEmbedded: isEmbedded))
  }
}
