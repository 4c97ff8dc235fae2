import BookModel
import Manuscript
import Testing

/// Lists of pandoc's kinds, and the numbers that HTML gives to items.
@Suite struct `Lists in Markdown` {
  /// Each list's items with the marks before them, those of lists within them behind a slash.
  private func lists(_ text: String) throws -> [String] {
    func said(_ blocks: [Block]) -> [String] {
      blocks.flatMap { block -> [String] in
        switch block {
        case .list(let list):
          return [
            list.items.enumerated().map { index, item in
              let words = item.blocks.map { block -> String in
                if case .paragraph(let paragraph) = block { return paragraph.inlines.plainText }
                return said([block]).joined()
              }
              return (list.marker(of: index) ?? "•") + " " + words.joined(separator: "/")
            }.joined(separator: ", ")
          ]
        case .paragraph(let paragraph): return [paragraph.inlines.plainText]
        case .preformatted(let code): return [code.lines.map(\.text).joined(separator: "|")]
        default: return ["?"]
        }
      }
    }
    return said(try readMarkdownBook("# One\n\n" + text).blocks)
  }

  @Test(
    arguments: [
      ("a. x\nb. y\n", "a. x, b. y"), ("i) x\nii) y\n", "i) x, ii) y"), ("#. x\n#. y\n", "1. x, 2. y"),
      ("(@) x\n\n(@) y\n", "(1) x, (2) y"), ("(c) x\n(d) y\n", "(c) x, (d) y"), ("(2) x\n(3) y\n", "(2) x, (3) y"),
      ("A.  x\nB.  y\n", "A. x, B. y"), ("I.  x\nII. y\n", "I. x, II. y"),
      ("iv. x\nv. y\nvi. z\n", "iv. x, v. y, vi. z"),
      // one letter may be a numeral: its neighbours tell
      ("h. x\ni. y\nj. z\n", "h. x, i. y, j. z"), ("i. x\nj. y\n", "i. x, j. y"), ("v. x\nvi. y\n", "v. x, vi. y"),
      ("a. x\n\n    more\n\nb. y\n", "a. x/more, b. y"), ("- x\n    i. y\n    ii. z\n", "• x/i. y, ii. z"),
      ("- x\n\n    i. y\n    ii. z\n", "• x/i. y, ii. z"), ("1. x\n2. y\n", "1. x, 2. y"),
    ])
  func `letters, numerals, hashes and examples count items`(text: String, list: String) throws {
    #expect(try lists(text) == [list])
  }

  @Test func `lists of two kinds behind each other are two`() throws {
    #expect(try lists("a. x\nb. y\n\ni) z\nii) q\n") == ["a. x, b. y", "i) z, ii) q"])
  }

  @Test func `an example is named by its number, before it and behind`() throws {
    #expect(
      try lists("See (@b) and (@a).\n\n(@a) x\n\nBetween.\n\n(@b) y\n") == [
        "See (2) and (1).", "(1) x", "Between.", "(2) y",
      ])
  }

  @Test(
    arguments: [
      ("A. Milne wrote.\nB. Traven too.\n", "A. Milne wrote. B. Traven too."),
      ("I. The Morning\n", "I. The Morning"), ("a. alone\n", "a. alone"),
      ("It ends in\na. x\nb. y\n", "It ends in a. x b. y"),
      ("did. x\nmix. y\n", "did. x mix. y"), ("    a. code\n    b. code\n", "a. code|b. code"),
      ("```\na. code\nb. code\n```\n", "a. code|b. code"), ("(@nobody) says so to (@all).\n", "(1) says so to (@all)."),
    ])
  func `what only looks like an item stays as it is written`(text: String, words: String) throws {
    let found = try lists(text)
    #expect(found == [words])
  }

  @Test(
    arguments: [
      ("<ol reversed><li>x</li><li>y</li></ol>", "2. x, 1. y"),
      ("<ol start=\"9\" reversed><li>x</li><li>y</li></ol>", "9. x, 8. y"),
      ("<ol><li>x</li><li value=\"7\">y</li><li>z</li></ol>", "1. x, 7. y, 8. z"),
      ("<ol type=\"a\"><li value=\"2\">x</li><li>y</li></ol>", "b. x, c. y"),
      ("<ul><li value=\"7\">x</li></ul>", "• x"),
      ("<ol><li value=\"99999999999999\">x</li><li>y</li></ol>", "999999999. x, 999999999. y"),
    ])
  func `HTML numbers items one by one, and backwards`(html: String, list: String) throws {
    #expect(try lists(html + "\n") == [list])
  }

  // MARK: Beside ideographs

  /// The words with strong between stars and emphasis between low lines.
  private func marked(_ text: String) throws -> String {
    try readMarkdownBook("# 一\n\n" + text + "\n").blocks.compactMap(\.paragraph).flatMap(\.inlines).map { inline in
      guard case .text(let words) = inline.content else { return "" }
      let traits = inline.style.traits
      return traits.contains(.strong) ? "[\(words)]" : traits.contains(.emphasis) ? "<\(words)>" : words
    }.joined()
  }

  /// CommonMark's rule of flanking lets none of these signs close.
  @Test(
    arguments: [
      ("これは**「重要なこと」**です。", "これは[「重要なこと」]です。"), ("**テスト。**テスト", "[テスト。]テスト"), ("*傍点。*続き", "<傍点。>続き"),
      ("他说：**“你好。”**然后", "他说：[“你好。”]然后"), ("**마크다운(Markdown)**을", "[마크다운(Markdown)]을"),
      ("これは__「太字」__です", "これは[「太字」]です"),
      ("`**「a」**`です", "**「a」**です"), ("\\**「重要」**です", "**「重要」**です"), ("2 * 3 * 4は**「十」**", "2 * 3 * 4は[「十」]"),
      ("قال و**«نعم»** ثم", "قال و[«نعم»] ثم"), ("זה ה**(כן)**", "זה ה[(כן)]"), ("นี่คือ**“ไม่”**ครับ", "นี่คือ[“ไม่”]ครับ"),
      ("यह **(हाँ)**में", "यह [(हाँ)]में"), ("שם_משתמש_אחר", "שם_משתמש_אחר"),
    ])
  func `emphasis closes between a sign and a wide letter`(text: String, words: String) throws {
    #expect(try marked(text) == words)
  }

  @Test func `readings stand above their words, without brackets for those that know none`() throws {
    let reading = try readMarkdownBook("# 一\n\n<ruby>東<rt>とう</rt>京<rp>(</rp><rt>*きょう*</rt><rp>)</rp></ruby>の\n")
    let inlines = try #require(reading.blocks[0].paragraph).inlines
    let parts = inlines.map { inline -> String in
      guard case .text(let words) = inline.content else { return "" }
      return words + (inline.style.ruby == .base ? "_" : inline.style.ruby == .reading ? "^" : "")
    }
    #expect(parts.joined() == "東_とう^京_きょう^の")
    #expect(reading.diagnostics.isEmpty)
    #expect(reading.report.dropped.map(\.why) == ["bracket about a reading", "bracket about a reading"])
  }

  @Test(arguments: ["> a. one\n> b. two", "> Words.\n>\n> (i) one\n> (ii) two", "> > a) one\n> > b) two"])
  func `stand in quotations, too`(text: String) throws {
    let reading = try readMarkdownBook("# Ships\n\n\(text)\n")
    var lists: [List] = []
    func look(_ block: Block) {
      if case .list(let list) = block { lists.append(list) }
      block.visitParts(text: { _, _ in }, block: look)
    }
    reading.blocks.forEach(look)
    #expect(lists.count == 1 && lists[0].items.count == 2 && lists[0].counting != .figures)
    #expect(BookWords(reading.book).words.filter { $0 == "one" || $0 == "two" } == ["one", "two"])
  }
}
