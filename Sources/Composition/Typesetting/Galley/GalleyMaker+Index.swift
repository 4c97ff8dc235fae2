internal import BookModel
internal import Design
internal import PageBreaking
internal import Units

/// Indexes and their like: small type in columns, ragged, what turns over hung deeper than any entry
/// (Chicago 16.24, 16.108).
extension GalleyMaker {
  func set(_ index: IndexParts) {
    set(index.introduction, in: .body)
    if !index.introduction.isEmpty { space() }
    let scale = max(design.indexScale, min(design.leastScale, 1))
    inColumns(ColumnShape(design, count: design.indexColumns, scale: scale)) { setParts(of: index, scale: scale) }
    if !index.rest.isEmpty { set(index.rest, in: .body) }
  }

  private func setParts(of index: IndexParts, scale: Double) {
    let em = PackedLength(Double(em) * scale)
    var frame = Frame(style: BlockStyle(scale: scale))
    frame.isRagged = true
    var turned = frame
    turned.indent(leading: Int32(index.deepest + 1) * em + em / 4, measure: measure, em: em)
    for (number, part) in index.parts.enumerated() {
      switch part {
      case .letter(let inlines, let source, let anchor):
        if let anchor { pendingAnchors.append(.named(anchor)) }
        space()
        let spec = LineSpec(frame: frame, placement: .centred)
        within(.paragraph, source) {
          _ = add(inlines.withoutLetterPoint(), spec: spec, kind: .paragraph) { $0.keepWithNext = true }
        }
      case .entry(let entry):
        if let anchor = entry.anchor { pendingAnchors.append(.named(anchor)) }
        var spec = LineSpec(frame: turned)
        spec.firstIndentFromLeading = min(Int32(entry.level) * em, turned.leadingIndent)
        let isOver = index.isOver(number)
        let isTerm = index.isTerm(number)
        within(.paragraph, entry.source) {
          _ = add(entry.inlines, spec: spec, kind: .paragraph) {
            $0.keepWithNext = isTerm
            if isOver { $0.breakAfter = PageEnd.unseemly / 2 }
          }
        }
      case .other(let block): set([block], in: frame)
      case .white: space()
      }
    }
  }
}

extension IndexParts {
  /// What follows says what it means: a bold entry, and behind it one in plain type.
  fileprivate func isTerm(_ number: Int) -> Bool {
    func entry(_ number: Int) -> Entry? {
      if number < parts.count, case .entry(let entry) = parts[number] { entry } else { nil }
    }
    guard let term = entry(number), let meaning = entry(number + 1)?.inlines.first else { return false }
    return !meaning.style.traits.contains(.strong) && !term.inlines.isEmpty
      && term.inlines.allSatisfy { $0.style.traits.contains(.strong) }
  }

  /// The next entry is one below this.
  fileprivate func isOver(_ number: Int) -> Bool {
    guard number + 1 < parts.count, case .entry(let entry) = parts[number], case .entry(let next) = parts[number + 1]
    else { return false }
    return next.level > entry.level
  }
}
