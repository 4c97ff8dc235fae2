package import BookModel
package import Design
internal import Units

/// Which chapters follow one another on the page, white between, instead of opening one each: letters, fables,
/// psalms, the chapters of a short story. The title of a story stands above its first chapter.
extension PageDesign {
  /// Chapters from which on a book is one of many short ones.
  private static let leastShortChapters = 8
  /// How many of its chapters take less than three quarters of a page then.
  private static let shareOfShortChapters = 0.5
  /// How much of the paper they cover at most, where each opens a page.
  private static let mostCovered = 0.66
  /// The same where most of them take a page and more: pieces of a magazine.
  private static let leastCovered = 0.5
  /// Pages below a story's title from which on it has one of its own, as the title of a book has.
  private static let pagesOfBook = 40
  /// The same for a part's title: below it a page of its own would be half of the paper.
  private static let pagesOfPart = 4
  /// Pages of a part from which on its title has a leaf of its own: in thin books that would be a part of the paper
  /// that one sees.
  private static let pagesOfLeaf = 16

  /// The book's sections by the pages that they share, most of them alone. Linear in the text, and quick: words
  /// are weighed by their bytes.
  package func runs(of sections: [Section]) -> [Range<Int>] {
    let joined = joined(sections)
    let runsOn = chapters == .runOn || chapters == .auto && hasShortChapters(sections, joined)
    let level = runsOn ? PageDesign.usualLevel(of: sections) : Int.max
    var runs: [Range<Int>] = []
    for index in sections.indices {
      if let last = runs.last,
        joined.contains(index)
          || sections[index].mayShareAPage && sections[index].level >= level && sections[index].heading != nil
            && (sections[index - 1].mayShareAPage || joined.contains(index - 1)),
        // a page's lines count their places in one file
        sections[index].source.file == sections[index - 1].source.file
      {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  /// Parts of a thin book need no leaves of their own for their titles.
  package mutating func settleParts(of book: Book) {
    guard partsOnRecto == nil else { return }
    let parts = book.sections.indices.filter { book.sections[$0].role == .part && book.sections[$0].matter == .body }
    let pages = pages(below: parts, in: book.sections)
    if !parts.isEmpty, pages < Double(PageDesign.pagesOfLeaf) { partsOnRecto = false }
  }

  /// The level that most chapters have; those above it hold others and open pages.
  private static func usualLevel(of sections: [Section]) -> Int {
    var counts: [Int: Int] = [:]
    for section in sections where section.mayShareAPage { counts[section.level, default: 0] += 1 }
    return counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 1
  }

  /// Those that go on where the one before them ends, for its title stands alone, and the chapters behind them where
  /// these are short.
  private func joined(_ sections: [Section]) -> Set<Int> {
    let titles = sections.indices.dropLast().filter { index in
      sections[index].matter == .body && (sections[index].role == .chapter || sections[index].role == .part)
        && sections[index + 1].mayShareAPage && sections[index + 1].heading != nil
        && sections[index + 1].level > sections[index].level && sections[index].isTitleAlone(orMotto: true)
    }
    var joined: Set<Int> = []
    for role in [Section.Role.chapter, .part] {
      // what is counted as a part is no heading of a page of poems
      let own = titles.filter {
        sections[$0].role == role && (role == .chapter || sections[$0].heading?.label.isEmpty ?? false)
      }
      let most = role == .part ? PageDesign.pagesOfPart : PageDesign.pagesOfBook
      // a theme's word that parts have leaves of their own stands
      guard !own.isEmpty, role == .chapter || partsOnRecto != true, pages(below: own, in: sections) < Double(most)
      else { continue }
      for title in own {
        joined.insert(title + 1)
        let below = PageDesign.held(by: title, in: sections).filter { sections[$0].mayShareAPage }
        // numbers alone part a story as white does
        let areBare = role == .chapter && below.allSatisfy { sections[$0].heading.map(ChapterNumber.isBare) ?? false }
        let weighed = weigh(below.map { sections[$0] })
        if chapters == .auto, areBare || Double(weighed.taken) <= Double(weighed.opened) * PageDesign.mostCovered {
          joined.formUnion(below)
        }
      }
    }
    return joined
  }

  /// The sections behind one that are of a lower level.
  private static func held(by index: Int, in sections: [Section]) -> Range<Int> {
    let end = sections[(index + 1)...].firstIndex { $0.matter != .body || $0.level <= sections[index].level }
    return index + 1..<(end ?? sections.count)
  }

  /// How many pages stand below each of some titles, about.
  private func pages(below titles: [Int], in sections: [Section]) -> Double {
    var taken = 0
    for title in titles {
      for index in PageDesign.held(by: title, in: sections) {
        taken += estimatedRows(of: sections[index], atMost: PageDesign.pagesOfBook * rows)
      }
    }
    return Double(taken) / Double(max(titles.count * rows, 1))
  }

  /// Whether most chapters are well under a page, and a third of the paper would stay blank, or half of it however long
  /// they are. A poem has its page unless that holds two.
  private func hasShortChapters(_ sections: [Section], _ joined: Set<Int>) -> Bool {
    let chapters = sections.indices.filter {
      sections[$0].mayShareAPage && sections[$0].heading != nil && !joined.contains($0 + 1)
    }
    guard chapters.count >= PageDesign.leastShortChapters else { return false }
    let weighed = weigh(chapters.map { sections[$0] })
    let covered = Double(weighed.taken) / Double(max(weighed.opened, 1))
    return covered <= PageDesign.leastCovered
      || Double(weighed.short) >= Double(chapters.count) * PageDesign.shareOfShortChapters
        && covered <= PageDesign.mostCovered
  }

  /// How many chapters are short, the rows that they take, and those of the pages that they would open.
  private func weigh(_ chapters: [Section]) -> (short: Int, taken: Int, opened: Int) {
    var (short, taken, opened) = (0, 0, 0)
    for chapter in chapters {
      // of what is longer than a few pages the end alone counts for little
      let own = estimatedRows(of: chapter, atMost: 8 * rows)
      if own <= (chapter.isVerse ? rows / 2 : rows * 3 / 4) { short += 1 }
      taken += own
      opened += (own + rows - 1) / rows * rows
    }
    return (short, taken, opened)
  }

  /// Rows that a chapter will take with the white above it, about.
  private func estimatedRows(of section: Section, atMost most: Int) -> Int {
    // a byte is some 0.4 em of Latin, half a letter of Greek or Cyrillic, a third of an em-wide Chinese one
    let bytesOfLine = max(measure.points / (size.points * 0.4), 1)
    var rows = GalleyMaker.rowsAboveRunOn + 1
    func count(_ inlines: [Inline]) {
      var bytes = 0
      for inline in inlines { if case .text(let text) = inline.content { bytes += text.utf8.count } }
      if bytes > 0 { rows += Int((Double(bytes) / bytesOfLine).rounded(.up)) }
    }
    section.heading?.visitText { inlines, _ in count(inlines) }
    for block in section.blocks {
      if rows > most { break }
      if case .figure = block { rows += self.rows / 2 }
      block.visitText { inlines, _ in count(inlines) }
    }
    return rows
  }
}

extension Section {
  /// A chapter among chapters; all else opens a page.
  fileprivate var mayShareAPage: Bool { matter == .body && role == .chapter }

  /// Most of its blocks are verse.
  fileprivate var isVerse: Bool {
    2 * blocks.count { if case .verse = $0 { true } else { false } } > blocks.count
  }
}
