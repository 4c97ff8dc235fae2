/// A line of a table, parted at its gaps.
struct TableRow {
  struct Piece {
    var bytes: Range<Int>
    var columns: Range<Int>
  }

  var pieces: [Piece] = []
  /// Index of the line in the file.
  var line = 0
  /// The column in which a brace stands that goes on in the lines above or below.
  var brace: Int?
  /// Nothing but a drawn line.
  var isRule = false
  var opensBlock = false
  /// A drawn line parts it from what stands above.
  var isBelowRule = false
}

extension PlainTextSource {
  /// Parts a line at gaps of two columns and more, at tabs, at rows of dots and at bars.
  /// - Parameter brace: byte of a brace that is no word.
  func tableRow(_ i: Int, brace: Int? = nil, marks: inout [Range<Int>]) -> TableRow {
    let range = bytes(ofLine: i)
    var row = TableRow()
    row.line = i
    if isDrawn(range) {
      row.isRule = true
      return row
    }
    let bars = lines[i].pipes > 0
    var column = Int(lines[i].indent)
    var k = range.lowerBound
    var start: (byte: Int, column: Int)?
    var end = (byte: k, column: column)
    func close() {
      if let start, end.byte > start.byte {
        row.pieces.append(
          .init(bytes: start.byte..<end.byte, columns: start.column..<max(end.column, start.column + 1)))
      }
      start = nil
    }
    while k < range.upperBound {
      let byte = file.text[k]
      if byte.isBlank {
        let next = byte == 0x09 ? (column / 8 + 1) * 8 : column + 1
        if byte == 0x09 || next - end.column >= 2 { close() }
        column = next
        k += 1
        continue
      }
      if k == brace { row.brace = column }
      // a second brace holds those who play them
      let isBrace =
        brace.map { k > $0 } ?? false && (byte == 0x7B || byte == 0x7D) && file.text[k - 1].isBlank
        && k + 1 < range.upperBound && file.text[k + 1].isBlank
      let isSign = bars && byte == 0x7C || k == brace || isBrace
      // bars, and the lines that a cell over several rows has beside it
      let bar =
        bars && byte == 0xE2 && k + 2 < range.upperBound && (0x94...0x95).contains(file.text[k + 1]) ? 3 : nil
      if let length = bar ?? (isSign ? 1 : byte == 0x2E && !bars ? leader(at: k, in: range) : nil) {
        close()
        marks.append(k..<(k + length))
        k += length
        column += bar == nil ? length : 1
        end = (k, column)
        continue
      }
      if start == nil { start = (k, column) }
      k += 1
      while k < range.upperBound, file.text[k] & 0xC0 == 0x80 { k += 1 }
      column += 1
      end = (k, column)
    }
    close()
    return row
  }

  /// The braces of lines under each other that stand in one column, each by itself, two of them or more: their bytes
  /// by the lines.
  func braces(in lines: [Int]) -> [Int: Int] {
    var found: [(line: Int, byte: Int, column: Int)] = []
    for i in lines where !isDrawn(bytes(ofLine: i)) {
      let range = bytes(ofLine: i)
      var column = Int(self.lines[i].indent)
      for k in range {
        let byte = file.text[k]
        if byte == 0x7B || byte == 0x7D, k == range.lowerBound || file.text[k - 1].isBlank,
          k + 1 == range.upperBound || file.text[k + 1].isBlank
        {
          found.append((i, k, column))
          break
        }
        if byte == 0x09 { break }
        if byte & 0xC0 != 0x80 { column += 1 }
      }
    }
    var braces: [Int: Int] = [:]
    for (one, next) in zip(found, found.dropFirst())
    where abs(one.column - next.column) <= 1 && next.line - one.line <= 2 {
      braces[one.line] = one.byte
      braces[next.line] = next.byte
    }
    return braces
  }

  /// Dots that lead the eye from one column to the next: four and more, with spaces among them or none.
  private func leader(at k: Int, in range: Range<Int>) -> Int? {
    var i = k
    var dots = 0
    var end = k
    while i < range.upperBound, file.text[i] == 0x2E || file.text[i] == 0x20 && i - end < 3 {
      if file.text[i] == 0x2E {
        dots += 1
        end = i + 1
      }
      i += 1
    }
    // an ellipsis at the end of a line leads nowhere
    return dots >= 4 && i < range.upperBound ? end - k : nil
  }

  /// `-----+------`, `=====  =====`, `|---|---|`
  func isDrawn(_ range: Range<Int>) -> Bool {
    var strokes = 0
    for byte in file.text[range] {
      switch byte {
      case 0x2D, 0x3D, 0x5F: strokes += 1
      case 0x2B, 0x7C, 0x3A, 0x20, 0x09: break
      default: return isBoxDrawing(range)
      }
    }
    return strokes >= 3
  }

  private func isBoxDrawing(_ range: Range<Int>) -> Bool {
    string(range).unicodeScalars.allSatisfy {
      (0x2500...0x257F).contains($0.value) || $0 == " " || $0 == "-" || $0 == "="
    }
  }
}
