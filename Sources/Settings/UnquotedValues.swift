internal import YAML

/// The nodes of a text whose values may want quotes: `title: Emma: A Novel` is no YAML, and everybody knows what it says.
///
/// A line on which the parser stops is read again with its value in quotes; what is wrong otherwise is told as it stands.
func nodesOfYAML(_ text: String) throws(YAMLTree.Failure) -> [YAMLTree.Node] {
  let first: YAMLTree.Failure
  do { return try YAMLTree(text).nodes } catch { first = error }
  var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  var failure = first
  // a title, a subtitle, a description: nobody has hundreds of them, and each is a parse
  for _ in 0..<20 {
    let line = failure.place.line - 1
    guard lines.indices.contains(line), let quoted = withQuotedValue(lines[line]) else { break }
    lines[line] = quoted
    do { return try YAMLTree(lines.joined(separator: "\n")).nodes } catch { failure = error }
  }
  throw first
}

/// `key: value` with its value in quotes, where that is text that YAML takes for more; nil for other lines.
private func withQuotedValue(_ line: String) -> String? {
  let bytes = Array(line.utf8)
  guard let colon = bytes.firstIndex(of: 0x3A), colon + 1 < bytes.count, bytes[colon + 1] == 0x20 else { return nil }
  let isKey = bytes[..<colon].drop { $0 == 0x20 || $0 == 0x2D }.allSatisfy {
    $0 == 0x5F || $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
  }
  var value = bytes[(colon + 1)...].drop { $0 == 0x20 }
  while let last = value.last, last == 0x20 || last == 0x0D { value.removeLast() }
  guard isKey, let first = value.first, let last = value.last else { return nil }
  let quotes: [UInt8] = [0x22, 0x27]
  // what opens a list, a map or a block means it, and so does a quote that nothing closes
  let opensMore =
    [0x5B, 0x7B, 0x7C, 0x3E].contains(first) || [0x2D, 0x3F].contains(first) && value.dropFirst().first == 0x20
  let isOpen = quotes.contains(first) && !value.dropFirst().contains(first)
  if opensMore || isOpen { return nil }
  if quotes.contains(first), last == first, !value.dropFirst().dropLast().contains(first) { return nil }
  let text = String(decoding: value, as: UTF8.self).replacing("'", with: "''")
  return String(decoding: bytes[...colon], as: UTF8.self) + " '" + text + "'"
}
