internal import BookModel
internal import Manuscript
internal import Units

extension [WordItem] {
  /// Without a list of contents that somebody typed, before anything in it is taken for a heading.
  /// - Parameter dropped: gets the bytes of its words.
  func withoutTypedContents(_ dropped: inout [Range<Int>]) -> [WordItem] {
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
