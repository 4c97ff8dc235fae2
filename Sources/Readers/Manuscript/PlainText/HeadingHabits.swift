// What is learnt of headings without a number, before each of them is judged.

/// A line that may head something, without a number.
struct PlainHeading {
  var chunk: Int
  var isCapitals: Bool
  var named: NamedHeading?
  /// The contents list names it.
  var isListed: Bool
  var key: String

  /// Nothing but its looks speaks for it.
  var isUnnamed: Bool { named == nil && !isListed }
}

/// What the file's headings are like, by which those without a number are judged.
struct HeadingHabits {
  var hasNumbered: Bool
  var firstNumbered: Int
  /// How many numbered headings begin sections, and how many of them count from 1.
  var outerCount: Int
  var restarts: Int
  var chapterLevel: Int
  /// Blank lines above its headings; what is enough above a preface.
  var white: Int
  var namedWhite: Int
  /// Blank lines above lines in capitals that begin a section.
  var threshold = 2
  var capitals = 0
  var isVerse = false
  var readsSubheads = false
  var readsTitleCase = false
  /// Such titles in as much white as the numbered headings have, and more of them: `Ezra` beside `The First Book of Kings`.
  var titlesPrevail = false
  /// The titles that the contents list names stand a blank line from their text, nearly all, and nothing heads them.
  var titlesAreClose = false
  /// Blank lines above titles that are sentences, in a book of poems; 0 where it has none.
  var sentenceTitles = 0
  /// Titles in small letters stand two blank lines from what is above, and nothing else does: a book of fables.
  var titlesAreNear = false
  /// What counts is within what titles head: nothing in front of the first number is a preface for that alone.
  var numbersAreInside = false
  /// The first number stands alone on its line: `1`, the first of the sonnets.
  var beginsBare = false
  /// How many such titles head numbers that begin anew below each.
  var closeTitles = 0
  /// How often the text says what its contents list names.
  var times: [String: Int] = [:]
  /// Words before a colon with which titles open, and how many do: `Letter:  TO MRS. GREY`.
  var openings: [String: Int] = [:]
  /// How often it says its own title.
  var titles: [String: Int] = [:]
}
