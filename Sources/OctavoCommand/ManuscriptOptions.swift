import ArgumentParser
import BookModel
import Files
import Glibc
import Hyphen
import LanguageDetection
import Manuscript
import Octavo
import PageDesign
import Units

/// Options about the manuscript and how it is read.
struct ManuscriptOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Format of the manuscript: text or markdown. Default: markdown for .md, .markdown and folders, else text.", valueName: "format"))
  var from: String?
  @Option(help: ArgumentHelp("Encoding of a text file, such as UTF-8 or CP1252. Default: found out.", valueName: "name"))
  var encoding: String?
  @Option(help: ArgumentHelp("Language of the text, such as en or pt-BR. Default: the manuscript's, else found out.", valueName: "tag"))
  var lang: String?
  @Option(help: ArgumentHelp("Title, instead of the manuscript's.", valueName: "text"))
  var title: String?
  @Option(help: ArgumentHelp("Author, instead of the manuscript's.", valueName: "text"))
  var author: String?
  @Flag(inversion: .prefixedNo, help: "Typewriter quotes, dashes and ellipses become a printer's. Default: yes.")
  var smart: Bool?

  /// A manuscript as its author typed it; `Settings.read` adds what configures it.
  func read(_ paths: [String]) throws -> ManuscriptReading {
    var reading: ManuscriptReading
    switch try ManuscriptInput(paths, format: from) {
    case .text(let path): reading = try read(text: path)
    case .markdown(let inputs): reading = try read(markdown: inputs)
    }
    if reading.book.metadata.title == nil { reading.book.metadata.title = fallbackTitle(paths[0]) }
    return reading
  }

  private func read(text path: String) throws -> ManuscriptReading {
    let bytes = try ManuscriptInput.read(path)
    var options = PlainTextOptions()
    options.encoding = encoding
    options.title = title
    options.author = author
    options.language = lang
    let name = path == "-" ? "standard input" : path
    do throws(ManuscriptError) { return try readPlainText(bytes, name: name, options: options) } catch {
      throw failure(error, name: name)
    }
  }

  private func read(markdown inputs: [MarkdownInput]) throws -> ManuscriptReading {
    let options = MarkdownOptions(encoding: encoding, title: title, author: author, language: lang) { path in
      access(path, R_OK) == 0 && !ManuscriptInput.isFolder(path)
    }
    do throws(MarkdownFailure) { return try readMarkdown(inputs, options: options) } catch {
      throw failure(error.error, name: inputs[error.file].name)
    }
  }

  private func failure(_ error: ManuscriptError, name: String) -> CommandFailure {
    if case .unknownEncoding = error { return CommandFailure(.usage, error.diagnostic(name: name)) }
    return CommandFailure(.couldNotRender, error.diagnostic(name: name), place: name)
  }

  /// A book that names no title goes by its file's name.
  private func fallbackTitle(_ input: String) -> String? {
    guard input != "-", let name = input.split(separator: "/").last else { return nil }
    var stem = String(name)
    if let dot = name.lastIndex(of: "."), dot != name.startIndex { stem = String(name[..<dot]) }
    return stem.replacing("-", with: " ").replacing("_", with: " ")
  }

  /// `--lang`, the manuscript's language, or the one its words look like.
  func language(of reading: ManuscriptReading) throws -> String {
    if let lang {
      let isTag = lang.utf8.allSatisfy { ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || $0 == 0x2D || ($0 >= 0x30 && $0 <= 0x39) }
      guard isTag, lang.utf8.count >= 2 else {
        throw CommandFailure(.usage, "\"\(lang)\" is no language tag", help: "write it as in en, de, pt-BR or zh-Hant")
      }
      return lang
    }
    if let language = reading.book.metadata.language { return language }
    guard let file = reading.files.files.first else { return "en" }
    // a few words of Latin letters look like any language
    if file.text.count < 300, file.text.allSatisfy({ $0 < 0x80 }) { return "en" }
    return detectLanguage(of: file.text) ?? "en"
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
      throw CommandFailure(.couldNotRender, error.diagnostic(file: path), place: "\(path):\(error.line):\(error.column)")
    }
  }
}
