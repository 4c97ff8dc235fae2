extension PlainTextSource {
  /// `A.`, `B.`, `C.`, each alone: the letters of an index or a dictionary, of which some look like Roman numbers.
  /// Three are enough where each stands above a word that begins with it.
  func readLetters(into found: inout HeadingCandidates) {
    var run: [(chunk: Int, letter: Int, headsWord: Bool)] = []
    func settle(_ found: inout HeadingCandidates) {
      guard run.count >= 8 || run.count >= 3 && run.allSatisfy(\.headsWord), run[0].letter <= 2 else { return }
      for (c, letter, _) in run {
        let line = bytes(ofLine: chunks[c].lines.lowerBound).prefix(1)
        if found.forms[c] == nil { found.order.append(c) }
        found.forms[c] = HeadingForm(
          key: "letter", shown: "A", rank: .scene, number: letter, label: line, title: nil, isGuess: true)
      }
      found.order.sort()
    }
    for c in chunks.indices where chunks[c].kind == .unknown && chunks[c].lines.count == 1 {
      let line = bytes(ofLine: chunks[c].lines.lowerBound)
      guard line.count <= 2, chunks[c].blanksBefore > 0, file.text[line.lowerBound].isASCIICapital,
        line.count == 1 || file.text[line.lowerBound + 1] == 0x2E
      else { continue }
      let letter = Int(file.text[line.lowerBound]) - 0x40
      let headsWord = begins(chunk: c + 1, with: file.text[line.lowerBound])
      if let last = run.last, letter <= last.letter || letter > last.letter + 3 && !headsWord {
        settle(&found)
        run = []
      }
      run.append((c, letter, headsWord))
    }
    settle(&found)
  }

  /// Whether a chunk's first letter is such a capital, maybe in italics, in bold type or behind a quotation mark.
  private func begins(chunk c: Int, with capital: UInt8) -> Bool {
    guard chunks.indices.contains(c), chunks[c].kind == .unknown else { return false }
    let signs: Set<UInt8> = [0x22, 0x27, 0x2A, 0x3D, 0x5B, 0x5F]
    return bytes(ofChunk: c).prefix(3).first { !signs.contains(file.text[$0]) }.map { file.text[$0] == capital }
      ?? false
  }
}
