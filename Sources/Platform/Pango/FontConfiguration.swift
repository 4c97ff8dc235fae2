internal import CPango

/// The fonts that one run of octavo may use: a fontconfig configuration of its
/// own, so that neither the environment nor other users of Pango are touched.
package final class FontConfiguration {
  let pointer: OpaquePointer
  let xml: String
  /// Given by the user, of fonts besides those that the text names.
  let folders: [String]
  /// As `ownName` found them.
  var familyNames: [String: String?] = [:]
  /// Of this one, by family (`FontFamily`); nil for what cannot be.
  var families: [String: FontConfiguration?] = [:]
  private var madeMap: UnsafeMutablePointer<PangoFontMap>?

  package enum Failure: Error, Equatable, Sendable {
    /// fontconfig could not read its configuration: no memory, or a bad `fonts.conf`.
    case badConfiguration
    /// A folder given by the user holds no font that can be read.
    case noFonts(folder: String)
  }

  /// - Parameters:
  ///   - xml: text of a fontconfig file, such as `Fonts/fonts.conf`.
  ///   - folders: searched for fonts besides those the file names; missing ones are skipped.
  ///   - files: fonts besides those; what is none is skipped.
  package init(xml: String, folders: [String], files: [String] = []) throws(Failure) {
    guard let config = FcConfigCreate() else { throw .badConfiguration }
    var text = xml
    let parsed = text.withUTF8 { FcConfigParseAndLoadFromMemory(config, $0.baseAddress, 1) }
    guard parsed != 0 else {
      FcConfigDestroy(config)
      throw .badConfiguration
    }
    for folder in folders {
      _ = folder.withCString {
        FcConfigAppFontAddDir(config, UnsafeRawPointer($0).assumingMemoryBound(to: FcChar8.self))
      }
    }
    for file in files {
      _ = file.withCString {
        FcConfigAppFontAddFile(config, UnsafeRawPointer($0).assumingMemoryBound(to: FcChar8.self))
      }
    }
    guard FcConfigBuildFonts(config) != 0 else {
      FcConfigDestroy(config)
      throw .badConfiguration
    }
    (pointer, self.xml, self.folders) = (config, xml, folders)
  }

  deinit {
    if let madeMap { g_object_unref(madeMap) }
    FcConfigDestroy(pointer)
  }

  /// Pango's fonts of this configuration, listed once for all who shape with it.
  var map: UnsafeMutablePointer<PangoFontMap> {
    if let madeMap { return madeMap }
    // A map is made even without fonts; cairo's FreeType back end is compiled in on Debian.
    let map: UnsafeMutablePointer<PangoFontMap> = octavo_font_map_new(pointer)
    madeMap = map
    return map
  }

  /// Makes this the configuration of the whole process, so that Pango does not
  /// read the system's own on a thread of its own (a sixth of a short run's time),
  /// and the letters of an SVG are looked for where a book's are.
  /// For the command alone; a library leaves the process as it finds it.
  package func becomeCurrent() { FcConfigSetCurrent(pointer) }

  /// Files of the fonts that the process may use, each with its maker's version, in no order. None of them is opened.
  package static func filesOfProcess() -> [String: Int32] {
    var files: [String: Int32] = [:]
    guard let configuration = FcConfigGetCurrent() else { return files }
    for kind in [FcSetSystem, FcSetApplication] {
      guard let set = FcConfigGetFonts(configuration, kind) else { continue }
      for index in 0..<Int(set.pointee.nfont) {
        guard let font = set.pointee.fonts[index], let file = string(font, FC_FILE) else { continue }
        var version: Int32 = 0
        FcPatternGetInteger(font, FC_FONTVERSION, 0, &version)
        files[file] = max(version, files[file] ?? 0)
      }
    }
    return files
  }

  /// What shapes text and finds its fonts.
  package static var libraries: [String] {
    [
      "pango \(String(cString: pango_version_string()))", "harfbuzz \(String(cString: hb_version_string()))",
      "fontconfig \(FcGetVersion())",
    ]
  }

  /// One face that text could be set in.
  package struct Face: Sendable, Equatable, Hashable {
    package var family: String
    package var style: String
    package var postScriptName: String
    package var file: String
  }

  /// Every outline face found, sorted by family, style and file.
  package func faces() -> [Face] {
    guard let pattern = FcPatternCreate(), let objects = FcObjectSetCreate() else { return [] }
    defer {
      FcPatternDestroy(pattern)
      FcObjectSetDestroy(objects)
    }
    for name in [FC_FAMILY, FC_STYLE, FC_POSTSCRIPT_NAME, FC_FILE, FC_OUTLINE] { FcObjectSetAdd(objects, name) }
    guard let set = FcFontList(pointer, pattern, objects) else { return [] }
    defer { FcFontSetDestroy(set) }
    var faces: [Face] = []
    for i in 0..<Int(set.pointee.nfont) {
      guard let font = set.pointee.fonts[i] else { continue }
      var outline: FcBool = 0
      guard FcPatternGetBool(font, FC_OUTLINE, 0, &outline) == FcResultMatch, outline != 0 else { continue }
      // The last family name is the most exact: "EB Garamond, EB Garamond 12".
      var family = string(font, FC_FAMILY) ?? ""
      var n: Int32 = 1
      while let more = string(font, FC_FAMILY, at: n) {
        family = more
        n += 1
      }
      faces.append(
        Face(
          family: family, style: string(font, FC_STYLE) ?? "",
          postScriptName: string(font, FC_POSTSCRIPT_NAME) ?? "", file: string(font, FC_FILE) ?? ""))
    }
    return faces.sorted { ($0.family, $0.style, $0.file) < ($1.family, $1.style, $1.file) }
  }
}

/// A string property of a fontconfig pattern, copied.
func string(_ pattern: OpaquePointer, _ key: String, at index: Int32 = 0) -> String? {
  var value: UnsafeMutablePointer<FcChar8>?
  guard FcPatternGetString(pattern, key, index, &value) == FcResultMatch, let value else { return nil }
  return String(decodingCString: value, as: UTF8.self)
}
