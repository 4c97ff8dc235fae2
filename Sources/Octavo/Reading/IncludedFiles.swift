internal import Bytes
internal import Files
internal import Manuscript

/// Files that a file of Markdown brings in: `{{< include part.qmd >}}` (Quarto), `{{#include code.rs:3:9}}` (mdBook),
/// `{include}` (MyST). Their lines take the place of the line that names them, in code as well.
extension MarkdownInput {
  /// Of files that bring in each other.
  private static let deepest = 8
  /// Bytes of all that is brought in.
  private static let most = 64 << 20

  var withIncludes: MarkdownInput {
    guard ["include", "<<"].contains(where: { bytes[...].firstRange(ofBytes: Array($0.utf8)) != nil }) else {
      return self
    }
    var gathered = Gathered()
    MarkdownInput.gather(bytes[...], path: name, from: 1, open: [name], into: &gathered)
    guard gathered.parts.count > 1 else { return self }
    var input = self
    (input.bytes, input.parts) = (gathered.bytes, gathered.parts)
    return input
  }

  private struct Gathered {
    var bytes: [UInt8] = []
    var lines = 0
    var parts: [Part] = []

    mutating func add(_ line: String) {
      bytes += Array(line.utf8) + [0x0A]
      lines += 1
    }
  }

  private static func gather(
    _ text: ArraySlice<UInt8>, path: String, from number: Int, open: [String], into made: inout Gathered
  ) {
    made.parts.append(Part(first: made.lines, name: path, line: number))
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    var index = 0
    while index < lines.count {
      let isLast = index == lines.count - 1
      if let (asked, count) = include(lines[index...]), open.count < deepest, made.bytes.count < most {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let inner = asked.path.hasPrefix("/") ? asked.path : folder + asked.path
        if !open.contains(inner), let read = try? readFile(inner), let (words, first) = asked.part(of: read) {
          if let language = asked.language { made.add("```" + language) }
          gather(words, path: inner, from: first, open: open + [inner], into: &made)
          if made.bytes.last != 0x0A {
            made.bytes.append(0x0A)
            made.lines += 1
          }
          if asked.language != nil { made.add("```") }
          index += count
          made.parts.append(Part(first: made.lines, name: path, line: number + index))
          continue
        }
      }
      made.bytes += lines[index]
      if !isLast {
        made.bytes.append(0x0A)
        made.lines += 1
      }
      index += 1
    }
  }

  private struct Include {
    var path: String
    /// `3:9`, `name`: lines, or what stands between two lines that name an anchor.
    var range = ""
    /// Of code that is to stand in a fence.
    var language: String?

    /// The lines asked for, and the number of the first; nil where there are none.
    func part(of bytes: [UInt8]) -> (ArraySlice<UInt8>, first: Int)? {
      var text = bytes[...]
      if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
      guard !range.isEmpty else { return (text, 1) }
      var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
      if lines.last?.isEmpty ?? false { lines.removeLast() }
      var wanted = 0..<lines.count
      let bounds = range.split(separator: ":", omittingEmptySubsequences: false)
      if bounds.allSatisfy({ $0.allSatisfy(\.isNumber) }) {
        let first = Int(bounds[0]) ?? 1
        let last = bounds.count > 1 ? Int(bounds[1]) ?? lines.count : first
        wanted = min(max(first - 1, 0), lines.count)..<min(max(last, first - 1, 0), lines.count)
      } else {
        func place(_ mark: String) -> Int? {
          lines.firstIndex { line in
            String(decoding: line, as: UTF8.self).split { !$0.isLetter && !$0.isNumber && !"_-:".contains($0) }
              .joined(separator: " ").contains("\(mark): \(range)")
          }
        }
        guard let start = place("ANCHOR"), let end = place("ANCHOR_END"), start < end else { return nil }
        wanted = start + 1..<end
      }
      guard let first = lines[wanted].first, let last = lines[wanted].last else { return nil }
      return (text[first.startIndex..<last.endIndex], wanted.lowerBound + 1)
    }
  }

  /// What the first of some lines brings in, and how many of them ask for it.
  private static func include(_ lines: ArraySlice<ArraySlice<UInt8>>) -> (Include, count: Int)? {
    guard let first = lines.first, let sign = first.first(where: { $0 > 0x20 }),
      sign == 0x7B || sign == 0x60 || sign == 0x3C
    else { return nil }
    if sign == 0x3C {
      // `<<(code.py)`, `<<[words](code.py)` (Leanpub)
      let line = String(decoding: first.prefix(1000), as: UTF8.self).filter { $0 != "\r" }
      guard line.hasPrefix("<<"), line.hasSuffix(")"), let open = line.lastIndex(of: "("),
        line.dropFirst(2).first == "(" || line.dropFirst(2).first == "["
      else { return nil }
      let path = String(line[open...].dropFirst().dropLast())
      return (Include(path: path, language: path.split(separator: ".").last.map(String.init) ?? ""), 1)
    }
    let words = String(decoding: first.prefix(1000), as: UTF8.self).split(whereSeparator: \.isWhitespace)
    if words.count == 4, words[0] == "{{<", words[1] == "include", words[3] == ">}}" {
      return (Include(path: String(words[2])), 1)
    }
    if words.count == 2, words[0] == "{{#include" || words[0] == "{{#rustdoc_include", words[1].hasSuffix("}}") {
      let name = words[1].dropLast(2)
      guard let colon = name.firstIndex(of: ":") else { return (Include(path: String(name)), 1) }
      return (Include(path: String(name[..<colon]), range: String(name[name.index(after: colon)...])), 1)
    }
    if words.count == 2, words[0] == "```{include}" {
      let count = lines.prefix(6).firstIndex { $0.starts(with: "```".utf8) && $0.startIndex != first.startIndex }
      return count.map { (Include(path: String(words[1])), $0 - lines.startIndex + 1) }
    }
    return nil
  }
}
