extension RandomAccessCollection where Index == Int {
  /// The first index whose element is not before, by binary search: those before come first.
  @inlinable
  package func lowerBound(_ isBefore: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
