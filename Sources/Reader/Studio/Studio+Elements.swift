internal import BookModel
internal import Design
internal import Files
internal import Libc
internal import Settings

/// How elements look, where that is other than the theme's: in a theme of the book's own, over the one that was chosen.
extension Studio {
  /// The book's options name the theme that the studio writes.
  var hasOwnTheme: Bool {
    guard let folder, let named = prepared?.layers.text("theme") else { return false }
    return ReaderServer.whole(named) == ReaderServer.whole(folder.theme)
  }

  /// What the book's own theme says.
  private var ownTheme: [ConfigurationEntry] {
    guard hasOwnTheme, let folder, let text = folder.text(of: folder.theme) else { return [] }
    return (try? readConfiguration(String(decoding: text, as: UTF8.self), levels: 2)) ?? []
  }

  /// The theme that elements are changed over.
  var baseOfTheme: String? {
    guard case .text(let name)? = ownTheme.first(where: { $0.key == "based-on" })?.value else { return nil }
    return name
  }

  func elementsJSON() -> [UInt8] {
    var changed: Set<String> = []
    if case .entries(let looks)? = ownTheme.first(where: { $0.key == "elements" })?.value {
      for look in looks {
        if case .entries(let keys) = look.value { changed.formUnion(keys.map { look.key + "." + $0.key }) }
      }
    }
    return JSONText.object { json in
      json.list("elements") { json in
        guard let design = prepared?.resolved.design else { return }
        for element in Element.allCases {
          json.object { json in
            json.pair("name", element.rawValue)
            json.list("rows") { json in
              for row in ThemeRow.of(element) {
                json.object { json in
                  json.pair("key", row.key)
                  json.pair("help", row.help)
                  if !row.choices.isEmpty {
                    json.list("choices") { json in for choice in row.choices { json.value(choice) } }
                  }
                  json.pair("value", row.show(design))
                  if changed.contains(element.rawValue + "." + row.key) { json.pair("changed", true) }
                }
              }
            }
          }
        }
      }
    }
  }

  /// Gives a key of an element a value; nil leaves it to the theme.
  func set(_ row: ThemeRow, to value: String?) -> String? {
    change(.pages) { folder in
      try editTheme(folder) { try $0.set(row.key, ofElement: row.element.rawValue, to: value) }
    }
  }

  /// Another theme below what was changed of elements.
  func base(on name: String) -> String? {
    change(.pages) { folder in try editTheme(folder) { try $0.set("based-on", to: [name]) } }
  }

  private func editTheme(_ folder: BookFolder, _ change: (inout OptionsText) throws -> Void) throws {
    let isNamed = hasOwnTheme
    var theme = OptionsText(folder.text(of: folder.theme).map { String(decoding: $0, as: UTF8.self) } ?? "")
    if !isNamed {
      // as the options have it: a path counts from the same folder
      let entries = folder.text(of: folder.options).flatMap {
        try? readConfiguration(String(decoding: $0, as: UTF8.self))
      }
      var base = prepared?.layers.text("theme") ?? "octavo"
      if case .text(let named)? = entries?.first(where: { $0.key == "theme" })?.value { base = named }
      try theme.set("based-on", to: [base])
    }
    try change(&theme)
    try folder.write(theme.text, to: folder.theme)
    if !isNamed { try edit(folder, goesWithLast: true) { try $0.set("theme", to: ["./theme.yaml"]) } }
  }
}

/// The editor that a line of the manuscript is opened in: whoever runs the studio has named it.
struct Editor {
  /// Its last name.
  let name: String
  private let words: [String]

  /// What VISUAL says; nil where it says nothing.
  static var chosen: Editor? {
    let words = getenv("VISUAL").map { String(cString: $0) }?.split(separator: " ").map(String.init) ?? []
    guard let name = words.first?.split(separator: "/").last else { return nil }
    return Editor(name: String(name), words: words)
  }

  /// Opens a file at a line.
  /// - Returns: whether it could be begun.
  func open(_ path: String, line: Int) -> Bool {
    let place: [String] =
      switch name {
      case "code", "codium", "code-insiders", "cursor": ["-g", "\(path):\(line)"]
      case "subl", "zed", "hx", "helix", "mate": ["\(path):\(line)"]
      case "kate": ["-l", "\(line)", path]
      // vi's way, which most others have
      default: ["+\(line)", path]
      }
    return Platform.begin(words[0], Array(words.dropFirst()) + place, output: nil).child != nil
  }
}
