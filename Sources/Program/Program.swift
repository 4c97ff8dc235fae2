import OctavoCommand

/// The program `octavo`, a target of its own so that it alone is linked with Swift's library in it:
/// tests need the library that they share with Swift Testing.
@main
enum Program {
  static func main() async { await OctavoCommand.main() }
}
