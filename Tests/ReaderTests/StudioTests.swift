import Archive
import BookModel
import Design
import Files
import Foundation
import HTTP
import Manuscript
import Octavo
import Reader
import Settings
import Testing

@Suite struct `A studio` {
  private static let chapters = (1...3).map {
    "CHAPTER \($0)\n\n" + String(repeating: "Some words that fill a page of a book.\n", count: 60) + "\n\n"
  }.joined()

  @Test func `writes what is chosen into octavo.yaml, and steps back`() throws {
    let room = try Room(["book.txt": Self.chapters, "octavo.yaml": "# mine\ntrim: a5 # small\n"])
    #expect(room.ask("set", post: "trim=a6&theme=trade").status == 200)
    #expect(room.text("octavo.yaml") == "# mine\ntrim: a6 # small\ntheme: trade\n")
    #expect(room.ask("book").words.contains("\"w\":297.64"))
    // what cannot be set is said, and not kept
    for wrong in ["trim=a99", "size=200pt", "font=No+Such+Face", "inside=300mm", "no-such=1", "files=x"] {
      let answer = room.ask("set", post: wrong)
      #expect(answer.status == 409 && answer.words.contains("problem"), "\(wrong)")
      #expect(room.text("octavo.yaml") == "# mine\ntrim: a6 # small\ntheme: trade\n", "\(wrong)")
    }
    #expect(room.ask("set", post: "-theme=").status == 200)
    #expect(room.text("octavo.yaml") == "# mine\ntrim: a6 # small\n")
    for text in ["# mine\ntrim: a6 # small\ntheme: trade\n", "# mine\ntrim: a5 # small\n"] {
      // the two options of the first step were set together
      _ = room.ask("undo", post: "")
      #expect(room.text("octavo.yaml") == text)
    }
    _ = room.ask("undo", post: "")
    _ = room.ask("redo", post: "")
    #expect(room.text("octavo.yaml") == "# mine\ntrim: a6 # small\ntheme: trade\n")
    // what somebody else writes is a step, too
    try "size: 12pt\n".write(toFile: room.folder + "/octavo.yaml", atomically: true, encoding: .utf8)
    room.server.readAgain()
    #expect(room.ask("options").words.contains(#""value":"12pt""#))
    _ = room.ask("undo", post: "")
    #expect(room.text("octavo.yaml") == "# mine\ntrim: a6 # small\ntheme: trade\n")
  }

  @Test func `shows pages as the command makes them, changed step by step or read at once`() throws {
    let room = try Room(["book.txt": Self.chapters])
    for change in ["theme=trade", "size=13pt", "leading=17pt", "-theme=", "margins=narrow", "toc=false", "trim=6x9"] {
      #expect(room.ask("set", post: change).status == 200)
      let anew = try PreparedBook([room.folder + "/"], OptionSources()).resolved.design
      #expect(room.server.shownDesign == anew, "\(change)")
    }
  }

  @Test func `gives a long book the inside margin that printers ask for`() throws {
    let room = try Room(["book.txt": (1...30).map { _ in Self.chapters }.joined(), "octavo.yaml": "trim: a6\n"])
    #expect(room.ask("set", post: "inside=auto").status == 200)
    let paginator = room.session.paginator
    for _ in 0..<8 {
      _ = paginator.pageCount
      _ = room.studio.work()
    }
    let wanted = PrinterRules.insideMargin(pages: paginator.pageCount)
    #expect(paginator.pageCount > 151 && wanted > PrinterRules.insideMargin(pages: 1))
    #expect(paginator.design.inside == wanted)
  }

  @Test func `watches the options of a folder, however it is written`() throws {
    let room = try Room(["book.txt": Self.chapters])
    for input in [room.folder, room.folder + "/", room.folder + "/book.txt"] {
      #expect(try PreparedBook([input], OptionSources()).files(of: [input]).contains(room.folder + "/octavo.yaml"))
    }
  }

  @Test func `locks what the manuscript itself says`() throws {
    let room = try Room(["book.md": "---\ntrim: a6\n---\n\n# One\n\nWords.\n"], open: "book.md")
    #expect(room.ask("options").words.contains(#""locked":true"#))
    #expect(room.text("octavo.yaml") == nil)
  }

  @Test func `says of lines what they are`() throws {
    let room = try Room(["book.txt": Self.chapters], open: "book.txt")
    let place = try #require(room.ask("at/40").words.firstMatch(of: /"first":(\d+),"last":(\d+)/))
    let lines = place.1 == place.2 ? "\(place.1)" : "\(place.1)-\(place.2)"
    #expect(room.ask("hint", post: "first=\(place.1)&last=\(place.2)&kind=verse").status == 200)
    #expect(room.text("book.hints.yaml") == "hints:\n  - verse \(lines)\n")
    #expect(room.ask("at/40").words.contains(#""kind":"verse""#))
    #expect(room.ask("structure").words.contains("\"hints\":[\"verse \(lines)\"]"))
    #expect(room.ask("hint", post: "first=\(place.1)&last=\(place.2)&kind=prose").status == 200)
    #expect(room.text("book.hints.yaml") == "hints:\n  - prose \(lines)\n")
    #expect(room.ask("hint", post: "first=\(place.1)&last=\(place.2)&kind=").status == 200)
    #expect(room.text("book.hints.yaml") == "hints: []\n")
    #expect(room.ask("hint", post: "first=1&last=2&kind=nonsense").status == 409)
    for wrong in ["first=0&last=2", "first=9&last=2", "first=x", "last=-1", ""] {
      #expect(room.ask("hint", post: wrong + "&kind=verse").status == 400)
    }
  }

  /// The folder is the book, with what was said of the lines of its one manuscript.
  @Test func `what is said of lines is heeded in a folder with one manuscript`() throws {
    for (name, hints) in [("book.txt", "hints:\n  - verse 3\n"), ("book.md", "hints:\n  - verse \"He went home\"\n")] {
      let text = "He went home in the rain, and\nthe door was shut behind him.\n"
      let head = name.hasSuffix("md") ? "# One\n\n" : "CHAPTER I\n\n"
      let room = try Room([name: head + text, "book.hints.yaml": hints], open: "")
      #expect(room.ask("at/20").words.contains(#""kind":"verse""#), "\(name): \(room.ask("at/20").words)")
      #expect(room.ask("hint", post: name.hasSuffix("md") ? "place=20&kind=" : "first=3&last=3&kind=").status == 200)
      #expect(room.text("book.hints.yaml") == "hints: []\n" && room.text("octavo.yaml") == nil)
    }
  }

  @Test func `says of all lines that look alike what they are`() throws {
    let names = ["Of Bread", "Of Wine", "Of Salt", "Of Oil"]
    let text =
      "A BOOK\n\n\n"
      + names.map { "_\($0)._\n\n\(String(repeating: "Some words of a book.\n", count: 9))\n\n" }.joined()
    let room = try Room(["book.txt": text], open: "book.txt")
    func chapters() -> Int { room.ask("book").words.matches(of: /Of (Bread|Wine|Salt|Oil)\./).count }
    #expect(room.ask("structure").words.contains(#""forms":[{"line":4,"text":"_Of Bread._""#))
    let at = try #require(
      room.ask("at/0").words.firstMatch(of: /"first":4,"last":4,.*"alike":4/), "\(room.ask("at/0").words)")
    _ = at
    #expect(room.ask("hint", post: "first=4&last=4&kind=chapter&alike=1").status == 200)
    #expect(room.text("book.hints.yaml") == "hints:\n  - chapter like 4\n" && chapters() == 4)
    // said again of another of them, it takes the place of what was said
    #expect(room.ask("hint", post: "first=17&last=17&kind=section&alike=1").status == 200)
    #expect(room.text("book.hints.yaml") == "hints:\n  - section like 17\n" && chapters() == 0)
    #expect(room.ask("hint", post: "first=17&last=17&kind=chapter&alike=1").status == 200)
    // one of them as it is read, the others not
    #expect(room.ask("hint", post: "first=4&last=4&kind=").status == 200)
    #expect(room.text("book.hints.yaml") == "hints:\n  - chapter like 17\n  - as-read 4\n" && chapters() == 3)
    #expect(room.ask("hint", post: "first=4&last=4&kind=&alike=1").status == 200)
    #expect(room.text("book.hints.yaml") == "hints:\n  - as-read 4\n" && chapters() == 0)
  }

  private static let markdown =
    "# One\n\nThe river runs.\nThe river sings.\n\nIt was late.\n\n> A word of it.\n>\n> And another.\n\n"
    + "# Two\n\nIt was late.\n\n" + String(repeating: "Some words that fill a line or more of a book. ", count: 30)
    + "\n"

  /// A byte of the text at which words stand.
  private func place(_ words: String, in room: Room) throws -> Int {
    let paginator = room.session.paginator
    let text = (0..<paginator.pageCount).map { paginator.text(ofPage: $0) ?? "" }.joined()
    let found = try #require(text.firstRange(of: words), "\(text)")
    return text.utf8.distance(from: text.startIndex, to: found.lowerBound)
  }

  @Test func `says of blocks by their names what they are`() throws {
    let room = try Room(["book.md": Self.markdown], open: "book.md")
    let river = try place("The river", in: room)
    let at = room.ask("at/\(river)").words
    #expect(at.contains(#""hints":true"#) && at.contains(#""name":"\"The river runs\"""#), "\(at)")
    #expect(room.ask("hint", post: "place=\(river)&kind=verse").status == 200)
    #expect(room.text("book.hints.yaml") == "hints:\n  - verse \"The river runs\"\n")
    #expect(room.ask("at/\(river)").words.contains(#""kind":"verse""#))
    #expect(room.ask("hint", post: "place=\(river)&kind=chapter").status == 200)
    #expect(room.text("book.hints.yaml") == "hints:\n  - chapter \"The river runs\"\n")
    #expect(room.ask("hint", post: "place=\(river)&kind=").status == 200)
    #expect(room.text("book.hints.yaml") == "hints: []\n")
    // a quotation is all of its blocks; what begins as another keeps to its heading
    #expect(room.ask("hint", post: "place=\(try place("A word", in: room))&kind=prose").status == 200)
    let late = try #require(room.ask("at/\(try place("Two", in: room) + 4)").words.firstMatch(of: /"start":(\d+)/)).1
    #expect(room.ask("hint", post: "place=\(late)&kind=dropped").status == 200)
    #expect(
      room.text("book.hints.yaml")
        == "hints:\n  - prose \"A word of\" to \"And another\"\n  - dropped \"It was late\" in \"Two\"\n")
    #expect(room.ask("structure").words.contains(#""dropped \"It was late\" in \"Two\"""#))
    _ = room.ask("undo", post: "")
    #expect(room.text("book.hints.yaml") == "hints:\n  - prose \"A word of\" to \"And another\"\n")
    #expect(room.ask("hint", post: "drop=prose+%22A+word+of%22+to+%22And+another%22").status == 200)
    #expect(room.text("book.hints.yaml") == "hints: []\n")
    #expect(room.ask("hint", post: "place=\(river)&kind=nonsense").status == 409)
    // all like it, and of them one as it is read
    #expect(room.ask("hint", post: "place=\(try place("It was", in: room))&kind=dropped&alike=1").status == 200)
    #expect(room.text("book.hints.yaml")?.contains("dropped like ") == true)
  }

  @Test(arguments: ["book.md", "book.txt"]) func `makes paragraphs a line shorter or longer`(name: String) throws {
    let text =
      name == "book.md" ? Self.markdown : Self.markdown.replacing("# ", with: "CHAPTER ").replacing("> ", with: "")
    let room = try Room([name: text], open: name)
    let long = try place("Some words", in: room)
    #expect(room.ask("at/\(long)").words.contains(#""lines":0"#))
    #expect(room.ask("room/\(long)").words.firstMatch(of: /"steps":\[(-?\d+,)*0(,\d+)*\]/) != nil)
    #expect(room.ask("room/\(Int.max)").words == #"{"steps":[]}"# && room.ask("room/x").status == 404)
    func hints() -> [String] {
      (room.text("book.hints.yaml") ?? "").split(separator: "\n").dropFirst().map {
        String($0.drop { $0 == " " || $0 == "-" }.prefix(4))
      }
    }
    for (kind, wanted) in [("pull", ["pull"]), ("push", []), ("push", ["push"]), ("push", ["push", "push"])] {
      #expect(room.ask("hint", post: "place=\(long)&kind=\(kind)").status == 200)
      #expect(hints() == wanted, "\(room.text("book.hints.yaml") ?? "")")
    }
    #expect(room.ask("at/\(long)").words.contains(#""lines":2"#))
    #expect(room.ask("hint", post: "place=\(long)&kind=push").status == 409)
    for wanted in [["push"], [], ["pull"]] {
      _ = room.ask("undo", post: "")
      #expect(hints() == wanted)
    }
    // of what is no paragraph no lines are asked
    #expect(room.ask("hint", post: "place=0&kind=pull").status == 409)
    #expect(room.ask("warnings").words.contains(#""yielded":["#))
  }

  @Test(arguments: ["book.md", "book.txt"]) func `reads a manuscript once for all that is said of its blocks`(
    name: String
  ) throws {
    let text =
      name == "book.md" ? Self.markdown : Self.markdown.replacing("# ", with: "CHAPTER ").replacing("> ", with: "")
    let room = try Room([name: text], open: name)
    let path = room.folder + "/" + name
    let long = try place("Some words", in: room)
    let named = name == "book.md" ? ["place=\(try place("The river", in: room))&kind=verse"] : []
    let changes = ["place=\(long)&kind=push"] + named + ["place=\(long)&kind=pull"]
    // what the command makes of the same folder
    for change in changes {
      try "Another book.\n".write(toFile: path, atomically: true, encoding: .utf8)
      #expect(room.ask("hint", post: change).status == 200)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try room.session.currentBook.book == PreparedBook([path], OptionSources()).reading.book, "\(change)")
    }
    try "Another book.\n".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(room.ask("set", post: "publisher=Quay&isbn=9783161484100").status == 200)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try room.session.currentBook.book == PreparedBook([path], OptionSources()).reading.book)
    for _ in changes + ["set"] {
      try "Another book.\n".write(toFile: path, atomically: true, encoding: .utf8)
      #expect(room.ask("undo", post: "").status == 200)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try room.session.currentBook.book == PreparedBook([path], OptionSources()).reading.book)
    }
    // what changed outside is read
    try "Another book.\n".write(toFile: path, atomically: true, encoding: .utf8)
    room.server.readAgain()
    #expect(room.session.currentBook.book.sections.flatMap(\.blocks).count == 1)
    if name == "book.txt" {
      #expect(room.ask("hint", post: "first=1&last=1&kind=chapter").status == 200)
      #expect(room.session.currentBook.book.sections.contains { $0.heading != nil }, "lines are read for it")
    }
  }

  @Test func `reads nothing again for what it wrote itself`() throws {
    let room = try Room(["book.txt": Self.chapters], open: "book.txt")
    let watch = FolderWatch(polls: true)
    room.server.watch = watch
    #expect(room.ask("set", post: "trim=a6").status == 200)
    for change in ["size=12pt", "trim=a5"] {
      #expect(room.ask("set", post: change).status == 200 && !watch.hasChanged())
    }
    #expect(room.ask("undo", post: "").status == 200 && !watch.hasChanged())
    let design = room.session.paginator.design
    #expect(design.size.points == 12 && abs(design.trim.width.points - 297.6) < 0.2)
    try "trim: b5\n".write(toFile: room.folder + "/octavo.yaml", atomically: true, encoding: .utf8)
    #expect(watch.hasChanged())
  }

  @Test func `says in the folder what the cover is to look like`() throws {
    let room = try Room(["book.txt": Self.chapters, "front.png": "of somebody's"], open: "book.txt")
    #expect(room.ask("set", post: "kind=case&paper=cream&accent-colour=%23204060").status == 200)
    #expect(room.ask("set", post: "kind=hardback").status == 409)
    #expect(room.ask("blurb", post: "text=A+story.%0A%0AAnd+more.").status == 200)
    #expect(room.text("blurb.txt") == "A story.\n\nAnd more.\n")
    #expect(
      room.text("octavo.yaml") == "accent-colour: \"#204060\"\nkind: case\npaper: cream\nblurb: blurb.txt\n",
      "\(room.text("octavo.yaml") ?? "")")
    let options = room.ask("options").words
    #expect(
      options.contains(#""cover":{"kind":"case","paper":"cream","blurb":"\#(room.folder)/blurb.txt""#), "\(options)")
    #expect(options.contains(#""blurb":"A story.\n\nAnd more.\n""#))
    // a picture goes beside the manuscript, and over nobody's
    for name in ["front-2.png", "front-2.png"] {
      #expect(room.ask("picture/front-picture?name=front.png", upload: [1, 2, 3]).status == 200)
      #expect(room.text("octavo.yaml")?.contains("front-picture: \(name)\n") == true)
    }
    #expect(room.text("front.png") == "of somebody's")
    #expect(room.ask("picture/blurb?name=x.png", upload: [1]).status == 404)
    #expect(room.ask("picture/front-picture?name=..", upload: [1]).status == 400)
    while room.ask("options").words.contains(#""undo":true"#) { _ = room.ask("undo", post: "") }
    #expect(room.text("octavo.yaml") == nil && room.text("blurb.txt") == nil)
  }

  @Test func `steps back over a start of the program, and over what was changed meanwhile`() throws {
    let memory = NSTemporaryDirectory() + "steps-" + UUID().uuidString
    defer { unlink(memory) }
    let room = try Room(["book.txt": Self.chapters], memory: memory)
    for change in ["trim=a6", "theme=trade"] { #expect(room.ask("set", post: change).status == 200) }
    _ = room.ask("undo", post: "")
    try "size: 12pt\n".write(toFile: room.folder + "/octavo.yaml", atomically: true, encoding: .utf8)
    let next = try Room([:], memory: memory, folder: room.folder)
    var texts: [String?] = []
    while next.ask("options").words.contains(#""undo":true"#), texts.count < 9 {
      _ = next.ask("undo", post: "")
      texts.append(next.text("octavo.yaml"))
    }
    #expect(texts == ["trim: a6\n", nil])
    try "nonsense".write(toFile: memory, atomically: true, encoding: .utf8)
    #expect(try Room([:], memory: memory, folder: room.folder).ask("options").words.contains(#""undo":false"#))
  }

  @Test func `changes elements in a theme of the book's own, in one step each`() throws {
    let room = try Room(["book.txt": Self.chapters, "octavo.yaml": "# mine\ntheme: trade\n"])
    #expect(room.ask("elements").words.contains(#""name":"chapter-title""#))
    #expect(room.ask("element", post: "key=chapter-title.size&value=3").status == 200)
    #expect(room.text("octavo.yaml") == "# mine\ntheme: \"./theme.yaml\"\n")
    #expect(room.text("theme.yaml") == "based-on: trade\nelements:\n  chapter-title: {size: 3}\n")
    #expect(room.ask("options").words.contains(#""base":"trade""#))
    #expect(room.ask("elements").words.contains(#""value":"3","changed":true"#))
    // another look below it
    #expect(room.ask("set", post: "theme=classic").status == 200)
    #expect(room.text("theme.yaml") == "based-on: classic\nelements:\n  chapter-title: {size: 3}\n")
    #expect(room.text("octavo.yaml") == "# mine\ntheme: \"./theme.yaml\"\n")
    // what cannot be set is said, and not kept
    #expect(room.ask("element", post: "key=chapter-title.align&value=nowhere").status == 409)
    #expect(room.ask("element", post: "key=chapter-title.nothing&value=1").status == 404)
    #expect(room.text("theme.yaml") == "based-on: classic\nelements:\n  chapter-title: {size: 3}\n")
    _ = room.ask("undo", post: "")
    _ = room.ask("undo", post: "")
    #expect(room.text("theme.yaml") == nil && room.text("octavo.yaml") == "# mine\ntheme: trade\n")
    _ = room.ask("redo", post: "")
    #expect(room.text("theme.yaml") != nil && room.text("octavo.yaml") == "# mine\ntheme: \"./theme.yaml\"\n")
  }

  @Test func `hands out what the book is made from, and nothing else of the folder`() throws {
    let room = try Room(
      [
        "book.txt": Self.chapters, "octavo.yaml": "blurb: blurb.txt\n", "blurb.txt": "A story.\n",
        "diary.txt": "Mine.\n",
      ],
      open: "book.txt")
    let zip = try #require(ZipArchive(room.bytes("project")))
    #expect(zip.entries.map(\.name).map { $0.split(separator: "/").last } == ["blurb.txt", "book.txt", "octavo.yaml"])
    #expect(zip.entries[1].bytes == Array(Self.chapters.utf8))
    #expect(try Room([:]).ask("project").status == 404)
  }

  @Test(arguments: ["book.md", "book.txt"]) func `turns to the line that an editor sends`(name: String) throws {
    let room = try Room(
      [name: Self.chapters.replacing("CHAPTER ", with: name == "book.md" ? "# " : "CHAPTER ")], open: name)
    #expect(!room.ask("book").words.contains(#""gone""#))
    // the third chapter begins in line 129
    for (line, page) in [(129, 0), (150, 1), (1, 2)] {
      let answer = room.ask("at", post: "file=somewhere/\(name)&line=\(line)")
      #expect(answer.status == 200)
      #expect(room.ask("book").words.contains(#""gone":[\#(page + 1),"#))
      let place = try #require(answer.words.firstMatch(of: /\d+/)).0
      let at = room.ask("at/\(place)").words
      let found = try #require(at.firstMatch(of: /"first":(\d+),"last":(\d+)/), "\(at)")
      #expect((Int(found.1) ?? 0) <= line && line <= (Int(found.2) ?? 0), "\(at)")
      #expect(at.contains("\"path\":\""))
    }
    for wrong in ["file=other.txt&line=1", "file=\(name)&line=x", "line=1", "file=&line=1", "file=\(name)&line=-1"] {
      #expect(room.ask("at", post: wrong).status == 404)
    }
    #expect(room.ask("open", post: "place=x").status == 404)
  }

  @Test func `shows the book's opening in every theme`() throws {
    let room = try Room(["book.txt": Self.chapters])
    for name in ThemeFile.names {
      let answer = room.ask("theme/" + name)
      #expect(answer.status == 200 && (answer.words.contains("\"pages\"") || answer.words.contains("\"problem\"")))
    }
    #expect(room.ask("theme/nonsense").status == 404)
    #expect(room.text("octavo.yaml") == nil)
  }

  @Test func `says of a job how far it is, what it said, and what came of it`() throws {
    let script = """
      while [ $# -gt 0 ]; do [ "$1" = -o ] && out=$2; command=${command:-$1}; shift; done
      case $command in
      build) printf '[##..] 42 %% drawing\\r' >&2; echo 'book.txt:1:1: warning: odd' >&2; echo a PDF > "$out" ;;
      cover) printf '[##..] 42 %% drawing\\r' >&2; exec sleep 60 ;;
      impose) kill -BUS $$ ;;
      *) echo '{"schema":1,"severity":"error","message":"it is no PDF","help":"give one"}' >&2; exit 1 ;;
      esac

      """
    let room = try Room(["book.txt": Self.chapters], script: script)
    room.begin("kind=interior")
    let made = room.job()
    #expect(
      made.contains(#""state":"done""#) && made.contains(#""messages":["book.txt:1:1: warning: odd"]"#), "\(made)")
    #expect(made.contains(#""size":6"#))
    // the second of two commands fails, and says so for programs
    room.begin("kind=check")
    let failed = room.job()
    #expect(failed.contains(#""state":"failed""#) && failed.contains(#""it is no PDF","give one""#), "\(failed)")
    room.begin("kind=booklet")
    #expect(room.job().contains("it was ended by signal 7"))
    room.begin("kind=cover")
    #expect(room.job(until: #""progress":42"#).contains(#""state":"running""#))
    room.cancel()
    #expect(room.job().contains(#""state":"cancelled""#))
  }

  @Test(arguments: [
    ("novel.docx", "novel.docx"), ("../../etc/passwd", "passwd"), ("..\\x.txt", "x.txt"), (".hidden", "hidden"),
    ("My Novel (final).txt", "My-Novel-final-.txt"), ("Роман.txt", "Роман.txt"), ("a\u{0}b;rm -rf.md", "a-b-rm--rf.md"),
    ("---", ""), ("", ""), ("/", ""),
  ])
  func `gives what is dropped a name of letters, figures and few signs`(given: String, name: String) {
    #expect(Studio.cleaned(given) == name)
  }

  @Test func `leaves nothing of what cannot be read, and calls it as it was`() throws {
    let script = "echo \"$2: error: \\\"$2\\\" is no archive\" >&2\nexit 1\n"
    let room = try Room(["book.txt": Self.chapters], script: script)
    room.drop("broken.docx", [0x50, 0x4B])
    let failed = room.job()
    #expect(failed.contains(#""messages":["broken.docx: error: \"broken.docx\" is no archive"]"#), "\(failed)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: room.folder + "/Books") == [])
    #expect(room.ask("book").words.contains("\"chapters\":[["), "the book that is open stays")
  }

  @Test(arguments: ["at/-1", "at/99999999999999999999", "at/x", "job/0", "job/-1/file", "theme/", "job/9/x"])
  func `has nothing at a number that is none of its own`(path: String) throws {
    let room = try Room(["book.txt": Self.chapters])
    #expect(room.ask(path).status == 404)
    #expect(try Room([:]).ask(path).status == 404)
  }

  @Test func `tells of every option in the languages of the interface`() throws {
    let room = try Room(["book.txt": Self.chapters])
    let path = URL(filePath: #filePath).appending(path: "../../../Sources/Reader/Web/help.js").standardized
    let help = try String(contentsOf: path, encoding: .utf8)
    let keys = room.ask("options").words.matches(of: /"key":"([a-z-]+)","group"/).map { String($0.1) }
    #expect(keys.count > 50)
    #expect(keys.filter { !help.contains("\n  '\($0)': [") && !help.contains("\n  \($0): [") } == [])
  }

  @Test func `does nothing without a book`() throws {
    let room = try Room([:])
    #expect(room.ask("options").words.contains("\"undo\":false"))
    #expect(room.ask("set", post: "trim=a5").status == 409)
    #expect(room.ask("undo", post: "").status == 409)
    #expect(room.ask("job", post: "kind=interior").status == 404)
    #expect(room.ask("upload", post: "").status == 400)
  }
}
