package import BookModel

extension Book {
  /// Letters that a title without a number stands over from which on it is a part's, whatever is counted below it:
  /// some forty pages.
  private static let lettersOfPart = 75_000
  /// Sections with text and without a number that make a book one of several works.
  private static let leastPieces = 2

  /// Stories told in chapters, among others or in a magazine: a title with no more than a line or two below it, and the
  /// first of its chapters right behind. It is of the rank of the other pieces and no part's title, and its chapters are
  /// below it.
  package mutating func settleStories() {
    lowerChaptersOfStories()
    // an epilogue beside parts that are called so is one as well
    guard !sections.contains(where: { $0.role == .part && $0.isCalledPart }) else { return }
    let stories = sections.indices.filter { sections[$0].role == .part && isStory($0) }
    guard !stories.isEmpty else { return }
    let letters = stories.reduce(0) { sum, title in sections[held(by: title)].reduce(sum) { $0 + $1.letters } }
    guard letters / stories.count < Book.lettersOfPart else { return }
    for title in stories { sections[title].role = .chapter }
  }

  /// Chapters that stand on one level with the titles they follow.
  private mutating func lowerChaptersOfStories() {
    var stories: [(title: Int, end: Int)] = []
    var pieces = 0
    for index in sections.indices where sections[index].isOfBody {
      if isStory(index), sections[index + 1].level == sections[index].level {
        let level = sections[index].level
        let end = sections[(index + 1)...].firstIndex { !$0.isOfBody || $0.level == level && !$0.isCounted }
        stories.append((index, end ?? sections.count))
      } else if !sections[index].isCounted, !sections[index].isTitleAlone() {
        pieces += 1
      }
    }
    let areFirst = stories.allSatisfy { sections[$0.title + 1].number == 1 }
    guard pieces >= Book.leastPieces || stories.count > 1 && areFirst else { return }
    for story in stories {
      for index in story.title + 1..<story.end { sections[index].level += 1 }
    }
  }

  /// What stands below a section's level behind it.
  private func held(by index: Int) -> Range<Int> {
    let end = sections[(index + 1)...].firstIndex { !$0.isOfBody || $0.level <= sections[index].level }
    return index + 1..<(end ?? sections.count)
  }

  /// A title alone, of no part, above the first of some chapters.
  private func isStory(_ index: Int) -> Bool {
    guard index + 1 < sections.count, sections[index].isTitleAlone(), !sections[index].isCounted,
      !sections[index].isCalledPart,
      // an overture above a play's acts
      BookMatter(heading: sections[index].heading?.plainText ?? "") == nil
    else { return false }
    let next = sections[index + 1]
    return next.isOfBody && next.isCounted && !next.isTitleAlone()
      && (next.level == sections[index].level || next.level > sections[index].level && next.number == 1)
  }
}

extension Section {
  fileprivate var isOfBody: Bool { matter == .body && (role == .chapter || role == .part) }

  /// `Part One`, `BOOK II. The Siege`.
  fileprivate var isCalledPart: Bool {
    heading.map { $0.label.plainText.isPartLabel || $0.plainText.isPartLabel } ?? false
  }

  /// `III`, `CHAPTER I.—The Valley of Humiliation`.
  fileprivate var isCounted: Bool { label != nil }

  private var label: String? {
    guard let heading else { return nil }
    return [heading.label.plainText, heading.title.plainText].first(where: \.isHeadingLabel)
  }

  fileprivate var number: Int? {
    label?.lowercased().split { !$0.isLetter && !$0.isNumber }.lazy.compactMap { numeralValue(String($0)) }.first
  }

  fileprivate var letters: Int { blocks.reduce(0) { $0 + $1.letters } }
}
