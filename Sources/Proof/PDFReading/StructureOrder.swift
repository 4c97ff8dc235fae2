internal import QPDF
internal import Units

/// Puts what pages show in the order of the file's structure, with what each piece is.
struct StructureOrder {
  private let pages: [[PrintedText.Run]]
  /// By the numbers of the pages' objects.
  private let numbers: [Int: Int]
  private var identifiers: [[Int32: [Int]]]
  private var claimed: [Set<Int32>]
  private(set) var runs: [PrintedText.Run] = []
  private(set) var links: [PrintedText.Aim?] = []
  private(set) var problems: [PrintedText.Problem] = []
  private var blocks: Int32 = -1
  private var elements: Int32 = -1
  private var seen: Set<Int> = []

  /// What an element hands down to what it holds.
  private struct Holder {
    var role = PrintedText.Role.body
    var isLabel = false
    var isTable = false
    var block: Int32 = -1
    var part: Int32 = -1
    var element: Int32 = -1
    var link: Int32 = -1
    var page: Int?
  }

  private enum Waiting {
    case element(number: Int, object: PDFObject?, Holder)
    case content(Int32, Holder)
  }

  init(pages: [[PrintedText.Run]], numbers: [Int: Int]) {
    self.pages = pages
    self.numbers = numbers
    identifiers = pages.map { runs in
      var found: [Int32: [Int]] = [:]
      for index in runs.indices where runs[index].identifier >= 0 {
        found[runs[index].identifier, default: []].append(index)
      }
      return found
    }
    claimed = pages.map { _ in [] }
  }

  /// Elements that stand within words; all others begin a block (14.8.4).
  private static let inline: Set<String> = [
    "/Span", "/Quote", "/Reference", "/BibEntry", "/Link", "/Annot", "/Ruby", "/RB", "/RT", "/RP", "/Formula",
    "/Warichu",
    "/WT", "/WP", "/NonStruct",
  ]

  mutating func walk(from tree: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) {
    var waiting: [Waiting] = []
    try wait(for: tree, Holder(), in: &waiting, document)
    while let next = waiting.popLast() {
      switch next {
      case .content(let identifier, let holder): claim(identifier, holder)
      case .element(let number, let object, let holder):
        // a damaged file may hang an element below itself
        if number != 0, !seen.insert(number).inserted { continue }
        let element = if let object { object } else { try document.object(number: number) }
        try enter(element, holder, in: &waiting, document)
        if !waiting.contains(where: { if case .element(_, .some, _) = $0 { true } else { false } }) {
          document.releaseObjects()
        }
      }
    }
    for page in pages.indices {
      for index in pages[page].indices {
        let run = pages[page][index]
        guard run.role != .ornament, run.identifier < 0 || !claimed[page].contains(run.identifier) else { continue }
        if run.role == .unclaimed { problems.append(PrintedText.Problem(kind: .unclaimed, page: page)) }
        runs.append(run)
      }
    }
  }

  private mutating func enter(
    _ element: PDFObject, _ holder: Holder, in waiting: inout [Waiting], _ document: borrowing PDFDocument
  ) throws(PDFError) {
    var holder = holder
    let type = try document.name("/S", of: element) ?? ""
    if let page = try document.value("/Pg", of: element) { holder.page = numbers[document.identity(of: page)] }
    elements += 1
    holder.element = elements
    if !StructureOrder.inline.contains(type) {
      blocks += 1
      holder.block = blocks
    }
    let isOfTable = holder.isTable
    holder.isTable = type == "/Table"
    switch type {
    case "/Note": (holder.role, holder.part) = (.note, blocks)
    // that of a table stands in the text
    case "/Caption": if holder.role == .body, !isOfTable { (holder.role, holder.part) = (.caption, blocks) }
    case "/TOC": holder.role = .contents
    case "/Lbl": holder.isLabel = true
    case "/Link":
      holder.link = Int32(links.count)
      links.append(nil)
    default: break
    }
    try wait(for: element, holder, in: &waiting, document)
  }

  /// Puts what an element holds on the heap so that the first comes off first.
  private mutating func wait(
    for element: PDFObject, _ holder: Holder, in waiting: inout [Waiting], _ document: borrowing PDFDocument
  ) throws(PDFError) {
    guard let kids = try document.value("/K", of: element) else { return }
    let isList = document.isArray(kids)
    let first = waiting.count
    for index in 0..<(isList ? try document.count(of: kids) : 1) {
      let kid = isList ? try document.item(index, of: kids) : kids
      if let identifier = document.number(kid) {
        waiting.append(.content(Int32(clamping: identifier.whole), holder))
        continue
      }
      guard document.isDictionary(kid) else { continue }
      switch try document.name("/Type", of: kid) {
      case "/MCR":
        var own = holder
        if let page = try document.value("/Pg", of: kid) { own.page = numbers[document.identity(of: page)] }
        if let identifier = try document.integer("/MCID", of: kid) {
          waiting.append(.content(Int32(clamping: identifier), own))
        }
      case "/OBJR":
        guard holder.link >= 0, let annotation = try document.value("/Obj", of: kid) else { continue }
        links[Int(holder.link)] = try aim(of: annotation, document)
      default:
        let number = document.identity(of: kid)
        waiting.append(.element(number: number, object: number == 0 ? kid : nil, holder))
      }
    }
    waiting[first...].reverse()
  }

  /// Where a link leads within the file (12.3.2).
  private func aim(of annotation: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) -> PrintedText.Aim? {
    var aim = try document.value("/Dest", of: annotation)
    if aim == nil, let action = try document.value("/A", of: annotation) { aim = try document.value("/D", of: action) }
    guard let aim, document.isArray(aim), try document.count(of: aim) > 0 else { return nil }
    guard let page = numbers[document.identity(of: try document.item(0, of: aim))] else { return nil }
    let y = try document.count(of: aim) > 3 ? document.number(document.item(3, of: aim)) : nil
    return PrintedText.Aim(page: page, y: y ?? .infinity)
  }

  private mutating func claim(_ identifier: Int32, _ holder: Holder) {
    guard let page = holder.page, pages.indices.contains(page) else { return }
    guard claimed[page].insert(identifier).inserted else {
      problems.append(PrintedText.Problem(kind: .claimedTwice, page: page))
      return
    }
    if identifier == 0 { runs += pages[page].prefix { $0.role == .ornament } }
    for index in identifiers[page][identifier] ?? [] {
      var run = pages[page][index]
      // furniture within an element is a fault of the file, which `Preflight` tells
      if run.role == .unclaimed { run.role = holder.role }
      (run.isLabel, run.block, run.part, run.link) = (holder.isLabel, holder.block, holder.part, holder.link)
      run.element = holder.element
      runs.append(run)
      // what is drawn behind it among the words
      runs += pages[page][(index + 1)...].prefix { $0.role == .ornament }
    }
  }
}
