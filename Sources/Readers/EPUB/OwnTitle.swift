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

  /// The language that alone is written in the letters that most of the text has, where the package says another; nil
  /// where that may be right.
  func languageOfScript(beside declared: String?) -> String? {
    var (letters, all): ([String: Int], Int) = ([:], 0)
    for page in self where page.body >= 0 && all < 20_000 {
      for scalar in page.tree.words(of: page.body).unicodeScalars where scalar.properties.isAlphabetic {
        all += 1
        let tag: String? =
          switch scalar.value {
          case 0x3041...0x30FF: "ja"
          case 0xAC00...0xD7A3: "ko"
          case 0x5D0...0x5EA: "he"
          case 0x370...0x3FF: "el"
          case 0xE01...0xE4E: "th"
          default: nil
          }
        if let tag { letters[tag, default: 0] += 1 }
      }
    }
    guard all >= 300, let most = letters.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
    // ideographs stand between kana
    let isMost = most.value * (most.key == "ja" ? 5 : 2) > all
    let own = String((declared ?? "").prefix { $0 != "-" }).lowercased()
    let others = ["he": ["yi", "lad"], "el": ["grc"]][most.key] ?? []
    return isMost && own != most.key && !others.contains(own) ? most.key : nil
  }
}
