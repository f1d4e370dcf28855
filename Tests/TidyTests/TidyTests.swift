import Foundation
import TestSupport
import Testing

/// The limits on the size of files and lines, and on paths.
@Suite struct SourceTests {
  static let files = (try? Project.swiftFiles("Sources")) ?? []
  static let tests = (try? Project.swiftFiles("Tests")) ?? []

  /// The sources without the symbolic links to the baseline kernels.
  static var own: [(name: String, text: String)] {
    files.filter { !$0.name.contains("LifeKernelsV") }
  }

  @Test func `sources and tests are found`() {
    #expect(Self.files.count > 50 && Self.tests.count > 10)
  }

  @Test func `files have at most 400 lines`() {
    for file in Self.own + Self.tests {
      #expect(lines(file.text).dropLast().count <= 400, "\(file.name) is too long")
    }
  }

  /// On the default file systems of macOS and Windows they are one file or folder.
  @Test func `no two paths or targets differ only in case`() throws {
    let manager = FileManager.default
    for top in ["Sources", "Tests", "patterns"] {
      var names: [String: String] = [:]
      for path in try manager.subpathsOfDirectory(atPath: Project.path(top)) {
        let other = names.updateValue(path, forKey: path.lowercased())
        #expect(other == nil, "\(top)/\(path) and \(top)/\(other ?? "")")
      }
    }
  }

  @Test func `lines have at most 100 columns`() {
    for file in Self.own + Self.tests {
      for (number, line) in lines(file.text).enumerated() where line.count > 100 {
        Issue.record("\(file.name):\(number + 1) has \(line.count) columns")
      }
    }
  }

  @Test func `tests start processes at one place, which gives them a home of their own`() {
    // The tests of LifeIO import nothing but LifeIO.
    let places = ["Tests/TestSupport/TestProcess.swift", "Tests/LifeIOTests/Support/Scratch.swift"]
    for file in Self.tests where file.text.contains("Process" + "()") {
      #expect(places.contains(file.name))
      #expect(file.text.contains("\"HOME\""), "\(file.name)")
    }
  }

  @Test func `sources contain no marks of unfinished work`() {
    let marks = [
      "TO" + "DO", "FIX" + "ME", "X" + "XX", "fatal" + "Error", "try" + "!", "as" + "! ",
    ]
    for file in Self.own {
      for mark in marks where file.text.contains(mark) {
        Issue.record("\(file.name) contains \(mark)")
      }
    }
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}

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

  @Test func `the table is in the manifest`() {
    #expect(Self.table["LifeFormats"] == ["LifeCore", "LifeIO"])
    #expect(Self.table["LifeRun"]?.count == 9 && Self.table["Life"]?.count == 7)
  }

  @Test(arguments: [
    "LifeTerminal", "LifeFaults", "LifeCore", "LifeIO", "LifeArguments", "LifeFormats",
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

#if os(Linux)
  /// The linker keeps one copy of a weak function that several object files contain, possibly the
  /// copy for a newer CPU, whose instructions older CPUs do not have.
  @Suite struct KernelSymbolTests {
    @Test func `kernels for newer CPUs share no weak function`() throws {
      let shell = try Shell()
      defer { shell.remove() }
      let folders = try FileManager.default.contentsOfDirectory(atPath: Project.products.path())
        .filter { $0.hasPrefix("Life") && $0.hasSuffix(".build") }
      var weak: [String: Set<String>] = [:]
      for folder in folders {
        let path = Project.products.appending(path: folder).path()
        let names = try shell.run(
          "find \(path) -name '*.o' -exec nm {} + | awk '$2 == \"W\" {print $3}'")
        weak[folder] = Set(names.text.split(separator: "\n").map(String.init))
      }
      let newer = weak.keys.filter { $0.contains("V3") || $0.contains("V4") }
      #expect(newer.count == 2)
      for level in newer {
        for (folder, names) in weak where folder != level {
          let shared = names.intersection(weak[level] ?? [])
          #expect(shared.isEmpty, "\(level) and \(folder) share \(shared)")
        }
      }
    }
  }
#endif
