package import BookModel

extension ManuscriptReading {
  /// Letters that somebody has typed as paragraphs or as a quotation for want of a mark.
  package mutating func settleTypedLetters() { report.letters += book.takeTypedLetters() }
}

extension Book {
  /// Linear in the words.
  /// - Returns: how many letters were made.
  fileprivate mutating func takeTypedLetters() -> Int {
    var count = 0
    for index in sections.indices where sections[index].matter == .body {
      for block in sections[index].blocks.indices {
        guard case .quotation(let quotation) = sections[index].blocks[block], quotation.attribution == nil else {
          continue
        }
        let (made, found) = withLetters(withClosings(quotation.blocks))
        guard found == 1, made.count == 1 else { continue }
        sections[index].blocks[block] = made[0]
        count += 1
      }
      let (made, found) = withLetters(withClosings(sections[index].blocks))
      sections[index].blocks = made
      count += found
    }
    if count > 0 { sections = withLettersAsText(sections) }
    return count
  }
}
