internal import Design
internal import Files
internal import Libc
package import Units

/// A value as somebody gave it, with the words for what is wrong with it.
package struct OptionValue: Sendable {
  let key: String
  package let values: [String]
  /// `file:line:column`; nil for the command line.
  package let place: String?
  /// What else was said.
  let layers: OptionSources

  package init(key: String, values: [String], place: String? = nil, layers: OptionSources = OptionSources()) {
    (self.key, self.values, self.place, self.layers) = (key, values, place, layers)
  }

  package var text: String { values.joined(separator: ", ") }
  package var isOn: Bool { values.first == "true" }

  /// The option as the user wrote it: `--size`, or `size` in a file.
  package var name: String { place == nil ? OptionRow.keyed[key]?.name ?? "--\(key)" : key }

  package func wrong(_ message: String, _ help: String) -> SettingsProblem {
    SettingsProblem(place: place, message, help: help)
  }

  package func unknown(_ choices: [String]) -> SettingsProblem { unknown(text, choices) }

  /// A value, or one of several, that must be one of those its row lists.
  package func choice(_ value: String) throws(SettingsProblem) -> String {
    guard case .oneOf(let choices)? = OptionRow.keyed[key]?.values else { return value }
    return try choice(value, of: choices)
  }

  /// The choice that a value names, in capitals or not.
  func choice(_ value: String, of choices: [String]) throws(SettingsProblem) -> String {
    if choices.contains(value) { return value }
    let small = value.lowercased()
    guard let same = choices.first(where: { $0.lowercased() == small }) else { throw unknown(value, choices) }
    return same
  }

  /// - Parameter value: one of several.
  func unknown(_ value: String, _ choices: [String]) -> SettingsProblem {
    var problem = SettingsProblem.unknown(value, of: name, choices)
    problem.place = place
    return problem
  }

  func number(_ range: ClosedRange<Double>, _ complaint: String, _ help: String) throws(SettingsProblem) -> Double {
    guard let number = Double(text), number.isFinite, range.contains(number) else {
      throw wrong("\"\(text)\" \(complaint) \(name)", help)
    }
    return number
  }

  /// - Parameter usual: the unit in which such lengths are mostly given.
  package func length(usual: String = "mm") throws(SettingsProblem) -> Length {
    do throws(Length.ParseError) { return try Length(parsing: text) } catch {
      switch error {
      case .notALength:
        throw wrong("\"\(text)\" is no length for \(name)", "write a number and a unit: 12pt, 20mm, 2cm, 0.75in")
      case .unitMissing:
        throw wrong("\"\(text)\" for \(name) has no unit", "say pt, mm, cm or in: \(text)\(usual)")
      case .unknownUnit(let unit):
        throw wrong("\"\(unit)\" is no unit that \(name) knows", "say pt, mm, cm or in")
      case .outOfRange:
        throw wrong("\"\(text)\" for \(name) is longer than ten metres", "check the number and its unit")
      }
    }
  }

  /// The template of a running head or foot.
  func furniture() throws(SettingsProblem) -> String {
    let names = "there are \(FurnitureTemplate.names.map { "{\($0)}" }.joined(separator: " "))"
    if let unknown = FurnitureTemplate.unknownName(in: text) {
      let near = nearestName(to: unknown, in: FurnitureTemplate.names).map { "did you mean {\($0)}? " } ?? ""
      throw wrong("\(name) has no \"{\(unknown)}\"", near + names)
    }
    if let open = text.lastIndex(of: "{"), text[open...].firstIndex(of: "}") == nil {
      throw wrong("\(name) has \"\(text[open...])\", which nothing closes", names)
    }
    return text
  }

  /// The file of an ornament that is a picture; nil for signs.
  func ornament() throws(SettingsProblem) -> String? {
    guard text.isPictureFile else { return nil }
    guard access(text, R_OK) == 0, ReadBounds.have(text) else {
      throw wrong("picture \"\(text)\" for \(name) not found", "check the path and its spelling")
    }
    return text
  }

  /// The names of a list, parted by commas.
  var names: [String] {
    text.split(separator: ",", omittingEmptySubsequences: text.isEmpty).map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }
}

extension String {
  /// YAML's words for yes and no; nil for any other.
  var isYes: Bool? {
    switch lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }
}
