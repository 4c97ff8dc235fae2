// What magazines and anthologies are made of: articles and tales with their own titles, and who wrote each.

extension PlainTextSource {
  /// Three and more titles before the first number of a serial or of a tale in chapters are articles, and nothing in
  /// front of a book. The chapters stand in what is named right above the first of them.
  func settleArticles(_ decisions: inout [HeadingDecision]) {
    let outer = decisions.indices.filter { !decisions[$0].isInside }
    guard let first = outer.first(where: { decisions[$0].label != nil }) else { return }
    let titles = outer.filter { n in
      n < first && decisions[n].label == nil && decisions[n].shown != "named" && decisions[n].matter == .front
        && decisions[n].role == .preface
    }
    guard titles.count >= 3, let last = titles.last else { return }
    for n in titles {
      decisions[n].matter = .body
      decisions[n].role = .chapter
      decisions[n].level = decisions[first].level
    }
    let isHead =
      decisions[last].chunk + 3 >= decisions[first].chunk && hasNoText(decisions[last].chunk, decisions[first].chunk)
    guard isHead, last + 1 == first else { return }
    for n in outer where n >= first {
      if decisions[n].label == nil { break }
      decisions[n].level += 1
    }
  }

  /// Nothing but who wrote it stands between two headings.
  private func hasNoText(_ a: Int, _ b: Int) -> Bool {
    a < b && (a + 1..<b).allSatisfy { chunks[$0].lines.count <= 2 && (chunks[$0].kind != .unknown || isByline($0)) }
  }
}
