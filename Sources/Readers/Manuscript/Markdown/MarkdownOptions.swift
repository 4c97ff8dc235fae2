package import BookModel

/// One file of a Markdown book, with its place among the others.
package struct MarkdownInput: Sendable, Equatable {
  /// The path as the user gave it: images and links are read as from its folder.
  package var name: String
  package var bytes: [UInt8]
  /// The files that its lines come from, where it brings others in: from a line on, counted from 0.
  package var parts: [Part] = []
  /// Its chapters stand so many levels below the book's own.
  package var depth = 0
  /// Heading of a part that begins with this file.
  package var part: String?
  /// Its own first heading heads a part.
  package var isPart = false
  package var isAppendix = false
  /// No part of the list goes on there.
  package var endsPart = false
  package var matter = Section.Matter.body
  /// Set over the file where it has no heading of its own.
  package var title: String?
  /// That is its file's name, which nobody meant to be printed for certain.
  package var isCalledByName = false
  /// What its front matter says is its own and not the book's, as of one of many pages that each have a title.
  package var isTitledByItself = false

  package struct Part: Sendable, Equatable {
    package var first: Int
    package var name: String
    /// The number that the line has there, from 1.
    package var line: Int
    package init(first: Int, name: String, line: Int) { (self.first, self.name, self.line) = (first, name, line) }
  }

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// The `title:` of its front matter, and where the text behind that begins.
  package var frontTitle: (title: String?, end: Int) {
    guard let (text, end) = MarkdownDocument.frontMatter(bytes) else { return (nil, 0) }
    return (yamlTitle(OtherFrontMatter.yaml(of: bytes, text)), end)
  }
}

/// What the user decides over the reader's head; nil leaves it to the reader.
package struct MarkdownOptions: Sendable {
  package var encoding: String?
  package var title: String?
  package var author: String?
  package var language: String?
  /// Other manuscripts stand beside the files: no heading of theirs is the book's title.
  package var isPartOfBook = false
  /// The book has a bibliography that no front matter names.
  package var hasBibliography = false
  /// YAML of another program's project, whose values the text may ask for.
  package var projectWords: [String] = []
  /// Whether a picture is there: told a path from the working folder.
  package var hasImage: @Sendable (String) -> Bool

  package init(
    encoding: String? = nil, title: String? = nil, author: String? = nil, language: String? = nil,
    hasImage: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    self.encoding = encoding
    self.title = title
    self.author = author
    self.language = language
    self.hasImage = hasImage
  }
}
