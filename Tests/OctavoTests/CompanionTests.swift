import PageDesign
import Shaping
import Testing

/// Words that no line end parts (checklist C13).
@Suite struct `Words that stay together` {
  static let kept = [
    ("Mr.", "Bennet"), ("(Mrs.", "Long"), ("“Dr.", "Watson”"), ("St.", "Ives"), ("J.", "Smith"), ("E.", "T."),
    ("p.", "12"), ("№", "7"), ("§", "12"), ("No.", "9,"), ("S.", "14"), ("5", "mm"), ("1,200", "kg."), ("10", "a.m.,"),
    ("г.", "Москва"), ("Ž.", "Novák"),
  ]
  static let parted = [
    ("Mr.", "and"), ("No.", "He"), ("I.", "He"), ("was", "Mr."), ("end.", "The"), ("5", "men"), ("p.", "was"),
    ("1812.", "In"), ("five", "mm"), ("", "x"), ("Dr.", ""),
  ]

  func stays(_ word: String, _ next: String) -> Bool {
    var (word, next) = (word, next)
    return word.withUTF8 { word in next.withUTF8 { Companion(word).keeps($0) } }
  }

  @Test(arguments: kept) func `a title with its name, a number with what it counts`(word: String, next: String) {
    #expect(stays(word, next))
  }

  @Test(arguments: parted) func `others part`(word: String, next: String) { #expect(!stays(word, next)) }

  @Test(arguments: ["—", "–", "…", "—,", "…»", "...", "--"]) func `a spaced dash or ellipsis clings to what it follows`(word: String) {
    var word = word
    #expect(word.withUTF8 { Companion.clings($0) })
  }

  @Test(arguments: ["—said", "-5", "-", "…and", ".", "»", "’", "’tis", "a", ""]) func `other words do not`(word: String) {
    var word = word
    #expect(word.withUTF8 { !Companion.clings($0) })
  }

  @Test func `no line begins with a spaced dash`() async throws {
    let text = String(repeating: "Да, — сказал он — и вышел … Нет, – ответил ему другой, старый человек. ", count: 60)
    let made = try #require(try await make(.text("ГЛАВА I\n\n" + text + "\n\nГЛАВА II\n\nЕщё.\n"), design: PageDesign()))
    var ends = 0
    for sheet in try made.inspection().sheets() {
      for (word, next) in zip(sheet.words, sheet.words.dropFirst()) where next.top > word.top + 2 {
        ends += 1
        #expect(!["–", "—", "…"].contains(next.string))
      }
    }
    #expect(ends > 60)
  }

  @Test func `lines hardly ever end in a title before a name`() async throws {
    let text = String(repeating: "They say that Mr. Bennet met Mrs. Long by Dr. Moor’s, at No. 5, a mile or 2 km off. ", count: 60)
    let made = try #require(try await make(.text("CHAPTER I\n\n" + text + "\n\nCHAPTER II\n\nMore.\n"), design: PageDesign()))
    var ends = 0
    var parted = 0
    for sheet in try made.inspection().sheets() {
      for (word, next) in zip(sheet.words, sheet.words.dropFirst()) where next.top > word.top + 2 {
        ends += 1
        if ["Mr.", "Mrs.", "Dr.", "No.", "2"].contains(word.string) { parted += 1 }
      }
    }
    // one word in four is such a one: a line ends there only where no other end is within the tolerance
    #expect(ends > 50)
    #expect(parted < ends / 40)
  }
}
