import Design
import Octavo
import Settings
import Units

/// A book's first chapter as it opens in every theme: pictures, and a page that shows them beside each other.
struct ThemeGallery {
  let input: String
  let folder: String

  func draw() throws {
    let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    guard !folder.isEmpty, !folder.utf8.contains(0) else {
      throw CommandFailure(.usage, "--png names no folder", help: "octavo themes \(input) --png looks")
    }
    var shown: [String: Shown] = [:]
    for name in ThemeFile.names {
      do { shown[name] = try draw(name, ["--chapter", "1"], into: folder) } catch let failure as CommandFailure
        where failure.code == .usage
      {
        // a book without chapters
        shown[name] = try draw(name, [], into: folder)
      }
    }
    try Output.write(Array(page(shown).utf8), to: folder + "/index.html")
    let lacking = ThemeFile.names.filter { shown[$0]?.lacks.isEmpty == false }
    if !lacking.isEmpty {
      Reporter().report(
        Diagnostic(
          .warning, code: "family-missing",
          "not shown in their own typefaces, which are not installed: \(lacking.joined(separator: ", "))",
          help: "octavo themes --show NAME names the packages"), place: folder + "/index.html")
    }
    Reporter().say(
      place: folder + "/index.html", code: "written",
      "the book in \(ThemeFile.names.count) themes; take one with --theme NAME")
  }

  /// What was drawn of a theme.
  private struct Shown {
    var spreads = 0
    /// What is said of typefaces that are not there.
    var lacks: [String] = []
  }

  /// The spread on which a chapter opens, which may have an empty page, and the next one.
  private func draw(_ name: String, _ pages: [String], into folder: String) throws -> Shown {
    let command = try RenderCommand.parse([input, "--theme", name, "--layout", "spread", "-q"] + pages)
    var shown = Shown()
    do {
      _ = try RenderCommand.draw(
        BookJob(command.arguments), into: folder, dots: 60,
        told: { found in shown.lacks += found.filter { $0.code == "family-missing" }.map(\.message) }
      ) { _, _ in
        if shown.spreads == 2 { throw Enough() }
        shown.spreads += 1
        return shown.spreads == 1 ? name : name + "-2"
      }
    } catch is Enough {}
    return shown
  }

  /// Ends the drawing of a book of which no more is wanted.
  private struct Enough: Error {}

  private func page(_ shown: [String: Shown]) -> String {
    func escaped(_ text: String) -> String { text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") }
    var text = """
      <!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Themes of octavo</title>
      <style>body { font: 16px/1.4 sans-serif; background: #ddd; margin: 2em }
      main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26em, 100%), 1fr)); gap: 2.5em; align-items: end }
      figure { margin: 0 } figcaption { min-height: 2.8em } img { display: block; max-width: 100%; margin-bottom: .5em; background: #fff; box-shadow: 0 1px 6px #888 }</style>
      <main>

      """
    for theme in ThemeFile.names.compactMap(ThemeFile.named) {
      let lacks = (shown[theme.name]?.lacks ?? []).map { " <em>\(escaped($0))</em>" }.joined()
      text += "<figure>"
      for (file, told) in [(theme.name, "A chapter opens"), (theme.name + "-2", "Text")].prefix(
        shown[theme.name]?.spreads ?? 1)
      {
        text += "<a href=\"\(file).png\"><img src=\"\(file).png\" alt=\"\(told) in the theme \(theme.name)\"></a>\n"
      }
      text += "<figcaption><b>\(theme.name)</b>: \(escaped(theme.note))\(lacks)</figcaption></figure>\n"
    }
    return text + "</main></html>\n"
  }
}
