internal import Faults
internal import Libc

// Pango asks fontconfig for the fonts of a text in a thread of its own, and waits there for an answer until it has one
// (`match_in_thread`, `sort_in_thread` in pangofc-fontmap.c, 1.50): where fontconfig is refused memory it has none to
// give, and the wait has no end.

/// Stands before fontconfig's function of this name, as a program's symbols come before those of libraries, and ends
/// the program where that has no answer. Not internal: only then has it a place in the program's table.
@c(FcFontSetMatch)
package func fontSetMatch(
  _ configuration: OpaquePointer?, _ sets: OpaquePointer?, _ count: Int32, _ pattern: OpaquePointer?,
  _ result: OpaquePointer?
) -> OpaquePointer? {
  typealias Match =
    @convention(c) (OpaquePointer?, OpaquePointer?, Int32, OpaquePointer?, OpaquePointer?) -> OpaquePointer?
  let match = fontconfig("FcFontSetMatch", as: Match.self)
  guard let found = match(configuration, sets, count, pattern, result) else { FaultGuard.endForWantOfMemory() }
  return found
}

/// The same, for the fonts that stand in for one.
@c(FcFontSetSort)
package func fontSetSort(
  _ configuration: OpaquePointer?, _ sets: OpaquePointer?, _ count: Int32, _ pattern: OpaquePointer?, _ trim: Int32,
  _ letters: OpaquePointer?, _ result: OpaquePointer?
) -> OpaquePointer? {
  typealias Sort =
    @convention(c) (OpaquePointer?, OpaquePointer?, Int32, OpaquePointer?, Int32, OpaquePointer?, OpaquePointer?) ->
    OpaquePointer?
  let sort = fontconfig("FcFontSetSort", as: Sort.self)
  guard let found = sort(configuration, sets, count, pattern, trim, letters, result) else {
    FaultGuard.endForWantOfMemory()
  }
  return found
}

/// The library's own function of a name that one of the program's has, too.
private func fontconfig<Function>(_ name: String, as type: Function.Type) -> Function {
  // RTLD_NEXT, which C writes as a cast
  guard let own = dlsym(UnsafeMutableRawPointer(bitPattern: -1), name) else { FaultGuard.endForWantOfMemory() }
  return unsafeBitCast(own, to: type)
}
