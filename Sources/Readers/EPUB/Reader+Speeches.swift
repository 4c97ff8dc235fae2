internal import BookModel
internal import Manuscript
internal import Units
internal import XML

/// Plays whose speeches are paragraphs that begin with a name.
extension FlowReader {
  /// The element at the front of a paragraph that its class or type calls the speaker's name.
  func speaker(in node: Int, _ look: ComputedStyle) -> Int? {
    for child in page.tree.children(of: node) {
      let content = page.tree.nodes[child]
      if content.isText {
        if page.tree.bytes[content.source].contains(where: { $0 > 0x20 }) { return nil }
        continue
      }
      let isName =
        page.types(child).contains("z3998:persona")
        || page.classes(child).contains { FlowReader.speakers.contains($0.lowercased().filter(\.isLetter)) }
      if isName, page.look(of: child, in: look).display == .inline { return child }
      if !page.tree.words(of: child).isEmpty { return nil }
    }
    return nil
  }

  private static let speakers: Set<String> = [
    "speaker", "speakername", "persona", "personaname", "playspeaker", "dramaspeaker", "charactername", "spkr",
  ]

  /// A paragraph that begins with who says it.
  func speech(_ node: Int, _ speaker: Int, _ look: ComputedStyle, _ context: Context, into out: inout [FlowItem]) {
    let before = out.count
    walk(node, look, context, into: &out)
    guard out.count == before + 1, let paragraph = out[before].paragraph else { return }
    let end = page.place(page.tree.nodes[speaker].source.upperBound)
    var name: [Inline] = []
    var said: [Inline] = []
    for inline in paragraph.inlines {
      guard inline.source.offset < end else {
        said.append(inline)
        continue
      }
      // the name and what is said may be of one style, and then of one run
      var length = 0
      if case .text(let text) = inline.content {
        length = text.utf8.count
        if inline.source(atByte: length - 1).offset >= end {
          length = (0..<length).first { inline.source(atByte: $0).offset >= end } ?? length
        }
      }
      guard let (front, rest) = inline.parted(atByte: length) else {
        name.append(inline)
        continue
      }
      name.append(front)
      if let rest { said.append(rest) }
    }
    if case .text(let text)? = said.first?.content { said = said.dropping(text.prefix(while: \.isWhitespace).count) }
    guard !name.isEmpty, let first = said.first else { return }
    report.speeches += 1
    out[before].content = .block(
      .speech(Speech(speaker: name, [.paragraph(Paragraph(said, source: first.source))], source: paragraph.source)))
    (out[before].indent, out[before].marginTop, out[before].isSetIn) = (nil, nil, false)
  }
}
