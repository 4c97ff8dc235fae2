package import Hyphen
internal import Libc
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
  @exclusivity(unchecked) package internal(set) var text = ShapedText()
  let library: FontLibrary
  let hyphenation: HyphenationExceptions?
  let dictionaries: HyphenationDictionaries
  var hyphenators: [String: Hyphenator?] = [:]
  /// By style; nil where the style's words have not been asked for yet.
  @exclusivity(unchecked) var styleHyphenators: [Hyphenator??] = []
  private var styleIDs: [TextStyle: Int] = [:]
  /// As they were asked for, by their numbers.
  var askedStyles: [TextStyle] = []
  @exclusivity(unchecked) var libraryStyles: [Int] = []
  var languages: [String] = []
  /// By style.
  var ideographFamilies: [Int: String] = [:]
  /// The words by their hashes, but not the short ones.
  @exclusivity(unchecked) private var slots: [Slot]
  private var used = 0
  @exclusivity(unchecked) var segmentCache = SegmentCache()
  /// Nearly all words of a text are short: found with one look at memory, where the others take three.
  @exclusivity(unchecked) private var shorts: [ShortSlot]
  private var usedShorts = 0
  /// The short words met last, in a table that the processor can keep at hand.
  @exclusivity(unchecked) private var recent: [(word: ShortWord, id: WordID)]
  @exclusivity(unchecked) var runBuffer: [ShapedRun] = []
  @exclusivity(unchecked) var glyphBuffer: [ShapedGlyph] = []
  @exclusivity(unchecked) var offsetBuffer: [UInt16] = []
  @exclusivity(unchecked) var breakBuffer: [WordBreak] = []
  @exclusivity(unchecked) var measuredBuffer: [WordBreak] = []

  package internal(set) var missingGlyphs: [MissingGlyph] = []
  /// Emoji for which their names stand, each as often as it makes a new word.
  package internal(set) var namedSigns = 0
  package private(set) var missingFaces: [MissingFace] = []
  /// Families that text asks for and that are not there, and the families used instead.
  package private(set) var missingFamilies: [(asked: String, used: String, advice: FontAdvice?)] = []
  /// Faces without some letters of their text.
  package var lacks: [FaceLack] { library.lacks }
  private static let genericFamilies: Set = ["serif", "sans-serif", "sans", "monospace", "mono"]
  /// Features that a theme asks for, with a face that was asked, and whether some face has them.
  package private(set) var chosenFeatures: [(tag: String, face: String, isThere: Bool)] = []
  /// Faces asked for small capitals that have none.
  package private(set) var facesWithoutSmallCapitals: [String] = []
  package internal(set) var missingDictionaries: [HyphenationError] = []
  var reportedGlyphs: Set<MissingGlyph> = []

  /// Longer runs without a space are parted: bytes of a word are counted in 16 bits.
  package static var longestWord: Int { 4096 }
  /// Grapheme clusters of a word that runs right to left; behind so many, more than any language's longest word
  /// has, a line may end.
  static var longestBackward: Int { 24 }
  /// Bytes that nobody reads as one word any more.
  static let longestRead = 512

  /// - Parameter dictionaries: shared by the workers of a run, so that each is loaded once.
  package init(
    _ configuration: FontConfiguration, hyphenation: HyphenationExceptions? = nil,
    dictionaries: HyphenationDictionaries = HyphenationDictionaries()
  ) {
    self.dictionaries = dictionaries
    library = FontLibrary(configuration)
    self.hyphenation = hyphenation
    slots = [Slot](repeating: Slot(), count: 1 << 10)
    shorts = [ShortSlot](repeating: ShortSlot(), count: 1 << 13)
    recent = Array(repeating: (ShortWord(), 0), count: ShortWord.places)
    // Room for the words of a long novel: what is not used costs no memory, and nothing is copied as the tables grow.
    text.words.reserveCapacity(1 << 16)
    text.runs.reserveCapacity(1 << 16)
    text.breaks.reserveCapacity(1 << 16)
    text.glyphs.reserveCapacity(1 << 19)
    text.text.reserveCapacity(1 << 19)
  }

  /// Gives the shaped text away; the shaper is empty afterwards.
  package consuming func finish() -> ShapedText { text }

  // MARK: Styles

  /// The number of a style in this shaper, from 0.
  package func style(_ asked: TextStyle) -> Int {
    if let known = styleIDs[asked] { return known }
    var style = asked
    style.font.features = features(of: asked)
    let handle = library.style(for: style.font)
    libraryStyles.append(handle)
    languages.append(style.font.language)
    styleHyphenators.append(nil)
    let level = levelStyle(of: style)
    let (space, hyphen, dot) = (single(0x20, level), single(0x2D, level), single(0x2E, level))
    let face = library.fonts[space.font]
    var look = ComputedStyle(style)
    var (ascent, descent) = (Int32(clamping: face.ascent.units), Int32(clamping: face.descent.units))
    var spaceAdvance = space.glyph.advance
    switch style.stance {
    case .level, .abreast: break
    // the middle of the font's height on that of the line
    case .turned: look.rise -= (ascent - descent) / 2
    case .stacked: (ascent, descent, spaceAdvance) = (look.em / 2, look.em / 2, look.em / 4)
    }
    text.styles.append(
      MeasuredStyle(
        look: look, language: LanguageTag(style.font.language), spaceFont: UInt16(clamping: space.font),
        hyphenFont: UInt16(clamping: hyphen.font),
        spaceGlyph: UInt16(clamping: space.glyph.id), hyphenGlyph: UInt16(clamping: hyphen.glyph.id),
        dotFont: UInt16(clamping: dot.font), dotGlyph: UInt16(clamping: dot.glyph.id), dotAdvance: dot.glyph.advance,
        spaceAdvance: spaceAdvance + Int32(clamping: style.letterSpacing.units),
        hyphenAdvance: hyphen.glyph.advance,
        hyphenHang: style.hangs
          ? hyphen.glyph.advance * MarginKerning.amounts(of: 0x2D, withLetters: style.hangsLetters).trailing / 1000 : 0,
        spaceError: widthError(space.font, space.glyph.id, style.font.size),
        ascent: ascent, descent: descent))
    let family = FontFamilies.names(in: style.font.family).first ?? style.font.family
    if !face.family.lowercased().hasPrefix(family.lowercased()), !Shaper.genericFamilies.contains(family.lowercased()),
      !missingFamilies.contains(where: { $0.asked == family }), !library.hasFamily(family)
    {
      missingFamilies.append((family, face.family, library.advice(on: family)))
    } else if face.isItalic != style.font.isItalic || (style.font.isBold && !face.isBold) {
      var request = style.font
      request.family = familyName(request.family)
      missingFaces.append(MissingFace(request: request, substitute: face.postScriptName))
    }
    if style.font.features.contains("smcp=1"), style.stance != .stacked, !library.hasFeature("smcp", font: space.font),
      !facesWithoutSmallCapitals.contains(face.postScriptName)
    {
      facesWithoutSmallCapitals.append(face.postScriptName)
    }
    if !style.chosenFeatures.isEmpty { note(style.chosenFeatures, in: face, font: space.font) }
    text.fonts = library.fonts
    styleIDs[asked] = text.styles.count - 1
    askedStyles.append(style)
    return text.styles.count - 1
  }

  private func note(_ features: String, in face: LoadedFont, font: Int) {
    for feature in features.split(separator: ",") where !feature.hasSuffix("=0") && !feature.hasPrefix("smcp") {
      let tag = String(feature.prefix(4))
      let isThere = library.hasFeature(tag, font: font)
      if let known = chosenFeatures.firstIndex(where: { $0.tag == tag }) {
        if isThere { chosenFeatures[known].isThere = true }
      } else {
        chosenFeatures.append((tag, face.postScriptName, isThere))
      }
    }
  }

  /// Those asked for, and what the face needs besides.
  private func features(of style: TextStyle) -> String {
    let space = single(0x20, library.style(for: style.font)).font
    return FigureForms.features(for: library.fonts[space], asked: style.font.features) {
      library.hasFeature($0, font: space)
    }
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
    guard let short = ShortWord(bytes, style: style) else { return longWord(bytes, style: style) }
    let place = short.place(in: ShortWord.places)
    if recent[place].word == short { return recent[place].id }
    let id = find(short) ?? shortWord(short, bytes, style: style)
    recent[place] = (short, id)
    return id
  }

  private func shortWord(_ short: ShortWord, _ bytes: UnsafeBufferPointer<UInt8>, style: Int) -> WordID {
    let id = newWord(bytes, hash: nil, style: style)
    usedShorts += 1
    // Fuller than two thirds, a table without an answer is searched too long.
    if usedShorts * 3 > shorts.count * 2 {
      var larger = [ShortSlot](repeating: ShortSlot(), count: shorts.count * 2)
      for old in shorts where old.entry != 0 { Shaper.enter(old, in: &larger) }
      shorts = larger
    }
    Shaper.enter(ShortSlot(word: short, entry: id + 1), in: &shorts)
    return id
  }

  private func longWord(_ bytes: UnsafeBufferPointer<UInt8>, style: Int) -> WordID {
    let hash = Shaper.hash(bytes, style: style, level: 0)
    return find(bytes, hash: hash, style: style, level: 0) ?? newWord(bytes, hash: hash, style: style)
  }

  private func newWord(_ bytes: UnsafeBufferPointer<UInt8>, hash: UInt32?, style: Int) -> WordID {
    runBuffer.removeAll(keepingCapacity: true)
    glyphBuffer.removeAll(keepingCapacity: true)
    library.shape(bytes, style: libraryStyles[style], runs: &runBuffer, glyphs: &glyphBuffer)
    return insert(bytes, base: 0, hash: hash, style: style, level: 0, flags: [])
  }

  /// A new word without letters, as wide as what stands in its place: a picture.
  package func room(_ width: Int32, style: Int, level: UInt8 = 0) -> WordID {
    text.words.append(
      Word(
        textStart: UInt32(text.text.count), glyphStart: UInt32(text.glyphs.count), glyphCount: 0, textCount: 0,
        style: UInt16(clamping: style), runCount: 0, runStart: UInt32(text.runs.count), advance: width, leadingHang: 0,
        trailingHang: 0, widthError: 0, breakStart: UInt32(text.breaks.count), breakCount: 0,
        // there is nothing to divide
        flags: [.isHyphenated, .isCut, .isContextual], level: level))
    return WordID(text.words.count - 1)
  }

  /// A number in the style and at the level of another word.
  package func number(_ value: Int, like other: WordID) -> WordID {
    word(Array(String(value).utf8), like: other)
  }

  /// A word that stands in the place of another.
  package func word(_ bytes: [UInt8], like other: WordID) -> WordID {
    let level = text.words[Int(other)].level
    let style = Int(text.words[Int(other)].style)
    let id = bytes.withUnsafeBufferPointer { word($0, style: style) }
    guard level != 0 else { return id }
    var copy = text.words[Int(id)]
    copy.level = level
    text.words.append(copy)
    return WordID(text.words.count - 1)
  }

  /// A place of the hash table. With the hash in it a word of another hash is not looked at.
  private struct Slot {
    var hash: UInt32 = 0
    /// A word's number and 1; 0 where the slot is free.
    var entry: UInt32 = 0
  }

  private struct ShortSlot {
    var word = ShortWord()
    /// A word's number and 1; 0 where the slot is free.
    var entry: UInt32 = 0
  }

  private func find(_ short: ShortWord) -> WordID? {
    let mask = shorts.count - 1
    var slot = short.place(in: shorts.count)
    while shorts[slot].entry != 0 {
      if shorts[slot].word == short { return shorts[slot].entry - 1 }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private static func enter(_ entry: ShortSlot, in shorts: inout [ShortSlot]) {
    let mask = shorts.count - 1
    var slot = entry.word.place(in: shorts.count)
    while shorts[slot].entry != 0 { slot = (slot + 1) & mask }
    shorts[slot] = entry
  }

  func find(_ bytes: UnsafeBufferPointer<UInt8>, hash: UInt32, style: Int, level: UInt8) -> WordID? {
    slots.withUnsafeBufferPointer { slots in
      let mask = slots.count - 1
      var slot = Int(hash) & mask
      while slots[slot].entry != 0 {
        if slots[slot].hash == hash, isWord(slots[slot].entry - 1, bytes, style: style, level: level) {
          return slots[slot].entry - 1
        }
        slot = (slot + 1) & mask
      }
      return nil
    }
  }

  private func isWord(_ id: WordID, _ bytes: UnsafeBufferPointer<UInt8>, style: Int, level: UInt8) -> Bool {
    let word = text.words.withUnsafeBufferPointer { $0[Int(id)] }
    guard Int(word.textCount) == bytes.count, Int(word.style) == style, word.level == level else { return false }
    return text.text.withUnsafeBufferPointer { known in
      guard let start = known.baseAddress, let other = bytes.baseAddress else { return bytes.isEmpty }
      return memcmp(start + Int(word.textStart), other, bytes.count) == 0
    }
  }

  /// Appends what stands in the buffers as a new word. `base` is where the word
  /// begins in the text that the buffers' byte offsets count from. By its hash, if it is
  /// given and the word is not contextual, the word is found again.
  /// - Parameter next: the character right behind it, where that is a mark as wide as an ideograph.
  func insert(
    _ bytes: UnsafeBufferPointer<UInt8>, base: Int, hash: UInt32?, style: Int, level: UInt8, flags: Word.Flags,
    before next: UInt32? = nil
  ) -> WordID {
    if hasSignsToName(bytes) {
      nameSigns(bytes, base: base, style: style, goesOn: base > 0 && flags.contains(.isContextual))
    }
    joinStacks(bytes, base: base)
    placeMarks(bytes, base: base, em: text.styles[style].look.em)
    let id = WordID(text.words.count)
    let measured = text.styles[style]
    let spacing = measured.look.letterSpacing
    var advance: Int32 = 0
    var widthError: Float = 0
    let glyphStart = text.glyphs.count
    let runStart = text.runs.count
    let shaped = glyphBuffer
    for run in runBuffer {
      let em = Length(units: Int(measured.look.em))
      let runGlyphs = text.glyphs.count - glyphStart
      // what speaks against its being simple
      var strays = Int(run.level & 1) | (run.glyphs.count ^ bytes.count)
      text.glyphs.append(addingCapacity: run.glyphs.count) { glyphs in
        for index in run.glyphs {
          let glyph = shaped[index]
          strays |= (Int(glyph.cluster) - base) ^ (index - run.glyphs.lowerBound) | Int(glyph.xOffset | glyph.yOffset)
          if glyph.isMissing { noteMissing(bytes, at: Int(glyph.cluster) - base, style: style) }
          glyphs.append(
            WordGlyph(
              id: UInt16(clamping: glyph.id), cluster: UInt16(clamping: Int(glyph.cluster) - base),
              advance: glyph.advance + spacing, xOffset: Int16(clamping: glyph.xOffset),
              yOffset: Int16(clamping: glyph.yOffset)))
          advance += glyph.advance + spacing
          widthError += self.widthError(run.font, glyph.id, em)
        }
      }
      text.runs.append(
        WordRun(
          font: UInt16(clamping: run.font), glyphStart: UInt16(clamping: runGlyphs),
          glyphCount: UInt16(clamping: run.glyphs.count), level: run.level, isSimple: strays == 0))
    }
    switch measured.look.stance {
    case .level, .turned: break
    case .stacked: (advance, widthError) = (place(from: glyphStart, stackedBy: measured.look.em), 0)
    case .abreast: (advance, widthError) = (place(from: glyphStart, abreastIn: measured), 0)
    }
    if level & 1 == 0 {
      let look = measured.look
      advance -= closeUp(from: glyphStart, bytes, em: look.em, isStacked: look.stance == .stacked, before: next)
    }
    let textStart = text.text.count
    text.text.append(contentsOf: bytes)
    if text.fonts.count != library.fonts.count { text.fonts = library.fonts }
    var word = Word(
      textStart: UInt32(textStart), glyphStart: UInt32(glyphStart),
      glyphCount: UInt16(clamping: text.glyphs.count - glyphStart),
      textCount: UInt16(clamping: bytes.count), style: UInt16(clamping: style),
      runCount: UInt16(clamping: runBuffer.count), runStart: UInt32(runStart), advance: advance, leadingHang: 0,
      trailingHang: 0, widthError: widthError, breakStart: UInt32(text.breaks.count), breakCount: 0, flags: flags,
      level: level)
    let companion = UnbreakablePair(bytes)
    let punctuation = BreakRules.punctuation(bytes, companion)
    word.flags.formUnion(Word.Flags(rawValue: punctuation.rawValue << 3 | companion.rawValue << 5))
    if BreakRules.goesOn(bytes) { word.flags.insert(.goesOn) }
    word.likeness = Word.likeness(bytes)
    if measured.look.hangs, level == 0, bytes.count > 0 { hang(&word, bytes) }
    text.words.append(word)
    // what is shaped with its neighbours was parted by the rules of its whole text
    let isContextual = flags.contains(.isContextual)
    if let hash, !isContextual { remember(id, hash) }
    if level & 1 == 0 {
      breakBuffer.removeAll(keepingCapacity: true)
      BreakRules.scan(bytes) { byte, kind in
        if !isContextual && level == 0 || kind == .softHyphen {
          breakBuffer.append(WordBreak(kind: kind, byte: UInt16(byte)))
        }
      }
      if !breakBuffer.isEmpty { setBreaks(of: id) }
    }
    return id
  }

  private func remember(_ id: WordID, _ hash: UInt32) {
    used += 1
    if used * 2 > slots.count {
      var larger = [Slot](repeating: Slot(), count: slots.count * 2)
      for old in slots where old.entry != 0 { Shaper.enter(old, in: &larger) }
      slots = larger
    }
    Shaper.enter(Slot(hash: hash, entry: id + 1), in: &slots)
  }

  private static func enter(_ entry: Slot, in slots: inout [Slot]) {
    let mask = slots.count - 1
    var slot = Int(entry.hash) & mask
    while slots[slot].entry != 0 { slot = (slot + 1) & mask }
    slots[slot] = entry
  }

  /// FNV-1a over 8 bytes at a time, folded.
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>, style: Int, level: UInt8) -> UInt32 {
    var h: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(style) << 8 ^ UInt64(level)
    var i = 0
    while i + 8 <= bytes.count {
      var chunk: UInt64 = 0
      for k in 0..<8 { chunk |= UInt64(bytes[i + k]) << UInt64(8 * k) }
      h = (h ^ chunk) &* 0x0000_0100_0000_01B3
      h ^= h >> 29
      i += 8
    }
    var rest: UInt64 = 0
    while i < bytes.count {
      rest = rest << 8 | UInt64(bytes[i])
      i += 1
    }
    h = (h ^ rest) &* 0x0000_0100_0000_01B3
    h ^= h >> 32
    h = h &* 0x9E37_79B9_7F4A_7C15
    return UInt32(truncatingIfNeeded: h >> 32)
  }

  private func widthError(_ font: Int, _ glyph: UInt32, _ size: Length) -> Float {
    Float(library.widthError(font: font, glyph: glyph) * Double(size.units))
  }
}
