internal import Design

/// A theme as a file that has every key.
extension ThemeFile {
  /// What `octavo themes --show` prints; reading it gives the same theme.
  package var text: String {
    var text =
      "# A theme for octavo: save it under another name, change what you like, leave out what you do not change.\n"
    text += "# octavo BOOK --theme ./\(name).yaml\n"
    text += "name: \(ThemeFile.quoted(name))\nnote: \(ThemeFile.quoted(note))\n"
    text += "# what is left out is as in this theme or file\nbased-on: octavo\n\n"
    text += "# Options of the page: \"octavo help build\" says what each is for.\n"
    var read = ResolvedOptions()
    for row in ThemeFile.options {
      guard let value = ThemeFile.value(of: row, in: resolved, after: &read) else {
        text += "# \(row.key):\n"
        continue
      }
      text += "\(row.key): \(value)\n"
    }
    text +=
      "\n# Sizes are times the text's size, or lengths; white above and below is in lines of the text.\nelements:\n"
    for element in Element.allCases {
      text += "  \(element.rawValue):\n"
      for row in ThemeRow.of(element) {
        let choices = row.choices.isEmpty ? "" : "  # \(row.choices.joined(separator: ", "))"
        text += "    \(row.key): \(ThemeFile.quoted(row.show(resolved.design)))\(choices)\n"
      }
    }
    return text
  }

  /// A value that reads back as the theme has it; nil where the option says more by not being there.
  private static func value(of row: OptionRow, in resolved: ResolvedOptions, after read: inout ResolvedOptions)
    -> String?
  {
    guard let show = row.show, let take = row.read else { return nil }
    // those of one side say what those of both do
    let design = resolved.design
    switch row.key {
    case "header-left" where design.headerLeft == nil, "header-right" where design.headerRight == nil,
      "footer-left" where design.footerLeft == nil, "footer-right" where design.footerRight == nil,
      // the measure decides
      "justify" where design.justifies == nil:
      return nil
    default: break
    }
    let shown = show(resolved)
    let value = shown == "none" && row.form == .words ? "" : shown
    var trial = read
    let said = OptionValue(key: row.key, values: [value], place: "")
    do throws(SettingsProblem) { try take(&trial, said) } catch { return nil }
    guard show(trial) == shown else { return nil }
    read = trial
    return quoted(value)
  }

  /// Quoted where YAML would read something else.
  private static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && text.first != "-" && text.last != " " && text.first != " "
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || " -./()'".unicodeScalars.contains($0)
      }
      && !["null", "~"].contains(text.lowercased())
    if isPlain { return text }
    return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
