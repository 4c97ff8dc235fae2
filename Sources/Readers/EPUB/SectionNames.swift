internal import BookModel

/// What parts of books are called, by EPUB's vocabulary and by their headings.
extension SectionMaker {
  /// Words of which an element says that it is a section.
  static let divisions: Set<String> = [
    "part", "volume", "division", "chapter", "prologue", "epilogue", "preface", "foreword", "introduction", "afterword",
    "dedication", "epigraph", "appendix", "glossary", "bibliography", "index", "conclusion", "acknowledgments",
    "acknowledgements", "se:short-story", "se:novella", "preamble", "endnotes", "footnotes", "rearnotes",
  ]

  static let parts: Set<String> = ["part", "volume", "division"]

  static let roles: [(type: String, role: Section.Role)] = [
    ("dedication", .dedication), ("epigraph", .epigraph), ("preface", .preface), ("foreword", .foreword),
    ("introduction", .introduction), ("prologue", .prologue), ("epilogue", .epilogue), ("afterword", .afterword),
    ("conclusion", .conclusion), ("acknowledgments", .acknowledgements), ("acknowledgements", .acknowledgements),
    ("appendix", .appendix), ("glossary", .glossary), ("bibliography", .bibliography), ("index", .index),
    ("endnotes", .notes), ("footnotes", .notes), ("rearnotes", .notes), ("colophon", .colophon), ("imprint", .imprint),
    ("copyright-page", .imprint), ("titlepage", .titlePage), ("halftitlepage", .halfTitle), ("cover", .cover),
  ]
  static let names: [String: Section.Role] = [
    "preface": .preface, "foreword": .foreword, "introduction": .introduction, "prologue": .prologue,
    "epilogue": .epilogue, "afterword": .afterword, "appendix": .appendix, "glossary": .glossary, "index": .index,
    "bibliography": .bibliography, "acknowledgements": .acknowledgements, "acknowledgments": .acknowledgements,
    "notes": .notes, "endnotes": .notes, "footnotes": .notes, "footnote": .notes, "note": .notes,
    "fußnoten": .notes, "anmerkungen": .notes, "notesdebasdepage": .notes, "notas": .notes, "примечания": .notes,
    "voetnoten": .notes, "dedication": .dedication, "vorwort": .preface,
    "abouttheauthor": .afterword, "abouttheauthors": .afterword, "aboutthewriter": .afterword,
    "überdenautor": .afterword, "überdieautorin": .afterword, "nachwort": .afterword, "préface": .preface,
    "postface": .afterword, "предисловие": .preface,
  ]

  /// Beginnings of headings over what else somebody wrote.
  static let lists = ["alsoby", "otherbooksby", "otherworksby", "booksby", "moreby"]

  /// What stands behind the last chapter is no chapter of its part.
  static let ends: Set<Section.Role> = [
    .afterword, .acknowledgements, .appendix, .glossary, .bibliography, .index, .notes, .colophon,
  ]
}
