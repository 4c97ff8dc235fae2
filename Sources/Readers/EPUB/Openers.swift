internal import BookModel
internal import Manuscript

/// Finds the headings that begin sections: the first of a page, those below a part's, those of elements that say so, and
/// in documents of some chapters those of the highest rank.
struct OpenerFinder {
  private let items: [FlowItem]
  private var openers: Set<Int> = []
  /// Those that stand on the page of their part, right below its heading.
  private var belowParts: [Int] = []

  /// - Parameter isHTML: headings of the first rank, and counted ones, are few and head chapters, however short.
  static func openers(in items: [FlowItem], isHTML: Bool) -> Set<Int> {
    var finder = OpenerFinder(items: items, isHTML: isHTML)
    finder.openPages()
    finder.openBesideFirst()
    finder.openLongPages()
    finder.openDivisions()
    finder.openEqualRanks()
    finder.openPrologues()
    finder.closeSections()
    return finder.openers
  }

  private let isHTML: Bool

  private init(items: [FlowItem], isHTML: Bool) { (self.items, self.isHTML) = (items, isHTML) }

  private mutating func openPages() {
    // a page goes on beginning while there are only headings on it
    var opensPage = false
    var lastRank: Int?
    var lastPart: Int?
    for (index, item) in items.enumerated() {
      if item.beginsPage {
        opensPage = true
        lastRank = nil
      }
      guard case .heading(_, _, let rank) = item.content else {
        if item.block.map({ !$0.isSilent }) ?? false { opensPage = false }
        if item.breaks { opensPage = true }
        continue
      }
      if item.breaks || item.opens, lastRank == nil || !opensPage {
        opensPage = true
        lastRank = nil
      }
      guard opensPage else { continue }
      if let before = lastRank, isBelowHeading(index) || lastPart != nil || !item.opens {
        // what stands right under a heading is a title or a subtitle of it, unless that is a part's
        guard let part = lastPart, rank >= before || isDivision(item), !isTitle(index, ofPart: part) else { continue }
        belowParts.append(index)
      }
      openers.insert(index)
      lastRank = rank
      lastPart = item.isPart ? index : nil
    }
  }

  /// Right below a heading that it is a title or a subtitle of: no part's, and none above a counted chapter.
  private func isBelowHeading(_ index: Int) -> Bool {
    guard index > 0, items[index - 1].isHeading, items[index - 1].page == items[index].page else { return false }
    return !items[index - 1].isPart
      && !(items[index].isCounted && !items[index - 1].isLabel
        && (items[index].rank ?? 6) <= (items[index - 1].rank ?? 1))
  }

  private func isDivision(_ item: FlowItem) -> Bool {
    item.types.last.map { !$0.isDisjoint(with: SectionMaker.divisions) } ?? false
  }

  /// `Beginnings` right under `Part One`, within the same element of a part and with no other such heading there, or
  /// where neither text nor a division of its own is below it, but the next heading or page.
  private func isTitle(_ index: Int, ofPart part: Int) -> Bool {
    guard index == part + 1, items[index].types == items[part].types,
      items[part].words.isPartLabel || items[part].isNumberAlone,
      case .heading(let label, let title, _) = items[index].content, label.isEmpty, !title.isEmpty
    else { return false }
    guard index + 1 < items.count, items[index + 1].page == items[index].page, !items[index + 1].breaks else {
      return true
    }
    if let own = items[part].types.last, items[part].division >= 0, !own.isDisjoint(with: SectionMaker.parts) {
      let beside = items[(index + 1)...].prefix { $0.page == items[index].page && $0.division == items[part].division }
      if !beside.contains(where: \.isHeading) { return true }
    }
    guard case .heading(let number, _, _) = items[index + 1].content else { return false }
    return !number.isEmpty
  }

  /// Where a chapter stands right under its part, the others of its rank in the document are chapters as well.
  private mutating func openBesideFirst() {
    for first in belowParts {
      let (page, rank) = (items[first].page, items[first].rank)
      var part = first - 1
      while part >= 0, !isPart(part) { part -= 1 }
      let partRank = items[part < 0 ? first : part].rank
      var next = first
      while next < items.count, items[next].page == page {
        // other parts of the document, too
        let isPartBeside = items[next].rank == partRank && isPart(next)
        if isPartBeside || next > first && items[next].rank == rank && !isBelowHeading(next) { openers.insert(next) }
        next += 1
      }
    }
  }

  /// Not inlined: the optimiser of Swift 6.3 stops at what it makes of it in a loop.
  @inline(never) private func isPart(_ index: Int) -> Bool { items[index].isPart }

  /// Documents that hold many chapters: their headings of the highest rank that comes again and again.
  private mutating func openLongPages() {
    var byPage: [Int: [Int]] = [:]
    var letters: [Int: Int] = [:]
    for (index, item) in items.enumerated() {
      letters[item.page, default: 0] += item.range.count
      if case .heading = item.content { byPage[item.page, default: []].append(index) }
    }
    let all = letters.values.reduce(0, +)
    for (page, headings) in byPage where letters[page, default: 0] > 40_000 && letters[page, default: 0] * 5 > all * 2 {
      guard let most = (1...3).first(where: { level in headings.count { items[$0].rank == level } >= 3 }) else {
        continue
      }
      let chosen = headings.filter { items[$0].rank ?? 6 <= most }
      // headings that come every few lines head no chapters
      guard letters[page, default: 0] / chosen.count > 6_000 else { continue }
      for index in chosen where !isBelowHeading(index) { openers.insert(index) }
    }
  }

  /// A prologue, an interlude or an epilogue within a document, where no other heading within one is of its rank.
  private mutating func openPrologues() {
    let within = items.indices.filter { items[$0].isHeading && !openers.contains($0) }
    let found = within.filter { items[$0].words.namesPrologue && !isBelowHeading($0) }
    guard !found.isEmpty else { return }
    let others = Set(within.filter { !items[$0].words.namesPrologue }.map { items[$0].rank ?? 6 })
    openers.formUnion(found.filter { !others.contains(items[$0].rank ?? 6) })
  }

  /// `5.2` behind `5`, `A.1` behind `Appendix A`: sections of a chapter, whatever is listed.
  private mutating func closeSections() {
    var chapters: [[Substring]] = []
    for index in openers.sorted() {
      guard let number = number(index) else { continue }
      if chapters.contains(where: { $0.count < number.count && number.starts(with: $0) }) {
        openers.remove(index)
      } else if !items[index].isPart {
        chapters.append(number)
      }
    }
  }

  /// The figures of a heading, or the letter of an appendix, level by level.
  private func number(_ index: Int) -> [Substring]? {
    for word in items[index].words.split(whereSeparator: \.isWhitespace).prefix(2) {
      let parts = word.split(separator: ".")
      guard let front = parts.first,
        front.allSatisfy(\.isNumber) || front.count == 1 && word.hasSuffix(".") || parts.count > 1,
        parts.dropFirst().allSatisfy({ $0.allSatisfy(\.isNumber) })
      else { continue }
      return parts
    }
    return nil
  }

  // MARK: Chapters of one document

  /// The first heading of an element that is called a chapter, or the like, and stands in none but parts.
  private mutating func openDivisions() {
    var begun: Set<NodeID> = []
    for (index, item) in items.enumerated() where item.division >= 0 {
      let division = NodeID(page: item.page, node: item.division)
      guard !begun.contains(division), item.isHeading || !(item.block?.isSilent ?? false) else { continue }
      begun.insert(division)
      let around = item.types.filter { !$0.isDisjoint(with: SectionMaker.divisions) }
      guard item.isHeading, let own = around.last,
        !own.isDisjoint(with: isHTML ? OpenerFinder.withFrontPages : OpenerFinder.chapters),
        around.dropLast().allSatisfy({ !$0.isDisjoint(with: SectionMaker.parts) })
      else { continue }
      openers.insert(index)
    }
  }

  /// Divisions that begin a page wherever they stand: no notes, which go with a chapter, nor what has no heading.
  private static let chapters = SectionMaker.divisions.subtracting([
    "dedication", "epigraph", "endnotes", "footnotes", "rearnotes",
  ])

  /// In one document with all others, pages of a dedication or an epigraph have nothing else that begins them.
  private static let withFrontPages = chapters.union(["dedication", "epigraph"])

  /// Headings of the rank of the one that begins their document, with text below each, where the book's own contents do
  /// not tell which of these are chapters.
  private mutating func openEqualRanks() {
    var counts: [Int: Int] = [:]
    for index in openers where !items[index].isPart { counts[items[index].rank ?? 6, default: 0] += 1 }
    let usual = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    var byPage: [Int: [Int]] = [:]
    for (index, item) in items.enumerated() where item.isHeading && !item.isPart {
      byPage[item.page, default: []].append(index)
    }
    for headings in byPage.values {
      let ranks = headings.map { items[$0].rank ?? 6 }
      guard let top = ranks.min(), ranks[0] == top, usual ?? top == top || openers.contains(headings[0]),
        case let highest = headings.filter({ items[$0].rank == top }),
        !headings.dropFirst().contains(where: { items[$0].isNamed }) || highest.allSatisfy({ items[$0].isCounted })
      else { continue }
      let isSure = isHTML && (top == 1 || highest.allSatisfy { items[$0].isCounted || items[$0].isLabel })
      let rooms = zip(highest, highest.dropFirst() + [items.endIndex]).map { room(from: $0, to: $1) }
      let chosen = zip(highest, rooms).filter { index, room in
        (room > 150 || isSure && room > 0) && !isBelowHeading(index)
          && SectionMaker.names[items[index].words.lowercased().filter(\.isLetter)] != .notes
      }
      // headings that come every few lines head no chapters
      guard chosen.count > 1, isSure || chosen.reduce(0, { $0 + $1.1 }) / chosen.count > 300 else { continue }
      for (index, _) in chosen { openers.insert(index) }
    }
  }

  /// Bytes below a heading in its document, up to another.
  private func room(from heading: Int, to next: Int) -> Int {
    var bytes = 0
    for item in items[(heading + 1)..<next] {
      guard item.page == items[heading].page else { break }
      bytes += item.range.count
    }
    return bytes
  }
}

extension FlowItem {
  /// A heading that is no more than a number.
  fileprivate var isNumberAlone: Bool {
    guard case .heading(let label, let title, _) = content else { return false }
    return !label.isEmpty && title.isEmpty
  }

  /// `IV. The House`.
  fileprivate var isCounted: Bool {
    if case .heading(let label, _, _) = content { label.plainText.isHeadingLabel } else { false }
  }

  /// The heading of a part, by its element or by its words.
  var isPart: Bool {
    guard let headingWords else { return false }
    if let types = types.last, !types.isDisjoint(with: SectionMaker.parts) { return true }
    if let types = types.last, types.contains("chapter") { return false }
    return headingWords.plainText.isPartLabel
  }
}

extension Block {
  /// A pause without an ornament.
  var isWhite: Bool { if case .sceneBreak(let pause) = self { pause.mark == .space } else { false } }

  /// A figure or a scene break: nothing that a heading could not stand under.
  var isSilent: Bool {
    switch self {
    case .figure, .sceneBreak, .pageBreak: true
    default: false
    }
  }
}
