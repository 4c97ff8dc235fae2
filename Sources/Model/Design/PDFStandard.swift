/// A standard that a PDF is to keep, by the name of the option.
package enum PDFStandard: String, Sendable, CaseIterable {
  /// ISO 19005, for libraries and universities that keep.
  case a2b = "a-2b"
  case a2u = "a-2u"
  case a2a = "a-2a"
  case a3a = "a-3a"
  case a4 = "a-4"
  /// ISO 14289-1, for who listens.
  case ua1 = "ua-1"
  /// ISO 15930, for presses.
  case x1a = "x-1a"
  case x3 = "x-3"
  case x4 = "x-4"

  package var isForPress: Bool { [.x1a, .x3, .x4].contains(self) }

  /// The file says what its pages are made of.
  package var asksStructure: Bool { [.a2a, .a3a, .ua1].contains(self) }
  /// The manuscript goes into the file.
  package var attachesManuscript: Bool { self == .a3a || self == .a4 }
  /// As messages name it.
  package var title: String {
    switch self {
    case .a2b: "PDF/A-2b"
    case .a2u: "PDF/A-2u"
    case .a2a: "PDF/A-2a"
    case .a3a: "PDF/A-3a"
    case .a4: "PDF/A-4f"
    case .ua1: "PDF/UA-1"
    case .x1a: "PDF/X-1a"
    case .x3: "PDF/X-3"
    case .x4: "PDF/X-4"
    }
  }
}
