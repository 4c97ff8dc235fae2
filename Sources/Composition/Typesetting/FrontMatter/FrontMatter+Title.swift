internal import BookModel
internal import Design
internal import Units

/// The title page, composed on all of the page: the title in its upper part, the author at the optical
/// middle, who publishes it at the foot.
extension FrontMatter {
  /// Title page and copyright page, as far as the design has them.
  /// - Parameters:
  ///   - words: how many the book has, about.
  ///   - hasImprint: the manuscript says itself what there is to say of the edition.
  func titles(_ metadata: Metadata, words: String, hasImprint: Bool, into list: inout PageList) {
    let title = list.title
    list.addBlankBeforeRecto()
    if design.hasTitlePage, !title.isEmpty { titlePage(metadata, words: words, title: title, into: &list) }
    // what the manuscript says of its edition stands for the page that would be made
    guard design.hasCopyrightPage, FrontMatter.hasCopyright(metadata),
      !hasImprint || metadata.rights != nil || !metadata.identifiers.isEmpty
    else { return }
    // on the title's back, or on a back of its own
    if design.sides == .facing, list.pages.count % 2 == 0 { list.addBlank() }
    copyrightPage(metadata, title: title, into: &list)
  }

  func displayTitle(_ metadata: Metadata, title: String, into list: inout PageList) {
    maker.begin()
    let rows = Double(design.rows)
    let leading = Double(maker.leading)
    /// Baseline of the line set last.
    var y = 0.0
    let inCapitals = PageAssembler.isInCapitals(title)
    var style = maker.resolver.display(.title)
    style.scale *= FrontMatter.titleFit(title)
    if inCapitals {
      style.scale *= 0.86
      style.letterSpacing = max(0.05, style.letterSpacing)
    }
    var starts = [(line: 0, least: (style.scale - 1) * Double(maker.em))]
    y = part(title, .title, style, from: max(rows * design[.title].depth * leading, leading * 2))
    starts.append((maker.stick.lines.count, leading * 1.3))
    if let subtitle = metadata.subtitle {
      // below large letters it stands clear of their tails
      let white = (style.scale * 0.3 + maker.resolver.display(.subtitle).scale * 1.1) * Double(maker.em)
      y = part(subtitle, .subtitle, from: y + max(leading * 2, white))
    }
    for line in metadata.titleLines.prefix(6) {
      y = part(line, .subtitle, from: y + leading * 1.5)
    }
    let authors = metadata.authors.joined(separator: ", ")
    starts.append((maker.stick.lines.count, leading * 1.5))
    if !authors.isEmpty {
      y = part(authors, .author, from: max(y + leading * 3, rows * design[.author].depth * leading))
    }
    let foot = footLines(metadata)
    let footRow = rows - 1 - 1.2 * Double(max(0, foot.count - 1))
    for contributor in metadata.contributors {
      let (words, isWhole) = FrontMatter.credit(contributor, maker.resolver.language)
      guard y + leading * (isWhole ? 2 : 3.3) < footRow * leading - leading else { break }
      y = part(words, .credit, from: y + leading * 2)
      if !isWhole { y = part(contributor.name, .creditName, from: y + leading * 1.3) }
    }
    // a long line of a publisher breaks: the last stands at the foot all the same
    let firstOfFoot = maker.stick.lines.count
    var below = 0.0
    for (number, line) in foot.enumerated() {
      var style = maker.resolver.display(.publisher)
      if number > 0 || foot.count == 1 { style.scale *= 0.95 }
      below = part(line, .publisher, style, from: number == 0 ? 0 : below + leading * 1.2)
    }
    let shift = PackedLength(max(y + leading * 2, (rows - 1) * leading - below))
    for index in firstOfFoot..<maker.stick.lines.count { maker.stick.lines[index].y += shift }
    starts.append((firstOfFoot, leading * 1.3))
    squeeze(starts)
    takeAll(.title, into: &list)
  }

  /// Takes from the white above the parts of a page what its last line stands too low by, from each its share.
  /// - Parameter starts: the first line of each part, and how much of the white above it has to stay.
  private func squeeze(_ starts: [(line: Int, least: Double)]) {
    guard !maker.stick.lines.isEmpty else { return }
    func y(_ line: Int) -> Double { Double(maker.stick.lines[line].y) }
    let starts = starts.filter { $0.line < maker.stick.lines.count }
    let excess = y(maker.stick.lines.count - 1) - Double(design.rows - 1) * Double(maker.leading)
    let whites = starts.map { max(0, y($0.line) - ($0.line == 0 ? 0 : y($0.line - 1)) - $0.least) }
    let white = whites.reduce(0, +)
    guard excess > 0, white > 0 else { return }
    var taken = 0.0
    var next = 0
    for index in maker.stick.lines.indices {
      while next < starts.count, starts[next].line <= index {
        taken += whites[next] * min(1, excess / white)
        next += 1
      }
      maker.stick.lines[index].y = PackedLength(y(index) - taken)
    }
  }

  /// Publisher, then the year; a date alone only where it is one, not the day when a file was made.
  private func footLines(_ metadata: Metadata) -> [String] {
    let year = metadata.date.flatMap {
      $0.utf8.count == 4 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? $0 : nil
    }
    // who publishes it himself is named once
    guard let publisher = metadata.publisher, !publisher.isEmpty, ![publisher].elementsEqual(metadata.authors) else {
      return year.map { [$0] } ?? []
    }
    return [publisher] + [metadata.date].compactMap { $0 }
  }

  /// A title of three words is set larger than one of thirty.
  static func titleFit(_ title: String) -> Double {
    switch title.unicodeScalars.count {
    case ..<13: 1.18
    case ..<26: 1.06
    case ..<60: 1
    case ..<110: 0.82
    case ..<180: 0.68
    default: 0.56
    }
  }

  /// Lines in the middle, or where the title stands.
  /// - Parameter first: baseline of the first, 1/1024 pt.
  /// - Returns: baseline of the last.
  private func part(_ text: String, _ element: Element, _ style: BlockStyle? = nil, from first: Double) -> Double {
    var style = style ?? maker.resolver.display(element)
    let look = design[element]
    let words = [Inline(text)].inCase(look.letterCase, maker.resolver.language)
    var spec = GalleyMaker.LineSpec(
      frame: GalleyMaker.Frame(style: style), placement: GalleyMaker.placement(design[.title]))
    spec.isTitle = true
    // a line of display stands clear of the margins that none of its lines stands at
    let inset = PackedLength(Double(maker.measure) * 0.04)
    if spec.placement != .leading { spec.frame.leadingIndent = inset }
    if spec.placement != .trailing { spec.frame.trailingIndent = inset }
    style.scale *= fit(words.plainText, style, in: maker.measure - spec.frame.leadingIndent - spec.frame.trailingIndent)
    spec.frame.style = style
    let start = maker.stick.lines.count
    _ = maker.lay(words, spec: spec)
    let step =
      look.leading.map { $0 * style.scale * Double(maker.em) } ?? Double(maker.leading) * max(1, style.scale * 0.95)
    var y = first
    for index in start..<maker.stick.lines.count {
      if index > start { y += step }
      maker.stick.lines[index].y = PackedLength(y)
    }
    return y
  }

  /// What a title is made smaller by, so that no word of it must be broken: 1 where all words have room. Signs that lines
  /// break between have it always.
  private func fit(_ text: String, _ style: BlockStyle, in room: PackedLength) -> Double {
    let words = text.split { $0.isWhitespace || "-–—/".contains($0) }.map(String.init)
    let longest = words.filter { $0.unicodeScalars.allSatisfy { $0.value < 0x1100 } }.map { width(of: $0, style) }.max()
    guard let longest, longest > room, room > 0 else { return 1 }
    return max(0.4, Double(room) / Double(longest) * 0.99)
  }
}
