import Formula
import TeX
import Testing

/// Chemistry and quantities, as the packages mhchem and siunitx have them: each beside what says the same in LaTeX alone.
@Suite struct `Chemistry and quantities` {
  /// What stands in the formula, without its kinds: `x_{2}^{3}`, `,` for a thin space, `(a/b)` for a fraction.
  private func shown(_ node: FormulaNode) -> String {
    switch node {
    case .symbol(let sign, _): return String(Character(sign))
    case .row(let parts): return parts.map(shown).joined()
    case .classed(_, let inner): return shown(inner)
    case .scripts(let base, let sub, let sup, _):
      return shown(base) + (sub.map { "_{\(shown($0))}" } ?? "") + (sup.map { "^{\(shown($0))}" } ?? "")
    case .fraction(let fraction): return "(\(shown(fraction.over))/\(shown(fraction.under)))"
    case .arrow(let sign, let over, let under):
      return " \(String(Character(sign)))[\(over.map(shown) ?? "")][\(under.map(shown) ?? "")] "
    case .text(let parts):
      return parts.map { part in if case .words(let words) = part.content { words } else { "" } }.joined()
    case .space(let width): return width == 3 ? "," : ""
    case .name(let name, _): return name
    case .phantom: return ""
    case .fenced(let left, let parts, _, let right):
      return [left, right].map { $0.map { String(Character($0)) } ?? "" }.joined(separator: parts.map(shown).joined())
    default: return "?"
    }
  }

  @Test(arguments: [
    ("H2O", "H_{2}O"), ("SO4^2-", "SO_{4}^{2−}"), ("Na+", "Na^{+}"),
    ("2H2 + O2 -> 2H2O", "2,H_{2}+O_{2} →[][] 2,H_{2}O"),
    ("(NH4)2SO4", "(NH_{4})_{2}SO_{4}"), ("^{227}_{90}Th+", "_{90}^{227}Th^{+}"), ("1/2O2", "(1/2),O_{2}"),
    ("CuSO4.5H2O", "CuSO_{4}⋅5,H_{2}O"), ("A <=>[k1][k2] B", "A ⇌[k_{1}][k_{2}] B"), ("NaCl(aq)", "NaCl(aq)"),
    ("Fe^{III}", "Fe^{III}"), ("C_nH_{2n+2}", "C_{𝑛}H_{2𝑛+2}"), ("e-", "e^{−}"), ("n H2O", "𝑛H_{2}O"),
    ("Ca(OH)2 v", "Ca(OH)_{2}↓"), ("CO2 ^", "CO_{2}↑"), ("CH3-CH=CH2", "CH_{3}−CH=CH_{2}"), ("HC#CH", "HC≡CH"),
    ("$x$ NaOH", "𝑥NaOH"), ("OH^.", "OH^{∙}"),
  ])
  func `a reaction is read`(_ source: String, _ expected: String) throws {
    #expect(shown(try read("\\ce{\(source)}")) == expected)
  }

  @Test(arguments: [
    (#"\num{6.022e23}"#, "6.022×10^{23}"), (#"\num{12345.678901}"#, "12,345.678,901"), (#"\num{1234}"#, "1234"),
    (#"\num{e-5}"#, "10^{−5}"), (#"\num{1.2 +- 0.3}"#, "1.2±0.3"), (#"\num{.5}"#, "0.5"), (#"\num{3,14}"#, "3,14"),
    (#"\SI{9.81}{\metre\per\second\squared}"#, "9.81,m,s^{−2}"), (#"\qty{3.0e8}{m/s}"#, "3.0×10^{8},m/s"),
    (#"\unit{\kilo\gram}"#, "kg"), (#"\si{\joule\per\mole\per\kelvin}"#, "J,mol^{−1},K^{−1}"),
    (#"\SI[per-mode=symbol]{5}{\metre\per\second}"#, "5,m/s"), (#"\si[per-mode=fraction]{\metre\per\second}"#, "(m/s)"),
    (#"\ang{30;15;}"#, "30°15^{′}"), (#"\ang{45.5}"#, "45.5°"), (#"\SI{20}{\celsius}"#, "20,°C"),
    (#"\SI{90}{\degree}"#, "90°"), (#"\SIrange{1}{5}{\km}"#, "1–5,km"), (#"\numlist{1;2;3}"#, "1,2,3"),
    (#"\SI{1.5 \pm 0.2}{m}"#, "(1.5±0.2),m"), (#"\pu{123 kJ/mol}"#, "123,kJ/mol"), (#"\unit{m.s^{-2}}"#, "m,s^{−2}"),
    (#"\si{\square\metre}"#, "m^{2}"), (#"\si{\micro\ohm}"#, "μΩ"),
  ])
  func `a quantity is read`(_ source: String, _ expected: String) throws {
    #expect(shown(try read(source)) == expected)
  }

  @Test func `with one argument it is the package physics' own`() throws {
    #expect(
      try read(#"\qty{x}"#) == .row([.fenced(left: "{", [.row([.symbol("𝑥", .ordinary)])], middle: [], right: "}")]))
  }

  @Test(arguments: [
    #"\ce"#, #"\ce{"#, #"\ce{^}"#, #"\ce{->[}"#, #"\ce{$x}"#, #"\ce{\ce{\ce{"#, #"\num"#, #"\SI{1}"#, #"\si{^}"#,
    #"\ang{;;;;}"#,
    #"\qty["#, #"\qty{{{{"#, #"\pu{}"#, #"\numlist{;}"#, #"\num{e}"#, #"\num{,.,.}"#,
    String(repeating: #"\ce{"#, count: 20_000), String(repeating: #"\qty{1}{m}"#, count: 5_000),
    #"\begin{array}{c}\multicolumn{99999999999}{c}{x}\end{array}"#,
    #"\begin{array}{c}\multicolumn{300}{c}{x}&y\end{array}"#,
    #"\begin{matrix}\hdotsfor{-3}\\a\end{matrix}"#, #"\sideset"#, #"\sideset{}{}"#, #"\octavolines{align}"#,
  ])
  func `no source is too odd`(_ source: String) {
    // it returns or throws
    _ = problem(of: source)
  }
}

/// Which lines of environments have numbers.
@Suite struct `Numbers of lines` {
  private func rows(_ source: String, isEnvironment: Bool = true) throws -> [Int] {
    var macros = TeXMacros()
    let tree = try readTeX(source, isEnvironment: isEnvironment, macros: &macros)
    return Formula(tree, isDisplayed: true).numberedLines.map(\.row)
  }

  @Test(arguments: [
    (#"\begin{align} a&=b\\ c&=d\nonumber\\ e&=f \end{align}"#, [0, 2]),
    (#"\begin{align*} a&=b\\ c&=d \end{align*}"#, []),
    (#"\begin{equation} a=b \end{equation}"#, [0]), (#"\begin{multline} a\\ +b \end{multline}"#, [1]),
    (#"\begin{gather} a\\ b\tag{X} \end{gather}"#, [0]), (#"\begin{aligned} a\\ b \end{aligned}"#, []),
    (#"\begin{equation}\begin{split} a&=b\\ &=c \end{split}\end{equation}"#, [0]),
    (#"\begin{subequations}\begin{align} a&=b\\ c&=d \end{align}\end{subequations}"#, [0, 1]),
  ])
  func `are those of LaTeX's environments`(_ source: String, _ expected: [Int]) throws {
    #expect(try rows(source) == expected)
  }

  @Test func `between signs of money only names give them`() throws {
    #expect(try rows(#"\begin{align} a&=b\\ c&=d\label{x} \end{align}"#, isEnvironment: false) == [1])
  }

  @Test func `are kept by marks where another reader renames the environment`() throws {
    let source = #"\begin{aligned}\octavolines{align}\octavogroup{g} a&=b\label{x}\\ c&=d \end{aligned}"#
    var macros = TeXMacros()
    let formula = Formula(try readTeX(source, macros: &macros), isDisplayed: true)
    #expect(formula.numberedLines.map(\.name) == ["x", ""] && formula.groupName == "g")
  }
}
