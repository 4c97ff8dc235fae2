internal import Design

/// What gave an option its value.
package enum OptionOrigin: String, Sendable {
  case commandLine = "command line"
  case frontMatter = "front matter"
  case file = "octavo.yaml"
  case theme
  /// Brought along: a leading by a size, line numbers by a proof.
  case anotherOption = "another option"
  /// What the manuscript says or looks like.
  case manuscript
  case byDefault = "default"
}

/// An option with the value it has in the end, and what gave it.
package struct EffectiveOption: Sendable {
  package var name: String
  package var value: String
  package var origin: OptionOrigin
  /// `file:line:column` where a file gave it.
  package var place: String?

  /// The origin as the text names it.
  package var from: String { place ?? origin.rawValue }
}

extension OptionSources {
  /// All options about the book, as they were given, else as theme and defaults have them, in
  /// the order of the help.
  /// - Parameter resolved: what is set: what options, theme and manuscript come to.
  package func effective(_ resolved: ResolvedOptions) -> [EffectiveOption] {
    // the resolved options were made by it
    let ofTheme = (try? theme().resolved) ?? ResolvedOptions()
    return OptionRow.all.filter(\.group.isOfBook).map { row in
      // options of copies change what others say: what counts are the resolved options
      let shown = row.show.map { $0(resolved) }
      if let given = self[row.key] {
        return EffectiveOption(
          name: row.key, value: shown ?? given.values.joined(separator: ", "),
          origin: given.origin, place: given.place)
      }
      if row.isFoundOut { return EffectiveOption(name: row.key, value: shown ?? "found out", origin: .manuscript) }
      guard let show = row.show, let shown else {
        return EffectiveOption(name: row.key, value: row.form == .choice ? "false" : "none", origin: .byDefault)
      }
      let origin: OptionOrigin =
        shown == show(ResolvedOptions.empty)
        ? .byDefault : shown == show(ofTheme) ? .theme : row.key == "binding" ? .manuscript : .anotherOption
      return EffectiveOption(name: row.key, value: shown, origin: origin)
    }
  }
}
