internal import Formula

extension TeXReader {
  /// `\begin{…}`, which has been read.
  mutating func environment(at place: Int) throws(TeXProblem) -> FormulaNode {
    let name = try plainArgument()
    let plain = name.hasSuffix("*") ? String(name.dropLast()) : name
    let kept = alphabet
    defer { alphabet = kept }
    depth += 1
    defer { depth -= 1 }
    guard depth <= TeXReader.mostDepth else { throw problem(.tooLarge) }
    if let fences = TeXReader.matrices[plain] {
      var alignment = FormulaTable.Alignment.centre
      if name != plain, let asked = try optionalRaw() {
        alignment = TeXReader.columns(asked).alignments.first ?? .centre
      }
      let kind: FormulaTable.Kind = plain == "smallmatrix" ? .smallMatrix : .matrix
      let table = FormulaNode.table(try table(kind, until: name, at: place, [alignment]))
      return fences.0 == nil ? table : .fenced(left: fences.0, [table], middle: [], right: fences.1)
    }
    switch plain {
    case "cases", "dcases":
      let kind: FormulaTable.Kind = plain == "cases" ? .cases : .displayedCases
      return .fenced(left: "{", [.table(try table(kind, until: name, at: place, [.left]))], middle: [], right: nil)
    case "rcases", "drcases":
      let kind: FormulaTable.Kind = plain == "rcases" ? .cases : .displayedCases
      return .fenced(left: nil, [.table(try table(kind, until: name, at: place, [.left]))], middle: [], right: "}")
    case "array", "tabular", "subarray", "darray":
      _ = try optionalRaw()
      let columns = TeXReader.columns(try rawArgument())
      var found = try table(plain == "subarray" ? .substack : .array, until: name, at: place, columns.alignments)
      found.rules = columns.rules
      return .table(found)
    case "aligned", "align", "split", "flalign", "eqnarray", "alignedat", "alignat", "xalignat", "xxalignat":
      _ = try optionalRaw()
      if plain.hasSuffix("at") { _ = try rawArgument() }
      let alignments: [FormulaTable.Alignment] = plain == "eqnarray" ? [.right, .centre, .left] : []
      return .table(try table(.aligned, until: name, at: place, alignments))
    case "gathered", "gather", "equation", "displaymath", "math":
      _ = try optionalRaw()
      return .table(try table(.gathered, until: name, at: place, [.centre]))
    case "subequations": return try linesOfOneNumber(until: name, at: place)
    case "multline", "multlined": return .table(try table(.multline, until: name, at: place, [.centre]))
    default: throw TeXProblem(kind: .unknownEnvironment(name), offset: place)
    }
  }

  /// Environments whose lines have one number together, with a letter each.
  private mutating func linesOfOneNumber(until name: String, at place: Int) throws(TeXProblem) -> FormulaNode {
    let whole = try table(.gathered, until: name, at: place, [.centre])
    guard whole.rows.count == 1, case .row(let parts) = whole.rows[0].cells[0] else { return .table(whole) }
    let tables = parts.compactMap { part -> FormulaTable? in if case .table(let table) = part { table } else { nil } }
    guard var lines = tables.first, tables.count == parts.count, tables.allSatisfy({ $0.kind == lines.kind }) else {
      return .table(whole)
    }
    lines.rows = tables.flatMap(\.rows)
    lines.group = whole.rows[0].label ?? ""
    return .table(lines)
  }

  private static let matrices: [String: (Unicode.Scalar?, Unicode.Scalar?)] = [
    "matrix": (nil, nil), "smallmatrix": (nil, nil), "pmatrix": ("(", ")"), "bmatrix": ("[", "]"),
    "Bmatrix": ("{", "}"),
    "vmatrix": ("|", "|"), "Vmatrix": ("‖", "‖"), "psmallmatrix": ("(", ")"), "bsmallmatrix": ("[", "]"),
  ]

  /// A preamble's columns: `lr|c`.
  static func columns(_ preamble: [PlacedToken]) -> (alignments: [FormulaTable.Alignment], rules: [Int]) {
    var alignments: [FormulaTable.Alignment] = []
    var rules = [0]
    var skipsGroup = false
    var level = 0
    for token in preamble {
      switch token.token {
      case .open:
        level += 1
      case .close:
        level -= 1
        if level == 0 { skipsGroup = false }
      case _ where level > 0 && skipsGroup: break
      case .character("l"), .character("p"), .character("m"), .character("X"):
        alignments.append(.left)
        rules.append(0)
        skipsGroup = token.token != .character("l")
      case .character("c"):
        alignments.append(.centre)
        rules.append(0)
      case .character("r"):
        alignments.append(.right)
        rules.append(0)
      case .character("|"): rules[rules.count - 1] += 1
      case .character("@"), .character("!"), .character(">"), .character("<"): skipsGroup = true
      default: break
      }
    }
    return (alignments.isEmpty ? [.centre] : alignments, rules.contains { $0 > 0 } ? rules : [])
  }

  /// The rows up to `\end{name}`, which is read.
  private mutating func table(
    _ kind: FormulaTable.Kind, until name: String, at place: Int, _ alignments: [FormulaTable.Alignment]
  ) throws(TeXProblem) -> FormulaTable {
    let outer = (environmentOfLines, groupName)
    (environmentOfLines, groupName) = (nil, nil)
    var (rows, rulesBelow) = try self.rows()
    let (lines, group) = (environmentOfLines, groupName)
    (environmentOfLines, groupName) = outer
    guard try next() == .control("end") else { throw TeXProblem(kind: .missing("\\end{\(name)}"), offset: place) }
    guard try plainArgument() == name else { throw TeXProblem(kind: .missing("\\end{\(name)}"), offset: place) }
    // behind the last `\\` nothing follows
    if rows.count > 1, let last = rows.last, last.cells.allSatisfy({ $0 == .row([]) }), last.tag == nil {
      rulesBelow += last.rules
      rows.removeLast()
    }
    var table = FormulaTable(lines == "multline" ? .multline : kind, rows: rows, alignments: alignments)
    table.rulesBelow = rulesBelow
    if kind.isDisplay, let lines = lines ?? (numbersLines && depth <= 4 ? name : nil) {
      (table.numbering, table.group) = (TeXReader.numbering(lines), group)
    }
    return table
  }

  /// How an environment of LaTeX's numbers its lines.
  static func numbering(_ environment: String) -> FormulaTable.Numbering {
    switch environment {
    case "equation", "multline": .whole
    case "align", "gather", "flalign", "alignat", "xalignat", "eqnarray": .each
    default: .named
    }
  }

  /// The rows of an argument in braces: those of `\substack`.
  mutating func rows(ofArgument place: Int) throws(TeXProblem) -> [FormulaTable.Row] {
    guard try take(.open) else { return [FormulaTable.Row(cells: [try argument()])] }
    let (rows, _) = try self.rows()
    guard try next() == .close else { throw TeXProblem(kind: .missing("}"), offset: place) }
    return rows
  }

  /// Rows up to a brace or `\end`, which stays.
  private mutating func rows() throws(TeXProblem) -> ([FormulaTable.Row], rulesBelow: Int) {
    let outer = (tag, label, isUnnumbered)
    (tag, label, isUnnumbered) = (nil, nil, false)
    defer { (tag, label, isUnnumbered) = outer }
    let face = alphabet
    var rows: [FormulaTable.Row] = []
    var rules = 0
    var cells: [FormulaNode] = []
    var spans: [FormulaTable.Span] = []
    while true {
      if cells.isEmpty { while try takeRule() { rules += 1 } }
      alphabet = face
      if let span = try takeSpan(at: cells.count, &cells) {
        spans.append(span)
      } else {
        cells.append(.row(try row(until: .cell)))
      }
      guard let token = try peekSign() else { throw problem(.missing("\\end")) }
      switch token {
      case .ampersand:
        pending.removeLast()
        guard cells.count < 256 else { throw problem(.tooLarge) }
      case .control("\\"), .control("cr"), .control("newline"), .control("tabularnewline"):
        pending.removeLast()
        var row = takeRow(cells)
        (row.rules, row.spans) = (rules, spans)
        (cells, rules, spans) = ([], 0, [])
        if pending.last?.token == .character("*") { pending.removeLast() }
        if pending.last?.token == .character("["), let space = try optionalRaw() {
          row.spaceBelow = (TeXReader.eighteenths(of: TeXReader.plain(space)) ?? 0) / 18
        }
        rows.append(row)
        guard rows.count < 4096 else { throw problem(.tooLarge) }
      case .close, .control("end"):
        if cells == [.row([])], !rows.isEmpty, rules > 0 { return (rows, rules) }
        var row = takeRow(cells)
        (row.rules, row.spans) = (rules, spans)
        rows.append(row)
        return (rows, 0)
      default: throw problem(.misplaced(TeXReader.shown(token)))
      }
    }
  }

  /// A cell over several columns, with empty ones behind it; nil for another.
  private mutating func takeSpan(
    at column: Int, _ cells: inout [FormulaNode]
  ) throws(TeXProblem) -> FormulaTable.Span? {
    let token = try peekSign()
    guard token == .control("multicolumn") || token == .control("hdotsfor") else { return nil }
    pending.removeLast()
    _ = try optionalRaw()
    let count = max(1, min(Int(try plainArgument()) ?? 1, 255 - min(column, 254)))
    var span = FormulaTable.Span(column: column, count: count, alignment: nil, isDotted: token == .control("hdotsfor"))
    if span.isDotted {
      cells.append(.symbol("…", .inner))
    } else {
      span.alignment = TeXReader.columns(try rawArgument()).alignments.first
      cells.append(try argument())
    }
    cells += Array(repeating: .row([]), count: count - 1)
    let rest = try row(until: .cell)
    if !rest.isEmpty { throw problem(.missing("&")) }
    return span
  }

  private mutating func takeRule() throws(TeXProblem) -> Bool {
    for name in ["hline", "toprule", "midrule", "bottomrule"] {
      if try take(.control(name)) { return true }
    }
    if try take(.control("cline")) {
      _ = try rawArgument()
      return try takeRule()
    }
    return false
  }
}
