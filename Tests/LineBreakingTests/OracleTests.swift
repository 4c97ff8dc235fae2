import LineBreaking
import Testing

/// Demerits of a paragraph with given line ends, computed line by line from the
/// definitions; `nil` when a line is out of bounds.
private struct Oracle {
  var fragments: [Fragment]
  var shape: LineShape
  var style: LineBreakingStyle

  func demerits(_ ends: [Int]) -> Double? {
    var total = 0.0
    var from = 0
    var fitness = 2
    var run = 0
    var opens = true
    for (index, end) in ends.enumerated() {
      let isFinal = end == fragments.count
      let tail = fragments[end - 1]
      let isEnd = isFinal || tail.joint == .forced
      guard let (badness, ratio, class_, natural) = line(from, end, Int(shape.width(ofLine: index)), isEnd, isFinal)
      else {
        return nil
      }
      guard badness <= Double(style.plainTolerance) else { return nil }
      if style.stretchDemerits > 0, ratio != 0 {
        total += Double(ratio < 0 ? style.shrinkDemerits : style.stretchDemerits) * ratio * ratio
        if ratio > 1 { total += (badness - 100) * (badness - 100) / 16 }
      } else {
        total += (Double(style.linePenalty) + badness) * (Double(style.linePenalty) + badness)
      }
      if ratio > 1 { total += Double(style.looseDemerits) }
      if abs(class_ - fitness) > 1 { total += Double(style.adjacentDemerits) }
      if isEnd {
        if run > 0 { total += Double(style.finalHyphenDemerits) }
        if !opens && natural < Int(style.minimumLastLine) { total += 1e15 }
        let white = Int(shape.width(ofLine: index)) - natural
        if white > Int(style.fullLastLineSlack), white < Int(style.nearlyFullWhite) {
          total += Double(style.nearlyFullDemerits)
        }
        run = 0
      } else {
        total += twins(from, end)
        let penalty = Double(tail.penalty)
        total += penalty < 0 ? -penalty * penalty : penalty * penalty
        if tail.endsInHyphen {
          if run > 0 { total += Double(style.doubleHyphenDemerits) }
          run += 1
          if run > style.maximumHyphenRun { return nil }
        } else {
          run = 0
        }
      }
      fitness = class_
      opens = isEnd
      from = end
    }
    return total
  }

  /// What the words beside the line's two ends say again.
  private func twins(_ from: Int, _ end: Int) -> Double {
    func words(_ places: some Sequence<Int>, _ word: KeyPath<Fragment, UInt32>) -> [UInt32] {
      var found: [UInt32] = []
      for place in places where found.count < 2 {
        if fragments[place][keyPath: word] != 0 {
          found.append(fragments[place][keyPath: word])
        } else if found.isEmpty {
          return []
        }
      }
      return found
    }
    func cost(_ one: [UInt32], _ other: [UInt32]) -> Double {
      guard let first = one.first, first == other.first else { return 0 }
      let isLong = one.count == 2 && one == other
      // a letter alone is no twin
      if !isLong, first < Fragment.fewestLong { return 0 }
      return Double(style.twinDemerits + (isLong ? style.longTwinDemerits : 0))
    }
    return cost(words(from..<fragments.count, \.head), words(end..<fragments.count, \.head))
      + (from > 0
        ? cost(words((0..<from).reversed(), \.tail), words((0..<end).reversed(), \.tail)) : 0)
  }

  /// Badness, share of the glue taken, tightness class and natural width less hangs.
  func line(_ from: Int, _ end: Int, _ measure: Int, _ isEnd: Bool, _ isFinal: Bool) -> (Double, Double, Int, Int)? {
    let line = fragments[from..<end]
    let tail = fragments[end - 1]
    let hyphen = isFinal ? 0 : Int(tail.breakWidth)
    let inner = line.dropLast()
    let hangs = Int(fragments[from].leadingHang) + Int(tail.trailingHang)
    let natural = line.reduce(0) { $0 + Int($1.width) } + inner.reduce(0) { $0 + Int($1.space) } + hyphen - hangs
    let excess = measure - natural
    if style.isRagged {
      if excess < 0 { return nil }
      if isEnd { return (0, 0, 2, natural) }
      let badness = rounded(Double(excess) / Double(style.raggedStretch))
      return (badness, 0, badness > 99 ? 0 : badness > 12 ? 1 : 2, natural)
    }
    if isEnd && excess >= 0 { return (0, 0, 2, natural) }
    let unit = style.expansionStep * Double(line.reduce(0) { $0 + Int($1.expandable) } + hyphen)
    let stretch = Double(inner.reduce(0) { $0 + Int($1.stretch) })
    let shrink = Double(inner.reduce(0) { $0 + Int($1.shrink) })
    let steps = style.expansionSteps
    if Double(excess) + Double(steps) * unit + shrink < 0 { return nil }
    // The step that leaves least to the glue, among those the glue can follow.
    var best: (left: Double, size: Double)?
    for step in -steps...steps {
      let left = Double(excess) - Double(step) * unit
      if left < 0 && -left > shrink && step > -steps { continue }
      if best.map({ abs(left) < $0.size }) ?? true { best = (left, abs(left)) }
    }
    let left = best?.left ?? 0
    if left < 0 {
      let ratio = -left < shrink ? left / shrink : -1
      let badness = rounded(-ratio)
      return (badness, ratio, badness > 12 ? 3 : 2, natural)
    }
    if left == 0 { return (0, 0, 2, natural) }
    let badness = stretch > 0 ? rounded(left / stretch) : 100_000
    return (badness, stretch > 0 ? left / stretch : 0, badness > 99 ? 0 : badness > 12 ? 1 : 2, natural)
  }

  func rounded(_ ratio: Double) -> Double { ratio >= 10 ? 100_000 : (100 * ratio * ratio * ratio + 0.5).rounded(.down) }

  /// The least demerits for each line count, over every set of breaks.
  func best() -> [Int: Double] {
    let places = (1..<fragments.count).filter {
      fragments[$0 - 1].joint != .tie && fragments[$0 - 1].joint != .closed
    }
    let forced = Set(places.filter { fragments[$0 - 1].joint == .forced })
    var best: [Int: Double] = [:]
    for choice in 0..<(1 << places.count) {
      let ends = places.enumerated().filter { choice >> $0.offset & 1 == 1 }.map(\.element)
      if !forced.isSubset(of: ends) { continue }
      guard let total = demerits(ends + [fragments.count]) else { continue }
      best[ends.count + 1] = min(best[ends.count + 1] ?? .infinity, total)
    }
    return best
  }
}

@Suite("Against every set of breaks")
struct OracleTests {
  static func fragments(_ count: Int, dice: inout Dice) -> [Fragment] {
    (0..<count).map { _ in
      let width = Int32.random(in: 2000...24_000, using: &dice)
      let (stretch, shrink) = (Int32.random(in: 2000...9000, using: &dice), Int32.random(in: 500...2500, using: &dice))
      let expandable = Bool.random(using: &dice) ? width : width / 2
      switch Int.random(in: 0..<12, using: &dice) {
      case 0, 1, 2:
        return Fragment(
          width: width, expandable: expandable, joint: .hyphen, breakWidth: hyphenWidth,
          trailingHang: Int32.random(in: 0...2600, using: &dice), penalty: 50, endsInHyphen: true)
      case 3:
        return Fragment(
          width: width, joint: .tie, space: space, stretch: stretch, shrink: shrink, leadingHang: 900)
      case 4: return Fragment(width: width / 2, joint: .closed)
      case 5: return Fragment(width: width, joint: .open, penalty: 30, endsInHyphen: Bool.random(using: &dice))
      case 6: return Fragment(width: width, joint: .open, stretch: 2500, shrink: 800)
      case 7:
        return Int.random(in: 0..<4, using: &dice) == 0
          ? Fragment(width: width, joint: .forced)
          : Fragment(width: width, joint: .space, space: space, stretch: stretch, shrink: shrink)
      default:
        return Fragment(
          width: width, expandable: expandable, joint: .space, space: space, stretch: stretch,
          shrink: shrink, leadingHang: Bool.random(using: &dice) ? 1000 : 0,
          trailingHang: Bool.random(using: &dice) ? 1900 : 0,
          penalty: Int.random(in: 0..<5, using: &dice) == 0 ? -40 : 0)
      }
    }
  }

  /// Sums of squares come out alike but for the order of adding.
  static func whole(_ demerits: Double) -> Double { (demerits * 16).rounded() / 16 }

  @Test("natural and counted settings have the fewest demerits", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func exact(seed: UInt64) {
    var dice = Dice(seed: seed)
    var solved = 0
    var counted = 0
    for round in 0..<400 {
      var style = LineBreakingStyle()
      style.plainTolerance = [200, 1000, 3000, 9000][round % 4]
      style.adjacentDemerits = [10_000, 500_000][round / 4 % 2]
      if round / 8 % 2 == 1 {
        (style.stretchDemerits, style.shrinkDemerits, style.looseDemerits) = (10_000, 7_000, 50_000)
      }
      style.expansionSteps = round % 3 == 0 ? 0 : 5
      style.isRagged = round % 7 == 6
      style.maximumHyphenRun = round % 5 == 4 ? 1 : 2
      style.minimumLastLine = round % 2 == 0 ? 0 : 20_000
      if round / 4 % 3 == 1 { (style.nearlyFullDemerits, style.nearlyFullWhite) = (8_000, 12_000) }
      var fragments = Self.fragments(Int.random(in: 1...13, using: &dice), dice: &dice)
      if round / 16 % 2 == 1 {
        (style.twinDemerits, style.longTwinDemerits) = (6_000, 60_000)
        // few words, so that many stand below themselves
        for index in fragments.indices {
          let isWord = fragments[index].joint == .space || index == fragments.count - 1
          guard isWord, index == 0 || fragments[index - 1].joint == .space else { continue }
          fragments[index].head = [5, 300, 301].randomElement(using: &dice)!
          fragments[index].tail = fragments[index].head
        }
      }
      let measure = Int32.random(in: 25_000...75_000, using: &dice)
      let shape = LineShape(first: round % 2 == 1 ? [measure, measure + 9000, measure - 12_000] : [], rest: measure)
      let best = Oracle(fragments: fragments, shape: shape, style: style).best()
      solved += best.isEmpty ? 0 : 1
      counted += best.count > 1 ? 1 : 0
      var breaker = LineBreaker(style: style)
      let all = breaker.settings(of: fragments, shape: shape, offsets: -12...12)
      let context = "seed \(seed), round \(round)"
      let found = Dictionary(uniqueKeysWithValues: all.map { ($0.lines.count, $0.demerits) })
      #expect(found.mapValues(Self.whole) == best.mapValues(Self.whole), "\(context)")
      let natural = breaker.settings(of: fragments, shape: shape)
      #expect(natural.first.map { Self.whole($0.demerits) } == best.values.min().map(Self.whole), "\(context)")
      let oracle = Oracle(fragments: fragments, shape: shape, style: style)
      for setting in all + natural {
        let judged = oracle.demerits(setting.lines.map { Int($0.end) })
        #expect(judged.map(Self.whole) == Self.whole(setting.demerits), "\(context)")
      }
    }
    // The paragraphs are not so odd that there is nothing to compare.
    #expect(solved > 160 && counted > 50, "\(solved) have a setting, \(counted) more than one line count")
  }
}
