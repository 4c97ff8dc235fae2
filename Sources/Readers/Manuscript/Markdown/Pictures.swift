internal import BookModel
internal import CMark
internal import Units

/// What a manuscript asks of a picture: pandoc's attributes in braces, or those of an `img` tag.
struct PictureWishes: Equatable {
  var width: Figure.Size?
  var height: Figure.Size?
  var placement = Figure.Placement.floats
  var facesCall = false
  var hasCaptionBeside: Bool?
  var runaround: Figure.Edge?
  var name: String?
  /// It has a number, whatever its name begins with.
  var isNumbered = false
  /// The name of the figure that it is a part of.
  var group: String?
  /// What it shows, for who cannot see it: Quarto's `fig-alt`.
  var alternative: String?
  /// What has no meaning here, as it was written.
  var unknown: [String] = []

  init() {}

  /// `{#name .class width=60% height=5cm}`; nil where the braces hold anything else.
  init?(braces text: String) {
    guard let attributes = PandocAttributes(text) else { return nil }
    self.init()
    name = attributes.name
    for (key, value) in attributes.asked {
      if !key.isEmpty { take(key.lowercased(), value) } else if value != "unnumbered" { take(class: value) }
    }
  }

  mutating func take(class name: String) {
    switch name.lowercased() {
    case "full-page", "fullpage": placement = max(placement, .page)
    case "bleed", "full-bleed": placement = max(placement, .bleed)
    case "spread": placement = .spread
    case "facing", "facing-page": (placement, facesCall) = (max(placement, .page), true)
    case "caption-beside": hasCaptionBeside = true
    case "caption-below": hasCaptionBeside = false
    case "here": placement = .here
    case "next-page": placement = .nextPage
    case "float": placement = .floats
    case "numbered": isNumbered = true
    default:
      if let edge = Figure.Edge(class: name) { runaround = edge } else { unknown.append("." + name) }
    }
  }

  mutating func take(_ key: String, _ value: String) {
    switch key {
    case "width": if let size = Figure.Size(css: value) { width = size } else { unknown.append("\(key)=\(value)") }
    case "height": if let size = Figure.Size(css: value) { height = size } else { unknown.append("\(key)=\(value)") }
    case "class": for name in value.split(separator: " ") { take(class: String(name)) }
    case "style":
      for declaration in value.split(separator: ";") {
        let parts = declaration.split(separator: ":", maxSplits: 1).map { trimmed(String($0)) }
        if parts.count == 2, ["width", "height", "max-width"].contains(parts[0].lowercased()) {
          take(parts[0].lowercased().replacing("max-", with: ""), parts[1])
        } else if parts.count == 2, parts[0].lowercased() == "float" {
          runaround = Figure.Edge(css: parts[1]) ?? runaround
        }
      }
    case "id": name = value
    case "group": group = value
    case "fig-alt": alternative = value
    // HTML's, which parted text from pictures before sheets did
    case "align": runaround = Figure.Edge(css: value) ?? runaround
    case "alt", "src", "title", "fig-cap", "fig-scap", "fig-pos", "fig-env", "loading", "fig-align", "border":
      break
    default: unknown.append("\(key)=\(value)")
    }
  }
}

/// A picture that stands alone in its paragraph.
struct PictureNode {
  var url: String
  var title: String
  var alternative: String
  /// Nodes of the words in brackets; empty for a tag.
  var caption: Range<Int>
  var wishes: PictureWishes
  /// Of its paragraph's lines.
  var line = 0
  /// HTML says of it that it shows nothing.
  var isDecorative = false
  /// Words under it in raw HTML.
  var legend: [HTMLToken] = []
}

extension MarkdownBlocks {
  /// The pictures of a paragraph that holds nothing else, links around them and what is asked of them aside.
  func picturesAlone(in n: Int) -> [PictureNode] {
    var found: [PictureNode] = []
    var asked = ""
    var ranges: [Range<Int>] = []
    var isRemote = false
    var line = 0
    func settle() -> Bool {
      let text = trimmed(asked)
      asked = ""
      guard !text.isEmpty else { return true }
      guard let wishes = PictureWishes(braces: text), !found.isEmpty,
        let place = place(of: text, in: n, from: ranges.last?.upperBound)
      else { return false }
      ranges.append(place)
      found[found.count - 1].wishes = wishes
      return true
    }
    var child = n + 1
    while child < parsed.nodes[n].end {
      let node = parsed.nodes[child]
      switch node.kind {
      case .image(let url, let title):
        guard settle() else { return [] }
        isRemote = isRemote || isAddress(url) && !url.hasPrefix("data:image/")
        found.append(
          PictureNode(
            url: url, title: title, alternative: parsed.plainText(of: child), caption: child + 1..<node.end,
            wishes: PictureWishes(), line: line))
        child = node.end
        continue
      case .htmlInline:
        guard settle(), case .open("img", let attributes, _)? = htmlPieces(node.literal).first,
          var picture = PictureNode(attributes)
        else { return [] }
        picture.line = line
        found.append(picture)
      case .text:
        asked += node.literal
        guard !found.isEmpty || trimmed(asked).isEmpty else { return [] }
      case .softBreak, .lineBreak: line += 1
      case .link: break
      default: return []
      }
      child += 1
    }
    guard settle() else { return [] }
    // of one that is not fetched the words are set, as a caption where it was given one or a place; badges stand in a row
    if isRemote, found.count > 1 || found.allSatisfy({ $0.title.isEmpty }) && ranges.isEmpty { return [] }
    for range in ranges { reader.drop(range, in: parsed.passage.file, why: "attributes of a picture") }
    return found
  }

  /// Where the words of a picture's attributes stand in the file.
  private func place(of text: String, in n: Int, from start: Int?) -> Range<Int>? {
    let passage = parsed.passage
    let whole = passage.range(of: parsed.nodes[n])
    let bytes = reader.documents[Int(passage.file)].source.text
    let wanted = Array(text.utf8)
    var i = max(start ?? 0, whole.lowerBound)
    while i + wanted.count <= min(whole.upperBound, bytes.count) {
      if bytes[i..<i + wanted.count].elementsEqual(wanted) { return i..<i + wanted.count }
      i += 1
    }
    return nil
  }

  /// Blocks of pictures, those of one line side by side.
  func figures(_ pictures: [PictureNode], in block: Int) -> [Block] {
    var made: [Block] = []
    var row: [Figure] = []
    var line = -1
    for picture in pictures {
      if picture.line != line {
        made += Block.row(of: row)
        (row, line) = ([], picture.line)
      }
      switch figure(picture, in: block) {
      case .figure(let figure)?: row.append(figure)
      case let other?:
        made += Block.row(of: row) + [other]
        row = []
      case nil: break
      }
    }
    return made + Block.row(of: row)
  }

  /// The title is the caption, else what stands in brackets. Of a figure that is numbered by pandoc's rule the
  /// brackets are the caption, and the title, which a browser shows on pointing, describes it.
  func figure(_ picture: PictureNode, in block: Int) -> Block? {
    let source = parsed.passage.location(of: parsed.nodes[block])
    reader.report.illustrations += 1
    for word in picture.wishes.unknown { reader.say(.pictureWishUnknown(word), at: source) }
    let path = reader.imagePath(picture.url, file: parsed.passage.file, at: source)
    var caption: [Inline] = []
    var picture = picture
    if !picture.title.isEmpty, !picture.caption.isEmpty, let name = picture.wishes.name, Label.Kind(ofName: name) != nil
    {
      picture.wishes.alternative = picture.wishes.alternative ?? picture.title
      picture.title = ""
    }
    let isBracketed = picture.title.isEmpty && picture.legend.isEmpty
    if !picture.legend.isEmpty, picture.wishes.placement < .bleed {
      var writer = MarkdownInlines(reader, parsed, block: block, quoteDepth: quoteDepth)
      caption = writer.write(html: picture.legend, of: block).trimmed
    } else if picture.wishes.placement >= .bleed {
      // nothing can stand under it
      if !picture.title.isEmpty { reader.say(.captionOfBleed(picture.title), at: source) }
      if !picture.caption.isEmpty, let place = place(of: picture.alternative, in: block, from: nil) {
        reader.drop(place, in: parsed.passage.file, why: "description of a picture")
      }
    } else if !picture.title.isEmpty {
      caption = [Inline(picture.title, source: source)]
    } else if !picture.caption.isEmpty {
      var writer = MarkdownInlines(reader, parsed, block: block, quoteDepth: quoteDepth)
      caption = writer.write(picture.caption)
    }
    if path == nil, caption.isEmpty {
      // nothing is left of it but what it shows, or what it is called
      let words = picture.alternative.isEmpty ? picture.title : picture.alternative
      return words.isEmpty ? nil : .paragraph(Paragraph([Inline(words, source: source)], source: source))
    }
    var figure = Figure(
      image: path, caption: caption,
      alternative: picture.wishes.alternative ?? (isBracketed && !caption.isEmpty ? "" : picture.alternative),
      width: picture.wishes.width, height: picture.wishes.height, placement: picture.wishes.placement,
      runaround: picture.wishes.runaround, source: source)
    figure.isDecorative = picture.isDecorative
    (figure.facesCall, figure.hasCaptionBeside) = (picture.wishes.facesCall, picture.wishes.hasCaptionBeside)
    if let name = picture.wishes.name {
      figure.label = Label(.figure, name, isNumbered: picture.wishes.isNumbered || Label.Kind(ofName: name) != nil)
      figure.label?.group = picture.wishes.group
    }
    return .figure(figure)
  }

  /// Pictures in raw HTML, with what READMEs put around them: `<p align="center">`, links, `figure`.
  func figures(html tokens: [HTMLToken], in block: Int) -> [Block]? {
    let wrappers: Set<String> = ["p", "div", "center", "a", "figure", "figcaption", "picture", "br"]
    var pictures: [PictureNode] = []
    var inCaption = false
    var edge: Figure.Edge?
    var line = 0
    for token in tokens {
      switch token.piece {
      case .open("img", let attributes, _):
        guard var picture = PictureNode(attributes), !isAddress(picture.url) else { return nil }
        picture.wishes.runaround = picture.wishes.runaround ?? edge
        picture.line = line
        pictures.append(picture)
      case .open(let name, let attributes, _) where wrappers.contains(name):
        // paragraphs of a caption are of it
        inCaption = name == "figcaption" || inCaption && name == "p"
        // a link or a source is no block of its own
        if name != "a", name != "picture" { line += 1 }
        if name == "figure" || name == "div" {
          var box = PictureWishes()
          for attribute in attributes where ["class", "style"].contains(attribute.name) {
            box.take(attribute.name, attribute.value)
          }
          edge = box.runaround ?? edge
        }
      case .close(let name) where wrappers.contains(name): if name != "p" { inCaption = false }
      case .text(let words) where trimmed(words).isEmpty && !inCaption: continue
      case .comment: continue
      default:
        guard inCaption, !pictures.isEmpty, isOfLine(token.piece) else { return nil }
        pictures[pictures.count - 1].legend.append(token)
      }
    }
    return pictures.isEmpty ? nil : figures(pictures, in: block)
  }
}

extension PictureNode {
  /// An `img` tag; what describes it is no caption.
  init?(_ attributes: [HTMLAttribute]) {
    guard let url = attributes.first(where: { $0.name == "src" })?.value, !url.isEmpty else { return nil }
    var wishes = PictureWishes()
    for attribute in attributes { wishes.take(attribute.name, attribute.value) }
    // a tag says much that is for a browser alone
    wishes.unknown = []
    self.init(
      url: url, title: "", alternative: attributes.first { $0.name == "alt" }?.value ?? "", caption: 0..<0,
      wishes: wishes)
    isDecorative = attributes.first { $0.name == "alt" }?.value == ""
  }
}

extension [Inline] {
  /// Without the spaces and line ends at its edges.
  var trimmed: [Inline] {
    var inlines = self[...]
    while let first = inlines.first, first.isBlank { inlines.removeFirst() }
    while let last = inlines.last, last.isBlank { inlines.removeLast() }
    if let first = inlines.first, case .text(let text) = first.content, text.first == " ",
      let rest = first.parted(atByte: 1)?.1
    {
      inlines[inlines.startIndex] = rest
    }
    if let last = inlines.last, case .text(let text) = last.content, text.last == " ",
      let (front, _) = last.parted(atByte: text.utf8.count - 1)
    {
      inlines[inlines.endIndex - 1] = front
    }
    return Array(inlines)
  }
}

extension Inline {
  fileprivate var isBlank: Bool {
    switch content {
    case .lineBreak: true
    case .text(let text): text.allSatisfy { $0 == " " }
    default: false
    }
  }
}
