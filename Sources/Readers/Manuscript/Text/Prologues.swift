internal import BookModel

extension [Block] {
  /// Prologues, interludes and epilogues between counted chapters are of their level, whether a line in bold or in the
  /// middle names them or a heading among the chapters' own.
  var withPrologues: [Block] {
    let headings = headings
    let counted = headings.filter { $0.plainText.isChapterLabel || $0.label.plainText.isHeadingLabel }
      .filter { !$0.plainText.isPartLabel && !$0.label.plainText.isPartLabel }
    var levels: [Int: Int] = [:]
    for heading in counted { levels[heading.level, default: 0] += 1 }
    guard let level = levels.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key, counted.count > 1 else {
      return self
    }
    let below = headings.filter { $0.level > level }
    let areAll = below.allSatisfy { $0.plainText.namesPrologue }
    return map { block in
      switch block {
      case .heading(var heading) where areAll && heading.level > level:
        heading.level = level
        return .heading(heading)
      case .paragraph(let line)
      where line.inlines.size <= 100 && (line.isBold || line.placement == .centred)
        && line.inlines.plainText.namesPrologue:
        return .heading(
          Heading(
            level: level, title: line.inlines.removing([.strong]), anchor: line.anchor, isNumbered: false,
            source: line.source))
      default: return block
      }
    }
  }
}

extension String {
  /// `Prologue`, `Interlude: The River`; what is told before a canto, or behind a fable, has its place there.
  package var namesPrologue: Bool {
    guard utf8.count <= 80, BookMatter(heading: self)?.isOfStory ?? false else { return false }
    let within = ["argument", "moral", "envoi", "extracts", "etymology", "finale", "aftermath"]
    return !within.contains(where: lowercased().contains)
  }
}
