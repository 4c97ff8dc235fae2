package import Formula

/// Signs by their names in TeX: pairs of a name and what it stands for, by class (LaTeX, the AMS's packages,
/// unicode-math).
package enum TeXSymbols {
  /// What a sign is by itself, as its name in TeX has it; nil for a letter and what has no name.
  package static func kind(of sign: Unicode.Scalar) -> FormulaClass? { kinds[sign] }
  /// Whether a sign is tall in displayed formulas, and bears limits there.
  package static func isSumming(_ sign: Unicode.Scalar) -> Bool { sums.contains(sign) }
  package static func isIntegral(_ sign: Unicode.Scalar) -> Bool { integralSigns.contains(sign) }

  private static let sums = Set(pairs(summing).map(\.scalar))
  private static let integralSigns = Set(pairs(integrals).map(\.scalar))
  private static let kinds: [Unicode.Scalar: FormulaClass] = {
    var kinds: [Unicode.Scalar: FormulaClass] = [:]
    for (text, kind): (String, FormulaClass) in [
      (ordinary, .ordinary), (inner, .inner), (punctuation, .punctuation), (closing, .close), (opening, .open),
      (relations, .relation), (binary, .binary),
    ] {
      for (_, scalar) in pairs(text) { kinds[scalar] = kind }
    }
    for (signs, kind): (String, FormulaClass) in [
      ("+-−*", .binary), ("=<>:", .relation), ("([{", .open), (")]}!", .close), (",;", .punctuation),
      ("|/.", .ordinary),
    ] {
      for sign in signs.unicodeScalars { kinds[sign] = kind }
    }
    return kinds
  }()

  /// Letters, which follow the alphabet they stand in.
  static let letters = """
    alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ varkappa ϰ
    lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ
    chi χ psi ψ omega ω Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ
    Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω partial ∂ nabla ∇ imath ı jmath ȷ
    """

  /// Greek capitals that slant whatever the alphabet.
  static let slanted = """
    varGamma Γ varDelta Δ varTheta Θ varLambda Λ varXi Ξ varPi Π varSigma Σ varUpsilon Υ varPhi Φ varPsi Ψ varOmega Ω
    """

  static let ordinary = """
    infty ∞ ell ℓ hbar ℏ hslash ℏ Re ℜ Im ℑ wp ℘ aleph ℵ beth ℶ gimel ℷ daleth ℸ emptyset ∅ varnothing ∅ forall ∀
    exists ∃ nexists ∄ neg ¬ lnot ¬ top ⊤ bot ⊥ angle ∠ measuredangle ∡ sphericalangle ∢ triangle △ prime ′ backprime ‵
    backslash \\ vert | Vert ‖ | ‖ square □ Box □ blacksquare ■ Diamond ◇ lozenge ◊ blacklozenge ⧫ clubsuit ♣
    diamondsuit ♢ heartsuit ♡ spadesuit ♠ flat ♭ natural ♮ sharp ♯ bigstar ★ checkmark ✓ S § P ¶ dag † ddag ‡
    copyright © pounds £ yen ¥ euro € degree ° circledR ® maltese ✠ mho ℧ eth ð complement ∁ surd √ diagup ╱ diagdown ╲
    blacktriangle ▲ blacktriangledown ▼ triangledown ▽ vartriangle △ Finv Ⅎ Game ⅁ Bbbk 𝕜 QED ∎ lq ‘ rq ’ aa å AA Å ae æ
    vdots ⋮ % % # # _ _ & & $ $ And & AE Æ oe œ OE Œ o ø O Ø ss ß l ł L Ł i ı j ȷ textbackslash \\ textasciitilde ~ textasciicircum ^ textbar |
    textless < textgreater > textdegree ° infin ∞ empty ∅ isin ∈ N ℕ R ℝ Z ℤ Q ℚ C ℂ
    """

  static let binary = """
    pm ± mp ∓ times × div ÷ cdot ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ cap ∩ cup ∪ uplus ⊎ sqcap ⊓ sqcup ⊔ vee ∨ lor ∨ wedge ∧
    land ∧ setminus ∖ smallsetminus ∖ wr ≀ diamond ⋄ bigtriangleup △ bigtriangledown ▽ triangleleft ◁ triangleright ▷
    lhd ⊲ rhd ⊳ unlhd ⊴ unrhd ⊵ oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ bigcirc ◯ dagger † ddagger ‡ amalg ⨿
    dotplus ∔ ltimes ⋉ rtimes ⋊ Cap ⋒ Cup ⋓ doublecap ⋒ doublecup ⋓ barwedge ⊼ veebar ⊻ doublebarwedge ⩞ boxminus ⊟
    boxtimes ⊠ boxdot ⊡ boxplus ⊞ divideontimes ⋇ leftthreetimes ⋋ rightthreetimes ⋌ curlywedge ⋏ curlyvee ⋎
    circleddash ⊝ circledast ⊛ circledcirc ⊚ centerdot ⋅ intercal ⊺ gtrdot ⋗ lessdot ⋖ boxslash ⧄ interleave ⫴ slash ⁄
    sdot ⋅ plusmn ±
    """

  static let relations = """
    leq ≤ le ≤ geq ≥ ge ≥ leqslant ⩽ geqslant ⩾ leqq ≦ geqq ≧ lneq ⪇ gneq ⪈ lneqq ≨ gneqq ≩ lt < gt > ll ≪ gg ≫
    lll ⋘ ggg ⋙ neq ≠ ne ≠ equiv ≡ sim ∼ simeq ≃ approx ≈ approxeq ≊ cong ≅ thickapprox ≈ thicksim ∼ propto ∝
    varpropto ∝ prec ≺ succ ≻ preceq ⪯ succeq ⪰ preccurlyeq ≼ succcurlyeq ≽ curlyeqprec ⋞ curlyeqsucc ⋟ precsim ≾
    succsim ≿ in ∈ ni ∋ owns ∋ notin ∉ notni ∌ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋
    varsubsetneq ⊊ varsupsetneq ⊋ subseteqq ⫅ supseteqq ⫆ subsetneqq ⫋ supsetneqq ⫌ nsubseteq ⊈ nsupseteq ⊉ sqsubset ⊏
    sqsupset ⊐ sqsubseteq ⊑ sqsupseteq ⊒ Subset ⋐ Supset ⋑ vdash ⊢ dashv ⊣ models ⊧ vDash ⊨ Vdash ⊩ Vvdash ⊪ nvdash ⊬
    nvDash ⊭ nVdash ⊮ nVDash ⊯ mid ∣ nmid ∤ parallel ∥ nparallel ∦ shortmid ∣ shortparallel ∥ divides ∣ perp ⟂ asymp ≍
    bowtie ⋈ Join ⋈ smile ⌣ frown ⌢ smallsmile ⌣ smallfrown ⌢ doteq ≐ doteqdot ≑ Doteq ≑ risingdotseq ≓
    fallingdotseq ≒ circeq ≗ triangleq ≜ bumpeq ≏ Bumpeq ≎ eqcirc ≖ backsim ∽ backsimeq ⋍ between ≬ pitchfork ⋔
    because ∵ therefore ∴ lesssim ≲ gtrsim ≳ lessgtr ≶ gtrless ≷ lesseqgtr ⋚ gtreqless ⋛ lesseqqgtr ⪋ gtreqqless ⪌ lessapprox ⪅ gtrapprox ⪆
    eqslantless ⪕ eqslantgtr ⪖ trianglelefteq ⊴ trianglerighteq ⊵ vartriangleleft ⊲ vartriangleright ⊳
    ntriangleleft ⋪ ntriangleright ⋫ ntrianglelefteq ⋬ ntrianglerighteq ⋭ blacktriangleleft ◀ blacktriangleright ▶
    nless ≮ ngtr ≯ nleq ≰ ngeq ≱ nprec ⊀ nsucc ⊁ nsim ≁ ncong ≇ lnsim ⋦ gnsim ⋧ precnsim ⋨ succnsim ⋩ coloneqq ≔
    coloneq ≔ eqqcolon ≕ Coloneqq ⩴ defeq ≔ eqdef ≝ multimap ⊸ varparallel ∥ asympeq ≍ precapprox ⪷ succapprox ⪸
    to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ iff ⟺ implies ⟹
    impliedby ⟸ longrightarrow ⟶ longleftarrow ⟵ longleftrightarrow ⟷ Longrightarrow ⟹ Longleftarrow ⟸
    Longleftrightarrow ⟺ mapsto ↦ mapsfrom ↤ longmapsto ⟼ longmapsfrom ⟻ uparrow ↑ downarrow ↓ updownarrow ↕ Uparrow ⇑
    Downarrow ⇓ Updownarrow ⇕ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖ hookrightarrow ↪ hookleftarrow ↩ leadsto ↝
    rightharpoonup ⇀ rightharpoondown ⇁ leftharpoonup ↼ leftharpoondown ↽ rightleftharpoons ⇌ leftrightharpoons ⇋
    rightleftarrows ⇄ leftrightarrows ⇆ rightrightarrows ⇉ leftleftarrows ⇇ upuparrows ⇈ downdownarrows ⇊ Rsh ↱ Lsh ↰
    rightarrowtail ↣ leftarrowtail ↢ twoheadrightarrow ↠ twoheadleftarrow ↞ rightsquigarrow ⇝ leftrightsquigarrow ↭
    curvearrowright ↷ curvearrowleft ↶ circlearrowright ↻ circlearrowleft ↺ looparrowright ↬ looparrowleft ↫
    nrightarrow ↛ nleftarrow ↚ nleftrightarrow ↮ nRightarrow ⇏ nLeftarrow ⇍ nLeftrightarrow ⇎ Rrightarrow ⇛
    Lleftarrow ⇚ dashrightarrow ⇢ dashleftarrow ⇠ upharpoonright ↾ upharpoonleft ↿ downharpoonright ⇂
    downharpoonleft ⇃ restriction ↾ rarr → larr ← harr ↔ rArr ⇒ lArr ⇐ hArr ⇔ Rarr ⇒ Larr ⇐ lrarr ↔ uarr ↑ darr ↓
    """

  static let opening = """
    lbrace { { { lbrack [ langle ⟨ lang ⟨ lfloor ⌊ lceil ⌈ lvert | lVert ‖ lgroup ⟮ lmoustache ⎰ llbracket ⟦
    llparenthesis ⦇ ulcorner ⌜ llcorner ⌞ lparen (
    """

  static let closing = """
    rbrace } } } rbrack ] rangle ⟩ rang ⟩ rfloor ⌋ rceil ⌉ rvert | rVert ‖ rgroup ⟯ rmoustache ⎱ rrbracket ⟧
    rrparenthesis ⦈ urcorner ⌝ lrcorner ⌟ rparen )
    """

  static let punctuation = "colon : ldotp . cdotp ⋅"

  static let inner =
    "ldots … cdots ⋯ ddots ⋱ dotsc … dotsb ⋯ dotsm ⋯ dotsi ⋯ dotso … hdots … mathellipsis … textellipsis …"

  /// Signs that are tall in displayed formulas, with what they bear there above and below.
  static let summing = """
    sum ∑ prod ∏ coprod ∐ bigcup ⋃ bigcap ⋂ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂ bigodot ⨀ biguplus ⨄ bigsqcup ⨆
    bigsqcap ⨅
    """
  static let integrals = """
    int ∫ iint ∬ iiint ∭ iiiint ⨌ oint ∮ oiint ∯ oiiint ∰ intop ∫ smallint ∫ varointclockwise ∲ ointctrclockwise ∳ fint ⨏
    """

  /// Names set upright, without and with limits in displayed formulas.
  static let names = """
    sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp arg deg dim ker hom sgn tg ctg arctg
    arcctg sh ch th cth cosec
    """
  static let limitNames = "lim max min sup inf det gcd Pr argmin argmax plim hcf"

  /// Accents: the name, the sign, whether it grows with what it stands on.
  static let accents = """
    hat \u{302} check \u{30C} tilde \u{303} acute \u{301} grave \u{300} dot \u{307} ddot \u{308} dddot \u{20DB}
    ddddot \u{20DC} breve \u{306} bar \u{304} vec \u{20D7} mathring \u{30A}
    """
  static let wideAccents = """
    widehat \u{302} widetilde \u{303} widecheck \u{30C} overrightarrow \u{20D7} overleftarrow \u{20D6}
    overleftrightarrow \u{20E1}
    """

  static func pairs(_ text: String) -> [(name: String, scalar: Unicode.Scalar)] {
    // by scalars: an accent would join the blank before it
    let words = text.unicodeScalars.split { $0 == " " || $0 == "\n" }
    return stride(from: 0, to: words.count - 1, by: 2).compactMap { index in
      words[index + 1].first.map { (String(words[index]), $0) }
    }
  }

  static func words(_ text: String) -> [String] { text.split { $0 == " " || $0 == "\n" }.map(String.init) }

  /// What a sign becomes with a stroke through it, where Unicode has it.
  static let struck: [Unicode.Scalar: Unicode.Scalar] = [
    "=": "≠", "<": "≮", ">": "≯", "∈": "∉", "∋": "∌", "⊂": "⊄", "⊃": "⊅", "⊆": "⊈", "⊇": "⊉", "≡": "≢", "∼": "≁",
    "≃": "≄", "≅": "≇", "≈": "≉", "≤": "≰", "≥": "≱", "∃": "∄", "∣": "∤", "|": "∤", "∥": "∦", "→": "↛", "←": "↚",
    "↔": "↮", "⇒": "⇏", "⇐": "⇍", "⇔": "⇎", "≺": "⊀", "≻": "⊁", "⊢": "⊬", "⊨": "⊭", "≼": "⋠", "≽": "⋡", "⊏": "⊏",
    "⊑": "⋢", "⊒": "⋣", "⊲": "⋪", "⊳": "⋫", "⊴": "⋬", "⊵": "⋭", "≲": "≴", "≳": "≵", "≍": "≭",
  ]
}
