import ArgumentParser
import Octavo
import Settings

/// `octavo key`: what a book's bytes hang on, as a number.
struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Print the key of a build: two builds with the same key make the same PDF.",
    discussion: """
      octavo key book.md --trim 6x9      64 digits, those of the build's summary
      octavo key book.md --format json   and all that was read for it

      It depends on what is read and on all options that shape the book. It depends on the program, its libraries, the \
      fonts and dictionaries, and SOURCE_DATE_EPOCH. Where files lie, or when they changed, does not matter.
      """)

  @OptionGroup var arguments: BookArguments<Key>

  func run() throws {
    let job = try BookJob(arguments)
    let bytes = try job.standardInput()
    let key = job.key("build", try job.prepare(bytes: bytes), bytes: bytes)
    guard try job.layers.oneOf("format") == "json" else { return try Output.answer(key.sha256 + "\n") }
    let inputs = key.inputs.map { JSONValue.object([("file", .string($0.file)), ("sha256", .text($0.sha256))]) }
    try Output.answer(
      JSONValue.object([
        ("schema", .number(1)), ("key", .string(key.sha256)), ("environment", .string(key.environment)),
        ("version", .string(Octavo.version)), ("inputs", .array(inputs)),
      ]).description + "\n")
  }
}
