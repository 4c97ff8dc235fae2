package import BookModel
package import Units

/// A title page whose lines stand in any order: the author's name above the title, a word for the kind of book between
/// them or below.
extension BookDivision {
  /// What a manuscript's own properties and the sizes of its letters say, where its words do not.
  package struct TitleSigns {
    /// Often another's, or a template's: believed where a line says the same.
    package var title: String?
    package var author: String?
    /// Of the letters of the first paragraphs, in points.
    package var sizes: [SourceLocation: Double] = [:]

    package init() {}
  }

  /// - Parameters:
  ///   - page: the blocks of the title page.
  ///   - isLong: it has as many lines as a thesis has: the size of the title's letters alone tells it.
  /// - Returns: the flow without the lines that were taken; nil where nothing tells title from author.
  mutating func arrangedTitle(_ flow: [Block], _ page: Range<Int>, isLong: Bool = false) -> [Block]? {
    guard metadata.title == nil else { return nil }
    let lines = page.compactMap { index -> (index: Int, paragraph: Paragraph, words: String)? in
      guard case .paragraph(let paragraph) = flow[index], !paragraph.isCaption, kinds[paragraph.source] == nil else {
        return nil
      }
      let words = paragraph.inlines.plainText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return (1...120).contains(words.utf8.count) && !words.isOfImprint ? (index, paragraph, words) : nil
    }
    let size = largest(lines.map(\.paragraph.source))
    guard (2...(size == nil ? 6 : 16)).contains(lines.count), size != nil || !isLong else { return nil }
    func names(_ line: Int) -> [String]? { authors(in: lines[line].words) }
    func line(saying words: String?) -> Int? {
      guard let letters = words?.lettersAndFigures, !letters.isEmpty else { return nil }
      return lines.firstIndex { $0.words.lettersAndFigures == letters }
    }
    let title =
      line(saying: signs.title) ?? size
      ?? lines.indices.dropFirst().dropLast().first {
        names($0 - 1) != nil && lines[$0 + 1].words.isSubtitle && !lines[$0].words.isKindOfBook
      }
    guard let title, !lines[title].words.hasSuffix(".") else { return nil }
    let author =
      line(saying: signs.author)
      ?? lines.firstIndex { authors(in: $0.words, saysSo: true) != nil }
      // `by`, on a line of its own above the name
      ?? lines.indices.dropFirst().first {
        $0 != title && linesBeforeNames.contains(lines[$0 - 1].words.lowercased()) && names($0) != nil
      }
      ?? [title - 1, title + 1, title + 2].first {
        lines.indices.contains($0) && names($0) != nil && !lines[$0].words.isSubtitle
      }
    guard let author, author != title else { return nil }
    titleFound = lines[title].words
    if metadata.authors.isEmpty { metadata.authors = names(author) ?? [lines[author].words] }
    metadata.subtitle = metadata.subtitle ?? kindBeforeName(in: lines[author].words)
    var taken = [title, author]
    if author > 0, linesBeforeNames.contains(lines[author - 1].words.lowercased()) { taken.append(author - 1) }
    if metadata.subtitle == nil,
      let subtitle = lines.indices.first(where: { !taken.contains($0) && lines[$0].words.isSubtitle })
    {
      metadata.subtitle = lines[subtitle].words
      taken.append(subtitle)
    }
    var notes: [Block] = []
    for line in taken.sorted() {
      keepSilent(lines[line].paragraph.inlines)
      notes += takeNotes(calledIn: lines[line].paragraph.inlines)
    }
    let gone = Set(taken.map { lines[$0].index })
    let left = page.filter { !gone.contains($0) }.map { flow[$0] }
    // of a page on which nothing else stands the white goes too
    let kept = left.contains { !$0.isWhite } ? left : []
    return flow[..<page.lowerBound].filter { !$0.isWhite || $0.isPageBreak } + notes + kept + flow[page.upperBound...]
  }

  /// The one whose letters are larger by a sixth than those of all others.
  private func largest(_ lines: [SourceLocation]) -> Int? {
    let sizes = lines.map { signs.sizes[$0] ?? 0 }
    guard let most = sizes.max(), most > 0, let line = sizes.firstIndex(of: most) else { return nil }
    let next = sizes.indices.filter { $0 != line }.map { sizes[$0] }.max() ?? 0
    return next > 0 && most > next * 7 / 6 ? line : nil
  }
}

extension Paragraph {
  /// All of it is in italics or bold.
  var isSetOff: Bool {
    inlines.allSatisfy { inline in
      guard case .text(let text) = inline.content else { return true }
      return !inline.style.traits.isDisjoint(with: [.emphasis, .strong]) || text.allSatisfy(\.isWhitespace)
    }
  }
}

extension String {
  /// `Roman`, `roman historique`, `Short Stories`: what kind of book it is.
  package var isKindOfBook: Bool {
    let parts = lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init)
    guard (1...3).contains(parts.count) else { return false }
    // which is a name as well, behind another that is no adjective of German
    if parts.count == 2, hasSuffix(" Roman"), !parts[0].hasSuffix("er") { return false }
    return wordsForKindsOfBooks.contains(parts[0]) || wordsForKindsOfBooks.contains(parts[parts.count - 1])
  }
}

private let wordsForKindsOfBooks = Set(
  """
  novel novella romance memoir memoirs stories poems essays tales thriller roman novelle erzählung erzählungen \
  geschichten gedichte kriminalroman krimi memoiren essais récit récits nouvelles contes poèmes poésies mémoires \
  romanzo racconti novelas novela relatos cuentos poemas ensayos memorias romans contos crônicas ensaios verhalen \
  gedichten novellen powieść opowiadania wiersze román povídky básně novely regény novellák elbeszélések versek \
  öyküler hikâyeler şiirler berättelser noveller dikter fortellinger fortællinger digte romaani novelleja runoja \
  роман повесть рассказы повести стихи стихотворения поэма мемуары оповідання повість вірші разкази \
  μυθιστόρημα διηγήματα ποιήματα νουβέλα רומן סיפורים שירים رواية قصص شعر رمان داستان उपन्यास कहानियाँ \
  小説 長編小説 短編集 詩集 小说 长篇小说 短篇小说集 长篇 詩 소설 장편소설 단편집 시집
  """.split(separator: " ").map(String.init))
