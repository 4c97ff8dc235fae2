import Testing
import Typesetting

@Suite struct `Entries of the contents` {
  @Test(arguments: [
    ("CHAPTER I. Down the Rabbit-Hole", "Down the Rabbit-Hole", "I", "Down the Rabbit-Hole"),
    ("12. The End.", "The End.", "12", "The End"),
    ("PART ONE The Old Buccaneer", "The Old Buccaneer", "", "PART ONE The Old Buccaneer"),
    ("VII. THE BLUE CARBUNCLE", "VII. THE BLUE CARBUNCLE", "VII", "THE BLUE CARBUNCLE"),
    ("PREFACE.", "PREFACE.", "", "PREFACE"), ("第三章 夢", "夢", "", "第三章 夢"),
  ])
  func `have the number apart, without its word and the stop`(
    full: String, short: String, number: String, title: String
  ) {
    let entry = EntryTitle(full, short: short)
    #expect(entry.number == number)
    #expect(entry.title == title)
    #expect(!entry.isUntitled)
    #expect(entry.word == (full.hasPrefix("CHAPTER") ? "CHAPTER" : ""))
  }

  @Test(arguments: ["CHAPTER IV", "CHAPTER IV.", "7", "XIX."]) func `that are a number alone keep what they say`(
    full: String
  ) {
    let entry = EntryTitle(full, short: full)
    #expect(entry.isUntitled)
    #expect(entry.number.isEmpty)
    #expect(full.hasPrefix(entry.title))
  }

  @Test func `that count before their word are no number and a title`() {
    let entry = EntryTitle("2. Kapitel", short: "2. Kapitel", isLabel: true)
    #expect(entry.number.isEmpty && entry.title == "2. Kapitel" && entry.isUntitled && entry.word == "Kapitel")
  }

  @Test(arguments: [
    ("THE END.", "THE END"), ("BOOK I.", "BOOK I"), ("What is it?", "What is it?"), ("And so...", "And so..."),
    ("The House of Mr.", "The House of Mr."), ("Smith & Co.", "Smith & Co."), ("By A. B.", "By A. B."), (".", "."),
  ])
  func `lose a stop, but not that of an abbreviation`(text: String, wanted: String) {
    #expect(HeadingPoint.without(text) == wanted)
  }
}
