internal import BookModel
internal import Manuscript
internal import Units

/// Which paragraphs are headings: by their styles; in manuscripts that have none, by how they stand and what they say.
struct WordHeadings {
  struct Found {
    struct Made {
      var heading: Heading
      /// A label that Word counted.
      var counted: String?
    }
    var heading: Made
    /// Items that it is made of.
    var count: Int
  }

  private var found: [Int: Found] = [:]
  private let items: [WordItem]
  private let usual: UsualLook
  /// Short lines that do not stand below a number, as the names of those who speak.
  private let saidElsewhere: Set<String>
  /// The lines of the title's page, of which none heads anything, though one may say `Book Two`.
  private let titlePage: Range<Int>
  private var looks: [Form: (alone: Int, below: Int)] = [:]

  subscript(index: Int) -> Found? { found[index] }

  init(_ items: [WordItem], _ usual: UsualLook) {
    (self.items, self.usual) = (items, usual)
    var (said, isBelowLabel): (Set<String>, Bool) = ([], false)
    for item in items where !item.isBlank {
      let words = item.paragraph.flatMap { $0.length <= 60 ? $0.words : nil }
      if let words, !isBelowLabel { said.insert(words) }
      isBelowLabel = words?.isHeadingLabel ?? false
    }
    saidElsewhere = said
    titlePage = WordHeadings.titlePage(items)
    guard !items.isEmpty else { return }
    findStyled()
    if found.isEmpty {
      findByForm()
    } else {
      looks = countedLooks()
      findTitlesBelowNumbers()
      findPartsOfTwoLines()
      findNamed()
    }
  }

  // MARK: By style

  private mutating func findStyled() {
    let hasParts = items.contains { $0.paragraph?.role == .part }
    let titles = titlesOfChapters
    func level(_ index: Int) -> Int? {
      guard let paragraph = items[index].paragraph, paragraph.length <= 500 else { return nil }
      switch paragraph.role {
      case .heading(let level)?: return min(level, 6)
      case .part?: return 1
      case .chapter?: return hasParts ? 2 : 1
      case .matter(.title)?: return titles.contains(index) ? 1 : nil
      case nil, .flush?, .centred?, .list?:
        guard let outline = paragraph.look.outline, outline < 9, paragraph.length <= 200 else { return nil }
        return min(outline + 1, 6)
      default: return nil
      }
    }
    var index = 0
    while index < items.count {
      guard let own = level(index), let paragraph = items[index].paragraph,
        paragraph.words.contains(where: { $0.isLetter || $0.isNumber })
      else {
        index += 1
        continue
      }
      var (title, count) = (paragraph, 1)
      var label: WordParagraph?
      // a number in one paragraph, its title in the next
      let next = index + 1
      if next < items.count, !items[next].beginsPage, let second = items[next].paragraph, level(next) == own,
        paragraph.words.isHeadingLabel, !second.words.isHeadingLabel, second.item == nil, paragraph.item == nil,
        second.inlines.headingParts.label.isEmpty, BookMatter(heading: second.words) == nil
      {
        (label, title, count) = (paragraph, second, 2)
      }
      found[index] = Found(heading: made(title, label: label, level: own), count: count)
      index += count
    }
  }

  /// Titles that stand in the middle below numbers whose style is that of headings: where most of the numbers have one.
  private mutating func findTitlesBelowNumbers() {
    let numbers = found.filter { index, heading in
      heading.count == 1 && heading.heading.counted == nil && items[index].paragraph?.words.isHeadingLabel ?? false
    }
    let titles = numbers.keys.reduce(into: [Int: Int]()) { made, index in
      guard let below = title(below: index), found[below] == nil,
        items[below].paragraph?.look.alignment == .centre, items[below].paragraph?.role?.isOfOwnLook != true
      else { return }
      made[index] = below
    }
    guard titles.count > 1, titles.count * 2 >= numbers.count else { return }
    for (index, below) in titles {
      guard let number = items[index].paragraph, let title = items[below].paragraph,
        let level = found[index]?.heading.heading.level
      else { continue }
      found[index] = Found(heading: made(title, label: number, level: level), count: below - index + 1)
    }
  }

  /// `Part One` and its title below, alone on a page before chapters whose headings have a style.
  private mutating func findPartsOfTwoLines() {
    let top = found.values.map(\.heading.heading.level).min() ?? 1
    for index in items.indices where found[index] == nil && isPart(index) {
      guard let form = form(index), form.beginsPage, form.isShown, let below = title(below: index), found[below] == nil,
        let end = next(below), items[end].beginsPage
      else { continue }
      add(index, level: top)
    }
  }

  /// Word's style for the book's title, over every chapter of a book that has no headings.
  private var titlesOfChapters: Set<Int> {
    let isHeaded = items.contains {
      $0.paragraph.map { $0.role?.isHeading ?? false || ($0.look.outline ?? 9) < 9 && $0.role == nil } ?? false
    }
    let titles = items.indices.filter { items[$0].paragraph?.role == .matter(.title) }
    let heads = titles.filter { headsText($0) }
    return !isHeaded && heads.count > 2 ? Set(heads) : []
  }

  private func made(_ paragraph: WordParagraph, label: WordParagraph?, level: Int) -> Found.Made {
    var heading: Heading
    if let label {
      heading = Heading(
        level: level, label: label.inlines.asTitle, title: paragraph.inlines.asTitle,
        anchor: label.anchor ?? paragraph.anchor,
        source: label.source)
    } else {
      heading = Heading(
        level: level, words: paragraph.inlines.asTitle, anchor: paragraph.anchor, source: paragraph.source)
    }
    guard let item = paragraph.item, !item.level.isBullet, label == nil else { return Found.Made(heading: heading) }
    var words = item.label
    while words.last?.isWhitespace == true { words.removeLast() }
    guard !words.isEmpty else { return Found.Made(heading: heading) }
    let counted = Inline(words, source: paragraph.source)
    if heading.plainText.isEmpty {
      heading.title = [counted]
    } else {
      heading.label = [counted] + (heading.label.isEmpty ? [] : [Inline(" ", source: paragraph.source)] + heading.label)
    }
    return Found.Made(heading: heading, counted: words + " ")
  }

  /// A first page of short lines, the first of which is no part's; where other parts come, theirs is one of these.
  private static func titlePage(_ items: [WordItem]) -> Range<Int> {
    guard let end = items.indices.dropFirst().first(where: { items[$0].beginsPage }) else { return 0..<0 }
    let lines = items[..<end].compactMap(\.paragraph)
    guard let first = lines.first, !first.words.isHeadingLabel, BookMatter(heading: first.words) == nil,
      lines.allSatisfy({ $0.length <= 100 }),
      !items[end...].contains(where: {
        $0.paragraph.map { $0.length <= 100 && $0.words.beginsAsPart && !$0.inlines.headingParts.label.isEmpty }
          ?? false
      })
    else { return 0..<0 }
    return 0..<end
  }

  // MARK: By form

  private struct Form: Hashable {
    var beginsPage, isCentred, isBold, isLarge, isCapital: Bool
    var isShown: Bool { isCentred || isBold || isLarge || isCapital }
  }

  private func form(_ index: Int) -> Form? {
    guard let paragraph = items[index].paragraph, paragraph.item == nil else { return nil }
    switch paragraph.role {
    case nil, .flush?, .centred?, .list?, .matter(.title)?: break
    default: return nil
    }
    guard (1...100).contains(paragraph.length) else { return nil }
    let words = paragraph.words
    guard words.contains(where: { $0.isLetter || $0.isNumber }), !words.isOfImprint,
      let last = words.last(where: { !$0.isWhitespace }), !",;:”\"’'".contains(last), !words.isAttribution,
      !titlePage.contains(index),
      last != "." || words.isHeadingLabel, !isEnd(words)
    else { return nil }
    return Form(
      beginsPage: items[index].beginsPage, isCentred: paragraph.look.alignment == .centre && !usual.isCentred,
      isBold: paragraph.inlines.allSatisfy { inline in
        guard case .text(let text) = inline.content else { return true }
        return inline.style.traits.contains(.strong) || text.allSatisfy(\.isWhitespace)
      }, isLarge: paragraph.size >= usual.size + 3 && usual.size > 0,
      isCapital: !words.contains(where: \.isLowercase) && words.contains(where: \.isUppercase))
  }

  private func isEnd(_ words: String) -> Bool {
    ["theend", "end", "fin", "ende", "finis", "fine", "конец", "einde", "fim", "koniec"].contains(
      words.lettersAndFigures)
  }

  /// The next item that is not blank.
  private func next(_ index: Int) -> Int? {
    var next = index + 1
    while next < items.count, items[next].isBlank { next += 1 }
    return next < items.count ? next : nil
  }

  private func previous(_ index: Int) -> Int? {
    var before = index - 1
    while before >= 0, items[before].isBlank { before -= 1 }
    return before >= 0 ? before : nil
  }

  /// Text stands below, and no lines of a page that is set apart.
  /// - Parameter lines: how many lines in the middle may stand between them: a place, a day, a motto.
  private func headsText(_ index: Int, past lines: Int = 0) -> Bool {
    guard let below = next(index) else { return false }
    if items[below].beginsPage { return false }
    guard let paragraph = items[below].paragraph else { return true }
    if paragraph.look.alignment != .centre || usual.isCentred || paragraph.length > 200 { return true }
    return lines > 0 && !paragraph.words.isHeadingLabel && !paragraph.words.isOfImprint
      && headsText(below, past: lines - 1)
  }

  /// The title below a number, on a line of its own.
  private func title(below index: Int) -> Int? {
    guard let below = next(index), !items[below].beginsPage, let form = form(below), form.isShown || isItalic(below),
      items[below].paragraph.map({ !$0.words.isHeadingLabel && !saidElsewhere.contains($0.words) }) ?? false,
      !standsAlone(form),
      headsText(below, past: 2) || isPart(index)
    else { return nil }
    return below
  }

  /// Whether most lines of that look head text without a number above them, as the days of a diary do below its year.
  private func standsAlone(_ form: Form) -> Bool {
    let own = Form(
      beginsPage: false, isCentred: form.isCentred, isBold: form.isBold, isLarge: form.isLarge,
      isCapital: form.isCapital)
    let (alone, below) = looks[own] ?? (0, 0)
    return form.isShown && alone > below && alone > 1
  }

  /// `Scene 1` right below `Act One`: they are one heading.
  private func label(below index: Int) -> Int? {
    func word(_ index: Int) -> String? {
      items[index].paragraph.flatMap {
        $0.length <= 60 && $0.words.isHeadingLabel ? $0.words.lowercased().firstWord : nil
      }
    }
    guard let below = next(index), !items[below].beginsPage, !isPart(index), let own = word(index),
      let other = word(below), own != other
    else { return nil }
    return below
  }

  private func isItalic(_ index: Int) -> Bool {
    items[index].paragraph?.inlines.allSatisfy { $0.style.traits.contains(.emphasis) || $0.content == .lineBreak }
      ?? false
  }

  private func isPart(_ index: Int) -> Bool {
    guard let paragraph = items[index].paragraph, paragraph.length <= 100 else { return false }
    return paragraph.words.isPartLabel
  }

  /// Lines by their look: those that head text with no number above them, and those below one.
  private func countedLooks() -> [Form: (alone: Int, below: Int)] {
    var made: [Form: (alone: Int, below: Int)] = [:]
    var isBelowLabel = false
    for index in items.indices where !items[index].isBlank {
      let isLabel = items[index].paragraph.map { $0.length <= 60 && $0.words.isHeadingLabel } ?? false
      defer { isBelowLabel = isLabel }
      guard !isLabel, !items[index].beginsPage, !isNamed(index), let form = form(index), form.isShown,
        isBelowLabel || headsText(index)
      else { continue }
      if isBelowLabel { made[form, default: (0, 0)].below += 1 } else { made[form, default: (0, 0)].alone += 1 }
    }
    return made
  }

  private mutating func findByForm() {
    looks = countedLooks()
    var labelled: [Int] = []
    var other: [(index: Int, form: Form)] = []
    for index in items.indices {
      guard let form = form(index), let paragraph = items[index].paragraph else { continue }
      let label = paragraph.inlines.headingParts.label.plainText
      let words = paragraph.words
      if label.isChapterLabel || label.isPartLabel {
        if form.isShown || form.beginsPage || label == words { labelled.append(index) }
      } else if words.isHeadingLabel, form.isShown || form.beginsPage,
        title(below: index) != nil || headsText(index, past: 2)
      {
        labelled.append(index)
      } else if form.isShown, headsText(index, past: isNamed(index) ? 2 : 0) {
        other.append((index, form))
      }
    }
    // numbers alone, counted from one
    let numbers = items.indices.filter { index in
      guard let words = items[index].paragraph?.words, words.utf8.count <= 20, form(index) != nil else { return false }
      return words.isHeadingLabel && !words.isChapterLabel && !words.isPartLabel && headsText(index)
    }
    let spelt = numbers.compactMap { items[$0].paragraph?.words.lettersAndFigures }
    if spelt.count > 1, ["1", "i", "one", "eins", "un", "uno", "um", "один", "en"].contains(spelt[0]),
      Set(spelt).count == spelt.count
    {
      labelled = Set(labelled + numbers).sorted()
    }
    // lines of a list of contents stand one below the other
    let known = Set(labelled)
    labelled = labelled.filter { index in
      let (before, behind) = (previous(index).map(known.contains) ?? false, next(index).map(known.contains) ?? false)
      return !(before || behind) || isPart(index) || before && !behind && previous(index).map(isPart) ?? false
        || !before && label(below: index).map { below in !(next(below).map(known.contains) ?? false) } ?? false
    }
    let ofNotes = labelsOfNotes(labelled, besides: other.map(\.index))
    labelled.removeAll(where: ofNotes.contains)
    var chosen = Set(labelled)
    let forms = Set(labelled.compactMap { form($0) })
    if labelled.count < 2 {
      let paged = other.filter { $0.form.beginsPage }
      let strong = other.filter {
        $0.form.isCentred && ($0.form.isBold || $0.form.isLarge) || $0.form.isLarge && $0.form.isBold
      }
      let pick = paged.count > 1 ? paged : strong.count > 1 ? strong : []
      chosen.formUnion(pick.map(\.index))
    } else {
      // a prologue that looks like the chapters
      chosen.formUnion(other.filter { $0.form.beginsPage && forms.contains($0.form) }.map(\.index))
    }
    for (index, form) in other where isNamed(index) && (form.beginsPage || !chosen.isEmpty) { chosen.insert(index) }
    guard chosen.count > 1 || !labelled.isEmpty else { return }
    let inner = labelsWithin(chosen).union(ofNotes)
    let parts = titlesAlone(among: chosen)
    let top = parts.isEmpty ? 1 : 2
    for index in chosen.union(inner).union(parts).sorted() {
      let kind = items[index].paragraph.flatMap { BookMatter(heading: $0.words) }
      let isTop = parts.contains(index) || kind.map { !$0.isText } ?? false
      add(index, level: inner.contains(index) ? top + 1 : isTop ? 1 : top, besides: inner)
    }
  }

  /// Lines that stand alone on pages of their own between the chapters, and the one before the first that looks the
  /// same: the titles of parts.
  private func titlesAlone(among chosen: Set<Int>) -> Set<Int> {
    guard let first = chosen.min(), chosen.count > 2, !chosen.contains(where: isPart) else { return [] }
    func isAlone(_ index: Int) -> Bool {
      guard let form = form(index), form.beginsPage, form.isCentred, form.isBold || form.isLarge || form.isCapital,
        !isNamed(index), let below = next(index), items[below].beginsPage, chosen.contains(below)
      else { return false }
      return true
    }
    let alone = items.indices.filter(isAlone)
    let between = alone.filter { $0 > first }
    guard let form = between.first.flatMap(form), between.allSatisfy({ self.form($0) == form }),
      let before = alone.last(where: { $0 < first }), self.form(before) == form
    else { return [] }
    return Set(between + [before])
  }

  /// `Chapter 1` below `Notes` that stand behind the chapters, and on their page: above the notes of the first.
  private func labelsOfNotes(_ labelled: [Int], besides other: [Int]) -> Set<Int> {
    let known = Set(labelled)
    var (found, isInNotes, hasChapters) = (Set<Int>(), false, false)
    for index in (labelled + other).sorted() {
      let kind = items[index].paragraph.flatMap { BookMatter(heading: $0.words) }
      if items[index].beginsPage || kind != nil { isInNotes = hasChapters && kind?.repeatsChapters ?? false }
      if isInNotes, known.contains(index) { found.insert(index) }
      hasChapters = hasChapters || kind == nil
    }
    return found
  }

  /// `Scene 1` right below `Act One`, and `Scene 2` that has no act above it: these are within the act.
  private func labelsWithin(_ chosen: Set<Int>) -> Set<Int> {
    func word(_ index: Int) -> String? { items[index].paragraph?.words.lowercased().firstWord }
    let below = chosen.compactMap(label(below:))
    let kinds = Set(below.compactMap(word)).subtracting(chosen.filter { label(below: $0) != nil }.compactMap(word))
    let alone = chosen.filter { index in
      items[index].paragraph?.words.isHeadingLabel ?? false && word(index).map(kinds.contains) ?? false
    }
    return alone.isEmpty ? [] : alone.union(below.filter { word($0).map(kinds.contains) ?? false })
  }

  /// In a book with headings, `Acknowledgements` that somebody typed.
  private mutating func findNamed() {
    let top = found.values.map(\.heading.heading.level).min() ?? 1
    for index in items.indices where found[index] == nil {
      guard let form = form(index), form.isShown, isNamed(index), headsText(index, past: 2) else { continue }
      add(index, level: top)
    }
  }

  private func isNamed(_ index: Int) -> Bool {
    guard let kind = items[index].paragraph.flatMap({ $0.length <= 100 ? BookMatter(heading: $0.words) : nil }) else {
      return false
    }
    switch kind {
    case .copyright, .dedication, .epigraph, .title, .subtitle, .author, .alsoBy, .halfTitle, .contents: return false
    default: return true
    }
  }

  private mutating func add(_ index: Int, level: Int, besides inner: Set<Int> = []) {
    guard let paragraph = items[index].paragraph, found[index] == nil else { return }
    if paragraph.words.isHeadingLabel,
      let below = title(below: index) ?? label(below: index).flatMap({ inner.contains($0) ? nil : $0 }),
      let title = items[below].paragraph
    {
      found[index] = Found(heading: made(title, label: paragraph, level: level), count: below - index + 1)
    } else {
      found[index] = Found(heading: made(paragraph, label: nil, level: level), count: 1)
    }
  }
}

extension [Inline] {
  /// As a heading's words: what its design says is not said again.
  fileprivate var asTitle: [Inline] {
    func isAll(_ trait: InlineStyle.Traits) -> Bool {
      allSatisfy { inline in
        guard case .text(let text) = inline.content else { return true }
        return inline.style.traits.contains(trait) || text.allSatisfy(\.isWhitespace)
      }
    }
    var made = self
    for trait in [InlineStyle.Traits.strong, .emphasis, .underline, .smallCapitals] where isAll(trait) {
      made = made.removing(trait)
    }
    return made.map { inline in
      var inline = inline
      if inline.style.extras.colour != nil { inline.style.extras.colour = nil }
      return inline
    }
  }
}
