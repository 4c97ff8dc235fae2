import Libc
import Pango
import Testing

/// Where fontconfig is refused memory in Pango's own thread, Pango waits for ever: octavo stands before it there.
/// `Tests/Faults/memory.py` refuses the memory.
@Suite struct `Fonts that Pango asks for in its own thread` {
  @Test(arguments: ["FcFontSetMatch", "FcFontSetSort"])
  func `octavo is asked first`(_ name: String) throws {
    let library = try #require(dlopen("libfontconfig.so.1", RTLD_LAZY))
    defer { dlclose(library) }
    let own = try #require(dlsym(library, name))
    // whoever has the name first in the order of the process, as it is looked up for libpangoft2
    let first = try #require(dlsym(nil, name))
    #expect(first != own)
  }
}
