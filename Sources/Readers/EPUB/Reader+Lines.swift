internal import BookModel
internal import CSS
internal import Formula
internal import Manuscript
internal import Units
internal import XML

/// What stands within lines.
extension FlowReader {
  func append(text node: Int, _ look: ComputedStyle, link: String?, into runs: inout Runs) {
    guard !look.isHidden else {
      // of a body that is hidden itself
      if page.tree.hasWords(node) { hide(node, reasonToHide(page.body, look)) }
      return
    }
    let style = look.style(link: link, language: language, isWhole: isWhole)
    if look.transform != .none || look.isFullWidth { return append(transformed: node, look, style, into: &runs) }
    if append(textWithTeX: node, look, style, into: &runs) { return }
    page.tree.forEachScalar(ofText: node) { scalar, offset in
      runs.append(scalar, at: page.base + offset, style: style, space: look.space)
    }
  }

  /// Letters in another case than the file's.
  private func append(transformed node: Int, _ look: ComputedStyle, _ style: InlineStyle, into runs: inout Runs) {
    var isWordStart = !runs.endsInWord
    let language = look.language ?? language ?? ""
    let isTurkic = ["tr", "az"].contains(LanguageTag.primary(language))
    var scalars: [(scalar: Unicode.Scalar, offset: Int)] = []
    page.tree.forEachScalar(ofText: node) { scalars.append(($0, $1)) }
    for (index, (scalar, offset)) in scalars.enumerated() {
      var mapped: String
      switch look.transform {
      case .none: mapped = String(scalar)
      case .upper: mapped = String(scalar).inCapitals(of: language)
      // at a word's end a sigma has another form (SpecialCasing.txt, Final_Sigma)
      case .lower
      where scalar == "Σ" && !isWordStart && !(index + 1 < scalars.count && scalars[index + 1].scalar.isOfWord):
        mapped = "ς"
      case .lower where isTurkic && (scalar == "I" || scalar == "İ"): mapped = scalar == "I" ? "ı" : "i"
      case .lower: mapped = scalar.properties.lowercaseMapping
      case .capitalize where isTurkic && isWordStart && scalar == "i": mapped = "İ"
      case .capitalize: mapped = isWordStart ? scalar.properties.titlecaseMapping : String(scalar)
      }
      if look.isFullWidth { mapped = mapped.inFullWidth }
      isWordStart = scalar.properties.isWhitespace || scalar == "-" || isWordStart && !scalar.isOfWord
      if mapped != String(scalar) { recased[page.base + offset] = mapped }
      for letter in mapped.unicodeScalars {
        runs.append(letter, at: page.base + offset, style: style, space: look.space)
      }
    }
  }

  func append(generated words: String, at offset: Int, _ look: ComputedStyle, into runs: inout Runs) {
    let place = page.place(offset)
    additions[place, default: ""] += words
    runs.append(generated: words, at: place, style: look.style(link: nil, language: language, isWhole: isWhole))
  }

  /// The text of what is nested too deep, without any look at its elements.
  func appendText(of node: Int, _ look: ComputedStyle, into runs: inout Runs) {
    for index in page.inside(node) where page.tree.nodes[index].isText {
      append(text: index, look, link: nil, into: &runs)
    }
  }

  /// An element in a line, with what is in it.
  func append(inline node: Int, _ look: ComputedStyle, link: String?, depth: Int, into runs: inout Runs) {
    guard depth < FlowReader.deepest else { return appendText(of: node, look, into: &runs) }
    if isSidenote(node) { return append(sidenote: node, look, depth: depth, into: &runs) }
    anchor(node)
    runs.beginElement()
    let content = page.tree.nodes[node]
    let start = page.place(content.source.lowerBound)
    var look = look
    var link = link
    let isNumber = look.float == .right && isNumber(node)
    if isNumber {
      let style = look.style(link: nil, language: language, isWhole: isWhole)
      runs.beginNumber(at: start..<page.place(content.source.upperBound), style: style)
    }
    defer { if isNumber { runs.endNumber() } }
    switch page.element(node) {
    case "script" where page.isTeX(node), "span" where page.isTeX(node), "div" where page.isTeX(node):
      return append(tex: node, look, into: &runs)
    case "br":
      if look.breaksBefore || look.breaksAfter { breaksNext = true }
      if look.clears || page.tree.attribute("clear", of: node) != nil, runs.isBlank { clearsNext = true }
      runs.lineBreak(at: start)
    case "wbr":
      runs.append(
        "\u{200B}", at: start, style: look.style(link: link, language: language, isWhole: isWhole), space: .normal)
    // what should be empty may hold words
    case "img", "image": append(picture: node, look, link: link, into: &runs)
    case "object" where isPicture(node), "embed" where isPicture(node):
      silent.append(page.range(node))
      return append(picture: node, look, link: link, into: &runs)
    case "svg": return append(drawing: node, look, into: &runs)
    case "math": return append(formula: node, look, depth: depth, into: &runs)
    case "audio", "video", "object", "iframe", "canvas", "embed":
      warnOnce(
        "epub-media", "sound, films and programs cannot be printed: what the book has in their place is set", at: start)
    case "label" where isToggle(node), "input" where isToggle(node): return silent.append(page.range(node))
    case "span" where isAside(node), "small" where isAside(node):
      return append(aside: node, at: NodeID(page: page.index, node: node), into: &runs)
    // a box to tick, which the item before whose words it stands has
    case "input" where page.tree.attribute("type", of: node)?.lowercased() == "checkbox" && isFirst(node, in: "li"):
      return
    case "input", "button", "select", "textarea":
      warnOnce("epub-form", "forms cannot be filled in on paper: their words are set", at: start)
    case "ruby": look.ruby = .base
    // what stands above nothing is a word like others
    case "rt", "rtc": look.ruby = isReading(node, look) ? .reading : look.ruby.map { _ in .base }
    case "a":
      let spot = NodeID(page: page.index, node: node)
      if let body = notes.calls[spot] { return append(call: node, body, into: &runs) }
      if notes.lost.contains(spot) {
        warn(
          "note-missing", "the note that \"\(page.tree.words(of: node))\" calls is not in the book",
          help: "its mark is left out: it would stand among the numbers that octavo gives the others", at: start)
        return silent.append(page.range(node))
      }
      if notes.backLinks.contains(spot) || page.types(node).contains("backlink") {
        // an empty one parts no words
        return page.tree.hasWords(node) ? silent.append(page.range(node)) : ()
      }
      if let address = page.tree.attribute("href", of: node), link == nil { link = self.link(address) }
    default: break
    }
    let generates = !isEmptyQuotation(node, look)
    if generates, let words = page.generated("before", of: node, language: look.language) {
      append(generated: words, at: content.inner.lowerBound, look, into: &runs)
    }
    var endsBlock = false
    for child in page.tree.children(of: node) {
      let isText = page.tree.nodes[child].isText
      let inner = isText ? look : page.look(of: child, in: look)
      if !isText, isPassedOver(child, inner) { continue }
      // what a sheet sets on lines of its own
      let isBlock = !isText && inner.display == .block && page.tree.hasWords(child)
      // a reading stands above words, whatever line these are on
      let isReading = page.tree.nodes[child].name == "rt" || page.tree.nodes[child].name == "rp"
      if isBlock || endsBlock && page.tree.hasWords(child), !isReading, !runs.isAtLineStart {
        runs.lineBreak(at: page.place(page.tree.nodes[child].source.lowerBound))
      }
      if page.tree.hasWords(child) { endsBlock = isBlock }
      if isText {
        append(text: child, look, link: link, into: &runs)
      } else {
        append(inline: child, inner, link: link, depth: depth + 1, into: &runs)
      }
    }
    if generates, let words = page.generated("after", of: node, language: look.language) {
      append(generated: words, at: endOfWords(of: node), look, into: &runs)
    }
  }

  /// What printed books have at the margin of a paragraph, in the words of their makers.
  private func isSidenote(_ node: Int) -> Bool {
    sidenoteIsOpen == false && page.element(node) != "a"
      && page.classes(node).contains {
        ["sidenote", "sidenotes", "marginnote", "marginalnote", "marginalia"].contains(
          $0.lowercased().filter(\.isLetter))
      } && page.tree.hasWords(node)
  }

  private func append(sidenote node: Int, _ look: ComputedStyle, depth: Int, into runs: inout Runs) {
    var own = Runs()
    var italic = look
    italic.isItalic = true
    sidenoteIsOpen = true
    append(inline: node, italic, link: nil, depth: depth + 1, into: &own)
    sidenoteIsOpen = false
    let inlines = finish(&own)
    guard !inlines.isEmpty else { return }
    sidenotes.append((inlines, page.tree.nodes[node].source))
    if !runs.isBlank { moved.append(page.range(node)) }
  }

  /// A few figures, as lines of verse are numbered.
  private func isNumber(_ node: Int) -> Bool {
    let words = page.tree.words(of: node).filter { !$0.isWhitespace }
    return (1...5).contains(words.utf8.count) && words.allSatisfy(\.isNumber)
  }

  /// Whether a quotation has nothing to quote, as all in it are notes, or nothing that is shown: it gets no marks.
  func isEmptyQuotation(_ node: Int, _ look: ComputedStyle) -> Bool {
    page.element(node) == "q" && !showsWords(node, look, depth: 0)
  }

  private func showsWords(_ node: Int, _ look: ComputedStyle, depth: Int) -> Bool {
    guard depth < FlowReader.deepest else { return true }
    return page.tree.children(of: node).contains { child in
      if page.tree.nodes[child].isText { return page.tree.hasWords(child) }
      if ["img", "image", "svg", "math"].contains(page.element(child)) { return true }
      let spot = NodeID(page: page.index, node: child)
      let inner = page.look(of: child, in: look)
      return notes.calls[spot] == nil && !notes.backLinks.contains(spot) && !isUnseen(child, inner)
        && showsWords(child, inner, depth: depth + 1)
    }
  }

  /// Whether words stand before a reading in its `ruby`.
  private func isReading(_ node: Int, _ look: ComputedStyle) -> Bool {
    guard look.ruby != nil, page.tree.nodes[node].parent >= 0 else { return false }
    let around = page.parent(node)
    // readings in a box of their own are those of the words before that
    if page.element(around) == "rtc" { return look.ruby == .reading }
    return page.tree.children(of: around).prefix { $0 < node }.contains {
      !["rt", "rp", "rtc"].contains(page.element($0)) && page.tree.hasWords($0)
    }
  }

  // MARK: Links

  /// A link as the book has it: an address outside, or a name that is resolved when all is read.
  private func link(_ address: String) -> String? {
    if let (other, fragment) = resolve(address, page) {
      let node = fragment.isEmpty ? pages[other].body : pages[other].ids[fragment] ?? pages[other].body
      return node < 0 ? nil : FlowReader.name(of: NodeID(page: other, node: node))
    }
    let address = address.withoutRedirection
    let scheme = address.prefix { $0 != ":" }.lowercased()
    return ["http", "https", "mailto", "ftp"].contains(scheme) && scheme.count < address.count ? address : nil
  }

  static func name(of spot: NodeID) -> String { "#\u{1}\(spot.page).\(spot.node)" }

  private func append(call node: Int, _ body: NodeID, into runs: inout Runs) {
    let key = keys[body] ?? NoteKey(keys.count)
    keys[body] = key
    marks[key, default: []].insert(NoteIndex.mark(in: page, node))
    silent.append(page.range(node))
    runs.append(.noteReference(key), at: page.start(node), style: .plain)
  }

  /// A note that stands in the line.
  private func append(aside node: Int, at spot: NodeID, into runs: inout Runs) {
    let key = keys[spot] ?? NoteKey(keys.count)
    keys[spot] = key
    runs.append(.noteReference(key), at: page.start(node), style: .plain)
  }

  // MARK: Pictures

  func append(picture node: Int, _ look: ComputedStyle, link: String?, into runs: inout Runs) {
    let address = address(ofPicture: node)
    let alternative =
      page.tree.attribute("alt", of: node) ?? (page.element(node) == "object" ? page.tree.words(of: node) : "")
    let start = page.start(node)
    guard let name = picture(at: address, start) else {
      // where a caption stands, that is enough
      if !alternative.isEmpty, !isCaptioned(node) {
        append(generated: alternative, at: page.tree.nodes[node].source.lowerBound, look, into: &runs)
      }
      return
    }
    var style = InlineStyle(extras: look.style(link: link, language: language, isWhole: isWhole).extras)
    style.extras.alternative = alternative.isEmpty ? nil : alternative
    style.extras.isDecorative = page.tree.attribute("alt", of: node) == ""
    (style.extras.width, style.extras.height) = size(ofPicture: node, look)
    style.extras.runaround = edge(ofPicture: node, look)
    runs.append(.image(name), at: start, style: style)
  }

  func address(ofPicture node: Int) -> String {
    let own =
      page.tree.attribute("src", of: node) ?? page.tree.attribute("href", of: node, namespace: XMLNamespace.xlink)
      ?? page.tree.attribute("href", of: node) ?? page.tree.attribute("data", of: node)
    // of several for several screens the first
    return own ?? page.tree.attribute("srcset", of: node)?.tokens.first.map(String.init) ?? ""
  }

  /// An `object` or the like that shows a picture of the archive.
  func isPicture(_ node: Int) -> Bool {
    guard ["object", "embed"].contains(page.element(node)),
      let (name, _) = publication.container.resolve(address(ofPicture: node), from: page.name),
      publication.container.contents(name)?.isEmpty == false
    else { return false }
    let lower = name.lowercased()
    return [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"].contains(where: lower.hasSuffix)
  }

  /// What sheets and attributes ask: shares count of the boxes around, as far as these are shares themselves.
  private func size(ofPicture node: Int, _ look: ComputedStyle) -> (Figure.Size?, Figure.Size?) {
    var width = size(look.pictureWidth) ?? size(page.tree.attribute("width", of: node))
    // of the height of a screen nothing is known
    var height = size(look.pictureHeight) ?? size(page.tree.attribute("height", of: node))
    if case .share? = height { height = nil }
    if width != nil { height = nil }
    guard case .share(var share)? = width else { return (width, height) }
    var around = page.parent(node)
    while around >= 0, page.element(around) != "body" {
      switch size(page.look(of: around, in: ComputedStyle()).pictureWidth) {
      case .share(let part)?: share *= part
      case .length(let length)?: return (.length(Length(points: length.points * share)), nil)
      case nil: break
      }
      around = page.parent(around)
    }
    width = .share(max(share, 0.02))
    return (width, height)
  }

  /// The margin at which it stands, or a box that holds little else.
  private func edge(ofPicture node: Int, _ look: ComputedStyle) -> Figure.Edge? {
    if let edge = look.float { return edge }
    var around = page.parent(node)
    while around >= 0, page.element(around) != "body", page.tree.nodes[around].inner.count < 4_000 {
      if let edge = page.look(of: around, in: ComputedStyle()).float { return edge }
      around = page.parent(around)
    }
    return nil
  }

  /// Lengths in ems count twelve points each, those of the screen's width are shares.
  private func size(_ text: String?) -> Figure.Size? {
    guard let text else { return nil }
    if text.hasSuffix("vw") { return Figure.Size(css: text.dropLast(2) + "%") }
    if let size = Figure.Size(css: text) { return size }
    guard let pixels = CSSLength(text.lowercased())?.pixels(em: 16), pixels > 0 else { return nil }
    return .length(Length(points: pixels * 0.75))
  }

  /// Whether a figure around a picture has words of its own for it.
  private func isCaptioned(_ node: Int) -> Bool {
    var around = page.parent(node)
    while around >= 0, page.element(around) != "figure" { around = page.parent(around) }
    guard around >= 0, let caption = page.tree.first("figcaption", in: around) else { return false }
    return page.tree.words(of: caption).contains { !$0.isWhitespace }
  }

  /// The name in the container of a picture that a document names; nil, said, where it is not there.
  func picture(at address: String, _ start: Int) -> String? {
    if let bytes = contents(ofDataAddress: address), !bytes.isEmpty {
      let name = "\(page.name)#data\(start)"
      drawings[name] = bytes
      return name
    }
    guard let (named, _) = publication.container.resolve(address, from: page.name) else {
      let shown = address.hasPrefix("data:") ? "data:…" : address
      warn("image-remote", "image \"\(shown)\" is not in the book, and nothing is fetched", at: start)
      return nil
    }
    let name = publication.shown(named)
    guard publication.container.contents(name)?.isEmpty == false else {
      warn(
        "image-missing",
        publication.isHTML
          ? "image \"\(address)\" is not beside the page or in a folder below"
          : "image \"\(name)\" is not in the archive",
        help: "what it shows is set in words, if it has any", at: start)
      return nil
    }
    let path = (publication.container.folder?.name ?? "") + name
    pictures.insert(path)
    return path
  }

  // MARK: Formulas

  /// A formula, for which its alternative text stands where the book is read as text, else its own letters in a row.
  private func append(formula node: Int, _ look: ComputedStyle, depth: Int, into runs: inout Runs) {
    var inner = look
    inner.isMonospaced = true
    let annotation = page.tree.all("annotation", in: node).first {
      page.tree.attribute("encoding", of: $0)?.lowercased().contains("tex") == true
    }
    let isDisplayed = page.tree.attribute("display", of: node) == "block"
    let reader = MathMLReader(tree: page.tree)
    if depth < 100, page.tree.children(of: node).contains(where: { !page.tree.nodes[$0].isText }), reader.isWhole(node)
    {
      inner.formula = Formula(reader.formula(node), isDisplayed: isDisplayed)
    }
    let words = page.tree.attribute("alttext", of: node) ?? annotation.map { page.tree.words(of: $0) }
    guard let words, !words.isEmpty else {
      for child in page.tree.children(of: node) {
        if page.tree.nodes[child].isText {
          append(text: child, inner, link: nil, into: &runs)
          continue
        }
        let look = page.look(of: child, in: inner)
        if !isPassedOver(child, look) { append(inline: child, look, link: nil, depth: depth + 1, into: &runs) }
      }
      return
    }
    silent.append(page.range(node))
    append(generated: words, at: page.tree.nodes[node].source.lowerBound, inner, into: &runs)
  }
}

extension String {
  /// ASCII's signs as wide as ideographs are (UAX #11); spaces stay, which lines are spread at.
  fileprivate var inFullWidth: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          guard ("!"..."~").contains(scalar), let wide = Unicode.Scalar(scalar.value + 0xFEE0) else { return scalar }
          return wide
        }))
  }
}
