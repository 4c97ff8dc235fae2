internal import Hyphen
internal import Pango
internal import Shaping
internal import Units

/// What shaping could not do as asked, in words.
enum ShapingReport {
  /// So many characters without a glyph are named one by one.
  static let namedGlyphs = 10

  /// A character that no font has, at the place where it was first met.
  static func missing(_ glyph: MissingGlyph, at source: SourceLocation) -> Diagnostic {
    let code = String(glyph.scalar, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
    return Diagnostic(
      .warning, code: "glyph-missing", "no font has a glyph for U+\(padded); an empty box stands for it",
      help:
        "\(package(for: glyph.scalar).map { "install \($0)" } ?? "install a font that has it"), or drop one into Fonts/",
      source: source)
  }

  /// Emoji that no font has, from the first on.
  static func named(at source: SourceLocation) -> Diagnostic {
    Diagnostic(
      .warning, code: "emoji-named", "no font has some of the emoji from here on; their names stand for them",
      help: "a font in Fonts/ that has them draws them", source: source)
  }

  /// The Debian package whose fonts have the character.
  private static func package(for scalar: UInt32) -> String? {
    switch scalar {
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,
      0x20000...0x3FFFF:
      "fonts-noto-cjk"
    case 0x1F000...0x1FAFF: "fonts-symbola"
    case 0x0370...0x10FF, 0x1200...0x2DFF, 0xA000...0xABFF, 0xFB00...0xFDFF, 0xFE70...0xFEFF, 0x10000...0x16FFF:
      "fonts-noto-core"
    default: nil
    }
  }

  /// The Debian package that has a family of octavo's own themes.
  private static func package(ofFamily family: String) -> String? {
    packages.first { family.hasPrefix($0.family) }?.package
  }

  /// Debian's packages of the families that octavo's looks have, by how their names begin.
  private static let packages = [
    ("EB Garamond Initials", "fonts-ebgaramond-extra"), ("EB Garamond", "fonts-ebgaramond"),
    ("Liberation ", "fonts-liberation"),
    ("TeX Gyre ", "fonts-texgyre"), ("Linux ", "fonts-linuxlibertine"), ("Junicode", "fonts-junicode"),
    ("Vollkorn", "fonts-vollkorn"), ("Jura", "fonts-jura"), ("Old Standard", "fonts-oldstandard"),
    ("Gentium", "fonts-sil-gentiumplus"), ("Goudy Bookletter", "fonts-goudybookletter"),
    ("Charis SIL", "fonts-sil-charis"),
    ("Lato", "fonts-lato"),
  ].map { (family: $0.0, package: $0.1) }

  /// What a font's licence bits forbid of what is done with it; nil for nothing.
  private static func words(of licence: FontLicence) -> String? {
    switch licence {
    case .allowed: nil
    case .restricted: "it may not be put into a document (licence bits of OS/2, fsType)"
    case .wholeOnly: "it may be put into a document whole only, not the letters alone that it has (fsType)"
    case .picturesOnly: "only pictures of its letters may be put into a document (fsType)"
    }
  }

  static func diagnostics(of shaper: Shaper) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if shaper.missingGlyphs.count > namedGlyphs {
      found.append(
        Diagnostic(
          .warning, code: "glyph-missing",
          "no font has a glyph for \(shaper.missingGlyphs.count - namedGlyphs) more characters",
          help: "fonts-noto-core and fonts-noto-cjk cover most scripts; or drop a font into Fonts/"))
    }
    for missing in shaper.missingFamilies {
      found.append(
        Diagnostic(
          .warning, code: "family-missing",
          "no font family is called \"\(missing.asked)\"; \"\(missing.used)\" is used",
          help: (package(ofFamily: missing.asked).map { "install \($0), or choose another with --font; " }
            ?? missing.advice?.words ?? "") + "\"octavo fonts\" lists them; --font-path DIR or ./Fonts adds more"))
    }
    for lack in shaper.lacks {
      let letters =
        lack.letter.flatMap(Unicode.Scalar.init).map { "no \"\($0)\"; words with it are" }
        ?? "not all letters of \"\(lack.language)\"; such text is"
      found.append(
        Diagnostic(
          .warning, code: "face-letters",
          "\"\(lack.face)\" has \(letters) set in \"\(lack.used)\"",
          help: "no word is set in two faces; choose a family that has the letters in all its faces with --font"))
    }
    for font in shaper.text.fonts {
      if let words = words(of: font.licence) {
        found.append(
          Diagnostic(
            .warning, code: "font-licence", "\"\(font.postScriptName)\" says that \(words)",
            help: "ask its maker for leave, or choose another family with --font"))
      }
    }
    for missing in shaper.missingFaces {
      let face = [missing.request.isBold ? "bold" : "", missing.request.isItalic ? "italic" : ""]
        .filter { !$0.isEmpty }.joined(separator: " ")
      found.append(
        Diagnostic(
          .warning, code: "face-missing",
          "\"\(missing.request.family)\" has no \(face.isEmpty ? "regular" : face) face; \"\(missing.substitute)\" is used",
          help: "nothing is slanted or emboldened in its place; choose a family that has the face with --font"))
    }
    for face in shaper.facesWithoutSmallCapitals {
      found.append(
        Diagnostic(
          .warning, code: "feature-missing", "\"\(face)\" has no small capitals; they are set as the letters they are",
          help: "nothing is scaled in their place; choose a family that has them with --font"))
    }
    for feature in shaper.chosenFeatures where !feature.isThere {
      found.append(
        Diagnostic(
          .warning, code: "feature-missing",
          "\"\(feature.face)\" has no feature \"\(feature.tag)\"; its letters stay as they are",
          help: "leave it out of the theme's \"features\", or choose a family that has it"))
    }
    for missing in shaper.missingDictionaries {
      if case .noDictionary(let language, _) = missing, !divides(language) { continue }
      found.append(missing.diagnostic)
    }
    return found
  }

  /// Whether a language's words are divided at line ends at all.
  private static func divides(_ language: String) -> Bool {
    let primary = language.split(separator: "-").first.map { $0.lowercased() } ?? ""
    return !["ja", "zh", "ko", "he", "yi", "ar", "fa", "ur", "ps", "th", "lo", "km", "my", "bo", "vi"].contains(primary)
  }
}
