/// Visual order of a line with runs of several directions.
enum Bidi {
  /// UAX #9, rule L2: from the highest level to the lowest odd one, reverse every
  /// run at that level or above. Glue becomes a segment of its own, at the lower level of its neighbours: theirs where
  /// they agree, the paragraph's where they do not (N1, N2), and that of Hebrew beside a number in it.
  static func reorder(_ segments: inout [LineSegment], isRightToLeft: Bool) {
    let base: UInt8 = isRightToLeft ? 1 : 0
    level(blanksIn: &segments, base: base)
    var parts: [LineSegment] = []
    parts.reserveCapacity(segments.count * 2)
    var (level, lowest) = (UInt8.min, UInt8.max)
    func note(_ other: UInt8) {
      level = max(level, other)
      if other & 1 == 1 { lowest = min(lowest, other) }
    }
    for segment in segments {
      var segment = segment
      // a leader is white between two columns, and has the paragraph's direction as a tab has (L1)
      if segment.isLeader { segment.level = base }
      if segment.level < base { segment.level += 2 }
      if segment.drawsSpace || segment.space != 0, let previous = parts.last {
        var glue = LineSegment(word: segment.word, style: segment.spaceStyle)
        glue.index = segment.index
        glue.isGlue = true
        glue.space = segment.space
        glue.drawsSpace = segment.drawsSpace
        glue.spaceFont = segment.spaceFont
        glue.level = min(previous.level, segment.level)
        note(glue.level)
        parts.append(glue)
        segment.space = 0
        segment.drawsSpace = false
      }
      note(segment.level)
      parts.append(segment)
    }
    while level >= lowest {
      var i = 0
      while i < parts.count {
        guard parts[i].level >= level else {
          i += 1
          continue
        }
        var j = i
        while j < parts.count, parts[j].level >= level { j += 1 }
        parts[i..<j].reverse()
        i = j
      }
      if level == 0 { break }
      level -= 1
    }
    segments = parts
  }
  /// Gives white that stands as typed, each space of it a segment, the level of glue.
  private static func level(blanksIn segments: inout [LineSegment], base: UInt8) {
    var start = 0
    while let first = segments[start...].firstIndex(where: \.isBlank) {
      let end = segments[first...].firstIndex { !$0.isBlank } ?? segments.count
      let isBetween = first > 0 && end < segments.count && segments[first - 1].level & 1 == segments[end].level & 1
      let level = isBetween ? min(segments[first - 1].level, segments[end].level) : base
      for blank in first..<end { segments[blank].level = level }
      start = end
    }
  }
}
