/// What of ISO 15930 (PDF/X) a file says that it keeps, and for which press it is meant.
package struct PressStandard: Sendable, Equatable {
  package enum Level: Sendable {
    /// Of 2003, as are the next: one black or four inks, nothing transparent.
    case x1a, x3
    /// Of 2010.
    case x4

    /// As the file says it.
    var version: String {
      switch self {
      case .x1a: "PDF/X-1a:2003"
      case .x3: "PDF/X-3:2003"
      case .x4: "PDF/X-4"
      }
    }

    /// The PDF's own.
    var ofPDF: String { self == .x4 ? "1.6" : "1.4" }
  }

  package var level: Level
  /// The printing condition at color.org's registry: `FOGRA39`.
  package var condition: String
  package var registry: String
  package var info: String
  /// Of the press; nil where its name says all.
  package var profile: [UInt8]?
  /// Colours become four inks by the profile; otherwise they become grey.
  package var hasFourInks = false

  package init(level: Level, condition: String, registry: String, info: String, profile: [UInt8]? = nil) {
    (self.level, self.condition, self.registry, self.info) = (level, condition, registry, info)
    self.profile = profile
  }
}
