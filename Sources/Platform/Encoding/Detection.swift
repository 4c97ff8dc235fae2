internal import CUchardet
internal import Faults

/// The encoding Mozilla's universal detector takes the bytes to be in, by its own
/// name (`SHIFT_JIS`, `WINDOWS-1251`), or nil where it has no idea.
///
/// It looks at letter frequencies, so half a megabyte tells it all it can know;
/// what follows is not read.
package func detectEncoding(_ bytes: ArraySlice<UInt8>) -> String? {
  FaultGuard.during("libuchardet") { detected(bytes) }
}

private func detected(_ bytes: ArraySlice<UInt8>) -> String? {
  guard let library = octavo_uchardet_library()?.pointee, let detector = library.uchardet_new() else { return nil }
  defer { library.uchardet_delete(detector) }
  let failed = bytes.prefix(512 * 1024).withUnsafeBytes { sample -> Bool in
    guard let base = sample.baseAddress else { return true }
    return library.uchardet_handle_data(detector, base.assumingMemoryBound(to: CChar.self), sample.count) != 0
  }
  guard !failed else { return nil }
  library.uchardet_data_end(detector)
  guard let name = library.uchardet_get_charset(detector) else { return nil }
  let found = String(cString: name)
  return found.isEmpty ? nil : found
}
