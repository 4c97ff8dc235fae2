internal import BookModel
internal import Manuscript
internal import XML

extension [Page] {
  /// The title as the first page of the book has it, where the package has less of it: `Quick Start` for `Calibre Quick
  /// Start`, `developers-reference` for `Debian Developer’s Reference`. Nil where that page is no title page, or says
  /// the same.
  func fullerTitle(than metadata: Metadata) -> String? {
    guard let title = metadata.title,
      let page = prefix(3).first(where: { $0.body >= 0 && $0.tree.first("h1", in: $0.body) != nil }),
      let heading = page.tree.first("h1", in: page.body)
    else { return nil }
    func words(of node: Int) -> String {
      page.tree.words(of: node).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let said = words(of: heading)
    let (own, known) = (said.lettersAndFigures, title.lettersAndFigures)
    guard known.count >= 6, own != known, own.contains(known), own.count <= known.count + 24, !said.beginsAsPart,
      !said.isHeadingLabel
    else { return nil }
    // a file's name
    if !title.contains(" "), title.contains(where: { "-_".contains($0) }), !said.contains(title) { return said }
    let all = words(of: page.body)
    let namesMaker = all.isOfImprint || metadata.authors.contains { !$0.isEmpty && all.contains($0) }
    return namesMaker && all.utf8.count < 600 ? said : nil
  }
}
