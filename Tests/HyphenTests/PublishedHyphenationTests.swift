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
    "un-ver-ständ-lich", "Fuß-ball-welt-meis-ter-schaft", "Au-gen-blick",
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
  // Also the test that incomplete patterns are completed: libhyphen alone finds
  // "го-су-дар-ство" only as "государ-ство" with this dictionary.
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
