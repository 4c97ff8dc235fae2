internal import PDFReading
internal import Units

/// The letters of a PDF's text in the order of its structure, with the lines they stand on: the text with its captions,
/// then notes.
struct PrintedLetters {
  var letters = Letters()
  /// What is of the text with its captions, and of notes.
  private(set) var parts: [Range<Int>] = []
  /// First letter of each line, ascending.
  private(set) var lineStarts: [Int] = []
  /// Of each line, the page it stands on, from 0, and whether it is of a caption.
  private var linePages: [Int32] = []
  private var captions: [Bool] = []
  /// Whether some of a line's letters run to the left.
  private var shuffled: [Bool] = []
  /// Lines before which it is open what goes on, by their first letters, ascending: those that begin or end a caption,
  /// and those of letters that run to the left.
  private var turns: [Int] = []
  /// The lowest place of the line that runs are added to, points.
  private var lineFoot: Float = 0
  /// The next letter begins a line.
  private var isAtLine = true
  /// The words as read; the letters' offsets count in it.
  private(set) var text: [UInt8] = []

  let pageCount: Int
  let problems: [PrintedText.Problem]

  /// Captions of tables, and of what stands in cells, are paragraphs as others are.
  static let roles: [Set<PrintedText.Role>] = [[.body, .caption, .ornament, .unclaimed], [.note]]

  init(_ printed: PrintedText, layout: PrintedLayout, folder: inout LetterFolder) {
    (pageCount, problems) = (printed.pageCount, printed.problems)
    let marks = NoteMarks(printed)
    folder.begin(printed: true)
    letters.reserve(printed.bytes.count)
    text.reserveCapacity(printed.bytes.count + printed.runs.count)
    for roles in PrintedLetters.roles {
      let start = letters.count
      if start > 0 { folder.add([.space, .lineEnd, .cut]) }
      var last: PrintedText.Run?
      for run in printed.runs where roles.contains(run.role) {
        // what is said with glyphs before it: the dot of a letter
        if run.text.isEmpty { continue }
        let page = Int(run.page)
        if layout.page(page).isSetAside { continue }
        // a list's dash or dot is no sign of the text, nor are numbers beside its lines
        if run.role == .ornament, printed.string(run).contains(where: { $0.isLetter || $0.isNumber }) { continue }
        if run.isLabel, !printed.string(run).contains(where: { $0.isLetter || $0.isNumber }) { continue }
        let isFolio = isFolio(run, printed, layout)
        let first = letters.count
        append(
          run, behind: last, isMark: run.isLabel || isFolio || marks.isMark(run, printed), of: printed, folder: &folder)
        if isFolio { for letter in first..<letters.count { letters.gaps[letter].insert(.folio) } }
        last = run
      }
      parts.append(start..<letters.count)
    }
    folder.end(&letters)
    for line in lineStarts.indices {
      let end = line + 1 < lineStarts.count ? lineStarts[line + 1] : letters.count
      shuffled.append(letters.gaps[lineStarts[line]..<end].contains { $0.contains(.shuffled) })
      if shuffled[line] || captions[line] != (line > 0 && captions[line - 1]) { turns.append(lineStarts[line]) }
    }
  }

  private mutating func append(
    _ run: PrintedText.Run, behind last: PrintedText.Run?, isMark: Bool, of printed: PrintedText,
    folder: inout LetterFolder
  ) {
    let before = letters.count
    let isLine =
      last.map {
        $0.page != run.page || $0.block != run.block
          || abs($0.y - run.y) > 0.6 * max($0.size, run.size) && !isNastaliq($0, run, printed)
      } ?? true
    if last?.element != run.element { folder.add(.element) }
    if isLine {
      folder.add([.space, .lineEnd])
      isAtLine = true
      lineFoot = run.y
    } else if run.isPlaced {
      folder.add(.moved)
    }
    lineFoot = min(lineFoot, run.y)
    if isMark { folder.setOptional(true) }
    // for who quotes them: no space stands behind a hyphen, nor between ideographs
    if isLine, text.last != 0x20 { text.append(0x20) }
    let start = text.count
    text += printed.bytes[run.text]
    text.withUnsafeBufferPointer { folder.append($0, start..<$0.count, base: 0, to: &letters) }
    if isMark { folder.setOptional(false) }
    join(from: before, of: printed, at: run.text.lowerBound - start)
    // a line may begin with signs alone
    guard isAtLine, letters.count > before else { return }
    isAtLine = false
    lineStarts.append(before)
    linePages.append(run.page)
    captions.append(run.role == .caption)
  }

  /// Marks letters that come with the one before them from one glyph.
  /// - Parameter shift: from places in `text` to those in the bytes of what is printed.
  private mutating func join(from first: Int, of printed: PrintedText, at shift: Int) {
    guard first < letters.count, !printed.joined.isEmpty else { return }
    let start = Int(letters.offsets[first]) + shift
    var next = printed.joined.lowerBound { $0.upperBound <= start }
    for letter in first..<letters.count {
      let place = Int(letters.offsets[letter]) + shift
      while next < printed.joined.count, printed.joined[next].upperBound <= place { next += 1 }
      guard next < printed.joined.count else { return }
      if printed.joined[next].contains(place), place > printed.joined[next].lowerBound {
        letters.gaps[letter].insert(.joined)
      }
    }
  }

  /// Whether a run goes on with a line of Nastaliq, whose words fall by more than their size from right to left: none
  /// stands below the foot of its line.
  private func isNastaliq(_ last: PrintedText.Run, _ run: PrintedText.Run, _ printed: PrintedText) -> Bool {
    func isArabic(_ run: PrintedText.Run) -> Bool {
      printed.bytes[run.text].contains { (0xD8...0xDB).contains($0) || $0 == 0xEF }
    }
    let size = max(last.size, run.size)
    return run.y > lineFoot - 0.8 * size && run.y < lineFoot + 2 * size && (isArabic(last) || isArabic(run))
  }

  /// Whether a link says no more than the page that it leads to: nothing in the manuscript stands for it.
  private func isFolio(_ run: PrintedText.Run, _ printed: PrintedText, _ layout: PrintedLayout) -> Bool {
    guard run.link >= 0, let aim = printed.links[Int(run.link)], layout.pages.indices.contains(aim.page) else {
      return false
    }
    // figures of any script are worth what they are worth
    let said = printed.string(run).compactMap { sign in
      sign.isNumber ? sign.wholeNumberValue.map { String($0) } ?? String(sign) : sign.isLetter ? String(sign) : nil
    }
    let words = said.joined()
    return words == layout.pages[aim.page].folio
      || layout.isRange(words, from: aim.page)
      || !words.isEmpty && layout.says(words.lowercased(), on: Int(run.page), of: aim.page)
  }

  /// The line that holds a letter, as a range of letters.
  func line(of letter: Int) -> Range<Int> {
    let index = lastIndex(in: lineStarts, notAbove: letter)
    guard index >= 0 else { return 0..<(lineStarts.first ?? letters.count) }
    return lineStarts[index]..<(index + 1 < lineStarts.count ? lineStarts[index + 1] : letters.count)
  }

  /// Whether letters that run to the left stand in the line that holds a letter.
  func isShuffled(lineOf letter: Int) -> Bool { isOf(shuffled, lineOf: letter) }

  /// Whether the line that holds a letter is a caption's.
  func isCaption(lineOf letter: Int) -> Bool { isOf(captions, lineOf: letter) }

  private func isOf(_ lines: [Bool], lineOf letter: Int) -> Bool {
    let index = lastIndex(in: lineStarts, notAbove: letter)
    return index >= 0 && lines[index]
  }

  /// The first letter from one on before which it is open what goes on.
  func nextTurn(from letter: Int) -> Int {
    let next = turns.lowerBound { $0 < letter }
    return next < turns.count ? turns[next] : .max
  }

  /// The page that holds a letter, counted from 0; the last one for letters past the end.
  func page(of letter: Int) -> Int {
    guard !linePages.isEmpty else { return 0 }
    return Int(linePages[max(lastIndex(in: lineStarts, notAbove: min(letter, max(letters.count - 1, 0))), 0)])
  }

  private func lastIndex(in starts: [Int], notAbove value: Int) -> Int { starts.lowerBound { $0 <= value } - 1 }
}

/// The marks that octavo numbers notes by, in the text and before the notes: links that lead to each other.
private struct NoteMarks {
  private struct Key: Hashable {
    var page: Int
    var text: String
  }
  /// Of links that begin paragraphs, by the page that they stand on and what they say, their places on it.
  private var starts: [Key: [Double]] = [:]
  /// By what links that lead to them say, places that are led to.
  private var aims: [Key: [Double]] = [:]

  /// Points between a line and the place above it that a link to it names.
  private static let reach = 60.0

  init(_ printed: PrintedText) {
    var block: Int32 = -1
    for run in printed.runs {
      defer { block = run.block }
      guard let (aim, text) = NoteMarks.link(run, printed) else { continue }
      aims[Key(page: aim.page, text: text), default: []].append(aim.y)
      if run.block != block { starts[Key(page: Int(run.page), text: text), default: []].append(Double(run.y)) }
    }
  }

  /// Where a link leads, and what it says without blanks and points, if that is as short as a mark.
  private static func link(_ run: PrintedText.Run, _ printed: PrintedText) -> (PrintedText.Aim, String)? {
    guard run.link >= 0, run.text.count < 16, let aim = printed.links[Int(run.link)] else { return nil }
    let text = printed.string(run).filter { !$0.isWhitespace && $0 != "." }
    return text.isEmpty || text.count > 5 ? nil : (aim, text)
  }

  func isMark(_ run: PrintedText.Run, _ printed: PrintedText) -> Bool {
    guard let (aim, text) = NoteMarks.link(run, printed) else { return false }
    func isNear(_ places: [Double]?, _ y: Double) -> Bool {
      places?.contains { abs($0 - y) < NoteMarks.reach } ?? false
    }
    return isNear(starts[Key(page: aim.page, text: text)], aim.y)
      || isNear(aims[Key(page: Int(run.page), text: text)], Double(run.y))
        && isNear(starts[Key(page: Int(run.page), text: text)], Double(run.y))
  }
}
