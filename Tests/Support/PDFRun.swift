import Foundation

/// Glyphs of one font and size that follow one another on one baseline.
package struct PDFRun: Equatable {
  /// PostScript name without the subset's six letters.
  package var font: String
  /// The em in points, upright.
  package var size: Double
  /// Horizontal scale; 1 is the font as designed.
  package var stretch: Double
  /// Points from the page's top left corner to the first glyph's origin, y down.
  package var x, y: Double
  package var text: String
  /// The origin of every glyph, points from the page's left edge, as drawn.
  package var glyphs: [Double] = []

  /// Reads what `mutool draw -F trace` prints, by page.
  static func runs(ofTrace lines: [String]) -> [[PDFRun]] {
    var pages: [[PDFRun]] = []
    var matrix = [1.0, 0, 0, 1, 0, 0]
    var font = ""
    var size = 0.0
    var stretch = 1.0
    for line in lines {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("<page ") {
        pages.append([])
      } else if line.hasPrefix("<fill_text ") || line.hasPrefix("<ignore_text ") {
        matrix = numbers(line, "transform") ?? [1, 0, 0, 1, 0, 0]
      } else if line.hasPrefix("<span ") {
        font = baseName(value(line, "font") ?? "")
        let shape = numbers(line, "trm") ?? [1, 0, 0, 1]
        guard shape.count == 4, matrix.count == 6 else { continue }
        size = abs(shape[3] * matrix[3]) + abs(shape[1] * matrix[2])
        let width = abs(shape[0] * matrix[0]) + abs(shape[2] * matrix[1])
        stretch = size > 0 ? width / size : 1
      } else if line.hasPrefix("<g "), !pages.isEmpty {
        guard let x = value(line, "x").flatMap(Double.init), let y = value(line, "y").flatMap(Double.init),
          matrix.count == 6
        else { continue }
        let text = unescape(value(line, "unicode") ?? "")
        let place = (x: matrix[0] * x + matrix[2] * y + matrix[4], y: matrix[1] * x + matrix[3] * y + matrix[5])
        let last = pages.count - 1
        if let run = pages[last].last, run.font == font, abs(run.y - place.y) < 0.005, abs(run.size - size) < 0.001,
          abs(run.stretch - stretch) < 0.0005
        {
          pages[last][pages[last].count - 1].text += text
          pages[last][pages[last].count - 1].glyphs.append(place.x)
        } else {
          pages[last].append(
            PDFRun(font: font, size: size, stretch: stretch, x: place.x, y: place.y, text: text, glyphs: [place.x]))
        }
      }
    }
    return pages
  }

  /// `ABCDEF+Name` without the letters of the subset.
  static func baseName(_ name: String) -> String {
    let parts = name.split(separator: "+", maxSplits: 1)
    return parts.count == 2 && parts[0].count == 6 ? String(parts[1]) : name
  }

  private static func value(_ line: Substring, _ name: String) -> String? {
    guard let start = line.range(of: " \(name)=\"")?.upperBound else { return nil }
    guard let end = line[start...].firstIndex(of: "\"") else { return nil }
    return String(line[start..<end])
  }

  private static func numbers(_ line: Substring, _ name: String) -> [Double]? {
    value(line, name)?.split(separator: " ").compactMap { Double($0) }
  }

  private static func unescape(_ text: String) -> String {
    guard text.hasPrefix("&"), text.hasSuffix(";") else { return text }
    switch text {
    case "&amp;": return "&"
    case "&lt;": return "<"
    case "&gt;": return ">"
    case "&quot;": return "\""
    case "&apos;": return "'"
    default:
      let digits = text.dropFirst(2).dropLast()
      let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? text
    }
  }
}
