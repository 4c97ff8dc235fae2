extension PageDesign {
  /// The foot of a book that asks for none of its own; set in the book's language.
  public static let usualFooter = "Page {page}"

  /// The same by language (`LanguageTag.ofWords`).
  package static let footers = [
    "en": usualFooter, "fr": "Page {page}", "de": "Seite {page}", "es": "Página {page}", "it": "Pagina {page}",
    "pt": "Página {page}", "ca": "Pàgina {page}", "gl": "Páxina {page}", "ro": "Pagina {page}", "nl": "Pagina {page}",
    "af": "Bladsy {page}", "sv": "Sida {page}", "da": "Side {page}", "no": "Side {page}", "nb": "Side {page}",
    "nn": "Side {page}", "fi": "Sivu {page}", "is": "Síða {page}", "pl": "Strona {page}", "cs": "Strana {page}",
    "sk": "Strana {page}", "sl": "Stran {page}", "hr": "Stranica {page}", "sr": "Страна {page}",
    "bg": "Страница {page}", "ru": "Страница {page}", "uk": "Сторінка {page}", "be": "Старонка {page}",
    "el": "Σελίδα {page}", "hu": "{page}. oldal", "tr": "Sayfa {page}", "et": "Lk {page}", "lt": "{page} psl.",
    "lv": "{page}. lpp.", "la": "Pagina {page}", "eo": "Paĝo {page}", "id": "Halaman {page}",
    "he": "עמוד {page}", "ar": "صفحة {page}", "fa": "صفحهٔ {page}", "hi": "पृष्ठ {page}", "ur": "صفحہ {page}",
    "mr": "पृष्ठ {page}", "bn": "পৃষ্ঠা {page}", "zh": "第{page}页", "zh-Hant": "第{page}頁",
    "ja": "{page}", "ko": "{page}쪽", "eu": "{page}. orria", "mk": "Страница {page}", "sq": "Faqja {page}",
    "ka": "გვერდი {page}", "hy": "Էջ {page}", "az": "Səhifə {page}", "kk": "{page}-бет", "yi": "זײַט {page}",
    "cy": "Tudalen {page}", "ga": "Leathanach {page}", "ms": "Halaman {page}", "sw": "Ukurasa {page}",
    "vi": "Trang {page}", "tl": "Pahina {page}", "th": "หน้า {page}", "lo": "ໜ້າ {page}", "my": "စာမျက်နှာ {page}",
    "km": "ទំព័រ {page}", "am": "ገጽ {page}", "ne": "पृष्ठ {page}", "sa": "पृष्ठम् {page}", "gu": "પૃષ્ઠ {page}",
    "pa": "ਪੰਨਾ {page}", "ta": "பக்கம் {page}", "te": "పేజీ {page}", "kn": "ಪುಟ {page}", "ml": "പേജ് {page}",
    "si": "පිටුව {page}",
  ]
}
