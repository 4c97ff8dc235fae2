/// What a PDF is for.
package enum PDFTarget: String, Sendable, CaseIterable {
  case screen
  /// For a press: nothing to click, black as one ink, boxes for the cutter.
  case print
}
