import Design
import Typesetting
import Units

/// How a book is set, by octavo's own records: the figures that the checklist's bars name.
struct Quality {
  var spaces: [Double] = []
  var lines = 0
  var hyphens = 0
  /// Hyphens in the line above a paragraph's last, and lines in a row that end in one.
  var lastHyphens = 0
  var hyphenPairs = 0
  /// Neighbouring lines whose spaces differ by more than half a natural one.
  var jumps = 0
  var loosest = 0.0
  /// Diagnostics by their code.
  var yields: [String: Int] = [:]

  init(_ result: BookTypesetter.Result) {
    let list = result.list
    for page in list.pages where page.kind == .text {
      var above: LineRecord?
      for line in list.lines[Int(page.firstLine)..<Int(page.endLine)] where line.kind == .text {
        lines += 1
        defer { above = line }
        let isNatural = line.ratio == 0 && line.expansion == 0
        if let above, above.flags.contains(.showsHyphen) {
          if isNatural { lastHyphens += 1 }
          if line.flags.contains(.showsHyphen) { hyphenPairs += 1 }
        }
        if let above, !isNatural, above.ratio != 0, abs(Quality.space(above) - Quality.space(line)) > 0.5 { jumps += 1 }
        if line.flags.contains(.showsHyphen) { hyphens += 1 }
        // natural lines end paragraphs or are not justified
        guard !isNatural else { continue }
        spaces.append(Quality.space(line))
      }
    }
    for diagnostic in result.diagnostics { yields[diagnostic.code, default: 0] += 1 }
  }

  /// A line's spaces in multiples of natural: stretch is half of the space between
  /// words, shrink a third (`Glue`).
  private static func space(_ line: LineRecord) -> Double { 1 + Double(line.ratio) * (line.ratio < 0 ? 1.0 / 3 : 0.5) }

  var deviation: Double {
    let mean = spaces.reduce(0, +) / Double(max(spaces.count, 1))
    let sum = spaces.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (sum / Double(max(spaces.count, 1))).squareRoot()
  }

  var row: String {
    let loose = Double(spaces.count { $0 > 1.5 }) / Double(max(spaces.count, 1))
    let list = yields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    return
      "sd \(Quality.decimal(deviation, 4))  >1.5 \(Quality.decimal(loose * 100, 2)) %  hyphens \(Quality.decimal(Double(hyphens) / Double(max(lines, 1)) * 100, 2)) %  widest \(Quality.decimal(spaces.max() ?? 1, 2))  above last \(lastHyphens)  pairs \(hyphenPairs)  jumps \(jumps)  lines \(lines)  \(list)"
  }

  static func decimal(_ value: Double, _ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let whole = Int((value * scale).rounded())
    let fraction = String(whole % Int(scale))
    return "\(whole / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
