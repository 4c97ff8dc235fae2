internal import Hyphen

/// Where words may be divided, and what each division costs in width.
extension Shaper {
  /// Finds the hyphenation points of a word, once.
  package func hyphenate(_ id: WordID) {
    let word = text.words[Int(id)]
    guard !word.flags.contains(.isHyphenated) else { return }
    text.words[Int(id)].flags.insert(.isHyphenated)
    guard text.styles[Int(word.style)].look.hyphenates, word.level == 0, !word.flags.contains(.isContextual),
      word.textCount >= 5,
      let hyphenator = hyphenator(ofStyle: Int(word.style))
    else { return }
    let range = Int(word.textStart)..<Int(word.textStart) + Int(word.textCount)
    offsetBuffer.removeAll(keepingCapacity: true)
    var isReluctant = false
    text.text.withUnsafeBufferPointer { all in
      let bytes = UnsafeBufferPointer(rebasing: all[range])
      if Address.isAddress(bytes) { return }
      hyphenator.breaks(in: bytes, into: &offsetBuffer)
      isReluctant = !offsetBuffer.isEmpty && Shaper.isName(bytes)
    }
    guard !offsetBuffer.isEmpty else { return }
    breakBuffer.removeAll(keepingCapacity: true)
    let known = Int(word.breakStart)..<Int(word.breakStart) + Int(word.breakCount)
    for index in known { breakBuffer.append(text.breaks[index]) }
    // points of a compound stand back behind its own hyphens
    let isCompound = breakBuffer.contains { $0.kind == .ownHyphen }
    for offset in offsetBuffer where !breakBuffer.prefix(known.count).contains(where: { $0.byte == offset }) {
      breakBuffer.append(
        WordBreak(kind: isReluctant || isCompound ? .reluctantHyphen : .hyphen, byte: offset))
    }
    if !known.isEmpty { breakBuffer.sort { $0.byte < $1.byte } }
    setBreaks(of: id)
  }

  /// A cut between letters of Latin, Greek or Cyrillic has a hyphen, so that it does not look like a word's end, and two
  /// letters on either side.
  private static func cut(before place: Int, of word: [Character]) -> WordBreak.Kind? {
    func isLetter(_ place: Int) -> Bool {
      guard word.indices.contains(place), let scalar = word[place].unicodeScalars.first else { return false }
      return scalar.properties.isAlphabetic && (scalar.value < 0x530 || (0x1E00..<0x2000).contains(scalar.value))
    }
    guard isLetter(place - 1), isLetter(place) else { return .cut }
    return isLetter(place - 2) && isLetter(place + 1) ? .hyphenedCut : nil
  }

  /// Lets a word that no line can hold break between any two grapheme clusters.
  package func cut(_ id: WordID) {
    let word = text.words[Int(id)]
    guard !word.flags.contains(.isCut) else { return }
    text.words[Int(id)].flags.insert(.isCut)
    let range = Int(word.textStart)..<Int(word.textStart) + Int(word.textCount)
    // an array of its own: a slice would hold the table and have it copied at the next append
    let known = Array(text.breaks[Int(word.breakStart)..<Int(word.breakStart) + Int(word.breakCount)])
    breakBuffer.removeAll(keepingCapacity: true)
    breakBuffer.append(contentsOf: known)
    let taken = Set(known.map(\.byte))
    let characters = Array(String(decoding: text.text[range], as: UTF8.self))
    // of code and of addresses every character is the writer's
    let isCode =
      text.styles[Int(word.style)].look.hasFixedSpaces
      || text.text.withUnsafeBufferPointer { Address.isAddress(UnsafeBufferPointer(rebasing: $0[range])) }
    var offset = 0
    for (place, character) in characters.enumerated() {
      if offset > 0, !taken.contains(UInt16(offset)),
        let kind = isCode ? .cut : Shaper.cut(before: place, of: characters)
      {
        breakBuffer.append(WordBreak(kind: kind, byte: UInt16(offset)))
      }
      offset += character.utf8.count
    }
    breakBuffer.sort { $0.byte < $1.byte }
    setBreaks(of: id)
  }

  private func hyphenator(ofStyle style: Int) -> Hyphenator? {
    if let known = styleHyphenators[style] { return known }
    let found = hyphenator(for: languages[style])
    styleHyphenators[style] = .some(found)
    return found
  }

  /// A language tag's dictionary, loaded at first use; a missing one is reported once.
  private func hyphenator(for language: String) -> Hyphenator? {
    if let known = hyphenators[language] { return known }
    do throws(HyphenationError) {
      let hyphenator = try Hyphenator(language: language, exceptions: hyphenation, dictionaries: dictionaries)
      hyphenators[language] = .some(hyphenator)
      return hyphenator
    } catch {
      missingDictionaries.append(error)
      hyphenators[language] = .some(nil)
      return nil
    }
  }

  /// A word that begins with a capital (a name, or the first of a sentence) or holds several.
  private static func isName(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var i = 0
    while i < bytes.count {
      let (scalar, length) = BreakRules.scalar(bytes, i)
      if BreakRules.isLetterOrDigit(scalar), let value = Unicode.Scalar(scalar) {
        return scalar < 0x80 ? (0x41...0x5A).contains(scalar) : value.properties.isUppercase
      }
      i += length
    }
    return false
  }

  /// Measures the breaks in `breakBuffer` and makes them the word's.
  func setBreaks(of id: WordID) {
    let word = text.words[Int(id)]
    let glyphs = Int(word.glyphStart)..<Int(word.glyphStart) + Int(word.glyphCount)
    let style = text.styles[Int(word.style)]
    // taken out: measuring the parts of a ligature may come here again
    var measured: [WordBreak] = []
    swap(&measured, &measuredBuffer)
    measured.removeAll(keepingCapacity: true)
    let textStart = Int(word.textStart)
    let points = breakBuffer
    // points and clusters both ascend, those of a word that runs right to left from its last glyph on: one walk serves all
    let isBackward = word.level & 1 == 1
    let step = isBackward ? -1 : 1
    var index = isBackward ? glyphs.upperBound - 1 : glyphs.lowerBound
    var before: Int32 = 0
    var lastAdvance: Int32 = 0
    // Where a "word" is pages long, a line two ems short is nothing beside a break at every letter.
    let apart = word.textCount > Shaper.longestRead ? 2 * style.look.em : 0
    var lastCut: Int32 = 0
    for var point in points {
      // a break at a word's edge parts nothing, and its one part would be measured by itself for ever
      guard point.byte > 0, point.byte < word.textCount else { continue }
      while glyphs.contains(index), text.glyphs[index].cluster < point.byte {
        lastAdvance = text.glyphs[index].advance
        before += lastAdvance
        index += step
      }
      point.before = before
      if point.kind.isCut {
        if before - lastCut < apart { continue }
        lastCut = before
      }
      let atBoundary = glyphs.contains(index) && text.glyphs[index].cluster == point.byte
      if !atBoundary, isBackward || index > glyphs.lowerBound {
        // no cut goes through a ligature
        if point.kind.isCut || word.level != 0 { continue }
        // A ligature stands across the break: shape both parts by themselves.
        point.endWord = part(of: textStart..<textStart + Int(point.byte), style: Int(word.style))
        point.startWord = part(
          of: textStart + Int(point.byte)..<textStart + Int(word.textCount), style: Int(word.style))
        point.endCorrection = text.words[Int(point.endWord)].advance - before
        point.startCorrection = text.words[Int(point.startWord)].advance - (word.advance - before)
      }
      if style.look.hangs {
        let withLetters = style.look.hangsLetters
        func amounts(of scalar: UInt32) -> (leading: Int32, trailing: Int32) {
          MarginKerning.amounts(of: scalar, withLetters: withLetters)
        }
        switch point.kind {
        case .softHyphen, .hyphen, .reluctantHyphen, .hyphenedCut: point.trailingHang = style.hyphenHang
        case .ownHyphen: point.trailingHang = lastAdvance * amounts(of: 0x2D).trailing / 1000
        case .open:
          var last = textStart + Int(point.byte) - 1
          while last > textStart, text.text[last] & 0xC0 == 0x80 { last -= 1 }
          let (scalar, _) = text.text.withUnsafeBufferPointer { BreakRules.scalar($0, last) }
          point.trailingHang = lastAdvance * amounts(of: scalar).trailing / 1000
        case .cut: break
        }
        // a quotation that opens behind a dash; a letter behind a hyphen
        if atBoundary, withLetters ? point.kind != .cut : point.kind == .open {
          let next = textStart + Int(point.byte)
          let (opening, _) = text.text.withUnsafeBufferPointer { BreakRules.scalar($0, next) }
          point.leadingHang = text.glyphs[index].advance * amounts(of: opening).leading / 1000
        }
      }
      measured.append(point)
    }
    text.words[Int(id)].breakStart = UInt32(text.breaks.count)
    text.words[Int(id)].breakCount = UInt16(clamping: measured.count)
    text.breaks.append(contentsOf: measured)
    swap(&measured, &measuredBuffer)
  }

  /// A word made of part of the text table, for lines that begin or end within a ligature.
  private func part(of range: Range<Int>, style: Int) -> WordID {
    let saved = breakBuffer
    defer { breakBuffer = saved }
    // copied: looking a word up may move the table
    let bytes = Array(text.text[range])
    return bytes.withUnsafeBufferPointer { word($0, style: style) }
  }
}
