public import Units

/// Notes beside the lines that call them, in the outside margin.
extension PageDesign {
  /// Where a book's notes stand.
  public enum NotePlace: String, Sendable, CaseIterable {
    /// At the foot of the page that calls them.
    case foot
    /// At the end of the book.
    case end
    /// In the outside margin, by the line that calls them.
    case margin
  }

  /// Notes stand at the book's end instead of the foot of the page.
  public var hasEndnotes: Bool {
    get { notes == .end }
    set { notes = newValue ? .end : notes == .end ? .foot : notes }
  }

  /// White between the text and what stands in its margin: as much as a wide indent, so that a note is no part of the
  /// line that it stands by.
  private var marginGap: Length { size.scaled(by: 1.2) }
  /// White between a note and the trim: no printer wants ink nearer than a quarter of an inch, and a thumb has room on
  /// larger paper.
  private var marginEdge: Length { max(Length(millimetres: 6), Length(units: outside.units / 6)) }
  /// How wide notes in the outside margin are; less than nothing where it has no room for any.
  public var marginWidth: Length { outside - marginGap - marginEdge }
  /// Where the notes' left edge stands, from the text block's.
  /// - Parameter isLeft: the margin left of the text.
  package func marginStart(isLeft: Bool) -> Length { isLeft ? .zero - marginGap - marginWidth : measure + marginGap }
  /// A line of notes holds some fifteen letters then; of fewer every second ends in a hyphen.
  package static let leastMarginWidth = Length(millimetres: 20)
  /// The outside margin leaves room for notes.
  package var hasRoomInMargin: Bool {
    writing == .horizontal && columns == 1 && marginWidth >= PageDesign.leastMarginWidth
  }

  /// Inside and outside margins by the width of the page, in millimetres, where notes stand beside the text. A line has
  /// 51 to 66 letters then (EB Garamond's, 0.376 em each, at the size that goes with the trim), the notes 24 mm (20
  /// letters) on the smallest paper and 58 mm (42 letters) on letter and A4: what Tufte's books have (text 26 picas
  /// and notes 14 on paper of 51).
  private static let besideNotes: [(page: Double, inside: Double, outside: Double)] = [
    (105, 9.5, 35), (110, 10, 36), (129, 13, 42), (148, 16, 50), (156, 17, 53), (176, 20, 60), (189, 22, 66),
    (210, 25, 76), (216, 26, 79),
  ]

  /// Puts notes where they are wished for.
  public mutating func take(notes place: NotePlace) {
    notes = place
    if place == .margin { makeRoomInMargin() }
  }

  /// The same for those with letters; nil for where the manuscript has them.
  public mutating func take(letteredNotes place: NotePlace?) {
    letteredNotes = place
    if place == .margin { makeRoomInMargin() }
  }

  /// Beside the text notes take room of it: the outside margin grows and the measure shrinks as the trim allows.
  private mutating func makeRoomInMargin() {
    let width = trim.width.millimetres
    let (inside, outside) = PageDesign.marginsBesideNotes(width)
    if !insideByPageCount { self.inside = min(self.inside, Length(millimetres: (inside * 2).rounded() / 2)) }
    self.outside = max(self.outside, Length(millimetres: (outside * 2).rounded() / 2))
  }

  private static func marginsBesideNotes(_ width: Double) -> (inside: Double, outside: Double) {
    let (first, last) = (besideNotes[0], besideNotes[besideNotes.count - 1])
    if width <= first.page { return (first.inside * width / first.page, first.outside * width / first.page) }
    guard let next = besideNotes.firstIndex(where: { width <= $0.page }) else {
      // past the table neither the line nor the notes grow, as the type does not
      let more = (width - last.page) / 2
      return (last.inside + more, last.outside + more)
    }
    let (low, high) = (besideNotes[next - 1], besideNotes[next])
    let share = (width - low.page) / (high.page - low.page)
    return (low.inside + (high.inside - low.inside) * share, low.outside + (high.outside - low.outside) * share)
  }
}
