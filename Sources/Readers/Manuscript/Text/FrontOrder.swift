package import BookModel
internal import Units

extension ManuscriptReading {
  /// Puts the pages before the text into the order that a book has (Chicago Manual, 1.4), whatever order the
  /// manuscript has them in: other books, imprint, dedication, epigraph; then all else as it stands.
  package mutating func orderFront() {
    for index in book.sections.indices { book.sections[index].takeHeadingOfOthers() }
    // of several manuscripts each has its own
    let slots =
      files.files.count > 1
      ? Array(book.sections.indices.prefix { book.sections[$0].matter == .front })
      : book.sections.indices.filter { book.sections[$0].matter == .front }
    var ranks: [(rank: Int, slot: Int)] = []
    var isFirst = true
    for slot in slots {
      let rank = book.sections[slot].frontRank(isFirst: isFirst)
      isFirst = isFirst && rank <= 1
      ranks.append((rank, slot))
    }
    let order = ranks.sorted { ($0.rank, $0.slot) < ($1.rank, $1.slot) }.map(\.slot)
    let isMoved = order != slots
    if isMoved {
      let sections = order.map { book.sections[$0] }
      for (slot, section) in zip(slots, sections) { book.sections[slot] = section }
    }
    let known = report.apart.filter { $0.kind == .frontPage }
    guard isMoved || !known.isEmpty else { return }
    report.apart.removeAll { $0.kind == .frontPage }
    report.apart += book.frontPages.map { place in
      known.first { $0.file == place.file && $0.mark.lowerBound == place.mark.lowerBound } ?? place
    }
  }
}

extension Block {
  fileprivate var isPicture: Bool { if case .figure = self { true } else { false } }
}

extension Section {
  /// Lower numbers come first.
  /// - Parameter isFirst: nothing but imprints stands before it.
  fileprivate func frontRank(isFirst: Bool) -> Int {
    guard heading == nil else { return 9 }
    switch role {
    case .alsoBy: return 0
    case .imprint: return 1
    case .dedication: return 2
    case .epigraph: return 3
    // a few lines of which nothing says what they are belong to the title page, but no picture
    case .untitled where isFirst && !blocks.contains(where: \.isPicture):
      return blocks.reduce(0, { $0 + $1.letters }) <= 300 ? 1 : 9
    default: return 9
    }
  }

  /// `Also by Jane Roe` over a page before the text is no title of a chapter: it stands with what is below it.
  fileprivate mutating func takeHeadingOfOthers() {
    guard matter == .front, role == .alsoBy, let heading, blocks.headings.isEmpty,
      blocks.reduce(0, { $0 + $1.letters }) <= 900
    else { return }
    let words = heading.label + heading.title
    var paragraph = Paragraph(words, placement: .centred, source: heading.source)
    paragraph.anchor = heading.anchor
    blocks.insert(.paragraph(paragraph), at: 0)
    self.heading = nil
  }
}
