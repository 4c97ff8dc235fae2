// What signs have in common however they are written.

extension Punctuation {
  /// Without white space, and without lines that hold no more than rules and stars.
  static func folded(_ signs: [UInt8]) -> [UInt8] {
    var folded: [UInt8] = []
    let (stop, ellipsis, dash) = (Sign.stop.rawValue, Sign.ellipsis.rawValue, Sign.dash.rawValue)
    let lines = signs.split(separator: Sign.lineEnd.rawValue, omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      if number > 0, number < lines.count - 1, line.allSatisfy({ isOfRule($0) }) { continue }
      var isNew = true
      for sign in line {
        if sign == Sign.space.rawValue || sign == Sign.other.rawValue || sign == Sign.tick.rawValue {
          isNew = true
          continue
        }
        switch (folded.last, sign) {
        case (stop, stop), (stop, ellipsis), (ellipsis, stop), (ellipsis, ellipsis): folded[folded.count - 1] = ellipsis
        case (dash, dash): break
        case (Sign.quote.rawValue, Sign.quote.rawValue) where !isNew: break
        default: folded.append(sign)
        }
        isNew = false
      }
    }
    return folded
  }

  static func unspaced(_ signs: [UInt8]) -> [UInt8] { folded(signs.filter { $0 != Sign.space.rawValue }) }

  static func quotes(_ signs: [UInt8]) -> Int { signs.count { $0 == Sign.quote.rawValue } }

  static func onOneLine(_ signs: [UInt8]) -> [UInt8] { folded(signs.filter { $0 != Sign.lineEnd.rawValue }) }

  static func isOfRule(_ sign: UInt8) -> Bool {
    sign == Sign.dash.rawValue || sign == Sign.other.rawValue || sign == Sign.space.rawValue
  }

  /// What a line is made of that holds a rule and no more; nil where there is none.
  static func rule(in signs: [UInt8]) -> Sign? {
    let marks = Set([Sign.stop, .ellipsis, .dash, .other, .space].map(\.rawValue))
    var found: Sign?
    for line in signs.split(separator: Sign.lineEnd.rawValue) where line.allSatisfy({ marks.contains($0) }) {
      if line.count(where: { $0 == Sign.stop.rawValue }) > 2 { return .stop }
      if line.count(where: { $0 == Sign.dash.rawValue }) > 1 { found = .dash }
    }
    return found
  }

  /// Whether the first are some of the second, in their order.
  static func isLess(_ some: [UInt8], _ all: [UInt8]) -> Bool {
    var rest = all[...]
    for sign in some {
      guard let place = rest.firstIndex(of: sign) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }
}
