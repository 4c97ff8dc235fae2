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

  /// Width of all fragments and their glue on one endless line, 1/1024 pt.
  var naturalWidth: Int { fragments.reduce(0) { $0 + Int($1.width) + Int($1.space) } }

  mutating func clear() {
    fragments.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  /// What a break costs, in TeX's scale of penalties.
  enum Penalty {
    /// Squared, as a line at its full stretch: with margin kerning and expansion
    /// fewer hyphens are needed than plain TeX's 50 would bring.
    static let hyphen: Int16 = 106
    /// After a dash: no hyphen shows, but a space is better.
    static let open: Int16 = 60
    /// Names, capitals and parts of compounds (checklist C6): between a line at its full
    /// stretch and one past it, so only where else there would be one past it.
    static let reluctant: Int16 = 160
    /// Between a title and its name, a number and its unit (checklist C13). Were it
    /// forbidden, Pride and Prejudice would have a tenth more hyphens and three times as
    /// many lines over 1.5 times their natural space.
    static let companion: Int16 = 120
    /// Inside a word that fits no line.
    static let cut: Int16 = 5000
  }

  /// - Parameters:
  ///   - withHyphens: whether the language's hyphenation points count.
  ///   - measure: the narrowest line, 1/1024 pt; a wider word is cut between grapheme clusters.
  /// - Returns: items whose word is wider than the measure.
  mutating func build(
    _ paragraph: ParagraphItems, shaper: Shaper, withHyphens: Bool, measure: Int32
  ) -> [Int] {
    clear()
    var tooWide: [Int] = []
    let items = paragraph.items
    fragments.reserveCapacity(items.count + items.count / 4)
    places.reserveCapacity(items.count + items.count / 4)
    // what changes the word table comes first, so that the long loop can read it laid open
    for (index, item) in items.enumerated() {
      if shaper.text.words[Int(item.word)].advance > measure {
        shaper.hyphenate(item.word)
        if shaper.text.widestPiece(of: item.word) > measure {
          shaper.cut(item.word)
          tooWide.append(index)
        }
      } else if withHyphens {
        shaper.hyphenate(item.word)
      }
    }
    shaper.text.withPointers { gather(items, table: $0, withHyphens: withHyphens, measure: measure) }
    markRunt(paragraph, shaper: shaper)
    return tooWide
  }

  private mutating func gather(
    _ items: [TextItem], table: ShapedTextPointers, withHyphens: Bool, measure: Int32
  ) {
    for (index, item) in items.enumerated() {
      let word = table.words[Int(item.word)]
      let isTooWide = word.advance > measure
      var start: Int32 = 0
      var startCorrection: Int32 = 0
      var leadingHang = word.leadingHang
      if word.breakCount > 0 {
        let hyphen = table.styles[Int(word.style)]
        for k in Int(word.breakStart)..<Int(word.breakStart) + Int(word.breakCount) {
          let point = table.breaks[k]
          let penalty: Int16
          var shows = false
          switch point.kind {
          case .open: penalty = Penalty.open
          case .ownHyphen: penalty = Penalty.hyphen
          case .softHyphen:
            penalty = Penalty.hyphen
            shows = true
          case .hyphen:
            guard withHyphens || isTooWide else { continue }
            penalty = Penalty.hyphen
            shows = true
          case .reluctantHyphen:
            guard withHyphens || isTooWide else { continue }
            penalty = Penalty.reluctant
            shows = true
          case .cut:
            guard isTooWide else { continue }
            penalty = Penalty.cut
          }
          fragments.append(
            Fragment(
              width: point.before - start, joint: shows ? .hyphen : .open,
              breakWidth: (shows ? hyphen.hyphenAdvance : 0) + point.endCorrection,
              leadingHang: leadingHang - startCorrection, trailingHang: point.trailingHang, penalty: penalty,
              endsInHyphen: shows || point.kind == .ownHyphen))
          places.append(Place(item: Int32(index), endByte: point.byte))
          start = point.before
          startCorrection = point.startCorrection
          leadingHang = 0
        }
      }
      var fragment = Fragment(
        width: word.advance - start, joint: .space, leadingHang: leadingHang - startCorrection,
        trailingHang: word.trailingHang)
      if index + 1 < items.count {
        switch items[index + 1].joint {
        case .space, .tie, .leader, .unwilling:
          let style = table.spaceStyle(between: word, and: items[index + 1].word)
          let space = table.styles[Int(style)].spaceAdvance
          fragment.space = space
          if !table.styles[Int(style)].look.hasFixedSpaces {
            let pause = word.pause(before: table.words[Int(items[index + 1].word)])
            fragment.stretch = Glue.stretch(space, after: pause)
            fragment.shrink = Glue.shrink(space, after: pause)
          }
          switch items[index + 1].joint {
          case .space: fragment.joint = .space
          case .unwilling:
            fragment.joint = .space
            fragment.penalty = Penalty.companion
          default: fragment.joint = .tie
          }
        case .closed: fragment.joint = .closed
        case .open:
          fragment.joint = .open
          fragment.penalty = Penalty.open
        case .forced: fragment.joint = .forced
        case .ideographic:
          fragment.joint = .open
          let em = table.styles[Int(word.style)].look.em
          fragment.stretch = Glue.ideographicStretch(em)
        }
      }
      fragments.append(fragment)
      places.append(Place(item: Int32(index), endByte: 0))
    }
  }

  /// Checklist C5: a last line of one word, or of the rest of one, with fewer than
  /// five letters is a runt.
  private mutating func markRunt(_ paragraph: ParagraphItems, shaper: Shaper) {
    var letters = 0
    var fragment = places.count - 1
    while fragment > 0 {
      let item = Int(places[fragment].item)
      let word = shaper.text.words[Int(paragraph.items[item].word)]
      guard word.level == 0 else { return }
      let isInside = Int(places[fragment - 1].item) == item
      let start = Int(word.textStart) + (isInside ? Int(places[fragment - 1].endByte) : 0)
      let end = Int(word.textStart) + Int(places[fragment].endByte == 0 ? UInt16(word.textCount) : places[fragment].endByte)
      letters += shaper.text.letters(in: start..<max(start, end))
      guard letters < 5 else { return }
      fragments[fragment].makesRunt = true
      let joint = paragraph.items[item].joint
      if !isInside, joint != .closed, joint != .open { return }
      fragment -= 1
    }
  }
}
