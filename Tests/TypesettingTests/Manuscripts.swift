import BookModel
import Design
import Manuscript
import Testing
import Units

/// A short manuscript that uses some of the blocks, and the design it is set in.
struct ShortManuscript: Sendable, CustomTestStringConvertible {
  enum Form { case markdown, plainText }

  var name: String
  var form = Form.markdown
  var text: String
  var adjust: @Sendable (inout PageDesign) -> Void = { _ in }
  var testDescription: String { name }

  func book() throws -> Book {
    let bytes = Array(text.utf8)
    switch form {
    case .markdown: return try readMarkdown([MarkdownInput(name: "book.md", bytes: bytes)], options: .init()).book
    case .plainText: return try readPlainText(bytes, name: "book.txt", options: PlainTextOptions()).book
    }
  }

  var design: PageDesign {
    var design = PageDesign()
    design.trim.height = Length(points: 380)
    adjust(&design)
    return design
  }
}

private let prose = """
  The compositor sets each line by hand, justifies it with thin spaces, and slides it from his stick upon the galley; \
  when the galley is full he ties the type about with page-cord and carries it to the stone. What he cannot part he \
  moves to the next page, and what is left over at the foot he makes good by opening the white around the headings.
  """

let manuscripts: [ShortManuscript] = [
  ShortManuscript(
    name: "prose",
    text: """
      # The Stick

      \(prose) *\(prose)*

      \(prose) **Bold**, ~~struck~~ and `code` stand in one line — with dashes—and a counter-revolutionary hyphen.

      ## A Second Heading

      \(prose)

      ### A third

      #### A fourth

      \(prose)

      # The Stone

      \(prose) \(prose)
      """),
  ShortManuscript(
    name: "verse",
    text: """
      # Songs

      \(prose)

      ```verse
      The stick is short, the line is long,
          And nothing in the case is wrong,
      But here a line goes on and on until it finds the margin and must be turned below itself

      So set it twice,
        And set it well.
      ```

      and \(prose)
      """),
  ShortManuscript(
    name: "quotations",
    text: """
      # Sayings

      \(prose)

      > \(prose)
      >
      > \(prose)
      >
      > — A printer

      ```epigraph
      Small is the type that is read.

      — A proof-reader
      ```

      > 1. One in a quotation
      > 2. Two of them
      """),
  ShortManuscript(
    name: "letter",
    text: """
      # Post

      ```letter
      London, 3 May

      Dear Sir,

      \(prose)

      Your servant,\\
      J. H.
      ```

      \(prose)
      """),
  ShortManuscript(
    name: "play", form: .plainText,
    text: """
      ACT I.

      SCENE I. A Printing House.

      Enter MASTER and BOY.

      MASTER.
      Who left the forme unlocked upon the stone,
      With half the chapter lying in the dust?

      BOY.
      Not I.

      MASTER.
      Then who? The type lies all about the floor,
      And every letter must be found by morn.

      [They kneel.]

      BOY.
      I have a comma, Master, and a full point.

      SCENE II. The same.

      MASTER.
      Now lock it, boy, and plane it down with care,
      And let no quoin be loose before we print.

      BOY.
      It holds.

      [Exeunt.]
      """),
  ShortManuscript(
    name: "lists",
    text: """
      # Lists

      - One item of some length, so that it runs over its line and shows where the column of the text begins
      - Two
        - Nested
          - Deeper
      - Three

      9. Nine

         \(prose)

      10. Ten

      - [ ] open
      - [x] done

      -
      - after an empty one

      \(prose)
      """),
  ShortManuscript(
    name: "tables",
    text: """
      # Tables

      | Sort | Use | Reams |
      |:--|:-:|--:|
      | Long primer | Text | 12.5 |
      | Bourgeois | Notes of several words, which stand in two lines or three of their own narrow column | 7 |
      | Brevier[^n] | Margins | 101.25 |
      | Minion | Indexes | 3 |
      | Nonpareil | Prayer books | 4 |
      | Pearl | Prayer books still smaller | 5 |
      | Diamond | Show | 6 |

      [^n]: Once used for breviaries.

      \(prose)

      | A | B | C | D | E | F | G | H | I | J | K | L | M | N | O | P | Q | R |
      |--|--|--|--|--|--|--|--|--|--|--|--|--|--|--|--|--|--|
      | alpha | beta | gamma | delta | eps | zeta | eta | theta | iota | kappa | lam | mu | nu | xi | om | pi | rho | si |
      """),
  ShortManuscript(
    name: "code",
    text: """
      # Code

      \(prose)

      ```swift
      func main() {
      \tprint("a line that is much too wide for the measure of this page, and so goes on below itself with a mark")

        return
      }
      ```

      \(prose) `let x = 1` \(prose)
      """),
  ShortManuscript(
    name: "notes",
    text: """
      # Notes

      A first note[^1] and another[^2] stand in this paragraph. \(prose)

      \(prose) A long one[^long] is here. \(prose)

      [^1]: Short.
      [^2]: With a note of its own.[^3]
      [^3]: The inner one.
      [^long]: \(prose)

          \(prose) \(prose)

          - A list
          - in a note
      """
  ) { $0.noteNumbers = .page },
  ShortManuscript(
    name: "endnotes",
    text: """
      # First

      A note.[^1] \(prose)

      # Second

      Another[^2] and the first again.[^1] See <https://example.org/a/long/address/that/is/broken/somewhere>.

      [^1]: Short.
      [^2]: \(prose)
      """
  ) { $0.hasEndnotes = true },
  ShortManuscript(
    name: "breaks",
    text: """
      # Pauses

      \(prose)

      * * *

      \(prose)

      ```centred
      THE END
      OF IT
      ```

      ```right
      A. Name
      ```

      ```small-caps
      Quiet words
      ```

      \(prose)
      """
  ) { $0.showsEverySceneBreak = true },
  ShortManuscript(
    name: "figures", form: .plainText,
    text: """
      CHAPTER I. Plates

      \(prose)

      [Illustration: The stone, with a forme upon it, and the mallet and the shooting-stick beside]

      \(prose)

      [Illustration]

      CHAPTER II. Cuts

      \(prose)
      """
  ) { $0.hasListOfFigures = true },
  ShortManuscript(
    name: "opening",
    text: """
      # Opened

      “It was a quiet morning,” she said. \(prose) \(prose)

      \(prose)
      """
  ) {
    $0.dropCapitalLines = 3
    $0.openingSmallCapitals = true
  },
  ShortManuscript(
    name: "right-to-left",
    text: """
      # בדפוס

      הסדר סידר את האותיות בשורה, ואחר כך the galley הלך אל האבן עם 12 עמודים.[^1] הוא חזר בערב.

      - פריט אחד
      - פריט שני

      | עמודה | מחיר |
      |--|--:|
      | אחת | 12 |

      [^1]: הערה קצרה.
      """
  ) { $0.binding = .right },
  ShortManuscript(
    name: "ideographs",
    text: """
      # 活字

      植字工は一行ずつ活字を組み、版が満ちると紐で縛って石の上へ運んだ。残った行は次の頁へ送られ、見出しの前後の空きで調整された。\
      植字工は一行ずつ活字を組み、版が満ちると紐で縛って石の上へ運んだ。

      > 引用の文は少し下げて組む。Latin words stand among them.
      """),
  ShortManuscript(
    name: "index", form: .plainText,
    text: """
      CHAPTER I. The Stone

      The compositor sets each line by hand, justifies it with thin spaces, and
      slides it from his stick upon the galley; when the galley is full he ties
      the type about with page-cord and carries it to the stone. What he cannot
      part he moves to the next page.

      CHAPTER II. The Chase

      The compositor sets each line by hand, justifies it with thin spaces, and
      slides it from his stick upon the galley; when the galley is full he ties
      the type about with page-cord and carries it to the stone. What he cannot
      part he moves to the next page.

      INDEX

      Numbers in italics refer to the plates, those in brackets to
      notes that stand at the foot of their pages.

      A

      Accents, 92.
      Adagio, 189, 191, 195, 199, 200, 247, 248, 251,
          265, 266.
      Alberti bass, 197.
      Amati, see _Cremona_.
        his pupils, 12;
        their customs, 13.

      B

      Bagpipe, 32, 93.
      Ballet, 177.
      Bamboo, 52.
      Beethoven, 5, 14.
        his letters to the Archduke Rudolph and to others, 15.
      Bell, 7.
      Bellini, 210.
      Berlioz, 14.

      C

      Caccini, 177, 209.
      Canon, 205.
      Chopin, 27.
      Clarinet, 13.
      """
  ) { $0.indexColumns = 2 },
  ShortManuscript(
    name: "glossary",
    text: """
      # The Stick

      \(prose)

      # Glossary

      **Chase**: the iron frame in which a forme is locked.

      **Forme**: pages and furniture locked up in a *chase*, ready to be printed.

      **Galley**: a tray of three sides on which lines are gathered.

      **Quoin**: a wedge. See also *chase*.

      **Sort**: one piece of type, of which a fount has many.

      **Stick**: what a compositor sets lines in; it holds a dozen of them.

      * * *

      The words are those of the trade, and \(prose)
      """
  ) { $0.indexColumns = 2 },
]
