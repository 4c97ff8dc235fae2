public import Units

/// What stands in a box of its own beside the run of the text, under a label: a note, a tip, a warning.
public struct Callout: Sendable, Equatable {
  /// What it is to its reader; the label says it in the book's language.
  public enum Kind: String, Sendable, CaseIterable {
    case note, tip, hint, important, warning, caution, attention, danger, error, info, example, summary, todo, success
    case question, quote
    case seeAlso = "see-also"
    case theorem, lemma, corollary, proposition, conjecture, definition, exercise, remark, solution, proof
    case algorithm, axiom, assumption, hypothesis, property, observation, criterion
    /// An example that has a number.
    case countedExample = "counted-example"
    /// Its title is all of its label.
    case titled
    /// No box: text across all columns of the page, or in so many.
    case across
    case twoColumns = "columns-2"
    case threeColumns = "columns-3"
    /// No box: it stands in the margin, beside what follows it, or is text where there is no room.
    case aside
  }

  public var kind: Kind
  /// As it is counted among its kind; empty for what is not.
  public var number = ""
  /// The author's own; empty where the kind alone is the label.
  public var title: [Inline]
  public var blocks: [Block]
  /// Names it for links, as `Heading.anchor` does a heading.
  public var anchor: String?
  public var source: SourceLocation

  public init(
    _ kind: Kind, title: [Inline] = [], _ blocks: [Block], anchor: String? = nil,
    source: SourceLocation = SourceLocation(offset: 0)
  ) {
    (self.kind, self.title, self.blocks, self.anchor, self.source) = (kind, title, blocks, anchor, source)
  }
}

extension Callout {
  /// What it is counted as: among mathematicians' blocks by its kind, in a box where its label says so (`tip-one`).
  var countedKind: Label.Kind? {
    if let kind = kind.labelKind { return kind }
    guard let found = anchor.flatMap(Label.Kind.init(ofName:)), found.isOfBox else { return nil }
    return found
  }
}

extension Callout.Kind {
  /// By the words of GitHub, Obsidian, Quarto, MyST, Docusaurus and mdBook's plug-ins; nil for others.
  public init?(word: String) {
    let word = word.lowercased()
    if let kind = Callout.Kind(rawValue: word), !kind.isNameless, kind.labelKind == nil {
      self = kind
    } else if let kind = Callout.Kind.others[word] {
      self = kind
    } else {
      return nil
    }
  }

  /// Columns that its text stands in; nil for all else.
  public var columns: Int? {
    switch self {
    case .across: 1
    case .twoColumns: 2
    case .threeColumns: 3
    default: nil
    }
  }
  /// A title of its own or none says what it is.
  var isNameless: Bool { self == .titled || columns != nil || self == .aside }

  /// What mathematicians count, which stands in no box; nil for others.
  public var labelKind: Label.Kind? {
    switch self {
    case .countedExample: .example
    case .example: nil
    default: Label.Kind(rawValue: rawValue)
    }
  }

  public init?(_ kind: Label.Kind) {
    let word =
      kind == .example
      ? Callout.Kind.countedExample.rawValue : kind.isOfBox ? String(kind.rawValue.dropFirst(8)) : kind.rawValue
    guard let found = Callout.Kind(rawValue: word) else { return nil }
    self = found
  }

  private static let others: [String: Callout.Kind] = [
    "abstract": .summary, "tldr": .summary, "information": .info, "check": .success, "done": .success,
    "help": .question,
    "faq": .question, "fail": .error, "failure": .error, "missing": .error, "bug": .error, "cite": .quote,
    "seealso": .seeAlso,
  ]
}

extension Callout.Kind {
  /// By the classes of an element: Sphinx's and MkDocs' `admonition note`, Quarto's `callout-tip`, mdBook's
  /// `blockquote-tag-warning`.
  /// - Parameter isAside: a bare `note` or `tip` says it, too; else some notes at the foot are called so.
  package init?(classes: [String], isAside: Bool) {
    let classes = classes.map { $0.lowercased() }
    for prefix in ["callout-", "blockquote-tag-", "admonition-", "alert-", "markdown-alert-"] {
      for name in classes where name.hasPrefix(prefix) && name.count > prefix.count {
        if let kind = Callout.Kind(word: String(name.dropFirst(prefix.count))) {
          self = kind
          return
        }
      }
    }
    let isCallout = !Set(classes).isDisjoint(with: ["admonition", "callout", "admonitionblock", "alert", "box"])
    let words =
      isCallout
      ? Callout.Kind.allCases.filter { $0.labelKind == nil && !$0.isNameless }.map(\.rawValue)
      : isAside ? Callout.Kind.plain : []
    if let name = classes.first(where: { words.contains($0) || $0 == "seealso" && isCallout }),
      let kind = Callout.Kind(word: name)
    {
      self = kind
    } else if classes.contains("admonition") || classes.contains("callout") {
      self = .titled
    } else {
      return nil
    }
  }

  /// Of what is meant for the margin: Quarto's, Tufte CSS's and what pandoc's filters write.
  package static let asideClasses: Set<String> = [
    "aside", "column-margin", "margin", "marginnote", "margin-note", "sidenote",
  ]

  /// Words that any program means so.
  private static let plain = ["note", "tip", "hint", "important", "warning", "caution", "attention", "danger"]
}
