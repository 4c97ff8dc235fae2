internal import BookModel
internal import Manuscript

/// How most paragraphs of a manuscript stand: what differs from it means something.
struct UsualLook {
  private(set) var left = 0
  private(set) var right = 0
  private(set) var before = 0
  private(set) var size = 0
  private(set) var isCentred = false
  private(set) var isTrailing = false
  /// The whole manuscript is in a face of one width, as typescripts are: it means nothing.
  private(set) var isTyped = false
  /// Blank paragraphs between two others.
  private(set) var blanks = 0

  init(_ items: [WordItem]) {
    var (lefts, rights, befores, sizes): ([Int: Int], [Int: Int], [Int: Int], [Int: Int]) = ([:], [:], [:], [:])
    var alignments: [ParagraphLook.Alignment: Int] = [:]
    var gaps: [Int: Int] = [:]
    var (pictures, inMiddle, typed, all) = (0, 0, 0, 0)
    var gap: Int?
    for item in items {
      if item.isBlank {
        gap = gap.map { $0 + 1 }
        continue
      }
      if case .block(.figure) = item.content { pictures += 1 }
      if let paragraph = item.paragraph, !paragraph.typed.isEmpty { typed += paragraph.length }
      all += item.paragraph?.length ?? 0
      guard let paragraph = item.paragraph, paragraph.role == nil || paragraph.role == .flush || paragraph.role == .list
      else {
        gap = nil
        continue
      }
      let letters = paragraph.length
      if paragraph.look.alignment == .centre { inMiddle += 1 }
      if letters > 60, paragraph.item == nil {
        lefts[paragraph.look.left ?? 0, default: 0] += letters
        rights[paragraph.look.right ?? 0, default: 0] += letters
        befores[paragraph.look.before ?? 0, default: 0] += letters
        alignments[paragraph.look.alignment ?? .left, default: 0] += letters
        sizes[paragraph.size, default: 0] += letters
      }
      if let gap, !item.beginsPage { gaps[gap, default: 0] += 1 }
      gap = 0
    }
    func most(_ counts: [Int: Int]) -> Int { counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0 }
    (left, right, before, size, blanks) = (most(lefts), most(rights), most(befores), most(sizes), most(gaps))
    let letters = alignments.values.reduce(0, +)
    // lines below pictures stand in the middle as somebody wants them
    isCentred = (alignments[.centre] ?? 0) * 2 > letters && pictures * 2 < inMiddle
    isTrailing = (alignments[.right] ?? 0) * 2 > letters
    isTyped = typed * 2 > all
  }

  /// Set in from the left as a block, as quotations and letters are; a hanging first line is none of these.
  func isSetIn(_ paragraph: WordParagraph) -> Bool {
    guard paragraph.item == nil, paragraph.look.alignment != .centre, paragraph.look.alignment != .right,
      paragraph.look.first ?? 0 >= 0, !isFarIn(paragraph)
    else { return false }
    let (left, right) = ((paragraph.look.left ?? 0) - left, (paragraph.look.right ?? 0) - right)
    return left >= 500 || left >= 280 && right >= 280
  }

  /// So far to the right that it is a signature or a date.
  func isFarIn(_ paragraph: WordParagraph) -> Bool {
    guard paragraph.look.alignment != .centre, paragraph.length <= 120 else { return false }
    let left = (paragraph.look.left ?? 0) - left
    return left >= 2800 || left >= 2000 && paragraph.length <= 40 || paragraph.lead >= 40
  }

  /// Its first line stands out from the others, as in bibliographies.
  func hangs(_ paragraph: WordParagraph) -> Bool {
    guard paragraph.item == nil, let first = paragraph.look.first, first <= -200 else { return false }
    return (paragraph.look.left ?? 0) - left >= 200
  }
}
