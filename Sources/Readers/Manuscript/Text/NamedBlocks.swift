package import BookModel
package import Units

/// The blocks of a book that hints can name, in reading order: headings, and what is made of no other blocks.
package struct NamedBlocks: Sendable {
  package struct Block: Sendable {
    /// The first words, as names are compared; none of what has none.
    var words: [String]
    /// The beginning of the text.
    var beginning: String
    /// Which block is the nearest heading above.
    var above: Int?
    package var source: SourceLocation
    /// It stands over a section.
    package var opensSection = false
    var isHeading = false
    var form: Form
    /// What it is, as a hint says; nil for most.
    var found: (kind: ReadingHint.Kind, level: Int?)?
  }

  /// What blocks that are alike have in common: their kind, their style's name in the source, and how their words look.
  struct Form: Hashable, Sendable {
    var kind: String
    var style = ""
    var look = ""
    /// It is what running text has.
    var isPlain = false
  }

  package private(set) var blocks: [Block] = []
  private var byWord: [String: [Int]] = [:]
  private var styles: SourceStyles

  /// Words of a name at most, and of one that stands for a single block at least: fewer would soon fit another.
  private static let (most, fewest) = (12, 3)

  package init(_ book: Book, styles: SourceStyles = SourceStyles()) {
    self.styles = styles
    self.styles.sort()
    for section in book.sections {
      var above: Int?
      if let heading = section.heading {
        var form = heading.form
        form.kind = "\(section.role) \(section.level)"
        above = blocks.count
        add(heading.plainText, heading.source, form, above: nil)
        blocks[blocks.count - 1].opensSection = true
        blocks[blocks.count - 1].isHeading = true
        // a preface is more than a chapter, and no hint says so
        if section.matter == .body, section.role == .part || section.role == .chapter {
          blocks[blocks.count - 1].found = (section.role == .part ? .part : .chapter, section.level)
        }
      }
      let opening = above
      for block in section.blocks { add(block, prefix: "", in: "", above: &above, under: opening) }
    }
    // a style that most paragraphs have is no look of its own
    var counts: [String: Int] = [:]
    for block in blocks where block.form.isPlain { counts[block.form.style, default: 0] += 1 }
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    for index in blocks.indices {
      if blocks[index].form.style != most { blocks[index].form.isPlain = false }
      if let first = blocks[index].words.first { byWord[first, default: []].append(index) }
    }
  }

  private mutating func add(_ text: String, _ source: SourceLocation, _ form: Form, above: Int?) {
    let (beginning, words) = text.beginning(words: NamedBlocks.most)
    var form = form
    form.style = styles.name(at: source)
    blocks.append(Block(words: words, beginning: beginning, above: above, source: source, form: form))
  }

  private mutating func add(
    _ block: BookModel.Block, prefix: String, in container: String, above: inout Int?, under opening: Int?
  ) {
    func kind(_ name: String) -> String { container.isEmpty ? name : container + " " + name }
    var prefix = prefix
    func all(_ inner: [BookModel.Block], _ name: String, _ me: inout NamedBlocks, _ above: inout Int?) {
      for block in inner {
        me.add(block, prefix: prefix, in: kind(name), above: &above, under: opening)
        prefix = ""
      }
    }
    switch block {
    case .paragraph(let paragraph):
      let look = paragraph.look
      add(
        prefix + paragraph.inlines.plainText, paragraph.namedSource,
        Form(kind: kind("paragraph"), look: look, isPlain: container.isEmpty && Paragraph.plainLooks.contains(look)),
        above: above)
    case .heading(let heading):
      var form = heading.form
      form.kind = kind("heading \(heading.level)")
      add(prefix + heading.plainText, heading.source, form, above: opening)
      blocks[blocks.count - 1].isHeading = true
      blocks[blocks.count - 1].found = (.section, nil)
      above = blocks.count - 1
    case .verse(let verse):
      let lines = verse.stanzas.lazy.flatMap(\.lines).prefix(NamedBlocks.most).map(\.inlines.plainText)
      add(prefix + lines.joined(separator: " "), verse.source, Form(kind: kind("verse")), above: above)
      blocks[blocks.count - 1].found = (.verse, nil)
    case .preformatted(let lines):
      let text = lines.lines.prefix(NamedBlocks.most).map(\.text).joined(separator: " ")
      add(prefix + text, lines.source, Form(kind: kind(lines.isCode ? "code" : "typed")), above: above)
    case .table(let table):
      let cells = (table.head + table.rows).joined().prefix(NamedBlocks.most).map(\.inlines.plainText)
      add(prefix + cells.joined(separator: " "), table.source, Form(kind: kind("table")), above: above)
    case .figure(let figure):
      let name = figure.image.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? ""
      let text = [figure.caption.plainText, figure.alternative, name].first { !$0.nameWords(most: 1).isEmpty } ?? ""
      add(prefix + text, figure.source, Form(kind: kind("figure")), above: above)
    case .sceneBreak(let pause):
      add("", pause.source, Form(kind: kind("scene-break"), look: "\(pause.mark)"), above: above)
    case .pageBreak(let source): add("", source, Form(kind: kind("page-break")), above: above)
    case .quotation(let quotation): all(quotation.blocks, "quotation", &self, &above)
    case .letter(let letter): all(letter.blocks, "letter", &self, &above)
    case .callout(let callout):
      prefix += callout.title.isEmpty ? "" : callout.title.plainText + " "
      all(callout.blocks, "callout", &self, &above)
    case .speech(let speech):
      prefix += speech.speaker.plainText + " "
      all(speech.blocks, "speech", &self, &above)
    case .list(let list): for item in list.items { all(item.blocks, "list", &self, &above) }
    }
  }

  // MARK: From names to blocks

  /// The blocks that a hint is about; none of what counts lines.
  package func indices(of place: ReadingHint.Place) throws(Failure) -> [Int] {
    switch place {
    case .lines, .pattern, .like: return []
    case .likeNamed(let name): return try findAlike(name)
    case .named(let name, nil): return try find(name)
    case .named(let name, let end?):
      let (first, last) = (try find(name), try find(end))
      guard let from = first.first, let to = last.last, from <= to else { throw .backwards }
      return Array(from...to)
    }
  }

  /// Why a name stands for no block.
  package enum Failure: Error, Equatable, Sendable {
    /// None begins so; the one that is likeliest meant.
    case gone(nearest: BlockName?)
    /// Several begin so; the name of the first of them.
    case several(Int, first: BlockName?)
    /// There is no such heading; the title that is likeliest meant.
    case noHeading(String, nearest: String?)
    /// What a range ends with stands before what it begins with.
    case backwards
  }

  /// The blocks that begin on lines of a plain text, or the one that goes on over the first of them.
  func indices(onLinesOf place: ReadingHint.Place, _ files: SourceFiles) throws(Failure) -> [Int] {
    guard case .lines(let range) = place else { return [] }
    var found: [Int] = []
    var before: (index: Int, line: Int)?
    for index in blocks.indices where !blocks[index].isHeading {
      guard let line = files.line(of: blocks[index].source) else { continue }
      if range.contains(line) { found.append(index) }
      if line < range.lowerBound, line >= before?.line ?? 1 { before = (index, line) }
    }
    if found.isEmpty, let before { found = [before.index] }
    guard !found.isEmpty else { throw .gone(nearest: nil) }
    return found
  }

  /// The block that a name stands for, and all of them of a name that stands before what has no words.
  func find(_ name: BlockName) throws(Failure) -> [Int] {
    let found = try candidates(name)
    let at: Int
    if let ordinal = name.ordinal {
      guard found.count == ordinal.count else {
        throw found.isEmpty
          ? .gone(nearest: nearest(to: name)) : .several(found.count, first: self.name(of: found[0]))
      }
      at = found[ordinal.number - 1]
    } else {
      guard let only = found.first else { throw .gone(nearest: nearest(to: name)) }
      guard found.count == 1 else { throw .several(found.count, first: self.name(of: only)) }
      at = only
    }
    guard name.isBefore else { return [at] }
    let silent = (0..<at).reversed().prefix { blocks[$0].words.isEmpty }
    guard !silent.isEmpty else { throw .gone(nearest: nil) }
    return silent.reversed()
  }

  /// All that are alike with the block that a name stands for; below its heading, where it has one. What looks as all
  /// running text does is alike with what begins in the same words.
  func findAlike(_ name: BlockName) throws(Failure) -> [Int] {
    let found = try candidates(name)
    guard let first = found.first else { throw .gone(nearest: nearest(to: name)) }
    if let ordinal = name.ordinal, found.count != ordinal.count {
      throw .several(found.count, first: self.name(of: first))
    }
    let form = blocks[name.ordinal.map { found[$0.number - 1] } ?? first].form
    // which of those that are alike is named makes no difference
    guard name.ordinal != nil || found.allSatisfy({ blocks[$0].form == form }) else {
      throw .several(found.count, first: self.name(of: first))
    }
    guard !form.isPlain else { return found.filter { blocks[$0].form == form } }
    let under = try name.heading.map { title throws(Failure) in try headings(title) }
    return blocks.indices.filter { index in
      blocks[index].form == form && (under.map { $0.contains(blocks[index].above ?? -1) } ?? true)
    }
  }

  /// What the source calls the style of a block; empty where it has no name for it.
  package func style(of index: Int) -> String { blocks[index].form.style }

  /// How many are alike with a block, it included, as its own name finds them.
  package func countAlike(_ index: Int) -> Int {
    let form = blocks[index].form
    guard !form.isPlain else { return name(of: index).flatMap { try? findAlike($0).count } ?? 1 }
    return blocks.count { $0.form == form }
  }

  private func candidates(_ name: BlockName) throws(Failure) -> [Int] {
    let words = name.words.nameWords(most: NamedBlocks.most).map(\.letters)
    let under = try name.heading.map { title throws(Failure) in try headings(title) }
    return (words.first.flatMap { byWord[$0] } ?? []).filter { index in
      blocks[index].words.starts(with: words) && (under.map { $0.contains(blocks[index].above ?? -1) } ?? true)
    }
  }

  private func headings(_ title: String) throws(Failure) -> Set<Int> {
    let words = title.nameWords(most: NamedBlocks.most).map(\.letters)
    let found = (words.first.flatMap { byWord[$0] } ?? []).filter { blocks[$0].isHeading && blocks[$0].words == words }
    guard found.isEmpty else { return Set(found) }
    throw .noHeading(title, nearest: likeliest(words, among: blocks.indices.filter { blocks[$0].isHeading })?.beginning)
  }

  /// The block that has most of a name's words near its beginning.
  private func nearest(to name: BlockName) -> BlockName? {
    let words = name.words.nameWords(most: NamedBlocks.most).map(\.letters)
    let under = name.heading.flatMap { try? headings($0) }
    let near = under.flatMap { under in
      likeliest(words, among: blocks.indices.filter { under.contains(blocks[$0].above ?? -1) })
    }
    return (near ?? likeliest(words, among: Array(blocks.indices))).flatMap { self.name(of: $0.index) }
  }

  private func likeliest(_ words: [String], among candidates: [Int]) -> (index: Int, beginning: String)? {
    var best: (index: Int, score: Int)?
    let wanted = Set(words)
    for index in candidates {
      let own = blocks[index].words
      // the order counts for something, too
      let score = 2 * Set(own).intersection(wanted).count + zip(own, words).count { $0 == $1 }
      if score > best?.score ?? 1 { best = (index, score) }
    }
    return best.map { ($0.index, blocks[$0.index].beginning) }
  }

  // MARK: From blocks to names

  /// The shortest beginning of a block that no other has, in the book or else below its heading; else which of those
  /// that begin alike it is. Nil for what has no words and stands before nothing.
  package func name(of index: Int) -> BlockName? {
    let block = blocks[index]
    guard !block.words.isEmpty else {
      guard let next = blocks[index...].firstIndex(where: { !$0.words.isEmpty }), var name = name(of: next) else {
        return nil
      }
      name.isBefore = true
      return name
    }
    let rivals = byWord[block.words[0], default: []].filter { $0 != index }
    if let name = shortest(index, among: rivals) { return BlockName(name) }
    let near = rivals.filter { blocks[$0].above == block.above }
    let title = block.above.flatMap { blocks[$0].words.isEmpty ? nil : blocks[$0].beginning }
    // several headings may have one title
    let alike = title == nil ? rivals : rivals.filter { hasTitle(of: index, $0) }
    if title != nil, alike.count == near.count, let name = shortest(index, among: near) {
      return BlockName(name, in: title)
    }
    let same = ([index] + alike.filter { blocks[$0].words.starts(with: block.words) }).sorted()
    let number = (same.firstIndex(of: index) ?? 0) + 1
    return BlockName(block.beginning, ordinal: .init(number: number, count: same.count), in: title)
  }

  /// The names of the first and the last of some, for a hint of all of them.
  package func place(of range: ClosedRange<Int>) -> ReadingHint.Place? {
    guard let first = name(of: range.lowerBound) else { return nil }
    guard range.count > 1, let last = name(of: range.upperBound) else { return .named(first, to: nil) }
    return .named(first, to: last)
  }

  private func hasTitle(of index: Int, _ other: Int) -> Bool {
    guard let mine = blocks[index].above, let its = blocks[other].above else { return false }
    return blocks[mine].words == blocks[its].words
  }

  private func shortest(_ index: Int, among rivals: [Int]) -> String? {
    let block = blocks[index]
    let shared = rivals.map { other in zip(block.words, blocks[other].words).prefix { $0 == $1 }.count }.max() ?? 0
    // what begins another is never alone
    guard shared < block.words.count else { return nil }
    let words = block.beginning.nameWords(most: max(shared + 1, NamedBlocks.fewest))
    return words.last.map { String(block.beginning[..<$0.end]) }
  }

  /// The block that begins at a place.
  package func index(at source: SourceLocation) -> Int? { blocks.firstIndex { $0.source == source } }

  /// Blocks that begin in a stretch of the manuscript, one behind the other; nil where none does.
  package func blocks(from first: SourceLocation, to end: SourceLocation?) -> ClosedRange<Int>? {
    func isBefore(_ a: SourceLocation, _ b: SourceLocation) -> Bool { (a.file, a.offset) < (b.file, b.offset) }
    func isInside(_ index: Int) -> Bool {
      let source = blocks[index].source
      return !isBefore(source, first) && (end.map { isBefore(source, $0) } ?? true)
    }
    let inside = blocks.indices.filter(isInside)
    guard let start = inside.min(by: { isBefore(blocks[$0].source, blocks[$1].source) }) else { return nil }
    return start...(blocks.indices[start...].prefix(while: isInside).last ?? start)
  }
}

extension Paragraph {
  /// Of its first words: white space before them is nobody's.
  package var namedSource: SourceLocation { inlines.first?.source ?? source }

  /// Where nothing tells it from running text.
  fileprivate static let plainLooks = ["justified long", "justified 0"]

  /// How its words look: where they stand, what all of them have, capitals, and whether they are few and no sentence.
  fileprivate var look: String {
    var look =
      switch placement {
      case .justified: "justified"
      case .centred: "centred"
      case .trailing: "trailing"
      case .leading: "leading"
      }
    guard inlines.reduce(0, { $0 + $1.textSize }) <= 160 else { return look + " long" }
    var traits: InlineStyle.Traits?
    for inline in inlines {
      guard case .text(let text) = inline.content, text.contains(where: { !$0.isWhitespace }) else { continue }
      traits = traits?.intersection(inline.style.traits) ?? inline.style.traits
    }
    look += " \(traits?.rawValue ?? 0)"
    let words = inlines.plainText
    if words == words.uppercased(), words != words.lowercased() { look += " capitals" }
    if words.isHeadingLabel { look += " number" }
    let last = words.last { !$0.isWhitespace && !"\"'”’»".contains($0) }
    return look + (words.utf8.count <= 80 && !(last.map { ".!?…:;,".contains($0) } ?? false) ? " title" : "")
  }
}

extension Inline {
  fileprivate var textSize: Int { if case .text(let text) = content { text.utf8.count } else { 0 } }
}

extension Heading {
  fileprivate var form: NamedBlocks.Form {
    let words = plainText
    let hasCapitals = words == words.uppercased() && words != words.lowercased()
    return NamedBlocks.Form(kind: "", look: (label.isEmpty ? "" : "number") + (hasCapitals ? " capitals" : ""))
  }
}
