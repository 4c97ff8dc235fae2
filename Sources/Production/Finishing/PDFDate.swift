/// A moment in Coordinated Universal Time, to the second.
package struct PDFDate: Sendable, Equatable {
  /// The years 0 to 9999, which is all that either form can write.
  package static let range = -62_167_219_200...253_402_300_799

  package let secondsSince1970: Int

  /// Moments outside `range` become its nearest end.
  /// - Parameter secondsSince1970: as in `SOURCE_DATE_EPOCH`.
  package init(secondsSince1970: Int) {
    self.secondsSince1970 = min(max(secondsSince1970, PDFDate.range.lowerBound), PDFDate.range.upperBound)
  }

  /// `D:20260102030405Z` (ISO 32000-1, 7.9.4).
  package var pdf: String {
    let (year, month, day, hour, minute, second) = parts
    return "D:" + padded(year, 4) + padded(month) + padded(day) + padded(hour) + padded(minute) + padded(second) + "Z"
  }

  /// `2026-01-02T03:04:05Z`, as XMP has it.
  package var iso8601: String {
    let (year, month, day, hour, minute, second) = parts
    return "\(padded(year, 4))-\(padded(month))-\(padded(day))T\(padded(hour)):\(padded(minute)):\(padded(second))Z"
  }

  /// Days to a date in eras of 400 years that begin on the first of March, so
  /// that leap days come last (H. Hinnant, "chrono-Compatible Low-Level Date
  /// Algorithms", civil_from_days).
  private var parts: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    let second = ((secondsSince1970 % 86_400) + 86_400) % 86_400
    let days = (secondsSince1970 - second) / 86_400 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * march + 2) / 5 + 1
    let month = march < 10 ? march + 3 : march - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, day, second / 3600, second / 60 % 60, second % 60)
  }

  private func padded(_ value: Int, _ width: Int = 2) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
