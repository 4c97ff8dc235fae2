package import BookModel
package import Units

/// A place of the book that a link leads to.
package enum Anchor: Hashable, Sendable {
  /// A heading's or a section's own name.
  case named(String)
  /// Where a note is called first, and where its text begins. A note called in several
  /// sections is set in each; endnotes count as of no section (-1).
  case call(NoteKey, section: Int)
  case note(NoteKey, section: Int)
  /// A chapter, as an index into `PageList.chapters`.
  case chapter(Int)
  /// A heading within a section, or a figure: so many stand before it there.
  case block(Int, section: Int)
  /// What runs refer to by its page.
  case mark(TextMark)
}

extension Anchor {
  /// As its place is kept: a label's has the label's name.
  var place: Anchor {
    if case .mark(.label(let name)) = self { .named(name) } else { self }
  }
}

package enum LinkTarget: Hashable, Sendable {
  case anchor(Anchor)
  /// What has the number of a page in its words, or of the first and last of several.
  case folio(TextMark, last: TextMark?)
  /// `http`, `https` or `mailto`.
  case uri(String)
  /// Nothing in the book, and no address for a reader to open.
  case unknown(String)

  /// What an address in the manuscript leads to.
  init(address: String) {
    if let first = address.utf8.first, first < 0x20 {
      let marks = address.split(separator: "\u{1D}").compactMap { LinkTarget.mark($0) }
      if let mark = marks.first {
        self = first == 0x1D ? .folio(mark, last: marks.dropFirst().first) : .anchor(.mark(mark))
        return
      }
    }
    if address.hasPrefix("#") {
      self = .anchor(.named(LinkTarget.decoded(address.dropFirst())))
      return
    }
    let scheme = address.prefix { $0 != ":" }.lowercased()
    self =
      ["http", "https", "mailto"].contains(scheme) && scheme.utf8.count < address.utf8.count
      ? .uri(address) : .unknown(address)
  }

  /// What leads from an endnote back to its call; no address of a manuscript has the first sign.
  static func backLink(_ key: NoteKey) -> String { "\u{1}\(key.index)" }
  /// What leads to a place that a run gives the page of, or has an address for; no address of a manuscript has these
  /// first signs either.
  static func address(of style: InlineStyle) -> String? {
    guard let pages = style.pages else { return style.link }
    guard pages.figures != nil else { return style.link ?? address(of: pages.first) }
    return "\u{1D}" + address(of: pages.first) + (pages.last.map { "\u{1D}" + address(of: $0) } ?? "")
  }
  private static func address(of mark: TextMark) -> String {
    switch mark {
    case .oldPage(let number): "\u{2}\(number)"
    case .index(let number): "\u{3}\(number)"
    case .label(let name): "\u{4}\(name)"
    }
  }
  private static func mark(_ address: Substring) -> TextMark? {
    switch address.utf8.first {
    case 2: Int(address.dropFirst()).map(TextMark.oldPage)
    case 3: Int(address.dropFirst()).map(TextMark.index)
    case 4: .label(String(address.dropFirst()))
    default: nil
    }
  }
  static func backLink(_ address: String) -> NoteKey? {
    address.utf8.first == 1 ? Int(address.dropFirst()).map { NoteKey($0) } : nil
  }

  /// `%C3%A9` as the letter it stands for (RFC 3986, 2.1); as it is where that is no UTF-8.
  private static func decoded(_ name: Substring) -> String {
    guard name.utf8.contains(0x25) else { return String(name) }
    return String(validating: name.utf8.percentDecoded, as: UTF8.self) ?? String(name)
  }
}

/// Items of text that lead somewhere.
package struct LinkSpan: Sendable, Equatable {
  /// First item and the one after the last, in the items of the galley or list.
  package var first: UInt32
  package var end: UInt32
  package var target: LinkTarget
  package var source: SourceLocation
}

/// An item that links lead to.
package struct AnchorItem: Sendable, Equatable {
  package var item: UInt32
  package var anchor: Anchor
}

/// Where an anchor came to stand.
package struct AnchorPlace: Sendable, Equatable {
  package var page: Int32
  /// From the text block's top to the baseline of its line, without the first row's own; 1/1024 pt.
  package var y: PackedLength
}
