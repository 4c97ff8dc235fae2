internal import Files
internal import HTTP
internal import Libc

/// The web page's own files, which the program holds.
enum WebFiles {
  /// By name; index.html first, then what it loads.
  static let names = [
    "index.html", "reader.css", "text.js", "data.js", "leaf.js", "turn.js", "reader.js", "going.js", "find.js",
    "hands.js",
    "icon.svg",
  ]

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
    case "going.js": PackageResources.going_js
    case "find.js": PackageResources.find_js
    case "hands.js": PackageResources.hands_js
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
  /// By its name, or by its first bytes where the name says nothing.
  static func ending(_ picture: FileNumbers.Picture) -> String? {
    let name = picture.file.lowercased()
    for ending in ["png", "jpg", "jpeg", "gif", "webp", "svg"] where name.hasSuffix("." + ending) { return ending }
    guard let bytes = picture.bytes else { return nil }
    if bytes.starts(with: [0x89, 0x50]) { return "png" }
    if bytes.starts(with: [0xFF, 0xD8]) { return "jpg" }
    if bytes.starts(with: Array("GIF8".utf8)) { return "gif" }
    if bytes.starts(with: Array("RIFF".utf8)) { return "webp" }
    return bytes.prefix(512).contains(Array("<svg".utf8)) ? "svg" : nil
  }

  static func bytes(_ picture: FileNumbers.Picture) -> [UInt8]? { picture.bytes ?? (try? readFile(picture.file)) }

  static func answer(_ picture: FileNumbers.Picture) -> HTTPAnswer? {
    guard let ending = ending(picture) else { return nil }
    let type = ["jpg": "image/jpeg", "svg": "image/svg+xml"][ending] ?? "image/\(ending)"
    return HTTPAnswer(
      headers: Gate.headers + [("Content-Type", type), ("Cache-Control", "no-cache")],
      body: picture.bytes.map { .bytes($0) } ?? .file(picture.file))
  }
}
