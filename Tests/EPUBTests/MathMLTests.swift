import EPUB
import Formula
import Testing
import XML

/// MathML becomes the tree that TeX does.
@Suite struct `A formula in MathML` {
  private func tree(_ inner: String) throws -> FormulaNode {
    let tree = parseXML(Array("<math xmlns=\"http://www.w3.org/1998/Math/MathML\">\(inner)</math>".utf8))
    let math = try #require(tree.nodes.indices.first { tree.nodes[$0].name == "math" })
    return MathMLReader(tree: tree).formula(math)
  }

  @Test func `has letters in italics, signs of their class and scripts`() throws {
    let read = try tree("<msup><mi>x</mi><mn>2</mn></msup><mo>-</mo><mi>sin</mi><mo>&#x2061;</mo><mi>y</mi>")
    guard case .row(let parts) = read, parts.count == 5 else { return #expect(Bool(false), "\(read)") }
    #expect(
      parts[0]
        == .scripts(base: .symbol("𝑥", .ordinary), sub: nil, sup: .row([.symbol("2", .ordinary)]), limits: .never))
    #expect(parts[1] == .symbol("−", .binary))
    #expect(parts[2] == .name("sin", hasLimits: false) && parts[3] == .empty)
  }

  @Test func `has fences as tall as what is in them, sums with limits, and rows of a table that is all of it`() throws {
    let fence = try tree("<mo>(</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>)</mo>")
    guard case .fenced("(", _, _, ")") = fence else { return #expect(Bool(false), "\(fence)") }
    let listed = try tree("<mfenced open='{' close='}' separators=';'><mi>a</mi><mi>b</mi></mfenced>")
    guard case .fenced("{", let inner, _, "}") = listed else { return #expect(Bool(false), "\(listed)") }
    #expect(
      inner == [.row([.symbol("𝑎", .ordinary), .symbol(";", .punctuation), .symbol("𝑏", .ordinary)])])
    let sum = try tree("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>")
    guard case .scripts(.large("∑", hasLimits: true), _?, _?, .usual) = sum else {
      return #expect(Bool(false), "\(sum)")
    }
    let table = try tree("<mrow><mtable><mtr><mtd><mi>a</mi></mtd></mtr><mtr><mtd/></mtr></mtable></mrow>")
    guard case .table(let rows) = table else { return #expect(Bool(false), "\(table)") }
    #expect(rows.kind == .aligned && rows.rows.count == 2)
  }

  @Test(arguments: [
    "<p>prose</p>", "prose", "<mrow>prose</mrow>",
    String(repeating: "<mrow>", count: 5000) + "<mi>x</mi>" + String(repeating: "</mrow>", count: 5000),
  ])
  func `is none where words stand outside of its signs, or where it is nested without end`(inner: String) throws {
    let tree = parseXML(Array("<math>\(inner)</math>".utf8))
    let math = try #require(tree.nodes.indices.first { tree.nodes[$0].name == "math" })
    #expect(!MathMLReader(tree: tree).isWhole(math))
    let whole = parseXML(Array("<math><mrow><mi>x</mi></mrow></math>".utf8))
    #expect(
      MathMLReader(tree: whole).isWhole(try #require(whole.nodes.indices.first { whole.nodes[$0].name == "math" })))
  }
}
