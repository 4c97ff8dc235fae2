import CSS
import Testing

/// Selectors and the cascade, on a tree of a few elements.
@Suite struct CSSTests {
  /// body > (h2, p.first#one, div > (p, p.last), p)
  static var tree: StyledTree {
    var elements = [StyledElement(name: "body", namespace: "", id: "", classes: [], parent: -1, previous: -1)]
    func add(_ name: String, _ id: String, _ classes: [String], _ parent: Int, _ previous: Int) {
      elements.append(
        StyledElement(name: name, namespace: "", id: id, classes: classes, parent: parent, previous: previous))
    }
    add("h2", "", [], 0, -1)
    add("p", "one", ["first"], 0, 1)
    add("div", "", [], 0, 2)
    add("p", "", [], 3, -1)
    add("p", "", ["last"], 3, 4)
    add("p", "", [], 0, 3)
    for (index, place, back, type, typeBack) in [
      (1, 1, 4, 1, 1), (2, 2, 3, 1, 2), (3, 3, 2, 1, 1), (4, 1, 2, 1, 2), (5, 2, 1, 2, 1), (6, 4, 1, 2, 1),
    ] {
      (elements[index].place, elements[index].placeFromEnd) = (place, back)
      (elements[index].placeOfType, elements[index].placeOfTypeFromEnd) = (type, typeBack)
    }
    return StyledTree(elements: elements) { element, name, namespace in
      element == 5 && name == "type" && namespace == "http://www.idpf.org/2007/ops" ? "z3998:verse x" : nil
    }
  }

  @Test(
    arguments: [
      ("p", [2, 4, 5, 6]), ("h2 + p", [2]), ("h2 ~ p", [2, 6]), ("div > p", [4, 5]), ("body p", [2, 4, 5, 6]),
      ("#one", [2]), (".last", [5]), ("p:first-child", [4]), ("p:last-child", [5, 6]), ("p:nth-of-type(2)", [5, 6]),
      ("p:nth-child(2n)", [2, 5, 6]), ("p:not(.first):not(.last)", [4, 6]), ("p:is(.first, .last)", [2, 5]),
      ("[epub|type~=\"z3998:verse\"]", [5]), ("[epub\\:type~='x']", [5]), ("p:hover", []), ("p >", []), ("*:root", [0]),
      ("p:nth-last-child(-n+1)", [5, 6]), ("P.FIRST", []), ("h2, .last", [1, 5]), ("p..x", []), ("div p + p", [5]),
    ] as [(String, [Int])])
  func selectorsMatchAsTheStandardSays(_ selector: String, _ expected: [Int]) {
    let sheet = StyleSheet(
      "@namespace epub \"http://www.idpf.org/2007/ops\"; \(selector) { color: red }",
      namespaces: ["epub": "http://www.idpf.org/2007/ops"])
    let cascade = Cascade([StyleSheet(), sheet])
    let found = CSSTests.tree.elements.indices.filter { cascade.declared($0, of: CSSTests.tree)["color"] == "red" }
    #expect(found == expected)
  }

  private func value(_ css: String, of element: Int = 2, inline: String = "") -> String? {
    Cascade([StyleSheet(), StyleSheet(css)]).declared(
      element, of: CSSTests.tree, inline: StyleSheet.declarations(inline))["color"]
  }

  @Test func theStrongerRuleWins() {
    #expect(value("#one { color: a } p.first { color: b } p { color: c }") == "a")
    #expect(value("p { color: a } p { color: b }") == "b")
    #expect(value("p { color: a !important } #one { color: b }", inline: "color: c") == "a")
    #expect(value("#one { color: b }", inline: "color: c") == "c")
  }

  @Test func whatIsNoCSSIsPassedOver() {
    #expect(value("/* x */ @charset \"utf-8\"; p { colour; color: a; ; x: } } p { margin 0; }") == "a")
    #expect(value("p { color: a; background: url(data:x;y) } q { } p { content: \"}\"; color: b }") == "b")
    #expect(value("p { color: a") == "a")
    #expect(
      value("@font-face { font-family: x } @media screen { p { color: a } } @media print { p { color: b } }") == "b")
    #expect(
      value("@media (prefers-color-scheme: dark) { p { color: a } } @supports (display: table) { p { color: b } }")
        == "b")
    #expect(value("@media all and (min-width: 9000px) { p { color: a } }") == nil)
  }

  @Test func whatIsNoDisplayIsPassedOver() {
    let found = StyleSheet.declarations("display: none; display: absolute; color: red; display: 3px")
    #expect(found.map(\.name) == ["display", "color"])
    #expect(found.first?.value == "none")
    for value in ["Inline-Block", "table-cell", "-webkit-box", "oeb-page-head", "list-item", "inherit", "flow-root"] {
      #expect(StyleSheet.declarations("display: \(value)").map(\.value) == [value])
    }
  }

  @Test func generatedContentIsReadByItsParts() {
    #expect(
      StyleSheet.content("\"\\201C\" attr(title) counter(x) close-quote") == [
        .text("\u{201C}"), .attribute("title"), .counter("x", style: "decimal"), .closeQuote,
      ])
    #expect(
      StyleSheet.content("counters(item, \")\", lower-roman) url(x) \"\"") == [
        .counters("item", separator: ")", style: "lower-roman"), .other, .text(""),
      ])
    #expect(StyleSheet.counters("a b 3 c -1", usual: 1).map(\.value) == [1, 3, -1])
    #expect(StyleSheet.quotes("\"<\" \">\"") == ["<", ">"] && StyleSheet.quotes("auto") == nil)
  }
}
