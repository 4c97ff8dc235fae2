internal import PDFReading
internal import QPDF

/// Colours: of which device they are, what profiles say, and in what transparency is mixed.
extension StandardCheck {
  /// The press or screen that device colours are meant for.
  struct Intent {
    var channels = 0
    var profile: Int?
  }

  mutating func checkColours(_ document: borrowing PDFDocument) throws(PDFError) {
    guard isArchive else { return }
    let whole = try intent(of: document.root(), document) ?? Intent()
    for index in facts.pages.indices {
      let page = facts.pages[index]
      // part 4 lets each page have its own
      let own = part == 4 ? try intent(of: document.page(index), document) : nil
      try checkColours(of: page, number: index + 1, own ?? whole, document)
      document.releaseObjects()
    }
  }

  private mutating func checkColours(
    of page: PageFacts, number: Int, _ intent: Intent, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    var paint = page.paint
    paint.addColours(page.shown)
    var mixed = part == 4 ? paint.groupSpaces : []
    if part == 4, let space = page.groupSpace { mixed.insert(space) }
    for (colour, count) in [(Colour.rgb, 3), (.cmyk, 4), (.grey, 0)] where paint.deviceColours.contains(colour) {
      guard intent.channels == 0 || count > 0 && intent.channels != count else { continue }
      if count > 0, mixed.contains(colour) { continue }
      add(
        "colour-\(colour)", Clause(archive: "6.2.4.3"), page: number,
        "\(colour.title) without saying of which device", measured: "device \(colour.title)",
        required: "an output intent (GTS_PDFA1) with such a profile")
    }
    let mixings = paint.transparency.union(paint.mixings)
    if intent.channels == 0, !page.hasGroupColour, paint.hasGroups || !mixings.isEmpty {
      add(
        "transparency", Clause(archive: "6.2.10"), page: number, "transparency is mixed in no known colours",
        measured: mixings.isEmpty ? "a group" : mixings.sorted().joined(separator: ", "),
        required: "an output intent, or a group's colour space")
    }
    if paint.overprintsProfile {
      add(
        "overprint", Clause(archive: "6.2.4.2"), page: number, "inks of a profile overprint one by one",
        measured: "OPM 1", required: "OPM 0")
    }
    for name in paint.intents.sorted() { checkRendering(name, page: number) }
    try checkSameProfiles(paint.profiles, [intent.profile, page.groupProfile], page: number, document)
    checkInlinePictures(paint, page: number)
    checkNames(paint, page: number)
  }

  private static let filters: Set<String> = [
    "/AHx", "/ASCIIHexDecode", "/A85", "/ASCII85Decode", "/Fl", "/FlateDecode", "/RL", "/RunLengthDecode", "/CCF",
    "/CCITTFaxDecode", "/DCT", "/DCTDecode",
  ]

  private mutating func checkInlinePictures(_ paint: PaintFacts, page: Int) {
    for filter in paint.filters.subtracting(StandardCheck.filters).sorted() {
      add(
        "filter-inline", Clause(archive: "6.1.10"), page: page,
        "a picture within the page is packed by \(filter.dropFirst())",
        measured: "\(filter.dropFirst())", required: "another filter")
    }
    guard paint.smoothsPictures else { return }
    add(
      "image-interpolated", Clause(archive: "6.2.8.1"), page: page, "a picture asks readers to smooth it",
      measured: "within the page", required: "Interpolate false")
  }

  private mutating func checkNames(_ paint: PaintFacts, page: Int) {
    if part == 4, paint.replacements.contains(where: { CodeMap.isPrivate(Array($0.utf16)) }) { addPrivateWords(page) }
    let missing = part == 4 ? paint.missingNames.min() : nil
    guard paint.inheritsNames || missing != nil else { return }
    add(
      "resources", Clause(archive: "6.2.2"), page: page,
      missing.map { "\"\($0.dropFirst())\" is named and nowhere in the stream's resources" }
        ?? "content names what only the resources around it have",
      measured: missing.map { "\($0)" } ?? "no Resources", required: "Resources of its own")
  }

  private static let renderings: Set<String> = [
    "/RelativeColorimetric", "/AbsoluteColorimetric", "/Perceptual", "/Saturation",
  ]

  mutating func checkRendering(_ name: String, page: Int? = nil) {
    guard !StandardCheck.renderings.contains(name) else { return }
    add(
      "rendering", Clause(archive: "6.2.6"), page: page, "an unknown way to fit colours to a device", measured: name,
      required: "a rendering intent of ISO 32000")
  }

  /// Part 4, 6.2.4.2: colours through the profile that the page is meant for are to be those of the device.
  private mutating func checkSameProfiles(
    _ profiles: Set<Int>, _ others: [Int?], page: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    guard part == 4 else { return }
    for number in profiles.sorted() {
      let own = try profile(number, document)
      for other in others.compactMap({ $0 }) {
        let other = other == number ? own : try profile(other, document)
        guard let a = ICCHeader(own), let b = ICCHeader(other), a.channels == 4 else { continue }
        let isNamed = a.identity.contains { $0 != 0 } && b.identity.contains { $0 != 0 }
        guard isNamed ? a.identity == b.identity : own == other else { continue }
        add(
          "same-profile", Clause(archive: "6.2.4.2"), page: page,
          "colours go through the profile that the page is meant for", measured: "the same profile",
          required: "DeviceCMYK")
      }
    }
  }

  private func profile(_ number: Int, _ document: borrowing PDFDocument) throws(PDFError) -> [UInt8] {
    let object = try document.object(number: number)
    return document.isStream(object) ? (try? document.contents(of: object)) ?? [] : []
  }

  // MARK: Output intents

  /// Nil for a file or a page without one of PDF/A.
  private mutating func intent(of owner: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) -> Intent? {
    guard let intents = try document.value("/OutputIntents", of: owner) else { return nil }
    var profile: PDFObject?
    var found: Intent?
    for index in 0..<(try document.count(of: intents)) {
      let intent = try document.item(index, of: intents)
      if try document.value("/DestOutputProfileRef", of: intent) != nil {
        addIntent("an output intent's profile is in another file", "DestOutputProfileRef", "a profile in the file")
      }
      guard let own = try document.value("/DestOutputProfile", of: intent) else { continue }
      if let profile, document.identity(of: profile) != document.identity(of: own) {
        addIntent("output intents name several profiles", "several", "one")
      }
      profile = own
      guard try document.name("/S", of: intent) == "/GTS_PDFA1", document.isStream(own) else { continue }
      let bytes = (try? document.contents(of: own)) ?? []
      let header = ICCHeader(bytes)
      let isMeant = header.map { ["prtr", "mntr"].contains($0.kind) && $0.space != "Lab " && $0.channels > 0 } ?? false
      let count = try document.integer("/N", of: document.streamDictionary(of: own))
      guard let header, isMeant, header.version < 5, header.channels == count else {
        addIntent(
          "an output intent's profile is none for a screen or a press",
          header.map { "\($0.kind) \($0.space), version \($0.version)" } ?? "no ICC profile", "an ICC profile")
        found = found ?? Intent()
        continue
      }
      found = Intent(channels: header.channels, profile: document.identity(of: own))
    }
    return found
  }

  private mutating func addIntent(_ message: String, _ measured: String, _ required: String) {
    add("output-intent", Clause(archive: "6.2.3"), message, measured: measured, required: required)
  }

  // MARK: Colour spaces, wherever they stand

  /// An array that is a colour space.
  mutating func checkSpace(_ array: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) {
    guard isArchive, try document.count(of: array) > 1 else { return }
    switch try document.name(document.item(0, of: array)) {
    case "/ICCBased": try checkProfile(document.item(1, of: array), document)
    case "/Separation" where try document.count(of: array) > 3: try checkInk(array, document)
    case "/DeviceN" where try document.count(of: array) > 3: try checkInks(array, document)
    default: break
    }
  }

  private mutating func checkProfile(_ stream: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) {
    guard document.isStream(stream), knownProfiles.insert(document.identity(of: stream)).inserted else { return }
    let header = ICCHeader((try? document.contents(of: stream)) ?? [])
    let isKnown = header.map { ["prtr", "mntr", "scnr", "spac"].contains($0.kind) && $0.version < 5 } ?? false
    let count = try document.integer("/N", of: document.streamDictionary(of: stream))
    guard !isKnown || header?.channels != count else { return }
    add(
      "profile", Clause(archive: "6.2.4.2"), "colours go through what is no ICC profile for them",
      measured: header.map { "\($0.kind) \($0.space), version \($0.version), N \(count ?? 0)" } ?? "no ICC profile",
      required: "an ICC profile")
  }

  /// Spot colours of one name are one ink (6.2.4.4).
  private mutating func checkInk(_ array: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) {
    let name = try document.name(document.item(1, of: array)) ?? ""
    checkSpelling(of: name)
    guard name != "/All", name != "/None" else { return }
    let mix =
      try fingerprint(of: document.item(2, of: array), document) + " "
      + fingerprint(of: document.item(3, of: array), document)
    if let known = inks[name], known != mix {
      add(
        "spot-colour", Clause(archive: "6.2.4.4"), "the spot colour \"\(name.dropFirst())\" is mixed in two ways",
        measured: "two", required: "one alternate space and tint transform")
    }
    inks[name] = mix
  }

  private static let pressInks: Set<String> = ["/Cyan", "/Magenta", "/Yellow", "/Black", "/None", "/All"]

  private mutating func checkInks(_ array: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) {
    let names = try document.item(1, of: array)
    let count = try document.count(of: names)
    if count > 32 { addLimit("a colour of \(count) inks", "\(count)", "at most 32") }
    let more = try document.count(of: array) > 4 ? document.item(4, of: array) : nil
    var described = StandardCheck.pressInks
    if let more, let inks = try document.value("/Colorants", of: more) {
      described.formUnion(try document.keys(of: inks))
    }
    if let more, let process = try document.value("/Process", of: more),
      let inks = try document.value("/Components", of: process)
    {
      for index in 0..<(try document.count(of: inks)) {
        if let name = try document.name(document.item(index, of: inks)) { described.insert(name) }
      }
    }
    for index in 0..<count {
      let name = try document.name(document.item(index, of: names)) ?? ""
      checkSpelling(of: name)
      guard !described.contains(name) else { continue }
      add(
        "spot-colours", Clause(archive: "6.2.4.4"),
        "the spot colour \"\(name.dropFirst())\" among several is not described",
        measured: "no Colorants", required: "an entry in Colorants")
    }
  }

  /// Names that people read are in UTF-8 (6.1.8).
  mutating func checkSpelling(of name: String) {
    guard name.unicodeScalars.contains("\u{FFFD}") else { return }
    add(
      "name-letters", Clause(archive: "6.1.8"), "a name that cannot be read", measured: "\(name.dropFirst())",
      required: "UTF-8")
  }

  /// Equal for what is equal, whatever the numbers of its objects.
  private func fingerprint(of object: PDFObject, depth: Int = 0, _ document: borrowing PDFDocument) throws(PDFError)
    -> String
  {
    guard depth < 6 else { return "…" }
    if document.isArray(object) {
      var text = "["
      for index in 0..<min(try document.count(of: object), 256) {
        text += try fingerprint(of: document.item(index, of: object), depth: depth + 1, document) + " "
      }
      return text + "]"
    }
    guard let keys = try document.dictionary(of: object) else { return try document.syntax(of: object) }
    var text = "<<"
    for key in try document.keys(of: keys).sorted() where !["/Length", "/Filter", "/DecodeParms"].contains(key) {
      guard let value = try document.value(key, of: keys) else { continue }
      text += try key + fingerprint(of: value, depth: depth + 1, document) + " "
    }
    guard document.isStream(object) else { return text + ">>" }
    let contents = (try? document.contents(of: object)) ?? []
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in contents { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return text + ">>\(contents.count) \(hash)"
  }
}
