internal import BookModel

/// Reads the chunks of a typed title page and of its back, one after the other.
struct FrontReader {
  /// What a chunk says.
  enum TitlePageLine: Equatable {
    case title, author, credit, description, dedication, rights, subtitle, file, other
    case house(place: Bool, house: Bool, year: String?)
  }

  let source: PlainTextSource
  let region: Range<Int>
  /// Further volumes follow in the file: the number of the first heads it.
  let hasVolumes: Bool
  var metadata: Metadata
  /// Chunks that are left out, and why.
  var left: [(chunk: Int, why: String)] = []
  var pages: [(chunk: Int, page: PlainTextSource.FrontPage)] = []
  /// Chunks of the title page that its facts hold, and the last of them.
  var facts: Set<Int> = []
  var foot: Int?

  var says: [TitlePageLine] = []
  private let ofTitle: KnownWords
  private let ofAuthors: KnownWords
  private let ofBoth: KnownWords

  init(source: PlainTextSource, region: Range<Int>, hasVolumes: Bool, metadata: Metadata) {
    self.source = source
    self.region = region
    self.hasVolumes = hasVolumes
    self.metadata = metadata
    ofTitle = KnownWords([metadata.title, metadata.subtitle].compactMap(\.self).joined(separator: " "))
    ofBoth = KnownWords(
      ([metadata.title, metadata.subtitle].compactMap(\.self) + metadata.authors).joined(separator: " "))
    ofAuthors = KnownWords(metadata.authors.joined(separator: " "))
  }

  mutating func read(isFramed: Bool) {
    var said = SaidTitle(metadata.title ?? "")
    // behind a paragraph no line is a title page's, whatever its words
    var isBehindText = false
    for c in region {
      var saying = saying(c, isFramed: isFramed)
      if isBehindText, saying == .credit || saying == .description { saying = .other }
      if source.chunks[c].kind == .unknown, source.chunks[c].lines.count >= 3, isProse(c) { isBehindText = true }
      if saying == .title {
        let own = titleWords(lines(c).joined(separator: " "))
        if said.isPart(own, isAlone: !source.isWithinTitle(c, ofTitle)) { saying = .other }
        said.say(own)
      }
      says.append(saying)
    }
    // without title or author it is no title page
    guard let first = says.firstIndex(where: { $0 == .title || $0 == .author }) else { return }
    gatherDedications()
    takeFullerTitle()
    takeSubtitle(from: first)
    takeCredits()
    takeHouses(from: first)
    takeLines(from: first)
    // what says no more than the title may be a heading
    let isTitlePage = says.contains { $0 != .title && $0 != .other }
    // behind a dedication or a preface the author's name is a signature
    var isBehind = false
    for (n, c) in region.enumerated() {
      // below a motto the title page goes on
      if source.isBy(c) { isBehind = false }
      if facts.contains(c) { continue }
      if n > first,
        says[n] == .dedication
          || says[n] == .other && chunk(n).kind == .unknown && source.bytes(of: chunk(n)).count > 60
      {
        isBehind = true
      }
      switch says[n] {
      case .title where isTitlePage, .author where !isBehind: leave(c)
      case .description where n > first:
        let text = lines(c).joined(separator: " ")
        if metadata.subtitle == nil, text.isSubtitle { metadata.subtitle = cased(text) }
        if tellsMore(c) { pages.append((c, .imprint)) } else { leave(c) }
      case .file: left.append((c, "producer line"))
      case .dedication: pages.append((c, .dedication))
      case .rights: pages.append((c, .imprint))
      default: break
      }
    }
  }

  /// Title, author, what kind of book, who publishes it: a line of a title page for certain.
  func isOfTitlePage(_ c: Int) -> Bool {
    switch saying(c, isFramed: false) {
    case .title, .author, .credit, .description, .house: true
    default: false
    }
  }

  func saysTitle(_ c: Int) -> Bool { saying(c, isFramed: false) == .title }

  mutating func leave(_ c: Int) { left.append((c, "title page")) }

  func chunk(_ n: Int) -> Chunk { source.chunks[region.lowerBound + n] }

  /// Lines of a chunk without signs of italics.
  func lines(_ c: Int) -> [String] {
    source.chunks[c].lines.map { i in
      trimmed(source.string(ofLine: i).filter { $0 != "_" && $0 != "=" }[...])
    }
  }

  // MARK: - What a chunk says

  private func saying(_ c: Int, isFramed: Bool) -> TitlePageLine {
    guard source.chunks[c].kind == .unknown else { return .other }
    let lines = lines(c)
    let text = lines.joined(separator: " ")
    let lower = text.lowercased()
    let words = allWords(text)
    guard !words.isEmpty, text.utf8.count < 1200 else { return .other }
    if isFramed, isOfFile(lower) { return .file }
    // `THE`, a line above the rest of it
    let below = words.allSatisfy(ofTitle.contains) && c + 1 < region.upperBound ? self.lines(c + 1) : []
    if [words, allWords(below.joined(separator: " "))].contains(where: { ofTitle.sayAll($0, besides: joints) }) {
      return .title
    }
    if ofAuthors.sayAll(words, besides: honours.union(bys), allowsInitials: true) || words.allSatisfy(bys.contains)
      || linesBeforeNames.contains(lower) || isNameBelowBy(c, words)
    {
      return .author
    }
    // `Sun Tzŭ on The Art of War`
    if ofBoth.sayAll(words, besides: joints.union(bys)),
      words.contains(where: { ofTitle.contains($0) && !ofAuthors.contains($0) })
    {
      return .title
    }
    if isFullerTitle(c, words) || !says.contains(.title) && secondTitle(of: text, c) != nil { return .title }
    let byline = ["written", "composed"].contains(words[0]) ? words.dropFirst() : words[...]
    if let by = byline.first, linesBeforeNames.contains(by), lines.count <= 4,
      byline.prefix(6).contains(where: isSurname)
    {
      return .author
    }
    let bare = lower.drop { "[(“\"".contains($0) }
    if openingsOfRights.contains(where: bare.hasPrefix), isNotice(c, lines) { return .rights }
    if isDedication(c, lines, lower) { return .dedication }
    guard lines.count <= 8, !isProse(c) else { return .other }
    if roleOfCredit(lower) != nil { return .credit }
    // `VOL. II.` keeps the point of a shortened word
    let unpointed = lower.hasSuffix(".") ? String(lower.dropLast()) : lower
    if descriptionsOfBooks.contains(trimmedPoint(lower)) || descriptionsOfBooks.contains(unpointed)
      || openingsOfDescriptions.contains(where: bare.hasPrefix) || isVolumeNumber(c)
    {
      return isVolume(c) ? .other : .description
    }
    return headsProse(c) ? .other : house(c, lines)
  }

  /// `VOL. I.`, where others follow.
  func isVolume(_ c: Int) -> Bool { hasVolumes && isVolumeNumber(c) }

  /// `_VOL. XII_`, `VOL. VIII.--NO. 353.`
  private func isVolumeNumber(_ c: Int) -> Bool {
    guard source.chunks[c].lines.count == 1 else { return false }
    return source.headingForm(source.bytes(ofLine: source.chunks[c].lines.lowerBound))?.rank == .volume
  }

  /// Running text stands right below: `AVERTISSEMENT DE L'ÉDITEUR` is its heading, no house.
  private func headsProse(_ c: Int) -> Bool {
    let next = c + 1
    return next < source.chunks.count && source.chunks[next].kind == .unknown && isProse(next)
      && source.chunks[next].blanksBefore < source.chunks[c].blanksBefore
  }

  /// It says what no fact of a book holds: what else the author wrote, what pictures there are.
  func tellsMore(_ c: Int) -> Bool { allWords(lines(c).joined(separator: " ")).count > 3 }

  /// `THE LATE JOHN POLLARD, F.S.A.`, below a `BY` of its own.
  private func isNameBelowBy(_ c: Int, _ words: [String]) -> Bool {
    guard c > region.lowerBound, source.chunks[c].lines.count <= 3, words.contains(where: isSurname) else {
      return false
    }
    return linesBeforeNames.contains(lines(c - 1).joined(separator: " ").lowercased())
  }

  /// A word of title or author.
  func knows(_ word: String) -> Bool { ofBoth.contains(word) }

  private func isSurname(_ word: String) -> Bool { word.utf8.count > 2 && ofAuthors.contains(word) }

  /// Full lines of small letters.
  private func isProse(_ c: Int) -> Bool {
    let range = source.chunks[c].lines
    let early = range.dropLast().count { source.isEarly($0) }
    return range.count >= 3 && early * 2 < range.count - 1
      && !source.letterCase(source.bytes(of: source.chunks[c])).isCapitals
  }

  /// It says no more than the notice; a chapter of a book on printing may begin so, too.
  private func isNotice(_ c: Int, _ lines: [String]) -> Bool { lines.count <= 12 && !isProse(c) || isFront(c) }

  private func isFront(_ c: Int) -> Bool { source.chunks[c].lines.count <= 12 && c + 1 < region.upperBound }

  private func isDedication(_ c: Int, _ lines: [String], _ lower: String) -> Bool {
    guard lines.count <= 12, lower.utf8.count <= 600 else { return false }
    if lower.contains("dedicat"), lower.contains(" to ") || lower.hasPrefix("to ") || lines.count <= 3 { return true }
    let chunk = source.chunks[c]
    guard chunk.blanksBefore >= 2 || c == 0 || source.chunks[c - 1].kind == .dropped || isBehindNotice(c) else {
      return false
    }
    // it stands alone: nothing follows that it heads
    if c + 1 < source.chunks.count {
      let next = source.chunks[c + 1]
      let isText = next.lines.count >= 4 || next.lines.count >= 2 && source.lines[next.lines.lowerBound].width > 50
      if next.blanksBefore < chunk.blanksBefore, next.kind == .unknown, isText { return false }
    }
    guard lower.utf8.count <= 240 else { return false }
    // `FOR PLAIN AND FANCY COOKERY`, between the title and who wrote the book
    if c + 1 < region.upperBound, source.isBy(c + 1) || source.saysBy(c + 1), says.contains(.title) { return false }
    if lines[0].lowercased() == "to", lines.count > 1 { return true }
    if openingsOfDedications.contains(where: lower.hasPrefix), !isProse(c) { return lines.count <= 6 }
    // `TO` and a name, `For Joe, who waited`
    let word = lines[0].split(separator: " ").first?.lowercased() ?? ""
    return wordsBeforeReceivers.contains(word) && lines.count <= 6 && (lines.count > 1 || lower.utf8.count < 60)
      && !isProse(c) && allWords(lines.joined(separator: " ")).count > 1
      && lines[0].split(separator: " ").dropFirst().first?.first?.isUppercase ?? false
  }

  /// Nothing but the title page and notices of its back stand above: such pages may be told by their words alone.
  private func isBehindNotice(_ c: Int) -> Bool {
    guard c > region.lowerBound, !says.isEmpty else { return false }
    let above = source.bytes(ofChunk: c - 1)
    return says[says.count - 1] != .other || above.count <= 60 || source.isFrontText(c - 1)
  }

  /// `TO`, and the name below it, a line each with blank ones between them; what goes on in capitals belongs to it.
  private mutating func gatherDedications() {
    for n in says.indices.dropFirst() where says[n] == .other && says[n - 1] == .dedication {
      if chunk(n).kind == .unknown, chunk(n).lines.count <= 3, chunk(n).blanksBefore <= 1,
        source.letterCase(source.bytes(of: chunk(n))).isCapitals
      {
        says[n] = .dedication
      }
    }
    for n in says.indices.dropLast() where says[n] == .other || says[n] == .dedication {
      let isTo = lines(region.lowerBound + n).joined(separator: " ").lowercased()
      guard chunk(n).kind == .unknown,
        ["to", "an", "à", "a", "für", "aan", "till", "til", "dedicated to"].contains(isTo)
      else { continue }
      var end = n + 1
      while end < says.count, end - n <= 6, says[end] == .other || says[end] == .dedication,
        chunk(end).kind == .unknown, chunk(end).blanksBefore <= 2, chunk(end).lines.count <= 3
      {
        end += 1
      }
      guard end > n + 1 else { continue }
      for k in n..<end { says[k] = .dedication }
    }
  }

  // MARK: - Who took part

  /// Names whom the credits name, on their line, the next or in the next chunk.
  private mutating func takeCredits() {
    var open: String?
    var opener: Int?
    var named: Set<Int> = []
    for (n, c) in region.enumerated() {
      let isByline = says[n] == .other && open != nil && chunk(n).lines.count <= 2 && !namesEdition(c)
      guard says[n] == .credit || isByline else {
        if says[n] != .author, says[n] != .title { open = nil }
        continue
      }
      let lines = lines(c)
      var name: [String] = []
      func settle(_ front: inout FrontReader) {
        if let role = open, let who = front.name(in: name.joined(separator: " "), isAlone: isByline) {
          front.add(who, as: role)
          named.formUnion([c] + (opener.map { [$0] } ?? []))
          open = nil
        }
        name = []
      }
      for line in lines {
        if let role = roleOfCredit(line.lowercased()) {
          settle(&self)
          open = role
          opener = c
        }
        name.append(line)
      }
      let before = open
      settle(&self)
      // a line below a credit that has no name yet is its name, or it is something else
      if says[n] == .credit || before != nil && open == nil { says[n] = .credit }
    }
    // `TRANSLATED FROM THE FRENCH` names nobody: the title's back says it
    for (n, c) in region.enumerated() where says[n] == .credit {
      if named.contains(c) { leave(c) } else { pages.append((c, .imprint)) }
    }
  }

  /// `Douzième édition`, `Third Edition, Revised`
  private func namesEdition(_ c: Int) -> Bool {
    allWords(lines(c).joined(separator: " ")).contains {
      ["edition", "auflage", "edicion", "edizione", "druk"].contains($0)
    }
  }

  /// The name behind the last `by`; all of it where it stands alone below one. What somebody is, behind a comma, is
  /// no part of it: `M. Ernest LAVALLÉE, de l'Académie française`.
  private func name(in whole: String, isAlone: Bool) -> String? {
    var text = whole
    if let comma = text.indices.first(where: { text[$0] == "," && text[$0...].dropFirst(2).first?.isLowercase ?? false }
    ) {
      text = String(text[..<comma])
    }
    var rest = text[...]
    if roleOfCredit(text.lowercased()) != nil || bys.contains(where: { text.lowercased().hasPrefix($0 + " ") }) {
      let padded = " " + text + " "
      let lower = padded.lowercased()
      guard lower.utf8.count == padded.utf8.count else { return nil }
      let found = wordsBeforeNames.compactMap { word in lower.range(ofLast: word) }.max {
        $0.upperBound < $1.upperBound
      }
      guard let found else { return nil }
      let offset = lower.utf8.distance(from: lower.startIndex, to: found.upperBound)
      rest = padded[padded.utf8.index(padded.startIndex, offsetBy: offset)...]
    } else if !isAlone {
      return nil
    }
    if rest.lowercased().hasPrefix("the ") { rest = rest.dropFirst(4) }
    let name = trimmedPoint(trimmed(rest))
    guard (3...70).contains(name.utf8.count), name.first?.isUppercase ?? false else { return nil }
    return cased(name)
  }

  private mutating func add(_ name: String, as role: String) {
    let own = Set(allWords(name).filter { $0.utf8.count > 2 })
    let isKnown = (metadata.contributors.map(\.name) + metadata.authors).contains {
      !own.isDisjoint(with: allWords($0).filter { $0.utf8.count > 2 })
    }
    if !isKnown { metadata.contributors.append(.init(role: role, name: name)) }
  }

  // MARK: - Title and subtitle

  /// `THE TRAGEDY OF HAMLET, PRINCE OF DENMARK` where the header says `Hamlet`.
  private func isFullerTitle(_ c: Int, _ words: [String]) -> Bool {
    let chunk = source.chunks[c]
    guard chunk.lines.count <= 4, words.count <= 14, !isProse(c), !says.contains(.title), !says.contains(.author),
      words.contains(where: { kindsOfBooks.contains($0) && !ofTitle.contains($0) })
    else { return false }
    let letters = source.letterCase(source.bytes(of: chunk))
    let own = allWords(metadata.title ?? "").filter { !joints.contains($0) }
    return (letters.isCapitals || letters.isTitleCase) && !own.isEmpty && own.allSatisfy(words.contains)
      && words.filter { !ofTitle.contains($0) && !joints.contains($0) }.count <= 5
  }

  /// What stands behind the header's title and a colon or semicolon: `MOBY DICK; or, THE WHALE`.
  private func secondTitle(of text: String, _ c: Int) -> String? {
    guard metadata.subtitle == nil, source.chunks[c].lines.count <= 3, text.utf8.count <= 120,
      let sign = text.firstIndex(where: { ";:".contains($0) }),
      titleWords(String(text[..<sign])) == titleWords(metadata.title ?? "")
    else { return nil }
    let rest = trimmedPoint(trimmed(text[text.index(after: sign)...]))
    let range = source.bytes(of: source.chunks[c])
    guard rest.utf8.count >= 3, source.letterCase(range).isCapitals || source.letterCase(range).isTitleCase else {
      return nil
    }
    return rest
  }

  /// The typed page's own title stands for the header's shorter one.
  private mutating func takeFullerTitle() {
    guard let n = says.firstIndex(of: .title) else { return }
    let text = lines(region.lowerBound + n).joined(separator: " ")
    if !ofBoth.sayAll(allWords(text), besides: joints.union(bys)),
      let second = secondTitle(of: text, region.lowerBound + n)
    {
      metadata.subtitle = cased(second)
      return
    }
    if !ofBoth.sayAll(allWords(text), besides: joints.union(bys)), allWords(text).contains(where: kindsOfBooks.contains)
    {
      metadata.title = cased(trimmedPoint(text))
    }
  }

  /// What stands alone between title and author, or in capitals right below the title, says more of the title.
  private mutating func takeSubtitle(from first: Int) {
    guard metadata.subtitle == nil, var start = says[first...].firstIndex(of: .title) else { return }
    while start < says.count, says[start] == .title || chunk(start).kind != .unknown { start += 1 }
    var end = start
    while end < says.count, says[end] == .other || says[end] == .title { end += 1 }
    guard start < end else { return }
    var members = (start..<end).filter { chunk($0).kind == .unknown }
    guard let head = members.first else { return }
    // `A Trivial Comedy for Serious People`
    let saysKind = isKind(head)
    if saysKind { members = [head] }
    // `OR`, and below it `THE HISTORY OF A YOUNG LADY`
    var isSecondTitle = false
    if let second = members.dropFirst().first, second == head + 1, chunk(second).lines.count <= 2,
      ["or", "oder", "ou", "eller", "o", "или"].contains(
        trimmedPoint(lines(region.lowerBound + head).joined().lowercased())),
      source.letterCase(source.bytes(of: chunk(second))).isCapitals
    {
      isSecondTitle = true
      members = [head, second]
    }
    guard saysKind || isSecondTitle || end < says.count else { return }
    let isByAuthor =
      end < says.count && says[end] == .author && members.count == 1 && chunk(head).lines.count <= 2
    let isCapitals = members.allSatisfy { source.letterCase(source.bytes(of: chunk($0))).isCapitals }
    guard isByAuthor || saysKind || isCapitals else { return }
    let text = trimmedPoint(members.flatMap { lines(region.lowerBound + $0) }.joined(separator: " "))
    guard (3...(isCapitals ? 200 : 90)).contains(text.utf8.count), text.first?.isLetter ?? false || text.hasPrefix("(")
    else { return }
    metadata.subtitle = cased(text)
    for n in members {
      says[n] = .subtitle
      leave(region.lowerBound + n)
    }
  }

  /// A line or two that say what kind of book it is.
  private func isKind(_ n: Int) -> Bool {
    let text = lines(region.lowerBound + n).joined(separator: " ")
    let words = allWords(text)
    let letters = source.letterCase(source.bytes(of: chunk(n)))
    return chunk(n).lines.count <= 2 && text.utf8.count <= 90 && words.count <= 12
      && words.contains(where: kindsOfBooks.contains) && (letters.isCapitals || letters.isTitleCase)
      && text.first?.isLetter ?? false
  }
}
