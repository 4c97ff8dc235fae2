import BookModel
import Manuscript
import Testing

/// Call-outs of the programs that have them: one block of the book for all.
@Suite struct `Call-outs` {
  static let written: [(text: String, wanted: String)] = [
    ("> [!NOTE]\n> Words.\n> More.", "note() Words. More."),
    ("> [!tip] The *title*\n> - Words.", "tip(The title) Words."),
    ("> [!warning]- Folded\n>\n> Words.", "warning(Folded) Words."),
    ("> [!info|wide] Title\n> Words.", "info(Title) Words."),
    ("> [!recipe]\n> Flour.", "titled(Recipe) Flour."),
    ("> [!Caution]", "caution() "),
    ("::: {.callout-note}\nWords.\n:::", "note() Words."),
    ("::: {#tip-a .callout-tip title=\"A *b*\" collapse=true icon=false}\nWords.\n:::", "tip#tip-a(A b) Words."),
    ("::: {.callout-important}\n## A title\n\nWords.\n:::", "important#a-title(A title) Words."),
    ("::: {.callout-note appearance=\"simple\"}\nTitle\n---\n\nWords.\n:::", "note#title(Title) Words."),
    (":::: warning\nWords.\n::::", "warning() Words."),
    (":::tip[A title]\nWords.\n:::", "tip(A title) Words."),
    (":::{note} Title\n:class: dropdown\n:name: here\nWords.\n:::", "note#here(Title) Words."),
    ("```{seealso}\nWords.\n```", "see-also() Words."),
    ("```{admonition} Title\n:class: tip\n\n2. Words.\n```", "titled(Title) Words."),
    ("````{note}\nWords.\n```python\na\n```\n````", "note() Words. a"),
    ("```admonish danger title=\"A title\"\nWords.\n```", "danger(A title) Words."),
    ("```admonish\nWords.\n```", "note() Words."),
    ("!!! note \"Title\"\n    Words.\n\n    More.\n", "note(Title) Words. More."),
    ("<div class=\"warning\">\n\nWords.\n\n</div>", "warning() Words."),
  ]

  private func outline(_ block: Block) -> String? {
    guard case .callout(let callout) = block else { return nil }
    var words: [String] = []
    for block in callout.blocks {
      if case .preformatted(let code) = block { words += code.lines.map(\.text) }
      block.visitText { inlines, _ in words.append(inlines.plainText) }
    }
    let name = callout.anchor.map { "#" + $0 } ?? ""
    return "\(callout.kind.rawValue)\(name)(\(callout.title.plainText)) \(words.joined(separator: " "))"
  }

  @Test(arguments: written)
  func `are read in every program's way of writing them`(text: String, wanted: String) throws {
    let reading = try readMarkdownBook("# One\n\nBefore.\n\n\(text)\n\nBehind.\n")
    #expect(reading.blocks.compactMap(outline) == [wanted])
    #expect(reading.blocks.first?.paragraph?.inlines.plainText == "Before.")
    #expect(reading.blocks.last?.paragraph?.inlines.plainText == "Behind.")
    #expect(reading.diagnostics.isEmpty, "\(reading.said)")
  }

  @Test func `stand in items and in each other`() throws {
    let reading = try readMarkdownBook(
      """
      # One

      1. Item

         ::: {.callout-tip}
         Outer.

         ```{note}
         Inner.
         ```
         :::

      2. Next
      """)
    guard case .list(let list)? = reading.blocks.first, case .callout(let outer)? = list.items[0].blocks.last,
      case .callout(let inner)? = outer.blocks.last
    else {
      Issue.record("\(reading.blocks)")
      return
    }
    #expect(list.items.count == 2 && outer.kind == .tip && inner.kind == .note)
    #expect(inner.blocks.compactMap(\.paragraph).map(\.inlines.plainText) == ["Inner."])
  }

  @Test(arguments: [
    "> [! NOTE]\n> Words.", "> Words [!NOTE]", "    ::: note\n    code\n    :::", "!!! What a day", "```note\ncode\n```",
    "::: {.sample}\nWords.\n:::", "[!NOTE]",
  ])
  func `are made of nothing else`(text: String) throws {
    let reading = try readMarkdownBook("# One\n\nBefore.\n\n\(text)\n")
    #expect(reading.blocks.compactMap(outline).isEmpty)
  }

  @Test func `that nothing closes end with their first paragraph, and are told`() throws {
    let reading = try readMarkdownBook("# One\n\n::: {.callout-note}\nWords.\n\nBehind.\n")
    #expect(reading.blocks.compactMap(outline) == ["note() Words."])
    #expect(reading.said == ["book.md:3:1: warning: nothing closes this \":::\""])
  }
}
