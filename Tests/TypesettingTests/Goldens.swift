import Foundation

/// Rows of a dump held fast, a file each in `Goldens`.
///
/// `OCTAVO_RECORD=1` rewrites a file and still returns a mismatch, so that none is recorded by accident.
/// - Returns: the first rows that differ; none where all are the same.
func differences(_ name: String, _ found: [UInt8]) throws -> [String] {
  let file = goldens.appendingPathComponent(name + ".txt")
  if ProcessInfo.processInfo.environment["OCTAVO_RECORD"] == "1" {
    try Data(found).write(to: file)
    return ["recorded \"\(name)\"; look at the changes and run again without OCTAVO_RECORD"]
  }
  guard let data = FileManager.default.contents(atPath: file.path) else {
    return ["\"\(name)\" is missing; record it with OCTAVO_RECORD=1"]
  }
  let (wanted, rows) = (lines(data), lines(Data(found)))
  var said: [String] = []
  for index in 0..<max(wanted.count, rows.count) where said.count < 8 {
    let (old, new) = (wanted[safe: index], rows[safe: index])
    if old != new { said.append("\(name):\(index + 1): expected \(old ?? "nothing"), found \(new ?? "nothing")") }
  }
  return said
}

/// Names of the files there.
func recorded() throws -> Set<String> {
  Set(try FileManager.default.contentsOfDirectory(atPath: goldens.path).map { String($0.dropLast(".txt".count)) })
}

private let goldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens")

private func lines(_ data: Data) -> [Substring] { String(decoding: data, as: UTF8.self).split(separator: "\n") }

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
