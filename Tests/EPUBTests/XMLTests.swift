import Testing
import XML

@Suite struct XMLTests {
  private func text(_ source: String) -> String {
    let tree = parseXML(Array(source.utf8))
    return tree.nodes.isEmpty ? "" : tree.words(of: 0)
  }

  @Test func entitiesOfHTMLAreKnownWithoutAnyDocumentType() {
    #expect(
      text("<p>a&nbsp;b&mdash;&#8212;&#x2014;&#150;&amp;&lt;&unknown;</p>")
        == "a\u{A0}b———–&<&unknown;".split(separator: "\u{A0}").joined(separator: " "))
    #expect(
      text("<!DOCTYPE x [<!ENTITY me \"Jane\"><!ENTITY e SYSTEM \"file:///etc/passwd\">]><p>&me; &e;</p>") == "Jane &e;"
    )
    #expect(text("<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><p>&b;</p>") == "&b;")
  }

  @Test func tagSoupIsReadAsBrowsersReadIt() {
    let tree = parseXML(Array("<body><ul><li>a<li>b</ul><p>one<p>two<br>three<h1>Four<p>five</body>".utf8))
    #expect(!tree.isWellFormed && tree.all("li").count == 2 && tree.all("p").count == 3)
    #expect(tree.all("p").map { tree.words(of: $0) } == ["one", "twothree", "five"])
    #expect(tree.words(of: tree.all("h1")[0]) == "Four")
  }

  @Test(arguments: [
    "one<p>two</p>", "<p>one</p>two", "<p>one</p><p>two</p>", "<html><body><p>one</p></body></html>two",
    "<html><body><p>one</p></body></html><html><body><p>two</p></body></html>", "<aside>one</aside><tr><td>two",
    "<html>one<body>two</body></html>", "<html><td><body>one</td>two</html>", "<html><body>one</body>two</html>",
    "<html><body>one</body><body>two</body></html>", "<html><head><title>No words<p>one</p>two",
    "<html><head><meta charset='x'><p>one</p></head><body>two</body></html>",
  ])
  func whatStandsOutsideOfTheDocumentIsInItsBody(text: String) {
    let tree = parseXML(Array(text.utf8))
    let body = tree.first("body")
    #expect(body != nil && !tree.isWellFormed)
    #expect(body.map { tree.words(of: $0) } == "onetwo")
  }

  @Test func everyLetterKnowsItsPlace() {
    let source = "<p>é&eacute;<b>x</b></p>"
    let tree = parseXML(Array(source.utf8))
    var places: [Int] = []
    for node in tree.nodes.indices where tree.nodes[node].isText {
      tree.forEachScalar(ofText: node) { places.append($1) }
    }
    #expect(places == [3, 5, 16])
  }

  @Test func namesBelongToWhatTheirPrefixesStandFor() {
    let tree = parseXML(Array("<a xmlns='u' xmlns:e='http://www.idpf.org/2007/ops'><b e:type='x' type='y'/></a>".utf8))
    #expect(tree.attribute("type", of: 1, namespace: XMLNamespace.epub) == "x" && tree.attribute("type", of: 1) == "y")
    #expect(tree.nodes[1].namespace == "u")
  }
}
