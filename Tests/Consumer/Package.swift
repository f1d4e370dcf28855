// swift-tools-version: 6.0
import PackageDescription

/// A package that uses the library as any other package would.
let package = Package(
  name: "consumer",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "life", path: "../..")],
  targets: [
    .executableTarget(name: "consumer", dependencies: [.product(name: "Life", package: "life")]),
    .executableTarget(name: "tour", dependencies: [.product(name: "Life", package: "life")]),
    .executableTarget(
      name: "counter", dependencies: [.product(name: "LifeTerminal", package: "life")]),
  ])
