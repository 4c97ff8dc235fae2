import BookModel
import Manuscript
import Testing

/// What of a Markdown book is no chapter: by the same code as for Word files and pandoc's tree.
@Suite("Front and back matter in Markdown")
struct MarkdownMatterTests {
  private func shape(_ book: Book) -> [String] {
    book.sections.map { section in
      "\(section.matter) \(section.role.rawValue) \(section.level)" + (section.heading.map { " " + $0.plainText } ?? "")
    }
  }

  @Test func `headings say what stands before and behind the chapters, parts stay parts`() throws {
    let reading = try readMarkdownBook(
      """
      # Copyright

      © 2026 Jane Roe

      # Dedication

      For my mother

      # Prologue: The Bridge

      Text.

      # Part One

      ## Chapter One

      Text.

      # Interlude

      Text.

      # Part Two

      ## Chapter Two

      Text.

      # Epilogue

      Text.

      # Acknowledgements

      Text.

      # About the Author

      Text.
      """)
    #expect(
      shape(reading.book) == [
        "front imprint 1", "front dedication 1", "body prologue 1 Prologue: The Bridge", "body part 1 Part One",
        "body chapter 2 Chapter One", "body chapter 1 Interlude", "body part 1 Part Two", "body chapter 2 Chapter Two",
        "body epilogue 1 Epilogue", "back acknowledgements 1 Acknowledgements", "back afterword 1 About the Author",
      ])
    // names of pages that need none
    #expect(reading.report.dropped.map(\.lines) == [1...1, 5...5])
  }

  @Test func `the first of several headings is the title above chapters that say what they are`() throws {
    let reading = try readMarkdownBook(
      "# The Ford\n\n*A Novel*\n\nby Jane Roe\n\n© 2026 Jane Roe\n\n# Prologue\n\nText.\n\n# Chapter One\n\nText.\n")
    #expect(reading.book.metadata.title == "The Ford" && reading.book.metadata.subtitle == "A Novel")
    #expect(reading.book.metadata.authors == ["Jane Roe"])
    #expect(shape(reading.book) == ["front imprint 1", "body prologue 1 Prologue", "body chapter 1 Chapter One"])
    let chapters = try readMarkdownBook("# The Ford\n\nA line.\n\n# The House\n\nText.\n\n# Rain\n\nText.\n")
    #expect(chapters.book.metadata.title == nil && chapters.book.sections.count == 3)
  }

  @Test func `headings right above counted chapters are parts`() throws {
    let reading = try readMarkdownBook(
      "# The Hill\n\n## Chapter One\n\nA.\n\n## Chapter Two\n\nA.\n\n# The Sea\n\n## Chapter Three\n\nA.\n\n# Thanks\n\nA.\n"
    )
    #expect(
      shape(reading.book).map { $0.split(separator: " ")[1] } == [
        "part", "chapter", "chapter", "part", "chapter", "acknowledgements",
      ])
    // sections of chapters are none
    let manual = try readMarkdownBook("# Setup\n\n## Install\n\nA.\n\n# Use\n\n## Run\n\nA.\n")
    #expect(shape(manual.book) == ["body chapter 1 Setup", "body chapter 1 Use"])
  }

  @Test func `an introduction and a conclusion are chapters where none is counted`() throws {
    let text = { (chapter: String) in "# Introduction\n\nA.\n\n# \(chapter)\n\nA.\n\n# Conclusion\n\nA.\n" }
    #expect(try readMarkdownBook(text("Method")).book.sections.allSatisfy { $0.role == .chapter })
    #expect(
      shape(try readMarkdownBook(text("Chapter 1")).book).map {
        $0.split(separator: " ").prefix(2).joined(separator: " ")
      }
        == ["front introduction", "body chapter", "body conclusion"])
  }
}
