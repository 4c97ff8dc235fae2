internal import Cairo
internal import Files
internal import HTTP
internal import Images
internal import Libc

/// The web page's own files, which the program holds.
enum WebFiles {
  /// By name; index.html first, then what it loads.
  static let names = [
    "index.html", "reader.css", "say.js", "text.js", "data.js", "page-view.js", "page-curl.js", "reader.js",
    "navigation.js",
    "find.js",
    "input.js",
    "icon.svg",
  ]

  /// What a studio loads besides.
  private static let studioNames = [
    "studio.html", "studio.css", "help.js", "bench.js", "looks.js", "tasks.js", "cover.js", "outline.js", "elements.js",
    "studio.js",
  ]

  static func bytes(_ name: String) -> [UInt8]? {
    // while the page is worked on, its files may come from a folder
    if names.contains(name) || studioNames.contains(name), let folder = getenv("OCTAVO_READER_WEB") {
      return try? readFile(String(cString: folder) + "/" + name)
    }
    return switch name {
    case "index.html": PackageResources.index_html
    case "reader.css": PackageResources.reader_css
    case "say.js": PackageResources.say_js
    case "text.js": PackageResources.text_js
    case "data.js": PackageResources.data_js
    case "page-view.js": PackageResources.page_view_js
    case "page-curl.js": PackageResources.page_curl_js
    case "reader.js": PackageResources.reader_js
    case "navigation.js": PackageResources.navigation_js
    case "find.js": PackageResources.find_js
    case "input.js": PackageResources.input_js
    case "icon.svg": PackageResources.icon_svg
    case "studio.html": PackageResources.studio_html
    case "studio.css": PackageResources.studio_css
    case "help.js": PackageResources.help_js
    case "bench.js": PackageResources.bench_js
    case "looks.js": PackageResources.looks_js
    case "tasks.js": PackageResources.tasks_js
    case "cover.js": PackageResources.cover_js
    case "outline.js": PackageResources.outline_js
    case "elements.js": PackageResources.elements_js
    case "studio.js": PackageResources.studio_js
    default: nil
    }
  }

  static func answer(_ name: String) -> HTTPAnswer? {
    guard let bytes = bytes(name) else { return nil }
    let type =
      name.hasSuffix(".js")
      ? "text/javascript" : name.hasSuffix(".css") ? "text/css" : name.hasSuffix(".svg") ? "image/svg+xml" : "text/html"
    return HTTPAnswer(
      headers: RequestGuard.headers + [("Content-Type", "\(type); charset=utf-8"), ("Cache-Control", "no-cache")],
      body: .bytes(bytes))
  }
}

/// Pictures of the book, as the browser shows them.
enum PictureFile {
  /// The bytes as a browser shows them, and what they are, by themselves: names say little, and TIFF none shows.
  /// Nil for what no page has a picture of either.
  static func shown(_ picture: FileNumbers.Picture) -> (bytes: [UInt8], ending: String)? {
    guard let bytes = picture.bytes ?? (try? readImage(picture.file)), let kind = try? inspectImage(bytes) else {
      return nil
    }
    switch kind.format {
    case .svg: return (CleanedSVG.bytes(bytes), "svg")
    case .tiff:
      // as many dots as a page on a large screen has
      guard let pixels = try? decodeImage(bytes, as: kind, width: 2400),
        let made = try? png(width: pixels.width, height: pixels.height, pixels: pixels.pixels)
      else { return nil }
      return (made, "png")
    case .jpeg: return (bytes, "jpg")
    case .png, .gif, .webp: return (bytes, kind.format.rawValue)
    }
  }

  static func answer(_ picture: FileNumbers.Picture) -> HTTPAnswer? {
    guard let (bytes, ending) = shown(picture) else { return nil }
    let type = ["jpg": "image/jpeg", "svg": "image/svg+xml"][ending] ?? "image/\(ending)"
    return HTTPAnswer(
      headers: RequestGuard.headers + [("Content-Type", type), ("Cache-Control", "no-cache")], body: .bytes(bytes))
  }
}
