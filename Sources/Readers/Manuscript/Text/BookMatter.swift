package import BookModel
internal import Bytes

/// What stands before, behind and between the chapters of a book, whatever it is written in: told by a style's or a
/// role's name, by a heading, by words.
package enum BookMatter: String, Sendable, CaseIterable {
  case halfTitle, alsoBy, title, subtitle, author, copyright, dedication, epigraph, contents
  case foreword, preface, introduction, prologue, interlude, epilogue, afterword, conclusion
  case acknowledgements, appendix, notes, glossary, bibliography, index, aboutAuthor, colophon
  /// What others say of the book; maps; who is in it; what is said to its readers.
  case praise, maps, cast, readersNote, chronology, abbreviations
  /// A page before the text, by where it stands alone.
  case page

  package var role: Section.Role {
    switch self {
    case .halfTitle: .halfTitle
    case .title, .subtitle, .author: .titlePage
    case .copyright: .imprint
    case .dedication: .dedication
    case .alsoBy: .alsoBy
    case .epigraph: .epigraph
    case .contents: .untitled
    case .foreword: .foreword
    case .preface, .praise, .maps, .cast, .readersNote, .page: .preface
    case .chronology, .abbreviations: .appendix
    case .introduction: .introduction
    case .prologue: .prologue
    case .interlude: .chapter
    case .epilogue: .epilogue
    case .afterword, .aboutAuthor: .afterword
    case .conclusion: .conclusion
    case .acknowledgements: .acknowledgements
    case .appendix: .appendix
    case .notes: .notes
    case .glossary: .glossary
    case .bibliography: .bibliography
    case .index: .index
    case .colophon: .colophon
    }
  }

  /// Part of the story or the argument, though no chapter that is counted.
  package var isText: Bool {
    switch self {
    case .prologue, .interlude, .epilogue, .introduction, .conclusion: true
    default: false
    }
  }

  /// A prologue, an interlude, an epilogue: it opens a page as chapters do, wherever it stands.
  package var isOfStory: Bool { self == .prologue || self == .interlude || self == .epilogue }

  /// No chapter of the book's own stands behind it.
  var endsBook: Bool {
    switch self {
    case .acknowledgements, .appendix, .bibliography, .index, .aboutAuthor, .colophon: true
    default: false
    }
  }

  /// Where it stands before the first chapter: an introduction to what others wrote is no part of that.
  package var matterBefore: Section.Matter {
    switch self {
    case .prologue, .interlude, .epilogue, .conclusion: .body
    default: .front
    }
  }

  /// Where it stands behind the last one.
  package var matterBehind: Section.Matter { isText ? .body : .back }

  /// The kind that a heading names; nil for a chapter of its own name.
  package init?(heading: String) {
    let key = headingKey(heading)
    guard !key.isEmpty, key.utf8.count <= 64 else { return nil }
    if let kind = MatterNames.kind(key) {
      self = kind
    } else if let sign = key.firstIndex(where: { ":—–".contains($0) }),
      let kind = MatterNames.kind(key[..<sign].split(separator: " ").joined(separator: " ")), kind.isText
    {
      // `Prologue: The Bridge`
      self = kind
    } else if key.hasPrefix("the "), let kind = MatterNames.kind(String(key.dropFirst(4))) {
      self = kind
    } else if BookMatter.ofOthers.contains(where: { key.hasPrefix($0) }) {
      self = .alsoBy
    } else if BookMatter.ofAuthors.contains(where: { key.hasPrefix($0) }) {
      self = .aboutAuthor
    } else if BookMatter.ofReviews.contains(where: { key.hasPrefix($0) }) {
      self = .praise
    } else if BookMatter.ofNotes.contains(where: { key.hasPrefix($0) }) {
      self = .readersNote
    } else if BookMatter.ofOtherBooks.contains(where: { key.hasPrefix($0) }) {
      self = .appendix
    } else if let kind = kindOfVariant(key) {
      self = kind
    } else {
      return nil
    }
  }

  private static let ofReviews = [
    "praise for ", "advance praise for ", "more praise for ", "early praise for ", "acclaim for ", "reviews of ",
    "pressestimmen zu ", "stimmen zu ",
  ]

  /// Of another book, behind this one's text.
  private static let ofOtherBooks = [
    "excerpt from ", "an excerpt from ", "a preview of ", "preview of ", "sneak peek ", "a sneak peek ",
    "leseprobe aus ",
  ]

  private static let ofNotes = ["a note on the ", "a note about the ", "note on the "]

  private static let ofOthers = [
    "also by ", "other books by ", "other works by ", "other titles by ", "books by ", "works by ", "more by ",
    "more books by ", "by the same author", "also available ", "von derselben autorin", "vom selben autor",
    "von demselben autor", "weitere bücher von ", "du même auteur", "de la même autrice", "del mismo autor",
    "de la misma autora", "dello stesso autore", "della stessa autrice", "van dezelfde ",
  ]

  private static let ofAuthors = [
    "about the author", "author bio", "meet the author", "biography of the author", "connect with ", "about the writer",
    "about the translator", "about the editor", "a note on the author",
    "über den autor", "über die autorin", "à propos de l’auteur", "à propos de l'auteur", "à propos de l’autrice",
    "sobre el autor", "sobre la autora", "sobre o autor", "l’autore", "l'autore", "l’autrice", "l'autrice",
    "sull’autore", "sull'autore", "over de auteur", "о авторе", "об авторе", "om forfatteren", "om författaren",
    "o autorze", "o autorovi", "o autorze",
  ]
}

/// Words of an imprint.
private let imprintWords = [
  "copyright", "©", "all rights reserved", "isbn", "alle rechte vorbehalten", "tous droits réservés",
  "todos los derechos reservados", "tutti i diritti riservati", "todos os direitos reservados",
  "alle rechten voorbehouden",
  "все права защищены", "wszelkie prawa zastrzeżone", "impressum", "dépôt légal", "moral right of the author",
  "this is a work of fiction", "library of congress",
].map { Array($0.utf8) }

let dedicationWords: Set<String> = [
  "for", "to", "in", "dedicated", "für", "meiner", "meinem", "meinen", "pour", "à", "para", "a", "al", "per", "voor",
  "aan", "til", "till", "för", "dla", "pro", "для",
]

/// What a page before the first chapter is, by its words and how they stand.
extension BookMatter {
  /// - Parameter page: blocks that stand together on a page of their own, or between blank lines.
  package init?(page: [Block], title: String?) {
    var lines: [String] = []
    var letters = 0
    var isVerse = false
    var isPlain = true
    for block in page {
      switch block {
      case .verse: isVerse = true
      case .quotation, .letter: isVerse = true
      case .paragraph, .sceneBreak, .pageBreak: break
      default: isPlain = false
      }
      block.visitText { inlines, _ in
        for line in inlines.split(whereSeparator: { $0.content == .lineBreak }) {
          let words = Array(line).plainText
          guard words.contains(where: { !$0.isWhitespace }) else { continue }
          lines.append(words)
          letters += words.utf8.count
        }
      }
    }
    guard let first = lines.first, let last = lines.last, isPlain else { return nil }
    if lines.contains(where: \.isOfImprint) {
      self = .copyright
    } else if let kind = BookMatter(heading: first), kind == .alsoBy {
      self = .alsoBy
    } else if lines.count == 1, let title, first.lettersAndFigures == title.lettersAndFigures {
      self = .halfTitle
    } else if letters > 900 {
      return nil
    } else if !isVerse, !last.isAttribution, lines.contains(where: { $0.utf8.count > 70 }),
      page.contains(where: \.isRunning)
    {
      // prose of a page that somebody ended
      return nil
    } else if isVerse || last.isAttribution || "“«„\"‘".contains(first.first ?? " ") && lines.count > 1 {
      self = .epigraph
    } else if letters <= 300, lines.count <= 8, let word = first.split(separator: " ").first,
      dedicationWords.contains(word.lowercased()) || first.lowercased().hasPrefix("in memory")
    {
      self = .dedication
    } else if letters <= 300, lines.count <= 8,
      first.first.map({ "“«„\"‘".contains($0) }) ?? false || ".!?".contains(last.last ?? " ")
    {
      self = .epigraph
    } else if letters <= 120, lines.count <= 3 {
      self = .dedication
    } else {
      return nil
    }
  }
}

extension Block {
  /// A paragraph as those of the text.
  fileprivate var isRunning: Bool { paragraph?.placement == .justified }
}

extension String {
  /// Of a copyright page.
  package var isOfImprint: Bool {
    var words = lowercased()
    return words.withUTF8 { words in
      imprintWords.contains { UnsafeRawBufferPointer(words).firstIndex(of: $0) != nil }
    }
  }

  /// `— John Updike`: who said what stands above.
  package var isAttribution: Bool {
    guard utf8.count <= 120 else { return false }
    return hasPrefix("—") || hasPrefix("–") || hasPrefix("- ") || hasPrefix("--") || hasPrefix("―")
  }
}
