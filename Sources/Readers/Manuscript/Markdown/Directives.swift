internal import BookModel
internal import CMark
internal import Units

/// The words of `<!-- octavo: … -->`, parted by commas; nil for any other comment.
func directiveWords(_ comment: String) -> [String]? {
  let body = trimmed(comment)
  guard body.lowercased().hasPrefix("octavo:") else { return nil }
  return body.dropFirst(7).split(separator: ",").map { trimmed(String($0)).lowercased() }.filter { !$0.isEmpty }
}

/// What directives ask of blocks still to come.
struct MarkdownWishes {
  var hint = PageHint()
  /// The last hint's name and place, for the complaint that no paragraph follows.
  var hintSource: (name: String, at: SourceLocation)?
  var isUnnumbered: SourceLocation?
  var matter: (matter: Section.Matter, at: SourceLocation)?
  /// Of the blocks up to the next such wish.
  var language: String?
}

extension MarkdownReader {
  /// Does what a comment's directives say.
  /// - Parameter isTop: whether they stand between the blocks of a file.
  func obey(
    _ words: [String], at source: SourceLocation, isTop: Bool, wishes: inout MarkdownWishes, blocks: inout [Block]
  ) {
    if words.isEmpty { say(.unknownDirective("", nearest: nil), at: source) }
    for word in words {
      switch word {
      case "page-break": blocks.append(.pageBreak(source))
      case "break":
        wishes.hint.beginsPage = true
        wishes.hintSource = (word, source)
      case "pull", "push":
        // further than two lines no setting of a paragraph is worth printing
        wishes.hint.lines = min(max(wishes.hint.lines + (word == "pull" ? -1 : 1), -2), 2)
        wishes.hintSource = (word, source)
      case "unnumbered", "front-matter", "back-matter":
        guard isTop else {
          say(.directiveInside(word), at: source)
          continue
        }
        if word == "unnumbered" {
          wishes.isUnnumbered = source
        } else {
          wishes.matter = (word == "front-matter" ? .front : .back, source)
        }
      case "index": blocks.append(.indexPlace("", source))
      case let word where word.hasPrefix("index "):
        blocks.append(.indexPlace(trimmed(String(word.dropFirst(6))), source))
      case "lang": wishes.language = nil
      case _ where word.hasPrefix("lang ") && LanguageTag(String(word.dropFirst(5))) != .none:
        wishes.language = String(word.dropFirst(5))
      default:
        say(.unknownDirective(word, nearest: nearestName(to: word, in: MarkdownMessage.directives)), at: source)
      }
    }
  }

  /// Adds a block, which takes the hint before it where it is a paragraph.
  func add(_ block: Block, to blocks: inout [Block], _ wishes: inout MarkdownWishes) {
    var block = block
    if let (name, at) = wishes.hintSource {
      if block.paragraph == nil { say(.hintWithoutParagraph(name), at: at) }
      block.paragraph?.hint = wishes.hint
      wishes.hint = PageHint()
      wishes.hintSource = nil
    }
    if let language = wishes.language {
      block.rewriteText { inlines, _ in
        for n in inlines.indices where inlines[n].style.extras.language == nil {
          inlines[n].style.extras.language = language
        }
      }
    }
    blocks.append(block)
  }

  /// Complains of hints that nothing followed.
  func settle(_ wishes: inout MarkdownWishes) {
    if let (name, at) = wishes.hintSource { say(.hintWithoutParagraph(name), at: at) }
    wishes.hintSource = nil
    wishes.hint = PageHint()
  }

  /// Where writing programs keep pictures that a text calls by their names alone: Leanpub's `resources`, Obsidian's
  /// attachments beside the chapters or above them, and the others' usual ones.
  private static let folders = [
    "resources/", "images/", "attachments/", "assets/", "media/", "figures/", "../attachments/", "../images/",
    "../assets/", "../resources/", "../media/", "../",
  ]

  /// The path of a picture from the working folder; nil where it is not to be had.
  func imagePath(_ url: String, file: UInt16, at source: SourceLocation) -> String? {
    if let bytes = contents(ofDataAddress: url), url.hasPrefix("data:image/"), !bytes.isEmpty {
      // named by its file: of several files each has its own
      let ending = url.dropFirst("data:image/".count).prefix { $0.isLetter }
      let name = "\(documents[Int(file)].input.name)/picture \(pictures.count + 1).\(ending)"
      pictures[name] = bytes
      return name
    }
    if isAddress(url) {
      say(.imageRemote(url.utf8.count > 60 ? String(url.prefix(57)) + "…" : url), at: source)
      return nil
    }
    let name = percentDecoded(url)
    let folder = folder(of: documents[Int(file)].input.name)
    var path = joinedPath(folder, name)
    if !name.isEmpty, !name.hasPrefix("/"), !options.hasImage(path),
      let other = MarkdownReader.folders.lazy.map({ joinedPath(folder, $0 + name) }).first(where: options.hasImage)
    {
      path = other
    }
    if name.hasPrefix("/"), !options.hasImage(path) {
      // it counts from the book's folder (Sphinx), which is some folder above the file
      var above = folder
      for _ in 0..<8 {
        let other = normalised(joinedPath(above, String(name.dropFirst())))
        if options.hasImage(other) {
          path = other
          break
        }
        above += "../"
      }
    }
    guard !name.isEmpty, options.hasImage(path) else {
      say(.imageMissing(name), at: source)
      report.absentPictures.insert(path)
      return nil
    }
    return path
  }
}
