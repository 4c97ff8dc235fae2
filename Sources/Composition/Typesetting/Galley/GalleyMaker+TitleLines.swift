internal import LineBreaking
internal import Shaping

/// Lines of titles, and of whatever else is centred.
extension GalleyMaker {
  /// The same few lines by their sense and of about one length: "The Adventures | of Sherlock Holmes", not
  /// a word alone under a full line, nor an article at a line's end.
  /// - Parameter width: of the lines, 1/1024 pt.
  func balanced(_ broken: ParagraphBreaks, width: PackedLength) -> ParagraphBreaks {
    let count = broken.natural.lineCount
    guard (2...4).contains(count) else { return broken }
    // a line more where each way to have as few is bad
    let ways = [lineEnds(count: count, width: width), lineEnds(count: count + 1, width: width)]
    let isWorse = (ways[0]?.cost ?? .infinity) > (ways[1]?.cost ?? .infinity) + 0.7
    if let ends = (isWorse ? ways[1] : ways[0])?.ends {
      var fragments = plain.fragments
      for index in fragments.indices where fragments[index].joint == .space && !ends.contains(index) {
        fragments[index].joint = .tie
      }
      let trial = ragged.breakParagraph(plain: fragments, shape: LineShape(rest: width.units)) { [] }
      if trial.natural.lineCount == ends.count + 1 { return trial }
    }
    var best = broken
    var narrow = max(
      PackedLength(units: plain.fragments.reduce(0) { max($0, $1.width + $1.breakWidth) }), width / Int32(count + 1))
    var wide = width
    while wide - narrow > em / 4 {
      let middle = narrow + (wide - narrow) / 2
      let trial = ragged.breakParagraph(plain: plain.fragments, shape: LineShape(rest: middle.units)) { [] }
      if trial.natural.lineCount <= count {
        (best, wide) = (trial, middle)
      } else {
        narrow = middle
      }
    }
    return best
  }

  /// Words that a title may have, to be broken by sense: of four lines there are no more than some hundred ways.
  private static let mostWords = 16

  /// The fragments that lines end with, the last one's left out; nil where words alone do not part the text.
  private func lineEnds(count: Int, width: PackedLength) -> (cost: Double, ends: Set<Int>)? {
    let fragments = plain.fragments
    let places = fragments.indices.dropLast().filter { fragments[$0].joint == .space }
    guard (count...Self.mostWords).contains(places.count + 1),
      fragments.dropLast().allSatisfy({ [.space, .tie, .closed].contains($0.joint) })
    else { return nil }
    let costs = places.map { cost(ofLineEnd: $0, isFirst: $0 == places.first) }
    var best: (cost: Double, ends: [Int])?
    var chosen: [Int] = []
    func widths(_ ends: [Int]) -> [Double] {
      var start = 0
      return (ends.map { places[$0] } + [fragments.count - 1]).map { end in
        defer { start = end + 1 }
        let glyphs = fragments[start...end].reduce(0) { $0 + Int($1.width) }
        return Double(glyphs + fragments[start..<end].reduce(0) { $0 + Int($1.space) })
      }
    }
    func choose(from first: Int) {
      guard chosen.count < count - 1 else {
        let lines = widths(chosen)
        let longest = lines.max() ?? 0
        guard longest <= Double(width.units) else { return }
        var cost = lines.reduce(0) { sum, line in
          let lack = (longest - line) / max(longest, 1)
          return sum + lack * lack
        }
        cost += chosen.reduce(0) { $0 + costs[$1] }
        if best.map({ cost < $0.cost }) ?? true { best = (cost, chosen) }
        return
      }
      for place in first..<places.count {
        chosen.append(place)
        choose(from: place + 1)
        chosen.removeLast()
      }
    }
    choose(from: 0)
    return best.map { ($0.cost, Set($0.ends.map { places[$0] })) }
  }

  /// What it costs that a line ends behind a fragment, of the white that half a line lacks squared: much behind a word
  /// that belongs to the next one and before a number; less than nothing where the title itself pauses.
  private func cost(ofLineEnd fragment: Int, isFirst: Bool) -> Double {
    let word = text(endingAt: fragment)
    let bare = word.filter { $0.isLetter || $0 == "'" || $0 == "’" }.lowercased()
    if word.last.map({ ":—–;".contains($0) }) ?? false { return -0.3 }
    if word.last.map({ ",!?".contains($0) }) ?? false { return -0.1 }
    if TitleWords.leaning.contains(bare), word.last?.isLetter ?? false { return 1 }
    // Vol. VIII, No. 3, Part Two's figure
    let next = text(endingAt: fragment + 1)
    let isNumber = next.first?.isNumber ?? false || !next.isEmpty && next.allSatisfy { "IVXLC.".contains($0) }
    if isNumber, word.count <= 8 { return 1 }
    return word.last == "." && bare.count <= 4 ? 1 : 0
  }

  /// The word whose end is that of a fragment.
  private func text(endingAt fragment: Int) -> String {
    guard plain.places.indices.contains(fragment) else { return "" }
    let item = Int(plain.places[fragment].item)
    guard paragraph.items.indices.contains(item) else { return "" }
    return sample(of: paragraph.items[item].word)
  }
}

/// Words of titles that belong to what follows them.
private enum TitleWords {
  /// Articles, prepositions and conjunctions in the languages that books have most.
  static let leaning = Set(
    ("a an the and or but nor of in on at by for from to into upon with as between under over after before "
      + "der die das den dem des ein eine eines einer einem einen und oder von vom zu zum zur im in am an auf aus bei mit für "
      + "le la les un une des du de et ou à au aux en dans sur par pour avec d l "
      + "el los las una y e o del al con por para sin il lo gli i di da nel nella della dei delle uno che "
      + "het een van te met voor och i på av till til og et en den det "
      + "и в во на о об от к ко с со у за из по не").split(separator: " ").map(String.init))
}
