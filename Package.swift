// swift-tools-version: 6.2
import PackageDescription

/// Stages that know no C, fonts or files. Strict memory safety is an error there:
/// a stray pointer does not compile.
func pure(_ name: String, _ dependencies: [Target.Dependency] = [], path: String) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(path)",
    swiftSettings: [.strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error)])
}

/// A C library behind a module map; `package` is its name for pkg-config.
func library(_ name: String, package: String) -> Target {
  .systemLibrary(name: name, path: "Sources/Edge/System/\(name)", pkgConfig: package)
}

let package = Package(
  name: "octavo",
  products: [
    .executable(name: "octavo", targets: ["OctavoCommand"]),
    .executable(name: "octavo-bench", targets: ["Benchmarks"]),
    // the modules whose types Octavo passes on may be imported by themselves, too
    .library(name: "Octavo", targets: ["Octavo", "BookModel", "PageDesign", "Units"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    // C libraries, one folder each; only the wrappers below import them.
    library("CPango", package: "pangocairo"),
    library("CCairo", package: "cairo-ft"),
    library("CExttextcat", package: "libexttextcat"),
    library("CUchardet", package: "uchardet"),
    library("CGLib", package: "glib-2.0"),
    library("CQPDF", package: "libqpdf"),
    library("CPictures", package: "gobject-2.0"),
    library("CCMark", package: "libcmark-gfm"),
    library("CYAML", package: "yaml-0.1"),
    .systemLibrary(name: "CMalloc", path: "Sources/Edge/System/CMalloc"),

    // Values
    pure("Units", path: "Model/Units"),
    pure("BookModel", ["Units"], path: "Model/Book"),
    pure("PageDesign", ["Units"], path: "Model/Design"),
    pure("PageModel", ["Units"], path: "Model/Page"),

    // Wrappers
    .target(name: "Pango", dependencies: ["CPango", "Units", "PageModel"], path: "Sources/Edge/Pango"),
    .target(name: "Cairo", dependencies: ["CCairo", "Units", "PageModel"], path: "Sources/Edge/Cairo"),
    .target(name: "Hyphen", dependencies: ["Units"], path: "Sources/Set/Hyphen"),
    .target(name: "LanguageDetection", dependencies: ["CExttextcat"], path: "Sources/Edge/LanguageDetection"),
    .target(name: "Encoding", dependencies: ["CGLib", "CUchardet", "Units"], path: "Sources/Edge/Encoding"),
    .target(name: "CMark", dependencies: ["CCMark"], path: "Sources/Edge/CMark"),
    .target(name: "YAML", dependencies: ["CYAML"], path: "Sources/Edge/YAML"),
    .target(name: "QPDF", dependencies: ["CQPDF", "Units"], path: "Sources/Edge/QPDF"),
    .target(name: "Files", dependencies: ["Units"], path: "Sources/Edge/Files"),
    .target(name: "Configuration", dependencies: ["Units", "YAML"], path: "Sources/Settings"),
    .target(name: "Images", dependencies: ["CPictures", "Files"], path: "Sources/Edge/Images"),

    // Stages
    .target(name: "Manuscript", dependencies: ["Units", "BookModel", "CMark", "Encoding"], path: "Sources/Read"),
    pure("LineBreaking", path: "Set/LineBreaking"),
    pure("PageBreaking", path: "Set/PageBreaking"),
    pure("Imposition", ["Units"], path: "Draw/Imposition"),
    .target(name: "Shaping", dependencies: ["Pango", "Hyphen", "Units"], path: "Sources/Set/Shaping"),
    .target(
      name: "Typesetting",
      dependencies: [
        "BookModel", "Hyphen", "LineBreaking", "PageBreaking", "PageDesign", "PageModel", "Pango", "Shaping", "Units",
      ], path: "Sources/Set/Typesetting"),
    .target(name: "Drawing", dependencies: ["Cairo", "Images", "PageModel", "Units"], path: "Sources/Draw/Drawing"),
    .target(name: "Finishing", dependencies: ["QPDF", "Units"], path: "Sources/Draw/Finishing"),
    .target(name: "Verification", dependencies: ["Units"], path: "Sources/Prove"),

    // Joined
    .target(
      name: "Octavo",
      dependencies: [
        "BookModel", "Cairo", "Configuration", "Drawing", "Files", "Finishing", "Hyphen", "Images", "Imposition",
        "LanguageDetection",
        "Manuscript", "PageDesign", "PageModel", "Pango", "Shaping", "Typesetting", "Units", "Verification",
      ]),
    .executableTarget(
      name: "OctavoCommand",
      dependencies: [
        "BookModel", "CMalloc", "Configuration", "Files", "Finishing", "Hyphen", "LanguageDetection", "Manuscript",
        "Octavo",
        "PageDesign", "PageModel", "Pango", "Typesetting", "Units", "Verification",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Sample"]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "BookModel", "Cairo", "Drawing", "Files", "Finishing", "Manuscript", "Octavo", "PageDesign", "PageModel",
        "Pango", "Shaping", "Typesetting", "Units",
      ],
      path: "Tests/Benchmarks", exclude: ["Results.md"]),

    // Tests
    .target(name: "TestSupport", dependencies: ["Imposition", "Verification", "Units"], path: "Tests/Support"),
    .executableTarget(name: "FilesProbe", dependencies: ["Files"], path: "Tests/FilesProbe"),
    // as programs outside the package see the library
    .executableTarget(
      name: "PageTurner", dependencies: ["Octavo"], path: "Tests/Examples/PageTurner", packageAccess: false),
    .executableTarget(
      name: "OwnPages", dependencies: ["Octavo"], path: "Tests/Examples/OwnPages", packageAccess: false),
    .testTarget(name: "ExampleTests", dependencies: ["Benchmarks", "OwnPages", "PageTurner"]),
    .testTarget(name: "LineBreakingTests", dependencies: ["LineBreaking"]),
    .testTarget(
      name: "OctavoTests",
      dependencies: [
        "BookModel", "Cairo", "Files", "Finishing", "Hyphen", "Imposition", "LanguageDetection", "Manuscript", "Octavo",
        "PageBreaking",
        "PageDesign", "PageModel", "Pango", "QPDF", "Shaping", "TestSupport", "Typesetting", "Units", "Verification",
      ]),
    .testTarget(name: "UnitsTests", dependencies: ["Units"]),
    .testTarget(name: "BookModelTests", dependencies: ["BookModel", "Units"]),
    .testTarget(name: "PageDesignTests", dependencies: ["PageDesign", "Units"]),
    .testTarget(name: "PageModelTests", dependencies: ["PageModel"]),
    .testTarget(name: "CommandTests", dependencies: ["OctavoCommand", "TestSupport"]),
    .testTarget(name: "PageBreakingTests", dependencies: ["PageBreaking"]),
    .testTarget(name: "ImpositionTests", dependencies: ["Imposition", "TestSupport", "Units"]),
    .testTarget(name: "EncodingTests", dependencies: ["Encoding", "Units"]),
    .testTarget(name: "ImagesTests", dependencies: ["Cairo", "Images", "PageModel", "Units"]),
    .testTarget(name: "HyphenTests", dependencies: ["Hyphen", "Units"]),
    .testTarget(name: "LanguageDetectionTests", dependencies: ["LanguageDetection"]),
    .testTarget(
      name: "ManuscriptTests", dependencies: ["BookModel", "CMark", "Encoding", "Manuscript", "TestSupport", "Units"]),
    .testTarget(name: "ConfigurationTests", dependencies: ["Configuration", "Units"]),
    .testTarget(name: "FilesTests", dependencies: ["Files", "FilesProbe", "Units"]),
    .testTarget(name: "QPDFTests", dependencies: ["QPDF"]),
    .testTarget(name: "FinishingTests", dependencies: ["Finishing", "QPDF", "Units"]),
    .testTarget(name: "VerificationTests", dependencies: ["TestSupport", "Units", "Verification"]),
  ],
  swiftLanguageModes: [.v6]
)
