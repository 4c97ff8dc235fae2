import Settings
import Testing

@Suite struct `A file of options that is changed a key at a time` {
  private func set(_ text: String, _ key: String, _ values: [String]?) throws -> String {
    var options = OptionsText(text)
    try options.set(key, to: values)
    return options.text
  }

  @Test(arguments: [
    ("", "trim", ["a5"], "trim: a5\n"),
    ("# mine\n\n", "trim", ["6x9"], "# mine\ntrim: 6x9\n"),
    ("trim: a5\n", "trim", ["6x9"], "trim: 6x9\n"),
    ("trim: a5   # as printed\nsize: 11pt\n", "trim", ["6x9"], "trim: 6x9   # as printed\nsize: 11pt\n"),
    ("title: \"A # B\" # c\n", "title", ["D"], "title: D # c\n"),
    ("author: [A, 'B # C'] # who\n", "author", ["X", "Y"], "author: [X, Y] # who\n"),
    ("authors: A\n", "author", ["B"], "authors: B\n"),
    ("files:\n- a.txt\n- b.txt\n\n# next\ntrim: a5\n", "files", ["c.txt"], "files: c.txt\n\n# next\ntrim: a5\n"),
    ("a: b\n# trim: 6x9\n# size: 11pt\n", "trim", ["a6"], "a: b\n# trim: 6x9\ntrim: a6\n# size: 11pt\n"),
    ("title: >\n  Long\n  words\ntrim: a5\n", "title", ["Short"], "title: Short\ntrim: a5\n"),
    ("trim: a5", "size", ["11pt"], "trim: a5\nsize: 11pt\n"),
    ("title: T\r\ntrim: a5\r\n", "trim", ["a6"], "title: T\ntrim: a6\n"),
    ("", "header", ["{title}: \"x\""], "header: '{title}: \"x\"'\n"),
    ("", "header", [""], "header: \"\"\n"), ("", "title", ["null"], "title: \"null\"\n"),
    ("", "dedication", ["For\nyou"], "dedication: \"For\\nyou\"\n"), ("", "title", ["'Tis"], "title: \"'Tis\"\n"),
  ])
  func `keeps all else`(text: String, key: String, values: [String], made: String) throws {
    #expect(try set(text, key, values) == made)
    #expect(try set(made, key, values) == made)
  }

  @Test(arguments: [
    ("trim: a5\nsize: 11pt\n", "size", "trim: a5\n"), ("a: b\n", "c", "a: b\n"), ("a: b # c\n", "a", ""),
    ("# x\na: b\n\n# y\nc: d\n", "a", "# x\n\n# y\nc: d\n"),
  ])
  func `takes a key out`(text: String, key: String, made: String) throws { #expect(try set(text, key, nil) == made) }

  @Test(arguments: ["{trim: a5}\n", "? trim\n: a5\n", "trim: a5\n...\n", "---\ntrim: &a a5\nsize: *a\n"])
  func `leaves a file alone that is written in another way`(text: String) {
    var options = OptionsText(text)
    #expect(throws: OptionsText.Problem.self) {
      try options.set("trim", to: ["a6"])
      try options.set("font", to: ["B"])
    }
    #expect(options.text == text || options.text.contains("a6"))
  }

  @Test(arguments: [
    ("", "chapter-title", "size", "2", "elements:\n  chapter-title: {size: 2}\n"),
    (
      "based-on: trade # mine\n", "head", "italic", "true",
      "based-on: trade # mine\nelements:\n  head: {italic: true}\n"
    ),
    (
      "elements:\n    verse: {size: 0.9}\n# end\n", "verse", "colour", "#204060",
      "elements:\n    verse: {size: 0.9, colour: \"#204060\"}\n# end\n"
    ),
    (
      "elements:\n  verse:\n    size: 0.9 # small\n    above: 1\n  head: {size: 1}\ntrim: a5\n", "verse", "size", "1",
      "elements:\n  verse:\n    size: 1 # small\n    above: 1\n  head: {size: 1}\ntrim: a5\n"
    ),
    (
      "elements:\n  verse:\n    above: 1 # a\n\n  head: {size: 1}\n", "verse", "below", "2",
      "elements:\n  verse:\n    above: 1 # a\n    below: 2\n\n  head: {size: 1}\n"
    ),
    (
      "elements:\n  text: {features: [onum, ss01], by-trim: true}\n", "text", "by-trim", "false",
      "elements:\n  text: {features: [onum, ss01], by-trim: false}\n"
    ),
    ("elements:\n  verse: {size: 0.9, above: 1}\n", "verse", "size", nil, "elements:\n  verse: {above: 1}\n"),
    ("elements:\n  verse: {size: 0.9}\n  head: {size: 1}\n", "verse", "size", nil, "elements:\n  head: {size: 1}\n"),
    ("# a\nelements:\n  verse: {size: 0.9}\ntrim: a5\n", "verse", "size", nil, "# a\ntrim: a5\n"),
    ("trim: a5\n", "verse", "size", nil, "trim: a5\n"),
  ])
  func `gives an element's key a value`(
    text: String, element: String, key: String, value: String?, made: String
  ) throws {
    var options = OptionsText(text)
    try options.set(key, ofElement: element, to: value)
    #expect(options.text == made)
    try options.set(key, ofElement: element, to: value)
    #expect(options.text == made)
  }

  @Test(arguments: ["elements: {verse: {size: 1}}\n", "elements: nothing\n", "elements:\n  head: x\n"])
  func `leaves elements alone that are written in another way`(text: String) {
    var options = OptionsText(text)
    #expect(throws: OptionsText.Problem.self) { try options.set("size", ofElement: "head", to: "2") }
    #expect(options.text == text)
  }

  @Test func `puts items into a list and takes them out`() throws {
    var options = OptionsText("# mine\nhints:\n  - chapter 12  # CHAPTER I\n  - verse 20-31\ntrim: a5\n")
    try options.change(list: "hints", add: "prose 40")
    #expect(
      options.text
        == "# mine\nhints:\n  - chapter 12  # CHAPTER I\n  - verse 20-31\n  - prose 40\ntrim: a5\n")
    try options.change(list: "hints") { $0.hasPrefix("verse") }
    #expect(options.text == "# mine\nhints:\n  - chapter 12  # CHAPTER I\n  - prose 40\ntrim: a5\n")
    try options.change(list: "hints") { _ in true }
    #expect(options.text == "# mine\ntrim: a5\n")
    try options.change(list: "hints", add: "play 1-9")
    #expect(options.text == "# mine\ntrim: a5\nhints:\n  - play 1-9\n")
    var flow = OptionsText("hints: [verse 1, verse 3]\n")
    try flow.change(list: "hints", add: "prose 9") { $0 == "verse 1" }
    #expect(flow.text == "hints:\n  - verse 3\n  - prose 9\n")
    var empty = OptionsText("hints: []\n")
    try empty.change(list: "hints", add: "verse 2")
    #expect(empty.text == "hints:\n  - verse 2\n")
  }
}
