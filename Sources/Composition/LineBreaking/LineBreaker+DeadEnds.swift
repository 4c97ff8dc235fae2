extension LineBreaker {
  /// Leaves the nodes that no way leads over any more to a place where a line may begin, and the places from which no
  /// line can end.
  ///
  /// The ways that are still open have all but a few lines in common (TeX keeps a passive node for each as well,
  /// tex.web §821): a chapter of 5 MB in one paragraph took 410 MB of nodes. All
  /// keep their order, by which ways of the same cost are told apart.
  /// - Parameters:
  ///   - count: nodes in use.
  ///   - firstActive: the first place from which a line can still end; 0 afterwards.
  ///   - firstFresh: moved with its place.
  /// - Returns: how many nodes stay.
  @inline(never)
  static func leaveDeadEnds(
    of nodes: inout [Node], _ count: Int, _ starts: inout [LineStart], firstActive: inout Int, _ firstFresh: inout Int
  ) -> Int {
    starts.removeSubrange(..<firstActive)
    (firstActive, firstFresh) = (0, firstFresh - firstActive)
    // where each comes to stand; first, whether it stays
    var places = [Int32](repeating: -1, count: count)
    for start in starts { for node in start.firstNode..<start.endNode { places[Int(node)] = 0 } }
    for node in stride(from: count - 1, to: 0, by: -1) where places[node] == 0 && nodes[node].previous >= 0 {
      places[Int(nodes[node].previous)] = 0
    }
    var kept = 0
    for node in 0..<count where places[node] == 0 {
      places[node] = Int32(kept)
      nodes[kept] = nodes[node]
      if nodes[kept].previous >= 0 { nodes[kept].previous = places[Int(nodes[kept].previous)] }
      kept += 1
    }
    for index in starts.indices {
      starts[index].endNode = places[Int(starts[index].endNode) - 1] + 1
      starts[index].firstNode = places[Int(starts[index].firstNode)]
    }
    return kept
  }
}
