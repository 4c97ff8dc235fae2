import BookModel
import EPUB
import Pandoc
import TestSupport
import Testing

/// Books to whose parts something happened: they are read or refused, and nothing falls over.
@Suite struct HostileEPUBTests {
  static let css = """
    @namespace epub "http://www.idpf.org/2007/ops"; @import "s.css"; h2 + p { text-indent: 0 } p { text-indent: 1em }
    [epub|type~="x"] > b:not(.y)::before { content: "\\201C" attr(title) } @media print { .poem { margin-left: 2em } }
    """
  static let body = """
    <h2 id="a">Chapter I. <i>One</i></h2><p>Word<a href="#n" id="r" epub:type="noteref">1</a> &mdash; <b title="t">x</b></p>
    <blockquote epub:type="z3998:verse"><p><span>a</span><br/><span class="i2">b</span></p></blockquote>
    <ul><li>a<ol start="3"><li>b</li></ol></li></ul><table><tr><th colspan="2">h</th></tr><tr><td rowspan="2">c</td><td>d</td></tr></table>
    <dl><dt>t</dt><dd>d</dd></dl><pre>x  y</pre><svg viewBox="0 0 1 1"><path d="M0 0"/></svg><math alttext="x"><mi>x</mi></math>
    <ruby>漢<rt>かん</rt></ruby><hr/><img src="p.png" alt="p"/><aside id="n" epub:type="footnote"><p>Note <a href="#r">back</a></p></aside>
    """

  @Test(arguments: [0, 1, 2, 3, 4]) func partsThatAreDamagedAreReadOrRefused(_ part: Int) {
    for seed in 0..<UInt64(60 * Hostility.effort) {
      var (container, package, page, css) = (
        MadeArchive.container, MadeArchive.package(["c.xhtml"]), MadeArchive.page(Self.body), Self.css
      )
      func change(_ text: inout String) {
        text = String(decoding: Hostility.mutated(Array(text.utf8), seed: seed), as: UTF8.self)
      }
      switch part {
      case 0: change(&container)
      case 1: change(&package)
      case 2: change(&page)
      case 3: change(&css)
      default: break
      }
      var book = MadeArchive.zip([
        ("META-INF/container.xml", container), ("EPUB/book.opf", package), ("EPUB/c.xhtml", page), ("EPUB/s.css", css),
      ])
      if part == 4 { book = Hostility.mutated(book, seed: seed) }
      guard let reading = try? readEPUB(book, name: "seed \(seed)") else { continue }
      #expect(!reading.book.sections.isEmpty)
      #expect(reading.files.files[0].text.count < 1 << 20)
    }
  }

  @Test func treesThatAreDamagedAreReadOrRefused() {
    let tree = Array(
      """
      {"pandoc-api-version":[1,22],"meta":{"title":{"t":"MetaInlines","c":[{"t":"Str","c":"T"}]}},"blocks":[
      {"t":"Header","c":[1,["id",["unnumbered"],[]],[{"t":"Str","c":"One"}]]},{"t":"Para","c":[{"t":"Str","c":"a"},
      {"t":"Note","c":[{"t":"Para","c":[{"t":"Str","c":"n"}]}]},{"t":"Link","c":[["",[],[]],[{"t":"Str","c":"l"}],["#id",""]]}]},
      {"t":"Table","c":[["",[],[]],[null,[]],[[{"t":"AlignRight"},{"t":"ColWidthDefault"}]],[["",[],[]],[]],
      [[["",[],[]],0,[],[[["",[],[]],[[["",[],[]],{"t":"AlignDefault"},1,1,[{"t":"Plain","c":[{"t":"Str","c":"c"}]}]]]]]]],[["",[],[]],[]]]}]}
      """.utf8)
    for seed in 0..<UInt64(300 * Hostility.effort) {
      _ = try? readPandoc(Hostility.mutated(tree, seed: seed), name: "seed \(seed)")
    }
  }

  @Test func whatRepeatsItselfEndlesslyTakesNoLongerThanItsLength() throws {
    func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    for body in [
      times("<b>", 20_000), times("<p>", 20_000), times("<table><tr><td>", 2_000), times("<a href='#x'>y</a>", 5_000),
      times("&", 50_000), times("<", 50_000), times("<br/>", 20_000), times("<ul><li>", 3_000), times("x ", 100_000),
      times("<h2>x</h2>", 3_000), times("</p>", 20_000), "<p " + times("a='b' ", 5_000) + "/>",
      "<p " + (0..<30_000).map { "a\($0)='b' " }.joined() + "/>",
    ] {
      _ = try? readEPUB(MadeArchive.book(["<h2>One</h2><p>a</p>" + body], css: Self.css), name: "endless")
    }
    for css in [
      times("a ", 3_000) + "{x:y}", times("{", 50_000), times("p{", 20_000), times("@media print{", 5_000),
      times("(", 50_000),
    ] {
      _ = try? readEPUB(MadeArchive.book([Self.body], css: css), name: "endless")
    }
  }
}
