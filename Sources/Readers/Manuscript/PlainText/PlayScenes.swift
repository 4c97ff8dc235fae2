/// Chunks in which speeches are written as a play writes them.
struct PlayScene {
  var chunks: Range<Int>
  var form: PlayForm
}

extension PlainTextSource {
  /// Where speeches stand: the whole of a play; else what a hint says, and scenes inside of other books, as a novel
  /// has them in one of its chapters.
  /// - Parameter casts: chunks in which nobody speaks.
  func playScenes(
    _ whole: PlayForm?, besides casts: [Range<Int>], _ hinted: HintedLines, _ options: PlainTextOptions
  ) -> [PlayScene] {
    guard options.readsPlays else { return [] }
    if let whole {
      let starts = [0] + casts.map(\.upperBound)
      let ends = casts.map(\.lowerBound) + [chunks.count]
      return zip(starts, ends).filter { $0 < $1 }.map { PlayScene(chunks: $0..<$1, form: whole) }
    }
    var scenes: [PlayScene] = []
    for (n, hint) in options.hints.enumerated() where hint.kind == .play {
      let members = chunks.indices.filter { hinted.hints[chunks[$0].lines.lowerBound] == n }
      guard let first = members.first, let last = members.last, let form = namesAll(of: members) else { continue }
      scenes.append(PlayScene(chunks: first..<last + 1, form: form))
    }
    for style in [PlayForm.Style.runIn, .alone] {
      scenes += scenesWithin(style, hasCast: !casts.isEmpty).filter { scene in
        !scenes.contains { $0.chunks.overlaps(scene.chunks) }
      }
    }
    return scenes.sorted { $0.chunks.lowerBound < $1.chunks.lowerBound }
  }

  /// A hint says that somebody speaks here: every name that can be read is one.
  private func namesAll(of members: [Int]) -> PlayForm? {
    var best: PlayForm?
    var most = 0
    for style in PlayForm.Style.ofPlays + [.said] {
      // what plays are known by goes before, where most have it
      guard style != .said || most * 2 < members.count else { break }
      let names = members.compactMap { speakerName(chunks[$0], style: style).map(speakerKey) }
      if names.count > most { (best, most) = (PlayForm(style: style, names: Set(names)), names.count) }
    }
    return best
  }

  /// Runs of chunks most of which begin with a name in capitals, of which some come again; few are enough behind a cast.
  private func scenesWithin(_ style: PlayForm.Style, hasCast: Bool) -> [PlayScene] {
    var scenes: [PlayScene] = []
    var run: [(chunk: Int, name: String)] = []
    func close() {
      defer { run = [] }
      guard run.count >= (hasCast ? 3 : 6), let first = run.first?.chunk, let last = run.last?.chunk,
        run.count * 10 >= (last - first + 1) * 5
      else { return }
      let counts = run.reduce(into: [String: Int]()) { $0[$1.name, default: 0] += 1 }
      let again = counts.filter { $0.value >= 2 }
      guard again.count >= (hasCast ? 1 : 2), again.values.reduce(0, +) * 2 >= run.count else { return }
      scenes.append(PlayScene(chunks: first..<last + 1, form: PlayForm(style: style, names: Set(counts.keys))))
    }
    for c in chunks.indices {
      if chunks[c].kind == .heading || chunks[c].kind == .stars {
        close()
        continue
      }
      guard chunks[c].kind == .prose || chunks[c].kind == .keptLines || chunks[c].kind == .quotation && style == .alone,
        let name = speakerName(chunks[c], style: style), letterCase(name).isCapitals || namesAreCapitals(name)
      else { continue }
      let key = speakerKey(name)
      guard !isLabel(key) else { continue }
      if let last = run.last, c - last.chunk > 4 { close() }
      run.append((c, key))
    }
    close()
    return scenes
  }
}

/// Whether a name's first word is one of what recipes, laws, proofs and dictionaries write as plays write speakers.
func isLabel(_ key: String) -> Bool {
  let first = key.prefix { $0.isLetter }.uppercased()
  return labels.contains(first) || first.hasSuffix("S") && labels.contains(String(first.dropLast()))
}

private let labels: Set<String> = [
  "INGREDIENT", "METHOD", "MODE", "NOTE", "DIRECTION", "QUESTION", "ANSWER", "SECTION", "SEC", "ART", "ARTICLE", "CHAP",
  "CHAPTER", "SYN", "ANT", "REMARK", "OBS", "EXAMPLE", "RULE", "EXERCISE", "ZUTATEN", "ZUBEREITUNG", "PROP",
  "PROPOSITION", "PROOF", "COROLLARY", "COROLL", "DEFINITION", "DEF", "AXIOM", "POSTULATE", "LEMMA", "SCHOLIUM",
  "EXPLANATION", "OBJECTION", "OBJ", "REPLY", "FIG", "FIGURE", "PLATE", "LEHRSATZ", "BEWEIS", "ANMERKUNG", "ZUSATZ",
  "ACT", "ACTE", "AKT", "SCENE", "SCÈNE", "SZENE", "ESCENA", "SCENA", "CENA",
]
