internal import BookModel
internal import Manuscript
internal import Units

extension [WordItem] {
  /// Without a list of contents that somebody typed, before anything in it is taken for a heading.
  /// - Parameter dropped: gets the bytes of its words.
  func withoutTypedContents(_ dropped: inout [Range<Int>]) -> [WordItem] {
    withoutTypedLines(&dropped).withoutHeadsOfLists(&dropped)
  }

  /// Without `Table of Contents` over a list that is made anew, and has left nothing between it and the next page.
  private func withoutHeadsOfLists(_ dropped: inout [Range<Int>]) -> [WordItem] {
    func isHead(_ index: Int) -> Bool {
      guard let paragraph = self[index].paragraph, paragraph.length <= 40, !(paragraph.role?.isHeading ?? false) else {
        return false
      }
      return paragraph.words.namesListOfCaptions || BookMatter(heading: paragraph.words) == .contents
    }
    var made: [WordItem] = []
    var (isAbove, begins) = (true, false)
    for index in indices.reversed() {
      let item = self[index]
      if isAbove, let paragraph = item.paragraph, isHead(index) {
        if let bytes = paragraph.inlines.wholeRange { dropped.append(bytes) }
        begins = begins || item.beginsPage
        continue
      }
      if !item.isBlank {
        // what stood behind it stands behind what was before it
        if begins, !made.isEmpty, let next = made.lastIndex(where: { !$0.isBlank }) { made[next].beginsPage = true }
        begins = false
        isAbove = item.beginsPage || item.paragraph?.role?.isHeading ?? false
      }
      made.append(item)
    }
    if begins, let next = made.lastIndex(where: { !$0.isBlank }) { made[next].beginsPage = true }
    return made.reversed()
  }

  private func withoutTypedLines(_ dropped: inout [Range<Int>]) -> [WordItem] {
    let lines = map { item in
      guard let paragraph = item.paragraph else {
        return ContentsLine(words: "", isBlank: item.isBlank, beginsPage: item.beginsPage, isHeading: !item.isBlank)
      }
      return ContentsLine(
        words: paragraph.length <= 200 ? paragraph.words : String(repeating: "…", count: 200),
        beginsPage: item.beginsPage, isHeading: paragraph.role?.isHeading ?? false)
    }
    guard let range = lines.typedContents else { return self }
    for item in self[range] {
      if let bytes = item.paragraph?.inlines.wholeRange { dropped.append(bytes) }
    }
    var made = self
    let begins = self[range].contains(where: \.beginsPage)
    made.removeSubrange(range)
    if begins, let next = made[range.lowerBound...].firstIndex(where: { !$0.isBlank }) { made[next].beginsPage = true }
    return made
  }
}
