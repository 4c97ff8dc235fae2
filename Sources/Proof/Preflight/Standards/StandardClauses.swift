package import Design

/// The clauses of a standard that say something of files, and which of them the check asks: where it finds nothing
/// wrong a file keeps those, which is less than the standard.
package struct StandardClauses: Sendable {
  /// Numbers of those that are asked, wholly or in part.
  package let asked: [String]
  /// Numbers of those that are left to a validator.
  package let left: [String]
  /// The command that asks them all.
  package let validator: String

  package var count: Int { asked.count + left.count }

  package static func of(_ standard: PDFStandard) -> StandardClauses {
    let isAccess = standard == .ua1
    let all = (isAccess ? access : archive).filter { clause in
      // a level that asks no structure or no letters has no such clauses (ISO 19005-2, 5)
      if isAccess { return true }
      if clause.hasPrefix("6.7.") { return standard.asksStructure }
      if standard == .a4 { return clause != "6.1.13" && !clause.hasPrefix("6.6.2.3.") }
      if clause == "6.2.11.7.3" { return standard.asksStructure }
      return clause != "6.2.11.7.2" || standard != .a2b
    }
    return StandardClauses(
      asked: all.filter { !$0.hasSuffix("-") }, left: all.filter { $0.hasSuffix("-") }.map { String($0.dropLast()) },
      validator: "verapdf --flavour \(isAccess ? "ua1" : String(standard.rawValue.dropFirst(2)))")
  }

  /// ISO 19005-2, which part 3 repeats and part 4 mostly; a line behind a number: it is not asked.
  private static let archive = [
    "6.1.2", "6.1.3", "6.1.4", "6.1.5-", "6.1.6", "6.1.7.1", "6.1.7.2", "6.1.8", "6.1.9", "6.1.10", "6.1.12", "6.1.13",
    "6.2.2", "6.2.3", "6.2.4.2", "6.2.4.3", "6.2.4.4", "6.2.4.5", "6.2.5", "6.2.6", "6.2.8.1", "6.2.8.3", "6.2.9.1",
    "6.2.9.2", "6.2.9.3", "6.2.10", "6.2.11.2-", "6.2.11.3.1", "6.2.11.3.2", "6.2.11.3.3", "6.2.11.4.1",
    "6.2.11.4.2-", "6.2.11.5-", "6.2.11.6", "6.2.11.7.2", "6.2.11.7.3", "6.2.11.8-", "6.3.1", "6.3.2", "6.3.3",
    "6.4.1", "6.4.2", "6.4.3-", "6.5.1", "6.5.2", "6.6.2.1", "6.6.2.3.1", "6.6.2.3.2-", "6.6.2.3.3", "6.6.4",
    "6.6.5-", "6.6.6-", "6.7.2.2", "6.7.3.2", "6.7.3.3-", "6.7.3.4", "6.7.4", "6.7.5-", "6.7.6-", "6.7.7-", "6.7.8-",
    "6.8", "6.9", "6.10", "6.11",
  ]

  /// ISO 14289-1. What only people can judge, such as whether colour alone says something, is no clause for a check.
  private static let access = [
    "5", "6.2", "7.1", "7.2", "7.3", "7.4.2", "7.4.4", "7.5", "7.7", "7.9", "7.10", "7.11", "7.15", "7.16", "7.18.1",
    "7.18.2", "7.18.3", "7.18.4", "7.18.5", "7.18.6.2", "7.18.7", "7.18.8", "7.20", "7.21.3.1", "7.21.3.2",
    "7.21.3.3", "7.21.4.1", "7.21.4.2-", "7.21.5-", "7.21.6", "7.21.7", "7.21.8-",
  ]
}
