internal import Files
internal import Glibc
package import HTTP

/// The web page's own files, which the program holds.
enum WebFiles {
  /// By name; index.html first, then what it loads.
  static let names = ["index.html", "reader.css", "text.js", "data.js", "leaf.js", "turn.js", "reader.js", "icon.svg"]

  static func bytes(_ name: String) -> [UInt8]? {
    // while the page is worked on, its files may come from a folder
    if names.contains(name), let folder = getenv("OCTAVO_READER_WEB") {
      return try? readFile(String(cString: folder) + "/" + name)
    }
    return switch name {
    case "index.html": PackageResources.index_html
    case "reader.css": PackageResources.reader_css
    case "text.js": PackageResources.text_js
    case "data.js": PackageResources.data_js
    case "leaf.js": PackageResources.leaf_js
    case "turn.js": PackageResources.turn_js
    case "reader.js": PackageResources.reader_js
    case "icon.svg": PackageResources.icon_svg
    default: nil
    }
  }

  static func answer(_ name: String) -> HTTPAnswer? {
    guard let bytes = bytes(name) else { return nil }
    let type =
      name.hasSuffix(".js")
      ? "text/javascript" : name.hasSuffix(".css") ? "text/css" : name.hasSuffix(".svg") ? "image/svg+xml" : "text/html"
    return HTTPAnswer(
      headers: Gate.headers + [("Content-Type", "\(type); charset=utf-8"), ("Cache-Control", "no-cache")],
      body: .bytes(bytes))
  }
}

/// Pictures of the book, as the browser shows them.
enum PictureFile {
  static func type(_ file: String) -> String? {
    let name = file.lowercased()
    for (ending, type) in [
      (".png", "image/png"), (".jpg", "image/jpeg"), (".jpeg", "image/jpeg"), (".gif", "image/gif"),
      (".webp", "image/webp"), (".svg", "image/svg+xml"),
    ] where name.hasSuffix(ending) { return type }
    return nil
  }

  static func answer(_ file: String) -> HTTPAnswer? {
    guard let type = type(file) else { return nil }
    return HTTPAnswer(
      headers: Gate.headers + [("Content-Type", type), ("Cache-Control", "no-cache")], body: .file(file))
  }
}
