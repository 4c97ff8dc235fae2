import Manuscript
import TestSupport
import Testing

/// What a reader mends who knows a book and says three things of it: hints that speak of forms, chosen by what the marked
/// editions know.
@Suite struct `Hints by form, as who knows the book would give them` {
  /// The best of the few hints that the most errors of one form ask for, given to a reading with those before.
  private static func better(
    than score: HeadingScore, _ read: ([ReadingHint]) throws -> (HeadingScore, looks: [Int: Int])?,
    _ hints: [ReadingHint],
    looks: [Int: Int]
  ) throws -> (score: HeadingScore, hint: ReadingHint)? {
    var errors: [Int: (hint: ReadingHint, count: Int)] = [:]
    func add(_ lines: ClosedRange<Int>, _ kind: ReadingHint.Kind) {
      guard let line = lines.first(where: { looks[$0] != nil }), let form = looks[line] else { return }
      let key = form * 2 + (kind == .prose ? 1 : 0)
      errors[key, default: (ReadingHint(kind, .like(line, within: nil)), 0)].count += 1
    }
    for heading in score.missed { add(heading.line...heading.last, .section) }
    for line in score.wrong { add(line...line + 2, .prose) }
    let likely = errors.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(4)
    var best: (score: HeadingScore, hint: ReadingHint)?
    for (_, found) in likely {
      guard let (tried, _) = try read(hints + [found.hint]) else { continue }
      if tried.mean > (best?.score ?? score).mean { best = (tried, found.hint) }
    }
    return best
  }

  @Test func `bring the headings of the marked books to 0.97 with three hints a book`() throws {
    var means: [(name: String, read: Double, hinted: Double)] = []
    for book in MarkedBookTests.books {
      guard let (text, facts) = try MarkedBookTests.facts(of: book.name) else { return }
      func read(_ hints: [ReadingHint]) throws -> (HeadingScore, looks: [Int: Int])? {
        var options = PlainTextOptions()
        (options.hints, options.weighsForms) = (hints, hints.isEmpty)
        let reading = try readPlainText(text, name: book.name, options: options)
        guard let score = HeadingScore(reading, facts) else { return nil }
        let looks = reading.report.looks.map { ($0.line, $0.form) }
        return (score, Dictionary(looks, uniquingKeysWith: { first, _ in first }))
      }
      guard var (score, looks) = try read([]) else { continue }
      let before = score.mean
      var hints: [ReadingHint] = []
      while hints.count < 3, score.mean < 1, let next = try Self.better(than: score, read, hints, looks: looks) {
        hints.append(next.hint)
        score = next.score
      }
      means.append((book.name, before, score.mean))
    }
    let hinted = means.map(\.hinted).reduce(0, +) / Double(means.count)
    #expect(hinted >= 0.97, "\(means.filter { $0.hinted < 0.97 })")
  }
}
