import Foundation
import LanguageDetection
import Testing

/// libexttextcat's fingerprints come in a package of their own.
private let fingerprints = "/usr/share/libexttextcat/fpdb.conf"
private let hasFingerprints = FileManager.default.fileExists(atPath: fingerprints)

private func detect(_ text: String) -> String? { detectLanguage(of: Array(text.utf8)) }

private let paragraphs: [(language: String, text: String)] = [
  (
    "en",
    """
    The ferry left before breakfast, and by noon the wind had gone round to the north. We kept the lamp burning in \
    the window for those who might still be out, though none of us spoke of them.
    """
  ),
  (
    "de",
    """
    Die Fähre legte noch vor dem Frühstück ab, und gegen Mittag hatte der Wind nach Norden gedreht. Wir ließen die \
    Lampe im Fenster brennen für alle, die noch draußen sein mochten, doch keiner sprach von ihnen.
    """
  ),
  (
    "fr",
    """
    Le bac partit avant le petit déjeuner, et vers midi le vent avait tourné au nord. Nous laissions la lampe \
    allumée à la fenêtre pour ceux qui étaient peut-être encore dehors, mais personne ne parlait d'eux.
    """
  ),
  (
    "es",
    """
    La barca salió antes del desayuno y hacia el mediodía el viento había cambiado al norte. Dejamos la lámpara \
    encendida en la ventana para los que quizá seguían fuera, aunque ninguno de nosotros hablaba de ellos.
    """
  ),
  (
    "it",
    """
    Il traghetto partì prima di colazione e verso mezzogiorno il vento era girato a nord. Tenevamo la lampada accesa \
    alla finestra per quelli che forse erano ancora fuori, ma nessuno di noi parlava di loro.
    """
  ),
  (
    "ru",
    """
    Паром ушёл ещё до завтрака, а к полудню ветер повернул на север. Мы оставили лампу гореть на окне для тех, кто, \
    может быть, ещё не вернулся, хотя никто из нас о них не говорил.
    """
  ),
  (
    "nl",
    """
    De veerpont vertrok nog voor het ontbijt en tegen de middag was de wind naar het noorden gedraaid. Wij lieten de \
    lamp voor het raam branden voor wie nog buiten mocht zijn, maar niemand van ons sprak over hen.
    """
  ),
  (
    "pl",
    """
    Prom odpłynął jeszcze przed śniadaniem, a koło południa wiatr zmienił się na północny. Zostawiliśmy w oknie \
    zapaloną lampę dla tych, którzy może jeszcze nie wrócili, choć nikt z nas o nich nie mówił.
    """
  ),
]

@Test("A short paragraph is known by its n-grams", .enabled(if: hasFingerprints), arguments: paragraphs)
func paragraphIsRecognised(language: String, text: String) {
  #expect(detect(text) == language)
}

@Test("Plain English needs no fingerprints")
func englishNeedsNoFingerprints() {
  let sentence = " It was the end of the road to the sea, and that was all. "
  let text = String(repeating: paragraphs[0].text + sentence, count: 3)
  #expect(detectLanguage(of: Array(text.utf8), directory: "/nowhere") == "en")
}

@Test(
  "Without fingerprints the script decides where it can",
  arguments: [
    ("he", "בראשית ברא אלהים את השמים ואת הארץ"), ("ar", "كان البيت القديم في آخر الطريق"),
    ("hi", "पुराना घर गली के अंत में खड़ा था"), ("th", "บ้านเก่าตั้งอยู่ปลายถนน"), ("ko", "오래된 집은 길 끝에 있었다"),
    ("el", "Το παλιό σπίτι στεκόταν στην άκρη του δρόμου"), ("ru", "Старый дом стоял в конце улицы"),
    ("ja", "古い家は道の終わりに立っていた"), ("zh", "老房子在路的尽头"), ("ta", "பழைய வீடு தெருவின் முடிவில் இருந்தது"),
  ])
func scriptDecides(language: String, text: String) {
  #expect(detectLanguage(of: Array(text.utf8), directory: "/nowhere") == language)
}

@Test(
  "A few words, numbers or nothing at all tell no language",
  arguments: ["", " ", "Hello world", "12345 67890 12345", "• — … § 42", "OK"])
func littleTellsNothing(text: String) {
  #expect(detect(text) == nil)
}

@Test("Latin quotations do not hide the script of the text")
func majorityOfLettersDecides() {
  #expect(detect("Он сказал: «C'est la vie», — и снова замолчал, глядя в окно на старый дом.") == "ru")
}

@Test("Only the middle of a long text is looked at", .enabled(if: hasFingerprints))
func middleDecides() {
  let licence = String(repeating: paragraphs[0].text + "\n", count: 60)
  let body = String(repeating: paragraphs[1].text + "\n", count: 80)
  #expect(detect(licence + body + licence) == "de")
}

@Test("Bytes that are no text give an answer or none, never a trap")
func wrongInputIsHarmless() {
  var state: UInt64 = 20_260_101
  for size in [1, 2, 3, 7, 100, 8191, 8192, 8193, 20_000] {
    let bytes = (0..<size).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    _ = detectLanguage(of: bytes)
  }
  _ = detectLanguage(of: [UInt8](repeating: 0, count: 10_000))
  _ = detectLanguage(of: [UInt8](repeating: 0xE2, count: 10_000))
  _ = detectLanguage(of: [UInt8](repeating: 0x61, count: 100_000))
  _ = detectLanguage(of: Array("é".utf8.dropLast()))
}
