package import BookModel
internal import PageBreaking
package import Shaping
package import Units

/// Values between stages as text, for debugging and tests (`--dump`): a line an item,
/// its fields parted by spaces, the words last. The first line, after `#`, names the fields.
///
/// Lengths are points, heights rows of the grid where the name says so. Sections count
/// from 1, all else from 0. A field without a value is a point. Rows of one version of
/// octavo compare with those of another line by line, since nothing counts through the book.
package struct StageDump {
  package enum Stage: String, Sendable, CaseIterable {
    /// Words with their joints, as the line breaker gets them.
    case items
    /// Lines of every setting that the breaker found.
    case lines
    /// The vertical list that the page breaker gets.
    case galley
    /// Placed runs, rules and pictures.
    case pages
  }

  let stage: Stage
  /// `line:column` of a place in the manuscript, with the file where there are several.
  let describe: (SourceLocation) -> String
  private(set) var bytes: [UInt8] = []

  package init(_ stage: Stage, describe: @escaping (SourceLocation) -> String) {
    self.stage = stage
    self.describe = describe
    add([StageDump.heading(stage)])
  }

  /// Bytes to be taken.
  package var count: Int { bytes.count }

  /// What has been written since this was asked last.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private static func heading(_ stage: Stage) -> String {
    switch stage {
    case .items: "# section item joint width font size breaks text"
    case .lines: "# section element setting line x y ratio expansion flags source text"
    case .galley: "# section element kind rows notes flags source text"
    case .pages: "# page folio kind x y font size stretch text"
    }
  }

  mutating func add(_ fields: [String]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(0x20) }
      bytes.append(contentsOf: (field.isEmpty ? "." : field).utf8)
    }
    bytes.append(0x0A)
  }

  /// Appends what a stage made of one section, or of several on the same pages, which go by the first.
  package mutating func add(_ galley: Galley, of sections: [Section], number: Int, text: ShapedText) {
    let rows = GalleyRows(
      galley: galley, text: text, section: String(number + 1), file: sections.first?.source.file ?? 0)
    switch stage {
    case .items: addItems(rows)
    case .lines: addLines(rows)
    case .galley: addElements(rows)
    case .pages: break
    }
  }

  // MARK: Items

  private mutating func addItems(_ rows: GalleyRows) {
    for (index, item) in rows.galley.items.enumerated() {
      let word = rows.text.words[Int(item.word)]
      let style = rows.text.styles[Int(word.style)]
      let run = word.runCount > 0 ? rows.text.runs[Int(word.runStart)] : nil
      let breaks = rows.text.breaks[Int(word.breakStart)..<Int(word.breakStart) + Int(word.breakCount)]
      add([
        rows.section, String(index), "\(item.joint)", StageDump.points(PackedLength(units: word.advance)),
        run.map { StageDump.name(rows.text.fonts[Int($0.font)].postScriptName) } ?? "",
        StageDump.points(PackedLength(units: style.look.em)),
        breaks.map { "\($0.byte)\(StageDump.sign($0.kind))" }.joined(), StageDump.escaped(rows.words(of: word)),
      ])
    }
  }

  /// After how many bytes a word may be divided, and of what kind the break is.
  private static func sign(_ kind: WordBreak.Kind) -> String {
    switch kind {
    case .open: "/"
    case .ownHyphen: "="
    case .softHyphen: "~"
    case .hyphen: "-"
    case .reluctantHyphen: "?"
    case .cut: "|"
    case .hyphenedCut: "+"
    }
  }

  // MARK: Lines

  private mutating func addLines(_ rows: GalleyRows) {
    for (element, made) in rows.galley.elements.enumerated() {
      for (number, setting) in made.settings.enumerated() {
        for (line, record) in setting.lines.enumerated() {
          for beside in setting.attachments(of: line) {
            switch beside.content {
            case .line(let record): add(record, rows, "\(element)", "\(number)", "\(line)+")
            case .rule(let rule): add(rule, rows, "\(element)", "\(number)", "\(line)+")
            }
          }
          add(record, rows, "\(element)", "\(number)", "\(line)")
        }
      }
    }
    for (note, made) in rows.galley.notes.enumerated() {
      for (line, made) in made.lines.enumerated() {
        for rule in made.rules { add(rule, rows, "note\(note)", "0", "\(line)") }
        for record in made.records { add(record, rows, "note\(note)", "0", "\(line)") }
      }
    }
  }

  private mutating func add(
    _ line: LineRecord, _ rows: GalleyRows, _ element: String, _ setting: String, _ number: String
  ) {
    add([
      rows.section, element, setting, number, StageDump.points(line.x), StageDump.points(line.y),
      StageDump.fixed(Double(line.ratio), 3), String(line.expansion), StageDump.flags(line),
      describe(SourceLocation(file: rows.file, offset: line.source)), StageDump.escaped(rows.words(of: line)),
    ])
  }

  private mutating func add(
    _ rule: RuleRecord, _ rows: GalleyRows, _ element: String, _ setting: String, _ number: String
  ) {
    add([
      rows.section, element, setting, number, StageDump.points(rule.x), StageDump.points(rule.y), "", "", "f", "",
      "\(StageDump.points(rule.width))x\(StageDump.points(rule.height))",
    ])
  }

  /// One letter each: `h` ends in a hyphen that is drawn, `r` runs leftwards, `b` has runs
  /// of both directions, `c` centred, `t` at the far edge, `e` shown at a page's edge alone,
  /// `s` drawn as outlines, `o` an ornament, `d` of a table's cell, `m` before a list's item,
  /// `f` a filled rectangle.
  private static func flags(_ line: LineRecord) -> String {
    let named: [(LineRecord.Flags, String)] = [
      (.showsHyphen, "h"), (.isRightToLeft, "r"), (.hasLevels, "b"), (.isCentred, "c"), (.isTrailing, "t"),
      (.onlyAtEdge, "e"), (.isShape, "s"),
    ]
    let kind =
      switch line.kind {
      case .text: ""
      case .ornament: "o"
      case .cell, .reachingCell: "d"
      case .marker, .cellMarker, .reachingMarker: "m"
      }
    return named.filter { line.flags.contains($0.0) }.map(\.1).joined() + kind
  }

  // MARK: The galley

  private mutating func addElements(_ rows: GalleyRows) {
    for (index, element) in rows.galley.elements.enumerated() {
      // every setting by its rows, the natural one first; what the others cost follows
      let vertical = element.vertical
      let heights = vertical.settings.enumerated().map { number, setting in
        let height = setting.lines.reduce(0) { $0 + Int($1.rows) }
        return number == 0 ? "\(height)" : "\(height)+\(StageDump.fixed(setting.cost, 0))"
      }
      let notes = vertical.settings.first?.lines.reduce(0) { $0 + Int($1.noteRows) } ?? 0
      let first = element.firstLine
      add([
        rows.section, String(index), "\(vertical.kind)", heights.joined(separator: ","), String(notes),
        StageDump.flags(vertical), first.map { describe(SourceLocation(file: rows.file, offset: $0.source)) } ?? "",
        first.map { StageDump.escaped(rows.words(of: $0)) } ?? "",
      ])
    }
  }

  /// `k` keeps with the next, `p` begins a page, `o` a scene break, `f` floats, `u2` two rows
  /// must stand below, `t1` a row is said again on its next page, `h-1` the author wants a line less.
  private static func flags(_ element: VerticalElement) -> String {
    var flags = element.keepWithNext ? "k" : ""
    if element.breakBefore { flags += "p" }
    if element.isSceneBreak { flags += "o" }
    if element.floats { flags += "f" }
    if element.rowsBelow > 0 { flags += "u\(element.rowsBelow)" }
    if element.repeatedRows > 0 { flags += "t\(element.repeatedRows)" }
    if element.wishedLines != 0 { flags += "h\(element.wishedLines)" }
    return flags
  }

  // MARK: Words

  static func points(_ length: PackedLength) -> String { fixed(length.points, 2) }

  /// A number with so many decimals, independent of locale.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return "\(value)" }
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let scaled = Int((value * factor).rounded())
    let whole = String(scaled.magnitude / UInt(factor))
    guard decimals > 0 else { return (scaled < 0 ? "-" : "") + whole }
    let rest = String(scaled.magnitude % UInt(factor))
    return (scaled < 0 ? "-" : "") + whole + "." + String(repeating: "0", count: decimals - rest.count) + rest
  }

  /// A name as one field.
  package static func name(_ name: String) -> String { name.replacing(" ", with: "_") }

  /// Characters that would break a row or vanish in it, as `\u{…}`.
  static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isHidden(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    case .spaceSeparator: scalar != " "
    default: false
    }
  }
}

/// A galley with the words its items stand for.
private struct GalleyRows {
  let galley: Galley
  let text: ShapedText
  let section: String
  let file: UInt16

  func words(of word: Word, from start: Int = 0, to end: Int? = nil) -> String {
    let first = Int(word.textStart)
    let end = min(end ?? Int(word.textCount), Int(word.textCount))
    return String(decoding: text.text[first + min(start, end)..<first + end], as: UTF8.self)
  }

  func words(of line: LineRecord) -> String {
    var result = ""
    guard line.firstItem < line.endItem, Int(line.endItem) <= galley.items.count else { return result }
    for index in Int(line.firstItem)..<Int(line.endItem) {
      let item = galley.items[index]
      let isFirst = index == Int(line.firstItem)
      let isLast = index == Int(line.endItem) - 1
      if !isFirst {
        switch item.joint {
        case .space, .tie, .unwilling: result += " "
        case .leader: result += " … "
        case .closed, .open, .forced, .ideographic, .scripts, .scriptsTied: break
        }
      }
      result += words(
        of: text.words[Int(item.word)], from: isFirst ? Int(line.startByte) : 0,
        to: isLast && line.endByte > 0 ? Int(line.endByte) : nil)
    }
    return line.flags.contains(.showsHyphen) ? result + "-" : result
  }
}
