internal import BookModel

/// What the headings of a book begin: parts, chapters, pages before and behind them.
struct DivisionRanks {
  enum Place { case part, chapter, chapterOfPart }

  struct Rank {
    var place: Place
    /// What it is besides, if no chapter.
    var kind: BookMatter?
    var matter = Section.Matter.body
  }

  /// By the number of the heading; nil for those within sections.
  private var ranks: [Rank?]
  private var first = 0, last = 0
  /// Letters that a part without a number may have above its first chapter: a motto's.
  private static let longestMotto = 100

  subscript(number: Int) -> Rank? { ranks.indices.contains(number) ? ranks[number] : nil }

  /// Before the first part or chapter, as headings are counted.
  func isBeforeChapters(_ number: Int) -> Bool { number < first }
  func isBehindChapters(_ number: Int) -> Bool { number > last }

  /// - Parameter leads: of each, the letters before one of the next level that stands below it; nil where none does or
  ///   where it has text of its own.
  init(_ headings: [Heading], top: Int, leads: [Int?]) {
    let holdsOthers = leads.map { $0 != nil }
    let labels = headings.map { $0.label.isEmpty ? $0.title.headingParts.label.plainText : $0.label.plainText }
    let kinds = BookMatter.kinds(of: headings)
    let tops = headings.indices.filter { headings[$0].level == top }
    let own = tops.filter { kinds[$0] == nil }
    func isPart(_ index: Int) -> Bool {
      labels[index].isPartLabel || headings[index].title.plainText.isPartLabel
    }
    let labelled = own.filter(isPart)
    let isOfNotes = headings.map(Optional.some).areBelowNotes
    let below = headings.indices.filter { headings[$0].level == top + 1 && kinds[$0] == nil && !isOfNotes[$0] }
    // an unnumbered chapter may stand beside parts
    let areCounted = below.contains { labels[$0].isChapterLabel || labels[$0].isHeadingLabel }
    // a chapter that has a few words before its first section, or a number which its sections have not
    func isChapter(_ index: Int) -> Bool {
      labels[index].isChapterLabel
        || !areCounted
          && (labels[index].contains(where: \.isNumber) && labels[index].isHeadingLabel
            || leads[index].map { $0 > DivisionRanks.longestMotto } ?? false)
    }
    let holders = own.filter { holdsOthers[$0] && !isChapter($0) }
    let hasParts =
      !labelled.isEmpty && labelled.contains { holdsOthers[$0] } || holders.count > 1 && holders.count == own.count
      || holders.count > 1 && areCounted && holders.count * 2 > own.count
    // parts and chapters that are headings of one level
    let isFlat =
      !hasParts && !labelled.isEmpty && labelled.count < own.count
      && own.contains { labels[$0].isChapterLabel || labels[$0].isHeadingLabel && !isPart($0) }
    ranks = []
    var isInPart = false
    for (index, heading) in headings.enumerated() {
      guard heading.level <= (hasParts ? top + 1 : top) else {
        ranks.append(nil)
        continue
      }
      let isTop = heading.level == top
      let place: Place
      if isTop, hasParts, kinds[index] == nil, isPart(index) || holdsOthers[index] && !isChapter(index) {
        place = .part
      } else if isTop, isFlat, isPart(index) {
        place = .part
      } else if hasParts ? !isTop && isInPart : isFlat && isInPart && !(kinds[index].map { !$0.isText } ?? false) {
        place = .chapterOfPart
      } else {
        place = .chapter
      }
      if hasParts || place == .part || kinds[index]?.endsBook ?? false { isInPart = place != .chapter }
      ranks.append(Rank(place: place, kind: kinds[index]))
    }
    let chapters = ranks.indices.filter { ranks[$0].map { $0.kind == nil } ?? false }
    first = chapters.first ?? 0
    last = chapters.last ?? Int.max
    let opening = ranks.indices.filter { ranks[$0] != nil }
    let matters = BookMatter.matters(of: opening.map { ranks[$0]?.kind })
    for (index, matter) in zip(opening, matters) {
      ranks[index]?.matter = matter
      // what stands behind the last chapter is none of its part
      if matter == .back, ranks[index]?.place == .chapterOfPart { ranks[index]?.place = .chapter }
    }
  }
}

extension [Block] {
  /// Chapters that are headings of a lower level than the pages before and behind them are headings of theirs.
  var withEvenLevels: [Block] {
    let headings = headings
    guard let top = headings.map(\.level).min() else { return self }
    let kinds = BookMatter.kinds(of: headings)
    let tops = headings.indices.filter { headings[$0].level == top }
    let isOfNotes = headings.map(Optional.some).areBelowNotes
    let below = headings.indices.filter { headings[$0].level == top + 1 && !isOfNotes[$0] }
    guard tops.allSatisfy({ kinds[$0] != nil }), below.count > 1,
      below.allSatisfy({ headings[$0].plainText.isHeadingLabel || headings[$0].label.plainText.isHeadingLabel })
    else { return self }
    var number = -1
    return map { block in
      guard case .heading(var heading) = block else { return block }
      number += 1
      guard heading.level > top, !isOfNotes[number] else { return block }
      heading.level -= 1
      return .heading(heading)
    }
  }

  /// Where every chapter's number has its title as a heading of the next level right below it, both are one heading.
  func withTitlesBelowLabels(_ top: Int) -> [Block] {
    var pairs: [Int: Int] = [:]
    for (index, block) in enumerated() {
      guard case .heading(let heading) = block, heading.level == top, heading.plainText.isChapterLabel else { continue }
      guard let below = self[(index + 1)...].firstIndex(where: { !$0.isBlankSpace }),
        case .heading(let title) = self[below],
        title.level == top + 1, title.label.isEmpty
      else { return self }
      pairs[index] = below
    }
    // headings within a chapter are none of these
    guard !pairs.isEmpty, headings.count(where: { $0.level == top + 1 }) == pairs.count else { return self }
    var made: [Block] = []
    var skipped: Range<Int>?
    for (index, block) in enumerated() where !(skipped?.contains(index) ?? false) {
      guard let below = pairs[index], case .heading(var heading) = block, case .heading(let title) = self[below] else {
        made.append(block)
        continue
      }
      (heading.label, heading.title) = (heading.label + heading.title, title.title)
      heading.anchor = heading.anchor ?? title.anchor
      made.append(.heading(heading))
      skipped = (index + 1)..<(below + 1)
    }
    return made
  }
}
