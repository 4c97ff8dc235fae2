import BookModel
import Manuscript
import Testing

/// Signs that a typewriter has one key for where print has several.
@Suite struct `Typewriter signs` {
  func smart(_ text: String, _ language: String) -> String {
    let section = Section(blocks: [.paragraph(Paragraph(text))])
    return smartened(Book(sections: [section]), language: language).sections[0].blocks.compactMap {
      if case .paragraph(let paragraph) = $0 { paragraph.inlines.plainText } else { nil }
    }.joined()
  }

  @Test(arguments: [
    ("She was 5'10\" tall.", "She was 5′10″ tall."),
    ("It lies at 40° 20' 30\" north.", "It lies at 40° 20′ 30″ north."),
    ("A board 6\" wide and it isn't.", "A board 6″ wide and it isn’t."),
    ("The men of '76' and '98.", "The men of ’76’ and ’98."),
    ("He said \"it was 20\" and left.", "He said “it was 20” and left."),
  ])
  func `feet, inches, minutes and seconds are primes, quotations are not`(text: String, wanted: String) {
    #expect(smart(text, "en") == wanted)
  }

  @Test(arguments: [
    ("Mail (``spam'') and a ``root partition.'' It isn't.", "Mail (“spam”) and a “root partition.” It isn’t."),
    ("He said `no' and ``yes, `no' too.''", "He said ‘no’ and “yes, ‘no’ too.”"),
  ])
  func `graves and apostrophes are quotes`(text: String, wanted: String) { #expect(smart(text, "en") == wanted) }

  @Test(arguments: [
    ("In 1890-1910, pp. 12-15 and 102-5.", "In 1890–1910, pp. 12–15 and 102–5."), ("1813-20", "1813–20"),
    ("(449-1071) and pp. 99-101, pp. xii-xiv.", "(449–1071) and pp. 99–101, pp. xii–xiv."),
    ("555-1071, mi-xi and x-ray", "555-1071, mi-xi and x-ray"),
    ("Matt. 5:3-12 and 8-10 men", "Matt. 5:3–12 and 8–10 men"),
    // dates, telephones, standards, sums and words are none
    ("2020-01-05", "2020-01-05"), ("555-1234", "555-1234"), ("ANSI X3.4-1968", "ANSI X3.4-1968"),
    ("24-7", "24-7"), ("10-5 = 5", "10-5 = 5"), ("mid-1890-ish", "mid-1890-ish"), ("A12-15", "A12-15"),
    ("978-0-00-000000-0", "978-0-00-000000-0"),
  ])
  func `a hyphen between numbers that go on is an en dash`(text: String, wanted: String) {
    #expect(smart(text, "en") == wanted)
  }

  @Test(arguments: [
    ("'T were well, and 'tis so, isn't it.", "en", "’T were well, and ’tis so, isn’t it."),
    ("Het was 's avonds in 't huis en 'n man.", "nl", "Het was ’s avonds in ’t huis en ’n man."),
    ("Er sagt, 's ist so, und 'ne Frau auch.", "de", "Er sagt, ’s ist so, und ’ne Frau auch."),
    ("the letter 't' and 'n' are said, isn't it", "en", "the letter ‘t’ and ‘n’ are said, isn’t it"),
  ])
  func `words cut short have an apostrophe in each language`(text: String, language: String, wanted: String) {
    #expect(smart(text, language) == wanted)
  }

  @Test(arguments: [
    (
      "« Bonjour », dit-il ! Vraiment ? Oui : c’est vrai ; à 12:30.",
      "«_Bonjour_», dit-il_! Vraiment_? Oui_: c’est vrai_; à 12:30."
    ),
    ("«Bonjour», dit-il! Vraiment?! http://exemple.fr", "«_Bonjour_», dit-il_! Vraiment_?! http://exemple.fr"),
  ])
  func `French has thin spaces before stops and inside guillemets`(text: String, wanted: String) {
    #expect(smart(text, "fr") == wanted.replacingUnderscores)
    #expect(smart(text, "en") == text)
  }

  @Test func `every byte keeps its place where thin spaces come in`() {
    let text = "Oui ! Non ? «Si»"
    let section = Section(blocks: [.paragraph(Paragraph(text))])
    let book = smartened(Book(sections: [section]), language: "fr")
    guard case .paragraph(let paragraph)? = book.sections[0].blocks.first,
      case .text(let run)? = paragraph.inlines.first?.content
    else {
      Issue.record("no text")
      return
    }
    let source = Array(text.utf8)
    for (index, byte) in run.utf8.enumerated() where (0x61...0x7A).contains(byte | 0x20) {
      #expect(source[Int(paragraph.inlines[0].source(atByte: index).offset)] == byte)
    }
  }
}

extension String {
  fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? "\u{202F}" : $0 }) }
}
