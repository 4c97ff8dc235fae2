import Formula
import TeX
import Testing

/// Formulas for who listens.
@Suite struct `Formulas in words` {
  @Test(arguments: [
    ("x^2+y_1", "x squared plus y sub 1", "x zum Quadrat plus y Index 1"),
    (#"\frac{a}{b}"#, "a over b", "a durch b"),
    (
      #"\frac{a+1}{b}"#, "the fraction a plus 1 over b end fraction", "der Bruch a plus 1 durch b Ende Bruch"
    ),
    (#"3.14"#, "3.14", "3.14"),
    (#"\sqrt{x+1}"#, "the square root of x plus 1 end root", "die Quadratwurzel aus x plus 1 Ende Wurzel"),
    (
      #"\sum_{i=1}^n i"#, "the sum from i equals 1 to n of i", "die Summe von i gleich 1 bis n von i"
    ),
    (#"\lim_{x\to 0} f'"#, "lim as x to 0 of f prime", "lim für x nach 0 von f Strich"),
    (#"\alpha\in\mathbb{R}"#, "alpha is in double-struck capital R", "alpha Element von mit Doppelstrich groß R"),
    (
      #"\begin{pmatrix}1&2\\3&4\end{pmatrix}"#, "matrix with 2 rows and 2 columns; row 1: 1, 2; row 2: 3, 4",
      "Matrix mit 2 Zeilen und 2 Spalten; Zeile 1: 1, 2; Zeile 2: 3, 4"
    ),
    (#"\left|x\right|"#, "the absolute value of x end absolute value", "der Betrag von x Ende Betrag"),
    (#"\vec v\cdot\hat n"#, "vector v times n hat", "Vektor v mal n Dach"),
  ])
  func `English and German say them`(_ source: String, _ english: String, _ german: String) throws {
    let formula = try read(source)
    #expect(formula.spoken(in: "en-GB") == english)
    #expect(formula.spoken(in: "de") == german)
  }

  @Test func `other languages have no words for them`() throws { #expect(try read("x").spoken(in: "fi") == nil) }
}
