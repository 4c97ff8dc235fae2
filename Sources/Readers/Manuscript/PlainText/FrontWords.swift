// What typed title pages and their backs are made of: tables, in small letters.

/// Where books are published.
let placesOfBooks: Set<String> = [
  "london", "new york", "new-york", "boston", "philadelphia", "chicago", "edinburgh", "oxford", "cambridge", "dublin",
  "glasgow", "toronto", "montreal", "baltimore", "washington", "san francisco", "indianapolis", "cincinnati",
  "st. louis", "saint louis", "melbourne", "sydney", "bombay", "calcutta", "garden city", "new haven", "hartford",
  "springfield", "albany", "buffalo", "cleveland", "detroit", "los angeles", "akron", "concord", "portland", "bristol",
  "manchester", "liverpool", "birmingham", "york", "bath", "belfast", "cape town", "dunedin", "wellington",
  "paris", "lyon", "lausanne", "genève", "geneva", "bruxelles", "brussels", "bern", "basel", "zürich", "leipzig",
  "berlin", "stuttgart", "münchen", "munich", "wien", "vienna", "frankfurt", "frankfurt am main", "jena", "weimar",
  "hamburg", "köln", "dresden", "breslau", "halle", "göttingen", "heidelberg", "tübingen", "braunschweig", "potsdam",
  "prag", "praha", "budapest", "milano", "milan", "firenze", "florence", "roma", "rome", "torino", "napoli", "venezia",
  "bologna", "palermo", "madrid", "barcelona", "valencia", "sevilla", "buenos aires", "méxico", "santiago", "lisboa",
  "porto", "rio de janeiro", "são paulo", "amsterdam", "rotterdam", "den haag", "'s-gravenhage", "'s gravenhage",
  "utrecht", "haarlem", "leiden", "antwerpen", "gent", "stockholm", "göteborg", "kjøbenhavn", "københavn",
  "copenhagen", "kristiania", "christiania", "oslo", "bergen", "helsinki", "helsingfors", "porvoo", "warszawa",
  "kraków", "lwów", "москва", "петербург", "санкт-петербург", "с.-петербург", "киев", "αθήναι",
]

/// What tells a house that publishes or prints: words of a line, without accents.
let wordsOfHouses: Set<String> = Set(
  [
    "co", "company", "sons", "publishers", "publisher", "press", "ltd", "limited", "inc", "bros", "brothers",
    "printers", "booksellers", "bookseller", "stationers", "publishing", "library", "macmillan", "heinemann",
    "scribner", "putnam", "houghton", "lippincott", "appleton", "knopf", "doubleday", "methuen", "routledge",
    "longmans", "dodd", "harper", "verlag", "verlagsbuchhandlung", "buchhandlung", "buchdruckerei", "druckerei",
    "reclam", "insel-verlag", "cotta", "éditeur", "éditeurs", "editeur", "editeurs", "libraire", "libraires",
    "librairie", "imprimerie", "hachette", "flammarion", "charpentier", "garnier", "lemerre", "calmann", "ollendorff",
    "editore", "editori", "editrice", "tipografia", "treves", "zanichelli", "libreria", "stamperia",
    "imprenta", "editorial", "librería", "editor", "establecimiento", "uitgever", "uitgevers", "uitgeverij",
    "drukkerij", "boekhandel", "förlag", "forlag", "bokförlag", "kustannusosakeyhtiö", "kirjapaino", "издательство",
    "типография", "typographia", "tipografía", "livraria", "cyhoeddwyr", "gwasg",
  ].map(plainText))

/// How lines of a title page begin that name its house.
let openingsOfHouses = [
  "published by", "published for", "printed by", "printed for", "printed at", "printed and sold", "sold by",
  "for sale by", "im verlag", "verlag von", "verlegt bei", "druck und verlag", "chez ", "à la librairie",
]

/// How notices of rights, editions and printers begin.
let openingsOfRights = [
  "copyright", "(c) ", "© ", "all rights reserved", "all rights", "first published", "first edition", "first printed",
  "first impression", "first printing", "second edition", "second impression", "third edition", "third impression",
  "fourth edition", "fourth impression", "new edition", "new impression", "new and revised edition", "reprinted",
  "reissued", "published in ", "published january", "published february", "published march", "published april",
  "published may", "published june", "published july", "published august", "published september",
  "published october", "published november", "published december", "published, ", "originally published",
  "original publication", "printed in ", "printed by", "printed at", "printed and bound", "electrotyped",
  "set up and electrotyped", "set up, electrotyped", "stereotyped", "typography by", "press of ", "presswork by",
  "entered according to", "entered, according to", "entered at stationers", "registered at", "made in great britain",
  "made and printed", "manufactured in", "plimpton press", "the country life press", "norwood press",
  "alle rechte", "alle rechten", "alla rättigheter", "tous droits", "droits de traduction", "imprimé", "druck von",
  "gedruckt", "copyright, ", "es propiedad", "queda hecho", "proprietà letteraria", "diritti riservati", "impreso en",
  "derechos reservados", "erste auflage", "première édition", "published simultaneously", "published the ",
]

/// How those are named who took part, as lines begin, with the part that they took; the longest first.
let openingsOfCredits: [(opening: String, role: String)] = {
  let credits: [String: [String]] = [
    "translator": [
      "translated", "a new translation", "done into english", "englished", "newly translated", "the translation",
      "rendered into english", "translation by", "übersetzt", "aus dem ", "deutsch von", "ins deutsche",
      "übertragen von", "verdeutscht", "traduit", "traduction", "traducción", "traducido", "traducida", "traduzione",
      "tradotto", "tradotta", "vertaald", "uit het ", "перевод", "suomentanut", "översättning", "oversat", "tradução",
    ],
    "editor": [
      "edited", "herausgegeben", "édité", "publié par", "a cura di", "edición de", "uitgegeven door",
      "selected and edited",
    ],
    "illustrator": [
      "illustrated by", "illustrations by", "with illustrations", "with numerous illustrations", "illustrated from",
      "with drawings", "drawings by", "pictures by", "with pictures", "and illustrated by",
      "and illustrations by",
      "with original illustrations",
      "mit bildern", "mit illustrationen", "illustriert von", "mit zeichnungen", "illustré", "illustrations de",
      "dessins de", "illustrado por", "ilustrado por", "ilustraciones de", "illustrato da", "geïllustreerd door",
    ],
    "introduction": [
      "with an introduction", "introduction by", "with introduction", "with a general introduction",
      "mit einer einleitung", "avec une introduction", "con una introducción", "con introduzione",
    ],
    "preface": ["with a preface", "preface by", "mit einem vorwort", "avec une préface", "préface de", "con prólogo"],
    "foreword": ["with a foreword", "foreword by"],
    "annotator": ["with notes by", "annotated by", "with notes and", "with explanatory notes", "mit anmerkungen"],
    "compiler": ["compiled by", "collected by", "selected by", "collected and", "arranged by"],
    "adapter": ["adapted by", "retold by", "adapted from", "dramatized by"],
    "photographer": ["photographs by", "photography by", "photos by", "with photographs by", "mit fotografien von"],
    "composer": ["music by", "the music by", "musik von", "musique de"],
  ]
  return credits.flatMap { role, openings in openings.map { ($0, role) } }
    .sorted { ($0.opening.utf8.count, $0.opening) > ($1.opening.utf8.count, $1.opening) }
}()

/// The words before a name.
let wordsBeforeNames = [" by ", " von ", " par ", " por ", " da ", " door ", " av ", " af ", " de ", " di "]

/// How a line begins that only tells more of who wrote the book, or of how the book comes.
let openingsOfDescriptions = [
  "author of", "authors of", "by the author of", "by the authors of", "author and", "verfasser", "auteur de",
  "autor de", "complete in ", "in one volume", "in two volumes", "in three volumes", "in four volumes",
  "in five volumes", "with a portrait", "with portrait", "with frontispiece", "with a frontispiece", "with maps",
  "with a map", "with numerous", "fully illustrated", "profusely illustrated", "illustrated edition", "popular edition",
  "unabridged", "complete edition",
]

/// The whole of such a line.
let descriptionsOfBooks: Set<String> = [
  "complete", "illustrated", "unabridged", "vol. i", "vol. ii", "vol. iii", "volume i", "volume ii", "volume iii",
  "volume 1", "volume 2", "volume 3", "volume one", "volume two", "erster band", "zweiter band", "tome premier",
  "tome second", "tome i", "tome ii", "and", "und", "et", "y", "e", "with", "mit", "the", "a novel", "a romance",
]

/// How dedications begin; the whole of their first line, or its first words.
let openingsOfDedications = [
  "to my ", "for my ", "for our ", "for all ", "for the memory", "para mi ", "para mis ", "para todos", "pour mon ",
  "pour ma ", "pour mes ", "pour tous", "für mein", "für unser", "für alle", "per mio ", "per mia ", "per i miei",
  "per le mie",
  "voor mijn ", "til min ", "til mine ", "till min ", "till mina ", "to the memory", "to all ", "in memory of",
  "in memoriam", "dedicated to", "dedicated with", "inscribed to",
  "to whom", "this book is dedicated", "this volume is", "these pages are", "dem andenken", "meiner ",
  "meinem ", "meinen ", "dem ", "den manen", "à mon ", "à ma ", "à mes ", "à la mémoire", "a mon ", "a ma ", "a mes ",
  "a mi ", "a la mémoire",
  "a la memoria", "a mia ", "a mio ", "alla memoria", "al mio ", "aan mijn", "посвящается", "моей ", "моему ",
  "памяти ",
]

/// The word before the name of whom a book is dedicated to, in the languages where it begins no sentence.
let wordsBeforeReceivers: Set<String> = ["to", "for", "für", "pour", "para", "voor", "til", "aan"]

/// The part that somebody took whom a line of small letters names.
func roleOfCredit(_ lower: String) -> String? {
  let bare = lower.drop { "[(".contains($0) }
  return openingsOfCredits.first { bare.hasPrefix($0.opening) }?.role
}

extension String {
  /// Small letters that begin as dedications do.
  package var opensDedication: Bool { openingsOfDedications.contains(where: hasPrefix) }
}
