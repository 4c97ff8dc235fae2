/// A file ID (ISO 32000-1, 14.4): a digest of the file, two chains of 64 bits, each of every other word.
///
/// It tells one PDF from another and keeps nobody from forging it, so no more is done for a word than
/// FNV-1a does for a byte, and a shift for its upper half to reach the lower.
package struct PDFFileID {
  private var chains: (UInt64, UInt64)

  package init(of pdf: [UInt8]) {
    chains = (UInt64(pdf.count), ~UInt64(pdf.count))
    pdf.withUnsafeBytes { bytes in
      let whole = bytes.count & ~15
      for at in stride(from: 0, to: whole, by: 16) {
        add(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self).littleEndian, to: &chains.0)
        add(bytes.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self).littleEndian, to: &chains.1)
      }
      for byte in bytes[whole...] { add(UInt64(byte), to: &chains.0) }
    }
  }

  private func add(_ word: UInt64, to chain: inout UInt64) {
    // FNV's prime of 64 bits
    chain = (chain ^ word) &* 0x100_0000_01b3
    chain ^= chain >> 32
  }

  /// Thirty-two, of sixteen kinds.
  package var digits: [UInt8] {
    [chains.0, chains.1].flatMap { chain in
      stride(from: 60, through: 0, by: -4).map { Array("0123456789abcdef".utf8)[Int(chain >> UInt64($0) & 0xF)] }
    }
  }

  /// Stands for the digits of a file whose ID is not known yet; the same that libqpdf puts into every file.
  package static let open = "<31415926535897932384626433832795>"

  /// Puts a file's own digits into its last words, which name its ID twice, once for the file as it was first
  /// written, unless that names a file that this one was made of.
  package static func close(_ pdf: inout [UInt8]) {
    let open = Array(PDFFileID.open.utf8)
    let digits = PDFFileID(of: pdf).digits
    func isOpen(_ at: Int) -> Bool { at >= 0 && pdf[at] == open[0] && pdf[at...].starts(with: open) }
    guard let last = pdf.indices.reversed().first(where: isOpen) else { return }
    for at in [last, last - open.count] where isOpen(at) {
      pdf.replaceSubrange(at + 1..<at + 1 + digits.count, with: digits)
    }
  }
}
