internal import CQPDF
internal import Libc

/// How a PDF is written.
package struct PDFWriting: Sendable, Equatable {
  /// At least this version stands in the header; more if the file already had it.
  package var minimumVersion: String
  /// This version stands in the header, whatever the file had; nil for the least that it may be.
  package var forcedVersion: String?
  /// Objects are packed and compressed together (from PDF 1.5 on): a book is a fifth smaller.
  package var packsObjects: Bool
  /// Streams that are new, or not compressed, are compressed; those that were read so stay as they are.
  package var packsStreams = true

  package init(minimumVersion: String = "1.5", packsObjects: Bool = true) {
    self.minimumVersion = minimumVersion
    self.packsObjects = packsObjects
  }
}

extension PDFDocument {
  /// All objects that can be reached from the trailer, as a PDF file.
  ///
  /// The same document gives the same bytes: the file ID is a digest of what is
  /// written, put in by `take`. libqpdf's own (`qpdf_set_deterministic_ID`) is an MD5, which
  /// takes as long as reading a novel's PDF does. Compressed streams are passed through as they are.
  package func write(_ writing: PDFWriting = PDFWriting()) throws(PDFError) -> WrittenPDF {
    // libqpdf puts the size in its place, where there is one: a mended file may have lost it
    let trailer = try trailer()
    if try value("/Size", of: trailer) == nil { try set("/Size", of: trailer, to: .integer(1)) }
    let file = WrittenPDF()
    if let path = file.path {
      path.withCString { _ = qpdf.pointee.qpdf_init_write(data, $0) }
    } else {
      _ = qpdf.pointee.qpdf_init_write_memory(data)
    }
    try check()
    qpdf.pointee.qpdf_set_object_stream_mode(data, writing.packsObjects ? qpdf_o_generate : qpdf_o_disable)
    if !writing.packsStreams { qpdf.pointee.qpdf_set_stream_data_mode(data, qpdf_s_preserve) }
    // a line of its own for the end, as archives ask (ISO 19005-2, 6.1.7.1)
    qpdf.pointee.qpdf_set_newline_before_endstream(data, QPDF_TRUE)
    // what a PDF's owner asks of readers does not hold for the sheets made of it
    qpdf.pointee.qpdf_set_preserve_encryption(data, QPDF_FALSE)
    qpdf.pointee.qpdf_set_static_ID(data, QPDF_TRUE)
    qpdf.pointee.qpdf_set_minimum_pdf_version(data, writing.minimumVersion)
    if let version = writing.forcedVersion { qpdf.pointee.qpdf_force_pdf_version(data, version) }
    try check()
    _ = qpdf.pointee.qpdf_write(data)
    try check()
    if file.path == nil {
      let length = qpdf.pointee.qpdf_get_buffer_length(data)
      guard let start = qpdf.pointee.qpdf_get_buffer(data), length > 0 else {
        throw .failed(detail: "nothing was written")
      }
      file.keep(UnsafeBufferPointer(start: start, count: length))
    }
    return file
  }
}

/// What libqpdf wrote, to be taken when the document is closed.
///
/// Written to memory, the file would be there three times, once in a string that has grown by
/// doubling, while all objects are still held: 14 MB for a novel. So it is written to a file
/// that has no name and no disk, where the system has such. That libqpdf misses a write that failed is found out when
/// the result is opened (`prove`).
package final class WrittenPDF {
  private let descriptor: Int32
  private var bytes: [UInt8] = []

  init() { descriptor = Platform.memoryFile() }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Nil where there is no such file, nor a way to name it, or files may not grow past a
  /// limit, which holds for this one too: octavo's own file is to meet it, not libqpdf's.
  var path: String? {
    let path = Platform.path(of: descriptor)
    return descriptor >= 0 && Platform.filesMayGrow && access(path, W_OK) == 0 ? path : nil
  }

  func keep(_ buffer: UnsafeBufferPointer<UInt8>) { bytes = Array(buffer) }

  /// The whole file; it is gone from here then.
  package func take() throws(PDFError) -> [UInt8] {
    var pdf = try read()
    PDFFileID.close(&pdf)
    return pdf
  }

  private func read() throws(PDFError) -> [UInt8] {
    guard bytes.isEmpty else {
      defer { bytes = [] }
      return bytes
    }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_size > 0 else {
      throw .failed(detail: "nothing was written")
    }
    let length = Int(information.st_size)
    var isWhole = true
    let all = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      while count < length, let start = buffer.baseAddress {
        let got = pread(descriptor, start + count, length - count, off_t(count))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          isWhole = false
          return
        }
        count += got
      }
    }
    guard isWhole else { throw .failed(detail: "what was written cannot be read") }
    return all
  }
}
