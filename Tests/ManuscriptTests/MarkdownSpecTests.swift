import BookModel
import CMark
import Manuscript
import TestSupport
import Testing
import Units

/// The examples of the CommonMark specification, each a small book.
@Suite struct `The CommonMark specification` {
  static let examples: [String] = {
    guard let bytes = SharedBooks.bytes("books/md/commonmark-spec.txt") else { return [] }
    let fence = String(repeating: "`", count: 32)
    var examples: [String] = []
    var current: [Substring]?
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      if line == fence + " example" {
        current = []
      } else if line == "." || line == fence {
        if let found = current { examples.append((found + [""]).joined(separator: "\n").replacing("→", with: "\t")) }
        current = nil
      } else {
        current?.append(line)
      }
    }
    return examples
  }()

  @Test func `is all there`() {
    guard SharedBooks.url("books/md/commonmark-spec.txt") != nil else { return }
    #expect(Self.examples.count > 640)
  }

  /// Compared with the parser's own plain text; raw HTML and titles of pictures are what octavo sets besides.
  @Test func `loses no word of any example`() throws {
    for example in Self.examples {
      let wanted = BookWords.words(markdownPlainText(Array(example.utf8)))
      let found: [String]
      do {
        let reading = try readMarkdownBook(example)
        // a lone title and what stands between two rules at the head are told of, not set
        let front = reading.frontMatter?.text ?? ""
        found = BookWords.words(front + " " + (reading.book.metadata.title ?? "")) + BookWords(reading.book).words
      } catch let failure as MarkdownFailure {
        #expect(failure.error == .empty && wanted.isEmpty, "\(example)")
        continue
      }
      if example.contains("<") || example.contains("{") || example.contains("![") {
        // every word in order, others between them
        // what 0.31 takes for a comment is words to the parser (`PandocMarks.comment`)
        let comment = example.firstRange(of: "<!--").flatMap { open in
          example[open.upperBound...].firstRange(of: "-->").map { example[open.upperBound..<$0.lowerBound] }
        }
        let hidden = BookWords.words(comment.map(String.init) ?? "")
        var rest = found[...]
        for word in wanted {
          guard let at = rest.firstIndex(of: word) else {
            if hidden.contains(word) { continue }
            Issue.record("\(word) is lost in:\n\(example)\n\(found)")
            break
          }
          rest = rest[(at + 1)...]
        }
      } else {
        #expect(found == wanted, "\(example)")
      }
    }
  }

  @Test(arguments: ["commonmark-spec.txt", "wells-time-machine.md"])
  func `and the books say where each of their letters stands`(name: String) throws {
    guard let bytes = SharedBooks.bytes("books/md/\(name)") else { return }
    let reading = try readMarkdown([MarkdownInput(name: name, bytes: bytes)], options: MarkdownOptions())
    let text = reading.files.files[0].text
    var wrong: [String] = []
    for run in BookWords(reading.book).runs {
      guard case .text(let words) = run.content else { continue }
      for (index, byte) in words.utf8.enumerated() where byte >= 0x61 && byte <= 0x7A {
        let offset = Int(run.source(atByte: index).offset)
        if offset >= text.count || text[offset] != byte {
          wrong.append("\(reading.files.describe(run.source) ?? "?") \(words.prefix(60)) at \(index)")
          break
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(20)) of \(wrong.count)")
  }
}
