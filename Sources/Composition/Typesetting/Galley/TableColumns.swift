/// How wide a table's columns are, from what stands in them. Widths in 1/1024 pt.
///
/// CSS 2.1, 17.5.2.2 lets a table be as wide as its longest cells want, if they fit,
/// and else shares out the room between shortest and longest. This does the same with
/// one change: a column that wants no more than its fair share gets it whole (a date
/// does not wrap so that a paragraph gains a word), and the rest share by what they
/// hold, so that their cells come out about equally long.
package struct TableColumns {
  /// Width of the widest piece of each column that no line end may part.
  package var least: [PackedLength]
  /// Width of each column with every cell on one line.
  package var natural: [PackedLength]

  package init(least: [PackedLength], natural: [PackedLength]) {
    self.least = least
    self.natural = natural
  }

  /// Widths that together fill at most `room`; nil where the least ones do not fit.
  package func widths(in room: PackedLength) -> [PackedLength]? {
    guard total(least) <= Int(room) else { return nil }
    if total(natural) <= Int(room) { return natural }
    var widths = least
    var open = Array(least.indices)
    var left = Int(room)
    // each round settles at least one column or ends
    while !open.isEmpty {
      let fair = left / open.count
      let content = open.reduce(0) { $0 + Int(natural[$1]) }
      func share(_ column: Int) -> Int {
        content == 0 ? fair : Int(Int64(left) * Int64(natural[column].units) / Int64(content))
      }
      if let column = open.first(where: { Int(natural[$0]) <= fair }) {
        settle(column, Int(natural[column]))
      } else if let column = open.first(where: { Int(least[$0]) >= share($0) }) {
        settle(column, Int(least[column]))
      } else if let column = open.first(where: { share($0) < fair / 2 && Int(least[$0]) < fair / 2 && open.count > 1 })
      {
        // a column much narrower than its neighbours reads badly however little it holds
        settle(column, fair / 2)
      } else {
        for column in open { widths[column] = PackedLength(clamping: share(column)) }
        break
      }
    }
    // what settled early may have left too little for the least of the others
    return total(widths) <= Int(room) && zip(widths, least).allSatisfy({ $0 >= $1 }) ? widths : between(room)

    func settle(_ column: Int, _ width: Int) {
      widths[column] = PackedLength(clamping: width)
      left -= width
      open.removeAll { $0 == column }
    }
  }

  /// Widths that fill `room` in the proportions that are asked for, none less than its words need; a column without a
  /// share is as wide as what it holds. Nil where no share is asked for, and where they do not fit.
  package func widths(in room: PackedLength, shares: [Double]) -> [PackedLength]? {
    guard shares.count == least.count, shares.contains(where: { $0 > 0 }), total(least) <= Int(room) else { return nil }
    var widths = least
    var open = shares.indices.filter { shares[$0] > 0 }
    // a column that is to be filled in keeps a fair part of the room
    let most = Int(room) / (open.count + 1)
    for column in shares.indices where shares[column] <= 0 {
      widths[column] = max(least[column], PackedLength(clamping: min(Int(natural[column]), most)))
    }
    while !open.isEmpty {
      let closed = widths.indices.reduce(0) { open.contains($1) ? $0 : $0 + Int(widths[$1]) }
      let sum = open.reduce(0) { $0 + shares[$1] }
      let left = Double(Int(room) - closed)
      let tight = open.filter { left * shares[$0] / sum < Double(Int(least[$0])) }
      if tight.isEmpty {
        for column in open { widths[column] = PackedLength(clamping: Int(left * shares[column] / sum)) }
        break
      }
      open.removeAll(where: tight.contains)
    }
    return total(widths) <= Int(room) ? widths : nil
  }

  /// Widths where words must be broken: the wide columns give way to one common width,
  /// the narrow ones keep theirs.
  package func brokenWidths(in room: PackedLength) -> [PackedLength] {
    var widths = least
    var open = Array(least.indices)
    var left = Int(max(room, 0))
    while !open.isEmpty {
      let fair = left / open.count
      guard let column = open.first(where: { Int(least[$0]) <= fair }) else {
        for column in open { widths[column] = PackedLength(clamping: fair) }
        break
      }
      left -= Int(least[column])
      open.removeAll { $0 == column }
    }
    return widths
  }

  /// CSS's own distribution: every column its least, and the rest of the room by what each lacks.
  private func between(_ room: PackedLength) -> [PackedLength] {
    let spare = Int64(Int(room) - total(least))
    let lack = Int64(max(1, total(natural) - total(least)))
    return zip(least, natural).map { least, natural in
      least + PackedLength(clamping: Int(spare * Int64((natural - least).units) / lack))
    }
  }

  /// Makes room for what stands over several columns: what it wants beyond them each of them has a share of.
  /// - Parameter gap: between two columns.
  package mutating func widen(
    _ columns: Range<Int>, least wanted: PackedLength, natural wish: PackedLength, gap: PackedLength
  ) {
    guard !columns.isEmpty else { return }
    let gaps = Int(gap) * (columns.count - 1)
    func share(_ lack: Int, _ widths: inout [PackedLength]) {
      guard lack > 0 else { return }
      let each = (lack + columns.count - 1) / columns.count
      for column in columns { widths[column] = PackedLength(clamping: Int(widths[column]) + each) }
    }
    share(Int(wanted) - gaps - columns.reduce(0) { $0 + Int(least[$1]) }, &least)
    for column in columns { natural[column] = max(natural[column], least[column]) }
    share(Int(wish) - gaps - columns.reduce(0) { $0 + Int(natural[$1]) }, &natural)
  }

  private func total(_ widths: [PackedLength]) -> Int { widths.reduce(0) { $0 + Int($1) } }
}
