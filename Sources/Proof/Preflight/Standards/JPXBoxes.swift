internal import QPDF

/// The boxes of a JPEG 2000 picture (ISO 15444-1, annex I), as far as ISO 19005-2, 6.2.8.3 asks of them.
struct JPXBoxes {
  var channels: Int?
  /// Bits of each channel, less one; 255 where they differ.
  var depth: UInt8?
  var depths: [UInt8] = []
  /// How each says its colours, how nearly, and by which number.
  var colours: [(method: UInt8, nearness: UInt8, space: Int)] = []

  /// Nil for what has no boxes: a bare code stream.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 12, bytes[4..<8].elementsEqual("jP  ".utf8) else { return nil }
    read(bytes, 0..<bytes.count, depth: 0)
  }

  private mutating func read(_ bytes: [UInt8], _ range: Range<Int>, depth: Int) {
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    var at = range.lowerBound
    while range.upperBound - at >= 8 {
      let length = number(at)
      let kind = String(decoding: bytes[at + 4..<at + 8], as: UTF8.self)
      let end = length == 0 ? range.upperBound : at + length
      guard length == 0 || length >= 8, end <= range.upperBound else { return }
      let body = at + 8..<end
      switch kind {
      case "jp2h" where depth < 2: read(bytes, body, depth: depth + 1)
      case "ihdr" where body.count >= 11:
        channels = Int(bytes[body.lowerBound + 8]) << 8 | Int(bytes[body.lowerBound + 9])
        self.depth = bytes[body.lowerBound + 10]
      case "bpcc": depths = Array(bytes[body])
      case "colr" where body.count >= 3:
        let isNumbered = bytes[body.lowerBound] == 1 && body.count >= 7
        colours.append(
          (bytes[body.lowerBound], bytes[body.lowerBound + 2], isNumbered ? number(body.lowerBound + 3) : 0))
      default: break
      }
      at = end
    }
  }

  /// What is wrong; nil for nothing.
  /// - Parameter hasSpace: the file says the colours.
  func fault(hasSpace: Bool) -> String? {
    if let channels, ![1, 3, 4].contains(channels) { return "\(channels) channels" }
    let all = depth.map { $0 == 255 ? depths : [$0] } ?? []
    if all.contains(where: { !(1...38).contains(Int($0 & 0x7F) + 1) }) { return "\(Int(all[0] & 0x7F) + 1) bits" }
    if Set(all).count > 1 { return "channels of several depths" }
    guard !hasSpace else { return nil }
    let best = colours.filter { $0.nearness == 1 }
    if colours.count > 1, best.count != 1 { return "\(colours.count) colour spaces" }
    guard let colour = colours.count == 1 ? colours[0] : best.first else { return nil }
    if !(1...3).contains(colour.method) { return "colours by method \(colour.method)" }
    if colour.method == 1, colour.space == 19 { return "CIEJab" }
    return nil
  }
}

extension StandardCheck {
  mutating func checkPicture(_ stream: PDFObject, _ keys: PDFObject, _ document: borrowing PDFDocument) {
    guard isArchive, let bytes = try? document.packedContents(of: stream), let boxes = JPXBoxes(bytes) else { return }
    let space = try? document.value("/ColorSpace", of: keys)
    guard let fault = boxes.fault(hasSpace: space != nil) else { return }
    add(
      "jpeg2000", Clause(archive: "6.2.8.3"), "a JPEG 2000 picture that not all readers can show", measured: fault,
      required: "1, 3 or 4 channels of one depth, one colour space")
  }
}
