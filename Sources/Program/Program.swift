import Dispatch
import Libc
import OctavoCommand

/// The program `octavo`, a target of its own so that it alone is linked with Swift's library in it:
/// tests need the library that they share with Swift Testing.
@main
enum Program {
  static func main() {
    // an asynchronous `main` would want its threads before anything could be said
    OctavoCommand.checkThreads()
    Task.detached {
      await OctavoCommand.main()
      exit(0)
    }
    dispatchMain()
  }
}
