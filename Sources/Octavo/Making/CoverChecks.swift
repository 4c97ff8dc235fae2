internal import Design
internal import Images
internal import Units

/// What is wrong with a cover before anybody has it printed.
enum CoverChecks {
  /// Printers ask for 300 pixels to the inch, and refuse or blur what has fewer than some 200.
  static let leastPixels = 200.0

  static func findings(of cover: CoverMaker) -> [Diagnostic] {
    var found: [Diagnostic] = []
    // WCAG 2.2, 1.4.3, asks for 3 of large letters
    if cover.look.ink.contrast(to: cover.look.paper) < 2
      || cover.look.accent.contrast(to: cover.spineInk) < 2 && cover.hasAccentBack
    {
      found.append(
        Diagnostic(
          .warning, code: "cover-ink", "the words can hardly be seen: their ink is nearly the colour of the paper",
          help: "give a lighter or darker --ink-colour, --paper-colour or --accent-colour"))
    }
    for (file, area, side) in [
      (cover.frontPicture, cover.geometry.front, "front"), (cover.backPicture, cover.geometry.back, "back"),
      (cover.authorPicture, cover.authorArea ?? PageArea(), "back"),
    ] {
      guard let file, let picture = try? inspectImage(file), picture.format != .svg, picture.width > 0,
        picture.height > 0
      else { continue }
      // it fills the panel, its longer side cut
      let scale = max(area.width / Double(picture.width), area.height / Double(picture.height))
      let pixels = 72 / scale
      guard pixels < leastPixels else { continue }
      let inches = (area.width / 72, area.height / 72)
      found.append(
        Diagnostic(
          .warning, code: "cover-resolution",
          "\"\(file)\" has \(Int(pixels)) pixels to the inch on the \(side), which prints blurred",
          help:
            "use one of \(Int((inches.0 * 300).rounded(.up))) by \(Int((inches.1 * 300).rounded(.up))) pixels or more"))
    }
    return found
  }
}
