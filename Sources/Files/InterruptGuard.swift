internal import Glibc
internal import Synchronization

/// Turns the signals that stand for a failed write into errors of the write
/// itself: a reader that has gone (EPIPE), a file past `ulimit -f` (EFBIG).
package func ignoreFileSignals() {
  signal(SIGPIPE, SIG_IGN)
  signal(SIGXFSZ, SIG_IGN)
}

/// Removes the half-made file when the program is interrupted.
///
/// It knows one file at a time, which is all that octavo has open; a second one
/// opened meanwhile is not covered.
package enum InterruptGuard {
  /// From now on an interrupt, a termination or a hang-up first removes the
  /// file in the making, then ends the program as it would have without.
  /// For programs, not libraries: it changes the process.
  package static func install() {
    // Initialized here, lest its first use be in the handler.
    _ = fileInTheMaking.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var present = sigaction()
      // What the parent turned off (nohup) stays off.
      guard sigaction(number, nil, &present) == 0,
        unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
      else { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = removeAndRaise
      // The second signal, ours, meets the default action.
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(number, &action, nil)
    }
  }

  /// Notes the path before the file exists, so that there is no moment between.
  /// - Returns: false if another file is noted already.
  static func willCreate(_ path: String) -> Bool {
    guard let copy = strdup(path) else { return false }
    let address = UInt(bitPattern: copy)
    let (isNoted, _) = fileInTheMaking.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing)
    if !isNoted { free(copy) }
    return isNoted
  }

  /// Forgets the path noted: the file has its final name, or is gone.
  static func didRemove() {
    // Whoever exchanges the address owns the memory: the handler in another thread may have been first.
    free(UnsafeMutablePointer<CChar>(bitPattern: fileInTheMaking.exchange(0, ordering: .acquiringAndReleasing)))
  }
}

/// The address of the C string with the temporary file's path; 0 for none.
private let fileInTheMaking = Atomic<UInt>(0)

/// Only calls that are safe in a signal handler (signal-safety(7)): it may
/// have stopped the program in the middle of an allocation.
private func removeAndRaise(_ number: Int32) {
  let address = fileInTheMaking.exchange(0, ordering: .acquiringAndReleasing)
  if let path = UnsafePointer<CChar>(bitPattern: address) { unlink(path) }
  // Held back until this handler returns, then met by the default action.
  raise(number)
}
