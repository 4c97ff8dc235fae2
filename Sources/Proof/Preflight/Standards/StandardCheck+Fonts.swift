internal import PDFReading
internal import QPDF

/// Fonts: what their codes mean, and that readers can find it out.
extension StandardCheck {
  mutating func checkFont(
    _ font: PDFObject, _ names: Set<String>, _ number: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    let subtype = try document.name("/Subtype", of: font) ?? ""
    if part == 4 { checkSpelling(of: try document.name("/BaseFont", of: font) ?? "") }
    // a font that no text is set in is not judged (ISO 14289-1, 7.21.1)
    let key = try document.font(font, resourceName: "/").name
    guard subtype == "/Type3" || usedFonts.contains(key) else { return }
    let name = String((try document.name("/BaseFont", of: font) ?? "/?").dropFirst())
    checkSpelling(of: name)
    switch subtype {
    case "/CIDFontType2":
      let descriptor = try document.value("/FontDescriptor", of: font)
      let isEmbedded = try descriptor.map { object throws(PDFError) in
        try document.value("/FontFile2", of: object) != nil
      }
      let map = try document.value("/CIDToGIDMap", of: font)
      let mapName = try map.flatMap { object throws(PDFError) in try document.name(object) }
      let isMapped = map.map { document.isStream($0) || mapName == "/Identity" } ?? false
      if isEmbedded == true, !isMapped {
        add(
          "font-map", Clause(archive: "6.2.11.3.2", access: "7.21.3.2"),
          "\(name) does not say which glyph a code means", measured: map == nil ? "no CIDToGIDMap" : "another",
          required: "CIDToGIDMap, Identity or a stream")
      }
    case "/Type0":
      try checkComposite(font, name, document)
      try checkLetters(font, name, number, document)
    case "/TrueType":
      try checkTrueType(font, name, names, document)
      try checkLetters(font, name, number, document)
    case "/Type1", "/MMType1", "/Type3": try checkLetters(font, name, number, document)
    default: break
    }
  }

  private mutating func checkComposite(_ font: PDFObject, _ name: String, _ document: borrowing PDFDocument)
    throws(PDFError)
  {
    guard let encoding = try document.value("/Encoding", of: font) else { return }
    let own = try system(of: descendant(of: font, document), document)
    guard document.isStream(encoding) else {
      let map = try document.name(encoding) ?? ""
      guard let ordering = CodeMap.known[map] else {
        return add(
          "font-cmap", Clause(archive: "6.2.11.3.3", access: "7.21.3.3"),
          "\(name) names a table of codes that is not in the file", measured: map, required: "a CMap within the file")
      }
      if ordering != "Identity", let own, own.registry != "Adobe" || own.ordering != ordering {
        addSystem(name, "\(own.registry)-\(own.ordering)", "Adobe-\(ordering)")
      }
      return
    }
    let keys = try document.streamDictionary(of: encoding)
    let map = CodeMap((try? document.contents(of: encoding)) ?? [])
    if map.largestGlyph > 65_535 {
      addLimit("\(name) has a glyph numbered \(map.largestGlyph)", "\(map.largestGlyph)", "at most 65535")
    }
    let isVertical = try document.integer("/WMode", of: keys) == 1
    let base = try document.value("/UseCMap", of: keys)
    var named = map.base
    if let base {
      named =
        document.isStream(base)
        ? try document.name("/CMapName", of: document.streamDictionary(of: base)) : try document.name(base)
    }
    let isBaseKnown = named.map { CodeMap.known[$0] != nil } ?? true
    if let said = map.isVertical, said != isVertical {
      add(
        "font-direction", Clause(archive: "6.2.11.3.3", access: "7.21.3.3"),
        "\(name) is set both level and upright", measured: "two WMode", required: "one WMode")
    } else if !isBaseKnown {
      add(
        "font-cmap", Clause(archive: "6.2.11.3.3", access: "7.21.3.3"),
        "\(name) names a table of codes that is not in the file", measured: named ?? "",
        required: "a CMap within the file")
    }
    guard let own, let other = try system(of: keys, document) else { return }
    if try document.name("/CMapName", of: keys)?.hasPrefix("/Identity-") == true { return }
    if own.registry != other.registry || own.ordering != other.ordering || own.supplement > other.supplement {
      addSystem(
        name, "\(own.registry)-\(own.ordering)-\(own.supplement)",
        "\(other.registry)-\(other.ordering)-\(other.supplement)")
    }
  }

  private mutating func addSystem(_ name: String, _ measured: String, _ required: String) {
    add(
      "font-collection", Clause(archive: "6.2.11.3.1", access: "7.21.3.1"),
      "\(name) has glyphs of another collection than its table of codes", measured: measured, required: required)
  }

  private func descendant(of font: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) -> PDFObject? {
    guard let all = try document.value("/DescendantFonts", of: font), try document.count(of: all) > 0 else {
      return nil
    }
    return try document.item(0, of: all)
  }

  /// The collection that a font's glyphs, or a table's codes, belong to (9.7.3).
  private func system(of owner: PDFObject?, _ document: borrowing PDFDocument) throws(PDFError) -> (
    registry: String, ordering: String, supplement: Int
  )? {
    guard let owner, let system = try document.value("/CIDSystemInfo", of: owner) else { return nil }
    return (
      try document.words("/Registry", of: system) ?? "", try document.words("/Ordering", of: system) ?? "",
      try document.integer("/Supplement", of: system) ?? 0
    )
  }

  private static let bases: Set<String> = ["/WinAnsiEncoding", "/MacRomanEncoding"]

  private mutating func checkTrueType(
    _ font: PDFObject, _ name: String, _ names: Set<String>, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    guard let descriptor = try document.value("/FontDescriptor", of: font) else { return }
    let flags = try document.integer("/Flags", of: descriptor) ?? 0
    let isSymbolic = flags & 4 != 0
    let encoding = try document.value("/Encoding", of: font)
    var fault: (what: String, measured: String)?
    if isSymbolic {
      if encoding != nil { fault = ("has an encoding, and is symbolic", "Encoding") }
    } else if let encoding {
      let isNamed = !document.isDictionary(encoding)
      let base = try isNamed ? document.name(encoding) : document.name("/BaseEncoding", of: encoding)
      if !StandardCheck.bases.contains(base ?? "") {
        fault = ("has an encoding that readers need not know", base ?? "no BaseEncoding")
      } else if !isNamed, let odd = try differences(encoding, document).values.first(where: { !GlyphNames.isKnown($0) })
      {
        fault = ("has a glyph by a name that means no letter", odd)
      }
    } else {
      fault = ("has no encoding", "none")
    }
    guard let fault else { return }
    add(
      "font-encoding", Clause(archive: "6.2.11.6", access: "7.21.6"), "\(name) \(fault.what)", measured: fault.measured,
      required: isSymbolic ? "none" : "WinAnsiEncoding or MacRomanEncoding, with names of Adobe's list")
  }

  /// Names of glyphs by their codes, where an encoding gives others (9.6.6.1).
  func differences(_ encoding: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) -> [Int: String] {
    guard document.isDictionary(encoding), let list = try document.value("/Differences", of: encoding) else {
      return [:]
    }
    var (found, code) = ([Int: String](), 0)
    for index in 0..<min(try document.count(of: list), 1024) {
      let item = try document.item(index, of: list)
      if let number = document.number(item) {
        code = number.whole
      } else if let name = try document.name(item) {
        found[code] = String(name.dropFirst())
        code += 1
      }
      document.release(item)
    }
    return found
  }

  /// Which letters its codes mean.
  private mutating func checkLetters(
    _ font: PDFObject, _ name: String, _ number: Int, _ document: borrowing PDFDocument
  )
    throws(PDFError)
  {
    let clause = Clause(archive: "6.2.11.7.2", access: "7.21.7")
    if let map = try document.value("/ToUnicode", of: font), document.isStream(map) {
      if asksUnicode || part == 4, CodeMap((try? document.contents(of: map)) ?? []).meansNone {
        add(
          "letters-none", clause, "\(name) has codes that mean no letter", measured: "U+0000, U+FEFF or U+FFFE",
          required: "letters")
      }
      return
    }
    guard asksUnicode else { return }
    // each glyph of these collections has its letter (9.10.2)
    if let system = try system(of: descendant(of: font, document), document),
      ["GB1", "CNS1", "Japan1", "Korea1"].contains(system.ordering)
    {
      return
    }
    let encoding = try document.value("/Encoding", of: font)
    let base = try encoding.flatMap { object throws(PDFError) in
      document.isDictionary(object) ? try document.name("/BaseEncoding", of: object) : try document.name(object)
    }
    var others = try encoding.map { object throws(PDFError) in try differences(object, document) } ?? [:]
    if encoding == nil { others = try builtIn(font, document) }
    if let used = usedCodes[number] { others = others.filter { used.contains(UInt16(truncatingIfNeeded: $0.key)) } }
    let isTrueType = try document.name("/Subtype", of: font) == "/TrueType"
    let isBaseKnown =
      ["/WinAnsiEncoding", "/MacRomanEncoding", "/MacExpertEncoding", "/StandardEncoding"].contains(base ?? "")
      || CodeMap.known[base ?? "", default: "Identity"] != "Identity"
    let isKnown = (isBaseKnown || !others.isEmpty && !isTrueType) && others.values.allSatisfy { GlyphNames.isKnown($0) }
    guard !isKnown else { return }
    add(
      "letters", clause, "\(name) does not say which letters its codes mean", measured: "no ToUnicode",
      required: "ToUnicode")
  }

  /// Names of glyphs by the codes that a Type 1 font itself gives them: `dup 97 /bullet put`.
  private func builtIn(_ font: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) -> [Int: String] {
    guard let descriptor = try document.value("/FontDescriptor", of: font),
      let program = try document.value("/FontFile", of: descriptor), document.isStream(program),
      let bytes = try? document.contents(of: program)
    else { return [:] }
    let length = try document.integer("/Length1", of: document.streamDictionary(of: program)) ?? 0
    let words = String(decoding: bytes.prefix(min(max(length, 0), 1 << 16)), as: UTF8.self).split { $0.isWhitespace }
    var found: [Int: String] = [:]
    for index in words.indices.dropLast(3) where words[index] == "dup" && words[index + 3] == "put" {
      guard let code = Int(words[index + 1]), words[index + 2].hasPrefix("/") else { continue }
      found[code] = String(words[index + 2].dropFirst())
    }
    return found
  }
}
