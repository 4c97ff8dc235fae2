import Design
import Octavo
import Pango
import Shaping
import Testing
import Units

/// Words that no line end parts (checklist C13).
@Suite struct `Words that stay together` {
  static let kept = [
    ("Mr.", "Bennet"), ("(Mrs.", "Long"), ("“Dr.", "Watson”"), ("St.", "Ives"), ("J.", "Smith"), ("E.", "T."),
    ("p.", "12"), ("№", "7"), ("§", "12"), ("No.", "9,"), ("S.", "14"), ("5", "mm"), ("1,200", "kg."), ("10", "a.m.,"),
    ("12", "May"), ("3.", "März"), ("1", "stycznia"), ("24", "мая,"), ("г.", "Москва"), ("Ž.", "Novák"),
    ("Mr", "Elliot"), ("Mrs", "Croft’s"), ("Dr", "Shirley,"),
  ]
  static let parted = [
    ("Mr.", "and"), ("No.", "He"), ("I.", "He"), ("was", "Mr."), ("end.", "The"), ("5", "men"), ("p.", "was"),
    ("1812.", "In"), ("five", "mm"), ("", "x"), ("Dr.", ""),
    ("Mrs", "and"), ("or", "Anne"), ("us", "Anne"),
  ]

  func stays(_ word: String, _ next: String) -> Bool {
    var (word, next) = (word, next)
    return word.withUTF8 { word in next.withUTF8 { UnbreakablePair(word).keeps($0) } }
  }

  @Test(arguments: [
    ("pl", "w", true), ("pl", "Z", true), ("pl", "„I", true), ("pl", "do", false), ("pl", "w,", false),
    ("cs", "k", true),
    ("ru", "в", true), ("ru", "на", true), ("ru", "дом", false), ("uk", "й", true), ("fr", "à", true),
    ("fr", "a", false),
    ("en", "a", false), ("de", "o", false),
  ]) func `a short word of its language with the next`(language: String, word: String, stays: Bool) {
    var word = word
    let words = ShortWords(of: LanguageTag(language))
    #expect(word.withUTF8 { words?.contains($0) ?? false } == stays)
  }

  @Test(arguments: kept) func `a title with its name, a number with what it counts`(word: String, next: String) {
    #expect(stays(word, next))
  }

  @Test(arguments: parted) func `others part`(word: String, next: String) { #expect(!stays(word, next)) }

  @Test(arguments: ["—", "–", "…", "—,", "…»", "...", "--", "!", "?", ":", ")", "}", "/", ".", ","])
  func `a spaced dash or ellipsis clings to what it follows`(
    word: String
  ) {
    var word = word
    #expect(word.withUTF8 { UnbreakablePair.clings($0) })
  }

  @Test(arguments: ["—said", "-5", "-", "…and", "»", "’", "’tis", "a", "(a", ""]) func `other words do not`(
    word: String
  ) {
    var word = word
    #expect(word.withUTF8 { !UnbreakablePair.clings($0) })
  }

  @Test func `a question before a small letter or a dash is spaced as a comma`() async throws {
    let text = String(
      repeating: "“Is it so?” asked Pierre “what! now?” and, well, he laughed aloud! – said (oh! no) his wife, then, ",
      count: 80)
    let made = try #require(
      try await make(.text("CHAPTER I\n\n" + text + "\n\nCHAPTER II\n\nMore.\n"), design: PageDesign()))
    var stretched = 0
    for sheet in try made.inspection().sheets() {
      for line in Dictionary(grouping: sheet.words, by: { $0.top.rounded() }).values where line.count > 6 {
        let words = line.sorted { $0.left < $1.left }
        let gaps = zip(words, words.dropFirst()).map {
          (after: String(decoding: $0.text, as: UTF8.self).last { !"”)".contains($0) }, width: $1.left - $0.right)
        }
        let commas = gaps.filter { $0.after == "," }.map(\.width)
        let others = gaps.filter { $0.after == "?" || $0.after == "!" }.map(\.width)
        guard let comma = commas.first, let other = others.first else { continue }
        #expect((commas + others).allSatisfy { abs($0 - comma) < 0.1 })
        if abs(other - 2.6) > 0.2 { stretched += 1 }
      }
    }
    #expect(stretched > 10)
  }

  @Test(arguments: [
    ("end.", "The", true), ("so?”", "“No", true), ("so?”", "asked", false), ("oh!", "“was", false), ("Да!", "—", false),
    ("Да!", "сказал", false), ("Да!", "Он", true), ("a.m.", "(of", false), ("1812.", "1813", true),
    ("so?", "‘é", false),
  ]) func `a sentence ends where what follows can begin one`(word: String, next: String, ends: Bool) throws {
    let fonts = BookBuilder.fontSource(folders: [])
    let shaper = Shaper(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders))
    let style = shaper.style(TextStyle(font: FontRequest(family: "EB Garamond 12", size: Length(points: 11))))
    let words = [word, next].map { text in
      var text = text
      let id = text.withUTF8 { shaper.word($0, style: style) }
      return shaper.text.words[Int(id)]
    }
    #expect((words[0].pause(before: words[1]) == .sentence) == ends)
  }

  @Test func `no line begins with a spaced dash`() async throws {
    let text = String(repeating: "Да, — сказал он — и вышел … Нет, – ответил ему другой, старый человек. ", count: 60)
    let made = try #require(
      try await make(.text("ГЛАВА I\n\n" + text + "\n\nГЛАВА II\n\nЕщё.\n"), design: PageDesign()))
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
    let text = String(
      repeating: "They say that Mr. Bennet met Mrs. Long by Dr. Moor’s, at No. 5, a mile or 2 km off. ", count: 60)
    let made = try #require(
      try await make(.text("CHAPTER I\n\n" + text + "\n\nCHAPTER II\n\nMore.\n"), design: PageDesign()))
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
