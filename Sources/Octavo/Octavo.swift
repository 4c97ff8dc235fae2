/// The library's version, as `Octavo.version`. (No type is called `Octavo`: it would hide
/// the module's name, and with it `Octavo.Progress` from programs that import Foundation.)
public let version = "0.1.0"
