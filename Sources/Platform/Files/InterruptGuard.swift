internal import Libc
internal import Synchronization

/// Turns the signals that stand for a failed write into errors of the write
/// itself: a reader that has gone (EPIPE), a file past `ulimit -f` (EFBIG).
package func ignoreFileSignals() {
  signal(SIGPIPE, SIG_IGN)
  signal(SIGXFSZ, SIG_IGN)
}

/// Removes half-made files when the program is interrupted.
///
/// It knows three at a time, more than octavo has open (fronts and backs); another one
/// opened meanwhile is not covered.
package enum InterruptGuard {
  /// From now on an interrupt, a termination or a hang-up first removes the
  /// file in the making, then ends the program as it would have without.
  /// For programs, not libraries: it changes the process.
  package static func install() {
    // Initialized here, lest its first use be in the handler.
    for place in 0..<3 { withPlace(place) { _ = $0.load(ordering: .relaxed) } }
    _ = (creations.load(ordering: .relaxed), isEnding.load(ordering: .relaxed))
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // What the parent turned off (nohup) stays off. The second signal, ours, meets the default action.
      if !Platform.isIgnored(number) {
        Platform.handle(number, flags: Int32(truncatingIfNeeded: SA_RESETHAND), removeAndRaise)
      }
    }
  }

  /// Notes the path before the file exists, so that there is no moment between.
  /// - Returns: where it is noted; nil if as many files are noted already.
  ///
  /// `hasTried` must follow, once the file exists or could not be made.
  static func willCreate(_ path: String) -> Int? {
    creations.add(1, ordering: .sequentiallyConsistent)
    if isEnding.load(ordering: .sequentiallyConsistent) {
      hasTried()
      // the program ends in another thread
      while true { pause() }
    }
    guard let copy = strdup(path) else { return nil }
    let address = UInt(bitPattern: copy)
    for place in 0..<3 {
      let isNoted = withPlace(place) {
        $0.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing).exchanged
      }
      if isNoted { return place }
    }
    free(copy)
    return nil
  }

  static func hasTried() { creations.subtract(1, ordering: .sequentiallyConsistent) }

  /// Removes what is half made, in a signal handler that ends the program: no file is made from now on.
  package static func removeFiles() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    let first = remove(0)
    let second = remove(1)
    let third = remove(2)
    // Another thread may be about to make one, its path found too early or noted too late. If it is this thread that
    // the signal has stopped there, nobody goes on: then it waits in vain.
    var rest = 50
    while rest > 0, creations.load(ordering: .sequentiallyConsistent) > 0 {
      var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&pause, nil)
      rest -= 1
    }
    guard rest < 50 else { return }
    // no array: that would ask for memory
    if let first { unlink(first) }
    if let second { unlink(second) }
    if let third { unlink(third) }
    for place in 0..<3 { _ = remove(place) }
  }

  private static func remove(_ place: Int) -> UnsafePointer<CChar>? {
    let address = withPlace(place) { $0.exchange(0, ordering: .acquiringAndReleasing) }
    guard let path = UnsafePointer<CChar>(bitPattern: address) else { return nil }
    unlink(path)
    return path
  }

  /// Forgets the path noted: the file has its final name, or is gone.
  static func didRemove(_ place: Int) {
    // Whoever exchanges the address owns the memory: the handler in another thread may have been first.
    let address = withPlace(place) { $0.exchange(0, ordering: .acquiringAndReleasing) }
    free(UnsafeMutablePointer<CChar>(bitPattern: address))
  }
}

/// Files that are about to be made.
private let creations = Atomic<Int>(0)
private let isEnding = Atomic<Bool>(false)

/// The addresses of C strings with the temporary files' paths; 0 for none.
private let firstFile = Atomic<UInt>(0)
private let secondFile = Atomic<UInt>(0)
private let thirdFile = Atomic<UInt>(0)

private func withPlace<Result>(_ place: Int, _ body: (borrowing Atomic<UInt>) -> Result) -> Result {
  switch place {
  case 0: body(firstFile)
  case 1: body(secondFile)
  default: body(thirdFile)
  }
}

/// Only calls that are safe in a signal handler (signal-safety(7)): it may
/// have stopped the program in the middle of an allocation.
private func removeAndRaise(_ number: Int32) {
  InterruptGuard.removeFiles()
  // Held back until this handler returns, then met by the default action.
  raise(number)
}
