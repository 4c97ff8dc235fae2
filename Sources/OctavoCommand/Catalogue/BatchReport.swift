import JSONReading
import Octavo
import Units

/// What a ledger says of the books of a list, all together.
struct BatchReport {
  private struct Row {
    var id: String
    var entry: JSON?
    var status: String { entry?["status"]?.string ?? "missing" }
    func number(_ key: String) -> Double { entry?[key]?.number ?? 0 }
  }

  private let rows: [Row]

  init(_ manifest: Manifest, _ ledger: Ledger) {
    rows = manifest.entries.map { Row(id: $0.id, entry: ledger.entry($0.id)) }
  }

  private func sum(_ key: String) -> Double { rows.reduce(0) { $0 + $1.number(key) } }
  private func count(_ status: String) -> Int { rows.count { $0.status == status } }

  /// How often each stands in the entries, the most frequent first.
  private func codes(_ of: (JSON) -> [(String, Int)]) -> [(String, Int)] {
    var counts: [String: Int] = [:]
    for row in rows { for (code, count) in row.entry.map(of) ?? [] { counts[code, default: 0] += count } }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
  }

  private var warnings: [(String, Int)] {
    codes { entry in
      guard case .object(let counts)? = entry["warnings"] else { return [] }
      return counts.map { ($0.key, $0.value.int ?? 0) }
    }
  }

  /// By the code of the last message, else by exit code or signal.
  private var failures: [(String, Int)] {
    codes { entry in
      guard !entry.isMade else { return [] }
      let code = entry["messages"]?.items.last?["code"]?.string
      let signal = entry["signal"]?.int.map { "signal \($0)" }
      return [(code ?? signal ?? "exit \(entry["exit"]?.int ?? -1)", 1)]
    }
  }

  private func most(_ key: String) -> [Row] {
    Array(rows.filter { $0.number(key) > 0 }.sorted { ($1.number(key), $0.id) < ($0.number(key), $1.id) }.prefix(5))
  }

  // MARK: Answers

  var text: String {
    var text = "\(rows.count) books: \(count("made")) made, \(count("failed")) failed, \(count("missing")) missing\n"
    text += "\(Int(sum("pages"))) pages, \(Int(sum("sheets"))) sheets, \(Int(sum("words"))) words, "
    text += "\(Length.decimal(sum("cpu"))) s of the processor\n"
    for (title, counts) in [("failures", failures), ("warnings", warnings)] where !counts.isEmpty {
      text += "\(title): \(counts.map { "\($0.0) \($0.1)" }.joined(separator: ", "))\n"
    }
    for (title, key, unit) in [("slowest", "seconds", "s"), ("largest", "peak", "MB")] {
      let named = most(key).map { row in
        let value = key == "peak" ? row.number(key) / 1e6 : row.number(key)
        return "\(row.id) \(Length.decimal((value * 10).rounded() / 10)) \(unit)"
      }
      if !named.isEmpty { text += "\(title): \(named.joined(separator: ", "))\n" }
    }
    for row in rows where row.status == "failed" {
      text += "failed: \(row.id): \(row.entry?["messages"]?.items.last?["message"]?.string ?? "without a word")"
      text += " (again: \(row.entry?["again"]?.string ?? "perhaps"))\n"
    }
    return text
  }

  var json: String {
    func object(_ counts: [(String, Int)]) -> JSONValue { .object(counts.map { ($0.0, .number($0.1)) }) }
    func named(_ key: String) -> JSONValue {
      .array(most(key).map { .object([("id", .string($0.id)), (key, .decimal($0.number(key)))]) })
    }
    let failed = rows.filter { $0.status == "failed" }.map { row in
      JSONValue.object([
        ("id", .string(row.id)), ("exit", row.entry?["exit"]?.int.map { .number($0) } ?? .null),
        ("again", .text(row.entry?["again"]?.string)),
        ("message", .text(row.entry?["messages"]?.items.last?["message"]?.string)),
      ])
    }
    let sums = ["pages", "sheets", "words"].map { ($0, JSONValue.number(Int(sum($0)))) }
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
    let numbers = ["pages", "sheets", "words", "seconds", "cpu", "peak"]
    var text = (["id", "status", "exit", "again"] + numbers + ["output", "sha256", "message"]).joined(separator: ",")
    text += "\r\n"
    for row in rows {
      let output = row.entry?["outputs"]?.items.first
      var cells = [row.id, row.status, row.entry?["exit"]?.int.map { "\($0)" } ?? ""]
      cells.append(row.entry?["again"]?.string ?? "")
      cells += numbers.map { key in row.entry?[key]?.number.map { Length.decimal($0) } ?? "" }
      cells += [output?["file"]?.string ?? "", output?["sha256"]?.string ?? ""]
      cells.append(row.entry?["messages"]?.items.last?["message"]?.string ?? "")
      text += cells.map(BatchReport.cell).joined(separator: ",") + "\r\n"
    }
    return text
  }

  private static func cell(_ text: String) -> String {
    text.contains(where: { ",\"\n\r".contains($0) }) ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }
}
