/// Names of glyphs that mean letters: those of Adobe's list and what is made by its rules (`uni20AC`, `a.sc`, `f_i`).
///
/// The list has 4281 names, most of them a sign's name with what is done to it; here it is its words and their
/// endings, which takes some names more than the list has, never fewer of what fonts use.
enum GlyphNames {
  static func isKnown(_ name: some StringProtocol) -> Bool {
    guard name != ".notdef" else { return true }
    let stem = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)[0]
    guard !stem.isEmpty else { return false }
    return stem.split(separator: "_", omittingEmptySubsequences: false).allSatisfy { isComponent(String($0)) }
  }

  private static func isComponent(_ name: String) -> Bool {
    if isNumbered(name) || words.contains(name) { return true }
    // dotaccentsmall: the longest way of taking endings off that leads to a word
    for ending in endings where name.hasSuffix(ending) && name.utf8.count > ending.utf8.count {
      if isComponent(String(name.dropLast(ending.count))) { return true }
    }
    return false
  }

  /// `uni20AC20AC`, `u1F600`, and the numbers of registers: `afii10017`, `SF010000`, `H18533`.
  private static func isNumbered(_ name: String) -> Bool {
    func isHexadecimal(_ text: Substring, _ counts: (Int) -> Bool) -> Bool {
      counts(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
    }
    func isDecimal(_ text: Substring, _ count: Int) -> Bool {
      text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    if name.hasPrefix("uni"), isHexadecimal(name.dropFirst(3), { $0 > 0 && $0 % 4 == 0 }) { return true }
    if name.hasPrefix("u"), isHexadecimal(name.dropFirst(1), { (4...6).contains($0) }) { return true }
    return name.hasPrefix("afii") && isDecimal(name.dropFirst(4), 5)
      || name.hasPrefix("SF") && isDecimal(name.dropFirst(2), 6)
      || name.hasPrefix("H") && isDecimal(name.dropFirst(1), 5)
  }

  private static let words: Set<String> = Set(
    [latin, greek, signs, symbols, others].joined(separator: " ").split(whereSeparator: \.isWhitespace).map(String.init)
      + (UInt8(ascii: "a")...UInt8(ascii: "z")).flatMap { byte -> [String] in
        let letter = String(Unicode.Scalar(byte))
        return [letter, letter.uppercased()]
      })

  private static let endings =
    """
    grave acute circumflex tilde dieresis ring caron breve macron ogonek cedilla dotaccent hungarumlaut commaaccent dot \
    dotbelow hookabove horn stroke bar slash hook tonos dieresistonos iotasubscript turned reversed below above small \
    superior inferior oldstyle monospace cyrillic greek hebrew arabic hamza isolated initial medial final finalarabic \
    initialarabic medialarabic isolatedarabic parenthesized parenthesised parenthesis circle circled deva bengali \
    gujarati gurmukhi thai hiragana katakana smallhiragana smallkatakana halfwidth bopomofo korean ideographic \
    armenian roman persian urdu sign vowelsign vertical mirrored doubled double doublegrave invertedbreve topbar middle \
    left right up down bold math dbl script alt cmb comb period curl tail retroflex palatalhook topright lowvertical \
    low high mod bt tp ex mid square inverted negated black white supp symbol numeral ligature wide fraction \
    semi hatafpatah qubuts sheva holam hiriq qamats segol tsere patah dagesh rafe maqaf shindot sindot dageshhebrew \
    serif sans
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  private static let latin = """
    AE OE Eth Thorn germandbls ae oe eth thorn dotlessi dotlessj IJ ij longs schwa Schwa esh Esh ezh Ezh eng Eng kra \
    Dcroat dcroat Dslash dmacron Tbar tbar Hbar hbar Ldot ldot Lcommaaccent lcommaaccent Tcommaaccent tcommaaccent \
    Scommaaccent scommaaccent napostrophe quoterightn Idot afii ff fi fl ffi ffl ft st longst rhookturned DZ Dz dz LJ \
    Lj lj NJ Nj nj Upsilon1 onehalf onequarter threequarters Aogonek iotaafrican upsilonafrican Iotaafrican \
    Ismall Acutesmall
    """
  private static let greek = """
    Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi \
    Psi Omega alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma1 \
    sigmafinal tau upsilon phi phi1 chi psi omega omega1 theta1 tonos dieresistonos anoteleia kappa1 Stigma stigma \
    Digamma digamma Koppa koppa Sampi sampi
    """
  private static let signs = """
    space exclam quotedbl numbersign dollar percent ampersand quotesingle quoteright quoteleft parenleft parenright \
    asterisk plus comma hyphen period slash zero one two three four five six seven eight nine ten eleven twelve \
    thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty colon semicolon less equal greater question \
    at bracketleft backslash bracketright asciicircum underscore grave braceleft bar braceright asciitilde exclamdown \
    cent sterling yen florin section currency quotedblleft quotedblright guillemotleft guillemotright guilsinglleft \
    guilsinglright endash emdash dagger daggerdbl periodcentered middot paragraph bullet quotesinglbase quotedblbase \
    ellipsis perthousand questiondown acute circumflex tilde macron breve dotaccent dieresis ring cedilla \
    hungarumlaut ogonek caron ordfeminine ordmasculine brokenbar copyright degree divide logicalnot minus multiply \
    onesuperior plusminus registered trademark twosuperior threesuperior Euro euro nbspace nonbreakingspace sfthyphen \
    softhyphen overscore figuredash horizontalbar underscoredbl dblunderscore dbllowline minute second primereversed \
    quotereversed exclamdbl onethird twothirds oneeighth threeeighths fiveeighths seveneighths oneninth zerowidthspace \
    zerowidthnonjoiner zerowidthjoiner twodotleader twodotenleader onedotleader onedotenleader colonmonetary \
    colonsign lira peseta dong won sheqel newsheqelsign franc cruzeiro rupee naira guarani tugrik drachma kip estimated \
    numero referencemark asterism hyphentwo foursuperior apostrophe apostrophemod kelvin angstrom ohm liter litre \
    centoldstyle dollaroldstyle commaaccent dblprimemod gravemod acutemod rupiah Rupiah servicemark telephone prescription \
    interrobang overline
    """
  private static let symbols = """
    arrowleft arrowup arrowright arrowdown arrowboth arrowupdn arrowupdnbse arrowdblleft arrowdblup arrowdblright \
    arrowdbldown arrowdblboth arrowvertex arrowhorizex carriagereturn universal existential thereexists partialdiff \
    emptyset increment gradient nabla element notelement notelementof suchthat product summation coproduct asteriskmath \
    radical radicalex proportional infinity orthogonal angle logicaland logicalor intersection union integral \
    therefore because similar congruent approxequal notequal equivalence notidentical lessequal greaterequal \
    propersubset subset propersuperset superset notsubset reflexsubset reflexsuperset circleplus circlemultiply \
    perpendicular dotmath house revlogicalnot integraltp integralbt integralex angleleft angleright upblock dnblock \
    block lfblock rtblock ltshade shade dkshade shadelight shademedium shadedark filledbox blacksquare whitesquare \
    filledrect triagup triagrt triagdn triaglf lozenge circle openbullet invbullet invcircle smileface invsmileface \
    blacksmilingface whitesmilingface sun female male spade club heart diamond spadesuitblack clubsuitblack \
    heartsuitblack diamondsuitblack musicalnote musicalnotedbl eighthnote beamedeighthnotes Ifraktur Rfraktur \
    weierstrass aleph alef copyrightsans copyrightserif registersans registerserif trademarksans trademarkserif \
    parenlefttp parenleftex parenleftbt parenrighttp parenrightex parenrightbt bracketlefttp bracketleftex \
    bracketleftbt bracketrighttp bracketrightex bracketrightbt bracelefttp braceleftmid braceleftbt braceex \
    bracerighttp bracerightmid bracerightbt apple minusplus muchless muchgreater dotaccentcmb checkmark checkbox \
    delete controlSTX ratio proportion tildeoperator asympticallyequal allequal approaches geometricallyequal star \
    blackstar whitestar cross maltesecross pointingindexrightwhite
    """
  private static let others = """
    candrabindu anusvara visarga virama nukta avagraha danda om udatta anudatta ka kha ga gha nga ca cha ja jha nya tta \
    ttha dda ddha nna ta tha da dha na pa pha ba bha ma ya ra la lla va sha ssa sa ha aa i ii u uu e ee ai o oo au be te \
    theh jeem hah khah dal thal reh zain seen sheen sad dad tah zah ain ghain feh qaf kaf gaf lam meem noon heh waw \
    alefmaksura yeh tatweel kashida fathatan dammatan kasratan fatha damma kasra shadda sukun bet gimel he vav zayin het \
    tet yod kaf finalkaf lamed mem finalmem nun finalnun samekh ayin pe finalpe tsadi finaltsadi qof resh shin tav a i u \
    e o ki ku ke ko sa shi su se so chi tsu to ni nu ne no hi hu fu he ho mi mu me mo yu yo ri ru re ro wa wi we wo n vu \
    small prolonged voiced semivoiced iteration period middledot kokai paiyannoi
    """
}
