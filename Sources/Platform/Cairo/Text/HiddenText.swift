/// Text of pages that is to be found and not seen, such as the letter of a word whose capital is drawn over several lines.
///
/// A PDF has a rendering mode for it, which puts no ink on the page (ISO 32000-1, 9.3.6, mode 3); cairo has no call for
/// that. So it draws the text in a colour that no page has, and the page's contents are told that text in this colour is
/// invisible. In the colour of the paper it would be seen where it lies on anything else.
package final class HiddenText {
  /// No colour of eight bits a part.
  static let colour = PDFTextWriter.Colour(red: 0.0333, green: 0.9667, blue: 0.4444)

  /// Some was drawn on the page that is being drawn.
  package internal(set) var isOnPage = false

  /// Nil where such text is left out: with another cairo than those whose contents are known.
  package init?() { guard PDFTextWriter.canMoveSpaces else { return nil } }

  /// Makes the text invisible in the contents of the page that ended.
  /// - Parameter contents: not packed.
  /// - Returns: nil where there is none.
  package func finishPage(_ contents: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard isOnPage else { return nil }
    isOnPage = false
    let said = PDFTextWriter.operand(HiddenText.colour)
    let black = PDFTextWriter.operand(PDFTextWriter.Colour())
    var made: [UInt8] = []
    var copied = 0
    var isHidden = false
    /// What stands between text objects.
    func copy(to end: Int) {
      while copied < end {
        let rest = contents[copied..<end]
        if rest.starts(with: said) {
          isHidden = true
          made += black
          copied += said.count
          continue
        }
        // another colour, or one of before
        if rest.starts(with: HiddenText.setting) || rest.starts(with: HiddenText.restoring) { isHidden = false }
        made.append(contents[copied])
        copied += 1
      }
    }
    for object in TextReading.objects(in: contents) {
      copy(to: object.lowerBound)
      if isHidden { made += "3 Tr\n".utf8 }
      made += contents[object]
      // the mode outlives the text object (9.3.1)
      if isHidden { made += "0 Tr\n".utf8 }
      copied = object.upperBound
    }
    copy(to: contents.count)
    return made
  }

  private static let setting = Array(" rg ".utf8)
  private static let restoring = Array("\nQ".utf8)
}
