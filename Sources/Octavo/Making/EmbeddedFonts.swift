internal import Files

/// Fonts that came inside a manuscript, as files for who reads nothing else; gone when this is.
final class EmbeddedFonts: Sendable {
  private final class Held: Sendable {
    let file: ScratchFile
    init(_ file: consuming ScratchFile) { self.file = file }
  }

  private let held: [Held]
  var paths: [String] { held.map { $0.file.path } }

  /// What cannot be written is left out: its words are set in the book's face.
  init(_ fonts: [[UInt8]]) {
    held = fonts.compactMap { font in
      guard let file = try? ScratchFile(font, named: "octavo-font") else { return nil }
      return Held(file)
    }
  }
}
