internal import CPango

/// What a font says of its being put into documents (OpenType, OS/2, fsType).
package enum FontLicence: Sendable, Equatable {
  case allowed
  /// Only with its maker's leave.
  case restricted
  /// Whole, not the letters alone that a document has.
  case wholeOnly
  /// As pictures of its letters.
  case picturesOnly

  init(of face: OpaquePointer?) {
    self = .allowed
    // OS/2
    guard let table = hb_face_reference_table(face, 0x4F53_2F32) else { return }
    defer { hb_blob_destroy(table) }
    var length: UInt32 = 0
    guard let bytes = hb_blob_get_data(table, &length), length >= 10 else { return }
    let bits = UnsafeRawBufferPointer(start: bytes, count: Int(length))
    self.init(bits: UInt16(bits[8]) << 8 | UInt16(bits[9]))
  }

  /// - Parameter bits: of those that say who may embed it, older fonts have several, and the mildest holds.
  package init(bits: UInt16) {
    self =
      bits & 0x000E == 0x0002
      ? .restricted : bits & 0x0200 != 0 ? .picturesOnly : bits & 0x0100 != 0 ? .wholeOnly : .allowed
  }
}
