/// The figures of a language's own script: `१२` for 12.
extension Book {
  /// The zero of the figures in which the book's folios are written: its script's own, unless its text has those of
  /// Europe more often. Linear in the text of such a language; else it looks at nothing.
  package func zero(_ language: String) -> Unicode.Scalar {
    let primary = language.split(separator: "-").first.map { $0.lowercased() } ?? ""
    guard let zero = Book.zeros[primary] else { return "0" }
    var (own, european) = (0, 0)
    visitText { inlines, _ in
      for inline in inlines {
        guard case .text(let text) = inline.content else { continue }
        for scalar in text.unicodeScalars {
          if ("0"..."9").contains(scalar) {
            european += 1
          } else if (zero.value..<zero.value + 10).contains(scalar.value) {
            own += 1
          }
        }
      }
    }
    return european > own ? "0" : zero
  }

  private static let zeros: [String: Unicode.Scalar] = [
    "ar": "\u{660}", "fa": "\u{6F0}", "ur": "\u{6F0}", "ps": "\u{6F0}", "hi": "\u{966}", "mr": "\u{966}",
    "ne": "\u{966}", "sa": "\u{966}", "bn": "\u{9E6}",
  ]
}

extension String {
  /// A number with figures that count from another zero.
  package func inFigures(from zero: Unicode.Scalar) -> String {
    guard zero != "0" else { return self }
    var made = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isFigure = ("0"..."9").contains(scalar)
      made.append(isFigure ? Unicode.Scalar(zero.value + scalar.value - 0x30) ?? scalar : scalar)
    }
    return String(made)
  }
}
