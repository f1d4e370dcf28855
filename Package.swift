// swift-tools-version: 6.3
import PackageDescription

typealias KernelLevel = (name: String, flags: [String])

/// The same kernel source, compiled once per CPU level through symbolic links.
#if arch(x86_64)
  let kernelLevels: [KernelLevel] = [
    ("LifeKernelsBaseline", []),
    ("LifeKernelsV3", ["-Xcc", "-march=x86-64-v3"]),
    ("LifeKernelsV4", ["-Xcc", "-march=x86-64-v4"]),
  ]
#else
  let kernelLevels: [KernelLevel] = [("LifeKernelsBaseline", [])]
#endif

/// One row per layer, lowest first. A layer may import only the layers its row names,
/// so reading this table top to bottom is reading the architecture. All but the first may import
/// `LifeSystem`, the C library.
let layers: [(name: String, imports: [String])] = [
  ("LifeTerminal", []),
  ("LifeKernels", kernelLevels.map(\.name) + ["CCPU"]),
  ("LifeCore", ["CCPU"]),
  ("LifeIO", ["LifeCore", "CZlib", "CPatterns"]),
  ("LifeArguments", ["LifeCore", "LifeIO"]),
  ("LifeFormats", ["LifeCore", "LifeIO"]),
  ("LifeEngines", ["LifeCore", "LifeKernels", "CCPU"]),
  ("LifeAnalysis", ["LifeCore", "LifeIO", "LifeEngines", "LifeKernels", "CCPU"]),
  ("LifeRender", ["LifeCore", "LifeIO", "LifeFormats"]),
  (
    "LifeRun",
    [
      "LifeCore", "LifeIO", "LifeFormats", "LifeKernels", "LifeEngines", "LifeAnalysis",
      "LifeRender",
    ]
  ),
  (
    "LifeReport",
    [
      "LifeCore", "LifeIO", "LifeArguments", "LifeFormats", "LifeEngines", "LifeAnalysis",
      "LifeRender", "LifeRun",
    ]
  ),
  (
    "LifePlayer",
    [
      "LifeCore", "LifeIO", "LifeArguments", "LifeFormats", "LifeEngines", "LifeAnalysis",
      "LifeRender", "LifeRun", "LifeReport", "LifeTerminal",
    ]
  ),
  (
    "Life",
    [
      "LifeCore", "LifeIO", "LifeFormats", "LifeEngines", "LifeAnalysis", "LifeRender", "LifeRun",
    ]
  ),
]

/// What is compiled later than its imports require. Of the modules that are ready, the one whose
/// name is last in the alphabet is begun first: all kernels before `LifeCore`, for which everything
/// else waits. With these edges, and `LifeArguments` and `LifePlayer` apart, two cores build the
/// program in 164 s in place of 175.
let delays: [String: [String]] = [
  "LifeKernelsV3": kernelLevels.map(\.name).filter { $0 == "LifeKernelsV4" },
  "LifeKernelsBaseline": ["LifeCore"],
]

/// Lines for backtraces, without the types and variables that only a debugger reads: they took a
/// tenth of the time of a build.
let lineTables = ["-Xfrontend", "-gline-tables-only"]

/// The linker leaves out what nothing calls, although tests may call it: 0.9 MB.
let sections = ["-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link"]

/// Nothing imports the regular expressions of the toolchain by accident: they are 1.9 MB.
let withoutRegex = ["-Xfrontend", "-disable-implicit-string-processing-module-import"]

/// Whether another package depends on this one. Its build suppresses warnings, and a compiler
/// refuses to do that and to treat them as errors.
let isDependency = Context.packageDirectory.contains("/checkouts/")

// Foundation is used in tests only: it costs start-up time and size.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
    .strictMemorySafety(),
    .unsafeFlags(withoutRegex),
    .unsafeFlags(lineTables + sections, .when(configuration: .release)),
  ] + (isDependency ? [] : [.treatAllWarnings(as: .error)])

/// Unoptimized, what steps cells is up to seventy times slower, and the tests would wait for it.
let fastInDebugBuilds: SwiftSetting = .unsafeFlags(
  ["-O", "-assert-config", "Debug"], .when(configuration: .debug))

/// Compiled file by file, the kernels would contain weak functions for C structs, of which the
/// linker may keep the one for a newer CPU.
func kernelSettings(_ flags: [String]) -> [SwiftSetting] {
  let wholeModule = ["-wmo", "-num-threads", "1", "-disable-batch-mode"]
  return strict + [
    fastInDebugBuilds, .unsafeFlags(wholeModule, .when(configuration: .debug)),
    .unsafeFlags(flags),
  ]
}

/// The program of the HTML player, compiled in as bytes.
let player = ["player.html", "player.css", "recording.js", "player.js"].map {
  Resource.embedInCode("Writers/Player/\($0)")
}

/// Layers without loops over cells, which are compiled for size: the program is 0.3 MB smaller.
let coarse: Set<String> = [
  "LifeTerminal", "LifeArguments", "LifeRun", "LifeReport", "LifePlayer", "LifeCommand",
  "LifeProgram",
]
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Statically linked, the program starts in a millisecond and runs where no Swift is installed. A
/// sanitizer's library is dynamic: `LIFE_DYNAMIC` is set for it. Equal functions are linked once,
/// and no index of frames is made for C++ exceptions, of which there are none: 0.6 MB.
let staticLinking: [LinkerSetting] =
  Context.environment["LIFE_DYNAMIC"] != nil
  ? []
  : [
    .unsafeFlags(
      ["-static-executable", "-Xlinker", "--icf=safe", "-Xlinker", "--no-eh-frame-hdr"],
      .when(platforms: [.linux], configuration: .release))
  ]

/// Tests link the modules of the program, instead of others that are compiled only for them.
let testable: [SwiftSetting] = [
  .unsafeFlags(["-enable-testing"], .when(configuration: .release))
]

func dependencies(of name: String, _ imports: [String]) -> [Target.Dependency] {
  (imports + delays[name, default: []]).map { .byName(name: $0) }
}

let isFuzzed = Context.environment["LIFE_FUZZ"] != nil

/// The fuzz targets read, and run nothing: engines would only add edges to what libFuzzer looks at
/// after each input.
func settings(_ name: String) -> [SwiftSetting] {
  let strict =
    strict + testable + (coarse.contains(name) ? small : [])
    + (["LifeCore", "LifeEngines"].contains(name) ? [fastInDebugBuilds] : [])
  guard isFuzzed, !["LifeKernels", "LifeEngines"].contains(name) else { return strict }
  return strict + [.unsafeFlags(["-sanitize=fuzzer,address"])]
}

/// Tests import whatever they look at; `TestSupport` is theirs alone.
let tests: [Target] = [
  .target(name: "TestSupport", dependencies: ["LifeCore"], path: "Tests/TestSupport"),
  .testTarget(name: "LifeCoreTests", dependencies: ["LifeCore", "TestSupport"]),
  .testTarget(name: "LifeIOTests", dependencies: ["LifeIO", "LifeCore", "TestSupport"]),
  .testTarget(
    name: "LifeFormatsTests", dependencies: ["LifeFormats", "LifeCore", "LifeIO", "TestSupport"],
    exclude: ["Hauls"]),
  .testTarget(
    name: "LifeEnginesTests",
    dependencies: [
      "LifeEngines", "LifeFormats", "LifeIO", "LifeCore", "LifeKernels", "CCPU", "TestSupport",
    ]),
  .testTarget(
    name: "LifeAnalysisTests",
    dependencies: [
      "LifeAnalysis", "LifeFormats", "LifeEngines", "LifeKernels", "LifeIO", "LifeCore",
      "TestSupport",
    ],
    exclude: ["Vectors"]),
  .testTarget(
    name: "LifeRenderTests", dependencies: ["LifeRender", "LifeCore", "LifeIO", "TestSupport"]),
  .testTarget(name: "LifeTerminalTests", dependencies: ["LifeTerminal", "TestSupport"]),
  .testTarget(
    name: "LifeRunTests",
    dependencies: [
      "LifeRun", "LifeReport", "LifeCore", "LifeIO", "LifeFormats", "LifeEngines", "LifeAnalysis",
      "LifeRender", "TestSupport",
    ]),
  .testTarget(
    name: "LifePlayerTests",
    dependencies: [
      "LifePlayer", "LifeRun", "LifeArguments", "LifeFormats", "LifeEngines", "LifeCore", "LifeIO",
      "LifeRender", "LifeTerminal", "TestSupport",
    ],
    exclude: ["screens.txt"]),
  .testTarget(name: "LifeTests", dependencies: ["Life"]),
  .testTarget(
    name: "CommandTests",
    dependencies: [
      "Life", "LifeCommand", "LifeReport", "LifeRun", "LifeArguments", "LifeCore", "LifeIO",
      "LifeRender", "TestSupport",
    ],
    exclude: ["Golden", "Pictures"]),
  .testTarget(name: "TidyTests", dependencies: ["TestSupport"]),
]

// Optimizing the tests took 100 s of CPU, and saved 45 s of their run. What they compare with,
// `TestSupport`, is optimized. Debug information and LLVM's verifier took a seventh of the build.
for test in tests where test.name != "TestSupport" {
  test.swiftSettings = [
    .unsafeFlags(
      ["-Onone", "-gnone", "-Xfrontend", "-disable-llvm-verify"], .when(configuration: .release))
  ]
}

/// With `LIFE_FUZZ` in the environment the package has the fuzz targets in place of the command.
let program: [Target] =
  isFuzzed
  ? [
    .executableTarget(
      name: "fuzz", dependencies: layers.map { .byName(name: $0.name) }, path: "Tests/Fuzz",
      exclude: ["Seeds", "run"], swiftSettings: settings("fuzz"),
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])
  ]
  : [
    .target(
      name: "LifeCommand",
      dependencies: ["LifeSystem"] + layers.map { .byName(name: $0.name) },
      swiftSettings: settings("LifeCommand")),
    .executableTarget(
      name: "LifeProgram", dependencies: ["LifeCommand"], swiftSettings: settings("LifeProgram"),
      linkerSettings: staticLinking),
  ] + tests

let package = Package(
  name: "life",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Life", targets: ["Life"]),
    .library(name: "LifeTerminal", targets: ["LifeTerminal"]),
  ] + (isFuzzed ? [] : [.executable(name: "life", targets: ["LifeProgram"])]),
  targets: [
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "CCPU"),
    .target(name: "CPatterns"),
    .target(name: "LifeSystem", swiftSettings: settings("LifeSystem")),
  ]
    + kernelLevels.map {
      .target(
        name: $0.name, dependencies: dependencies(of: $0.name, ["CCPU"]),
        swiftSettings: kernelSettings($0.flags))
    }
    + layers.map { layer in
      .target(
        name: layer.name,
        dependencies: dependencies(
          of: layer.name, layer.imports + (layer.name == "LifeTerminal" ? [] : ["LifeSystem"])),
        resources: layer.name == "LifeRender" ? player : [], swiftSettings: settings(layer.name))
    }
    + program,
  swiftLanguageModes: [.v6]
)

// With targets named in `LIFE_TARGETS`, the package has only these and what they need: a check of
// a low layer does not compile those above it.
if let names = Context.environment["LIFE_TARGETS"] {
  var remaining = names.split(separator: " ").map(String.init)
  var needed: Set<String> = []
  while let name = remaining.popLast() {
    guard needed.insert(name).inserted else { continue }
    let target = package.targets.first { $0.name == name }
    for case .byNameItem(let dependency, _) in target?.dependencies ?? [] {
      remaining.append(dependency)
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { !needed.contains($0.name == "life" ? "LifeProgram" : $0.name) }
}
