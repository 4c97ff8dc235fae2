import ArgumentParser
import BookModel
import Files
import Hyphen
import Manuscript
import Octavo
import PageDesign
import Units

/// Options about the manuscript and how it is read.
struct ManuscriptOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Format of the manuscript: text or markdown. Default: markdown for .md, .markdown and folders, else text.",
      valueName: "format"))
  var from: String?
  @Option(
    help: ArgumentHelp("Encoding of a text file, such as UTF-8 or CP1252. Default: found out.", valueName: "name"))
  var encoding: String?
  @Option(
    help: ArgumentHelp(
      "Language of the text, such as en or pt-BR. Default: the manuscript's, else found out.", valueName: "tag"))
  var lang: String?
  @Option(help: ArgumentHelp("Title, instead of the manuscript's.", valueName: "text"))
  var title: String?
  @Option(help: ArgumentHelp("Author, instead of the manuscript's.", valueName: "text"))
  var author: String?
  @Option(
    help: ArgumentHelp(
      "Lines of a text file: wrapped, paragraphs (one a line) or verse. Default: found out.", valueName: "kind"))
  var lines: String?
  @Option(
    name: .customLong("chapters-by"), parsing: .unconditional,
    help: ArgumentHelp(
      "Lines that begin chapters, by a regular expression; none for no chapters. Default: found out.",
      valueName: "regex|none"))
  var chaptersBy: String?
  @Option(
    help: ArgumentHelp(
      "What would be left out and is to stay: boilerplate, contents, title-page, transcriber-notes, page-numbers, or all.",
      valueName: "list"))
  var keep: String?
  @Option(
    help: ArgumentHelp(
      "What is not to be recognised: verse, quotations, letters, plays, tables, notes, italics.", valueName: "list"))
  var ignore: String?
  @Flag(inversion: .prefixedNo, help: "Typewriter quotes, dashes and ellipses become a printer's. Default: yes.")
  var smart: Bool?

  /// A manuscript as its author typed it; `Settings.read` adds what configures it.
  /// - Parameter bytes: the manuscript's, where they have been read already.
  func read(_ paths: [String], bytes given: [UInt8]? = nil) throws -> ManuscriptReading {
    var reading: ManuscriptReading
    if let given, from == "markdown" {
      reading = try read(markdown: [MarkdownInput(name: "standard input", bytes: given)])
    } else if let given {
      reading = try read(text: "-", bytes: given)
    } else {
      switch try ManuscriptInput.files(paths, format: from) {
      case .text(let path): reading = try read(text: path, bytes: nil)
      case .markdown(let inputs): reading = try read(markdown: inputs)
      }
    }
    if reading.book.metadata.title == nil { reading.book.metadata.title = ManuscriptFiles.title(of: paths[0]) }
    return reading
  }

  private func read(text path: String, bytes given: [UInt8]?) throws -> ManuscriptReading {
    let bytes = try given ?? ManuscriptInput.read(path)
    var options = PlainTextOptions()
    options.encoding = encoding
    options.title = title
    options.author = author
    options.language = lang
    try overrule(&options)
    let name = path == "-" ? "standard input" : path
    do throws(ManuscriptError) { return try readPlainText(bytes, name: name, options: options) } catch {
      throw failure(error, name: name)
    }
  }

  private func read(markdown inputs: [MarkdownInput]) throws -> ManuscriptReading {
    let options = MarkdownOptions(encoding: encoding, title: title, author: author, language: lang) {
      ManuscriptFiles.hasPicture($0)
    }
    do throws(MarkdownFailure) { return try readMarkdown(inputs, options: options) } catch {
      throw failure(error.error, name: inputs[error.file].name)
    }
  }

  private func failure(_ error: ManuscriptError, name: String) -> CommandFailure {
    if case .unknownEncoding = error { return CommandFailure(.usage, error.diagnostic(name: name)) }
    return CommandFailure(.couldNotRender, error.diagnostic(name: name), place: name)
  }

  /// What the user decides over the reader's head.
  private func overrule(_ options: inout PlainTextOptions) throws {
    switch lines {
    case nil: break
    case "wrapped": options.lines = .wrapped
    case "paragraphs": options.lines = .paragraphs
    case "verse": options.lines = .verse
    case let other?: throw choice(other, "--lines", ["wrapped", "paragraphs", "verse"])
    }
    if chaptersBy == "none" {
      options.readsHeadings = false
    } else if let chaptersBy {
      guard isExpression(chaptersBy) else {
        throw CommandFailure(
          .usage, "\"\(chaptersBy)\" is no regular expression for --chapters-by",
          help: "such as --chapters-by '^Chapter [0-9]+'; none for no chapters")
      }
      options.chaptersBy = chaptersBy
    }
    for name in ManuscriptOptions.names(in: keep) {
      switch name {
      case "boilerplate": options.keepsBoilerplate = true
      case "contents": options.keepsContents = true
      case "title-page": options.keepsTitlePage = true
      case "transcriber-notes": options.keepsTranscriberNotes = true
      case "page-numbers": options.keepsPageNumbers = true
      case "all": options.keepAll()
      default:
        throw choice(
          name, "--keep", ["boilerplate", "contents", "title-page", "transcriber-notes", "page-numbers", "all"])
      }
    }
    for name in ManuscriptOptions.names(in: ignore) {
      switch name {
      case "verse": options.readsVerse = false
      case "quotations": options.readsQuotations = false
      case "letters": options.readsLetters = false
      case "plays": options.readsPlays = false
      case "tables": options.readsTables = false
      case "notes": options.readsNotes = false
      case "italics": options.readsItalics = false
      default:
        throw choice(
          name, "--ignore", ["verse", "quotations", "letters", "plays", "tables", "notes", "italics"])
      }
    }
  }

  private static func names(in list: String?) -> [String] {
    (list ?? "").split(separator: ",", omittingEmptySubsequences: list?.isEmpty ?? true).map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// `--lang`, the manuscript's language, or the one its words look like.
  func language(of reading: ManuscriptReading) throws -> String {
    if let lang {
      let isTag = lang.utf8.allSatisfy {
        ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || $0 == 0x2D || ($0 >= 0x30 && $0 <= 0x39)
      }
      guard isTag, lang.utf8.count >= 2 else {
        throw CommandFailure(.usage, "\"\(lang)\" is no language tag", help: "write it as in en, de, pt-BR or zh-Hant")
      }
      return lang
    }
    return reading.language
  }
}

extension ManuscriptReading {
  /// The manuscript with a printer's punctuation, where that is wanted.
  mutating func smarten(_ options: ManuscriptOptions, language: String) {
    if options.smart ?? true { book = smartened(book, language: language, dashes: dashes) }
  }
}

extension DesignOptions {
  /// The words of `--hyphenation-exceptions`.
  func exceptions() throws -> HyphenationExceptions? {
    guard let path = hyphenationExceptions else { return nil }
    let bytes: [UInt8]
    do throws(FileError) { bytes = try readFile(path) } catch {
      throw CommandFailure(.couldNotRender, error.diagnostic(), place: path)
    }
    do throws(HyphenationExceptions.ParseError) {
      return try HyphenationExceptions(parsing: bytes)
    } catch {
      throw CommandFailure(
        .couldNotRender, error.diagnostic(file: path), place: "\(path):\(error.line):\(error.column)")
    }
  }
}
