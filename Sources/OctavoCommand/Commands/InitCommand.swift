import ArgumentParser
import Files
import Libc
import Octavo

/// `octavo init`: a first book to write on.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Begin a book: a manuscript and octavo.yaml.",
    discussion: "octavo init mybook && octavo mybook")

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
    ]
    let prefix = place == "." ? "" : place + "/"
    for (name, _) in files where access(prefix + name, F_OK) == 0 {
      throw CommandFailure(
        .couldNotWrite, place: prefix + name, "is there already, and nothing was written",
        help: "octavo init writes over no file: name another folder")
    }
    try RenderCommand.make(place)
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

  /// The title and the author, and a few options to change.
  static func configuration(title: String, author: String) -> String {
    """
    # Options of the manuscripts in this folder, by the names that
    # "octavo help build" lists, without their dashes.
    title: \(quoted(title))
    author: \(quoted(author))
    lang: en
    files: book.txt

    # Take the # away to change these.
    # theme: trade
    # trim: 6x9
    # size: 11pt
    # header: "{title}"
    # footer: "Page {page}"

    """
  }

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
