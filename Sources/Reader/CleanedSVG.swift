/// An SVG picture with nothing in it that could run or lead elsewhere: in a page a browser runs none of it, but opened
/// by itself, from an export or in a window of its own, it is a document like any other (SVG 2, 2.2 and 15).
package enum CleanedSVG {
  /// What is left out whole, with all that stands in it.
  private static let elements: Set<String> = [
    "script", "foreignobject", "handler", "listener", "iframe", "object", "embed", "audio", "video",
  ]

  package static func bytes(_ svg: [UInt8]) -> [UInt8] {
    var cleaner = Cleaner(svg: svg)
    cleaner.run()
    return cleaner.clean
  }

  private struct Cleaner {
    let svg: [UInt8]
    var clean: [UInt8] = []
    private var at = 0

    init(svg: [UInt8]) { self.svg = svg }

    mutating func run() {
      clean.reserveCapacity(svg.count)
      // elements that are left out, within each other
      var hidden: [String] = []
      while at < svg.count {
        guard svg[at] == UInt8(ascii: "<") else {
          if hidden.isEmpty { clean.append(svg[at]) }
          at += 1
          continue
        }
        if let end = ["<!--": "-->", "<![CDATA[": "]]>", "<?": "?>"].first(where: { starts(with: $0.key) })?.value {
          // none of them draws anything but the text of a section, and a processing instruction may name a style sheet
          let start = at
          skip(past: end)
          if hidden.isEmpty, starts(with: "<![CDATA[", at: start) { clean += svg[start..<at] }
          continue
        }
        if starts(with: "<!") {
          declaration(isHidden: !hidden.isEmpty)
          continue
        }
        let (name, tag, isClosed) = self.tag()
        let isEnd = name.first == "/"
        let element = local(isEnd ? String(name.dropFirst()) : name)
        if hidden.isEmpty, !elements.contains(element) {
          clean += tag
        } else if isEnd {
          if hidden.last == element { hidden.removeLast() }
        } else if !isClosed, elements.contains(element) {
          hidden.append(element)
        }
      }
    }

    private func starts(with words: String, at place: Int? = nil) -> Bool {
      svg[(place ?? at)...].starts(with: words.utf8)
    }

    private mutating func skip(past end: String) {
      let end = Array(end.utf8)
      while at < svg.count, !svg[at...].starts(with: end) { at += 1 }
      at = min(at + end.count, svg.count)
    }

    /// A document type. Its entities may hold anything, elements too: those that do are left out with all of it.
    private mutating func declaration(isHidden: Bool) {
      let start = at
      var (depth, quote, isPlain) = (0, UInt8(0), true)
      while at < svg.count {
        let byte = svg[at]
        at += 1
        if quote != 0 {
          if byte == quote { quote = 0 }
          if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "%") { isPlain = false }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        } else if byte == UInt8(ascii: "[") {
          depth += 1
        } else if byte == UInt8(ascii: "]") {
          depth -= 1
        } else if byte == UInt8(ascii: ">"), depth <= 0 {
          break
        }
      }
      if isPlain, !isHidden { clean += svg[start..<at] }
    }

    private func local(_ name: String) -> String {
      name.split(separator: ":").last.map { $0.lowercased() } ?? ""
    }

    /// A tag, without attributes that run something or lead out of the picture.
    private mutating func tag() -> (name: String, bytes: [UInt8], isClosed: Bool) {
      at += 1
      let name = word { $0 <= 0x20 || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "=") }
      var made = [UInt8(ascii: "<")] + name.utf8
      // a name may end with the stroke of an empty element
      var isClosed = name.count > 1 && name.hasSuffix("/")
      while at < svg.count, svg[at] != UInt8(ascii: ">") {
        if svg[at] <= 0x20 || svg[at] == UInt8(ascii: "/") {
          isClosed = svg[at] == UInt8(ascii: "/")
          made.append(svg[at])
          at += 1
          continue
        }
        isClosed = false
        let start = at
        let attribute = word {
          $0 <= 0x20 || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/")
        }
        guard at > start else {
          at += 1
          continue
        }
        var next = at
        while next < svg.count, svg[next] <= 0x20 { next += 1 }
        var value = ""
        if next < svg.count, svg[next] == UInt8(ascii: "=") {
          at = next + 1
          while at < svg.count, svg[at] <= 0x20 { at += 1 }
          if at < svg.count, svg[at] == UInt8(ascii: "\"") || svg[at] == UInt8(ascii: "'") {
            let quote = svg[at]
            at += 1
            value = word { $0 == quote }
            at = min(at + 1, svg.count)
          } else {
            value = word { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
          }
        }
        if isKept(local(attribute), value) { made += svg[start..<at] }
      }
      at = min(at + 1, svg.count)
      made.append(UInt8(ascii: ">"))
      return (isClosed && name.hasSuffix("/") ? String(name.dropLast()) : name, made, isClosed)
    }

    private mutating func word(until isEnd: (UInt8) -> Bool) -> String {
      let start = at
      while at < svg.count, !isEnd(svg[at]) { at += 1 }
      return String(decoding: svg[start..<at], as: UTF8.self)
    }

    /// A picture refers to its own parts and brings its own pictures: nothing else is fetched for one in a page either.
    private func isKept(_ name: String, _ value: String) -> Bool {
      if name.hasPrefix("on") { return false }
      if name == "attributename" { return !local(value).hasSuffix("href") && !value.lowercased().hasPrefix("on") }
      guard name == "href" || name == "src" || name == "base" else { return true }
      return value.hasPrefix("#")
        || ["png", "jpeg", "jpg", "gif", "webp"].contains { value.lowercased().hasPrefix("data:image/\($0);") }
    }
  }
}
