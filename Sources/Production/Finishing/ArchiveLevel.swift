/// What of ISO 19005 (PDF/A) a file says that it keeps.
package enum ArchiveLevel: Sendable {
  /// Looks the same everywhere.
  case a2b
  /// And every letter is known.
  case a2u
  /// And it says what it is made of.
  case a2a
  /// And has other files in it.
  case a3a
  /// Of PDF 2.0.
  case a4
  /// The same with other files in it.
  case a4f

  /// Of PDF 2.0, which has no information but its metadata.
  var isOfPDF2: Bool { self == .a4 || self == .a4f }

  var part: Int {
    switch self {
    case .a2b, .a2u, .a2a: 2
    case .a3a: 3
    case .a4, .a4f: 4
    }
  }

  var conformance: String? {
    switch self {
    case .a4: nil
    case .a2b: "B"
    case .a2u: "U"
    case .a2a, .a3a: "A"
    case .a4f: "F"
    }
  }
}

/// A file within the PDF (ISO 32000-1, 7.11.4), of which the book was made.
package struct Attachment: Sendable, Equatable {
  /// Without a folder.
  package var name: String
  /// Such as `text/markdown`.
  package var mediaType: String
  package var bytes: [UInt8]

  package init(name: String, mediaType: String, bytes: [UInt8]) {
    (self.name, self.mediaType, self.bytes) = (name, mediaType, bytes)
  }
}
