import Design
import Octavo
import Settings

/// A book's first chapter as it opens in every theme: pictures, and a page that shows them beside each other.
struct ThemeGallery {
  let input: String
  let folder: String

  func draw() throws {
    let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    guard !folder.isEmpty, !folder.utf8.contains(0) else {
      throw CommandFailure(.usage, "--png names no folder", help: "octavo themes \(input) --png looks")
    }
    for name in ThemeFile.names {
      do { try draw(name, ["--chapter", "1"], into: folder) } catch let failure as CommandFailure
        where failure.code == .usage
      {
        // a book without chapters
        try draw(name, [], into: folder)
      }
    }
    try Output.write(Array(page.utf8), to: folder + "/index.html")
    Reporter().say(
      place: folder + "/index.html", code: "written",
      "the book in \(ThemeFile.names.count) themes; take one with --theme NAME")
  }

  /// A theme's first spread of those that are asked for.
  private func draw(_ name: String, _ pages: [String], into folder: String) throws {
    let command = try RenderCommand.parse([input, "--theme", name, "--layout", "spread", "-q"] + pages)
    var isDrawn = false
    do {
      _ = try RenderCommand.draw(BookJob(command.arguments), into: folder, dots: 60) { _, _ in
        if isDrawn { throw Enough() }
        isDrawn = true
        return name
      }
    } catch is Enough {}
  }

  /// Ends the drawing of a book of which a spread is wanted.
  private struct Enough: Error {}

  private var page: String {
    var text = """
      <!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Themes of octavo</title>
      <style>body { font: 16px/1.4 sans-serif; background: #ddd; margin: 2em } main { display: flex; flex-wrap: wrap; gap: 2em }
      figure { margin: 0 } img { display: block; background: #fff; box-shadow: 0 1px 6px #888 } figcaption { max-width: 40em }</style>
      <main>

      """
    for theme in ThemeFile.names.compactMap(ThemeFile.named) {
      let note = theme.note.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      text += """
        <figure><img src="\(theme.name).png" alt="A spread in the theme \(theme.name)">
        <figcaption><b>\(theme.name)</b>: \(note)</figcaption></figure>

        """
    }
    return text + "</main></html>\n"
  }
}
