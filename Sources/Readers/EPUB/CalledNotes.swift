internal import BookModel
internal import Units

/// Where in the joined source the notes stand that the book calls, by their elements: they are set at the foot of pages,
/// also where what is around them is left out.
struct CalledNotes {
  /// In the order of the notes' keys; nil for one that no link calls.
  let spots: [NodeID?]
  private let rangesOf: [NodeID: [Range<Int>]]
  /// What stands between an element's tags, by the element's range: a quotation mark right before or behind the
  /// element is none of the note's.
  private let inner: [Range<Int>: Range<Int>]
  /// Those of all, ascending by their beginnings.
  private let all: [Range<Int>]

  init(_ reader: FlowReader, _ book: Book) {
    let spotOf = Dictionary(reader.keys.map { ($1, $0) }) { first, _ in first }
    spots = book.notes.keys.sorted().map { spotOf[$0] }
    var found: [NodeID: [Range<Int>]] = [:]
    var inner: [Range<Int>: Range<Int>] = [:]
    for case let spot? in spots {
      let page = reader.pages[spot.page]
      let nodes = [spot.node] + (reader.notes.tails[spot] ?? [])
      found[spot] = nodes.map { page.range($0) }
      for node in nodes {
        let own = page.tree.nodes[node].inner
        inner[page.range(node)] = page.place(own.lowerBound)..<page.place(own.upperBound)
      }
    }
    rangesOf = found
    self.inner = inner
    all = found.values.joined().sorted { ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound) }
  }

  /// A note's own bytes, without those of notes that stand within it.
  func ranges(of spot: NodeID) -> [Range<Int>] {
    (rangesOf[spot] ?? []).flatMap { range in
      outside(range).map { $0.clamped(to: inner[range] ?? range) }.filter { !$0.isEmpty }
    }
  }

  /// A range without the notes that lie wholly within it, and are not all of it.
  func outside(_ range: Range<Int>) -> [Range<Int>] {
    var left: [Range<Int>] = []
    var at = range.lowerBound
    let first = all.lowerBound { $0.lowerBound < range.lowerBound }
    for note in all[first...].prefix(while: { $0.lowerBound < range.upperBound }) {
      guard note != range, note.upperBound <= range.upperBound, note.lowerBound >= at else { continue }
      if note.lowerBound > at { left.append(at..<note.lowerBound) }
      at = note.upperBound
    }
    if at < range.upperBound { left.append(at..<range.upperBound) }
    return left
  }

  /// Whether a range stands in a note.
  func hold(_ range: Range<Int>) -> Bool {
    all.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
  }

  /// What is left out, without the notes in it.
  func apart(from left: [(range: Range<Int>, why: String)]) -> [(range: Range<Int>, why: String)] {
    left.flatMap { entry in outside(entry.range).map { ($0, entry.why) } }
  }
}
