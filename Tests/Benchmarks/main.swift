import BookModel
import Cairo
import Drawing
import Files
import Finishing
import Glibc
import Manuscript
import Octavo
import PageDesign
import PageModel
import Pango
import Shaping
import Typesetting
import Units

// Times the stages of a whole book on one core, beside the bare loop: the same
// lines with the same font matrices, drawn and nothing else. CPU seconds; run it
// on a quiet machine and read the ratio before the seconds.
//
//   octavo-bench BOOK.txt [RUNS]

func cpu() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func padded(_ text: String, _ count: Int) -> String {
  text + String(repeating: " ", count: max(1, count - text.count))
}

let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
  print("usage: octavo-bench BOOK.txt [RUNS]")
  exit(2)
}
let runs = max(1, arguments.count > 2 ? Int(arguments[2]) ?? 3 : 3)
let bytes = try readFile(arguments[1])
let fonts = BookBuilder.fontSource(folders: [])
var design = PageDesign()
design.hasContents = true

// The peers' page of DESIGN.md §1: A5, 20 mm all round, Liberation Serif 11 on 14 pt.
let margin = Length(millimetres: 20)
(design.inside, design.outside, design.top, design.bottom) = (margin, margin, margin, margin)
design.family = "Liberation Serif"

var times: [String: [Double]] = [:]
var order: [String] = []
func time<R>(_ name: String, _ body: () async throws -> R) async rethrows -> R {
  let start = cpu()
  let result = try await body()
  if times[name] == nil { order.append(name) }
  times[name, default: []].append(cpu() - start)
  return result
}

var pages = 0
var size = 0
for _ in 0..<runs {
  let reading = try await time("read") { try readPlainText(bytes, name: arguments[1], options: PlainTextOptions()) }
  let book = await time("punctuation") { smartened(reading.book, language: reading.book.metadata.language) }
  let typesetter = BookTypesetter(design: design, fonts: fonts)
  let list = try await time("layout") { try await typesetter.typeset(book).list }
  let drawn = try await time("draw") { try PDFWriter(list).draw(fonts: fonts) { _ in true } }
  let finished = try await time("finish") { try finish(drawn, plan: FinishingPlan()) }
  pages = list.count
  size = finished.count

  // The bare loop: pages made beforehand, cairo alone timed.
  let assembler = PageAssembler(
    list, shaper: Shaper(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders)),
    compensatesWidths: true)
  var made: [Page] = []
  for index in 0..<list.count {
    var page = Page(size: design.trim, label: "")
    assembler.assemble(index, into: &page)
    made.append(page)
  }
  try await time("bare loop") {
    let sink = ByteSink()
    let canvas = try Canvas.pdf(into: sink, size: design.trim)
    let renderer = Renderer()
    for page in made {
      try renderer.draw(page, on: canvas)
      canvas.showPage()
    }
    try canvas.finish()
  }
}

var usage = rusage()
getrusage(RUSAGE_SELF, &usage)
print("\(arguments[1]): \(pages) pages, \(size) bytes, median of \(runs)")
let bare = median(times["bare loop"] ?? [1])
var total = 0.0
for name in order where name != "bare loop" {
  let seconds = median(times[name] ?? [])
  total += seconds
  print("\(padded(name, 12)) \(Length.decimal(seconds * 1000)) ms, \(Length.decimal(seconds / bare)) of the bare loop")
}
print("\(padded("all stages", 12)) \(Length.decimal(total * 1000)) ms, \(Length.decimal(total / bare)) times the bare loop")
print("\(padded("bare loop", 12)) \(Length.decimal(bare * 1000)) ms")
print("layout alone: \(Int(Double(pages) / median(times["layout"] ?? [1]))) pages a second")
