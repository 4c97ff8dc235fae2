internal import CCMark
internal import Faults
internal import Synchronization

/// Parses CommonMark with GitHub's tables, strikethrough, autolinks and task lists, and
/// footnotes. Every input is a document; the root is node 0.
///
/// Definitions of footnotes that something calls come last among the root's children;
/// the parser drops all others. Linear in the length of the text but for hostile input.
package func parseMarkdown(_ text: [UInt8]) -> [MarkdownNode] {
  guard let (changed, signs) = withoutLongCalls(text) else { return withDocument(text) { flatten($0) } }
  return withDocument(changed) { flatten($0) }.map { $0.replacing(signs) }
}

/// The words of a document as the parser's own plain-text renderer gives them.
package func markdownPlainText(_ text: [UInt8]) -> String {
  withDocument(text) { document in
    guard let rendered = cmark_render_plaintext(document, options, 0) else { return "" }
    defer { cmark_get_default_mem_allocator().pointee.free(rendered) }
    return String(cString: rendered)
  }
}

private let options = CMARK_OPT_FOOTNOTES | CMARK_OPT_FULL_INFO_STRING

/// Registers the extensions once for the process.
private let isRegistered: Bool = {
  cmark_gfm_core_extensions_ensure_registered()
  return true
}()

/// One document at a time in all the process: a parser with extensions enters their letters in a
/// table that all parsers share, and strikes them out when it has done (0.29,
/// `cmark_manage_extensions_special_characters`). Another thread's addresses would be lost.
private let gate = Mutex(())

/// Parser and document live for the call.
private func withDocument<Result>(_ text: [UInt8], _ body: @Sendable (OpaquePointer) -> Result) -> Result
where Result: RangeReplaceableCollection & Sendable {
  gate.withLock { _ in FaultGuard.during("libcmark-gfm") { parsed(text, body) } }
}

private func parsed<Result>(_ text: [UInt8], _ body: (OpaquePointer) -> Result) -> Result
where Result: RangeReplaceableCollection {
  guard isRegistered, let parser = cmark_parser_new(options) else { return Result() }
  defer { cmark_parser_free(parser) }
  for name in ["table", "strikethrough", "autolink", "tasklist"] {
    if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
  }
  text.withUnsafeBytes { bytes in
    cmark_parser_feed(parser, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
  }
  guard let document = cmark_parser_finish(parser) else { return Result() }
  defer { cmark_node_free(document) }
  return body(document)
}

private func flatten(_ document: OpaquePointer) -> [MarkdownNode] {
  guard let walk = cmark_iter_new(document) else { return [] }
  defer { cmark_iter_free(walk) }
  var nodes: [MarkdownNode] = []
  var open: [Int] = []
  while true {
    let event = cmark_iter_next(walk)
    if event == CMARK_EVENT_DONE { break }
    guard let node = cmark_iter_get_node(walk) else { continue }
    if event == CMARK_EVENT_ENTER {
      let kind = kind(of: node)
      nodes.append(
        MarkdownNode(
          kind: kind, literal: hasLiteral(kind) ? string(cmark_node_get_literal(node)) : "",
          startLine: Int(cmark_node_get_start_line(node)), startColumn: Int(cmark_node_get_start_column(node)),
          endLine: Int(cmark_node_get_end_line(node)), endColumn: Int(cmark_node_get_end_column(node)),
          end: nodes.count + 1))
      if !isLeaf(kind) { open.append(nodes.count - 1) }
    } else if let index = open.popLast() {
      nodes[index].end = nodes.count
    }
  }
  return nodes
}

/// Kinds for which the iterator has no second event (cmark's `S_is_leaf`).
private func isLeaf(_ kind: MarkdownNode.Kind) -> Bool {
  switch kind {
  case .htmlBlock, .thematicBreak, .codeBlock, .text, .softBreak, .lineBreak, .code, .htmlInline: true
  default: false
  }
}

private func hasLiteral(_ kind: MarkdownNode.Kind) -> Bool {
  switch kind {
  case .htmlBlock, .codeBlock, .text, .code, .htmlInline: true
  default: false
  }
}

private func kind(of node: OpaquePointer) -> MarkdownNode.Kind {
  switch cmark_node_get_type(node).rawValue {
  case CMARK_NODE_DOCUMENT.rawValue: return .document
  case CMARK_NODE_BLOCK_QUOTE.rawValue: return .blockQuote
  case CMARK_NODE_LIST.rawValue:
    return .list(
      start: cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? Int(cmark_node_get_list_start(node)) : nil,
      isTight: cmark_node_get_list_tight(node) != 0)
  case CMARK_NODE_ITEM.rawValue:
    guard string(cmark_node_get_type_string(node)) == "tasklist" else { return .item(isDone: nil) }
    return .item(isDone: cmark_gfm_extensions_get_tasklist_item_checked(node))
  case CMARK_NODE_CODE_BLOCK.rawValue:
    return .codeBlock(
      info: string(cmark_node_get_fence_info(node)), isFenced: octavo_cmark_is_fenced(node) != 0)
  case CMARK_NODE_HTML_BLOCK.rawValue: return .htmlBlock
  case CMARK_NODE_PARAGRAPH.rawValue: return .paragraph
  case CMARK_NODE_HEADING.rawValue: return .heading(level: Int(cmark_node_get_heading_level(node)))
  case CMARK_NODE_THEMATIC_BREAK.rawValue: return .thematicBreak
  case CMARK_NODE_FOOTNOTE_DEFINITION.rawValue: return .footnoteDefinition
  case CMARK_NODE_TEXT.rawValue: return .text
  case CMARK_NODE_SOFTBREAK.rawValue: return .softBreak
  case CMARK_NODE_LINEBREAK.rawValue: return .lineBreak
  case CMARK_NODE_CODE.rawValue: return .code
  case CMARK_NODE_HTML_INLINE.rawValue: return .htmlInline
  case CMARK_NODE_EMPH.rawValue: return .emphasis
  case CMARK_NODE_STRONG.rawValue: return .strong
  case CMARK_NODE_LINK.rawValue: return .link(url: string(cmark_node_get_url(node)))
  case CMARK_NODE_IMAGE.rawValue:
    return .image(url: string(cmark_node_get_url(node)), title: string(cmark_node_get_title(node)))
  case CMARK_NODE_FOOTNOTE_REFERENCE.rawValue:
    return .footnoteReference(Int(string(cmark_node_get_literal(node))) ?? 0)
  default: break
  }
  // extensions number their kinds as they are registered: only the names are fixed
  switch string(cmark_node_get_type_string(node)) {
  case "table":
    let count = Int(cmark_gfm_extensions_get_table_columns(node))
    guard let alignments = cmark_gfm_extensions_get_table_alignments(node) else { return .table([]) }
    return .table(
      (0..<count).map { column in
        switch alignments[column] {
        case UInt8(ascii: "l"): .left
        case UInt8(ascii: "c"): .centre
        case UInt8(ascii: "r"): .right
        default: .none
        }
      })
  case "table_header": return .tableRow(isHead: true)
  case "table_row": return .tableRow(isHead: false)
  case "table_cell": return .tableCell
  case "strikethrough": return .strike
  default: return .unknown
  }
}

private func string(_ pointer: UnsafePointer<CChar>?) -> String {
  pointer.map { String(cString: $0) } ?? ""
}
