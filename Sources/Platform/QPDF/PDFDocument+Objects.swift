internal import CQPDF
internal import Units

/// An object of one document: a handle that libqpdf looks up.
///
/// It is valid until the document's `releaseObjects`; a stale one makes the next
/// call throw. Used with another document than its own, it names the wrong object.
package struct PDFObject: Sendable {
  let handle: UInt32
}

extension PDFDocument {
  /// Forgets all handles given out so far (some 100 bytes each). The objects
  /// stay in the document if something there refers to them.
  package func releaseObjects() { qpdf.pointee.qpdf_oh_release_all(data) }

  /// Forgets one handle.
  package func release(_ object: PDFObject) { qpdf.pointee.qpdf_oh_release(data, object.handle) }

  // MARK: Finding

  /// The catalog (ISO 32000-1, 7.7.2).
  package func root() throws(PDFError) -> PDFObject { try checked(qpdf.pointee.qpdf_get_root(data)) }

  /// The trailer, whose `/Info` is the document information (ISO 32000-1, 7.5.5).
  package func trailer() throws(PDFError) -> PDFObject { try checked(qpdf.pointee.qpdf_get_trailer(data)) }

  /// The object with this number; null where there is none.
  package func object(number: Int) throws(PDFError) -> PDFObject {
    try checked(qpdf.pointee.qpdf_get_object_by_id(data, Int32(clamping: number), 0))
  }

  /// Walks the page tree the first time.
  package func pageCount() throws(PDFError) -> Int {
    let count = Int(qpdf.pointee.qpdf_get_num_pages(data))
    try check()
    return max(count, 0)
  }

  /// - Parameter index: from 0.
  package func page(_ index: Int) throws(PDFError) -> PDFObject {
    guard index >= 0, index < (try pageCount()) else { throw .pageMissing(index: index) }
    return try checked(qpdf.pointee.qpdf_get_page_n(data, index))
  }

  /// The value of a dictionary's key, `/Key` with its slash; nil if absent or null.
  package func value(_ key: String, of dictionary: PDFObject) throws(PDFError) -> PDFObject? {
    let value = try checked(qpdf.pointee.qpdf_oh_get_key_if_dict(data, dictionary.handle, key))
    return qpdf.pointee.qpdf_oh_is_null(data, value.handle) != 0 ? nil : value
  }

  /// A value of a page, or of the nearest node above it that has one (ISO 32000-1, 7.7.3.4).
  package func inherited(_ key: String, of page: PDFObject) throws(PDFError) -> PDFObject? {
    var node: PDFObject? = page
    // A tree of a billion pages has 30 levels; a damaged one may run in a circle.
    for _ in 0..<64 {
      guard let current = node else { break }
      if let value = try value(key, of: current) { return value }
      node = try value("/Parent", of: current)
    }
    return nil
  }

  /// A text string (ISO 32000-1, 7.9.2.2); nil where there is none.
  package func words(_ key: String, of dictionary: PDFObject) throws(PDFError) -> String? {
    guard let object = try value(key, of: dictionary), let bytes = string(object), !bytes.isEmpty else { return nil }
    return PDFDocument.words(bytes)
  }

  /// What the bytes of a text string say.
  package static func words(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xFE, 0xFF]) {
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
      return String(decoding: units, as: UTF16.self)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
    // PDFDocEncoding: ASCII, and Latin 1 in the upper half but for some marks
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  package func count(of array: PDFObject) throws(PDFError) -> Int {
    guard isArray(array) else { return 0 }
    return Int(qpdf.pointee.qpdf_oh_get_array_n_items(data, array.handle))
  }

  package func item(_ index: Int, of array: PDFObject) throws(PDFError) -> PDFObject {
    guard let index = Int32(exactly: index), index >= 0, index < (try count(of: array)) else {
      throw .failed(detail: "an array has no item \(index)")
    }
    return try checked(qpdf.pointee.qpdf_oh_get_array_item(data, array.handle, index))
  }

  package func isArray(_ object: PDFObject) -> Bool { qpdf.pointee.qpdf_oh_is_array(data, object.handle) != 0 }
  package func isStream(_ object: PDFObject) -> Bool { qpdf.pointee.qpdf_oh_is_stream(data, object.handle) != 0 }
  package func isDictionary(_ object: PDFObject) -> Bool {
    qpdf.pointee.qpdf_oh_is_dictionary(data, object.handle) != 0
  }

  /// The number of an indirect object; 0 for a direct one.
  package func identity(of object: PDFObject) -> Int { Int(qpdf.pointee.qpdf_oh_get_object_id(data, object.handle)) }

  /// nil if the object is no number.
  package func number(_ object: PDFObject) -> Double? {
    var value = 0.0
    return qpdf.pointee.qpdf_oh_get_value_as_number(data, object.handle, &value) != 0 ? value : nil
  }

  /// The bytes of a string; nil if the object is no string.
  package func string(_ object: PDFObject) -> [UInt8]? {
    guard qpdf.pointee.qpdf_oh_is_string(data, object.handle) != 0 else { return nil }
    var length = 0
    guard let start = qpdf.pointee.qpdf_oh_get_binary_string_value(data, object.handle, &length) else { return nil }
    return UnsafeRawBufferPointer(start: start, count: length).map { $0 }
  }

  /// The object in PDF syntax, as it is written; a stream as a reference to it.
  package func syntax(of object: PDFObject) throws(PDFError) -> String {
    let text = qpdf.pointee.qpdf_oh_unparse_resolved(data, object.handle)
    try check()
    return text.map { String(cString: $0) } ?? ""
  }

  /// What a stream holds, unpacked.
  /// - Parameter decodingPictures: JPEGs are decoded, too.
  package func contents(of stream: PDFObject, decodingPictures: Bool = false) throws(PDFError) -> [UInt8] {
    var start: UnsafeMutablePointer<UInt8>?
    var length = 0
    var isUnpacked = QPDF_FALSE
    _ = qpdf.pointee.qpdf_oh_get_stream_data(
      data, stream.handle, decodingPictures ? qpdf_dl_all : qpdf_dl_generalized, &isUnpacked, &start, &length)
    defer { free(start) }
    try check()
    guard isUnpacked != 0 else { throw .failed(detail: "a stream is packed in an unknown way") }
    return Array(UnsafeBufferPointer(start: start, count: length))
  }

  /// What a stream holds as it stands in the file, packed.
  package func packedContents(of stream: PDFObject) throws(PDFError) -> [UInt8] {
    var start: UnsafeMutablePointer<UInt8>?
    var length = 0
    var isUnpacked = QPDF_FALSE
    _ = qpdf.pointee.qpdf_oh_get_stream_data(data, stream.handle, qpdf_dl_none, &isUnpacked, &start, &length)
    defer { free(start) }
    try check()
    return Array(UnsafeBufferPointer(start: start, count: length))
  }

  // MARK: Making and changing

  /// An object from its PDF syntax, such as `PDFSyntax` writes; references to
  /// other objects cannot stand in it.
  package func parse(_ syntax: PDFSyntax) throws(PDFError) -> PDFObject {
    try checked(qpdf.pointee.qpdf_oh_parse(data, syntax.text))
  }

  /// The same object under a number of its own, so that it is written once
  /// however many refer to it.
  package func indirect(_ object: PDFObject) throws(PDFError) -> PDFObject {
    try checked(qpdf.pointee.qpdf_make_indirect_object(data, object.handle))
  }

  /// Puts a direct object under a number that the file does not have; all that refers to that number
  /// refers to it, and so does the handle.
  package func put(_ object: PDFObject, underNumber number: Int) throws(PDFError) {
    qpdf.pointee.qpdf_replace_object(data, Int32(clamping: number), 0, object.handle)
    try check()
  }

  /// An indirect object of another document and all that it refers to, but for
  /// pages. The other document must be open until this one is written.
  package func copy(_ object: PDFObject, from other: borrowing PDFDocument) throws(PDFError) -> PDFObject {
    try checked(qpdf.pointee.qpdf_oh_copy_foreign_object(data, other.data, object.handle))
  }

  package func dictionary() throws(PDFError) -> PDFObject { try checked(qpdf.pointee.qpdf_oh_new_dictionary(data)) }

  /// A number, to a hundredth; below a million.
  package func number(points: Double) throws(PDFError) -> PDFObject {
    try checked(qpdf.pointee.qpdf_oh_new_real_from_string(data, Length.decimal(points)))
  }

  package func array() throws(PDFError) -> PDFObject { try checked(qpdf.pointee.qpdf_oh_new_array(data)) }

  /// A new stream with these contents (copied) and these keys in its dictionary.
  package func stream(_ contents: [UInt8], keys: PDFSyntax? = nil) throws(PDFError) -> PDFObject {
    let stream = try checked(qpdf.pointee.qpdf_oh_new_stream(data))
    try replaceContents(of: stream, by: contents)
    if let keys {
      let dictionary = try streamDictionary(of: stream)
      let added = try parse(keys)
      for key in try self.keys(of: added) {
        if let value = try value(key, of: added) { try set(key, of: dictionary, to: value) }
      }
    }
    return stream
  }

  /// A new stream of contents (copied) that a filter has packed; written with
  /// `PDFWriting.packsStreams`, they are packed once more.
  package func stream(packed contents: ArraySlice<UInt8>, filter: PDFObject) throws(PDFError) -> PDFObject {
    let stream = try checked(qpdf.pointee.qpdf_oh_new_stream(data))
    let null = try checked(qpdf.pointee.qpdf_oh_new_null(data))
    contents.withUnsafeBufferPointer { bytes in
      qpdf.pointee.qpdf_oh_replace_stream_data(
        data, stream.handle, bytes.baseAddress, bytes.count, filter.handle, null.handle)
    }
    release(null)
    try check()
    return stream
  }

  /// Puts other contents (copied, not packed) into a stream.
  package func replaceContents(of stream: PDFObject, by contents: [UInt8]) throws(PDFError) {
    let null = try checked(qpdf.pointee.qpdf_oh_new_null(data))
    contents.withUnsafeBufferPointer { bytes in
      qpdf.pointee.qpdf_oh_replace_stream_data(
        data, stream.handle, bytes.baseAddress, bytes.count, null.handle, null.handle)
    }
    try check()
  }

  package func streamDictionary(of stream: PDFObject) throws(PDFError) -> PDFObject {
    try checked(qpdf.pointee.qpdf_oh_get_dict(data, stream.handle))
  }

  package func keys(of dictionary: PDFObject) throws(PDFError) -> [String] {
    guard isDictionary(dictionary) else { return [] }
    qpdf.pointee.qpdf_oh_begin_dict_key_iter(data, dictionary.handle)
    try check()
    var keys: [String] = []
    while qpdf.pointee.qpdf_oh_dict_more_keys(data) != 0, let key = qpdf.pointee.qpdf_oh_dict_next_key(data) {
      keys.append(String(cString: key))
    }
    return keys
  }

  package func set(_ key: String, of dictionary: PDFObject, to value: PDFObject) throws(PDFError) {
    qpdf.pointee.qpdf_oh_replace_key(data, dictionary.handle, key, value.handle)
    try check()
  }

  package func set(_ key: String, of dictionary: PDFObject, to syntax: PDFSyntax) throws(PDFError) {
    try set(key, of: dictionary, to: parse(syntax))
  }

  package func remove(_ key: String, from dictionary: PDFObject) throws(PDFError) {
    qpdf.pointee.qpdf_oh_remove_key(data, dictionary.handle, key)
    try check()
  }

  package func append(_ item: PDFObject, to array: PDFObject) throws(PDFError) {
    qpdf.pointee.qpdf_oh_append_item(data, array.handle, item.handle)
    try check()
  }

  /// Replaces an item of an array (from 0).
  package func setItem(_ index: Int, of array: PDFObject, to item: PDFObject) throws(PDFError) {
    guard let index = Int32(exactly: index) else { throw .failed(detail: "an array has no item \(index)") }
    qpdf.pointee.qpdf_oh_set_array_item(data, array.handle, index, item.handle)
    try check()
  }

  /// The handle as an object, unless the call that gave it failed.
  func checked(_ handle: qpdf_oh) throws(PDFError) -> PDFObject {
    try check()
    return PDFObject(handle: handle)
  }
}
