public import BookModel
public import Design
public import Units

// What a program needs of the other modules goes by its own name here, so that
// `import Octavo` is enough.

/// A length in whole 1/1024 points; `Length(points: 12)`, `Length(millimetres: 148)`.
public typealias Length = Units.Length
/// Width and height of a page, a view or a sheet.
public typealias PageSize = Units.PageSize
/// A rectangle on a page: points from its top left corner, y down.
public typealias PageArea = Units.PageArea
/// A warning or an error with its place in the manuscript.
public typealias Diagnostic = Units.Diagnostic
/// The files of a manuscript, decoded.
public typealias SourceFiles = Units.SourceFiles
/// A file and a byte in it.
public typealias SourceLocation = Units.SourceLocation

/// A book as its author thinks of it: metadata, sections, notes; nothing about pages.
public typealias Book = BookModel.Book
/// What is known of a book besides its text.
public typealias Metadata = BookModel.Metadata
/// A chapter, a part, a preface: what begins on a page of its own.
public typealias Section = BookModel.Section
/// The words over a section.
public typealias Heading = BookModel.Heading
/// A paragraph, a poem, a list and so on.
public typealias Block = BookModel.Block
/// Running text.
public typealias Paragraph = BookModel.Paragraph
/// Lines whose ends are the author's.
public typealias Verse = BookModel.Verse
/// Prose set off from the text.
public typealias Quotation = BookModel.Quotation
/// A letter with its date line and signature.
public typealias Letter = BookModel.Letter
/// Words of a play and who says them.
public typealias Speech = BookModel.Speech
/// A list, numbered or not.
public typealias List = BookModel.List
/// Rows and columns.
public typealias Table = BookModel.Table
/// Lines kept as they stand: code, or a table made of spaces.
public typealias Preformatted = BookModel.Preformatted
/// A picture with its caption.
public typealias Figure = BookModel.Figure
/// A pause within a chapter.
public typealias SceneBreak = BookModel.SceneBreak
/// What an author asks of one paragraph's lines or page.
public typealias PageHint = BookModel.PageHint
/// Text in one style, a picture in a line, or a note's mark.
public typealias Inline = BookModel.Inline
/// Emphasis, colour, size and so on of a run of text.
public typealias InlineStyle = BookModel.InlineStyle
/// Red, green and blue from 0 to 1.
public typealias Colour = Units.Colour
/// A shadow behind a run of text.
public typealias TextShadow = BookModel.TextShadow
/// A footnote.
public typealias Note = BookModel.Note
/// Names a note within its book.
public typealias NoteKey = BookModel.NoteKey

/// Page size, margins, type and furniture of a book's pages.
public typealias PageDesign = Design.PageDesign
/// A page size by name.
public typealias Trim = Design.Trim
/// A look by name: a page design to begin with.
public typealias Theme = Design.Theme
