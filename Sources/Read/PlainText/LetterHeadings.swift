extension PlainTextSource {
  /// `A.`, `B.`, `C.`, each alone: the letters of an index or a dictionary, of which some look like Roman numbers.
  func readLetters(into found: inout HeadingCandidates) {
    var run: [(chunk: Int, letter: Int)] = []
    func settle(_ found: inout HeadingCandidates) {
      guard run.count >= 8, run[0].letter <= 2 else { return }
      for (c, letter) in run {
        let line = bytes(ofLine: chunks[c].lines.lowerBound)
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
      if let last = run.last, letter <= last.letter || letter > last.letter + 3 {
        settle(&found)
        run = []
      }
      run.append((c, letter))
    }
    settle(&found)
  }
}
