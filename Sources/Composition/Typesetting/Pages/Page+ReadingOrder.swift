internal import PageModel

/// The runs of a line's segment on a page.
struct SegmentRuns {
  let index: Int32
  /// And not the glue before one.
  let isWord: Bool
  /// It is read by itself, whatever stands beside it.
  let isFormula: Bool
  let runs: Range<Int>

  init(of segment: LineSegment, runs: Range<Int>) {
    (index, isWord, self.runs) = (segment.index, !segment.isGlue, runs)
    isFormula = segment.glyphs.isEmpty && isWord && !runs.isEmpty
  }
}

extension Page {
  /// Puts what is told apart of a line of several directions, whose runs are the page's last, in the order in
  /// which it is read: links, words of other languages, formulas, what stands before and behind pictures. Within each, runs stay in
  /// the order in which they stand.
  mutating func putPartsInReadingOrder(_ segments: [SegmentRuns]) {
    guard let first = segments.first?.runs.lowerBound else { return }
    let drawn = Array(runs[first...])
    runs.removeSubrange(first...)
    // the glue before a word is of its item
    let read = segments.sorted { ($0.index, $0.isWord ? 1 : 0) < ($1.index, $1.isWord ? 1 : 0) }
    var part: [Range<Int>] = []
    func isSame(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
      let (a, b) = (drawn[a.lowerBound - first], drawn[b.lowerBound - first])
      return a.link == b.link && a.language == b.language
    }
    func end() {
      for range in part.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        runs += drawn[range.lowerBound - first..<range.upperBound - first]
      }
      part = []
    }
    for segment in read {
      if segment.runs.isEmpty || segment.isFormula || part.last.map({ !isSame($0, segment.runs) }) ?? false { end() }
      if !segment.runs.isEmpty { part.append(segment.runs) }
      if segment.isFormula { end() }
    }
    end()
  }
}
