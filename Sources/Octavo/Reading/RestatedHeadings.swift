internal import BookModel
internal import PageDesign
internal import Typesetting
internal import Units

/// Words of a heading that a theme prints otherwise than the manuscript has them: `CHAPTER IV` as
/// `Chapter Four`, a title in capitals.
struct RestatedHeading {
  var file: Int
  var bytes: Range<Int>
  var words: String
}

extension Book {
  func restatedHeadings(by design: PageDesign) -> [RestatedHeading] {
    var found: [RestatedHeading] = []
    for section in sections {
      if let heading = section.heading {
        let isPart = section.role == .part
        let label = OpenerWords.label(of: heading, isPart: isPart, design)
        found += [(heading.label, label), (heading.title, OpenerWords.title(of: heading, isPart: isPart, design))]
          .compactMap(RestatedHeading.init)
      }
      for block in section.blocks {
        guard case .heading(let heading) = block else { continue }
        found += [heading.label, heading.title].compactMap { inlines in
          RestatedHeading(inlines, OpenerWords.subhead(inlines, level: heading.level, design))
        }
      }
    }
    return found
  }
}

extension RestatedHeading {
  /// Nil where the words are the manuscript's.
  init?(_ typed: [Inline], _ printed: [Inline]) {
    let words = printed.plainText
    guard typed.plainText != words, let first = typed.first, let last = typed.last else { return nil }
    var end = Int(last.source.offset)
    if case .text(let text) = last.content, !text.isEmpty {
      end = Int(last.source(atByte: text.utf8.count - 1).offset) + 1
    }
    guard end > Int(first.source.offset), first.source.file == last.source.file else { return nil }
    (file, bytes, self.words) = (Int(first.source.file), Int(first.source.offset)..<end, words)
  }
}
