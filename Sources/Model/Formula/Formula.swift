/// A formula of a manuscript: its source in TeX is the text of the run that has it, this says how it is set.
public final class Formula: Sendable {
  /// On lines of its own.
  public let isDisplayed: Bool
  package let tree: FormulaNode

  package init(_ tree: FormulaNode, isDisplayed: Bool) {
    self.tree = tree
    self.isDisplayed = isDisplayed
  }
}

extension Formula {
  /// What the manuscript says of a line's number.
  package struct NumberedLine: Sendable, Hashable {
    /// Its name, for who refers to it; empty where it has none.
    package var name: String
    /// What stands in place of a number; nil where it is counted.
    package var tag: String?
    /// From 0, of the formula's lines.
    package var row: Int
  }

  /// Lines that have a number or a name, from head to foot; one for a formula of one line.
  package var numberedLines: [NumberedLine] {
    guard let table else { return [] }
    let rows = table.rows.enumerated().map { index, row in
      (row: row, line: NumberedLine(name: row.label ?? "", tag: row.tag?.plainText, row: index))
    }
    let named = rows.filter { !$0.line.name.isEmpty }
    switch table.numbering {
    case .named: return named.map(\.line)
    case .each: return rows.filter { !$0.row.isUnnumbered && ($0.row.tag == nil || $0.row.label != nil) }.map(\.line)
    case .whole:
      guard let last = rows.last, !rows.contains(where: { $0.row.isUnnumbered }) else { return named.map(\.line) }
      let tag = rows.lazy.compactMap(\.line.tag).first
      guard tag == nil || !named.isEmpty else { return [] }
      return [NumberedLine(name: named.first?.line.name ?? "", tag: tag, row: last.line.row)]
    }
  }

  /// The name of all lines together, whose number has a letter for each line: of `subequations`. Empty where it has none.
  package var groupName: String? { table?.group }

  /// It is one line in an environment of its own.
  package var isOneLine: Bool { table.map { $0.rows.count == 1 && $0.rows[0].cells.count == 1 } ?? false }

  /// The table whose rows are the lines of a displayed formula.
  package var table: FormulaTable? {
    switch tree {
    case .table(let table): table
    case .row(let parts) where parts.count == 1: if case .table(let table) = parts[0] { table } else { nil }
    default: nil
    }
  }
}

extension FormulaTag {
  fileprivate var plainText: String {
    text.map { part in if case .words(let words) = part.content { words } else { "" } }.joined()
  }
}

extension Formula: Hashable {
  public static func == (a: Formula, b: Formula) -> Bool {
    a === b || a.isDisplayed == b.isDisplayed && a.tree == b.tree
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(isDisplayed)
    hasher.combine(tree)
  }
}
