internal import BookModel
internal import Design
internal import PageBreaking
internal import Shaping
internal import Units

/// How a chapter's text begins: a capital over several lines, a few words in small capitals, where the design asks for
/// either or the words are typed in capitals.
extension GalleyMaker {
  /// Letters in small capitals after which no further word is, for each word that may be.
  private static let openingLetters = 7

  var hasOpening: Bool { design.dropCapitalLines > 1 || design.openingSmallCapitals }

  /// Sets a chapter's first paragraph.
  func setOpening(_ paragraph: Paragraph, spec: LineSpec) {
    var inlines = paragraph.inlines
    let initial = design.dropCapitalLines > 1 ? Initial(of: inlines, language: resolver.language) : nil
    if design.openingSmallCapitals, hasSmallCapitals(spec.frame.style) {
      inlines = inSmallCapitals(inlines, after: initial?.bytes ?? 0)
    } else if inlines.first.map({ GalleyMaker.opensInCapitals($0) }) ?? false {
      let skip = initial?.bytes ?? 0
      let (front, rest) = skip > 0 ? inlines[0].parted(atByte: skip) ?? (inlines[0], nil) : (nil, inlines[0])
      let words = rest.map { withoutShouting($0, isInWord: skip > 0) } ?? []
      inlines = [front].compactMap { $0 } + words + inlines.dropFirst()
    }
    if let initial {
      // a short paragraph has a smaller one, so that all chapters begin alike
      for lines in stride(from: design.dropCapitalLines, through: 2, by: -1)
      where add(inlines, opening: initial, over: lines, spec: spec) { return }
    }
    add(inlines, spec: spec, kind: .paragraph)
  }

  // MARK: Small capitals

  private func hasSmallCapitals(_ style: BlockStyle) -> Bool {
    shaper.hasFeature("smcp", style: shaper.style(resolver.style(style, .plain)))
  }

  /// The first words in small capitals: four at most, fewer where the sense pauses. As typed where the face lacks the
  /// small capital of a letter, as for accented Greek: cases are not mixed within a word.
  private func inSmallCapitals(_ inlines: [Inline], after skip: Int) -> [Inline] {
    var made: [Inline] = []
    var words = 0
    var letters = 0
    var word = ""
    for (index, inline) in inlines.enumerated() {
      guard case .text(let text) = inline.content, inline.style.formula == nil else { return made + inlines[index...] }
      var end = 0
      var isDone = false
      for character in text {
        if character == " " || character == "\u{A0}" || character == "\u{202F}" {
          if word.contains(where: { $0.isLetter || $0.isNumber }) {
            words += 1
            if words == design.openingWords || letters >= design.openingWords * GalleyMaker.openingLetters {
              isDone = true
            }
          }
          word = ""
        } else if ",;:.!?\u{2014}\u{2026}".contains(character), letters > 0,
          !ends(inAbbreviation: word + String(character))
        {
          isDone = true
        } else {
          word.append(character)
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
      guard case .text(let shown) = front.content, haveSmallCapitals(shown, front.style) else { return inlines }
      var capitals = front
      capitals.style.traits.insert(.smallCapitals)
      if !design[.opening].features.isEmpty { capitals.style.extras.features = design[.opening].features }
      if design[.opening].letterSpacing != 0 {
        capitals.style.extras.letterSpacing = design[.opening].letterSpacing
      }
      made += index == 0 ? withoutShouting(capitals, isInWord: skip > 0) : [capitals]
      if let rest { made.append(rest) }
      if isDone { return made + inlines[(index + 1)...] }
    }
    return made
  }

  /// Words in capitals at the beginning, as they are typed who want small capitals, are no larger than those after
  /// them: `ALICE was` is Alice in small capitals.
  /// - Parameter isInWord: the first letter stands before it.
  private func withoutShouting(_ inline: Inline, isInWord: Bool) -> [Inline] {
    guard case .text(let text) = inline.content else { return [inline] }
    // the first letter stays large
    var first = 0
    if !isInWord {
      guard let letter = text.firstIndex(where: { $0.isLetter }) else { return [inline] }
      first = text.utf8.distance(from: text.startIndex, to: text.index(after: letter))
    }
    let end = GalleyMaker.capitals(at: text, isInWord: isInWord)
    guard end > first, shaper.hasFeature("c2sc", style: shaper.style(resolver.style(.body, inline.style))) else {
      return [inline]
    }
    var parts: [Inline] = []
    var rest: Inline? = inline
    if first > 0, let (front, behind) = inline.parted(atByte: first) {
      parts.append(front)
      rest = behind
    }
    if let (front, behind) = rest?.parted(atByte: end - first) {
      var small = front
      small.style.traits.remove(.smallCapitals)
      small.style.traits.insert(.allSmallCapitals)
      parts.append(small)
      rest = behind
    }
    return parts + (rest.map { [$0] } ?? [])
  }

  /// The bytes of the words in capitals that a text begins with. One letter alone is the word I, or an initial, but before
  /// more of them: `A FEW days`.
  /// - Parameter isInWord: the first letter of the first stands before it.
  private static func capitals(at text: String, isInWord: Bool) -> Int {
    var (end, place) = (0, 0)
    // hardly more are typed so, and no more are weighed
    let words = text.split(separator: " ", maxSplits: 8, omittingEmptySubsequences: false).prefix(8)
    for (number, word) in words.enumerated() {
      let letters = word.filter(\.isLetter)
      guard !letters.contains(where: { !$0.isUppercase }), !letters.isEmpty else { break }
      place += word.utf8.count
      if letters.count > (number == 0 && isInWord ? 0 : 1) { end = place }
      place += 1
    }
    return end
  }

  /// Whether a paragraph begins with some words in capitals and goes on in small letters.
  private static func opensInCapitals(_ inline: Inline) -> Bool {
    guard case .text(let text) = inline.content, inline.style.formula == nil else { return false }
    let end = capitals(at: text, isInWord: false)
    let rest = text.utf8.dropFirst(end)
    return (2...40).contains(end) && rest.contains { $0 >= 0x61 && $0 <= 0x7A || $0 >= 0x80 }
  }

  /// The point ends no sense: `Mr. Bennet`, and `MR. Bennet` as those type it who want small capitals.
  private func ends(inAbbreviation word: String) -> Bool {
    [word, word.prefix(1) + word.dropFirst().lowercased()].contains { word in
      var word = word
      return word.withUTF8 { UnbreakablePair($0).isAbbreviation }
    }
  }

  /// Whether the face has a form of its own for each small letter.
  private func haveSmallCapitals(_ text: String, _ style: InlineStyle) -> Bool {
    var capitals = style
    capitals.traits.insert(.smallCapitals)
    let (plain, small) = (
      shaper.style(resolver.style(Frame.body.style, style)), shaper.style(resolver.style(Frame.body.style, capitals))
    )
    return Set(text).allSatisfy { !$0.isLowercase || shaper.differs(String($0), in: plain, from: small) }
  }
}
