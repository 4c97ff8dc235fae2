/// The candidate with the fewest edits from a mistyped name, if at most a third
/// of it (and at least one letter) is wrong. Two neighbours exchanged are one edit
/// (Damerau 1964, optimal string alignment).
public func nearestName(to name: String, in candidates: [String]) -> String? {
  let wanted = Array(name.utf8)
  // nobody types as long a name, and the search costs its length times each candidate's
  guard wanted.count <= 200 else { return nil }
  var best: (name: String, distance: Int)?
  for candidate in candidates {
    let other = Array(candidate.utf8)
    if other.count > 2 * wanted.count + 2 { continue }
    var rows = [Array(0...other.count)]
    for i in 0..<wanted.count {
      var row = [i + 1]
      for j in 0..<other.count {
        var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (wanted[i] == other[j] ? 0 : 1))
        if i > 0, j > 0, wanted[i] == other[j - 1], wanted[i - 1] == other[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    if rows[wanted.count][other.count] < best?.distance ?? .max { best = (candidate, rows[wanted.count][other.count]) }
  }
  guard let best, best.distance <= max(1, wanted.count / 3) else { return nil }
  return best.name
}
