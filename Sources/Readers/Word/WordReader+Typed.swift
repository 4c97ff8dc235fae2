internal import BookModel
internal import Units
internal import XML

/// Lines in a face of one width, whose spaces say where things stand: code, trees of families, what a terminal shows.
extension WordReader {
  /// The lines of a paragraph of nothing but such text; nil for any other.
  func typedLines(_ tree: XMLTree, _ node: Int, _ reading: RunReading) -> [Preformatted.Line]? {
    guard reading.hasContent, reading.segments.isEmpty, !reading.hasSilence, fields.isEmpty else { return nil }
    var lines: [(text: String, bytes: Range<Int>?)] = [("", nil)]
    for child in tree.children(of: node) where !tree.nodes[child].isText {
      switch tree.nodes[child].name {
      case "pPr", "proofErr", "bookmarkStart", "bookmarkEnd": continue
      case "r": break
      default: return nil
      }
      let look = style(tree, tree.child("rPr", of: child), reading).1
      for part in tree.children(of: child) where !tree.nodes[part].isText {
        switch tree.nodes[part].name {
        case "rPr", "lastRenderedPageBreak": continue
        case "t":
          guard look.font?.isFixedPitch ?? false, look.isCapitals != true, look.isHidden != true else { return nil }
          let place = bytes(tree, part)
          lines[lines.count - 1].bytes = (lines[lines.count - 1].bytes ?? place).lowerBound..<place.upperBound
          lines[lines.count - 1].text += tree.text(of: part)
        case "tab": lines[lines.count - 1].text += "\t"
        case "br" where tree.value("type", of: part) == nil, "cr": lines.append(("", nil))
        default: return nil
        }
      }
    }
    let start = location(tree, node)
    return lines.map { line in
      var made = Preformatted.Line(
        line.text.withoutTabs, source: line.bytes.map { SourceLocation(offset: $0.lowerBound) } ?? start)
      made.sourceEnd = UInt32(clamping: line.bytes?.upperBound ?? 0)
      return made
    }
  }
}

extension String {
  /// `Courier New`, `Consolas`, `Lucida Console`, `DejaVu Sans Mono`.
  var isFixedPitch: Bool {
    let name = lowercased()
    return ["courier", "consolas", "console", "menlo", "monaco", "fixed", "inconsolata", "source code", "typewriter"]
      .contains(where: name.contains)
      || name.contains("mono") && !name.contains("monotype")
  }
}

extension [WordItem] {
  /// With blocks of lines whose spaces count as code, as a style would say: where the text around them is in another
  /// face. A letter that is set as by a typewriter is prose.
  func withTypedLines() -> [WordItem] {
    var made = self
    var start = 0
    while start < count {
      guard self[start].paragraph.map({ !$0.typed.isEmpty && $0.role == nil && $0.item == nil }) ?? false else {
        start += 1
        continue
      }
      var end = start + 1
      while end < count, !self[end].beginsPage,
        self[end].isBlank || self[end].paragraph.map({ !$0.typed.isEmpty && $0.role == nil }) ?? false
      {
        end += 1
      }
      while self[end - 1].isBlank { end -= 1 }
      let lines = self[start..<end].flatMap { $0.paragraph?.typed ?? [] }.map(\.text)
      if lines.areTyped {
        for index in start..<end {
          guard var paragraph = self[index].paragraph else { continue }
          paragraph.role = .code
          made[index].content = .paragraph(paragraph)
        }
      }
      start = end
    }
    return made
  }
}

extension [String] {
  /// Columns of a line at most.
  private static let widest = 90

  /// Spaces put their words in places, or most lines have signs that no prose has.
  fileprivate var areTyped: Bool {
    guard allSatisfy({ $0.count <= [String].widest }) else { return false }
    let isSpaced = contains { line in
      let words = line.drop { $0 == " " }
      // two spaces end a sentence on a typewriter, five begin a paragraph
      return words.contains("   ") || count > 1 && !words.isEmpty && words.count < line.count && !endsSentence(line)
    }
    let signed = count { line in line.contains { "=<>{}[]|\\/_#;+~^`".contains($0) } && !endsSentence(line) }
    return isSpaced || signed * 2 > count
  }

  private func endsSentence(_ line: String) -> Bool {
    line.last { !"”’\"')".contains($0) }.map { ".!?".contains($0) } ?? false
  }
}
