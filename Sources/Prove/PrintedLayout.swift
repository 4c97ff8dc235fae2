package import PageModel
internal import Units

/// Where the text stands on the sheets of a PDF, and what on them is no part of it.
///
/// Of places alone: the words always come from the PDF.
package struct PrintedLayout: Sendable {
  package struct Page: Sendable {
    /// The upper right corner of a text block whose lines run downwards, each left of the one before: words are read
    /// as if block and all were turned back about it, and all other places on the page are counted so.
    package var corner: (x: Double, y: Double)?
    /// As it is printed.
    package var folio = ""
    /// The text block, points from the page's top left corner. Words whose middle is outside are heads and folios, and
    /// set aside; nil sets nothing aside.
    package var frame: PageTraits.Box?
    /// The whole page is no part of the text, such as title and contents.
    package var isSetAside = false
    /// A section begins with the page.
    package var isOpener = false
    package var traits = PageTraits()
    package init(folio: String = "", frame: PageTraits.Box? = nil, isSetAside: Bool = false) {
      self.folio = folio
      self.frame = frame
      self.isSetAside = isSetAside
    }
  }

  /// A page at its place on a sheet: `x + factor · page x`; a negative factor turns it.
  package struct PageOnSheet: Sendable {
    package var page: Int
    package var x, y, factor: Double
    package init(page: Int, x: Double, y: Double, factor: Double = 1) {
      self.page = page
      self.x = x
      self.y = y
      self.factor = factor
    }
  }

  /// By page of the book. Where there are none, what is a mark is guessed from size and place.
  package var pages: [Page]
  /// By sheet of the PDF, the files of one book after each other; empty where each sheet is a page.
  package var sheets: [[PageOnSheet]]
  /// Of a page, points; of use with several on a sheet.
  package var width, height: Double

  package init(pages: [Page] = [], sheets: [[PageOnSheet]] = [], width: Double = 0, height: Double = 0) {
    self.pages = pages
    self.sheets = sheets
    self.width = width
    self.height = height
  }

  /// Takes what was found out when pages were drawn.
  package mutating func take(_ traits: [Int: PageTraits]) {
    for (index, found) in traits where pages.indices.contains(index) { pages[index].traits = found }
  }

  /// Words are to be read in the order in which they were drawn: those of vertical lines, and readings above words.
  var isInOrder: Bool { pages.contains { !$0.traits.readings.isEmpty || $0.corner != nil } }

  func page(_ index: Int) -> Page { pages.indices.contains(index) ? pages[index] : Page() }

  /// The words of a sheet by page, their boxes counted from the page's corner; a page that
  /// stands on the sheet several times is there as often.
  func pages(of sheet: PrintedSheet, number: Int) -> [(page: Int, words: [PrintedWord])] {
    guard !sheets.isEmpty else { return [(number, sheet.words)] }
    guard number < sheets.count else { return [] }
    var found = sheets[number].map { (page: $0.page, words: [PrintedWord]()) }
    for word in sheet.words {
      var best: (place: Int, distance: Double, word: PrintedWord)?
      for (index, place) in sheets[number].enumerated() where place.factor != 0 {
        let moved = word.onPage(place)
        let (x, y) = ((moved.left + moved.right) / 2, moved.middle)
        let distance = max(-x, x - width, 0) + max(-y, y - height, 0)
        if distance < best?.distance ?? .infinity { best = (index, distance, moved) }
      }
      // collation bars, slug lines and the guide stand on no page
      if let best, best.distance == 0 { found[best.place].words.append(best.word) }
    }
    return found
  }

  /// The words of a page as lines in reading order. Heads, folios and pages set aside are left out.
  package func lines(ofPage index: Int, on sheet: PrintedSheet, number: Int) -> [[PrintedWord]] {
    pages(of: sheet, number: number).filter { $0.page == index }.flatMap {
      let page = page($0.page)
      return page.inColumns(page.text($0.words)).flatMap { inLines($0).map(\.words) }
    }
  }
}

extension PrintedLayout.Page {
  /// The words of the page in the parts that are read one after the other.
  func inColumns(_ words: [PrintedWord]) -> [[PrintedWord]] {
    let columns = traits.columns
    guard let head = columns.map(\.top).min() else { return [words] }
    var parts = [[PrintedWord]](repeating: [], count: columns.count + 2)
    for word in words {
      let middle = (word.left + word.right) / 2
      let column = columns.firstIndex {
        word.middle >= $0.top && word.middle <= $0.bottom && middle >= $0.left - 4 && middle <= $0.right + 4
      }
      parts[column.map { $0 + 1 } ?? (word.middle < head ? 0 : columns.count + 1)].append(word)
    }
    return parts
  }

  /// Each reading put behind the word that it stands above: the one that the reader gave before it.
  private func withReadings(_ words: [PrintedWord]) -> [PrintedWord] {
    let readings = traits.readings
    guard !readings.isEmpty else { return words }
    let byTop = readings.sorted { $0.top < $1.top }
    let tallest = readings.map { $0.bottom - $0.top }.max() ?? 0
    var placed: [PrintedWord] = []
    var ahead: [PrintedWord] = []
    var isFirst = true
    for var word in words {
      let middle = (word.left + word.right) / 2
      let first = byTop.lowerBound { $0.top < word.middle - tallest }
      let usual = placed.last?.height ?? 0
      let isReading = byTop[first...].prefix { $0.top <= word.middle }.contains {
        word.middle <= $0.bottom && $0.left - 0.5 <= middle && middle <= $0.right + 0.5
          && !word.isTall(beside: $0, usual)
      }
      if isReading, let base = placed.last {
        // behind its beginning, before any word that begins behind it
        (word.top, word.bottom) = (base.top, base.bottom)
        (word.left, word.right) = (base.left + (base.right - base.left) / 64, base.right)
        word.isJoined = isFirst
        word.isSetWide = true
        placed[placed.count - 1].isSetWide = true
      }
      isFirst = !isReading
      if isReading, placed.isEmpty {
        ahead.append(word)
      } else {
        placed.append(word)
      }
    }
    // what the page begins with stands above nothing but its first word
    if let first = placed.first {
      for index in ahead.indices {
        (ahead[index].top, ahead[index].bottom) = (first.top, first.bottom)
        (ahead[index].left, ahead[index].right) = (first.left - 0.01 * Double(ahead.count - index), first.left)
        ahead[index].isSetWide = true
      }
    }
    return ahead + placed
  }

  /// The words of vertical lines as if these ran across. Boxes of upright letters are as high as each reader thinks
  /// their font, so that those of one line overlap: they are read in the order in which they were drawn.
  private func turnedBack(_ words: [PrintedWord]) -> [PrintedWord] {
    guard let corner else { return words }
    return words.enumerated().map { place, word in
      var turned = word
      (turned.left, turned.right) = (word.top - corner.y, word.bottom - corner.y)
      (turned.top, turned.bottom) = (corner.x - word.right, corner.x - word.left)
      turned.place = place
      return turned
    }
  }

  /// The words within the frame, octavo's own marked.
  func text(_ words: [PrintedWord]) -> [PrintedWord] {
    guard !isSetAside else { return [] }
    var words = withReadings(turnedBack(words))
    if let frame {
      // of vertical lines the order of drawing tells
      let stretches = corner == nil ? traits.stretches.sorted { $0.baseline < $1.baseline } : []
      words = words.filter { word in
        let middle = (word.left + word.right) / 2
        guard middle >= frame.left, middle <= frame.right else { return false }
        if word.middle >= frame.top, word.middle <= frame.bottom { return true }
        // what is raised in the first line, or lowered in the last
        return word.stretch(of: stretches).map { $0.baseline != $0.lineBaseline } ?? false
      }
    }
    let labels = traits.labels
    guard !labels.isEmpty else { return onLines(words) }
    let byTop = labels.sorted { $0.box.top < $1.box.top }
    let tallest = labels.map { $0.box.bottom - $0.box.top }.max() ?? 0
    return onLines(
      words.flatMap { word -> [PrintedWord] in
        // those that reach over the word's middle
        let low = byTop.lowerBound { $0.box.top < word.middle - tallest }
        var pieces = [word]
        for label in byTop[low...].prefix(while: { $0.box.top <= word.middle }) where label.box.bottom >= word.middle {
          pieces = pieces.flatMap { piece in
            guard label.isFolio, !piece.isMark else { return piece.parted(at: label) }
            return piece.parted(at: label).filter { !$0.isMark }
          }
        }
        return pieces
      })
  }

  /// Words at the height of the lines that they were set in, raised and lowered ones too, so that all of one line
  /// stand alike; those that stand on no line stay where they are.
  private func onLines(_ words: [PrintedWord]) -> [PrintedWord] {
    // of vertical lines the order of drawing tells
    guard !traits.stretches.isEmpty, corner == nil else { return words }
    let stretches = traits.stretches.sorted { $0.baseline < $1.baseline }
    return words.map { word in
      guard let stretch = word.stretch(of: stretches) else { return word }
      var placed = word
      let middle = stretch.lineBaseline - 0.25 * stretch.lineEm
      (placed.top, placed.bottom) = (middle - word.height / 2, middle + word.height / 2)
      placed.letterSpacing = stretch.letterSpacing
      placed.isPlaced = true
      return placed
    }
  }
}

extension PrintedWord {
  func onPage(_ place: PrintedLayout.PageOnSheet) -> PrintedWord {
    var word = self
    let (x1, x2) = ((left - place.x) / place.factor, (right - place.x) / place.factor)
    let (y1, y2) = ((top - place.y) / place.factor, (bottom - place.y) / place.factor)
    (word.left, word.right) = (min(x1, x2), max(x1, x2))
    (word.top, word.bottom) = (min(y1, y2), max(y1, y2))
    return word
  }

  /// Whether it is of a line that reaches into a reading's box: as high as the word before it, and higher than any letter
  /// of the reading, whose box is 1.3 em high, where no reader gives a letter more than 1.45 em.
  fileprivate func isTall(beside reading: PageTraits.Box, _ usual: Double) -> Bool {
    height > 0.8 * usual && height > 1.23 * (reading.bottom - reading.top)
  }

  /// What of some stretches, sorted by their baselines, the word stands on. Readers say how high its face reaches: the
  /// baseline is about a quarter above the foot of that, and an em five sixths of it.
  fileprivate func stretch(of stretches: [PageTraits.Stretch]) -> PageTraits.Stretch? {
    let x = (left + right) / 2
    let wanted = bottom - 0.25 * height
    let first = stretches.lowerBound { $0.baseline < middle - 0.2 * height }
    func distance(_ stretch: PageTraits.Stretch) -> Double {
      if stretch.ascent > 0 {
        // of a tall face it is known how high that reaches
        return abs(stretch.baseline - stretch.ascent - top) + abs(stretch.baseline + stretch.descent - bottom)
      }
      // of a line and a stretch of it on one baseline the stretch says more, however high its face reaches
      return abs(stretch.baseline - wanted) + 0.5 * abs(1.2 * stretch.em - height)
        - (stretch.letterSpacing == 0 ? 0 : 0.2 * height)
    }
    return stretches[first...].prefix { $0.baseline <= bottom + 0.2 * height }
      .filter {
        // other letters may be of one word with those of a tall face
        $0.ascent > 0 ? $0.left - 1 <= right && left <= $0.right + 1 : $0.left - 1 <= x && x <= $0.right + 1
      }
      .min { distance($0) < distance($1) }
  }

  /// About what letters measure, in ems.
  private func width(of letters: ArraySlice<UInt8>) -> Double {
    String(decoding: letters, as: UTF8.self).unicodeScalars.reduce(0) { sum, scalar in
      switch scalar {
      // dashes and other signs, but not the ends of a stretch of another direction, which show nothing; figures that are
      // not set in columns
      case "\u{2000}"..."\u{2FFF}": sum + (scalar.properties.generalCategory == .format ? 0 : 0.7)
      case "1": sum + 0.4
      case "A"..."Z", "m", "w", "&": sum + 0.7
      case "i", "j", "l", "t", "f": sum + 0.3
      case "!", "'"...")", ","..."/", ":", ";", "["..."]", "|": sum + 0.25
      default: sum + 0.48
      }
    }
  }

  /// The word without a label that stands in it, and the label. PDF readers join what is of one size.
  fileprivate func parted(at label: PageTraits.Label) -> [PrintedWord] {
    let mark = label.box
    let shared = min(right, mark.right) - max(left, mark.left)
    guard !isMark, shared > 0.5 * (mark.right - mark.left) else { return [self] }
    if string == label.text || shared > 0.9 * (right - left) {
      var whole = self
      // what shows nothing, such as the ends of a stretch of another direction, may come along
      let shown = String(
        String.UnicodeScalarView(string.unicodeScalars.filter { $0.properties.generalCategory != .format }))
      whole.isMark = shown == label.text || label.text.contains(shown.isEmpty ? string : shown)
      whole.isOfItem = whole.isMark && label.isOfItem
      return [whole]
    }
    let wanted = Array(label.text.utf8)
    guard !wanted.isEmpty, wanted.count < text.count else { return [self] }
    let places = (0...(text.count - wanted.count)).filter { text[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    // of several such stretches the one nearest to the label's place, by what the letters on both sides may measure
    let share = (mark.left - left) / max(mark.left - left + right - mark.right, 0.01)
    func distance(_ place: Int) -> Double {
      let (before, after) = (width(of: text[..<place]), width(of: text[(place + wanted.count)...]))
      return abs(before / max(before + after, 0.01) - share)
    }
    guard let nearest = places.min(by: { distance($0) < distance($1) }) else { return [self] }
    // a figure of a number in the text is none where another stands free about as near: `1871,1`
    func isInNumber(_ place: Int) -> Bool {
      [place - 1, place + wanted.count].contains { text.indices.contains($0) && (0x30...0x39).contains(text[$0]) }
    }
    let free = places.filter { !isInNumber($0) && distance($0) < distance(nearest) + 0.15 }
    let place = isInNumber(nearest) ? free.min(by: { distance($0) < distance($1) }) ?? nearest : nearest
    var pieces: [PrintedWord] = []
    for (range, edges) in [
      (0..<place, (left, mark.left)), (place..<(place + wanted.count), (mark.left, mark.right)),
      ((place + wanted.count)..<text.count, (mark.right, right)),
    ] where !range.isEmpty {
      var piece = PrintedWord(text: Array(text[range]), left: edges.0, top: top, right: edges.1, bottom: bottom)
      piece.place = self.place
      piece.isMark = range.lowerBound == place && range.count == wanted.count
      piece.isOfItem = piece.isMark && label.isOfItem
      piece.isJoined = isJoined || !pieces.isEmpty
      pieces.append(piece)
    }
    return pieces
  }
}
