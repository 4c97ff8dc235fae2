package import BookModel
package import Units

// What readers of every format make blocks of.

extension Block {
  /// The paragraph that it is; of another block nothing is changed.
  package var paragraph: Paragraph? {
    get { if case .paragraph(let paragraph) = self { paragraph } else { nil } }
    set { if let newValue { self = .paragraph(newValue) } }
  }

  /// A paragraph at another place of the line; any other block as it is.
  package func placed(_ placement: Paragraph.Placement) -> Block {
    var block = self
    block.paragraph?.placement = placement
    return block
  }

  /// A paragraph whose first line begins at the edge; any other block as it is.
  package var flush: Block {
    var block = self
    block.paragraph?.isFlush = true
    return block
  }

  /// The block's words in another face.
  /// - Parameter besides: what stands there stays as it is.
  package func adding(_ traits: InlineStyle.Traits, besides: TextPlace? = nil) -> Block {
    var block = self
    block.rewriteText { inlines, place in if place != besides { inlines = inlines.adding(traits) } }
    return block
  }
}

extension Heading {
  /// Words that may begin with a number, which alone is all that there is to say.
  package init(level: Int, words: [Inline], anchor: String? = nil, isNumbered: Bool = true, source: SourceLocation) {
    let parts = words.headingParts
    self.init(
      level: level, label: parts.title.isEmpty ? [] : parts.label, title: parts.title.isEmpty ? words : parts.title,
      anchor: anchor, isNumbered: isNumbered, source: source)
  }
}

extension List {
  /// What is set in without any mark: definitions.
  package static func unmarked(_ items: [Item], source: SourceLocation) -> List {
    var list = List(isTight: true, items: items, source: source)
    list.counting = .none
    return list
  }
}

extension Verse {
  /// Lines with nothing where one stanza ends and the next begins.
  package static func stanzas(of lines: [Line?]) -> [Stanza] {
    lines.split { $0 == nil }.map { Stanza($0.compactMap(\.self)) }
  }

  /// Indents count from the line that stands farthest out.
  package var shifted: Verse {
    var verse = self
    let least = stanzas.flatMap(\.lines).map(\.indent).min() ?? 0
    for stanza in stanzas.indices {
      for line in stanzas[stanza].lines.indices { verse.stanzas[stanza].lines[line].indent -= least }
    }
    return verse
  }
}

extension String {
  /// Small letters and figures alone, by which titles are compared.
  package var lettersAndFigures: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}

extension [Inline] {
  /// Bytes of all words: a look before anything is made of them.
  package var size: Int { reduce(0) { if case .text(let text) = $1.content { $0 + text.utf8.count } else { $0 } } }

  package func adding(_ traits: InlineStyle.Traits) -> [Inline] {
    map { inline in
      var inline = inline
      inline.style.traits.formUnion(traits)
      return inline
    }
  }

  package func removing(_ traits: InlineStyle.Traits) -> [Inline] {
    map { inline in
      var inline = inline
      inline.style.traits.subtract(traits)
      return inline
    }
  }

  /// Without links to other places of the book.
  package var withoutInnerLinks: [Inline] {
    map { inline in
      var inline = inline
      if inline.style.link?.hasPrefix("#") == true { inline.style.extras.link = nil }
      return inline
    }
  }

  /// Without the first characters of the first run.
  package func dropping(_ characters: Int) -> [Inline] {
    guard let first, case .text(let text) = first.content,
      let (_, rest) = first.parted(atByte: text.prefix(characters).utf8.count)
    else { return self }
    return (rest.map { [$0] } ?? []) + dropFirst()
  }
}
