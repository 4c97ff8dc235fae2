import ArgumentParser
import Files
import Libc
import Octavo
import Settings

/// `octavo watch`: the PDF is made again at each change of the manuscript.
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Make the PDF again whenever the manuscript is saved.",
    discussion: """
      octavo watch book.md -o book.pdf       takes every option of build, until Ctrl-C

      If the manuscript cannot be set, a message says why and the PDF stays as it was.
      """)

  @OptionGroup var arguments: BookArguments<Watch>

  func run() async throws {
    var job = try BookJob(arguments)
    guard !job.inputs.contains("-") else {
      throw CommandFailure(.usage, "standard input cannot be watched", help: "give the manuscript as a file")
    }
    let watch = FolderWatch(polls: job.layers.isOn("poll"))
    var isFirst = true
    var known = job.inputs
    while true {
      // looked at before the work begins, lest a change during it be missed
      let prepared = try? BookJob.prepare(job.inputs, job.layers)
      // a manuscript that cannot be read is waited for where it was, with all that it was read from
      if let prepared { known = prepared.files(of: job.inputs) }
      watch.watch(known)
      do { try await job.make(nil) } catch let failure as CommandFailure {
        // what is wrong with the command itself will not mend itself
        if isFirst, failure.code == .usage { throw failure }
        job.reporter.report(failure)
      }
      if isFirst {
        job.reporter.say(
          place: job.input, code: "watching", "watched, and the PDF made again whenever it is saved; Ctrl-C ends that")
      }
      isFirst = false
      waitForChange(watch)
      job = try BookJob(arguments)
    }
  }

  /// Comes back when a file is another and none has changed for 50 ms.
  private func waitForChange(_ watch: FolderWatch) {
    var changed = false
    while true {
      if watch.isPolling {
        usleep(changed ? 50_000 : 500_000)
        guard watch.hasChanged() else {
          if changed { return }
          continue
        }
        changed = true
      } else {
        var wait = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&wait, 1, changed ? 50 : -1)
        if watch.drain() {
          changed = watch.hasChanged() || changed
        } else if changed {
          return
        }
      }
    }
  }
}
