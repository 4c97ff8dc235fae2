internal import BookModel

// What publishers put behind a book, and around the volumes of one: advertisements, title pages within.

extension PlainTextSource {
  /// What tells of other books behind the last chapter is no chapter, and the titles that it names head nothing.
  func settleAdvertisements(_ decisions: inout [HeadingDecision]) {
    let last = decisions.lastIndex { $0.label != nil && !$0.isInside }
    let first = decisions.indices.first { n in
      n > (last ?? 0) && decisions[n].label == nil && isAtEnd(decisions[n].chunk) && advertises(decisions[n].chunk)
    }
    guard let first else { return }
    for n in first..<decisions.count {
      let isNamed = decisions[n].isNamed && n > first
      if n == first || advertises(decisions[n].chunk) {
        decisions[n].isInside = false
        decisions[n].role = .appendix
        decisions[n].matter = .back
        decisions[n].level = 1
        decisions[n].isNamed = true
      } else if !isNamed {
        decisions[n].isInside = true
      }
    }
  }

  /// Its words are those of a list of other books.
  private func advertises(_ c: Int) -> Bool { isAdvertising(key(ofChunk: c)) }

  /// In the last third of the file.
  private func isAtEnd(_ c: Int) -> Bool {
    let whole = bytes(ofChunk: chunks.count - 1).upperBound - bytes(ofChunk: 0).lowerBound
    return (bytes(ofChunk: c).lowerBound - bytes(ofChunk: 0).lowerBound) * 3 > whole * 2
  }

  /// The title pages of further volumes: what stands around the number of each and only says again what the first says.
  func volumeTitlePages(_ decisions: [HeadingDecision], metadata: Metadata) -> [Int] {
    var found: [Int] = []
    let volumes = chunks.indices.filter { c in
      guard chunks[c].kind == .heading, chunks[c].index >= 0, let label = decisions[chunks[c].index].label else {
        return false
      }
      return headingForm(label)?.rank == .volume
    }
    guard !volumes.isEmpty else { return [] }
    // the title may have been taken for a heading
    var plain = self
    for c in chunks.indices where chunks[c].kind == .heading && chunks[c].index >= 0 {
      if decisions[chunks[c].index].label == nil { plain.chunks[c].kind = .unknown }
    }
    for c in volumes {
      let front = FrontReader(
        source: plain, region: max(0, c - 12)..<min(c + 8, chunks.count), hasVolumes: true, metadata: metadata)
      func isPart(_ k: Int) -> Bool {
        plain.chunks[k].kind == .unknown && chunks[k].lines.count <= 6 && front.isOfTitlePage(k)
      }
      let above = (front.region.lowerBound..<c).reversed().prefix(while: isPart)
      guard let top = above.last(where: { front.saysTitle($0) }) else { continue }
      found += (top..<c) + (c + 1..<front.region.upperBound).prefix(while: isPart)
    }
    return found
  }

  /// Who printed the book, on its last page: `_Printed by_ R. & R. CLARK, _Edinburgh_`, a line or two alone.
  func printersLines() -> [Int] {
    let last = chunks.indices.last {
      chunks[$0].kind != .dropped && chunks[$0].kind != .stars && chunks[$0].kind != .rule
    }
    guard let last, last > 0, chunks[last].kind == .unknown, chunks[last].lines.count <= 3,
      chunks[last].blanksBefore >= 2, bytes(ofChunk: last).count <= 160
    else { return [] }
    let text = string(ofChunk: last).lowercased().filter { $0 != "_" }
    let isPrinters =
      [
        "printed by", "printed at", "printed and ", "imprinted by", "druck von", "druck der", "gedruckt ", "impr. ",
        "imprimerie ", "imp. ", "typographie ",
      ].contains { sign in
        text.hasPrefix(sign) || [": ", "--", "—", ". "].contains { text.contains($0 + sign) }
      }
    return isPrinters && !endsInCry(bytes(ofChunk: last)) ? [last] : []
  }

  /// `PAGE`, right below the heading of an index and above its numbers.
  func headsOfIndexColumns() -> [Int] {
    chunks.indices.dropFirst().filter { c in
      chunks[c].kind == .unknown && chunks[c].lines.count == 1 && chunks[c - 1].kind == .heading
        && bytes(ofChunk: c).count <= 12 && headsOfColumns.contains(key(ofChunk: c))
        && indexHeadings.contains(key(ofChunk: c - 1))
    }
  }

  /// Captions in front of the text of a picture that was bound there and is not in the file: `_Frontispiece._`
  func captionsOfFrontispieces() -> [Int] {
    guard let first = chunks.firstIndex(where: { $0.kind == .heading }) else { return [] }
    return (0..<first).filter { c in
      chunks[c].kind == .figure
        && ["frontispi", "titelbild", "titelkupfer"].contains { find(Array($0.utf8), in: bytes(ofChunk: c)) != nil }
    }
  }

  /// A heading that says its number once more, right below its title, heads nothing new.
  func settleRepeatedNumbers(_ decisions: inout [HeadingDecision]) {
    for n in decisions.indices.dropFirst() {
      let (above, below) = (decisions[n - 1], decisions[n])
      guard below.title.isEmpty, !above.title.isEmpty, let label = above.label,
        let again = below.label, let form = headingForm(label), let other = headingForm(again),
        form.key == other.key, form.number == other.number,
        (above.chunk + 1..<below.chunk).allSatisfy({ chunks[$0].kind == .headingTitle })
      else { continue }
      decisions[n].isInside = true
    }
  }
}

/// Whether a heading's key is that of a list of other books.
func isAdvertising(_ key: String) -> Bool {
  openingsOfAdvertisements.contains { key.hasPrefix($0) } || key.contains(" published by ")
}

private let openingsOfAdvertisements = [
  "also by ", "other books by", "books by ", "other works by", "works by ", "by the same author", "by the author of",
  "new works", "new books", "new novels", "new publications", "recent publications", "publications of",
  "books published", "works published", "a list of books", "a list of works", "list of books", "list of works",
  "a catalogue of", "catalogue of", "advertisement", "popular novels", "popular works", "standard works",
  "books for boys", "books for girls", "in the same series", "other volumes", "uniform with", "other titles",
  "du même auteur", "ouvrages du même", "vom gleichen verfasser", "vom selben verfasser", "von demselben verfasser",
  "werke von ", "del mismo autor", "obras del mismo", "dello stesso autore", "van denzelfden schrijver",
]
