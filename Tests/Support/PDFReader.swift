package import Files
import Foundation

/// A program that extracts the words of a PDF with their places: judges from outside.
package enum PDFReader: String, Sendable, CaseIterable {
  /// poppler; the Debian package is poppler-utils.
  case pdftotext
  /// MuPDF; the Debian package is mupdf-tools.
  case mutool

  /// The words of each sheet, as the program gives them.
  ///
  /// Throws `missing` when the program is not in `PATH`, `failed` when it refuses the file.
  package func sheets(_ path: String) throws(ProcessError) -> [PrintedSheet] {
    let output =
      switch self {
      case .pdftotext: try outputOfProgram(rawValue, ["-bbox", "-q", "-enc", "UTF-8", path, "-"])
      case .mutool: try outputOfProgram(rawValue, ["draw", "-q", "-F", "stext", path])
      }
    var sheets: [PrintedSheet] = []
    var word: PrintedWord?
    func endWord() {
      if let word, !sheets.isEmpty { sheets[sheets.count - 1].words.append(word) }
      word = nil
    }
    for line in output.split(separator: 0x0A) {
      let line = String(decoding: line, as: UTF8.self)
      let element = line.drop { $0 == " " }
      if element.hasPrefix("<page ") {
        sheets.append(PrintedSheet(width: number(line, "width"), height: number(line, "height")))
      } else if element.hasPrefix("<word "), let open = line.firstIndex(of: ">"), let close = line.lastIndex(of: "<") {
        word = PrintedWord(
          text: unescaped(line[line.index(after: open)..<close]), left: number(line, "xMin"), top: number(line, "yMin"),
          right: number(line, "xMax"), bottom: number(line, "yMax"))
        endWord()
      } else if element.hasPrefix("<char ") {
        let quad = value(line, "quad").split(separator: " ").compactMap { Double($0) }
        let text = unescaped(value(line, "c"))
        guard quad.count == 8 else { continue }
        if text == [0x20] || text == [0xC2, 0xA0] {
          endWord()
          continue
        }
        let (xs, ys) = ([quad[0], quad[2], quad[4], quad[6]], [quad[1], quad[3], quad[5], quad[7]])
        let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
        let (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
        guard let begun = word else {
          word = PrintedWord(text: text, left: left, top: top, right: right, bottom: bottom)
          continue
        }
        word = PrintedWord(
          text: begun.text + text, left: min(begun.left, left), top: min(begun.top, top),
          right: max(begun.right, right), bottom: max(begun.bottom, bottom))
      } else if element.hasPrefix("<fo") || element.hasPrefix("</l") {
        // a font or a line ends the word, as it does for pdftotext
        endWord()
      }
    }
    return sheets
  }

  private func value(_ line: String, _ name: String) -> Substring {
    guard let start = line.range(of: " \(name)=\"")?.upperBound, let end = line[start...].firstIndex(of: "\"") else {
      return ""
    }
    return line[start..<end]
  }

  private func number(_ line: String, _ name: String) -> Double { Double(value(line, name)) ?? 0 }

  private func unescaped(_ text: Substring) -> [UInt8] {
    guard text.contains("&") else { return Array(text.utf8) }
    var plain = ""
    var rest = text
    while let start = rest.firstIndex(of: "&"), let end = rest[start...].firstIndex(of: ";") {
      plain += rest[..<start]
      let name = rest[rest.index(after: start)..<end]
      let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
      switch name {
      case "amp": plain += "&"
      case "lt": plain += "<"
      case "gt": plain += ">"
      case "quot": plain += "\""
      case "apos": plain += "'"
      default: if let scalar = number.flatMap(Unicode.Scalar.init) { plain.unicodeScalars.append(scalar) }
      }
      rest = rest[rest.index(after: end)...]
    }
    return Array((plain + rest).utf8)
  }
}
