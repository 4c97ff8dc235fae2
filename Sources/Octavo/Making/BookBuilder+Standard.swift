internal import BookModel
internal import Design
internal import Finishing
internal import PageModel
internal import Typesetting
internal import Units

/// What a standard for PDFs asks of a book.
extension BookBuilder {
  /// What is wrong with a book before any page of it is made.
  func standardProblems() -> [Diagnostic] {
    guard standard == .ua1 else { return [] }
    var found: [Diagnostic] = []
    if !namesItself || book.metadata.title?.isEmpty != false {
      found.append(
        problem("no-title", "nothing says what the book is called", help: "give its title: --title \"The Book\""))
    }
    if !knowsLanguage {
      found.append(
        problem("no-language", "nothing says which language the book is in", help: "give its language: --lang en"))
    }
    return found
  }

  /// What is wrong with the pages as they were set and drawn.
  /// - Parameter blocks: of a book whose PDF says what it is made of.
  func standardProblems(_ diagnostics: [Diagnostic], _ blocks: BlockOutline) -> [Diagnostic] {
    guard let standard else { return [] }
    var found: [Diagnostic] = []
    if standard != .a2b {
      found += diagnostics.filter { $0.code == "glyph-missing" }.map { missing in
        var missing = missing
        missing.severity = .error
        return missing
      }
    }
    if standard == .ua1 {
      found += wordlessFigures(blocks).map { source in
        var problem = problem(
          "no-alternative", "no words say what the picture shows", help: helpWithWords)
        problem.source = source
        return problem
      }
    }
    return found
  }

  private var helpWithWords: String {
    book.pictures.isEmpty
      ? "write them: ![what it shows](picture.png)"
      : "describe it in the manuscript itself: in Word, Edit Alt Text; in an EPUB, \"alt\""
  }

  /// Told once, of the first: who listens to the book does not learn of such pictures.
  func wordless(_ blocks: BlockOutline) -> [Diagnostic] {
    let figures = wordlessFigures(blocks)
    guard let first = figures.first else { return [] }
    let message =
      figures.count == 1
      ? "no words say what the picture shows"
      : "no words say what this picture shows, nor \(figures.count - 1) more"
    return [
      Diagnostic(.warning, code: "no-alternative", message, help: helpWithWords, source: first)
    ]
  }

  /// Where pictures stand that neither words nor a caption tell of.
  private func wordlessFigures(_ blocks: BlockOutline) -> [SourceLocation] {
    var told = Set(blocks.alternatives.keys)
    for entry in blocks.entries where entry.role == .caption { told.insert(entry.parent) }
    return blocks.entries.indices.filter { blocks.entries[$0].role == .figure && !told.contains(BlockID($0)) }
      .map { blocks.entries[$0].source }
  }

  private func problem(_ code: String, _ message: String, help: String) -> Diagnostic {
    Diagnostic(.error, code: code, "\(message), which \(standard?.title ?? "") asks for", help: help)
  }

  /// What the file says that it keeps for good. Without being asked it says so of pages for the screen: an
  /// archive's rules cost nothing there, while printers would take its colours for theirs.
  /// - Parameter diagnostics: of pages that are set: where a letter has no glyph, nothing is said.
  func archive(_ diagnostics: [Diagnostic]) -> ArchiveLevel? {
    switch standard {
    case .a2b: return .a2b
    case .a2u: return .a2u
    case .a2a: return .a2a
    case .a3a: return .a3a
    case .a4: return originals.isEmpty ? .a4 : .a4f
    case .x1a, .x3, .x4: return nil
    case .ua1, nil:
      let isWhole = !diagnostics.contains { $0.code == "glyph-missing" }
      return target == .screen && sheets == nil && isWhole ? .a2u : nil
    }
  }

  func tooMuchInk(_ ink: Double) -> Diagnostic {
    Diagnostic(
      .warning, code: "ink-limit",
      "pictures have \(Length.decimal(ink)) % of ink; \(press?.info ?? "the paper") takes \(Length.decimal(mostInk)) %",
      help: "another --profile, or --ink black")
  }

  /// Adds what the standard wants.
  func keepStandard(_ plan: inout FinishingPlan, _ diagnostics: [Diagnostic]) {
    plan.archive = archive(diagnostics)
    if standard?.attachesManuscript == true {
      plan.attachments = originals
    }
    if standard == .a4 { plan.version = "2.0" }
    keepPress(&plan)
  }

  /// Adds what a standard for presses wants.
  func keepPress(_ plan: inout FinishingPlan) {
    guard let press else { return }
    plan.press = press
    // it must have dates; a clock's would make other bytes of the same book
    plan.creationDate = plan.creationDate ?? PDFDate(secondsSince1970: 946_684_800)
  }
}
