import BookModel
import Design
import Foundation
import Manuscript
import PageModel
import Testing
import Typesetting
import Units

/// Formulas of Markdown books as they stand on pages.
@Suite(.enabled(if: FormulaPages.hasFont, "fonts-texgyre-math is not installed")) struct `Formulas on pages` {
  private func set(_ text: String, _ adjust: (inout PageDesign) -> Void = { _ in }) async throws -> SetBook {
    let reading = try readMarkdown(
      [MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: MarkdownOptions())
    #expect(reading.diagnostics == [])
    var (book, design) = (reading.book, PageDesign())
    _ = book.countLabels("en")
    adjust(&design)
    return try await setBook(book.sections.flatMap(\.blocks), design: design)
  }

  /// The runs of formulas, which are seen.
  private func signs(_ page: Page) -> [GlyphRun] { page.runs.filter { $0.font.file.contains("math") && !$0.isHidden } }
  private func sources(_ page: Page) -> [String] {
    page.runs.filter { $0.isHidden || signs(page).contains($0) && !$0.text.isEmpty }
      .map { String(decoding: page.text[$0.text], as: UTF8.self) }
  }

  /// As the text of their glyphs where those stand on one line in one size, else beside them.
  @Test func `stand in the line with their source for who reads the file, and say nothing else`() async throws {
    let made = try await set("Let $x^2 + y_1$ be, and $\\alpha$ too; it costs $5 and $6 for \\(z=1\\).\n")
    let page = made.bodyPages[0]
    #expect(sources(page) == ["x^2 + y_1", "\\alpha", "z=1"])
    #expect(page.runs.filter(\.isHidden).map { String(decoding: page.text[$0.text], as: UTF8.self) } == ["x^2 + y_1"])
    #expect(signs(page).count { !$0.text.isEmpty } == 2)
    // the power stands above the line and is smaller, the index below
    let line = made.list.design.top.points
    let heights = Set(signs(page).flatMap { page.glyphs[$0.glyphs].map { ($0.y * 100).rounded() } })
    #expect(heights.count == 3 && heights.allSatisfy { $0 > line * 100 })
    #expect(Set(signs(page).map(\.font.size)).count == 2)
    #expect(String(decoding: made.bodyPages[0].text, as: UTF8.self).contains("$5 and $6"))
  }

  @Test func `on lines of their own stand in the middle, their number at the margin, the text below on the grid`()
    async throws
  {
    let made = try await set(
      "Above.\n\n$$ E = mc^2 $$ {#eq-e}\n\nBelow.\n\n$$\n\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}\n$$\n\nEnd.\n"
    )
    let (page, design) = (made.bodyPages[0], made.list.design)
    let left = (made.list.pages[0].isRecto ? design.inside : design.outside).points
    let middle = left + design.measure.points / 2
    let first = signs(page).flatMap { page.glyphs[$0.glyphs] }.prefix(4)
    let (start, end) = (first.map(\.x).min() ?? 0, first.map(\.x).max() ?? 0)
    #expect(abs((start + end) / 2 - middle) < 6)
    #expect(sources(page).first == "E = mc^2 (1)")
    // whole rows: every line of text is on the grid
    let baselines = try ["Above", "Below", "End"].map { word in
      let run = try #require(page.runs.first { String(decoding: page.text[$0.text], as: UTF8.self).hasPrefix(word) })
      return page.glyphs[run.glyphs.lowerBound].y
    }
    for baseline in baselines.dropFirst() {
      let rows = (baseline - baselines[0]) / design.leading.points
      #expect(rows > 1 && abs(rows - rows.rounded()) < 0.001)
    }
    // the brackets are the text's, at the end of the measure
    let last = page.runs.filter { $0.text.isEmpty && !$0.font.file.contains("math") }.flatMap { page.glyphs[$0.glyphs] }
    #expect(last.contains { $0.x > left + design.measure.points - design.size.points })
  }

  @Test func `of several lines have the number of each beside it`() async throws {
    let made = try await set(
      "\\begin{align}\na &= b \\label{eq:one}\\\\\nc &= d\\nonumber\\\\\ne &= f\n\\end{align}\n")
    let page = made.bodyPages[0]
    #expect(sources(page).first?.hasSuffix("(1) (2)") == true)
    func heights(_ runs: [GlyphRun]) -> [Double] {
      Set(runs.flatMap { page.glyphs[$0.glyphs].map { ($0.y * 10).rounded() } }).sorted()
    }
    let lines = heights(signs(page)).prefix(3)
    let numbers = page.runs.filter { $0.text.isEmpty && !$0.isHidden && !$0.font.file.contains("math") }
    #expect(heights(numbers) == [lines[0], lines[2]])
  }

  @Test func `too tall for their line have a row more, and too wide for the measure lines more`() async throws {
    let words = String(repeating: "word and another ", count: 30)
    let tall = try await set(words + "$\\frac{\\frac{a}{b}}{\\frac{c}{d}}$ " + words + "\n")
    let (page, leading) = (tall.bodyPages[0], tall.list.design.leading.points)
    let baselines = Set(
      page.runs.filter { !$0.text.isEmpty && !$0.isHidden && $0.block.isOfBook }.map {
        page.glyphs[$0.glyphs.lowerBound].y
      }
    ).sorted()
    let steps = zip(baselines, baselines.dropFirst()).map { (($1 - $0) / leading).rounded() }
    #expect(steps.contains { $0 > 1 } && steps.contains(1))
    let wide = (1...40).map { "a_{\($0)}" }.joined(separator: " + ")
    let made = try await set("Wide:\n\n$$ x = \(wide) $$\n")
    let design = made.list.design
    for page in made.bodyPages {
      let ends = signs(page).flatMap { page.glyphs[$0.glyphs].map(\.x) }
      let left = (page.isRecto ? design.inside : design.outside).points
      #expect(ends.allSatisfy { $0 > left - 1 && $0 < left + design.measure.points })
      #expect(
        Set(signs(page).filter { $0.font.size == design.size }.flatMap { page.glyphs[$0.glyphs].map(\.y) }).count > 1)
    }
  }

  @Test func `keep their width in lines that are widened or narrowed, and stand a space from words`() async throws {
    let words = (0..<60).map { "$\\sum_{i=1}^{n}x_i y_i$ word\($0 * 7 % 10)" }.joined(separator: " ")
    let made = try await set(words + "\n")
    var widths: Set<Int> = []
    for page in made.bodyPages {
      for run in page.runs where run.isHidden {
        let (first, last) = (page.glyphs[run.glyphs.lowerBound], page.glyphs[run.glyphs.upperBound - 1])
        widths.insert(Int(((last.x - first.x) * 100).rounded()))
        // the space between them is whole
        let before = page.runs.filter { !$0.isHidden && !$0.font.file.contains("math") }
          .flatMap { page.glyphs[$0.glyphs] }.filter { abs($0.y - first.y) < 1 && $0.x < first.x }
        if let letter = before.map(\.x).max() { #expect(first.x - letter > 0.15 * made.list.design.size.points) }
      }
    }
    #expect(widths.count == 1)
  }

  @Test(arguments: ["יהי $x^2+y$ ועוד $\\frac{a}{b}$ סוף", "لتكن $x^2+y$ ثم $\\frac{a}{b}$ والسلام"])
  func `run to the right among words that run to the left, their numbers at the left`(_ words: String) async throws {
    let made = try await set(words + ".\n\n$$ E = mc^2 $$ {#eq-e}\n") {
      $0.language = words.hasPrefix("י") ? "he" : "ar"
    }
    let page = made.bodyPages[0]
    let places = page.runs.filter(\.isHidden).map { run in
      (String(decoding: page.text[run.text], as: UTF8.self), page.glyphs[run.glyphs.lowerBound].x)
    }
    func place(_ source: String) throws -> Double { try #require(places.first { $0.0.hasPrefix(source) }).1 }
    // the first stands at the right of the second
    #expect(try places.count == 3 && place("x^2+y") > place("\\frac"))
    // drawn once each
    #expect(page.rules.count == 1)
    let number = page.runs.filter { !$0.isHidden && $0.text.isEmpty && !$0.font.file.contains("math") }
      .flatMap { page.glyphs[$0.glyphs].map(\.x) }
    #expect(try #require(number.max()) < made.list.design.measure.points / 2)
  }

  @Test func `that are parted have their number beside the last line`() async throws {
    let terms = (1...14).map { "aaa_{\($0)}" }.joined(separator: " + ")
    let made = try await set("$$ x = \(terms) = y $$ {#eq-long}\n")
    let (page, design) = (made.bodyPages[0], made.list.design)
    func heights(_ runs: [GlyphRun]) -> Set<Double> {
      Set(runs.flatMap { page.glyphs[$0.glyphs].map { ($0.y * 10).rounded() } })
    }
    let lines = heights(signs(page).filter { $0.font.size == design.size })
    let number = heights(page.runs.filter { $0.text.isEmpty && !$0.isHidden && !$0.font.file.contains("math") })
    #expect(lines.count > 2 && number == [lines.max() ?? 0])
  }

  @Test func `of environments without a star are numbered by lines, as LaTeX has them`() async throws {
    let made = try await set(
      """
      \\begin{equation}
      a = b
      \\end{equation}

      See \\ref{eq:x}.

      \\begin{equation*}
      c = d
      \\end{equation*}

      \\begin{multline}
      a \\\\
      = b \\label{eq:x}
      \\end{multline}
      """)
    let page = made.bodyPages[0]
    #expect(String(decoding: page.text, as: UTF8.self).contains("See 2."))
    #expect(sources(page).map { $0.hasSuffix("(1)") || $0.hasSuffix("(2)") } == [true, false, true])
  }

  @Test func `are set as their source, aloud, where octavo cannot read them or has no font`() async throws {
    let reading = try readMarkdown(
      [MarkdownInput(name: "book.md", bytes: Array("A $\\foo{x}$ and $\\foo{y}$.\n".utf8))], options: MarkdownOptions())
    #expect(reading.diagnostics.map(\.code) == ["formula-unread"])
    #expect(reading.diagnostics[0].message.contains("octavo does not know \\foo"))
    let made = try await set("By $x$.\n") { $0.mathFont = "EB Garamond" }
    #expect(!sources(made.bodyPages[0]).isEmpty)
  }

  @Test func `of environments and of the book's own commands are numbered and referred to`() async throws {
    let made = try await set(
      """
      \\newcommand{\\half}{\\tfrac12}

      See \\eqref{eq:one}, $\\half$.

      \\begin{equation}\\label{eq:one}
      y = \\half x
      \\end{equation}
      """)
    #expect(String(decoding: made.bodyPages[0].text, as: UTF8.self).contains("See (1),"))
    #expect(sources(made.bodyPages[0]) == ["\\half", "y = \\half x (1)"])
  }
}

enum FormulaPages {
  static let hasFont = FileManager.default.fileExists(
    atPath: "/usr/share/texmf/fonts/opentype/public/tex-gyre-math/texgyrepagella-math.otf")
}
