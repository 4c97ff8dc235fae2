public import BookModel
public import Design

extension PageDesign {
  /// The design in which the command sets a book by itself: bound at the right where the
  /// book says so, its language is written leftwards or its lines run downwards.
  /// - Parameter theme: a look by name, to begin with; nil for the default.
  public init(for book: Book, theme: Theme? = nil) {
    self = theme?.design ?? PageDesign()
    bind(book, language: book.metadata.language ?? "en")
    openLines(for: book.metadata.language ?? "en")
  }

  /// Binds a book at the edge where its reader begins.
  package mutating func bind(_ book: Book, language: String) {
    binding = writing == .vertical ? .right : BookBuilder.binding(for: book, language: language)
  }

  /// Some head or foot says how many pages there are.
  var printsPageCount: Bool {
    let (rectos, versos) = (furniture(isRecto: true), furniture(isRecto: false))
    return [rectos.header, rectos.footer, versos.header, versos.footer].contains { $0.lowercased().contains("{pages}") }
  }
}

extension Section {
  /// Some of the section's blocks, with its heading if the first is among them.
  func part(_ range: Range<Int>) -> Section {
    var part = self
    if range.lowerBound > 0 { part.heading = nil }
    part.blocks = Array(blocks[range])
    return part
  }
}
