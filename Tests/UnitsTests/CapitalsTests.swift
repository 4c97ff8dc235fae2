import Testing
import Units

@Suite struct `Capitals of a language` {
  @Test(arguments: [
    ("tr", "istanbul'da ışık", "İSTANBUL'DA IŞIK"), ("az-Latn", "bakı i\u{307}", "BAKI İ"),
    ("en", "istanbul", "ISTANBUL"), ("de", "straße", "STRASSE"), ("lt", "i\u{307}\u{301}ki j\u{307}", "I\u{301}KI J"),
    ("el", "Έρωτας και ψυχή", "ΕΡΩΤΑΣ ΚΑΙ ΨΥΧΗ"), ("el", "Μάιος, ρολόι", "ΜΑΪΟΣ, ΡΟΛΟΪ"), ("el", "προϊόν", "ΠΡΟΪΟΝ"),
    ("el", "Μαΐου, ταΰζω", "ΜΑΪΟΥ, ΤΑΫΖΩ"), ("el", "θαύμα είναι", "ΘΑΥΜΑ ΕΙΝΑΙ"), ("el", "αυτό ή εκείνο", "ΑΥΤΟ Ή ΕΚΕΙΝΟ"),
    ("grc", "ἄνδρα μοι ἔννεπε, Μοῦσα", "ΑΝΔΡΑ ΜΟΙ ΕΝΝΕΠΕ, ΜΟΥΣΑ"), ("grc", "τῷ ῥήτορι ᾧ ᾤχετο, ᾄιδω", "ΤΩΙ ΡΗΤΟΡΙ ΩΙ ΩΙΧΕΤΟ, ΑΙΙΔΩ"), ("nl", "ijsland", "IJSLAND"), ("el", "", ""),
    ("el", "1. “ώρα”", "1. “ΩΡΑ”"),
  ])
  func `are those it is written with`(language: String, text: String, capitals: String) {
    #expect(text.inCapitals(of: language) == capitals)
  }
}
