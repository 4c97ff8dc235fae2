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

extension Formula: Hashable {
  public static func == (a: Formula, b: Formula) -> Bool {
    a === b || a.isDisplayed == b.isDisplayed && a.tree == b.tree
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(isDisplayed)
    hasher.combine(tree)
  }
}
