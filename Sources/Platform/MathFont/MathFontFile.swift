internal import Libc

/// Where fonts for formulas lie that fontconfig is not told of: letters of a text are not to fall back on them.
package enum MathFontFile {
  private static let files = [
    "TeX Gyre Pagella Math": "texgyrepagella-math.otf", "TeX Gyre Termes Math": "texgyretermes-math.otf",
    "TeX Gyre Schola Math": "texgyreschola-math.otf", "TeX Gyre Bonum Math": "texgyrebonum-math.otf",
    "TeX Gyre DejaVu Math": "texgyredejavu-math.otf", "Latin Modern Math": "latinmodern-math.otf",
  ]

  /// Those to try where another is missing, the most readable beside book faces first.
  package static let families = ["TeX Gyre Pagella Math", "TeX Gyre Termes Math", "Latin Modern Math", "STIX Two Math"]

  /// The one whose letters go with those of a text's face.
  package static func family(for text: String) -> String {
    let text = text.lowercased()
    func isAny(_ names: [String]) -> Bool { names.contains { text.contains($0) } }
    if isAny(["liberation serif", "times", "termes", "tinos", "stix"]) { return "TeX Gyre Termes Math" }
    if isAny(["schola", "century", "schoolbook"]) { return "TeX Gyre Schola Math" }
    if isAny(["bonum", "bookman"]) { return "TeX Gyre Bonum Math" }
    if isAny(["dejavu"]) { return "TeX Gyre DejaVu Math" }
    if isAny(["latin modern", "lmroman", "cmu", "computer modern"]) { return "Latin Modern Math" }
    return "TeX Gyre Pagella Math"
  }

  /// The file of a family of Debian's `fonts-texgyre-math` or `fonts-lmodern`, or of those that came with the program; nil
  /// where it is not there.
  package static func path(of family: String) -> String? {
    guard let file = files[family] else { return nil }
    var folders = [
      "/usr/share/texmf/fonts/opentype/public/tex-gyre-math/", "/usr/share/texmf/fonts/opentype/public/lm-math/",
      "/usr/share/texmf-dist/fonts/opentype/public/tex-gyre-math/",
      "/usr/share/texmf-dist/fonts/opentype/public/lm-math/",
    ]
    if let programData { folders.insert(programData + "/math/", at: 0) }
    return folders.map { $0 + file }.first { access($0, R_OK) == 0 }
  }
}
