internal import BookModel

/// Headings without a number, and what they make of their section.
enum NamedHeading {
  case preface, dedication, epigraph, chapter, appendix

  var place: (Section.Role, Section.Matter) {
    switch self {
    case .preface: (.preface, .front)
    case .dedication: (.dedication, .front)
    case .epigraph: (.epigraph, .front)
    case .chapter: (.chapter, .body)
    case .appendix: (.appendix, .back)
    }
  }
}

/// What a heading's key names, with or without an article: `the preface`, `preface to the third edition`.
func namedHeading(_ key: String) -> NamedHeading? {
  if let named = namedHeading(exactly: key) { return named }
  if key.hasPrefix("the "), let named = namedHeading(exactly: String(key.dropFirst(4))) { return named }
  // `epilogue: ten years later`
  if let sign = key.firstIndex(where: { ":—–".contains($0) }),
    MatterNames.kind(String(key[..<sign].drop { $0 == " " }))?.isOfStory ?? false
  {
    return .chapter
  }
  return kindOfVariant(key).flatMap(NamedHeading.init)
}

private func namedHeading(exactly key: String) -> NamedHeading? {
  // old books have another sense of these
  switch key {
  case "prólogo", "note": return .preface
  case "postscript": return .chapter
  default: break
  }
  return unnamedInText.contains(key) ? nil : MatterNames.kind(key).flatMap(NamedHeading.init)
}

/// What is as likely a line of the text, or of a list, where nothing but white tells headings from it.
private let unnamedInText: Set<String> = [
  "thanks", "with thanks", "dank", "tack", "tak", "takk", "sources", "references", "literatur", "литература", "table",
  "map", "maps", "karte", "carte", "mapa", "карта", "praise", "reviews", "hinweis", "footnote", "annotations", "ek",
  "besluit", "genealogy", "family tree", "o autor", "a autora", "imprint", "portada", "словарь", "предупреждение",
  "title page", "half title",
]

/// `Appendix A. Ghosts`, `Prolog im Himmel`, `Preface to the Third Edition`.
func kindOfVariant(_ key: String) -> BookMatter? {
  guard key.utf8.count <= 64 else { return nil }
  if key.hasPrefix("appendix "), key.dropFirst(9).prefix(while: { $0.isLetter || $0.isNumber }).count <= 4 {
    return .appendix
  }
  if ["prolog im ", "prologue in ", "vorspiel auf "].contains(where: { key.hasPrefix($0) }), key.utf8.count <= 40 {
    return .interlude
  }
  let isPreface = [
    "preface to ", "preface by ", "foreword by ", "foreword to ", "introduction by ", "introduction to ",
  ]
  .contains { key.hasPrefix($0) }
  return isPreface ? .preface : nil
}

extension NamedHeading {
  fileprivate init?(_ kind: BookMatter) {
    switch kind {
    case .foreword, .preface, .introduction, .readersNote, .praise, .maps: self = .preface
    case .dedication: self = .dedication
    case .epigraph: self = .epigraph
    case .prologue, .interlude, .epilogue, .conclusion, .cast: self = .chapter
    case .afterword, .acknowledgements, .appendix, .notes, .glossary, .bibliography, .index, .aboutAuthor, .colophon,
      .chronology, .abbreviations:
      self = .appendix
    case .halfTitle, .alsoBy, .title, .subtitle, .author, .copyright, .contents, .page: return nil
    }
  }
}

/// Headings of a list of notes.
let noteListHeadings = MatterNames.names(of: .notes)

/// Headings of an index at the back.
let indexHeadings = MatterNames.names(of: .index)

let contentsHeadings = MatterNames.names(of: .contents)

let illustrationListHeadings: Set<String> = [
  "illustrations", "list of illustrations", "list of plates", "liste des illustrations", "abbildungen",
  "verzeichnis der abbildungen", "list of full-page illustrations", "full-page illustrations", "list of the plates",
  "list of the illustrations", "the illustrations", "list of figures", "list of tables", "list of maps", "plates",
  "list of maps and illustrations", "maps and illustrations", "illustrations and maps", "list of portraits",
  "index of illustrations", "table of illustrations", "table des gravures", "table des figures",
  "verzeichnis der bilder", "bilderverzeichnis", "abbildungsverzeichnis", "indice delle illustrazioni",
  "lijst der platen", "lijst van illustraties", "lista de tablas", "lista de figuras", "lista de ejemplos",
  "list of examples", "tabellenverzeichnis", "liste des tableaux", "elenco delle tabelle", "elenco delle figure",
  "lijst van tabellen", "lista de tabelas", "список таблиц", "表目次", "図目次", "表の一覧", "表一覧",
]

let endMarks: Set<String> = [
  "the end", "finis", "fin", "end", "ende", "konec", "конец", "fine", "slut", "koniec", "einde", "loppu", "τελος",
  "τέλος", "終", "完", "vége", "fim", "y diwedd", "diwedd",
  "the end.",
  // of an act
  "curtain", "curtain falls", "the curtain falls", "quick curtain", "slow curtain", "tableau", "act drop",
  "exeunt omnes", "rideau", "la toile tombe", "vorhang", "der vorhang fällt", "telón", "cae el telón", "sipario",
  "cala la tela", "занавес", "tæppet falder", "teppet faller", "ridån faller", "het doek valt", "esirippu",
]

/// `The End`, `END OF THE ILIAD`: it closes and heads nothing.
func isEndMark(_ key: String) -> Bool {
  endMarks.contains(key)
    || ["end of ", "the end of ", "fin de ", "fin du ", "ende des ", "ende der ", "fine del "].contains {
      key.hasPrefix($0)
    }
}
