package import Manuscript

/// A manuscript as it was read, before hints were heeded: where only what they say is other, it is not read again.
///
/// It looks at no file: whoever keeps it lets go of it when one is another.
package final class KeptReading {
  private struct Kept {
    var reading: ManuscriptReading
    var origin: ManuscriptOrigin
    /// What a plain text is read by.
    var byLine: [ReadingHint]
  }
  private var kept: Kept?
  private var knownNames: NamedBlocks?

  package init() {}

  /// The next time all is read.
  package func letGo() { (kept, knownNames) = (nil, nil) }

  /// The blocks that hints name; nil where nothing is kept.
  package var names: NamedBlocks? {
    if knownNames == nil { knownNames = kept?.reading.namedBlocks }
    return knownNames
  }

  /// As it was read, if it would be read the same with these hints.
  func reading(with hints: [ReadingHint]) -> (ManuscriptReading, ManuscriptOrigin)? {
    guard let kept, !kept.reading.report.takesHints || kept.byLine == KeptReading.byLine(hints) else { return nil }
    return (kept.reading, kept.origin)
  }

  /// - Parameter hints: those that it was read with.
  func keep(_ reading: ManuscriptReading, _ origin: ManuscriptOrigin, hints: [ReadingHint]) {
    letGo()
    // which of the hints are idle counts by their places in a list that will be another
    guard reading.report.idleHints.isEmpty else { return }
    kept = Kept(reading: reading, origin: origin, byLine: KeptReading.byLine(hints))
  }

  private static func byLine(_ hints: [ReadingHint]) -> [ReadingHint] {
    hints.filter { $0.place.isByLine && !$0.kind.isOfPage }
  }
}
