package import BookModel
internal import Units

extension Figure {
  /// An image of a line as one by itself.
  package init(_ name: String, _ inline: Inline) {
    let extras = inline.style.extras
    self.init(
      image: name, caption: [], alternative: extras.alternative ?? "", width: extras.width, height: extras.height,
      runaround: extras.runaround, source: inline.source)
    isDecorative = extras.isDecorative
  }
}

extension Paragraph {
  /// With the images that text is to run around before it, as figures.
  package func partedAtRunarounds() -> (figures: [Figure], rest: Paragraph?) {
    guard inlines.contains(where: { $0.style.extras.runaround != nil }) else { return ([], self) }
    var figures: [Figure] = []
    var rest = self
    rest.inlines = []
    for inline in inlines {
      if case .image(let name) = inline.content, inline.style.extras.runaround != nil {
        figures.append(Figure(name, inline))
      } else {
        rest.inlines.append(inline)
      }
    }
    if case .text(let words)? = rest.inlines.first?.content, words.first == " ",
      let (_, behind) = rest.inlines[0].parted(atByte: 1)
    {
      if let behind { rest.inlines[0] = behind } else { rest.inlines.removeFirst() }
    }
    guard let first = rest.inlines.first else { return (figures, nil) }
    rest.source = first.source
    return (figures, rest)
  }
}

extension Figure.Edge {
  /// What `float` and HTML's old `align` say.
  package init?(css text: String) {
    switch trimmed(text).lowercased() {
    case "left", "inline-start": self = .left
    case "right", "inline-end": self = .right
    // CSS Page Floats
    case "inside": self = .inside
    case "outside": self = .outside
    default: return nil
    }
  }

  /// A class by which a manuscript asks for it: `left`, `float-left`, `alignleft`.
  package init?(class name: String) {
    var name = name.lowercased().filter(\.isLetter)
    for prefix in ["float", "align", "fig", "img", "wrap", "pull"] where name.hasPrefix(prefix) {
      name.removeFirst(prefix.count)
      break
    }
    self.init(css: name)
  }
}

extension Figure.Size {
  /// `60%`, `5cm`, `300px`, `300` (CSS pixels, 96 to the inch).
  package init?(css text: String) {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let value = Double(number), value > 0, value < 100_000 else { return nil }
    switch trimmed(String(text.dropFirst(number.count))).lowercased() {
    case "%": self = .share(min(value / 100, 1))
    case "", "px": self = .length(Length(points: value * 72 / 96))
    case "pt": self = .length(Length(points: value))
    case "cm": self = .length(Length(points: value * 72 / 2.54))
    case "mm": self = .length(Length(points: value * 72 / 25.4))
    case "in", "inch": self = .length(Length(points: value * 72))
    default: return nil
    }
  }
}
