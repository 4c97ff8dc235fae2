/// What came with the program, `share/octavo` beside the folder it lies in (links followed): fonts, and in an archive
/// that needs nothing of the system hyphenation patterns, fingerprints of languages and readers of pictures, too. The
/// folder may be missing. Nil where the system does not say which program runs.
package let programData: String? = {
  guard let program = programPath(), let slash = program.lastIndex(of: "/") else { return nil }
  return program[..<slash] + "/../share/octavo"
}()

func programPath() -> String? {
  #if canImport(Darwin)
    var count = UInt32(4096)
    var bytes = [CChar](repeating: 0, count: Int(count))
    guard _NSGetExecutablePath(&bytes, &count) == 0, let real = realpath(bytes, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  #else
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink("/proc/self/exe", start, buffer.count)
      guard count > 0, count < buffer.count else { return nil }
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  #endif
}
