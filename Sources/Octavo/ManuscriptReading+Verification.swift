package import Manuscript
internal import Units
package import Verification

extension ManuscriptReading {
  /// The manuscript's words as they are expected in the PDF: what the reader reports as
  /// dropped is left out, notes and captions are sequences of their own.
  package var verificationSources: [VerificationSource] {
    files.files.enumerated().map { index, file in
      let places = report.apart.filter { $0.file == index }
      let dropped = report.dropped.filter { $0.file == index }
      let replaced = dropped.filter { !$0.replacement.isEmpty }.map { ($0.bytes.upperBound, $0.replacement) }
      return VerificationSource(
        file: file, markup: dashes == .markdown ? .markdown : .plain, dropped: dropped.map(\.bytes) + places.map(\.mark).filter { !$0.isEmpty },
        apart: PlaceApart.Kind.allCases.map { kind in places.filter { $0.kind == kind }.flatMap(\.ranges) },
        replacements: Dictionary(replaced) { $1 })
    }
  }
}
