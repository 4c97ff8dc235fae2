/// What a part of a formula is to its neighbours, which decides the space between them (The TeXbook, chapter 18).
package enum FormulaClass: UInt8, Sendable, Hashable {
  case ordinary, `operator`, binary, relation, open, close, punctuation, inner
}

/// A formula, or a part of one: what TeX and MathML have in common. Letters are in their alphabet already
/// (`𝑥` for an italic x).
package indirect enum FormulaNode: Sendable, Hashable {
  /// One sign of a font.
  case symbol(Unicode.Scalar, FormulaClass)
  /// Several, as one ordinary part.
  case row([FormulaNode])
  /// One that stands as another class, as `\mathrel` makes it.
  case classed(FormulaClass, FormulaNode)
  /// A sign that grows in displayed formulas: `∑` with limits, `∫` without.
  case large(Unicode.Scalar, hasLimits: Bool)
  /// Letters of a name such as `lim`.
  case name(String, hasLimits: Bool)
  case scripts(base: FormulaNode, sub: FormulaNode?, sup: FormulaNode?, limits: FormulaLimits)
  case fraction(FormulaFraction)
  case radical(FormulaNode, degree: FormulaNode?)
  /// Parts between fences as tall as they; nil for an invisible one. A middle fence stands between two parts.
  case fenced(left: Unicode.Scalar?, [FormulaNode], middle: [Unicode.Scalar?], right: Unicode.Scalar?)
  /// A fence of a size that is asked for: 1 to 4.
  case sized(Unicode.Scalar, Int, FormulaClass)
  /// A sign above (or below) the whole; a wide one grows with it.
  case accent(FormulaNode, Unicode.Scalar, isWide: Bool, isBelow: Bool)
  /// A rule above or below.
  case line(FormulaNode, isBelow: Bool)
  /// A smaller part above or below one that keeps its class.
  case stacked(FormulaNode, over: FormulaNode?, under: FormulaNode?)
  /// An arrow as wide as what stands above and below it.
  case arrow(Unicode.Scalar, over: FormulaNode?, under: FormulaNode?)
  case table(FormulaTable)
  /// Words in the text's face, formulas among them.
  case text([FormulaText])
  /// Eighteenths of an em.
  case space(Double)
  /// All that follows in its row is set in this style.
  case style(FormulaStyle)
  /// All that follows in its row has this colour: 0xRRGGBB; nil for the text's.
  case colour(UInt32?)
  case coloured(FormulaNode, UInt32)
  case boxed(FormulaNode)
  /// The room of something that is not seen; `\smash` is seen and has no height.
  case phantom(FormulaNode, width: Bool, height: Bool, isSeen: Bool)
  /// A sign with a stroke through it.
  case struck(FormulaNode)

  package static let empty = FormulaNode.row([])
}

package enum FormulaLimits: UInt8, Sendable, Hashable {
  /// Above and below in displayed formulas, if the base is such a sign.
  case usual
  case always, never
}

package enum FormulaStyle: UInt8, Sendable, Hashable, Comparable {
  case display, text, script, scriptScript
  package static func < (a: FormulaStyle, b: FormulaStyle) -> Bool { a.rawValue < b.rawValue }
}

package struct FormulaFraction: Sendable, Hashable {
  package enum Rule: Sendable, Hashable { case usual, none }
  package var over, under: FormulaNode
  package var rule: Rule
  package var left, right: Unicode.Scalar?
  /// Nil for that of its place.
  package var style: FormulaStyle?
  /// `\cfrac`: both parts as in a displayed formula, with a strut.
  package var isContinued: Bool

  package init(
    _ over: FormulaNode, _ under: FormulaNode, rule: Rule = .usual, left: Unicode.Scalar? = nil,
    right: Unicode.Scalar? = nil, style: FormulaStyle? = nil, isContinued: Bool = false
  ) {
    (self.over, self.under, self.rule, self.left, self.right) = (over, under, rule, left, right)
    (self.style, self.isContinued) = (style, isContinued)
  }
}

/// Words among a formula's signs.
package struct FormulaText: Sendable, Hashable {
  package enum Content: Sendable, Hashable {
    case words(String)
    case formula(FormulaNode)
  }
  package struct Face: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let bold = Face(rawValue: 1)
    package static let italic = Face(rawValue: 2)
    package static let sans = Face(rawValue: 4)
    package static let code = Face(rawValue: 8)
    package static let smallCapitals = Face(rawValue: 16)
  }
  package var content: Content
  package var face: Face
  package init(_ content: Content, face: Face = []) {
    self.content = content
    self.face = face
  }
}

package struct FormulaTable: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// Cells as in the text, columns apart, nothing at the outside.
    case matrix
    case smallMatrix
    /// As a matrix with room at the outside and rules, as its columns say.
    case array
    /// Two columns to the left of a brace.
    case cases
    case displayedCases
    /// Pairs of columns that meet, displayed.
    case aligned
    case gathered
    /// Lines one over another, in a script's size.
    case substack
    /// Left, middle and right lines of one long formula.
    case multline
  }
  package enum Alignment: UInt8, Sendable, Hashable { case left, centre, right }

  package struct Row: Sendable, Hashable {
    package var cells: [FormulaNode]
    /// What stands at the margin; nil for nothing of its own.
    package var tag: FormulaTag?
    /// No number, where the rows are numbered.
    package var isUnnumbered = false
    /// Names by which the row is referred to.
    package var label: String?
    /// Rules above it.
    package var rules = 0
    /// More room below it, in ems.
    package var spaceBelow = 0.0
    /// Cells that reach over several columns, from the left; empty ones stand for the further columns.
    package var spans: [Span] = []
    package init(cells: [FormulaNode]) { self.cells = cells }
  }

  package struct Span: Sendable, Hashable {
    package var column, count: Int
    /// Nil for that of its first column.
    package var alignment: Alignment?
    /// Dots fill its room.
    package var isDotted = false
    package init(column: Int, count: Int, alignment: Alignment?, isDotted: Bool = false) {
      (self.column, self.count, self.alignment, self.isDotted) = (column, count, alignment, isDotted)
    }
  }

  /// Which lines of a page have a number.
  package enum Numbering: UInt8, Sendable, Hashable {
    /// Those that have a name.
    case named
    /// All but those that say they have none.
    case each
    /// All of them together have one, beside the last.
    case whole
  }

  package var kind: Kind
  package var rows: [Row]
  package var numbering = Numbering.named
  /// The last one repeats.
  package var alignments: [Alignment]
  /// By column: upright rules on its left; one more than there are columns where the last has one at its right.
  package var rules: [Int] = []
  package var rulesBelow = 0
  /// The name of its rows together, which have one number with letters; empty where they have none.
  package var group: String?

  package init(_ kind: Kind, rows: [Row], alignments: [Alignment] = []) {
    (self.kind, self.rows, self.alignments) = (kind, rows, alignments)
  }
}

/// What stands at the margin beside a displayed formula.
package struct FormulaTag: Sendable, Hashable {
  package var text: [FormulaText]
  package var hasParentheses: Bool
  package init(text: [FormulaText], hasParentheses: Bool) {
    self.text = text
    self.hasParentheses = hasParentheses
  }
}

/// Commands that stand in a formula's source where another reader would take an environment's name from it. Their
/// arguments are the environment, and the name of all of its lines together.
package enum FormulaMark {
  package static let lines = "octavolines"
  package static let group = "octavogroup"
}

extension FormulaTable.Kind {
  /// Its rows are lines of a page, not the lines of one sign.
  package var isDisplay: Bool { self == .aligned || self == .gathered || self == .multline }
}
