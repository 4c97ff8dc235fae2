/// What TeX's eye sees in a source (The TeXbook, chapter 7), as far as formulas need it.
package enum TeXToken: Sendable, Hashable {
  /// A control word or sign, without its backslash.
  case control(String)
  case character(Unicode.Scalar)
  case open, close
  case superscript, `subscript`
  case ampersand
  /// `#1` in a definition.
  case parameter(Int)
  case space
}

package struct PlacedToken: Sendable, Hashable {
  package var token: TeXToken
  /// Byte of the source.
  package var offset: Int
}

/// Parts a source into tokens; any text is one.
package func tokens(ofTeX source: String) -> [PlacedToken] {
  var found: [PlacedToken] = []
  let scalars = source.unicodeScalars
  var at = scalars.startIndex
  while at < scalars.endIndex {
    let start = at
    let scalar = scalars[at]
    scalars.formIndex(after: &at)
    let token: TeXToken
    switch scalar {
    case "\\":
      guard at < scalars.endIndex else {
        token = .control(" ")
        break
      }
      let letters = scalars[at...].prefix { $0.isTeXLetter }
      if letters.isEmpty {
        let sign = scalars[at]
        scalars.formIndex(after: &at)
        token = .control(sign == "\n" || sign == "\r" || sign == "\t" ? " " : String(Character(sign)))
      } else {
        at = letters.endIndex
        token = .control(String(letters))
        // blanks behind a word only end it
        while at < scalars.endIndex, scalars[at].isBlank { scalars.formIndex(after: &at) }
      }
    case "{": token = .open
    case "}": token = .close
    case "^": token = .superscript
    case "_": token = .subscript
    case "&": token = .ampersand
    case "~": token = .control("nobreakspace")
    case "#":
      if at < scalars.endIndex, let digit = Int(String(Character(scalars[at]))), digit > 0 {
        scalars.formIndex(after: &at)
        token = .parameter(digit)
      } else {
        token = .character("#")
      }
    case "%":
      // a comment, with its line's end
      while at < scalars.endIndex, scalars[at] != "\n" { scalars.formIndex(after: &at) }
      if at < scalars.endIndex { scalars.formIndex(after: &at) }
      continue
    case _ where scalar.isBlank:
      while at < scalars.endIndex, scalars[at].isBlank { scalars.formIndex(after: &at) }
      token = .space
    default: token = .character(scalar)
    }
    found.append(PlacedToken(token: token, offset: start.utf16Offset(in: source)))
  }
  guard !source.utf8.allSatisfy({ $0 < 0x80 }) else { return found }
  // asked for seldom, and only then in bytes
  for index in found.indices {
    let place = String.Index(utf16Offset: found[index].offset, in: source)
    found[index].offset = source.utf8.distance(from: source.startIndex, to: place)
  }
  return found
}

extension Unicode.Scalar {
  var isTeXLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "@" }
  var isBlank: Bool { self == " " || self == "\n" || self == "\t" || self == "\r" || self == "\u{A0}" }
}

/// Why a formula cannot be read.
package struct TeXProblem: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case unknownCommand(String)
    case unknownEnvironment(String)
    /// What was expected, in words.
    case missing(String)
    /// A sign where it means nothing: a second superscript, `&` outside of a table.
    case misplaced(String)
    /// Deeper, or larger once its macros are expanded, than any formula is.
    case tooLarge
  }
  package var kind: Kind
  /// Byte of the formula's source.
  package var offset: Int

  package init(kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
