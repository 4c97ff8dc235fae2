internal import Units

/// OpenType features by the names that the standard's registry gives them.
enum FontFeatureNames {
  /// Microsoft's and Apple's registry (OpenType 1.9, "Registered features"), without the numbered ones.
  private static let registered = Set(
    """
    aalt abvf abvm abvs afrc akhn apkn blwf blwm blws calt case ccmp cfar chws cjct clig cpct cpsp cswh curs c2pc c2sc \
    dist dlig dnom dtls expt falt fin2 fin3 fina flac frac fwid half haln halt hist hkna hlig hngl hojo hwid init isol \
    ital jalt jp78 jp83 jp90 jp04 kern lfbd liga ljmo lnum locl ltra ltrm mark med2 medi mgrk mkmk mset nalt nlck nukt \
    numr onum opbd ordn ornm palt pcap pkna pnum pref pres pstf psts pwid qwid rand rclt rkrf rlig rphf rtbd rtla rtlm \
    ruby rvrn salt sinf size smcp smpl ssty stch subs sups swsh titl tjmo tnam tnum trad twid unic valt vapk vatu vchw \
    vert vhal vjmo vkna vkrn vpal vrt2 vrtr zero
    """.split(separator: " ").map(String.init))

  /// What they are called elsewhere (CSS Fonts 4, LaTeX's fontspec).
  private static let otherNames = [
    "oldstyle": "onum", "oldstyle-nums": "onum", "old-style": "onum", "lining": "lnum", "lining-nums": "lnum",
    "tabular": "tnum", "tabular-nums": "tnum", "proportional": "pnum", "proportional-nums": "pnum", "swash": "swsh",
    "small-caps": "smcp", "small-capitals": "smcp", "all-small-caps": "c2sc", "ligatures": "liga",
    "discretionary": "dlig", "discretionary-ligatures": "dlig", "historical": "hist", "historical-forms": "hist",
    "fractions": "frac", "ordinals": "ordn", "slashed-zero": "zero", "titling": "titl", "kerning": "kern",
    "contextual": "calt", "alternates": "salt",
  ]

  /// `ss01` to `ss20` and `cv01` to `cv99` are counted; four capitals are a foundry's own.
  static func isKnown(_ tag: String) -> Bool {
    guard tag.utf8.count == 4 else { return false }
    if registered.contains(tag) { return true }
    if let number = Int(tag.dropFirst(2)), tag.dropFirst(2).allSatisfy(\.isNumber) {
      return tag.hasPrefix("ss") && (1...20).contains(number) || tag.hasPrefix("cv") && (1...99).contains(number)
    }
    return tag.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }

  static func advice(on tag: String) -> String {
    let small = tag.lowercased()
    let near = isKnown(small) ? small : otherNames[small] ?? nearestName(to: small, in: registered.sorted())
    return (near.map { "did you mean \"\($0)\"? " } ?? "")
      + "names have four signs: onum, lnum, tnum, dlig, swsh, ss01 to ss20, cv01 to cv99"
  }
}

extension OptionValue {
  /// OpenType features in Pango's form: `onum, ss01, liga=0` as `onum=1,ss01=1,liga=0`.
  func features() throws(SettingsProblem) -> String {
    var features: [String] = []
    for part in text.split(whereSeparator: { $0 == "," || $0 == " " }) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      var (tag, value) = (String(sides[0]), 1)
      if let sign = tag.first, sign == "-" || sign == "+" {
        tag.removeFirst()
        if sign == "-" { value = 0 }
      }
      if !FontFeatureNames.isKnown(tag) {
        throw wrong("\"\(tag)\" is no OpenType feature for \(name)", FontFeatureNames.advice(on: tag))
      }
      if sides.count > 1 {
        guard let number = Int(sides[1]), (0...99).contains(number) else {
          throw wrong(
            "\"\(part)\" is no value of a feature for \(name)", "write \(tag), \(tag)=0 to turn it off, or \(tag)=2")
        }
        value = number
      }
      features.removeAll { $0.hasPrefix(tag) }
      features.append("\(tag)=\(value)")
    }
    return features.joined(separator: ",")
  }
}
