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
  if let named = namedHeadings[key] { return named }
  if key.hasPrefix("the "), let named = namedHeadings[String(key.dropFirst(4))] { return named }
  guard key.utf8.count <= 64 else { return nil }
  // `APPENDIX A. Ghosts`
  if key.hasPrefix("appendix "), key.dropFirst(9).prefix(while: { $0.isLetter || $0.isNumber }).count <= 4 {
    return .appendix
  }
  // `Prolog im Himmel`
  if ["prolog im ", "prologue in ", "vorspiel auf "].contains(where: { key.hasPrefix($0) }), key.utf8.count <= 40 {
    return .chapter
  }
  let isPreface = [
    "preface to ", "preface by ", "foreword by ", "foreword to ", "introduction by ", "introduction to ",
  ]
  .contains { key.hasPrefix($0) }
  return isPreface ? .preface : nil
}

private let namedHeadings: [String: NamedHeading] = {
  var names: [String: NamedHeading] = [:]
  func add(_ kind: NamedHeading, _ list: [String]) { for name in list { names[name] = kind } }
  add(
    .preface,
    [
      "preface", "foreword", "introduction", "introductory", "introductory note", "author's preface",
      "author’s preface", "author's note", "author’s note", "the author's preface", "advertisement", "to the reader",
      "note", "prefatory note", "preliminary", "explanatory", "explanatory note", "proem", "to my readers",
      "biographical note", "biographical sketch", "introductory remarks", "translator's preface",
      "translator’s preface", "translator's note", "translator’s note", "editor's preface", "editor’s preface",
      "editor's note", "editor’s note", "publisher's note", "publishers' note", "publishers’ note", "publisher’s note",
      "vorwort",
      "einleitung", "einführung",
      "préface", "avant-propos", "avertissement", "au lecteur", "prefacio", "prólogo", "introducción", "prefazione",
      "introduzione", "предисловие", "введение", "от автора", "voorwoord", "inleiding", "förord", "forord", "przedmowa",
      "předmluva", "esipuhe", "はじめに", "序", "序言", "まえがき", "preface to the second edition",
      "preface to the first edition",
    ])
  add(
    .dedication,
    ["dedication", "widmung", "zueignung", "dédicace", "dedicatoria", "dedica", "посвящение", "the dedication"])
  add(.epigraph, ["epigraph", "motto"])
  add(
    .chapter,
    [
      "prologue", "epilogue", "prolog", "epilog", "épilogue", "epílogo", "prologo", "epilogo", "пролог", "эпилог",
      "conclusion", "postscript", "the conclusion", "the end of the tale", "finale", "coda", "interlude", "intermezzo",
      "overture", "schluss", "schluß", "dramatis personae", "dramatis personæ", "persons represented", "characters",
      "the persons of the play", "personen", "personnages", "personaggi", "personajes", "personas",
      "personen der handlung", "acteurs", "persons", "the persons", "the characters", "cast", "the cast",
      "the persons in the play", "persons of the play", "persons in the play", "characters in the play",
      "cast of characters", "persone", "lista de personajes", "interlocutori", "действующие лица", "argument",
      "the argument", "l'envoi", "envoi", "aftermath",
      "induction", "prelude", "postlude", "заключение", "extracts", "etymology", "the moral", "moral",
    ])
  add(
    .appendix,
    [
      "appendix", "appendices", "notes", "note to the text", "glossary", "index", "bibliography", "footnotes",
      "endnotes", "errata", "addenda", "anhang", "anmerkungen", "nachwort", "appendice", "notes de bas de page",
      "notas", "note al testo", "примечания", "приложение", "послесловие", "afterword", "colophon",
      "transcriber's note", "transcriber’s note", "transcriber's notes", "transcriber’s notes", "vocabulary",
      "chronology", "acknowledgments", "acknowledgements", "あとがき", "後記", "fußnoten", "fussnoten", "noten", "voetnoten",
      "noter", "register", "glossar", "index of first lines", "original transcriber's notes",
      "original transcriber’s notes", "opombe", "přílohy",
    ])
  return names
}()

/// Headings of a list of notes.
let noteListHeadings: Set<String> = [
  "notes", "footnotes", "footnote", "endnotes", "anmerkungen", "fußnoten", "fussnoten", "примечания", "notas", "noten", "voetnoten",
  "noter", "notes de bas de page", "note", "fodnoter", "fotnoter", "opmerkingen", "annotations",
]

/// Headings of an index at the back.
let indexHeadings: Set<String> = [
  "index", "general index", "index of names", "index of persons", "index of subjects", "register", "sachregister",
  "namenregister", "personenregister", "namens- und sachregister", "índice alfabético", "indice alfabetico",
  "indice dei nomi", "table alphabétique", "index alphabétique", "index des noms", "указатель", "именной указатель",
  "alphabetical index", "zaakregister", "naamregister", "sakregister", "subject index", "author index",
  "index of first lines", "index of titles", "index nominum", "index rerum", "índice onomástico", "índice de nombres",
  "índice analítico", "indice analitico", "stichwortverzeichnis", "ortsregister", "предметный указатель",
  "алфавитный указатель",
]

let contentsHeadings: Set<String> = [
  "contents", "table of contents", "the contents", "contents and illustrations", "contents of the volume",
  "table des matières", "table des matieres", "table", "inhalt", "inhaltsverzeichnis", "inhaltsübersicht", "indice",
  "índice", "sommario", "sumario", "sommaire", "содержание", "оглавление", "inhoud", "inhoudsopgave", "innehåll",
  "indhold", "innhold", "sisällys", "spis treści", "spis rzeczy", "obsah", "目次", "目錄", "目录", "index of chapters",
  "tartalom", "περιεχόμενα", "contents of volume i", "contents of vol. i", "contents of volume ii",
  "contents of vol. ii", "list of contents", "contenido", "tabla de materias",
]

let illustrationListHeadings: Set<String> = [
  "illustrations", "list of illustrations", "list of plates", "liste des illustrations", "abbildungen",
  "verzeichnis der abbildungen", "list of full-page illustrations", "full-page illustrations", "list of the plates",
  "list of the illustrations", "the illustrations", "list of figures", "list of tables", "list of maps", "plates",
  "list of maps and illustrations", "maps and illustrations", "illustrations and maps", "list of portraits",
  "index of illustrations", "table of illustrations", "table des gravures", "table des figures",
  "verzeichnis der bilder", "bilderverzeichnis", "abbildungsverzeichnis", "indice delle illustrazioni",
  "lijst der platen", "lijst van illustraties",
]

let endMarks: Set<String> = [
  "the end", "finis", "fin", "end", "ende", "konec", "конец", "fine", "slut", "koniec", "einde", "loppu", "τελος",
  "τέλος", "終", "完", "vége", "fim",
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
