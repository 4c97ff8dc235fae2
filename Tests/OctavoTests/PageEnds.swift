import PageModel
import Typesetting

/// What the pages of a book end with.
struct PageEnds {
  let list: PageList
  init(_ list: PageList) { self.list = list }

  /// A line for each page that ends with what belongs to the next one.
  var strandedLines: [String] {
    var found: [String] = []
    for index in list.pages.indices.dropLast() {
      let (page, next) = (list.pages[index], list.pages[index + 1])
      guard page.kind == .text, next.kind == .text, let last = lines(of: page).last, let first = lines(of: next).first,
        section(of: last) == section(of: first)
      else { continue }
      if let fault = fault(last, on: page, before: first) {
        found.append("page \(list.label(ofPage: index)): \(fault): \(text(of: last, on: page))")
      }
    }
    return found
  }

  /// Pages on which a chapter ends in fewer lines than `least`, having begun on another.
  func shortEnds(least: Int) -> [String] {
    var found: [String] = []
    for index in list.pages.indices.dropFirst() {
      let page = list.pages[index]
      guard page.kind == .text, !page.isOpener, let last = lines(of: page).last else { continue }
      let follower = index + 1 < list.pages.count ? list.pages[index + 1] : nil
      if let follower, follower.kind == .text, let first = lines(of: follower).first,
        section(of: first) == section(of: last)
      {
        continue
      }
      let leading = PackedLength(clamping: list.design.leading)
      let rows = Set(list.lines(of: page).filter { $0.block.isOfBook }.map { $0.y.count(of: leading) }).count
      if rows < least { found.append("page \(list.label(ofPage: index)): \(rows) lines") }
    }
    return found
  }

  /// From the top down, without notes and ornaments in the margin.
  private func lines(of page: PageRecord) -> [LineRecord] {
    list.lines(of: page).filter { line in
      line.block.isOfBook && !chain(line).contains { list.blocks[$0].role == .note }
    }.sorted { $0.y < $1.y }
  }

  private func chain(_ line: LineRecord) -> [BlockID] { [line.block] + list.blocks.ancestors(of: line.block) }

  private func section(of line: LineRecord) -> BlockID? {
    chain(line).first { if case .section = list.blocks[$0].role { true } else { false } }
  }

  private func hasNotes(_ page: PageRecord) -> Bool {
    list.lines(of: page).contains { $0.block.isOfBook && chain($0).contains { list.blocks[$0].role == .note } }
  }

  private func isHeading(_ line: LineRecord) -> Bool {
    if case .heading = list.blocks[line.block].role { true } else { false }
  }

  /// What is wrong with a page's last line, if anything is.
  private func fault(_ last: LineRecord, on page: PageRecord, before next: LineRecord) -> String? {
    let around = chain(last)
    let after = chain(next)
    if isHeading(last) { return "heading" }
    // a line to write on, which has no words, is none
    let isToWriteOn = last.kind == .text && last.firstItem == last.endItem
    if last.kind == .ornament || list.blocks[last.block].role == .sceneBreak && !isToWriteOn { return "scene break" }
    if let speech = around.first(where: { list.blocks[$0].role == .speech }), after.contains(speech),
      lines(of: page).count(where: { chain($0).contains(speech) }) == 1
    {
      return "speaker"
    }
    if let letter = around.first(where: { list.blocks[$0].role == .letter }), after.contains(letter) {
      if list.blocks[last.block].role == .dateline { return "dateline" }
      let said = lines(of: page).filter { chain($0).contains(letter) && list.blocks[$0.block].role != .dateline }
      if Set(said.map(\.block)).count == 1, let end = text(of: last, on: page).last, ",:—–-!".contains(end),
        said.count == 1
      {
        return "greeting"
      }
    }
    // who signs or is named stands below what is his
    switch list.blocks[next.block].role {
    case .signature where list.blocks[last.block].role != .signature: return "signature overleaf"
    case .attribution where last.block != next.block: return "attribution overleaf"
    default: break
    }
    let words = text(of: last, on: page)
    if last.flags.contains(.isTrailing), let end = text(of: next, on: page).last, ",:—".contains(end),
      list.blocks[next.block].role == .paragraph, !next.flags.contains(.isTrailing),
      let above = lines(of: page).last(where: { $0.y < last.y }), isHeading(above)
    {
      return "date above a greeting"
    }
    let isAlone = lines(of: page).last(where: { $0.y < last.y })?.block != last.block
    // a long note that its page must hold leaves nothing else
    let leading = PackedLength(clamping: list.design.leading)
    let isCrowded = Int(last.y.count(of: leading)) * 2 < list.design.rows && hasNotes(page)
    if list.blocks[last.block].role == .paragraph, !last.flags.contains(.isTrailing), last.block != next.block,
      isAlone, !isCrowded, words.count < 60, !words.isEmpty,
      !words.contains(where: \.isLowercase), words.contains(where: \.isUppercase), !"“\"".contains(words.first ?? " ")
    {
      return "announcement"
    }
    if list.blocks[last.block].role == .paragraph, last.block != next.block, words.count < 50,
      !"“‘«\"".contains(words.first ?? " "), after.contains(where: { list.blocks[$0].role == .verse }),
      isAlone, !around.contains(where: { list.blocks[$0].role == .verse }),
      // which the text goes on behind
      !",;".contains(words.last ?? " ")
    {
      return "title of verse"
    }
    return nil
  }

  private func text(of line: LineRecord, on page: PageRecord) -> String {
    let table = list.tables[Int(page.table)]
    return list.items[Int(line.firstItem)..<Int(line.endItem)].map { item in
      let word = table.words[Int(item.word)]
      return String(
        decoding: table.text[Int(word.textStart)..<Int(word.textStart) + Int(word.textCount)], as: UTF8.self)
    }.joined(separator: " ")
  }
}
