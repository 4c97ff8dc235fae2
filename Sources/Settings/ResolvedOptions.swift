package import Design
package import Manuscript
internal import Units

/// What all options come to: how the manuscript is read, how its pages look.
package struct ResolvedOptions: Sendable {
  package var design = PageDesign()
  package var target = PDFTarget.screen
  /// The PDF says what its pages are made of.
  package var isTagged = true
  /// What it is to keep; nil for what it keeps anyhow.
  package var standard: PDFStandard?
  /// The press that a standard for presses is kept for.
  package var condition = PrintingCondition.all[0]
  /// Of its profile; nil for Debian's, where it has one.
  package var profileFile: String?
  package var ink = PressInk.black
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
  package var numbersSections = false
  package enum PageReferences: String, CaseIterable, Sendable { case none, print, always }
  /// Whether the page stands behind a number that the text refers to.
  package var pageReferences = PageReferences.none
  package var indexIsByLetter = false
  package var citations = CitationOptions()

  /// What contradicts the standard that was asked for.
  package var standardProblem: SettingsProblem? {
    guard let standard else { return nil }
    if standard.isForPress, design.isSpread {
      return SettingsProblem(
        "--pdf \(standard.rawValue) and --layout spread contradict each other",
        help: "a press takes pages one by one; leave one of them out")
    }
    let others = [(!isTagged, "no-tagged"), (target == .print, "target print"), (design.isSpread, "layout spread")]
    guard standard.asksStructure, let other = others.first(where: \.0)?.1 else { return nil }
    return SettingsProblem(
      "--pdf \(standard.rawValue) and --\(other) contradict each other",
      help: "\(standard.title) says what its pages are made of: leave one of them out")
  }

  /// Nobody asked for anything.
  static let empty = ResolvedOptions()
}
