internal import CPango

/// One family's faces alone, and Pango's context for them.
///
/// For each size of a font Pango puts all fonts there are in order, on a thread of its own, for characters that the
/// font asked for may lack: a third of the time that a book of one page takes. Text whose every letter that font has
/// needs none of them.
final class FontFamily {
  let context: OpaquePointer
  private let configuration: FontConfiguration

  /// Nil for a family that is not there by this name, as a generic one.
  init?(_ name: String, of all: FontConfiguration, context: (FontConfiguration) -> OpaquePointer) {
    guard all.hasFamily(name), let configuration = all.narrowed(to: name) else { return nil }
    self.configuration = configuration
    self.context = context(configuration)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(context)) }

  /// Whether text may be looked up here: ASCII, Latin letters, points, which do not choose their fonts by anything
  /// but whether they are there.
  static func takes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = 0
    while at < text.count {
      let byte = text[at]
      if byte < 0x80 {
        guard byte >= 0x20, byte < 0x7F else { return false }
        at += 1
      } else {
        guard let (scalar, length) = PlainWords.scalar(text, at), PlainWords.isLatin(scalar) else {
          return false
        }
        at += length
      }
    }
    return true
  }

  /// Whether every letter of items is in their fonts.
  static func hasAll(_ items: [Itemization.Item], of text: UnsafeBufferPointer<UInt8>) -> Bool {
    items.allSatisfy { item in
      guard let found = UnsafePointer<PangoItem>(item.pointer).pointee.analysis.font else { return false }
      let font = pango_font_get_hb_font(found)
      var at = item.bytes.lowerBound
      var glyph: hb_codepoint_t = 0
      while at < item.bytes.upperBound {
        let (scalar, length) = PlainWords.scalar(text, at) ?? (UInt32(text[at]), 1)
        guard hb_font_get_nominal_glyph(font, scalar, &glyph) != 0, glyph != 0 else { return false }
        at += length
      }
      return true
    }
  }
}

extension FontConfiguration {
  /// The same rules for the faces alone whose family's name begins with this one, in any case; made once.
  fileprivate func narrowed(to family: String) -> FontConfiguration? {
    if let known = families[family] { return known }
    let made = makeNarrowed(to: family)
    families[family] = .some(made)
    return made
  }

  private func makeNarrowed(to family: String) -> FontConfiguration? {
    guard let narrow = try? FontConfiguration(xml: FontConfiguration.withoutFolders(xml), folders: []),
      let faces = FcConfigGetFonts(narrow.pointer, FcSetSystem), faces.pointee.nfont == 0
    else { return nil }
    let name = Array(family.lowercased().utf8)
    for kind in [FcSetSystem, FcSetApplication] {
      guard let all = FcConfigGetFonts(pointer, kind) else { continue }
      for index in 0..<Int(all.pointee.nfont) {
        guard let face = all.pointee.fonts[index], FontConfiguration.isFace(face, of: name) else { continue }
        FcPatternReference(face)
        FcFontSetAdd(faces, face)
      }
    }
    // no answer to what is asked of no fonts
    return faces.pointee.nfont > 0 ? narrow : nil
  }

  /// Leaves out lines that name a folder of fonts.
  private static func withoutFolders(_ xml: String) -> String {
    let folder = Array("<dir".utf8)
    var kept: [UInt8] = []
    for line in Array(xml.utf8).split(separator: 0x0A, omittingEmptySubsequences: false) {
      let mark = line.firstIndex(of: folder[0]) ?? line.endIndex
      if !line[mark...].starts(with: folder) { kept += line }
      kept.append(0x0A)
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private static func isFace(_ face: OpaquePointer, of name: [UInt8]) -> Bool {
    var index: Int32 = 0
    var value: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(face, FC_FAMILY, index, &value) == FcResultMatch, let value {
      var at = 0
      // ASCII in small letters; others must be the same
      while at < name.count, value[at] | (value[at] &- 0x41 < 26 ? 0x20 : 0) == name[at] { at += 1 }
      if at == name.count { return true }
      index += 1
    }
    return false
  }
}
