internal import CPango
internal import Units

/// What is said of a family that is not there.
package enum FontAdvice: Sendable, Equatable {
  /// A family that is, by another name.
  case called(String)
  /// It is there as a font for the web, which Pango does not set (`pango_fc_is_supported_font_format`, 1.50).
  case web(file: String)

  /// The beginning of a sentence that goes on with where fonts are.
  package var words: String {
    switch self {
    case .called(let name): "did you mean \"\(name)\"? "
    case .web(let file):
      "\"\(file)\" is a font for the web: turn it into OpenType or TrueType (woff2_decompress, FontForge); "
    }
  }
}

/// Names of a family, or of several by preference: `Junicode, EB Garamond 12`.
package enum FontFamilies {
  /// - Returns: the names, none of them blank.
  package static func names(in list: String) -> [String] {
    guard list.utf8.contains(UInt8(ascii: ",")) else { return list.utf8.contains { $0 > 0x20 } ? [list] : [] }
    return list.split(separator: ",").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
  }
}

extension FontConfiguration {
  /// Whether a family of this name is there, generic names aside.
  package func hasFamily(_ name: String) -> Bool { ownName(of: name) != nil }

  /// The family that text in a face has: of a list, `Junicode, EB Garamond 12`, the first that is there, by this name or
  /// another that its letters are packed under. Nil where none is.
  package func familyName(_ asked: String) -> String? {
    FontFamilies.names(in: asked).lazy.compactMap { [self] name in
      ownName(of: name) ?? FontConfiguration.repacked[name].flatMap { ownName(of: $0) }
    }.first
  }

  /// A design's family, and what the same letters are called where others have packed them.
  private static let repacked = [
    "EB Garamond 12": "EB Garamond", "Junicode": "Junicode Two Beta", "Gentium Book": "Gentium Book Plus",
  ]

  /// What a family is called in its own fonts: names are the same to fontconfig whatever their case and blanks, but
  /// not to its rules nor to those who compare them. Nil for one that is not there.
  private func ownName(of asked: String) -> String? {
    if let known = familyNames[asked] { return known }
    let name = findOwnName(of: asked)
    familyNames[asked] = .some(name)
    return name
  }

  private func findOwnName(of asked: String) -> String? {
    // to fontconfig the empty name is any
    guard asked.utf8.contains(where: { $0 > 0x20 }) else { return nil }
    let key = FontConfiguration.key(asked)
    var names: [String] = []
    forEachFace(of: asked, [FC_FAMILY]) { names += strings($0, FC_FAMILY) }
    return names.filter { FontConfiguration.key($0) == key }.min() ?? names.min()
  }

  /// What to do about a family that is not there.
  package func advice(on asked: String) -> FontAdvice? {
    if let file = webFont(of: asked) { return .web(file: file) }
    if let name = metricCopy(of: asked) { return .called(name) }
    var names: [String] = []
    for face in faces() where names.last != face.family { names.append(face.family) }
    let key = FontConfiguration.key(asked)
    // fonts are spoken of without the words that their makers put before and behind: Garamond, Noto
    let longer = names.filter { name in
      key.count >= 4 && name.split(separator: " ").contains { FontConfiguration.key(String($0)) == key }
    }
    if let name = longer.first { return .called(otherNames(of: name).min { $0.utf8.count < $1.utf8.count } ?? name) }
    let keys = names.map(FontConfiguration.key)
    return nearestName(to: key, in: keys).flatMap(keys.firstIndex).map { .called(names[$0]) }
  }

  /// All names of a family.
  private func otherNames(of family: String) -> [String] {
    var names: [String] = []
    forEachFace(of: family, [FC_FAMILY]) { names += strings($0, FC_FAMILY) }
    return names
  }

  /// A name without what fontconfig does not see.
  private static func key(_ name: String) -> String { name.lowercased().filter { $0 != " " } }

  /// A family that is there in place of one that is not, by the rules of the configuration.
  private func metricCopy(of asked: String) -> String? {
    // what stands in for every name says nothing of this one
    let usual = standIns(of: "\u{1}").dropFirst()
    return standIns(of: asked).dropFirst().first { !usual.contains($0) && hasFamily($0) }
      ?? FontConfiguration.copies[FontConfiguration.key(asked)]?.first(where: hasFamily)
  }

  /// Of fonts whose free copies are among the usual stand-ins.
  private static let copies: [String: [String]] = [
    "timesnewroman": ["Liberation Serif"], "times": ["Liberation Serif"], "arial": ["Liberation Sans"],
    "helvetica": ["Liberation Sans"], "couriernew": ["Liberation Mono"], "courier": ["Liberation Mono"],
    "cambria": ["Caladea"], "calibri": ["Carlito"], "georgia": ["Gelasio"],
    // as fontconfig's 30-metric-aliases.conf has them
    "palatino": ["TeX Gyre Pagella", "P052"], "palatinolinotype": ["TeX Gyre Pagella", "P052"],
    "bookantiqua": ["TeX Gyre Pagella", "P052"], "newcenturyschoolbook": ["TeX Gyre Schola", "C059"],
    "centuryschoolbook": ["TeX Gyre Schola", "C059"], "itcbookman": ["TeX Gyre Bonum", "Bookman URW"],
    "bookmanoldstyle": ["TeX Gyre Bonum", "Bookman URW"], "arialnarrow": ["Liberation Sans Narrow"],
  ]

  /// The families that the rules put in the place of one, itself first.
  func standIns(of family: String) -> [String] {
    guard let pattern = FcPatternCreate() else { return [] }
    defer { FcPatternDestroy(pattern) }
    FontConfiguration.add(family, to: pattern)
    FcConfigSubstitute(pointer, pattern, FcMatchPattern)
    return strings(pattern, FC_FAMILY)
  }

  /// The file of a family among fonts for the web in the user's folders.
  private func webFont(of family: String) -> String? {
    // one of its own: what cannot be set is not in this one
    guard !folders.isEmpty, let config = FcConfigCreate() else { return nil }
    defer { FcConfigDestroy(config) }
    // without a folder for what it finds it complains
    var text = "<fontconfig><cachedir prefix=\"xdg\">octavo</cachedir></fontconfig>"
    _ = text.withUTF8 { FcConfigParseAndLoadFromMemory(config, $0.baseAddress, 1) }
    for folder in folders {
      _ = folder.withCString {
        FcConfigAppFontAddDir(config, UnsafeRawPointer($0).assumingMemoryBound(to: FcChar8.self))
      }
    }
    guard let fonts = FcConfigGetFonts(config, FcSetApplication) else { return nil }
    let key = FontConfiguration.key(family)
    var files: [String] = []
    for index in 0..<Int(fonts.pointee.nfont) {
      guard let font = fonts.pointee.fonts[index], let file = string(font, FC_FILE),
        [".woff", ".woff2"].contains(where: { file.lowercased().hasSuffix($0) }),
        strings(font, FC_FAMILY).contains(where: { FontConfiguration.key($0) == key })
      else { continue }
      files.append(file)
    }
    return files.min()
  }

  static func add(_ family: String, to pattern: OpaquePointer) {
    _ = family.withCString {
      FcPatternAddString(pattern, FC_FAMILY, UnsafeRawPointer($0).assumingMemoryBound(to: FcChar8.self))
    }
  }

  /// Hands out what is known of each face of a family.
  func forEachFace(of family: String, _ properties: [String], _ body: (OpaquePointer) -> Void) {
    guard let pattern = FcPatternCreate(), let objects = FcObjectSetCreate() else { return }
    defer {
      FcPatternDestroy(pattern)
      FcObjectSetDestroy(objects)
    }
    FontConfiguration.add(family, to: pattern)
    for name in properties { FcObjectSetAdd(objects, name) }
    guard let set = FcFontList(pointer, pattern, objects) else { return }
    defer { FcFontSetDestroy(set) }
    for index in 0..<Int(set.pointee.nfont) { if let face = set.pointee.fonts[index] { body(face) } }
  }
}

/// All strings of a property of a fontconfig pattern.
func strings(_ pattern: OpaquePointer, _ key: String) -> [String] {
  var found: [String] = []
  while let next = string(pattern, key, at: Int32(found.count)) { found.append(next) }
  return found
}
