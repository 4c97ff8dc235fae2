internal import Units

/// What other programs, and people, call octavo's options and their values. Such a word is not taken for the
/// option's: elsewhere it seldom means quite the same. The message names what octavo has.
package enum OtherNames {
  /// What to do instead of an option that octavo has not, as the beginning of a help.
  /// - Parameter name: as it was typed, without dashes at its front.
  package static func help(forOption name: String) -> String? {
    options[name].map { "did you mean \"\($0)\"? " } ?? sentences[name].map { "\($0); " }
  }

  /// The same for a key of a file, whose value follows a colon.
  static func help(forKey key: String) -> String? {
    guard let option = options[key], option.hasPrefix("--") else {
      return help(forOption: key)?.replacing("--", with: "")
    }
    let words = option.dropFirst(2).split(separator: " ", maxSplits: 1)
    let isOff = words[0].hasPrefix("no-")
    let value = isOff ? "no" : words.count > 1 ? String(words[1]) : OptionRow.keyed[String(words[0])]?.usual
    return "did you mean \"\(words[0].dropFirst(isOff ? 3 : 0))\(value.map { ": \($0)" } ?? "")\"? "
  }

  /// The one of an option's values that somebody may have meant: in other letters, in another program's words, alone
  /// among words that say the same, or misspelt.
  static func choice(nearest value: String, of choices: [String]) -> String? {
    let meanings = values.filter { choices.contains($0.value) }
    let small = value.lowercased()
    for word in [small] + small.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "-" }).map(String.init) {
      if let choice = choices.first(where: { $0.lowercased() == word }) ?? meanings[word] { return choice }
    }
    return nearestName(to: small, in: choices + meanings.keys.sorted()).map { meanings[$0] ?? $0 }
  }

  private static let options = [
    "drop-caps": "--drop-capitals 3", "dropcaps": "--drop-capitals 3", "drop-cap": "--drop-capitals 3",
    "initials": "--drop-capitals 3", "small-caps": "--opening-small-capitals",
    "paper": "--trim", "paper-size": "--trim", "papersize": "--trim", "page-size": "--trim", "pagesize": "--trim",
    "format": "--trim", "trim-size": "--trim",
    "font-size": "--size", "fontsize": "--size", "text-size": "--size",
    "line-height": "--leading", "line-spacing": "--leading", "linestretch": "--leading", "spacing": "--leading",
    "font-family": "--font", "mainfont": "--font", "typeface": "--font", "fonts": "--font",
    "language": "--lang", "out": "-o", "to": "-o", "table-of-contents": "--toc", "contents": "--toc",
    "style": "--theme", "template": "--theme", "look": "--theme", "gutter": "--inside",
    "booklet": "octavo impose BOOK", "n-up": "octavo impose BOOK --scheme n-up",
    "nup": "octavo impose BOOK --scheme n-up",
    "spread": "--layout spread", "two-up": "--layout spread", "spreads": "--layout spread",
    "f": "--from", "themes": "octavo themes", "cover": "octavo cover BOOK", "check": "octavo check FILE.pdf",
    "preview": "octavo read BOOK", "view": "octavo read BOOK", "serve": "octavo serve", "watch": "octavo watch BOOK",
    "numbersections": "--number-sections", "top-level-division": "--chapters-by", "threads": "-j",
    "printer": "--for", "kdp": "--for kdp", "ingram": "--for ingram", "toc-level": "--toc-depth",
    "foot-notes": "--endnotes", "ragged-right": "--no-justify", "ragged": "--no-justify", "align": "--no-justify",
    "chapter-start": "--chapters recto", "openright": "--chapters recto", "recto": "--chapters recto",
  ]

  private static let sentences = [
    "margin": "margins are given one by one: --inside, --outside, --top, --bottom",
    "geometry": "margins are given one by one: --inside, --outside, --top, --bottom",
    "left": "pages face each other, so the margins are --inside and --outside",
    "right": "pages face each other, so the margins are --inside and --outside",
    "t": "octavo writes PDF alone; leave it out",
    "widows": "octavo leaves neither widows nor orphans; leave it out",
    "orphans": "octavo leaves neither widows nor orphans; leave it out",
    "pdf-engine": "octavo sets the pages itself; leave it out",
    "standalone": "octavo always makes a whole book; leave it out",
    "V": "each option has a name of its own, such as --size 12pt",
    "variable": "each option has a name of its own, such as --size 12pt",
    "M": "metadata stand in octavo.yaml or have options: --title, --author, --lang",
    "metadata": "metadata stand in octavo.yaml or have options: --title, --author, --lang",
    "s": "octavo always makes a whole book; leave it out",
  ]

  private static let values = [
    "amazon": "kdp", "kindle": "kdp", "createspace": "kdp", "ingramspark": "ingram", "lightning": "ingram",
    "left": "leading", "right": "trailing", "center": "centred", "centre": "centred", "centered": "centred",
    "middle": "centred", "odd": "recto", "right-page": "recto", "spreads": "spread", "two-up": "spread",
    "docx": "word", "docm": "word", "md": "markdown", "txt": "text", "pdfa": "a-2u", "pdf/a": "a-2u",
    "pdfua": "ua-1", "pdf/ua": "ua-1", "x1a": "x-1a", "x4": "x-4", "uppercase": "capitals",
    "smallcaps": "small-capitals",
  ]
}
