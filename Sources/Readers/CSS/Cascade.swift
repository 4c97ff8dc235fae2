/// An element as selectors see it. A tree is a list of them in document order.
package struct StyledElement: Sendable {
  /// In lower case.
  package var name: String
  package var namespace: String
  package var id: String
  package var classes: [String]
  /// Index of the element around it, and of the one before it; -1 for none.
  package var parent: Int
  package var previous: Int
  /// From 1, among all the children and among those of its name; from the front and from the back.
  package var place = 1
  package var placeFromEnd = 1
  package var placeOfType = 1
  package var placeOfTypeFromEnd = 1
  package var isEmpty = false

  package init(name: String, namespace: String, id: String, classes: [String], parent: Int, previous: Int) {
    self.name = name
    self.namespace = namespace
    self.id = id
    self.classes = classes
    self.parent = parent
    self.previous = previous
  }
}

/// A tree of elements, with what only few selectors ask for.
package struct StyledTree {
  package var elements: [StyledElement]
  /// An attribute's value; the namespace is empty for none, nil for any.
  package var attribute: (_ element: Int, _ name: String, _ namespace: String?) -> String?

  package init(
    elements: [StyledElement],
    attribute: @escaping (_ element: Int, _ name: String, _ namespace: String?) -> String?
  ) {
    self.elements = elements
    self.attribute = attribute
  }
}

/// Sheets in their order of strength, looked up by the last part of each selector.
package struct Cascade {
  private struct Entry {
    var selector: Selector
    var rule: Int
    var order: Int
  }

  private var rules: [StyleSheet.Rule] = []
  private var byID: [String: [Entry]] = [:]
  private var byClass: [String: [Entry]] = [:]
  private var byName: [String: [Entry]] = [:]
  private var others: [Entry] = []
  /// Whether any rule is for `::first-letter` and the like, so that most elements are spared the question.
  package private(set) var pseudoElements: Set<String> = []
  /// Whether any rule writes a number that is counted.
  package private(set) var counts = false

  /// - Parameter sheets: the weakest first; the first is the reader's own and yields to any other.
  package init(_ sheets: [StyleSheet]) {
    var order = 0
    for (level, sheet) in sheets.enumerated() {
      for rule in sheet.rules {
        rules.append(rule)
        if rule.declarations.contains(where: { $0.name == "content" && $0.value.contains("counter") }) { counts = true }
        for var selector in rule.selectors {
          if level == 0 { selector.specificity -= 1 << 30 }
          if let pseudo = selector.pseudoElement { pseudoElements.insert(pseudo) }
          order += 1
          add(Entry(selector: selector, rule: rules.count - 1, order: order))
        }
      }
    }
  }

  private mutating func add(_ entry: Entry) {
    guard let last = entry.selector.compounds.last else { return }
    for test in last.tests {
      if case .id(let id) = test { return byID[id, default: []].append(entry) }
    }
    for test in last.tests {
      if case .hasClass(let name) = test { return byClass[name, default: []].append(entry) }
    }
    if let name = last.name { byName[name, default: []].append(entry) } else { others.append(entry) }
  }

  /// What sheets say of an element or of its pseudo-element, by property.
  /// - Parameter inline: the declarations of its own `style` attribute, which go before the sheets'.
  package func declared(
    _ element: Int, of tree: StyledTree, pseudo: String? = nil, inline: [StyleSheet.Declaration] = []
  ) -> [String: String] {
    if let pseudo, !pseudoElements.contains(pseudo) { return [:] }
    let own = tree.elements[element]
    var found: [(specificity: Int, order: Int, rule: Int)] = []
    func look(_ entries: [Entry]) {
      for entry in entries where entry.selector.pseudoElement == pseudo && matches(entry.selector, element, tree) {
        found.append((entry.selector.specificity, entry.order, entry.rule))
      }
    }
    look(others)
    if let entries = byName[own.name] { look(entries) }
    for name in own.classes { if let entries = byClass[name] { look(entries) } }
    if !own.id.isEmpty, let entries = byID[own.id] { look(entries) }
    guard !found.isEmpty || !inline.isEmpty else { return [:] }
    found.sort { ($0.specificity, $0.order) < ($1.specificity, $1.order) }
    var values: [String: String] = [:]
    var important: [String: String] = [:]
    func take(_ declaration: StyleSheet.Declaration) {
      if declaration.isImportant {
        important[declaration.name] = declaration.value
      } else {
        values[declaration.name] = declaration.value
      }
    }
    for entry in found { for declaration in rules[entry.rule].declarations { take(declaration) } }
    for declaration in inline { take(declaration) }
    return important.isEmpty ? values : values.merging(important) { $1 }
  }

  // MARK: Matching

  private func matches(_ selector: Selector, _ element: Int, _ tree: StyledTree) -> Bool {
    var budget = 4_000
    return matches(selector.compounds, selector.compounds.count - 1, element, tree, &budget)
  }

  /// - Parameter budget: elements still to be looked at, so that a sheet of combinators cannot take hours.
  private func matches(
    _ compounds: [Selector.Compound], _ last: Int, _ element: Int, _ tree: StyledTree, _ budget: inout Int
  ) -> Bool {
    budget -= 1
    guard budget > 0, holds(compounds[last], element, tree) else { return false }
    guard last > 0 else { return true }
    let combinator = compounds[last].combinator
    var other = element
    repeat {
      let own = tree.elements[other]
      other = combinator == .child || combinator == .descendant ? own.parent : own.previous
      if other >= 0, matches(compounds, last - 1, other, tree, &budget) { return true }
    } while other >= 0 && budget > 0 && (combinator == .descendant || combinator == .later)
    return false
  }

  private func holds(_ compound: Selector.Compound, _ element: Int, _ tree: StyledTree) -> Bool {
    let own = tree.elements[element]
    if let name = compound.name, name != own.name { return false }
    if let namespace = compound.namespace, namespace != own.namespace { return false }
    return compound.tests.allSatisfy { holds($0, element, own, tree) }
  }

  private func holds(_ test: Selector.Test, _ element: Int, _ own: StyledElement, _ tree: StyledTree) -> Bool {
    switch test {
    case .id(let id): return own.id == id
    case .hasClass(let name): return own.classes.contains(name)
    case .attribute(let wanted):
      guard let value = tree.attribute(element, wanted.name, wanted.namespace) else { return false }
      return wanted.holds(value)
    case .child(let step): return step.holds(own.place)
    case .lastChild(let step): return step.holds(own.placeFromEnd)
    case .ofType(let step): return step.holds(own.placeOfType)
    case .lastOfType(let step): return step.holds(own.placeOfTypeFromEnd)
    case .empty: return own.isEmpty
    case .root: return own.parent < 0
    case .link: return own.name == "a" && tree.attribute(element, "href", "") != nil
    case .language(let wanted):
      var at = element
      while at >= 0 {
        if let tag = tree.attribute(at, "lang", nil)?.lowercased() {
          return tag == wanted || tag.hasPrefix(wanted + "-")
        }
        at = tree.elements[at].parent
      }
      return false
    case .any(let selectors): return selectors.contains { matches($0, element, tree) }
    case .none(let selectors): return !selectors.contains { matches($0, element, tree) }
    case .never: return false
    }
  }
}

extension Selector.AttributeTest {
  func holds(_ given: String) -> Bool {
    let (have, want) = ignoresCase ? (given.lowercased(), value.lowercased()) : (given, value)
    switch comparison {
    case .exists: return true
    case .equals: return have == want
    case .word: return !want.isEmpty && have.split(whereSeparator: \.isWhitespace).contains { $0 == want }
    case .dash: return have == want || have.hasPrefix(want + "-")
    case .begins: return !want.isEmpty && have.hasPrefix(want)
    case .ends: return !want.isEmpty && have.hasSuffix(want)
    case .contains: return !want.isEmpty && have.contains(want)
    }
  }
}
