package import BookModel

/// What of a book's headings is no chapter, and where that stands among the chapters: one for all formats.
extension BookMatter {
  /// - Parameter headings: of what begins sections, in their order; nil for what has none.
  /// - Returns: nil for parts and chapters.
  package static func kinds(of headings: [Heading?]) -> [BookMatter?] {
    let isOfNotes = headings.areBelowNotes
    let labels = zip(headings, isOfNotes).map { heading, isOfNotes in
      guard let heading, !isOfNotes else { return "" }
      return heading.label.isEmpty ? heading.title.headingParts.label.plainText : heading.label.plainText
    }
    let kinds = zip(headings, labels).map { heading, label in
      label.isEmpty ? heading.flatMap { BookMatter(heading: $0.plainText) } : nil
    }
    // where no chapter is counted an introduction may be the first of them
    let areCounted = labels.contains { $0.isChapterLabel || $0.isPartLabel || $0.isHeadingLabel }
    let told = kinds.map { !areCounted && ($0 == .introduction || $0 == .conclusion) ? nil : $0 }
    return withPagesBefore(told, first: labels.firstIndex { $0.isChapterLabel || $0.isPartLabel || $0.isHeadingLabel })
  }

  /// What has a name of its own and stands before the imprint, a dedication or a preface is a page like these: it is no
  /// chapter before the first one.
  /// - Parameter first: what is counted first; nil where nothing is.
  private static func withPagesBefore(_ kinds: [BookMatter?], first: Int?) -> [BookMatter?] {
    let front = kinds[..<(first ?? kinds.count)]
    func isFront(_ kind: BookMatter?) -> Bool { kind.map { $0.matterBefore == .front } ?? false }
    // chapters that nothing counts may have an imprint behind them
    let limit = first ?? min(3, kinds.count / 3)
    let known = front.indices.last { index in
      guard index < limit || first != nil else { return false }
      return first == nil
        ? [.copyright, .dedication, .halfTitle, .title].contains(kinds[index]) : isFront(kinds[index])
    }
    guard let known else { return kinds }
    return kinds.enumerated().map { index, kind in kind == nil && index < known ? .page : kind }
  }

  /// - Parameter kinds: of what stands one behind the other; nil for parts and chapters.
  package static func matters(of kinds: [BookMatter?]) -> [Section.Matter] {
    guard let first = kinds.firstIndex(of: nil), let last = kinds.lastIndex(of: nil) else {
      return kinds.map { _ in .body }
    }
    var matters = kinds.enumerated().map { index, kind -> Section.Matter in
      guard let kind else { return .body }
      return index < first ? kind.matterBefore : index > last ? kind.matterBehind : .body
    }
    // nothing of the front stands behind a prologue, nothing of the body behind what stands at the back
    if let body = matters.firstIndex(of: .body), let end = matters.lastIndex(of: .body) {
      for index in body...end { matters[index] = .body }
    }
    return matters
  }
}

extension BookMatter {
  /// Its own headings may be called as the chapters are.
  package var repeatsChapters: Bool { [.notes, .bibliography, .glossary, .appendix, .index].contains(self) }
}

extension [Heading?] {
  /// Of each whether it stands within the notes, `Chapter 1` above those of the first: it counts no chapter.
  var areBelowNotes: [Bool] {
    var level: Int?
    return map { heading in
      guard let heading else { return false }
      if let level, heading.level > level { return true }
      level = BookMatter(heading: heading.plainText)?.repeatsChapters ?? false ? heading.level : nil
      return false
    }
  }
}

extension Section {
  /// Takes off the name of a page that says without it what it is, `Dedication` above one; nil where there is none.
  package mutating func takeNameOfPage() -> Heading? {
    guard matter == .front, [.imprint, .dedication, .epigraph, .titlePage].contains(role), let heading,
      heading.label.isEmpty, let kind = BookMatter(heading: heading.plainText), kind.hasOwnPage || kind == .title,
      kind != .alsoBy,
      heading.title.allSatisfy({ if case .noteReference = $0.content { false } else { true } }),
      blocks.contains(where: { !$0.isWhite }), blocks.headings.isEmpty,
      blocks.reduce(0, { $0 + $1.letters }) <= (role == .imprint ? 3000 : 900)
    else { return nil }
    self.heading = nil
    anchor = anchor ?? heading.anchor
    return heading
  }
}
