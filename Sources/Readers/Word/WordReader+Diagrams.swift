internal import XML

/// Diagrams of Word's own (SmartArt; ECMA-376-1, 21.4), whose words stand in a part of theirs.
extension WordReader {
  /// The words of a diagram's points, a line each, in the order of its tree.
  func wordsOfDiagram(_ tree: XMLTree, _ node: Int) -> [String] {
    guard let ids = tree.first("relIds", in: node), let id = tree.value("dm", of: ids),
      let data = package.tree(relationships[id]?.target)
    else { return [] }
    var words: [String: String] = [:]
    var order: [String] = []
    for point in data.all("pt") {
      guard let name = data.value("modelId", of: point) else { continue }
      order.append(name)
      guard let text = data.child("t", of: point) else { continue }
      words[name] = data.all("p", in: text).map { data.words(of: $0) }.filter { !$0.isEmpty }.joined(separator: " ")
    }
    var children: [String: [(place: Int, name: String)]] = [:]
    var below: Set<String> = []
    for link in data.all("cxn") where ["parOf", nil].contains(data.value("type", of: link)) {
      guard let above = data.value("srcId", of: link), let name = data.value("destId", of: link) else { continue }
      children[above, default: []].append((data.number("srcOrd", of: link) ?? 0, name))
      below.insert(name)
    }
    var found: [String] = []
    var waiting = Array(order.filter { !below.contains($0) }.reversed())
    var seen: Set<String> = []
    while let name = waiting.popLast() {
      guard seen.insert(name).inserted else { continue }
      if let said = words[name], !said.isEmpty { found.append(said) }
      waiting += (children[name] ?? []).sorted { ($0.place, $0.name) > ($1.place, $1.name) }.map(\.name)
    }
    return found
  }
}
