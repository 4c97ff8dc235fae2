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
  .systemLibrary(name: name, path: "Sources/Platform/System/\(name)", pkgConfig: package)
}

/// Tests are compiled without optimisation: what they test is not, and half of the wait
/// before the first test would be the optimiser's.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude, swiftSettings: [.unsafeFlags(["-Onone"])])
}

/// A sanitizer sees the memory of C libraries only where the program is linked as usual.
let isSanitized = Context.environment["OCTAVO_SANITIZER"] != nil

let package = Package(
  name: "octavo",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "octavo", targets: ["Program"]),
    .executable(name: "octavo-bench", targets: ["Benchmarks"]),
    // the modules whose types Octavo passes on may be imported by themselves, too
    .library(name: "Octavo", targets: ["Octavo", "BookModel", "Formula", "Design", "Units"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    // C libraries, one folder each; only the wrappers below import them.
    library("CPango", package: "pangocairo"),
    library("CCairo", package: "cairo-ft"),
    library("CExttextcat", package: "libexttextcat"),
    library("CGLib", package: "glib-2.0"),
    library("CDeflate", package: "libdeflate"),
    library("CPNG", package: "libpng"),
    library("CPictures", package: "gobject-2.0"),
    library("CYAML", package: "yaml-0.1"),
    // its archive: the soname has the version in it, another on each system
    .systemLibrary(name: "CCMark", path: "Sources/Platform/System/CCMark"),
    // opened when they are needed
    library("CFontSubset", package: "harfbuzz"),
    .systemLibrary(name: "CMicroHTTPD", path: "Sources/Platform/System/CMicroHTTPD"),
    .systemLibrary(name: "CICU", path: "Sources/Platform/System/CICU"),
    .systemLibrary(name: "CUchardet", path: "Sources/Platform/System/CUchardet"),
    .systemLibrary(name: "CQPDF", path: "Sources/Platform/System/CQPDF"),
    .systemLibrary(name: "CArchive", path: "Sources/Platform/System/CArchive"),
    .systemLibrary(name: "CColour", path: "Sources/Platform/System/CColour"),
    .systemLibrary(name: "CPlatform", path: "Sources/Platform/System/CPlatform"),

    // Values
    pure("Units", path: "Model/Units"),
    pure("Formula", path: "Model/Formula"),
    pure("BookModel", ["Formula", "Units"], path: "Model/BookModel"),
    pure("Design", ["Units"], path: "Model/Design"),
    pure("PageModel", ["Units"], path: "Model/PageModel"),
    pure("Barcode", path: "Model/Barcode"),

    // Wrappers
    .target(name: "Libc", dependencies: ["CPlatform"], path: "Sources/Platform/Libc"),
    .target(
      name: "Pango", dependencies: ["CPango", "Faults", "Libc", "Units", "PageModel"], path: "Sources/Platform/Pango"),
    .target(
      name: "Cairo", dependencies: ["CCairo", "CPNG", "Libc", "Units", "PageModel"], path: "Sources/Platform/Cairo"),
    .target(name: "MathFont", dependencies: ["CPango", "Libc"], path: "Sources/Platform/MathFont"),
    .target(name: "Hyphen", dependencies: ["Libc", "Units"], path: "Sources/Composition/Hyphen"),
    .target(name: "Faults", dependencies: ["Libc"], path: "Sources/Platform/Faults"),
    .target(name: "Bytes", dependencies: ["Libc"], path: "Sources/Platform/Bytes"),
    .target(
      name: "LanguageDetection", dependencies: ["CExttextcat", "Faults", "Libc"],
      path: "Sources/Platform/LanguageDetection"
    ),
    .target(name: "Collation", dependencies: ["CGLib", "CICU"], path: "Sources/Platform/Collation"),
    .target(
      name: "Encoding", dependencies: ["CGLib", "CUchardet", "Faults", "Libc"], path: "Sources/Platform/Encoding"),
    .target(name: "CMark", dependencies: ["CCMark", "Faults", "Libc"], path: "Sources/Platform/CMark"),
    .target(
      name: "Archive", dependencies: ["CArchive", "CDeflate", "Faults", "Libc"], path: "Sources/Platform/Archive"),
    .target(name: "YAML", dependencies: ["CYAML", "Faults"], path: "Sources/Platform/YAML"),
    .target(name: "Colour", dependencies: ["CColour"], path: "Sources/Platform/Colour"),
    .target(
      name: "QPDF", dependencies: ["CDeflate", "CQPDF", "Faults", "Libc", "Units"], path: "Sources/Platform/QPDF"),
    .target(name: "FontSubset", dependencies: ["CFontSubset"], path: "Sources/Platform/FontSubset"),
    .target(name: "Files", dependencies: ["CGLib", "Libc", "Units"], path: "Sources/Platform/Files"),
    .target(name: "HTTP", dependencies: ["Bytes", "CMicroHTTPD", "Libc"], path: "Sources/Platform/HTTP"),
    .target(name: "Images", dependencies: ["CPictures", "Faults", "Files", "Libc"], path: "Sources/Platform/Images"),

    // Stages
    .target(
      name: "Manuscript",
      dependencies: ["Units", "BookModel", "Bytes", "CMark", "Encoding", "Faults", "Formula", "TeX", "XML"],
      path: "Sources/Readers/Manuscript"),
    pure("TeX", ["Formula"], path: "Readers/TeX"),
    pure("XML", ["Bytes", "Units"], path: "Readers/XML"),
    pure("CSS", path: "Readers/CSS"),
    .target(
      name: "EPUB",
      dependencies: ["Archive", "BookModel", "CSS", "Encoding", "Formula", "Manuscript", "TeX", "Units", "XML"],
      path: "Sources/Readers/EPUB"),
    .target(
      name: "Word", dependencies: ["Archive", "BookModel", "Encoding", "Formula", "Manuscript", "TeX", "Units", "XML"],
      path: "Sources/Readers/Word"),
    pure("JSONReading", path: "Readers/JSONReading"),
    .target(
      name: "Pandoc", dependencies: ["BookModel", "JSONReading", "Manuscript", "Units"], path: "Sources/Readers/Pandoc"),
    .target(
      name: "Settings",
      dependencies: [
        "BookModel", "Faults", "Files", "Imposition", "Libc", "Manuscript", "Design", "Units", "YAML",
      ],
      path: "Sources/Settings",
      resources: [
        "octavo", "classic", "wonderland", "trade", "manuscript", "large-print", "albion", "marlowe", "rosalind",
        "runa",
        "orbit", "nursery", "atelier", "quad", "bodley", "handbook",
      ].map { .embedInCode("Themes/\($0).yaml") }),
    pure("LineBreaking", path: "Composition/LineBreaking"),
    pure("PageBreaking", path: "Composition/PageBreaking"),
    pure("Imposition", ["Units"], path: "Production/Imposition"),
    .target(
      name: "FormulaSetting", dependencies: ["Formula", "MathFont", "Units"], path: "Sources/Composition/FormulaSetting"
    ),
    .target(
      name: "Shaping", dependencies: ["Pango", "Hyphen", "Libc", "PageModel", "Units"],
      path: "Sources/Composition/Shaping"),
    .target(
      name: "Typesetting",
      dependencies: [
        "BookModel", "Formula", "FormulaSetting", "Hyphen", "Libc", "LineBreaking", "MathFont", "PageBreaking",
        "Design", "PageModel", "Pango", "Shaping", "Units",
      ], path: "Sources/Composition/Typesetting"),
    .target(
      name: "Drawing", dependencies: ["Cairo", "Images", "PageModel", "Units"], path: "Sources/Production/Drawing"),
    .target(
      name: "Finishing", dependencies: ["Bytes", "Colour", "FontSubset", "Libc", "QPDF", "Units"],
      path: "Sources/Production/Finishing"),
    .target(name: "PDFReading", dependencies: ["QPDF", "Units"], path: "Sources/Proof/PDFReading"),
    .target(
      name: "Verification", dependencies: ["PDFReading", "Units"], path: "Sources/Proof/Verification"),
    .target(
      name: "Preflight", dependencies: ["Bytes", "Files", "PDFReading", "Design", "QPDF", "Units", "XML"],
      path: "Sources/Proof/Preflight"),

    // Joined
    .target(
      name: "Octavo",
      dependencies: [
        "Archive", "Barcode", "BookModel", "Bytes", "Cairo", "Collation", "Colour", "Drawing", "EPUB", "Faults",
        "Files",
        "Finishing", "Formula", "Hyphen", "Images", "JSONReading", "PDFReading",
        "Imposition",
        "LanguageDetection", "Libc",
        "Manuscript", "Design", "PageModel", "Pandoc", "Pango", "Settings", "Shaping", "Typesetting", "Units",
        "Verification", "Word", "XML",
      ],
      // a link to Fonts/fonts.conf: resources lie in the folder of their target
      resources: [.embedInCode("Making/fonts.conf")]),
    // the book in a browser; its web page is embedded as it stands
    .target(
      name: "Reader",
      dependencies: [
        "Archive", "BookModel", "Cairo", "Files", "FontSubset", "HTTP", "Images", "JSONReading", "Libc", "Manuscript",
        "Octavo",
        "Design",
        "PageModel", "Settings", "Units",
      ],
      resources: [
        .embedInCode("Web/index.html"), .embedInCode("Web/reader.css"), .embedInCode("Web/text.js"),
        .embedInCode("Web/say.js"), .embedInCode("Web/help.js"),
        .embedInCode("Web/data.js"), .embedInCode("Web/page-view.js"), .embedInCode("Web/page-curl.js"),
        .embedInCode("Web/reader.js"), .embedInCode("Web/navigation.js"), .embedInCode("Web/find.js"),
        .embedInCode("Web/input.js"), .embedInCode("Web/icon.svg"), .embedInCode("Web/studio.html"),
        .embedInCode("Web/studio.css"), .embedInCode("Web/bench.js"), .embedInCode("Web/looks.js"),
        .embedInCode("Web/tasks.js"), .embedInCode("Web/cover.js"), .embedInCode("Web/outline.js"),
        .embedInCode("Web/elements.js"), .embedInCode("Web/studio.js"),
      ]),
    .target(
      name: "OctavoCommand",
      dependencies: [
        "Barcode", "BookModel", "Cairo", "Faults", "Files", "Finishing", "HTTP", "Hyphen", "Images", "JSONReading",
        "Libc",
        "Manuscript", "Octavo", "Reader",
        "PDFReading", "Design", "PageModel", "Pango", "Preflight", "Settings", "Typesetting", "Units",
        "Verification",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Manual", "Sample"], resources: [.embedInCode("Service/openapi.json")]),
    // with Swift's library in it: it starts sooner, takes 2 MB less, and runs where no Swift is
    .executableTarget(
      name: "Program", dependencies: ["Libc", "OctavoCommand"],
      linkerSettings: [
        .unsafeFlags(
          isSanitized
            ? []
            : [
              "-use-ld=lld", "-Xlinker", "--icf=all", "-static-stdlib", "-l_FoundationCShims",
              "-l_FoundationCollections",
            ],
          .when(platforms: [.linux], configuration: .release))
      ]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "BookModel", "Cairo", "Drawing", "Files", "Finishing", "Libc", "Manuscript", "Octavo", "Design",
        "PageModel",
        "Pango", "Shaping", "Typesetting", "Units",
      ],
      path: "Tests/Benchmarks", exclude: ["Results.md"]),

    // Tests
    .target(name: "TestSupport", dependencies: ["Files", "Imposition", "Units"], path: "Tests/Support"),
    .executableTarget(name: "FilesProbe", dependencies: ["Faults", "Files", "Libc"], path: "Tests/FilesProbe"),
    // as programs outside the package see the library
    .executableTarget(
      name: "PageTurner", dependencies: ["Octavo"], path: "Tests/Examples/PageTurner", packageAccess: false),
    .executableTarget(
      name: "OwnPages", dependencies: ["Octavo"], path: "Tests/Examples/OwnPages", packageAccess: false),
    tests("ExampleTests", ["Benchmarks", "OwnPages", "PageTurner"]),
    tests("LineBreakingTests", ["LineBreaking"]),
    tests(
      "OctavoTests",
      [
        "BookModel", "Cairo", "EPUB", "Files", "Finishing", "Hyphen", "Imposition", "LanguageDetection", "Manuscript",
        "Octavo",
        "PDFReading", "PageBreaking",
        "Design", "PageModel", "Pango", "QPDF", "Settings", "Shaping", "TestSupport", "Typesetting", "Units",
        "Verification",
      ]),
    tests(
      "ShapingTests",
      ["Hyphen", "Libc", "Octavo", "Design", "Pango", "Shaping", "TestSupport", "Typesetting", "Units"]),
    tests(
      "TypesettingTests",
      ["BookModel", "Manuscript", "Octavo", "Design", "PageModel", "Typesetting", "Units"], exclude: ["Goldens"]),
    tests(
      "EPUBTests",
      [
        "Archive", "BookModel", "CSS", "EPUB", "Formula", "Manuscript", "Pandoc", "TestSupport", "TeX", "Units", "Word",
        "XML",
      ]),
    tests("UnitsTests", ["Units"]),
    tests("BookModelTests", ["BookModel", "Units"]),
    tests("DesignTests", ["Design", "Units"]),
    tests("PageModelTests", ["PageModel"]),
    tests(
      "CommandTests",
      ["Images", "Libc", "Octavo", "OctavoCommand", "Design", "QPDF", "Settings", "TestSupport", "Units"]),
    tests("PageBreakingTests", ["PageBreaking"]),
    tests("ImpositionTests", ["Imposition", "TestSupport", "Units"]),
    tests("CollationTests", ["Collation"]),
    tests("EncodingTests", ["Encoding"]),
    tests("ImagesTests", ["Cairo", "Images", "PageModel", "Units"]),
    tests("FormulaTests", ["Formula", "FormulaSetting", "MathFont", "TeX", "TestSupport", "Units"]),
    tests("HyphenTests", ["Hyphen", "Units"]),
    tests("LanguageDetectionTests", ["LanguageDetection"]),
    tests(
      "ReaderTests", ["Archive", "BookModel", "Files", "HTTP", "Manuscript", "Octavo", "Design", "Reader", "Settings"]),
    tests("ManuscriptTests", ["BookModel", "CMark", "Encoding", "Manuscript", "TestSupport", "Units"]),
    tests("SettingsTests", ["Design", "Settings"]),
    tests("FilesTests", ["Files", "FilesProbe", "Libc", "Units"]),
    tests("BarcodeTests", ["Barcode"]),
    tests("PreflightTests", ["Design", "Preflight", "Units"]),
    tests("QPDFTests", ["QPDF"]),
    tests("FinishingTests", ["Colour", "Finishing", "QPDF", "Units"]),
    tests("VerificationTests", ["Files", "PDFReading", "TestSupport", "Units", "Verification"]),
  ],
  swiftLanguageModes: [.v6]
)
