extension PlainTextSource {
  /// Chunks of the manuscript's own list of contents and of its list of pictures:
  /// they name the pages of another edition, and would double every chapter.
  /// - Parameter named: what stands alone in a text that has lines with bullets or numbers of sections.
  func contentsLists(_ candidates: HeadingCandidates, named: NamedChunks?) -> [(chunks: Range<Int>, why: String)] {
    var found: [(chunks: Range<Int>, why: String)] = []
    var c = 0
    let limit = chunks.count
    // A book has a few such lists; a file with hundreds of them is something else, and must not cost a search each.
    var tries = 0
    while c < limit, tries < 24 {
      if chunks[c].kind == .unknown, chunks[c].lines.count <= 40, let why = listHeading(c) {
        tries += 1
        if let end = named.flatMap({ endOfListed(from: c + 1, named: $0) })
          ?? endOfList(from: c, candidates: candidates, isPictures: why == "list of illustrations")
        {
          found.append((c..<end, why))
          c = end
          continue
        }
      }
      c += 1
    }
    for list in named.map(listsOfHeadings) ?? [] where !found.contains(where: { $0.chunks.overlaps(list) }) {
      found.append((list, "contents list"))
    }
    if found.isEmpty, let bare = bareList(candidates) ?? namesInFront() {
      found.append((bare, "contents list"))
    }
    let taken = found.map(\.chunks)
    for list in closedLists() where !taken.contains(where: { $0.overlaps(list) }) {
      found.append((list, "contents list"))
    }
    return found.sorted { $0.chunks.lowerBound < $1.chunks.lowerBound }
  }

  private func listHeading(_ c: Int) -> String? {
    let first = chunks[c].lines.lowerBound
    // No opening quote, and no longer than the longest name of such a list.
    guard lines[first].width <= 56, file.text[Int(lines[first].start)] != 0xE2,
      file.text[Int(lines[first].start)] != 0x22, file.text[Int(lines[first].start)] != 0x2A
    else { return nil }
    let key = headingKey(string(ofLine: first))
    if key.hasPrefix("detailed contents") { return "contents list" }
    guard lines[first].width <= 36 else { return nil }
    if contentsHeadings.contains(key) {
      return key == "table" || key == "indice" ? (chunks[c].blanksBefore > 1 ? "contents list" : nil) : "contents list"
    }
    if illustrationListHeadings.contains(key) { return "list of illustrations" }
    // `CONTENTS OF VOLUME 12.`
    if ["contents of ", "contents to ", "inhalt des ", "table du "].contains(where: { key.hasPrefix($0) }) {
      return "contents list"
    }
    return nil
  }

  /// Ends in a number, after a gap or dots: the page in the lost edition.
  func hasPageNumber(_ i: Int) -> Bool {
    let range = bytes(ofLine: i)
    var k = range.upperBound
    while k > range.lowerBound, file.text[k - 1].isASCIIDigit { k -= 1 }
    if k == range.upperBound {
      // Roman page numbers of a preface.
      while k > range.lowerBound, [0x69, 0x76, 0x78, 0x6C].contains(file.text[k - 1]) { k -= 1 }
    }
    guard k < range.upperBound, k > range.lowerBound, range.upperBound - k <= 5 else { return false }
    let before = file.text[k - 1]
    return before == 0x2E && k - 2 >= range.lowerBound && (file.text[k - 2] == 0x2E || file.text[k - 2] == 0x20)
      || before == 0x09
      || before == 0x20 && k - 2 >= range.lowerBound && (file.text[k - 2] == 0x20 || file.text[k - 2] == 0x2E)
  }

  /// `_Frontispiece_`, `_To face p._ 20`, `"    38`: where a picture stands, behind a gap.
  private func saysPlace(_ i: Int) -> Bool {
    guard lines[i].gaps > 0, let last = bytes(ofLine: i).last(where: { file.text[$0] != 0x5F && file.text[$0] != 0x2E })
    else { return false }
    return file.text[last].isASCIIDigit || contains("frontispiece", inLine: i) || contains("titelbild", inLine: i)
  }

  /// The entry's words without page number: what the heading itself will say again.
  func entryKey(_ i: Int) -> String {
    var words = titleWords(string(beforeAuthor(ofLine: i)))
    let isNumbered = hasPageNumber(i)
    if isNumbered || words.count > 2, let last = words.last,
      decimalValue(last) != nil || isNumbered && romanValue(last) != nil
    {
      words.removeLast()
    }
    return words.joined(separator: " ")
  }

  /// Who is named in a column between titles and pages; nobody where fewer than three are.
  func authorsListed(in list: Range<Int>) -> Set<String> {
    let names = list.flatMap { Array(chunks[$0].lines) }.compactMap { i -> String? in
      guard hasPageNumber(i) else { return nil }
      let (title, line) = (string(beforeAuthor(ofLine: i)), string(ofLine: i))
      guard title.utf8.count < line.utf8.count else { return nil }
      let name = titleWords(String(line.dropFirst(title.count)).filter { !$0.isNumber })
      return (1...5).contains(name.count) ? name.joined(separator: " ") : nil
    }
    return names.count >= 3 ? Set(names) : []
  }

  /// `THE DERELICT                  _Henry Masters_`: what stands before the last gap, where no number stands behind it.
  private func beforeAuthor(ofLine i: Int) -> Range<Int> {
    var line = bytes(ofLine: i)
    guard lines[i].gaps > 0 else { return line }
    if lines[i].gaps > 1, hasPageNumber(i) {
      line = line.lowerBound..<(line.last { file.text[$0] == 0x20 } ?? line.upperBound)
      while let last = line.last, file.text[last].isBlank || file.text[last] == 0x2E { line = line.dropLast() }
    }
    var k = line.upperBound
    while k > line.lowerBound + 3, !(file.text[k - 1] == 0x20 && file.text[k - 2] == 0x20 && file.text[k - 3] == 0x20) {
      k -= 1
    }
    let name = k..<line.upperBound
    guard k > line.lowerBound + 3, letterCase(name).words >= 1, !name.contains(where: { file.text[$0].isASCIIDigit })
    else { return bytes(ofLine: i) }
    while k > line.lowerBound, file.text[k - 1].isBlank || file.text[k - 1] == 0x2E { k -= 1 }
    let title = line.lowerBound..<k
    return letterCase(title).words >= 1 && title.count >= 4 && headingForm(title) == nil ? title : bytes(ofLine: i)
  }

  private func isEntry(_ i: Int) -> Bool {
    hasPageNumber(i) || headingForm(bytes(ofLine: i)) != nil
  }

  private func endOfList(from heading: Int, candidates: HeadingCandidates, isPictures: Bool)
    -> Int?
  {
    // How far it could reach: to the first paragraph of prose.
    var prose = heading
    var entries = 0
    var numbered = 0
    var firstKey: String?
    // what the first entry with words names, without its number
    var firstName = ""
    var repeated: Int?
    // entries with what their chapters hold
    var summaries = 0
    // most of it above an entry but the first
    var white = 1
    while prose < chunks.count {
      let chunk = chunks[prose]
      if prose > heading, chunk.kind != .unknown { break }
      // `CONTENTS`, and below it `OF` and `THE FIRST VOLUME`
      if prose == heading + 1, chunk.lines.count == 1, key(ofChunk: prose) == "of", prose + 2 < chunks.count {
        prose += 2
        continue
      }
      let lineStart = prose == heading ? chunk.lines.lowerBound + 1 : chunk.lines.lowerBound
      if prose > heading {
        if listHeading(prose) != nil { break }
        // the next play of the file has its cast at this place, too
        if entries > 1, chunk.blanksBefore >= 2, chunk.lines.count == 1, isCastHeading(bytes(of: chunk)) { break }
        if entries > 2, chunk.blanksBefore > white, opensText(prose) {
          repeated = prose
          break
        }
        if entries > 1, chunk.blanksBefore >= 2, says(firstName, aloneAt: prose) {
          repeated = prose
          break
        }
        if prose > heading + 1 { white = max(white, chunk.blanksBefore) }
        if let firstKey, !firstKey.isEmpty, repeated == nil, entryKey(chunk.lines.lowerBound) == firstKey, entries > 1,
          !hasPageNumber(chunk.lines.lowerBound)
        {
          repeated = prose
          break
        }
      }
      var own = 0
      var places = 0
      for i in lineStart..<max(lineStart, chunk.lines.upperBound) {
        if hasPageNumber(i) || isPictures && saysPlace(i) { numbered += 1 }
        if isEntry(i) || isPictures && saysPlace(i) { own += 1 }
        if isPictures, hasPageNumber(i) || saysPlace(i) { places += 1 }
        if firstKey == nil {
          let key = entryKey(i)
          if !["page", "chapter", "chap", "chapter page", "seite", "pages", ""].contains(key) { firstKey = key }
        }
        if firstName.isEmpty, isEntry(i) { firstName = wordsBehindNumber(ofLine: i) }
      }
      entries += max(1, chunk.lines.upperBound - lineStart)
      var isProse =
        (own == 0 || profile.layout == .paragraphs)
        && isRunningText(prose, isListed: prose > heading, hasPages: numbered > 0)
        || prose > heading && own > 0 && isNumberedProse(prose)
      if isProse, isSummary(prose, after: heading) {
        isProse = false
        summaries += 1
      } else if isProse, summaries > 0, chunk.lines.count <= 12,
        formOpening(prose - 1) != nil || chunks[prose - 1].lines.count <= 2 && formOpening(prose - 2) != nil,
        prose + 1 < chunks.count, chunks[prose + 1].blanksBefore >= 2 || namesBackMatter(prose + 1)
      {
        // what the last chapter holds, and an index below it
        prose += namesBackMatter(prose + 1) ? 2 : 1
        break
      }
      if isProse { break }
      if isPictures, prose > heading, numbered > 0, own == 0 || places == 0 && chunk.blanksBefore >= 3 { break }
      prose += 1
    }
    if let repeated { return endOfEntries(heading + 1..<repeated) }
    if isPictures { return numbered >= 2 ? prose : endOfTitles(from: heading + 1) }
    guard entries >= 2, prose > heading + (chunks[heading].lines.count > 1 ? 0 : 1) else { return nil }
    let end = endBeforeHeading(of: prose, list: heading, candidates)
    let share = end - heading
    guard share * 4 < chunks.count + 40 || numbered * 2 > entries else { return nil }
    // Short lines that count nothing and name no page may be anything.
    let cut = endOfEntries(heading + 1..<end)
    let (known, all) = entryCount(heading..<cut)
    return known * 2 >= all || numbered > 1 || summaries > 0
      || cut - heading <= 30 && all <= 60 && repeatsLater(heading + 1..<cut) ? cut : nil
  }

  /// Where a list ends that no entry repeated: what stands right above the prose, far from the list, is its heading.
  private func endBeforeHeading(of prose: Int, list heading: Int, _ candidates: HeadingCandidates) -> Int {
    guard prose < chunks.count, chunks[prose].kind == .unknown, listHeading(prose) == nil else { return prose }
    var end = prose
    var k = prose
    while k > heading + 1, prose - k < 4 {
      k -= 1
      guard chunks[k].lines.count <= 3, !chunks[k].lines.contains(where: { hasPageNumber($0) }) else { break }
      if chunks[k].blanksBefore >= 3 { end = k }
    }
    if end == prose, chunks[prose].blanksBefore < 3, prose > heading + 2, candidates.forms[prose - 1] != nil {
      end = prose - 1
    }
    return end
  }

  /// `INDEX.`, with the next chunk apart from it.
  private func namesBackMatter(_ c: Int) -> Bool {
    guard chunks[c].lines.count == 1, chunks[c].kind == .unknown, c + 1 < chunks.count, chunks[c + 1].blanksBefore >= 2
    else { return false }
    let key = headingKey(string(ofLine: chunks[c].lines.lowerBound))
    return namedHeading(key) == .appendix || indexHeadings.contains(key)
  }

  /// Full lines, or a sentence, where entries stand.
  private func isRunningText(_ c: Int, isListed: Bool, hasPages: Bool) -> Bool {
    let chunk = chunks[c]
    if profile.layout == .paragraphs { return lines[chunk.lines.lowerBound].width > 110 }
    guard isListed else { return false }
    let full = chunk.lines.dropLast().filter { !isEarly($0) }.count
    let last = lines[chunk.lines.upperBound - 1]
    return chunk.lines.count >= 2 && full * 2 >= chunk.lines.count - 1 && lines[chunk.lines.lowerBound].indent < 2
      || chunk.lines.count == 1 && last.edge > profile.wrapWidth * 9 / 10 && last.width * 2 > profile.wrapWidth
        && last.gaps == 0
      || chunk.lines.count >= 2 && hasPages && endsSentence(bytes(ofLine: chunk.lines.upperBound - 1))
  }

  private func formOpening(_ c: Int) -> HeadingForm? { headingForm(bytes(ofLine: chunks[c].lines.lowerBound)) }

  /// What a chapter holds, told in full lines between its entry and the next one.
  ///
  /// The chapter's title may stand between them: a line or two below the number.
  private func isSummary(_ c: Int, after heading: Int) -> Bool {
    guard c > heading + 1, c + 1 < chunks.count, chunks[c].lines.count <= 12, let below = formOpening(c + 1) else {
      return false
    }
    let isTitled = c > heading + 2 && chunks[c - 1].lines.count <= 2 && formOpening(c - 1)?.key != below.key
    guard let above = formOpening(isTitled ? c - 2 : c - 1), let number = above.number else { return false }
    return above.key == below.key && below.number == number + 1
  }

  /// `CHAPTER I.` where no second one follows right below: the text begins here, however the list counts.
  private func opensText(_ c: Int) -> Bool {
    guard let form = headingForm(bytes(ofLine: chunks[c].lines.lowerBound)), form.number == 1, !form.isGuess,
      form.rank <= .chapter || form.title == nil && chunks[c].lines.count == 1,
      chunks[c].lines.count <= 2
    else { return false }
    return !chunks[(c + 1)...].prefix(3).contains { chunk in
      chunk.lines.contains { headingForm(bytes(ofLine: $0)).map { $0.key == form.key && $0.number == 2 } ?? false }
    }
  }

  /// The name of the first entry alone on its line, without number or page: its text begins there.
  private func says(_ name: String, aloneAt c: Int) -> Bool {
    let line = chunks[c].lines.lowerBound
    return !name.isEmpty && chunks[c].lines.count == 1 && !hasPageNumber(line)
      && headingForm(bytes(ofLine: line)) == nil && entryKey(line) == name
  }

  /// Past the short lines right below the heading of a list of pictures, which names no pages.
  private func endOfTitles(from first: Int) -> Int? {
    var end = first
    var entries = 0
    while end < chunks.count, chunks[end].kind == .unknown, end == first || chunks[end].blanksBefore <= 2 {
      guard chunks[end].lines.allSatisfy({ lines[$0].width <= 66 && !beginsSmall(bytes(ofLine: $0)) }) else { break }
      entries += chunks[end].lines.count
      end += 1
    }
    let isApart = end < chunks.count && chunks[end].blanksBefore >= 2
    return entries >= 3 && isApart && end * 10 < chunks.count ? end : nil
  }

  /// Without what stands apart below the last entry: a dedication, a motto.
  private func endOfEntries(_ list: Range<Int>) -> Int {
    let known = list.last { chunks[$0].lines.contains { isEntry($0) } }
    let tail = (known ?? list.lowerBound - 1) + 1..<list.upperBound
    guard tail.contains(where: { $0 > list.lowerBound && chunks[$0].blanksBefore >= 2 }) else { return list.upperBound }
    // what comes again where headings stand is an entry too
    var later: Set<String> = []
    for c in list.upperBound..<chunks.count
    where chunks[c].kind == .unknown && chunks[c].lines.count <= 4 && chunks[c].blanksBefore >= 2 {
      for i in chunks[c].lines where lines[i].width <= 90 { later.insert(entryKey(i)) }
    }
    let last =
      tail.last { c in namesBackMatter(c) || chunks[c].lines.contains { later.contains(entryKey($0)) } } ?? known
    guard let last else { return list.upperBound }
    return (last + 1..<list.upperBound).first { chunks[$0].blanksBefore >= 2 } ?? list.upperBound
  }

  /// Entries of a list with a number or a page, and all: what follows the first of them
  /// without a blank line and is none itself goes on with it.
  private func entryCount(_ list: Range<Int>) -> (known: Int, all: Int) {
    var known = 0
    var all = 0
    for c in list {
      var isBehindEntry = false
      for i in chunks[c].lines where !(c == list.lowerBound && i == chunks[c].lines.lowerBound) {
        if isEntry(i) {
          known += 1
          all += 1
          isBehindEntry = true
        } else if !isBehindEntry {
          all += 1
        }
      }
    }
    return (known, all)
  }

  /// What a contents list names without a word for what it is, `The Lamp` and `1. Mara`: such lines further down are
  /// headings, whatever they look like.
  func namesListed(in list: Range<Int>) -> Set<String> {
    var names: Set<String> = []
    // where a name stands right below nearly every number, it is that chapter's title and heads nothing of its own
    var below: Set<String> = []
    var numbers = 0
    var titled = 0
    var isBelowNumber = false
    // `1. Mara`; below chapters such entries name sections
    var counted: Set<String> = []
    var hasChapters = false
    for c in list {
      for i in chunks[c].lines {
        var form = headingForm(bytes(ofLine: i))
        // `The Lamp         7`: a title and its page
        if let guess = form, guess.isGuess, hasPageNumber(i) { form = nil }
        if let form, form.rank == .act || form.rank == .chapter { hasChapters = true }
        if form?.rank == .numeral && form?.title != nil || form?.title == nil && numberedTitle(bytes(ofLine: i)) != nil
        {
          counted.insert(entryKey(i))
        }
        // what a chapter holds names none
        if form == nil, endsSentence(bytes(ofLine: i)), !letterCase(bytes(ofLine: i)).isTitleCase { continue }
        if form == nil { if isBelowNumber { below.insert(entryKey(i)) } else { names.insert(entryKey(i)) } }
        let isNumber = form.map { $0.title == nil && $0.number != nil } ?? false
        if isBelowNumber, form == nil { titled += 1 }
        if isNumber { numbers += 1 }
        isBelowNumber = isNumber
      }
    }
    if titled * 10 < numbers * 7 { names.formUnion(below) }
    if !hasChapters { names.formUnion(counted) }
    names.remove("")
    return names
  }

  /// At least half of the entries come again as lines of their own further down.
  private func repeatsLater(_ list: Range<Int>) -> Bool {
    guard !list.isEmpty else { return false }
    var keys: Set<String> = []
    for c in list { for i in chunks[c].lines { keys.insert(entryKey(i)) } }
    let wanted = keys.count
    for c in list.upperBound..<chunks.count where chunks[c].lines.count <= 2 && chunks[c].kind == .unknown {
      let first = chunks[c].lines.lowerBound
      if lines[first].width <= 70 { keys.remove(entryKey(first)) }
      if keys.count * 2 <= wanted { return true }
    }
    return keys.count * 2 <= wanted
  }

  /// A list without a heading and without numbers, in front of the text: short lines below each other, nearly all of
  /// which stand alone further down.
  private func namesInFront() -> Range<Int>? {
    guard profile.layout == .wrapped else { return nil }
    for c in chunks.indices.prefix(12) where chunks[c].kind == .unknown && (5...200).contains(chunks[c].lines.count) {
      let keys = chunks[c].lines.map { lines[$0].width <= 70 ? entryKey($0) : "" }
      guard Set(keys).count * 5 >= keys.count * 4, !keys.contains("") else { continue }
      var open = Set(keys)
      let all = open.count
      for chunk in chunks[(c + 1)...] where chunk.kind == .unknown && chunk.lines.count == 1 && chunk.blanksBefore >= 2
      {
        if lines[chunk.lines.lowerBound].width <= 70 { open.remove(entryKey(chunk.lines.lowerBound)) }
      }
      if open.count * 5 <= all { return c..<c + 1 }
    }
    return nil
  }

  /// A list without a heading: four and more heading lines with nothing between them.
  private func bareList(_ candidates: HeadingCandidates) -> Range<Int>? {
    let order = candidates.order
    var n = 0
    while n < order.count, order[n] * 4 < chunks.count {
      var end = n
      while end + 1 < order.count, order[end + 1] == order[end] + 1 { end += 1 }
      if end - n >= 4 {
        let firstKey = entryKey(chunks[order[n]].lines.lowerBound)
        for k in (n + 1)...end where entryKey(chunks[order[k]].lines.lowerBound) == firstKey {
          return order[n]..<order[k]
        }
        // The last ones belong to the text below them.
        let keep = end
        return order[n]..<order[keep]
      }
      n = end + 1
    }
    return nil
  }
}
