internal import BookModel

// What single signs become.

extension SmartRules {
  /// The paragraph has a sign that may be another; before its first run stands nothing.
  func mayChange(_ inlines: [Inline]) -> Bool {
    guard case .text(var first)? = inlines.first?.content else { return inlines.contains(where: mayChange) }
    return first.withUTF8 { needsWork($0, after: SmartState().previous) }
      || inlines.dropFirst().contains(where: mayChange)
  }

  /// The text has a sign that may be another. Where none of a paragraph has, it stays as it is.
  private func mayChange(_ inline: Inline) -> Bool {
    guard case .text(var run) = inline.content else { return false }
    return run.withUTF8 { needsWork($0, after: nil) }
  }

  /// - Parameter previous: the byte before the run, nil where it is not known.
  private func needsWork(_ bytes: UnsafeBufferPointer<UInt8>, after previous: UInt8?) -> Bool {
    if curlsSingle, EightBytes.first(0x60, or: 0x60, in: bytes, bytes.indices) != nil { return true }
    return firstSign(in: bytes) { i in
      let before = i > 0 ? bytes[i - 1] : previous
      switch bytes[i] {
      case 0x22: return curlsDouble
      case 0x27: return curlsSingle
      // a sign of several bytes shows itself by its second; this one may stand in another run
      case 0x98, 0x9C:
        guard i >= 2 else { return false }
        return (i > 2 ? bytes[i - 3] : previous).map { slip(bytes, i - 2, before: $0) != nil } ?? true
      case 0x2D:
        let isRange = i > 0 && before == 0x20 && isYearRange(bytes, i - 1) || NumberRange.stands(in: bytes, at: i)
        return (dashes || mixedDashes) && (before ?? 0x2D) == 0x2D || isRange || isStray(bytes, i + 1)
          || isLoneDash(bytes, i)
      case 0x94: return closesDashes && isStray(bytes, i + 1)
      case 0x2E: return (before ?? 0x2E) == 0x2E
      default: return false
      }
    } != nil
  }

  /// Up to where nothing is a sign, from a place on: not to a space either that may stand in a range of
  /// years, or stray behind a dash.
  private func plainEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    func endsDash(_ i: Int) -> Bool { i >= 0 && (bytes[i] == 0x2D || bytes[i] == 0x94) }
    if bytes[start] == 0x20, endsDash(start - 1) { return start }
    var end = nextSign(in: bytes, from: start)
    while end < bytes.count, !isSign(bytes[end]) {
      if endsDash(end), end + 1 < bytes.count, bytes[end + 1] == 0x20 { return end + 1 }
      end = nextSign(in: bytes, from: end + 1)
    }
    return end < bytes.count && bytes[end] == 0x2D && end > start && bytes[end - 1] == 0x20 ? end - 1 : end
  }

  func smarten(_ inline: Inline, _ run: String, next after: UInt8, _ state: inout SmartState) -> Inline {
    var run = run
    guard run.withUTF8({ needsWork($0, after: state.previous) }) else {
      state.previous = run.utf8.last ?? state.previous
      return inline
    }
    var output: [UInt8] = []
    var marks: [SourceMark] = []
    let bytes = Array(run.utf8)
    output.reserveCapacity(bytes.count + bytes.count / 16 + 8)
    var changed = false
    // From the old run's bytes to the manuscript; a mark wherever the distance changes.
    var shift = Int.min
    var markIndex = 0
    var base = inline.marks.isEmpty ? Int(inline.source.offset) : 0
    /// - Parameter place: of the byte in the new run.
    func note(_ i: Int, at place: Int) {
      while markIndex < inline.marks.count, Int(inline.marks[markIndex].text) <= i {
        base = Int(inline.marks[markIndex].source) - Int(inline.marks[markIndex].text)
        markIndex += 1
      }
      let delta = place - (base + i)
      if delta != shift {
        marks.append(SourceMark(text: UInt32(clamping: place), source: UInt32(clamping: base + i)))
        shift = delta
      }
    }
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      note(i, at: output.count)
      let plain = bytes.withUnsafeBufferPointer { plainEnd(in: $0, from: i) }
      if plain > i {
        // all up to the next sign at once, with a mark where the source goes on elsewhere
        let start = i
        i = plain
        while markIndex < inline.marks.count, Int(inline.marks[markIndex].text) < i {
          let jump = Int(inline.marks[markIndex].text)
          note(jump, at: output.count + jump - start)
        }
        output += bytes[start..<i]
        state.previous = bytes[i - 1]
        continue
      }
      let isTyped = isEscaped(at: base + i, file: inline.source.file)
      let (replacement, length) = isTyped ? (nil, 1) : printed(bytes, i, after: after, &state)
      if let replacement {
        output += replacement
        changed = true
        // the sign behind French's narrow space stands for the same byte as that
        if replacement.count > 3, replacement.starts(with: [0xE2, 0x80, 0xAF]) {
          note(i, at: output.count - replacement.count + 3)
        }
      } else {
        output += bytes[i..<(i + length)]
      }
      state.previous = byte == 0x2E || byte == 0x2D ? byte : bytes[i + length - 1]
      i += length
    }
    guard changed else { return inline }
    var result = inline
    result.content = .text(String(decoding: output, as: UTF8.self))
    result.marks = marks.count > 1 || marks.first.map { $0.source != inline.source.offset } ?? false ? marks : []
    return result
  }

  /// What a printer sets for the sign at a place, nil for what stands, and how many bytes it takes the place of.
  /// - Parameter after: the byte behind the run.
  private func printed(
    _ bytes: [UInt8], _ i: Int, after: UInt8, _ state: inout SmartState
  ) -> (replacement: [UInt8]?, length: Int) {
    func at(_ i: Int) -> UInt8 { i < bytes.count ? bytes[i] : i == bytes.count ? after : 0x20 }
    var length = 1
    var replacement: [UInt8]?
    switch bytes[i] {
    case 0x22 where curlsDouble && state.doubles == 0 && Primes.follow(bytes, i, count: 2):
      replacement = Primes.double
    case 0x27 where curlsSingle && state.singles == 0 && Primes.follow(bytes, i, count: 1):
      replacement = Primes.single
    case 0x22 where curlsDouble:
      let opens =
        isAmongIdeographs(bytes, i)
        ? state.doubles == 0
        : isOpening(before: sign(before: i, in: bytes, state), after: at(i + 1), isOpen: state.doubles > 0)
      state.doubles = opens ? state.doubles + 1 : max(0, state.doubles - 1)
      state.hasClosed = !opens
      replacement = opens ? quotes.open : quotes.close
    case 0x20 where bytes.withUnsafeBufferPointer({ isYearRange($0, i) }):
      (replacement, length) = ([0xE2, 0x80, 0x93], 3)
    case 0x20 where bytes.withUnsafeBufferPointer({ isStray($0, i) }):
      replacement = []
    case 0xE2:
      replacement = bytes.withUnsafeBufferPointer { slip($0, i, before: state.previous) }
      if replacement != nil { length = 3 }
    // ``so'', as TeX and old terminals have it
    case 0x60
    where curlsSingle && at(i + 1) == 0x60 && isLetter(at(i + 2))
      && (isBreak(state.previous) || state.previous == 0x28 || state.previous == 0x5B):
      (replacement, length) = (quotes.open, 2)
      state.doubles += 1
    // ''so'', as those have it who think of two singles as a double one
    case 0x27
    where curlsSingle && at(i + 1) == 0x27 && isLetter(at(i + 2)) && state.doubles == 0
      && (isBreak(state.previous) || state.previous == 0x28 || state.previous == 0x5B)
      && bytes[(i + 2)...].firstRange(ofBytes: [0x27, 0x27]) != nil:
      (replacement, length) = (quotes.open, 2)
      state.doubles += 1
    case 0x27 where curlsSingle && at(i + 1) == 0x27 && state.doubles > 0 && !isBreak(state.previous):
      (replacement, length) = (quotes.close, 2)
      state.doubles -= 1
    case 0x27 where curlsSingle:
      (replacement, length) = single(bytes, i, after: after, &state)
    case 0x60 where curlsSingle && isLetter(at(i + 1)) && isBreak(state.previous):
      state.singles += 1
      replacement = quotes.innerOpen
    case 0x2D where bytes.withUnsafeBufferPointer({ NumberRange.stands(in: $0, at: i) }):
      replacement = [0xE2, 0x80, 0x93]
    case 0x2D where bytes.withUnsafeBufferPointer({ isLoneDash($0, i) }): replacement = dash.sign
    case 0x2D where (dashes || mixedDashes) && at(i + 1) == 0x2D:
      var end = i
      while end < bytes.count, bytes[end] == 0x2D { end += 1 }
      length = end - i
      if !dashes, length > 3 || isOption(bytes, i, before: state.previous, after: at(end)) { break }
      if namesOptions, length == 2, at(end).isASCIISmall,
        isOption(bytes, i, before: state.previous, after: at(end))
      {
        break
      }
      // Two are a dash, four a blanked name or broken speech; a much longer row is no dash.
      switch length {
      case 2: replacement = twoHyphens(before: state.previous, after: at(end))
      case 3: replacement = [0xE2, 0x80, 0x94]
      case 4: replacement = [0xE2, 0xB8, 0xBA]
      // a name that is left out, as in "Miss ------": not a rule, which has no word before it
      case 5...8 where isBlank(behind: bytes, i): replacement = [0xE2, 0xB8, 0xBB]
      default: replacement = nil
      }
    case 0x2E where at(i + 1) == 0x2E && at(i + 2) == 0x2E:
      var end = i
      while end < bytes.count, bytes[end] == 0x2E { end += 1 }
      // Four are an ellipsis and a stop; a row of dots is a row of dots.
      if end - i == 3 { (replacement, length) = ([0xE2, 0x80, 0xA6], 3) } else { length = end - i }
      if end - i == 4 { (replacement, length) = ([0x2E, 0xE2, 0x80, 0xA6], 4) }
    default: break
    }
    return (replacement, length)
  }

  /// Two hyphens: in Markdown the dash of the language, between figures an en dash.
  private func twoHyphens(before: UInt8, after: UInt8) -> [UInt8] {
    guard habit == .markdown else { return [0xE2, 0x80, 0x94] }
    if before.isASCIIDigit, after.isASCIIDigit { return [0xE2, 0x80, 0x93] }
    // behind a dash that breaks off no word follows
    guard dash.isSpaced, !isBreak(before), before != 0x28, isLetter(after) else { return dash.sign }
    return [0x20] + dash.sign + [0x20]
  }

  /// Whether one hyphen stands in Markdown as a dash does, between spaces and words: `so - he said - it is`; no sum, and
  /// no names of lines or sides, `A - B`.
  private func isLoneDash(_ bytes: UnsafeBufferPointer<UInt8>, _ i: Int) -> Bool {
    guard turnsLoneHyphens, i >= 2, i + 2 < bytes.count, bytes[i - 1] == 0x20, bytes[i + 1] == 0x20 else {
      return false
    }
    func isWord(_ byte: UInt8) -> Bool { isLetter(byte) || byte >= 0x80 }
    let signs: Set<UInt8> = [0x22, 0x27, 0x21, 0x3F, 0x29, 0x2C, 0x2E]
    let (before, after) = (bytes[i - 2], bytes[i + 2])
    guard isWord(before) || signs.contains(before), isWord(after) || after == 0x22 || after == 0x27 || after == 0x28
    else { return false }
    let isLetterBefore = isWord(before) && (i == 2 || bytes[i - 3] == 0x20)
    let isLetterAfter = isWord(after) && (i + 3 == bytes.count || !isWord(bytes[i + 3]))
    return !(isLetterBefore && isLetterAfter)
  }

  /// A backslash before the sign says that it is meant.
  private func isEscaped(at offset: Int, file: UInt16) -> Bool {
    guard Int(file) < sources.count, offset > 0, offset < sources[Int(file)].count else { return false }
    let text = sources[Int(file)]
    guard [0x22, 0x27, 0x2D, 0x2E].contains(text[offset]) else { return false }
    return text[..<offset].reversed().prefix { $0 == 0x5C }.count % 2 == 1
  }

  /// Whether two hyphens between these belong to the word behind them: `--verify`.
  private func isOption(_ bytes: [UInt8], _ i: Int, before: UInt8, after: UInt8) -> Bool {
    let isQuote = before == 0x22 || before == 0x27
    // behind a quotation that closes there a dash may stand
    let opens = isQuote && (i < 2 || isBreak(bytes[i - 2]) || bytes[i - 2] == 0x28)
    let begins = isBreak(before) || before == 0x28 || before == 0x5B || opens
    return begins && !isBreak(after)
  }

  /// Whether a word, or a word and a space, stand before a place; `Mr. ` too.
  private func isBlank(behind bytes: [UInt8], _ i: Int) -> Bool {
    guard i >= 2 else { return false }
    return isLetter(bytes[i - 1]) || bytes[i - 1] == 0x20 && (isLetter(bytes[i - 2]) || bytes[i - 2] == 0x2E)
  }

  /// Whether a space follows an em dash behind a stop, in a text that has its dashes close: `so.-- I`.
  private func isStray(_ bytes: UnsafeBufferPointer<UInt8>, _ i: Int) -> Bool {
    guard closesDashes, i >= 3, i + 1 < bytes.count, bytes[i] == 0x20, bytes[i + 1] != 0x20 else { return false }
    if bytes[i - 1] == 0x2D { return habit == .typewriter && bytes[i - 2] == 0x2D && isStop(bytes[i - 3]) }
    return i >= 4 && bytes[i - 1] == 0x94 && bytes[i - 2] == 0x80 && bytes[i - 3] == 0xE2 && isStop(bytes[i - 4])
  }

  /// Whether a space, a hyphen and a space stand between two years: `1813 - 20`.
  private func isYearRange(_ bytes: UnsafeBufferPointer<UInt8>, _ i: Int) -> Bool {
    guard i >= 4, i + 4 < bytes.count, bytes[i + 1] == 0x2D, bytes[i + 2] == 0x20 else { return false }
    func isDigit(_ k: Int) -> Bool { k >= 0 && k < bytes.count && bytes[k].isASCIIDigit }
    guard (i - 4..<i).allSatisfy(isDigit), !isDigit(i - 5), bytes[i - 4] == 0x31 || bytes[i - 4] == 0x32 else {
      return false
    }
    let digits = (i + 3..<i + 8).prefix(while: isDigit).count
    let end = i + 3 + digits
    // no sum: 1813 - 20 = 1793
    let isSum = end + 1 < bytes.count && bytes[end] == 0x20 && [0x2B, 0x2D, 0x3D].contains(bytes[end + 1])
    return (digits == 2 || digits == 4) && !isSum
  }

  /// What a curly opening quote ought to be, where it can open nothing: the closing one before
  /// another that closes (`little—“’ and`), an apostrophe at a word cut short (`put ‘em`).
  private func slip(_ bytes: UnsafeBufferPointer<UInt8>, _ i: Int, before: UInt8) -> [UInt8]? {
    guard i + 3 <= bytes.count, bytes[i] == 0xE2, bytes[i + 1] == 0x80 else { return nil }
    switch bytes[i + 2] {
    case 0x9C where quotes.open.elementsEqual(bytes[i..<i + 3]):
      guard !isBreak(before), before != 0x28, before != 0x5B, i + 6 <= bytes.count, bytes[i + 3] == 0xE2,
        bytes[i + 4] == 0x80,
        bytes[i + 5] == 0x99, i + 6 == bytes.count || isBreak(bytes[i + 6])
      else { return nil }
      return quotes.close
    case 0x98 where quotes.innerOpen.elementsEqual(bytes[i..<i + 3]):
      let word = bytes[(i + 3)...].prefix(while: isLetter)
      if quotesByDouble, word.count <= 7,
        CutWords.alwaysCut.contains(String(decoding: word, as: UTF8.self).lowercased()), cutWords.contains("tis"),
        !isClosed(bytes[word.endIndex...])
      {
        return [0xE2, 0x80, 0x99]
      }
      guard i >= 2, bytes[i - 1] == 0x20, isLetter(bytes[i - 2]) else { return nil }
      // quoted as a word: ‘em’
      let closes = bytes[word.endIndex...].prefix(3).elementsEqual([0xE2, 0x80, 0x99])
      return !closes && curlyCutWords.contains(String(decoding: word, as: UTF8.self)) ? [0xE2, 0x80, 0x99] : nil
    default: return nil
    }
  }

  /// Whether a single mark behind a stop closes what one before it opened: `‘Tis so,’ said he`.
  private func isClosed(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var i = rest.startIndex + 1
    while i + 2 < rest.endIndex {
      if rest[i] == 0xE2, rest[i + 1] == 0x80, rest[i + 2] == 0x98 || rest[i + 2] == 0x99 {
        if rest[i + 2] == 0x98 { return false }
        if !isLetter(rest[i - 1]), i + 3 == rest.endIndex || !isLetter(rest[i + 3]) { return true }
      }
      i += 1
    }
    return false
  }

  /// Chinese and Japanese have no spaces beside their quotes: the first of two opens.
  private func isAmongIdeographs(_ bytes: [UInt8], _ i: Int) -> Bool {
    endsWide(bytes[..<i].suffix(4)) || beginsWide(bytes[(i + 1)...].prefix(4))
  }

  /// The byte before a sign; for `¿` and `¡` a bracket, behind which quotations open as well.
  private func sign(before i: Int, in bytes: [UInt8], _ state: SmartState) -> UInt8 {
    let isInverted = i >= 2 && bytes[i - 2] == 0xC2 && (bytes[i - 1] == 0xBF || bytes[i - 1] == 0xA1)
    return isInverted ? 0x28 : state.previous
  }

  private func isOpening(before: UInt8, after: UInt8, isOpen: Bool) -> Bool {
    if isBreak(after) { return false }
    // `She said,"No."`: nothing is open that could close
    if !isOpen, before == 0x2C || before == 0x3A || before == 0x3B { return isLetter(after) }
    if isBreak(before) || before == 0x28 || before == 0x5B { return true }
    // After a dash either may stand: what is open is closed first, unless a word follows.
    if before == 0x2D || before == 0x94 { return !isOpen && after != 0x2C && after != 0x2E }
    if before == 0x7B || before == 0x2F || before == 0x3D || before == 0x2B || before == 0x23 {
      return !isOpen && isWordEnd(after)
    }
    return before == 0x27 && !isOpen
  }

  /// An apostrophe, or a quotation inside another.
  private func single(_ bytes: [UInt8], _ i: Int, after: UInt8, _ state: inout SmartState) -> ([UInt8], Int) {
    let apostrophe: [UInt8] = [0xE2, 0x80, 0x99]
    let next = i + 1 < bytes.count ? bytes[i + 1] : after
    let previous = sign(before: i, in: bytes, state)
    if isAmongIdeographs(bytes, i) {
      state.singles = state.singles == 0 ? 1 : 0
      return (state.singles == 1 ? quotes.innerOpen : quotes.innerClose, 1)
    }
    if isWordEnd(previous) && isLetter(next) { return (apostrophe, 1) }
    let isBehindClosed = previous == 0x22 && state.hasClosed && !isLetter(next)
    if isBreak(next) || isBehindClosed
      || !isBreak(previous) && previous != 0x28 && previous != 0x22 && previous != 0x2D
    {
      // Behind a word or a stop: closes what is open, else dogs' and o'.
      if state.singles > 0 {
        state.singles -= 1
        return (quotes.innerClose, 1)
      }
      return (apostrophe, 1)
    }
    // Before a word: 'tis and '98 are cut short, anything else opens.
    if next.isASCIIDigit { return (apostrophe, 1) }
    var word: [UInt8] = []
    var k = i + 1
    while k < bytes.count, isLetter(bytes[k]), word.count < 8 {
      word.append(lowercased(bytes[k]))
      k += 1
    }
    // 's' is a letter named; rock 'n' roll is not, but behind "and" there was another
    let isAnd =
      word == [0x6E]
      && !["and ", "or ", "letter "].contains { bytes[..<i].suffix($0.utf8.count).elementsEqual($0.utf8) }
    // no letter behind it: `'scap'd`
    let isQuoted = k < bytes.count && bytes[k] == 0x27 && !isAnd && !(k + 1 < bytes.count && isLetter(bytes[k + 1]))
    if !isQuoted || word.count > 2 && state.singles > 0, cutWords.contains(String(decoding: word, as: UTF8.self)) {
      return (apostrophe, 1)
    }
    state.singles += 1
    return (quotes.innerOpen, 1)
  }

  /// What a typewriter has for quotes, dashes and ellipses, and what may begin a curly quote.
  private func isSign(_ byte: UInt8) -> Bool {
    byte == 0x22 || byte == 0x27 || byte == 0x2D || byte == 0x2E || byte == 0x60 || byte == 0xE2
  }
  private func isBreak(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0xA0 || byte == 0x09 }
  private func isLetter(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte >= 0xC3 && byte != 0xE2
  }
  private func isWordEnd(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 && byte != 0xA0
  }
}

/// Those that nobody quotes as words: after a curly opening quote these alone are taken for cut.
private let curlyCutWords: Set<String> = ["em", "tis", "twas", "twere", "twill", "twould", "twixt", "tisn", "twasn"]
