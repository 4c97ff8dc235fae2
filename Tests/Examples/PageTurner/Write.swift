import Glibc

struct WriteFailure: Error { var path: String }

/// Writes bytes to a file.
func write(_ bytes: [UInt8], to path: String) throws {
  guard let file = fopen(path, "wb") else { throw WriteFailure(path: path) }
  let written = fwrite(bytes, 1, bytes.count, file)
  guard fclose(file) == 0, written == bytes.count else { throw WriteFailure(path: path) }
}
