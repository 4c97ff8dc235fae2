/// Pages chosen by their printed folios: `1-20,xii,45-`.
///
/// A term is one folio, or two with a hyphen between; where one of the two is
/// missing, the range goes to that end of the book. Roman folios name front matter.
public struct PageSelection: Hashable, Sendable {
  /// One term; nil for the book's first or last page.
  public struct Term: Hashable, Sendable {
    public var first: String?
    public var last: String?
    public init(first: String?, last: String?) {
      self.first = first
      self.last = last
    }
  }

  public var terms: [Term]

  public init(_ terms: [Term]) { self.terms = terms }

  /// Why a selection chooses nothing.
  public enum Problem: Error, Equatable, Sendable {
    /// A term that is neither a folio nor a range.
    case notAPage(String)
    /// The book has no page with this folio.
    case noSuchPage(String)
    /// A range whose end stands before its beginning in the book.
    case backwards(String)
  }

  /// Reads `3`, `1-20`, `45-`, `-12`, `iv-x` and lists of these with commas between.
  public init(parsing text: String) throws(Problem) {
    terms = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let term = part.filter { $0 != " " }.lowercased()
      let ends = term.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard ends.count <= 2, ends.contains(where: { !$0.isEmpty }), ends.allSatisfy(PageSelection.isFolio) else {
        throw .notAPage(String(part))
      }
      let first = ends[0].isEmpty ? nil : PageSelection.plain(ends[0])
      let last = ends.count == 1 ? first : ends[1].isEmpty ? nil : PageSelection.plain(ends[1])
      terms.append(Term(first: first, last: last))
    }
  }

  /// The chosen pages in the book's order, each once.
  /// - Parameter labels: the printed folio of every page, in order.
  public func indexes(in labels: [String]) throws(Problem) -> [Int] {
    var places: [String: Int] = [:]
    for (index, label) in labels.enumerated() where places[label] == nil { places[label] = index }
    var chosen = [Bool](repeating: false, count: labels.count)
    for term in terms {
      let first = try place(of: term.first, in: places) ?? 0
      let last = try place(of: term.last, in: places) ?? labels.count - 1
      guard first <= last else { throw .backwards("\(term.first ?? "")-\(term.last ?? "")") }
      for index in first...last { chosen[index] = true }
    }
    return chosen.indices.filter { chosen[$0] }
  }

  private func place(of folio: String?, in places: [String: Int]) throws(Problem) -> Int? {
    guard let folio else { return nil }
    guard let place = places[folio] else { throw .noSuchPage(folio) }
    return place
  }

  /// Empty (an open end), digits, or letters of roman numerals.
  private static func isFolio(_ text: String) -> Bool {
    text.utf8.count <= 20
      && (text.utf8.allSatisfy { (0x30...0x39).contains($0) } || text.allSatisfy { "ivxlcdm".contains($0) })
  }

  /// `007` is page 7.
  private static func plain(_ folio: String) -> String { Int(folio).map(String.init) ?? folio }
}
