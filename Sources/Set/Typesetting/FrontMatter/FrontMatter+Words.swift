/// The words that octavo itself puts into a book, by language.
extension FrontMatter {
  /// The heading over a table of contents, by language.
  static func contentsWord(_ language: String) -> String {
    let primary = language.split(separator: "-").first.map(String.init) ?? "en"
    return contentsWords[primary.lowercased()] ?? "Contents"
  }

  private static let contentsWords = [
    "en": "Contents", "fr": "Table des matières", "de": "Inhalt", "es": "Índice", "it": "Indice", "pt": "Índice",
    "nl": "Inhoud", "ru": "Содержание", "uk": "Зміст", "pl": "Spis treści", "cs": "Obsah", "sk": "Obsah",
    "sv": "Innehåll", "da": "Indhold", "no": "Innhold", "nb": "Innhold", "fi": "Sisällys", "hu": "Tartalom",
    "ro": "Cuprins", "bg": "Съдържание", "sr": "Садржај", "hr": "Sadržaj", "el": "Περιεχόμενα", "tr": "İçindekiler",
    "he": "תוכן העניינים", "ar": "المحتويات", "hi": "विषय सूची", "zh": "目錄", "ja": "目次", "ko": "차례",
  ]

  /// The heading over a list of figures, by language.
  static func figuresWord(_ language: String) -> String {
    let primary = language.split(separator: "-").first.map(String.init) ?? "en"
    return figuresWords[primary.lowercased()] ?? "Illustrations"
  }

  private static let figuresWords = [
    "en": "Illustrations", "fr": "Table des illustrations", "de": "Abbildungen", "es": "Ilustraciones",
    "it": "Illustrazioni", "pt": "Ilustrações", "nl": "Afbeeldingen", "ru": "Иллюстрации", "uk": "Ілюстрації",
    "pl": "Spis ilustracji", "cs": "Seznam obrázků", "sv": "Illustrationer", "da": "Illustrationer",
    "no": "Illustrasjoner", "nb": "Illustrasjoner", "fi": "Kuvat", "hu": "Képek jegyzéke", "el": "Εικόνες",
    "zh": "插圖", "ja": "図版目次", "ko": "그림 차례",
  ]
}
