package import Manuscript
package import PageDesign

/// What all options come to: how the manuscript is read, how its pages look.
package struct JobTicket: Sendable {
  package var design = PageDesign()
  package var target = PDFTarget.screen
  /// The PDF says what its pages are made of.
  package var isTagged = true
  package var fontFolders: [String] = []
  /// A file of words as they may be divided.
  package var exceptionsFile: String?
  /// The manuscript's format by name; nil to go by the file's.
  package var format: String?
  /// How a text is read. Encoding, title, author and language hold for every format.
  package var reading = PlainTextOptions()
  /// What of an EPUB's style sheets is heeded, by name.
  package var sheets = "semantic"
  /// Typewriter quotes, dashes and ellipses become a printer's.
  package var isSmart = true

  /// Nobody asked for anything.
  static let empty = JobTicket()
}
