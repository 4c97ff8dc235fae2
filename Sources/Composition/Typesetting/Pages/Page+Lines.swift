package import PageModel
package import Shaping
internal import Units

extension Page {
  /// Notes the line whose runs are the last.
  mutating func note(_ line: LineRecord, runs first: Int) {
    guard runs.count > first else { return }
    let kind: PlacedLine.Kind =
      switch line.kind {
      case .text: .text
      case .cell, .reachingCell: .cell
      case .marker, .cellMarker, .reachingMarker: .marker
      case .ornament: .ornament
      }
    lines.append(
      PlacedLine(
        runs: first..<runs.count, place: Int(line.source) + Int(line.startByte), kind: kind,
        showsHyphen: line.flags.contains(.showsHyphen), isRightToLeft: line.flags.contains(.isRightToLeft)))
  }

  /// Says how each run's style was asked for.
  package mutating func describeLooks(by shaper: Shaper) {
    for index in looks.indices {
      let number = Int(looks[index].style)
      guard let style = shaper.textStyle(number) else { continue }
      let measured = shaper.text.styles[number]
      looks[index].features = style.font.features
      looks[index].language = style.font.language
      looks[index].letterSpacing = style.letterSpacing.points
      looks[index].ascent = Double(measured.ascent) / 1024
      looks[index].descent = Double(measured.descent) / 1024
    }
  }
}
