internal import BookModel

/// A line of a manuscript, as far as a list of contents that somebody typed is told by it.
package struct ContentsLine {
  package var words: String
  package var isBlank: Bool
  package var beginsPage: Bool
  /// A style or a mark says that it heads something.
  package var isHeading: Bool

  package init(words: String, isBlank: Bool = false, beginsPage: Bool = false, isHeading: Bool = false) {
    (self.words, self.isBlank, self.beginsPage, self.isHeading) = (words, isBlank, beginsPage, isHeading)
  }
}

extension [ContentsLine] {
  /// The lines of a list of contents, with its heading: below a heading that says so, lines that lead to pages or say
  /// what comes again below; without one, only where they do both. A heading alone on its page had a list that was
  /// made anew. Nil where there is none. Linear.
  package var typedContents: Range<Int>? {
    let heads = indices.filter { self[$0].isContentsHeading }
    let paged = indices.filter { self[$0].page != nil }
    guard !heads.isEmpty || paged.count > 2 else { return nil }
    let places = lastPlaces
    for index in heads {
      let end = endOfEntries(from: index + 1, places)
      if end > index + 1 { return index..<end }
      let next = self[(index + 1)...].firstIndex { !$0.isBlank }
      if let next, self[next].beginsPage || self[next].isHeading { return index..<(index + 1) }
    }
    var reached = 0
    for index in paged where index >= reached {
      let end = endOfEntries(from: index, places)
      let entries = indices[index..<end].filter { !self[$0].isBlank }
      let pages = entries.compactMap { self[$0].page }
      // they lead to pages one behind the other, and to what comes again
      if entries.count > 2, pages.count == entries.count, pages.map(\.number) == pages.map(\.number).sorted(),
        pages[0].number != pages[pages.count - 1].number,
        pages.count(where: { places[$0.name] ?? 0 >= end }) * 2 >= pages.count
      {
        return index..<end
      }
      reached = end
    }
    return nil
  }

  /// Where the letters of each line that may be a heading come last, and those of two that stand one below the other.
  private var lastPlaces: [String: Int] {
    var places: [String: Int] = [:]
    var last = ""
    for (index, line) in enumerated() where !line.isBlank {
      let name = line.words.utf8.count <= 160 ? line.words.lettersAndFigures : ""
      if !name.isEmpty {
        places[name] = index
        if !last.isEmpty { places[last + name] = index }
      }
      last = name
    }
    return places
  }

  /// Behind the last of the entries from a line on; a part's title may stand between two of them.
  private func endOfEntries(from start: Int, _ places: [String: Int]) -> Int {
    var (end, isOther) = (start, false)
    for index in indices[start...] where !self[index].isBlank {
      let line = self[index]
      let comesAgain =
        places[line.words.utf8.count <= 160 ? line.words.lettersAndFigures : ""].map { $0 > index } ?? false
      if line.page != nil || comesAgain && !line.isHeading && !line.beginsPage {
        (end, isOther) = (index + 1, false)
      } else if isOther || line.beginsPage || line.isHeading || line.words.utf8.count > 100 || end == start {
        break
      } else {
        isOther = true
      }
    }
    return end
  }
}

extension ContentsLine {
  fileprivate var isContentsHeading: Bool {
    guard words.utf8.count <= 60 else { return false }
    return contentsHeadings.contains(headingKey(words))
  }

  /// `Low Water ........ 12`: what leads to a page, and the page.
  fileprivate var page: (name: String, number: Int)? {
    guard words.utf8.count <= 160, let last = words.last, last.isLetter || last.isNumber else { return nil }
    let figures = words.reversed().prefix { $0.isLetter || $0.isNumber }
    let number = Substring(String(figures.reversed()).lowercased())
    guard number.count <= 6, number.isNumeral else { return nil }
    let front = words.dropLast(number.count)
    let gap = front.reversed().prefix { $0.isWhitespace || ".…·_-–".contains($0) }
    let signs = gap.count { !$0.isWhitespace }
    guard gap.contains(where: { "\u{2003}\t…".contains($0) }) || signs > 1 || gap.count > 2 else { return nil }
    let name = String(front.dropLast(gap.count)).lettersAndFigures
    guard name.contains(where: \.isLetter) else { return nil }
    return (name, Int(number) ?? 0)
  }
}
