// The module has the name of its first type, which therefore hides it: a module that
// passes these types on by their own names could not say where they come from.

/// `PageDesign` by a name that no module has.
public typealias DesignOfPages = PageDesign
/// `Trim` by a name of its own.
public typealias TrimOfPages = Trim
/// `Theme` by a name of its own.
public typealias ThemeOfPages = Theme
