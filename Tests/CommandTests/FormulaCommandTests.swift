import Testing

/// Formulas from manuscript to file.
@Suite struct `A book with formulas` {
  private static let text = """
    ---
    title: Sums
    ---

    # One $x^2$

    Let $x^2 + y^2 = z^2$ be; $\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}$[^n].

    $$
    \\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}
    $$

    $$ E = mc^2 $$ {#eq-e}

    By @eq-e, and $$ a = b $$ here.

    | a | b |
    |---|---|
    | $\\alpha$ | 2 |

    - an item $a \\le b$

    [^n]: By $1 + 2 + \\dots + n$.
    """

  /// What is left out as the label is the label, not braces of the formula before it.
  @Test(arguments: ["$$\\frac{a_i}{b_i} = \\sum_{i=1}^{n} c$$ {#eq:one}", "$$x$$ {#eq:one .wide}"])
  func `is verified where a label stands behind it`(formula: String) throws {
    let folder = try Folder()
    try folder.put("# One\n\nBefore it.\n\n\(formula)\n\nSee @eq:one.\n", in: "book.md")
    let run = try Program.run(["book.md", "-o", "a.pdf", "--verify"], in: folder)
    #expect(run.code == 0 && run.said.contains("words verified"), "\(run.said)")
  }

  /// Nothing is seen of them, and nothing is lost.
  @Test(arguments: ["$~$ and $\\ $", "$\\phantom{x}$ there", "$\\,\\quad$\n\n$$\\quad$$\n\nand"])
  func `is verified where formulas show nothing`(formula: String) throws {
    let folder = try Folder()
    try folder.put("# One\n\nBefore \(formula) behind.\n", in: "book.md")
    let run = try Program.run(["book.md", "-o", "a.pdf", "--verify"], in: folder)
    #expect(run.code == 0 && run.said.contains("words verified"), "\(run.said)")
  }

  @Test(arguments: ["he", "ar"]) func `is verified where its lines run to the left`(language: String) throws {
    let folder = try Folder()
    let words = language == "he" ? ["יהי", "ועוד", "סוף"] : ["لتكن", "ثم", "والسلام"]
    try folder.put(
      """
      ---
      title: \(words[0])
      lang: \(language)
      ---

      # \(words[0])

      \(words[0]) $x^2 + y^2 = z^2$ \(words[1]) $\\frac{a}{b}$, \(words[2]).

      $$ E = mc^2 $$ {#eq:e}

      \(words[1]) @eq:e.
      """, in: "book.md")
    let run = try Program.run(["book.md", "-o", "a.pdf", "--verify", "--pdf", "ua-1"], in: folder)
    #expect(run.code == 0 && run.said.contains("words verified"), "\(run.said)")
  }

  /// LaTeX's environments keep their numbers, labels and pages through pandoc; its quantities are formulas.
  @Test func `of LaTeX has the numbers that it has there`() throws {
    guard Program.onPath("pandoc") != nil else { return print("skipped: no pandoc on the path") }
    let folder = try Folder()
    try folder.put(
      #"""
      \documentclass{book}
      \begin{document}
      \chapter{One}
      \begin{equation} c = d \end{equation}
      \begin{align} a &= b \label{eq:l1}\\ c &= d \nonumber\\ g &= h \label{eq:l2} \end{align}
      \begin{subequations}\label{eq:s}\begin{align} a &= b \label{eq:s1}\\ c &= d \end{align}\end{subequations}

      See \ref{eq:l1}, \eqref{eq:l2}, \eqref{eq:s1} and page \pageref{eq:s}.
      Water, \ce{H2O}, at \SI{20}{\celsius}: $\ce{SO4^2-}$.
      \end{document}
      """#, in: "book.tex")
    let run = try Program.run(["book.tex", "-o", "a.pdf", "--verify"], in: folder)
    #expect(run.code == 0 && run.said.contains("words verified"), "\(run.said)")
    let text = Program.onPath("pdftotext").map { Program.output($0, [folder.at("a.pdf"), "-"]) } ?? ""
    guard !text.isEmpty else { return print("skipped: no pdftotext on the path") }
    #expect(
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("See 2, (3), (4a) and page 1"),
      "\(text)")
  }

  @Test(arguments: [[], ["--target", "print"], ["--layout", "spread"], ["--theme", "classic"], ["-j", "2"]])
  func `is verified, valid and the same twice`(options: [String]) throws {
    let folder = try Folder()
    try folder.put(Self.text, in: "book.md")
    let first = try Program.run(["book.md", "-o", "a.pdf", "--verify"] + options, in: folder)
    #expect(
      first.code == 0 && first.said.contains("0 warnings") && first.said.contains("words verified"), "\(first.said)")
    _ = try Program.run(["book.md", "-o", "b.pdf"] + options, in: folder)
    #expect(try #require(folder.bytes(of: "a.pdf")) == folder.bytes(of: "b.pdf"))
    guard options.isEmpty else { return }
    let check = try Program.run(["check", "a.pdf", "--for", "ua-1"], in: folder)
    #expect(
      check.code == 0 && check.text.contains("0 errors") || check.said.contains("0 errors"),
      "\(check.text)\(check.said)")
    let said = try Program.run(["inspect", "book.md"], in: folder)
    #expect(said.code == 0)
  }
}
