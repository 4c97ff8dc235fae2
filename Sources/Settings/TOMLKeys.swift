/// The keys of a TOML file by their tables: texts, lists of texts, whole numbers, yes and no (TOML 1.0). That is all
/// that files of projects say of a book; other values are passed over.
struct TOMLKeys {
  private var tables: [String: [ConfigurationEntry]] = [:]

  subscript(table: String) -> [ConfigurationEntry]? { tables[table] }

  init(_ text: String) {
    var table = ""
    // a list may go on over lines
    var open: (key: String, place: ConfigurationPlace, words: String)?
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      var words = TOMLKeys.trimmed(TOMLKeys.withoutComment(line))
      if let begun = open {
        open?.words += " " + words
        guard words.hasSuffix("]") else { continue }
        add(begun.key, begun.place, open?.words ?? "", to: table)
        open = nil
        continue
      }
      if words.first == "[" {
        table = String(words.drop { $0 == "[" }.prefix { $0 != "]" })
        continue
      }
      guard let sign = words.firstIndex(of: "=") else { continue }
      let key = TOMLKeys.trimmed(words[..<sign]).filter { $0 != "\"" }
      words = TOMLKeys.trimmed(words[words.index(after: sign)...])
      let column = line.unicodeScalars.count - line.drop { $0 == " " || $0 == "\t" }.unicodeScalars.count + 1
      let place = ConfigurationPlace(line: index + 1, column: column)
      if words.first == "[", !words.hasSuffix("]") {
        open = (key, place, String(words))
      } else {
        add(key, place, String(words), to: table)
      }
    }
  }

  private mutating func add(_ key: String, _ place: ConfigurationPlace, _ words: String, to table: String) {
    let value: ConfigurationEntry.Value
    if words.first == "[" {
      value = .list(TOMLKeys.texts(words).map { ConfigurationEntry.Item(text: $0, place: place) })
    } else if words.first == "\"" || words.first == "'" {
      value = .text(TOMLKeys.texts(words).first ?? "")
    } else if words.isEmpty || words.first == "{" {
      value = .other
    } else {
      value = .text(words)
    }
    tables[table, default: []].append(ConfigurationEntry(key: key, place: place, value: value, valuePlace: place))
  }

  /// What stands in quotes; in double ones a backslash takes the next sign as it is.
  private static func texts(_ words: String) -> [String] {
    var found: [String] = []
    var quote: Character?
    var text = ""
    var isEscaped = false
    for sign in words {
      if isEscaped {
        text.append(sign == "n" ? "\n" : sign == "t" ? "\t" : sign)
        isEscaped = false
      } else if let open = quote {
        if sign == open {
          found.append(text)
          (quote, text) = (nil, "")
        } else if sign == "\\", open == "\"" {
          isEscaped = true
        } else {
          text.append(sign)
        }
      } else if sign == "\"" || sign == "'" {
        quote = sign
      }
    }
    return found
  }

  private static func withoutComment(_ line: Substring) -> Substring {
    var quote: Character?
    for place in line.indices {
      let sign = line[place]
      if quote == nil, sign == "#" { return line[..<place] }
      if sign == quote { quote = nil } else if quote == nil, sign == "\"" || sign == "'" { quote = sign }
    }
    return line
  }

  private static func trimmed(_ words: Substring) -> Substring {
    var words = words.drop(while: \.isWhitespace)
    while words.last?.isWhitespace == true { words.removeLast() }
    return words
  }
}
