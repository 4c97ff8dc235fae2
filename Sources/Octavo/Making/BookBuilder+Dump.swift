internal import BookModel
internal import Hyphen
internal import Pango
internal import Shaping
package import Typesetting
internal import Units

extension BookBuilder {
  /// Gives the values between two stages as text (`StageDump`), piece by piece as they are made.
  /// - Parameters:
  ///   - describe: a place in the manuscript, in words.
  ///   - write: takes the text, in pieces of some 64 KB.
  ///
  /// Throws `BuildFailure`, or what `write` throws.
  package func dump(
    _ stage: StageDump.Stage, progress: Progress, describe: @escaping (SourceLocation) -> String,
    _ write: ([UInt8]) throws -> Void
  ) throws -> [Diagnostic] {
    defer { progress.finish() }
    var dump = StageDump(stage, describe: describe)
    func pass(_ dump: inout StageDump, isLast: Bool = false) throws {
      if isLast || dump.count >= 1 << 16 { try write(dump.take()) }
      guard !progress.isCancelled else { throw BuildFailure.typesetting(.cancelled) }
    }
    // margins that depend on the number of pages are known when there are pages
    if stage == .pages || countsOnPages {
      var (result, pictures) = try typeset(progress: progress)
      let diagnostics = pictures.diagnostics + result.diagnostics
      if stage == .pages {
        result.list = try chosen(of: result.list)
        let shaper: Shaper
        do { shaper = Shaper(try FontConfiguration(fonts)) } catch {
          throw BuildFailure.drawing(.fonts(error))
        }
        try dump.addPages(of: result.list, shaper: shaper) { try pass(&$0) }
      } else {
        var settled = self
        settled.design = result.list.design
        (settled.design.insideByPageCount, settled.design.signature) = (false, 0)
        return try settled.dump(stage, progress: progress, describe: describe, write)
      }
      try pass(&dump, isLast: true)
      return diagnostics
    }
    let catalog = try catalog(of: book)
    let stream: BookStream
    do {
      let typesetter = typesetter(catalog)
      stream = try BookStream(
        typesetter,
        typesetter.printingFolios(
          book.printingAddresses(design.addresses).settlingAsides(for: design), .once
        ).book,
        keepsLines: true)
      while let (sections, number, galley) = try stream.nextGalley() {
        dump.add(galley, of: sections, number: number, text: stream.words)
        try pass(&dump)
      }
    } catch let error as TypesettingError { throw BuildFailure.typesetting(error) }
    try pass(&dump, isLast: true)
    return catalog.diagnostics + stream.diagnostics
  }
}
