internal import Units

/// How a few lines between blank ones look: what an eye that leafs through the file goes by, headings above all.
///
/// Of two that count, the word and the kind of number are what is alike; of all others the whole look.
package struct LineForm: Hashable, Sendable {
  package enum Letters: String, Sendable { case capitals, title, sentence, none }
  package enum Place: String, Sendable { case flush, indented, deep }
  package enum Close: String, Sendable { case open, stop, cry, pause }

  /// `chapter`, `roman`, `arabic title`: the key of the number; empty where nothing counts.
  package var numbering: String
  package var letters: Letters
  package var isItalic: Bool
  package var isBold: Bool
  package var isBracketed: Bool
  package var close: Close
  /// Of each three or more are as good as many.
  package var lines: Int
  package var above: Int
  package var below: Int
  package var place: Place
  package var isLong: Bool

  /// What must be the same for one to be like another.
  private var likeness: LineForm {
    var form = self
    if !numbering.isEmpty {
      (form.close, form.isLong, form.place, form.below) = (.open, false, .flush, 0)
      form.lines = 1
      form.above = min(above, 1)
    } else {
      // a title of two lines is one too
      form.lines = min(lines, 2) > 1 && letters == .capitals ? 1 : min(lines, 3)
      // what stands out in other ways has more white where a page begins
      form.above = isItalic || isBold ? min(above, 1) : min(above, 2)
    }
    return form
  }

  package func isLike(_ other: LineForm) -> Bool { likeness == other.likeness }

  /// The same for all that are alike.
  package var kind: LineForm { likeness }

  /// As a reader would say it.
  package var words: String {
    var parts: [String] = []
    if !numbering.isEmpty { parts.append("counting (\(numbering))") }
    switch letters {
    case .capitals: parts.append("in capitals")
    case .title: parts.append("in title case")
    case .sentence: parts.append("in small letters")
    case .none: break
    }
    if isItalic { parts.append("italic") }
    if isBold { parts.append("bold") }
    if isBracketed { parts.append("in brackets") }
    switch place {
    case .flush: break
    case .indented: parts.append("indented")
    case .deep: parts.append("far from the margin")
    }
    switch close {
    case .open: break
    case .stop: parts.append("closed by a stop")
    case .cry: parts.append("closed by ! or ?")
    case .pause: parts.append("closed by a comma or a colon")
    }
    parts.append(above == 0 ? "no white above" : "\(above)\(above > 2 ? " or more" : "") blank above")
    return parts.joined(separator: ", ")
  }
}

extension PlainTextSource {
  /// Nil for rows of stars and what has no words.
  func form(ofChunk c: Int) -> LineForm? {
    let chunk = chunks[c]
    guard chunk.kind != .stars, chunk.kind != .rule, !chunk.lines.isEmpty else { return nil }
    let first = bytes(ofLine: chunk.lines.lowerBound)
    let text = bytes(ofChunk: c)
    let letters = letterCase(text.prefix(400))
    guard letters.words > 0 || !first.isEmpty else { return nil }
    let line = lines[chunk.lines.lowerBound]
    let indent = Int(line.indent) - profile.baseIndent
    let next = c + 1 < chunks.count ? chunks[c + 1].blanksBefore : 3
    let counted = chunk.lines.count <= 4 ? headingForm(first) : nil
    func isFramed(by sign: UInt8) -> Bool {
      text.count > 2 && file.text[text.lowerBound] == sign
        && text.suffix(3).contains { file.text[$0] == sign }
    }
    var end = text.upperBound
    while end > text.lowerBound + 1, [0x5F, 0x3D, 0x2A, 0x5D, 0x29, 0x22].contains(file.text[end - 1]) { end -= 1 }
    let close: LineForm.Close =
      switch file.text[end - 1] {
      case 0x2E: .stop
      case 0x21, 0x3F: .cry
      case 0x2C, 0x3A, 0x3B: .pause
      default: .open
      }
    return LineForm(
      numbering: counted.flatMap(numbering(of:)) ?? "",
      letters: letters.isCapitals
        ? .capitals : letters.upper + letters.lower == 0 ? .none : letters.isTitleCase ? .title : .sentence,
      isItalic: isFramed(by: 0x5F), isBold: isFramed(by: 0x3D) || isFramed(by: 0x2A),
      isBracketed: file.text[text.lowerBound] == 0x5B || file.text[text.lowerBound] == 0x28, close: close,
      lines: min(chunk.lines.count, 3), above: c == 0 ? 3 : min(chunk.blanksBefore, 3), below: min(next, 2),
      place: indent <= 1 ? .flush : indent * 5 < max(profile.wrapWidth, 40) ? .indented : .deep,
      isLong: text.count > 90)
  }

  /// What others count by that look alike; nil for an initial (`L. VAN BEETHOVEN`) and for a word with a number in it.
  private func numbering(of form: HeadingForm) -> String? {
    // `HIGGINS. I--`, `bargain &c. 794`: a word and a number that say something
    if form.isGuess, form.title != nil || form.key.contains(where: { $0.isNumber || $0 == " " || $0 == "&" }) {
      return nil
    }
    let isInitial = form.label.count == 1 && "CDLM".utf8.contains(file.text[form.label.lowerBound])
    return form.key.hasPrefix("roman") && isInitial ? nil : form.key
  }

  /// The chunk that a line of the file, from 1, stands in.
  func chunk(ofFileLine number: Int) -> Int? {
    let i = lines.lowerBound { Int($0.number) < number - 1 }
    guard i < lines.count, Int(lines[i].number) == number - 1 else { return nil }
    let c = chunks.lowerBound { $0.lines.upperBound <= i }
    return c < chunks.count && chunks[c].lines.contains(i) ? c : nil
  }

  /// Chunks that look like the one in which a line stands, from 1, among lines of the file.
  func chunks(like number: Int, in range: ClosedRange<Int>?) -> [Int] {
    guard let example = chunk(ofFileLine: number), let form = form(ofChunk: example) else { return [] }
    return chunks.indices.filter { c in
      let line = Int(lines[chunks[c].lines.lowerBound].number) + 1
      return (range?.contains(line) ?? true) && (c == example || self.form(ofChunk: c)?.isLike(form) ?? false)
    }
  }

  /// How all chunks look that have words.
  func looks() -> [ReadingReport.NumberedForm] {
    var numbers: [LineForm: Int] = [:]
    return chunks.indices.compactMap { c in
      guard let form = form(ofChunk: c)?.kind else { return nil }
      let number = numbers[form] ?? numbers.count
      numbers[form] = number
      return ReadingReport.NumberedForm(line: Int(lines[chunks[c].lines.lowerBound].number) + 1, form: number)
    }
  }

  /// Forms that may be headings, each with how many lines of it are: where some are and some not, or where all stand
  /// like headings and none is, the likeliest first.
  func formsInDoubt(_ headings: [HeadingDecision]) -> [ReadingReport.FormInDoubt] {
    var forms: [LineForm: (found: ReadingReport.FormInDoubt, score: Double)] = [:]
    for c in chunks.indices {
      guard chunks[c].lines.count <= 3,
        [.unknown, .prose, .centred, .trailing, .heading, .verse, .quotation]
          .contains(chunks[c].kind), let form = form(ofChunk: c)
      else { continue }
      let isHeading = chunks[c].kind == .heading
      guard isHeading || form.above > 0 && isTitleLike(chunks[c].lines.lowerBound) || !form.numbering.isEmpty
      else { continue }
      let line = Int(lines[chunks[c].lines.lowerBound].number) + 1
      var entry = forms[form.kind] ?? (.init(form: form.words, headings: 0, others: 0, line: line, isInside: true), 0)
      if isHeading {
        entry.found.headings += 1
        let n = chunks[c].index
        if headings.indices.contains(n), !headings[n].isInside { entry.found.isInside = false }
      } else {
        // what is no heading yet is the better example
        if entry.found.others == 0 { entry.found.line = line }
        entry.found.others += 1
      }
      entry.score = HeadingLikelihood.of(form)
      forms[form.kind] = entry
    }
    return forms.values.filter { $0.found.others > 0 }
      .sorted { one, other in
        let (a, b) = (one.found.weight + one.score, other.found.weight + other.score)
        return a == b ? one.found.line < other.found.line : a > b
      }
      .prefix(ReadingReport.FormInDoubt.most).map { entry in
        var found = entry.found
        if found.headings == 0 { found.isInside = entry.score < 1 }
        return found
      }
  }
}

/// How likely a line of a form is a heading: a logarithm of odds. It only orders what is asked, so that round weights
/// do.
private enum HeadingLikelihood {
  static func of(_ form: LineForm) -> Double {
    var score = -1.5
    if !form.numbering.isEmpty { score += 2 }
    if form.letters == .capitals { score += 1.5 }
    if form.letters == .sentence { score -= 1.5 }
    score += Double(form.above) * 0.6
    if form.below == 0 { score -= 2 }
    if form.close == .pause || form.isBracketed { score -= 1 }
    if form.place == .deep { score += 0.3 }
    if form.isLong || form.lines > 2 { score -= 1 }
    return score
  }
}
