/// What Pango says about the place before a scalar.
package struct BreakFlags: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let line = BreakFlags(rawValue: 1)
  package static let character = BreakFlags(rawValue: 4)
  package static let white = BreakFlags(rawValue: 8)
  /// A place where a cursor may stand: between grapheme clusters.
  package static let cursor = BreakFlags(rawValue: 16)
}
