/// What a book is made of, for who does not see it, and what of each page is of which part of it
/// (ISO 32000-1, 14.7 and 14.8; ISO 14289-1).
package struct StructurePlan: Sendable {
  package struct Node: Sendable {
    /// Of `types`.
    package var type: Int32
    /// -1 for the document.
    package var parent: Int32
    package init(type: Int32, parent: Int32) { (self.type, self.parent) = (type, parent) }
  }

  /// How many columns and rows a cell reaches over.
  package struct Span: Sendable {
    package var columns, rows: Int
    package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
  }

  /// Something on a page that is of one node.
  package struct Part: Hashable, Sendable {
    package var node: Int32
    /// The link it is of, counted on the page; -1 for none.
    package var link: Int32
    /// Of the page's `phrases`; -1 for none.
    package var phrase: Int32
    /// Pictures that the node has on the page before it, among its words.
    package var piece: Int32
    package init(node: Int32, link: Int32 = -1, phrase: Int32 = -1, piece: Int32 = 0) {
      (self.node, self.link, self.phrase, self.piece) = (node, link, phrase, piece)
    }
  }

  /// Some words of a node, or a picture or a formula among them.
  package struct Phrase: Hashable, Sendable {
    /// Nil for the book's.
    package var language: String?
    /// The word of which a line has only a part (14.9.4); what is drawn has hyphens, or is drawn over two pages.
    package var words: String?
    /// The word's first part is on the line before.
    package var isContinued: Bool
    /// What a picture shows; nil for words.
    package var alternative: String?
    /// How a formula is said, whose source the words are; nil for what is none.
    package var spoken: String?
    package init(
      language: String? = nil, words: String? = nil, isContinued: Bool = false, alternative: String? = nil,
      spoken: String? = nil
    ) {
      (self.language, self.words, self.isContinued, self.alternative) = (language, words, isContinued, alternative)
      self.spoken = spoken
    }
  }

  package struct Mark: Sendable, Equatable {
    /// The first glyph that is so, counted on the page.
    package var glyph: UInt32
    /// Index into the page's parts; `none`, `head` or `foot` for what is no part of the book's text.
    package var part: Int32
    package init(glyph: UInt32, part: Int32) { (self.glyph, self.part) = (glyph, part) }
  }

  package struct Picture: Sendable, Equatable {
    package var part: Int32
    /// Points from the page's top left corner, y down.
    package var x, y, width, height: Double
    /// Of which it is drawn.
    package var file: String
    package init(part: Int32, x: Double, y: Double, width: Double, height: Double, file: String = "") {
      (self.part, self.x, self.y, self.width, self.height, self.file) = (part, x, y, width, height, file)
    }
  }

  package struct PageContent: Sendable, Equatable {
    package var parts: [Part] = []
    package var phrases: [Phrase] = []
    /// By glyph; each holds up to the next.
    package var marks: [Mark] = []
    /// In the order in which they are drawn.
    package var pictures: [Picture] = []
    /// Glyphs of text that were drawn.
    package var glyphs = 0
    /// Where the contents are marked already, the part that each marked-content identifier stands for.
    package var identifiers: [Int32]?
    package init() {}
  }

  package static let none: Int32 = -1
  package static let head: Int32 = -2
  package static let foot: Int32 = -3

  /// Parents before their children; those of one parent in reading order.
  package var nodes: [Node] = []
  /// Standard structure types, and names of `roles`.
  package var types: [String] = []
  /// By node: what a picture shows.
  package var alternatives: [Int32: String] = [:]
  /// By node, of cells that are in more than one column or row.
  package var spans: [Int32: Span] = [:]
  /// Nodes of the document, in reading order.
  package var outermost: [Int32] = []
  /// The standard types of the names that are none.
  package var roles: [String: String] = [:]
  /// In the order of the book.
  package var pages = PageContents()
  /// Points.
  package var pageHeight = 0.0
  /// By page: what links to it say, for who does not see where they lead.
  package var labels: [String] = []

  package init() {}

  func type(of node: Int32) -> String { types[Int(nodes[Int(node)].type)] }
}
