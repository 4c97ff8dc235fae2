/// Running heads and folios: text with `{names}` in it.
package enum Template {
  package static let names = ["title", "author", "chapter", "page", "pages"]

  /// Replaces each known `{name}`; anything else stands as it is.
  package static func expand(_ template: String, _ value: (String) -> String?) -> String {
    var result = ""
    var rest = Substring(template)
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      let after = rest[rest.index(after: open)...]
      guard let close = after.firstIndex(of: "}"), let known = value(String(after[..<close])) else {
        result += "{"
        rest = after
        continue
      }
      result += known
      rest = after[after.index(after: close)...]
    }
    return result + rest
  }

  /// The first `{name}` that no page can fill.
  package static func unknownName(in template: String) -> String? {
    var unknown: String?
    _ = expand(template) { name in
      if !names.contains(name), unknown == nil { unknown = name }
      return ""
    }
    return unknown
  }
}
