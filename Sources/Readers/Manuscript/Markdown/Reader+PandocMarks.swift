internal import BookModel

extension MarkdownReader {
  /// A file's text with pandoc's marks as octavo's.
  func withPandocMarks(
    _ given: [UInt8]
  ) -> (text: [UInt8], messages: [(MarkdownMessage, line: Int)], lines: MarkdownLines) {
    var text = given
    var messages: [(MarkdownMessage, line: Int)] = []
    if let prose = IndentedProse.settled(text) { text = prose }
    if CriticMarks.mayStand(in: text) {
      let marks = CriticMarks(text)
      if marks.isChanged { text = marks.text }
      if marks.comments.count > 0 { messages.append((.commentsLeftOut(marks.comments.count), marks.comments.line)) }
    }
    guard
      PandocMarks.mayStand(in: text) || PandocMarks.mayHoldWikiMarks(text)
        || ["\n!!! ", "\n#\n", "[TOC]", "[toc]"].contains(where: {
          text[...].firstRange(ofBytes: Array($0.utf8)) != nil
        })
        || PandocTable.mayStand(in: text) || PandocLists.mayStand(in: text) || PandocMarks.mayBeWide(text),
      !PandocMarks.hasEndlessLetter(text)
    else {
      return (text, messages, MarkdownLines())
    }
    let marks = PandocMarks(
      String(decoding: text, as: UTF8.self), citations: citations.count, hasBooks: hasBooks,
      fronts: [documents.first?.frontMatter?.text].compactMap { $0 } + options.projectWords)
    citations += marks.citations.made
    report.askedKeys.formUnion(marks.askedKeys)
    var told: Set<String> = []
    for (name, line) in marks.unknown where told.insert(name).inserted { messages.append((.classUnknown(name), line)) }
    for (message, line) in marks.messages where told.insert(message.kind).inserted { messages.append((message, line)) }
    // each by its name, in one message
    let names = marks.messages.compactMap { if case .shortcodeLeftOut(let name) = $0.0 { name } else { nil } }
    let kind = MarkdownMessage.shortcodeLeftOut("").kind
    if names.count > 1, let index = messages.firstIndex(where: { $0.0.kind == kind }) {
      messages[index].0 = .shortcodeLeftOut(
        names.enumerated().filter { !names[..<$0].contains($1) }.map(\.1).joined(separator: "|"))
    }
    return (
      marks.changed ? Array(marks.text.utf8) : text, messages,
      MarkdownLines(
        listForms: marks.lists.forms, unnumbered: marks.unnumbered, appendices: marks.appendices,
        formulaTicks: marks.hasFormulas ? marks.ticks.utf8.count : 0, macros: marks.macros,
        asides: marks.notes.asides)
    )
  }
}
