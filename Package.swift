// swift-tools-version: 6.2
import PackageDescription

/// Pure stages: no C, no fonts, no files; a stray pointer does not compile there.
func pure(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies)
}

let package = Package(
  name: "octavo",
  products: [
    .executable(name: "octavo", targets: ["OctavoCommand"]),
    .library(name: "Octavo", targets: ["Octavo"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    .systemLibrary(name: "CPango", path: "Sources/System/CPango", pkgConfig: "pangocairo"),
    .systemLibrary(name: "CCairo", path: "Sources/System/CCairo", pkgConfig: "cairo-ft"),
    .systemLibrary(name: "CHyphen", path: "Sources/System/CHyphen"),
    .systemLibrary(name: "CExttextcat", path: "Sources/System/CExttextcat", pkgConfig: "libexttextcat"),
    .systemLibrary(name: "CUchardet", path: "Sources/System/CUchardet", pkgConfig: "uchardet"),
    .systemLibrary(name: "CQPDF", path: "Sources/System/CQPDF", pkgConfig: "libqpdf"),
    .target(name: "Units"),
    .target(name: "BookModel", dependencies: ["Units"]),
    .target(name: "PageModel", dependencies: ["Units"]),
    .target(name: "PageDesign", dependencies: ["Units"]),
    .target(name: "LineBreaking"),
    .target(name: "PageBreaking"),
    .target(name: "Imposition", dependencies: ["Units"]),
    .target(name: "Pango", dependencies: ["CPango", "Units", "PageModel"]),
    .target(name: "Cairo", dependencies: ["CCairo", "Units", "PageModel"]),
    .target(name: "Hyphen", dependencies: ["CHyphen", "Units"]),
    .target(name: "LanguageDetection", dependencies: ["CExttextcat", "Units"]),
    .target(name: "Encoding", dependencies: ["CUchardet", "Units"]),
    .target(name: "QPDF", dependencies: ["CQPDF", "Units"]),
    .target(name: "Files", dependencies: ["Units"]),
    .target(name: "Manuscript", dependencies: ["Units", "BookModel", "Encoding"]),
    .target(name: "Shaping", dependencies: ["Pango", "Hyphen", "PageModel", "Units"]),
    .target(name: "Typesetting", dependencies: ["BookModel", "LineBreaking", "PageBreaking", "PageDesign", "PageModel", "Pango", "Shaping", "Units"]),
    .target(name: "Drawing", dependencies: ["Cairo", "PageModel", "Units"]),
    .target(name: "Finishing", dependencies: ["QPDF", "Units"]),
    .target(name: "Verification", dependencies: ["Units"]),
    .target(name: "Octavo", dependencies: ["BookModel", "Finishing", "Hyphen", "Cairo", "Drawing", "Imposition", "PageDesign", "PageModel", "Pango", "Shaping", "Typesetting", "Units"]),
    .executableTarget(
      name: "OctavoCommand",
      dependencies: [
        "BookModel", "Files", "Finishing", "Hyphen", "LanguageDetection", "Manuscript", "Octavo", "PageDesign", "Pango",
        "Typesetting", "Units", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Sample"]),
  ],
  swiftLanguageModes: [.v6]
)
