package import Hyphen
package import Pango
internal import Units

/// A character for which no font at hand has a glyph.
package struct MissingGlyph: Hashable, Sendable {
  package var scalar: UInt32
  package var style: Int
}

/// A face that was asked for and is not there.
package struct MissingFace: Hashable, Sendable {
  package var request: FontRequest
  /// PostScript name of what is used instead.
  package var substitute: String
}

/// Shapes, measures and hyphenates words, each distinct one once.
///
/// For one thread; what it gathers is a value (`text`) that others may read.
package final class Shaper {
  // One thread uses a shaper and no closure of it is handed out while a table
  // changes: run-time exclusivity checks cost 3 % of a book here and find nothing.
  @exclusivity(unchecked) package private(set) var text = ShapedText()
  private let library: FontLibrary
  private let hyphenation: HyphenationExceptions?
  private let dictionaries: HyphenationDictionaries
  private var hyphenators: [String: Hyphenator?] = [:]
  private var styleIDs: [TextStyle: Int] = [:]
  private var libraryStyles: [Int] = []
  private var languages: [String] = []
  @exclusivity(unchecked) private var slots: [UInt32]
  private var used = 0
  @exclusivity(unchecked) private var runBuffer: [ShapedRun] = []
  @exclusivity(unchecked) private var glyphBuffer: [ShapedGlyph] = []
  private var offsetBuffer: [UInt16] = []
  private var breakBuffer: [WordBreak] = []

  package private(set) var missingGlyphs: [MissingGlyph] = []
  package private(set) var missingFaces: [MissingFace] = []
  package private(set) var missingDictionaries: [HyphenationError] = []
  private var reportedGlyphs: Set<MissingGlyph> = []

  /// Longer runs without a space are parted: bytes of a word are counted in 16 bits.
  package static let longestWord = 4096

  /// - Parameter dictionaries: shared by the workers of a run, so that each is loaded once.
  package init(
    _ configuration: FontConfiguration, hyphenation: HyphenationExceptions? = nil,
    dictionaries: HyphenationDictionaries = HyphenationDictionaries()
  ) {
    self.dictionaries = dictionaries
    library = FontLibrary(configuration)
    self.hyphenation = hyphenation
    slots = [UInt32](repeating: 0, count: 1 << 13)
  }

  /// Gives the shaped text away; the shaper is empty afterwards.
  package consuming func finish() -> ShapedText { text }

  // MARK: Styles

  /// The number of a style in this shaper, from 0.
  package func style(_ style: TextStyle) -> Int {
    if let known = styleIDs[style] { return known }
    let handle = library.style(for: style.font)
    libraryStyles.append(handle)
    languages.append(style.font.language)
    let space = single(0x20, handle)
    let hyphen = single(0x2D, handle)
    let dot = single(0x2E, handle)
    let face = library.fonts[space.font]
    text.styles.append(
      MeasuredStyle(
        look: Look(style), spaceFont: UInt16(clamping: space.font), hyphenFont: UInt16(clamping: hyphen.font),
        spaceGlyph: UInt16(clamping: space.glyph.id), hyphenGlyph: UInt16(clamping: hyphen.glyph.id),
        dotFont: UInt16(clamping: dot.font), dotGlyph: UInt16(clamping: dot.glyph.id), dotAdvance: dot.glyph.advance,
        spaceAdvance: space.glyph.advance + Int32(clamping: style.letterSpacing.units),
        hyphenAdvance: hyphen.glyph.advance,
        hyphenHang: style.hangs ? hyphen.glyph.advance * MarginKerning.amounts(of: 0x2D).trailing / 1000 : 0,
        spaceError: widthError(space.font, space.glyph.id, style.font.size),
        ascent: Int32(clamping: face.ascent.units), descent: Int32(clamping: face.descent.units)))
    if face.isItalic != style.font.isItalic || (style.font.isBold && !face.isBold) {
      missingFaces.append(MissingFace(request: style.font, substitute: face.postScriptName))
    }
    text.fonts = library.fonts
    styleIDs[style] = text.styles.count - 1
    return text.styles.count - 1
  }

  private func single(_ byte: UInt8, _ handle: Int) -> (font: Int, glyph: ShapedGlyph) {
    runBuffer.removeAll(keepingCapacity: true)
    glyphBuffer.removeAll(keepingCapacity: true)
    withUnsafeBytes(of: byte) {
      library.shape($0.bindMemory(to: UInt8.self), style: handle, runs: &runBuffer, glyphs: &glyphBuffer)
    }
    return (runBuffer.first?.font ?? 0, glyphBuffer.first ?? .none)
  }

  // MARK: Words

  /// The word of these bytes, at most `longestWord` of them, in a left-to-right style.
  package func word(_ bytes: UnsafeBufferPointer<UInt8>, style: Int) -> WordID {
    let hash = Shaper.hash(bytes, style: style, level: 0)
    if let known = find(bytes, hash: hash, style: style, level: 0) { return known }
    runBuffer.removeAll(keepingCapacity: true)
    glyphBuffer.removeAll(keepingCapacity: true)
    library.shape(bytes, style: libraryStyles[style], runs: &runBuffer, glyphs: &glyphBuffer)
    return insert(bytes, base: 0, hash: hash, style: style, level: 0, flags: [])
  }

  /// A new word without letters, as wide as what stands in its place: a picture.
  package func room(_ width: Int32, style: Int) -> WordID {
    text.words.append(
      Word(
        textStart: UInt32(text.text.count), glyphStart: UInt32(text.glyphs.count), glyphCount: 0, textCount: 0,
        style: UInt16(clamping: style), runCount: 0, runStart: UInt32(text.runs.count), advance: width, leadingHang: 0,
        trailingHang: 0, widthError: 0, breakStart: UInt32(text.breaks.count), breakCount: 0,
        // there is nothing to divide
        flags: [.isHyphenated, .isCut, .isContextual], level: 0, hash: 0))
    return WordID(text.words.count - 1)
  }

  /// A number in the style and at the level of another word.
  package func number(_ value: Int, like other: WordID) -> WordID {
    let style = Int(text.words[Int(other)].style)
    let level = text.words[Int(other)].level
    var digits = String(value)
    let id = digits.withUTF8 { word($0, style: style) }
    guard level != 0 else { return id }
    var copy = text.words[Int(id)]
    copy.level = level
    text.words.append(copy)
    return WordID(text.words.count - 1)
  }

  private func find(_ bytes: UnsafeBufferPointer<UInt8>, hash: UInt32, style: Int, level: UInt8) -> WordID? {
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    return slots.withUnsafeBufferPointer { slots in
      text.words.withUnsafeBufferPointer { words in
        text.text.withUnsafeBufferPointer { known in
          while slots[slot] != 0 {
            let id = slots[slot] - 1
            let word = words[Int(id)]
            if word.hash == hash, Int(word.textCount) == bytes.count, Int(word.style) == style, word.level == level {
              let start = Int(word.textStart)
              var same = true
              for i in 0..<bytes.count where known[start + i] != bytes[i] {
                same = false
                break
              }
              if same { return id }
            }
            slot = (slot + 1) & mask
          }
          return nil
        }
      }
    }
  }

  /// Appends what stands in the buffers as a new word. `base` is where the word
  /// begins in the text that the buffers' byte offsets count from.
  private func insert(
    _ bytes: UnsafeBufferPointer<UInt8>, base: Int, hash: UInt32, style: Int, level: UInt8, flags: Word.Flags
  ) -> WordID {
    let id = WordID(text.words.count)
    let measured = text.styles[style]
    let spacing = measured.look.letterSpacing
    var advance: Int32 = 0
    var widthError: Float = 0
    let glyphStart = text.glyphs.count
    let runStart = text.runs.count
    for run in runBuffer {
      text.runs.append(
        WordRun(
          font: UInt16(clamping: run.font), glyphStart: UInt16(clamping: text.glyphs.count - glyphStart),
          glyphCount: UInt16(clamping: run.glyphs.count), level: run.level))
      for index in run.glyphs {
        let glyph = glyphBuffer[index]
        if glyph.isMissing { noteMissing(bytes, at: Int(glyph.cluster) - base, style: style) }
        text.glyphs.append(
          WordGlyph(
            id: UInt16(clamping: glyph.id), cluster: UInt16(clamping: Int(glyph.cluster) - base),
            advance: glyph.advance + spacing, xOffset: Int16(clamping: glyph.xOffset),
            yOffset: Int16(clamping: glyph.yOffset)))
        advance += glyph.advance + spacing
        widthError += self.widthError(run.font, glyph.id, Length(units: Int(measured.look.em)))
      }
    }
    let textStart = text.text.count
    text.text.append(contentsOf: bytes)
    text.fonts = library.fonts
    var word = Word(
      textStart: UInt32(textStart), glyphStart: UInt32(glyphStart), glyphCount: UInt16(clamping: text.glyphs.count - glyphStart),
      textCount: UInt16(clamping: bytes.count), style: UInt16(clamping: style),
      runCount: UInt16(clamping: runBuffer.count), runStart: UInt32(runStart), advance: advance, leadingHang: 0,
      trailingHang: 0, widthError: widthError, breakStart: UInt32(text.breaks.count), breakCount: 0, flags: flags,
      level: level, hash: hash)
    word.flags.formUnion(Word.Flags(rawValue: BreakRules.punctuation(bytes).rawValue << 3))
    if measured.look.hangs, level == 0, bytes.count > 0 { hang(&word, bytes) }
    if !flags.contains(.isContextual), level == 0 {
      breakBuffer.removeAll(keepingCapacity: true)
      BreakRules.scan(bytes) { byte, kind in
        breakBuffer.append(
          WordBreak(kind: kind, byte: UInt16(byte)))
      }
      text.words.append(word)
      if !flags.contains(.isContextual) { remember(id, hash) }
      if !breakBuffer.isEmpty { setBreaks(of: id) }
    } else {
      text.words.append(word)
      if !flags.contains(.isContextual) { remember(id, hash) }
    }
    return id
  }

  private func hang(_ word: inout Word, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard word.glyphCount > 0 else { return }
    let (first, _) = BreakRules.scalar(bytes, 0)
    let leading = MarginKerning.amounts(of: first).leading
    if leading != 0 { word.leadingHang = text.glyphs[Int(word.glyphStart)].advance * leading / 1000 }
    var last = bytes.count - 1
    while last > 0, bytes[last] & 0xC0 == 0x80 { last -= 1 }
    let (final, _) = BreakRules.scalar(bytes, last)
    let trailing = MarginKerning.amounts(of: final).trailing
    if trailing != 0 {
      word.trailingHang = text.glyphs[Int(word.glyphStart) + Int(word.glyphCount) - 1].advance * trailing / 1000
    }
  }

  private func remember(_ id: WordID, _ hash: UInt32) {
    used += 1
    if used * 2 > slots.count {
      let mask = slots.count * 2 - 1
      var larger = [UInt32](repeating: 0, count: mask + 1)
      for old in slots where old != 0 {
        var slot = Int(text.words[Int(old - 1)].hash) & mask
        while larger[slot] != 0 { slot = (slot + 1) & mask }
        larger[slot] = old
      }
      slots = larger
    }
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = id + 1
  }

  /// FNV-1a over 8 bytes at a time, folded.
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, style: Int, level: UInt8) -> UInt32 {
    var h: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(style) << 8 ^ UInt64(level)
    var i = 0
    while i + 8 <= bytes.count {
      var chunk: UInt64 = 0
      for k in 0..<8 { chunk |= UInt64(bytes[i + k]) << UInt64(8 * k) }
      h = (h ^ chunk) &* 0x0000_0100_0000_01B3
      h ^= h >> 29
      i += 8
    }
    while i < bytes.count {
      h = (h ^ UInt64(bytes[i])) &* 0x0000_0100_0000_01B3
      i += 1
    }
    h ^= h >> 32
    h = h &* 0x9E37_79B9_7F4A_7C15
    return UInt32(truncatingIfNeeded: h >> 32)
  }

  private func widthError(_ font: Int, _ glyph: UInt32, _ size: Length) -> Float {
    Float(library.widthError(font: font, glyph: glyph) * Double(size.units))
  }

  private func noteMissing(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, style: Int) {
    guard offset >= 0, offset < bytes.count else { return }
    let (scalar, _) = BreakRules.scalar(bytes, offset)
    let missing = MissingGlyph(scalar: scalar, style: style)
    if reportedGlyphs.insert(missing).inserted { missingGlyphs.append(missing) }
  }

  // MARK: Breaks inside words

  /// Finds the hyphenation points of a word, once.
  package func hyphenate(_ id: WordID) {
    let word = text.words[Int(id)]
    guard !word.flags.contains(.isHyphenated) else { return }
    text.words[Int(id)].flags.insert(.isHyphenated)
    guard text.styles[Int(word.style)].look.hyphenates, word.level == 0, !word.flags.contains(.isContextual), word.textCount >= 5,
      let hyphenator = hyphenator(for: languages[Int(word.style)])
    else { return }
    let range = Int(word.textStart)..<Int(word.textStart) + Int(word.textCount)
    offsetBuffer.removeAll(keepingCapacity: true)
    var isReluctant = false
    text.text.withUnsafeBufferPointer { all in
      let bytes = UnsafeBufferPointer(rebasing: all[range])
      hyphenator.breaks(in: bytes, into: &offsetBuffer)
      isReluctant = !offsetBuffer.isEmpty && Shaper.isName(bytes)
    }
    guard !offsetBuffer.isEmpty else { return }
    // an array of its own: a slice would hold the table and have it copied at the next append
    let known = Array(text.breaks[Int(word.breakStart)..<Int(word.breakStart) + Int(word.breakCount)])
    // points of a compound stand back behind its own hyphens
    let isCompound = known.contains { $0.kind == .ownHyphen }
    breakBuffer.removeAll(keepingCapacity: true)
    breakBuffer.append(contentsOf: known)
    for offset in offsetBuffer where !known.contains(where: { $0.byte == offset }) {
      breakBuffer.append(
        WordBreak(kind: isReluctant || isCompound ? .reluctantHyphen : .hyphen, byte: offset))
    }
    breakBuffer.sort { $0.byte < $1.byte }
    setBreaks(of: id)
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
    let string = String(decoding: text.text[range], as: UTF8.self)
    var offset = 0
    for character in string {
      if offset > 0, !taken.contains(UInt16(offset)) { breakBuffer.append(WordBreak(kind: .cut, byte: UInt16(offset))) }
      offset += character.utf8.count
    }
    breakBuffer.sort { $0.byte < $1.byte }
    setBreaks(of: id)
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
        return value.properties.isUppercase
      }
      i += length
    }
    return false
  }

  /// Measures the breaks in `breakBuffer` and makes them the word's.
  private func setBreaks(of id: WordID) {
    let word = text.words[Int(id)]
    let glyphs = Int(word.glyphStart)..<Int(word.glyphStart) + Int(word.glyphCount)
    let style = text.styles[Int(word.style)]
    var measured: [WordBreak] = []
    measured.reserveCapacity(breakBuffer.count)
    let textStart = Int(word.textStart)
    let points = breakBuffer
    // points and clusters both ascend: one walk serves all
    var index = glyphs.lowerBound
    var before: Int32 = 0
    var lastAdvance: Int32 = 0
    for var point in points {
      while index < glyphs.upperBound, text.glyphs[index].cluster < point.byte {
        lastAdvance = text.glyphs[index].advance
        before += lastAdvance
        index += 1
      }
      point.before = before
      let atBoundary = index < glyphs.upperBound && text.glyphs[index].cluster == point.byte
      if !atBoundary, index > glyphs.lowerBound {
        // no cut goes through a ligature
        if point.kind == .cut { continue }
        // A ligature stands across the break: shape both parts by themselves.
        point.endWord = part(of: textStart..<textStart + Int(point.byte), style: Int(word.style))
        point.startWord = part(of: textStart + Int(point.byte)..<textStart + Int(word.textCount), style: Int(word.style))
        point.endCorrection = text.words[Int(point.endWord)].advance - before
        point.startCorrection = text.words[Int(point.startWord)].advance - (word.advance - before)
      }
      if style.look.hangs {
        switch point.kind {
        case .softHyphen, .hyphen, .reluctantHyphen: point.trailingHang = style.hyphenHang
        case .ownHyphen: point.trailingHang = lastAdvance * MarginKerning.amounts(of: 0x2D).trailing / 1000
        case .open:
          var last = textStart + Int(point.byte) - 1
          while last > textStart, text.text[last] & 0xC0 == 0x80 { last -= 1 }
          let (scalar, _) = text.text.withUnsafeBufferPointer { BreakRules.scalar($0, last) }
          point.trailingHang = lastAdvance * MarginKerning.amounts(of: scalar).trailing / 1000
        case .cut: break
        }
      }
      measured.append(point)
    }
    text.words[Int(id)].breakStart = UInt32(text.breaks.count)
    text.words[Int(id)].breakCount = UInt16(clamping: measured.count)
    text.breaks.append(contentsOf: measured)
  }

  /// A word made of part of the text table, for lines that begin or end within a ligature.
  private func part(of range: Range<Int>, style: Int) -> WordID {
    let saved = breakBuffer
    defer { breakBuffer = saved }
    // copied: looking a word up may move the table
    let bytes = Array(text.text[range])
    return bytes.withUnsafeBufferPointer { word($0, style: style) }
  }

  // MARK: Other scripts

  /// What a paragraph of another script, or of several directions, is parted into.
  package struct Piece: Sendable {
    package var word: WordID
    package var bytes: Range<Int>
    /// White space stands before the piece.
    package var followsSpace: Bool
    /// A line may begin with this piece.
    package var mayBreakBefore: Bool
  }

  /// Shapes a paragraph as a whole: bidi, joining scripts, scripts without spaces.
  /// `runs` covers `bytes`; pieces come in logical order and leave out white space.
  package func pieces(
    of bytes: UnsafeBufferPointer<UInt8>, runs: [(end: Int, style: Int)], direction: FontLibrary.Direction
  ) -> [Piece] {
    var pieces: [Piece] = []
    guard bytes.count > 0 else { return [] }
    var scalars = 0
    for byte in bytes where byte & 0xC0 != 0x80 { scalars += 1 }
    var flags: [BreakFlags] = []
    library.lineBreaks(in: bytes, scalars: scalars, style: libraryStyles[runs[0].style], into: &flags)
    let handles = runs.map { (end: $0.end, style: libraryStyles[$0.style]) }
    let items = library.itemize(bytes, runs: handles, direction: direction)
    var byte = 0
    var scalar = 0
    var run = 0
    var item = 0
    var followsSpace = false
    while byte < bytes.count {
      while item < items.count - 1, byte >= items.items[item].bytes.upperBound { item += 1 }
      while run < runs.count - 1, byte >= runs[run].end { run += 1 }
      if flags[scalar].contains(.white), bytes[byte] != 0xC2 {  // a no-break space (C2 A0) is no place to part
        followsSpace = true
        byte += BreakRules.scalar(bytes, byte).1
        scalar += 1
        continue
      }
      let start = byte
      let mayBreak = flags[scalar].contains(.line)
      let limit = min(items.items[item].bytes.upperBound, runs[run].end, start + Shaper.longestWord)
      repeat {
        byte += BreakRules.scalar(bytes, byte).1
        scalar += 1
      } while byte < limit && !flags[scalar].contains(.line) && !(flags[scalar].contains(.white) && bytes[byte] != 0xC2)
      byte = min(byte, bytes.count)
      let level = items.items[item].level
      let part = start..<byte
      let text = UnsafeBufferPointer(rebasing: bytes[part])
      // pieces that touch a neighbour may be joined to it: shaped in their context, never reused
      let touches = (!followsSpace && !mayBreak && start > 0) || (byte < bytes.count && !flags[scalar].contains(.white) && !flags[scalar].contains(.line))
      let style = runs[run].style
      let hash = Shaper.hash(text, style: style, level: level | 0x80)
      var id = touches ? nil : find(text, hash: hash, style: style, level: level)
      if id == nil {
        runBuffer.removeAll(keepingCapacity: true)
        glyphBuffer.removeAll(keepingCapacity: true)
        library.shape(items, item: item, bytes: part, runs: &runBuffer, glyphs: &glyphBuffer)
        id = insert(
          text, base: start, hash: hash, style: style, level: level, flags: touches ? .isContextual : [])
      }
      if let id {
        pieces.append(
          Piece(word: id, bytes: part, followsSpace: followsSpace, mayBreakBefore: mayBreak || followsSpace))
      }
      followsSpace = false
    }
    return pieces
  }
}
