internal import Units

extension Preflight {
  /// What holds for the file as a whole.
  mutating func checkFile() {
    if facts.isEncrypted {
      add(
        banned: .encryption, "the file is locked", measured: "encrypted", required: "no security",
        help: "export it again without a password, or qpdf --decrypt")
    }
    if facts.hasOutline {
      add(
        banned: .outline, "the file has bookmarks", measured: "bookmarks", required: "none", help: "use --target print")
    }
    if facts.hasScripts { add(banned: .scripts, "the file has scripts", measured: "JavaScript", required: "none") }
    if facts.hasAttachments {
      add(banned: .attachments, "other files are attached", measured: "attachments", required: "none")
    }
    if facts.hasForm { add(banned: .forms, "the file has a form", measured: "form fields", required: "none") }
    if facts.hasLayers { add(banned: .layers, "the file has layers", measured: "optional content", required: "none") }
    if let rule = service.mostBytes, facts.byteCount > rule.value {
      add(
        "bytes", rule, "the file has \(facts.byteCount / 1_000_000) MB", measured: "\(facts.byteCount / 1_000_000) MB",
        required: "at most \(rule.value / 1_000_000) MB", help: "smaller pictures")
    }
    if let rule = service.version, let has = Double(facts.version), let most = Double(rule.value), has > most {
      add(
        "version", rule, "the file is PDF \(facts.version); \(service.title) allows \(rule.value)",
        measured: facts.version, required: "at most \(rule.value)", help: "export it with a preset for \(service.title)"
      )
    }
    let annotated = pages { page in page.annotations.contains { $0 != "/TrapNet" && $0 != "/PrinterMark" } }
    if !annotated.isEmpty {
      let kinds = Set(facts.pages.flatMap(\.annotations)).sorted().map { String($0.dropFirst()) }
      let count = facts.pages.reduce(0) { $0 + $1.annotations.count }
      add(
        banned: .annotations, pages: annotated,
        at: annotated.flatMap { page in
          facts.pages[page - 1].annotationAreas.map { Finding.Area(page: page, area: $0) }
        }, "\(count) annotations (\(kinds.joined(separator: ", ")))",
        measured: "\(count)", required: "none", help: "use --target print")
    }
    if service.isStandard || service.key == "ingram" { checkStandard() }
  }

  /// What PDF/X asks the file to say of itself (ISO 15930).
  private mutating func checkStandard() {
    let help = "export it with a preset for \(service.isStandard ? service.title : "PDF/X-1a")"
    let intents = facts.outputIntents.filter { $0.kind == "/GTS_PDFX" }
    if intents.isEmpty || intents.allSatisfy({ $0.condition.isEmpty && !$0.hasProfile }) {
      add(
        banned: .noIntent, "the file does not say for which press it is meant", measured: "no output intent",
        required: "an output intent (GTS_PDFX)", help: help)
    }
    let untrimmed = pages { $0.trim == nil }
    if !untrimmed.isEmpty {
      add(
        banned: .noTrim, pages: untrimmed, "pages without a TrimBox", measured: "\(untrimmed.count) pages",
        required: "a TrimBox on each", help: help)
    }
    if facts.pdfx == nil || service.isStandard && facts.pdfx?.hasPrefix(wantedVersion) == false {
      add(
        banned: .noVersion, "the file \(facts.pdfx.map { "calls itself \($0)" } ?? "does not call itself PDF/X")",
        measured: facts.pdfx ?? "nothing", required: wantedVersion, help: help)
    }
    if facts.trapped != "/True", facts.trapped != "/False" {
      add(
        banned: .noTrapped, "the file does not say whether it is trapped", measured: facts.trapped ?? "nothing",
        required: "True or False", help: help)
    }
    if facts.title?.isEmpty != false {
      add(banned: .noTitle, "the file has no title", measured: "nothing", required: "a title", help: "give --title")
    }
    if !facts.hasDates {
      add(
        banned: .noDates, "the file has no dates", measured: "nothing", required: "CreationDate and ModDate", help: help
      )
    }
    if !facts.hasID { add(banned: .noID, "the file has no ID", measured: "nothing", required: "a file ID", help: help) }
  }

  private var wantedVersion: String {
    switch service.key {
    case "x-3": "PDF/X-3"
    case "x-4": "PDF/X-4"
    case "x-1a": "PDF/X-1"
    default: "PDF/X"
    }
  }

  // MARK: What pages paint

  mutating func checkPaint() {
    checkFonts()
    checkColours()
    checkImages()
    checkTransparency()
    let hidden = pages { $0.paint.hasInvisibleText }
    if !hidden.isEmpty {
      add(
        banned: .invisibleText, pages: hidden, at: areas(hidden) { $0.isInvisible }, "text that is not shown",
        measured: "invisible text", required: "none",
        help: "use --target print; of scans leave out the layer of recognised text")
    }
    if let rule = service.leastType {
      checkLeast(rule, "type", "type", \.smallestType, \.typeSize, help: "a larger --size")
    }
    if let rule = service.leastLine {
      checkLeast(
        rule, "rule", "a line", \.thinnestLine, \.lineWidth, help: "use --target print, which thickens rules")
    }
  }

  /// Type and lines that are too small are warnings: presses differ.
  private mutating func checkLeast(
    _ rule: Rule<Double>, _ code: String, _ what: String, _ path: KeyPath<PaintFacts, Double?>,
    _ one: KeyPath<PaintedThing, Double?>, help: String
  ) {
    // a hundredth of a point: what programs round
    let small = pages { ($0.paint[keyPath: path] ?? .infinity) < rule.value - 0.01 }
    guard let least = small.compactMap({ facts.pages[$0 - 1].paint[keyPath: path] }).min() else { return }
    let areas = areas(small) { ($0[keyPath: one] ?? .infinity) < rule.value - 0.01 }
    add(
      code, rule, pages: small, at: areas,
      "\(what) of \(Length.decimal(least)) pt; the least is \(Length.decimal(rule.value))",
      measured: "\(Length.decimal(least)) pt", required: "\(Length.decimal(rule.value)) pt", help: help,
      severity: .warning)
  }

  private mutating func checkFonts() {
    for (name, font) in facts.fonts.sorted(by: { $0.key < $1.key }) {
      let used = pages { $0.paint.fonts.contains(name) }
      guard !used.isEmpty else { continue }
      if !font.isEmbedded {
        add(
          banned: .fontsOutside, pages: used, at: areas(used) { $0.font == name },
          "the font \"\(name)\" is not in the file", measured: "not embedded",
          required: "all fonts embedded", help: "export with all fonts embedded")
      } else if font.kind == "Type3" {
        add(
          banned: .type3, pages: used, at: areas(used) { $0.font == name },
          "\(name): drawn letters, which printers refuse at times", measured: "Type 3",
          required: "outline fonts")
      }
    }
  }

  private mutating func checkColours() {
    for (what, colour) in [(Service.Banned.rgb, Colour.rgb), (.otherSpaces, .lab)] {
      let found = pages { $0.paint.colours.contains(colour) }
      guard !found.isEmpty else { continue }
      add(
        banned: what, pages: found, at: areas(found) { $0.colour == colour }, "\(colour.title) is painted",
        measured: colour.title,
        required: "grey or CMYK", help: "use --target print")
    }
    for ink in facts.pages.reduce(into: Set<String>(), { $0.formUnion($1.paint.spots) }).sorted() {
      let found = pages { $0.paint.spots.contains(ink) }
      add(
        banned: .spot, pages: found, at: areas(found) { $0.spots.contains(ink) },
        "the spot colour \"\(ink)\" is painted\(service.isStandard ? ": one plate more" : "")", measured: ink,
        required: service.isStandard ? "the plates that were ordered" : "grey or CMYK",
        help: service.isStandard ? nil : "the printer mixes it from four inks; convert it to see what comes of it")
    }
    let rich = pages { !$0.paint.blackTextIn.isEmpty }
    if !rich.isEmpty {
      let kinds = rich.reduce(into: Set<Colour>()) { $0.formUnion(facts.pages[$1 - 1].paint.blackTextIn) }
      add(
        banned: .richBlack, pages: rich, at: areas(rich) { $0.isRichBlack },
        "black text in \(kinds.sorted().map(\.title).joined(separator: " and ")) prints in several inks",
        measured: kinds.sorted().map(\.title).joined(separator: ", "), required: "black ink alone",
        help: "use --target print")
    }
    if let rule = service.mostInk {
      let wet = pages { $0.paint.mostInk > rule.value }
      if let most = wet.map({ facts.pages[$0 - 1].paint.mostInk }).max() {
        add(
          "ink-limit", rule, pages: wet, at: areas(wet) { $0.ink > rule.value },
          "\(Length.decimal(most)) % of ink", measured: "\(Length.decimal(most)) %",
          required: "at most \(Length.decimal(rule.value)) %", severity: .warning)
      }
    }
  }

  private mutating func checkImages() {
    guard let rule = service.resolution else { return }
    // a pixel or so is lost where pictures are cut
    let coarse = pages { page in page.paint.images.contains { $0.resolution < rule.value * 0.99 } }
    guard let least = coarse.flatMap({ facts.pages[$0 - 1].paint.images.map(\.resolution) }).min() else { return }
    add(
      "image", rule, pages: coarse, at: areas(coarse) { ($0.resolution ?? .infinity) < rule.value * 0.99 },
      "a picture of \(least.rounded().whole) pixels an inch at the size it has",
      measured: "\(least.rounded().whole) ppi", required: "\(Int(rule.value)) ppi",
      help: "a larger file, or show it smaller", severity: .warning)
  }

  /// The colours that pages say transparency is mixed in.
  private func blendSpaces(of pages: [Int]) -> String {
    let names = Set(pages.compactMap { facts.pages[$0 - 1].blendSpace.map { String($0.dropFirst()) } }).sorted()
    return names.isEmpty ? "the device's own colours" : names.joined(separator: ", ")
  }

  private mutating func checkTransparency() {
    let clear = pages { !$0.paint.transparency.isEmpty }
    if !clear.isEmpty {
      let kinds = clear.reduce(into: Set<String>()) { $0.formUnion(facts.pages[$1 - 1].paint.transparency) }
      let words = kinds.sorted().joined(separator: ", ")
      add(
        banned: .transparency, pages: clear, at: areas(clear) { $0.isTransparent },
        "transparency: \(words), mixed in \(blendSpaces(of: clear))",
        measured: words, required: "none",
        help: "flatten it; leave out --watermark and pictures with an alpha channel")
    }
    let grouped = pages(\.hasGroup)
    if !grouped.isEmpty {
      add(
        banned: .group, pages: grouped, "pages are transparency groups", measured: "\(grouped.count) pages",
        required: "none", help: "export it with a preset for \(service.title)")
    }
  }
}
