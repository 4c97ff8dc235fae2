import Octavo
import Testing
import Typesetting

/// Short manuscripts that use every block, as the page breaker gets them and as they are placed.
@Suite struct `Short manuscripts` {
  private static let stages = [StageDump.Stage.galley, .pages]

  @Test(arguments: manuscripts, stages)
  func `are set as they were`(manuscript: ShortManuscript, stage: StageDump.Stage) throws {
    let builder = BookBuilder(
      book: try manuscript.book(), design: manuscript.design, fonts: BookBuilder.fontSource(folders: []))
    var bytes: [UInt8] = []
    _ = try builder.dump(stage, progress: Progress(), describe: { "\($0.offset)" }) { bytes += $0 }
    #expect(try differences("\(manuscript.name).\(stage)", bytes) == [])
  }

  @Test func `have a golden for each stage, and no other is there`() throws {
    #expect(Set(manuscripts.flatMap { book in Self.stages.map { "\(book.name).\($0)" } }) == (try recorded()))
  }
}
