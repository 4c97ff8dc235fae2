internal import BookModel
internal import PageBreaking
internal import PageDesign
internal import Shaping
internal import Units

/// How a chapter's text begins: a capital over several lines, a few words in small
/// capitals. Only where the design asks for either.
extension GalleyMaker {
  /// Letters in small capitals after which no further word is, for each word that may be.
  private static let openingLetters = 7

  var hasOpening: Bool { design.dropCapitalLines > 1 || design.openingSmallCapitals }

  /// Sets a chapter's first paragraph.
  func setOpening(_ paragraph: Paragraph, spec: LineSpec) {
    var inlines = paragraph.inlines
    let initial = design.dropCapitalLines > 1 ? Initial(of: inlines) : nil
    if design.openingSmallCapitals, hasSmallCapitals(spec.frame.style) {
      inlines = inSmallCapitals(inlines, after: initial?.bytes ?? 0)
    }
    if let initial, add(inlines, opening: initial, spec: spec) { return }
    add(inlines, spec: spec, kind: .paragraph)
  }

  // MARK: Drop capitals

  /// The opening quote and the letter that stand over several lines.
  private struct Initial {
    var quote = ""
    var letter = ""
    var bytes: Int { quote.utf8.count + letter.utf8.count }

    /// Nil where a paragraph begins with anything else, or with a script that joins its letters.
    init?(of inlines: [Inline]) {
      guard let first = inlines.first, case .text(let text) = first.content, !ItemBuilder.isComplex(text),
        first.style.traits.isDisjoint(with: [.superscript, .subscript, .code]), first.style.extras.scale == nil
      else { return nil }
      var rest = Substring(text)
      while let mark = rest.first, "\u{201C}\u{201E}\u{2018}\u{201A}\u{AB}\u{2039}\"'([".contains(mark), quote.count < 3
      {
        quote.append(mark)
        rest.removeFirst()
      }
      guard let capital = rest.first, capital.isLetter else { return nil }
      letter = String(capital)
    }
  }

  /// Sets a paragraph around its initial. The letter is drawn as a shape, and stands once more as
  /// text that is not seen, of the size and on the line of its word: whoever copies or searches the text
  /// finds the word whole.
  /// - Returns: false, with nothing set, where the paragraph is too short for it.
  private func add(_ inlines: [Inline], opening initial: Initial, spec: LineSpec) -> Bool {
    let lines = design.dropCapitalLines
    guard design.rows >= lines * 3, spec.frame.leadingIndent == 0, design.writing == .horizontal else { return false }
    let body = shaper.face(of: shaper.style(resolver.style(spec.frame.style, .plain))).metrics
    var style = spec.frame.style
    style.hangs = false
    style.hyphenates = false
    let look = design[.dropCapital]
    let word = inlines[0].style
    var face = word
    face.take(look)
    func shapes(_ text: String, scale: Double, x: PackedLength, y: PackedLength) -> (
      line: LineRecord, width: PackedLength
    )? {
      var spec = LineSpec(frame: Frame(style: style))
      spec.frame.style.scale = scale
      spec.placement = .leading
      spec.leastWidth = measure * 4
      let source = inlines[0].source
      guard var line = layApart([Inline(text, style: face, source: source)], spec: spec).lines.first else { return nil }
      line.x = x
      line.y = y
      line.flags.insert(.isShape)
      let item = galley.items[Int(line.firstItem)]
      return (line, PackedLength(units: shaper.text.words[Int(item.word)].advance))
    }
    // from the top of a capital on the first line to the baseline of the last
    let height = Double(lines - 1) * Double(leading) + body.capHeight * Double(em)
    style.scale =
      height / Double(em) / shaper.face(of: shaper.style(resolver.style(spec.frame.style, face))).metrics.capHeight
    let id = shaper.style(resolver.style(style, face))
    var letter = initial.letter
    let ink = shaper.ink(of: letter.withUTF8 { shaper.word($0, style: id) })
    var x: PackedLength = 0
    var markers: [LineRecord] = []
    if !initial.quote.isEmpty {
      // larger than in the text, its top as high as there
      let scale = 1 + Double(lines - 1) * 0.5
      let drop = PackedLength((scale - 1) * body.capHeight * Double(em))
      guard let quote = shapes(initial.quote, scale: scale, x: 0, y: drop) else { return false }
      markers.append(quote.line)
      x = quote.width + em / 16
    } else if let ink {
      // the stem stands at the margin, not the white beside it
      x = -PackedLength(ink.left * Double(em) * style.scale)
    }
    guard let capital = shapes(initial.letter, scale: style.scale, x: x, y: Int32(lines - 1) * leading) else {
      return false
    }
    markers.append(capital.line)
    let size = Double(em) * style.scale
    let right = x + (ink.map { PackedLength($0.right * size) } ?? capital.width) + em / 7
    guard right < measure / 2 else { return false }

    // The word's own first letters, hidden, end where its others begin.
    guard let (front, rest) = inlines[0].parted(atByte: initial.bytes) else { return false }
    var first = front
    first.style = GalleyMaker.hidden(word)
    builder.build([first], block: spec.frame.style, shaper: shaper, into: &paragraph)
    guard let item = paragraph.items.first else { return false }
    let start = shaper.text.words[Int(item.word)]
    var around = spec
    around.firstIndent = 0
    // a descender of the letter (Q, J) reaches into one line more
    let isDeep = (ink?.bottom ?? 0) * size > 0.3 * Double(em)
    around.firstIndents = Array(repeating: right, count: isDeep ? lines + 1 : lines)
    around.firstIndents[0] = right - PackedLength(units: start.advance - start.leadingHang)
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

  /// The same, to be found and not seen.
  private static func hidden(_ style: InlineStyle) -> InlineStyle {
    var hidden = style
    hidden.extras.isHidden = true
    hidden.traits.subtract([.underline, .strike, .shadow])
    hidden.extras.shadow = nil
    return hidden
  }

  // MARK: Small capitals

  private func hasSmallCapitals(_ style: BlockStyle) -> Bool {
    shaper.hasFeature("smcp", style: shaper.style(resolver.style(style, .plain)))
  }

  /// The first words in small capitals: four at most, fewer where the sense pauses.
  private func inSmallCapitals(_ inlines: [Inline], after skip: Int) -> [Inline] {
    var made: [Inline] = []
    var words = 0
    var letters = 0
    var isInWord = false
    for (index, inline) in inlines.enumerated() {
      guard case .text(let text) = inline.content else { return made + inlines[index...] }
      var end = 0
      var isDone = false
      for character in text {
        if character == " " {
          if isInWord {
            words += 1
            isInWord = false
            if words == design.openingWords || letters >= design.openingWords * GalleyMaker.openingLetters {
              isDone = true
            }
          }
        } else if ",;:.!?\u{2014}\u{2026}".contains(character), letters > 0 {
          isDone = true
        } else {
          isInWord = true
          letters += 1
        }
        if isDone { break }
        end += character.utf8.count
      }
      let from = index == 0 ? skip : 0
      guard end > from else { return made + inlines[index...] }
      var middle = inline
      if from > 0, let (front, rest) = inline.parted(atByte: from), let rest {
        made.append(front)
        middle = rest
      }
      guard let (front, rest) = middle.parted(atByte: end - from) else { return made + inlines[index...] }
      var capitals = front
      capitals.style.traits.insert(.smallCapitals)
      if design[.opening].letterSpacing != 0 {
        capitals.style.extras.letterSpacing = design[.opening].letterSpacing
      }
      made.append(capitals)
      if let rest { made.append(rest) }
      if isDone { return made + inlines[(index + 1)...] }
    }
    return made
  }
}
