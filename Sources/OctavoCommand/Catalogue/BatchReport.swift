import JSONReading
import Octavo
import Units

/// What a ledger says of the books of a list, all together.
struct BatchReport {
  /// What is told of a book; of seventy thousand not more is kept.
  private struct Row {
    var id: String
    var status = "missing"
    var exit: Int?
    var again: String?
    /// In the order of `BatchReport.numbers`.
    var numbers: [Double?] = []
    var output: String?
    var sha256: String?
    var message: String?
  }

  private static let numbers = ["pages", "sheets", "words", "verified", "seconds", "cpu", "peak"]
  private var rows: [Row] = []
  private var warnings: [String: Int] = [:]
  /// By the code of the last message, else by exit code or signal.
  private var failures: [String: Int] = [:]

  init(_ manifest: Manifest, _ ledger: Ledger) {
    rows.reserveCapacity(manifest.entries.count)
    for book in manifest.entries.sorted(by: { $0.line < $1.line }) {
      var row = Row(id: book.id)
      defer { rows.append(row) }
      guard let entry = ledger.entry(book.id) else { continue }
      row.status = entry["status"]?.string ?? "missing"
      (row.exit, row.again) = (entry["exit"]?.int, entry["again"]?.string)
      row.numbers = BatchReport.numbers.map { entry[$0]?.number }
      let output = entry["outputs"]?.items.first
      (row.output, row.sha256) = (output?["file"]?.string, output?["sha256"]?.string)
      if case .object(let counts)? = entry["warnings"] {
        for (code, count) in counts { warnings[code, default: 0] += count.int ?? 0 }
      }
      guard !entry.isMade else { continue }
      let last = entry["messages"]?.items.last
      row.message = last?["message"]?.string
      let signal = entry["signal"]?.int.map { "signal \($0)" }
      failures[last?["code"]?.string ?? signal ?? "exit \(row.exit ?? -1)", default: 0] += 1
    }
  }

  private func value(_ row: Row, _ key: String) -> Double {
    guard let place = BatchReport.numbers.firstIndex(of: key), row.numbers.indices.contains(place) else { return 0 }
    return row.numbers[place] ?? 0
  }
  private func sum(_ key: String) -> Double { rows.reduce(0) { $0 + value($1, key) } }
  private func count(_ status: String) -> Int { rows.count { $0.status == status } }

  /// Books whose every word was proved to be in the PDF, and such words.
  private var proved: (books: Int, words: Int) {
    (rows.count { value($0, "verified") > 0 }, Int(sum("verified")))
  }

  /// The most frequent first.
  private static func sorted(_ counts: [String: Int]) -> [(String, Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  private func most(_ key: String) -> [(id: String, value: Double)] {
    let all = rows.map { (id: $0.id, value: value($0, key)) }.filter { $0.value > 0 }
    return Array(all.sorted { ($1.value, $0.id) < ($0.value, $1.id) }.prefix(5))
  }

  // MARK: Answers

  var text: String {
    var text = "\(rows.count) books: \(count("made")) made, \(count("failed")) failed, \(count("missing")) missing\n"
    text += "\(Int(sum("pages"))) pages, \(Int(sum("sheets"))) sheets, \(Int(sum("words"))) words, "
    text += "\(Length.decimal(sum("cpu"))) s of the processor\n"
    if proved.books > 0 {
      text += "every word proved in \(proved.books) of \(rows.count): \(proved.words) words\n"
    }
    for (title, counts) in [("failures", failures), ("warnings", warnings)] where !counts.isEmpty {
      text += "\(title): \(BatchReport.sorted(counts).map { "\($0.0) \($0.1)" }.joined(separator: ", "))\n"
    }
    for (title, key, unit) in [("slowest", "seconds", "s"), ("largest", "peak", "MB")] {
      let named = most(key).map { row in
        let value = key == "peak" ? row.value / 1e6 : row.value
        return "\(row.id) \(Length.decimal((value * 10).rounded() / 10)) \(unit)"
      }
      if !named.isEmpty { text += "\(title): \(named.joined(separator: ", "))\n" }
    }
    for row in rows where row.status == "failed" {
      text += "failed: \(row.id): \(row.message ?? "without a word") (again: \(row.again ?? "perhaps"))\n"
    }
    return text
  }

  var json: String {
    func object(_ counts: [String: Int]) -> JSONValue {
      .object(BatchReport.sorted(counts).map { ($0.0, .number($0.1)) })
    }
    func named(_ key: String) -> JSONValue {
      .array(most(key).map { .object([("id", .string($0.id)), (key, .decimal($0.value))]) })
    }
    let failed = rows.filter { $0.status == "failed" }.map { row in
      JSONValue.object([
        ("id", .string(row.id)), ("exit", row.exit.map { .number($0) } ?? .null), ("again", .text(row.again)),
        ("message", .text(row.message)),
      ])
    }
    let sums = ["pages", "sheets", "words", "verified"].map { ($0, JSONValue.number(Int(sum($0)))) }
    return JSONValue.object(
      [
        ("schema", .number(1)), ("books", .number(rows.count)), ("made", .number(count("made"))),
        ("failed", .number(count("failed"))), ("missing", .number(count("missing"))),
      ] + sums + [
        ("cpu", .decimal(sum("cpu"))), ("failures", object(failures)), ("warnings", object(warnings)),
        ("slowest", named("seconds")), ("largest", named("peak")), ("list", .array(failed)),
      ]
    ).description + "\n"
  }

  /// A line a book.
  var csv: String {
    let head = ["id", "status", "exit", "again"] + BatchReport.numbers + ["output", "sha256", "message"]
    var text = head.joined(separator: ",") + "\r\n"
    for row in rows {
      var cells = [row.id, row.status, row.exit.map { "\($0)" } ?? "", row.again ?? ""]
      for place in BatchReport.numbers.indices {
        let number = row.numbers.indices.contains(place) ? row.numbers[place] : nil
        cells.append(number.map { Length.decimal($0) } ?? "")
      }
      cells += [row.output ?? "", row.sha256 ?? "", row.message ?? ""]
      text += cells.map(BatchReport.cell).joined(separator: ",") + "\r\n"
    }
    return text
  }

  private static func cell(_ text: String) -> String {
    text.contains(where: { ",\"\n\r".contains($0) }) ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }
}
