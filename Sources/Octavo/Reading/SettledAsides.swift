package import BookModel
package import Design
internal import Typesetting
internal import Units

extension Book {
  /// The book with what is meant for the margin where the design has it: notes of the lines beside which they stood,
  /// or, where the margin has no room for them, text as all else.
  package func settlingAsides(for design: PageDesign) -> Book {
    guard holdsAsides else { return self }
    var book = self
    var settling = Settling(
      hasRoom: design.hasRoomInMargin, next: (notes.keys.map(\.index).max() ?? -1) + 1)
    for index in book.sections.indices {
      settling.settle(&book.sections[index].blocks)
      // nothing takes them but the section's heading
      let left = settling.takeWaiting()
      if !left.isEmpty, book.sections[index].heading != nil {
        book.sections[index].heading?.title += left
      } else if !left.isEmpty {
        book.sections[index].blocks += settling.takeBack(left)
      }
    }
    book.notes.merge(settling.notes) { old, _ in old }
    return book
  }

  package var holdsAsides: Bool { sections.contains { $0.blocks.contains(where: \.holdsAside) } }
}

/// Asides on their way to the words that they stand beside.
private struct Settling {
  let hasRoom: Bool
  var next: Int
  var notes: [NoteKey: Note] = [:]
  private var waiting: [Inline] = []

  init(hasRoom: Bool, next: Int) { (self.hasRoom, self.next) = (hasRoom, next) }

  mutating func takeWaiting() -> [Inline] {
    defer { waiting = [] }
    return waiting
  }

  /// The blocks of notes that nothing calls.
  mutating func takeBack(_ calls: [Inline]) -> [Block] {
    calls.flatMap { call -> [Block] in
      guard case .noteReference(let key) = call.content else { return [] }
      return notes.removeValue(forKey: key)?.blocks ?? []
    }
  }

  mutating func settle(_ blocks: inout [Block]) {
    var made: [Block] = []
    made.reserveCapacity(blocks.count)
    for var block in blocks {
      if case .callout(let aside) = block, aside.kind == .aside {
        var inner = aside.blocks
        settle(&inner)
        guard hasRoom else {
          made += inner
          continue
        }
        if inner.isEmpty { continue }
        var note = Note(mark: "", blocks: inner, source: aside.source)
        note.aside = .unnumbered
        notes[NoteKey(next)] = note
        waiting.append(Inline(.noteReference(NoteKey(next)), source: aside.source))
        next += 1
        continue
      }
      if !waiting.isEmpty, block.take(waiting, atEnd: false) { waiting = [] }
      if block.holdsAside {
        let outer = takeWaiting()
        block.rewriteBlocks { settle(&$0) }
        // what nothing inside takes is of what stands around it
        if !waiting.isEmpty, block.take(waiting, atEnd: true) { waiting = [] }
        waiting = outer + waiting
      }
      made.append(block)
    }
    // behind the last words it is beside these
    for index in made.indices.reversed() where !waiting.isEmpty {
      if made[index].take(waiting, atEnd: true) { waiting = [] }
    }
    blocks = made
  }
}

extension Block {
  fileprivate var holdsAside: Bool {
    if case .callout(let callout) = self, callout.kind == .aside { return true }
    var found = false
    visitParts(text: { _, _ in }, block: { found = found || $0.holdsAside })
    return found
  }

  /// Puts calls to the block's first words, or behind its last; false where it has none that may call.
  fileprivate mutating func take(_ calls: [Inline], atEnd: Bool) -> Bool {
    switch self {
    case .paragraph(var paragraph):
      guard paragraph.inlines.plainText.contains(where: { !$0.isWhitespace }) else { return false }
      paragraph.inlines = atEnd ? paragraph.inlines + calls : calls + paragraph.inlines
      self = .paragraph(paragraph)
      return true
    case .verse(var verse):
      guard let stanza = atEnd ? verse.stanzas.indices.last : verse.stanzas.indices.first,
        let line = atEnd ? verse.stanzas[stanza].lines.indices.last : verse.stanzas[stanza].lines.indices.first
      else { return false }
      let words = verse.stanzas[stanza].lines[line].inlines
      verse.stanzas[stanza].lines[line].inlines = atEnd ? words + calls : calls + words
      self = .verse(verse)
      return true
    case .heading, .table, .preformatted, .figure, .sceneBreak, .pageBreak: return false
    case .callout(let callout) where callout.kind == .aside: return false
    default:
      var isTaken = false
      rewriteBlocks { blocks in
        for index in atEnd ? Array(blocks.indices.reversed()) : Array(blocks.indices) where !isTaken {
          isTaken = blocks[index].take(calls, atEnd: atEnd)
        }
      }
      return isTaken
    }
  }

  /// Changes the lists of blocks directly inside it.
  fileprivate mutating func rewriteBlocks(_ body: (inout [Block]) -> Void) {
    switch self {
    case .quotation(var block):
      body(&block.blocks)
      self = .quotation(block)
    case .callout(var block):
      body(&block.blocks)
      self = .callout(block)
    case .letter(var block):
      body(&block.blocks)
      self = .letter(block)
    case .speech(var block):
      body(&block.blocks)
      self = .speech(block)
    case .list(var block):
      for item in block.items.indices { body(&block.items[item].blocks) }
      self = .list(block)
    case .table(var block):
      for row in block.head.indices {
        for cell in block.head[row].indices { body(&block.head[row][cell].blocks) }
      }
      for row in block.rows.indices {
        for cell in block.rows[row].indices { body(&block.rows[row][cell].blocks) }
      }
      self = .table(block)
    case .paragraph, .heading, .verse, .preformatted, .figure, .sceneBreak, .pageBreak: break
    }
  }
}
