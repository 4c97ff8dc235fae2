/// What stands between `&` and `;`: a name of HTML 4.01, 24, or a number.
func entity(_ name: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
  let name = String(decoding: name, as: UTF8.self)
  guard name.hasPrefix("#") else { return entityNames[name] }
  let digits = name.dropFirst()
  let value = digits.hasPrefix("x") || digits.hasPrefix("X") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
  guard let value, value != 0 else { return nil }
  // numbers of Windows' own code page, which browsers read so (HTML, 13.2.5.80)
  if (0x80...0x9F).contains(value) {
    let sign = windowsSigns[Int(value) - 0x80]
    if sign != " " { return sign }
  }
  return Unicode.Scalar(value)
}

/// The signs of Windows-1252 from 0x80 on, a space where it has none.
private let windowsSigns = Array("€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ".unicodeScalars)

private let entityNames: [String: Unicode.Scalar] = {
  var names: [String: Unicode.Scalar] = ["apos": "'"]
  for (first, list) in entityLists {
    for (index, name) in list.split(separator: " ").enumerated() where name != "-" {
      names[String(name)] = Unicode.Scalar(first + UInt32(index))
    }
  }
  return names
}()

/// Names of code points that follow each other, from the first; a hyphen where one has none.
private let entityLists: [(UInt32, String)] = [
  (0x22, "quot - - - amp"), (0x3C, "lt - gt"),
  (
    0xA0,
    """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro \
    para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil \
    Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
    Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
    igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute \
    thorn yuml
    """
  ),
  (0x152, "OElig oelig"), (0x160, "Scaron scaron"), (0x178, "Yuml"), (0x192, "fnof"), (0x2C6, "circ"), (0x2DC, "tilde"),
  (
    0x391,
    """
    Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi \
    Psi Omega - - - - - - - alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho \
    sigmaf sigma tau upsilon phi chi psi omega - - - - - - - thetasym upsih - - - piv
    """
  ),
  (0x2002, "ensp emsp"), (0x2009, "thinsp"), (0x200C, "zwnj zwj lrm rlm"), (0x2013, "ndash mdash"),
  (0x2018, "lsquo rsquo sbquo - ldquo rdquo bdquo - dagger Dagger bull - - - hellip"), (0x2030, "permil - prime Prime"),
  (0x2039, "lsaquo rsaquo"), (0x203E, "oline"), (0x2044, "frasl"), (0x20AC, "euro"), (0x2111, "image"),
  (0x2118, "weierp"),
  (0x211C, "real"), (0x2122, "trade"), (0x2135, "alefsym"), (0x2190, "larr uarr rarr darr harr"), (0x21B5, "crarr"),
  (0x21D0, "lArr uArr rArr dArr hArr"), (0x2200, "forall - part exist - empty - nabla isin notin - ni"),
  (0x220F, "prod - sum minus"), (0x2217, "lowast - - radic - - prop infin - and or cap cup int"), (0x2234, "there4"),
  (0x223C, "sim"), (0x2245, "cong"), (0x2248, "asymp"), (0x2260, "ne equiv - - le ge"),
  (0x2282, "sub sup nsub - sube supe"),
  (0x2295, "oplus - otimes"), (0x22A5, "perp"), (0x22C5, "sdot"), (0x2308, "lceil rceil lfloor rfloor"),
  (0x2329, "lang rang"), (0x25CA, "loz"), (0x2660, "spades - - clubs - hearts diams"),
]
