/// Words that name a division of a book beside its number, with how high it stands.
let keywordRanks: [String: HeadingForm.Rank] = {
  var ranks: [String: HeadingForm.Rank] = [:]
  func add(_ rank: HeadingForm.Rank, _ words: String) {
    for word in words.split(separator: " ") { ranks[String(word)] = rank }
  }
  add(.volume, "volume vol band tome tomo том tom volym bind deel ciklus")
  add(
    .part,
    "book booke part buch teil theil livre partie parte libro книга часть del bok boek kirja osa část część księga epilogue epilog эпилог prologue liber pars period epoch series phase class classe klasse μέρος βιβλίο cyklus"
  )
  add(.act, "act akt aufzug acte acto atto akti действие акт jednání dejstvo πράξη handeling bedrijf näytös")
  add(
    .chapter,
    "chapter chap letter canto stave fit fytte night lesson lecture sermon tale story adventure kapitel capitel brief gesang chapitre chap. lettre chant nuit capítulo capitulo carta capitolo lettera глава письмо песнь hoofdstuk kapittel luku kapitola rozdział rozdzial fejezet poglavlje capitulum caput κεφάλαιο ραψωδία sonnet idyl idyll eclogue runo fable problem conte märchen geschichte cuento fabula"
  )
  add(
    .scene,
    "scene section szene auftritt scène escena scena cena сцена явление sección sezione abschnitt § §§ ¶ scen tafereel kohtaus"
  )
  return ranks
}()

/// Words with a number that head no text: pictures and references.
let unnumberedWords: Set<String> = [
  "fig", "figure", "plate", "table", "no", "note", "page", "vol", "op", "ex", "pl", "map", "tab", "abb", "taf",
]

/// Words that name a division only beside a number that counts: `One Night` is a title.
let softKeywords: Set<String> = [
  "night", "nuit", "story", "tale", "adventure", "lesson", "lecture", "sermon", "conte", "märchen",
  "geschichte", "cuento", "fabula", "fable", "problem",
]
