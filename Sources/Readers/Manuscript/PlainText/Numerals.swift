/// The number a heading's word stands for: `12`, `XII`, `twelve`, `zwölftes`, `ХІІ` in
/// Cyrillic letters, `十二`, digits of any script. `word` is one token without its point.
package func numeralValue(_ word: String) -> Int? {
  guard let first = word.unicodeScalars.first, word.utf8.count <= 40 else { return nil }
  if let value = decimalValue(word) { return value }
  if let value = romanValue(word) { return value }
  if first.value >= 0x3000 { return hanValue(word.unicodeScalars[...]) }
  return wordValue(word.lowercased())
}

/// Decimal digits of one script or another.
func decimalValue(_ word: String) -> Int? {
  var value = 0
  var count = 0
  for scalar in word.unicodeScalars {
    let digit: Int
    if scalar.value < 0x80 {
      guard scalar.value.isASCIIDigit else { return nil }
      digit = Int(scalar.value) - 0x30
    } else {
      guard scalar.properties.numericType == .decimal, let number = scalar.properties.numericValue else { return nil }
      digit = Int(number)
    }
    value = value * 10 + digit
    count += 1
    if count > 5 { return nil }
  }
  return count > 0 ? value : nil
}

/// Roman numerals, all in capitals or all small; `IIII` and the like pass, `IC` and
/// `VX` do not. Cyrillic and fullwidth letters that look the same count as the same:
/// typists take what is on the keyboard.
func romanValue(_ word: String) -> Int? {
  var digits: [Int] = []
  var isLower: Bool?
  for scalar in word.unicodeScalars {
    let value: Int
    var lower = false
    switch scalar {
    case "I", "І", "Ӏ", "Ⅰ", "Ｉ": value = 1
    case "V", "Ѵ", "Ⅴ": value = 5
    case "X", "Х", "Ⅹ", "Χ": value = 10
    case "L", "Ⅼ": value = 50
    case "C", "С", "Ⅽ": value = 100
    case "D", "Ⅾ": value = 500
    case "M", "М", "Ⅿ": value = 1000
    case "i": (value, lower) = (1, true)
    case "v": (value, lower) = (5, true)
    case "x", "х": (value, lower) = (10, true)
    case "l": (value, lower) = (50, true)
    case "c": (value, lower) = (100, true)
    default: return nil
    }
    if let isLower, isLower != lower { return nil }
    isLower = lower
    digits.append(value)
    if digits.count > 12 { return nil }
  }
  var sum = 0
  for i in digits.indices {
    let next = i + 1 < digits.count ? digits[i + 1] : 0
    if digits[i] < next {
      // Only I before V and X, X before L and C, C before D and M, and only once.
      guard next == digits[i] * 5 || next == digits[i] * 10, digits[i] != 5, digits[i] != 50, digits[i] != 500,
        i == 0 || digits[i - 1] > digits[i]
      else { return nil }
      sum -= digits[i]
    } else {
      if i >= 2, digits[i - 2] < digits[i - 1], digits[i] >= digits[i - 2] * 5, digits[i - 1] <= digits[i] {
        return nil
      }
      sum += digits[i]
    }
  }
  return sum > 0 && !digits.isEmpty ? sum : nil
}

/// `十二`, `百五`, `二〇`, and fullwidth digits.
func hanValue(_ scalars: Substring.UnicodeScalarView) -> Int? {
  var total = 0
  var current = 0
  var count = 0
  var sawUnit = false
  for scalar in scalars {
    count += 1
    if count > 8 { return nil }
    if let unit = hanUnits[scalar] {
      total += max(current, 1) * unit
      (current, sawUnit) = (0, true)
      continue
    }
    let isFigure = (0xFF10...0xFF19).contains(scalar.value) || scalar.value.isASCIIDigit
    guard let digit = isFigure ? Int(scalar.value & 0xF) : hanDigits[scalar] else { return nil }
    current = sawUnit ? digit : current * 10 + digit
  }
  return count > 0 && total + current > 0 ? total + current : nil
}

private let hanUnits: [Unicode.Scalar: Int] = ["十": 10, "拾": 10, "百": 100]
private let hanDigits: [Unicode.Scalar: Int] = [
  "〇": 0, "零": 0, "○": 0, "一": 1, "壱": 1, "壹": 1, "二": 2, "弐": 2, "两": 2, "兩": 2, "三": 3, "参": 3, "四": 4, "五": 5,
  "六": 6, "七": 7, "八": 8, "九": 9,
]

/// Number words, cardinal and ordinal, of the languages books come in.
func wordValue(_ word: String) -> Int? {
  // asked of the first word of most lines, where nearly none begins like one of these
  guard let first = word.unicodeScalars.first, first.value < 0xE00 else { return nil }
  if let value = NumberWords.value(word) { return value }
  for separator in ["-", "‑"] where word.utf8.contains(separator.utf8.first ?? 0) && word.contains(separator) {
    let parts = word.split(separator: Character(separator))
    if parts.count == 2, let tens = NumberWords.value(String(parts[0])), tens >= 20, tens % 10 == 0,
      let unit = NumberWords.value(String(parts[1])), unit < 10
    {
      return tens + unit
    }
  }
  return nil
}
