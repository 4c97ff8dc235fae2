internal import Libc
internal import Synchronization

/// Makes an error of what would end the program without a word: a segmentation fault or an
/// abort in a C library that reads what others have written, or a trap in octavo's own code.
///
/// The fault cannot be mended, as the memory may be spoilt: the program ends, but first it says
/// which library broke down on which file, and removes the files in the making. The handler makes
/// only calls that are safe in one (signal-safety(7)); its words are put together beforehand.
package enum FaultGuard {
  /// What is said of a fault: the signal's name comes between the first two parts.
  package struct Words: Sendable {
    package var before: String
    package var after: String
    /// Said in their place where memory was refused.
    package var memory: String

    package init(before: String, after: String, memory: String) {
      self.before = before
      self.after = after
      self.memory = memory
    }
  }

  /// Signals that a fault raises.
  private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS]

  /// From now on a fault is an error. For programs, not libraries: it changes the process.
  /// - Parameters:
  ///   - code: what the process answers after a fault.
  ///   - cleaning: removes what is half made; called in the handler.
  ///   - words: what to say of a library, nil for octavo itself, and a file.
  package static func install(
    code: Int32, cleaning: @escaping @convention(c) () -> Void,
    words: @escaping @Sendable (_ library: String?, _ file: String) -> Words
  ) {
    // initialized here, lest their first use be in the handler
    exitCode.store(code, ordering: .relaxed)
    cleaner.store(UInt(bitPattern: unsafeBitCast(cleaning, to: Int.self)), ordering: .relaxed)
    presentWords.store(0, ordering: .relaxed)
    faulting.store(0, ordering: .relaxed)
    _ = ownWords
    wording.withLock { $0.words = words }
    isAt("octavo")
    prepareThread()
    for number in signals {
      // on a stack of its own, for the thread's may be what is used up; the same fault in the handler meets the
      // default action, as its signal is held back
      Platform.handle(number, flags: SA_ONSTACK, endByFault)
    }
    atexit(endByExit)
  }

  /// What the program is busy with from now on, as messages call it.
  package static func isAt(_ file: String) {
    wording.withLock { wording in
      guard let words = wording.words, wording.file != file else { return }
      wording.file = file
      let old = presentWords.exchange(
        UInt(bitPattern: bytes(words(nil, file))), ordering: .acquiringAndReleasing)
      // whoever is at the old words, in a handler, ends the process before they are gone
      free(UnsafeMutableRawPointer(bitPattern: old))
    }
  }

  /// Calls a library that reads what others have written.
  /// - Parameters:
  ///   - library: its name, as its package is called.
  ///   - file: what it reads; nil for what the program is busy with.
  package static func during<Result: ~Copyable, Failure: Error>(
    _ library: String, on file: String? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard
      let own = wording.withLock({ wording in
        wording.words.map { bytes($0(library, file ?? wording.file)) }
      })
    else { return try body() }
    prepareThread()
    let outer = pthread_getspecific(ownWords)
    pthread_setspecific(ownWords, own)
    let before = errno
    defer {
      pthread_setspecific(ownWords, outer)
      free(own)
      // memory that a picture asked for in vain, and did without, is no fault of what comes next
      errno = before
    }
    if let injected, injected.library == library {
      let present = file ?? wording.withLock { $0.file }
      if injected.file ?? present == present { injected.happen() }
    }
    return try body()
  }

  /// From now on the program has so many seconds; then it removes what is half made, says this and ends as after a
  /// fault. Programs that it began and that end with it do so, too.
  package static func limitTime(_ seconds: Double, words: String) {
    let own = Array(words.utf8) + [0]
    guard let copy = malloc(own.count) else { return }
    copy.copyMemory(from: own, byteCount: own.count)
    timeWords.store(UInt(bitPattern: copy), ordering: .releasing)
    prepareThread()
    Platform.handle(SIGALRM, flags: SA_ONSTACK, endByTime)
    Platform.alarm(after: seconds)
  }

  /// Ends the program for want of memory, as Swift does where it cannot make a value: for calls that are refused
  /// some and have no other answer.
  package static func endForWantOfMemory() -> Never {
    prepareThread()
    errno = ENOMEM
    abort()
  }

  /// Gives this thread a stack for the handler, so that a stack overflow is told like any fault, and lets its abort
  /// through to it: libdispatch's threads block the signal, and glibc's `abort` unblocks it no longer (from 2.41 on).
  /// It does no harm where there is no handler, and costs a call of the system.
  package static func prepareThread() {
    var present = stack_t()
    guard sigaltstack(nil, &present) == 0, present.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    var aborts = sigset_t()
    sigemptyset(&aborts)
    sigaddset(&aborts, SIGABRT)
    pthread_sigmask(SIG_UNBLOCK, &aborts, nil)
    // kept as long as the thread, of which octavo has a few
    let size = 64 << 10
    guard let memory = malloc(size) else { return }
    var stack = stack_t()
    stack.ss_sp = memory
    stack.ss_size = size
    sigaltstack(&stack, nil)
  }

  /// Three C strings, one behind the other.
  private static func bytes(_ words: Words) -> UnsafeMutableRawPointer? {
    let all: [UInt8] = [words.before, words.after, words.memory].flatMap { $0.utf8 + [0] }
    guard let copy = malloc(all.count) else { return nil }
    copy.copyMemory(from: all, byteCount: all.count)
    return copy
  }
}

// MARK: What the handler reads

private let exitCode = Atomic<Int32>(0)
/// The thread that met a fault first.
private let faulting = Atomic<UInt>(0)
private let cleaner = Atomic<UInt>(0)
/// Address of the words for a fault outside all libraries.
private let presentWords = Atomic<UInt>(0)
/// Address of the words for the end of the time.
private let timeWords = Atomic<UInt>(0)
/// Of each thread: the words for the library that it is in.
private let ownWords: pthread_key_t = {
  var key = pthread_key_t()
  pthread_key_create(&key, nil)
  return key
}()

private struct Wording {
  var words: (@Sendable (String?, String) -> FaultGuard.Words)?
  var file = ""
}
private let wording = Mutex(Wording())

/// The program is about to end as it should, or a library ended it: libarchive does where it has no memory for a
/// message (`__archive_errx`).
private func endByExit() {
  if pthread_getspecific(ownWords) != nil { endByFault(0) }
}

private func endByTime(_ number: Int32) {
  let first = faulting.compareExchange(
    expected: 0, desired: Platform.thread, ordering: .acquiringAndReleasing
  ).original
  // a fault is being told
  guard first == 0 else { return }
  let clean = cleaner.load(ordering: .relaxed)
  if clean != 0 { unsafeBitCast(Int(bitPattern: clean), to: (@convention(c) () -> Void).self)() }
  if let words = UnsafePointer<CChar>(bitPattern: timeWords.load(ordering: .acquiring)) {
    _ = write(STDERR_FILENO, words, strlen(words))
  }
  _exit(exitCode.load(ordering: .relaxed))
}

/// - Parameter number: the signal; 0 where a library called `exit`.
private func endByFault(_ number: Int32) {
  // where memory is refused, threads fault one after the other: the first one tells it, the others wait for the end
  let first = faulting.compareExchange(
    expected: 0, desired: Platform.thread, ordering: .acquiringAndReleasing
  ).original
  if first == Platform.thread { _exit(exitCode.load(ordering: .relaxed)) }
  while first != 0 { pause() }
  // libraries and Swift end the program where they are refused memory
  let isForMemory = errno == ENOMEM
  let clean = cleaner.load(ordering: .relaxed)
  if clean != 0 { unsafeBitCast(Int(bitPattern: clean), to: (@convention(c) () -> Void).self)() }
  let own =
    pthread_getspecific(ownWords)
    ?? UnsafeMutableRawPointer(
      bitPattern: presentWords.load(ordering: .acquiring))
  if let before = own?.assumingMemoryBound(to: CChar.self) {
    let length = strlen(before)
    let after = before + length + 1
    if isForMemory {
      let memory = after + strlen(after) + 1
      _ = write(STDERR_FILENO, memory, strlen(memory))
      _exit(exitCode.load(ordering: .relaxed))
    }
    _ = write(STDERR_FILENO, before, length)
    let name: StaticString =
      switch number {
      case SIGSEGV: "SIGSEGV"
      case SIGBUS: "SIGBUS"
      case SIGILL: "SIGILL"
      case SIGFPE: "SIGFPE"
      case SIGABRT: "SIGABRT"
      case SIGTRAP: "SIGTRAP"
      case 0: "exit"
      default: "SIGSYS"
      }
    _ = write(STDERR_FILENO, name.utf8Start, name.utf8CodeUnitCount)
    _ = write(STDERR_FILENO, after, strlen(after))
  }
  _exit(exitCode.load(ordering: .relaxed))
}

// MARK: Faults on demand

/// A fault that tests ask for by `OCTAVO_FAULT=LIBRARY:KIND` or `LIBRARY:KIND@FILE`: libraries break
/// down on files that nobody has at hand.
private struct InjectedFault: Sendable {
  var library: String
  var kind: String
  /// Nil for whatever is read first.
  var file: String?

  func happen() {
    switch kind {
    case "abort": abort()
    case "exit": exit(1)
    case "memory": FaultGuard.endForWantOfMemory()
    case "overflow": print(InjectedFault.depth(1))
    case "trap": preconditionFailure("a fault that a test has asked for")
    default: raise(SIGSEGV)
    }
  }

  /// Never comes back: the stack is used up, as by a parser that calls itself for each bracket.
  @inline(never) private static func depth(_ level: Int) -> Int {
    var room = (level, level, level, level, level, level, level, level)
    return withUnsafeMutablePointer(to: &room) { level < 0 ? $0.pointee.0 : depth(level + 1) + $0.pointee.7 }
  }
}

private let injected: InjectedFault? = {
  guard let asked = getenv("OCTAVO_FAULT").map({ String(cString: $0) }), let colon = asked.lastIndex(of: ":") else {
    return nil
  }
  let parts = asked[asked.index(after: colon)...].split(separator: "@", maxSplits: 1)
  return InjectedFault(
    library: String(asked[..<colon]), kind: parts.first.map(String.init) ?? "",
    file: parts.count > 1 ? String(parts[1]) : nil)
}()
