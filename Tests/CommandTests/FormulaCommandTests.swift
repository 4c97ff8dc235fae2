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
