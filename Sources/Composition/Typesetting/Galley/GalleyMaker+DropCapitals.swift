internal import BookModel
internal import Design
internal import PageBreaking
internal import Shaping
internal import Units

/// What stands over several lines at the beginning of a chapter: a letter or a figure, with the marks before it.
struct Initial {
  /// Marks that stand in one manner.
  struct Marks {
    var text: String
    var manner: Manner
    /// A space follows, as after a French guillemet.
    var isSpaced = false
  }

  /// Where marks stand beside the capital.
  enum Manner {
    /// Larger than in the text, their tops as high as the capital's: “ ‘ ’ "
    case high
    /// As large, on its foot: „ ‚
    case low
    /// As large, in the middle of its height: « » ‹ ›
    case middle
    /// No larger than in the text: dashes
    case plain
    /// The capital's own size, on its foot: ( [ ¿ ¡
    case whole

    init?(_ mark: Character) {
      switch mark {
      case "\u{201C}", "\u{2018}", "\u{201D}", "\u{2019}", "\u{201B}", "\u{201F}", "\"", "'": self = .high
      case "\u{201E}", "\u{201A}": self = .low
      case "\u{AB}", "\u{BB}", "\u{2039}", "\u{203A}": self = .middle
      case "\u{2013}", "\u{2014}", "\u{2015}": self = .plain
      case "(", "[", "\u{BF}", "\u{A1}": self = .whole
      default: return nil
      }
    }
  }

  private(set) var marks: [Marks] = []
  /// A letter, or all digits of a figure.
  private(set) var letter = ""
  /// It is a word of its own: `I was`.
  private(set) var isWord = false
  private(set) var bytes = 0

  private static let mostMarks = 3

  /// Nil where a paragraph begins with anything else, or with a script that joins its letters.
  init?(of inlines: [Inline], language: String) {
    guard let first = inlines.first, case .text(let text) = first.content, !ItemBuilder.isComplex(text),
      first.style.traits.isDisjoint(with: [.superscript, .subscript, .code]), first.style.extras.scale == nil
    else { return nil }
    var rest = Substring(text)
    var count = 0
    while let mark = rest.first, let manner = Manner(mark), count < Initial.mostMarks {
      if let last = marks.last, last.manner == manner, !last.isSpaced {
        marks[marks.count - 1].text.append(mark)
      } else {
        marks.append(Marks(text: String(mark), manner: manner))
      }
      count += 1
      rest.removeFirst()
      while let space = rest.first, " \u{A0}\u{202F}\u{2009}".contains(space) {
        marks[marks.count - 1].isSpaced = true
        rest.removeFirst()
      }
    }
    guard let capital = rest.first, capital.isLetter || capital.isWholeNumber else { return nil }
    letter = capital.isLetter ? String(capital) : String(rest.prefix { $0.isWholeNumber })
    // one letter to the Dutch
    if LanguageTag.primary(first.style.extras.language ?? language) == "nl", rest.hasPrefix("IJ") { letter = "IJ" }
    rest.removeFirst(letter.count)
    bytes = text.utf8.count - rest.utf8.count
    isWord = rest.first.map { $0.isWhitespace } ?? (inlines.count > 1)
  }
}

extension GalleyMaker {
  /// Sets a paragraph around its initial. The letter is drawn as a shape, and stands once more as
  /// text that is not seen, of the size and on the line of its word: whoever copies or searches the text
  /// finds the word whole.
  /// - Parameter lines: that it stands over.
  /// - Returns: false, with nothing set, where the paragraph is too short for it.
  func add(_ inlines: [Inline], opening initial: Initial, over lines: Int, spec: LineSpec) -> Bool {
    guard design.rows >= lines * 3, spec.frame.leadingIndent == 0, design.writing == .horizontal else { return false }
    let usual = shaper.style(resolver.style(spec.frame.style, .plain))
    let capHeight = shaper.face(of: usual).metrics.capHeight * Double(em)
    var style = spec.frame.style
    style.hangs = false
    style.hyphenates = false
    // figures as high as capitals
    style.features = "lnum=1"
    let word = inlines[0].style
    var face = word
    face.take(design[.dropCapital])
    let plain = shaper.style(resolver.style(style, face))
    warn(ofLetter: initial.letter, in: plain, inlines[0].source)
    let last = Int32(lines - 1) * leading
    // from the top of a capital on the first line to the baseline of the last
    let height = Double(last) + capHeight
    let ink = shaper.inkBounds(of: initial.letter, style: plain).ink
    let plainHeight = shaper.face(of: plain).metrics.capHeight
    // an initial in a frame of foliage is fitted with its frame, which passes the capital's own lines above and below
    let isFramed = ink.bottom > 0.04 && ink.top > plainHeight + 0.04
    let scale = height / Double(em) / (isFramed ? ink.top + ink.bottom : plainHeight)
    let foot = isFramed ? PackedLength(ink.bottom * scale * Double(em)) : 0
    func shape(_ text: String, scale: Double, x: PackedLength, y: PackedLength) -> LineRecord? {
      var spec = LineSpec(frame: Frame(style: style))
      spec.frame.style.scale = scale
      spec.placement = .leading
      spec.leastWidth = measure * 4
      let source = inlines[0].source
      guard var line = layApart([Inline(text, style: face, source: source)], spec: spec).lines.first else { return nil }
      line.x = x
      line.y = y
      line.flags.insert(.isShape)
      return line
    }
    var x: PackedLength = 0
    var markers: [LineRecord] = []
    for marks in initial.marks {
      let (ink, advance) = shaper.inkBounds(of: marks.text, style: plain)
      var (size, y) = (1 + Double(lines - 1) * 0.5, last)
      switch marks.manner {
      case .high: y = PackedLength((size - 1) * capHeight)
      case .low: break
      case .middle, .plain:
        if marks.manner == .plain { size = 1 }
        y = PackedLength((Double(last) - capHeight + (ink.top - ink.bottom) * size * Double(em)) / 2)
      case .whole:
        // none reaches into the line below
        size = scale
        y -= PackedLength(max(0, ink.bottom) * size * Double(em))
      }
      guard let line = shape(marks.text, scale: size, x: x, y: y) else { return false }
      markers.append(line)
      x += PackedLength(advance * size * Double(em)) + em / (marks.isSpaced ? 4 : 16)
    }
    let size = Double(em) * scale
    // the stem stands at the margin, not the white beside it
    if markers.isEmpty { x = -PackedLength(ink.left * size) }
    guard let capital = shape(initial.letter, scale: scale, x: x, y: last - foot) else { return false }
    markers.append(capital)
    // a descender of the letter (Q, J) reaches into one line more
    let isDeep = ink.bottom * size - Double(foot) > 0.3 * Double(em)
    // where each line begins
    var starts = Array(repeating: x + PackedLength(ink.right * size) + em / 7, count: isDeep ? lines + 1 : lines)
    guard starts[0] < measure / 2 else { return false }
    // all of a book's or none: by the widest capital
    let isHung =
      design[.dropCapital].isHung
      && hasMargin(for: max(starts[0], PackedLength(shaper.inkBounds(of: "W", style: plain).ink.right * size) + em / 7))
    if isHung {
      for index in markers.indices { markers[index].x -= starts[0] }
      starts = starts.map { _ in 0 }
    } else if design[.dropCapital].isContoured, !isFramed, !isDeep,
      let edges = contour(of: initial.letter, style: plain, size: size, over: lines)
    {
      starts = edges.map { x + $0 + em / 7 }
    }

    // The word's own first letters, hidden, end where its others begin.
    guard let (front, rest) = inlines[0].parted(atByte: initial.bytes) else { return false }
    var first = front
    first.style = GalleyMaker.hidden(word)
    builder.build([first], block: spec.frame.style, shaper: shaper, into: &paragraph)
    guard let item = paragraph.items.first else { return false }
    var hidden = -shaper.text.words[Int(item.word)].leadingHang
    for (index, item) in paragraph.items.enumerated() {
      hidden += shaper.text.words[Int(item.word)].advance
      if index > 0, item.joint != .closed {
        hidden += shaper.text.space(between: paragraph.items[index - 1].word, and: item.word)
      }
    }
    var around = spec
    around.firstIndent = 0
    let firstIndent = starts[0] - PackedLength(units: hidden)
    // the lines below begin where the next word does
    let space = initial.isWord ? PackedLength(units: shaper.text.styles[usual].spaceAdvance) : 0
    around.firstIndents = isHung ? starts : starts.map { $0 + space }
    around.firstIndents[0] = isHung ? firstIndent - space : firstIndent
    around.leastLines = lines
    pendingMarkers += markers
    let isSet = add([first] + (rest.map { [$0] } ?? []) + inlines.dropFirst(), spec: around, kind: .paragraph) {
      for setting in $0.settings.indices {
        for line in 0..<min(lines - 1, $0.settings[setting].lines.count) {
          $0.settings[setting].lines[line].breakAfter = VerticalLine.never
        }
      }
    }
    if !isSet { pendingMarkers.removeLast(markers.count) }
    return isSet
  }

  /// How far an initial reaches beside each of its lines, where it slopes to one side or has a foot or an arm: A and L
  /// reach further from line to line, V and T less. Nil for a letter that swells or is as wide everywhere, beside which
  /// lines begin at one edge.
  private func contour(of letter: String, style: Int, size: Double, over lines: Int) -> [PackedLength]? {
    let points = shaper.outline(of: letter, style: style)
    let capHeight = shaper.face(of: shaper.style(resolver.style(.body, .plain))).metrics.capHeight * Double(em)
    let edges = (0..<lines).map { line in
      // of the line's letters, from the initial's baseline, in ems of its size
      let baseline = Double(Int32(lines - 1 - line) * leading)
      let band = (baseline - 0.1 * Double(em)) / size...(baseline + capHeight) / size
      return points.reduce(0) { band.contains($1.y) ? max($0, $1.x) : $0 } * size
    }
    // a serif or the bowl of an R reaches past what is below it by so much
    let slack = 0.15 * size
    let down = edges.indices.map { edges[...$0].max() ?? 0 }
    let up = edges.indices.map { edges[$0...].max() ?? 0 }
    guard let along = [down, up].first(where: { zip($0, edges).allSatisfy { $0 - $1 <= slack } }),
      let least = along.min(), let most = along.max(), least > 0, most - least > max(0.4 * Double(em), 0.12 * size)
    else { return nil }
    return along.map { PackedLength($0) }
  }

  /// Either side margin has room for what hangs in it, and nothing else stands there. Half an inch stays white at the
  /// spine and a quarter at the other edge, which printers on demand ask for.
  func hasMargin(for width: PackedLength) -> Bool {
    guard design.columns == 1, design.writing == .horizontal, design.lineNumberStep == 0,
      design.notes != .margin, design.letteredNotes != .margin, !isInNote,
      measure == PackedLength(clamping: design.measure)
    else { return false }
    let room = min(design.inside - Length(millimetres: 12.7), design.outside - Length(millimetres: 6.4))
    return width <= PackedLength(clamping: room)
  }

  /// A face of initials has capitals alone, and seldom all of them.
  private func warn(ofLetter letter: String, in style: Int, _ source: SourceLocation) {
    guard !design[.dropCapital].family.isEmpty else { return }
    let family = shaper.familyName(design[.dropCapital].family)
    // where it has few letters, most of its capitals are another's too
    let capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
    let own = capitals.filter { shaper.standIn(for: $0, insteadOf: [], style: style)?.family == family }
    guard let used = shaper.standIn(for: letter, insteadOf: own.isEmpty ? capitals : own, style: style) else { return }
    let message =
      "\"\(family)\" has no \"\(letter)\"; the initial is set in \"\(used.family)\""
    guard !complaints.diagnostics.contains(where: { $0.message == message }) else { return }
    complaints.diagnostics.append(
      Diagnostic(
        .warning, code: "face-letters", message,
        help: "choose another font for drop-capital in the theme, or --drop-capitals 0", source: source))
  }

  /// The same, to be found and not seen.
  private static func hidden(_ style: InlineStyle) -> InlineStyle {
    var hidden = style
    hidden.extras.isHidden = true
    hidden.traits.subtract([.underline, .strike, .shadow])
    hidden.extras.shadow = nil
    return hidden
  }
}
