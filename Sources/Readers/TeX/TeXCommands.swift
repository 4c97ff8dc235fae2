internal import Formula

/// What a command means where a table says all of it.
enum TeXCommand {
  case letter(Unicode.Scalar)
  case slantedLetter(Unicode.Scalar)
  case symbol(Unicode.Scalar, FormulaClass)
  case large(Unicode.Scalar, hasLimits: Bool)
  case name(String, hasLimits: Bool)
  case accent(Unicode.Scalar, isWide: Bool, isBelow: Bool)
  /// A brace above or below with a note at its point.
  case brace(Unicode.Scalar, isBelow: Bool)
  case line(isBelow: Bool)
  /// Of its argument.
  case alphabet(FormulaAlphabet)
  /// Of all that follows in its group.
  case switchAlphabet(FormulaAlphabet)
  case text(FormulaText.Face)
  case space(Double)
  case style(FormulaStyle)
  case sized(Int, FormulaClass)
  case fraction(FormulaFraction.Rule, left: Unicode.Scalar?, right: Unicode.Scalar?, style: FormulaStyle?)
  case classed(FormulaClass)
  case arrow(Unicode.Scalar)
  /// An argument between fences as tall as it.
  case enclosed(Unicode.Scalar, Unicode.Scalar)
  /// Nothing is seen of it and nothing follows from it.
  case nothing
}

enum TeXCommands {
  typealias Infix = (rule: FormulaFraction.Rule, left: Unicode.Scalar?, right: Unicode.Scalar?)

  static let infixes: [String: Infix] = [
    "over": (.usual, nil, nil), "atop": (.none, nil, nil), "choose": (.none, "(", ")"), "brack": (.none, "[", "]"),
    "brace": (.none, "{", "}"),
  ]

  static let byName: [String: TeXCommand] = {
    var table: [String: TeXCommand] = [:]
    func add(_ text: String, _ command: (Unicode.Scalar) -> TeXCommand) {
      for (name, scalar) in TeXSymbols.pairs(text) { table[name] = command(scalar) }
    }
    add(TeXSymbols.letters) { .letter($0) }
    add(TeXSymbols.slanted) { .slantedLetter($0) }
    add(TeXSymbols.ordinary) { .symbol($0, .ordinary) }
    add(TeXSymbols.binary) { .symbol($0, .binary) }
    add(TeXSymbols.relations) { .symbol($0, .relation) }
    add(TeXSymbols.opening) { .symbol($0, .open) }
    add(TeXSymbols.closing) { .symbol($0, .close) }
    add(TeXSymbols.punctuation) { .symbol($0, .punctuation) }
    add(TeXSymbols.inner) { .symbol($0, .inner) }
    add(TeXSymbols.summing) { .large($0, hasLimits: true) }
    add(TeXSymbols.integrals) { .large($0, hasLimits: false) }
    add(TeXSymbols.accents) { .accent($0, isWide: false, isBelow: false) }
    add(TeXSymbols.wideAccents) { .accent($0, isWide: true, isBelow: false) }
    for name in TeXSymbols.names.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      table[String(name)] = .name(String(name), hasLimits: false)
    }
    for name in TeXSymbols.words(TeXSymbols.limitNames) { table[name] = .name(name, hasLimits: true) }
    table.merge(other) { _, new in new }
    for (stem, size) in [("big", 1), ("Big", 2), ("bigg", 3), ("Bigg", 4)] {
      table[stem] = .sized(size, .ordinary)
      table[stem + "l"] = .sized(size, .open)
      table[stem + "r"] = .sized(size, .close)
      table[stem + "m"] = .sized(size, .relation)
    }
    for (name, alphabet) in alphabets { for one in TeXSymbols.words(name) { table[one] = .alphabet(alphabet) } }
    for (name, alphabet) in switches { for one in TeXSymbols.words(name) { table[one] = .switchAlphabet(alphabet) } }
    for (name, face) in texts { for one in TeXSymbols.words(name) { table[one] = .text(face) } }
    for (name, width) in spaces { for one in TeXSymbols.words(name) { table[one] = .space(width) } }
    for name in TeXSymbols.words(silent) { table[name] = .nothing }
    return table
  }()

  private static let alphabets: [(String, FormulaAlphabet)] = [
    ("mathbf symbf symbfup", .bold), ("boldsymbol bm pmb symbfit mathbfit bold", .boldItalic),
    ("mathrm mathup symup symrm", .upright), ("mathit symit mathnormal", .italic), ("mathcal symcal", .script),
    ("mathscr symscr", .script), ("mathfrak frak symfrak", .fraktur),
    ("mathbb Bbb mathds mathbbm symbb", .doubleStruck),
    ("mathsf symsf", .sans), ("mathtt symtt", .monospace), ("mathbfsf", .boldSans), ("mathsfit", .italicSans),
    ("mathbfcal mathbfscr", .boldScript), ("mathbffrak", .boldFraktur),
  ]
  private static let switches: [(String, FormulaAlphabet)] = [
    ("bf bfseries boldmath", .bold), ("rm rmfamily", .upright), ("it mit itshape", .italic), ("cal", .script),
    ("tt ttfamily", .monospace), ("sf sffamily", .sans), ("unboldmath normalfont", .usual),
  ]
  private static let texts: [(String, FormulaText.Face)] = [
    ("text textrm textnormal mbox hbox textup textmd mathord@text", []), ("textbf", .bold),
    ("textit emph textsl", .italic),
    ("texttt", .code), ("textsf", .sans), ("textsc", .smallCapitals),
  ]
  private static let spaces: [(String, Double)] = [
    (", thinspace", 3), (": > medspace", 4), ("; thickspace", 5), ("! negthinspace", -3), ("negmedspace", -4),
    ("negthickspace", -5), ("quad", 18), ("qquad", 36), ("enspace enskip", 9), ("  nobreakspace space", 6), ("nbsp", 6),
  ]
  private static let silent = """
    nonumber@ displaybreak allowbreak nobreak relax strut noindent centering allowdisplaybreaks null protect / - small large
    normalsize footnotesize scriptsize tiny Large LARGE huge Huge hfill hfil vfill newpage pagebreak upshape mdseries
    """

  private static let other: [String: TeXCommand] = [
    " ": .space(6), "displaystyle": .style(.display), "textstyle": .style(.text), "scriptstyle": .style(.script),
    "scriptscriptstyle": .style(.scriptScript),
    "frac": .fraction(.usual, left: nil, right: nil, style: nil),
    "dfrac": .fraction(.usual, left: nil, right: nil, style: .display),
    "tfrac": .fraction(.usual, left: nil, right: nil, style: .text),
    "binom": .fraction(.none, left: "(", right: ")", style: nil),
    "dbinom": .fraction(.none, left: "(", right: ")", style: .display),
    "tbinom": .fraction(.none, left: "(", right: ")", style: .text),
    "overline": .line(isBelow: false), "underline": .line(isBelow: true), "widebar": .line(isBelow: false),
    "overbar": .line(isBelow: false),
    "overbrace": .brace("⏞", isBelow: false), "underbrace": .brace("⏟", isBelow: true),
    "overbracket": .brace("⎴", isBelow: false), "underbracket": .brace("⎵", isBelow: true),
    "overparen": .brace("⏜", isBelow: false), "underparen": .brace("⏝", isBelow: true),
    "underrightarrow": .accent("\u{20EF}", isWide: true, isBelow: true),
    "underleftarrow": .accent("\u{20EE}", isWide: true, isBelow: true),
    "mathop": .classed(.operator), "mathbin": .classed(.binary), "mathrel": .classed(.relation),
    "mathord": .classed(.ordinary), "mathopen": .classed(.open), "mathclose": .classed(.close),
    "mathpunct": .classed(.punctuation), "mathinner": .classed(.inner), "ensuremath": .classed(.ordinary),
    "xrightarrow": .arrow("→"), "xleftarrow": .arrow("←"), "xleftrightarrow": .arrow("↔"), "xRightarrow": .arrow("⇒"),
    "xLeftarrow": .arrow("⇐"), "xLeftrightarrow": .arrow("⇔"), "xmapsto": .arrow("↦"), "xhookrightarrow": .arrow("↪"),
    "xhookleftarrow": .arrow("↩"), "xrightharpoonup": .arrow("⇀"), "xrightleftharpoons": .arrow("⇌"),
    "xlongequal": .arrow("="), "xtwoheadrightarrow": .arrow("↠"),
    "abs": .enclosed("|", "|"), "norm": .enclosed("‖", "‖"), "bra": .enclosed("⟨", "|"), "ket": .enclosed("|", "⟩"),
    "ceil": .enclosed("⌈", "⌉"), "floor": .enclosed("⌊", "⌋"), "Set": .enclosed("{", "}"), "set": .enclosed("{", "}"),
    "liminf": .name("lim\u{2009}inf", hasLimits: true), "limsup": .name("lim\u{2009}sup", hasLimits: true),
    "injlim": .name("inj\u{2009}lim", hasLimits: true), "projlim": .name("proj\u{2009}lim", hasLimits: true),
  ]

  /// The class of a sign that stands in the source as itself.
  static let classes: [Unicode.Scalar: TeXCommand] = {
    var table: [Unicode.Scalar: TeXCommand] = [:]
    for command in byName.sorted(by: { $0.key < $1.key }).map(\.value) {
      switch command {
      case .letter(let scalar): table[scalar] = command
      case .symbol(let scalar, _), .large(let scalar, _):
        if !scalar.isASCII, table[scalar] == nil { table[scalar] = command }
      default: break
      }
    }
    // named twice with two classes
    table["|"] = .symbol("|", .ordinary)
    table["‖"] = .symbol("‖", .ordinary)
    table["△"] = .symbol("△", .ordinary)
    table["†"] = .symbol("†", .binary)
    table["‡"] = .symbol("‡", .binary)
    table["⊲"] = .symbol("⊲", .relation)
    table["⊳"] = .symbol("⊳", .relation)
    table["⊴"] = .symbol("⊴", .relation)
    table["⊵"] = .symbol("⊵", .relation)
    table["∈"] = .symbol("∈", .relation)
    table["−"] = .symbol("−", .binary)
    table["·"] = .symbol("⋅", .binary)
    table["•"] = .symbol("∙", .binary)
    table["⟨"] = .symbol("⟨", .open)
    table["⟩"] = .symbol("⟩", .close)
    table["〈"] = .symbol("⟨", .open)
    table["〉"] = .symbol("⟩", .close)
    table["∖"] = .symbol("∖", .binary)
    table["∣"] = .symbol("∣", .relation)
    table["∘"] = .symbol("∘", .binary)
    return table
  }()

  /// ASCII's own (The TeXbook, appendix F).
  static func plain(_ scalar: Unicode.Scalar) -> FormulaNode? {
    switch scalar {
    case "+": .symbol("+", .binary)
    case "-": .symbol("−", .binary)
    case "*": .symbol("∗", .binary)
    case "=", "<", ">": .symbol(scalar, .relation)
    // a colon is punctuation, this a sign of proportion (unicode-math)
    case ":": .symbol("∶", .relation)
    case ",", ";": .symbol(scalar, .punctuation)
    case "(", "[": .symbol(scalar, .open)
    case ")", "]", "!", "?": .symbol(scalar, .close)
    case "`": .symbol("‘", .open)
    case "/", "|", ".", "@", "\"", "$", "#": .symbol(scalar, .ordinary)
    default: nil
    }
  }
}
