/// Finds where words of one language may be hyphenated, by the patterns of
/// Liang (Word Hy-phen-a-tion by Com-put-er, Stanford 1983), read from the
/// dictionaries of libhyphen, and by the author's exceptions.
///
/// Used by one thread; several share their dictionaries. Patterns are loaded
/// with the first word. Nothing is kept of the words: the caller asks once for each.
///
/// Points at which the spelling would change (old German "Zuk-ker", Hungarian
/// "asz-szony") are left out: a break never alters the text.
package final class Hyphenator {
  /// Least letters of a run of letters before a hyphen: the dictionary's own number, at least 2.
  package let leftMinimum: Int
  /// Least letters after a hyphen: the dictionary's own number, at least 3.
  package let rightMinimum: Int
  /// Whether parts of a compound that has its own hyphen ("well-known") are hyphenated, if they are long.
  package var hyphenatesCompounds = true
  /// The file that the patterns come from.
  package let dictionaryPath: String

  private let charset: DictionaryCharset
  private let dictionaries: HyphenationDictionaries
  private let exceptions: HyphenationExceptions
  @exclusivity(unchecked) private var patterns: PatternDictionary?
  @exclusivity(unchecked) private var isLoaded = false
  // one thread, and no closure outlives a call
  @exclusivity(unchecked) private var scratch: Scratch

  /// Chooses the dictionary for a BCP 47 tag; cheap, for the patterns are loaded later.
  ///
  /// Throws `noDictionary` where no patterns for the language are installed,
  /// `unreadable` where their file cannot be opened or its charset is unknown.
  package init(
    language tag: String, exceptions: HyphenationExceptions? = nil,
    dictionaries: HyphenationDictionaries = HyphenationDictionaries()
  ) throws(HyphenationError) {
    dictionaryPath = try dictionaries.path(for: tag)
    let header = try DictionaryHeader(path: dictionaryPath)
    charset = header.charset
    leftMinimum = max(2, header.leftMinimum)
    rightMinimum = max(3, header.rightMinimum)
    self.dictionaries = dictionaries
    self.exceptions = exceptions ?? HyphenationExceptions()
    let language = LanguageSubtags(tag)?.language
    scratch = Scratch(runs: WordRuns(isTurkic: language == "tr" || language == "az"))
  }

  /// No run of letters longer than this is a word (the longest in use have some
  /// 200); the search for a compound's joints grows with the square of the length.
  private static let longestRun = 255

  /// Replaces `offsets` by the byte offsets, ascending, after which a hyphen may stand in a UTF-8 word.
  ///
  /// The word comes as it stands between spaces, in any case and with its
  /// punctuation. Only runs of letters are hyphenated, and the minimum letters
  /// are counted within each run, so also on each side of an apostrophe. Words
  /// with digits, addresses and what is no UTF-8 have no points; words with soft
  /// hyphens have these points only, each after its soft hyphen.
  package func breaks(in word: UnsafeBufferPointer<UInt8>, into offsets: inout [UInt16]) {
    offsets.removeAll(keepingCapacity: true)
    guard word.count >= 2, word.count <= Int(UInt16.max) else { return }
    switch scratch.runs.read(word) {
    case .noWord: return
    case .authorsPoints: return Hyphenator.softHyphens(in: word, into: &offsets)
    case .runs: break
    }
    for run in scratch.runs.runs {
      if run.isInCompound && !hyphenatesCompounds { continue }
      if !exceptions.isEmpty, let points = exceptions.points(of: scratch.runs.units[run.range]) {
        for point in points { offsets.append(scratch.runs.units[run.range.lowerBound + point].start) }
        continue
      }
      // In a compound both halves of the part stay as long as the shortest word that is hyphenated.
      let least = (leftMinimum + rightMinimum) * (run.isInCompound ? 2 : 1)
      guard run.range.count >= least, run.range.count <= Hyphenator.longestRun else { continue }
      guard let patterns = loadedPatterns() else { continue }
      scratch.findPoints(of: run, in: word, charset, patterns, left: leftMinimum, right: rightMinimum, into: &offsets)
    }
  }

  private func loadedPatterns() -> PatternDictionary? {
    if !isLoaded {
      isLoaded = true
      patterns = dictionaries.patterns(at: dictionaryPath, charset: charset)
    }
    return patterns
  }

  /// The author's points: after each soft hyphen (U+00AD) with a letter or a figure before it and something behind it.
  private static func softHyphens(in word: UnsafeBufferPointer<UInt8>, into offsets: inout [UInt16]) {
    var i = 0
    var hasInk = false
    while i < word.count {
      guard let (scalar, next) = WordRuns.decode(word, i) else { return offsets.removeAll(keepingCapacity: true) }
      if scalar == 0xAD {
        if hasInk, next < word.count { offsets.append(UInt16(next)) }
      } else if !hasInk, let properties = Unicode.Scalar(scalar)?.properties {
        hasInk = properties.isAlphabetic || properties.numericType != nil
      }
      i = next
    }
  }

  /// Buffers kept between words, in one place so that a word costs one access check.
  private struct Scratch {
    var runs: WordRuns
    /// A run in the dictionary's charset.
    var word = PatternDictionary.Word()
    /// The run's letters without foreign accents; 0 for others than a to z.
    private var letters: [UInt8] = []
    /// The run has an accent that is not of the language.
    private var isForeign = false
    /// Whether a syllable ends with each letter.
    private var syllables: [Bool] = []
    /// Made with the first letter that the patterns do not know.
    private var bases: [UInt32: UInt8]?

    init(runs: WordRuns) { self.runs = runs }

    // one call, so that nothing of the buffers is copied between two
    mutating func findPoints(
      of run: WordRuns.Run, in text: UnsafeBufferPointer<UInt8>, _ charset: DictionaryCharset,
      _ patterns: PatternDictionary, left: Int, right: Int, into offsets: inout [UInt16]
    ) {
      let count = offsets.count
      if mark(run, charset, patterns), !isForeign || !isCapital(run, of: text) {
        appendPoints(of: run, left: left, right: right, to: &offsets)
      }
      // a name in a foreign spelling, or such a word that the patterns leave whole
      if isForeign, offsets.count == count, Syllables.mark(letters, into: &syllables) {
        appendPoints(of: run, bySyllables: true, left: left, right: right, to: &offsets)
      }
    }

    /// False where the dictionary's charset lacks a letter of the run. A letter with an
    /// accent that is not of the language stands for the bare one: "façade" in English.
    private mutating func mark(_ run: WordRuns.Run, _ charset: DictionaryCharset, _ patterns: PatternDictionary) -> Bool
    {
      if word.set(runs.units, run.range) {
        isForeign = false
        patterns.mark(&word)
        return true
      }
      var bases = bases
      // taken out of the closure's way, not copied
      var letters: [UInt8] = []
      swap(&letters, &self.letters)
      letters.removeAll(keepingCapacity: true)
      var isForeign = false
      let isWritten = word.set { text in
        var isWhole = true
        for index in run.range {
          let scalar = runs.units[index].scalar
          let start = text.count
          let isWritten = charset.append(scalar, to: &text)
          letters.append(scalar < 0x80 ? UInt8(scalar) : 0)
          if isWritten, scalar < 0x80 || patterns.knows(text[start...]) { continue }
          let known = bases ?? Letters.latinBases()
          bases = known
          if let base = known[scalar] {
            letters[letters.count - 1] = base
            isForeign = true
            if patterns.knows([base]) {
              text.removeSubrange(start...)
              text.append(base)
              continue
            }
          }
          if !isWritten { isWhole = false }
        }
        return isWhole
      }
      self.bases = bases
      self.letters = letters
      self.isForeign = isForeign
      guard isWritten else { return false }
      patterns.mark(&word)
      return true
    }

    /// The run's first letter stands in the word as a capital.
    private func isCapital(_ run: WordRuns.Run, of text: UnsafeBufferPointer<UInt8>) -> Bool {
      let unit = runs.units[run.range.lowerBound]
      guard let (scalar, _) = WordRuns.decode(text, Int(unit.start)) else { return false }
      return Letters.lowercase(scalar) != scalar
    }

    /// Keeps the marks that leave letters enough on both sides and part no letter from its signs.
    private func appendPoints(
      of run: WordRuns.Run, bySyllables: Bool = false, left: Int, right: Int, to offsets: inout [UInt16]
    ) {
      var remaining = 0
      for index in run.range where runs.units[index].isLetter { remaining += 1 }
      var before = 0
      for (place, index) in run.range.dropLast().enumerated() {
        if runs.units[index].isLetter {
          before += 1
          remaining -= 1
        }
        if remaining < right { return }
        let next = runs.units[index + 1]
        if bySyllables ? syllables[place] : word.marks[place], before >= left, next.isLetter {
          offsets.append(next.start)
        }
      }
    }
  }
}
