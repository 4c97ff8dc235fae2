import Foundation

/// Golden text positions: a file per sample in `Tests/Goldens`, one placed run a
/// row (page, x, y, font, size, text).
///
///     let pdf = try PDFInspection(path)
///     #expect(try goldenMismatches("letter", pdf) == [])
///
/// `OCTAVO_RECORD=1` rewrites the file and still returns a mismatch, so none is
/// recorded by accident. A name must be on the list `goldenNames`, and a test
/// holds the list against the folder.
///
/// - Parameters:
///   - hidesWords: rows hold a hash of the words instead of the words, for books
///     that are not ours to copy.
///   - pages: which pages to hold fast, from 1; all when nil.
/// - Returns: at most ten messages; none when every run is within 0.02 pt of its place.
package func goldenMismatches(
  _ name: String, _ pdf: PDFInspection, pages: ClosedRange<Int>? = nil, hidesWords: Bool = false,
  folder: URL = goldenFolder, names: [String] = goldenNames
) throws -> [String] {
  guard names.contains(name) else { return ["golden \"\(name)\" is not on the list in GoldenNames.swift"] }
  var rows: [GoldenRow] = []
  for (index, runs) in try pdf.runs(pages: pages).enumerated() {
    rows += runs.map { GoldenRow(page: index + (pages?.lowerBound ?? 1), $0, hidesWords: hidesWords) }
  }
  let file = folder.appendingPathComponent(name + ".txt")
  if ProcessInfo.processInfo.environment["OCTAVO_RECORD"] == "1" {
    let text = "# page x y font size text\n" + rows.map { $0.line + "\n" }.joined()
    try Data(text.utf8).write(to: file)
    return ["recorded \(rows.count) rows of \"\(name)\"; look at the changes and run again without OCTAVO_RECORD"]
  }
  guard let data = FileManager.default.contents(atPath: file.path) else {
    return ["golden \"\(name)\" is missing; record it with OCTAVO_RECORD=1"]
  }
  var mismatches: [String] = []
  var golden: [GoldenRow] = []
  for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
    guard let row = GoldenRow(line) else {
      return ["golden \"\(name)\" has a row that is none: \(line)"]
    }
    golden.append(row)
  }
  for (wanted, found) in zip(golden, rows) where !wanted.isClose(to: found) {
    mismatches.append("golden \"\(name)\": expected \(wanted.line), found \(found.line)")
    if mismatches.count == 10 { break }
  }
  if golden.count != rows.count {
    mismatches.append("golden \"\(name)\" has \(golden.count) rows, the PDF \(rows.count)")
  }
  return mismatches
}

/// Goldens on disk that are not on the list, and names on the list without a file.
package func strayGoldens(folder: URL = goldenFolder, names: [String] = goldenNames) throws -> [String] {
  let files =
    FileManager.default.fileExists(atPath: folder.path)
    ? try FileManager.default.contentsOfDirectory(atPath: folder.path) : []
  let onDisk = Set(files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) })
  return onDisk.symmetricDifference(names).sorted()
}

package let goldenFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Goldens")

/// One row of a golden.
private struct GoldenRow {
  var page: Int
  var x, y, size, stretch: Double
  var font, text: String

  init(page: Int, _ run: PDFRun, hidesWords: Bool) {
    self.page = page
    x = run.x
    y = run.y
    size = run.size
    stretch = run.stretch
    font = run.font.replacingOccurrences(of: " ", with: "_")
    text = hidesWords ? GoldenRow.hash(run.text) : run.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Reads a row: five fields parted by single spaces, then the text.
  init?(_ line: Substring) {
    let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: false)
    guard fields.count == 6, let page = Int(fields[0]), let x = Double(fields[1]), let y = Double(fields[2]) else {
      return nil
    }
    let sizes = fields[4].split(separator: "*")
    guard let size = sizes.first.flatMap({ Double($0) }) else { return nil }
    self.page = page
    self.x = x
    self.y = y
    self.size = size
    stretch = sizes.count == 2 ? Double(sizes[1]) ?? 1 : 1
    font = String(fields[3])
    text = String(fields[5])
  }

  /// A stretched font is written `11*0.996`.
  var line: String {
    let scale = abs(stretch - 1) < 0.0005 ? "" : String(format: "*%.3f", stretch)
    return String(
      format: "%d %.2f %.2f %@ %.2f%@ %@", page, x, y, font as NSString, size, scale as NSString, text as NSString)
  }

  func isClose(to other: GoldenRow) -> Bool {
    page == other.page && font == other.font && text == other.text && abs(x - other.x) <= GoldenRow.tolerance
      && abs(y - other.y) <= GoldenRow.tolerance && abs(size - other.size) <= GoldenRow.tolerance
      && abs(stretch - other.stretch) <= 0.001
  }

  /// Points; rounding in cairo's output and in the rows stays within it, a moved glyph does not.
  /// The hair more is for what decimal fractions lose in binary.
  private static let tolerance = 0.02 + 1e-9

  /// FNV-1a of the UTF-8, 64 bits.
  private static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(format: "%016lx", Int(bitPattern: UInt(hash)))
  }
}
