import Foundation
import TestSupport
import Testing

/// The imports of each layer are those in the table of the manifest.
@Suite struct LayerTests {
  /// The table of the manifest: each layer with its permitted imports.
  static let table: [String: Set<String>] = {
    let manifest = Project.root.appending(path: "Package.swift")
    guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return [:] }
    var table: [String: Set<String>] = [:]
    for match in text.matches(of: #/\(\s*"(Life\w*)",\s*\[([^\]]*)\]\s*\),\n/#) {
      let words = match.2.matches(of: #/"(\w+)"/#).map { String($0.1) }
      table[String(match.1)] = Set(words)
    }
    return table
  }()

  static let system: Set<String> = ["Glibc", "Darwin", "Synchronization"]

  @Test func `the manifest has the table of layers`() {
    #expect(Self.table["LifeFormats"] == ["LifeCore", "LifeIO"])
    #expect(Self.table["LifeTerminal"]?.isEmpty == true)
  }

  @Test(arguments: [
    "LifeTerminal", "LifeCore", "LifeIO", "LifeArguments", "LifeFormats",
    "LifeEngines", "LifeAnalysis", "LifeRender", "LifeRun", "LifeReport", "LifePlayer",
    "Life",
  ])
  func `a layer imports what the table permits`(layer: String) throws {
    let allowed = try #require(Self.table[layer]).union(Self.system)
    for file in try Project.swiftFiles("Sources/\(layer)") {
      for match in file.text.matches(of: #/(?m)^\s*(?:\w+ )?import (\w+)/#) {
        #expect(allowed.contains(String(match.1)), "\(file.name) imports \(match.1)")
      }
    }
  }

  @Test func `sources do not import Foundation`() throws {
    for file in try Project.swiftFiles("Sources") {
      #expect(!file.text.contains("import Foundation"), "\(file.name)")
    }
  }
}
