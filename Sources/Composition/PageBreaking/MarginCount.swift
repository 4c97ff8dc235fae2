/// Notes beside the text: how many rows of them a page calls, and what does not fit beside it.
///
/// They take no room of the page, so they are no state of the search. What two paths call on a page that ends at one
/// place differs by no more than the lines between their two beginnings, so sums from the chapter's beginning on tell
/// it, and a page's beginning is found by walking back.
extension PreparedChapter {
  mutating func countMargins(_ source: [VerticalElement]) {
    guard source.contains(where: { $0.settings.contains { $0.lines.contains { $0.marginRows > 0 } } }) else { return }
    var (sums, lines) = ([Int](), [Int32]())
    var sum = 0
    lines.reserveCapacity(self.lines.count)
    for (index, element) in elements.enumerated() {
      sums.append(sum)
      var called: Int32 = 0
      for setting in element.settings {
        called = 0
        for line in source[index].settings[settings[setting].original].lines {
          lines.append(called)
          called += Int32(max(line.marginRows, 0))
        }
      }
      sum += Int(called)
    }
    sums.append(sum)
    margins = (sums, lines)
  }

  /// Rows of notes in the margin that are called before a line of an element.
  /// - Parameter setting: the element's; at its first line any.
  func marginRows(before line: Int, of element: Int, setting: Int) -> Int {
    let before = margins.elements[element]
    guard line > 0 else { return before }
    let lines = settings[setting].lines
    // a page may begin behind an element's last line
    return line < lines.count ? before + Int(margins.lines[lines.lowerBound + line]) : margins.elements[element + 1]
  }
}

extension PageSearch {
  /// Rows of notes in the margin that a page leaves to the next one.
  /// - Parameters:
  ///   - element: in whose setting the page ends, before a line.
  ///   - end: of the path, without that element.
  ///   - height: of the page.
  func marginLeft(before line: Int, of element: Int, setting: Int, end: Int32, height: Int) -> Int {
    guard !chapter.margins.elements.isEmpty, end >= 0 else { return 0 }
    var (at, first, chosen) = (end, element, setting)
    while nodes[at].page < 0 {
      first -= 1
      while first >= 0, chapter.elements[first].role == .empty { first -= 1 }
      chosen = Int(nodes[at].value)
      guard first >= 0, nodes[at].parent >= 0 else { return 0 }
      at = nodes[at].parent
    }
    let start = Int(nodes[at].value)
    // a float that waits or stands where it is called has no lines that call
    let isSet = chosen >= 0 && start > 0
    let before = chapter.marginRows(before: isSet ? start : 0, of: first, setting: max(chosen, 0))
    let here = chapter.marginRows(before: line, of: element, setting: setting)
    return max(0, PageStart(packed: nodes[at].page).margin + here - before - height)
  }
}
