internal import BookModel
internal import Units

/// The words that octavo itself puts into a book, by language.
extension FrontMatter {
  /// The heading over a table of contents, by language.
  static func contentsWord(_ language: String) -> String {
    contentsWords[LanguageTag.ofWords(language)] ?? "Contents"
  }

  private static let contentsWords = [
    "en": "Contents", "fr": "Table des matières", "de": "Inhalt", "es": "Índice", "it": "Indice", "pt": "Índice",
    "nl": "Inhoud", "ru": "Содержание", "uk": "Зміст", "pl": "Spis treści", "cs": "Obsah", "sk": "Obsah",
    "sv": "Innehåll", "da": "Indhold", "no": "Innhold", "nb": "Innhold", "fi": "Sisällys", "hu": "Tartalom",
    "ro": "Cuprins", "bg": "Съдържание", "sr": "Садржај", "hr": "Sadržaj", "el": "Περιεχόμενα", "tr": "İçindekiler",
    "he": "תוכן העניינים", "ar": "المحتويات", "hi": "विषय सूची", "zh": "目录", "zh-Hant": "目錄", "ja": "目次", "ko": "차례",
    "fa": "فهرست", "ur": "فہرست", "mr": "अनुक्रमणिका", "bn": "সূচিপত্র", "nn": "Innhald", "is": "Efnisyfirlit",
    "af": "Inhoud", "ca": "Índex", "gl": "Índice", "eu": "Aurkibidea", "la": "Index", "eo": "Enhavo", "sl": "Kazalo",
    "mk": "Содржина", "be": "Змест", "et": "Sisukord", "lv": "Saturs", "lt": "Turinys", "sq": "Përmbajtja",
    "ka": "სარჩევი", "hy": "Բովանդակություն", "az": "Mündəricat", "kk": "Мазмұны", "yi": "אינהאַלט", "cy": "Cynnwys",
    "ga": "Clár", "id": "Daftar Isi", "ms": "Kandungan", "sw": "Yaliyomo", "vi": "Mục lục", "tl": "Nilalaman",
    "th": "สารบัญ", "lo": "ສາລະບານ", "my": "မာတိကာ", "km": "មាតិកា", "am": "ማውጫ", "ne": "विषयसूची", "sa": "विषयसूची",
    "gu": "અનુક્રમણિકા", "pa": "ਤਤਕਰਾ", "ta": "பொருளடக்கம்", "te": "విషయ సూచిక", "kn": "ಪರಿವಿಡಿ", "ml": "ഉള്ളടക്കം",
    "si": "පටුන",
  ]

  /// The heading over a list of figures, tables or theorems, by language.
  static func word(forListOf kind: PageList.Entry.Kind, _ language: String) -> String {
    let words =
      switch kind {
      case .table: tablesWords
      case .theorem: theoremsWords
      case .figure, .heading: figuresWords
      }
    return words[LanguageTag.ofWords(language)] ?? words["en"] ?? ""
  }

  private static let tablesWords = [
    "en": "Tables", "fr": "Liste des tableaux", "de": "Tabellen", "es": "Tablas", "it": "Tabelle", "pt": "Tabelas",
    "nl": "Tabellen", "ru": "Таблицы", "uk": "Таблиці", "pl": "Spis tabel", "cs": "Seznam tabulek", "sv": "Tabeller",
    "da": "Tabeller", "no": "Tabeller", "nb": "Tabeller", "fi": "Taulukot", "hu": "Táblázatok", "el": "Πίνακες",
    "zh": "表格", "ja": "表目次", "ko": "표 차례",
  ]

  private static let theoremsWords = [
    "en": "Theorems", "fr": "Liste des théorèmes", "de": "Sätze", "es": "Teoremas", "it": "Teoremi", "pt": "Teoremas",
    "nl": "Stellingen", "ru": "Теоремы", "uk": "Теореми", "pl": "Spis twierdzeń", "cs": "Seznam vět", "sv": "Satser",
    "da": "Sætninger", "no": "Teoremer", "nb": "Teoremer", "fi": "Lauseet", "hu": "Tételek", "el": "Θεωρήματα",
    "zh": "定理", "ja": "定理目次", "ko": "정리 차례",
  ]

  private static let figuresWords = [
    "en": "Illustrations", "fr": "Table des illustrations", "de": "Abbildungen", "es": "Ilustraciones",
    "it": "Illustrazioni", "pt": "Ilustrações", "nl": "Afbeeldingen", "ru": "Иллюстрации", "uk": "Ілюстрації",
    "pl": "Spis ilustracji", "cs": "Seznam obrázků", "sv": "Illustrationer", "da": "Illustrationer",
    "no": "Illustrasjoner", "nb": "Illustrasjoner", "fi": "Kuvat", "hu": "Képek jegyzéke", "el": "Εικόνες",
    "zh": "插图", "zh-Hant": "插圖", "ja": "図版目次", "ko": "그림 차례",
  ]
}

/// Who did what, in words.
extension FrontMatter {
  /// What stands above a contributor's name, or all of it (`isWhole`) where the language or the part
  /// is not known.
  static func credit(_ contributor: Metadata.Contributor, _ language: String) -> (words: String, isWhole: Bool) {
    if let statement = contributor.statement { return (statement, true) }
    let primary = language.split(separator: "-").first.map { $0.lowercased() } ?? "en"
    if let words = credits[primary]?[contributor.role.lowercased()] { return (words, false) }
    let role = contributor.role
    return (
      role.isEmpty ? contributor.name : "\(role.prefix(1).uppercased())\(role.dropFirst()): \(contributor.name)", true
    )
  }

  private static let credits: [String: [String: String]] = [
    "en": [
      "translator": "Translated by", "editor": "Edited by", "illustrator": "Illustrated by",
      "photographer": "With photographs by", "introduction": "With an introduction by",
      "foreword": "With a foreword by", "preface": "With a preface by", "afterword": "With an afterword by",
      "commentator": "With a commentary by", "annotator": "With notes by", "compiler": "Compiled by",
      "contributor": "With contributions by", "adapter": "Adapted by", "narrator": "Narrated by",
      "designer": "Designed by", "composer": "With music by",
    ],
    "de": [
      "translator": "Übersetzt von", "editor": "Herausgegeben von", "illustrator": "Mit Bildern von",
      "photographer": "Mit Photographien von", "introduction": "Mit einer Einleitung von",
      "foreword": "Mit einem Vorwort von", "preface": "Mit einem Vorwort von", "afterword": "Mit einem Nachwort von",
      "commentator": "Mit einem Kommentar von", "annotator": "Mit Anmerkungen von", "compiler": "Zusammengestellt von",
    ],
    "fr": [
      "translator": "Traduit par", "editor": "Édité par", "illustrator": "Illustrations de",
      "photographer": "Photographies de", "introduction": "Introduction de", "foreword": "Avant-propos de",
      "preface": "Préface de", "afterword": "Postface de", "commentator": "Commentaires de", "annotator": "Notes de",
      "compiler": "Réuni par",
    ],
    "es": [
      "translator": "Traducción de", "editor": "Edición de", "illustrator": "Ilustraciones de",
      "photographer": "Fotografías de", "introduction": "Introducción de", "foreword": "Prólogo de",
      "preface": "Prefacio de", "afterword": "Epílogo de", "annotator": "Notas de",
    ],
    "it": [
      "translator": "Traduzione di", "editor": "A cura di", "illustrator": "Illustrazioni di",
      "introduction": "Introduzione di", "foreword": "Prefazione di", "preface": "Prefazione di",
      "afterword": "Postfazione di", "annotator": "Note di",
    ],
    "pt": [
      "translator": "Tradução de", "editor": "Edição de", "illustrator": "Ilustrações de",
      "introduction": "Introdução de", "foreword": "Prefácio de", "preface": "Prefácio de",
    ],
    "nl": [
      "translator": "Vertaald door", "editor": "Onder redactie van", "illustrator": "Met illustraties van",
      "introduction": "Met een inleiding van", "foreword": "Met een voorwoord van", "preface": "Met een voorwoord van",
    ],
    "ru": [
      "translator": "Перевод:", "editor": "Редактор:", "illustrator": "Иллюстрации:",
      "introduction": "Вступительная статья:",
      "foreword": "Предисловие:", "preface": "Предисловие:", "annotator": "Примечания:",
    ],
  ]
}
