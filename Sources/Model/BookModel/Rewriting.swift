extension Book {
  /// Gives every run of inlines of the sections to `body`, in reading order; notes apart.
  public mutating func rewriteText(_ body: (inout [Inline], TextPlace) -> Void) {
    for index in sections.indices {
      if sections[index].heading != nil { sections[index].heading?.rewriteText(body) }
      for block in sections[index].blocks.indices { sections[index].blocks[block].rewriteText(body) }
    }
  }

  /// The same, and then of the notes.
  public mutating func rewriteTextAndNotes(_ body: (inout [Inline], TextPlace) -> Void) {
    rewriteText(body)
    for key in notes.keys {
      guard var note = notes[key] else { continue }
      for index in note.blocks.indices { note.blocks[index].rewriteText(body) }
      notes[key] = note
    }
  }
}

/// Where a run of inlines stands.
public enum TextPlace: Sendable {
  case text
  /// A heading's number, and its title.
  case label, heading
  /// Who says a speech.
  case speaker
  case caption, cell
}

extension Heading {
  public mutating func rewriteText(_ body: (inout [Inline], TextPlace) -> Void) {
    body(&label, .label)
    body(&title, .heading)
  }
}

extension Block {
  /// Gives every run of inlines of the block to `body`, in reading order.
  public mutating func rewriteText(_ body: (inout [Inline], TextPlace) -> Void) {
    rewriteParts(text: body) { $0.rewriteText(body) }
  }
}
