import BookModel
import Design
import Manuscript
import TestSupport
import Testing

@Suite struct `Lists of tables and theorems` {
  @Test func `name them with their numbers, where they are asked for`() async throws {
    let text = """
      # One

      | a | b |
      |---|---|
      | 1 | 2 |

      : Of letters {#tbl-one}

      ::: {#thm-one name="Of lines"}
      They meet.
      :::

      # Two

      | a | b |
      |---|---|
      | 1 | 2 |

      : Of figures {#tbl-two}
      """
    var reading = try readMarkdown(
      [MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: MarkdownOptions())
    reading.book.metadata.title = "A Book"
    reading.countLabels("en")
    var design = PageDesign()
    func printed() async throws -> String {
      let sheets = try await make(reading.book, design: design).0.sheets()
      return sheets.flatMap { $0.words.map(\.string) }.joined(separator: " ")
    }
    let without = try await printed()
    #expect(!without.contains("Tables Table") && !without.contains("Theorems"))
    (design.hasListOfTables, design.hasListOfTheorems) = (true, true)
    let with = try await printed()
    #expect(with.contains("Tables Table 1.1: Of letters") && with.contains("Theorems Theorem 1: Of lines"))
    #expect(with.ranges(of: "Of figures").count == 2)
  }
}
