import Libc
import Synchronization

/// SIGTERM, SIGINT and SIGHUP let the books at work end; the second of them ends all.
enum Draining {
  static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Ends the program by the signal that ended its work, as it would have ended at once.
  static func end(_ signal: Int32) -> Never {
    // this thread may hold the signal back, the first one does not
    Libc.signal(signal, SIG_DFL)
    kill(getpid(), signal)
    while true { pause() }
  }

  static func prepare() {
    _ = received.load(ordering: .relaxed)
    for number in [SIGTERM, SIGINT, SIGHUP] where !Platform.isIgnored(number) {
      Platform.handle(number, flags: Int32(truncatingIfNeeded: SA_RESETHAND)) { number in
        received.store(number, ordering: .relaxed)
      }
    }
  }
}

private let received = Atomic<Int32>(0)
