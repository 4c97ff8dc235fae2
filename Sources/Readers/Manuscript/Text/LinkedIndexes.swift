package import BookModel

extension Book {
  /// Numbers of another edition's pages in an index, which lead to places of the book, become this book's own.
  /// - Returns: the bytes of what stands there.
  package mutating func repointLinkedIndexes() -> [Range<Int>] {
    var taken: [Range<Int>] = []
    for section in sections.indices where sections[section].role == .index {
      for block in sections[section].blocks.indices {
        sections[section].blocks[block].rewriteText { inlines, _ in inlines.repoint(&taken) }
      }
    }
    refersToPages = refersToPages || !taken.isEmpty
    return taken
  }
}

extension [Inline] {
  fileprivate mutating func repoint(_ taken: inout [Range<Int>]) {
    var index = 0
    while index < count {
      defer { index += 1 }
      guard let link = self[index].style.link, link.hasPrefix("#"), case .text(let words) = self[index].content,
        words.isFolio
      else { continue }
      taken.append(self[index].bytes(0..<words.utf8.count))
      self[index].style.extras.link = nil
      self[index].style.extras.pages = PageReference(first: .label(String(link.dropFirst())))
      // the comma goes with it: two pages that are one now are named once
      guard index + 1 < count, case .text(let next) = self[index + 1].content, next.hasPrefix(", "),
        index + 2 < count, self[index + 2].style.link?.hasPrefix("#") == true,
        case .text(let other) = self[index + 2].content, other.isFolio,
        let (comma, rest) = self[index + 1].parted(atByte: 1), let rest
      else { continue }
      taken.append(comma.bytes(0..<1))
      self[index].content = .text(words + ",")
      self[index + 1] = rest
    }
  }
}

extension Inline {
  /// Where bytes of its words stand in the manuscript.
  fileprivate func bytes(_ range: Range<Int>) -> Range<Int> {
    Int(source(atByte: range.lowerBound).offset)..<Int(source(atByte: range.upperBound - 1).offset) + 1
  }
}

extension String {
  /// A page's number: figures, or a roman one.
  fileprivate var isFolio: Bool {
    (1...6).contains(utf8.count)
      && (utf8.allSatisfy { (0x30...0x39).contains($0) } || allSatisfy { "ivxlc".contains($0) })
  }
}
