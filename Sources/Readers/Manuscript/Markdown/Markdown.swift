internal import BookModel
internal import CMark
internal import Faults
internal import Units

/// Reads a book from Markdown files, in their order: CommonMark with GitHub's additions and
/// octavo's own fences and directives (`Manual/Markdown.md`).
///
/// Nothing of the author's is dropped but comments and what `report.dropped` lists. What
/// must be mended (an unknown directive) is an error among the
/// diagnostics, and the book is whole without it. Throws what `decode` throws, with the
/// file's index. Linear in the bytes.
package func readMarkdown(
  _ inputs: [MarkdownInput], options: MarkdownOptions
) throws(MarkdownFailure) -> ManuscriptReading {
  let reader = MarkdownReader(options: options)
  for (index, input) in inputs.enumerated() {
    var decoded: DecodedText
    do throws(ManuscriptError) { decoded = try decode(input.bytes, as: options.encoding) } catch {
      // an empty file among others says nothing, and nothing is lost by it
      guard error == .empty, inputs.count > 1 else { throw MarkdownFailure(file: index, error: error) }
      decoded = DecodedText(text: [], encodingName: "UTF-8", diagnostics: [])
    }
    for diagnostic in decoded.diagnostics {
      var diagnostic = diagnostic
      diagnostic.source?.file = UInt16(clamping: index)
      reader.diagnostics.append(diagnostic)
    }
    if index == 0 {
      reader.report.encodingName = decoded.encodingName
      reader.hasBooks = options.hasBibliography || MarkdownDocument.namesBooks(decoded.text)
    }
    let own = reader.withDialectMarks(input, decoded.text)
    var marked = reader.withPandocMarks(own.text)
    marked.messages += own.messages
    if !marked.messages.isEmpty || marked.text.count != decoded.text.count || marked.text != decoded.text {
      decoded = DecodedText(text: marked.text, encodingName: decoded.encodingName, diagnostics: [])
    }
    FaultGuard.isAt(input.name)
    var source = decoded.file(name: input.name)
    source.parts = own.parts.filter { source.lineStarts.indices.contains($0.first) }
      .map { SourcePart(start: source.lineStarts[$0.first], name: $0.name, line: $0.line) }
    for (message, line) in marked.messages where source.lineStarts.indices.contains(line) {
      reader.say(message, at: SourceLocation(file: UInt16(clamping: index), offset: source.lineStarts[line]))
    }
    if index == 0, case .unclosed(let place) = MarkdownDocument.frontMatterForm(source.text) {
      reader.say(.frontMatterUnclosed, at: SourceLocation(file: 0, offset: place))
    }
    for definition in marked.lines.macros { reader.formulas.define(from: definition) }
    reader.documents.append(MarkdownDocument(input, source: source, index: index, lines: marked.lines))
    reader.links.addFile(input.name)
    reader.links.addLabels(of: source.text, file: index)
  }
  // of pages that each have their own none is the book's
  let front = reader.documents.first.flatMap { $0.input.isTitledByItself ? nil : $0.frontMatter }
  let outline = MarkdownOutline(
    reader.documents, givenTitle: (options.title ?? front.flatMap { yamlTitle($0.text) })?.withoutMarkdown,
    hasTitle: !options.isPartOfBook)
  reader.nameHeadings(outline)

  if let front { reader.formulas.define(fromFrontMatter: front.text) }
  let language = front.flatMap { yamlValue("lang", $0.text) ?? yamlValue("language", $0.text) }
  var builder = MarkdownBuilder(reader, outline, language: options.language ?? language ?? "en")
  for index in reader.documents.indices {
    FaultGuard.isAt(inputs[index].name)
    builder.add(file: index)
  }

  var metadata = outline.metadata
  metadata.title = options.title ?? outline.title
  if let author = options.author { metadata.authors = [author] }
  builder.finish(&metadata)
  if let (count, first) = reader.doubted { reader.say(.verseDoubted(count), at: first) }
  metadata.language = options.language ?? metadata.language
  var book = Book(metadata: metadata, sections: builder.sections, notes: reader.notes)
  book.citations = reader.citations
  book.pictures = reader.pictures
  // what is dropped is the title or the front matter, and these may make a book
  guard book.holdsAnything || !reader.report.dropped.isEmpty else { throw MarkdownFailure(file: 0, error: .empty) }
  if reader.documents.contains(where: { RubyMarks.areIn($0.source.text) }) { RubyMarks.read(in: &book, &reader.report) }
  reader.report.movesBlocks = true
  reader.report.apart += book.placesApart(movesBlocks: true)
  reader.report.dropped.sort { ($0.file, $0.bytes.lowerBound) < ($1.file, $1.bytes.lowerBound) }
  var reading = ManuscriptReading(
    book: book, files: SourceFiles(reader.documents.map(\.source)), diagnostics: reader.diagnostics,
    report: reader.report, frontMatter: front, dashes: .markdown)
  reading.metadataOptions = reader.optionsAsked
  return reading
}

/// A file of a Markdown book that cannot be read.
package struct MarkdownFailure: Error, Equatable {
  package var file: Int
  package var error: ManuscriptError

  package init(file: Int, error: ManuscriptError) { (self.file, self.error) = (file, error) }
}

/// The `title:` of front matter, looked at only to tell whether a first heading repeats it.
func yamlTitle(_ text: String) -> String? { yamlValue("title", text) }

/// What a key of one line has for its value.
func yamlValue(_ key: String, _ text: String) -> String? {
  for line in text.split(whereSeparator: \.isNewline) where line.lowercased().hasPrefix(key + ":") {
    let value = trimmed(String(line.dropFirst(key.count + 1)))
    guard value.count > 1, let quote = value.first, quote == "\"" || quote == "'", value.last == quote else {
      return value.isEmpty ? nil : value
    }
    return String(value.dropFirst().dropLast())
  }
  return nil
}

extension MarkdownReader {
  /// Gives every heading its anchor, before any link is read.
  func nameHeadings(_ outline: MarkdownOutline) {
    for (file, document) in documents.enumerated() {
      let nodes = document.parsed.nodes
      var dropped: [Int] = []
      var head: String?
      var opensWithHeading = false
      let first = document.parsed.blocks.first { nodes[$0].kind != .htmlBlock }
      for node in nodes.indices where document.parsed.passage.isOwn(nodes[node].startLine) {
        guard case .heading = nodes[node].kind, !document.parsed.plainText(of: node).hasPrefix("[!") else { continue }
        let given = document.parsed.ownName(of: node)
        links.addHeading(
          given?.words ?? document.parsed.plainText(of: node), given: given?.name, file: file, node: node)
        if outline.onTitlePage.contains(.init(file: file, node: node)) {
          dropped.append(node)
        } else if head == nil {
          head = links.anchor(file: file, node: node)
          opensWithHeading = node == first || !dropped.isEmpty
        }
      }
      for node in dropped { links.redirect(file: file, node: node, to: head) }
      if opensWithHeading || document.input.title != nil && first == nil { links.setHead(ofFile: file, head) }
      if !opensWithHeading { _ = links.nameHead(ofFile: file, from: document.input.name) }
    }
  }
}
