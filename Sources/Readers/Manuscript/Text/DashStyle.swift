/// The dash that a language sets between words, for two hyphens of a typescript.
struct DashStyle: Equatable {
  var sign: [UInt8]
  /// Set off by spaces on both sides, even where none were typed.
  var isSpaced: Bool

  private static let closedEm = DashStyle(sign: [0xE2, 0x80, 0x94], isSpaced: false)
  private static let spacedEm = DashStyle(sign: [0xE2, 0x80, 0x94], isSpaced: true)
  private static let spacedEn = DashStyle(sign: [0xE2, 0x80, 0x93], isSpaced: true)

  /// By the first part of a BCP 47 tag; English where the language is not known.
  static func of(_ language: String?) -> DashStyle {
    switch language?.lowercased().prefix(while: { $0 != "-" && $0 != "_" }) {
    // Duden, Rechtschreibung, D 43; Dansk Sprognævn, Retskrivningsordbogen § 58; Språkrådet, Svenska skrivregler 16;
    // Taalunie, Gedachtestreepje; Kotus, Ajatusviiva; ČSN 01 6910, Pomlčka; MTA, A magyar helyesírás szabályai 249
    case "de", "da", "sv", "nb", "nn", "no", "nl", "fi", "is", "pl", "cs", "sk", "sl", "hr", "hu", "et", "ro", "it", "bg":
      spacedEn
    // Imprimerie nationale, Lexique, Tirets; Мильчин, Чельцова, Справочник издателя и автора, Тире
    case "fr", "ru", "uk", "be", "lt", "lv", "pt": spacedEm
    // Chicago 6.85; Real Academia Española, Ortografía 3.4.8, has its spaces on one side, as they are typed
    default: closedEm
    }
  }
}
