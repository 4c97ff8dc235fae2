package import Units

/// What the source calls the style of each of its paragraphs: a class, the name of a word processor's style.
///
/// From a place on a name holds up to the next.
package struct SourceStyles: Sendable, Equatable {
  private var names: [String] = []
  private var numbers: [String: Int] = [:]
  private var places: [(at: SourceLocation, name: Int32)] = []

  package init() {}

  /// Notes the style of what begins at a place. Places may come in any order; the later one of two stands.
  package mutating func add(_ name: String, at place: SourceLocation) {
    let number = numbers[name] ?? names.count
    if number == names.count {
      names.append(name)
      numbers[name] = number
    }
    places.append((place, Int32(clamping: number)))
  }

  package mutating func add(_ other: SourceStyles, base: Int) {
    for (place, name) in other.places {
      add(
        other.names[Int(name)],
        at: SourceLocation(file: UInt16(clamping: base + Int(place.file)), offset: Int(place.offset)))
    }
  }

  /// In the order of the files, for looking up.
  package mutating func sort() {
    let order = places.indices.sorted {
      (places[$0].at.file, places[$0].at.offset, $0) < (places[$1].at.file, places[$1].at.offset, $1)
    }
    places = order.map { places[$0] }
  }

  /// The style of what stands at a place; of sorted ones. Logarithmic.
  package func name(at place: SourceLocation) -> String {
    let after = places.lowerBound { ($0.at.file, $0.at.offset) <= (place.file, place.offset) }
    guard after > 0, places[after - 1].at.file == place.file else { return "" }
    return names[Int(places[after - 1].name)]
  }

  package static func == (a: SourceStyles, b: SourceStyles) -> Bool {
    a.names == b.names && a.places.elementsEqual(b.places) { $0 == $1 }
  }
}
