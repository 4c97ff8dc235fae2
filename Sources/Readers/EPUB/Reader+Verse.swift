internal import BookModel
internal import Manuscript
internal import Units
internal import XML

/// Verse: lines that are elements, lines that forced ends part, stanzas around them.
extension FlowReader {
  /// A leaf of a poem: a line, or a stanza of lines.
  private struct Leaf {
    var lines: [Verse.Line]
    var node: Int
    var parent: Int
  }

  func verses(_ node: Int, _ look: ComputedStyle, _ context: Context, into out: inout [FlowItem]) {
    var inner = context
    inner.isVerse = true
    inner.isInside = true
    let waiting = context.isInside ? [] : pendingAnchors
    if !context.isInside { pendingAnchors = [] }
    var items: [FlowItem] = []
    walk(node, look.inherited, inner, into: &items)
    if !context.isInside { pendingAnchors = waiting + pendingAnchors }
    var leaves: [Leaf] = []
    let range = page.tree.nodes[node].source
    let first = out.count
    // of the leaves, and of all that is added
    var start = 0
    var starts: [Int] = []
    func end() {
      guard !leaves.isEmpty else { return }
      report.verseBlocks += 1
      add(.verse(verse(of: leaves)), context, range: range, into: &out)
      starts.append(start)
      out[out.count - 1].isStanza = page.classes(node).contains { $0.lowercased().hasPrefix("stanza") }
      out[out.count - 1].isPoemParagraph = page.element(node) == "p" && !context.isInside
      out[out.count - 1].indent = look.indent
      out[out.count - 1].marginLeft = look.marginLeft
      out[out.count - 1].marginTop = look.marginTop
      out[out.count - 1].marginBottom = look.marginBottom
      leaves = []
    }
    for item in items {
      if case .block(.verse(let verse)) = item.content {
        let parent = item.leaf > 0 ? Int(page.tree.nodes[item.leaf].parent) : -1
        if leaves.isEmpty { start = item.range.lowerBound }
        for stanza in verse.stanzas { leaves.append(Leaf(lines: stanza.lines, node: item.leaf, parent: parent)) }
      } else {
        end()
        for block in [item].blocks {
          add(block, context, range: range, into: &out)
          starts.append(item.range.lowerBound)
        }
      }
    }
    end()
    // each reaches to where the next begins, so that one can be left out without the others
    for (index, (next, begins)) in zip(out.indices[first...].dropFirst(), starts.dropFirst()).enumerated() {
      let place = min(max(begins, out[first + index].range.lowerBound), out[next].range.upperBound)
      out[first + index].range = out[first + index].range.lowerBound..<place
      out[next].range = place..<out[next].range.upperBound
    }
  }

  private func verse(of leaves: [Leaf]) -> Verse {
    var stanzas: [Verse.Stanza] = []
    var last: Leaf?
    let parentsOfLong = Set(leaves.filter { $0.lines.count > 1 }.map(\.parent))
    for leaf in leaves {
      let isLine = leaf.lines.count == 1 && !parentsOfLong.contains(leaf.parent)
      // of one stanza some lines may be elements and others not
      let isTogether =
        last.map { $0.parent == leaf.parent || leaf.parent == $0.node || $0.parent == leaf.node } ?? false
      if isLine, isTogether, last?.lines.count == 1 {
        stanzas[stanzas.count - 1].lines += leaf.lines
      } else {
        stanzas.append(Verse.Stanza(leaf.lines))
      }
      last = leaf
    }
    var verse = Verse(stanzas, source: stanzas.first?.lines.first?.source ?? SourceLocation(offset: 0)).shifted
    verse.isShaped = verse.stanzas.count == 1 && Verse.isShape(verse.stanzas[0].lines)
    return verse.inTextFace
  }

  /// The lines in some runs; an empty one parts stanzas.
  func verse(_ runs: inout Runs, _ look: ComputedStyle, start: Int, node: Int = -1) -> Verse {
    let inlines = finish(&runs)
    let own = Int(((look.marginLeft + (look.indent ?? 0)) * 2).rounded())
    let base = max(0, own) + (own <= 0 && node >= 0 ? classIndent(node) : 0)
    let parts = inlines.split(omittingEmptySubsequences: false) { $0.content == .lineBreak }
    let lines = parts.enumerated().map { number, part -> Verse.Line? in
      var line = Array(part)
      var indent = base + (runs.indents[number] ?? 0)
      if let first = line.first, case .text(let text) = first.content, text.hasPrefix("\u{A0}") {
        let spaces = text.prefix { $0 == "\u{A0}" || $0 == " " }.count
        indent += spaces
        line = line.dropping(spaces)
      }
      var figures: [Inline] = []
      while let last = line.last, let range = runs.numbers.first(where: { $0.contains(Int(last.source.offset)) }),
        range.lowerBound > Int(line[0].source.offset)
      {
        figures.insert(last, at: 0)
        line.removeLast()
      }
      if !figures.isEmpty { line.trimEnd() }
      guard
        !line.plainText.allSatisfy(\.isWhitespace) || line.contains(where: { $0.content != .lineBreak && !$0.isText })
      else { return nil }
      return Verse.Line(line, indent: indent, number: figures, source: line[0].source)
    }
    let stanzas = Verse.stanzas(of: lines)
    let verse = Verse(stanzas, source: stanzas.first?.lines.first?.source ?? SourceLocation(offset: page.place(start)))
    return node < 0 ? verse.shifted : verse
  }

  /// `i1`, `indent2`: steps of an em, where no sheet says how far.
  private func classIndent(_ node: Int) -> Int {
    for name in page.classes(node) {
      let letters = name.prefix { $0.isLetter }.lowercased()
      if ["i", "indent", "in"].contains(letters),
        let steps = Int(name.dropFirst(letters.count).drop { $0 == "-" || $0 == "_" })
      {
        return min(max(steps, 0), 20) * 2
      }
    }
    return 0
  }
}

extension Verse {
  /// Lines that were typed in one width, so that their indents hold: the face is a typewriter's, not the poem's.
  fileprivate var inTextFace: Verse {
    let isTyped = stanzas.allSatisfy { stanza in
      stanza.lines.allSatisfy { $0.inlines.allSatisfy { !$0.isText || $0.style.traits.contains(.code) } }
    }
    guard isTyped else { return self }
    var verse = self
    for stanza in verse.stanzas.indices {
      for line in verse.stanzas[stanza].lines.indices {
        for inline in verse.stanzas[stanza].lines[line].inlines.indices {
          verse.stanzas[stanza].lines[line].inlines[inline].style.traits.remove(.code)
        }
      }
    }
    return verse
  }

  /// Many indents and short lines: the indents draw something.
  fileprivate static func isShape(_ lines: [Line]) -> Bool {
    lines.count >= 8 && Set(lines.map(\.indent)).count >= 6
      && lines.reduce(0) { $0 + $1.indent + $1.inlines.plainText.count } <= 30 * lines.count
  }
}

extension [Inline] {
  fileprivate mutating func trimEnd() {
    guard let last, case .text(let words) = last.content, words.last?.isWhitespace == true else { return }
    var rest = words
    while rest.last?.isWhitespace == true { rest.removeLast() }
    if rest.isEmpty { removeLast() } else { self[count - 1].content = .text(rest) }
  }
}

extension Inline {
  var isText: Bool { if case .text = content { true } else { false } }
}
