/// Names and what each of them stands for, found by their bytes.
///
/// The tables of all languages are made in every run, of a book of one page too, where most of their names are never
/// asked for: a dictionary of strings takes twenty times as long to make.
struct NameTable<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var name: Range<Int>
    var hash: UInt32
    var value: Value
  }
  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// By hash: the number of an entry, from 1; 0 where the slot is free. A power of two of them.
  private var slots: [UInt16]

  /// - Parameter count: about how many names there will be, at most 30,000.
  init(room count: Int) {
    var size = 64
    while size < 2 * count { size *= 2 }
    slots = [UInt16](repeating: 0, count: size)
    entries.reserveCapacity(count)
    bytes.reserveCapacity(16 * count)
  }

  /// Gives each name of a list its value, in all ways in which it is looked for (`String.tableKeys`).
  /// - Parameter change: the value of the name at this place of the list, from what it was.
  mutating func add(_ list: String, partedBy sign: UInt8, omitsEmpty: Bool = true, change: (Int, Value?) -> Value) {
    let list = Array(list.utf8)
    var (start, place) = (0, 0)
    for end in 0...list.count where end == list.count || list[end] == sign {
      defer { start = end + 1 }
      if start == end, omitsEmpty { continue }
      add(list[start..<end]) { change(place, $0) }
      place += 1
    }
  }

  private mutating func add(_ name: ArraySlice<UInt8>, change: (Value?) -> Value) {
    insert(name, change)
    // letters of these have other forms, by the first bytes of what `tableKeys` looks at
    let mayDiffer = name.contains {
      switch $0 {
      case 0xC4, 0xCC...0xCF, 0xD6...0xDB, 0xE1: true
      default: false
      }
    }
    guard mayDiffer else { return }
    for key in String(decoding: name, as: UTF8.self).tableKeys.dropFirst() { insert(Array(key.utf8)[...], change) }
  }

  private mutating func insert(_ name: ArraySlice<UInt8>, _ change: (Value?) -> Value) {
    if 2 * entries.count >= slots.count { grow() }
    let hash = NameTable.hash(name)
    let slot = slot(of: name, hash)
    if slots[slot] > 0 {
      let number = Int(slots[slot]) - 1
      entries[number].value = change(entries[number].value)
      return
    }
    guard entries.count < Int(UInt16.max) else { return }
    entries.append(Entry(name: bytes.count..<bytes.count + name.count, hash: hash, value: change(nil)))
    bytes += name
    slots[slot] = UInt16(entries.count)
  }

  private mutating func grow() {
    slots = [UInt16](repeating: 0, count: 2 * slots.count)
    for (number, entry) in entries.enumerated() {
      var slot = Int(entry.hash) & (slots.count - 1)
      while slots[slot] > 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt16(number + 1)
    }
  }

  /// FNV-1a.
  private static func hash(_ name: some Sequence<UInt8>) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    for byte in name { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash ^ hash >> 15
  }

  /// Where the name stands, or would.
  private func slot(of name: some Collection<UInt8>, _ hash: UInt32) -> Int {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] > 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if entry.hash == hash, entry.name.count == name.count, bytes[entry.name].elementsEqual(name) { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// - Parameter name: in normalization form C, as all text is that readers have.
  subscript(name: String) -> Value? {
    let slot = slots[slot(of: name.utf8, NameTable.hash(name.utf8))]
    return slot == 0 ? nil : entries[Int(slot) - 1].value
  }

  /// All names, with what they stand for.
  var all: [(name: String, value: Value)] {
    entries.map { (String(decoding: bytes[$0.name], as: UTF8.self), $0.value) }
  }
}
