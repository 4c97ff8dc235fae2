internal import CCairo
internal import PageModel

// The contents of a page as cairo wrote them: what is put into them, and what they tell.

extension PDFTextWriter {
  /// Puts what was written here into the contents of the page that ended, and learns from the rest.
  /// - Parameter contents: as cairo wrote them, not packed.
  /// - Returns: nil where nothing of the contents is octavo's.
  package func finishPage(_ contents: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    defer {
      parts.removeAll(keepingCapacity: true)
      isMixed = false
    }
    guard !parts.isEmpty else { return nil }
    let objects = TextReading.objects(in: contents)
    var own: [UInt8] = []
    var copied = 0
    var next = 0
    var cairos: [Range<Int>] = []
    for part in parts {
      guard case .own(let kept, let colour, let mark) = part else { continue }
      let said = PDFTextWriter.operand(mark)
      var isFound = false
      while next < objects.count {
        let object = objects[next]
        next += 1
        let head = max(copied, object.lowerBound - 64)..<object.lowerBound
        guard let place = PDFTextWriter.find(said, in: contents, head) else {
          cairos.append(object)
          continue
        }
        guard let text = text(kept, UnsafeBufferPointer(rebasing: contents[object])) else { break }
        own += contents[copied..<place]
        own += PDFTextWriter.operand(colour)
        own += contents[place + said.count..<object.lowerBound]
        own += text
        // what follows in the text's colour need not set it
        own += contents[object.upperBound..<object.upperBound + TextReading.endCount]
        copied = object.upperBound + TextReading.endCount
        let colour = PDFTextWriter.operand(colour)
        if contents[copied...].starts(with: colour) { copied += colour.count }
        isFound = true
        break
      }
      guard isFound else {
        isLost = true
        return nil
      }
    }
    cairos += objects[next...]
    learn(from: cairos, in: contents)
    guard copied > 0 else { return nil }
    own += contents[copied...]
    return own
  }

  /// As cairo sets it.
  static func operand(_ colour: Colour) -> [UInt8] {
    let text = OperatorBytes()
    for part in [colour.red, colour.green, colour.blue] {
      text.add(decimal: part)
      text.add(" ")
    }
    text.add("rg ")
    return Array(text.written)
  }

  /// The last place of some bytes in a range.
  private static func find(_ bytes: [UInt8], in all: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    var at = range.upperBound - bytes.count
    while at >= range.lowerBound {
      if all[at..<at + bytes.count].elementsEqual(bytes) { return at }
      at -= 1
    }
    return nil
  }

  /// The bytes of a part, which may be known only now; nil where they are still not.
  private func text(_ text: Text, _ object: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard case .awaited(let stretch, let samples) = text else {
      guard case .written(let bytes) = text else { return nil }
      return bytes
    }
    guard let shown = TextReading.glyphs(of: object, number: { codes.font(named: Array($0)) }),
      learn(shown, of: samples.stretch), write(stretch)
    else { return nil }
    return Array(operators.written)
  }

  // MARK: Learning

  private func learn(from objects: [Range<Int>], in contents: UnsafeBufferPointer<UInt8>) {
    let drawn = parts.compactMap {
      if case .cairos(let stretch, let isInside) = $0 { (stretch, isInside) } else { nil }
    }
    guard !isMixed, !isWrong, !drawn.isEmpty, objects.count == drawn.count else { return }
    for ((stretch, isInside), object) in zip(drawn, objects) where isInside {
      let object = UnsafeBufferPointer(rebasing: contents[object])
      guard let shown = TextReading.glyphs(of: object, number: { codes.font(named: Array($0)) }) else { return }
      guard learn(shown, of: stretch) else {
        isWrong = true
        return
      }
      guard write(stretch) else { continue }
      if object.elementsEqual(operators.written) { agreements += 1 } else { isWrong = true }
    }
  }

  /// Notes the codes of a stretch's glyphs.
  /// - Returns: false where they are known otherwise.
  private func learn(_ shown: [TextReading.Shown], of stretch: Stretch) -> Bool {
    let calls = stretch.glyphs.withUnsafeBufferPointer { glyphs in
      stretch.calls.filter { call in
        call.face.map { isShown(UnsafeBufferPointer(rebasing: glyphs[call.glyphs]), of: $0) } ?? true
      }
    }
    guard calls.reduce(0, { $0 + $1.glyphs.count }) == shown.count else { return false }
    var next = 0
    for call in calls {
      defer { next += call.glyphs.count }
      guard let face = call.face else { continue }
      for (glyph, code) in zip(stretch.glyphs[call.glyphs], shown[next...]) {
        guard codes.learn(glyph.index, of: face, font: code.font, code: code.code, isLatin: code.isLatin) else {
          return false
        }
      }
      if call.isTold { learnLetters(shown[next...], of: call, in: stretch, face: face) }
    }
    return true
  }

  private func learnLetters(_ shown: ArraySlice<TextReading.Shown>, of call: Call, in stretch: Stretch, face: Int) {
    stretch.text.withUnsafeBufferPointer { text in
      var (byte, next) = (call.text.lowerBound, 0)
      for cluster in stretch.clusters[call.clusters] {
        let letters = text[byte..<byte + Int(cluster.bytes)]
        byte = letters.endIndex
        defer { next += Int(cluster.glyphs) }
        guard cluster.glyphs == 1, next < call.glyphs.count else { continue }
        codes.learn(
          letters: codes.number(of: UnsafeBufferPointer(rebasing: letters)),
          of: stretch.glyphs[call.glyphs.lowerBound + next].index, of: face,
          isSpan: shown[shown.startIndex + next].isSpan)
      }
    }
  }
}
