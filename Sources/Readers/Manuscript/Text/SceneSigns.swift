package import BookModel
package import Units

/// Signs that stand alone where scenes part: `* * *`, `#` as typescripts have it (Chicago 2.10), asterisms, bullets,
/// fleurons, rules of hyphens or full stops. One rule for all formats.
package enum SceneSigns {
  private static let known = Set("*•·⁂✱✳∗⁎✻✽✶✾★☆~—–-_#◆◇○●■□§※❦❧☙❖…⸻.".unicodeScalars)

  /// Bytes of a row of them, blanks included, at most.
  private static let most = 300

  /// Whether a paragraph is nothing but such signs. What is left unsaid is the author's: `…` and `...`
  /// are words, and three full stops apart are none.
  package static func areAll(of text: String) -> Bool {
    if isRuled(text) { return true }
    guard text.utf8.count <= most else { return false }
    var (dots, others, typed) = (0, 0, 0)
    for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
      if "=+<>".unicodeScalars.contains(scalar) {
        typed += 1
        continue
      }
      guard known.contains(scalar) else { return false }
      if scalar == "." { dots += 1 } else if scalar != "…" { others += 1 }
    }
    return typed > 2 || typed == 0 && (others > 0 || dots > 3 || dots == 3 && !text.contains("..."))
  }

  /// What a paragraph of such signs becomes: a pause, or a line to write on for each line of underscores, for which
  /// `Book.settleWritingLines` has the last word.
  package static func blocks(of text: String, source: SourceLocation) -> [Block] {
    let count = isRuled(text) ? text.split(whereSeparator: \.isNewline).count : 0
    guard count > 0 else { return [.sceneBreak(SceneBreak(mark: .ornament, source: source))] }
    return Array(repeating: .sceneBreak(SceneBreak(mark: .writingLine, source: source)), count: count)
  }

  /// What typewriters have for ornaments, letters in it: `-oOo-`, `o0o`.
  static func isTyped(_ text: some Collection<UInt8>) -> Bool {
    guard (3...40).contains(text.count), text.allSatisfy({ " oO0-~=+<>*.".utf8.contains($0) }) else { return false }
    let signs = text.filter { $0 != 0x20 }
    let rings = signs.filter { [0x6F, 0x4F, 0x30].contains($0) }
    guard signs.count >= 3, !rings.isEmpty, let first = signs.first, let last = signs.last else { return false }
    // rings alone are of two kinds, others stand between signs
    return rings.count == signs.count
      ? Set(rings).count > 1 && first == last && rings.contains(where: { $0 != 0x30 })
      : !rings.contains(first) && !rings.contains(last)
  }

  /// Nothing but underscores, three or more.
  private static func isRuled(_ text: String) -> Bool {
    var count = 0
    for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
      guard scalar == "_" else { return false }
      count += 1
    }
    return count >= 3
  }
}

extension Book {
  /// A row of underscores is a line to write on below another, below `Name:`, and below a question where all others of
  /// the book stand so, too; any other parts scenes, as a row of stars does.
  /// - Returns: how many are lines to write on.
  package mutating func settleWritingLines() -> Int {
    var rows = sections.flatMap { section in [WritingLine.Row.text("")] + section.blocks.flatMap(\.rows) }
    guard rows.contains(.line) else { return 0 }
    rows.append(.text(""))
    let lines = rows.indices.filter { rows[$0] == .line }
    let isAlone = lines.map { rows[$0 - 1] != .line && rows[$0 + 1] != .line }
    let allAsk = zip(lines, isAlone).allSatisfy { !$1 || rows[$0 - 1].names || rows[$0 - 1].asks }
    var stays = zip(lines, isAlone).map { !$1 || rows[$0 - 1].names || allAsk }[...]
    let count = stays.count { $0 }
    for section in sections.indices {
      for block in sections[section].blocks.indices { sections[section].blocks[block].settleLines(&stays) }
    }
    return count
  }
}

private enum WritingLine {
  /// What stands above or below a row of underscores.
  enum Row: Equatable {
    case line
    /// - Parameter isListed: an item of a list, or numbered.
    case text(String, isListed: Bool = false)

    var asks: Bool { if case .text(let words, _) = self { words.hasSuffix("?") } else { false } }
    /// No scene ends so.
    var names: Bool {
      if case .text(let words, let isListed) = self {
        words.hasSuffix(":") || words.hasSuffix("___") || isListed && asks
      } else {
        false
      }
    }
  }
}

extension Block {
  fileprivate var rows: [WritingLine.Row] {
    if case .sceneBreak(let row) = self, row.mark == .writingLine { return [.line] }
    var found: [WritingLine.Row] = []
    let isList = if case .list = self { true } else { false }
    visitParts(
      text: { words, _ in
        let words = trimmed(words.plainText[...])
        found.append(.text(words, isListed: words.first?.isNumber ?? false))
      },
      block: { block in
        found += block.rows.map {
          if case .text(let words, _) = $0, isList { .text(words, isListed: true) } else { $0 }
        }
      })
    return found.isEmpty ? [.text("")] : found
  }

  fileprivate mutating func settleLines(_ stays: inout ArraySlice<Bool>) {
    if case .sceneBreak(var row) = self, row.mark == .writingLine {
      if stays.popFirst() != true { row.mark = .ornament }
      self = .sceneBreak(row)
    }
    var rest = stays
    rewriteParts(text: { _, _ in }) { $0.settleLines(&rest) }
    stays = rest
  }
}
