/// One node of a Markdown document, in a flat list: a node's children follow it directly.
package struct MarkdownNode: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case document, blockQuote, paragraph, thematicBreak
    case heading(level: Int)
    /// `start` is nil for bullets.
    case list(start: Int?, isTight: Bool)
    /// `isDone` is nil for an item without a box.
    case item(isDone: Bool?)
    case codeBlock(info: String, isFenced: Bool)
    case htmlBlock
    case footnoteDefinition
    case table([Alignment])
    case tableRow(isHead: Bool)
    case tableCell
    case text, softBreak, lineBreak, code, htmlInline
    case emphasis, strong, strike
    case link(url: String)
    case image(url: String, title: String)
    /// Counts definitions in the order in which the tree has them, from 1.
    case footnoteReference(Int)
    case unknown
  }

  package enum Alignment: Sendable { case none, left, centre, right }

  package var kind: Kind
  /// The words of text, code and HTML; empty for all others.
  package var literal: String
  /// Lines and columns count from 1, columns in bytes. Right for blocks; for inlines
  /// the parser loses count after link definitions and in lazy lines, so none are kept.
  package var startLine: Int
  package var startColumn: Int
  package var endLine: Int
  package var endColumn: Int
  /// Index behind the node's last descendant.
  package var end: Int
}
