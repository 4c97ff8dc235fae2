internal import Formula
public import Units

/// What counting labels has put into a book, and what it met on the way.
public struct CountedLabels: Sendable {
  /// Words that stand in no manuscript, by the place that they stand at.
  public var given: [(source: SourceLocation, words: String)] = []
  /// References to labels that there are none of.
  public var unknown: [(source: SourceLocation, name: String)] = []
  public var repeated: [(source: SourceLocation, name: String, first: SourceLocation)] = []
  /// Of all labels and headings.
  public var names: [String] = []
  /// Solutions stand elsewhere than where they are written.
  public var hasMoved = false
  public init() {}
}

extension Book {
  /// Counts what has labels, kind by kind, puts the numbers before their captions and in place of what refers to them.
  /// By chapters (`3.2`) where these have numbers and more than one has labels of the kind; else through the book.
  /// - Parameters:
  ///   - language: of the words for the kinds.
  ///   - givesPages: the page stands behind a number: `Figure 3 on page 41`.
  public mutating func countLabels(_ language: String, givesPages: Bool = false) -> CountedLabels {
    var counter = LabelCounter(language, givesPages: givesPages)
    counter.look(at: self)
    guard counter.isNeeded else { return CountedLabels() }
    counter.count()
    rewriteLabels(with: &counter)
    counter.made.hasMoved = gatherSolutions(counter.words)
    rewriteTextAndNotes { inlines, _ in counter.fill(&inlines) }
    refersToPages = refersToPages || counter.refersToPages
    var made = counter.made
    made.names = counter.places.keys.sorted()
    return made
  }

  private mutating func rewriteLabels(with counter: inout LabelCounter) {
    for index in sections.indices {
      for block in sections[index].blocks.indices { sections[index].blocks[block].number(with: &counter) }
    }
    for key in notes.keys.sorted() {
      guard var note = notes[key] else { continue }
      for index in note.blocks.indices { note.blocks[index].number(with: &counter) }
      notes[key] = note
    }
  }
}

private struct LabelCounter {
  struct Place {
    var label: Label
    var number = ""
    /// Words of a heading or a caption.
    var title: [Inline]
    var source: SourceLocation
    var chapter: Int
    /// Where links to it lead, if not to its own name.
    var anchor: String?
    /// What stands in place of a number.
    var tag: String?
    /// Of a line among those that have one number.
    var letter: Int?
    /// What a part of a figure is called under it.
    var part: String?
    /// It has the number of the one before it.
    var continues = false
    /// Of a solution and a proof: the exercise or the theorem before it.
    var partner = ""
  }

  let words: LabelWords
  var made = CountedLabels()
  var places: [String: Place] = [:]
  private var order: [String] = []
  private var refers = false
  private(set) var refersToPages = false
  /// Appendices count down from -1.
  private var chapter = 0

  private static func name(ofChapter chapter: Int) -> String {
    chapter < 0 ? List.Counting.upperLetters.written(-chapter) : String(chapter)
  }
  /// Chapters have numbers that are printed.
  private var hasNumbers = false

  private let givesPages: Bool
  private let placeWords: PlaceWords?
  private var placesNamed = 0
  fileprivate var lastExercise = ""
  /// The last exercise, and under `true` the last theorem or its kin, while labels are looked for.
  private var lastCounted: [Bool: String] = [:]
  private let language: String
  private var lastHeading: Heading?
  /// The number of the item that is looked through.
  private var item: String?

  init(_ language: String, givesPages: Bool) {
    words = LabelWords(language)
    self.language = language
    placeWords = PlaceWords(language, onPage: words.onPage.trimmingWhite + "\u{A0}")
    self.givesPages = givesPages
  }

  var isNeeded: Bool { refers || !order.isEmpty }

  mutating func look(at book: Book) {
    for section in book.sections {
      if let heading = section.heading {
        let isChapter = section.matter == .body && section.role == .chapter && heading.isNumbered
        if isChapter { chapter += 1 }
        if isChapter, !heading.label.isEmpty { hasNumbers = true }
        let isAppendix = section.matter == .back && section.role == .appendix && heading.label.first?.isPinned == true
        if isAppendix { chapter = min(chapter, 0) - 1 }
        add(heading, isChapter ? .chapter : isAppendix ? .appendix : .section)
        look(heading.label + heading.title)
      }
      section.blocks.forEach { look($0) }
    }
    for key in book.notes.keys.sorted() { book.notes[key]?.blocks.forEach { look($0) } }
  }

  private mutating func look(_ inlines: [Inline]) {
    for inline in inlines {
      if inline.style.reference != nil { refers = true }
      for case .label(let name) in inline.style.textMarks where places[name] == nil {
        // who refers to a place among words means the section that it is in, or its page
        var place = Place(
          label: Label(.section, name), title: lastHeading?.title ?? [], source: inline.source, chapter: chapter)
        place.number = item ?? lastHeading?.number ?? ""
        places[name] = place
      }
    }
  }

  private mutating func look(_ block: Block) {
    switch block {
    case .list(let list):
      // who refers to an item means its number
      let outer = item
      for (index, inner) in list.items.enumerated() {
        item = list.marker(of: index).map { $0.filter { $0 != "." && $0 != "(" && $0 != ")" } } ?? outer
        inner.blocks.forEach { look($0) }
      }
      item = outer
      return
    case .heading(let heading): add(heading, .section)
    case .figure(let figure): if let label = figure.label { add(label, figure.caption, figure.source) }
    case .paragraph(let paragraph): add(paragraph)
    case .callout(let callout):
      if let name = callout.anchor, let kind = callout.countedKind {
        add(Label(kind, name, isNumbered: kind != .proof && kind != .solution), callout.title, callout.source)
        if kind == .proof || kind == .solution { places[name]?.partner = lastCounted[kind == .proof] ?? "" }
      } else if let name = callout.anchor, places[name] == nil, !callout.kind.isNameless || !callout.title.isEmpty {
        // it is called by its title, or by the word above it
        let word = Inline(pinned: callout.kind.word(language), style: .plain, source: callout.source)
        add(
          Label(.note, name, isNumbered: false), callout.title.isEmpty ? [word] : callout.title, callout.source)
      }
      if let name = callout.anchor, let kind = callout.kind.labelKind, kind != .proof, kind != .solution {
        lastCounted[kind != .exercise] = name
      }
    default: break
    }
    block.visitParts(text: { inlines, _ in look(inlines) }) { look($0) }
  }

  /// A caption, or a formula, each line of which may have a name.
  private mutating func add(_ paragraph: Paragraph) {
    let lines = paragraph.numberedLines
    guard !lines.isEmpty else {
      if let label = paragraph.label { add(label, paragraph.inlines, paragraph.source) }
      return
    }
    let group = paragraph.inlines.first?.style.formula?.groupName
    if let group, !group.isEmpty { add(Label(.equation, group), paragraph.inlines, paragraph.source) }
    for (index, line) in lines.enumerated() where places[line.name]?.source != paragraph.source {
      add(Label(.equation, line.name), paragraph.inlines, paragraph.source)
      guard places[line.name]?.source == paragraph.source else { continue }
      places[line.name]?.anchor = paragraph.anchor
      places[line.name]?.tag = line.tag
      guard let group else { continue }
      places[line.name]?.letter = index
      places[line.name]?.continues = index > 0 || !group.isEmpty
    }
  }

  private mutating func add(_ heading: Heading, _ kind: Label.Kind) {
    lastHeading = heading
    guard let name = heading.anchor, places[name] == nil else { return }
    var place = Place(
      label: Label(kind, name), title: heading.title.isEmpty ? heading.label : heading.title, source: heading.source,
      chapter: chapter)
    place.number = heading.number
    places[name] = place
  }

  private mutating func add(_ label: Label, _ title: [Inline], _ source: SourceLocation) {
    if let first = places[label.name] {
      made.repeated.append((source, label.name, first.source))
      return
    }
    places[label.name] = Place(label: label, title: title, source: source, chapter: chapter)
    order.append(label.name)
  }

  mutating func count() {
    var chapters: [Label.Kind: Set<Int>] = [:]
    for name in order {
      guard let place = places[name], place.label.isNumbered, !isPart(name) else { continue }
      chapters[place.label.kind, default: []].insert(place.chapter)
    }
    var counts: [Label.Kind: (chapter: Int, count: Int)] = [:]
    for name in order {
      guard let place = places[name], place.label.isNumbered, !isPart(name) else { continue }
      let kind = place.label.kind
      let isByChapter = hasNumbers && (chapters[kind]?.count ?? 0) > 1
      if let tag = place.tag {
        places[name]?.number = tag
        continue
      }
      var last = counts[kind] ?? (place.chapter, 0)
      if isByChapter, last.chapter != place.chapter { last = (place.chapter, 0) }
      if !place.continues { last.count += 1 }
      counts[kind] = last
      let letter = place.letter.map { String(UnicodeScalar(UInt8(0x61 + $0 % 26))) } ?? ""
      places[name]?.number =
        (isByChapter && place.chapter != 0
          ? "\(LabelCounter.name(ofChapter: place.chapter)).\(last.count)" : "\(last.count)") + letter
    }
    countParts()
  }

  private func isPart(_ name: String) -> Bool { places[name]?.label.group.map { places[$0] != nil } ?? false }

  /// Parts of a figure have its number and a letter.
  private mutating func countParts() {
    var counts: [String: Int] = [:]
    for name in order where isPart(name) {
      guard let group = places[name]?.label.group else { continue }
      let count = counts[group, default: 0]
      counts[group] = count + 1
      let letter = String(UnicodeScalar(UInt8(0x61 + count % 26)))
      let number = places[group]?.number ?? ""
      places[name]?.number = number + letter
      places[name]?.part = "(\(letter))"
    }
  }

  /// Of the one that a solution is called by (`sol-a` of `exr-a`, `sol-exr-a`), else of the last one before it.
  func numberOfExercise(_ solution: String?) -> String {
    let rest = solution.flatMap { $0.firstIndex { $0 == "-" || $0 == ":" }.map { solution?[$0...].dropFirst() ?? "" } }
    let named = rest.flatMap { rest in
      ["exr-\(rest)", "exr:\(rest)", String(rest)].lazy.compactMap { places[$0] }.first
    }
    return named?.number ?? lastExercise
  }

  /// Of the theorem that a proof is called by (`prf-a` of `thm-a`), the exercise that a solution is, else of the last
  /// before it.
  private func number(ofPartnerOf place: Place) -> String {
    let name = place.label.name
    if let sign = name.firstIndex(where: { $0 == "-" || $0 == ":" }) {
      let rest = name[sign...].dropFirst()
      for prefix in place.label.kind == .proof ? ["thm", "lem", "cor", "prp", "cnj"] : ["exr"] {
        for sign in ["-", ":"] { if let found = places[prefix + sign + rest] { return found.number } }
      }
      if let found = places[String(rest)] { return found.number }
    }
    return places[place.partner]?.number ?? ""
  }

  /// The words before a caption; nil for what is not counted.
  mutating func prefix(_ label: Label?, of caption: [Inline], _ source: SourceLocation) -> Inline? {
    guard let label, label.isNumbered, let place = places[label.name], place.source == source else { return nil }
    let words =
      place.part.map { $0 + (caption.isEmpty ? "" : " ") }
      ?? self.words.caption(label.kind, place.number) + (caption.isEmpty ? "" : self.words.behindNumber)
    let start = caption.first?.source ?? source
    made.given.append((start, words))
    return Inline(pinned: words, style: .plain, source: start)
  }

  /// The number behind a formula, or those of its lines.
  mutating func suffix(_ paragraph: Paragraph) -> Inline? {
    let lines = paragraph.numberedLines.filter { $0.tag == nil }.map(\.name)
    let names = paragraph.numberedLines.isEmpty ? [paragraph.label?.name ?? ""] : lines
    let numbers = names.compactMap { places[$0] }.filter { $0.source == paragraph.source && $0.label.isNumbered }
    guard !numbers.isEmpty, let last = paragraph.inlines.last else { return nil }
    var end = last.source
    if case .text(let words) = last.content, let scalar = words.unicodeScalars.last {
      end = last.source(atByte: words.utf8.count - UTF8.width(scalar))
      end.offset += UInt32(UTF8.width(scalar))
    }
    let number = numbers.map { "(\($0.number))" }.joined(separator: " ")
    made.given.append((end, " " + number))
    return Inline(pinned: "\u{2003}" + number, style: .plain, source: end)
  }

  /// The page of a label, which is known when pages are made.
  private mutating func page(
    _ name: String, _ style: InlineStyle, _ source: SourceLocation, _ comma: String = ""
  ) -> Inline {
    refersToPages = true
    var style = style
    style.extras.pages = PageReference(first: .label(places[name]?.anchor ?? name))
    return Inline(pinned: "…" + comma, style: style, source: source)
  }

  /// Where a label is from here, which is known when pages are made.
  private mutating func place(_ name: String, _ style: InlineStyle, _ source: SourceLocation) -> [Inline] {
    guard let placeWords else {
      let word = words.onPage.trimmingWhite + "\u{A0}"
      made.given.append((source, word))
      return [Inline(pinned: word, style: style, source: source), page(name, style, source)]
    }
    placesNamed += 1
    // no label of an author's begins so
    let here = TextMark.label("\u{5}\(placesNamed)")
    var own = page(name, style, source)
    own.style.extras.textMarks.append(here)
    own.style.extras.pages?.wording = .place(from: here, placeWords)
    return [own]
  }

  mutating func fill(_ inlines: inout [Inline]) {
    guard inlines.contains(where: { $0.style.reference != nil }) else { return }
    var before = ""
    // the reference before it, where a word of the writer's stands for both
    var last: (form: Reference.Form, kind: Label.Kind)?
    inlines = inlines.flatMap { inline -> [Inline] in
      guard var reference = inline.style.reference else {
        if case .text(let words) = inline.content { before = words } else { before = "" }
        return [inline]
      }
      let (asked, kind) = (reference.form, places[reference.names.first ?? ""]?.label.kind)
      reference = words.settled(reference, behind: before, kind)
      if asked == .word, reference.form == asked, let given = last, given.kind == kind, words.joins(before) {
        reference.form = given.form
      }
      last = asked == .word && reference.form != asked ? kind.map { (reference.form, $0) } : nil
      let behind = before
      before = ""
      var style = inline.style
      style.extras.reference = nil
      let found = reference.names.compactMap { places[$0] }
      if reference.form == .place, found.count == reference.names.count, let name = reference.names.first {
        return place(name, style, inline.source)
      }
      let givesPlace = reference.form == .wordAndPlace
      if givesPlace { reference.form = words.settled(reference.word, behind: behind, kind).form }
      if reference.form == .page, found.count == reference.names.count {
        return reference.names.enumerated().flatMap { number, name in
          number + 1 == reference.names.count
            ? [page(name, style, inline.source)]
            : [page(name, style, inline.source, ","), Inline(pinned: " ", style: style, source: inline.source)]
        }
      }
      guard found.count == reference.names.count, let first = found.first else {
        for name in reference.names where places[name] == nil { made.unknown.append((inline.source, name)) }
        let words = reference.names.joined(separator: ", ")
        made.given.append((inline.source, words))
        return [Inline(pinned: words, style: style, source: inline.source)]
      }
      var pieces: [(words: String, name: String?)] =
        switch reference.form {
        case .caption: [(first.title.plainText.trimmingWhite, first.label.name)]
        case .part: found.map { ($0.part ?? "(\($0.number))", $0.label.name) }
        default:
          words.reference(found.map { (kind: $0.label.kind, number: $0.number, name: $0.label.name) }, reference)
        }
      var made: [Inline] = []
      if pieces.isEmpty, first.label.kind == .solution || first.label.kind == .proof {
        // they have the numbers of what they are of
        let kind = first.label.kind
        let named = first.title.lazy.compactMap(\.style.reference).first?.names.compactMap { places[$0]?.number }.first
        let number = named ?? number(ofPartnerOf: first)
        pieces = [
          (reference.form == .number && !number.isEmpty ? number : words.caption(kind, number), first.label.name)
        ]
      }
      if pieces.isEmpty {
        // what has no number is called by its words
        let marks = first.label.kind.isOfHeading ? self.words.quotes : ("", "")
        let title = first.title.plainText.trimmingWhite
        pieces = [(marks.0 + title + marks.1, first.label.name)]
      }
      for (words, name) in pieces where !words.isEmpty {
        var style = style
        if let name, style.link == nil { style.extras.link = "#" + (places[name]?.anchor ?? name) }
        made.append(Inline(pinned: words, style: style, source: inline.source))
      }
      if givesPlace {
        pieces.append((" ", nil))
        made.append(Inline(pinned: " ", style: style, source: inline.source))
        made += place(first.label.name, style, inline.source)
      } else if givesPages, found.count == 1, reference.form != .bracketed {
        pieces.append((self.words.onPage, nil))
        made.append(Inline(pinned: self.words.onPage, style: style, source: inline.source))
        made.append(page(first.label.name, style, inline.source))
      }
      self.made.given.append((inline.source, pieces.map(\.words).joined()))
      return made
    }
  }
}

extension Block {
  fileprivate mutating func number(with counter: inout LabelCounter) {
    switch self {
    case .figure(var figure):
      guard let prefix = counter.prefix(figure.label, of: figure.caption, figure.source) else { return }
      figure.caption.insert(prefix, at: 0)
      self = .figure(figure)
    case .paragraph(var paragraph):
      if !paragraph.numberedLines.isEmpty || paragraph.label?.kind == .equation {
        if let suffix = counter.suffix(paragraph) { paragraph.inlines.append(suffix) }
      } else if let label = paragraph.label, let prefix = counter.prefix(label, of: paragraph.inlines, paragraph.source)
      {
        paragraph.inlines.insert(prefix, at: 0)
      }
      self = .paragraph(paragraph)
    case .callout(var callout):
      if let name = callout.anchor, callout.countedKind != nil, let place = counter.places[name],
        place.source == callout.source
      {
        callout.number = place.number
      }
      if callout.kind == .exercise { counter.lastExercise = callout.number }
      if callout.kind == .solution { callout.number = counter.numberOfExercise(callout.anchor) }
      for index in callout.blocks.indices { callout.blocks[index].number(with: &counter) }
      self = .callout(callout)
    default: rewriteParts(text: { _, _ in }) { $0.number(with: &counter) }
    }
  }
}

extension Paragraph {
  /// The lines of a formula that have numbers of their own; none where the formula has one from what stands around it.
  fileprivate var numberedLines: [Formula.NumberedLine] {
    guard let formula = inlines.first?.style.formula, formula.isDisplayed else { return [] }
    var lines = formula.numberedLines
    if let label {
      guard label.kind == .equation, formula.groupName == label.name || lines.contains(where: { $0.name == label.name })
      else { return [] }
    }
    // what nobody refers to is counted as well
    for index in lines.indices where lines[index].name.isEmpty {
      lines[index].name = "\u{1}\(source.file).\(source.offset).\(lines[index].row)"
    }
    return lines
  }
}

extension Inline {
  /// Words that all stand at one place of the manuscript.
  package init(pinned words: String, style: InlineStyle, source: SourceLocation) {
    let marks = (0..<words.utf8.count).map { SourceMark(text: UInt32($0), source: source.offset) }
    self.init(.text(words), style: style, source: source, marks: marks)
  }
}

extension Heading {
  /// `2.3` of `2.3 The Sea`, `4` of `Chapter 4`; empty where its label is no number.
  fileprivate var number: String {
    let words = label.plainText.split { $0.isWhitespace || $0 == ":" }
    guard let last = words.last else { return "" }
    // of an appendix it is a letter
    if label.first?.isPinned == true { return label.plainText }
    var number = last[...]
    while number.last == "." || number.last == ")" { number = number.dropLast() }
    let isNumber = !number.isEmpty && number.allSatisfy { $0.isNumber || $0 == "." || "IVXLCDM".contains($0) }
    return isNumber && words.count <= 2 ? String(number) : ""
  }
}

extension String {
  var trimmingWhite: String {
    var words = self[...]
    while words.last?.isWhitespace == true { words.removeLast() }
    return String(words.drop(while: \.isWhitespace))
  }
}
