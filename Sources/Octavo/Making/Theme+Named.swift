public import Design
internal import Settings

extension Theme {
  /// The themes that octavo brings; `octavo` first, the default.
  public static var all: [Theme] { ThemeFile.names.compactMap { ThemeFile.named($0)?.theme } }

  public static func named(_ name: String) -> Theme? { ThemeFile.named(name)?.theme }
}
