internal import BookModel
internal import Manuscript

// What stands in the sections of title pages, imprints and covers and is text of the author's all the same.

extension FlowItem {
  /// Sections of text, whatever stands around them.
  private static let texts: Set<String> = [
    "dedication", "epigraph", "foreword", "preface", "introduction", "prologue", "acknowledgments", "acknowledgements",
    "z3998:dedication", "z3998:epigraph",
  ]

  /// Within a section of text, inside of what its document is called.
  var isOwnText: Bool { types.contains { !$0.isDisjoint(with: FlowItem.texts) } }

  /// A sentence of some length in small letters.
  var readsAsProse: Bool {
    guard let paragraph else { return false }
    let text = paragraph.inlines.plainText
    let words = text.split(separator: " ")
    let small = words.count { $0.first(where: \.isLetter)?.isUppercase == false }
    return words.count >= 8 && small * 5 >= words.count * 3 && text.endsSentence
  }
}

extension FlowItem {
  /// `Northlight Press`, `Verlag Anders & Sohn`: who publishes the book.
  var saysHouse: Bool {
    guard let paragraph, paragraph.inlines.size <= 60, !readsAsProse else { return false }
    return PackagingFilter.words(words).contains { FlowItem.houses.contains($0) }
  }

  private static let houses: Set<String> = [
    "press", "books", "publishing", "publishers", "publications", "verlag", "éditions", "editions", "éditeur",
    "editorial", "edizioni", "editore", "ediciones", "editora", "edições", "uitgeverij", "förlag", "forlag",
    "wydawnictwo", "издательство", "nakladatelství", "kiadó", "ltd", "inc", "llc", "gmbh",
  ]
}

extension String {
  var endsSentence: Bool {
    guard let last = last(where: { !"”’»\"')]›“‘ \u{A0}".contains($0) }) else { return false }
    return ".!?…。！？".contains(last)
  }
}

extension PackagingFilter {
  /// The book's own copyright page stays; what else is said of how the file was made goes, and may stand nowhere else.
  mutating func cutImprints() {
    let typed = items.indices.filter { items[$0].has(PackagingFilter.imprints) && !items[$0].isOwnText }
    let makers = ["standard ebooks", "project gutenberg", "gutenberg.org", "standardebooks.org"]
    let pages = Set(typed.map { items[$0].page }).filter { page in
      let words = typed.filter { items[$0].page == page }.map { items[$0].words.lowercased() }
      return words.contains { words in makers.contains(where: words.contains) }
    }
    drop("imprint or colophon of the file", typed.filter { pages.contains(items[$0].page) })
    // those that are left: whoever made the file has gone
    let rest = items.indices.filter { items[$0].has(PackagingFilter.imprints) && !items[$0].isOwnText }
    let own = Set(
      rest.filter {
        items[$0].has(["copyright-page"]) || items[$0].words.isOfImprint
          || items[$0].has(["colophon"]) && items[$0].readsAsProse
      }.map { items[$0].page })
    drop("imprint of the book", rest.filter { !own.contains(items[$0].page) })
  }

  /// Title pages by their types, without the text that stands on them: it has pages of its own, which are set.
  mutating func cutTypedTitlePages() {
    let known = Set(
      ([metadata.title, metadata.subtitle, metadata.publisher, metadata.date].compactMap(\.self) + metadata.authors
        + metadata.contributors.map(\.name)).flatMap { PackagingFilter.words($0) } + [
          "by", "the", "a", "an", "von", "par",
        ])
    var gone: [Int] = []
    var last: (index: Int, kind: String)?
    for index in items.indices
    where items[index].has(["titlepage", "halftitlepage", "fulltitle", "halftitle"]) || isPictureOfTitlePage(index) {
      let before = last.flatMap { $0.index == index - 1 && items[index - 1].page == items[index].page ? $0.kind : nil }
      guard let kind = textKind(items[index], behind: before, known: known) else {
        if items[index].has(["halftitlepage", "halftitle"]) { hasHalfTitle = true }
        takeSaying(items[index])
        gone.append(index)
        continue
      }
      if !items[index].isOwnText { items[index].types.append(["frontmatter", kind]) }
      if kind != before { items[index].beginsPage = true }
      last = (index, kind)
    }
    drop("title page, made anew", gone)
  }

  /// A document of one picture that says itself what it shows.
  private func isPictureOfTitlePage(_ index: Int) -> Bool {
    guard case .block(.figure(let figure)) = items[index].content, figure.caption.isEmpty,
      figure.alternative.utf8.count <= 40, BookMatter(heading: figure.alternative) == .title
    else { return false }
    let page = items[index].page
    return (index == 0 || items[index - 1].page != page)
      && (index + 1 == items.count || items[index + 1].page != page)
  }

  /// `A Novel`, `Second Edition`, `Book Three`, `Foreword by Tim Bell`, which no metadata tell.
  mutating func takeSaying(_ item: FlowItem) {
    let title = PackagingFilter.words(metadata.title ?? "")
    var words = item.words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // the line below the title in one heading
    if let lines = item.headingWords?.split(whereSeparator: { $0.content == .lineBreak }).map(Array.init),
      lines.count > 1,
      PackagingFilter.words(lines[0].plainText) == title
    {
      words = lines.dropFirst().map(\.plainText).joined(separator: " ")
    }
    guard words.utf8.count <= 120, !PackagingFilter.words(words).allSatisfy(title.contains), !words.isOfImprint else {
      return
    }
    let first = words.prefix { $0.isLetter }.lowercased()
    if words.lowercased().hasSuffix("edition"), words.utf8.count <= 60 {
      said.edition = said.edition ?? words
    } else if item.isCalledSubtitle || item.has(["subtitle"]) || words.isSubtitle {
      if metadata.subtitle == nil { said.subtitle = said.subtitle ?? words }
    } else if words.isPartLabel || words.saysSeries {
      said.series = said.series ?? words
    } else if ["foreword", "introduction", "preface", "afterword"].contains(first)
      || PackagingFilter.credits.contains(first),
      words.contains(" by ")
    {
      let names = metadata.contributors.map(\.name) + metadata.authors
      if !names.contains(where: words.contains) { said.credits.append(words) }
    } else if metadata.publisher == nil, item.saysHouse {
      said.publisher = [said.publisher, words].compactMap(\.self).joined(separator: ", ")
    }
  }

  /// What an item of a title page is, if it is text; nil for titles, names and what publishers say.
  private func textKind(_ item: FlowItem, behind before: String?, known: Set<String>) -> String? {
    if item.isOwnText {
      return ["dedication", "epigraph"].first { item.has([$0]) } ?? item.types.last?.sorted().first ?? "titlepage"
    }
    let words = PackagingFilter.words(item.words)
    guard case .block(let block) = item.content, !words.isEmpty, !words.allSatisfy(known.contains) else { return nil }
    switch block {
    case .figure, .sceneBreak, .pageBreak, .heading: return nil
    case .paragraph(let paragraph):
      let text = paragraph.inlines.plainText
      if PackagingFilter.isDedication(text) { return "dedication" }
      // who said it
      if let before, before == "epigraph", words.count <= 16, let first = text.first, "—–-―(".contains(first) {
        return before
      }
      if PackagingFilter.credits.contains(words[0]), words.count <= 24 { return nil }
      if item.isSetIn { return "epigraph" }
      return item.readsAsProse || words.count > 16 ? "titlepage" : nil
    default: return "epigraph"
    }
  }

  /// First words of what title pages say of those who made the book.
  private static let credits: Set<String> = [
    "translated", "edited", "illustrated", "published", "printed", "with", "by", "revised", "compiled", "author",
    "isbn",
    "copyright", "first", "übersetzt", "herausgegeben", "aus", "mit", "traduit", "avec", "traducción", "tradotto",
  ]

  static func isDedication(_ text: String) -> Bool {
    let lower = text.lowercased()
    let openings = ["to ", "for ", "für ", "pour ", "para ", "voor ", "till ", "til "]
    return lower.opensDedication
      || openings.contains(where: lower.hasPrefix) && lower.split(separator: " ").count <= 24
  }
}
