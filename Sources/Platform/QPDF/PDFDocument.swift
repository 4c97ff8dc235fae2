internal import CQPDF
internal import Faults

/// A PDF opened by libqpdf: its objects are looked up, replaced and written again.
///
/// libqpdf notes a failure in the document and carries on; here every call that
/// can fail asks for it at once and throws. A document belongs to one task.
package struct PDFDocument: ~Copyable {
  let qpdf: UnsafePointer<octavo_qpdf>
  let data: qpdf_data

  /// What is said where there is no libqpdf.
  package static let missing = "the library libqpdf is not installed"

  private init() throws(PDFError) {
    guard let library = octavo_qpdf_library() else { throw .failed(detail: PDFDocument.missing) }
    guard let data = library.pointee.qpdf_init() else { throw .failed(detail: "libqpdf did not begin") }
    (qpdf, self.data) = (library, data)
    // Failures and warnings are asked for below; none of them goes to standard error.
    qpdf.pointee.qpdf_silence_errors(data)
    qpdf.pointee.qpdf_set_suppress_warnings(data, QPDF_TRUE)
  }

  deinit {
    var pointer: qpdf_data? = data
    qpdf.pointee.qpdf_cleanup(&pointer)
  }

  /// Opens a PDF in memory for as long as `body` runs.
  ///
  /// libqpdf reads from the bytes themselves, without a copy, which is why the
  /// document cannot outlive the call.
  /// - Parameter repairing: rebuild a damaged table of objects by searching the
  ///   file; otherwise a file that needs it is `unreadable`.
  package static func read<Result>(
    _ bytes: [UInt8], repairing: Bool = false, _ body: (borrowing PDFDocument) throws(PDFError) -> Result
  ) throws(PDFError) -> Result {
    try FaultGuard.during("libqpdf") { () throws(PDFError) in
      guard repairing else { return try opened(bytes, repairing, body) }
      let bytes = LostTrailer.ended(bytes)
      do throws(PDFError) {
        return try opened(bytes, repairing) { document throws(PDFError) in
          do throws(PDFError) { _ = try document.root() } catch { throw .unreadable(detail: "it has no catalog") }
          return try body(document)
        }
      } catch {
        if case .unreadable = error, let led = LostTrailer.replaced(in: bytes) {
          do throws(PDFError) {
            return try opened(led, repairing) { document throws(PDFError) in
              // a catalog alone, without a page, is no document found
              try document.mendPages()
              guard try document.pageCount() > 0 else { throw .unreadable(detail: "it has no pages") }
              return try body(document)
            }
          } catch .unreadable { throw error }
        }
        guard error == .needsPassword, let plain = HiddenEncryption.hidden(in: bytes) else { throw error }
        return try opened(plain, repairing) { document throws(PDFError) in
          guard try document.hasPlainPages() else { throw .needsPassword }
          try document.remove("/Encrypx", from: document.trailer())
          return try body(document)
        }
      }
    }
  }

  private static func opened<Result>(
    _ bytes: [UInt8], _ repairing: Bool, _ body: (borrowing PDFDocument) throws(PDFError) -> Result
  ) throws(PDFError) -> Result {
    try bytes.withUnsafeBufferPointer { buffer throws(PDFError) in
      guard let start = buffer.baseAddress else { throw .unreadable(detail: "the file is empty") }
      let document = try PDFDocument()
      document.qpdf.pointee.qpdf_set_attempt_recovery(document.data, repairing ? QPDF_TRUE : QPDF_FALSE)
      let code = start.withMemoryRebound(to: CChar.self, capacity: buffer.count) {
        document.qpdf.pointee.qpdf_read_memory(document.data, "PDF", $0, UInt64(buffer.count), nil)
      }
      if octavo_qpdf_failed(code) != 0 { throw document.openingError() }
      let result = try body(document)
      document.checkMemory()
      return result
    }
  }

  // MARK: Failures

  /// What libqpdf had no memory to read it takes for null and goes on (`QPDF::resolve`): no result is of worth then.
  private func checkMemory() {
    while qpdf.pointee.qpdf_more_warnings(data) != 0 { _ = detail(of: qpdf.pointee.qpdf_next_warning(data)) }
  }

  /// Throws the failure that the last call left behind, if any.
  func check() throws(PDFError) {
    guard qpdf.pointee.qpdf_has_error(data) != 0 else { return }
    throw .failed(detail: detail(of: qpdf.pointee.qpdf_get_error(data)))
  }

  /// Throws the first thing libqpdf had to guess since the document was opened.
  ///
  /// A key said twice is none: cairo 1.16 lists a picture in its page's resources once for
  /// each time it is drawn there, always as the same object.
  package func checkWarnings() throws(PDFError) {
    while qpdf.pointee.qpdf_more_warnings(data) != 0 {
      let detail = detail(of: qpdf.pointee.qpdf_next_warning(data))
      // a name of before PDF 1.2, when "#" was a sign like others, is written as it was
      if detail.hasPrefix("name with stray #") { continue }
      if !detail.hasPrefix("dictionary has duplicated key") { throw .damaged(detail: detail) }
    }
  }

  private func openingError() -> PDFError {
    guard let error = qpdf.pointee.qpdf_get_error(data) else { return .unreadable(detail: "unknown error") }
    if qpdf.pointee.qpdf_get_error_code(data, error) == qpdf_e_password { return .needsPassword }
    return .unreadable(detail: detail(of: error))
  }

  /// The message without the file's name, which here is none. Where it is of memory the program ends.
  func detail(of error: qpdf_error?) -> String {
    guard let error else { return "unknown error" }
    let text =
      qpdf.pointee.qpdf_get_error_message_detail(data, error).flatMap { $0.pointee == 0 ? nil : $0 }
      ?? qpdf.pointee.qpdf_get_error_full_text(data, error)
    let detail = text.map { String(cString: $0) } ?? "unknown error"
    if detail.hasSuffix("std::bad_alloc") { FaultGuard.endForWantOfMemory() }
    return detail
  }
}
