import BookModel
import Formula
import Manuscript
import TeX
import TestSupport
import Testing
import Word

/// Word's formulas become the tree that TeX's do.
@Suite("Formulas in Word files")
struct OfficeMathTests {
  private static func run(_ words: String, _ properties: String = "") -> String {
    "<m:r>" + (properties.isEmpty ? "" : "<m:rPr>\(properties)</m:rPr>") + "<m:t>\(words)</m:t></m:r>"
  }
  private static func element(_ name: String, _ properties: String = "", _ parts: (String, String)...) -> String {
    "<m:\(name)>" + (properties.isEmpty ? "" : "<m:\(name)Pr>\(properties)</m:\(name)Pr>")
      + parts.map { "<m:\($0.0)>\($0.1)</m:\($0.0)>" }.joined() + "</m:\(name)>"
  }
  private static let upright = "<m:sty m:val=\"p\"/>"

  static let formulas: [(String, String)] = [
    (run("a+b"), "a+b"), (run("a-2<1".replacing("<", with: "&lt;")), "a-2<1"),
    (element("f", "", ("num", run("a")), ("den", run("b"))), #"\frac{a}{b}"#),
    (element("sSubSup", "", ("e", run("x")), ("sub", run("i")), ("sup", run("n"))), "x_i^n"),
    (element("rad", "<m:degHide m:val=\"1\"/>", ("deg", ""), ("e", run("x"))), #"\sqrt{x}"#),
    (element("rad", "", ("deg", run("n")), ("e", run("x"))), #"\sqrt[n]{x}"#),
    (
      element("nary", "<m:chr m:val=\"∑\"/>", ("sub", run("i")), ("sup", run("n")), ("e", run("x"))),
      #"\sum_i^n x"#
    ),
    (element("d", "<m:begChr m:val=\"[\"/><m:endChr m:val=\"]\"/>", ("e", run("x"))), #"\left[x\right]"#),
    (element("func", "", ("fName", run("sin", upright)), ("e", run("x"))), #"\sin x"#),
    (run("R", "<m:scr m:val=\"double-struck\"/><m:sty m:val=\"p\"/>"), #"\mathbb{R}"#),
    (element("bar", "<m:pos m:val=\"top\"/>", ("e", run("x"))), #"\overline{x}"#),
  ]

  @Test(arguments: formulas)
  func `are read as TeX's`(math: String, source: String) throws {
    let book = try Self.read("<w:p><w:r><w:t>See </w:t></w:r><m:oMath>\(math)</m:oMath><w:r><w:t>.</w:t></w:r></w:p>")
    let formula = try #require(book.sections[0].blocks.first?.paragraph?.inlines.compactMap(\.style.formula).first)
    var macros = TeXMacros()
    // spoken, rows within rows are one
    let read = try readTeX(source, macros: &macros)
    #expect(formula.tree.spoken(in: "en") == read.spoken(in: "en"), "\(formula.tree) \(read)")
    #expect(!formula.isDisplayed)
  }

  @Test func `on lines of their own part their paragraph, and words among their signs make them text`() throws {
    let math = "<m:oMath>\(Self.run("x=1"))</m:oMath>"
    let parted = try Self.read(
      "<w:p><w:r><w:t>Before </w:t></w:r><m:oMathPara>\(math)\(math)</m:oMathPara><w:r><w:t> after.</w:t></w:r></w:p>")
    let displayed = parted.sections[0].blocks.map {
      $0.paragraph?.inlines.contains { $0.style.formula?.isDisplayed == true } ?? false
    }
    #expect(displayed == [false, true, true, false])
    let odd = try Self.read("<w:p><m:oMath><m:sdt>\(Self.run("x"))</m:sdt></m:oMath></w:p>")
    #expect(odd.sections[0].blocks.first?.paragraph?.inlines.contains { $0.style.formula != nil } == false)
    #expect(odd.sections[0].blocks.first?.paragraph?.inlines.plainText == "x")
  }

  private static func read(_ body: String) throws -> Book { try readWord(MadeWord.file(body), name: "t.docx").book }
}
