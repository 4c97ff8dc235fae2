// Place, publisher and year at a title page's foot.

extension FrontReader {
  func house(_ c: Int, _ lines: [String]) -> TitlePageLine {
    guard lines.count <= 8, lines.allSatisfy({ $0.unicodeScalars.count <= 66 }) else { return .other }
    var (place, house) = (false, false)
    var year: String?
    for (line, i) in zip(lines, source.chunks[c].lines) {
      if let found = source.year(in: source.bytes(ofLine: i)) {
        year = found
        continue
      }
      let lower = line.lowercased()
      if openingsOfHouses.contains(where: lower.hasPrefix) { house = true }
      if !wordsOfHouses.isDisjoint(with: allWords(lower)) || joinsNames(line) { house = true }
      let parts = lower.split { ",:;.&·".contains($0) }.flatMap { $0.split(separator: " and ") }
      if parts.contains(where: { placesOfBooks.contains(trimmed($0[...])) }) { place = true }
      if lines.count == 1, line.hasSuffix(":"), allWords(line).count <= 2 { place = true }
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
    guard isFoot, text.utf8.count <= 72 else {
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
    for n in members { leave(region.lowerBound + n) }
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

  private func isPlace(_ text: String) -> Bool { placesOfBooks.contains(trimmedPoint(text.lowercased())) }
}
