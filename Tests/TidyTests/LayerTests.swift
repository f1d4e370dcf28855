import TestSupport
import Testing

/// The imports of each layer are those in the table of the manifest.
@Suite struct LayerTests {
  /// The table of the manifest: each layer with its permitted imports.
  static let table: [String: Set<String>] = {
    guard let text = try? Project.text("Package.swift") else { return [:] }
    var table: [String: Set<String>] = [:]
    for match in text.matches(of: #/\(\s*"(Life\w*)",\s*\[([^\]]*)\]\s*\),\n/#) {
      let words = match.2.matches(of: #/"(\w+)"/#).map { String($0.1) }
      table[String(match.1)] = Set(words)
    }
    return table
  }()

  /// The modules of the toolchain that a layer may import.
  static func system(of layer: String) -> Set<String> {
    layer == "LifeTerminal"
      ? ["Glibc", "Darwin", "Synchronization"] : ["LifeSystem", "Synchronization"]
  }

  @Test func `the manifest has the table of layers`() {
    #expect(Self.table["LifeFormats"] == ["LifeCore", "LifeIO"])
    #expect(Self.table["LifeTerminal"]?.isEmpty == true && Self.layers.count > 5)
  }

  static let layers = table.keys.filter { !$0.contains("Kernels") }.sorted()

  @Test(arguments: layers)
  func `a layer imports what the table permits`(layer: String) throws {
    let allowed = try #require(Self.table[layer]).union(Self.system(of: layer))
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

  /// The layers without a command line: `Life`, everything below it, and the terminals.
  static let library = [
    "LifeTerminal", "LifeCore", "LifeIO", "LifeFormats", "LifeEngines", "LifeAnalysis",
    "LifeRender", "LifeRun", "Life",
  ]

  @Test(arguments: library)
  func `the library does not depend on the words of a command line`(layer: String) {
    var reached: Set<String> = []
    var remaining = [layer]
    while let next = remaining.popLast() {
      guard reached.insert(next).inserted else { continue }
      remaining += Self.table[next] ?? []
    }
    #expect(!reached.contains("LifeArguments"))
  }

  /// A caller of the library reads its messages, too. A failure names a `Setting` or an `Advice`;
  /// `LifeArguments` has the option or the command for it. `Console.note` names the program.
  @Test(arguments: library)
  func `no text of the library names an option, a command or the program`(layer: String) throws {
    for file in try Project.swiftFiles("Sources/\(layer)") {
      for line in file.text.split(separator: "\n") {
        // No operator of Swift begins with two hyphens, so these are in a text.
        let code = line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0]
        // Expressions are slow, and most lines have nothing that they could find.
        guard code.utf8.contains(where: "-\"'`".utf8.contains) else { continue }
        let names = code.contains(#/--[a-z]/#) || code.contains(#/["'`]life(?: [a-z]|:)/#)
        #expect(!names, "\(file.name): \(line)")
      }
    }
  }
}
