internal import CQPDF

/// How a PDF is written.
package struct PDFWriting: Sendable, Equatable {
  /// At least this version stands in the header; more if the file already had it.
  package var minimumVersion: String
  /// Objects are packed and compressed together (from PDF 1.5 on): a book is a fifth smaller.
  package var packsObjects: Bool

  package init(minimumVersion: String = "1.5", packsObjects: Bool = true) {
    self.minimumVersion = minimumVersion
    self.packsObjects = packsObjects
  }
}

extension PDFDocument {
  /// All objects that can be reached from the trailer, as a PDF file.
  ///
  /// The same document gives the same bytes: the file ID is a digest of what is
  /// written. Compressed streams are passed through as they are.
  package func write(_ writing: PDFWriting = PDFWriting()) throws(PDFError) -> [UInt8] {
    // To memory: written to a file, libqpdf would not report a full disk.
    qpdf_init_write_memory(data)
    try check()
    qpdf_set_object_stream_mode(data, writing.packsObjects ? qpdf_o_generate : qpdf_o_disable)
    qpdf_set_deterministic_ID(data, QPDF_TRUE)
    qpdf_set_minimum_pdf_version(data, writing.minimumVersion)
    try check()
    qpdf_write(data)
    try check()
    let length = qpdf_get_buffer_length(data)
    guard let start = qpdf_get_buffer(data), length > 0 else { throw .failed(detail: "nothing was written") }
    return Array(UnsafeBufferPointer(start: start, count: length))
  }
}
