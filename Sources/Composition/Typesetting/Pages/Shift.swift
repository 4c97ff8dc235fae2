internal import PageModel

/// What is added to the numbers of records that go behind others.
struct Shift {
  var items: UInt32 = 0
  var lines: UInt32 = 0
  var rules: UInt32 = 0
  var pages: Int32 = 0
  var chapters: Int32 = 0
  var blocks: Int32 = 0
}

extension LineRecord {
  @inline(__always)
  func moved(by shift: Shift) -> LineRecord {
    var line = self
    line.firstItem &+= shift.items
    line.endItem &+= shift.items
    line.block = line.block.moved(by: shift.blocks)
    return line
  }
}

extension LinkSpan {
  func moved(by shift: Shift) -> LinkSpan {
    var link = self
    link.first &+= shift.items
    link.end &+= shift.items
    return link
  }
}

extension SetPicture {
  func moved(by shift: Shift) -> SetPicture {
    var picture = self
    picture.item &+= shift.items
    if picture.page >= 0 { picture.page += shift.pages }
    return picture
  }
}

extension SetRuby {
  func moved(by shift: Shift) -> SetRuby {
    var ruby = self
    ruby.items = ruby.items.lowerBound &+ shift.items..<ruby.items.upperBound &+ shift.items
    return ruby
  }
}

extension AnchorPlace {
  func moved(by shift: Shift) -> AnchorPlace { AnchorPlace(page: page + shift.pages, y: y) }
}

extension PageList.Chapter {
  func moved(by shift: Shift) -> PageList.Chapter {
    var chapter = self
    chapter.page += Int(shift.pages)
    return chapter
  }
}

extension PageRecord {
  func moved(by shift: Shift) -> PageRecord {
    var page = self
    page.firstLine &+= shift.lines
    page.endLine &+= shift.lines
    page.firstRule &+= shift.rules
    page.endRule &+= shift.rules
    if page.chapter >= 0 { page.chapter += shift.chapters }
    return page
  }
}
