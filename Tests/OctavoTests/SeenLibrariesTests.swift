import Cairo
import Testing

/// What hangs on the bytes that cairo writes: how it parts fonts (`PDFTextWriter+Spaces`), leaves contents unpacked
/// (`Canvas.leavesUnpacked`), says pages (`CairoPages`) and objects (`CairoFile`).
@Suite struct `The cairo here` {
  @Test func `is of a version whose files have been seen`() {
    #expect(
      PDFTextWriter.canMoveSpaces,
      "cairo \(Canvas.cairoVersion) is new, 1.16.0, 1.18.0 and 1.18.4 were seen: look at its source for the above")
  }
}
