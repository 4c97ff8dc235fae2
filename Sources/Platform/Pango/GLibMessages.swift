internal import CPango
internal import Faults
internal import Libc

/// What GLib does where it is refused memory: it says so, and ends the program.
package enum GLibMessages {
  /// To be called before anything of GLib's is made. For the command alone, as it is the process's.
  ///
  /// GLib's own way to say it (`g_log_writer_default`, 2.74) takes a lock that it may hold already, and then waits
  /// for itself for ever. `FaultGuard` says it without.
  package static func prepare() {
    g_log_set_default_handler(
      { domain, level, message, data in
        if level.rawValue & G_LOG_LEVEL_ERROR.rawValue != 0, errno == ENOMEM { FaultGuard.endForWantOfMemory() }
        g_log_default_handler(domain, level, message, data)
      }, nil)
  }
}
