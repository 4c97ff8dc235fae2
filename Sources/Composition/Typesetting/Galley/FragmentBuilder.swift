internal import LineBreaking
internal import Shaping

/// Fragments of a paragraph for the line breaker, and where each ends in its items.
struct ParagraphFragments {
  /// The item a fragment belongs to and the byte of its word at which it ends; 0 for the word's end.
  struct Place {
    var item: Int32
    var endByte: UInt16
  }

  var fragments: [Fragment] = []
  var places: [Place] = []
  /// Words met for the first time, kept for its memory.
  private var news: [WordID] = []

  /// Whether all fragments and their glue on one endless line are wider, 1/1024 pt.
  func isWider(than width: Int) -> Bool {
    var sum = 0
    for fragment in fragments {
      sum += Int(fragment.width) + Int(fragment.space)
      if sum > width { return true }
    }
    return false
  }

  mutating func clear() {
    fragments.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  /// What a break costs, in TeX's scale of penalties.
  enum Penalty {
    /// Squared, as a line at its full stretch: with margin kerning and expansion
    /// fewer hyphens are needed than plain TeX's 50 would bring.
    static let hyphen: Int16 = 105
    /// After a dash: no hyphen shows, but a space is better.
    static let open: Int16 = 60
    /// Names, capitals and parts of compounds (checklist C6): between a line at its full
    /// stretch and one past it, so only where else there would be one past it.
    static let reluctant: Int16 = 160
    /// Between a title and its name, a number and its unit (checklist C13). Were it
    /// forbidden, Pride and Prejudice would have a tenth more hyphens and three times as
    /// many lines over 1.5 times their natural space.
    static let companion: Int16 = 160
    /// Behind a word of one letter that stays with the next (`ShortWords`): as a line with its spaces at three times
    /// their width. In made Polish prose the share of lines that end with one falls from 8.8 to 0.8 %.
    static let shortWord: Int16 = 400
    /// Inside a word that fits no line.
    static let cut: Int16 = 5000
  }

  /// Without the language's hyphenation points.
  /// - Parameter measure: the narrowest line, 1/1024 pt; a wider word is cut between grapheme clusters.
  /// - Returns: items whose word is wider than the measure.
  mutating func build(_ paragraph: ParagraphItems, shaper: Shaper, measure: Int32) -> [Int] {
    clear()
    var tooWide: [Int] = []
    let items = paragraph.items
    let hasWide = shaper.text.words.withUnsafeBufferPointer { words in
      // Brings the words near, whose places in memory have no order: in so short a
      // loop the processor fetches many of them at a time.
      var widest: Int32 = 0
      for item in items { widest = max(widest, words[Int(item.word)].advance) }
      return widest > measure
    }
    if hasWide {
      // what changes the word table comes first, so that the long loop can read it laid open
      for (index, item) in items.enumerated() where shaper.text.words[Int(item.word)].advance > measure {
        shaper.hyphenate(item.word)
        if shaper.text.widestPiece(of: item.word) > measure {
          shaper.cut(item.word)
          tooWide.append(index)
        }
      }
    }
    shaper.text.withPointers { table in
      let count = ParagraphFragments.count(items, table: table, withHyphens: false, measure: measure)
      ParagraphFragments.gather(
        items, count: count, table: table, measure: measure, fragments: &fragments, places: &places)
      markRunt(items, table: table)
    }
    return tooWide
  }

  /// With the language's hyphenation points.
  /// - Parameter plain: the same paragraph without them, for the same measure.
  mutating func divide(_ plain: ParagraphFragments, _ paragraph: ParagraphItems, shaper: Shaper, measure: Int32) {
    clear()
    let items = paragraph.items
    // most words were met before
    news.removeAll(keepingCapacity: true)
    shaper.text.words.withUnsafeBufferPointer { words in
      for item in items where !words[Int(item.word)].isHyphenated { news.append(item.word) }
    }
    for word in news { shaper.hyphenate(word) }
    shaper.text.withPointers { table in
      let count = ParagraphFragments.count(items, table: table, withHyphens: true, measure: measure)
      ParagraphFragments.divide(
        plain, items, count: count, table: table, measure: measure, fragments: &fragments, places: &places)
      markRunt(items, table: table)
    }
  }

  /// Whether a break counts, in a word wider than the measure or in one that is not.
  @inline(__always)
  private static func counts(_ kind: WordBreak.Kind, isTooWide: Bool, withHyphens: Bool) -> Bool {
    switch kind {
    case .open, .ownHyphen, .softHyphen: true
    case .hyphen, .reluctantHyphen: withHyphens || isTooWide
    case .cut, .hyphenedCut: isTooWide
    }
  }

  private static func count(
    _ items: [TextItem], table: ShapedTextPointers, withHyphens: Bool, measure: Int32
  ) -> Int {
    var count = items.count
    for item in items {
      let word = Int(item.word)
      let breaks = Int(table.words[word].breakCount)
      if breaks == 0 { continue }
      let start = Int(table.words[word].breakStart)
      let isTooWide = table.words[word].advance > measure
      for k in start..<start + breaks where counts(table.breaks[k].kind, isTooWide: isTooWide, withHyphens: withHyphens)
      {
        count += 1
      }
    }
    return count
  }

  private static func gather(
    _ items: [TextItem], count: Int, table: ShapedTextPointers, measure: Int32,
    fragments: inout [Fragment], places: inout [Place]
  ) {
    // Its fields are set one by one: in another module a call with a dozen arguments costs more than all else here.
    let blank = Fragment(width: 0, joint: .space)
    fragments.append(addingCapacity: count) { fragments in
      places.append(addingCapacity: count) { places in
        for index in items.indices {
          let word = table.words[Int(items[index].word)]
          var start = PartStart(word)
          if word.breakCount > 0 {
            addParts(
              of: word, item: index, withHyphens: false, measure: measure, table: table, blank: blank, start: &start,
              fragments: &fragments, places: &places)
          }
          var fragment = blank
          start.end(&fragment, word)
          fragment.trailingHang = word.trailingHang
          fragment.tail = word.likeness
          if start.before == 0 { fragment.head = word.likeness }
          if index + 1 < items.count { join(&fragment, word, to: items[index + 1], table: table) }
          fragments.append(fragment)
          places.append(Place(item: Int32(index), endByte: 0))
        }
      }
    }
  }

  private static func divide(
    _ plain: ParagraphFragments, _ items: [TextItem], count: Int, table: ShapedTextPointers, measure: Int32,
    fragments: inout [Fragment], places: inout [Place]
  ) {
    let blank = Fragment(width: 0, joint: .space)
    fragments.append(addingCapacity: count) { fragments in
      places.append(addingCapacity: count) { places in
        for index in plain.places.indices where plain.places[index].endByte == 0 {
          let place = plain.places[index]
          let word = table.words[Int(items[Int(place.item)].word)]
          var fragment = plain.fragments[index]
          if word.breakCount > 0 {
            var start = PartStart(word)
            addParts(
              of: word, item: Int(place.item), withHyphens: true, measure: measure, table: table, blank: blank,
              start: &start,
              fragments: &fragments, places: &places)
            start.end(&fragment, word)
            fragment.head = start.before == 0 ? word.likeness : 0
          }
          // what a runt is, the parts decide
          fragment.makesRunt = false
          fragments.append(fragment)
          places.append(place)
        }
      }
    }
  }

  /// Where the part of a word in hand begins.
  private struct PartStart {
    var before: Int32 = 0
    var correction: Int32 = 0
    var leadingHang: Int32

    @inline(__always)
    init(_ word: Word) { leadingHang = word.leadingHang }

    /// Gives the word's last fragment its width.
    @inline(__always)
    func end(_ fragment: inout Fragment, _ word: Word) {
      fragment.width = word.advance - before
      // the room of a picture or a formula stays as it is
      fragment.expandable = word.runCount == 0 ? 0 : fragment.width
      fragment.leadingHang = leadingHang - correction
    }
  }

  /// The fragments of a word but its last.
  @inline(__always)
  private static func addParts(
    of word: Word, item: Int, withHyphens: Bool, measure: Int32, table: ShapedTextPointers, blank: Fragment,
    start: inout PartStart, fragments: inout OutputSpan<Fragment>, places: inout OutputSpan<Place>
  ) {
    let isTooWide = word.advance > measure
    for k in Int(word.breakStart)..<Int(word.breakStart) + Int(word.breakCount) {
      let point = table.breaks[k]
      guard counts(point.kind, isTooWide: isTooWide, withHyphens: withHyphens) else { continue }
      var part = blank
      part.width = point.before - start.before
      part.expandable = part.width
      part.breakWidth = point.endCorrection
      if start.before == 0 { part.head = word.likeness }
      part.leadingHang = start.leadingHang - start.correction
      part.trailingHang = point.trailingHang
      var shows = false
      switch point.kind {
      case .open: part.penalty = Penalty.open
      case .cut: part.penalty = Penalty.cut
      case .hyphenedCut:
        part.penalty = Penalty.cut
        shows = true
      case .ownHyphen:
        part.penalty = Penalty.hyphen
        part.endsInHyphen = true
      case .softHyphen, .hyphen:
        part.penalty = Penalty.hyphen
        shows = true
      case .reluctantHyphen:
        part.penalty = Penalty.reluctant
        shows = true
      }
      part.joint = .open
      if shows {
        part.joint = .hyphen
        part.endsInHyphen = true
        part.breakWidth += table.styles[Int(word.style)].hyphenAdvance
      }
      fragments.append(part)
      places.append(Place(item: Int32(item), endByte: point.byte))
      start.before = point.before
      start.correction = point.startCorrection
      start.leadingHang = point.leadingHang
    }
  }

  /// Gives the last fragment of a word what stands between it and the next.
  @inline(__always)
  private static func join(_ fragment: inout Fragment, _ word: Word, to next: TextItem, table: ShapedTextPointers) {
    switch next.joint {
    case .space, .tie, .leader, .unwilling:
      let style = Int(table.spaceStyle(between: word, and: next.word))
      let space = table.styles[style].spaceAdvance
      fragment.space = space
      if !table.styles[style].look.hasFixedSpaces {
        let pause = word.pause(before: table.words[Int(next.word)])
        fragment.stretch = Glue.stretch(space, after: pause)
        fragment.shrink = Glue.shrink(space, after: pause)
      }
      switch next.joint {
      case .space: fragment.joint = .space
      case .unwilling:
        fragment.joint = .space
        // a short word asks nothing as a companion does
        fragment.penalty = word.companion == .none && word.textCount <= 2 ? Penalty.shortWord : Penalty.companion
      default: fragment.joint = .tie
      }
    case .closed: fragment.joint = .closed
    case .open:
      fragment.joint = .open
      fragment.penalty = Penalty.open
    case .forced: fragment.joint = .forced
    case .ideographic:
      fragment.joint = .open
      fragment.stretch = Glue.ideographicStretch(table.styles[Int(word.style)].look.em)
    case .scripts, .scriptsTied:
      fragment.joint = next.joint == .scripts ? .space : .tie
      (fragment.space, fragment.stretch, fragment.shrink) = Glue.scripts(table.em(between: word, and: next.word))
    }
  }

  /// Checklist C5: a last line of one word, or of the rest of one, with fewer than
  /// five letters is a runt.
  private mutating func markRunt(_ items: [TextItem], table: ShapedTextPointers) {
    var letters = 0
    var fragment = places.count - 1
    while fragment > 0 {
      let item = Int(places[fragment].item)
      let word = table.words[Int(items[item].word)]
      guard word.level == 0 else { return }
      let isInside = Int(places[fragment - 1].item) == item
      let start = Int(word.textStart) + (isInside ? Int(places[fragment - 1].endByte) : 0)
      let end =
        Int(word.textStart) + Int(places[fragment].endByte == 0 ? UInt16(word.textCount) : places[fragment].endByte)
      letters += table.letters(in: start..<max(start, end))
      guard letters < 5 else { return }
      fragments[fragment].makesRunt = true
      let joint = items[item].joint
      if !isInside, joint != .closed, joint != .open { return }
      fragment -= 1
    }
  }
}
