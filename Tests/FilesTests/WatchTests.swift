import Files
import Foundation
import Libc
import Testing

@Suite("Watching files") struct WatchTests {
  /// Whether something was told of, and whether that was a file that is watched.
  private func told(_ watch: FolderWatch) -> [Bool] {
    var wait = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    poll(&wait, 1, 2000)
    return [watch.drain(), watch.hasChanged()]
  }

  @Test("A file that is written over, or renamed over as editors do, is another; one beside it is nothing")
  func renamed() throws {
    let folder = try Folder()
    try folder.put("one", in: "book.md")
    let watch = FolderWatch(polls: false)
    watch.watch([folder.at("book.md")])
    #expect(!watch.drain() && !watch.hasChanged())
    try folder.put("two of it", in: "book.md~")
    #expect(told(watch) == [true, false])
    rename(folder.at("book.md~"), folder.at("book.md"))
    #expect(told(watch) == [true, true])
    try folder.put("three of them all", in: "book.md")
    #expect(told(watch) == [true, true])
    unlink(folder.at("book.md"))
    #expect(told(watch) == [true, true])
  }

  @Test("A folder that comes later, or is another of the same name, is watched when it is there")
  func folders() throws {
    let folder = try Folder()
    let watch = FolderWatch(polls: false)
    watch.watch([folder.at("pictures/deep/map.png")])
    mkdir(folder.at("pictures"), 0o755)
    #expect(told(watch) == [true, false])
    mkdir(folder.at("pictures/deep"), 0o755)
    #expect(told(watch) == [true, false])
    try folder.put("map", in: "pictures/deep/map.png")
    #expect(told(watch) == [true, true])
    // as when another version is checked out
    rename(folder.at("pictures/deep"), folder.at("pictures/old"))
    #expect(told(watch) == [true, true])
    mkdir(folder.at("pictures/deep"), 0o755)
    #expect(told(watch) == [true, false])
    try folder.put("another map", in: "pictures/deep/map.png")
    #expect(told(watch) == [true, true])
  }

  @Test("Without events files are looked at")
  func polled() throws {
    let folder = try Folder()
    let watch = FolderWatch(polls: true)
    watch.watch([folder.at("book.md")])
    #expect(watch.isPolling && !watch.hasChanged())
    try folder.put("one", in: "book.md")
    #expect(watch.hasChanged() && !watch.hasChanged())
  }
}
