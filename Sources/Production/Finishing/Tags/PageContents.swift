/// Lists, one a page, all in one array.
///
/// A book has ten thousands of pages, and their lists are kept while its text goes section by section. Each in
/// an array of its own they would come to lie where the text was, few to a page of memory, of which none could be
/// given back: 85 MB of a book of 51,000 pages.
struct ListOfPages<Element: Sendable>: Sendable {
  private struct Place {
    var start, count: UInt32
  }

  private var elements: [Element] = []
  private var places: [Place] = []

  /// How many pages there are.
  var count: Int { places.count }

  /// How many there are on all pages.
  var total: Int { elements.count }

  /// Adds a page behind all others.
  mutating func append(_ list: some Collection<Element>) {
    places.append(Place(start: UInt32(elements.count), count: UInt32(list.count)))
    elements.append(contentsOf: list)
  }

  subscript(page: Int) -> ArraySlice<Element> {
    get { elements[range(page)] }
    set {
      // what stood there stays, out of reach: few pages are set twice
      places[page] = Place(start: UInt32(elements.count), count: UInt32(newValue.count))
      elements.append(contentsOf: newValue)
    }
  }

  subscript(page: Int, index: Int32) -> Element { elements[self[at: page, index]] }

  /// The place of a page's element among those of all pages.
  subscript(at page: Int, index: Int32) -> Int { Int(places[page].start) + Int(index) }

  private func range(_ page: Int) -> Range<Int> {
    Int(places[page].start)..<Int(places[page].start + places[page].count)
  }

  /// Puts the last pages before all others.
  mutating func putLastFirst(_ pages: Int) { places = places.suffix(pages) + places.dropLast(pages) }

  mutating func removeAll(where isOut: (Element) -> Bool) {
    for page in places.indices where self[page].contains(where: isOut) {
      self[page] = self[page].filter { !isOut($0) }[...]
    }
  }
}

extension StructurePlan {
  /// What of each page is of which block, for all pages of a book.
  package struct PageContents: RandomAccessCollection, Sendable {
    private(set) var parts = ListOfPages<Part>()
    private(set) var phrases = ListOfPages<Phrase>()
    private var marks = ListOfPages<Mark>()
    private(set) var pictures = ListOfPages<Picture>()
    private(set) var identifiers = ListOfPages<Int32>()
    /// By page: glyphs of text that were drawn, and whether contents are marked.
    private var others: [(glyphs: Int32, isMarked: Bool)] = []

    package init() {}

    package var startIndex: Int { 0 }
    package var endIndex: Int { others.count }

    /// Some page has words of another language, parts of words, or pictures among its words.
    var hasPhrases: Bool { phrases.total > 0 }

    func isMarked(_ page: Int) -> Bool { others[page].isMarked }

    package mutating func append(_ page: PageContent) {
      parts.append(page.parts)
      phrases.append(page.phrases)
      marks.append(page.marks)
      pictures.append(page.pictures)
      identifiers.append(page.identifiers ?? [])
      others.append((Int32(page.glyphs), page.identifiers != nil))
    }

    package subscript(index: Int) -> PageContent {
      var page = PageContent()
      (page.parts, page.phrases, page.marks) = (Array(parts[index]), Array(phrases[index]), Array(marks[index]))
      (page.pictures, page.glyphs) = (Array(pictures[index]), Int(others[index].glyphs))
      if others[index].isMarked { page.identifiers = Array(identifiers[index]) }
      return page
    }

    /// Puts the last pages before all others.
    package mutating func putLastFirst(_ pages: Int) {
      parts.putLastFirst(pages)
      phrases.putLastFirst(pages)
      marks.putLastFirst(pages)
      pictures.putLastFirst(pages)
      identifiers.putLastFirst(pages)
      others = others.suffix(pages) + others.dropLast(pages)
    }

    /// - Parameter unshown: files of pictures in whose place a frame was drawn, which is an artifact.
    package mutating func removePictures(_ unshown: Set<String>) {
      pictures.removeAll { unshown.contains($0.file) }
    }
  }
}
