internal import BookModel
internal import Manuscript
internal import Units

/// Something of the book's run, in reading order: what sections are made of.
struct FlowItem {
  enum Content {
    /// A heading with its rank, 1 to 6.
    case heading(label: [Inline], title: [Inline], rank: Int)
    case block(Block)
  }

  var content: Content
  /// Types of the elements around it, the innermost last.
  var types: [Set<String>] = []
  /// The innermost element around it that says it is a section of the book; -1 where none does.
  var division = -1
  /// Bytes of the joined source.
  var range: Range<Int>
  var page: Int
  /// The first thing of its document.
  var beginsPage = false
  /// A sheet asks for a new page here.
  var breaks = false
  /// Names that links call this place by.
  var anchors: [NodeID] = []
  /// For paragraphs: ems of the first line and above it, where a sheet says.
  var indent: Double?
  var marginTop: Double?
  var marginBottom: Double?
  var marginLeft = 0.0
  /// A paragraph set in from both margins, or of a class that says it is quoted.
  var isSetIn = false
  /// Verse of an element that is called a stanza: others may stand beside it.
  var isStanza = false
  /// Verse in a paragraph that its class calls so: a line of a poem, or a stanza of it.
  var isPoemParagraph = false
  /// The element whose lines these are, in verse.
  var leaf = -1
  /// A line below a title that its class calls so.
  var isCalledSubtitle = false
  /// A paragraph whose class says that it is a heading.
  var isCalledHeading = false
  /// The same of a heading inside a chapter, and how deep.
  var subheadRank: Int?
  /// A paragraph whose class says that it stands under a picture.
  var isCalledCaption = false
  /// A picture that stands for a heading.
  var isHeadingPicture = false
  /// A rule, which has no words.
  var isRule = false
  /// A heading that begins a page by what the book's own contents say of it.
  var opens = false
  /// A heading that the book's own contents name.
  var isNamed: Bool { depthOfName != nil }
  /// How deep they have it.
  var depthOfName: Int?
  /// Of a part that only these name: how deep they have it.
  var depthInContents: Int?

  var block: Block? {
    get { if case .block(let block) = content { block } else { nil } }
    set { if let newValue { content = .block(newValue) } }
  }
  var paragraph: Paragraph? {
    get { block?.paragraph }
    set { block?.paragraph = newValue }
  }
  var verse: Verse? { if case .block(.verse(let verse)) = content { verse } else { nil } }
  /// What heads it, where it has no title its number.
  var headingWords: [Inline]? {
    if case .heading(let label, let title, _) = content { label.isEmpty ? title : label } else { nil }
  }

  /// Takes over what begins with an item that goes.
  mutating func begin(like other: FlowItem) {
    beginsPage = beginsPage || other.beginsPage
    breaks = breaks || other.breaks
    anchors = other.anchors + anchors
  }

  var isWhite: Bool { block?.isWhite ?? false }

  func has(_ wanted: Set<String>) -> Bool { types.contains { !$0.isDisjoint(with: wanted) } }

  var rank: Int? { if case .heading(_, _, let rank) = content { rank } else { nil } }
  /// A heading that is a number and no more.
  var isLabel: Bool {
    if case .heading(let label, let title, _) = content {
      title.isEmpty && label.plainText.isHeadingLabel
    } else {
      false
    }
  }
  var isHeading: Bool { if case .heading = content { true } else { false } }

  /// The words alone.
  var words: String {
    switch content {
    case .heading(let label, let title, _): return label.plainText + " " + title.plainText
    case .block(let block):
      var text = ""
      block.visitText { inlines, _ in text += inlines.plainText + " " }
      return text
    }
  }
}

extension FlowItem {
  /// The words by the lines that they were typed in.
  var typedLines: [Substring] {
    var text = words
    if case .block(.preformatted(let typed)) = content { text = typed.lines.map(\.text).joined(separator: "\n") }
    if let verse { text = verse.stanzas.map { $0.typed }.joined(separator: "\n\n") }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}

extension Verse.Stanza {
  fileprivate var typed: String { lines.map(\.inlines.plainText).joined(separator: "\n") }
}

extension [FlowItem] {
  /// A document that is one picture and nothing else is a plate, on a page of its own. Pictures with a few words, as
  /// books for children have them, and those of fixed layout stand where these do.
  mutating func makePlate(from first: Int, isFixed: Bool) {
    let figures = self[first...].indices.filter { self[$0].block?.isFigure ?? false }
    if figures.count < count - first {
      let words = self[first...].filter { !($0.block?.isFigure ?? false) }
      guard
        isFixed
          || !words.contains(where: \.isHeading) && words.count <= 4 * figures.count
            && words.reduce(0, { $0 + $1.words.utf8.count }) < 300 * figures.count
      else { return }
      for index in figures {
        guard case .block(.figure(var figure)) = self[index].content, figure.placement == .floats else { continue }
        figure.placement = .here
        self[index].content = .block(.figure(figure))
      }
      return
    }
    guard figures.count == 1,
      case .block(.figure(var figure)) = self[figures[0]].content, figure.caption.isEmpty, figure.image != nil
    else { return }
    (figure.placement, figure.width, figure.height) = (.page, nil, nil)
    self[figures[0]].content = .block(.figure(figure))
  }

  /// White that sheets ask for between paragraphs, in whole lines: of two that meet the larger one (CSS 2.2, 8.3.1).
  func withSpaces() -> [FlowItem] {
    var items = self
    for index in indices.dropFirst() {
      guard self[index].paragraph != nil, self[index - 1].paragraph != nil else { continue }
      let white = Swift.max(self[index].marginTop ?? 0, self[index - 1].marginBottom ?? 0)
      items[index].paragraph?.spaceAbove = UInt8(Swift.min(Swift.max((white - 0.3).rounded(), 0), 4))
    }
    return items
  }

  /// The items as blocks inside another block: headings are of a low level there.
  var blocks: [Block] {
    map { item in
      switch item.content {
      case .block(let block): return block
      case .heading(let label, let title, let rank):
        return .heading(
          Heading(
            level: Swift.max(4, rank), label: label, title: title,
            source: label.first?.source ?? title.first?.source ?? SourceLocation(offset: item.range.lowerBound)))
      }
    }
  }
}

extension [FlowItem] {
  /// White that sheets ask for between paragraphs, where most have none, is a pause between scenes;
  /// paragraphs without an indent, where most have one, go on from what stands before them.
  func withSceneBreaks() -> [FlowItem] {
    var (indented, flush, spaced, close) = (0, 0, 0, 0)
    for item in self {
      guard item.paragraph?.placement == .justified else { continue }
      if let indent = item.indent { if indent > 0.2 { indented += 1 } else { flush += 1 } }
      if (item.marginTop ?? 0) >= 0.9 { spaced += 1 } else { close += 1 }
    }
    let areSpacers = whiteIsSpacing
    var made: [FlowItem] = []
    made.reserveCapacity(count)
    var gone: FlowItem?
    for (index, item) in enumerated() {
      var item = item
      if let before = gone, before.page == item.page { item.begin(like: before) }
      gone = nil
      if let paragraph = item.paragraph, paragraph.placement == .justified {
        if indented > flush, item.indent.map({ $0 <= 0.2 }) == true { item.paragraph?.isFlush = true }
        if close > 8 * spaced, (item.marginTop ?? 0) >= 0.9, let last = made.last, last.page == item.page,
          last.paragraph != nil
        {
          var pause = item
          pause.content = .block(.sceneBreak(SceneBreak(mark: .space, source: paragraph.source)))
          pause.range = item.range.lowerBound..<item.range.lowerBound
          made.append(pause)
          item.anchors = []
          item.beginsPage = false
          item.breaks = false
        }
      }
      if case .block(.sceneBreak(let pause)) = item.content, let last = made.indices.last,
        case .block(.sceneBreak(let before)) = made[last].content, pause.mark != .writingLine
      {
        if before.mark == .space, pause.mark != .space { made[last].content = item.content }
        gone = item
        continue
      }
      // two of them are a pause all the same
      let isDouble = index > 0 && self[index - 1].isWhite || index + 1 < count && self[index + 1].isWhite
      if areSpacers, item.isWhite, !isDouble {
        gone = item
        continue
      }
      made.append(item)
    }
    return made
  }

  /// Whether more paragraphs have an empty one between them than stand one below the other.
  private var whiteIsSpacing: Bool {
    var (parted, close) = (0, 0)
    for index in indices.dropLast() where self[index].paragraph != nil {
      if self[index + 1].paragraph != nil { close += 1 }
      if self[index + 1].isWhite, index + 2 < count, self[index + 2].paragraph != nil { parted += 1 }
    }
    return parted > 4 && parted > 2 * close
  }
}
