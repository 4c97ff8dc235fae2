public import PageDesign
internal import Settings

extension ThemeOfPages {
  /// The themes that octavo brings; `octavo` first, the default.
  public static var all: [ThemeOfPages] { ThemeFile.names.compactMap { ThemeFile.named($0)?.theme } }

  public static func named(_ name: String) -> ThemeOfPages? { ThemeFile.named(name)?.theme }
}
