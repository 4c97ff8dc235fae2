import Formula
import TeX
import Testing

/// What TeX's commands say, without any font.
@Suite struct `Formulas in TeX` {
  @Test func `letters are italic, figures and capital Greek upright`() throws {
    #expect(
      try read(#"x2\alpha\Gamma"#)
        == .row([
          .symbol("𝑥", .ordinary), .symbol("2", .ordinary), .symbol("𝛼", .ordinary), .symbol("Γ", .ordinary),
        ]))
  }

  @Test func `an argument without braces is one sign`() throws {
    #expect(
      try read(#"\frac12x_i^2"#)
        == .row([
          .fraction(FormulaFraction(.symbol("1", .ordinary), .symbol("2", .ordinary))),
          .scripts(
            base: .symbol("𝑥", .ordinary), sub: .symbol("𝑖", .ordinary), sup: .symbol("2", .ordinary), limits: .usual),
        ]))
  }

  @Test func `over and choose take the group they stand in`() throws {
    #expect(
      try read(#"{a\over b}{n\choose k}"#)
        == .row([
          .row([.fraction(FormulaFraction(.row([.symbol("𝑎", .ordinary)]), .row([.symbol("𝑏", .ordinary)])))]),
          .row([
            .fraction(
              FormulaFraction(
                .row([.symbol("𝑛", .ordinary)]), .row([.symbol("𝑘", .ordinary)]), rule: .none, left: "(", right: ")"))
          ]),
        ]))
  }

  @Test func `primes go before a power`() throws {
    let expected = FormulaNode.scripts(
      base: .symbol("𝑓", .ordinary), sub: nil,
      sup: .row([.row([.symbol("″", .ordinary)]), .symbol("2", .ordinary)]), limits: .usual)
    #expect(try read("f''^2") == .row([expected]))
  }

  @Test func `not before a sign is the sign with a stroke`() throws {
    #expect(try read(#"\not="#) == .row([.symbol("≠", .relation)]))
    #expect(try read(#"\not\in"#) == .row([.symbol("∉", .relation)]))
  }

  @Test(arguments: [
    #"\bf x + {\rm d}"#, #"\operatorname*{arg\,max}_{\theta} f"#, #"\left\{ x \middle| y \right."#,
    #"\begin{cases} 1 & \text{if $n$ is even} \\ 0 \end{cases}"#, #"\xrightarrow[n\to\infty]{\text{a.s.}}"#,
    #"\begin{array}{l|r} a & b \\ \hline c & d \end{array}"#, #"\underbrace{a+b}_{n}"#, #"\sum_{\substack{i<n\\j<m}}"#,
    #"\begin{aligned} a &= b \\ &= c \end{aligned}"#, #"a \bmod b \pmod{n}"#, #"\color{red} x"#, #"\boxed{E=mc^2}"#,
    #"\braket{a|b} \bra{x} \ket{y}"#, #"\mqty(a & b \\ c & d)"#, #"\text{價格} = 価"#, #"x \hspace{1em} y"#, #"a \\ b"#,
    #"\sqrt[3]{x}"#, #"\cfrac{1}{1+\cfrac{1}{x}}"#, #"\bigl( \Big| \biggr)"#, ##"100\% \# \_ \$"##, "",
  ])
  func `what books write is read`(_ source: String) {
    #expect(problem(of: source) == nil)
  }

  @Test func `a macro is expanded, with its parameters and its usual one`() throws {
    var macros = TeXMacros()
    let isPure = macros.define(
      from:
        #"\newcommand{\R}{\mathbb{R}} \newcommand{\pow}[2][2]{#2^{#1}} \DeclareMathOperator{\tr}{tr} \def\half#1{\frac{#1}{2}}"#
    )
    #expect(isPure)
    #expect(try readTeX(#"\R"#, macros: &macros) == readTeX(#"\mathbb{R}"#, macros: &macros))
    #expect(
      try readTeX(#"\pow{x}\pow[3]{x}"#, macros: &macros)
        == readTeX("{x}^{2}{x}^{3}".replacing("{x}", with: "x"), macros: &macros))
    #expect(try readTeX(#"\tr A"#, macros: &macros) == readTeX(#"\operatorname{tr} A"#, macros: &macros))
    #expect(try readTeX(#"\half n"#, macros: &macros) == readTeX(#"\frac{n}{2}"#, macros: &macros))
  }

  @Test(arguments: [
    (#"\frobnicate x"#, TeXProblem(kind: .unknownCommand("frobnicate"), offset: 0)),
    (#"é\frobnicate"#, TeXProblem(kind: .unknownCommand("frobnicate"), offset: 2)),
    (#"\begin{tikzcd} \end{tikzcd}"#, TeXProblem(kind: .unknownEnvironment("tikzcd"), offset: 0)),
    ("a}", TeXProblem(kind: .misplaced("}"), offset: 0)),
    ("x^2^3", TeXProblem(kind: .misplaced("^"), offset: 3)),
    (#"\frac{1}"#, TeXProblem(kind: .missing("an argument"), offset: 0)),
  ])
  func `what the tree cannot say is a problem with its place`(_ source: String, _ expected: TeXProblem) {
    #expect(problem(of: source) == expected)
  }

  @Test(arguments: [
    #"\def\a{\a\a}\a"#, #"\def\a{\b}\def\b{\a x}\a"#, String(repeating: "{", count: 100_000),
    String(repeating: #"\frac{"#, count: 20_000), String(repeating: #"\left("#, count: 20_000),
    String(repeating: "x^{", count: 20_000), String(repeating: #"\text{$"#, count: 5_000),
    #"\newcommand{\z}[9]{#1#1#1#1#1#1#1#1}\z{\z{\z{\z{\z{\z{\z{\z{x}}}}}}}}"#, #"\let\a\a\a"#, #"\left"#, #"\begin"#,
    #"\begin{array}"#, #"\sqrt["#, #"\big"#, #"\not"#, #"\mathop"#, "_", "^", "&", #"\\"#, "\\", "#1", "$", "'",
    #"\braket{"#, #"\root 3"#, #"\hspace{1e99em}"#, #"\color[rgb]{nan,0,0}x"#,
  ])
  func `no source is too deep, too long or too odd`(_ source: String) {
    // it returns or throws
    _ = problem(of: source)
  }
}
