/// What a place of the book is called by who refers to it. One number is counted for each kind.
public struct Label: Sendable, Hashable {
  public enum Kind: String, Sendable, CaseIterable {
    case figure, table, listing, equation, chapter, section
    case theorem, lemma, corollary, proposition, conjecture, definition, example, exercise, remark, solution, proof
    case algorithm, axiom, assumption, hypothesis, property, observation, criterion
    /// A section that is counted by letters.
    case appendix
    /// Call-outs, which are counted where their labels say so.
    case note = "callout-note"
    case tip = "callout-tip"
    case important = "callout-important"
    case warning = "callout-warning"
    case caution = "callout-caution"

    package var isOfHeading: Bool { self == .chapter || self == .section || self == .appendix }
    /// It stands in a box, under the word of a call-out.
    package var isOfBox: Bool { rawValue.hasPrefix("callout-") }
  }

  public var kind: Kind
  /// As links name it: `Extras.link` of `#name` leads there.
  public var name: String
  /// Without a number it can be led to alone.
  public var isNumbered: Bool
  /// The label of the whole that it is a part of, counted by letters: (a), (b).
  public var group: String?

  public init(_ kind: Kind, _ name: String, isNumbered: Bool = true) {
    (self.kind, self.name, self.isNumbered) = (kind, name, isNumbered)
  }
}

extension Label.Kind {
  /// By what stands before the sign in `fig-one`, `fig:one` (Quarto, bookdown, pandoc-crossref); nil for other names.
  public init?(ofName name: String) {
    guard let end = name.firstIndex(where: { $0 == "-" || $0 == ":" }), name.index(after: end) < name.endIndex,
      let kind = Label.Kind.prefixes[name[..<end].lowercased()]
    else { return nil }
    self = kind
  }

  private static let prefixes: [String: Label.Kind] = [
    "fig": .figure, "tbl": .table, "tab": .table, "lst": .listing, "eq": .equation, "sec": .section, "thm": .theorem,
    "lem": .lemma, "cor": .corollary, "prp": .proposition, "cnj": .conjecture, "def": .definition, "exm": .example,
    "exr": .exercise, "rem": .remark, "sol": .solution, "prf": .proof, "alg": .algorithm, "hyp": .hypothesis,
    "nte": .note, "tip": .tip, "imp": .important, "wrn": .warning, "cau": .caution,
  ]
}

/// A run that stands for the numbers of labels; until they are counted (`Book.countLabels`) its text is their names.
public struct Reference: Sendable, Hashable {
  public enum Form: String, Sendable {
    /// `Figure 3`.
    case word
    /// `3`.
    case number
    /// `(3)`.
    case bracketed
    /// The words of a heading or a caption; of what has a number, as `word`.
    case title
    /// The words of a caption, whatever number it has.
    case caption
    /// Of a part of a figure or a table its letter: `(a)`; of others as `bracketed`.
    case part
    /// The page that it stands on.
    case page
    /// Where it is from here: `on page 3`, `on the facing page`, `above`.
    case place
    /// As `word`, and behind it as `place`: `Figure 3 on page 9`.
    case wordAndPlace = "word-and-place"
  }

  /// Of labels, or the anchors of headings.
  public var names: [String]
  public var form: Form
  /// It begins a sentence.
  public var isCapital: Bool

  /// The same with its word and number.
  var word: Reference { Reference(names, .word, isCapital: isCapital) }

  public init(_ names: [String], _ form: Form, isCapital: Bool = false) {
    (self.names, self.form, self.isCapital) = (names, form, isCapital)
  }
}
