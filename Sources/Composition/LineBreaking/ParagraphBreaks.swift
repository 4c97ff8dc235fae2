/// Everything the breaker found for one paragraph.
package struct ParagraphBreaks: Sendable, Equatable {
  /// How far the breaker had to go, mildest first.
  package enum Pass: UInt8, Sendable, Comparable {
    /// Without hyphenation points, no line worse than the tolerance.
    case plain
    /// With hyphenation points, same limit.
    case hyphenated
    /// The same with emergency stretch.
    case emergency
    /// Loosened as far as needed; hyphens in a row, runts and lines past the
    /// measure only where there is no other way.
    case lastResort

    package static func < (a: Pass, b: Pass) -> Bool { a.rawValue < b.rawValue }
  }

  /// A setting and where it came from.
  package struct Choice: Sendable, Equatable {
    package var setting: ParagraphSetting
    package var pass: Pass
    /// The indexes in `setting` count fragments of the hyphenated array, not of the plain one.
    package var usesHyphenated: Bool
    package var lineCount: Int { setting.lines.count }
  }

  /// The setting with the fewest demerits in the first pass that has one.
  package var natural: Choice
  /// The best setting for each other line count asked for that has one, fewest lines first.
  package var variants: [Choice]

  /// The best setting in `count` lines, where one was asked for and exists.
  package func choice(lineCount count: Int) -> Choice? {
    natural.lineCount == count ? natural : variants.first { $0.lineCount == count }
  }
}
