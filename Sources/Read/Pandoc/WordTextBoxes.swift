internal import Archive
internal import XML

/// A Word file whose text boxes are paragraphs behind those that they hang on, for pandoc passes text boxes over.
/// - Returns: nil for a file that has none, or cannot be read as one of Word's; else the file and how many there are.
package func wordFileWithTextBoxes(_ file: [UInt8]) -> (file: [UInt8], count: Int)? {
  guard let archive = ZipArchive(file), archive.encrypted.isEmpty, archive.problems.isEmpty,
    let place = archive.entries.firstIndex(where: { $0.name == "word/document.xml" })
  else { return nil }
  let tree = parseXML(archive.entries[place].bytes)
  guard tree.isWellFormed else { return nil }
  /// Bytes of boxes, by the byte behind their paragraph.
  var boxes: [(end: Int, inner: Range<Int>)] = []
  var last = 0
  for node in tree.nodes.indices where tree.nodes[node].name == "txbxContent" && node >= last {
    var around = Int(tree.nodes[node].parent)
    var paragraph: Int?
    var isSpare = false
    while around >= 0 {
      // the same once more, for programs that know no drawings (ECMA-376-3, 10.2)
      if tree.nodes[around].name == "Fallback" { isSpare = true }
      if tree.nodes[around].name == "p" { paragraph = around }
      around = Int(tree.nodes[around].parent)
    }
    guard !isSpare, let paragraph, tree.all("t", in: node).contains(where: { tree.hasWords($0) }) else { continue }
    // what is in a box within this one goes with it
    last = Int(tree.nodes[node].end)
    boxes.append((tree.nodes[paragraph].source.upperBound, tree.nodes[node].inner))
  }
  guard !boxes.isEmpty else { return nil }
  var changed: [UInt8] = []
  var done = 0
  for box in boxes.sorted(by: { ($0.end, $0.inner.lowerBound) < ($1.end, $1.inner.lowerBound) }) {
    changed += tree.bytes[done..<box.end]
    changed += tree.bytes[box.inner]
    done = box.end
  }
  changed += tree.bytes[done...]
  var entries = archive.entries
  entries[place].bytes = changed
  return ZipArchive.stored(entries).map { ($0, boxes.count) }
}
