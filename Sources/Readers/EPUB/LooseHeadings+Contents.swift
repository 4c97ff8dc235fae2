internal import BookModel
internal import Manuscript

/// Where places of the contents stand among items.
struct PlaceIndex {
  private var bySpot: [NodeID: Int] = [:]
  private var byPage: [Int: Int] = [:]

  init(_ items: [FlowItem]) {
    for (index, item) in items.enumerated() {
      for spot in item.anchors where bySpot[spot] == nil { bySpot[spot] = index }
      if byPage[item.page] == nil { byPage[item.page] = index }
    }
  }

  subscript(place: NamedPlace) -> Int? {
    if let spot = place.spot { bySpot[spot] } else { byPage[place.page] }
  }

  func isFirst(_ index: Int, of page: Int) -> Bool { byPage[page] == index }
}

extension HeadingFinder {
  /// Makes a heading of the lines at a place that say what the contents do, in one way or another: up to three of them,
  /// and a number that stands above.
  mutating func take(_ place: NamedPlace, _ number: Int, from index: Int) {
    let wanted = HeadingSaying(place.label)
    var starts = [index]
    while starts.count <= 2, let above = lineAbove(starts[starts.count - 1]), named[above] == nil,
      isFirstLine(above) || text(above).isHeadingLabel
    {
      starts.append(above)
    }
    let ranges = starts.reversed().flatMap { start in
      lines(from: start).reversed().filter { $0 >= index }.map { start...$0 }
    }
    func saying(_ range: ClosedRange<Int>) -> HeadingSaying { HeadingSaying(range.map(text).joined(separator: " ")) }
    let found =
      ranges.first { saying($0).isSame(as: wanted) }
      ?? ranges.first { isApart($0.lowerBound) && saying($0).isLike(wanted) }
    if let found { return make(found, number, place.depth) }
    guard place.isTitle, items[index].beginsPage else { return }
    if !wanted.title.isEmpty, text(index).isHeadingLabel, !text(index).beginsAsPart || wanted.isOfPart,
      line(index) != nil
    {
      return makeHeading(index, rank: 2)
    }
    if beginsText(index) { make(index...index, number, place.depth) }
  }

  private mutating func make(_ lines: ClosedRange<Int>, _ number: Int, _ depth: Int) {
    let rank = items[lines].compactMap(\.rank).min()
    for item in lines {
      if isWhite(item) { gone.insert(item) }
      makeHeading(item, rank: rank ?? (item > lines.lowerBound ? 3 : 2))
    }
    name(lines.lowerBound, number, depth)
  }

  /// Up to three lines from an index on that may be a heading, by where each ends.
  private func lines(from start: Int) -> [Int] {
    var found: [Int] = []
    for next in start..<min(start + 5, items.count) {
      guard items[next].page == items[start].page, found.count < 3 else { break }
      if isWhite(next), !found.isEmpty { continue }
      guard line(next) != nil || headingWords(next) != nil else { break }
      found.append(next)
    }
    return found
  }

  private func lineAbove(_ index: Int) -> Int? {
    var above = index - 1
    while above >= 0, isWhite(above) { above -= 1 }
    guard above >= 0, items[above].page == items[index].page else { return nil }
    return line(above) != nil || headingWords(above) != nil ? above : nil
  }

  private func isFirstLine(_ index: Int) -> Bool { index == 0 || items[index - 1].page != items[index].page }

  private func isWhite(_ index: Int) -> Bool { items[index].block?.isWhite ?? false }

  private func text(_ index: Int) -> String { (line(index) ?? headingWords(index) ?? []).plainText }

  /// The words of a short paragraph, or of some short lines.
  func line(_ index: Int) -> [Inline]? {
    if let words = shortParagraph(index) { return words }
    guard let verse = items[index].verse, verse.stanzas.count == 1, verse.stanzas[0].lines.count <= 3 else {
      return nil
    }
    var words: [Inline] = []
    for line in verse.stanzas[0].lines {
      if !words.isEmpty, let first = line.inlines.first { words.append(Inline(.lineBreak, source: first.source)) }
      words += line.inlines
    }
    return (1...160).contains(words.plainText.utf8.count) ? words : nil
  }

  /// In the middle or bold, and no sentence.
  private func isApart(_ index: Int) -> Bool {
    guard let words = line(index) else { return headingWords(index) != nil }
    let text = words.plainText
    guard text.utf8.count <= 80, text.contains(where: \.isLetter), !".,;:”’\"".contains(text.last ?? ".") else {
      return text.isHeadingLabel
    }
    return items[index].paragraph?.placement != .justified
      || words.allSatisfy { $0.style.traits.contains(.strong) || $0.content == .lineBreak }
  }

  /// A line as headings are, above text.
  private func beginsText(_ index: Int) -> Bool {
    guard items[index].beginsPage, let words = line(index), isApart(index), !words.plainText.isOfImprint,
      words.allSatisfy({ $0.style.link == nil })
    else { return false }
    let below = items[(index + 1)...].prefix { $0.page == items[index].page }.first { !($0.block?.isWhite ?? false) }
    return below?.paragraph.map { $0.placement == .justified && $0.inlines.plainText.utf8.count > 120 } ?? false
  }

  /// In books whose documents have no headings, the bold lines in the middle that begin two or more of them above text.
  mutating func nameFirstLines() {
    let headed = Set(items.filter(\.isHeading).map(\.page))
    let firsts = items.indices.filter { index in
      guard !headed.contains(items[index].page), items[index].paragraph?.placement == .centred, beginsText(index),
        !items[index].has(TitleFinder.untitled)
      else { return false }
      return shortParagraph(index)?.allSatisfy { $0.style.traits.contains(.strong) || $0.content == .lineBreak }
        ?? false
    }
    guard firsts.count > 1 else { return }
    for index in firsts { makeHeading(index, rank: 2) }
  }
}

/// What a heading or a line of the contents says, however it is written: `Chapter Two – The Sea`, `II. THE SEA`.
struct HeadingSaying {
  /// What is counted, without `Chapter`.
  private(set) var number: Int?
  private(set) var isOfPart = false
  /// The letters of the title, numbers in figures.
  var title: String { words.joined() }
  private var words: [String] = []

  init(_ text: String) {
    let plain = text.lowercased().replacing("&", with: " and ").filter { !"'’‘".contains($0) }
    var words = plain.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    for count in 1...3 where number == nil && count <= words.count {
      let front = words[..<count].joined(separator: " ")
      guard front.isHeadingLabel, let value = words[..<count].lazy.compactMap(numeralValue).first else { continue }
      number = value
      isOfPart = front.beginsAsPart
      words.removeFirst(count)
      // `Twenty-One`, `First Part`
      if value >= 20, value % 10 == 0, let unit = words.first.flatMap(numeralValue), (1...9).contains(unit) {
        number = value + unit
        words.removeFirst()
      }
      if let next = words.first, next.isHeadingLabel, numeralValue(next) == nil {
        isOfPart = isOfPart || next.beginsAsPart
        words.removeFirst()
      }
    }
    self.words = words.map { numeralValue($0).map(String.init) ?? $0 }
  }

  /// The same words, of which one may lack the number; a number alone says as much as what it counts.
  func isSame(as other: HeadingSaying) -> Bool {
    if title.isEmpty && other.title.isEmpty { return number != nil && number == other.number }
    return title == other.title && (number == nil || other.number == nil || number == other.number)
  }

  /// One says more than the other, and nothing else.
  func isLike(_ other: HeadingSaying) -> Bool {
    if let number, other.title.isEmpty { return number == other.number }
    guard number == nil || other.number == nil || number == other.number else { return false }
    let small: Set<String> = ["the", "a", "an", "of", "in", "and", "to"]
    let (mine, theirs) = (Set(words).subtracting(small), Set(other.words).subtracting(small))
    guard !mine.isEmpty, !theirs.isEmpty else { return false }
    return mine.isSubset(of: theirs) || theirs.isSubset(of: mine)
  }
}
