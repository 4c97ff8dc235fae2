internal import Units

/// Running heads and folios: text with `{names}` in it.
package enum FurnitureTemplate {
  package static let names = [
    "title", "author", "surname", "chapter", "chapter-title", "date", "page", "pages", "dots", "gap",
  ]

  /// `{TITLE}` is the title in capitals.
  private static func isKnown(_ name: String) -> Bool {
    names.contains(name) || (name == name.uppercased() && names.contains(name.lowercased()))
  }

  /// Whether a head asks for capitals: `{TITLE}`.
  package static func hasCapitals(_ template: String) -> Bool {
    var found = false
    _ = expand(template) { name in
      if name == name.uppercased(), isKnown(name) { found = true }
      return ""
    }
    return found
  }

  /// Fills a head or foot. Where a name has nothing to say, the stroke or point that
  /// would have parted it from the rest goes too.
  package static func fill(_ template: String, language: String, _ value: (String) -> String?) -> String {
    var isEmpty = false
    var text = expand(template) { name in
      let found = value(name) ?? (isKnown(name) ? value(name.lowercased())?.inCapitals(of: language) : nil)
      if found == "" { isEmpty = true }
      return found
    }
    guard isEmpty else { return text }
    for mark in [" · ", " / ", " | ", " – ", " — "] {
      text = text.replacing(mark + mark, with: mark).replacing(mark + mark.dropFirst(), with: mark)
    }
    var trimmed = Substring(text)
    if template.hasPrefix("{") { trimmed = trimmed.drop { " /·|–—,".contains($0) } }
    if template.hasSuffix("}") {
      while let last = trimmed.last, " /·|–—,".contains(last) { trimmed.removeLast() }
    }
    return String(trimmed)
  }

  /// Replaces each known `{name}`; anything else stands as it is.
  package static func expand(_ template: String, _ value: (String) -> String?) -> String {
    var result = ""
    var rest = Substring(template)
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      result += rest[..<open]
      let after = rest[rest.utf8.index(after: open)...]
      guard let close = after.utf8.firstIndex(of: UInt8(ascii: "}")), let known = value(String(after[..<close])) else {
        result += "{"
        rest = after
        continue
      }
      result += known
      rest = after[after.utf8.index(after: close)...]
    }
    return result + rest
  }

  /// Whether a page can only be made when all pages are there: it says how many.
  package static func countsPages(_ template: String) -> Bool {
    var found = false
    _ = expand(template) { name in
      if ["pages", "dots"].contains(name.lowercased()) { found = true }
      return ""
    }
    return found
  }

  /// The first `{name}` that no page can fill.
  package static func unknownName(in template: String) -> String? {
    var unknown: String?
    _ = expand(template) { name in
      if !isKnown(name), unknown == nil { unknown = name }
      return ""
    }
    return unknown
  }
}
