package import Formula

extension FormulaTable {
  /// As the lines of a formula that it is all of: columns to the right and to the left in turn are an alignment's.
  package var asLines: FormulaTable {
    var lines = self
    lines.kind = .aligned
    let isOfPairs = alignments.enumerated().allSatisfy { $1 == ($0 % 2 == 0 ? .right : .left) }
    if isOfPairs, alignments.count > 1 { lines.alignments = [] }
    return lines
  }
}
