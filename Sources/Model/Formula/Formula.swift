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
    /// Its name, for who refers to it.
    package var name: String
    /// What stands in place of a number; nil where it is counted.
    package var tag: String?
  }

  /// Lines that have names, from head to foot; one for a formula of one line.
  package var numberedLines: [NumberedLine] {
    table?.rows.compactMap { row in row.label.map { NumberedLine(name: $0, tag: row.tag?.plainText) } } ?? []
  }

  /// The name of all lines together, whose number has a letter for each line: of `subequations`. Empty where it has none.
  package var groupName: String? { table?.group }

  /// The table whose rows are the lines of a displayed formula.
  private var table: FormulaTable? {
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
