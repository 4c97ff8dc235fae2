/// How signs of formulas are said, by language.
struct SpokenWords: Sendable {
  let signs: [Unicode.Scalar: String]
  let phrases: [Phrase: String]

  enum Phrase: Int, CaseIterable {
    case capital, bold, script, fraktur, doubleStruck
    case squared, cubed, power, endPower, sub, endSub
    case over, fraction, fractionOver, endFraction, choose
    case squareRoot, cubeRoot, root, rootOf, endRoot
    case from, to, of, over_, as_
    case absolute, endAbsolute
    case hat, bar, tilde, dot, doubleDot, vector, check, line, endLine, braceOver, braceUnder, above, below
    case matrix, rowsAnd, columns, row, cases, struck
  }

  /// Nil for a language that it does not speak.
  static func of(_ language: String) -> SpokenWords? {
    switch language.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
    case "en": english
    case "de": german
    default: nil
    }
  }

  private init(_ column: Int) {
    var signs: [Unicode.Scalar: String] = [:]
    for line in SpokenWords.table.split(separator: "\n") {
      let parts = line.split(separator: "|", omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      for scalar in parts[0].unicodeScalars where scalar != " " { signs[scalar] = String(parts[column]) }
    }
    self.signs = signs
    var phrases: [Phrase: String] = [:]
    for (phrase, line) in zip(Phrase.allCases, SpokenWords.phraseTable.split(separator: "\n")) {
      let parts = line.split(separator: "|")
      phrases[phrase] = String(parts[min(column - 1, parts.count - 1)])
    }
    self.phrases = phrases
  }

  private static let english = SpokenWords(1)
  private static let german = SpokenWords(2)

  /// One line each, in the order of `Phrase`.
  private static let phraseTable = """
    capital|groß
    bold|fett
    script|Schreibschrift
    fraktur|Fraktur
    double-struck|mit Doppelstrich
    squared|zum Quadrat
    cubed|hoch drei
    to the power|hoch
    end power|Ende Exponent
    sub|Index
    end sub|Ende Index
    over|durch
    the fraction|der Bruch
    over|durch
    end fraction|Ende Bruch
    choose|über
    the square root of|die Quadratwurzel aus
    the cube root of|die Kubikwurzel aus
    the root with index|die Wurzel mit Exponent
    of|aus
    end root|Ende Wurzel
    from|von
    to|bis
    of|von
    over|über
    as|für
    the absolute value of|der Betrag von
    end absolute value|Ende Betrag
    hat|Dach
    bar|quer
    tilde|Tilde
    dot|Punkt
    double dot|zwei Punkte
    vector|Vektor
    check|Hatschek
    line over|überstrichen
    end line|Ende Strich
    brace over|Klammer über
    brace under|Klammer unter
    above|darüber
    below|darunter
    matrix with|Matrix mit
    rows and|Zeilen und
    columns|Spalten
    row|Zeile
    cases|Fälle
    not|nicht
    """

  private static let table = """
    +|plus|plus
    −|minus|minus
    ±|plus or minus|plus minus
    ∓|minus or plus|minus plus
    × ⨯|times|mal
    ⋅ · ∙|times|mal
    ∗|asterisk|Stern
    ⋆|star|Stern
    ∘|composed with|verknüpft mit
    ÷|divided by|geteilt durch
    / ⁄|slash|durch
    =|equals|gleich
    ≠|is not equal to|ungleich
    <|is less than|kleiner als
    >|is greater than|größer als
    ≤ ⩽ ≦|is at most|kleiner gleich
    ≥ ⩾ ≧|is at least|größer gleich
    ≪|is much less than|viel kleiner als
    ≫|is much greater than|viel größer als
    ≈|is approximately|ungefähr gleich
    ≃|is asymptotic to|asymptotisch gleich
    ≅|is congruent to|kongruent zu
    ≡|is identical to|identisch mit
    ∼|is similar to|ähnlich
    ∝|is proportional to|proportional zu
    ∶|to|zu
    ≔|is defined as|definiert als
    ∈|is in|Element von
    ∉|is not in|nicht Element von
    ∋|contains|enthält
    ⊂|is a proper subset of|echte Teilmenge von
    ⊆|is a subset of|Teilmenge von
    ⊃|is a proper superset of|echte Obermenge von
    ⊇|is a superset of|Obermenge von
    ∪ ⋃|union|vereinigt mit
    ∩ ⋂|intersection|geschnitten mit
    ∖|without|ohne
    ∅|the empty set|leere Menge
    ∧|and|und
    ∨|or|oder
    ¬|not|nicht
    ∀|for all|für alle
    ∃|there exists|es gibt
    ∄|there is no|es gibt kein
    ⊕|circled plus|Kreis plus
    ⊗|circled times|Kreis mal
    ⊙|circled dot|Kreis Punkt
    ⊥ ⟂|perpendicular to|senkrecht auf
    ⊤|transposed|transponiert
    ∥ ‖|double bar|Doppelstrich
    ∣|divides|teilt
    ∤|does not divide|teilt nicht
    → ⟶|to|nach
    ←|from|von
    ↔ ⟷|left right arrow|Pfeil nach beiden Seiten
    ⇒ ⟹|implies|daraus folgt
    ⇐ ⟸|is implied by|folgt aus
    ⇔ ⟺|if and only if|genau dann, wenn
    ↦ ⟼|maps to|wird abgebildet auf
    ↑|up arrow|Pfeil nach oben
    ↓|down arrow|Pfeil nach unten
    ∞|infinity|unendlich
    ∂|partial|d partiell
    ∇|nabla|Nabla
    ∑|the sum|die Summe
    ∏|the product|das Produkt
    ∐|the coproduct|das Koprodukt
    ∫|the integral|das Integral
    ∬|the double integral|das Doppelintegral
    ∭|the triple integral|das Dreifachintegral
    ∮|the contour integral|das Kurvenintegral
    ⋀|the conjunction|die Konjunktion
    ⋁|the disjunction|die Disjunktion
    ⨁|the direct sum|die direkte Summe
    ⨂|the tensor product|das Tensorprodukt
    …|and so on|und so weiter
    ⋯|and so on|und so weiter
    ⋮|vertical dots|Punkte senkrecht
    ⋱|diagonal dots|Punkte schräg
    ′|prime|Strich
    ″|double prime|zwei Strich
    ‴|triple prime|drei Strich
    !|factorial|Fakultät
    ?|question mark|Fragezeichen
    ,|comma|Komma
    ;|semicolon|Strichpunkt
    :|colon|Doppelpunkt
    .|point|Punkt
    (|open parenthesis|Klammer auf
    )|close parenthesis|Klammer zu
    [|open bracket|eckige Klammer auf
    ]|close bracket|eckige Klammer zu
    {|open brace|geschweifte Klammer auf
    }|close brace|geschweifte Klammer zu
    ⟨|open angle|spitze Klammer auf
    ⟩|close angle|spitze Klammer zu
    ⌊|floor of|abgerundet
    ⌋|end floor|Ende abgerundet
    ⌈|ceiling of|aufgerundet
    ⌉|end ceiling|Ende aufgerundet
    ℏ|h bar|h quer
    ℓ|l|l
    ℵ|aleph|Aleph
    ℜ|the real part of|Realteil von
    ℑ|the imaginary part of|Imaginärteil von
    °|degrees|Grad
    %|percent|Prozent
    ∠|angle|Winkel
    △|triangle|Dreieck
    □ ∎|square|Quadrat
    ∴|therefore|also
    ∵|because|weil
    ⊢|yields|beweist
    ⊨ ⊧|models|erfüllt
    †|dagger|Kreuz
    ‡|double dagger|Doppelkreuz
    α|alpha|alpha
    β|beta|beta
    γ|gamma|gamma
    δ|delta|delta
    ϵ ε|epsilon|epsilon
    ζ|zeta|zeta
    η|eta|eta
    θ ϑ|theta|theta
    ι|iota|iota
    κ ϰ|kappa|kappa
    λ|lambda|lambda
    μ|mu|my
    ν|nu|ny
    ξ|xi|xi
    ο|omicron|omikron
    π ϖ|pi|pi
    ρ ϱ|rho|rho
    σ ς|sigma|sigma
    τ|tau|tau
    υ|upsilon|ypsilon
    ϕ φ|phi|phi
    χ|chi|chi
    ψ|psi|psi
    ω|omega|omega
    Γ|capital gamma|groß gamma
    Δ|capital delta|groß delta
    Θ|capital theta|groß theta
    Λ|capital lambda|groß lambda
    Ξ|capital xi|groß xi
    Π|capital pi|groß pi
    Σ|capital sigma|groß sigma
    Υ|capital upsilon|groß ypsilon
    Φ|capital phi|groß phi
    Ψ|capital psi|groß psi
    Ω|capital omega|groß omega
    """
}
