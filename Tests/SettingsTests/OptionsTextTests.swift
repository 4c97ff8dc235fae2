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
