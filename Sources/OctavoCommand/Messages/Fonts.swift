import Octavo
import Pango
import Typesetting

/// The fonts of a run.
enum Fonts {
  /// Where fonts are looked for, by octavo and by all who draw for it in this process.
  static func ofProcess(folders: [String]) -> FontSource {
    let source = BookBuilder.fontSource(folders: folders)
    // where they cannot be read, the stage that needs them says so
    try? FontConfiguration(xml: source.configuration, folders: source.folders).becomeCurrent()
    return source
  }
}
