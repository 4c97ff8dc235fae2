internal import BookModel

extension Book {
  /// Names the sections whose titles say that they are indexes or glossaries, in whatever form the
  /// manuscript has them.
  mutating func nameLists() {
    for index in sections.indices {
      guard [.chapter, .appendix, .untitled].contains(sections[index].role), let heading = sections[index].heading,
        let role = listRole(ofHeading: headingKey(heading.plainText))
      else { continue }
      sections[index].role = role
    }
  }
}

/// `index of names`, `a glossary of terms`.
func listRole(ofHeading key: String) -> Section.Role? {
  if indexHeadings.contains(key) { return .index }
  if glossaryHeadings.contains(key) { return .glossary }
  guard key.utf8.count <= 64 else { return nil }
  if ["index of ", "index to ", "general index of ", "index des "].contains(where: key.hasPrefix) { return .index }
  return ["glossary of ", "a glossary of ", "the glossary of "].contains(where: key.hasPrefix) ? .glossary : nil
}

private let glossaryHeadings: Set<String> = [
  "glossary", "a glossary", "the glossary", "glossar", "glossaire", "glosario", "glossario", "glossarium",
  "глоссарий", "vocabulary", "wörterverzeichnis", "wortverzeichnis", "woordenlijst", "ordlista", "ordliste",
]
