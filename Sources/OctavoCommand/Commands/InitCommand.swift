import ArgumentParser
import Files
import Libc
import Octavo

/// `octavo init`, `octavo new`: a first book to write on, with every file that a book may have.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Begin a book: a folder with every file that a book may have.",
    discussion: """
      octavo new mybook && octavo mybook

      It holds the manuscript, octavo.yaml with the options, a theme, words for the cover, and hyphenation. Comments in \
      each file say what it is for. All but the manuscript and octavo.yaml may be deleted.
      """, aliases: ["new"])

  @Argument(help: ArgumentHelp("Folder for the book; it is made if need be. Default: here.", valueName: "folder"))
  var folder: String?
  @Option(help: ArgumentHelp("The book's title. Default: My First Book.", valueName: "text"))
  var title: String?
  @Option(help: ArgumentHelp("Who writes it. Default: A. N. Author.", valueName: "text"))
  var author: String?

  func run() throws {
    let folder = folder ?? "."
    let (title, author) = (title ?? "My First Book", author ?? "A. N. Author")
    guard !folder.isEmpty, !folder.utf8.contains(0) else {
      throw CommandFailure(.usage, "the folder has no name", help: "octavo init mybook")
    }
    let place = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    for (text, option) in [(title, "--title"), (author, "--author")] {
      // a line end would make another line of the file, and of the book
      guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }),
        !text.unicodeScalars.contains(where: { $0.value < 0x20 })
      else {
        throw CommandFailure(
          .usage, "\(option) has no words, or more than one line", help: "write \(option) 'A few words'")
      }
    }
    let files = [
      ("book.txt", FirstBook.manuscript), ("octavo.yaml", FirstBook.configuration(title: title, author: author)),
      ("theme.yaml", FirstBook.theme), ("blurb.txt", FirstBook.blurb), ("words.txt", FirstBook.words),
      ("book.hints.yaml", FirstBook.hints), ("pictures/README.txt", FirstBook.pictures),
    ]
    let prefix = place == "." ? "" : place + "/"
    for (name, _) in files where access(prefix + name, F_OK) == 0 {
      throw CommandFailure(
        .couldNotWrite, place: prefix + name, "is there already, and nothing was written",
        help: "octavo init writes over no file: name another folder")
    }
    try RenderCommand.make(place)
    try RenderCommand.make(prefix + "pictures")
    for (name, text) in files { try Output.write(Array(text.utf8), to: prefix + name) }
    Reporter().say(
      place: prefix + "book.txt", code: "written",
      "a first book; write on, then: octavo \(FirstBook.shellWord(place))")
  }
}

/// What `octavo init` writes.
enum FirstBook {
  static let manuscript = """
    CHAPTER I

    A Morning in May

    Write here. A blank line ends a paragraph, and a line may be as long or as
    short as you like: octavo sets the paragraph as a whole.

    "Quotation marks are typed like this," and octavo curls them. Two hyphens
    make a dash -- like that -- and _underscores_ make italics.

    * * *

    A row of stars is a pause between scenes.[1]

    [1] This is a note. It stands at the foot of the page on which it is called.


    CHAPTER II

    An Evening in June

    Chapters begin with a word such as Chapter, a number, and a title if there is
    one. They are listed in the contents and begin on a page of their own.

    """

  /// The title and the author, and the options that most books change.
  static func configuration(title: String, author: String) -> String {
    """
    # Options of the book in this folder, by the names that "octavo help build" lists, without their dashes.
    # Take the # away to use one.
    title: \(quoted(title))
    author: \(quoted(author))
    lang: en
    # The manuscripts in their order. Word, Markdown, EPUB and HTML will do as well as text.
    files: book.txt

    # The book
    # subtitle: A Novel
    # dedication: For you
    # publisher: My Press
    # copyright: 2026
    # isbn: 978-0-306-40615-7

    # The look: "octavo themes . --png looks" shows your book in all of them.
    # theme: albion
    # theme: ./theme.yaml
    # trim: 6x9
    # size: 11pt
    # header: "{title}"
    # footer: "Page {page}"
    # hyphenation-exceptions: words.txt

    # The printer, and the cover: "octavo cover ." makes it.
    # for: kdp
    paper: cream
    blurb: blurb.txt
    # front-picture: pictures/front.jpg

    """
  }

  static let theme = """
    # A look of your own: take the # away from "theme: ./theme.yaml" in octavo.yaml.
    # What is left out is as in the theme named here; "octavo themes --show classic" prints every key.
    based-on: classic
    size: 10.5pt
    scene-break: "❦"
    elements:
      chapter-number: {form: words}
      chapter-title: {size: 1.4, italic: true}

    """

  static let blurb = """
    The words on the back of the cover stand here. "octavo cover ." sets them.

    A blank line begins a new paragraph.

    """

  static let words = """
    # Words as they may be divided, one a line; a word without hyphens never is.
    # Take the # away from "hyphenation-exceptions: words.txt" in octavo.yaml.
    ty-pog-ra-phy
    Tolstoy

    """

  static let hints = """
    # What octavo took for something else: lines of book.txt and what they are.
    # "octavo inspect book.txt --doubts" lists doubtful lines; the manual, "Correcting a book", has all kinds of hints.
    # hints:
    #   - verse 12-19
    #   - chapter 40

    """

  static let pictures = """
    Pictures of the book: name them in the manuscript by their path from there, as in pictures/map.png.
    For print they have 300 pixels to the inch at the size at which they stand.

    """

  /// YAML's double quotes (YAML 1.2, 7.3.1).
  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// A path as a shell takes it for one word.
  static func shellWord(_ path: String) -> String {
    let plain = path.utf8.allSatisfy {
      ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || (0x2D...0x39).contains($0) || $0 == 0x5F || $0 >= 0x80
    }
    return plain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }
}
