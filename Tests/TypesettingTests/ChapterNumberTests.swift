import BookModel
import Design
import Testing
import Typesetting
import Units

@Suite struct `The number over a chapter` {
  private func label(_ typed: String, _ form: ElementLook.NumberForm, _ language: String = "en") -> String {
    var design = PageDesign()
    design[.chapterNumber].numberForm = form
    design.language = language
    let heading = Heading(label: [Inline(typed)], title: [Inline("The Sea")])
    return OpenerWords.label(of: heading, isPart: false, design, language).plainText
  }

  @Test(arguments: [
    ("CHAPTER IV", "Chapter Four"), ("Chapter 21.", "Chapter Twenty-One"), ("XL", "Forty"),
    ("CHAPTER TEN", "Chapter Ten"),
    ("Chapter 104", "Chapter One Hundred and Four"),
    // what is no number stays
    ("CHAPTER THE FIRST", "CHAPTER THE FIRST"), ("PROLOGUE", "PROLOGUE"), ("CHAPTER IIX", "CHAPTER IIX"), ("0", "0"),
  ])
  func `is written in words`(typed: String, words: String) { #expect(label(typed, .words) == words) }

  @Test func `is written in figures and as in Rome, in any language`() {
    #expect(label("CHAPTER IV", .figures) == "4")
    #expect(label("Chapitre 4", .roman, "fr") == "IV")
    // octavo spells numbers in English alone
    #expect(label("CHAPITRE IV", .words, "fr") == "Chapitre 4")
    #expect(label("CHAPTER IV", .typed) == "CHAPTER IV")
    // an act or a letter is told by its word
    #expect(label("ACT IV", .roman) == "ACT IV" && label("Letter IV", .figures) == "Letter 4")
  }

  @Test func `in capitals keeps its words`() {
    var design = PageDesign()
    design[.chapterTitle].letterCase = .capitals
    design[.partTitle].letterCase = .typed
    let heading = Heading(label: [], title: [Inline("The Sea")])
    #expect(OpenerWords.title(of: heading, isPart: false, design, "en").plainText == "THE SEA")
    #expect(OpenerWords.title(of: heading, isPart: true, design, "en").plainText == "The Sea")
  }

  @Test(arguments: [("C", ElementLook.NumberForm.words), ("CI", .typed)])
  func `past a hundred stays as it is typed, in the whole book`(last: String, form: ElementLook.NumberForm) {
    var design = PageDesign()
    design[.chapterNumber].numberForm = .words
    var book = Book()
    book.sections = ["I", "II", last].map { number in
      var section = Section(source: SourceLocation(offset: 0))
      section.heading = Heading(label: [Inline(number)], title: [])
      return section
    }
    design.settleNumbers(of: book)
    #expect(design[.chapterNumber].numberForm == form)
  }
}
