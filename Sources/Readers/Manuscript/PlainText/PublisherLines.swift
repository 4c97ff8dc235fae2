// Place, publisher and year at a title page's foot.

extension FrontReader {
  func house(_ c: Int, _ lines: [String]) -> TitlePageLine {
    guard lines.count <= 8, lines.allSatisfy({ $0.unicodeScalars.count <= 66 }) else { return .other }
    var (place, house) = (false, false)
    var year: String?
    let isDated =
      lines.count > 1 && source.chunks[c].lines.last.flatMap { source.year(in: source.bytes(ofLine: $0)) } != nil
    for (line, i) in zip(lines, source.chunks[c].lines) {
      if let found = source.year(in: source.bytes(ofLine: i)) {
        year = found
        continue
      }
      let lower = line.lowercased()
      if openingsOfHouses.contains(where: lower.hasPrefix) { house = true }
      let words = allWords(lower)
      if !wordsOfHouses.isDisjoint(with: words) || joinsNames(line) || isSons(lower) { house = true }
      // `SOMETIME FELLOW OF ALL SOULS COLLEGE, OXFORD`
      if !house, !wordsOfPosts.isDisjoint(with: words) { continue }
      let parts = lower.split { ",:;.&·".contains($0) }.flatMap { $0.split(separator: " and ") }
      // `TE AMSTERDAM`, `À PARIS`
      if parts.contains(where: { part in
        let name = trimmed(part[...])
        return placesOfBooks.contains(name)
          || placesOfBooks.contains(name.split(separator: " ").dropFirst().joined(separator: " "))
      }) {
        place = true
      }
      if lines.count == 1 || isDated, line.hasSuffix(":"), allWords(line).count <= 2 { place = true }
    }
    return place || house || year != nil ? .house(place: place, house: house, year: year) : .other
  }

  /// The first run of such chunks behind title or author is the title page's foot; what comes later, and what is too
  /// long for it, goes to its back.
  mutating func takeHouses(from first: Int) {
    var n = first + 1
    var isFound = false
    while n < says.count {
      guard case .house = says[n] else {
        n += 1
        continue
      }
      var end = n
      var signs = (place: false, house: false, year: String?.none)
      while end < says.count {
        if case .house(let place, let house, let year) = says[end] {
          // one year ends it
          if signs.year != nil, year != nil { break }
          signs = (signs.place || place, signs.house || house, signs.year ?? year)
        } else if !signs.house, says[end] == .rights && isHouse(end) || isBetween(end, place: signs.place) {
          signs.house = true
        } else if chunk(end).kind == .unknown {
          break
        }
        end += 1
      }
      while end > n + 1, says[end - 1] == .other { end -= 1 }
      let isSure = signs.house && (signs.place || signs.year != nil) || signs.place && signs.year != nil
      let isYear = signs.year != nil && !signs.place && !signs.house && !isFound
      if isSure || isYear { take(n..<end, year: signs.year, namesHouse: isSure, isFoot: !isFound) }
      if isSure || isYear { isFound = true }
      n = end
    }
  }

  private mutating func take(_ run: Range<Int>, year: String?, namesHouse: Bool, isFoot: Bool) {
    let members = run.filter { chunk($0).kind == .unknown }
    var text = ""
    for n in members {
      for (line, i) in zip(lines(region.lowerBound + n), chunk(n).lines)
      where source.year(in: source.bytes(ofLine: i)) == nil {
        // a second place with its own house
        let place = line.prefix { $0 != ":" }
        let isPlaced = place.count < line.count && isPlace(String(place))
        if !text.isEmpty {
          text += ":,".contains(text.last ?? " ") ? " " : isPlace(text) ? ": " : isPlaced ? "; " : ", "
        }
        text += cased(line)
      }
    }
    text = trimmedPoint(text)
    guard isFoot, text.utf8.count <= 110 else {
      for n in members { pages.append((region.lowerBound + n, .imprint)) }
      return
    }
    if !text.isEmpty, namesHouse {
      metadata.publisher = text
    } else if !text.isEmpty, allWords(text).contains(where: kindsOfBooks.contains) {
      // `COMÉDIE EN CINQ ACTES`, and the year below it
      metadata.subtitle = [metadata.subtitle, text].compactMap(\.self).joined(separator: ", ")
    } else if !text.isEmpty {
      for n in members { pages.append((region.lowerBound + n, .imprint)) }
      return
    }
    if let year { metadata.date = year }
    foot = run.lowerBound
    for n in members { leave(region.lowerBound + n) }
  }

  /// What stands between title and house and is neither says more of the book or of who wrote it: `Illustrated with
  /// 12 Diagrams`, `SOMETIME FELLOW OF ALL SOULS`. It stays a line of the title page.
  mutating func takeLines(from first: Int) {
    guard let foot else { return }
    for n in max(first + 1, 0)..<max(foot, first + 1) where facts.count < 4 {
      let c = region.lowerBound + n
      guard chunk(n).kind == .unknown, isUnread(n) || says[n] == .description && tellsMore(c) || namesNobody(c),
        !left.contains(where: { $0.chunk == c }), source.isLineOfTitlePage(c), !isOfMotto(n), !isVolume(c),
        !saysFacts(c)
      else { continue }
      let text = cased(trimmedPoint(lines(c).joined(separator: " ")))
      guard !text.isEmpty else { continue }
      metadata.contributors.append(.init(role: "", name: text, statement: text))
      pages.removeAll { $0.chunk == c }
      facts.insert(c)
      leave(c)
    }
  }

  /// Below a motto or another text: who said it.
  private func isOfMotto(_ n: Int) -> Bool {
    let above = region.lowerBound + n - 1
    return n > 0 && says[n - 1] == .other && chunk(n - 1).kind == .unknown && !facts.contains(above)
      && !source.isLineOfTitlePage(above) && chunk(n).blanksBefore <= 2
  }

  /// `The RESCUE`, a line of the title or of a name, and `MUSIC BY`, which says nothing without the one below.
  private func saysFacts(_ c: Int) -> Bool {
    let words = allWords(lines(c).joined(separator: " "))
    return words.last == "by" || words.allSatisfy { knows($0) || joints.contains($0) }
  }

  private func isUnread(_ n: Int) -> Bool {
    if case .house = says[n] { return true }
    return says[n] == .other
  }

  /// `WITH FOUR ILLUSTRATIONS`: a credit whose name is not told.
  private func namesNobody(_ c: Int) -> Bool {
    pages.contains { $0.chunk == c && $0.page == .imprint }
      && roleOfCredit(lines(c).joined(separator: " ").lowercased()) != nil
  }

  /// `PRINTED FOR J. JOHNSON`, between a place and a year.
  private func isHouse(_ n: Int) -> Bool {
    let lower = lines(region.lowerBound + n).first?.lowercased() ?? ""
    return openingsOfHouses.contains(where: lower.hasPrefix)
  }

  /// A line or two in capitals between a place and a year: `JOHN MURRAY, ALBEMARLE STREET`.
  private func isBetween(_ n: Int, place: Bool) -> Bool {
    guard place, says[n] == .other, chunk(n).kind == .unknown, chunk(n).lines.count <= 2, n + 1 < says.count,
      source.letterCase(source.bytes(of: chunk(n))).isCapitals, case .house(_, _, let year) = says[n + 1]
    else { return false }
    return year != nil
  }

  /// `CATER AND SON`
  private func isSons(_ lower: String) -> Bool { [" and son", " & son", " et fils"].contains(where: lower.contains) }

  private func isPlace(_ text: String) -> Bool { placesOfBooks.contains(trimmedPoint(text.lowercased())) }
}

/// What somebody is, below a name on a title page: the place behind it is none of a publisher's.
private let wordsOfPosts: Set<String> = [
  "fellow", "professor", "rector", "vicar", "lecturer", "member", "late", "sometime", "formerly", "bishop", "chaplain",
  "curator", "secretary", "librarian", "minister", "author", "editor",
]
