import Hyphen
import Testing

@Test(
  "English is hyphenated as plain TeX does it", .needs("en-US", package: "hyphen-en-us"),
  arguments: [
    // The TeXbook, appendix H, and Liang's thesis, with TeX's two letters before a hyphen and three after.
    "hy-phen-ation", "con-cate-na-tion", "su-per-cal-ifrag-ilis-tic-ex-pi-ali-do-cious", "com-puter",
    "ty-pog-ra-phy", "al-go-rithm", "man-u-script",
    // Plain TeX's exceptions (TeXbook, p. 453), but for "reciprocity", where the later TUGboat list differs.
    "as-so-ciate", "dec-li-na-tion", "oblig-a-tory", "phil-an-thropic", "present", "project", "re-cog-ni-zance",
    "ref-or-ma-tion", "ret-ri-bu-tion", "ta-ble",
  ])
func englishMatchesTeX(word: String) throws {
  #expect(try hyphenated(word.filter { $0 != "-" }, language: "en-US") == word)
}

@Test(
  "British English parts words by their origin", .needs("en-GB", package: "hyphen-en-gb"),
  arguments: ["ty-po-graphy", "hy-phen-a-tion"])
func britishDiffers(word: String) throws {
  #expect(try hyphenated(word.filter { $0 != "-" }, language: "en-GB") == word)
}

@Test(
  "German is hyphenated at the joints of compounds and by the reformed rules",
  .needs("de", package: "hyphen-de"),
  arguments: [
    "Sil-ben-tren-nung", "Do-nau-dampf-schiff", "Zu-cker", "Schiff-fahrts-ge-sell-schaft", "Wis-sen-schaft",
    "un-ver-ständ-lich", "Fuß-ball-welt-meis-ter-schaft", "Au-gen-blick", "glück-lich", "au-ßer-halb",
  ])
func germanCompounds(word: String) throws {
  #expect(try hyphenated(word.filter { $0 != "-" }, language: "de") == word)
}

@Test(
  "Russian words are converted to the dictionary's KOI8-R and back", .needs("ru", package: "hyphen-ru"),
  arguments: [
    "го-су-дар-ство", "пи-са-тель", "ли-те-ра-тура", "ре-во-лю-ция", "раз-го-ва-ри-вать", "воз-вра-ще-ние",
    "че-ло-век",
  ])
func russianIsTranscoded(word: String) throws {
  // libhyphen finds "го-су-дар-ство" only as "государ-ство": it wants patterns that a
  // preprocessor has completed, and Debian's Russian ones never were. Here all patterns count.
  #expect(try hyphenated(word.filter { $0 != "-" }, language: "ru") == word)
}

@Test(
  "French accents are one letter each", .needs("fr", package: "hyphen-fr"),
  arguments: [
    "dé-ve-lop-pe-ment", "ex-tra-or-di-naire", "im-mé-dia-te-ment", "l’im-pos-si-bi-lité", "élec-tri-cité",
  ])
func frenchAccents(word: String) throws {
  #expect(try hyphenated(word.filter { $0 != "-" }, language: "fr") == word)
}

@Test(
  "Spanish parts by syllables", .needs("es", package: "hyphen-es"),
  arguments: ["ex-tra-or-di-na-rio", "ca-ba-lle-ros"])
func spanishSyllables(word: String) throws {
  #expect(try hyphenated(word.filter { $0 != "-" }, language: "es") == word)
}

@Test(
  "Italian elisions are parted after the apostrophe's word", .needs("it", package: "hyphen-it"),
  arguments: ["buon-giorno", "dell’al-tra", "me-ra-vi-glio-sa-mente"])
func italianElisions(word: String) throws {
  #expect(try hyphenated(word.filter { $0 != "-" }, language: "it") == word)
}

private let libhyphens = HyphenationDictionaries(directories: ["/usr/share/hyphen"])

// The words of the next test as libhyphen 2.8.8 parts them, given patterns that are complete.
// A hundred thousand words, of three novels and made from the patterns, were so compared once
// in thirteen dictionaries. Two differ, both Hungarian: where a plain pattern and one that
// changes the spelling have the same digit, libhyphen takes the first, octavo leaves the point out.
@Test(
  "Words are parted as libhyphen parts them",
  arguments: [
    ("en-US", "con-ges-tion elec-tions dis-able-ment Fa-ther-land sar-cas-ti-cally ab-di-cate im-pro-pri-ety"),
    ("en-GB", "un-deservedly physiolo-gical co-her-ence in-ev-it-ab-il-ity equi-val-ent dev-ast-ated con-son-ants"),
    ("de", "früh-in-dus-tri-elle wachs-tums-pläne adels-stolz jah-res-sti-pen-dium ob-struk-ti-ons-po-li-tik"),
    ("de", "hin-ab-ge-hend me-di-en-ein-sätze qua-li-täts-skala zoll-auf-schlag par-tei-funk-ti-o-nä-rin"),
    ("de", "ein-zel-han-dels-zen-trum ost-aus-tra-lisch leis-tungs-kon-trolle vor-aus-be-stim-mung pla-teau-soh-len"),
    ("ru", "при-не-сти внут-рен-ний зло-упо-треб-ле-ния рас-ска-зы-вал за-ку-сить ге-ор-ги-ев-ский вы-сту-па-ю-щие"),
    ("fr", "mag-ni-fi-cat in-tel-li-gent équi-valent tes-ta-ment abs-ti-nent"),
  ])
func agreesWithLibhyphen(language: String, words: String) throws {
  // Only what is installed can be compared; English always is.
  guard isInstalled(language) else { return }
  // with its own dictionaries
  let hyphenator = try Hyphenator(language: language, dictionaries: libhyphens)
  for word in words.split(separator: " ") {
    #expect(hyphenated(word.filter { $0 != "-" }, hyphenator) == word)
  }
}
