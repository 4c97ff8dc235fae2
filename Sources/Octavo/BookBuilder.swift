package import BookModel
internal import Cairo
package import Finishing
internal import Glibc
package import Hyphen
package import PageDesign
internal import Pango
package import Typesetting
package import Units
package import Verification

/// Manuscript to PDF, all stages joined: what the command calls.
package struct BookBuilder: Sendable {
  package var book: Book
  package var design: PageDesign
  package var fonts: FontSource
  package var exceptions: HyphenationExceptions?
  package var workers = 1
  /// Seconds since 1970 for the PDF's dates; nil for none.
  package var date: Int?

  /// Printed folio of a page whose break is to be explained among the diagnostics.
  package var explainedPage: Int?

  package init(book: Book, design: PageDesign, fonts: FontSource) {
    self.book = book
    self.design = design
    self.fonts = fonts
  }

  package struct Output: Sendable {
    package var pdf: [UInt8]
    package var pages: Int
    package var sheets: Int
    package var diagnostics: [Diagnostic]
    /// Where on the sheets the manuscript's words stand, for who reads them back.
    package var textPlaces: PrintedLayout
  }

  /// - Parameter progress: told the fraction done and the stage.
  package func build(progress: @Sendable (Double, String) -> Void) async throws(BuildFailure) -> Output {
    progress(0, "setting lines")
    let catalog = PictureCatalog(book)
    guard catalog.missing.isEmpty else { throw .pictures(catalog.missing) }
    var typesetter = BookTypesetter(design: design, fonts: fonts, exceptions: exceptions, workers: workers)
    typesetter.explainedPage = explainedPage
    typesetter.pictures = catalog.sizes
    var result: BookTypesetter.Result
    do { result = try await typesetter.typeset(book.printingAddresses(design.addresses)) } catch { throw .typesetting(error) }
    var diagnostics = catalog.diagnostics + result.diagnostics
    let pages = result.list.count
    var plan: FinishingPlan
    var drawn: PDFWriter.Drawn
    let sheets: Int
    let textPlaces: PrintedLayout
    do throws(DrawingFailure) {
      let writer = PDFWriter(result.list)
      sheets = writer.sheets.count
      plan = self.plan(for: writer)
      plan.destinations = writer.destinations()
      textPlaces = writer.list.textPlaces
      result.list = PageList(design: design, title: "", author: "", language: "")
      drawn = try writer.draw(fonts: fonts) { done in
        if done % 16 == 0 { progress(0.3 + 0.65 * Double(done) / Double(max(pages, 1)), "drawing page \(done) of \(pages)") }
        return true
      }
    } catch { throw .drawing(error) }
    plan.links = drawn.links
    diagnostics += drawn.failures.map { PictureCatalog.unshown($0.file, $0.words, catalog.sources[$0.file]) }
    let pdf = drawn.pdf
    // the bytes are freed as soon as they are read
    drawn = PDFWriter.Drawn()
    progress(0.96, "finishing")
    do throws(FinishingError) {
      return Output(
        pdf: try finish(consume pdf, plan: plan), pages: pages, sheets: sheets, diagnostics: diagnostics,
        textPlaces: textPlaces)
    } catch { throw .finishing(error) }
  }

  /// What cairo cannot write: labels, language, boxes, how a reader shows the book.
  private func plan(for writer: PDFWriter) -> FinishingPlan {
    let list = writer.list
    var plan = FinishingPlan()
    plan.title = list.title.isEmpty ? nil : list.title
    plan.author = list.author.isEmpty ? nil : list.author
    plan.language = list.language
    plan.creationDate = date.map { PDFDate(secondsSince1970: $0) }
    if design.isSpread {
      // every label stands for itself: "2–3"
      plan.pageLabels = writer.sheets.enumerated().map {
        PageLabelRange(firstPage: $0.offset, style: .none, prefix: $0.element.label, start: 1)
      }
      plan.pageLayout = .singlePage
    } else {
      var last: PageRecord?
      for (index, page) in list.pages.enumerated() {
        if page.isRoman != last?.isRoman || page.folio != (last?.folio ?? 0) + 1 {
          plan.pageLabels.append(
            PageLabelRange(
              firstPage: index, style: page.isRoman ? .lowerRoman : .decimal, prefix: "", start: Int(page.folio)))
        }
        last = page
      }
      plan.pageLayout = design.sides == .facing ? .twoPageRight : .singlePage
      // no TrimBox: without bleed it is the MediaBox, which is its default (ISO 32000-1, 14.11.2)
    }
    plan.direction = design.binding == .right ? .rightToLeft : .leftToRight
    plan.showsOutline = list.chapters.count > 1
    return plan
  }

  // MARK: Defaults that hang on the book

  /// Books in right-to-left scripts are bound at the right.
  package static func binding(for book: Book, language: String) -> PageDesign.Binding {
    if let binding = book.metadata.binding.flatMap({ PageDesign.Binding(rawValue: $0.rawValue) }) { return binding }
    let primary = language.split(separator: "-").first.map { $0.lowercased() } ?? ""
    // scripts of ISO 15924 with right-to-left direction, by the languages written in them
    return ["he", "yi", "ar", "fa", "ur", "ps", "sd", "ug", "dv", "syr", "arc", "ckb"].contains(primary) ? .right : .left
  }

  /// Where fonts are looked for (DESIGN.md 3.9): given folders, ./Fonts, beside the
  /// program, the system.
  package static func fontSource(folders: [String]) -> FontSource {
    var all = folders + ["Fonts"]
    if let program = programFolder() { all.append(program + "/../share/octavo/fonts") }
    return FontSource(configuration: FontsConfiguration.text, folders: all)
  }

  /// The folder the running program lies in, links followed.
  private static func programFolder() -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink("/proc/self/exe", start, buffer.count)
      guard count > 0, count < buffer.count else { return nil }
      let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
  }
}

/// Why no PDF came of a book that was read.
package enum BuildFailure: Error, Equatable, Sendable {
  /// Errors, each with its place: pictures that are not there.
  case pictures([Diagnostic])
  case typesetting(TypesettingError)
  case drawing(DrawingFailure)
  case finishing(FinishingError)
}
