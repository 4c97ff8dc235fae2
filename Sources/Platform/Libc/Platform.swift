package import CPlatform

/// What systems have in ways of their own, by one name; `CPlatform` has the ways.
package enum Platform {
  /// A file of no name, in memory; -1 where the system has none.
  package static func memoryFile() -> Int32 { octavo_memory_file() }

  /// Whether files may grow without limit.
  package static var filesMayGrow: Bool { octavo_files_may_grow() != 0 }

  /// The name by which a file that is open can be opened.
  package static func path(of descriptor: Int32) -> String {
    #if canImport(Darwin)
      "/dev/fd/\(descriptor)"
    #else
      "/proc/self/fd/\(descriptor)"
    #endif
  }

  /// When a file was changed last.
  package static func modified(_ info: stat) -> timespec { withUnsafePointer(to: info) { octavo_modified($0) } }

  /// Ready to be read when something happened in a folder that is watched; -1 where the system tells of nothing.
  package static func watch() -> Int32 { octavo_watch() }

  /// - Returns: whether there is such a folder, so far as the system says; otherwise it is not watched.
  package static func watch(_ folder: String, by descriptor: Int32) -> Bool {
    octavo_watch_folder(descriptor, folder) >= 0 || errno != ENOENT
  }

  /// Seconds of a clock that never goes back.
  package static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  package static func isIgnored(_ signal: Int32) -> Bool { octavo_is_ignored(signal) != 0 }

  package static func handle(_ signal: Int32, flags: Int32, _ handler: @convention(c) (Int32) -> Void) {
    octavo_handle(signal, handler, flags)
  }

  /// This thread, as no other is called.
  package static var thread: UInt { octavo_thread() }

  /// Whether so many threads can be begun beside this one; their stacks are kept for those that come.
  ///
  /// To be asked before anything is done asynchronously: where the system refuses a thread, for want of memory or by
  /// its limits, libdispatch tries again each second and never gives up (`_dispatch_root_queue_poke_slow`).
  package static func grantsThreads(_ count: Int32) -> Bool { octavo_grants_threads(count) != 0 }

  /// Begins a program, found in `PATH`, without a shell.
  /// - Parameters:
  ///   - output: where it writes; it ends with this one then. Nil for one that outlives this one and has its standard
  ///     streams.
  ///   - errors: where it writes what it has to say; nil to throw that away.
  /// - Returns: its number, or nil and why not.
  package static func begin(
    _ name: String, _ arguments: [String], output: Int32?, errors: Int32? = nil
  ) -> (child: pid_t?, errno: Int32) {
    var argv: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) }
    // the first that there was no memory for would be the last
    let isWhole = !argv.contains(nil)
    argv.append(nil)
    defer { for argument in argv { free(argument) } }
    guard isWhole else { return (nil, ENOMEM) }
    let child = octavo_spawn(name, argv, output ?? -1, errors ?? -1)
    return child > 0 ? (child, 0) : (nil, errno)
  }

  // MARK: Limits and use

  /// What a program took.
  package struct Use: Sendable {
    /// Seconds of the processor.
    package var seconds = 0.0
    /// Bytes of memory, at most.
    package var peak = 0

    package init() {}
    init(_ use: octavo_use) { (seconds, peak) = (use.seconds, Int(use.peak)) }
  }

  /// From now on this program, and each that it begins, is refused more memory than that; false where the system has
  /// no such limit.
  package static func limitMemory(_ bytes: Int) -> Bool { octavo_limit_memory(UInt64(bytes)) == 0 }

  /// This program gets SIGALRM, once.
  package static func alarm(after seconds: Double) { octavo_alarm(seconds) }

  /// What this program took so far, with those that it began: their seconds together, the peak of the largest.
  package static var use: Use {
    var use = Use(octavo_use_so_far(0))
    let others = Use(octavo_use_so_far(1))
    use.seconds += others.seconds
    use.peak = max(use.peak, others.peak)
    return use
  }

  /// Bytes of memory that programs could have; nil where the system does not say.
  package static var freeMemory: Int? {
    let bytes = octavo_free_memory()
    return bytes < 0 ? nil : Int(bytes)
  }

  /// Cores that this program may use.
  package static var cores: Int { Int(octavo_cores()) }

  /// How a program ended that was begun, and what it took; nil where it goes on.
  package static func ended(_ child: pid_t) -> (status: Int32, use: Use)? {
    var (status, use) = (Int32(0), octavo_use())
    return octavo_ended(child, &status, &use) == 0 ? nil : (status, Use(use))
  }

  /// The program that runs, links followed; nil where the system does not say.
  package static let program: String? = programPath()

  /// The program that hands a file to the desktop.
  package static var viewer: String {
    #if canImport(Darwin)
      "open"
    #else
      "xdg-open"
    #endif
  }
}
