internal import Units

/// The words of an index, by language.
struct IndexWords {
  /// Over it.
  let title: String
  let see: String
  let seeAlso: String
  /// Before the number of a note, behind its page's.
  let note: String

  init(_ language: String) {
    let words = (IndexWords.rows[LanguageTag.ofWords(language)] ?? IndexWords.rows["en"] ?? "").split(separator: "/")
      .map(String.init)
    func word(_ index: Int) -> String { words.indices.contains(index) ? words[index] : "" }
    (title, see, seeAlso, note) = (word(0), word(1), word(2), word(3))
  }

  /// Another entry's words without the `see` before them in any language, and whether that was `see also`.
  static func crossReference(_ words: String) -> (isAlso: Bool, other: String) {
    let small = words.lowercased()
    for isAlso in [true, false] {
      for language in rows.keys.sorted() {
        let word = isAlso ? IndexWords(language).seeAlso : IndexWords(language).see
        for head in [word + ": ", word + " "] where small.hasPrefix(head) {
          return (isAlso, String(words.dropFirst(head.count)))
        }
      }
    }
    return (false, words)
  }

  private static let rows = [
    "en": "Index/see/see also/n.", "de": "Register/siehe/siehe auch/Anm.", "fr": "Index/voir/voir aussi/n.",
    "es": "Índice alfabético/véase/véase también/n.", "it": "Indice analitico/vedi/vedi anche/n.",
    "pt": "Índice remissivo/ver/ver também/n.", "nl": "Register/zie/zie ook/n.",
    "ru": "Предметный указатель/см./см. также/прим.", "uk": "Покажчик/див./див. також/прим.",
    "bg": "Показалец/вж./вж. също/бел.", "sr": "Регистар/в./в. такође/нап.", "pl": "Indeks/zob./zob. też/przyp.",
    "cs": "Rejstřík/viz/viz též/pozn.", "sk": "Register/pozri/pozri tiež/pozn.", "hr": "Kazalo/vidi/vidi i/bilj.",
    "sl": "Stvarno kazalo/glej/glej tudi/op.", "ro": "Indice/vezi/vezi și/n.", "sv": "Register/se/se även/not",
    "da": "Register/se/se også/note", "nb": "Register/se/se også/note", "no": "Register/se/se også/note",
    "fi": "Hakemisto/katso/katso myös/viite", "hu": "Tárgymutató/lásd/lásd még/jegyz.",
    "el": "Ευρετήριο/βλ./βλ. επίσης/σημ.", "tr": "Dizin/bkz./ayrıca bkz./dn.", "zh": "索引/见/另见/注",
    "zh-Hant": "索引/見/另見/註",
    "ja": "索引/→/→/注", "ko": "찾아보기/→/→/주", "he": "מפתח/ראו/ראו גם/הע׳", "ar": "فهرس/انظر/انظر أيضًا/هامش",
  ]
}
